package ui

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/wall"
)

// Where people say which pictures stand side by side (doc.Wall).

// besideField names the field of the values among those that may be wrong.
const besideField = "wall"

// setting is what the values of a wall are found in.
func (wl *walls) setting() *wall.Setting {
	s := &wall.Setting{Doc: wl.editor.Now(), Info: wl.editor.Info(), N: len(wl.editor.Now().Points)}
	list := wl.catalogue.Methods()
	for i := range list {
		if list[i].TaskOf(nil) == wl.editor.Task() {
			s.Methods = append(s.Methods, &list[i])
		}
	}
	if p := wl.client.Picture(); p != nil && p.Player != nil {
		s.Steps = p.Player.Steps
	}
	return s
}

// beside is that part of the panel.
func (c *Controls) beside() app.UI {
	wl := &c.core.walls
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
	var options []app.UI
	for _, x := range choices {
		listed = listed || x.Over == over
		options = append(options, app.Option().Value(x.Over).Text(x.Label).Selected(x.Over == over))
	}
	if now != nil && !listed {
		options = append(options, app.Option().Value(over).Text(over).Selected(true))
	}
	row := func(id, label string, control app.UI) app.UI {
		return app.Div().
			Class("row").
			Body(app.Div().Class("head").Body(app.Label().Class("label").For(id).Text(label), control))
	}
	body := []app.UI{
		app.H2().ID("beside-title").Text("Side by side"),
		app.P().Class("help").ID("h-beside").Text("The same points, once for each value."),
		row("beside-over", "Over", app.Div().Class("select").Body(
			app.Select().ID("beside-over").Aria("describedby", "h-beside").OnChange(c.onBesideOver).Body(options...),
			icon("down"))),
	}
	button := app.Button().Type("button").Class("button").ID("beside-on").OnClick(c.onBeside)
	if now == nil {
		return app.Div().Class("shows beside").Attr("role", "group").Aria("labelledby", "beside-title").Body(
			append(body, button.Text("Show side by side"))...)
	}
	text, message := s.Text(now), ""
	if c.core.fields.Has(besideField) {
		w := c.core.fields.At(besideField)
		text, message = w.Text, w.Message
	}
	field := app.Input().Type("text").ID("beside-values").Value(text).AutoComplete(false).Spellcheck(false).OnChange(
		c.onBesideValues).Aria("describedby", "h-beside")
	if message != "" {
		field.Aria("invalid", "true").Aria("describedby", "beside-wrong h-beside")
	}
	body = append(body, row("beside-values", "Values", field))
	if message != "" {
		body = append(body, app.P().Class("error").ID("beside-wrong").Text(message))
	}
	return app.Div().Class("shows beside").Attr("role", "group").Aria("labelledby", "beside-title").Body(
		append(body, button.Text("Only one picture"))...)
}

func (c *Controls) onBesideOver(ctx app.Context, _ app.Event) {
	wl := &c.core.walls
	wl.over = ctx.JSSrc().Get("value").String()
	if wl.on() {
		wl.show(wl.over)
	}
}

func (c *Controls) onBeside(app.Context, app.Event) { c.core.walls.toggle() }

// toggle shows several pictures, or one again.
func (wl *walls) toggle() {
	wl.fields.Accept(besideField)
	if wl.on() {
		wl.editor.SetWall(nil)
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
	wl.editor.SetWall(wl.setting().Suggest(over))
	if len(wl.names) > 0 {
		wl.speaker.Say("Side by side: " + strings.Join(wl.names, "; "))
	}
}

func (c *Controls) onBesideValues(ctx app.Context, _ app.Event) {
	wl := &c.core.walls
	now := wl.editor.Now().Wall
	if now == nil {
		return
	}
	text := ctx.JSSrc().Get("value").String()
	w, err := wl.setting().Parse(now.Over, text, now)
	if err != nil {
		wl.fields.Refuse(besideField, text, err.Error())
		wl.page.refresh(PartControls)
		return
	}
	wl.fields.Accept(besideField)
	wl.editor.SetWall(w)
}
