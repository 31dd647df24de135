package discriminant

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

type tolerance struct{ Abs, Rel float64 }

type refCase struct {
	Name, Method string
	Params       struct {
		CovarianceDivisor string `json:"covariance_divisor"`
		Priors            any
		Shrinkage         float64
		Regularisation    float64
		VarSmoothing      float64 `json:"var_smoothing"`
	}
	X, Query [][]float64
	Y        []int
	Expected struct {
		ClassCounts     []int `json:"class_counts"`
		Priors          []float64
		Means           [][]float64
		Covariance      [][]float64
		Covariances     [][][]float64
		Variances       [][]float64
		LogJoint        [][]float64 `json:"log_joint"`
		Posterior       [][]float64
		Labels          []int
		TrainErrors     int `json:"train_errors"`
		Coef            [][]float64
		Intercept       []float64
		FisherDirection []float64 `json:"fisher_direction"`
	}
	Tolerance struct {
		Default tolerance
		Fields  map[string]tolerance
	}
}

func (c *refCase) problem() *method.Problem {
	p := &method.Problem{N: len(c.X), D: len(c.X[0]), Task: method.Classify, Class: c.Y, X: slices.Concat(c.X...)}
	for k := range slices.Max(c.Y) + 1 {
		p.ClassIDs = append(p.ClassIDs, k)
	}
	return p
}

func (c *refCase) fit(t *testing.T) *gaussian {
	t.Helper()
	params := map[string]any{}
	if list, ok := c.Params.Priors.([]any); ok {
		var pri []float64
		for _, x := range list {
			pri = append(pri, x.(float64))
		}
		params["priors"] = pri
	}
	var m method.Method
	switch c.Method {
	case "lda":
		m = LDA()
		params["shrinkage"], params["covariance_divisor"] = c.Params.Shrinkage, c.Params.CovarianceDivisor
	case "qda":
		m = QDA()
		params["reg_param"], params["covariance_divisor"] = c.Params.Regularisation, c.Params.CovarianceDivisor
	case "gnb":
		m = NaiveBayes()
		params["var_smoothing"] = c.Params.VarSmoothing
	}
	v, err := m.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.Fit(t.Context(), c.problem(), v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.(*gaussian)
}

func reference(t *testing.T) []refCase {
	b, err := os.ReadFile("testdata/discriminant.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []refCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 28 {
		t.Fatalf("%d cases", len(cases))
	}
	return cases
}

func TestReference(t *testing.T) {
	for _, c := range reference(t) {
		t.Run(c.Name, func(t *testing.T) {
			m := c.fit(t)
			near := func(what string, got, want float64) {
				t.Helper()
				tol, ok := c.Tolerance.Fields[what]
				if !ok {
					tol = c.Tolerance.Default
				}
				if !(math.Abs(got-want) <= tol.Abs+tol.Rel*math.Abs(want)) {
					t.Errorf("%s: %v, want %v", what, got, want)
				}
			}
			rows := func(what string, got, want [][]float64) {
				t.Helper()
				if len(got) != len(want) {
					t.Fatalf("%s: %d rows, want %d", what, len(got), len(want))
				}
				for i := range want {
					for j := range want[i] {
						near(what, got[i][j], want[i][j])
					}
				}
			}
			flat := slices.Concat(c.Query...)
			want := c.Expected
			facts := map[string]any{}
			for _, f := range m.Facts() {
				facts[f.Name] = f.Value
			}
			rows("log_joint", classify.PointScores(m, m.p, flat, nil), want.LogJoint)
			rows("posterior", m.PointScores(flat), want.Posterior)
			rows("means", facts["means"].([][]float64), want.Means)
			rows("priors", [][]float64{m.prior}, [][]float64{want.Priors})
			labels := make([]float64, len(c.Query))
			m.Predict(flat, labels)
			for i, l := range labels {
				if int(l) != want.Labels[i] {
					t.Errorf("query %d: class %g, want %d", i, l, want.Labels[i])
				}
			}
			if m.errors != want.TrainErrors || !slices.Equal(m.count, want.ClassCounts) {
				t.Errorf("%d errors, counts %v; want %d, %v", m.errors, m.count, want.TrainErrors, want.ClassCounts)
			}
			switch c.Method {
			case "lda":
				rows("covariance", facts["covariance"].([][]float64), want.Covariance)
				rows("coef", facts["coef"].([][]float64), want.Coef)
				rows("intercept", [][]float64{facts["intercept"].([]float64)}, [][]float64{want.Intercept})
				if want.FisherDirection != nil {
					rows("fisher_direction", [][]float64{facts["fisher_direction"].([]float64)}, [][]float64{want.FisherDirection})
				}
			case "qda":
				for k, cov := range want.Covariances {
					rows("covariances", matrix(m.cov[k], m.p.D), cov)
				}
			case "gnb":
				rows("variances", facts["variances"].([][]float64), want.Variances)
			}
		})
	}
}

// Without regularisation, Fisher's direction for two classes is the normal of LDA's boundary, and all directions
// together are LDA with equal priors.
func TestFisherIsLDA(t *testing.T) {
	for _, c := range reference(t) {
		if c.Method != "lda" || c.Params.Shrinkage != 0 || c.Params.CovarianceDivisor != "n" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			p := c.problem()
			m := Fisher()
			v, _ := m.Validate(map[string]any{"n_components": 2.0})
			model, err := m.Fit(t.Context(), p, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			f := model.(*fisher)
			for j, want := range c.Expected.FisherDirection {
				if got := f.directions[0][j]; math.Abs(got-want) > 1e-9 {
					t.Errorf("w[%d] = %v, want %v", j, got, want)
				}
			}
			if p.D > 2 && len(p.ClassIDs) > 3 {
				return
			}
			l := LDA()
			equal := make([]float64, len(p.ClassIDs))
			for k := range equal {
				equal[k] = 1
			}
			v, _ = l.Validate(map[string]any{"priors": equal})
			lda, err := l.Fit(t.Context(), p, v, nil)
			if err != nil {
				t.Fatal(err)
			}
			a, b := make([]float64, len(c.Query)), make([]float64, len(c.Query))
			flat := slices.Concat(c.Query...)
			f.Predict(flat, a)
			lda.(*gaussian).Predict(flat, b)
			if !slices.Equal(a, b) {
				t.Errorf("Fisher says %v, LDA %v", a, b)
			}
		})
	}
}

