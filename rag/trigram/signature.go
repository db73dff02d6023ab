package trigram

// bitsPerGram is how many bits of a signature there are for each trigram of its
// text: with 4 a trigram that is not there looks as if it were in 22 of 100 texts,
// and the three of a word of five letters do in 1 of 100.
const bitsPerGram = 4

// Signer makes signatures. The zero value is ready; it is not safe for concurrent
// use.
type Signer struct {
	seen  [1 << gramBits / 64]uint64
	grams []gram // those seen
}

// Add adds a text, or more of one.
func (s *Signer) Add(text string) {
	eachGram(text, func(g gram) {
		if word, bit := g/64, uint64(1)<<(g%64); s.seen[word]&bit == 0 {
			s.seen[word] |= bit
			s.grams = append(s.grams, g)
		}
	})
}

// Signature returns the signature of what was added since the last one: half a
// byte for each different trigram.
func (s *Signer) Signature() []byte {
	signature := make([]byte, min(len(s.grams)*bitsPerGram/8+1, 1<<gramBits/8))
	for _, g := range s.grams {
		at := g.place(signature)
		signature[at/8] |= 1 << (at % 8)
		s.seen[g/64] = 0
	}
	s.grams = s.grams[:0]
	return signature
}

// place is the bit of a gram.
func (g gram) place(signature []byte) uint64 {
	return uint64(g) * uint64(8*len(signature)) >> gramBits
}

func (g gram) in(signature []byte) bool {
	at := g.place(signature)
	return signature[at/8]&(1<<(at%8)) != 0
}
