package cluster

import (
	"encoding/binary"
	"math"
	"sync"

	"pointscape/engine/method"
)

// places finds the first row of a problem at a given position. At the position of a row, the answer is the row's own
// cluster, even if another cluster is equally near (after a tie, or by rounding).
type places struct {
	p     *method.Problem
	once  sync.Once
	first map[string]int // index by the bits of the rows
}

func newPlaces(p *method.Problem) *places { return &places{p: p} }

// row returns the first row equal to x, or −1.
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

// distinct returns the number of distinct rows.
func (s *places) distinct() int {
	s.row(nil)
	return len(s.first)
}

// bitsOf encodes a row; 0 and −0 are equal.
func bitsOf(x []float64, bits []byte) []byte {
	bits = bits[:0]
	for _, v := range x {
		bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v+0))
	}
	return bits
}
