package gp

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// plain fits points with parameters, which must be valid.
func plain(t testing.TB, pts []doc.Point, d int, params map[string]any, prev method.Model) method.Model {
	t.Helper()
	task := method.Regress
	if d == 2 {
		task = method.Regress2D
	}
	p, err := method.NewProblem(pts, task, 7)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Method().Fit(context.Background(), p, values(t, d, params), prev)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// For every kernel offered, on the line and in the plane, with ordinary and with degenerate data, variances must be
// finite, nonnegative, and at most the prior's.
func TestDeviationsWithinPrior(t *testing.T) {
	for _, d := range []int{1, 2} {
		task := []method.Task{method.Regress, method.Regress2D}[d-1]
		sets := map[string][]doc.Point{
			"none":       nil,
			"one":        {{X: 0.5, Y: 0.5, Z: 1}},
			"duplicates": {{X: 0.5, Y: 0.5, Z: 1}, {X: 0.5, Y: 0.5, Z: -1}, {X: 0.5, Y: 0.5, Z: 1}, {X: 0.5, Y: 0.2, Z: 1}},
			"collinear":  {{X: 0.1, Y: 0.1}, {X: 0.2, Y: 0.2, Z: 1}, {X: 0.3, Y: 0.3}, {X: 0.4, Y: 0.4, Z: 2}, {X: 0.5, Y: 0.5}},
			"ordinary":   methodtest.Points(task, 30, 2),
		}
		rng := rand.New(rand.NewPCG(5, 5))
		var at []float64
		for range 100 * d {
			at = append(at, 2*rng.Float64()-0.5)
		}
		for name, pts := range sets {
			for _, c := range kernels() {
				if d == 2 && strings.Contains(c.Value, "periodic") {
					continue // not positive definite in the plane
				}
				for _, noise := range []float64{minNoise, 1e-4, 1, maxNoise} {
					m := plain(t, pts, d, map[string]any{"kernel": c.Value, "alpha": noise}, nil)
					q := m.(*model).post
					f, y := q.deviations(at)
					for i := range f {
						prior := q.priorDeviation(at[i*d : (i+1)*d])
						// The square root amplifies rounding: 1e-16 of the variance is 1e-8 of the deviation.
						if !(f[i] >= 0) || f[i] > prior*(1+1e-7)+1e-12 || !(y[i] >= f[i]) || math.IsInf(y[i], 0) {
							t.Fatalf("%s, %s, noise %g: sd of f %v, of y %v, of the prior %v", name, c.Value, noise, f[i], y[i], prior)
						}
					}
				}
			}
		}
	}
}

func TestOrderOfPointsDoesNotMatter(t *testing.T) {
	pts := methodtest.Points(method.Regress2D, 40, 9)
	back := append([]doc.Point(nil), pts...)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(back), func(i, j int) { back[i], back[j] = back[j], back[i] })
	a, b := plain(t, pts, 2, nil, nil), plain(t, back, 2, nil, nil)
	at := []float64{0.1, 0.2, 0.5, 0.5, 0.9, 0.1, 1.5, 1.5}
	ma, mb := make([]float64, 4), make([]float64, 4)
	a.Can().Predictor.Predict(at, ma)
	b.Can().Predictor.Predict(at, mb)
	fa, _ := a.Can().Deviations(at)
	fb, _ := b.Can().Deviations(at)
	for i := range ma {
		if math.Abs(ma[i]-mb[i]) > 1e-10 || math.Abs(fa[i]-fb[i]) > 1e-10 {
			t.Errorf("place %d: %v ± %v and %v ± %v", i, ma[i], fa[i], mb[i], fb[i])
		}
	}
}

func TestPriorNeedsNoPoints(t *testing.T) {
	for _, params := range []map[string]any{nil, {"prior": true}, {"optimize": true}} {
		pts := []doc.Point(nil)
		if params["prior"] == true {
			pts = methodtest.Points(method.Regress, 10, 1)
		}
		m := plain(t, pts, 1, params, nil)
		mean := make([]float64, 3)
		m.Can().Predictor.Predict([]float64{-3, 0.5, 8}, mean)
		f, y := m.Can().Deviations([]float64{-3, 0.5, 8})
		for i := range mean {
			if mean[i] != 0 || f[i] != 1 || math.Abs(y[i]-math.Sqrt(1.01)) > 1e-15 {
				t.Errorf("%v: prior is %v ± %v (%v)", params, mean[i], f[i], y[i])
			}
		}
		if s := m.Status().Sentence; !strings.Contains(strings.ToLower(s), "prior") {
			t.Errorf("%v: status %q", params, s)
		}
	}
}

