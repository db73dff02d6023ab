package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"rag-context/rag"
	"rag-context/transport/tokenfile"
)

type tokenCommand struct {
	Create tokenCreateCommand `cmd:"" help:"Create a token and print it, this once."`
	List   tokenListCommand   `cmd:"" help:"List the tokens."`
	Revoke tokenRevokeCommand `cmd:"" help:"Revoke a token, at once."`
}

type tokenCreateCommand struct {
	Name       string   `arg:"" help:"What the token is for, to tell it from others."`
	Collection []string `short:"c" placeholder:"NAME" predictor:"collection" help:"Only this collection; may be repeated."`
	Write      bool     `help:"Allow to sync."`
	Expires    string   `default:"90d" placeholder:"TIME" help:"How long it is valid: 12h, 90d, 2w, 1y or never (default 90d)."`
	JSON       bool     `help:"Print the token as JSON."`
}

// Help implements kong's HelpProvider.
func (tokenCreateCommand) Help() string {
	return `Examples:
  rag-context token create laptop-browser
  rag-context --tenant work token create build-agent -c handbook --expires 30d

The token is for the documents of --tenant, to read, or with --write to sync, too.
It is kept hashed: what is printed can't be seen again.`
}

// createdToken is the JSON form of a new token.
type createdToken struct {
	tokenfile.Token
	Secret string `json:"token"`
}

// Run implements the command.
func (c tokenCreateCommand) Run(a *app) error {
	tenant, err := rag.ParseTenant(a.line.Tenant)
	if err != nil {
		return err
	}
	scope, err := rag.NewScope(tenant, rag.ScopeOptions{Collections: c.Collection, Write: c.Write})
	if err != nil {
		return err
	}
	expires, err := expiry(c.Expires, a.env.now())
	if err != nil {
		return err
	}
	if err := a.checkScopeKnown(scope); err != nil {
		return err
	}
	token, secret, err := a.tokens().Create(a.ctx, c.Name, scope, expires, a.env.random)
	if errors.Is(err, rag.ErrExists) {
		return hinted{err, "give it another name, or rag-context token revoke the one there is"}
	}
	if err != nil {
		return err
	}
	a.say("token %s (%s) for tenant %s, %s, %s, %s", token.ID, token.Name, token.Tenant, whichCollections(token), access(token), validity(token, a.env.now()))
	a.say("this is the only time that it is shown:")
	if c.JSON {
		token.Hash = ""
		return a.printJSON(createdToken{token, secret})
	}
	return a.print(secret)
}

var lifetime = regexp.MustCompile(`^([1-9]\d{0,4})([hdwy])$`)

// expiry is when a token that is made now ends; zero is never.
func expiry(text string, now time.Time) (time.Time, error) {
	if text == "never" {
		return time.Time{}, nil
	}
	parts := lifetime.FindStringSubmatch(text)
	if parts == nil {
		return time.Time{}, hinted{usageError{fmt.Errorf("--expires %s is no time", text)}, "--expires takes 12h, 90d, 2w, 1y or never"}
	}
	n, _ := strconv.Atoi(parts[1]) // digits, as the expression says
	switch parts[2] {
	case "h":
		return now.Add(time.Duration(n) * time.Hour), nil
	case "w":
		return now.AddDate(0, 0, 7*n), nil
	case "y":
		return now.AddDate(n, 0, 0), nil
	}
	return now.AddDate(0, 0, n), nil
}

// tokenList is what token list --json prints, a contract like rag.Result.
type tokenList struct {
	Tokens []tokenfile.Token `json:"tokens"`
}

type tokenListCommand struct {
	JSON bool `help:"Print the tokens as JSON."`
}

// Help implements kong's HelpProvider.
func (tokenListCommand) Help() string {
	return `Examples:
  rag-context token list
  rag-context token list --json | jq -r '.tokens[].id'`
}

// Run implements the command.
func (c tokenListCommand) Run(a *app) error {
	tokens, err := a.tokens().List()
	if err != nil {
		return err
	}
	if c.JSON {
		shown := append([]tokenfile.Token{}, tokens...)
		for i := range shown {
			shown[i].Hash = ""
		}
		return a.printJSON(tokenList{shown})
	}
	table := tabwriter.NewWriter(a.env.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tNAME\tTENANT\tCOLLECTIONS\tACCESS\tVALID")
	for _, token := range tokens {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", token.ID, visible(token.Name), token.Tenant, whichCollections(token), access(token), validity(token, a.env.now()))
	}
	return table.Flush()
}

type tokenRevokeCommand struct {
	Which string `arg:"" name:"id-or-name" help:"The token's id or name."`
}

// Help implements kong's HelpProvider.
func (tokenRevokeCommand) Help() string {
	return `Examples:
  rag-context token revoke laptop-browser
  rag-context token revoke 9f86d08188`
}

// Run implements the command.
func (c tokenRevokeCommand) Run(a *app) error {
	token, err := a.tokens().Revoke(a.ctx, c.Which)
	if err != nil {
		return hinted{err, "rag-context token list shows them"}
	}
	a.say("revoked token %s (%s) of tenant %s", token.ID, token.Name, token.Tenant)
	return nil
}

func whichCollections(token tokenfile.Token) string {
	if token.Collections == nil {
		return "all collections"
	}
	return strings.Join(token.Collections, ", ")
}

func access(token tokenfile.Token) string {
	if token.Write {
		return "read and sync"
	}
	return "read"
}

func validity(token tokenfile.Token, now time.Time) string {
	switch {
	case token.Expires == nil:
		return "never expires"
	case token.Expired(now):
		return "expired"
	}
	return "until " + token.Expires.Format("2006-01-02 15:04 MST")
}
