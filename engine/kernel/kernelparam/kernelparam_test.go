package kernelparam

import (
	"errors"
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

func values(t *testing.T, given map[string]any) method.Values {
	t.Helper()
	m := method.Method{Info: method.Info{ID: "fake", Params: Params()}}
	v, err := m.Validate(given)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func at(k kernel.Kernel, x, z []float64) float64 {
	return kernel.Cross(k, x, 1, z, 1, len(x), nil)[0]
}

// Named kernels use the separate parameters; expressions have their own.
func TestOf(t *testing.T) {
	x, z := []float64{1, 2}, []float64{0.5, -1}
	dot, d2, d1 := -1.5, 9.25, 3.5
	for _, c := range []struct {
		given map[string]any
		want  float64
	}{
		{map[string]any{"kernel": "linear"}, dot},
		{map[string]any{"kernel": "poly", "gamma": 2.0, "coef0": 0.5, "degree": 2.0}, math.Pow(2*dot+0.5, 2)},
		{map[string]any{"kernel": "rbf", "gamma": 0.3}, math.Exp(-0.3 * d2)},
		{map[string]any{"kernel": "laplacian", "gamma": 0.3}, math.Exp(-0.3 * math.Sqrt(d2))},
		{map[string]any{"kernel": "laplacian", "gamma": 0.3, "norm": "l1"}, math.Exp(-0.3 * d1)},
		{map[string]any{"kernel": "sigmoid", "gamma": 0.1, "coef0": 0.2}, math.Tanh(0.1*dot + 0.2)},
		{map[string]any{"kernel": "2*linear()", "gamma": 5.0}, 2 * dot},
	} {
		k, err := Of(values(t, c.given), 2)
		if err != nil {
			t.Errorf("%v: %v", c.given, err)
		} else if got := at(k, x, z); math.Abs(got-c.want) > 1e-12*(1+math.Abs(c.want)) {
			t.Errorf("%v is %v, want %v", c.given, got, c.want)
		}
	}
	var told *doc.Error
	if err := Check(values(t, map[string]any{"kernel": "rbf(1, 2, 3)"})); !errors.As(err, &told) {
		t.Errorf("three length scales in the plane: %v", err)
	}
}

func TestForAsksForSmallerKernels(t *testing.T) {
	p := &method.Problem{N: 1, D: 2, X: []float64{1e200, 0}}
	var need *method.Need
	if _, err := For(values(t, map[string]any{"kernel": "linear"}), p); !errors.As(err, &need) {
		t.Errorf("k(x, x) = 1e400 gives %v", err)
	}
	if _, err := For(values(t, nil), p); err != nil {
		t.Errorf("the Gaussian kernel is 1: %v", err)
	}
}

// A kernel of the inner product is centred at points far away, at a position that stays.
func TestCentred(t *testing.T) {
	k, err := Of(values(t, map[string]any{"kernel": "poly"}), 2)
	if err != nil {
		t.Fatal(err)
	}
	near := &method.Problem{N: 3, D: 2, X: []float64{0, 0, 1, 0, 0, 1}}
	if _, place := Centred(k, near, nil); place != nil {
		t.Errorf("near the origin it is about %v", place)
	}
	distant := &method.Problem{N: 3, D: 2, X: []float64{1000, 0, 1001, 0, 1000, 1}}
	moved, place := Centred(k, distant, nil)
	if len(place) != 2 || math.Abs(place[0]-1000.33) > 0.01 {
		t.Fatalf("points near (1000, 0) have the middle %v", place)
	}
	if v := at(moved, distant.At(0), distant.At(1)); math.IsNaN(v) {
		t.Errorf("the moved kernel is %v", v)
	}
	old := []float64{1000.5, 0.25}
	if _, place := Centred(k, distant, old); &place[0] != &old[0] {
		t.Errorf("a place that is near enough became %v", place)
	}
	rbf, _ := Of(values(t, nil), 2)
	if _, place := Centred(rbf, distant, nil); place != nil {
		t.Errorf("a kernel of the distance is about %v", place)
	}
	// One distant point must not move the middle.
	out := &method.Problem{N: 4, D: 1, X: []float64{1, 1.1, 1.2, 1e12}}
	if m := Middle(out, nil); m[0] < 1 || m[0] > 1.2 {
		t.Errorf("the middle of 1, 1.1, 1.2, 1e12 is %v", m)
	}
}
