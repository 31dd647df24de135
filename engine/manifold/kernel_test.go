package manifold

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// wide returns a problem with rows of any width.
func wide(rows [][]float64) *method.Problem {
	p := &method.Problem{N: len(rows), D: len(rows[0]), Task: method.Cluster}
	for _, r := range rows {
		p.X = append(p.X, r...)
	}
	return p
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol*(1+math.Abs(b)) }

func facts(m method.Model) map[string]any {
	all := map[string]any{}
	for _, f := range m.Facts() {
		all[f.Name] = f.Value
	}
	return all
}

// kernelCases returns the cases of testdata/kernel_pca.json: numpy's eigh of the centred Gram matrix, checked with
// scikit-learn's KernelPCA. Signs are chosen so that the score of largest absolute value is positive.
func kernelCases(t *testing.T) (list []struct {
	Name   string
	Params struct {
		Kernel     map[string]any
		Components int `json:"n_components"`
	}
	X, Query [][]float64
	Expected struct {
		Eigenvalues []float64
		Trace       float64
		Train       [][]float64 `json:"train_scores"`
		Query       [][]float64 `json:"query_scores"`
	}
}) {
	t.Helper()
	b, err := os.ReadFile("testdata/kernel_pca.json")
	if err == nil {
		err = json.Unmarshal(b, &list)
	}
	if err != nil || len(list) != 4 {
		t.Fatal(len(list), err)
	}
	return list
}

func TestKernelReference(t *testing.T) {
	const tol = 1e-7
	for _, c := range kernelCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			params := map[string]any{"n_components": float64(c.Params.Components), "kernel": c.Params.Kernel["type"]}
			for _, k := range []string{"gamma", "degree", "coef0", "norm"} {
				if v, ok := c.Params.Kernel[k]; ok {
					params[k] = v
				}
			}
			p := wide(c.X)
			m := methodtest.Fit(t, KernelPCA(), p, params).(*kpca)
			if got := facts(m)["trace"].(float64); !near(got, c.Expected.Trace, tol) {
				t.Errorf("trace %v, want %v", got, c.Expected.Trace)
			}
			for k, want := range c.Expected.Eigenvalues {
				if !near(m.lambda[k], want, tol) {
					t.Errorf("eigenvalue %d is %v, want %v", k, m.lambda[k], want)
				}
			}
			for i, want := range c.Expected.Train {
				got := m.PointScores(p.At(i))[0]
				for k := range want {
					if !near(got[k], want[k], tol) || !near(m.scores[k][i], want[k], tol) {
						t.Errorf("row %d, component %d: %v and %v, want %v", i, k, got[k], m.scores[k][i], want[k])
					}
				}
			}
			for i, want := range c.Expected.Query {
				got := m.PointScores(c.Query[i])[0]
				for k := range want {
					if !near(got[k], want[k], tol) {
						t.Errorf("query %d, component %d: %v, want %v", i, k, got[k], want[k])
					}
				}
			}
		})
	}
}

// The field must be that of the chosen component, and agree with the readout.
func TestKernelField(t *testing.T) {
	c := kernelCases(t)[0]
	for k := range 3 {
		m := methodtest.Fit(t, KernelPCA(), wide(c.X), map[string]any{"gamma": 0.6, "component": float64(k + 1)}).(*kpca)
		g := picture.Grid{X0: -2, Y0: -2, DX: 0.25, DY: 0.25, W: 17, H: 17}
		r, err := m.FieldRaster(method.Unstopped, g, nil)
		if err != nil {
			t.Fatal(err)
		}
		for j := range g.H {
			for i := range g.W {
				x := []float64{g.X(i), g.Y(j)}
				if got, want := float64(r.Planes[0][j*g.W+i]), m.sum.Eval(x)[k]; !near(got, want, 1e-4) {
					t.Fatalf("component %d at %v: %v, want %v", k, x, got, want)
				}
			}
		}
	}
}

