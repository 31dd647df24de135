package bands

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Each band that is switched on has its place, level and name; those of a new y lie
// under those of f.
func TestLayers(t *testing.T) {
	c := &Curve{X: []float64{0, 0.5, 1}, Mean: []float64{0, 1, 0}, SDF: []float64{0.1, 0.2, 0.1}, SDY: []float64{0.3, 0.4, 0.3}}
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 4, W: 400, H: 300, Scale: 1}
	show := method.Shown{"band_f": true, "band_y": true, "sd1": true, "sd2": true}
	under, over := c.Layers(view, show)
	var got [][2]float64 // level, and the upper edge in the middle
	for _, l := range under {
		p := l.(*picture.Path)
		if p.Role != picture.RoleBand {
			continue
		}
		if len(p.XY) != 4*len(c.X) || !p.Closed {
			t.Fatalf("band %v is no closed outline of both edges", p.XY)
		}
		got = append(got, [2]float64{p.Level, p.XY[3]})
		// The way back along the lower edge begins at the right: its middle is 4.
		if lower := p.XY[2*4+1]; math.Abs(lower-(2*c.Mean[1]-p.XY[3])) > 1e-12 {
			t.Errorf("the band of level %g goes from %g to %g about %g", p.Level, lower, p.XY[3], c.Mean[1])
		}
	}
	if want := [][2]float64{{2, 1.8}, {1, 1.4}, {2, 1.4}, {1, 1.2}}; !slices.Equal(got, want) {
		t.Errorf("bands %v, want %v", got, want)
	}
	var names []string
	for _, l := range over {
		n := l.(*picture.Label)
		names = append(names, n.Text)
		if x, y := view.PX(n.X), view.PY(n.Y); x < 0 || x > 400 || y < 0 || y > 300 {
			t.Errorf("%q stands at %.0f, %.0f, out of sight", n.Text, x, y)
		}
	}
	if s := strings.Join(names, "; "); s != "2 sd of a new y; 1 sd of a new y; 2 sd of f; 1 sd of f" {
		t.Errorf("the bands are named %s", s)
	}
	for _, off := range []method.Shown{{"band_f": true}, {"sd1": true}, {}} {
		if under, over := c.Layers(view, off); len(under)+len(over) > 0 || Shown(off) {
			t.Errorf("%v switches on %d layers", off, len(under)+len(over))
		}
	}
	if !Shown(show) {
		t.Errorf("%v shows no bands", show)
	}
}

// There is a switch for whatever Layers looks at.
func TestSwitches(t *testing.T) {
	var names []method.Part
	when := method.OnLine()
	for _, s := range Switches(when) {
		names = append(names, s.Name)
		if s.When != when {
			t.Errorf("%s has the condition %v", s.Name, s.When)
		}
	}
	for _, want := range []method.Part{method.Mean, "band_f", "band_y", "sd1", "sd2", "sd3", "samples"} {
		if !slices.Contains(names, want) {
			t.Errorf("there is no switch %s among %v", want, names)
		}
	}
}
