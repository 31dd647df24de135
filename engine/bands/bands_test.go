package bands

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Each band that is switched on must have its position, level and name; those of a new y must be below those of f.
func TestLayers(t *testing.T) {
	c := &Curve{}
	const middle, last = 40, 80
	for i := range last + 1 {
		rise := 1 - math.Abs(float64(i)/middle-1)
		c.X, c.Mean = append(c.X, float64(i)/last), append(c.Mean, rise)
		c.SDF, c.SDY = append(c.SDF, 0.1+0.1*rise), append(c.SDY, 0.3+0.1*rise)
	}
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 4, W: 4000, H: 2500, Scale: 1}
	show := method.Shown{"band_f": true, "band_y": true, "sd1": true, "sd2": true}
	under, over := c.Layers(view, show, nil, nil)
	var got [][2]float64 // level, and the upper edge at the middle
	for _, l := range under {
		p := l.(*picture.Path)
		if p.Role != picture.RoleBand {
			continue
		}
		if len(p.XY) != 4*len(c.X) || !p.Closed {
			t.Fatalf("band %v is no closed outline of both edges", p.XY)
		}
		upper := p.XY[2*middle+1]
		got = append(got, [2]float64{p.Level, upper})
		// The lower edge is traversed from the right.
		if lower := p.XY[2*(last+1+last-middle)+1]; math.Abs(lower-(2*c.Mean[middle]-upper)) > 1e-12 {
			t.Errorf("the band of level %g goes from %g to %g about %g", p.Level, lower, upper, c.Mean[middle])
		}
	}
	if want := [][2]float64{{2, 1.8}, {1, 1.4}, {2, 1.4}, {1, 1.2}}; !slices.Equal(got, want) {
		t.Errorf("bands %v, want %v", got, want)
	}
	var names []string
	for _, l := range over {
		n := l.(*picture.Label)
		names = append(names, n.Text)
		if x, y := view.PX(n.X), view.PY(n.Y); x < 0 || x > 4000 || y < 0 || y > 2500 {
			t.Errorf("%q stands at %.0f, %.0f, out of sight", n.Text, x, y)
		}
	}
	if s := strings.Join(names, "; "); s != "± 2 sd of a new y; ± 1 sd of a new y; ± 2 sd of f; ± 1 sd of f" {
		t.Errorf("the bands are named %s", s)
	}
	for _, off := range []method.Shown{{"band_f": true}, {"sd1": true}, {}} {
		if under, over := c.Layers(view, off, nil, nil); len(under)+len(over) > 0 || Shown(off) {
			t.Errorf("%v switches on %d layers", off, len(under)+len(over))
		}
	}
	if !Shown(show) {
		t.Errorf("%v shows no bands", show)
	}
}

// There must be a switch for everything that Layers draws.
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

// A name must be in its band, outside the next band inside it; a thin band has no name.
func TestNamesStandInTheirBands(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 3, W: 600, H: 400, Scale: 1}
	for name, sd := range map[string]func(x float64) float64{
		"wide":           func(x float64) float64 { return 0.5 },
		"opens":          func(x float64) float64 { return 0.05 + x*x },
		"waist":          func(x float64) float64 { return 0.02 + 3*(x-0.5)*(x-0.5) },
		"thin":           func(x float64) float64 { return 0.02 },
		"thin and steep": func(x float64) float64 { return 0.01 },
	} {
		c := &Curve{}
		for i := range 601 {
			x := float64(i) / 600
			y := 0.8 * math.Sin(7*x)
			if name == "thin and steep" {
				y = 2.5 * math.Sin(25*x)
			}
			c.X, c.Mean, c.SDF = append(c.X, x), append(c.Mean, y), append(c.SDF, sd(x))
		}
		_, over := c.Layers(view, method.Shown{"band_f": true, "sd1": true, "sd2": true, "sd3": true}, nil, nil)
		want := 3
		if strings.HasPrefix(name, "thin") { // only the legend names thin bands
			want = 0
		}
		if len(over) != want {
			t.Errorf("%s: %d of 3 bands have names, not %d", name, len(over), want)
		}
		for _, l := range over {
			n := l.(*picture.Label)
			k := float64(n.Text[len("± ")] - '0')
			px := view.PX(n.X) - float64(len(n.Text))*3 // middle of the text
			i := int(px)
			place := (n.Y - c.Mean[i]) / c.SDF[i]
			if math.Abs(place) >= k || math.Abs(place) <= k-1 {
				t.Errorf("%s: %q stands %.2f standard deviations from the mean", name, n.Text, place)
			}
		}
	}
}

