package ui

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/editor"
	"pointscape/app/room/notifications"
	"pointscape/engine/doc"
)

// What the scores of a classifier are worth: the switch, and, where it is on, the class and the threshold.

const (
	thresholdField = "scores.threshold"
	aboutScores    = "ROC curve, precision and recall, calibration of one class; the confusion matrix of all."
)

// scores is the switch.
func (c *Controls) scores() app.UI {
	return c.ofView("scores", "ROC and calibration", aboutScores, c.core.editor.Now().View.Scores != nil, true, c.onScores)
}

// scored are the class that is looked at, where there are several, and the threshold.
func (c *Controls) scored() app.UI {
	k := c.core
	var rows nodes
	if ids := k.classes.nameable(); len(ids) > 2 {
		var options nodes
		for _, id := range ids {
			options.add(el("option value=$|$", strconv.Itoa(id), upperFirst(k.names.class(id))))
		}
		rows.add(choice("scores-class", "Class against the others", c.onScored, options...))
	}
	wrong := k.fields.At(thresholdField)
	class := "row"
	in := listen(el("input#scores-threshold.num type=text aria-label=threshold aria-describedby='h-scores"+
		" e-scores' aria-invalid=$ placeholder=own autocomplete=off spellcheck=false",
		strconv.FormatBool(wrong.Message != "")), "change", c.onThreshold)
	kids := nodes{
		box("div.head", el("label.label for=scores-threshold|Threshold"), box("span.entry", in)),
		el("p.help#h-scores|Points above the threshold are classified as the class. Empty: as the method " +
			"predicts. You can also press on the curve."),
	}
	if wrong.Message != "" {
		class += " bad"
		kids.add(el("p.wrong#e-scores role=alert|$", wrong.Message))
	}
	return box("div.params", append(rows, nest(el("div class=$", class), kids...))...)
}

// syncScores shows what the document says.
func (c *Controls) syncScores() {
	e := &c.core.editor
	if el := byID("view-scores"); el.Truthy() {
		syncChecked(el, e.Now().View.Scores != nil)
	}
	s := e.Now().View.Scores
	if s == nil {
		return
	}
	if el := byID("scores-class"); el.Truthy() {
		id := s.Class
		if ids := c.core.classes.nameable(); id == doc.Unlabeled && len(ids) > 1 {
			id = ids[1]
		}
		syncProperty(el, "value", strconv.Itoa(id))
	}
	syncThreshold(e)
}

// syncThreshold shows the threshold in its field.
func syncThreshold(e *editor.Editor) {
	el := byID("scores-threshold")
	if s := e.Now().View.Scores; s != nil && el.Truthy() && !isFocused(el) {
		text := ""
		if s.Threshold != nil {
			text = number(*s.Threshold)
		}
		syncProperty(el, "value", text)
	}
}

func (c *Controls) onScores(ctx app.Context, _ app.Event) {
	c.core.fields.Accept(thresholdField)
	c.core.editor.Layers.SetScores(ctx.JSSrc().Get("checked").Bool())
}

func (c *Controls) onScored(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(inputValue(ctx)); err == nil {
		c.core.editor.Layers.SetScored(id)
	}
}

// onThreshold takes what has been typed.
func (c *Controls) onThreshold(ctx app.Context, _ app.Event) {
	k := c.core
	text := inputValue(ctx)
	v, ok := parseNumber(text)
	switch {
	case text == "":
		k.fields.Accept(thresholdField)
		k.editor.Layers.SetThreshold(nil, "")
	case ok && math.Abs(v) <= doc.MaxCoord:
		k.fields.Accept(thresholdField)
		k.editor.Layers.SetThreshold(&v, "")
	default:
		now := "none"
		if s := k.editor.Now().View.Scores; s != nil && s.Threshold != nil {
			now = number(*s.Threshold)
		}
		k.fields.Refuse(thresholdField, text, "The threshold must be a number."+notifications.Still(now))
	}
}
