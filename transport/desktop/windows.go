package desktop

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf16"
)

// systemReadLimit is the most that atotto/clipboard reads on Windows, in UTF-16
// units. A longer text comes back cut there.
const systemReadLimit = 1 << 20

func (o ClipboardOptions) windows() route {
	return o.local("windows", systemBoard{o.System}, func(written, read string) bool {
		if len(utf16.Encode([]rune(read))) == systemReadLimit {
			whole := strings.TrimRight(read, "\r\uFFFD") // of a cut line end, a cut pair
			return strings.HasPrefix(unixLines(written), unixLines(whole))
		}
		return sameLines(written, read)
	})
}

// PowerShell reads and writes in whatever code page the console has, and
// clip.exe reads the OEM one, so text passes as Base64 and both of them see
// ASCII only. The scripts have no double quotes, which would not survive the
// way from a Linux argument list to a Windows command line.
const (
	powershellCopy = `Set-Clipboard -Value ([Text.Encoding]::UTF8.GetString(` +
		`[Convert]::FromBase64String([Console]::In.ReadToEnd())))`
	powershellPaste = `[Console]::Out.Write([Convert]::ToBase64String(` +
		`[Text.Encoding]::UTF8.GetBytes([string](Get-Clipboard -Raw))))`
)

// powershell finds the one of Windows from inside WSL, also where PATH leaves
// the folders of Windows out.
func (o ClipboardOptions) powershell() (path string, ok bool) {
	const usual = "/mnt/c/Windows/System32/WindowsPowerShell/v1.0/powershell.exe"
	for _, name := range []string{"powershell.exe", usual} {
		if path, err := o.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// wsl is the clipboard of Windows seen from inside WSL.
func (o ClipboardOptions) wsl(powershell string) route {
	r := o.local("powershell.exe", tool{
		copy:    []string{powershell, "-NoProfile", "-NonInteractive", "-Command", powershellCopy},
		paste:   []string{powershell, "-NoProfile", "-NonInteractive", "-Command", powershellPaste},
		environ: o.Environ,
		encode:  func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) },
		decode:  decodeBase64,
	}, sameLines)
	r.timeout *= 2 // a cold start takes seconds
	return r
}

func decodeBase64(output string) (string, error) {
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(output))
	if err != nil {
		return "", fmt.Errorf("decode output: %w", err)
	}
	return string(text), nil
}

// sameLines takes both kinds of line ends for the same, as Windows programs do.
func sameLines(written, read string) bool { return unixLines(written) == unixLines(read) }

func unixLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
