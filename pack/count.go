package pack

import (
	"errors"
	"math"
	"slices"
)

// Limits of counting.
const (
	maxTrials   = 3    // blocks that are packed by a corrected estimate
	wellFilled  = 0.95 // the share of the budget with which a block is good enough
	correctMore = 1.02 // for what the last block does not tell of the next
)

// packCounted packs by an estimate, has the block counted, and packs again by
// the estimate as that count corrects it, until a block fits and is well filled.
// Where no corrected estimate makes one fit, each step is counted. Where the
// counting fails, the plain estimate holds.
func (p packer) packCounted(pieces []piece, count func(string) (int, error)) (Block, error) {
	var best Block
	scale := 1.0
	for range maxTrials {
		block, err := p.scaled(scale).pack(pieces)
		if err != nil {
			break // too small by estimate; a count may see it otherwise
		}
		n, err := count(block.Text)
		if err != nil {
			return p.pack(pieces)
		}
		if n <= p.budget && n > best.Tokens {
			best = p.counted(block, n)
		}
		if n <= p.budget && (float64(n) >= wellFilled*float64(p.budget) || block.complete()) {
			break
		}
		scale = correctMore * float64(n) / float64(max(1, p.estimate(block.Text)))
	}
	if best.Tokens > 0 {
		return best, nil
	}
	return p.packStepwise(pieces, count)
}

// scaled is the packer with the estimate times a factor.
func (p packer) scaled(factor float64) packer {
	p.count = func(text string) int { return int(math.Ceil(factor * float64(p.estimate(text)))) }
	return p
}

// packStepwise decides each step by a count. It asks for many, and always finds
// a block if there is one.
func (p packer) packStepwise(pieces []piece, count func(string) (int, error)) (Block, error) {
	var failed error
	careful := p
	careful.count = func(text string) int {
		if failed != nil {
			return math.MaxInt
		}
		n, err := count(text)
		if err != nil {
			failed = err
			return math.MaxInt
		}
		return n
	}
	block, err := careful.pack(pieces)
	if failed != nil {
		return p.pack(pieces)
	}
	if _, small := errors.AsType[*BudgetError](err); small {
		return Block{}, err
	}
	return p.counted(block, block.Tokens), err
}

// counted is the block with the number of tokens that it counts, and each
// source with its share of them.
func (p packer) counted(block Block, tokens int) Block {
	share := float64(tokens) / float64(max(1, p.estimate(block.Text)))
	block.Tokens, block.Receipt.Tokens, block.Receipt.Exact = tokens, tokens, true
	for i := range block.Receipt.Sources {
		row := &block.Receipt.Sources[i]
		row.Tokens = int(math.Round(share * float64(row.Tokens)))
	}
	return block
}

// complete reports whether a larger budget would change nothing.
func (b Block) complete() bool {
	return !slices.ContainsFunc(b.Receipt.LeftOut, func(o Omission) bool { return o.Reason == ReasonBudget }) &&
		!slices.ContainsFunc(b.Receipt.Sources, func(s Source) bool { return s.Cut })
}
