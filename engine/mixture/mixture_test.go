package mixture

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

var (
	kinds  = []string{full, tied, diag, spherical}
	inits  = []string{initKMeans, initPlusPlus, initData, initRandom}
	window = picture.Viewport{X0: -2, X1: 6, Y0: -2, Y1: 6, W: 80, H: 80, Scale: 1}
)

// cloud returns n rows of d coordinates in several clusters.
func cloud(n, d int, seed uint64) *method.Problem {
	rng := rand.New(rand.NewPCG(seed, 5))
	p := &method.Problem{N: n, D: d, Task: method.Cluster, Seed: seed}
	for i := range n {
		for j := range d {
			p.X = append(p.X, float64(i*(2*j+1)%4)+0.4*rng.NormFloat64())
		}
	}
	return p
}

// mixed fits a mixture by Method.Fit.
func mixed(t testing.TB, p *method.Problem, params map[string]any) *blend {
	t.Helper()
	return methodtest.Fit(t, Method(), p, params).(*blend)
}

// densityOf computes ln p(x) in the plane from the definition, with the inverse and the determinant of each covariance.
func densityOf(g *gaussians, x []float64) float64 {
	sum := 0.0
	for c := range g.k {
		xx, yy, xy := g.variance(c, 0), g.variance(c, 1), 0.0
		if g.matrix() {
			xy = g.of(g.cov, c)[1]
		}
		det := xx*yy - xy*xy
		dx, dy := x[0]-g.means[2*c], x[1]-g.means[2*c+1]
		sum += g.weights[c] * math.Exp(-0.5*(yy*dx*dx-2*xy*dx*dy+xx*dy*dy)/det) / (2 * math.Pi * math.Sqrt(det))
	}
	return math.Log(sum)
}

// The invariants of EM must hold for all starts and types of covariance: the log-likelihood never falls and equals its
// definition, and each step does what its text says.
func TestLikelihoodNeverFalls(t *testing.T) {
	long := 0
	for seed := range uint64(32) {
		p := cloud(80, 2, seed)
		b := mixed(t, p, map[string]any{"n_components": float64(1 + seed%5), "covariance_type": kinds[seed%4],
			"init_params": inits[seed/4%4], "reg_covar": 0.0, "tol": 1e-7})
		trace := b.Trace()[0].Values
		for s := 1; s <= b.Steps(); s++ {
			if trace[s] < trace[s-1]-1e-9*math.Abs(trace[s-1]) {
				t.Errorf("seed %d: step %d lowers the log-likelihood from %v to %v", seed, s, trace[s-1], trace[s])
			}
		}
		if b.moves() > 10 {
			long++
		}
		for _, s := range []int{0, 1, 2, 3, b.Steps() / 2, b.Steps() - 1, b.Steps()} {
			at := b.Stage(s).(*blend)
			ll, weight := 0.0, 0.0
			for i := range p.N {
				ll += densityOf(at.g, p.At(i))
			}
			if math.Abs(ll-trace[s]) > 1e-8*math.Abs(ll) {
				t.Errorf("seed %d, step %d: the log-likelihood is %v, its curve says %v", seed, s, ll, trace[s])
			}
			for c := range at.k {
				weight += at.g.weights[c]
			}
			if math.Abs(weight-1) > 1e-12 {
				t.Errorf("seed %d, step %d: the weights add up to %v", seed, s, weight)
			}
			if s%2 == 1 && !slices.Equal(at.resp, at.mix.resp(at.g)) {
				t.Errorf("seed %d, step %d: responsibilities of other components", seed, s)
			}
			if s%2 == 1 || s == 0 {
				continue
			}
			// Means must be weighted by the responsibilities.
			for c := range at.k {
				x, sum := 0.0, 0.0
				for i := range p.N {
					x, sum = x+at.resp[i*at.k+c]*p.X[2*i], sum+at.resp[i*at.k+c]
				}
				if math.Abs(x/sum-at.g.means[2*c]) > 1e-9 {
					t.Errorf("seed %d, step %d: a mean is at %v, that of its share is %v", seed, s, at.g.means[2*c], x/sum)
				}
			}
		}
	}
	if long < 8 {
		t.Errorf("only %d of 32 runs had more than ten iterations", long)
	}
}

