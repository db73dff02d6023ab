// Package filetree is the [rag.Source] of a folder on disk, or of one file.
//
// A scan lists what git and ripgrep would list: hidden files are passed over,
// and so is what .gitignore, .ignore and .rag-context-ignore say. Nothing
// outside the folder is ever opened: symbolic links are not followed, and
// every file is opened through an [os.Root].
//
// It is not a watcher, keeps no state between calls and knows nothing of what
// the files hold, except that some names promise no text.
package filetree
