package network

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// fuses reports whether a product and a sum are rounded together, as the compiler may do on some processors.
//
//go:noinline
func fuses(x, y, z float64) bool { return x*y+z != float64(x*y)+z }

// The loops over several rows and lists give the same bits as plain loops, since they add the same numbers in the same
// order, for any number of rows and lists. If multiplications and additions are fused, the compiler's choice where to
// fuse changes the last bits.
func TestLoopsHaveTheBitsOfPlainOnes(t *testing.T) {
	rounding := 0.0
	if x := 1 + 0x1p-30; fuses(x, x, -1-0x1p-29) {
		rounding = 1e-14
	}
	near := func(x, y float64) bool { return math.Abs(x-y) <= rounding*(1+math.Abs(y)) }
	same := func(x, y []float64) bool { return slices.EqualFunc(x, y, near) }
	// The plain loops add all numbers in another order.
	nearly := func(x, y float64) bool { return math.Abs(x-y) <= 1e-14*(1+math.Abs(y)) }
	alike := func(x, y []float64) bool { return slices.EqualFunc(x, y, nearly) }
	rng := rand.New(rand.NewPCG(4, 2))
	lists := func(n, rows int) [][]float64 {
		all := make([][]float64, n)
		for i := range all {
			for range rows {
				all[i] = append(all[i], rng.NormFloat64())
			}
		}
		return all
	}
	for rows := range 14 {
		for in := 1; in <= 18; in++ {
			a, z, w := lists(in, rows), lists(3, rows), lists(1, 3*in)[0]
			want := make([][]float64, 3)
			for j := range z {
				want[j] = slices.Clone(z[j])
				for k := range rows {
					for i := 0; i < in; i += 4 {
						var s [4]float64
						for q := range s {
							if i+q < in {
								s[q] = w[(i+q)*3+j] * a[i+q][k]
							}
						}
						want[j][k] += s[0] + s[1] + (s[2] + s[3])
					}
				}
			}
			plain := [][]float64{slices.Clone(z[0]), slices.Clone(z[1]), slices.Clone(z[2])}
			if combine(plain, a, w, 3, 1); !slices.EqualFunc(plain, want, alike) {
				t.Fatalf("%d lists of %d rows: plain loops give %v, want %v", in, rows, plain, want)
			}
			if Combine(z, a, w, 3, 1); !slices.EqualFunc(z, want, same) {
				t.Fatalf("%d lists of %d rows: %v, want %v", in, rows, z, want)
			}
			d, g := z[0], make([]float64, 2*in)
			sums, total := make([]float64, 2*in), 0.0
			for k, v := range d {
				total += v
				for i := range a {
					sums[2*i] += v * a[i][k]
				}
			}
			one := make([]float64, 2*in)
			if sum := products(one, 2, d, a); !nearly(sum, total) || !alike(one, sums) {
				t.Fatalf("%d lists of %d rows: plain products %v and %v, want %v and %v", in, rows, one, sum, sums, total)
			}
			if sum := Products(g, 2, d, a); !near(sum, total) || !same(g, sums) {
				t.Fatalf("%d lists of %d rows: products %v and %v, want %v and %v", in, rows, g, sum, sums, total)
			}
			slope := slices.Clone(d)
			for k := range slope {
				slope[k] *= 1 - a[0][k]*a[0][k]
			}
			if steepenTanh(d, a[0]); !same(d, slope) {
				t.Fatalf("%d rows: slopes %v, want %v", rows, d, slope)
			}
			if fill(d, 7); slices.ContainsFunc(d, func(v float64) bool { return v != 7 }) {
				t.Fatalf("%d rows: %v", rows, d)
			}
		}
	}
}
