//go:build !(js && wasm)

package ui

import (
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session/golden"
	"pointscape/engine/wire"
)

var update = flag.Bool("update", false, "write the golden visit anew")

// visit is a user of the page, and records what the page does: what is said aloud, what the engine is asked for, what
// undo would undo, and which texts have changed.
type visit struct {
	t    *testing.T
	c    *Core
	e    *engine
	time float64
	out  []golden.Line // lines of the present section
	now  []string      // the state of the document
	page []string      // texts of the page at the last look
	all  []golden.Section
}

// TestVisit compares a visit with testdata/visit.txt.
func TestVisit(t *testing.T) {
	v := &visit{t: t}
	v.opens()

	v.section("the keyboard alone")
	for _, key := range []string{"ArrowRight", "ArrowUp", "3", "Enter", "Enter", "ArrowLeft", "ArrowLeft", "Enter", "n",
		"n", "p", "Delete", "Escape", "Escape", "0", "Home"} {
		v.does("press "+key, func() { v.c.gesture.Key(key, false) })
	}
	v.does("undo", v.c.edits.undo)
	v.does("undo", v.c.edits.undo)
	v.does("redo", v.c.edits.redo)

	v.section("the mouse")
	v.does("click on the plane", func() { v.click(120, 500) })
	v.does("drag the point", func() {
		v.c.gesture.Down(v.mouse(122, 503))
		for x := 125.0; x <= 200; x += 15 {
			v.c.gesture.Move(v.mouse(x, 480))
			v.e.clock.Pass(40 * time.Millisecond)
		}
		v.c.gesture.Up(v.mouse(200, 480))
		v.c.effects.settled()
	})
	v.does("click on the point", func() { v.click(200, 477) })
	v.does("remove it, by its card", func() { v.c.host.Remove(v.c.editor.Selection.Now()) })
	v.does("undo", v.c.edits.undo)
	v.does("hover over a point", func() { v.c.gesture.Move(v.mouse(200, 477)) })
	v.does("press Delete", func() { v.c.gesture.Key("Delete", false) })
	v.does("double click", func() { v.click(400, 100); v.time += 100; v.click(400, 100) })
	v.does("wheel away", func() { v.c.gesture.Wheel(400, 300, 1); v.c.effects.settled() })
	v.does("drag the plane", func() {
		v.c.gesture.Down(v.mouse(700, 550))
		v.c.gesture.Move(v.mouse(650, 500))
		v.c.gesture.Up(v.mouse(650, 500))
		v.c.effects.settled()
	})
	v.does("spray", func() {
		p := v.mouse(300, 150)
		p.Shift = true
		v.c.gesture.Down(p)
		v.c.gesture.Move(v.mouse(330, 150))
		v.c.gesture.Up(v.mouse(330, 150))
		v.c.effects.settled()
	})
	v.does("click a point with the right button", func() {
		q := v.c.editor.Now().Points[0]
		p := v.mouse(v.c.editor.View.Now().PX(q.X), v.c.editor.View.Now().PY(q.Y))
		p.Left, p.Right = false, true
		v.c.gesture.Down(p)
		v.c.gesture.Up(p)
	})
	v.does("select a point and undo", func() { v.c.editor.Selection.Set(1); v.c.edits.undo() })

	v.section("what came out")
	v.does("switch a layer on", func() { v.c.editor.Layers.Set("slack", true) })
	v.does("switch another off", func() { v.c.editor.Layers.Set("margins", false) })
	v.does("set C", func() { v.c.params.set("C", 10.0, "") })
	v.does("set C to its default", func() { v.c.params.set("C", nil, "") })
	for _, s := range []method.Status{{State: method.Running, Sentence: "Step 3."},
		{State: method.Limited, Sentence: "Stopped after 100 steps."},
		{State: method.Diverged, Sentence: "The steps are too large."},
		{State: method.Converged, Sentence: "The gap is 1e-06."}} {
		v.does("a fit is "+string(s.State), func() {
			v.e.dress = func(p *wire.Picture) { p.Status = s }
			v.c.client.Redraw()
		})
	}
	v.does("facts of every kind", func() {
		v.e.dress = func(p *wire.Picture) {
			p.Facts = []method.Fact{
				{Name: "margin", Label: "Margin width", Value: -0.123456, Unit: "data units", Meaning: "Width of x_1"},
				{Name: "tiny", Label: "Gap", Group: method.Solver, Value: 1.5e-7, Meaning: "A small number"},
				{Name: "list", Value: []float64{1, 2, 3, 4, 5, 6, 7}, Meaning: "Seven numbers"},
				{Name: "mse", Label: "Mean squared error", Value: 3, Unit: method.SquaredUnits, Meaning: "A long unit"},
				{Name: "prior", Label: "Prior", Value: []float64{0.25, 0.75}, Meaning: "Of each class",
					Rows: []string{"class 1", "setosa"}},
				{Name: "matrix", Label: "Mean", Value: [][]float64{{1, 2}, {3, 4}}, Meaning: "Two rows",
					Rows: []string{"class 1", "setosa"}, Cols: []string{"x₁", "x₂"}},
				{Name: "long", Label: "Coefficients", Value: []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, Meaning: "Ten rows",
					Rows: strings.Fields("a b c d e f g h i j")},
				{Name: "yes", Value: true, Meaning: "A truth"},
				{Name: "kernel", Value: "rbf(-1e-05)", Meaning: "A text"},
				{Name: "none", Value: []float64{}, Meaning: "An empty list"},
				{Name: "support", Value: []int{1, 2}, Quiet: true, Meaning: "For programs"},
				{Name: "eighth", Value: 8, Meaning: "Beyond the fold"},
				{Name: "ninth", Value: 9, Meaning: "Beyond the fold"},
			}
			p.Formula, p.Learned = "f(x) = −1", map[string]any{"C": 3.5}
			p.Keys = picture.KeysOf(&picture.Path{Role: picture.RoleMargin, XY: []float64{0, 0, 1, 1}, Says: "margin, f = ±1"},
				&picture.Marks{Role: picture.RoleSupport, XY: []float64{0, 0}, Says: "support vector with x_{1} < C"})
		}
		v.c.client.Redraw()
	})
	v.does("show all facts", func() { v.c.menus.allFacts = true })
	v.does("unfold the solver and a long table", func() { v.c.menus.toggleFold("solver"); v.c.menus.toggleFold("long") })
	v.does("apply what was learned", func() { v.c.editor.Params.Apply(v.c.client.Picture().Learned) })
	v.does("another legend", func() {
		v.e.dress = func(p *wire.Picture) {
			p.Keys = picture.KeysOf(&picture.Path{Role: picture.RoleMean, XY: []float64{0, 0, 1, 1}, Says: "posterior mean"})
		}
		v.c.client.Redraw()
	})
	v.e.dress = nil

	v.section("other methods")
	v.does("a kernel that is an expression", func() { v.c.params.set("kernel", "rbf(0.3) + linear()", "") })
	v.does("choose gp", func() { v.c.editor.Methods.Choose("gp") })
	v.does("press n", func() { v.c.gesture.Key("n", false) })
	v.does("over the plane", func() { v.c.params.set("domain", "plane", "") })
	v.does("press n", func() { v.c.gesture.Key("n", false) })
	v.does("give it another value", func() { v.c.editor.Points.SetThird(v.c.editor.Selection.Now(), 0.75) })
	v.does("choose knn", func() { v.c.editor.Methods.Choose("knn") })
	v.does("back to svm", func() { v.c.editor.Methods.Choose("svm") })
	v.does("add points without a class", func() { v.c.classes.choose(-1); v.c.host.Add(0.9, 0.1) })
	v.does("clear", v.c.edits.clear)
	v.does("press n", func() { v.c.gesture.Key("n", false) })

	v.section("a finger")
	v.does("tap", func() { v.tap(400, 300) })
	v.does("tap on the point", func() { v.time += 1000; v.tap(402, 303) })
	v.does("tap its new position", func() { v.time += 1000; v.tap(200, 200) })

	v.does("something is needed", func() {
		v.e.hold = true
		v.c.client.Redraw()
		v.e.refuse(wire.Error{Message: "Click to add points of a second class.", Need: true})
		v.e.hold = false
	})

	v.end()
	golden.File{Path: "testdata/visit.txt", Update: *update, Again: golden.Command("./app/ui", "TestVisit")}.
		Check(t, v.all)
}

