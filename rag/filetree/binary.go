package filetree

import (
	"path"
	"strings"
)

// hasBinaryName reports whether a file's name promises something other than
// text, so that it need not be read to know.
func hasBinaryName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".jpe", ".gif", ".bmp", ".ico", ".icns", ".webp", ".avif", ".heic", ".heif",
		".tif", ".tiff", ".psd", ".xcf", ".cr2", ".nef", ".dng", ".ai", ".sketch", ".blend",
		".zip", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".lz4", ".br", ".7z", ".rar", ".tar", ".jar", ".war", ".cab",
		".deb", ".rpm", ".apk", ".ipa", ".dmg", ".iso", ".img", ".whl", ".egg", ".crx", ".xpi",
		".exe", ".dll", ".so", ".dylib", ".a", ".o", ".ko", ".elf", ".bin", ".class", ".wasm",
		".pyc", ".pyo", ".pyd", ".beam", ".rlib", ".rmeta", ".pdb", ".msi",
		".mp3", ".m4a", ".aac", ".flac", ".ogg", ".oga", ".opus", ".wav", ".aiff", ".wma", ".mid",
		".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".wmv", ".flv", ".mpg", ".mpeg", ".3gp",
		".ttf", ".otf", ".woff", ".woff2", ".eot", ".pfb",
		".pdf", ".djvu", ".epub", ".mobi", ".azw", ".azw3", ".ps", ".eps",
		".doc", ".docx", ".xls", ".xlsx", ".xlsb", ".ppt", ".pptx", ".odt", ".ods", ".odp", ".odg", ".rtf",
		".pages", ".numbers", ".one", ".vsd", ".vsdx", ".mdb", ".accdb",
		".db", ".sqlite", ".sqlite3", ".db-wal", ".db-shm", ".ldb", ".mmdb", ".parquet", ".orc", ".feather", ".arrow",
		".npy", ".npz", ".pkl", ".pickle", ".pt", ".pth", ".ckpt", ".onnx", ".safetensors", ".gguf", ".h5", ".hdf5",
		".swp", ".swo", ".ds_store":
		return true
	}
	return false
}
