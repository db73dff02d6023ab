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
	r := o.local("windows", systemBoard{o.System}, func(written, read string) bool {
		if len(utf16.Encode([]rune(read))) == systemReadLimit {
			whole := strings.TrimRight(read, "\r\uFFFD") // of a cut line end, a cut pair
			return strings.HasPrefix(unixLines(written), unixLines(whole))
		}
		return sameLines(written, read)
	})
	if powershell, ok := o.powershell(); ok {
		r.mark = o.powershellTool(powershell).copiedBy(powershellCommand(powershell, powershellMark)).write
	}
	return r
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

// powershellMark copies like powershellCopy, with the formats by which Windows
// and clipboard managers know what to leave alone; their value, where one is
// read, is a number of 32 bits, 0 for "no".
const powershellMark = `Add-Type -AssemblyName System.Windows.Forms; ` +
	`$data = New-Object Windows.Forms.DataObject; ` +
	`$data.SetText([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadToEnd()))); ` +
	`foreach ($format in 'ExcludeClipboardContentFromMonitorProcessing', 'CanIncludeInClipboardHistory', ` +
	`'CanUploadToCloudClipboard', 'Clipboard Viewer Ignore') ` +
	`{ $data.SetData($format, [IO.MemoryStream]::new([byte[]](0, 0, 0, 0))) }; ` +
	`[Windows.Forms.Clipboard]::SetDataObject($data, $true)`

// powershellCommand runs a script in the one thread that may use the clipboard.
func powershellCommand(powershell, script string) []string {
	return []string{powershell, "-NoProfile", "-NonInteractive", "-Sta", "-Command", script}
}

func (o ClipboardOptions) powershellTool(powershell string) tool {
	return tool{
		copy:    powershellCommand(powershell, powershellCopy),
		paste:   powershellCommand(powershell, powershellPaste),
		environ: o.Environ,
		encode:  func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) },
		decode:  decodeBase64,
	}
}

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
	t := o.powershellTool(powershell)
	r := o.local("powershell.exe", t, sameLines)
	r.mark = t.copiedBy(powershellCommand(powershell, powershellMark)).write
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
