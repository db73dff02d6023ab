package health_test

import (
	"errors"
	"strings"
	"testing"

	"rag-context/health"
)

func TestParseURL(t *testing.T) {
	tests := map[string]string{
		"http://localhost:8080":       "http://localhost:8080",
		" http://localhost:8080/ \n":  "http://localhost:8080",
		"http://127.0.0.1:8080/v1":    "http://127.0.0.1:8080",
		"http://127.0.0.1:8080/v1///": "http://127.0.0.1:8080",
		"https://host/llm/v1/":        "https://host/llm",
		"https://host/a%2Fb":          "https://host/a%2Fb",
		"http://[::1]:8080/":          "http://[::1]:8080",
		"HTTP://Host":                 "http://Host",
		"http://host/xv1":             "http://host/xv1",
	}
	for text, want := range tests {
		got, err := health.ParseURL(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestParseURLErrors(t *testing.T) {
	tests := map[string]string{ // text: what the error must say
		"":                             "is empty",
		"localhost:8080":               `"localhost:8080": must begin with http://`,
		"127.0.0.1:8080":               `"127.0.0.1:8080": must begin with http://`,
		"host":                         "must begin with http://",
		"ftp://host":                   "must begin with http://",
		"unix:///run/llm.sock":         "must begin with http://",
		"http://":                      "has no host",
		"http://:8080":                 "has no host",
		"http:///v1":                   "has no host",
		"http://host:":                 "from 1 to 65535",
		"http://host:0":                "from 1 to 65535",
		"http://host:99999":            "from 1 to 65535",
		"http://host:80a":              "is not a URL",
		"http://ho st":                 "is not a URL",
		"http://host/\x00":             "is not a URL",
		"http://[::1":                  "is not a URL",
		"http://host/?key=s3cret":      "query or fragment",
		"http://host/#s3cret":          "query or fragment",
		"http://me:s3cret@host":        `"http://…@host": must not hold a user`,
		"http://s3cret@host":           `"http://…@host": must not hold a user`,
		"http://me:s3cret%zz@host":     "is not a URL",
		"http://me:s3cret /@host:1":    "is not a URL",
		"me:s3cret@host":               "must begin with http://",
		"http://me:s3cret@a@host":      "must not hold a user",
		"http://me:s3cret@host:80a/?@": "is not a URL",
	}
	for text, want := range tests {
		_, err := health.ParseURL(text)
		if !errors.Is(err, health.ErrInvalidURL) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the error shows a secret: %v", err)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	for _, seed := range []string{"http://host:80/v1", "https://[::1%25en0]:1/a b", "http://u:p@h?q#f", "//h", "http://%zz"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := health.ParseURL(text)
		if err != nil {
			return
		}
		again, err := health.ParseURL(u.String())
		if err != nil || again.Scheme != u.Scheme || again.Host != u.Host || u.User != nil || u.RawQuery != "" {
			t.Errorf("%q gives %q, which gives %v, %v", text, u, again, err)
		}
	})
}
