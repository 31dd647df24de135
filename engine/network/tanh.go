package network

import "math"

// Spacing of the nodes of tanhTable is 1/tanhNodes. From tanhEnd on, tanh is 1 to the last bit.
const tanhNodes, tanhEnd = 32, 20

// tanhTable holds tanh(j/32). Expm1 gives the same bits on all machines; Tanh and Exp do not.
var tanhTable = func() (t [1024]float64) {
	for j := range t {
		if e := math.Expm1(2 * float64(j) / tanhNodes); j < tanhNodes*tanhEnd+1 {
			t[j] = e / (e + 2)
		}
	}
	return
}()

// TanhOf replaces each z by tanh(scale·z), within 6 units in the last place; NaN stays NaN. In WebAssembly it takes
// less than a third of the time of math.Tanh (16 ns against 55).
//
// With the nearest node j/32 and h = x − j/32, |h| ≤ 1/64, the addition theorem gives tanh x = (t + u)/(1 + t·u) with t
// = tanh(j/32) and u = tanh h. The Taylor polynomial of u up to h⁷ has an error below 2e-18. The node is found by
// adding 1.5·2⁵², after which the last bits hold j.
func TanhOf(z []float64, scale float64) {
	if !fastTanh {
		for k, x := range z {
			z[k] = math.Tanh(scale * x)
		}
		return
	}
	const shift = 3 << 51
	for k, x := range z {
		x *= scale
		a := math.Abs(x)
		if !(a < tanhEnd) {
			if a == a {
				x = math.Copysign(1, x)
			}
			z[k] = x
			continue
		}
		near := a*tanhNodes + shift
		t := tanhTable[math.Float64bits(near)%1024]
		h := a - (near-shift)*(1./tanhNodes)
		s := h * h
		u := h - h*s*(1./3-s*(2./15-s*(17./315)))
		z[k] = math.Copysign((t+u)/(1+t*u), x)
	}
}

// LogisticOf replaces each z by 1/(1 + e^{−z}) = (1 + tanh(z/2))/2, within 1e-15.
func LogisticOf(z []float64) {
	TanhOf(z, 0.5)
	for k, t := range z {
		z[k] = 0.5 + 0.5*t
	}
}
