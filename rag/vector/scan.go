package vector

// Question is a vector that others are compared with. It may be used by several
// goroutines.
type Question struct {
	dimensions int
	probe      probe
	codes      []int32
	scale      float32
	// offset is the product of the codes with a row of zeros.
	offset int32
}

// NewQuestion prepares a vector of at most 8,192 finite elements.
func NewQuestion(v []float32) *Question {
	q := &Question{dimensions: len(v), probe: newProbe(v)}
	q.codes, q.scale = queryCodes(v)
	for _, code := range q.codes {
		q.offset += code * middle
	}
	return q
}

// Dimensions returns the length of the question's vector.
func (q *Question) Dimensions() int { return q.dimensions }

// Product returns the product of the question with a row's vector, which is the
// cosine for unit vectors. The row has as many dimensions as the question.
func (q *Question) Product(row []byte) float32 {
	scale, codes := splitRow(row)
	return q.scale * scale * float32(dotCodes(q.codes, codes)-q.offset)
}

// Scan looks through the signs of many vectors for those that may be nearest to
// a question. It serves one goroutine.
type Scan struct {
	probe probe
	near  *nearest
}

// NewScan returns a scan that keeps the want nearest. A tenth of them ranked by
// [Question.Product] is nearly the exact tenth; see the package's tests.
func (q *Question) NewScan(want int) *Scan {
	return &Scan{probe: q.probe, near: newNearest(want, q.probe.farthest())}
}

// Block looks at consecutive vectors' signs, made by [AppendSigns]; the first
// vector's number is first. Only vectors that come near are asked about, at
// most once each; a nil allowed allows all.
func (s *Scan) Block(first int64, signs []byte, allowed func(number int64) bool) {
	size := len(s.probe) * 8
	for number := first; len(signs) >= size; number, signs = number+1, signs[size:] {
		distance := s.probe.distance(signs)
		if distance <= s.near.limit && (allowed == nil || allowed(number)) {
			s.near.add(number, distance)
		}
	}
}

// Nearest returns the numbers of the vectors kept, in the order they came; of
// equally near ones at the brink those that came first. It ends the scan.
func (s *Scan) Nearest() []int64 {
	candidates := s.near.take()
	numbers := make([]int64, len(candidates))
	for i, candidate := range candidates {
		numbers[i] = candidate.number
	}
	return numbers
}
