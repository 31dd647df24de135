package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
)

// The legend on the stage is in the right corner where it hides fewer points, in the upper one if they are equal.
func TestLegendKeepsOffThePoints(t *testing.T) {
	c, _ := open(t)
	for _, s := range []struct {
		what string
		at   [][2]float64 // fractions of the stage's size, from its top left corner
		low  bool
	}{
		{"up", [][2]float64{{0.9, 0.01}, {0.95, 0.015}, {0.9, 0.99}}, true},
		{"low", [][2]float64{{0.9, 0.01}, {0.95, 0.985}, {0.9, 0.99}}, false},
		{"both", [][2]float64{{0.9, 0.01}, {0.95, 0.985}}, false},
		{"on the left", [][2]float64{{0.1, 0.01}, {0.2, 0.01}}, false},
		{"out of sight", [][2]float64{{0.9, -0.2}, {1.2, 0.01}, {0.9, 0.99}}, false},
	} {
		v := c.editor.View.Now()
		d := c.editor.Now()
		d.Dataset, d.Points = nil, nil
		for _, q := range s.at {
			d.Points = append(d.Points, doc.Point{X: v.DX(q[0] * float64(v.W)), Y: v.DY(q[1] * float64(v.H))})
		}
		d.View.X, d.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
		c.editor.Replace(d, "points", "")
		if c.legend.low() != s.low {
			t.Errorf("points %s: low %v", s.what, !s.low)
		}
	}
}

// A frame's legend has the classes with names, as users have written them. On the page, and for rows of a table whose
// classes are shown below the plane, the names are shown there.
func TestLegendOfNamedClasses(t *testing.T) {
	c, _ := open(t)
	d := c.editor.Now()
	d.Dataset, d.Points = nil, []doc.Point{{X: 0.1, Y: 0.1}, {X: 0.9, Y: 0.9, Z: 1}, {X: 0.5, Y: 0.9, Z: 2}}
	d.Names = doc.Names{Classes: []string{"setosa", "", "<i>virginica</i>"}}
	table := d
	table.Table = &doc.Table{Name: "iris", Rows: &doc.Rows{N: 3, X: make([]float64, 6), Columns: []string{"a", "b"}}}
	names := func() (list []string) {
		for _, k := range c.legend.classes() {
			list = append(list, k.Says)
		}
		return list
	}
	for name, x := range map[string]struct {
		d             doc.Document
		frame, legend bool
		hide          []string
		want          string
	}{
		"the page":                    {d, false, true, nil, ""},
		"a frame":                     {d, true, false, nil, ""},
		"a frame with a legend":       {d, true, true, nil, "setosa <i>virginica</i>"},
		"rows":                        {table, true, true, nil, ""},
		"rows whose classes are away": {table, true, true, []string{"classes"}, "setosa <i>virginica</i>"},
	} {
		c.editor.Replace(x.d, "open", "")
		c.Embedded = x.frame
		c.conversation.Options.Legend, c.conversation.Options.Hide = x.legend, x.hide
		if got := strings.Join(names(), " "); got != x.want {
			t.Errorf("%s: the legend names %q, want %q", name, got, x.want)
		}
		html := ""
		if list := c.legend.list(); list != nil {
			html = app.HTMLString(list)
		}
		if x.want != "" && !(strings.Contains(html, ">setosa<") && strings.Contains(html, "&lt;i&gt;virginica")) {
			t.Errorf("%s: %s", name, html)
		}
		if n := len(c.legend.keys()); n != strings.Count(html, "<li") || slices.Contains(names(), "") {
			t.Errorf("%s: %d entries of %d: %s", name, strings.Count(html, "<li"), n, html)
		}
	}
}