func TestJitterIsTold(t *testing.T) {
	pts := make([]doc.Point, 60)
	for i := range pts {
		pts[i] = doc.Point{X: 0.5 + 1e-9*float64(i), Y: 0.3}
	}
	m := plain(t, pts, 1, map[string]any{"kernel": "1e8*rbf(5)", "alpha": minNoise}, nil)
	if q := m.(*model).post; q.jitter == 0 || !strings.Contains(m.Status().Sentence, "added to its diagonal") {
		t.Errorf("jitter %v, status %q", q.jitter, m.Status().Sentence)
	}
}

func TestIndefiniteKernelIsNamed(t *testing.T) {
	p, _ := method.NewProblem(methodtest.Points(method.Regress, 20, 1), method.Regress, 1)
	_, err := Method().Fit(context.Background(), p, values(t, 1, map[string]any{"kernel": "sigmoid(3, 1)"}), nil)
	var de *doc.Error
	if !errors.As(err, &de) || de.Field != "params.kernel" {
		t.Errorf("got %v", err)
	}
}

func TestNormalizedTargets(t *testing.T) {
	pts := methodtest.Points(method.Regress, 25, 3)
	moved := append([]doc.Point(nil), pts...)
	for i := range moved {
		moved[i].Y = 1000 + 50*moved[i].Y
	}
	on := map[string]any{"normalize_y": true}
	a, b := plain(t, pts, 1, on, nil), plain(t, moved, 1, on, nil)
	at := []float64{0.1, 0.5, 1.4}
	ma, mb := make([]float64, 3), make([]float64, 3)
	a.Can().Predictor.Predict(at, ma)
	b.Can().Predictor.Predict(at, mb)
	fa, ya := a.Can().Deviations(at)
	fb, yb := b.Can().Deviations(at)
	for i := range at {
		if math.Abs(mb[i]-1000-50*ma[i]) > 1e-9 || math.Abs(fb[i]-50*fa[i]) > 1e-9 || math.Abs(yb[i]-50*ya[i]) > 1e-9 {
			t.Errorf("at %v: %v ± %v (%v), of the moved targets %v ± %v (%v)", at[i], ma[i], fa[i], ya[i], mb[i], fb[i], yb[i])
		}
	}
}

// Samples must have the posterior covariance, and move little if a point moves a little.
func TestSamplesHaveTheCovariance(t *testing.T) {
	ctx := context.Background()
	view := picture.Viewport{X0: 0, X1: 1, Y0: -2, Y1: 2, W: 200, H: 100, Scale: 1}
	pts := []doc.Point{{X: 0.2, Y: 0.5}, {X: 0.5, Y: -0.5}, {X: 0.6, Y: 0.1}}
	for _, expr := range []string{"rbf(0.2)", "matern12(0.2)"} {
		for _, prior := range []bool{false, true} {
			m := plain(t, pts, 1, map[string]any{"kernel": expr, "prior": prior}, nil)
			q := m.(*model).post
			_, cols, err := q.curveOver(ctx, view)
			if err != nil {
				t.Fatal(err)
			}
			const count = 4000
			paths, err := q.samplePaths(ctx, view, cols, count, 3)
			if err != nil {
				t.Fatal(err)
			}
			xy := paths[0].(*picture.Path).XY
			picks := []int{0, len(xy) / 10, len(xy) / 4, len(xy)/2 - 1}
			var at []float64
			for _, p := range picks {
				at = append(at, xy[2*p])
			}
			mean := make([]float64, len(at))
			q.mean(at, mean)
			want := q.covariance(at)
			got := make([]float64, len(want))
			avg := make([]float64, len(at))
			for _, l := range paths {
				f := l.(*picture.Path).XY
				for i, p := range picks {
					a := f[2*p+1] - mean[i]
					avg[i] += a / count
					for j, r := range picks {
						got[i*len(picks)+j] += a * (f[2*r+1] - mean[j]) / count
					}
				}
			}
			// Five standard errors: 1/√count for the mean, √2/√count for products.
			for i := range avg {
				if math.Abs(avg[i]) > 5/math.Sqrt(count) {
					t.Errorf("%s: the samples' mean at %v is off by %v", expr, at[i], avg[i])
				}
			}
			for i := range want {
				if math.Abs(got[i]-want[i]) > 5*math.Sqrt2/math.Sqrt(count) {
					t.Errorf("%s: covariance %d is %v, want %v", expr, i, got[i], want[i])
				}
			}
		}
		// Continuity of the samples.
		layers := func(x float64) []float64 {
			moved := append([]doc.Point(nil), pts...)
			moved[1].X = x
			m := plain(t, moved, 1, map[string]any{"kernel": expr}, nil)
			under, _, err := m.Can().Layers(ctx, view, nil, method.Shown{"samples": true})
			if err != nil {
				t.Fatal(err)
			}
			return under[0].(*picture.Path).XY
		}
		a, b := layers(0.5), layers(0.501)
		for i := range a {
			if math.Abs(a[i]-b[i]) > 0.15 {
				t.Errorf("%s: a sample jumped from %v to %v", expr, a[i], b[i])
				break
			}
		}
	}
}

