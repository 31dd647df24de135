package ui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// The controls of a method are those for the present data: points, columns of a table taken as points, rows shown in
// the plane, or rows in space.
func TestControlsSuitTheData(t *testing.T) {
	in := method.Info{ID: "wide", Name: "Wide", Family: "Classification", Task: method.Classify, Summary: "Rows.",
		Takes: method.Takes{Wide: true}, Params: []method.Param{method.InputsParam("Which columns", "All of them")}}
	for name, w := range map[string]method.Where{"everywhere": method.Everywhere, "points": method.OnlyPoints,
		"points-space": method.PointsAndSpace, "not-space": method.NotInSpace, "rows": method.OnlyRows} {
		in.Shows = append(in.Shows, method.Show{Name: method.Part(name), Label: name, Where: w})
		if w.Offered(true, false) == w.Offered(true, true) { // parameters do not depend on space
			in.Params = append(in.Params, method.Param{Name: name, Label: name, Help: name, Kind: method.Bool{},
				Default: false, Where: w})
		}
	}
	e := &engine{clock: clock.NewManual()}
	c := newCore("light", false, e.clock)
	o := offer()
	o.Catalog = append(slices.Clone(o.Catalog), in)
	c.Connect(o, e.dial, nil, nil)
	c.layout.resize(800, 600, 1)
	e.hello()

	points := doc.Document{Method: "wide", Points: []doc.Point{{X: 1, Y: 2}, {X: 3, Y: 4, Z: 1}}}
	shown := points
	shown.Table = &doc.Table{Plane: []int{0, 1}, Rows: &doc.Rows{N: 2, X: []float64{1, 2, 3, 4, 5, 6},
		Columns: []string{"a", "b", "c"}}}
	rows := shown
	rows.Params = map[string]any{"inputs": "all"}
	solid := space()
	solid.Method, solid.Params = "wide", rows.Params
	param := regexp.MustCompile(`data-row="([^"]+)"`)
	show := regexp.MustCompile(`data-show="([^"]+)"`)
	for _, x := range []struct {
		name          string
		d             doc.Document
		params, shows string
	}{
		{"points", points, "everywhere points", "everywhere not-space points points-space"},
		{"columns as points", shown, "everywhere inputs points", "everywhere not-space points points-space"},
		{"rows in the plane", rows, "everywhere inputs rows", "everywhere not-space rows"},
		{"rows in space", solid, "everywhere inputs rows", "everywhere points-space rows"},
	} {
		c.editor.Replace(x.d, "open", "")
		html := app.HTMLString(&Controls{core: c})
		found := func(re *regexp.Regexp) string {
			var list []string
			for _, m := range re.FindAllStringSubmatch(html, -1) {
				list = append(list, m[1])
			}
			slices.Sort(list)
			return strings.Join(slices.Compact(list), " ")
		}
		if got := found(param); got != x.params {
			t.Errorf("%s: the parameters are %q, want %q", x.name, got, x.params)
		}
		if got := found(show); got != x.shows {
			t.Errorf("%s: the switches are %q, want %q", x.name, got, x.shows)
		}
	}
}