func (v *visit) opens() {
	v.c, v.e = open(v.t)
	v.c.speaker.Live = func(text string) { v.notes("    says " + text) }
	v.c.speaker.Result = func(text string) { v.notes("    tells " + text) }
	v.c.inspector.Readout = v
	shown := map[string]string{} // by kind
	v.c.screen.Tell(func(line string) {
		kind := strings.SplitN(strings.TrimLeft(line, "0123456789"), " ", 3)[1]
		if shown[kind] != line {
			shown[kind] = line
			v.notes("    shows " + line)
		}
	})
	v.e.posted = func(r workers.Request) {
		if r.Type != wire.TypeDraw {
			v.notes("    asks for " + r.Type)
			return
		}
		var d wire.Draw
		if err := json.Unmarshal(r.Head, &d); err != nil {
			v.t.Fatal(err)
		}
		how := "a coarse picture"
		if d.Fine {
			how = "a sharp picture"
		}
		if r.Points != nil {
			how += fmt.Sprintf(" of %d new points", len(r.Points)/3)
		}
		v.notes("    asks for " + how)
	}
	v.section("the page opens")
	v.read()
}

func (v *visit) section(name string) {
	v.end()
	v.all = append(v.all, golden.Section{Name: name})
}

func (v *visit) end() {
	if n := len(v.all); n > 0 {
		v.all[n-1].Lines = v.out
	}
	v.out = nil
}

// ShowPlace, ShowAnswer and ShowBox replace the readout.
func (v *visit) ShowPlace(text string) { v.notes("    reads " + text) }