// Directions satisfy S_B w = λ (S_W + αI) w.
func TestFisherIsStationary(t *testing.T) {
	p, err := method.NewProblem(methodtest.Points(method.Classify, 60, 3), method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Class {
		if i%3 == 0 {
			p.Class[i] = 2
		}
	}
	p.ClassIDs = []int{0, 1, 2}
	const alpha = 0.01
	m := Fisher()
	v, _ := m.Validate(map[string]any{"alpha": alpha})
	model, err := m.Fit(context.Background(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := model.(*fisher)
	mo, _ := gather(context.Background(), p)
	sw, _ := mo.pooled(even(len(mo.count), float64(p.N)))
	for r, w := range f.directions {
		var left, right [2]float64
		for k, mean := range mo.mean {
			d := [2]float64{mean[0] - f.center[0], mean[1] - f.center[1]}
			s := float64(mo.count[k]) / float64(p.N) * (d[0]*w[0] + d[1]*w[1])
			left[0] += s * d[0]
			left[1] += s * d[1]
		}
		for i := range 2 {
			right[i] = f.lambda[r] * (sw[2*i]*w[0] + sw[2*i+1]*w[1] + alpha*w[i])
			if math.Abs(left[i]-right[i]) > 1e-12 {
				t.Errorf("direction %d: S_B w = %v, λ S_W w = %v", r, left, right)
			}
		}
	}
}

// The polynomial in the formula is the difference of the log joint densities.
func TestPolynomials(t *testing.T) {
	for _, c := range reference(t) {
		if len(c.X[0]) != 2 || slices.Max(c.Y) != 1 {
			continue
		}
		m := c.fit(t)
		for i, s := range classify.PointScores(m, m.p, slices.Concat(c.Query...), nil) {
			x, y := c.Query[i][0], c.Query[i][1]
			want := s[1] - s[0]
			q := m.quadratic()
			got := q[0]*x*x + q[1]*x*y + q[2]*y*y + q[3]*x + q[4]*y + q[5]
			if math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
				t.Errorf("%s: quadratic gives %v, want %v", c.Name, got, want)
			}
			if m.pooled {
				w, b := m.difference()
				if got := w[0]*x + w[1]*y + b; math.Abs(got-want) > 1e-8*(1+math.Abs(want)) {
					t.Errorf("%s: line gives %v, want %v", c.Name, got, want)
				}
			}
		}
	}
}

// Ellipses are at one and two standard deviations.
func TestEllipses(t *testing.T) {
	for _, c := range reference(t) {
		if len(c.X[0]) != 2 {
			continue
		}
		m := c.fit(t)
		_, over, err := m.Layers(t.Context(), picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100}, nil,
			method.Shown{"ellipses": true})
		if err != nil || len(over) != 2*len(m.forms) {
			t.Fatalf("%s: %d layers, %v", c.Name, len(over), err)
		}
		for i, l := range over {
			p := l.(*picture.Path)
			for j := 0; j < len(p.XY); j += 2 {
				if d := math.Sqrt(m.forms[i/2].distance2(p.XY[j : j+2])); math.Abs(d-p.Level) > 1e-9 {
					t.Fatalf("%s: a point of ellipse %g lies at %g", c.Name, p.Level, d)
				}
			}
		}
	}
}

func TestPriorsMustFitTheClasses(t *testing.T) {
	p, _ := method.NewProblem(methodtest.Points(method.Classify, 20, 1), method.Classify, 1)
	m := LDA()
	v, err := m.Validate(map[string]any{"priors": []float64{0.2, 0.3, 0.5}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Fit(t.Context(), p, v, nil); err == nil {
		t.Error("three priors for two classes were taken")
	}
}

func BenchmarkRaster(b *testing.B) {
	p, _ := method.NewProblem(methodtest.Points(method.Classify, 200, 1), method.Classify, 1)
	for _, m := range []method.Method{LDA(), Fisher()} {
		b.Run(m.ID, func(b *testing.B) {
			v, _ := m.Validate(nil)
			g := picture.Viewport{X1: 1, Y1: 1, W: 480, H: 320}.Grid(240, 160)
			for b.Loop() {
				model, err := m.Fit(context.Background(), p, v, nil)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := model.Can().ScoreRaster(context.Background(), g, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fisherOf fits Fisher's discriminant.
func fisherOf(t *testing.T, pts []doc.Point, params map[string]any) *fisher {
	t.Helper()
	p, err := method.NewProblem(pts, method.Classify, 1)
	if err != nil {
		t.Fatal(err)
	}
	of := Fisher()
	v, err := of.Validate(params)
	if err != nil {
		t.Fatal(err)
	}
	m, err := fitFisher(t.Context(), p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*fisher)
}

// If regularisation is used, its value is given, and densities are never negative.
func TestFisherTellsItsRegularisation(t *testing.T) {
	pts := methodtest.Points(method.Classify, 40, 3)
	for _, alpha := range []float64{0, 0.05} {
		f := fisherOf(t, pts, map[string]any{"alpha": alpha})
		if s := f.Formula(); strings.Contains(s, "S_{W} + 0.05 I") != (alpha > 0) || !strings.Contains(s, "wᵀS_{B}w ∕ wᵀ") {
			t.Errorf("α = %g: %s", alpha, s)
		}
		if s := f.Status().Sentence; strings.Contains(s, "α") != (alpha > 0) {
			t.Errorf("α = %g: %s", alpha, s)
		}
		if info := f.Panels(method.Shown{"spread": true})[0]; !info.YFrom0 {
			t.Errorf("the axis %q goes below 0", info.YLabel)
		}
	}
}

// The plot along the direction mentions thresholds if some are drawn.
func TestFisherNamesTheThresholdsThatItDraws(t *testing.T) {
	for _, classes := range []int{2, 3} {
		for _, directions := range []float64{1, 2} {
			pts := methodtest.Points(method.Classify, 60, 3)
			for i := range pts {
				pts[i].Z = float64(i % classes)
			}
			m := fisherOf(t, pts, map[string]any{"n_components": directions})
			plot, err := method.DrawPanel(t.Context(), m, method.Shown{"spread": true}, "spread", 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			drawn := slices.ContainsFunc(plot.Layers, func(l picture.Layer) bool {
				path, ok := l.(*picture.Path)
				return ok && path.Says == "threshold"
			})
			help := m.Panels(method.Shown{"spread": true})[0].Help
			if drawn != (classes == 2 || directions == 1) || strings.Contains(help, "threshold") != drawn {
				t.Errorf("%d classes, %g directions: thresholds drawn %v, and %q", classes, directions, drawn, help)
			}
		}
	}
}

// With several classes, the coordinates of a direction belong to no class; with two classes, they are weights.
func TestOneDirectionSpeaksForNoClass(t *testing.T) {
	for classes, want := range map[int]string{2: "weight in favour of class 2", 3: "coordinate of the direction"} {
		r := &doc.Rows{Columns: []string{"a", "b", "c"}, N: 30}
		pts := make([]doc.Point, r.N)
		for i := range pts {
			c := i % classes
			r.X = append(r.X, float64(c)+math.Sin(float64(i)), 0.3*math.Cos(float64(3*i)), math.Sin(float64(5*i)))
			pts[i].Z = float64(c)
		}
		p, err := method.NewProblem(pts, method.Classify, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Widen(r.X, 3, r.Columns)
		m := Fisher()
		v, err := m.Validate(map[string]any{"n_components": 1.0, "inputs": "all"})
		if err != nil {
			t.Fatal(err)
		}
		model, err := m.Fit(t.Context(), p, v, nil)
		if err != nil {
			t.Fatal(err)
		}
		panel := model.(*fisher).table().WeightsPanel()
		pic, err := panel.Draw(t.Context(), 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		all := panel.Help + " " + pic.Alt
		for _, l := range pic.Layers {
			if path, ok := l.(*picture.Path); ok {
				all += " " + path.Says
			}
		}
		if speaks := strings.Contains(all, "in favour of class") || strings.Contains(all, "those that speak for"); speaks !=
			(classes == 2) || !strings.Contains(all, want) {
			t.Errorf("of %d classes it says %q, want %q", classes, all, want)
		}
	}
}