// From the same start, the result must be that of scikit-learn 1.2: all of iris, from the means of its species with
// equal weights and identity precisions (reg_covar 1e-6, tol 1e-3).
func TestMixtureAsScikitLearn(t *testing.T) {
	rows, _, err := dataset.Wide(&doc.Table{Name: "iris"}, dataset.Embedded)
	if err != nil {
		t.Fatal(err)
	}
	p := &method.Problem{N: rows.N, D: 4, X: rows.X, Task: method.Cluster}
	start := make([]float64, 12)
	for i, c := range rows.Class {
		for j, x := range rows.At(i) {
			start[4*c+j] += x / 50
		}
	}
	eye := make([]float64, 16)
	for j := range 4 {
		eye[5*j] = 1
	}
	for _, c := range []struct {
		kind            string
		cov             []float64
		iterations      int
		bound, bic, aic float64
		weights         []float64
		mean, covs      []float64 // of component 2; covs has the first three numbers
		wrong           int
	}{
		{full, slices.Concat(eye, eye, eye), 16, -1.2014531531866215, 580.859288916619, 448.39133597638374,
			[]float64{0.33333333333333326, 0.30118137505960313, 0.36548529160706367},
			[]float64{5.916963485165985, 2.778041938053113, 4.205224191365432, 1.29841157128532},
			[]float64{0.12176499999999997, 0.09723199999999989, 0.016027999999999976}, 5},
		{tied, eye, 9, -1.7108761890944937, 633.3869093981183, 561.1316623398081,
			[]float64{0.3333333333349044, 0.3394621276211164, 0.32720453904397917},
			[]float64{5.950430641174545, 2.7582648642934986, 4.2873269753229035, 1.3256477533533368},
			[]float64{0.26341829161643643, 0.08852540994167005, 0.17124091395894236}, 4},
		{diag, slices.Repeat([]float64{1}, 12), 8, -2.0504937968953247, 745.3080553452597, 667.0315376987571,
			[]float64{0.3333333333248816, 0.35489967139951, 0.31176699527560836},
			[]float64{5.895600334097366, 2.7326838150726256, 4.313700233477339, 1.3506258901774557},
			[]float64{0.12176500000301868, 0.14081700000332806, 0.029556999999938632}, 7},
		{spherical, slices.Repeat([]float64{1}, 3), 9, -2.5633858660984377, 854.032904128484, 802.8521041288477,
			[]float64{0.3333333338269944, 0.40274702321935624, 0.26391964295364934},
			[]float64{5.891263744388764, 2.745002119825696, 4.385624880728174, 1.4252628552037263},
			[]float64{0.07575600135605447, 0.16006686050328597, 0.16901418027529055}, 16},
	} {
		third := 1.0 / 3
		m := runMix(t, p, &gaussians{kind: c.kind, k: 3, d: 4, weights: []float64{third, third, third}, means: start,
			cov: c.cov}, 100, 1e-3, 1e-6)
		b := m.Stage(m.Steps()).(*blend)
		facts := map[string]any{}
		for _, f := range b.Facts() {
			facts[f.Name] = f.Value
		}
		got := slices.Concat([]float64{facts["lower_bound"].(float64), facts["bic"].(float64), facts["aic"].(float64)},
			b.g.weights, b.g.mean(1), b.g.cov[:3])
		for i, want := range slices.Concat([]float64{c.bound, c.bic, c.aic}, c.weights, c.mean, c.covs) {
			if math.Abs(got[i]-want) > 1e-6*math.Max(1, math.Abs(want)) {
				t.Errorf("%s: number %d is %v, scikit-learn's %v", c.kind, i, got[i], want)
			}
		}
		wrong := 0
		for i, of := range facts["labels"].([]int) {
			if of != rows.Class[i] {
				wrong++
			}
		}
		if facts["n_iter"] != c.iterations || facts["converged"] != true || wrong != c.wrong {
			t.Errorf("%s: %v iterations, converged %v, %d rows in another component than their species; want %d, true, %d",
				c.kind, facts["n_iter"], facts["converged"], wrong, c.iterations, c.wrong)
		}
	}
}

