package minilm

// What is approximated.
var (
	Exp     = exp
	Softmax = softmax
)

// GELU applies the table to one number.
func GELU(x float32) float32 {
	numbers := []float32{x}
	newGELU().apply(numbers)
	return numbers[0]
}
