package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

var nan = math.NaN()

// An axis covers the values of its items and its own, with margins; if all values are equal it has a positive length,
// too.
func TestAxes(t *testing.T) {
	curve := Curve{Look: As(picture.RoleMean, "curve"), From: 1, Y: []float64{2, nan, 6}}
	for _, c := range []struct {
		what   string
		x, y   Axis
		items  []Item
		x0, x1 float64
		y0, y1 float64
	}{
		{"of the values", Axis{}, Airy(0.25), []Item{curve}, 1, 3, 1, 7},
		{"from 0", Slots(3), From0(0, 0.5), []Item{curve}, 0.3, 3.7, 0, 9},
		{"closed", Exactly(0, 1), Exactly(-1, 1), []Item{curve}, 0, 1, -1, 1},
		{"bars", Axis{}, Axis{}, []Item{Bars{Y: []float64{3, -1}}}, 0.6, 2.4, -1, 3},
		{"one place", Axis{}, Axis{}, []Item{Dot(As(picture.RoleOptimum, ""), 5, 0)}, 0, 10, 0, 1},
		{"room for names", Axis{See: []float64{0, 8}, Before: 20}, Exactly(0, 1), nil, -2, 8, 0, 1},
		{"what is free", Exactly(0, 1), Axis{}, []Item{Curve{Y: []float64{1, 2}}, Curve{Y: []float64{90}, Free: true},
			Level(Look{}, 70)}, 0, 1, 1, 2},
	} {
		v := (&Chart{X: c.x, Y: c.y, Items: c.items}).Picture(method.PanelInfo{}, 100, 50).View
		if got := []float64{v.X0, v.X1, v.Y0, v.Y1}; !slices.Equal(got, []float64{c.x0, c.x1, c.y0, c.y1}) {
			t.Errorf("%s: the view is %v", c.what, got)
		}
	}
	v := (&Chart{X: Airy(0.1), Y: Airy(0.1), Alike: true,
		Items: []Item{Curve{X: []float64{0, 10}, Y: []float64{0, 1}}}}).Picture(method.PanelInfo{}, 100, 50).View
	if dx, dy := (v.X1-v.X0)/100, (v.Y1-v.Y0)/50; math.Abs(dx-dy) > 1e-12 || math.Abs(dx-0.12) > 1e-12 {
		t.Errorf("a pixel is %g by %g", dx, dy)
	}
}

// The alternative text describes the course of curves, with the numbers of the axes, and the values of bars and marks.
func TestAlt(t *testing.T) {
	look := As(picture.RoleMean, "loss")
	for _, c := range []struct {
		item Item
		info method.PanelInfo
		want string
	}{
		{Curve{Look: look, From: 1, Y: []float64{0.9, 0.5, 0.1}}, method.PanelInfo{},
			"Loss: falls from 0.9 at 1 to 0.1 at 3."},
		{Curve{Look: look, Y: []float64{0.9, 0.05, 0.1}}, method.PanelInfo{},
			"Loss: goes from 0.9 at 0 to 0.1 at 2, least 0.05 at 1."},
		{Curve{Look: look, Y: []float64{nan, 1, 3, nan, 2}}, method.PanelInfo{},
			"Loss: goes from 1 at 1 to 2 at 4, greatest 3 at 2."},
		{Curve{Look: look, XY: []float64{0, 0, 1, 2}}, method.PanelInfo{XLog: true, YLog: true},
			"Loss: rises from 1 at 1 to 100 at 10."},
		{Curve{Look: look, Y: []float64{4, 4}}, method.PanelInfo{}, "Loss: 4 from 0 to 1."},
		{Curve{Look: look, Y: []float64{nan}}, method.PanelInfo{}, ""},
		{Curve{Look: look, Y: []float64{1, 2}, Untold: true}, method.PanelInfo{}, ""},
		{Bars{Look: look.Called("votes"), Y: []float64{2}}, method.PanelInfo{}, "Votes: 2 at 1."},
		{Graph{Look: As(picture.RoleMean, "of β: loss"), F: func(x float64) float64 { return x * x }, From: -1, To: 1},
			method.PanelInfo{}, "Of β: loss, goes from 1 at −1 to 1 at 1, least 0 at 0."},
		{Dot(As(picture.RoleOptimum, "best"), 3, 0.25), method.PanelInfo{}, "Best: 0.25 at 3."},
		{Dots{Marks: &picture.Marks{Says: "points", XY: []float64{0, 5, 2, 1}}}, method.PanelInfo{},
			"Points: 2 marks from 1 to 5, at 0 to 2."},
		{Level(look.Called("ε"), 0.5), method.PanelInfo{}, "ε: 0.5."},
		{Level(look, 0.5), method.PanelInfo{}, ""},
		{Histogram{Look: look.Called("class 1"), Bins: method.NewBins("h", []float64{1, 6, 7}, []int{0, 0, 0}, 0, 10, 2)},
			method.PanelInfo{}, "Class 1: 3 in total, most from 5 to 10, 2."},
	} {
		if alt := (&Chart{Items: []Item{c.item}}).Picture(c.info, 100, 50).Alt; alt != c.want {
			t.Errorf("%T says %q, not %q", c.item, alt, c.want)
		}
	}
	many := &Chart{Alt: "First."}
	for range mostTold + 2 {
		many.Add(Curve{Look: look, Y: []float64{1, 2}})
	}
	if alt := many.Picture(method.PanelInfo{}, 100, 50).Alt; !strings.HasPrefix(alt, "First. Loss: ") ||
		strings.Count(alt, "rises") != mostTold || !strings.HasSuffix(alt, " And 2 more.") {
		t.Errorf("of many curves: %q", alt)
	}
	if many.Told = true; many.Picture(method.PanelInfo{}, 100, 50).Alt != "First." {
		t.Error("a text that is whole is gone on with")
	}
}

