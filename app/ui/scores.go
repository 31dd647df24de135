package ui

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/editor"
	"pointscape/app/room/notifications"
	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// This file has the controls of a classifier's scores (doc.Scores): the switch, the class and the threshold.

const (
	thresholdField = "scores.threshold"
	aboutScores    = "ROC curve, precision and recall, calibration of one class; the confusion matrix of all."
)

// scores returns the switch.
func (sh *shows) scores() app.UI {
	return sh.ofView("scores", "ROC and calibration", aboutScores, sh.editor.Now().View.Scores != nil, true, sh.onScores)
}

// scored returns the list of classes, if there are more than two, and the field of the threshold.
func (sh *shows) scored() app.UI {
	var rows nodes
	if ids := sh.classes.nameable(); len(ids) > 2 {
		var options nodes
		for _, id := range ids {
			options.add(el("option value=$|$", strconv.Itoa(id), upperFirst(sh.names.class(id))))
		}
		rows.add(choice("scores-class", "Class against the others", sh.onScored, options...))
	}
	wrong := sh.fields.At(thresholdField)
	class := "row"
	in := listen(el("input#scores-threshold.num type=text aria-label=threshold aria-describedby='h-scores"+
		" e-scores' aria-invalid=$ placeholder=own autocomplete=off spellcheck=false",
		strconv.FormatBool(wrong.Message != "")), "change", sh.onThreshold)
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

// syncScores writes the document's scores into their controls.
func (sh *shows) syncScores() {
	e := &sh.editor
	if el := byID("view-scores"); el.Truthy() {
		syncChecked(el, e.Now().View.Scores != nil)
	}
	s := e.Now().View.Scores
	if s == nil {
		return
	}
	if el := byID("scores-class"); el.Truthy() {
		id := s.Class
		if ids := sh.classes.nameable(); id == doc.Unlabeled && len(ids) > 1 {
			id = ids[1]
		}
		syncProperty(el, "value", strconv.Itoa(id))
	}
	syncThreshold(e)
}

// syncThreshold writes the threshold into its field, unless the field has the focus.
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

func (sh *shows) onScores(ctx app.Context, _ app.Event) {
	sh.fields.Accept(thresholdField)
	sh.editor.Layers.SetScores(ctx.JSSrc().Get("checked").Bool())
}

func (sh *shows) onScored(ctx app.Context, _ app.Event) {
	if id, err := strconv.Atoi(inputValue(ctx)); err == nil {
		sh.editor.Layers.SetScored(id)
	}
}

// onThreshold handles a threshold that was typed; an empty field restores the method's own.
func (sh *shows) onThreshold(ctx app.Context, _ app.Event) {
	text := inputValue(ctx)
	v, ok := parseNumber(text)
	switch {
	case text == "":
		sh.fields.Accept(thresholdField)
		sh.editor.Layers.SetThreshold(nil, "")
	case ok && math.Abs(v) <= doc.MaxCoord:
		sh.fields.Accept(thresholdField)
		sh.editor.Layers.SetThreshold(&v, "")
	default:
		now := "none"
		if s := sh.editor.Now().View.Scores; s != nil && s.Threshold != nil {
			now = number(*s.Threshold)
		}
		sh.fields.Refuse(thresholdField, text, words.Text("The threshold must be a number.%s", notifications.Still(now)))
	}
}
