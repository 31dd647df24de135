//go:build !(js && wasm)

package ui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// shownParts are components as rendered last, by name, with what they read then.
type shownParts map[string]shownPart

type shownPart struct{ html, read string }

var (
	element = regexp.MustCompile(`<[a-z][^>]*>`)
	// ofRoot matches the elements of the root component that change and that no other component renders.
	ofRoot = regexp.MustCompile(`<(div class="app|div class="stage-row|div class="stage-head|button [^>]*id="tab-|` +
		`div [^>]*id="walk-")[^>]*>`)
)

// sorted returns HTML with the attributes of each element sorted: go-app keeps them in a map.
func sorted(text string) string {
	return element.ReplaceAllStringFunc(text, func(s string) string {
		list := attribute.FindAllString(s, -1)
		slices.Sort(list)
		return s[:strings.IndexAny(s, " >")] + " " + strings.Join(list, " ") + ">"
	})
}

// stale reports an error for components that show something else than before although nothing that they read has
// changed.
func (s shownParts) stale(t *testing.T, c *Core, after string) {
	t.Helper()
	for _, list := range [][]part{{&Page{core: c}}, {&Header{core: c}}, {&Picker{core: c}}, {&Remarks{core: c}},
		{&Controls{core: c}, &Picker{core: c}, &Remarks{core: c}}, {&Facts{core: c}}, {&Data{core: c}}, {&Dock{core: c}},
		{&Card{core: c}}, {&Meanings{core: c}}, {&Player{core: c}}, {&Sweep{core: c}}, {&Plots{core: c}},
		{&Large{core: c}}, {&Wall{core: c}}, {&ExportDialog{core: c}}, {&Columns{core: c}}} {
		now := shownPart{html: sorted(app.HTMLString(list[0]))}
		for _, p := range list { // components within a component are asked themselves
			now.read += fmt.Sprintf("%+v ", p.reads())
		}
		name := fmt.Sprintf("%T", list[0])
		if name == "*ui.Page" {
			now.html = strings.Join(ofRoot.FindAllString(now.html, -1), "\n")
		}
		if was, ok := s[name]; ok && was.read == now.read && was.html != now.html {
			a, b := was.html, now.html
			for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
				a, b = a[1:], b[1:]
			}
			t.Errorf("after %q %s shows something else and reads the same: …%.150s\nnow …%.150s", after, name, a, b)
		}
		s[name] = now
	}
}

// own is called where a handler of the component itself would have acted: go-app renders that component, and the root.
func (s shownParts) own(c part) {
	delete(s, fmt.Sprintf("%T", c))
	delete(s, "*ui.Page")
}

