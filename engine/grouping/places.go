package grouping

import (
	"encoding/binary"
	"math"
	"sync"

	"pointscape/engine/method"
)

// Places finds the first row of a problem at a given position. At the position of a row, the answer is the row's own
// cluster, even if another cluster is equally near (after a tie, or by rounding).
type Places struct {
	p     *method.Problem
	once  sync.Once
	first map[string]int // index by the bits of the rows
}

// NewPlaces returns the places of a problem's rows, which are indexed at the first question.
func NewPlaces(p *method.Problem) *Places { return &Places{p: p} }

// Row returns the first row equal to x, or −1.
func (s *Places) Row(x []float64) int {
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

// Distinct returns the number of distinct rows.
func (s *Places) Distinct() int {
	s.Row(nil)
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
