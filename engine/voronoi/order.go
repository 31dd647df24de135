package voronoi

import (
	"math"
	"math/bits"
)

// curveBits is the resolution of the Hilbert curve along each axis.
const curveBits = 16

// hilbert[s][q] steps down the Hilbert curve: in state s (one of the four
// orientations of the curve) the pair q = 4*(two bits of x) + (two bits of y)
// gives four bits of the position and the next state, as position<<2 | state.
var hilbert = hilbertTable()

func hilbertTable() (table [4][16]uint8) {
	// One level: for each state the position of the quadrant 2*xbit+ybit, and
	// the state inside it. State 0 enters at (0,0) and leaves at (1,0); 1 is 0
	// mirrored at the diagonal; 2 and 3 are 1 and 0 turned half round.
	position := [4][4]uint8{{0, 1, 3, 2}, {0, 3, 1, 2}, {2, 1, 3, 0}, {2, 3, 1, 0}}
	inside := [4][4]uint8{{1, 0, 2, 0}, {0, 3, 1, 1}, {2, 2, 0, 3}, {3, 1, 3, 2}}
	for s := range table {
		for q := range table[s] {
			hi := q>>3<<1 | q>>1&1 // high bits of x and y
			lo := q>>2&1<<1 | q&1
			mid := inside[s][hi]
			table[s][q] = (position[s][hi]<<2|position[mid][lo])<<2 | inside[mid][lo]
		}
	}
	return table
}

// hilbertKey is the position of a cell of the 2^16 x 2^16 grid on the curve.
func hilbertKey(x, y uint32) uint32 {
	key, state := uint32(0), uint8(0)
	for shift := curveBits - 2; shift >= 0; shift -= 2 {
		step := hilbert[state&3][x>>shift&3<<2|y>>shift&3]
		key = key<<4 | uint32(step>>2)
		state = step & 3
	}
	return key
}

// mix is a hash of an index (the finaliser of Steele, Lea, Flood's SplitMix64):
// it decides, the same way every time, in which round a point is inserted.
func mix(i uint64) uint64 {
	i += 0x9e3779b97f4a7c15
	i = (i ^ i>>30) * 0xbf58476d1ce4e5b9
	i = (i ^ i>>27) * 0x94d049bb133111eb
	return i ^ i>>31
}

// A point is in the last round with probability 1-2^-roundBits, in the one
// before with 2^-roundBits of what is left, and so on. Random rounds bound the
// expected work for any set of points, the curve within them keeps neighbours
// together.
const roundBits = 3

// curveOrder returns the order of insertion.
func (t *Triangulation) curveOrder(x []float64) []int32 {
	n := len(x) / 2
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := 0; i+1 < len(x); i += 2 {
		x0, x1 = min(x0, x[i]), max(x1, x[i])
		y0, y1 = min(y0, x[i+1]), max(y1, x[i+1])
	}
	// Each axis has its own scale; the curve only has to be a good order.
	const cells = 1 << curveBits
	sx, sy := (cells-1)/max(x1-x0, 1e-300), (cells-1)/max(y1-y0, 1e-300)
	s := &t.scratch
	if cap(s.keys) < n {
		s.keys, s.keys2 = make([]uint32, n), make([]uint32, n)
		s.order, s.order2 = make([]int32, n), make([]int32, n)
	}
	keys, keys2, order, order2 := s.keys[:n], s.keys2[:n], s.order[:n], s.order2[:n]

	rounds := 1
	for m := n; m > 64; m >>= roundBits {
		rounds++
	}
	for i := range n {
		cx, cy := (x[2*i]-x0)*sx, (x[2*i+1]-y0)*sy
		keys[i] = hilbertKey(uint32(min(cx, cells-1)), uint32(min(cy, cells-1)))
		order[i] = int32(i)
	}
	// Least significant digit first: three digits of the key, then the round.
	const digit = 11
	var count [1 << digit]int32
	for shift := 0; shift < 32; shift += digit {
		clear(count[:])
		for _, k := range keys {
			count[k>>shift&(1<<digit-1)]++
		}
		sum := int32(0)
		for i, c := range count {
			count[i] = sum
			sum += c
		}
		for i, k := range keys {
			d := k >> shift & (1<<digit - 1)
			keys2[count[d]], order2[count[d]] = k, order[i]
			count[d]++
		}
		keys, keys2, order, order2 = keys2, keys, order2, order
	}
	if rounds == 1 {
		return order
	}
	clear(count[:])
	round := func(p int32) int {
		return max(0, rounds-1-bits.TrailingZeros64(mix(uint64(p)))/roundBits)
	}
	for i, p := range order {
		r := round(p)
		keys[i] = uint32(r)
		count[r]++
	}
	sum := int32(0)
	for i := range rounds {
		sum, count[i] = sum+count[i], sum
	}
	for i, p := range order {
		r := keys[i]
		order2[count[r]] = p
		count[r]++
	}
	return order2
}
