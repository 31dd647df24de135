package ui

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// stepper opens the page on an engine whose SVM takes 40 steps.
func stepper(t *testing.T) (*Core, *engine) {
	t.Helper()
	c, e := open(t)
	e.steps = 40
	c.params.set("C", 2.0, "")
	if c.player.Now() == nil || c.player.Now().Steps != 40 || len(c.player.Trace()) != 1 {
		t.Fatalf("the player is %+v, the trace %v", c.player.Now(), c.player.Trace())
	}
	return c, e
}

func TestStepsAreNoEdits(t *testing.T) {
	c, e := stepper(t)
	what, _ := c.editor.History.CanUndo()
	if c.player.Step() != 40 || c.editor.Now().View.Step != nil {
		t.Fatalf("it begins at %d", c.player.Step())
	}
	c.player.Walk(-1)
	c.player.Walk(-1)
	if c.player.Step() != 38 || *c.editor.Now().View.Step != 38 || c.client.Picture().Player.Step != 38 {
		t.Errorf("two steps back is %d, shown %d", c.player.Step(), c.client.Picture().Player.Step)
	}
	c.player.Walk(-99)
	if c.player.Step() != 0 {
		t.Errorf("far back is %d", c.player.Step())
	}
	c.player.Walk(12)
	if now, _ := c.editor.History.CanUndo(); now != what {
		t.Errorf("undo would now undo %q, before %q", now, what)
	}
	link, err := doc.EncodeLink(c.editor.Now())
	if err != nil {
		t.Fatal(err)
	}
	if d, err := doc.DecodeLink(link); err != nil || d.View.Step == nil || *d.View.Step != 12 {
		t.Errorf("the permalink says %v, %v", d.View.Step, err)
	}
	// An edit keeps the step, and so does undoing it.
	c.host.Add(0.4, 0.4)
	if c.player.Step() != 12 {
		t.Errorf("after a new point the step is %d", c.player.Step())
	}
	c.player.Walk(1)
	c.edits.undo()
	if c.player.Step() != 13 || len(c.editor.Now().Points) != 4 {
		t.Errorf("after undoing it the step is %d", c.player.Step())
	}
	// A fit with fewer steps shows its last one, and the chosen step returns with a longer one.
	e.steps = 10
	c.params.set("C", 3.0, "")
	if c.player.Step() != 10 || *c.editor.Now().View.Step != 13 {
		t.Errorf("of 10 steps %d is shown", c.player.Step())
	}
	e.steps = 40
	c.params.set("C", 4.0, "")
	if c.player.Step() != 13 {
		t.Errorf("of 40 steps again %d is shown", c.player.Step())
	}
	// If the last step was shown, an edit shows the new last one.
	c.player.Walk(99)
	e.steps = 50
	c.params.set("C", 5.0, "")
	if c.player.Step() != 50 || c.editor.Now().View.Step != nil {
		t.Errorf("after an edit at the end the step is %d of 50", c.player.Step())
	}
	// Another method's steps are other steps.
	c.player.Walk(-45)
	e.steps = 0
	c.editor.Methods.Choose("knn")
	if c.player.Now() != nil || c.editor.Now().View.Step != nil {
		t.Errorf("step %v, player %v", c.editor.Now().View.Step, c.player.Now())
	}
}

// Undoing ends the playing, so that its result is seen at rest. So do an error, another method and another document.
func TestUndoWhilePlaying(t *testing.T) {
	for name, turn := range map[string]func(c *Core){
		"undo":           func(c *Core) { c.edits.undo() },
		"redo":           func(c *Core) { c.edits.redo() },
		"refused":        func(c *Core) { c.effects.Refused(wire.Error{Message: "too large"}, true) },
		"another method": func(c *Core) { c.editor.Methods.Choose("knn") },
		"a link":         func(c *Core) { c.store.OpenLink(c.store.Link(), "open a link", func(*wire.Error) {}) },
	} {
		c, e := stepper(t)
		c.params.set("C", 3.0, "")
		c.fields.Refuse("C", "-3", "C must be positive.")
		if name == "redo" {
			c.edits.undo()
		}
		c.client.Shown()
		c.player.Toggle()
		e.clock.Pass(2 * time.Second)
		c.client.Shown()
		if !c.player.Playing() || c.player.Step() == 0 || !c.interaction.Busy() {
			t.Fatalf("%s: it does not play: step %d", name, c.player.Step())
		}
		turn(c)
		c.client.Shown()
		if c.fields.Has("C") && name != "refused" {
			t.Errorf("%s: the field still tells what was wrong", name)
		}
		at, draws := c.editor.Now().View.Step, e.draws
		e.clock.Pass(time.Minute)
		if c.player.Playing() || c.interaction.Busy() || c.editor.Now().View.Step != at || e.draws != draws {
			t.Errorf("%s: playing %v, step %v after %v, %d draws more", name, c.player.Playing(), c.editor.Now().View.Step, at,
				e.draws-draws)
		}
	}
}

// The last step is drawn sharp, and the page does not believe that something is still dragged.
func TestPlayedToTheEnd(t *testing.T) {
	c, e := stepper(t)
	c.client.Shown()
	c.player.Toggle()
	for range 2000 {
		e.clock.Pass(50 * time.Millisecond)
		c.client.Shown()
	}
	if c.player.Playing() || c.editor.Now().View.Step != nil || c.interaction.Busy() || !e.fine {
		t.Errorf("playing %v, step %v, busy %v, sharp %v", c.player.Playing(), c.editor.Now().View.Step, c.interaction.Busy(),
			e.fine)
	}
}

