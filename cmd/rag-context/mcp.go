package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rag-context/rag"
)

type mcpCommand struct {
	Install mcpInstallCommand `cmd:"" help:"Let an MCP client know of this program."`
}

type mcpInstallCommand struct {
	Client     string   `arg:"" help:"claude-code, claude-desktop, cursor, vscode, zed, codex, gemini, lmstudio, llama.cpp or open-webui."`
	URL        string   `name:"url" placeholder:"URL" help:"Use the server at this address (serve --http) instead of starting one."`
	Name       string   `default:"rag-context" placeholder:"NAME" help:"What the client calls it (default rag-context)."`
	Project    bool     `help:"Write the settings of the project in this folder, not your own."`
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"Serve only this collection; may be repeated."`
	Print      bool     `help:"Print what would be written, and where; write nothing."`
}

// Help implements kong's HelpProvider.
func (mcpInstallCommand) Help() string {
	return `Examples:
  rag-context mcp install claude-code
  rag-context mcp install cursor --print
  rag-context mcp install codex --url http://127.0.0.1:7333/mcp

Other entries of the file stay as they are, comments and keys of your own such as
env too, and it is copied before. With --url the client sends the token in RAG_CONTEXT_TOKEN, where it can.`
}

// Run implements the command.
func (c mcpInstallCommand) Run(a *app) error {
	client, err := c.client()
	if err != nil {
		return err
	}
	entry, err := c.entry(a, client)
	if err != nil {
		return err
	}
	path, err := c.file(a, client)
	if err != nil {
		return err
	}
	if c.Print || path == "" {
		return c.print(a, client, entry, path)
	}
	backup, changed, err := client.install(path, c.Name, entry, a.env.now())
	if err != nil {
		return hinted{err, "rag-context mcp install " + client.name + " --print shows what to add by hand"}
	}
	if !changed {
		a.say("%s knows of it already: %s", client.title, path)
		return nil
	}
	a.say("wrote %s", path)
	if backup != "" {
		a.say("as it was before: %s", backup)
	}
	a.say("%s", c.after(client))
	return nil
}

// serverName is what all clients, and TOML without quotes, take for a name.
var serverName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

func (c mcpInstallCommand) client() (mcpClient, error) {
	if !serverName.MatchString(c.Name) {
		return mcpClient{}, hinted{usageError{fmt.Errorf("--name %q is no name for clients", c.Name)}, "it takes 1 to 32 letters, digits, '-' and '_'"}
	}
	at := slices.IndexFunc(mcpClients, func(client mcpClient) bool { return client.name == c.Client })
	if at < 0 {
		names := make([]string, len(mcpClients))
		for i, client := range mcpClients {
			names[i] = client.name
		}
		return mcpClient{}, hinted{usageError{fmt.Errorf("there is no client %q", c.Client)}, "clients are " + strings.Join(names, ", ")}
	}
	client := mcpClients[at]
	switch {
	case c.URL == "" && client.local == nil:
		return client, hinted{usageError{fmt.Errorf("%s starts no programs: it needs a server's address", client.title)},
			"rag-context serve --http, then --url http://" + defaultAddress + "/mcp"}
	case c.URL != "" && client.remote == nil:
		return client, hinted{usageError{fmt.Errorf("%s takes no address with a token in its file", client.title)}, "leave --url out"}
	case c.URL != "" && len(c.Collection) > 0:
		return client, hinted{usageError{errors.New("--collection is for a server that the client starts")}, "a token can be limited: rag-context token create -c NAME"}
	case c.Project && client.project == "":
		return client, hinted{usageError{fmt.Errorf("%s has no settings of projects", client.title)}, "leave --project out"}
	}
	return client, nil
}

// entry is what the client's file says of this program.
func (c mcpInstallCommand) entry(a *app, client mcpClient) (fields, error) {
	if c.URL != "" {
		return client.remote(c.URL), nil
	}
	scope, err := a.scope()
	if err != nil {
		return nil, err
	}
	if len(c.Collection) > 0 {
		if err := a.checkScopeKnown(scope.Narrow(c.Collection)); err != nil {
			return nil, err
		}
	}
	arguments := []string{"serve"}
	if a.line.Tenant != rag.DefaultTenant {
		arguments = append(arguments, "--tenant", a.line.Tenant)
	}
	for _, name := range c.Collection {
		arguments = append(arguments, "--collection", name)
	}
	return client.local(program(), arguments), nil
}

// program is what starts this program: its file, unless that is one that go run
// made for once. Programs with windows often don't know the shell's PATH.
func program() string {
	path, err := os.Executable()
	if err != nil || strings.Contains(filepath.ToSlash(path), "/go-build") {
		return "rag-context"
	}
	return path
}

// file is where the client's settings are; "" for one that has no file.
func (c mcpInstallCommand) file(a *app, client mcpClient) (string, error) {
	if c.Project {
		return filepath.FromSlash(client.project), nil
	}
	if client.user == nil {
		return "", nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find settings of %s: %w", client.title, err)
	}
	return client.user(places{home: home, config: filepath.Dir(a.env.folders.config), applications: applications(home)}), nil
}

func (c mcpInstallCommand) print(a *app, client mcpClient, entry fields, path string) error {
	if path != "" {
		a.say("in %s:", path)
	}
	if client.instructions != "" {
		a.say("%s", client.instructions)
	}
	text, err := client.whole(c.Name, entry)
	if err != nil {
		return err
	}
	return a.print(text)
}

// after says what is left to do.
func (c mcpInstallCommand) after(client mcpClient) string {
	if c.URL == "" {
		return "restart " + client.title + ", or have it read its settings again"
	}
	if client.asks {
		return "give it a token (rag-context token create NAME) when it asks"
	}
	if client.placeholder {
		return "put a token (rag-context token create NAME) in the place of TOKEN there"
	}
	return "set RAG_CONTEXT_TOKEN to a token (rag-context token create NAME) where it is started"
}
