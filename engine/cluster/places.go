package cluster

import (
	"encoding/binary"
	"math"
	"sync"

	"pointscape/engine/method"
)

// places finds the first of a problem's rows at a place. Clusters are answers about rows: at the place of a row the
// answer is that of the row, also where another cluster is as near (a tie that the run has decided, or rounding).
type places struct {
	p     *method.Problem
	once  sync.Once
	first map[string]int // by the bits of the rows
}

func newPlaces(p *method.Problem) *places { return &places{p: p} }

// row is the first row that is equal to x, −1 where there is none.
func (s *places) row(x []float64) int {
	s.once.Do(func() {
		s.first = make(map[string]int, s.p.N)
		var bits []byte
		for i := range s.p.N {
			bits = bitsOf(s.p.At(i), bits)
			if _, known := s.first[string(bits)]; !known {
				s.first[string(bits)] = i
			}
		}
	})
	if i, ok := s.first[string(bitsOf(x, nil))]; ok {
		return i
	}
	return -1
}

// distinct is how many different rows there are.
func (s *places) distinct() int {
	s.row(nil)
	return len(s.first)
}

// bitsOf writes a row into bits; 0 and −0 are equal.
func bitsOf(x []float64, bits []byte) []byte {
	bits = bits[:0]
	for _, v := range x {
		bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v+0))
	}
	return bits
}