// TestPartsReadWhatTheyShow uses all parts of the page. A component must show something else only if something that it
// reads has changed.
func TestPartsReadWhatTheyShow(t *testing.T) {
	c, e := open(t)
	other := &engine{clock: e.clock}
	c.wall.Dial, c.study.Dial = other.dial, other.dial
	shown := shownParts{}
	shown.stale(t, c, "opening")
	does := func(what string, do func()) {
		t.Helper()
		do()
		c.effects.settled()
		e.clock.Pass(2 * time.Second)
		shown.stale(t, c, what)
	}
	for _, id := range []string{"data", "share", "export", "examples", "method", "theme", "help", ""} {
		does("opening the menu "+id, func() { c.menus.show(id) })
	}
	does("explaining", c.menus.toggleExplain)
	does("explaining no more", c.menus.toggleExplain)

	does("choosing a class", func() { c.classes.choose(2) })
	does("adding a point", func() { c.host.Add(0.9, 0.9) })
	does("selecting it", func() { c.editor.Selection.Set(4) })
	does("typing nonsense into its card", func() {
		(&Card{core: c}).take("x", "no", false)
	})
	does("typing a number", func() { (&Card{core: c}).take("x", "0.5", true) })
	does("holding it out", func() { c.holdout.set(4, doc.Test) })
	does("sealing the test", func() {
		s := c.editor.Now().Split
		s.Sealed = true
		c.editor.Split.HoldOut(s, "")
	})
	does("holding out by clicks", func() { c.holdout.byClicks(true) })
	does("no more", func() { c.holdout.byClicks(false) })
	does("naming a class", func() { c.edits.rename("0", "cats") })
	does("naming an axis", func() { c.edits.rename("x", "width") })
	does("undo", c.edits.undo)
	does("redo", c.edits.redo)
	does("picking points out", func() { c.picked.toggle([]int{0, 1}, "selected") })
	does("no more", func() { c.picked.clear() })
	does("one scale", func() { c.editor.View.SetOneScale(true) })
	does("a toast", func() { c.board.Toast("something", true) })
	does("its end", c.board.Clear)

	p := c.editor.ParamAt("C")
	controls := &c.paramRows
	does("a wrong value", func() { controls.accept(p, "-1", -1.0, true) })
	does("another one", func() { controls.accept(p, "x", nil, false) })
	does("a right one", func() { controls.accept(p, "3", 3.0, true) })
	does("a slider", func() {
		c.params.slideTo(p, 5.0)
		c.params.slideTo(p, 6.0)
		c.params.release()
	})
	does("a kernel", func() { controls.tryExpression(c.editor.ParamAt("kernel"), "") })
	does("another kernel", func() { controls.tryExpression(c.editor.ParamAt("kernel"), "rbf(0.3) + linear()") })

	does("playing a parameter", func() { c.sweeps.play("C") })
	does("a wrong end", func() {
		c.sweeps.change("sweep.from", "x", func(*doc.Sweep) bool { return false })
	})
	does("stopping", c.sweeps.toggle)
	does("going on before the last value is painted", c.sweeps.toggle)
	does("closing it", c.sweeps.close)

	e.dress = func(p *wire.Picture) {
		p.Panels = []method.PanelInfo{{ID: "loss", Title: "loss", Help: "over the steps"}, {ID: "path", Title: "path"}}
		p.Keys = picture.KeysOf(&picture.Path{Role: picture.RoleMean, XY: []float64{0, 0, 1, 1}, Says: "mean"})
		p.Learned = map[string]any{"C": 3.5}
		p.Legend = &wire.Legend{Name: "value", Lo: 0, Hi: 1}
	}
	does("plots and a legend", c.client.Redraw)
	does("other words of the legend", func() {
		dress := e.dress
		e.dress = func(p *wire.Picture) {
			dress(p)
			p.Keys = picture.KeysOf(&picture.Path{Role: picture.RoleMean, XY: []float64{0, 0, 1, 1}, Says: "another"})
		}
		c.client.Redraw()
	})
	does("swapping a plot with the plane", func() { c.plots.swap("loss") })
	does("and back", func() { c.plots.swapBack() })
	does("presenting", c.present.Toggle)
	does("a plot", func() { c.present.NextPlot(2) })
	does("the panel", c.present.Call)
	does("the legend", c.present.SwitchLegend)
	does("larger", func() { c.present.Resize(1) })
	does("the end", c.present.End)

	does("pictures side by side", func() {
		c.editor.Wall.Show(&doc.Wall{Over: "C", Values: []any{1.0, 10.0}}, "")
	})
	does("one of them", func() { c.editor.Wall.Open(c.editor.Wall.Cells()[0]) })
	does("a refusal", func() {
		e.hold = true
		c.client.Redraw()
		e.refuse(wire.Error{Message: "C is too large.", Field: "C"})
		e.hold = false
	})
	does("another picture", func() { c.params.set("C", 2.0, "") })
	does("cross-validation", func() { c.studies.cross(); shown.own(&Controls{}) })
	does("a figure", func() { c.exporting.Open("svg") })
	does("none", c.exporting.Close)
	does("another theme", func() { c.painter.wear("dark") })
	for _, id := range []string{"gp", "knn", "ridge", "svm"} {
		does("choosing "+id, func() { c.editor.Methods.Choose(id) })
	}
	does("taking an edit back", func() {
		c.host.Add(0.4, 0.4)
		c.host.TakeBack()
	})
	does("clearing", c.edits.clear)
}

