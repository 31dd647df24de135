package ui

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// tuner reports the numbers in a kernel as the engine does; every number in the text is a length scale.
func tuner(text string) *method.Tuning {
	var list []method.Hyper
	for i, at := range regexp.MustCompile(`[0-9.]+`).FindAllStringIndex(text, -1) {
		v, err := strconv.ParseFloat(text[at[0]:at[1]], 64)
		if err != nil {
			continue
		}
		list = append(list, method.Hyper{From: at[0], To: at[1], Value: v, Term: "rbf " + itoa(i+1), Label: "length scale",
			Symbol: "ℓ", Lo: 0.01, Hi: 10, Log: true})
	}
	if list == nil {
		return nil
	}
	return &method.Tuning{Method: "gp", Texts: []method.Tuned{{Param: "kernel", Text: text, Hyper: list}}}
}

// tunes makes the engine report the numbers of each document's kernel, with their learned values.
func tunes(t *testing.T, e *engine, learned map[string]any) {
	e.tuning = func(d doc.Document) *method.Tuning {
		text, ok := d.Params["kernel"].(string)
		if !ok {
			text = "rbf(0.2)"
		}
		x := tuner(text)
		if text, ok := learned["kernel"].(string); ok && x != nil {
			for i, h := range tuner(text).Texts[0].Hyper {
				x.Texts[0].Hyper[i].Learned = h.Value
			}
		}
		return x
	}
	e.dress = func(p *wire.Picture) { p.Learned = learned }
}

