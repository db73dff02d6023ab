package endpoint

import (
	"math"
	"strconv"
)

// read takes the vectors from an answer and checks them.
func (e *Embedder) read(answer []byte, texts int) ([][]float32, error) {
	vectors, problem := e.protocol.read(answer)
	if problem == "" && len(vectors) != texts {
		problem = "gave " + strconv.Itoa(len(vectors)) + " vectors for " + strconv.Itoa(texts) + " texts"
	}
	if problem != "" {
		return nil, e.fault(problem, hintOther)
	}
	for i, vector := range vectors {
		if problem := e.checkDimensions(len(vector)); problem != "" {
			return nil, e.fault(problem, "embed the passages anew if the server runs another model now")
		}
		if e.options.Dimensions > 0 {
			vector = vector[:e.options.Dimensions]
		}
		var finite bool
		if vectors[i], finite = unit(vector); !finite {
			return nil, e.fault("gave a vector that is not made of numbers", hintOther)
		}
	}
	return vectors, nil
}

// checkDimensions holds all vectors to the dimensions of the first one.
func (e *Embedder) checkDimensions(n int) (problem string) {
	if n < max(1, e.options.Dimensions) {
		return "gave a vector of " + strconv.Itoa(n) + " dimensions, too few"
	}
	if e.dimensions.CompareAndSwap(0, int64(n)) {
		return ""
	}
	if before := e.dimensions.Load(); before != int64(n) {
		return "gave a vector of " + strconv.Itoa(n) + " dimensions after others of " + strconv.FormatInt(before, 10)
	}
	return ""
}

// unit scales the vector to length 1, in place; nil stands for one of length 0,
// which is how llama.cpp's not-a-numbers arrive too (as nulls). finite is false
// for one that has no length.
func unit(vector []float32) (scaled []float32, finite bool) {
	var square float64
	for _, x := range vector {
		square += float64(x) * float64(x)
	}
	switch {
	case math.IsNaN(square) || math.IsInf(square, 0):
		return nil, false
	case square == 0:
		return nil, true
	}
	scale := 1 / math.Sqrt(square)
	for i, x := range vector {
		vector[i] = float32(float64(x) * scale)
	}
	return vector, true
}
