package boosting

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// A raster for two classes equals, at each grid node, the sum of the terms at that position.
func TestRasterIsTheSums(t *testing.T) {
	p := noisy(t, 60, 2, 3)
	for _, of := range []method.Method{AdaBoost(), Gradient()} {
		v, err := of.Validate(map[string]any{"n_estimators": 7.0, "max_depth": 2.0})
		if err != nil {
			t.Fatal(err)
		}
		m, err := of.Fit(method.Unstopped, p, v, nil)
		if err == nil {
			m, err = method.Whole(method.Unstopped, m, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		var s *sums
		var terms []term
		if b, ok := m.(*boosted); ok {
			s, terms = &b.sums, b.terms
		} else {
			s, terms = &m.(*ada).sums, m.(*ada).terms
		}
		g := picture.Grid{X0: -4, Y0: -4, DX: 0.25, DY: 0.25, W: 40, H: 40}
		r, err := s.scores(method.Unstopped, terms, p, g, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for y := range g.H {
			for x := range g.W {
				all := s.add(nil, terms, []float64{g.X(x), g.Y(y)})
				if got, want := r.Planes[0][y*g.W+x], float32(lead(all, 1, 0)); got != want {
					t.Fatalf("%s, node %d, %d: %v, not %v", of.ID, x, y, got, want)
				}
			}
		}
	}
}

// noisy returns n rows of k classes, each class around its own centre, with some rows mislabelled.
func noisy(t *testing.T, n, k int, seed uint64) *method.Problem {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	var x [][]float64
	var y []float64
	for i := range n {
		c := i % k
		a := 2 * math.Pi * float64(c) / float64(k)
		x = append(x, []float64{math.Cos(a) + r.NormFloat64(), math.Sin(a) + r.NormFloat64()})
		y = append(y, float64(c))
	}
	return problem(t, x, y, method.Classify)
}

// AdaBoost is forward stagewise fitting of the exponential loss: the loss, computed from its definition, is that of the
// round, and no other step along the round's tree has less.
func TestExponentialLoss(t *testing.T) {
	for k := 2; k <= 4; k++ {
		p := noisy(t, 80, k, uint64(k))
		g := start(t, AdaBoost(), p, map[string]any{"max_depth": 2.0})
		// f of the points in the coding 1 for the predicted class, −1/(K−1) for the others.
		f := make([][]float64, p.N)
		for i := range f {
			f[i] = make([]float64, k)
		}
		code := func(c, says int) float64 {
			if c == says {
				return 1
			}
			return -1 / float64(k-1)
		}
		for range 12 {
			g = step(t, g, 1)
			m := g.(*ada)
			r := m.round()
			loss := func(beta float64) (sum float64) {
				for i := range f {
					dot := 0.0
					for c := range k {
						dot += code(c, p.Class[i]) * (f[i][c] + beta*code(c, m.says(r.tree, i)))
					}
					sum += math.Exp(-dot / float64(k))
				}
				return sum / float64(p.N)
			}
			beta := stepOf(k, r.alpha)
			near(t, "loss", r.loss, loss(beta), 1e-12)
			for _, other := range []float64{0, 0.5 * beta, 0.99 * beta, 1.01 * beta, 2 * beta} {
				if loss(other) <= loss(beta) {
					t.Errorf("%d classes: the loss with step %v is %v, with the vote's %v it is %v", k, other, loss(other), beta,
						loss(beta))
				}
			}
			// The next weights are proportional to the losses.
			weights, sum := make([]float64, p.N), 0.0
			for i := range f {
				dot := 0.0
				for c := range k {
					f[i][c] += beta * code(c, m.says(r.tree, i))
					dot += code(c, p.Class[i]) * f[i][c]
				}
				weights[i] = math.Exp(-dot / float64(k))
				sum += weights[i]
			}
			for i, w := range weights {
				near(t, "weight", m.course.weights[i], w/sum, 1e-9)
			}
		}
	}
}

// The margins of each round, computed from the predictions of its trees, agree with the panel: for 81 points the
// quartiles are the margins of points 21, 41 and 61 in order.
func TestMarginsOfRounds(t *testing.T) {
	for k := 2; k <= 4; k++ {
		p := noisy(t, 81, k, uint64(k))
		m := step(t, start(t, AdaBoost(), p, map[string]any{"max_depth": 2.0}), 30).(*ada)
		panel := m.spreadsChart().Picture(method.PanelInfo{}, 300, 200)
		lines := map[string][]float64{}
		for _, l := range panel.Layers {
			if path, ok := l.(*picture.Path); ok {
				lines[path.Says] = path.XY
			}
		}
		votes := make([][]float64, p.N)
		for j, r := range m.rounds {
			margins, sum := make([]float64, p.N), 0.0
			for i, y := range p.Class {
				if votes[i] == nil {
					votes[i] = make([]float64, k)
				}
				votes[i][m.says(r.tree, i)] += r.alpha
				other := math.Inf(-1)
				sum = 0
				for c, v := range votes[i] {
					if sum += v; c != y {
						other = max(other, v)
					}
				}
				margins[i] = (votes[i][y] - other) / sum
			}
			slices.Sort(margins)
			for q, at := range []int{0, 20, 40, 60, 80} {
				near(t, "margin", r.margins[q], margins[at], 1e-9)
			}
			// A step from half a round before to half a round after it.
			for says, at := range map[string]int{"median margin": 40, "smallest margin": 0} {
				xy := lines[says][4*j : 4*j+4]
				near(t, "from", xy[0], float64(j)+0.5, 1e-12)
				near(t, "to", xy[2], float64(j)+1.5, 1e-12)
				near(t, says, xy[1], margins[at], 1e-9)
				near(t, says, xy[3], margins[at], 1e-9)
			}
		}
		n := len(m.rounds)
		half := lines["margins of the middle half of the points"]
		near(t, "upper quartile of the first round", half[len(half)-1], m.rounds[0].margins[3], 0)
		near(t, "lower quartile of the last round", half[4*n-1], m.rounds[n-1].margins[1], 0)
	}
	if got := quantile([]float64{1, 2, 4, 8}, 0.5); got != 3 {
		t.Errorf("the median of 1, 2, 4 and 8 is %v", got)
	}
}

// Boosting ends early if a tree makes no mistake, or is no better than chance, and says so.
func TestEarlyEndings(t *testing.T) {
	xor := problem(t, [][]float64{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, []float64{0, 0, 1, 1}, method.Classify)
	none := step(t, start(t, AdaBoost(), xor, nil), 50)
	if st := none.Status(); none.Step() != 0 || st.State != method.Limited ||
		!strings.Contains(st.Sentence, "no better than chance, 0.5") {
		t.Errorf("stumps of an exclusive or: step %d, %+v", none.Step(), st)
	}
	whole := step(t, start(t, AdaBoost(), xor, map[string]any{"max_depth": 2.0}), 50)
	if st := whole.Status(); whole.Step() != 1 || whole.Can().End() != 50 || st.State != method.Exact ||
		!strings.Contains(st.Sentence, "after round 1 of 50: its tree makes no error") {
		t.Errorf("trees of depth 2: step %d, %+v", whole.Step(), st)
	}
	if r := whole.(*ada).round(); r.alpha != 1 || r.err != 0 {
		t.Errorf("a tree without a mistake votes %v, errs %v", r.alpha, r.err)
	}
	on := step(t, whole, 3)
	if on.Step() != whole.Step() {
		t.Errorf("from its end it goes on to %d", on.Step())
	}
}

// Draws depend only on the seed and the round, and learn about as well as weights.
func TestResampling(t *testing.T) {
	p := noisy(t, 120, 2, 3)
	one := step(t, start(t, AdaBoost(), p, map[string]any{"sampling": resample}), 50).(*ada)
	two := step(t, step(t, start(t, AdaBoost(), p, map[string]any{"sampling": resample}), 17), 33).(*ada)
	if !slices.Equal(one.tally(p.X), two.tally(p.X)) {
		t.Error("the same seed gives another vote")
	}
	other := *p
	other.Seed++
	if slices.Equal(step(t, start(t, AdaBoost(), &other, map[string]any{"sampling": resample}), 50).(*ada).tally(p.X),
		one.tally(p.X)) {
		t.Error("another seed gives the same vote")
	}
	weights := step(t, start(t, AdaBoost(), p, nil), 50).(*ada)
	if math.Abs(one.mistakes()-weights.mistakes()) > 0.15 {
		t.Errorf("draws misclassify %v, weights %v", one.mistakes(), weights.mistakes())
	}
	sum := int32(0)
	for _, d := range one.drawn(0) {
		sum += d
	}
	if int(sum) != p.N {
		t.Errorf("%d draws of %d points", sum, p.N)
	}
}

// A different number of rounds reuses all rounds; different points don't.
func TestRoundsAreShared(t *testing.T) {
	p := noisy(t, 60, 3, 5)
	m := AdaBoost()
	v, err := m.Validate(map[string]any{"n_estimators": 30.0})
	if err != nil {
		t.Fatal(err)
	}
	first := step(t, start(t, m, p, map[string]any{"n_estimators": 20.0}), 20).(*ada)
	again := noisy(t, 60, 3, 5)
	next, err := m.Fit(t.Context(), again, v, first)
	if err != nil || next.(*ada).course != first.course || next.(*ada).Step() != 0 || next.(*ada).End() != 30 {
		t.Errorf("with other rounds: %+v, %v", next, err)
	}
	if g := step(t, next.(*ada), 30).(*ada); &g.rounds[3] != &first.rounds[3] && g.rounds[3].tree != first.rounds[3].tree {
		t.Error("its rounds are made again")
	}
	again.X[0]++
	if next, err := m.Fit(t.Context(), again, v, first); err != nil || next.(*ada).course == first.course {
		t.Errorf("of other points it keeps the rounds: %v", err)
	}
}

// Cached sums equal those computed anew, whatever the earlier queries.
func TestSumsAreKept(t *testing.T) {
	p := noisy(t, 60, 3, 6)
	whole := step(t, start(t, AdaBoost(), p, nil), 50).(*ada)
	want := func(k int) []int64 { return whole.add(nil, whole.course.terms[:k], p.X) }
	for _, k := range []int{10, 11, 30, 7, 50, 30, 3} {
		if got := whole.before(k).tally(p.X); !slices.Equal(got, want(k)) {
			t.Errorf("after %d rounds the sums are others", k)
		}
	}
	x := slices.Clone(p.X) // a reused buffer
	a := whole.tally(x)
	x[0], x[1] = 9, -9
	if b := whole.tally(x); slices.Equal(a[:3], b[:3]) && !slices.Equal(whole.add(nil, whole.terms, x[:2]), a[:3]) {
		t.Error("other places in the same buffer get the old sums")
	}
	if got := whole.tally(x); !slices.Equal(got, whole.add(nil, whole.terms, x)) {
		t.Error("sums of another place")
	}
}

// The leaves of gradient boosting reduce the loss in each round, for every loss; with a subsample, the same seed draws
// the same points.
func TestGradientGoesDown(t *testing.T) {
	p := noisy(t, 90, 3, 8)
	values := problem(t, [][]float64{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}},
		[]float64{0, 1, 0, 2, 9, 3, 1, 0, -1, -7}, method.Regress)
	for _, c := range []struct {
		m      method.Method
		p      *method.Problem
		params map[string]any
	}{
		{Gradient(), p, nil}, {Regression(), values, nil},
		{Regression(), values, map[string]any{"loss": absolute}},
		{Regression(), values, map[string]any{"loss": huber, "alpha": 0.7}},
	} {
		g := start(t, c.m, c.p, c.params)
		_, last := g.(*boosted).now()
		for range 30 {
			g = step(t, g, 1)
			_, loss := g.(*boosted).now()
			if c.params["loss"] != huber && loss > last+1e-12 { // its limit changes from round to round
				t.Errorf("%s %v: the loss grows from %v to %v in round %d", c.m.ID, c.params, last, loss, g.Step())
			}
			last = loss
		}
		half := map[string]any{"subsample": 0.5}
		for k, v := range c.params {
			half[k] = v
		}
		a, b := step(t, start(t, c.m, c.p, half), 20).(*boosted), step(t, step(t, start(t, c.m, c.p, half), 7), 13).(*boosted)
		if !slices.Equal(a.fitted(20), b.fitted(20)) || slices.Equal(a.fitted(20), g.(*boosted).fitted(20)) {
			t.Errorf("%s %v: a subsample follows from something else than the seed", c.m.ID, half)
		}
		drawn := 0
		for _, d := range a.drawn(20) {
			drawn += int(d)
		}
		if drawn != c.p.N/2 {
			t.Errorf("%d of %d points are drawn", drawn, c.p.N)
		}
	}
}

// LogitBoost with stumps, recomputed from its definition: working responses, weights, and the stump of least weighted
// squares by exhaustive search.
func TestLogitBoost(t *testing.T) {
	for k := 2; k <= 3; k++ {
		p := noisy(t, 40, k, uint64(20+k))
		outputs := k
		if k == 2 {
			outputs = 1
		}
		f := make([]float64, p.N*outputs)
		g := start(t, Logit(), p, nil)
		for m := range 8 {
			adds := make([][]float64, outputs)
			for o := range outputs {
				z, w := make([]float64, p.N), make([]float64, p.N)
				for i, y := range p.Class {
					prob, class := 0.0, o
					if k == 2 {
						prob, class = 1/(1+math.Exp(-f[i])), 1
					} else {
						sum := 0.0
						for c := range k {
							sum += math.Exp(f[i*k+c])
						}
						prob = math.Exp(f[i*k+o]) / sum
					}
					w[i] = prob * (1 - prob)
					if y == class {
						z[i] = min(1/prob, 4)
					} else {
						z[i] = max(-1/(1-prob), -4)
					}
				}
				least := math.Inf(1)
				for j := range 2 {
					for _, at := range p.X[j:] {
						var sum, mass [2]float64
						for i := range z {
							s := 0
							if p.X[2*i+j] > at {
								s = 1
							}
							sum[s], mass[s] = sum[s]+w[i]*z[i], mass[s]+w[i]
						}
						if mass[1] == 0 {
							continue
						}
						left, out := 0.0, make([]float64, p.N)
						for i := range z {
							s := 0
							if p.X[2*i+j] > at {
								s = 1
							}
							out[i] = sum[s] / mass[s]
							left += w[i] * (z[i] - out[i]) * (z[i] - out[i])
						}
						if left < least-1e-12 {
							least, adds[o] = left, out
						}
					}
				}
			}
			for i := range p.N {
				mean := 0.0
				for o := range outputs {
					mean += adds[o][i] / float64(outputs)
				}
				for o := range outputs {
					if k == 2 {
						f[i] += adds[0][i]
					} else {
						f[i*k+o] += float64(k-1) / float64(k) * (adds[o][i] - mean)
					}
				}
			}
			g = step(t, g, 1)
			for i, v := range g.(*boosted).fitted(m + 1) {
				near(t, "sum", v, f[i], 1e-8)
			}
			if t.Failed() {
				t.Fatalf("%d classes, round %d", k, m+1)
			}
		}
	}
}

// The weight of an outlier among points of another class grows in AdaBoost, which ends up predicting its class;
// LogitBoost gives it little weight and ignores it.
func TestOutlier(t *testing.T) {
	var x [][]float64
	var y []float64
	var pts [][3]float64
	if err := json.Unmarshal([]byte(strings.TrimPrefix(outlier, `"points":`)), &pts); err != nil {
		t.Fatal(err)
	}
	for _, q := range pts {
		x, y = append(x, q[:2]), append(y, q[2])
	}
	p := problem(t, x, y, method.Classify)
	last, n := p.N-1, 10
	a := step(t, start(t, AdaBoost(), p, map[string]any{"n_estimators": 10.0}), n).(*ada)
	l := step(t, start(t, Logit(), p, map[string]any{"n_estimators": 10.0}), n).(*boosted)
	out := []float64{0}
	if a.Predict(p.At(last), out); out[0] != 0 || a.now()[last] != slices.Max(a.now()) {
		t.Errorf("AdaBoost says class %v of the outlier, which weighs %v", out[0], a.now()[last])
	}
	sum := 0.0
	for _, w := range l.pull() {
		sum += w
	}
	if l.Predict(p.At(last), out); out[0] != 1 || l.pull()[last] > 0.08*sum || a.now()[last] < 0.15 {
		t.Errorf("LogitBoost says class %v of the outlier, which weighs %v", out[0], l.pull()[last])
	}
}

// The log loss is accurate for large sums: for points far on the right side it is small but not 0, and for points far
// on the wrong side it is as large as the sum. Probabilities are small but not 0.
func TestSureSums(t *testing.T) {
	for _, f := range []float64{0, 0.5, -3, 36, 37, 40, 300, -37, -600, 2000, -5000, most} {
		for y := range 2 {
			off := f // lead of the other class
			if y == 1 {
				off = -f
			}
			want := off // ln(1 + e^off)
			if off < 30 {
				want = math.Log1p(math.Exp(off))
			}
			near(t, "log loss of two classes", surprise([]float64{f}, y), want, 1e-15)
			near(t, "log loss of two sums", surprise([]float64{1, 1 + f}, y), want, 1e-12)
			if got := surprise([]float64{1, 1 + f}, y); off > -700 && !(math.Abs(got/want-1) < 1e-12) {
				t.Errorf("log loss of two sums %v apart is %v, want %v", off, got, want)
			}
		}
		p := make([]float64, 2)
		classify.Softmax([]float64{f}, p)
		if math.Abs(f) < 700 && !(math.Abs(math.Log(p[0]/p[1])+f) < 1e-9*(1+math.Abs(f))) {
			t.Errorf("log-odds %v are probabilities %v", f, p)
		}
	}
	// A large sum separates two positions: after so many rounds the probabilities are extreme.
	p := problem(t, [][]float64{{0, 0}, {0, 0}, {1, 0}, {1, 0}}, []float64{0, 0, 1, 1}, method.Classify)
	b := step(t, start(t, Gradient(), p, map[string]any{"learning_rate": 1.0, "n_estimators": 100.0}), 100).(*boosted)
	low, high := b.sum([]float64{0, 0})[0], b.sum([]float64{1, 0})[0]
	_, loss := b.now()
	if want := (math.Log1p(math.Exp(-high)) + math.Log1p(math.Exp(low))) / 2; !(high > 37 && low < -37 &&
		math.Abs(loss/want-1) < 1e-9) {
		t.Errorf("of log-odds %v and %v the loss is %v, want %v", low, high, loss, want)
	}
}

// watching is a job that records its progress and is canceled after so many calls of Err.
type watching struct {
	done         []float64
	asked, after int
}

func (w *watching) Err() error {
	if w.asked++; w.after > 0 && w.asked >= w.after {
		return method.ErrStopped
	}
	return nil
}
func (w *watching) Progress(done float64) { w.done = append(w.done, done) }

// Rounds report their progress, each its share.
func TestProgressOfRounds(t *testing.T) {
	p := noisy(t, 2000, 3, 3)
	for _, m := range []method.Method{AdaBoost(), Gradient()} {
		w := &watching{}
		g := step(t, start(t, m, p, map[string]any{"n_estimators": 20.0, "max_depth": 2.0}), 5)
		if _, err := g.Grow(w, 10); err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			if !slices.Contains(w.done, float64(i)/10) {
				t.Errorf("%s: round %d is not told: %v", m.ID, i, w.done)
			}
		}
		if !slices.IsSorted(w.done) || w.done[len(w.done)-1] > 1 {
			t.Errorf("%s: progress is %v", m.ID, w.done)
		}
	}
}

// A round that draws several samples, as no tree is better than chance, continues where it was interrupted.
func TestDrawsAreGoneOnWith(t *testing.T) {
	var x [][]float64
	var y []float64
	for i := range 1 << 17 { // so many that each tree calls Err
		a, b := i%2, i/2%2
		x, y = append(x, []float64{float64(a), float64(b)}), append(y, float64(a^b)) // no stump beats chance
	}
	p := problem(t, x, y, method.Classify)
	fresh := func() method.Grower {
		return start(t, AdaBoost(), p, map[string]any{"sampling": resample})
	}
	once := &watching{}
	want, err := fresh().Grow(once, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, stops, asked := fresh(), 0, 0
	for {
		w := &watching{after: 2}
		next, err := g.Grow(w, 1)
		if asked += w.asked; err == nil {
			if a, b := want.(*ada).over, next.(*ada).over; a != b || a.why != chance {
				t.Errorf("given up it ends with %v, else with %v", b, a)
			}
			break
		}
		if stops++; stops > 30 {
			t.Fatal("it comes to no end")
		}
	}
	if stops != tries || asked > once.asked+2*stops {
		t.Errorf("%d questions at once, %d when given up %d times", once.asked, asked, stops)
	}
}

// Rounds are reused while another state makes more of them (go test -race).
func TestTakenOverWhileGrowing(t *testing.T) {
	p := noisy(t, 60, 2, 3)
	for _, m := range []method.Method{AdaBoost(), Gradient()} {
		g := start(t, m, p, map[string]any{"n_estimators": 300.0})
		done := make(chan error)
		go func() {
			_, err := g.Grow(t.Context(), 300)
			done <- err
		}()
		v, err := m.Validate(map[string]any{"n_estimators": 200.0})
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			if _, err := m.Fit(t.Context(), p, v, g); err != nil {
				t.Fatal(err)
			}
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// With a subsample, the picture shows which points the round has learned from: the others are faint and have no circle
// and no gradient.
func TestPointsNotDrawn(t *testing.T) {
	values := make([]float64, 40)
	for i := range values {
		values[i] = float64(i*i%17) / 10
	}
	classes := noisy(t, 40, 3, 5)
	var on [][]float64
	for i := range values {
		on = append(on, classes.At(i))
	}
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 400, H: 300, Scale: 1}
	for _, c := range []struct {
		m      method.Method
		p      *method.Problem
		params map[string]any
	}{
		{Gradient(), classes, nil}, {Logit(), classes, nil},
		{Regression(), problem(t, on, values, method.Regress), nil},
		{Regression(), problem(t, on, values, method.Regress2D), map[string]any{"domain": "plane"}},
	} {
		whole := start(t, c.m, c.p, c.params)
		if g := whole.Can().Groups(method.Shown{pulls: true, ofRound: true}); g.Of != nil {
			t.Errorf("%s: of all points some are faint", c.m.ID)
		}
		params := map[string]any{"subsample": 0.3}
		for k, v := range c.params {
			params[k] = v
		}
		for k, model := 0, start(t, c.m, c.p, params); k < 4; k, model = k+1, step(t, model, 1) {
			b := model.(*boosted)
			drawn := make([]bool, 40)
			if tree := b.terms; k > 0 {
				root := &tree[len(tree)-1].tree.Nodes[0]
				for _, row := range tree[len(tree)-1].tree.Rows[root.From:root.To] {
					drawn[row] = true
				}
			} else {
				for i, n := range b.drawn(0) {
					drawn[i] = n > 0
				}
			}
			s := model.Can()
			g := s.Groups(method.Shown{pulls: true, ofRound: true})
			for i, is := range drawn {
				if g.Of != nil && (g.Weight[i] == 1) != is || (b.pull()[i] != 0) && !is {
					t.Errorf("%s, round %d: point %d is drawn: %v, weights are %v, and it pulls %v", c.m.ID, k, i, is, g.Weight,
						b.pull()[i])
				}
			}
			if (c.p.Task == method.Regress2D) == (g.Of != nil) || s.Groups(nil).Of != nil {
				t.Errorf("%s: which points are drawn is shown where nobody asks, or not", c.m.ID)
			}
			if c.p.Task == method.Regress {
				pic, err := method.DrawPanel(t.Context(), model, method.Shown{ofRound: true}, ofRound, 300, 200)
				if err != nil {
					t.Fatal(err)
				}
				marks := pic.Layers[1].(*picture.Marks)
				if len(marks.XY) != 2*12 || !strings.Contains(marks.Says, "drawn") ||
					!strings.Contains(pic.Alt, "drawn: 12 marks from ") {
					t.Errorf("round %d learns from %d points: %s; %s", k, len(marks.XY)/2, marks.Says, pic.Alt)
				}
				continue
			}
			under, _, err := model.Can().Layers(t.Context(), view, nil, method.Shown{pulls: true})
			if err != nil {
				t.Fatal(err)
			}
			circled := 0
			for _, l := range under {
				circled += len(l.(*picture.Path).Starts)
			}
			if circled == 0 && (k > 1 || c.m.ID != "logitboost") || circled > 12 { // its first weights are all equal
				t.Errorf("%s, round %d: %d points are circled of 12 drawn", c.m.ID, k, circled)
			}
		}
	}
}

// The panels report their numbers.
func TestChartsSayNumbers(t *testing.T) {
	said := func(m method.Model, id string) string {
		pic, err := method.DrawPanel(t.Context(), m, method.Shown{method.Part(id): true, margins: true}, id,
			300, 200)
		if err != nil {
			t.Fatal(err)
		}
		return pic.Alt
	}
	g := step(t, start(t, AdaBoost(), noisy(t, 60, 2, 3), map[string]any{"learning_rate": 0.5}), 8)
	m := g.(*ada)
	all := m.margins()
	slices.Sort(all)
	below := 0
	for below < len(all) && all[below] <= 0 {
		below++
	}
	for id, want := range map[string][]string{
		rounds: {"Vote of a round’s tree: ", " to " + words.Number(m.rounds[6].alpha) + " at 7", "This round: " +
			words.Number(m.round().alpha) + " at 8."},
		margins: {"Margins of 60 training points", words.Number(all[0]), words.Number(all[59]),
			words.CountOf(below, "is", "are") + " not above 0"},
		descent: {"from " + words.Number(m.before(7).loss()) + " at 0", "with its learning rate: " + words.Number(m.loss())},
	} {
		for _, w := range want {
			if alt := said(m, id); !strings.Contains(alt, w) {
				t.Errorf("%s says %q, not %q", id, alt, w)
			}
		}
	}
	values := problem(t, [][]float64{{0}, {1}, {2}, {3}}, []float64{0, 0, 3, 1}, method.Regress)
	r := start(t, Regression(), values, map[string]any{"max_depth": 1.0})
	if want := "The first tree will be fitted to these values. Negative gradient at a point: 4 marks from −1 " +
		"to 2, at 0 to 3."; said(r,
		ofRound) != want {
		t.Errorf("before the first round %q", said(r, ofRound))
	}
	if want := "The tree of round 1 has 2 predictions, from −1 to 1. Negative gradient at a point: 4 marks from −1 to " +
		"2, at 0 to 3."; said(step(t, r, 1), ofRound) != want {
		t.Errorf("after it %q", said(step(t, r, 1), ofRound))
	}
}

// The formula of LogitBoost with more than two classes is what a round adds: outputs minus their mean, times (K − 1)/K.
func TestFormulaOfManyClasses(t *testing.T) {
	g := step(t, start(t, Logit(), noisy(t, 60, 3, 3), map[string]any{"learning_rate": 0.5}), 4)
	if s := g.Can().Formula(); !strings.Contains(s, "+ 0.5·(2/3)·(h_{m,k}(x) − (1/3) Σ_{j} h_{m,j}(x))") {
		t.Errorf("three classes: %s", s)
	}
	b := g.(*boosted)
	round := b.stages[3]
	x := b.p.At(5)
	var h [3]float64
	for o := range h {
		h[o] = round.terms[o].tree.Values(round.terms[o].tree.Leaf(x, round.terms[o].splits()))[0]
	}
	before, after := b.before(3).sum(x), b.sum(x)
	for k := range h {
		near(t, "what the round adds", after[k]-before[k], 0.5*(2.0/3)*(h[k]-(h[0]+h[1]+h[2])/3), 1e-9)
	}
}