// Shapes are at the positions of their values, with their keys; a curve has a gap where a value is missing.
func TestItems(t *testing.T) {
	b := method.NewBins("h", []float64{1, 6, 7}, []int{0, 0, 0}, 0, 10, 2)
	c := &Chart{X: Exactly(0, 4), Y: Exactly(-1, 3), Items: []Item{
		Curve{Look: Of(picture.RoleTrack, 2, "curve"), From: 1, Y: []float64{1, 2, nan, 1},
			Keys: []string{"a", "b", "", "d"}},
		Bars{Look: As(picture.RoleBar, "bars"), Y: []float64{2, nan, -1}, Half: 0.5, Keys: []string{"x", "", "z"},
			Line: picture.RoleEllipse},
		Upright(As(picture.RoleCut, "rule"), 2, 1), Level(As(picture.RoleGuide, "level"), 0),
		Upright(As(picture.RoleGuide, "part"), 1, 0, 2),
		Stems{Look: As(picture.RoleProjection, "stems"), High: []float64{1, 2}, Keys: []string{"s", "t"}, Dots: true},
		Band{Look: As(picture.RoleBand, "band"), Number: 2, Low: []float64{0, 0, 1, 0}, High: []float64{0, 1, 1, 2}},
		Rug{Look: Of(picture.RoleProjection, 1, "rug"), At: []float64{3}, Row: 1, Rows: 1, Strip: 0.5, Top: 2},
		Histogram{Look: As(picture.RoleEllipse, "bins"), Bins: b, Foot: 1, Up: 0.5},
		Columns{X: []float64{1, 3}, Keys: []string{"l", "r"}},
		EndNames{X: 3, Y: []float64{1, 1}, Names: []string{"first", "second"}},
		Curve{Look: As(picture.RoleMean, "far"), Y: []float64{0, 99}, Clip: true},
	}}
	p := c.Picture(method.PanelInfo{}, 100, 100)
	path := func(says string, role picture.Role) *picture.Path {
		for _, l := range p.Layers {
			if x, ok := l.(*picture.Path); ok && x.Says == says && x.Role == role {
				return x
			}
		}
		t.Fatalf("there is no path %q", says)
		return nil
	}
	for _, x := range []struct {
		path *picture.Path
		want []float64
	}{
		{path("curve", picture.RoleTrack), []float64{1, 1, 2, 2, 4, 1}},
		{path("bars", picture.RoleBar), []float64{0.5, 0, 1.5, 0, 1.5, 2, 0.5, 2, 2.5, 0, 3.5, 0, 3.5, -1, 2.5, -1}},
		{path("bars", picture.RoleEllipse), path("bars", picture.RoleBar).XY},
		{path("rule", picture.RoleCut), []float64{2, -1, 2, 1}},
		{path("level", picture.RoleGuide), []float64{0, 0, 4, 0}},
		{path("part", picture.RoleGuide), []float64{1, 0, 1, 2}},
		{path("stems", picture.RoleProjection), []float64{1, 0, 1, 1, 2, 0, 2, 2}},
		{path("band", picture.RoleBand), []float64{0, 0, 1, 0, 1, 2, 0, 1}},
		{path("bins", picture.RoleEllipse), []float64{0, 1, 0, 1.5, 5, 1.5, 5, 2, 10, 2, 10, 1}},
		{path("far", picture.RoleMean), []float64{0, 0, 1, 7}},
	} {
		if !slices.Equal(x.path.XY, x.want) {
			t.Errorf("%s: %v, not %v", x.path.Says, x.path.XY, x.want)
		}
	}
	if s := path("curve", picture.RoleTrack).Starts; !slices.Equal(s, []int{0, 2}) {
		t.Errorf("the curve with a gap begins at %v", s)
	}
	var keys, texts []string
	for _, s := range p.Spots() {
		keys = append(keys, s.Key)
	}
	slices.Sort(keys)
	if got := strings.Join(slices.Compact(keys), " "); got != "a b d h.0.0 h.0.1 l r s t x z" {
		t.Errorf("keys %s", got)
	}
	last := 0.0
	for _, l := range p.Layers {
		if x, ok := l.(*picture.Label); ok {
			if len(texts) > 0 && p.View.PY(last)-p.View.PY(x.Y) < 13.9 {
				t.Errorf("%q stands on %q", x.Text, texts[0])
			}
			texts, last = append(texts, x.Text), x.Y
		}
		if x, ok := l.(*picture.Marks); ok && x.Says == "rug" && !slices.Equal(x.XY, []float64{3, -0.5}) {
			t.Errorf("the rug lies at %v", x.XY)
		}
	}
	if len(texts) != 2 {
		t.Errorf("names %q", texts)
	}
}