// Data far from the origin keep their precision, and the order of the points does not matter.
func TestMixtureMovedAndReversed(t *testing.T) {
	base := cloud(90, 2, 5)
	places := []float64{0, 0, 1, 3, 2, 2}
	run := func(p *method.Problem, offset float64, kind string) *mix {
		at := slices.Clone(places)
		for i := range at {
			at[i] += offset
		}
		return runMix(t, p, round(p.X, at, kind, 2, 0), 20, 0, 0)
	}
	for _, kind := range kinds {
		m := run(base, 0, kind)
		moved, back := *base, *base
		moved.X, back.X = nil, nil
		for i, x := range base.X {
			moved.X = append(moved.X, x+1e6)
			back.X = append(back.X, base.X[len(base.X)-2-i/2*2+i%2])
		}
		if far := run(&moved, 1e6, kind); math.Abs(far.ll[20]-m.ll[20]) > 1e-5 {
			t.Errorf("%s: the log-likelihood is %v, of the same data far away %v", kind, m.ll[20], far.ll[20])
		}
		if o := run(&back, 0, kind); math.Abs(o.ll[20]-m.ll[20]) > 1e-9*math.Abs(m.ll[20]) {
			t.Errorf("%s: the log-likelihood is %v, with the points reversed %v", kind, m.ll[20], o.ll[20])
		}
	}
}

// States that were not kept must be recomputed to the bit.
func TestThinnedStates(t *testing.T) {
	p := cloud(60, 3, 2)
	a := runMix(t, p, round(p.X, p.X[:9], full, 3, 1e-6), 40, 0, 1e-6)
	b := *a
	for range 3 {
		b.states = slices.Clone(b.states)
		for i := range (len(b.states) + 1) / 2 {
			b.states[i] = b.states[2*i]
		}
		b.states = b.states[:(len(b.states)+1)/2]
		b.every *= 2
	}
	for s := range a.Steps() + 1 {
		x, y := a.Stage(s).(*blend), b.Stage(s).(*blend)
		if !slices.Equal(x.g.means, y.g.means) || !slices.Equal(x.g.cov, y.g.cov) || !slices.Equal(x.resp, y.resp) {
			t.Fatalf("step %d is another one with every 8th state kept", s)
		}
	}
}

// A collapsed component must be reported: by the added variance that limits it, or, without one, by the state.
func TestCollapse(t *testing.T) {
	p := cloud(40, 2, 1)
	p.X = append(p.X, 40, 40)
	p.N++
	params := map[string]any{"n_components": 5.0, "init_params": initPlusPlus}
	b := mixed(t, p, params)
	if s := b.Status(); s.State != method.Converged || !strings.Contains(s.Sentence, "collapsed on one position") ||
		!strings.Contains(s.Sentence, "reg_covar") {
		t.Errorf("with a component on a lonely point: %+v", s)
	}
	params["reg_covar"] = 0.0
	b = mixed(t, p, params)
	if s := b.Status(); s.State != method.Diverged || !strings.Contains(s.Sentence, component(b.broken)+" collapses") {
		t.Errorf("without added variance: %+v", s)
	}
	for _, x := range b.ll {
		if !method.Finite(x) {
			t.Errorf("log-likelihoods %v", b.ll)
		}
	}
	// Points on a line give a flat component, not one at a single point.
	line := &method.Problem{N: 30, D: 2, Task: method.Cluster}
	for i := range 30 {
		line.X = append(line.X, float64(i), 2*float64(i))
	}
	if s := mixed(t, line, map[string]any{"n_components": 1.0}).Status(); !strings.Contains(s.Sentence,
		"Component 1 is flat") || strings.Contains(s.Sentence, "one place") {
		t.Errorf("points of a line: %+v", s)
	}
	if s := mixed(t, cloud(80, 2, 1), nil).Status(); strings.Contains(s.Sentence, "flat") ||
		strings.Contains(s.Sentence, "collapsed") {
		t.Errorf("ordinary data: %+v", s)
	}
}