// Bands must be at the stated numbers of deviations, and have names.
func TestBands(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -2, Y1: 2, W: 4000, H: 3000, Scale: 1}
	m := plain(t, methodtest.Points(method.Regress, 12, 1), 1, nil, nil)
	under, over, err := m.Can().Layers(context.Background(), view, nil,
		method.Shown{"band_f": true, "band_y": true, "sd1": true, "sd3": true})
	if err != nil {
		t.Fatal(err)
	}
	var levels []float64
	for _, l := range under {
		p, ok := l.(*picture.Path)
		if !ok || p.Role != picture.RoleBand {
			continue
		}
		levels = append(levels, p.Level)
		f, y := m.Can().Deviations(p.XY[:1])
		sd := f[0]
		if len(levels) <= 2 {
			sd = y[0] // the bands of y are below those of f
		}
		mean := []float64{0}
		m.Can().Predictor.Predict(p.XY[:1], mean)
		if got, want := p.XY[1], mean[0]+p.Level*sd; math.Abs(got-want) > 1e-3 {
			t.Errorf("band %d begins at %v, want %v", len(levels), got, want)
		}
	}
	if len(levels) != 4 || levels[0] != 3 || levels[1] != 1 || levels[2] != 3 || levels[3] != 1 {
		t.Errorf("bands %v, want 3 and 1 of y, then of f", levels)
	}
	text := ""
	for _, l := range over {
		text += l.(*picture.Label).Text + "; "
	}
	for _, want := range []string{"3 sd of f", "1 sd of f", "3 sd of a new y", "1 sd of a new y"} {
		if !strings.Contains(text, want) {
			t.Errorf("no label says %q: %s", want, text)
		}
	}
}

// White noise in the kernel is noise: it must widen the prediction of a new y, and nothing else.
func TestWhiteNoiseIsNoise(t *testing.T) {
	pts := methodtest.Points(method.Regress, 12, 1)
	fit := func(kernel string, noise float64) *method.Capabilities {
		m := plain(t, pts, 1, map[string]any{"kernel": kernel, "alpha": noise}, nil)
		return m.Can()
	}
	at := []float64{-0.4, 0.1, 0.35, 0.8}
	f, y := fit("rbf(0.3) + white(0.04)", 0.01).Deviations(at)
	wantF, wantY := fit("rbf(0.3)", 0.05).Deviations(at)
	for i := range at {
		if math.Abs(f[i]-wantF[i]) > 1e-9 || math.Abs(y[i]-wantY[i]) > 1e-9 {
			t.Errorf("at %v deviations of f and y are %v and %v, want %v and %v", at[i], f[i], y[i], wantF[i], wantY[i])
		}
	}
}

