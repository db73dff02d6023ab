package health_test

import (
	"io"
	"net/http"
	"testing"

	"rag-context/health"
)

// A router's events, as llama.cpp's README has them.
func TestProgress(t *testing.T) {
	r := readReplies(t, "llamacpp-router-loading")
	base := serveFunc(t, func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Path != "/models/sse" {
			r.handler(t, new(requests))(w, request)
			return
		}
		io.WriteString(w, "data: {\"model\":\"a\",\"event\":\"model_status\",\"data\":{\"status\":\"loading\",\"progress\":{\"stages\":[\"text_model\"],\"current\":\"text_model\",\"value\":0.9}}}\n\n"+
			"data: {\"model\":\"b\",\"event\":\"model_status\",\"data\":{\"status\":\"loading\"}}\n\n"+
			"data: {\"model\":\"b\",\"event\":\"model_status\",\"data\":{\"status\":\"loading\",\"progress\":{\"stages\":[\"text_model\",\"mmproj_model\"],\"current\":\"text_model\",\"value\":0.5}}}\n\n")
		http.NewResponseController(w).Flush()
		<-request.Context().Done() // it never ends by itself
	})
	got := health.Check(t.Context(), base, health.Options{Thorough: true})
	if got.State != health.Loading || got.Progress != .25 || got.Message != "the server is still loading its model: 25 %" {
		t.Errorf("%+v", got)
	}
	if hasty := health.Check(t.Context(), base, health.Options{}); hasty.Progress != 0 {
		t.Errorf("%+v", hasty)
	}
}
