package kernel

import "math"

// exp2Table holds the bits of 2^(j/64).
var exp2Table = func() (t [64]uint64) {
	for j := range t {
		t[j] = math.Float64bits(math.Exp2(float64(j) / 64))
	}
	return
}()

// ExpNeg returns exp(x) for x <= 0, within 2 units in the last place, and 0 below
// -708 (where exp(x) < 4e-308). It is small enough to be inlined: in WebAssembly
// math.Exp takes four times as long.
//
// exp(x) = 2^(k/64)·exp(r) with whole k and |r| <= ln2/128; k is rounded by
// adding 1.5·2^52, whose last bits then hold it; exp(r) by its Taylor polynomial
// (remainder r⁶/720 < 4e-17). After Tang, ACM Trans. Math. Softw. 15, 1989.
func ExpNeg(x float64) float64 {
	const shift = 3 << 51
	if x < -708 {
		return 0
	}
	if !fastExp {
		return math.Exp(x)
	}
	t := x*(64/math.Ln2) + shift
	k := math.Float64bits(t)
	t -= shift
	r := (x - t*0x1.62e42fefap-7) - t*0x1.cf79abc9e3b39p-46
	return math.Float64frombits(exp2Table[k%64]+k>>6<<52) * (1 + r*(1+r*(0.5+r*(1./6+r*(1./24+r*(1./120))))))
}