// During optimisation, an edit must follow the optima found before and end where a new search ends.
func TestLearningFollowsEdits(t *testing.T) {
	pts := methodtest.Points(method.Regress, 25, 4)
	params := map[string]any{"optimize": true, "kernel": "1*rbf(0.3)"}
	m := plain(t, pts, 1, params, nil)
	for e := range 4 {
		pts = append([]doc.Point(nil), pts...)
		pts[e].Y += 0.05
		warm, cold := plain(t, pts, 1, params, m), plain(t, pts, 1, params, nil)
		a, b := warm.(*model), cold.(*model)
		if math.Abs(a.post.lml-b.post.lml) > 1e-6 {
			t.Errorf("edit %d: %v by following, %v afresh", e, a.post.lml, b.post.lml)
		}
		evals := func(m *model) (n int) {
			for _, r := range m.search.runs {
				n += r.evals
			}
			return n
		}
		if !a.search.followed || evals(a) >= evals(b) {
			t.Errorf("edit %d: %d evaluations by following, %d afresh", e, evals(a), evals(b))
		}
		m = warm
	}
}

func TestLikelihoodMap(t *testing.T) {
	ctx := context.Background()
	pts := methodtest.Points(method.Regress, 30, 4)
	for _, axes := range [][2]float64{{1, 0}, {0, 1}, {1, 2}, {2, 2}, {50, 1}} {
		m := plain(t, pts, 1, map[string]any{"optimize": true, "kernel": "1*rbf(0.3)", "map_x": axes[0], "map_y": axes[1]},
			nil).(*model)
		list := m.Panels(method.Shown{"likelihood": true})
		if len(list) != 1 {
			t.Fatal("no panel")
		}
		p, err := list[0].Draw(ctx, 240, 180)
		if err != nil {
			t.Fatal(err)
		}
		r := p.Layers[0].(*picture.Raster)
		// The raster must be the evidence at its nodes.
		i, j, _ := m.mapAxes()
		if i == j {
			t.Fatalf("axes %v: one axis twice", axes)
		}
		e := &evidence{k: m.k, x: m.p.X, y: m.post.y, n: m.p.N, d: 1}
		for _, at := range [][2]int{{r.Grid.W / 2, r.Grid.H / 2}, {r.Grid.W / 3, r.Grid.H / 2},
			{r.Grid.W / 2, r.Grid.H / 3}} {
			z := clone(m.search.runs[m.search.best].end())
			z[i], z[j] = r.Grid.X(at[0])*math.Ln10, r.Grid.Y(at[1])*math.Ln10
			want, _ := e.at(ctx, z, nil)
			got := float64(r.Planes[0][at[1]*r.Grid.W+at[0]])
			if want > r.Lo && math.Abs(got-want) > 0.1+0.02*(r.Hi-want) {
				t.Errorf("axes %v: the map says %v at %v, want %v", axes, got, at, want)
			}
		}
		// One track per start, which ends at a mark of an optimum.
		tracks := 0
		for _, l := range p.Layers {
			if q, ok := l.(*picture.Path); ok && q.Role == picture.RoleTrack {
				tracks++
			}
		}
		if tracks != len(m.search.runs) || p.Alt == "" {
			t.Errorf("%d tracks for %d starts", tracks, len(m.search.runs))
		}
	}
}

// The tridiagonal form must give the same likelihood for every noise.
func TestEvidenceOverNoise(t *testing.T) {
	ctx := context.Background()
	q, p := fitted(t, 2, 45, "0.7*matern32(0.4) + rbf(2)", 0.01)
	e := &evidence{k: q.k, x: p.X, y: q.y, n: q.n, d: 2}
	z := theta(q.k, 1)
	for i := range z {
		z[i] = math.Log(z[i])
	}
	noises := []float64{-6, -4, -2, 0, 1}
	got, err := e.overNoise(ctx, z, noises)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range noises {
		z[len(z)-1] = n * math.Ln10
		want, _ := e.at(ctx, z, nil)
		if math.Abs(got[i]-want) > 1e-7*math.Abs(want) {
			t.Errorf("noise 10^%v: %v, want %v", n, got[i], want)
		}
	}
}

func TestRastersOverThePlane(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 80, H: 80, Scale: 1}
	m := plain(t, methodtest.Points(method.Regress2D, 30, 2), 2, nil, nil).(*model)
	g := view.Grid(20, 20)
	for _, show := range []method.Shown{{"veil": true}, {"sd": true}, {}} {
		r, err := m.FieldRaster(context.Background(), g, show)
		if err != nil {
			t.Fatal(err)
		}
		if (r.Veil != nil) != show["veil"] {
			t.Errorf("%v: veil %v", show, r.Veil != nil)
		}
		at := []float64{g.X(7), g.Y(3)}
		want, sd := m.at(at)
		if show["sd"] {
			want = sd
			if r.Kind != picture.Sequential {
				t.Error("the deviation is sequential")
			}
		}
		if got := float64(r.Planes[0][3*g.W+7]); math.Abs(got-want) > 2e-4 {
			t.Errorf("%v: %v, want %v", show, got, want)
		}
	}
}