func TestPlayerRenders(t *testing.T) {
	c, e := stepper(t)
	html := app.HTMLString(&Player{core: c})
	for _, want := range []string{`aria-label="Step back"`, `aria-label="Play"`, `aria-label="To the end"`,
		`aria-label="step"`, `aria-label="speed"`, "Objective (log)"} {
		if !strings.Contains(html, want) {
			t.Errorf("there is no %s", want)
		}
	}
	c.player.Toggle()
	if html := app.HTMLString(&Player{core: c}); !strings.Contains(html, `aria-label="Pause"`) {
		t.Error("what plays can't be paused")
	}
	c.player.Pause()
	e.diverged = "The steps are too large."
	c.params.set("C", 0.5, "")
	if html := app.HTMLString(&Dock{core: c}); !strings.Contains(html, e.diverged) {
		t.Error("divergence is not said")
	}
}

func TestPicker(t *testing.T) {
	c, _ := open(t)
	p := &Picker{core: c}
	p.open("classification")
	html := app.HTMLString(p)
	if n := strings.Count(html, `role="option"`); n != 2 || !strings.Contains(html, `aria-activedescendant="m-svm"`) {
		t.Errorf("%d options in %s", n, html)
	}
	p.choose("knn")
	if c.editor.Now().Method != "knn" || c.menus.open != "" {
		t.Errorf("chose %s, menu %q", c.editor.Now().Method, c.menus.open)
	}
}

func TestFormula(t *testing.T) {
	for text, want := range map[string]string{
		"x_{1}":             "<i>x</i><sub>1</sub>",
		"e^{−m}":            "<i>e</i><sup>−<i>m</i></sup>",
		"e^{f_{c}(x)}":      "<i>e</i><sup><i>f</i><sub><i>c</i></sub>(<i>x</i>)</sup>",
		"x_{1}^{2}":         `<i>x</i><span class="both"><sup>2</sup><sub>1</sub></span>`,
		"N_k(x)":            "<i>N</i><sub><i>k</i></sub>(<i>x</i>)",
		"x^-1":              "<i>x</i><sup>−1</sup>",
		"max_iter":          "max_iter",
		"max(0, 1)":         "max(0, 1)",
		"Σ αᵢ":              "Σ <i>α</i>ᵢ",
		"a < b & c":         "<i>a</i> &lt;\u00a0<i>b</i> &amp; <i>c</i>",
		"x_{<b>}":           "<i>x</i><sub>&lt;<i>b</i>&gt;</sub>",
		"x_{1":              "<i>x</i>_{1",
		"_":                 "_",
		"^{}":               "<sup></sup>",
		"<script>":          "&lt;script&gt;",
		`" onload="`:        "&#34; onload=&#34;",
		"x_{a_{b_{c_{d}}}}": "<i>x</i><sub><i>a</i><sub><i>b</i><sub><i>c</i><sub><i>d</i></sub></sub></sub></sub>",
	} {
		html := wrap("div", formula(text)...).html()
		if got := strings.TrimSuffix(strings.TrimPrefix(html, `<div><div><span>`), `</span></div></div>`); got != want {
			t.Errorf("%s became\n%s, want\n%s", text, got, want)
		}
	}
	if got := prose("C_{1} of max_iter and x_i").html(); got != "<span>C<sub>1</sub> of max_iter and x_i</span>" {
		t.Error(got)
	}
	if n := strings.Count(wrap("div", formula("a,  b,  c\nd")...).html(), "<span>"); n != 4 {
		t.Errorf("%d pieces", n)
	}
}

// FuzzFormula checks that no text adds markup of its own.
func FuzzFormula(f *testing.F) {
	f.Add("x_{1}^{2} <b>")
	f.Add("^_^{_{^{")
	f.Fuzz(func(t *testing.T, text string) {
		for _, html := range []string{wrap("div", formula(text)...).html(), prose(text).html()} {
			open := 0
			for part := range strings.SplitSeq(html, "<") {
				tag, rest, ok := strings.Cut(part, ">")
				if !ok && part != "" {
					t.Fatalf("%q became %q", text, html)
				}
				name, _, _ := strings.Cut(strings.TrimPrefix(tag, "/"), " ")
				if ok && !strings.Contains(" div span sub sup i ", " "+name+" ") || strings.ContainsAny(rest, "<>") {
					t.Fatalf("%q became %q", text, html)
				}
				if strings.HasPrefix(tag, "/") {
					open--
				} else if ok {
					open++
				}
			}
			if open != 0 {
				t.Fatalf("%q became %q, which does not balance: %s", text, html, strconv.Itoa(open))
			}
		}
	})
}

// The legend has the entries of the picture, in their order, and no others.
func TestLegendSaysWhatIsDrawn(t *testing.T) {
	c, e := open(t)
	line := func(says string) *picture.Path {
		return &picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: []float64{0, 0, 1, 1}, Says: says}
	}
	e.keys = picture.KeysOf(line("margin, f = ±1"), line(""), line("weights w_{1} < 1e-05"))
	c.params.set("C", 2.0, "")
	html := strings.ReplaceAll(app.HTMLString(&Controls{core: c}), "\n", "") // go-app puts them between elements
	if n := strings.Count(html, `id="key-`); n != 2 {
		t.Errorf("%d swatches: %s", n, html)
	}
	first, second := strings.Index(html, "Margin, f = ±1"), strings.Index(html, "Weights w<sub>1</sub> &lt; 10⁻⁵")
	if first < 0 || second < first {
		t.Error(html)
	}
	e.keys = nil
	c.params.set("C", 3.0, "")
	if strings.Contains(app.HTMLString(&Controls{core: c}), "Legend") {
		t.Error("a legend of nothing")
	}
}
