package rbm

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// stripes returns images of 2×2 pixels, with a black column on the left or on the right, of values lo and hi; in one of
// five a pixel is flipped. The class is the side.
func stripes(n int, lo, hi float64) *method.Problem {
	r := rand.New(rand.NewPCG(8, 1))
	p := &method.Problem{N: n, D: 2, Task: method.Cluster, Seed: 1, X: make([]float64, 2*n)}
	var x []float64
	for i := range n {
		row := [][]float64{{lo, hi, lo, hi}, {hi, lo, hi, lo}}[i%2]
		if r.IntN(5) == 0 {
			j := r.IntN(4)
			row[j] = lo + hi - row[j]
		}
		x = append(x, row...)
		p.Labels = append(p.Labels, 3*(i%2))
	}
	p.Widen(x, 4, []string{"a", "b", "c", "d"})
	p.Across = 2
	return p
}

// digits returns the built-in table of digits.
func digits(t testing.TB) *method.Problem {
	t.Helper()
	r, _, err := dataset.Wide(&doc.Table{Name: "digits"}, dataset.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: r.N, D: 2, Task: method.Cluster, Seed: 1, X: make([]float64, 2*r.N),
		Targets: method.Targets{Labels: r.Class}}
	p.Widen(r.X, r.D(), r.Columns)
	p.Across = r.W
	return p
}

func start(t *testing.T, p *method.Problem, params map[string]any) *state {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*state)
}

func grown(t *testing.T, s *state, n int) *state {
	t.Helper()
	return methodtest.Grow(t, s, n).(*state)
}

