package health

import (
	"bufio"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"
)

// progressPatience is how long to listen for a word on the progress: a router
// sends one every 200 ms.
const progressPatience = 500 * time.Millisecond

// routerProgress listens to a router's events until one tells how far it is with
// loading the model. It returns 0 where none does in time.
func routerProgress(ctx context.Context, s *session, model string) float64 {
	ctx, cancel := context.WithTimeout(ctx, progressPatience)
	defer cancel()
	response, err := s.open(ctx, "/models/sse")
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return 0
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		event, isData := strings.CutPrefix(lines.Text(), "data:")
		if !isData {
			continue
		}
		if said := parseObject([]byte(event)); said.text("model") == model {
			if progress := loaded(said.child("data").child("progress")); progress > 0 {
				return progress
			}
		}
	}
	return 0
}

// loaded is the share of all stages that is done, each taken for equally long.
func loaded(progress object) float64 {
	stages := progress.array("stages")
	at := slices.Index(stages, any(progress.text("current")))
	if at < 0 {
		return 0
	}
	return (float64(at) + progress.fraction("value")) / float64(len(stages))
}
