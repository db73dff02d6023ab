package chatpage_test

import (
	"errors"
	"testing"

	"rag-context/transport/chatpage"
)

func TestChoose(t *testing.T) {
	const here = "http://127.0.0.1:"
	tests := map[string]struct {
		server    chatpage.Server
		named     string
		name, url string
		err       error
	}{
		"llama.cpp":            {server: chatpage.Server{Name: "llama.cpp", URL: here + "9931"}, name: "llama.cpp", url: here + "9931"},
		"llama.cpp, other key": {server: chatpage.Server{Name: "llamacpp", URL: here + "8080"}, name: "llama.cpp", url: here + "8080"},
		"KoboldCpp":            {server: chatpage.Server{Name: "koboldcpp", URL: here + "5001"}, name: "KoboldCpp", url: here + "5001"},
		"another port":         {server: chatpage.Server{Name: "text-generation-webui", URL: here + "5000"}, name: "text-generation-webui", url: here + "7860"},
		"another port, IPv6":   {server: chatpage.Server{Name: "text-generation-webui", URL: "http://[::1]:5000"}, name: "text-generation-webui", url: "http://[::1]:7860"},
		"no page":              {server: chatpage.Server{Name: "ollama", URL: here + "11434"}, err: chatpage.ErrNoPage},
		"no page, spaces":      {server: chatpage.Server{Name: "LM Studio", URL: here + "1234"}, err: chatpage.ErrNoPage},
		"no page, long name":   {server: chatpage.Server{Name: "text-generation-inference", URL: here + "3000"}, err: chatpage.ErrNoPage},
		"no server":            {err: chatpage.ErrNoPage},
		"unknown server":       {server: chatpage.Server{URL: here + "1"}, url: here + "1"},
		"new server":           {server: chatpage.Server{Name: "NewLLM", URL: here + "1"}, url: here + "1"},

		"name":                   {server: chatpage.Server{Name: "Ollama", URL: here + "11434"}, named: "open-webui", name: "Open WebUI", url: here + "3000"},
		"name as written":        {named: "Open WebUI", name: "Open WebUI", url: here + "3000"},
		"name and address":       {named: "librechat=http://box:81/c/new?model=a=b", name: "LibreChat", url: "http://box:81/c/new?model=a=b"},
		"address":                {named: here + "3000/?models=tiny", url: here + "3000/?models=tiny"},
		"port of one page":       {named: here + "3080", name: "LibreChat", url: here + "3080"},
		"host of one page":       {named: "https://chatgpt.com/?temporary-chat=true", name: "ChatGPT", url: "https://chatgpt.com/?temporary-chat=true"},
		"the server's own":       {server: chatpage.Server{Name: "llama.cpp", URL: here + "4000"}, named: here + "4000/", name: "llama.cpp", url: here + "4000/"},
		"server without a page":  {named: "ollama", err: chatpage.ErrInvalid},
		"unknown name":           {named: "my page", err: chatpage.ErrInvalid},
		"unknown name, address":  {named: "mine=" + here + "1", err: chatpage.ErrInvalid},
		"name, no address":       {named: "lobechat=", err: chatpage.ErrInvalid},
		"no address of the web":  {named: "file:///etc/passwd", err: chatpage.ErrInvalid},
		"name, no web's address": {named: "lobechat=javascript:x", err: chatpage.ErrInvalid},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			page, err := chatpage.Choose(test.server, test.named)
			if !errors.Is(err, test.err) || page.Name != test.name || page.URL != test.url {
				t.Errorf("got %q at %q, %v", page.Name, page.URL, err)
			}
		})
	}
}

// Each name can be typed, and leads to a page on this machine or to a hosted
// one over TLS.
func TestNames(t *testing.T) {
	for _, name := range chatpage.Names() {
		page, err := chatpage.Parse(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !page.Loopback() && page.URL[:8] != "https://" {
			t.Errorf("%s is at %s", name, page.URL)
		}
	}
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:1": true, "http://127.9.9.9": true, "http://[::1]:1": true, "http://localhost": true,
		"http://192.168.1.2": false, "http://localhost.example.org": false, "http://127.0.0.1.example.org": false, "http://0.0.0.0": false,
	} {
		page, err := chatpage.Parse(address)
		if err != nil || page.Loopback() != want {
			t.Errorf("%s: loopback %v, %v", address, page.Loopback(), err)
		}
	}
}
