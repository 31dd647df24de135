package gaussian

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/gp"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

//go:embed testdata/gaussian.json
var reference []byte

// known holds the results of numpy and scipy: testdata/make.py.
var known struct {
	Pairs []struct {
		Mean, U, V, X, Factors, Sds []float64
		Cov                         [][]float64
		LogDensity                  float64 `json:"log_density"`
		GivenYMean                  float64 `json:"given_y_mean"`
		GivenYSD                    float64 `json:"given_y_sd"`
		GivenXMean                  float64 `json:"given_x_mean"`
		GivenXSD                    float64 `json:"given_x_sd"`
		SumMean                     float64 `json:"sum_mean"`
		SumSD                       float64 `json:"sum_sd"`
		Entropy, Y, Correlation     float64
		Information                 float64
	}
	Bayes []struct {
		PriorMean float64 `json:"prior_mean"`
		PriorSD   float64 `json:"prior_sd"`
		NoiseSD   float64 `json:"noise_sd"`
		Slope     float64
		Offset    float64
		Y         []float64
		Mean, SD  float64
	}
	Vectors []struct {
		Kernel      string
		N           int
		Noise       float64
		X, Y        []float64
		Mean, Eigen []float64
		Cov         [][]float64
		Information float64
	}
}

func init() {
	if err := json.Unmarshal(reference, &known); err != nil {
		panic(err)
	}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func fitted(t *testing.T, m method.Method, pts []doc.Point, params map[string]any) method.Model {
	t.Helper()
	p, err := method.NewProblem(pts, m.TaskOf(params), 3)
	if err != nil {
		t.Fatal(err)
	}
	return methodtest.Fit(t, m, p, params)
}

func fact(t *testing.T, m method.Model, name string) float64 {
	t.Helper()
	return methodtest.Fact(t, m, name).Value.(float64)
}

// ellipseOf returns the handles of a mean and two semi-diameters.
func ellipseOf(mean, u, v []float64) [][]float64 {
	return [][]float64{mean, {mean[0] + u[0], mean[1] + u[1]}, {mean[0] + v[0], mean[1] + v[1]}}
}

// Marginals, conditionals, sums, entropies and densities agree with numpy and scipy, which use the inverse covariance;
// the code uses its axes.
func TestPairsAgainstReference(t *testing.T) {
	for _, c := range known.Pairs {
		// The semi-diameters are conjugate but not perpendicular; the ellipse passes through their ends all the same.
		params := map[string]any{"ellipse": ellipseOf(c.Mean, c.U, c.V),
			"at": [][]float64{{c.Y, c.Y}}, "factor_x": c.Factors[0], "factor_y": c.Factors[1]}
		m := fitted(t, Method(), nil, params)
		cov := methodtest.Fact(t, m, "covariance").Value.([][]float64)
		for i := range 2 {
			for j := range 2 {
				near(t, "covariance", cov[i][j], c.Cov[i][j], 1e-12)
			}
		}
		near(t, "mean of y given x", fact(t, m, "conditional_mean"), c.GivenXMean, 1e-10)
		near(t, "its deviation", fact(t, m, "conditional_sd"), c.GivenXSD, 1e-10)
		near(t, "entropy", fact(t, m, "entropy"), c.Entropy, 1e-10)
		near(t, "correlation", fact(t, m, "correlation"), c.Correlation, 1e-12)
		near(t, "mutual information", fact(t, m, "mutual_information"), c.Information, 1e-9)
		sds := methodtest.Fact(t, m, "axis_sds").Value.([]float64)
		near(t, "long axis", sds[0], c.Sds[0], 1e-10)
		near(t, "short axis", sds[1], c.Sds[1], 1e-10)
		out := []float64{0}
		m.Can().Predictor.Predict(c.X, out)
		near(t, "log density", math.Log(out[0]), c.LogDensity, 1e-9)
		params["given"] = "y"
		m = fitted(t, Method(), nil, params)
		near(t, "mean of x given y", fact(t, m, "conditional_mean"), c.GivenYMean, 1e-10)
		near(t, "its deviation", fact(t, m, "conditional_sd"), c.GivenYSD, 1e-10)
		params["picture"] = "sum"
		m = fitted(t, Method(), nil, params)
		near(t, "mean of the sum", fact(t, m, "sum_mean"), c.SumMean, 1e-10)
		near(t, "its deviation", fact(t, m, "sum_sd"), c.SumSD, 1e-10)
	}
}

// Wherever the handles are dragged, the covariance is positive definite, and its numbers are finite.
func TestAnyDragIsAGaussian(t *testing.T) {
	for _, c := range [][3][]float64{
		{{0, 0}, {0, 0}, {0, 0}},
		{{1, 1}, {1, 0}, {0, 0}},
		{{1, 1}, {0, 0}, {3, -4}},
		{{1e6, -1e6}, {1, 1}, {2, 2}},
		{{0, 0}, {1e12, 0}, {0, 1e-12}},
		{{1e12, 1e12}, {1e-12, 0}, {0, 1e-12}},
		{{0, 0}, {1, 1e-9}, {1, -1e-9}},
	} {
		for _, picture := range []string{ofPair, ofSum} {
			m := fitted(t, Method(), nil, map[string]any{"picture": picture, "ellipse": ellipseOf(c[0], c[1], c[2])})
			g := m.(*plane).g
			if long, short := g.axes(); !(short > 0) || !(g.xx*g.yy > g.xy*g.xy) || !method.Finite(long, g.entropy()) {
				t.Errorf("%v: axes %v and %v, covariance %v %v %v", c, long, short, g.xx, g.xy, g.yy)
			}
			for _, f := range m.Facts() {
				if v, ok := f.Value.(float64); ok && !method.Finite(v) {
					t.Errorf("%v: %s is %v", c, f.Name, v)
				}
			}
			if !g.flat == strings.Contains(m.Status().Sentence, "flat") {
				t.Errorf("%v: %s", c, m.Status().Sentence)
			}
		}
	}
}

// The ellipse of one standard deviation passes through the handles, wherever they are.
func TestEllipseGoesThroughItsHandles(t *testing.T) {
	for _, c := range known.Pairs {
		g := pairOf([2]float64(c.Mean), [2]float64(c.U), [2]float64(c.V))
		for _, u := range [][]float64{c.U, c.V} {
			near(t, "distance of a handle", g.away(c.Mean[0]+u[0], c.Mean[1]+u[1]), 1, 1e-9)
		}
		e := g.ellipse(2)
		for i := 0; i < len(e.XY); i += 2 {
			near(t, "distance of the outline", g.away(e.XY[i], e.XY[i+1]), 2, 1e-9)
		}
	}
}

// The offered mean and axes are those of the points: no Gaussian has a larger likelihood.
func TestLearned(t *testing.T) {
	pts := methodtest.Points(method.Embed, 40, 2)
	m := fitted(t, Method(), pts, nil)
	learned := m.Can().Learned()
	best := fitted(t, Method(), pts, learned)
	near(t, "likelihood", fact(t, best, "mean_log_likelihood"), fact(t, m, "max_mean_log_likelihood"), 1e-4)
	if fact(t, m, "mean_log_likelihood") >= fact(t, m, "max_mean_log_likelihood") {
		t.Error("the points' own Gaussian is no better than that of the defaults")
	}
	if l := fitted(t, Method(), pts[:1], nil).Can().Learned(); l != nil {
		t.Errorf("of a single point there is none: %v", l)
	}
}

// The posterior agrees with prior times likelihood on a grid, summed by numpy; precisions add up.
func TestBayesAgainstReference(t *testing.T) {
	for _, c := range known.Bayes {
		var pts []doc.Point
		for i, y := range c.Y {
			pts = append(pts, doc.Point{X: float64(i), Y: y})
		}
		m := fitted(t, Method(), pts, map[string]any{"picture": "bayes", "prior_mean": c.PriorMean, "prior_sd": c.PriorSD,
			"slope": c.Slope, "offset": c.Offset, "noise_sd": c.NoiseSD})
		near(t, "posterior mean", fact(t, m, "posterior_mean"), c.Mean, 1e-9)
		near(t, "posterior deviation", fact(t, m, "posterior_sd"), c.SD, 1e-9)
		p := methodtest.Fact(t, m, "precisions").Value.([]float64)
		near(t, "sum of the precisions", p[0]+p[1], p[2], 1e-12)
		// One measurement is a conditional of the joint Gaussian.
		if b := m.(*bayes); len(c.Y) == 1 {
			g := b.joint.conditional(1, c.Y[0])
			near(t, "conditional mean", g.mean, c.Mean, 1e-9)
			near(t, "conditional deviation", g.sd, c.SD, 1e-9)
		}
		// The horizontal position of the points does not matter.
		for i := range pts {
			pts[i].X = -7
		}
		moved := fitted(t, Method(), pts, map[string]any{"picture": "bayes", "prior_mean": c.PriorMean, "prior_sd": c.PriorSD,
			"slope": c.Slope, "offset": c.Offset, "noise_sd": c.NoiseSD})
		if fact(t, moved, "posterior_mean") != fact(t, m, "posterior_mean") {
			t.Error("the posterior depends on where the points stand across")
		}
	}
}

func vectorParams(kernel string, n int, noise float64) map[string]any {
	return map[string]any{"picture": "vector", "kernel": kernel, "n_values": float64(n), "alpha": noise}
}

// Mean and covariance of a partly known vector agree with numpy.
func TestVectorsAgainstReference(t *testing.T) {
	for _, c := range known.Vectors {
		var pts []doc.Point
		for i, x := range c.X {
			pts = append(pts, doc.Point{X: x, Y: c.Y[i]})
		}
		m := fitted(t, Method(), pts, vectorParams(c.Kernel, c.N, c.Noise)).(*vector)
		for i := range c.N {
			near(t, "mean", m.mean[i], c.Mean[i], 1e-9)
			near(t, "eigenvalue", m.eigen[i], c.Eigen[i], 1e-10)
			for j := range c.N {
				near(t, "covariance", m.cov[i*c.N+j], c.Cov[i][j], 1e-9)
			}
		}
		near(t, "information", m.info, c.Information, 1e-9)
		trace := m.run.Trace()[0].Values
		near(t, "the player's information at the end", trace[len(trace)-1], c.Information, 1e-9)
		for k := range len(c.X) {
			near(t, "the player's information", m.run.Stage(k).(*vector).info, trace[k], 1e-9)
		}
	}
}

// A vector agrees with the method gp at its positions, given the same values, and between them the process is that of
// gp.
func TestVectorIsAGaussianProcess(t *testing.T) {
	for _, c := range known.Vectors {
		params := vectorParams(c.Kernel, c.N, c.Noise)
		var pts, snapped []doc.Point
		for i, x := range c.X {
			pts = append(pts, doc.Point{X: x, Y: c.Y[i]})
		}
		m := fitted(t, Method(), pts, params).(*vector)
		for i, r := range m.which {
			snapped = append(snapped, doc.Point{X: m.at[r], Y: c.Y[i]})
		}
		of := fitted(t, gp.Method(), snapped, map[string]any{"kernel": c.Kernel, "alpha": c.Noise})
		at := slices.Concat(m.at, []float64{-3.3, -2.71, 0.123, 1.9, 4})
		want, got := make([]float64, len(at)), make([]float64, len(at))
		of.Can().Predictor.Predict(at, want)
		m.Predict(at, got)
		wantF, wantY := of.Can().Deviations(at)
		gotF, gotY := m.Deviations(at)
		for i := range at {
			near(t, "mean of the process", got[i], want[i], 1e-9)
			near(t, "variance of f", gotF[i]*gotF[i], wantF[i]*wantF[i], 1e-9)
			near(t, "variance of y", gotY[i]*gotY[i], wantY[i]*wantY[i], 1e-9)
			if i < c.N {
				near(t, "mean of the vector", m.mean[i], want[i], 1e-9)
				near(t, "variance of the vector", m.sd(i)*m.sd(i), wantF[i]*wantF[i], 1e-9)
			}
		}
	}
}

// Samples have the declared mean and covariance, and keep their random numbers while a point moves.
func TestSamples(t *testing.T) {
	params := vectorParams("rbf(1)", 5, 0.01)
	params["samples"] = 20.0
	pts := []doc.Point{{X: 0, Y: 1}, {X: 3, Y: -1}}
	n := 5
	sum, squares, count := make([]float64, n), make([]float64, n*n), 0.0
	var m *vector
	for seed := range uint64(400) {
		p, err := method.NewProblem(pts, method.Regress, seed)
		if err != nil {
			t.Fatal(err)
		}
		m = methodtest.Fit(t, Method(), p, params).(*vector)
		for _, f := range m.drawn {
			count++
			for i := range n {
				sum[i] += f[i]
				for j := range n {
					squares[i*n+j] += (f[i] - m.mean[i]) * (f[j] - m.mean[j])
				}
			}
		}
	}
	for i := range n {
		near(t, "mean of the samples", sum[i]/count, m.mean[i], 0.05)
		for j := range n {
			near(t, "covariance of the samples", squares[i*n+j]/count, m.cov[i*n+j], 0.05)
		}
	}
	before := fitted(t, Method(), pts, params).(*vector).drawn
	pts[0].Y += 1e-6
	for s, f := range fitted(t, Method(), pts, params).(*vector).drawn {
		for i := range f {
			near(t, "a sample when a point has hardly moved", f[i], before[s][i], 1e-5)
		}
	}
}

// If the kernel is not positive semi-definite, there is no Gaussian: the status says so, with the eigenvalue, and the
// matrix is shown.
func TestNoCovariance(t *testing.T) {
	m := fitted(t, Method(), []doc.Point{{X: 1, Y: 1}}, vectorParams("sigmoid(1, -1)", 13, 0.01))
	st := m.Status()
	if st.State != method.Limited || !strings.HasPrefix(st.Sentence, "This kernel is not positive semi-definite") ||
		!strings.Contains(st.Sentence, "eigenvalue −4.86") {
		t.Errorf("%s: %s", st.State, st.Sentence)
	}
	if fact(t, m, "least_eigenvalue") >= 0 {
		t.Error("no eigenvalue is below 0")
	}
	b := m.(*unsound)
	sum := 0.0
	for i, u := range b.worst {
		for j, v := range b.worst {
			sum += u * v * b.prior[i*13+j]
		}
	}
	near(t, "variance of the weighted sum", sum, b.eigen[0], 1e-10)
	show := method.Shown{matrix: true, spectrum: true, method.Mean: true}
	if list := m.Can().Panels(show); len(list) != 2 {
		t.Errorf("%d panels", len(list))
	}
	var need *method.Need
	p, _ := method.NewProblem(nil, method.Regress, 1)
	params := vectorParams("rbf(1)", 5, 0.01)
	params["first"] = 3.0
	pad := Method()
	values, err := pad.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pad.Fit(context.Background(), p, values, nil); !errors.As(err, &need) {
		t.Errorf("all values at one place: %v", err)
	}
}

// A point sets the value nearest to it, also from outside the range; the other values follow, and far ones keep their
// uncertainty.
func TestOneValueBendsTheOthers(t *testing.T) {
	params := vectorParams("rbf(0.5)", 13, 1e-6)
	m := fitted(t, Method(), []doc.Point{{X: 9, Y: 2}}, params).(*vector)
	near(t, "the last value", m.mean[12], 2, 1e-5)
	near(t, "the one beside it", m.mean[11], 2*math.Exp(-0.5), 1e-5)
	near(t, "the first value", m.mean[0], 0, 1e-6)
	near(t, "its deviation", m.sd(0), 1, 1e-6)
	if m.sd(12) > 0.01 {
		t.Errorf("the known value varies by %v", m.sd(12))
	}
	t.Run("keys", func(t *testing.T) {
		told, ok := m.Tell(cellKey(11, 12), picture.Viewport{}, nil)
		if !ok || told.Click.Set["value_i"] != 12.0 || told.Click.Set["value_j"] != 13.0 {
			t.Errorf("%v %+v", ok, told)
		}
		if _, ok := m.Tell(cellKey(0, len(m.mean)), picture.Viewport{}, nil); ok {
			t.Error("a cell beside the matrix has words")
		}
	})
}
