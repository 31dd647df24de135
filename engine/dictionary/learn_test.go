package dictionary

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

var view = picture.Viewport{X0: -3, X1: 3, Y0: -3, Y1: 3, W: 400, H: 400, Scale: 1}

func flat(rows [][]float64) (out []float64) {
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

// cloud returns n rows of d coordinates, sums of few directions with some noise.
func cloud(n, d int, seed uint64) *method.Problem {
	random := rand.New(rand.NewPCG(seed, 9))
	dirs := make([]float64, 2*d*d)
	for j := range dirs {
		dirs[j] = random.NormFloat64()
	}
	p := &method.Problem{N: n, D: d, Task: method.Cluster, X: make([]float64, n*d), Seed: seed}
	for i := range n {
		x := p.X[i*d : (i+1)*d]
		for range 2 {
			k := random.IntN(2 * d)
			linalg.Axpy(random.NormFloat64(), dirs[k*d:(k+1)*d], x)
		}
		for j := range x {
			x[j] += 1 + 0.05*random.NormFloat64()
		}
	}
	if d != 2 {
		for range d {
			p.Inputs = append(p.Inputs, "v")
		}
		p.Shown = make([]float64, 2*n)
	}
	return p
}

func begun(t testing.TB, p *method.Problem, params map[string]any) *learned {
	t.Helper()
	info := Learned().Info
	v, err := info.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Learned().Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*learned)
}

func next(t testing.TB, m *learned) *learned {
	t.Helper()
	g, err := m.Grow(method.Unstopped, 1)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*learned)
}

// No half-step may increase the energy, which must agree with its definition; atoms have length 1; codes of pursuit
// have at most the allowed number of atoms; for all shapes of data, starts and penalties.
func TestEnergyNeverRises(t *testing.T) {
	for seed := range uint64(24) {
		d := []int{2, 3, 6}[seed%3]
		p := cloud(60, d, seed)
		params := map[string]any{"n_components": float64(1 + seed%7), "alpha": []float64{0.01, 0.2, 2, 50}[seed%4],
			"center": seed%2 == 0, "max_iter": 12.0}
		s := 16
		if seed%5 > 1 {
			s = int(1 + seed%3)
			params["fit_algorithm"], params["transform_n_nonzero_coefs"] = "ksvd", float64(s)
		} else {
			params["atom_norm"] = []string{"sphere", "ball"}[seed/5%2]
			params["sparsity"] = []string{"penalty", "constraint"}[seed/10%2]
			params["fit_algorithm"] = []string{"cd", "gradient"}[seed%5]
		}
		m := begun(t, p, params)
		for last := m.energy(); m.step < m.end && !m.settled; last = m.energy() {
			m = next(t, m)
			want, at := 0.0, make([]float64, d)
			for i := range p.N {
				a := m.codeOf(i)
				if n := len(order(a)); n > s {
					t.Errorf("seed %d, step %d: row %d has %d atoms, at most %d may be", seed, m.step, i, n, s)
				}
				want += m.b.lost(m.row(i), a, at) / 2
				if !m.ksvd {
					want += m.lambda * norm1(a)
				}
			}
			if e := m.energy(); e > last*(1+1e-12) || math.Abs(e-want) > 1e-10*(1+want) {
				t.Errorf("seed %d, step %d: the energy goes from %v to %v, by its definition %v", seed, m.step, last, e, want)
			}
			for i := range p.N {
				if l := norm1(m.codeOf(i)); m.radius > 0 && l > m.radius*(1+1e-12) {
					t.Errorf("seed %d, step %d: the code of row %d has ‖a‖₁ = %v of %v", seed, m.step, i, l, m.radius)
				}
			}
			for k := range m.k {
				if l := length(m.b.atom(k)); l > 1+1e-12 || l < 1-1e-12 && !m.short {
					t.Errorf("seed %d, step %d: atom %d is %v long", seed, m.step, k, l)
				}
			}
		}
		if m.energy() == m.start(m.b.at).energy() && m.lambda < 1 {
			t.Errorf("seed %d: nothing was learned", seed)
		}
	}
}

