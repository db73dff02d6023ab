package oauth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"rag-context/rag"
	"rag-context/transport/oauth"
)

const audience = "https://rag.example.org/mcp"

// issuer is an authorization server with an RSA and an elliptic key.
type issuer struct {
	t    *testing.T
	url  string
	rsa  *rsa.PrivateKey
	ec   *ecdsa.PrivateKey
	now  time.Time
	down bool
}

func newIssuer(t *testing.T) *issuer {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{t: t, rsa: rsaKey, ec: ecKey, now: time.Now()}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) {
		i.answer(w, map[string]any{"issuer": i.url, "jwks_uri": i.url + "/keys", "authorization_endpoint": i.url + "/authorize", "token_endpoint": i.url + "/token",
			"response_types_supported": []string{"code"}, "code_challenge_methods_supported": []string{"S256"}})
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		i.answer(w, map[string]any{"keys": []map[string]any{
			{"kty": "RSA", "kid": "r", "use": "sig", "n": number(rsaKey.N), "e": number(big.NewInt(int64(rsaKey.E)))},
			{"kty": "EC", "kid": "e", "crv": "P-256", "x": number(ecKey.X), "y": number(ecKey.Y)},
		}})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	i.url = server.URL
	return i
}

func (i *issuer) answer(w http.ResponseWriter, value any) {
	if i.down {
		http.Error(w, "down", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		i.t.Error(err)
	}
}

func number(n *big.Int) string {
	return base64.RawURLEncoding.EncodeToString(n.FillBytes(make([]byte, (n.BitLen()+7)/8)))
}

// token makes a valid token, changed by what is given; a nil value leaves a
// claim out.
func (i *issuer) token(method jwt.SigningMethod, kid string, key crypto.PrivateKey, changes map[string]any) string {
	i.t.Helper()
	claims := jwt.MapClaims{"iss": i.url, "aud": audience, "sub": "user-1", "tenant": "acme", "exp": i.now.Add(time.Hour).Unix(), "iat": i.now.Unix()}
	maps.Copy(claims, changes)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	token := jwt.NewWithClaims(method, claims)
	token.Header["kid"] = kid
	signed, err := token.SignedString(key)
	if err != nil {
		i.t.Fatal(err)
	}
	return signed
}

func (i *issuer) verifier() *oauth.Verifier {
	i.t.Helper()
	verifier, err := oauth.New(oauth.Options{Issuer: i.url, Audience: audience})
	if err != nil {
		i.t.Fatal(err)
	}
	return verifier
}

func TestGrants(t *testing.T) {
	i := newIssuer(t)
	verifier := i.verifier()
	for _, test := range []struct {
		name    string
		changes map[string]any
		want    string // the scope's key
	}{
		{"a reader", nil, `acme write=false`},
		{"a writer", map[string]any{"scope": "openid rag-context:write"}, `acme write=true`},
		{"a writer by list", map[string]any{"scp": []string{"rag-context:write"}}, `acme write=true`},
		{"some collections", map[string]any{"collections": []string{"b", "a"}}, `acme write=false ["a" "b"]`},
		{"no collections", map[string]any{"collections": []string{}}, `acme write=false []`},
		{"collections of another form", map[string]any{"collections": "all"}, `acme write=false []`},
		{"several audiences", map[string]any{"aud": []string{"x", audience}}, `acme write=false`},
	} {
		for _, token := range []string{i.token(jwt.SigningMethodRS256, "r", i.rsa, test.changes), i.token(jwt.SigningMethodES256, "e", i.ec, test.changes)} {
			grant, err := verifier.Authenticate(t.Context(), token)
			if err != nil || grant.Scope.Key() != test.want || grant.Expires.IsZero() {
				t.Errorf("%s: %q, %v; want %q", test.name, grant.Scope.Key(), err, test.want)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	i := newIssuer(t)
	verifier := i.verifier()
	stranger := newIssuer(t)
	for name, token := range map[string]string{
		"no token":              "abc",
		"another key":           i.token(jwt.SigningMethodRS256, "r", stranger.rsa, nil),
		"an unknown key":        i.token(jwt.SigningMethodRS256, "other", i.rsa, nil),
		"unsigned":              i.token(jwt.SigningMethodNone, "r", jwt.UnsafeAllowNoneSignatureType, nil),
		"a public key as HMAC":  i.token(jwt.SigningMethodHS256, "r", i.rsa.N.Bytes(), nil),
		"another issuer":        i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"iss": stranger.url}),
		"for another server":    i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"aud": "https://other.example.org"}),
		"for nobody":            i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"aud": nil}),
		"expired":               i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"exp": i.now.Add(-time.Hour).Unix()}),
		"without an end":        i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"exp": nil}),
		"not valid yet":         i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"nbf": i.now.Add(time.Hour).Unix()}),
		"without a tenant":      i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"tenant": nil}),
		"a tenant that is none": i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"tenant": "../bob"}),
		"a list of tenants":     i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"tenant": []string{"acme"}}),
		"without a subject":     i.token(jwt.SigningMethodRS256, "r", i.rsa, map[string]any{"sub": nil}),
	} {
		if grant, err := verifier.Authenticate(t.Context(), token); !errors.Is(err, rag.ErrUnauthorized) {
			t.Errorf("%s: %+v, %v", name, grant, err)
		}
	}
}

// TestIssuerDown: without keys nobody is let in, and it is not the token's
// fault; when they are there again, all goes on.
func TestIssuerDown(t *testing.T) {
	i := newIssuer(t)
	i.down = true
	verifier := i.verifier()
	token := i.token(jwt.SigningMethodRS256, "r", i.rsa, nil)
	if _, err := verifier.Authenticate(t.Context(), token); err == nil || errors.Is(err, rag.ErrUnauthorized) {
		t.Errorf("while it is down: %v", err)
	}
	i.down = false
	if _, err := verifier.Authenticate(t.Context(), token); err != nil {
		t.Errorf("when it is there again: %v", err)
	}
}
