package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/wall"
	"pointscape/engine/words"
)

// This file has the controls of the wall (doc.Wall): which pictures are shown side by side.

// besideField is the name that the field of the values has in Core.fields.
const besideField = "wall"

// setting returns the data from which the values of a wall are chosen.
func (wl *walls) setting() *wall.Setting {
	s := &wall.Setting{Doc: wl.editor.Now(), Info: wl.editor.Info(), N: len(wl.editor.Now().Points)}
	s.Methods, s.Method = wl.catalogue.Of(wl.editor.Task()), wl.catalogue.Method
	if p := wl.client.Picture(); p != nil {
		if s.Proba = p.Proba; p.Player != nil {
			s.Steps = p.Player.Steps
		}
	}
	return s
}

// beside returns the part of the panel with the wall's controls; nil if there is nothing to vary.
func (wl *walls) beside() app.UI {
	s := wl.setting()
	choices := s.Choices()
	if len(choices) == 0 {
		return nil
	}
	now := s.Doc.Wall
	over := wl.over
	if now != nil {
		over = now.Over
	}
	listed := false
	var options nodes
	for _, x := range choices {
		listed = listed || x.Over == over
		options.add(el("option value=$ selected=$|$", x.Over, strconv.FormatBool(x.Over == over), x.Label))
	}
	if now != nil && !listed {
		options.add(el("option value=$ selected|$", over, over))
	}
	row := func(id, label string, control app.UI) app.UI {
		return box("div.row", box("div.head", el("label.label for=$|$", id, label), control))
	}
	body := nodes{
		el("h2#beside-title|Side by side"),
		el("p.help#h-beside|The same points, once for each value. The panel changes the marked picture."),
		row("beside-over", "Over",
			box("div.select",
				nest(listen(el("select#beside-over aria-describedby=h-beside"), "change", wl.onBesideOver),
					options...),
				icon("down"))),
	}
	button := click(el("button.button#beside-on type=button"), wl.onBeside)
	if now == nil {
		return box("div.shows.beside role=group aria-labelledby=beside-title", append(body,
			with(button, "|Show side by side"))...)
	}
	text, message := s.Text(now), ""
	if wl.fields.Has(besideField) {
		w := wl.fields.At(besideField)
		text, message = w.Text, w.Message
	}
	field := listen(el("input#beside-values type=text value=$ autocomplete=off spellcheck=false"+
		" aria-describedby=h-beside", text), "change", wl.onBesideValues)
	if message != "" {
		with(field, "aria-invalid=true aria-describedby='beside-wrong h-beside'")
	}
	body.add(row("beside-values", "Values", field))
	if message != "" {
		body.add(el("p.error#beside-wrong|$", message))
	}
	return box("div.shows.beside role=group aria-labelledby=beside-title", append(body,
		with(button, "|Only one picture"))...)
}

func (wl *walls) onBesideOver(ctx app.Context, _ app.Event) {
	wl.over = ctx.JSSrc().Get("value").String()
	if wl.on() {
		wl.show(wl.over)
	}
}

func (wl *walls) onBeside(app.Context, app.Event) { wl.toggle() }

// toggle switches between one picture and several side by side.
func (wl *walls) toggle() {
	wl.fields.Accept(besideField)
	if wl.on() {
		wl.editor.Wall.Set(nil)
		wl.speaker.Say("One picture")
		return
	}
	over := wl.over
	if choices := wl.setting().Choices(); len(choices) > 0 &&
		!slices.ContainsFunc(choices, func(x wall.Choice) bool { return x.Over == over }) {
		over = choices[0].Over
	}
	wl.show(over)
}

func (wl *walls) show(over string) {
	wl.fields.Accept(besideField)
	wl.over = over
	s := wl.setting()
	w := s.Suggest(over)
	wl.editor.Wall.Show(w, s.Lead(w))
	wl.tell()
}

// tell tells screen readers which pictures are side by side.
func (wl *walls) tell() {
	if len(wl.names) > 0 {
		wl.speaker.Say(words.Text("Side by side: %s", strings.Join(wl.names, "; ")))
	}
}

func (wl *walls) onBesideValues(ctx app.Context, _ app.Event) {
	now := wl.editor.Now().Wall
	if now == nil {
		return
	}
	text := ctx.JSSrc().Get("value").String()
	s := wl.setting()
	w, err := s.Parse(now.Over, text, now)
	if err != nil {
		wl.fields.Refuse(besideField, text, err.Error())
		return
	}
	wl.fields.Accept(besideField)
	wl.editor.Wall.Show(w, s.Lead(w))
	wl.tell()
}
