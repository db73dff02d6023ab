package main

import (
	"os"
	"path/filepath"
	"runtime"
)

// mcpClient is a program that speaks MCP, and how its settings name a server.
type mcpClient struct {
	name, title string
	// user is the file of a person's settings, nil where there is no file;
	// project that of a project's, from its folder.
	user    func(places) string
	project string
	// table is the key of the object, or TOML table, that holds the servers.
	table string
	// local and remote make the entry of a server that the client starts, and
	// of one that runs; nil where it can't have one.
	local  func(command string, arguments []string) fields
	remote func(url string) fields
	// inputs, where the client asks for secrets, is what it asks.
	inputs func() []fields
	toml   bool
	asks   bool // asks for the token
	// placeholder: the token stands in the file itself.
	placeholder  bool
	instructions string
}

// places are folders of this machine.
type places struct {
	home         string
	config       string // of programs that follow XDG
	applications string // of programs with windows
}

// applications is where programs with windows keep a person's settings.
func applications(home string) string {
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Application Support")
	case "windows":
		return os.Getenv("APPDATA")
	}
	return filepath.Join(home, ".config")
}

// fields are a JSON object whose fields keep their order.
type fields []field

type field struct {
	name  string
	value any
}

func command(command string, arguments []string) fields {
	return fields{{"command", command}, {"args", arguments}}
}

func typedCommand(name string, arguments []string) fields {
	return append(fields{{"type", "stdio"}}, command(name, arguments)...)
}

// bearer is the header that carries a token, written as the client has it.
func bearer(token string) field {
	return field{"headers", fields{{"Authorization", "Bearer " + token}}}
}

func atURL(token string) func(string) fields {
	return func(url string) fields { return fields{{"url", url}, bearer(token)} }
}

func typedURL(token string) func(string) fields {
	return func(url string) fields { return append(fields{{"type", "http"}}, atURL(token)(url)...) }
}

func inHome(path ...string) func(places) string {
	return func(p places) string { return filepath.Join(append([]string{p.home}, path...)...) }
}

func inApplications(path ...string) func(places) string {
	return func(p places) string { return filepath.Join(append([]string{p.applications}, path...)...) }
}

var mcpClients = []mcpClient{
	{name: "claude-code", title: "Claude Code", user: inHome(".claude.json"), project: ".mcp.json", table: "mcpServers",
		local: typedCommand, remote: typedURL("${RAG_CONTEXT_TOKEN}")},
	{name: "claude-desktop", title: "Claude Desktop", user: inApplications("Claude", "claude_desktop_config.json"), table: "mcpServers", local: command},
	{name: "cursor", title: "Cursor", user: inHome(".cursor", "mcp.json"), project: ".cursor/mcp.json", table: "mcpServers",
		local: command, remote: atURL("${env:RAG_CONTEXT_TOKEN}")},
	{name: "vscode", title: "VS Code", user: inApplications("Code", "User", "mcp.json"), project: ".vscode/mcp.json", table: "servers",
		local: typedCommand, remote: typedURL("${input:rag-context-token}"), asks: true,
		inputs: func() []fields {
			return []fields{{{"type", "promptString"}, {"id", "rag-context-token"}, {"description", "rag-context token"}, {"password", true}}}
		}},
	{name: "zed", title: "Zed", user: func(p places) string { return filepath.Join(p.config, "zed", "settings.json") }, project: ".zed/settings.json",
		table: "context_servers", local: command, remote: atURL("TOKEN"), placeholder: true},
	{name: "codex", title: "Codex", user: inHome(".codex", "config.toml"), project: ".codex/config.toml", table: "mcp_servers", toml: true,
		local:  command,
		remote: func(url string) fields { return fields{{"url", url}, {"bearer_token_env_var", "RAG_CONTEXT_TOKEN"}} }},
	{name: "gemini", title: "Gemini CLI", user: inHome(".gemini", "settings.json"), project: ".gemini/settings.json", table: "mcpServers",
		local: command, remote: typedURL("$RAG_CONTEXT_TOKEN")},
	{name: "lmstudio", title: "LM Studio", user: inHome(".lmstudio", "mcp.json"), table: "mcpServers", local: command, remote: atURL("TOKEN"), placeholder: true},
	{name: "llama.cpp", title: "llama.cpp", table: "mcpServers", local: command, remote: atURL("TOKEN"), placeholder: true,
		instructions: "save this as a file and start llama-server with --mcp-servers-config FILE; its web page takes the address under Settings, MCP"},
	{name: "open-webui", title: "Open WebUI", table: "mcpServers", remote: atURL("TOKEN"), placeholder: true,
		instructions: "Admin Settings, Integrations, +, type MCP (Streamable HTTP): the URL below, auth Bearer with a token (rag-context token create NAME)"},
}