// The slider of a number rewrites the expression during the drag, and a drag is one step.
func TestNumbersOfAnExpressionHaveSliders(t *testing.T) {
	c, e := open(t)
	tunes(t, e, nil)
	c.editor.Methods.Choose("gp")
	c.params.set("kernel", "rbf(0.2) + rbf(3)", "")
	kernel := func() any { return c.editor.Now().Params["kernel"] }
	page := app.HTMLString(&Controls{core: c})
	for _, want := range []string{`aria-label="rbf 1: length scale ℓ"`, `aria-label="rbf 2: length scale ℓ"`,
		`class="symbol"`, `data-hyper="1"`, `data-row="kernel.1"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the controls lack %s", want)
		}
	}
	draws := e.draws
	for _, pos := range []string{"0", "250", "500"} {
		c.params.slideHyper("kernel", "0", pos)
		if !c.interaction.Busy() || e.fine {
			t.Fatal("it is drawn as if nobody held the slider")
		}
	}
	c.params.slideHyper("kernel", "1", "0") // the other number, whose position in the text has changed
	if kernel() != "rbf(10) + rbf(0.01)" || e.draws < draws+4 {
		t.Errorf("the expression is %v after %d pictures", kernel(), e.draws-draws)
	}
	c.params.release()
	if c.edits.undo(); kernel() != "rbf(10) + rbf(3)" {
		t.Errorf("one undo gives %v", kernel())
	}
	// The positions are those in the present text again.
	c.params.slideHyper("kernel", "1", "500")
	c.params.release()
	if kernel() != "rbf(10) + rbf(10)" {
		t.Errorf("after undo the slider makes %v", kernel())
	}
	c.edits.undo()
	if c.edits.undo(); kernel() != "rbf(0.2) + rbf(3)" {
		t.Errorf("undone it is %v", kernel())
	}
	for _, x := range [][2]string{{"2", "1"}, {"-1", "1"}, {"x", "1"}, {"0", "x"}} {
		c.params.slideHyper("kernel", x[0], x[1])
	}
	c.params.slideHyper("gone", "0", "1")
	if kernel() != "rbf(0.2) + rbf(3)" {
		t.Errorf("nonsense makes it %v", kernel())
	}
	// While the engine's report about another text is on its way, no number changes.
	e.hold = true
	c.params.set("kernel", "2*rbf(0.5)", "")
	c.params.slideHyper("kernel", "0", "0")
	c.params.release()
	if kernel() != "2*rbf(0.5)" {
		t.Errorf("by what was told of another text it became %v", kernel())
	}
}

// Learned values are shown and cannot be changed. If applying them would change nothing, it is not offered.
func TestLearnedValuesAreShown(t *testing.T) {
	c, e := open(t)
	tunes(t, e, map[string]any{"kernel": "rbf(0.31)"})
	c.editor.Methods.Choose("gp")
	page := app.HTMLString(&Controls{core: c})
	if !strings.Contains(page, "learned") || !strings.Contains(page, "disabled") {
		t.Error("nothing says that the length scale is learned")
	}
	if v, learned := shown(&c.params.hyper(c.editor.Info().Param("kernel"))[0]); v != 0.31 || !learned {
		t.Errorf("the slider shows %v, learned: %v", v, learned)
	}
	c.params.slideHyper("kernel", "0", "0")
	if k := c.editor.Now().Params["kernel"]; k != nil {
		t.Errorf("a learned value was moved: %v", k)
	}
	if !strings.Contains(app.HTMLString(&Facts{core: c}), "Apply learned values") {
		t.Error("the learned values are not offered")
	}
	c.editor.Params.Apply(c.client.Picture().Learned)
	if k := c.editor.Now().Params["kernel"]; k != "rbf(0.31)" {
		t.Errorf("applied, the kernel is %v", k)
	}
	if strings.Contains(app.HTMLString(&Facts{core: c}), "Apply learned values") {
		t.Error("what is there already is offered again")
	}
}

// The engine rewrites a kernel's name as an expression, in one step, unless the document has changed meanwhile.
func TestKernelIsRewritten(t *testing.T) {
	c, e := open(t)
	e.rewrite = func(l wire.Load, d *doc.Document) {
		if l.To == "*" {
			d.Params["kernel"] = "rbf(0.25)"
		} else {
			d.Params["kernel"], d.Params["gamma"] = l.To, 8.0
		}
	}
	c.params.set("gamma", 8.0, "")
	done := 0
	k := c.editor.Info().Param("kernel")
	c.params.rewrite(k, expression, func() { done++ })
	if c.editor.Now().Params["kernel"] != "rbf(0.25)" || done != 1 {
		t.Fatalf("parameters %v", c.editor.Now().Params)
	}
	what, _ := c.editor.History.CanUndo()
	c.params.set("C", 3.0, "")
	c.params.rewrite(k, "rbf", func() {})
	if p := c.editor.Now().Params; p["kernel"] != "rbf" || p["gamma"] != 8.0 || p["C"] != 3.0 {
		t.Errorf("back it is %v", p)
	}
	c.edits.undo()
	c.edits.undo()
	if now, _ := c.editor.History.CanUndo(); now != what || c.editor.Now().Params["kernel"] != "rbf(0.25)" {
		t.Errorf("undone it is %v, by %q", c.editor.Now().Params, now)
	}
	e.rewrite = func(_ wire.Load, d *doc.Document) {
		c.params.set("C", 9.0, "")
		d.Params["kernel"] = "linear"
	}
	c.params.rewrite(k, "linear", func() { t.Error("it was done") })
	e.clock.Pass(time.Second)
	if p := c.editor.Now().Params; p["kernel"] != "rbf(0.25)" || p["C"] != 9.0 {
		t.Errorf("people had gone on, and it is %v", p)
	}
}

// Numbers whose values have names are chosen from a list.
func TestNamedNumbers(t *testing.T) {
	c, e := open(t)
	c.editor.Methods.Choose("knn")
	params := func() string {
		page, _, _ := strings.Cut(app.HTMLString(&Controls{core: c}), "beside-title")
		return page
	}
	if strings.Contains(params(), "<select") {
		t.Error("a number without names has a list")
	}
	e.tuning = func(doc.Document) *method.Tuning {
		return &method.Tuning{Method: "knn", Lists: []method.Listed{{Param: "n_neighbors",
			Choices: []method.Choice{{Value: "1", Label: "The nearest"}, {Value: "5", Label: "Some"}}}}}
	}
	c.client.Redraw()
	page := app.HTMLString(&Controls{core: c})
	if !strings.Contains(page, "The nearest") || !strings.Contains(page, "<select") ||
		strings.Contains(page, `type="range"`) {
		t.Error("the names are not offered")
	}
}
