package histogram

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
)

// Factors agree with SciPy, leave-one-out likelihoods with scikit-learn, and the best bandwidth with a search by SciPy.
func TestBandwidths(t *testing.T) {
	b, err := os.ReadFile("testdata/bandwidth.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Factors []struct {
			N                float64
			D                int
			Scott, Silverman float64
		}
		LeftOut []struct {
			Name    string
			ScottH  float64 `json:"scott_h"`
			X       [][2]float64
			Y       []int
			Kernels []struct {
				Kernel    string
				H, Value  []float64
				Best, Top float64
			}
		} `json:"left_out"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want, tol float64) {
		t.Helper()
		if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	for _, f := range file.Factors {
		near("Scott", factor(ruleScott, f.N, f.D), f.Scott, 1e-13)
		near("Silverman", factor(ruleSilverman, f.N, f.D), f.Silverman, 1e-13)
	}
	for _, c := range file.LeftOut {
		p := &method.Problem{N: len(c.X), D: 2, Class: c.Y, Task: method.Classify, ClassIDs: []int{0}}
		for i, x := range c.X {
			p.X = append(p.X, x[0], x[1])
			if c.Y[i] > 0 {
				p.ClassIDs = []int{0, 1}
			}
		}
		if c.ScottH > 0 {
			near("Scott's bandwidth", methodtest.Fit(t, KernelDensity(), p,
				map[string]any{"bandwidth_rule": ruleScott}).(*density).h, c.ScottH, 1e-12)
		}
		for _, k := range c.Kernels {
			for i, h := range k.H {
				m := methodtest.Fit(t, KernelDensity(), p, map[string]any{"kernel": k.Kernel, "bandwidth": h}).(*density)
				got := map[string]any{}
				facts, err := m.Assess(method.Unstopped)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range facts {
					got[f.Name] = f.Value
				}
				if v, ok := got["leave_one_out_log_likelihood"]; ok {
					near(c.Name+", the fact", v.(float64), k.Value[i], 1e-9)
				}
				near(c.Name+", "+k.Kernel, leftOutAt(t, m, h), k.Value[i], 1e-9)
			}
			m := methodtest.Fit(t, KernelDensity(), p,
				map[string]any{"kernel": k.Kernel, "bandwidth_rule": ruleCross}).(*density)
			top := leftOutAt(t, m, m.h)
			for h := 0.01; h < 2; h *= 1.01 {
				if v := leftOutAt(t, m, h); k.Kernel == "gaussian" && v > top+1e-9 {
					t.Errorf("%s: the likelihood is %v at %v, and %v at the best, %v", c.Name, v, h, top, m.h)
				}
			}
			if k.Best > 0 {
				near(c.Name+", the best", m.h, k.Best, 1e-4)
				near(c.Name+", its likelihood", top, k.Top, 1e-8)
			}
		}
	}
	// In data units, the bandwidth scales with the points.
	for _, rule := range []string{ruleScott, ruleSilverman, ruleCross} {
		p := classes(t, 60, 2)
		h := methodtest.Fit(t, KernelDensity(), p, map[string]any{"bandwidth_rule": rule}).(*density).h
		q := *p
		q.X = nil
		for _, x := range p.X {
			q.X = append(q.X, 8*x)
		}
		near(rule, methodtest.Fit(t, KernelDensity(), &q, map[string]any{"bandwidth_rule": rule}).(*density).h, 8*h, 1e-5)
	}
}

func leftOutAt(t *testing.T, m *density, h float64) float64 {
	t.Helper()
	near := make([][]float64, len(m.points))
	for k := range m.points {
		c := &m.points[k]
		for i := range c.x {
			least := math.Inf(1)
			for j := range c.x {
				if j != i {
					least = min(least, (c.x[i]-c.x[j])*(c.x[i]-c.x[j])+(c.y[i]-c.y[j])*(c.y[i]-c.y[j]))
				}
			}
			near[k] = append(near[k], least)
		}
	}
	v, err := m.leftOut(method.Unstopped, h, near)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
