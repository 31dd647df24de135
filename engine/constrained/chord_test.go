package constrained

import (
	"math"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/picture"
)

// The chord is drawn between the points of the graph at its ends. For ½ xᵀQx, it lies below the graph by −dᵀQd/8 at the
// middle if that is positive, and nowhere otherwise.
func TestChord(t *testing.T) {
	ends := [][]float64{{0.1, 0.2}, {0.7, 0.4}}
	for _, c := range []struct {
		params map[string]any
		f      func(x, y float64) float64
		below  float64
	}{
		{map[string]any{"f": ofText, "f_text": "2x^2 + 3y^2"},
			func(x, y float64) float64 { return 2*x*x + 3*y*y }, 0},
		{map[string]any{"f": ofText, "f_text": "y - 2x^2"},
			func(x, y float64) float64 { return y - 2*x*x }, 2 * 0.6 * 0.6 / 4},
		{map[string]any{"f": ofText, "f_text": "x^4 - y"},
			func(x, y float64) float64 { return x*x*x*x - y }, 0},
		{map[string]any{"f": ofText, "f_text": "sin(10x)"}, func(x, _ float64) float64 { return math.Sin(10 * x) },
			math.NaN()},
	} {
		c.params["chord"], c.params["chord_at"] = true, ends
		m := modelOf(t, c.params)
		if c.below != c.below { // by brute force
			c.below = 0
			for k := range 100_001 {
				s := float64(k) / 100_000
				d := c.f(0.1+0.6*s, 0.2+0.2*s) - (1-s)*c.f(0.1, 0.2) - s*c.f(0.7, 0.4)
				c.below = max(c.below, d)
			}
		}
		got, ok := methodtest.Fact(t, m, "chord_below").Value.(float64)
		if !ok || math.Abs(got-c.below) > 1e-4*c.below+1e-12 {
			t.Errorf("%v: the chord lies %v below, want %v", c.params, got, c.below)
		}
		panel, ok := method.FindPanel(m.Can().Panels(method.Shown{}), "chord")
		if !ok {
			t.Fatal("there is no panel")
		}
		pic, err := panel.Draw(t.Context(), 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, l := range pic.Layers {
			p, ok := l.(*picture.Path)
			if !ok || p.Says != "f" && p.Says != "chord of f" {
				continue
			}
			seen++
			for i := 0; i < len(p.XY); i += 2 {
				s := p.XY[i]
				want := c.f(0.1+0.6*s, 0.2+0.2*s)
				if p.Says == "chord of f" {
					want = (1-s)*c.f(0.1, 0.2) + s*c.f(0.7, 0.4)
				}
				if y := p.XY[i+1]; s >= 0 && s <= 1 && (y < pic.View.Y0 || y > pic.View.Y1) {
					t.Fatalf("%v: %s is %v at %v, outside of %v to %v", c.params, p.Says, y, s, pic.View.Y0, pic.View.Y1)
				}
				if math.Abs(p.XY[i+1]-want) > 1e-9 {
					t.Fatalf("%v: %s is %v at %v, want %v", c.params, p.Says, p.XY[i+1], s, want)
				}
			}
		}
		if seen != 2 {
			t.Errorf("%d curves", seen)
		}
	}
	if _, ok := method.FindPanel(modelOf(t, nil).Can().Panels(method.Shown{}), "chord"); ok {
		t.Error("there is a chord that nobody has asked for")
	}
}
