package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"rag-context/rag"
	"rag-context/transport/mcpserver"
	"rag-context/transport/oauth"
	"rag-context/transport/tokenfile"
)

// defaultAddress is where serve --http listens unless told otherwise.
const defaultAddress = "127.0.0.1:7333"

// serverMemoryLimit is [memoryLimit] for a program that serves many, in bytes.
const serverMemoryLimit = 512 << 20

// maxRate is no limit at all.
const maxRate = 1_000_000

type httpFlags struct {
	HTTP          httpAddress `name:"http" placeholder:"ADDRESS" help:"Serve over HTTP instead: at 127.0.0.1:7333, or at the ADDRESS that follows."`
	AllowOrigin   []string    `placeholder:"ORIGIN" sep:"none" help:"Let pages of this origin use it, such as https://chat.example.org; may be repeated."`
	AllowHost     []string    `placeholder:"NAME" sep:"none" help:"Answer to this host name, besides localhost and addresses; may be repeated."`
	OAuthIssuer   string      `name:"oauth-issuer" placeholder:"URL" help:"Take access tokens (JWT) of this authorization server, too."`
	OAuthResource string      `name:"oauth-resource" placeholder:"URL" help:"This server's public address, which such tokens must be for."`
	OAuthJWKS     string      `name:"oauth-jwks" placeholder:"URL" help:"Where the authorization server's keys are, unless its metadata say so."`
	OAuthTenant   string      `name:"oauth-tenant-claim" placeholder:"CLAIM" default:"tenant" help:"The claim that names the tenant (default tenant)."`
	Rate          float64     `placeholder:"N" default:"50" help:"Requests a second that one token may make on average, and four times as many at once (default 50)."`
	OperatorToken string      `placeholder:"TOKEN" help:"Lets its holder see health and metrics from other machines; better set RAG_CONTEXT_OPERATOR_TOKEN."`
}

// httpAddress is a flag whose value may be left out.
type httpAddress string

// IsBool tells kong that the flag can stand alone.
func (*httpAddress) IsBool() bool { return true }

// Decode implements [kong.MapperValue]: what follows is taken for the address
// where it looks like one.
func (a *httpAddress) Decode(ctx *kong.DecodeContext) error {
	*a = defaultAddress
	next := ctx.Scan.Peek()
	text, isText := next.Value.(string)
	if next.Type == kong.FlagValueToken || isText && !next.IsEOL() && strings.Contains(text, ":") && !strings.HasPrefix(text, "-") {
		ctx.Scan.Pop()
		*a = httpAddress(fmt.Sprint(next.Value))
	}
	return nil
}

// serveHTTP serves until it is interrupted.
func (c serveCommand) serveHTTP(a *app, server *mcpserver.Server, log *slog.Logger) error {
	debug.SetMemoryLimit(serverMemoryLimit)
	if err := c.checkAddress(); err != nil {
		return err
	}
	options, err := c.httpOptions(a, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", string(c.HTTP))
	if err != nil {
		return hinted{fmt.Errorf("listen at %s: %w", c.HTTP, errors.Unwrap(err)), "another address: --http 127.0.0.1:7334"}
	}
	c.announce(a, listener)
	return server.HTTP(options).Serve(a.ctx, listener)
}

// checkAddress refuses what would listen to more than was meant.
func (c serveCommand) checkAddress() error {
	host, _, err := net.SplitHostPort(string(c.HTTP))
	switch {
	case err != nil:
		return hinted{usageError{fmt.Errorf("--http %s is no address", c.HTTP)}, "an address looks like --http " + defaultAddress}
	case host == "":
		return hinted{usageError{fmt.Errorf("--http %s would listen to every network", c.HTTP)}, "name the host: --http 127.0.0.1" + string(c.HTTP) + ", or 0.0.0.0 if you mean every network"}
	case !(c.Rate > 0 && c.Rate <= maxRate):
		return usageError{fmt.Errorf("--rate must be more than 0 and at most %d, not %g", maxRate, c.Rate)}
	case len(c.In) > 0 || len(c.Collection) > 0 || c.ReadOnly:
		return hinted{usageError{errors.New("--in, --collection and --read-only are for serving without --http")}, "over HTTP the token says what is served: rag-context token create --help"}
	}
	return nil
}

// beyond reports whether the address is reached from other machines.
func (c serveCommand) beyond() bool {
	host, _, err := net.SplitHostPort(string(c.HTTP))
	ip := net.ParseIP(host)
	return err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback())
}

func (c serveCommand) httpOptions(a *app, log *slog.Logger) (mcpserver.HTTPOptions, error) {
	tokens := a.tokens()
	options := mcpserver.HTTPOptions{
		Authenticate: tokens.Authenticate, AllowOrigins: c.AllowOrigin, AllowHosts: c.AllowHost, OperatorToken: c.OperatorToken,
		Limits: mcpserver.Limits{PerSecond: c.Rate, Burst: int(math.Ceil(4 * c.Rate))},
		Ready: func(ctx context.Context) error {
			_, err := a.engine().Tenants(ctx)
			return err
		},
	}
	if c.OAuthIssuer != "" {
		return options, c.addOAuth(a, &options, log)
	}
	known, err := tokens.List()
	if err != nil {
		return options, err
	}
	if len(known) == 0 {
		create := "rag-context" + a.tenantFlag() + " token create NAME"
		if c.beyond() {
			return options, hinted{fmt.Errorf("%s is reached from other machines, and there are no tokens", c.HTTP), create + " makes one"}
		}
		a.warn("there are no tokens yet, so nobody can ask", create+" makes one; it counts at once")
	}
	return options, nil
}

// addOAuth makes the server take access tokens of an authorization server
// besides our own.
func (c serveCommand) addOAuth(a *app, options *mcpserver.HTTPOptions, log *slog.Logger) error {
	if c.OAuthResource == "" {
		return hinted{usageError{errors.New("--oauth-issuer needs --oauth-resource")}, "--oauth-resource https://rag.example.org/mcp: this server's address as its clients know it"}
	}
	verifier, err := oauth.New(oauth.Options{
		Issuer: c.OAuthIssuer, Audience: c.OAuthResource, JWKS: c.OAuthJWKS, TenantClaim: c.OAuthTenant, Now: a.env.now, Log: log,
	})
	if err != nil {
		return err
	}
	own := options.Authenticate
	options.Authenticate = func(ctx context.Context, token string) (rag.Grant, error) {
		if strings.HasPrefix(token, tokenfile.Prefix) {
			return own(ctx, token)
		}
		return verifier.Authenticate(ctx, token)
	}
	options.Resource = &oauthex.ProtectedResourceMetadata{
		Resource: c.OAuthResource, ResourceName: "rag-context", AuthorizationServers: []string{c.OAuthIssuer}, BearerMethodsSupported: []string{"header"},
	}
	return nil
}

// announce says where it listens and where to point what.
func (c serveCommand) announce(a *app, listener net.Listener) {
	address := "http://" + listener.Addr().String() + mcpserver.Path
	a.say("serving MCP at %s (Streamable HTTP)", address)
	a.say("  rag-context mcp install CLIENT --url %s   writes a client's settings", address)
	a.say("  llama.cpp and Open WebUI: add %s with the header Authorization: Bearer TOKEN", address)
	if c.beyond() {
		a.warn("it is reached from other machines, without encryption", "put a proxy with TLS before it")
	}
}

// tokens are those that may ask over HTTP.
func (a *app) tokens() *tokenfile.File {
	return &tokenfile.File{Path: filepath.Join(a.env.folders.data, "tokens.json"), Now: a.env.now}
}
