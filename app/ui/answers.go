package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// answers is the table of the points and of what the model says at each, for people who can't see the picture. The
// model is asked while people have the table open, when the picture rests.
type answers struct {
	*Core

	open  bool
	from  int            // the first point that is shown
	of    *wire.Picture  // whose model was asked last,
	about int            // from which point on,
	asked int            // how often,
	table *wire.Answered // and what it said
	wrong string         // why it said nothing
	says  bool           // the answer is read aloud
}

// answersShown is how many points are shown at once: each cell is an element.
const answersShown = 100

// settled asks the model of the picture that is there now, unless it was asked, or nobody would see the answer.
func (an *answers) settled() {
	p := an.client.Picture()
	if !an.open || an.menus.open != "data" && an.menus.tab != "data" || p == nil || p == an.of && an.from == an.about ||
		an.interaction.Busy() || an.client.Unfinished() || an.lecture.Veiled() {
		return
	}
	an.of, an.about = p, an.from
	an.asked++
	n := an.asked
	an.client.Answers(wire.Answers{From: an.from, N: answersShown, View: p.View}, func(t *wire.Answered, e *wire.Error) {
		if n != an.asked {
			return
		}
		if an.wrong = ""; e != nil {
			an.wrong = e.Message
		} else {
			an.table, an.from, an.about = t, t.From, t.From
		}
		if an.says {
			an.says = false
			an.speaker.Say(an.shown())
		}
		an.page.changed(theData)
	})
}

// turn shows the points before or after those that are shown.
func (an *answers) turn(by int) {
	if t := an.table; t != nil && an.from+by >= 0 && an.from+by < t.Of {
		an.from += by
		an.says = true
		an.settled()
	}
}

func (an *answers) shown() string {
	t := an.table
	if t == nil || len(t.Rows) == 0 {
		return "There are no points."
	}
	return "Points " + strconv.Itoa(t.From+1) + " to " + strconv.Itoa(t.From+len(t.Rows)) + " of " + strconv.Itoa(t.Of)
}

// answers is that part of the panel.
func (d *Data) answers() []app.UI {
	an := &d.core.answers
	list := nodes{nest(click(el("button.fold#answers-fold type=button aria-expanded=$ aria-controls=answers",
		strconv.FormatBool(an.open)), d.onAnswers),
		icon("down"),
		el("span|Points and predictions"))}
	if !an.open {
		return list
	}
	var body nodes
	p, t := an.client.Picture(), an.table
	switch {
	case an.lecture.Veiled():
		body.add(el("p.help|The model's prediction is shown after the question is answered."))
	case p == nil:
		why := an.client.Need()
		if why == "" {
			why = "There is no picture yet."
		}
		body.add(box("p.help", sentence(why)))
	case an.wrong != "":
		body.add(el("p.wrong role=alert|$", an.wrong),
			click(el("button.button.small type=button data-by=0|Try again"), d.onTurn))
	case t == nil:
		body.add(el("p.help role=status|Computing …"))
	default:
		body.add(d.answerTable(t))
		turn := func(by int, on bool, text string) app.UI {
			return click(el("button.button.small type=button data-by=$ aria-disabled=$|$", strconv.Itoa(by),
				strconv.FormatBool(!on), text), d.onTurn)
		}
		var buttons nodes
		if t.Of > answersShown {
			buttons.add(turn(-answersShown, t.From > 0, "Points before"),
				turn(answersShown, t.From+len(t.Rows) < t.Of, "Points after"))
		}
		buttons.add(click(el("button.button.small type=button data-kind=$|Save predictions", wire.KindAnswers), d.onExport))
		body.add(box("div.buttons", buttons...))
	}
	list.add(box("div#answers", body...))
	return list
}

func (d *Data) answerTable(t *wire.Answered) app.UI {
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
	an := &d.core.answers
	says := an.shown() + ", with the model's predictions"
	return nest(el("div.fact-table.answers tabindex=0 role=group aria-label='Points and predictions' aria-busy=$",
		strconv.FormatBool(an.of != an.client.Picture() || an.client.Unfinished())),
		box("table", box("caption", app.Text(words.Say(says))), box("thead", box("tr", head...)), box("tbody", rows...)))
}

func (d *Data) onAnswers(app.Context, app.Event) {
	an := &d.core.answers
	an.open = !an.open
	an.settled()
}

func (d *Data) onTurn(ctx app.Context, _ app.Event) {
	an := &d.core.answers
	if by, err := strconv.Atoi(data(ctx, "by")); err == nil {
		if by == 0 {
			an.of = nil
		}
		an.turn(by)
		an.settled()
	}
}