// With one atom, K-SVD must find the first singular vector of the rows; for many rows near as many lines as atoms, it
// must find the lines.
func TestKSVDFindsLines(t *testing.T) {
	p := cloud(80, 4, 3)
	m := begun(t, p, map[string]any{"n_components": 1.0, "fit_algorithm": "ksvd", "max_iter": 30.0})
	for !m.settled && m.step < m.end {
		m = next(t, m)
	}
	var svd mat.SVD
	svd.Factorize(mat.NewDense(p.N, p.D, slices.Clone(m.x)), mat.SVDThinV)
	s := svd.Values(nil)
	left := 0.0
	for _, x := range s[1:] {
		left += x * x
	}
	if math.Abs(m.lost-left) > 1e-8*left {
		t.Errorf("one atom leaves %v, the first singular vector %v", m.lost, left)
	}

	random := rand.New(rand.NewPCG(1, 2))
	lines := &method.Problem{Task: method.Cluster, D: 2, Seed: 4}
	for i := range 90 {
		s, c := math.Sincos([]float64{0.2, 1.3, 2.4}[i%3])
		r := 2*random.Float64() - 1
		lines.X = append(lines.X, r*c, r*s)
		lines.N++
	}
	m = begun(t, lines, map[string]any{"n_components": 3.0, "fit_algorithm": "ksvd", "center": false})
	for !m.settled && m.step < m.end {
		m = next(t, m)
	}
	if m.kept() < 1-1e-9 {
		t.Errorf("of points on three lines only %v is kept by three atoms", m.kept())
	}
}

