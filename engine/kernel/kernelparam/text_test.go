package kernelparam

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/kernel"
)

// The numbers of an expression are named by their roles and, if there are several kernels, by the kernel to which they
// belong. Each value lies within its slider's range.
func TestHyper(t *testing.T) {
	for expr, want := range map[string]string{
		"rbf":                 "",
		"rbf(0.2)":            "length scale ℓ",
		"0.5*rbf(0.2, 3)":     "variance σ²; length scale ℓ₁; length scale ℓ₂",
		"rbf(0.3) + linear()": "rbf: length scale ℓ",
		"rbf(0.3) + 2*rbf(4) + white(0.01)": "rbf 1: length scale ℓ; rbf 2: variance σ²; rbf 2: length scale ℓ; white: " +
			"noise variance σₙ²",
		"7*rbf(1)*periodic(0.5, 300)": "variance σ²; rbf: length scale ℓ; periodic: length scale ℓ; " +
			"periodic: period p",
		"3*(rbf(1)+linear())*0.5 + linear + 1": "rbf, linear 1: variance σ²; rbf: length scale ℓ; rbf, linear 1: variance " +
			"σ²; constant: constant c",
		"rq(1e-5, 2)":      "length scale ℓ; mixture of scales α",
		"poly(1, -3.5, 9)": "coefficient γ; constant c₀; degree d",
		"laplacian(5000)":  "coefficient γ",
	} {
		v := values(t, map[string]any{"kernel": expr})
		var names []string
		for _, h := range hyper(v) {
			names = append(names, h.Name())
			if h.Value < h.Lo || h.Value > h.Hi || !(h.Lo < h.Hi) || h.Log && h.Lo <= 0 {
				t.Errorf("%s: %s = %v has a slider from %v to %v", expr, h.Name(), h.Value, h.Lo, h.Hi)
			}
			// A value set by the slider must be the same number of the new kernel.
			x := h.Hi
			if h.Whole {
				x = math.Round(x)
			}
			after := expr[:h.From] + strconv.FormatFloat(x, 'g', -1, 64) + expr[h.To:]
			again := hyper(values(t, map[string]any{"kernel": after}))
			if len(again) != len(hyper(v)) || again[len(names)-1].Value != x {
				t.Errorf("%s: with %s = %v it is %s", expr, h.Name(), x, after)
			}
		}
		if got := strings.Join(names, "; "); got != want {
			t.Errorf("%s has %q, want %q", expr, got, want)
		}
	}
	k, err := kernel.Parse("rbf(0.3)*2 + periodic(0.5, 1)")
	if err != nil {
		t.Fatal(err)
	}
	names, _ := Names(k)
	if got := strings.Join(names, "; "); got != "rbf: variance σ²; rbf: length scale ℓ; periodic: length scale ℓ; "+
		"periodic: period p" {
		t.Errorf("in the order of its hyperparameters: %s", got)
	}
}

// A named kernel becomes an expression with its numbers, and that becomes the named kernel again.
func TestRewrite(t *testing.T) {
	for _, c := range []struct {
		given map[string]any
		to    string
		want  map[string]any // nil if it cannot be rewritten
	}{
		{map[string]any{"kernel": "rbf", "gamma": 10.0}, "*", map[string]any{"kernel": "rbf(0.22360679774997896)"}},
		{map[string]any{"kernel": "poly", "gamma": 2.0, "coef0": -1.0, "degree": 4.0}, "*",
			map[string]any{"kernel": "poly(2, -1, 4)"}},
		{map[string]any{"kernel": "laplacian", "gamma": 2.0, "norm": "l1"}, "*",
			map[string]any{"kernel": "laplacian(2, norm=l1)"}},
		{map[string]any{"kernel": "linear"}, "*", map[string]any{"kernel": "linear()"}},
		{map[string]any{"kernel": "rbf(0.22360679774997896)"}, "rbf", map[string]any{"kernel": "rbf", "gamma": 10.0}},
		{map[string]any{"kernel": "rbf(gamma=7)", "gamma": 3.0}, "rbf", map[string]any{"kernel": "rbf", "gamma": 7.0}},
		{map[string]any{"kernel": "sigmoid(0.5, 1)"}, "sigmoid",
			map[string]any{"kernel": "sigmoid", "gamma": 0.5, "coef0": 1.0}},
		{map[string]any{"kernel": "laplacian(2)"}, "laplacian",
			map[string]any{"kernel": "laplacian", "gamma": 2.0, "norm": "l2"}},
		{map[string]any{"kernel": "rbf(0.2) + linear()"}, "rbf", nil},
		{map[string]any{"kernel": "rbf(0.2)"}, "poly", nil},
		{map[string]any{"kernel": "poly(1, 1, 40)"}, "poly", map[string]any{"kernel": "poly", "gamma": 1.0, "coef0": 1.0,
			"degree": 40.0}},
	} {
		got, ok := rewrite(values(t, c.given), c.to)
		if ok != (c.want != nil) || len(got) != len(c.want) {
			t.Errorf("%v to %s is %v (%v), want %v", c.given, c.to, got, ok, c.want)
			continue
		}
		for name, x := range c.want {
			if got[name] != x {
				t.Errorf("%v to %s has %s = %v, want %v", c.given, c.to, name, got[name], x)
			}
		}
	}
}
