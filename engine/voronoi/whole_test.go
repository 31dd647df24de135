package voronoi

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func (a whole) big() *big.Int {
	out := new(big.Int)
	for i := len(a.m) - 1; i >= 0; i-- {
		out.Lsh(out, 64)
		out.Add(out, new(big.Int).SetUint64(a.m[i]))
	}
	if a.neg {
		out.Neg(out)
	}
	return out
}

func TestWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() whole {
		a := wholeOf(rng.Uint64()>>rng.IntN(64), uint(rng.IntN(300)), rng.IntN(2) == 0)
		if rng.IntN(3) > 0 {
			a = a.add(wholeOf(rng.Uint64(), uint(rng.IntN(300)), rng.IntN(2) == 0))
		}
		if rng.IntN(10) == 0 {
			a = whole{}
		}
		return a
	}
	for range 20000 {
		a, b := random(), random()
		if rng.IntN(20) == 0 {
			b = a
		}
		x, y := a.big(), b.big()
		for what, got := range map[string][2]*big.Int{
			"+": {a.add(b).big(), new(big.Int).Add(x, y)},
			"-": {a.sub(b).big(), new(big.Int).Sub(x, y)},
			"*": {a.mul(b).big(), new(big.Int).Mul(x, y)},
		} {
			if got[0].Cmp(got[1]) != 0 {
				t.Fatalf("%v %s %v is %v, want %v", x, what, y, got[0], got[1])
			}
		}
		if a.sub(b).sign() != x.Cmp(y) {
			t.Fatalf("sign of %v - %v is %d", x, y, a.sub(b).sign())
		}
		f, e := a.frexp()
		want, _ := new(big.Float).SetInt(x).Float64()
		if got := math.Ldexp(f, e); math.Abs(got-want) > 0x1p-51*math.Abs(want) {
			t.Fatalf("%v as a float64 is %v, want %v", x, got, want)
		}
	}
	for _, shift := range []uint{0, 1, 63, 64, 65, 1100} {
		want := new(big.Int).Lsh(new(big.Int).SetUint64(math.MaxUint64), shift)
		if got := wholeOf(math.MaxUint64, shift, false).big(); got.Cmp(want) != 0 {
			t.Errorf("shift %d: %v, want %v", shift, got, want)
		}
	}
}

// Circumcentres of triangles that exceed fixed point must agree with rational arithmetic.
func TestCircumcenterOfWholes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		var p [6]float64
		for i := range p {
			p[i] = math.Ldexp(rng.NormFloat64(), rng.IntN(80)-60)
		}
		if orientExact(p[0], p[1], p[2], p[3], p[4], p[5]) == 0 {
			continue
		}
		bx, by := new(big.Rat).Sub(rat(p[2]), rat(p[0])), new(big.Rat).Sub(rat(p[3]), rat(p[1]))
		cx, cy := new(big.Rat).Sub(rat(p[4]), rat(p[0])), new(big.Rat).Sub(rat(p[5]), rat(p[1]))
		mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
		det := new(big.Rat).Sub(mul(bx, cy), mul(by, cx))
		det.Add(det, det)
		bl, cl := new(big.Rat).Add(mul(bx, bx), mul(by, by)), new(big.Rat).Add(mul(cx, cx), mul(cy, cy))
		ux := new(big.Rat).Sub(mul(cy, bl), mul(by, cl))
		uy := new(big.Rat).Sub(mul(bx, cl), mul(cx, bl))
		wx, _ := ux.Quo(ux, det).Float64()
		wy, _ := uy.Quo(uy, det).Float64()
		gx, gy := circumcenterExact(p[0], p[1], p[2], p[3], p[4], p[5])
		for _, v := range [][3]float64{{gx, p[0] + wx, p[0]}, {gy, p[1] + wy, p[1]}} {
			if math.Abs(v[0]-v[1]) > 1e-15*(math.Abs(v[1])+math.Abs(v[2])) {
				t.Fatalf("%v: %v, want %v", p, v[0], v[1])
			}
		}
	}
}