// The errors at each iteration, the atoms and the matching pursuit must be scikit-learn's.
func TestAgainstScikitLearn(t *testing.T) {
	b, err := os.ReadFile("testdata/learning.json")
	if err != nil {
		t.Fatal(err)
	}
	var c struct {
		X, Start, Dictionary, Plane, Y [][]float64
		Alpha                          float64
		Errors                         []float64
		OMP                            [][][]float64 `json:"omp"`
		PlaneOMP                       [][][]float64 `json:"plane_omp"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: len(c.X), D: 6, X: flat(c.X), Task: method.Cluster}
	l, err := newLearning(p, false)
	if err != nil {
		t.Fatal(err)
	}
	l.k, l.end, l.lambda, l.alpha = 4, 1000, c.Alpha/l.scale, c.Alpha
	m := &learned{l.start(flat(c.Start))}
	for i, want := range c.Errors {
		m = next(t, next(t, m))
		if got := m.squared(m.energy()); math.Abs(got-want) > 1e-7*want {
			t.Errorf("after %d iterations the objective is %v, scikit-learn's %v", i+1, got, want)
		}
	}
	for k, want := range c.Dictionary {
		for j, x := range want {
			if math.Abs(m.b.atom(k)[j]-x) > 1e-6 {
				t.Errorf("coordinate %d of atom %d is %v, scikit-learn's %v", j, k, m.b.atom(k)[j], x)
			}
		}
	}
	pursue := func(atoms, rows [][]float64, want [][][]float64) {
		t.Helper()
		b := newBasis(flat(atoms), len(atoms[0]))
		q, a := make([]float64, b.p), make([]float64, b.p)
		for s, codes := range want {
			for i, code := range codes {
				b.products(rows[i], q)
				newPursuit(b.p, s+1).run(b, q, s+1, a)
				for k, x := range code {
					if math.Abs(a[k]-x) > 1e-9 {
						t.Errorf("row %d, %d atoms: coefficient %d is %v, scikit-learn's %v", i, s+1, k, a[k], x)
					}
				}
			}
		}
	}
	pursue(c.Start, c.X, c.OMP)
	pursue(c.Plane, c.Y, c.PlaneOMP)
}

func codedOf(t testing.TB, p *method.Problem, params map[string]any) *coded {
	t.Helper()
	return methodtest.Fit(t, Coding(), p, params).(*coded)
}

// The objective of ISTA must never increase, no step may be below the minimum, and both iterations must end there; the
// trace must agree with the stages.
func TestISTANeverRises(t *testing.T) {
	for seed := range uint64(12) {
		p := cloud(12, 2, seed)
		for _, by := range []string{byISTA, byFISTA} {
			m := codedOf(t, p, map[string]any{"transform_algorithm": by, "alpha": []float64{0.02, 0.1, 0.6}[seed%3],
				"max_iter": 400.0})
			list := m.energy[0]
			for k := 1; k < len(list); k++ {
				if list[k] > list[k-1]*(1+1e-13) {
					t.Errorf("seed %d: step %d of ISTA raises the objective from %v to %v", seed, k, list[k-1], list[k])
				}
			}
			trace := m.Trace()[0].Values
			for _, k := range []int{0, 1, m.steps / 2, m.steps} {
				s := m.Stage(k).(*coded)
				sum := 0.0
				for i := range p.N {
					sum += m.objective(i, s.codeOf(i))
				}
				if math.Abs(sum-trace[k]) > 1e-12*sum || sum < m.least {
					t.Errorf("seed %d, %s: stage %d has the objective %v, the trace %v, the least is %v", seed, by, k, sum, trace[k],
						m.least)
				}
			}
			// ISTA is slow if atoms are similar.
			if end := trace[m.steps]; end > m.least*(1+map[string]float64{byISTA: 0.02, byFISTA: 1e-4}[by]) {
				t.Errorf("seed %d: %s ends at %v, the least is %v", seed, by, end, m.least)
			}
		}
	}
}

// FISTA must satisfy the bound of its paper, 2L‖a*‖²/(t + 1)² above the minimum, and ISTA L‖a*‖²/2t, summed here over
// the rows.
func TestRatesOfTheIterations(t *testing.T) {
	p := cloud(20, 2, 5)
	m := codedOf(t, p, map[string]any{"alpha": 0.02, "max_iter": 300.0,
		"dictionary": [][]float64{{1, 0}, {0.95, 0.2}, {0.9, 0.35}, {0.3, 0.9}}})
	square := 0.0
	for i := range p.N {
		for _, a := range m.of(p.At(i)) {
			square += a * a
		}
	}
	for k := 1; k <= m.steps; k++ {
		n := float64(k)
		if above, bound := m.energy[0][k]-m.least, m.lip*square/(2*n); above > bound {
			t.Errorf("ISTA is %v above the least after %d steps, the bound is %v", above, k, bound)
		}
		if above, bound := m.energy[1][k]-m.least, 2*m.lip*square/((n+1)*(n+1)); above > bound {
			t.Errorf("FISTA is %v above the least after %d steps, the bound is %v", above, k, bound)
		}
	}
}

// An atom's key must highlight the rows that use it, and its click select them; a row's key must make it the watched
// one.
func TestKeysOfAtoms(t *testing.T) {
	p := cloud(30, 2, 2)
	m := codedOf(t, p, nil)
	for k := range m.b.p {
		told, ok := m.Tell(key(k), view, nil)
		if !ok {
			t.Fatalf("%s is not known", key(k))
		}
		for i := range p.N {
			if slices.Contains(told.Click.Rows, i) != (m.codeOf(i)[k] != 0) {
				t.Errorf("atom %d and row %d: %v", k, i, told.Click.Rows)
			}
		}
	}
	if told, ok := m.Tell("row4", view, nil); !ok || told.Click.Set["sample"] != 5.0 {
		t.Errorf("a row's click sets %v", told.Click.Set)
	}
	l := begun(t, p, nil)
	for range 4 {
		l = next(t, l)
	}
	for i, of := range rowKeys(l.p.N, l.codeOf) {
		for k := range l.k {
			told, _ := l.Tell(key(k), view, nil)
			ringed := false
			for _, layer := range told.Layers {
				if marks, ok := layer.(*picture.Marks); ok {
					ringed = slices.Contains(marks.Ordinal, i)
				}
			}
			uses := l.codeOf(i)[k] != 0
			if slices.Contains(told.Click.Rows, i) != uses || (of == key(k) || ringed) != uses || of == key(k) && ringed {
				t.Errorf("row %d is lit with %q; atom %d: ringed %v, rows %v", i, of, k, ringed, told.Click.Rows)
			}
		}
	}
}

// Rows so small that their squares underflow count as one point: otherwise codes of positions next to them would
// overflow.
func TestTinyRowsAreOnePlace(t *testing.T) {
	for _, size := range []float64{1e-320, 1e-150} {
		for _, m := range []method.Method{Learned(), Family()} {
			p := cloud(12, 2, 3)
			for i := range p.X {
				p.X[i] *= size
			}
			v, err := m.Validate(map[string]any{"n_components": 2.0})
			if err != nil {
				t.Fatal(err)
			}
			f, err := m.Fit(t.Context(), p, v, nil)
			if err == nil {
				t.Errorf("%s of rows of the size %v: no error; at (1, 1) it says %+v", m.ID, size,
					f.Can().Explain([]float64{1, 1}, view, nil).Lines)
			} else if _, ok := err.(*method.Need); !ok {
				t.Errorf("%s of rows of the size %v: %v", m.ID, size, err)
			}
		}
	}
	// Distinguishable rows must be handled: far smaller than anything on the page, and with distant ones.
	p := cloud(12, 2, 3)
	for i := range p.X {
		p.X[i] *= 1e-90
	}
	m := Family()
	v, err := m.Validate(map[string]any{"n_components": 2.0, "representation": "sparse"})
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Fit(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range f.Can().PointScorer.PointScores([]float64{1e12, -1e12}) {
		if !method.Finite(row...) {
			t.Errorf("what stands for a place far out is %v", row)
		}
	}
}

// If nearly all atoms are used, the status must name a penalty for which codes with the same atoms are sparse, and with
// which a new fit also has sparse codes; otherwise it must not mention it.
func TestSparserPenalty(t *testing.T) {
	for _, scale := range []float64{1e-6, 1, 1e6} {
		p := cloud(120, 10, 3)
		for i := range p.X {
			p.X[i] *= scale
		}
		whole := func(params map[string]any) *learned {
			m, err := method.Whole(t.Context(), begun(t, p, params), 0)
			if err != nil {
				t.Fatal(err)
			}
			return m.(*learned)
		}
		params := map[string]any{"n_components": 8.0, "alpha": 1e-4 * scale, "max_iter": 15.0}
		full := whole(params)
		says := full.Status().Sentence
		_, after, ok := strings.Cut(says, "Such codes are not sparse: with λ = ")
		if !ok || full.perRow() < 6 {
			t.Fatalf("scale %g: %g of 8 atoms, and %q", scale, full.perRow(), says)
		}
		number, rest, _ := strings.Cut(after, " ")
		alpha, err := strconv.ParseFloat(number, 64)
		if err != nil || alpha != full.sparse.alpha {
			t.Fatalf("scale %g: %q: %v", scale, after, err)
		}
		// The same atoms, and all rows.
		used := 0
		code, left := make([]float64, 8), make([]float64, 8)
		for i := range p.N {
			q := make([]float64, 8)
			full.b.products(full.row(i), q)
			clear(code)
			full.b.lasso(q, alpha/full.scale, code, left, codeTol, sweeps)
			for _, a := range code {
				if a != 0 {
					used++
				}
			}
		}
		var told float64
		fmt.Sscanf(rest, "they would have about %g of these 8 atoms.", &told)
		if share := float64(used) / float64(p.N); math.Abs(share-told) > 0.25*share || told > 4 {
			t.Errorf("scale %g: told of %g atoms with λ = %g, and there are %g", scale, told, alpha, share)
		}
		params["alpha"] = alpha
		if m := whole(params); m.perRow() > 4 || m.perRow() == 0 || strings.Contains(m.Status().Sentence, "sparse:") {
			t.Errorf("scale %g: learned with λ = %g they have %g: %q", scale, alpha, m.perRow(), m.Status().Sentence)
		}
	}
}
