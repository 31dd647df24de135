package linalg

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Components agree with the singular value decomposition, for tall and wide tables, repeated columns, and columns of
// very different scale.
func TestComponents(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ n, d, rank int }{{50, 4, 4}, {300, 64, 64}, {7, 20, 6}, {40, 6, 2}, {5, 1, 1}} {
		x := make([]float64, c.n*c.d)
		for i := range c.n {
			for j := range c.d {
				x[i*c.d+j] = 100 + random.NormFloat64()*math.Pow(1.2, float64(-j))
				if j >= c.rank && c.n > c.d {
					x[i*c.d+j] = 2*x[i*c.d+j-c.rank] - 1
				}
			}
		}
		const q = 3
		scores, shares, ok := Components(x, c.n, c.d, q)
		if !ok {
			t.Fatalf("%+v: none", c)
		}
		m := mat.NewDense(c.n, c.d, append([]float64(nil), x...))
		for j := range c.d {
			mean := mat.Sum(m.ColView(j)) / float64(c.n)
			for i := range c.n {
				m.Set(i, j, m.At(i, j)-mean)
			}
		}
		var svd mat.SVD
		svd.Factorize(m, mat.SVDThin)
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		sigma := svd.Values(nil)
		total := 0.0
		for _, s := range sigma {
			total += s * s
		}
		for k := range q {
			if k >= c.rank {
				if shares[k] != 0 || scores[k] != 0 {
					t.Errorf("%+v: component %d beyond the rank is there", c, k)
				}
				continue
			}
			if want := sigma[k] * sigma[k] / total; math.Abs(shares[k]-want) > 1e-13 {
				t.Errorf("%+v, component %d: share %v, want %v", c, k, shares[k], want)
			}
			sign, far := 1.0, 0.0
			for j := range c.d {
				if l := v.At(j, k); math.Abs(l) > far*(1+1e-9) {
					far, sign = math.Abs(l), math.Copysign(1, l)
				}
			}
			for i := range c.n {
				if want := sign * sigma[k] * u.At(i, k); math.Abs(scores[i*q+k]-want) > 1e-9*sigma[0] {
					t.Fatalf("%+v, component %d of row %d: %v, want %v", c, k, i, scores[i*q+k], want)
				}
			}
		}
	}
	// With columns of very different scale, the small ones are found and accurate.
	small := make([]float64, 3*40)
	for i := range 40 {
		small[3*i], small[3*i+1] = 8.64e9*random.Float64(), random.Float64()
		small[3*i+2] = 0.01 * random.Float64()
	}
	var x, y []float64
	scores, shares, ok := Components(small, 40, 3, 3)
	for i := range 40 {
		x, y = append(x, small[3*i+1]), append(y, scores[3*i+1])
	}
	if r := math.Abs(stat.Correlation(x, y, nil)); !ok || shares[1] <= 0 || shares[2] <= 0 || r < 0.95 {
		t.Errorf("the second column and the second component correlate by %v; shares %v", r, shares)
	}
	m := mat.NewDense(40, 3, small)
	for j := range 3 {
		mean := mat.Sum(m.ColView(j)) / 40
		for i := range 40 {
			m.Set(i, j, m.At(i, j)-mean)
		}
	}
	var svd mat.SVD
	svd.Factorize(m, mat.SVDThin)
	for k, s := range svd.Values(nil) {
		got := 0.0
		for i := range 40 {
			got += scores[3*i+k] * scores[3*i+k]
		}
		if math.Abs(math.Sqrt(got)/s-1) > 1e-6 {
			t.Errorf("component %d has length %v, want %v", k, math.Sqrt(got), s)
		}
	}
	if _, _, ok := Components([]float64{1, 2, 1, 2}, 2, 2, 2); ok {
		t.Error("rows that are all the same have components")
	}
}

func BenchmarkComponents(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct{ n, d int }{{20, 200}, {1797, 64}, {500, 200}, {569, 30}} {
		x := make([]float64, c.n*c.d)
		for i := range x {
			x[i] = random.NormFloat64()
		}
		b.Run(strconv.Itoa(c.n)+"x"+strconv.Itoa(c.d), func(b *testing.B) {
			for b.Loop() {
				Components(x, c.n, c.d, 3)
			}
		})
	}
}