// The name of the band of a new y must be outside that of f, which lies inside it; if there is no room, only the legend
// has the name.
func TestNameOfANewYStandsOutsideTheBandOfF(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 3, W: 600, H: 400, Scale: 1}
	for sdf, want := range map[float64]int{0.4: 2, 0.75: 1} {
		c := &Curve{}
		for i := range 601 {
			c.X, c.Mean = append(c.X, float64(i)/600), append(c.Mean, 0)
			c.SDF, c.SDY = append(c.SDF, sdf), append(c.SDY, 0.8)
		}
		_, over := c.Layers(view, method.Shown{"band_f": true, "band_y": true, "sd2": true}, nil, nil)
		if len(over) != want {
			t.Errorf("%g: %d names, want %d", sdf, len(over), want)
		}
		for _, l := range over {
			n := l.(*picture.Label)
			away := math.Abs(n.Y)
			if newY := strings.HasSuffix(n.Text, "new y"); newY != (away > 2*sdf) || away > 1.6 {
				t.Errorf("%g: %q stands %.2f from the mean", sdf, n.Text, away)
			}
		}
	}
}

// A name must be where its band is wide, not where it barely fits.
func TestNamesStandWhereThereIsRoom(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 3, W: 600, H: 400, Scale: 1}
	c := &Curve{}
	for i := range 601 {
		x, sd := float64(i)/600, 0.13 // two of them are 17 pixels
		if x < 0.6 {
			sd = 0.8
		}
		c.X, c.Mean, c.SDF = append(c.X, x), append(c.Mean, 0), append(c.SDF, sd)
	}
	_, over := c.Layers(view, method.Shown{"band_f": true, "sd2": true}, nil, nil)
	if n := over[0].(*picture.Label); n.X > 0.6 {
		t.Errorf("the name ends at %.2f, where its band is thin", n.X)
	}
}

// A name must not cover a point while there is room elsewhere in its band; if there are points everywhere, it must
// still be in the band.
func TestNamesKeepAwayFromPoints(t *testing.T) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: -3, Y1: 3, W: 600, H: 400, Scale: 1}
	c := &Curve{}
	for i := range 601 {
		c.X, c.Mean, c.SDF = append(c.X, float64(i)/600), append(c.Mean, 0), append(c.SDF, 0.5)
	}
	show := method.Shown{"band_f": true, "sd2": true}
	free := func(x, y []float64) (clear bool) {
		_, over := c.Layers(view, show, x, y)
		if len(over) != 1 {
			t.Fatalf("%d names with %d points", len(over), len(x))
		}
		n := over[0].(*picture.Label)
		text := n.Box(view.PX(n.X), view.PY(n.Y), picture.LabelSize)
		for i := range x {
			px, py := view.PX(x[i]), view.PY(y[i])
			if text.Meets(picture.Box{X0: px - 4, X1: px + 4, Y0: py - 4, Y1: py + 4}) {
				return false
			}
		}
		return true
	}
	// The position of the name without points, and then wherever it moved.
	var x, y []float64
	for range 12 {
		_, over := c.Layers(view, show, x, y)
		n := over[0].(*picture.Label)
		x, y = append(x, n.X-0.04), append(y, n.Y)
		if !free(x, y) {
			t.Fatalf("with points at %.2f, %.2f the name is on one of them", x, y)
		}
	}
	x, y = nil, nil
	for i := range 400 {
		x, y = append(x, float64(i%40)/39), append(y, -1.4+2.8*float64(i/40)/9)
	}
	free(x, y)
}

// The standard deviation of f must be compared with the prior's.
func TestOfPrior(t *testing.T) {
	if got := OfPrior(0.5, 4); len(got) != 1 || got[0] != "sd of f is 12.5 % of the prior's 4" {
		t.Errorf("%q", got)
	}
	if got := OfPrior(0, 0); got != nil {
		t.Errorf("%q of nothing", got)
	}
}