// On the ellipse of one standard deviation, the density of a component is exp(−½) of its maximum; on that of two,
// exp(−2).
func TestEllipses(t *testing.T) {
	for _, kind := range kinds {
		b := mixed(t, cloud(120, 2, 7), map[string]any{"covariance_type": kind, "n_components": 4.0})
		_, over, err := b.Can().Layers(t.Context(), window, nil, method.Shown{"ellipses": true})
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, l := range over {
			p := l.(*picture.Path)
			seen++
			want := b.g.base[p.Class] - 0.5*p.Level*p.Level
			for i := 0; i < len(p.XY); i += 2 {
				logs := make([]float64, b.k)
				b.g.logs(p.XY[i:i+2], logs, make([]float64, 2))
				if math.Abs(logs[p.Class]-want) > 1e-9 {
					t.Fatalf("%s: component %d has %v on its ellipse of %v, want %v", kind, p.Class+1, logs[p.Class], p.Level, want)
				}
			}
		}
		if seen != 8 {
			t.Errorf("%s: %d ellipses of 4 components", kind, seen)
		}
	}
}

// In the plane of a table, the ellipses are those of the projected components: on two columns, and on orthogonal
// directions that are not columns.
func TestShadows(t *testing.T) {
	for _, kind := range kinds {
		for _, turned := range []bool{false, true} {
			p := cloud(100, 3, 3)
			p.Inputs = []string{"a", "b", "c"}
			// Rows of an orthonormal matrix.
			u, v := []float64{1, 0, 0}, []float64{0, 0, 1}
			if turned {
				u, v = []float64{0.6, 0.8, 0}, []float64{-0.48, 0.36, 0.8}
			} else {
				p.Along = []int{0, 2}
			}
			dot := func(a, b []float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
			for i := range p.N {
				p.Shown = append(p.Shown, dot(u, p.At(i)), dot(v, p.At(i)))
			}
			last := mixed(t, p, map[string]any{"covariance_type": kind, "init_params": initPlusPlus, "tol": 1e-7})
			for s := range last.Steps() + 1 {
				b := last.Stage(s).(*blend)
				for c := range b.k {
					cov := func(a, e []float64) (sum float64) {
						for i := range 3 {
							for j := range 3 {
								switch {
								case b.g.matrix():
									sum += a[i] * e[j] * b.g.of(b.g.cov, c)[3*i+j]
								case i == j:
									sum += a[i] * e[j] * b.g.variance(c, i)
								}
							}
						}
						return sum
					}
					rows, resp := draw.Plane(p), b.sharedOut()
					means := b.means(&rows, resp)
					seen := b.covariance(&rows, resp, means, c)
					if kind == diag && turned && s > 1 {
						if seen != nil {
							t.Fatalf("a diagonal covariance is drawn in a turned plane")
						}
						continue
					}
					want := []float64{dot(u, b.g.mean(c)), dot(v, b.g.mean(c)), cov(u, u), cov(u, v), cov(v, v)}
					if seen == nil {
						t.Fatalf("%s, turned %v, step %d: component %d is not drawn", kind, turned, s, c+1)
					}
					drawn := []float64{means[c][0], means[c][1], seen.At(0, 0), seen.At(0, 1), seen.At(1, 1)}
					for i, got := range drawn {
						if math.Abs(got-want[i]) > 1e-9 {
							t.Fatalf("%s, turned %v, step %d: component %d is drawn as %v, want %v", kind, turned, s, c+1, drawn, want)
						}
					}
				}
			}
		}
	}
}

// The criteria in the panel must be those of fits with that many components. A click chooses the number, also if the
// positions were given. A fit with another number reuses the known values.
func TestCriteria(t *testing.T) {
	p := cloud(60, 2, 4)
	b := mixed(t, p, map[string]any{"n_components": 2.0, "covariance_type": spherical})
	bic, aic, err := b.criteria(t.Context(), b.most())
	if err != nil {
		t.Fatal(err)
	}
	least := method.Largest(func() (l []float64) {
		for _, x := range bic {
			l = append(l, -x)
		}
		return l
	}())
	if len(bic) != 10 || least != 3 { // there are four clusters
		t.Errorf("%d numbers of components, BIC %v is least for %d", len(bic), bic, least+1)
	}
	for _, k := range []int{1, 4, 7} {
		facts := map[string]any{}
		for _, f := range mixed(t, p, map[string]any{"n_components": float64(k), "covariance_type": spherical}).Facts() {
			facts[f.Name] = f.Value
		}
		if facts["bic"] != bic[k-1] || facts["aic"] != aic[k-1] {
			t.Errorf("%d components: the panel says %v and %v, a fit %v and %v", k, bic[k-1], aic[k-1], facts["bic"],
				facts["aic"])
		}
	}
	told, ok := b.Can().Tell(grouping.CountKind.Key(4), window, nil)
	if !ok || told.Answer != "4 components" || fmt.Sprint(told.Click.Set) != "map[n_components:4]" {
		t.Errorf("a point of the panel is %+v", told)
	}
	own := mixed(t, p, map[string]any{"init_params": initGiven, "means_init": [][]float64{{0, 0}, {1, 3}}})
	told, _ = own.Can().Tell(grouping.CountKind.Key(4), window, nil)
	if fmt.Sprint(told.Click.Set) != "map[init_params:kmeans n_components:4]" {
		t.Errorf("a point of the panel beside own places does %+v", told.Click)
	}
	all := Method()
	v, _ := all.Validate(map[string]any{"n_components": 3.0, "covariance_type": spherical})
	next, err := all.Fit(t.Context(), p, v, b)
	if err != nil || next.(*blend).scan != b.scan {
		t.Errorf("another number of components forgets the criteria: %v", err)
	}
	other := *p
	other.X = slices.Clone(p.X)
	other.X[0]++
	if next, _ := all.Fit(t.Context(), &other, v, b); next.(*blend).scan == b.scan {
		t.Error("criteria of other points are kept")
	}
}

// Far from all components, where densities underflow, responsibilities are still defined and pictures have no holes.
func TestFarAway(t *testing.T) {
	p := cloud(60, 2, 2)
	b := mixed(t, p, nil)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		x := []float64{1e300 * rng.NormFloat64(), 1e200 * rng.NormFloat64()}
		for _, row := range b.PointScores(x) {
			sum := 0.0
			for _, r := range row {
				sum += r
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("responsibilities at %v: %v", x, row)
			}
		}
	}
	r, err := b.ScoreRaster(t.Context(), picture.Viewport{X0: -1e9, X1: 1e9, Y0: -1e9, Y1: 1e9, W: 20, H: 20}.Grid(20, 20),
		method.Shown{"density": true})
	if err != nil {
		t.Fatal(err)
	}
	for _, plane := range r.Arrays() {
		for _, v := range plane {
			if v != v || math.IsInf(float64(v), 0) {
				t.Fatalf("a raster holds %v", v)
			}
		}
	}
	// Colours are strong where the density is high, and vanish far away.
	if far := slices.Min(r.Veil); far < 0.999 {
		t.Errorf("far away the veil is %v", far)
	}
	near, _ := b.ScoreRaster(t.Context(), picture.Grid{X0: b.g.means[0], Y0: b.g.means[1], DX: 1, DY: 1, W: 1, H: 1},
		method.Shown{"density": true})
	if near.Veil[0] > 0.5 {
		t.Errorf("at a mean the veil is %v", near.Veil[0])
	}
}

// Cost must count the passes over the points at each step.
func TestPasses(t *testing.T) {
	b := mixed(t, cloud(40, 2, 1), nil)
	passes := func(k int) float64 { return b.Stage(k).Can().Cost().Passes }
	for k, want := range []float64{0, 1, 1, 2, 2} {
		if got := passes(k); got != want {
			t.Errorf("%g passes after %d half-steps, want %g", got, k, want)
		}
	}
	for k := 1; k <= b.Steps(); k++ {
		if passes(k) < passes(k-1) {
			t.Errorf("passes fall at step %d", k)
		}
	}
	if b.Can().Cost().Passes != passes(b.Steps()) {
		t.Error("the end has other passes")
	}
}