// Newton steps must end at the fixed point of the plain iteration, in fewer steps.
func TestNewtonsPreImages(t *testing.T) {
	var rows [][]float64
	for i := range 60 {
		a, r := float64(i), 1+0.2*math.Sin(37*float64(i)*float64(i))
		rows = append(rows, []float64{5 + r*math.Cos(a), r*math.Sin(a) - 3})
	}
	for _, gamma := range []float64{0.1, 1, 5, 30} {
		for _, free := range []bool{false, true} {
			m := methodtest.Fit(t, KernelPCA(), wide(rows), map[string]any{"gamma": gamma, "n_components": 4.0,
				"center_kernel": !free}).(*kpca)
			all, alone := 0, 0
			for i, x := range rows {
				weight := m.weights(m.sum.Eval(x))
				got := make([]float64, 2)
				steps, ok := m.iterate(weight, x, got)
				all += steps
				want := slices.Clone(x)
				for step := 1.0; step > 1e-13 && alone < 1_000_000; alone++ {
					sum, next := 0.0, [2]float64{}
					for k, w := range weight {
						w *= m.kernel.Eval(m.p.At(k), want)
						sum, next[0], next[1] = sum+w, next[0]+w*rows[k][0], next[1]+w*rows[k][1]
					}
					next[0], next[1] = next[0]/sum, next[1]/sum
					step = math.Hypot(next[0]-want[0], next[1]-want[1])
					copy(want, next[:])
				}
				if ok && !(near(got[0], want[0], 1e-6) && near(got[1], want[1], 1e-6)) {
					t.Errorf("γ = %g, free %v, point %d: %v after %d steps, not %v", gamma, free, i, got, steps, want)
				}
			}
			t.Logf("γ = %g, free %v: %d steps, %d alone", gamma, free, all, alone)
			if all > 20*len(rows) {
				t.Errorf("γ = %g, free %v: %d steps for %d points", gamma, free, all, len(rows))
			}
		}
	}
}

// A fixed point must be a stationary point of the squared distance between a position's image and the projection.
// Pre-images of a noisy circle must lie on a circle.
func TestFixedPoint(t *testing.T) {
	var rows [][]float64
	for i := range 90 {
		a := 2 * math.Pi * float64(i) / 90
		r := 1 + 0.12*math.Sin(37*float64(i)*float64(i))
		rows = append(rows, []float64{r * math.Cos(a), r * math.Sin(a)})
	}
	m := methodtest.Fit(t, KernelPCA(), wide(rows), map[string]any{"gamma": 1.0, "n_components": 4.0}).(*kpca)
	// A picture asks for facts: it must not compute the pre-images, and must mark them as late.
	for _, f := range m.Facts() {
		if late := strings.Contains(f.Name, "pre_image"); f.Late != late {
			t.Errorf("%s is late %v", f.Name, f.Late)
		}
	}
	if len(m.images) > 0 {
		t.Error("facts have looked for pre-images")
	}
	// An interrupted computation must continue where it stopped.
	asked, stop := 0, errors.New("stop")
	if _, err := m.preImages(func() error {
		if asked++; asked == 3 {
			return stop
		}
		return nil
	}); err != stop {
		t.Fatal(err)
	}
	images, err := m.preImages(func() error { asked++; return nil })
	if err != nil || asked != 1+len(rows) || len(images) != 2*len(rows) {
		t.Fatalf("%d numbers of %d points, asked %d times, %v", len(images), len(rows), asked, err)
	}
	var before, after []float64
	for i, x := range rows {
		z := m.sum.Eval(x)[:m.q]
		// ‖φ(y) − P(x)‖² up to a constant: k(y, y) − 2⟨φ(y), Px⟩ in centred feature space, plus the mean.
		distance := func(y []float64) float64 {
			in := 0.0
			for k, c := range m.sum.Eval(y)[:m.q] {
				in += z[k] * c
			}
			mean := 0.0
			for _, r := range rows {
				mean += m.kernel.Eval(r, y) / float64(len(rows))
			}
			return -2*in - 2*mean
		}
		y := images[2*i : 2*i+2]
		const h = 1e-4
		for j := range 2 {
			lo, hi := []float64{y[0], y[1]}, []float64{y[0], y[1]}
			lo[j] -= h
			hi[j] += h
			if g := (distance(hi) - distance(lo)) / (2 * h); math.Abs(g) > 1e-5 {
				t.Fatalf("point %d: the gradient at its pre-image is %g", i, g)
			}
		}
		a, b := math.Hypot(x[0], x[1]), math.Hypot(y[0], y[1])
		before, after = append(before, a), append(after, b)
	}
	if a, b := stat.StdDev(before, nil), stat.StdDev(after, nil); !(b < 0.4*a) {
		t.Errorf("deviations of the distance from the middle: %g of points, %g of pre-images", a, b)
	}
}

