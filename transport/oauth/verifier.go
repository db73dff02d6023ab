package oauth

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"golang.org/x/time/rate"

	"rag-context/rag"
)

// Options say whose tokens count. Issuer and Audience must be set.
type Options struct {
	// Issuer is the authorization server's address, as its tokens have it.
	Issuer string
	// Audience is this server's address, as tokens for it have it.
	Audience string
	// JWKS is where the issuer's keys are; "" asks the issuer's metadata.
	JWKS string
	// TenantClaim names the claim that has the tenant; "" means "tenant".
	TenantClaim string
	// CollectionsClaim names the claim that limits a token to collections, a
	// list; "" means "collections". A token without it is not limited.
	CollectionsClaim string
	// WriteScope is the OAuth scope that allows to write; "" means
	// "rag-context:write".
	WriteScope string
	// Client fetches metadata and keys; nil means one that gives up after 10 s.
	Client *http.Client
	// Now is the clock; nil means [time.Now].
	Now func() time.Time
	// Log is told when keys can't be refreshed; nil means nowhere.
	Log *slog.Logger
}

// Verifier checks access tokens. It is safe for concurrent use.
type Verifier struct {
	options Options
	parser  *jwt.Parser

	mutex sync.Mutex
	keys  keyfunc.Keyfunc // nil until they were needed
}

// leeway is how far clocks may differ.
const leeway = 30 * time.Second

// algorithms are the asymmetric ones: the keys of a server that anybody can
// fetch must not pass for shared secrets.
var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// New returns a verifier; it asks nobody for anything yet.
func New(options Options) (*Verifier, error) {
	if options.Issuer == "" || options.Audience == "" {
		return nil, errors.New("oauth: an issuer and an audience are needed")
	}
	options.TenantClaim = cmp.Or(options.TenantClaim, "tenant")
	options.CollectionsClaim = cmp.Or(options.CollectionsClaim, "collections")
	options.WriteScope = cmp.Or(options.WriteScope, "rag-context:write")
	if options.Client == nil {
		options.Client = &http.Client{Timeout: 10 * time.Second}
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	return &Verifier{options: options, parser: jwt.NewParser(
		jwt.WithValidMethods(algorithms), jwt.WithIssuer(options.Issuer), jwt.WithAudience(options.Audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithLeeway(leeway), jwt.WithTimeFunc(options.Now),
	)}, nil
}

// Authenticate returns what an access token grants: [rag.ErrUnauthorized] for
// one that is not valid here, another error where the issuer's keys can't be
// had.
func (v *Verifier) Authenticate(ctx context.Context, token string) (rag.Grant, error) {
	keys, err := v.keySet(ctx)
	if err != nil {
		return rag.Grant{}, err
	}
	claims := jwt.MapClaims{}
	if _, err := v.parser.ParseWithClaims(token, claims, keys.KeyfuncCtx(ctx)); err != nil {
		return rag.Grant{}, rag.ErrUnauthorized
	}
	return v.grant(claims)
}

// keySet returns the issuer's keys; they keep themselves up to date.
func (v *Verifier) keySet(ctx context.Context) (keyfunc.Keyfunc, error) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.keys != nil {
		return v.keys, nil
	}
	address := v.options.JWKS
	if address == "" {
		metadata, err := auth.GetAuthServerMetadata(ctx, v.options.Issuer, v.options.Client)
		if err != nil || metadata == nil || metadata.JWKSURI == "" {
			return nil, errors.Join(errors.New("oauth: the authorization server does not say where its keys are"), err)
		}
		address = metadata.JWKSURI
	}
	// The keys outlive the request that first needs them.
	keys, err := keyfunc.NewDefaultOverrideCtx(context.WithoutCancel(ctx), []string{address}, v.fetching())
	if err != nil {
		return nil, fmt.Errorf("oauth: fetch keys: %w", err)
	}
	v.keys = keys
	return keys, nil
}

// fetching says how keys are fetched. A token that names an unknown key may make
// us look for new ones once a minute, and never makes anybody wait for that.
func (v *Verifier) fetching() keyfunc.Override {
	quiet := false
	return keyfunc.Override{
		Client: v.options.Client, NoErrorReturnFirstHTTPReq: &quiet,
		RefreshUnknownKID: rate.NewLimiter(rate.Every(time.Minute), 1), RateLimitWaitMax: time.Millisecond,
		RefreshErrorHandlerFunc: func(string) func(context.Context, error) {
			return func(_ context.Context, err error) { v.options.Log.Error("refresh keys", "problem", err.Error()) }
		},
	}
}

// grant reads the claims of a valid token.
func (v *Verifier) grant(claims jwt.MapClaims) (rag.Grant, error) {
	name, _ := claims[v.options.TenantClaim].(string)
	tenant, err := rag.ParseTenant(name)
	if err != nil {
		return rag.Grant{}, rag.ErrUnauthorized // a token without a tenant is nobody's
	}
	options := rag.ScopeOptions{Write: v.mayWrite(claims)}
	if limit, limited := claims[v.options.CollectionsClaim]; limited {
		options.Collections = texts(limit)
	}
	scope, err := rag.NewScope(tenant, options)
	if err != nil {
		return rag.Grant{}, err
	}
	subject, err := claims.GetSubject()
	expires, expiryErr := claims.GetExpirationTime()
	if err != nil || expiryErr != nil || subject == "" {
		return rag.Grant{}, rag.ErrUnauthorized
	}
	// A session belongs to a subject in a scope: its next token may go on.
	return rag.Grant{ID: subject + " " + scope.Key(), Scope: scope, Expires: expires.Time}, nil
}

// mayWrite looks for the scope in the forms that servers use: RFC 8693's text
// "scope" and the list "scp".
func (v *Verifier) mayWrite(claims jwt.MapClaims) bool {
	text, _ := claims["scope"].(string)
	return slices.Contains(strings.Fields(text), v.options.WriteScope) || slices.Contains(texts(claims["scp"]), v.options.WriteScope)
}

// texts returns a claim that is a list of texts; never nil, so that a claim of
// another form limits to nothing.
func texts(claim any) []string {
	list := []string{}
	items, _ := claim.([]any)
	for _, item := range items {
		if text, isText := item.(string); isText {
			list = append(list, text)
		}
	}
	return list
}