// fakePart is a component that reads things and a state.
type fakePart struct {
	app.Compo
	page   *rendered
	name   string
	things thing
	state  string
	gone   bool
	log    *[]string
}

func (p *fakePart) Mounted() bool  { return !p.gone }
func (p *fakePart) Update()        { *p.log = append(*p.log, p.name) }
func (p *fakePart) Render() app.UI { p.page.rendering(p); return nil }
func (p *fakePart) reads() any {
	return struct {
		version int
		state   string
	}{p.page.version(p.things), p.state}
}

// laterContext collects deferred functions.
type laterContext struct {
	app.Context
	later *[]func(app.Context)
}

func (c laterContext) Defer(do func(app.Context)) { *c.later = append(*c.later, do) }

// A flush asks the components to render that read something that has changed, once each and in the order of their first
// rendering. Functions that wait for the page run when the page shows them.
func TestFlush(t *testing.T) {
	c := newCore("light", false, nil)
	var log []string
	var later []func(app.Context)
	r := &c.page
	r.ctx = laterContext{later: &later}
	frame := func() {
		list := later
		later = nil
		for _, do := range list {
			do(r.ctx)
		}
	}
	flush := func(want ...string) {
		t.Helper()
		log = nil
		r.flush()
		if !slices.Equal(log, want) {
			t.Errorf("rendered are %q, not %q", log, want)
		}
	}
	menu := &fakePart{page: r, name: "menu", things: theMenu | theHelp, log: &log}
	facts := &fakePart{page: r, name: "facts", things: theFacts, log: &log}
	menu.Render()
	facts.Render()

	r.due = true // flush is called here, not by another goroutine
	r.changed(theMenu | theFacts)
	r.changed(theMenu)
	shown := 0
	r.afterRender(func() { shown++ })
	flush("menu", "facts")
	flush("menu", "facts") // go-app has rendered none yet
	if r.unshown != 2 || shown != 0 {
		t.Errorf("%d flushes are not shown, %d waiting was done", r.unshown, shown)
	}
	menu.Render()
	facts.Render()
	frame()
	frame()
	if r.unshown != 0 || shown != 1 {
		t.Errorf("once they are rendered, %d flushes are not shown, %d waiting was done", r.unshown, shown)
	}

	r.due = true
	r.changed(everything &^ theMenu &^ theHelp &^ theFacts) // read by no component
	flush()
	if r.unshown != 0 || len(later) != 0 {
		t.Errorf("nothing is rendered, and %d flushes are not shown", r.unshown)
	}
	facts.state = "other"
	flush("facts")
	facts.Render()
	flush()

	menu.gone = true
	r.due = true
	r.changed(theMenu | theFacts)
	flush("facts")
	if len(r.parts) != 1 {
		t.Errorf("%d parts are left of one", len(r.parts))
	}
	frame()
	frame()
	r.afterRender(func() { shown++ }) // at once
	if shown != 2 {
		t.Error("what waits for nothing is not done")
	}
}

// Things are bits of one number, and each is read by a part.
func TestThingsAreRead(t *testing.T) {
	if things > 32 {
		t.Fatalf("%d things", things)
	}
	c, _ := open(t)
	for i := range things {
		before := map[string]string{}
		all := []part{&Page{core: c}, &Header{core: c}, &Controls{core: c}, &Facts{core: c}, &Data{core: c}, &Dock{core: c},
			&Card{core: c}, &Player{core: c}, &Picker{core: c}, &Plots{core: c}, &Columns{core: c}, &ExportDialog{core: c},
			&Wall{core: c}, &Sweep{core: c}, &Lesson{core: c}, &Slides{core: c}}
		for _, p := range all {
			before[fmt.Sprintf("%T", p)] = fmt.Sprint(p.reads())
		}
		c.page.changed(1 << i)
		n := 0
		for _, p := range all {
			if fmt.Sprint(p.reads()) != before[fmt.Sprintf("%T", p)] {
				n++
			}
		}
		if n == 0 {
			t.Errorf("nothing reads thing %d", i)
		}
	}
}