// Learned pre-images must be scikit-learn's: testdata/inverse.json has those of KernelPCA(n_components=3, kernel="rbf",
// gamma=0.6, fit_inverse_transform=True, alpha=0.3), version 1.2.
func TestLearnedPreImages(t *testing.T) {
	b, err := os.ReadFile("testdata/inverse.json")
	var want [][]float64
	if err == nil {
		err = json.Unmarshal(b, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := kernelCases(t)[0]
	m := methodtest.Fit(t, KernelPCA(), wide(c.X), map[string]any{"gamma": 0.6, "n_components": 3.0, "pre_image": ridge,
		"alpha": 0.3}).(*kpca)
	at := make([]float64, 2)
	for i, q := range append(c.X, c.Query...) {
		if !m.preImage(q, at) || !near(at[0], want[i][0], 1e-7) || !near(at[1], want[i][1], 1e-7) {
			t.Errorf("pre-image %d is %v, want %v", i, at, want[i])
		}
	}
}

func TestIndefiniteKernelSaysSo(t *testing.T) {
	c := kernelCases(t)[0]
	m := methodtest.Fit(t, KernelPCA(), wide(c.X), map[string]any{"kernel": "sigmoid", "gamma": 2.0}).(*kpca)
	if s := m.Status(); s.State != method.Limited || !strings.Contains(s.Sentence, "variance") {
		t.Errorf("least eigenvalue %g: %v", m.below, s)
	}
}

// Without centring, the components are the eigenvectors of K itself, as numpy has them. Then the fixed-point pre-images
// with all components are the points themselves.
func TestNotCentred(t *testing.T) {
	p := wide([][]float64{{0, 0.1}, {0.5, 0.4}, {0.9, 0.2}, {0.3, 0.8}, {0.7, 0.6}, {1, 0.9}})
	m := methodtest.Fit(t, KernelPCA(), p, map[string]any{"kernel": "rbf", "gamma": 3.0, "center_kernel": false,
		"n_components": 6.0}).(*kpca)
	for k, want := range []float64{2.896109340279854, 1.0995263156119683, 0.8829386843154046, 0.7376916320767885,
		0.2862058944422487, 0.09752813327373584} {
		if !near(m.lambda[k], want, 1e-12) {
			t.Errorf("eigenvalue %d is %v, want %v", k, m.lambda[k], want)
		}
	}
	if !near(m.trace, 6, 1e-12) {
		t.Errorf("the trace is %v, want 6", m.trace)
	}
	want := [][]float64{
		{0.3140224207249959, 0.8868561695684956, 0.6442896109023191, 0.6583536291515418, 0.930391697214591,
			0.5448101321383881},
		{0.8024013023318831, 0.2397763826566196, -0.14913991188500936, 0.1873003895954812, -0.2095388279762983,
			-0.5449358515080511}}
	for k, scores := range want {
		for i, z := range scores {
			if !near(m.scores[k][i], z, 1e-10) {
				t.Errorf("component %d of row %d is %v, want %v", k, i, m.scores[k][i], z)
			}
		}
	}
	z, out := m.sum.Eval([]float64{0.2, 0.3}), make([]float64, 2)
	if !near(z[0], 0.5912037621611049, 1e-10) || !near(z[1], 0.6900376416757364, 1e-10) {
		t.Errorf("a place has the components %v", z)
	}
	if !m.preImage(p.At(1), out) || !near(out[0], 0.5, 1e-5) || !near(out[1], 0.4, 1e-5) {
		t.Errorf("the pre-image of a point by all components is %v", out)
	}
}
