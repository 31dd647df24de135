package dictionary

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

func fourOf(t testing.TB, p *method.Problem, params map[string]any) *four {
	t.Helper()
	return methodtest.Fit(t, Family(), p, params).(*four)
}

// The error of each method must be the sum of the squared distances to the reconstructions; for PCA, that of the
// omitted singular values; flats of dimension 0 must be k-means. No method whose reconstructions lie in a subspace of K
// dimensions may be better than PCA, and flats and codes must be better than k-means.
func TestFourLose(t *testing.T) {
	for seed := range uint64(8) {
		d := []int{2, 3, 6}[seed%3]
		p := cloud(60, d, seed)
		for _, k := range []int{1, 2, 5} {
			m := fourOf(t, p, map[string]any{"n_components": float64(k), "dim": float64(seed % 3),
				"transform_n_nonzero_coefs": float64(1 + seed%2)})
			at := make([]float64, d)
			for kind, r := range m.all {
				sum := 0.0
				for i := range p.N {
					r.foot(m.bench, i, at)
					for j, x := range m.row(i) {
						sum += (x - at[j]) * (x - at[j])
					}
					if kind == ofMeans || kind == ofFlats {
						best := math.Inf(1)
						for _, f := range r.flats {
							best = min(best, f.Residual(m.row(i)))
						}
						if own := r.flats[r.of[i]].Residual(m.row(i)); own > best+1e-12 {
							t.Errorf("seed %d, %s: row %d is %v from its own and %v from the nearest", seed, kindsOf[kind].name, i, own,
								best)
						}
					}
				}
				if math.Abs(sum-r.lost) > 1e-9*(1+sum) || r.lost < 0 || m.kept(r) > 1 {
					t.Errorf("seed %d, K = %d, %s loses %v, said to be %v", seed, k, kindsOf[kind].name, sum, r.lost)
				}
			}
			var svd mat.SVD
			svd.Factorize(mat.NewDense(p.N, d, slices.Clone(m.x)), mat.SVDNone)
			left := 0.0
			for l, s := range svd.Values(nil) {
				if l >= k {
					left += s * s
				}
			}
			if got := m.all[ofPCA].lost; math.Abs(got-left) > 1e-9*(1+left) {
				t.Errorf("seed %d, K = %d: PCA loses %v, the singular values say %v", seed, k, got, left)
			}
			if m.q == 0 && m.all[ofFlats].lost != m.all[ofMeans].lost {
				t.Errorf("seed %d: flats of no dimension lose %v, k-means %v", seed, m.all[ofFlats].lost, m.all[ofMeans].lost)
			}
			// A sum of K atoms lies in a subspace of K dimensions through the mean.
			if m.all[ofSparse].lost < left*(1-1e-9) {
				t.Errorf("seed %d, K = %d: sparse coding loses %v, less than the best subspace, %v", seed, k, m.all[ofSparse].lost,
					left)
			}
			if k == 1 && m.q <= 1 && m.all[ofSparse].lost > left*(1+1e-6) {
				t.Errorf("seed %d: one atom loses %v, one component %v", seed, m.all[ofSparse].lost, left)
			}
		}
	}
}

// The plot of the errors must have the errors of fits with that many vectors. A click on a mark chooses it; a fit to
// the same rows with another number must reuse the known results.
func TestErrorsAgainstVectors(t *testing.T) {
	p := cloud(40, 2, 1)
	m := fourOf(t, p, map[string]any{"n_components": 3.0})
	pic, err := method.DrawPanel(t.Context(), m, method.Shown{"errors": true}, "errors", 400, 300)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, l := range pic.Layers {
		marks, ok := l.(*picture.Marks)
		if !ok {
			continue
		}
		for i, key := range marks.Keys {
			k, kind := int(marks.XY[2*i]), marks.Class[i]
			one := fourOf(t, p, map[string]any{"n_components": float64(k)})
			if e := one.mse(one.all[kind]); e != marks.XY[2*i+1] {
				t.Errorf("%s: %v in the plot, %v by a fit", key, marks.XY[2*i+1], e)
			}
			told, ok := m.Tell(key, view, nil)
			want := map[string]any{}
			if k != 3 {
				want["n_components"] = float64(k)
			}
			if kind != ofFlats {
				want["representation"] = kindsOf[kind].value
			}
			for name, x := range want {
				if !ok || told.Click.Set[name] != x || len(told.Click.Set) != len(want) {
					t.Errorf("%s: a click sets %v, want %v", key, told.Click.Set, want)
				}
			}
			seen++
		}
	}
	if seen != kinds*8 {
		t.Errorf("%d marks", seen)
	}
	info := Family().Info
	v, _ := info.Validate(map[string]any{"n_components": 5.0})
	again, err := Family().Fit(method.Unstopped, p, v, m)
	if err != nil || again.(*four).all[ofFlats] != m.done[[2]int{ofFlats, 5}] {
		t.Errorf("what was worked out is lost: %v", err)
	}
}

// A code times its vectors must be the reconstruction of the row; for k-means, a code is a single 1 among zeros.
func TestCodes(t *testing.T) {
	p := cloud(60, 4, 2)
	m := fourOf(t, p, map[string]any{"n_components": 5.0, "dim": 2.0, "transform_n_nonzero_coefs": 2.0})
	at := make([]float64, 4)
	for kind, r := range m.all {
		for i := range p.N {
			code, sum := m.code(r, i), make([]float64, 4)
			add := func(a float64, u []float64) {
				for j, v := range u {
					sum[j] += a / m.scale * v
				}
			}
			on := 0
			for k, a := range code {
				if a != 0 {
					on++
				}
				switch kind {
				case ofPCA:
					add(a, r.flats[0].Basis[k])
				case ofMeans:
					add(a*m.scale, r.flats[k].Base)
				case ofFlats:
					add(a, r.flats[k/2].Basis[k%2])
				case ofSparse:
					add(a, r.dict.b.atom(k))
				}
			}
			if kind == ofFlats {
				add(m.scale, r.flats[r.of[i]].Base)
			}
			if kind == ofMeans && (on != 1 || code[r.of[i]] != 1) || on > map[int]int{ofPCA: 4, ofMeans: 1, ofFlats: 2,
				ofSparse: 2}[kind] {
				t.Errorf("%s: the code of row %d is %v", kindsOf[kind].name, i, code)
			}
			r.foot(m.bench, i, at)
			for j, v := range sum {
				if math.Abs(v-at[j]) > 1e-9 {
					t.Errorf("%s: the code of row %d gives %v, which is rebuilt as %v", kindsOf[kind].name, i, sum, at)
				}
			}
		}
	}
}