// The state must be exact only if digits of the solution of K + αI are accurate, and if the matrix is that of the given
// problem.
func TestExactIsNotSaidOfANearlySingularMatrix(t *testing.T) {
	pts := []doc.Point{{X: 0, Y: 1}, {X: 0.1, Y: 2}, {X: 0.2, Y: 1.2}, {X: 1, Y: 3}, {X: 2, Y: 1}}
	for _, c := range []struct {
		kernel string
		alpha  float64
		low    float64 // the condition number must be between low and ten times low
		want   method.State
	}{
		{"rbf(0.2)", 0.01, 30, method.Exact},
		{"rbf(10)", 1e-10, 2e10, method.Exact},
		// numpy.linalg.cond(K, 1) gives 1.2e2, 6.6e10 and 7.0e13.
		{"1000*rbf(10)+1000", 1e-10, 2e13, method.Limited},
	} {
		m := plain(t, pts, 1, map[string]any{"kernel": c.kernel, "alpha": c.alpha}, nil)
		cond := 0.0
		facts, err := m.Can().Assess(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range facts {
			if f.Name == "condition_estimate" {
				cond = f.Value.(float64)
			}
		}
		if s := m.Status(); s.State != c.want || cond < c.low || cond > 10*c.low {
			t.Errorf("%s: %s, condition %.3g: %s", c.kernel, s.State, cond, s.Sentence)
		}
	}
	near := make([]doc.Point, 60)
	for i := range near {
		near[i] = doc.Point{X: 0.5 + 1e-9*float64(i), Y: 0.3}
	}
	if s := plain(t, near, 1, map[string]any{"kernel": "1e8*rbf(5)", "alpha": minNoise},
		nil).Status(); s.State != method.Limited {
		t.Errorf("with jitter: %s", s.State)
	}
}

// The end of learning must be judged by the slope, not by the optimiser's own criterion.
func TestLearnedIsJudgedByItsSlope(t *testing.T) {
	s := &search{runs: []*ascent{{path: [][]float64{{0, 1}}, value: []float64{-10}, settled: true}}, lo: []float64{0, -5},
		hi: []float64{5, 5}}
	for _, c := range []struct {
		grad []float64
		want method.State
	}{
		{[]float64{0, 1e-4}, method.Converged},
		{[]float64{-3, 0}, method.Converged}, // against its bound
		{[]float64{3, 0}, method.Limited},
		{[]float64{0, -0.01}, method.Limited},
		{[]float64{math.NaN(), 0}, method.Limited},
	} {
		s.grad = c.grad
		if state, text := s.status(); state != c.want {
			t.Errorf("gradient %v: %s, %s", c.grad, state, text)
		}
	}
}

// counting is a job that counts checks for cancellation and reports of progress.
type counting struct{ asked, told int }

func (c *counting) Err() error       { c.asked++; return nil }
func (c *counting) Progress(float64) { c.told++ }

// One evaluation of the likelihood with many points must check for cancellation often: between blocks of the kernel
// matrix, of its factor and of its inverse. Learning must report the progress of each.
func TestLearningAsksAndTells(t *testing.T) {
	const n = 600
	pts := methodtest.Points(method.Regress, n, 1)
	p, err := method.NewProblem(pts, method.Regress, 1)
	if err != nil {
		t.Fatal(err)
	}
	v := values(t, 1, map[string]any{"kernel": "rbf(0.2)"})
	k, err := parse(v)
	if err != nil {
		t.Fatal(err)
	}
	e := &evidence{k: k, x: p.X, n: p.N, d: p.D, y: p.Y}
	job := &counting{}
	if _, err := e.at(job, []float64{-1.6, -4.6}, make([]float64, 2)); err != nil {
		t.Fatal(err)
	}
	if job.asked < 25 {
		t.Errorf("one evaluation at %d points asked %d times", n, job.asked)
	}
	small, _ := method.NewProblem(pts[:30], method.Regress, 1)
	job = &counting{}
	s, err := learn(job, small, k, 0.01, false, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	evals := 0
	for _, r := range s.runs {
		evals += r.evals
	}
	if job.told < evals {
		t.Errorf("%d evaluations, told of %d", evals, job.told)
	}
}

// With normalised targets, the formula must agree with the predictions, and units must say so.
func TestFormulaOfNormalizedTargets(t *testing.T) {
	pts := methodtest.Points(method.Regress, 12, 3)
	for i := range pts {
		pts[i].Y = 3*pts[i].Y - 20
	}
	m := plain(t, pts, 1, map[string]any{"normalize_y": true}, nil)
	q := m.(*model).post
	for _, want := range []string{
		"m(x) = " + words.Number(q.center) + " + " + words.Number(q.scale) + "·k(x,X)(K + 0.01 I)⁻¹ y′,  y′ = (y + " +
			words.Number(-q.center) + ")/" + words.Number(q.scale),
		"sd²(x) = " + words.Number(q.scale*q.scale) + "·k(x,x) − " + words.Number(q.scale*q.scale) + "·k(x,X)",
		"ln p(y′) = −½ y′ᵀ(K + σₙ²I)⁻¹y′",
	} {
		if f := m.Can().Formula(); !strings.Contains(f, want) {
			t.Errorf("the formula is\n%s\nwithout\n%s", f, want)
		}
	}
	if f := methodtest.Fact(t, m, "noise_variance"); !strings.Contains(f.Unit, "normalised") {
		t.Errorf("the noise variance is in %q", f.Unit)
	}
	prior := plain(t, pts, 1, map[string]any{"normalize_y": true, "prior": true}, nil).Can().Formula()
	if want := "f = " + words.Number(q.center) + " + " + words.Number(q.scale) + "·g"; !strings.HasPrefix(prior, want) {
		t.Errorf("the prior's formula is %s", prior)
	}
}

// Hyperparameters must have the names of their sliders, capitalised as labels.
func TestHyperparametersHaveLabels(t *testing.T) {
	m := plain(t, methodtest.Points(method.Regress, 12, 3), 1, map[string]any{"kernel": "2*rbf(0.2)"}, nil)
	if f := methodtest.Fact(t, m, "theta"); strings.Join(f.Rows, ", ") != "Variance σ², Length scale ℓ, Noise "+
		"variance σₙ²" {
		t.Errorf("theta is of %q", f.Rows)
	}
	k, err := kernel.Parse("rbf(0.3) + 2*linear() + white(0.1)")
	if err != nil {
		t.Fatal(err)
	}
	_, titles := thetaNames(k)
	if got := strings.Join(titles, ", "); got != "rbf: length scale ℓ, linear: variance σ², white: noise variance σₙ², "+
		"Noise variance σₙ²" {
		t.Error(got)
	}
}

// The axes of the map must have the names that are chosen.
func TestMapAxesAreCalledWhatIsChosen(t *testing.T) {
	m := Method()
	pts := methodtest.Points(method.Regress, 12, 1)
	for _, name := range []string{"map_x", "map_y"} {
		given := map[string]any{"kernel": "0.5*rbf(0.2) + periodic(0.5, 0.3)", "optimize": true, "n_restarts": 0.0}
		list := mapChoices(name, "the first")(values(t, 1, given))
		if len(list) != 6 || list[0].Value != "0" {
			t.Fatalf("%s has the choices %+v", name, list)
		}
		for _, c := range list[1:] {
			n, err := strconv.Atoi(c.Value)
			if err != nil {
				t.Fatal(err)
			}
			given[name] = float64(n)
			panels := plain(t, pts, 1, given, nil).Can().Panels(method.Shown{"likelihood": true})
			if len(panels) != 1 {
				t.Fatalf("%d panels", len(panels))
			}
			if got := map[string]string{"map_x": panels[0].XLabel, "map_y": panels[0].YLabel}[name]; !strings.EqualFold(got,
				c.Label) {
				t.Errorf("%s = %s, called %q, shows %q", name, c.Value, c.Label, got)
			}
		}
	}
	if m.Param("map_x").Live == nil || m.Param("map_y").Live == nil {
		t.Error("the choices are not told")
	}
}
