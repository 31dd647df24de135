package voronoi

import (
	"math"
	"math/bits"
)

// whole is an integer of arbitrary size: magnitude (lowest limb first, without leading zeros) and sign. It serves the
// rare determinants that exceed fixed point: schoolbook arithmetic on a few dozen limbs (Knuth, The Art of Computer
// Programming, volume 2, section 4.3.1), a sixth of the code size of math/big.
type whole struct {
	m   []uint64
	neg bool
}

// wholeOf returns m·2^shift.
func wholeOf(m uint64, shift uint, neg bool) whole {
	w := make([]uint64, shift/64+2)
	w[shift/64] = m << (shift % 64)
	w[shift/64+1] = m >> 1 >> (63 - shift%64)
	return whole{w, neg}.trim()
}

// trim removes leading zeros.
func (a whole) trim() whole {
	n := len(a.m)
	for n > 0 && a.m[n-1] == 0 {
		n--
	}
	a.m = a.m[:n]
	return a
}

func (a whole) sign() int {
	switch {
	case len(a.m) == 0:
		return 0
	case a.neg:
		return -1
	}
	return 1
}

// less reports whether the magnitude of a is less than that of b.
func (a whole) less(b whole) bool {
	if len(a.m) != len(b.m) {
		return len(a.m) < len(b.m)
	}
	for i := len(a.m) - 1; i >= 0; i-- {
		if a.m[i] != b.m[i] {
			return a.m[i] < b.m[i]
		}
	}
	return false
}

func (a whole) add(b whole) whole {
	if a.less(b) {
		a, b = b, a
	}
	out := whole{make([]uint64, len(a.m)+1), a.neg}
	var c uint64
	for i, x := range a.m {
		y := uint64(0)
		if i < len(b.m) {
			y = b.m[i]
		}
		if a.neg == b.neg {
			out.m[i], c = bits.Add64(x, y, c)
		} else {
			out.m[i], c = bits.Sub64(x, y, c)
		}
	}
	out.m[len(a.m)] = c // for a difference this is 0, as a is not smaller
	return out.trim()
}

func (a whole) sub(b whole) whole {
	b.neg = !b.neg
	return a.add(b)
}

func (a whole) mul(b whole) whole {
	out := whole{make([]uint64, len(a.m)+len(b.m)), a.neg != b.neg}
	for i, x := range a.m {
		var carry uint64
		for j, y := range b.m {
			hi, lo := bits.Mul64(x, y)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			out.m[i+j], c = bits.Add64(out.m[i+j], lo, 0)
			carry = hi + c
		}
		out.m[i+len(b.m)] = carry
	}
	return out.trim()
}

// frexp returns f and e such that the number is f·2^e, with f accurate to 2 units in the last place and ½ ≤ |f| < 1; 0,
// 0 for 0.
func (a whole) frexp() (f float64, e int) {
	n := len(a.m)
	for i := n - 1; i >= max(0, n-3); i-- {
		f = f*0x1p64 + float64(a.m[i])
	}
	if a.neg {
		f = -f
	}
	f, e = math.Frexp(f)
	return f, e + 64*max(0, n-3)
}
