//go:build !(js && wasm)

package ui

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// A study of errors that was only set up does not start when other points are loaded; one that was started does, and so
// does the study of a document. If the least error is at an end of the values, a button widens the range.
func TestCurveThatWasOnlySetUp(t *testing.T) {
	c, _ := open(t)
	w := &worker{}
	c.study.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		w.recv = recv
		return w, nil
	}
	id := method.ErrorCurve.ID
	c.studies.do("ask", id)
	c.studies.ask("over", "C")
	c.studies.ask("by", "10 folds")
	other := func() {
		n := c.editor.Now()
		n.Dataset, n.Points = nil, append([]doc.Point{{X: 0.3, Y: 0.3}}, n.Points...)
		c.editor.Import(n, "read a table", "")
		c.studies.painted()
	}
	if other(); c.study.Runs(&method.ErrorCurve) || len(w.posted) > 0 {
		t.Fatal("what was only set up has begun")
	}
	c.studies.do("start", id)
	w.say(wire.TypeHelper, wire.Progress{})
	if len(w.posted) != 1 {
		t.Fatal("it does not begin when it is asked for")
	}
	w.say(wire.TypeStudied, wire.Studied{Study: id, Says: "The end.", Wider: []float64{1, 2, 3}})
	if html := app.HTMLString(&Facts{core: c}); !strings.Contains(html, "Widen the range") {
		t.Errorf("no button: %s", html)
	}
	c.studies.do("widen", id)
	if s := c.editor.Now().Study; len(s.Values) != 3 || len(w.posted) != 2 {
		t.Errorf("wider: %+v, asked %d times", s, len(w.posted))
	}
	w.say(wire.TypeStudied, wire.Studied{Study: id, Says: "Within."})
	if other(); len(w.posted) != 3 {
		t.Errorf("of other points it is asked for %d times", len(w.posted)-2)
	}
}

// Remarks appear when they apply, and their buttons solve the problem.
func TestRemarks(t *testing.T) {
	c, _ := open(t)
	in := c.editor.Info() // shared with the other tests
	declared := in.Params
	t.Cleanup(func() { in.Params = declared })
	in.Params = append(in.Params[:len(in.Params):len(in.Params)], method.Param{Name: "width", Label: "Width", Default: 0.3,
		Kind: method.Number{Range: method.Range{MinOpen: true, Max: 1e6}}, Scales: &method.Scales{Power: 1}})
	shown := func() string { return app.HTMLString(&Remarks{core: c}) }
	if html := shown(); !strings.Contains(html, "hidden") {
		t.Errorf("of usual points: %s", html)
	}
	n := c.editor.Now()
	n.Dataset, n.Points = nil, append([]doc.Point{}, n.Points...)
	for i := range n.Points {
		n.Points[i].X, n.Points[i].Y = 300*n.Points[i].X, 300*n.Points[i].Y
	}
	c.editor.Import(n, "read a table", "")
	if html := shown(); !strings.Contains(html, "to fit the units of your data") || !strings.Contains(html, "Back to") {
		t.Errorf("of others: %s", html)
	}
	c.mender.remarks()[0].do()
	if html := shown(); !strings.Contains(html, "does not suit the scale of these points") || !strings.Contains(html,
		"Use Width") {
		t.Errorf("put back: %s", html)
	}
	c.mender.remarks()[0].do()
	if html := shown(); !strings.Contains(html, "hidden") {
		t.Errorf("mended: %s", html)
	}
}

// If one column hardly counts in distances, a remark names the columns, for methods that depend on distances.
func TestUnevenColumnsAreTold(t *testing.T) {
	c, _ := open(t)
	in := c.editor.Info() // shared with the other tests
	was := in.Free
	t.Cleanup(func() { in.Free = was })
	told := func(names doc.Names, free bool, width float64) string {
		in.Free = free
		n := c.editor.Now()
		n.Dataset, n.Points, n.Names = nil, nil, names
		for i := range 12 {
			n.Points = append(n.Points, doc.Point{X: width * float64(i*i%12) / 45, Y: float64(i * i % 12), Z: float64(i % 2)})
		}
		c.editor.Import(n, "read a table", "")
		return app.HTMLString(&Remarks{core: c})
	}
	names := doc.Names{X: "Länge (m)", Y: "Breite (cm)"}
	for _, x := range []struct {
		names doc.Names
		free  bool
		width float64
		want  string
	}{
		{names, false, 1, "Länge (m) varies 45 times less than Breite (cm), so distances hardly depend on it."},
		{names, false, 45 * 45, "Breite (cm) varies 45 times less than Länge (m), so"},
		{names, false, 15, ""},
		{names, false, 0, ""},
		{names, true, 1, ""},
		{doc.Names{}, false, 1, ""},
	} {
		if html := told(x.names, x.free, x.width); !strings.Contains(html, x.want) ||
			x.want == "" && strings.Contains(html, "times less") {
			t.Errorf("%+v: %s", x, html)
		}
	}
}
