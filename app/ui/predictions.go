package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// predictions is the table of the points with the model's predictions, for users who cannot see the picture. The model
// is asked while the table is open, once the picture is finished and nothing is dragged.
type predictions struct {
	*Core

	open  bool
	from  int             // index of the first point shown
	of    *wire.Picture   // picture whose model was asked last
	about int             // index of the first point of that request
	asked int             // number of requests
	table *wire.Predicted // newest answer; nil = none yet
	wrong string          // error message of the newest request; "" = it succeeded
	says  bool            // the next answer is read aloud
}

// predictionsShown is the number of points shown at once: each cell is an element.
const predictionsShown = 100

// settled asks the model of the newest picture about the points shown. It does nothing if that was asked already, the
// table is not visible, something is dragged or computed, or a question of a course hides the answer.
func (pd *predictions) settled() {
	p := pd.client.Picture()
	if !pd.open || pd.menus.open != "data" && pd.menus.tab != "data" || p == nil || p == pd.of && pd.from == pd.about ||
		pd.interaction.Busy() || pd.client.Unfinished() || pd.lecture.Veiled() {
		return
	}
	pd.of, pd.about = p, pd.from
	pd.asked++
	n := pd.asked
	q := wire.Predict{From: pd.from, N: predictionsShown, View: p.View}
	pd.client.Predict(q, func(t *wire.Predicted, e *wire.Error) {
		if n != pd.asked {
			return
		}
		if pd.wrong = ""; e != nil {
			pd.wrong = e.Message
		} else {
			pd.table, pd.from, pd.about = t, t.From, t.From
		}
		if pd.says {
			pd.says = false
			pd.speaker.Say(pd.shown())
		}
		pd.page.changed(theData)
	})
}

// turn shows the points by places further on (by may be negative), if there are any.
func (pd *predictions) turn(by int) {
	if t := pd.table; t != nil && pd.from+by >= 0 && pd.from+by < t.Of {
		pd.from += by
		pd.says = true
		pd.settled()
	}
}

func (pd *predictions) shown() string {
	t := pd.table
	if t == nil || len(t.Rows) == 0 {
		return "There are no points."
	}
	return words.Text("Points %s to %s of %s", strconv.Itoa(t.From+1), strconv.Itoa(t.From+len(t.Rows)),
		strconv.Itoa(t.Of))
}

// predictions returns the part of the data panel with the table.
func (d *Data) predictions() []app.UI {
	pd := &d.core.predictions
	list := nodes{nest(click(el("button.fold#answers-fold type=button aria-expanded=$ aria-controls=answers",
		strconv.FormatBool(pd.open)), d.onPredictions),
		icon("down"),
		el("span|Points and predictions"))}
	if !pd.open {
		return list
	}
	var body nodes
	p, t := pd.client.Picture(), pd.table
	switch {
	case pd.lecture.Veiled():
		body.add(el("p.help|The model's prediction is shown after the question is answered."))
	case p == nil:
		why := pd.client.Need()
		if why == "" {
			why = "There is no picture yet."
		}
		body.add(box("p.help", sentence(why)))
	case pd.wrong != "":
		body.add(el("p.wrong role=alert|$", pd.wrong),
			click(el("button.button.small type=button data-by=0|Try again"), d.onTurn))
	case t == nil:
		body.add(el("p.help role=status|Computing …"))
	default:
		body.add(d.predictionTable(t))
		turn := func(by int, on bool, text string) app.UI {
			return click(el("button.button.small type=button data-by=$ aria-disabled=$|$", strconv.Itoa(by),
				strconv.FormatBool(!on), text), d.onTurn)
		}
		var buttons nodes
		if t.Of > predictionsShown {
			buttons.add(turn(-predictionsShown, t.From > 0, "Points before"),
				turn(predictionsShown, t.From+len(t.Rows) < t.Of, "Points after"))
		}
		save := el("button.button.small type=button data-kind=$|Save predictions", wire.KindPredictions)
		buttons.add(click(save, d.onExport))
		body.add(box("div.buttons", buttons...))
	}
	list.add(box("div#answers", body...))
	return list
}

func (d *Data) predictionTable(t *wire.Predicted) app.UI {
	var head, rows nodes
	for _, name := range t.Head {
		head.add(box("th scope=col", sentence(name)))
	}
	for _, r := range t.Rows {
		var line nodes
		for i, v := range r {
			cell := el("td")
			if i == 0 {
				cell = el("th scope=row")
			}
			line.add(nest(cell, sentence(factValue(v))))
		}
		rows.add(box("tr", line...))
	}
	pd := &d.core.predictions
	says := words.Text("%s, with the model's predictions", pd.shown())
	return nest(el("div.fact-table.answers tabindex=0 role=group aria-label='Points and predictions' aria-busy=$",
		strconv.FormatBool(pd.of != pd.client.Picture() || pd.client.Unfinished())),
		box("table", box("caption", app.Text(words.Say(says))), box("thead", box("tr", head...)), box("tbody", rows...)))
}

func (d *Data) onPredictions(app.Context, app.Event) {
	pd := &d.core.predictions
	pd.open = !pd.open
	pd.settled()
}

func (d *Data) onTurn(ctx app.Context, _ app.Event) {
	pd := &d.core.predictions
	if by, err := strconv.Atoi(data(ctx, "by")); err == nil {
		if by == 0 {
			pd.of = nil
		}
		pd.turn(by)
		pd.settled()
	}
}
