package mixture

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// In space, each mean is at the position given by its coordinates, and each ellipse lies two standard deviations from
// it, both if the axes are columns of the table and if they are other orthogonal directions.
func TestEllipsoids(t *testing.T) {
	b, err := os.ReadFile("testdata/blobs.json") // in five dimensions
	if err != nil {
		t.Fatal(err)
	}
	var x [][]float64
	if err := json.Unmarshal(b, &x); err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: len(x), D: 5, X: slices.Concat(x...), Task: method.Cluster, Seed: 1}
	p.Shown, p.Inputs = make([]float64, 2*p.N), make([]string, p.D)
	directions := map[string]*mat.Dense{"columns": mat.NewDense(3, 5, nil), "directions": mat.NewDense(3, 5, nil)}
	for j, u := range []int{4, 0, 2} {
		directions["columns"].Set(j, u, 1)
	}
	for j, row := range [][]float64{{0.6, 0.8, 0, 0, 0}, {0, 0, 0.8, 0, -0.6},
		{0.8 / math.Sqrt2, -0.6 / math.Sqrt2, 0, 1 / math.Sqrt2, 0}} {
		directions["directions"].SetRow(j, row)
	}
	for name, q := range directions {
		var at mat.Dense
		at.Mul(mat.NewDense(p.N, 5, p.X), q.T())
		for _, kind := range []string{full, tied, diag, spherical} {
			b := methodtest.Fit(t, Method(), p, map[string]any{"n_components": 3.0, "covariance_type": kind, "reg_covar": 0.01,
				"tol": 0.0}).(*blend)
			ellipses, means := 0, 0
			for _, l := range b.Can().SpaceLayers(at.RawMatrix().Data, method.Shown{"ellipses": true, "means": true}) {
				var where *mat.VecDense
				mean := func(c int) *mat.VecDense {
					var m mat.VecDense
					m.MulVec(q, mat.NewVecDense(5, b.g.means[c*5:(c+1)*5]))
					return &m
				}
				switch l := l.(type) {
				case *picture.Marks:
					where = mean(l.Class[0])
					means++
					for j, x := range []float64{l.XY[0], l.XY[1], l.Z[0]} {
						if math.Abs(x-where.AtVec(j)) > 1e-6 {
							t.Errorf("%s, %s: mean %d is at %v, %v, want %v", name, kind, l.Class[0], l.XY, l.Z, where)
							break
						}
					}
				case *picture.Path:
					ellipses++
					where = mean(l.Class)
					cov := mat.NewDense(5, 5, nil)
					for u := range 5 {
						cov.Set(u, u, b.g.variance(l.Class, u))
						for v := range 5 {
							if b.g.matrix() {
								cov.Set(u, v, b.g.of(b.g.cov, l.Class)[max(u, v)*5+min(u, v)])
							}
						}
					}
					var half, seen, inverse mat.Dense
					half.Mul(q, cov)
					seen.Mul(&half, q.T())
					if err := inverse.Inverse(&seen); err != nil {
						t.Fatal(err)
					}
					for i, z := range l.Z {
						d := mat.NewVecDense(3, []float64{l.XY[2*i], l.XY[2*i+1], z})
						d.SubVec(d, where)
						if r := mat.Inner(d, &inverse, d); math.Abs(r-4) > 4e-4 {
							t.Fatalf("%s, %s: a place of ellipsoid %d is %v standard deviations away", name, kind, l.Class, math.Sqrt(r))
						}
					}
				}
			}
			want := 3
			if kind == diag && name == "directions" {
				want = 0 // they cannot be derived
			}
			if ellipses != want || means != 3 {
				t.Errorf("%s, %s: %d ellipsoids and %d means", name, kind, ellipses, means)
			}
		}
	}
}
