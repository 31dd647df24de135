package decomposition

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// cloud returns n normal rows of d coordinates with different standard deviations, rotated and shifted, with three
// classes.
func cloud(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 7))
	turn := make([]float64, d*d)
	for i := range turn {
		turn[i] = rng.NormFloat64() / math.Sqrt(float64(d))
	}
	p := &method.Problem{N: n, D: d, Task: method.Cluster, X: make([]float64, n*d)}
	for i := range n {
		p.Labels = append(p.Labels, i%3)
		for j := range d {
			p.X[i*d+j] += 3 * float64(j%3-1)
			for k := range d {
				p.X[i*d+j] += turn[k*d+j] * rng.NormFloat64() / float64(k+1)
			}
		}
	}
	return p
}

// lostOf computes the mean squared reconstruction error by its definition.
func lostOf(m *pca) (sum float64) {
	at := make([]float64, m.p.D)
	for i := range m.p.N {
		x := m.p.At(i)
		m.reconstruct(x, at, m.q)
		for j := range at {
			sum += (x[j] - at[j]) * (x[j] - at[j])
		}
	}
	return sum / float64(m.p.N)
}

func dot(a, b []float64) (s float64) {
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// For data of all shapes: directions are orthonormal, the error agrees with its definition, the singular values are
// those of all rows at once (many rows are processed in chunks), and the results for the other subspace are those of
// choosing it.
func TestComponents(t *testing.T) {
	for _, c := range []struct{ n, d int }{{2, 2}, {3, 2}, {60, 2}, {chunk - 1, 2}, {chunk, 3}, {chunk + 1, 3},
		{2*chunk + 1, 5}, {1500, 64}, {5, 9}, {9, 9}, {10, 9}, {40, 1}} {
		p := cloud(c.n, c.d, uint64(c.n))
		var both [2]*pca
		for i, kind := range []string{affine, linear} {
			for q := min(c.d, 4); q >= 0; q-- {
				m := fitted(t, p, map[string]any{"n_components": float64(q), "subspace": kind})
				both[i] = m
				f := facts(m)
				if got, want := f["reconstruction_error"].(float64), lostOf(m); !near(got, want) {
					t.Errorf("%v, %s, q = %d: %v is lost, said to be %v", c, kind, q, want, got)
				}
				if got := f["subspace_errors"].([]float64)[i]; got != f["reconstruction_error"] {
					t.Errorf("%v, %s, q = %d: both are compared with %v, %v is lost", c, kind, q, got, f["reconstruction_error"])
				}
			}
			m := both[i]
			x := mat.NewDense(c.n, c.d, nil)
			for r := range c.n {
				for j, v := range p.At(r) {
					x.Set(r, j, v-m.base[j])
				}
			}
			var svd mat.SVD
			svd.Factorize(x, mat.SVDNone)
			want := svd.Values(nil)
			for k, s := range m.s {
				if !near(m.scale*s, want[k]) {
					t.Errorf("%v, %s: singular value %d is %v, want %v", c, kind, k, m.scale*s, want[k])
				}
				for l := range k + 1 {
					one := 0.0
					if k == l {
						one = 1
					}
					if !near(dot(m.basis[k], m.basis[l]), one) {
						t.Errorf("%v, %s: the product of directions %d and %d is %v", c, kind, k, l, dot(m.basis[k], m.basis[l]))
					}
				}
				// The mean square of the coordinates along a component is its variance.
				sum := 0.0
				for r := range c.n {
					sum += m.score(p.At(r), k) * m.score(p.At(r), k)
				}
				if !near(sum, m.scale*s*m.scale*s) {
					t.Errorf("%v, %s: along direction %d the squares are %v, want %v", c, kind, k, sum, m.scale*s*m.scale*s)
				}
			}
		}
		a, b := facts(both[0])["subspace_errors"].([]float64), facts(both[1])["subspace_errors"].([]float64)
		if !near(a[0], b[0]) || !near(a[1], b[1]) || a[0] > a[1]+1e-9 {
			t.Errorf("%v: through the mean and the origin %v is lost, the other way round %v", c, a, b)
		}
	}
}

// No other line has a smaller error.
func TestNoBetterLine(t *testing.T) {
	p := cloud(50, 2, 3)
	m := fitted(t, p, nil)
	for i := range 180 {
		s, c := math.Sincos(math.Pi * float64(i) / 180)
		n := *m
		n.basis = [][]float64{{c, s}}
		if lostOf(&n) < lostOf(m)-1e-12 {
			t.Errorf("at %d degrees only %v is lost, the first component loses %v", i, lostOf(&n), lostOf(m))
		}
	}
}

// The largest coordinate is positive, the first of equally large ones.
func TestSigns(t *testing.T) {
	for _, c := range []struct{ u, want []float64 }{
		{[]float64{0.6, -0.8}, []float64{-0.6, 0.8}},
		{[]float64{-0.8, 0.6}, []float64{0.8, -0.6}},
		{[]float64{-math.Sqrt2 / 2, math.Sqrt2/2 + 1e-16}, []float64{math.Sqrt2 / 2, -math.Sqrt2/2 - 1e-16}},
		{[]float64{0, -1, 0}, []float64{0, 1, 0}},
	} {
		if linalg.Upright(c.u); dot(c.u, c.want) < 0.99 {
			t.Errorf("%v is turned to another sign than %v", c.u, c.want)
		}
	}
}

func TestDegenerate(t *testing.T) {
	fit := func(params map[string]any, rows ...[]float64) (*pca, string) {
		t.Helper()
		in := PCA().Info
		v, err := in.Validate(params)
		if err != nil {
			t.Fatal(err)
		}
		p := &method.Problem{D: 2, Task: method.Cluster}
		if len(rows) > 0 {
			p = wide(rows)
		}
		m, err := PCA().Fit(method.Unstopped, p, v, nil)
		var need *method.Need
		if errors.As(err, &need) {
			return nil, need.Sentence
		}
		if err != nil {
			t.Fatal(err)
		}
		return m.(*pca), m.Status().Sentence
	}
	origin := map[string]any{"subspace": linear}
	for _, c := range []struct {
		params map[string]any
		rows   [][]float64
		want   string
	}{
		{nil, nil, "Click to add points"},
		{nil, [][]float64{{1, 2}}, "One point"},
		{nil, [][]float64{{0.1, 1e11}, {0.1, 1e11}, {0.1, 1e11}}, "coincide"},
		{origin, [][]float64{{0, 0}, {0, 0}}, "at the origin"},
		{origin, [][]float64{{3, 4}}, "Nothing is lost"},
		{nil, [][]float64{{1, 5}, {2, 5}, {4, 5}}, "keeps 100 %"},
		{nil, [][]float64{{1, 2}, {3, 4}}, "Nothing is lost"},
		{map[string]any{"n_components": 5.0}, [][]float64{{1, 2}, {3, 4}, {3, 5}}, "no more than 2 components"},
		{map[string]any{"n_components": 0.0}, [][]float64{{1, 2}, {3, 4}, {3, 5}},
			"0 components of 2 keep 0 % of the variance"},
		{nil, [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, "PC 1 and PC 2 have the same variance"},
		{nil, [][]float64{{1e10, 1e10}, {1e10 + 1e-5, 1e10}, {1e10, 1e10 + 2e-5}}, "Rounding errors"},
		{nil, [][]float64{{1e10, 1e10}, {1e10 + 1e3, 1e10}, {1e10, 1e10 + 2e3}}, "The first of 2"},
		{nil, [][]float64{{1e-310, 0}, {2e-310, 1e-310}, {3e-310, 1e-310}}, "The first of 2"},
		{nil, [][]float64{{1e12, 1e12}, {-1e12, 1e12}, {1e12, -1e11}}, "The first of 2"},
		{nil, [][]float64{{1, 7, 0}, {2, 7, 0}, {4, 7, 1}}, "The first of 2"},
	} {
		m, said := fit(c.params, c.rows...)
		if !strings.Contains(said, c.want) {
			t.Errorf("%v, %v: %q, want %q", c.params, c.rows, said, c.want)
		}
		if m == nil {
			continue
		}
		for _, f := range m.Facts() {
			switch x := f.Value.(type) {
			case float64:
				if !method.Finite(x) {
					t.Errorf("%v: %s is %v", c.rows, f.Name, x)
				}
			case []float64:
				if !method.Finite(x...) {
					t.Errorf("%v: %s is %v", c.rows, f.Name, x)
				}
			case [][]float64:
				if !method.Finite(flat(x)...) {
					t.Errorf("%v: %s is %v", c.rows, f.Name, x)
				}
			}
		}
	}
}

// About the mean, variances have divisor n − 1; about the origin they are mean squares.
func TestDivisors(t *testing.T) {
	p := &method.Problem{N: 4, D: 2, Task: method.Cluster, X: []float64{3, 0, -3, 0, 0, 1, 0, -1}}
	for subspace, want := range map[string][]float64{affine: {6, 2. / 3}, linear: {4.5, 0.5}} {
		of := PCA()
		v, err := of.Validate(map[string]any{"subspace": subspace})
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Facts() {
			if f.Name == "explained_variance" {
				if got := f.Value.([]float64); !near(got[0], want[0]) || !near(got[1], want[1]) {
					t.Errorf("%s: the variances are %v, want %v", subspace, got, want)
				}
				want = nil
			}
		}
		if want != nil {
			t.Errorf("%s: no variances are told", subspace)
		}
	}
}

// The drawing: perpendiculars to the line, axes of two standard deviations, the ellipses of the covariance, and no
// perpendiculars if the error is 0.
func TestLayers(t *testing.T) {
	p := cloud(80, 2, 9)
	v := picture.Viewport{X0: -6, X1: 6, Y0: -6, Y1: 6, W: 400, H: 400, Scale: 1}
	all := method.Shown{"subspace": true, "projections": true, "axes": true, "ellipses": true, "other": true}
	m := fitted(t, p, nil)
	under, over, err := m.Layers(method.Unstopped, v, nil, all)
	if err != nil {
		t.Fatal(err)
	}
	ways, lines, ellipses, sum := 0, 0, 0, 0.0
	for _, l := range append(under, over...) {
		p, ok := l.(*picture.Path)
		if !ok {
			continue
		}
		switch p.Role {
		case picture.RoleProjection:
			for i := 0; i < len(p.XY); i += 4 {
				way := []float64{p.XY[i+2] - p.XY[i], p.XY[i+3] - p.XY[i+1]}
				if !near(dot(way, m.basis[0]), 0) {
					t.Errorf("a way to the line is not at a right angle to it: %v", way)
				}
				sum += dot(way, way)
				ways++
			}
		case picture.RoleTrack:
			length := math.Hypot(p.XY[2]-p.XY[0], p.XY[3]-p.XY[1])
			sd := math.Sqrt(facts(m)["explained_variance"].([]float64)[p.Class])
			if !near(length, 4*sd) {
				t.Errorf("axis %d is %v long, want four times %v", p.Class, length, sd)
			}
			lines++
		case picture.RoleEllipse:
			for i := 0; i < len(p.XY); i += 2 {
				r := 0.0
				for k := range 2 {
					z := m.score(p.XY[i:i+2], k) / m.deviation(k)
					r += z * z
				}
				if !near(math.Sqrt(r), p.Level) {
					t.Errorf("a place of the ellipse of %v standard deviations is %v away", p.Level, math.Sqrt(r))
				}
			}
			ellipses++
		}
	}
	if ways != 80 || lines != 2 || ellipses != 2 || !near(sum/80, lostOf(m)) {
		t.Errorf("%d ways of squares %v, %d axes, %d ellipses; %v is lost", ways, sum/80, lines, ellipses, lostOf(m))
	}
	m = fitted(t, p, map[string]any{"n_components": 2.0})
	under, over, _ = m.Layers(method.Unstopped, v, nil, all)
	for _, l := range append(under, over...) {
		if p, ok := l.(*picture.Path); ok && p.Role != picture.RoleTrack && p.Role != picture.RoleEllipse {
			t.Errorf("with both components there is a %s", p.Role)
		}
	}
}

// The panels: bars are the shares and sum to 1, and the histograms contain all points of each class, for all data.
func TestPanels(t *testing.T) {
	for _, p := range []*method.Problem{cloud(90, 2, 4), cloud(700, 6, 4), wide([][]float64{{1, 1}, {2, 2}, {3, 3}}),
		wide([][]float64{{1, 1}, {2, 1}}), wide([][]float64{{1e-310, 0}, {2e-310, 1e-310}, {4e-310, 1e-310}})} {
		m := fitted(t, p, nil)
		for _, info := range m.Panels(method.Shown{"spectrum": true, "scores": true}) {
			pic, err := info.Draw(method.Unstopped, 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			if v := pic.View; !method.Finite(v.X0, v.X1, v.Y0, v.Y1) || v.X0 >= v.X1 || v.Y0 >= v.Y1 {
				t.Errorf("%s: the view is %v", info.ID, v)
			}
			sum, points := 0.0, 0.0
			for _, l := range pic.Layers {
				path, ok := l.(*picture.Path)
				switch {
				case !ok:
				case path.Role == picture.RoleBar || path.Role == picture.RoleReach:
					for i := 5; i < len(path.XY); i += 8 {
						sum += path.XY[i]
					}
				case path.Role == picture.RoleMean:
					if last := path.XY[len(path.XY)-1]; !near(last, 1) {
						t.Errorf("all components together have a share of %v", last)
					}
				case path.Role == picture.RoleEllipse:
					for i := 2; i < len(path.XY)-2; i += 4 {
						x0, x1, y := path.XY[i], path.XY[i+2], path.XY[i+1]
						points += y
						n := 0.0 // count of the class, well within the bin
						for r := range p.N {
							z := m.score(p.At(r), int(info.ID[2]-'1'))
							if edge := 1e-9 * (x1 - x0); m.class(r) == path.Class && z > x0+edge && z < x1-edge {
								n++
							}
						}
						if n > y || n < y-1 {
							t.Errorf("%s: a bin of %v points has %v", info.ID, y, n)
						}
					}
				}
			}
			if info.ID == "spectrum" && !near(sum, 1) || strings.HasPrefix(info.ID, "pc") && points != float64(p.N) {
				t.Errorf("%d rows, panel %s: shares of %v, %v points", p.N, info.ID, sum, points)
			}
		}
	}
}

// Changing the number of components does not recompute the decomposition; other data and the other subspace do.
func TestFitStartsFromTheSameData(t *testing.T) {
	fit := func(p *method.Problem, q float64, kind string, prev method.Model) *pca {
		in := PCA().Info
		v, err := in.Validate(map[string]any{"n_components": q, "subspace": kind})
		if err != nil {
			t.Fatal(err)
		}
		m, err := PCA().Fit(method.Unstopped, p, v, prev)
		if err != nil {
			t.Fatal(err)
		}
		return m.(*pca)
	}
	p := cloud(30, 3, 1)
	first := fit(p, 1, affine, nil)
	same := *p
	same.X = append([]float64(nil), p.X...)
	if m := fit(&same, 2, affine, first); &m.s[0] != &first.s[0] || m.q != 2 || first.q != 1 {
		t.Error("the same data are decomposed again, or the old model is changed")
	}
	same.X[4] += 0.5
	for _, m := range []*pca{fit(&same, 1, affine, first), fit(p, 1, linear, first)} {
		if &m.s[0] == &first.s[0] {
			t.Error("other data, or another subspace, have the components of the old ones")
		}
	}
}

// The covariance matrix is X̃ᵀX̃/n by its definition, in the plane and for tables with fewer rows than columns; its
// trace is the sum of the variances with divisor n.
func TestCovariance(t *testing.T) {
	for _, size := range [][2]int{{40, 2}, {5, 9}, {700, 6}} {
		p := cloud(size[0], size[1], 3)
		in := PCA()
		v, err := in.Validate(map[string]any{"n_components": 1.0})
		if err != nil {
			t.Fatal(err)
		}
		fitted, err := fit(t.Context(), p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := fitted.(*pca)
		mean, cov := m.Moments()
		trace, d := 0.0, p.D
		for j := range d {
			for k := range d {
				want := 0.0
				for i := range p.N {
					want += (p.At(i)[j] - mean[j]) * (p.At(i)[k] - mean[k]) / float64(p.N)
				}
				if !near(cov[j*d+k], want) {
					t.Errorf("%v: entry %d, %d is %v, want %v", size, j, k, cov[j*d+k], want)
				}
			}
			trace += cov[j*d+j]
		}
		for _, f := range m.Facts() {
			switch f.Name {
			case "explained_variance_n":
				sum := 0.0
				for _, s := range f.Value.([]float64) {
					sum += s
				}
				if !near(sum, trace) {
					t.Errorf("%v: variances divided by n add up to %v, the trace is %v", size, sum, trace)
				}
			case "covariance":
				if rows := f.Value.([][]float64); len(rows) != d || rows[d-1][0] != cov[(d-1)*d] {
					t.Errorf("%v: the fact is %v", size, rows)
				}
			}
		}
	}
}