// All results for a small machine agree with sums over all states of both layers, by plain loops.
func TestToldExactly(t *testing.T) {
	p := stripes(30, 0, 16)
	s := grown(t, start(t, p, map[string]any{"n_components": 3., "learning_rate": 0.5, "n_iter": 40.}), 40)
	w, c, b := s.Parts(s.Theta)
	bit := func(n, i int) float64 { return float64(n >> i & 1) }
	weight := func(v, h int) float64 {
		e := 0.0
		for i := range 4 {
			e += b[i] * bit(v, i)
			for j := range 3 {
				e += w[3*i+j] * bit(v, i) * bit(h, j)
			}
		}
		for j := range 3 {
			e += c[j] * bit(h, j)
		}
		return math.Exp(e)
	}
	z := 0.0
	var of [16]float64 // Σₕ
	var on [16][3]float64
	for v := range 16 {
		for h := range 8 {
			e := weight(v, h)
			z, of[v] = z+e, of[v]+e
			for j := range 3 {
				on[v][j] += e * bit(h, j)
			}
		}
	}
	var free, log, pseudo, lost, rows0 float64
	var active, zero [3]float64
	for i := range p.N {
		v := 0
		for j := range 4 {
			v |= int(p.At(i)[j]/16) << j
		}
		free -= math.Log(of[v]) / float64(p.N)
		log += math.Log(of[v]/z) / float64(p.N)
		f := s.flip[i]
		pseudo += 4 * math.Log(of[v]/(of[v]+of[v^1<<f])) / float64(p.N)
		for j := range 3 {
			active[j] += on[v][j] / of[v] / float64(p.N)
			if i%2 == 0 {
				zero[j] += on[v][j] / of[v]
			}
		}
		if i%2 == 0 {
			rows0++
		}
		for k := range 4 {
			sum := b[k]
			for j := range 3 {
				sum += w[3*k+j] * on[v][j] / of[v]
			}
			d := 1/(1+math.Exp(-sum)) - bit(v, k)
			lost += d * d / float64(4*p.N)
		}
	}
	for name, want := range map[string]float64{"free_energy": free, "log_likelihood": log, "pseudo_log_likelihood": pseudo,
		"reconstruction_error": lost, "n_on": active[0] + active[1] + active[2]} {
		if got := methodtest.Fact(t, s, name).Value.(float64); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	near := func(what string, got []float64, want ...float64) {
		t.Helper()
		for k, x := range want {
			if !(math.Abs(got[k]-x) < 1e-12) {
				t.Errorf("%s: number %d is %v, want %v", what, k, got[k], x)
			}
		}
	}
	near("activity", methodtest.Fact(t, s, "activity").Value.([]float64), active[:]...)
	if !slices.Equal(s.classes, []int{0, 3}) {
		t.Errorf("the classes are %v", s.classes)
	}
	row := make([]float64, 3)
	s.activities().Row(0, row)
	near("activity for the first class", row, zero[0]/rows0, zero[1]/rows0, zero[2]/rows0)
	near("P(h | v)", s.PointScores(p.At(0))[0], on[0b1010][0]/of[0b1010], on[0b1010][1]/of[0b1010],
		on[0b1010][2]/of[0b1010])
	for k, m := range s.Measures() {
		name := []string{"pseudo_log_likelihood", "log_likelihood", "free_energy", "reconstruction_error"}[k]
		if m.Value != methodtest.Fact(t, s, name).Value {
			t.Errorf("%s is %v along the steps", name, m.Value)
		}
	}
	rows := methodtest.Fact(t, s, "components").Value.([][]float64)
	if len(rows) != 3 || rows[2][1] != w[3*1+2] {
		t.Errorf("the weights are %v", rows)
	}
	if log < -2 {
		t.Errorf("the mean of ln P is %v: it has learned little", log)
	}
}

// If the likelihood can't be computed, or pixels are grey, none is given. Binarized pixels are 1 from half of the
// largest value on.
func TestWhatIsKnown(t *testing.T) {
	grey := stripes(20, 0, 16)
	grey.X[0], grey.X[1], grey.X[4] = 7.9, 8, 3
	for _, c := range []struct {
		p      *method.Problem
		params map[string]any
		known  bool
	}{
		{stripes(20, -3, 5), nil, false}, // 25 hidden units
		{stripes(20, -3, 5), map[string]any{"n_components": 10.}, true},
		{stripes(20, -3, 5), map[string]any{"n_components": 11.}, false},
		{grey, map[string]any{"n_components": 2.}, false},
		{grey, map[string]any{"n_components": 2., "binarize": true}, true},
	} {
		s := start(t, c.p, c.params)
		if s.exactly() != c.known || len(s.Measures()) != map[bool]int{false: 3, true: 4}[c.known] {
			t.Errorf("with %v the likelihood is known: %v", c.params, s.exactly())
		}
	}
	s := start(t, grey, map[string]any{"binarize": true})
	if got := s.X[:5]; !slices.Equal(got, []float64{0, 1, 0, 1, 0}) {
		t.Errorf("the first pixels are %v", got)
	}
	s = start(t, grey, nil)
	if got := s.X[:5]; !slices.Equal(got, []float64{7.9 / 16, 0.5, 0, 1, 3. / 16}) {
		t.Errorf("the first grey pixels are %v", got)
	}
	if got := row(s.within([]float64{-4, 4, 16, 40}), 0); !slices.Equal(got, []float64{0, 0.25, 1, 1}) {
		t.Errorf("other rows are seen as %v", got)
	}
}

// Points of the plane, tables that are not images, and constant images are refused with a message.
func TestRefuses(t *testing.T) {
	m := Method()
	v, err := m.Validate(nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := method.NewProblem([]doc.Point{{X: 0.1}, {X: 0.9, Y: 0.5}}, method.Cluster, 1)
	if err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]*method.Problem{"This method needs pictures.": plain,
		"All pixels have nearly the same value": stripes(8, 4, 4)} {
		_, err := m.Fit(t.Context(), p, v, nil)
		var need *method.Need
		if !errors.As(err, &need) || !strings.HasPrefix(need.Sentence, want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// Steps are epochs or minibatches of the same run; each is reproduced to the bit whatever was computed before, and the
// run ends at the given step.
func TestSteps(t *testing.T) {
	p := stripes(25, 0, 1)
	params := func(step string) map[string]any {
		return map[string]any{"n_components": 4., "n_iter": 3., "batch_size": 10., "persistent": true, "k": 2., "step": step}
	}
	whole, small := start(t, p, params("epoch")), start(t, p, params("minibatch"))
	if whole.End() != 3 || small.End() != 9 {
		t.Errorf("the runs have %d and %d steps", whole.End(), small.End())
	}
	for k := range 4 {
		a, b := grown(t, whole, k), grown(t, grown(t, small, k), 2*k)
		if !slices.Equal(a.Theta, b.Theta) || !slices.Equal(a.Chains, b.Chains) || a.Step() != k || b.Step() != 3*k {
			t.Errorf("after %d epochs the minibatches are elsewhere", k)
		}
	}
	last := grown(t, small, 100)
	if last.Step() != 9 || last.Status().State != method.Limited || methodtest.Fact(t, last, "n_iter").Value != 3 {
		t.Errorf("it ends at step %d: %+v", last.Step(), last.Status())
	}
	if again := grown(t, small, 4); again.Status().State != method.Running || again.From != 10 ||
		again.Cost().Passes != 1+10./25 {
		t.Errorf("at step 4: %+v, row %d", again.Status(), again.From)
	}
}

// Panels show what they claim: filters are the weights, the chain is what the next step samples, and reconstructions
// are right.
func TestPanels(t *testing.T) {
	p := stripes(30, 0, 16)
	s := grown(t, start(t, p, map[string]any{"n_components": 5., "n_iter": 2., "step": "minibatch"}), 2)
	draw := func(of method.Part) *picture.Picture {
		t.Helper()
		pic, err := method.DrawPanel(t.Context(), s, method.Shown{of: true}, string(of), 360, 240)
		if err != nil {
			t.Fatal(err)
		}
		return pic
	}
	rasters := func(pic *picture.Picture) (list []*picture.Raster) {
		for _, l := range pic.Layers {
			if r, ok := l.(*picture.Raster); ok {
				list = append(list, r)
			}
		}
		return list
	}
	same := func(what string, r *picture.Raster, want []float64) {
		t.Helper()
		if len(r.Planes[0]) != len(want) {
			t.Fatalf("%s has %d pixels, want %d", what, len(r.Planes[0]), len(want))
		}
		for i, x := range want {
			if math.Abs(float64(r.Planes[0][i])-x) > 1e-6 {
				t.Errorf("%s: pixel %d is %v, want %v", what, i, r.Planes[0][i], x)
			}
		}
	}
	w, _, b := s.Parts(s.Theta)
	list := rasters(draw(filters))
	if len(list) != 6 {
		t.Fatalf("%d filters", len(list))
	}
	same("the biases", list[0], b)
	same("filter 2", list[2], []float64{w[1], w[5+1], w[10+1], w[15+1]})

	var told [][]float64
	rows := s.Coming(s.Machine, 8, func(_ int, _ bool, units [][]float64) {
		for k := range units[0] {
			told = append(told, row(units, k))
		}
	})
	list = rasters(draw(chain))
	at := 0
	for k, values := range told { // 8 rows, h is 3 and 2 units wide
		if len(values) == 5 {
			same("hidden units", list[at], values[:3])
			same("hidden units", list[at+1], values[3:])
			at++
		} else {
			same("pixels", list[at], values)
			if k < 8 && !slices.Equal(values, row(s.within(p.At(rows[k])), 0)) {
				t.Errorf("row %d is not row %d of the table", k, rows[k])
			}
		}
		at++
	}
	if at != len(list) {
		t.Errorf("%d pictures, want %d", len(list), at)
	}

	list = rasters(draw(reconstructions))
	first := s.examples(10)
	same("the first row", list[0], row(s.within(p.At(first[0])), 0))
	same("rebuilt", list[10], row(s.rebuilt(s.within(p.At(first[0]))), 0))
	v := s.within(p.At(first[0]))
	if s.p.Labels[first[0]] == s.p.Labels[first[1]] {
		t.Error("the first two examples are of one class")
	}
	e := s.Explain(p.At(first[0]), picture.Viewport{X1: 1, Y1: 1, W: 600, H: 400, Scale: 1}, nil)
	tiles := rasters(&picture.Picture{Layers: e.Layers})
	same("the row that is pointed at", tiles[0], row(v, 0))
	same("its reconstruction", tiles[1], row(s.rebuilt(v), 0))
}

// A hidden unit's readout, and a click that selects the rows for which it is probably 1.
func TestUnits(t *testing.T) {
	p := stripes(30, 0, 16)
	s := start(t, p, map[string]any{"n_components": 3.})
	copy(s.Theta, []float64{4, -4, 0, -4, 4, 0, 0, 0, 4, 0, 0, -4, -1, -1, -1}) // right, left, and the two pixels below
	var before []int
	for j := range 3 {
		told, ok := s.Tell(unitKind.Key(j), picture.Viewport{}, nil)
		if !ok || told.Answer != "Hidden unit "+string(rune('1'+j)) {
			t.Fatalf("unit %d: %+v", j, told)
		}
		var want []int
		for i := range p.N {
			if s.PointScores(p.At(i))[0][j] > 0.5 {
				want = append(want, i)
			}
		}
		if !slices.Equal(told.Click.Rows, want) {
			t.Errorf("unit %d picks out %v, want %v", j, told.Click.Rows, want)
		}
		if slices.Equal(want, before) || len(want) == 0 || len(want) == p.N {
			t.Errorf("unit %d is no test: %v", j, want)
		}
		before = want
	}
	if _, ok := s.Tell("h4", picture.Viewport{}, nil); ok {
		t.Error("there is a unit 4")
	}
}

// For the digits, five epochs of persistent chains reach the pseudo-likelihood of scikit-learn 1.2.1:
// BernoulliRBM(n_components=16, n_iter=5, random_state=seed).fit(load_digits().data / 16) has a mean of score_samples
// of -22.25, -21.79 and -22.26 for the seeds 0, 1, 2.
func TestDigits(t *testing.T) {
	s := grown(t, start(t, digits(t), map[string]any{"persistent": true, "n_components": 16., "n_iter": 5.}), 5)
	if got := s.look().pseudo; !(got > -23 && got < -20.5) {
		t.Errorf("the pseudo-log-likelihood is %v", got)
	}
}

// BenchmarkEpoch measures a pass over 1,797 digits.
func BenchmarkEpoch(b *testing.B) {
	p := digits(b)
	m := Method()
	v, err := m.Validate(nil)
	if err != nil {
		b.Fatal(err)
	}
	model, err := m.Fit(b.Context(), p, v, nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := model.(*state).Grow(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
}
