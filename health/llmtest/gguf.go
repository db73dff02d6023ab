package llmtest

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
)

// Numbers of the GGUF format, version 3.
const (
	magic       = "GGUF"
	version     = 3
	alignment   = 32 // bytes, of each tensor's data
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9
	tensorF32   = 0
)

// gguf is a model in the making: its facts and its tensors.
type gguf struct {
	facts   []fact
	tensors []tensor
	random  *rand.Rand
}

// fact is a key and its encoded type and value.
type fact struct {
	key   string
	value []byte
}

type tensor struct {
	name string
	size []int // the dimension of adjacent numbers first
	fill func() float32
}

func (t tensor) count() int {
	n := 1
	for _, size := range t.size {
		n *= size
	}
	return n
}

func newGGUF(architecture string) *gguf {
	g := &gguf{random: rand.New(rand.NewPCG(1, 2))}
	g.set("general.architecture", typeString, architecture)
	g.set("general.name", typeString, "tiny-"+architecture)
	return g
}

// set adds a fact whose value's Go type is that of the type: uint32, float32,
// bool, string.
func (g *gguf) set(key string, kind uint32, value any) {
	g.facts = append(g.facts, fact{key, append(encode(kind), encode(value)...)})
}

// setList adds an array.
func setList[T any](g *gguf, key string, kind uint32, values []T) {
	encoded := append(encode(uint32(typeArray)), encode(kind)...)
	encoded = append(encoded, encode(uint64(len(values)))...)
	for _, value := range values {
		encoded = append(encoded, encode(value)...)
	}
	g.facts = append(g.facts, fact{key, encoded})
}

// encode writes numbers in little endian and texts with their length before.
func encode(value any) []byte {
	if text, ok := value.(string); ok {
		return append(encode(uint64(len(text))), text...)
	}
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, value) // a buffer takes all numbers
	return b.Bytes()
}

// noise adds a tensor of normally distributed numbers.
func (g *gguf) noise(name string, deviation float64, size ...int) {
	g.tensors = append(g.tensors, tensor{name, size, func() float32 { return float32(g.random.NormFloat64() * deviation) }})
}

// constant adds a tensor of one number.
func (g *gguf) constant(name string, value float32, size ...int) {
	g.tensors = append(g.tensors, tensor{name, size, func() float32 { return value }})
}

// writeTo writes the file. All offsets count from the end of what stands before
// the tensors' data.
func (g *gguf) writeTo(w io.Writer) error {
	var head bytes.Buffer
	head.WriteString(magic)
	head.Write(encode(uint32(version)))
	head.Write(encode(uint64(len(g.tensors))))
	head.Write(encode(uint64(len(g.facts))))
	for _, f := range g.facts {
		head.Write(encode(f.key))
		head.Write(f.value)
	}
	offset := 0
	for _, t := range g.tensors {
		head.Write(encode(t.name))
		head.Write(encode(uint32(len(t.size))))
		for _, size := range t.size {
			head.Write(encode(uint64(size)))
		}
		head.Write(encode(uint32(tensorF32)))
		head.Write(encode(uint64(offset)))
		offset += aligned(4 * t.count())
	}
	head.Write(make([]byte, aligned(head.Len())-head.Len()))
	if _, err := head.WriteTo(w); err != nil {
		return err
	}
	for _, t := range g.tensors {
		if _, err := w.Write(t.data()); err != nil {
			return err
		}
	}
	return nil
}

// data returns the tensor's numbers, filled up to the alignment.
func (t tensor) data() []byte {
	numbers := make([]float32, t.count())
	for i := range numbers {
		numbers[i] = t.fill()
	}
	data := encode(numbers)
	return append(data, make([]byte, aligned(len(data))-len(data))...)
}

func aligned(bytes int) int { return (bytes + alignment - 1) / alignment * alignment }
