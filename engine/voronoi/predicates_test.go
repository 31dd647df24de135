package voronoi

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func ratOrient(ax, ay, bx, by, cx, cy float64) int {
	sub := func(a, b float64) *big.Rat { return new(big.Rat).Sub(rat(a), rat(b)) }
	l := sub(ax, cx)
	l.Mul(l, sub(by, cy))
	r := sub(ay, cy)
	r.Mul(r, sub(bx, cx))
	return l.Cmp(r)
}

func ratInCircle(p [8]float64) int {
	var x, y, lift [3]*big.Rat
	for i := range 3 {
		x[i] = new(big.Rat).Sub(rat(p[2*i]), rat(p[6]))
		y[i] = new(big.Rat).Sub(rat(p[2*i+1]), rat(p[7]))
		lift[i] = new(big.Rat).Add(new(big.Rat).Mul(x[i], x[i]), new(big.Rat).Mul(y[i], y[i]))
	}
	det := new(big.Rat)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		m := new(big.Rat).Mul(x[j], y[k])
		m.Sub(m, new(big.Rat).Mul(x[k], y[j]))
		det.Add(det, m.Mul(m, lift[i]))
	}
	return det.Sign()
}

// families are groups of four points that are hard in different ways: the name says which stage of the predicate must
// decide.
var families = []struct {
	name string
	make func(r *rand.Rand) [8]float64
}{
	{"generic", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = r.Float64()
		}
		return p
	}},
	{"lattice", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = float64(r.IntN(5)) * 0.25
		}
		return p
	}},
	{"decimal lattice", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = float64(r.IntN(5)) * 0.1
		}
		return p
	}},
	{"nearly on a line", func(r *rand.Rand) (p [8]float64) {
		for i := 0; i < 8; i += 2 {
			t := float64(r.IntN(9)) / 8
			p[i], p[i+1] = 12+t*3, 24+t*6
			for j := range 2 {
				for range r.IntN(3) {
					p[i+j] = math.Nextafter(p[i+j], 100)
				}
			}
		}
		return p
	}},
	{"nearly on a circle", func(r *rand.Rand) (p [8]float64) {
		for i := 0; i < 8; i += 2 {
			a := r.Float64() * 2 * math.Pi
			p[i], p[i+1] = 0.5+0.3*math.Cos(a), 0.5+0.3*math.Sin(a)
		}
		return p
	}},
	{"on a circle, exactly", func(r *rand.Rand) (p [8]float64) {
		on := [][2]float64{{3, 4}, {4, 3}, {5, 0}, {0, 5}, {-3, 4}, {-4, -3}, {3, -4}}
		s := math.Ldexp(1, r.IntN(80)-60)
		for i := 0; i < 8; i += 2 {
			q := on[r.IntN(len(on))]
			p[i], p[i+1] = q[0]*s, q[1]*s
		}
		return p
	}},
	{"very different sizes", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = float64(r.IntN(3)-1) * math.Pow(10, 12-320*r.Float64()*r.Float64())
		}
		return p
	}},
	{"underflow", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = float64(r.IntN(7)-3) * 5e-324 * float64(1+r.IntN(2)*(1<<40))
		}
		return p
	}},
	{"largest", func(r *rand.Rand) (p [8]float64) {
		for i := range p {
			p[i] = []float64{-1e12, 1e12, 1e12 - 1e-3, 0, 1e-300, 0.5}[r.IntN(6)]
		}
		return p
	}},
}

func TestPredicatesAreExact(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 1))
			var zero, sure int
			tries := 1000
			if testing.Short() {
				tries = 200
			}
			for range tries {
				p := f.make(r)
				want := ratOrient(p[0], p[1], p[2], p[3], p[4], p[5])
				if got := Orient2D(p[0], p[1], p[2], p[3], p[4], p[5]); got != want {
					t.Fatalf("orientation of %v: %d, exactly %d", p[:6], got, want)
				}
				if got := Orient2D(p[2], p[3], p[4], p[5], p[0], p[1]); got != want {
					t.Fatalf("orientation of %v rotated: %d, exactly %d", p[:6], got, want)
				}
				if got := Orient2D(p[2], p[3], p[0], p[1], p[4], p[5]); got != -want {
					t.Fatalf("orientation of %v reversed: %d, exactly %d", p[:6], got, -want)
				}
				want = ratInCircle(p)
				if got := InCircle(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]); got != want {
					t.Fatalf("in-circle of %v: %d, exactly %d", p, got, want)
				}
				if got := inCircleExact(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]); got != want {
					t.Fatalf("exact in-circle of %v: %d, exactly %d", p, got, want)
				}
				if want == 0 {
					zero++
				}
				c := p
				if got := inCircleWhole(&c); got != want {
					t.Fatalf("in-circle of %v in integers of any size: %d, exactly %d", p, got, want)
				}
				if got, want := orientWhole(&c), ratOrient(p[0], p[1], p[2], p[3], p[4], p[5]); got != want {
					t.Fatalf("orientation of %v in integers of any size: %d, exactly %d", p[:6], got, want)
				}
				if _, _, ok := fixedPoint(&c, 8); ok {
					sure++
				}
			}
			t.Logf("%d of %d exactly cocircular; fixed point suffices for %d", zero, tries, sure)
		})
	}
}

func FuzzInCircle(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 2))
	for _, fam := range families {
		p := fam.make(r)
		f.Add(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7])
	}
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g, h, i float64) {
		p := [8]float64{a, b, c, d, e, g, h, i}
		for _, x := range p {
			if !(math.Abs(x) <= 1e12) {
				t.Skip("outside the domain")
			}
		}
		if got, want := InCircle(a, b, c, d, e, g, h, i), ratInCircle(p); got != want {
			t.Errorf("in-circle of %v: %d, exactly %d", p, got, want)
		}
		if got, want := Orient2D(a, b, c, d, e, g), ratOrient(a, b, c, d, e, g); got != want {
			t.Errorf("orientation of %v: %d, exactly %d", p, got, want)
		}
	})
}

func BenchmarkInCircleExactLattice(b *testing.B) {
	for b.Loop() {
		inCircleExact(0.1, 0.1, 0.2, 0.1, 0.2, 0.2, 0.1, 0.2)
	}
}