func (v *visit) ShowAnswer(x *wire.Explanation) {
	if x != nil {
		v.notes("    reads " + x.Answer + ": " + strings.Join(x.Lines, " / "))
	}
}

func (v *visit) ShowBox(on, left, low bool) {}
func (v *visit) Size() (w, h float64)       { return 280, 230 }

// does does something, waits until nothing changes any more, and records the changes.
func (v *visit) does(what string, f func()) {
	v.notes("> " + what)
	f()
	v.c.effects.settled()
	v.e.clock.Pass(2 * time.Second)
	v.time += 2000
	v.read()
}

// read records which texts and states have changed.
func (v *visit) read() {
	c := v.c
	view := c.editor.View.Now()
	now := []string{fmt.Sprintf("%d points, %d selected, the pointer on %d, class %d, view %.4g..%.4g, %.4g..%.4g",
		len(c.editor.Now().Points), c.editor.Selection.Now(), c.inspector.Over(), c.editor.Points.Class(), view.X0, view.X1,
		view.Y0,
		view.Y1)}
	d := c.editor.Now()
	now = append(now, fmt.Sprintf("method %s, params %v, layers %q, dataset %v, title %q", d.Method, d.Params,
		d.View.Show, d.Dataset != nil, d.Title))
	for _, can := range []struct {
		name string
		what func() (string, bool)
	}{{"Undo", c.editor.History.CanUndo}, {"Redo", c.editor.History.CanRedo}} {
		what, ok := can.what()
		if !ok {
			what = "nothing"
		}
		now = append(now, can.name+": "+what)
	}
	toasts := "no toast"
	if t, ok := c.board.Shown(); ok {
		toasts = "toast: " + t.Text
	}
	now = append(now, toasts)
	var page []string
	for _, x := range []app.UI{&Header{core: c}, &Controls{core: c}, &Facts{core: c}, &Data{core: c}, &Dock{core: c},
		&Card{core: c}} {
		page = append(page, legible(app.HTMLString(x))...)
	}
	for i, text := range now {
		if v.now == nil || v.now[i] != text {
			v.notes("    now " + text)
		}
	}
	// Texts of the page are recorded in full where they appear for the first time.
	for _, l := range golden.Change(v.page, page) {
		if text, ok := strings.CutPrefix(l, "+ "); ok {
			v.out = append(v.out, golden.Line{Text: golden.New + text, Kind: text})
		} else {
			v.out = append(v.out, golden.Line{Text: golden.Gone + l[len("- "):]})
		}
	}
	v.now, v.page = now, page
}

func (v *visit) notes(text string) {
	v.out = append(v.out, golden.Line{Text: text, Kind: golden.Always})
}

var markup = regexp.MustCompile(`(?s)<svg.*?</svg>|<[^>]*>|[^<]+`)
var attribute = regexp.MustCompile(`([a-z-]+)="([^"]*)"`)

// legible returns the readable parts of HTML, a line each: texts, names, states and icons.
func legible(text string) []string {
	var out []string
	for _, s := range markup.FindAllString(text, -1) {
		s = strings.TrimSpace(s)
		if s == "" || strings.HasPrefix(s, "</") {
			continue
		}
		if !strings.HasPrefix(s, "<") {
			out = append(out, html.UnescapeString(strings.Join(strings.Fields(s), " ")))
			continue
		}
		if strings.HasPrefix(s, "<svg") {
			for name, drawn := range icons {
				if strings.Contains(s, drawn) {
					out = append(out, "("+name+")")
				}
			}
			continue
		}
		var said []string
		for _, a := range attribute.FindAllStringSubmatch(s, -1) {
			name, x := a[1], html.UnescapeString(a[2])
			switch {
			case name == "aria-label" || name == "title" || name == "placeholder":
				said = append(said, x)
			case slices.Contains([]string{"aria-checked", "aria-pressed", "aria-selected", "aria-expanded", "aria-invalid"},
				name) && x == "true":
				said = append(said, strings.TrimPrefix(name, "aria-"))
			case name == "disabled" && x != "false":
				said = append(said, "disabled")
			case name == "class" && strings.HasPrefix(x, "status "):
				said = append(said, x)
			}
		}
		slices.Sort(said) // go-app writes attributes in any order
		if said = slices.Compact(said); len(said) > 0 {
			out = append(out, "["+strings.Join(said, "; ")+"]")
		}
	}
	return out
}

func (v *visit) mouse(x, y float64) stage.Pointer {
	return stage.Pointer{ID: 1, X: x, Y: y, Left: true, Time: v.time}
}

func (v *visit) click(x, y float64) {
	v.c.gesture.Down(v.mouse(x, y))
	v.c.gesture.Up(v.mouse(x, y))
}

func (v *visit) tap(x, y float64) {
	p := v.mouse(x, y)
	p.ID, p.Touch = 7, true
	v.c.gesture.Down(p)
	v.c.gesture.Up(p)
}
