package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// Facts is the part of the panel that shows what came out.
type Facts struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (f *Facts) OnMount(ctx app.Context) {
	f.ctx = ctx
	f.core.page.parts[PartFacts] = f
}

func (f *Facts) Render() app.UI {
	k := f.core
	if f.ctx != nil {
		f.ctx.Defer(func(app.Context) { f.core.panels.Show() })
	}
	body := []app.UI{app.H2().Class("title").ID("facts-title").Body(app.Text("Results"))}
	p := k.talk.Picture()
	switch {
	case k.talk.Need() != "":
		body = append(body, app.P().Class("status need").Body(icon("plus"), app.Span().Text(k.hands(k.talk.Need()))))
	case k.talk.Fault() != nil:
		body = append(body, app.P().Class("status diverged").Body(icon("warn"), app.Span().Text(k.talk.Fault().Message)))
	case p != nil:
		body = append(body, status(p.Status))
	}
	if p != nil {
		if len(p.Learned) > 0 {
			body = append(body, app.Button().Type("button").Class("button apply").OnClick(f.onApply).Text("Apply learned values"))
		}
		var rows []app.UI
		for _, x := range p.Facts {
			if x.Quiet {
				continue
			}
			value := factValue(x.Value)
			class := "fact"
			if len(x.Name)+len([]rune(value+x.Unit)) > 29 {
				class += " tall"
			}
			rows = append(rows, app.Div().Class(class).Title(x.Meaning).DataSet("fact", x.Name).Body(
				app.Dt().Body(app.Span().Text(x.Name), app.Small().Body(sentence(x.Meaning))), app.Dd().Body(app.Text(value), unit(x.Unit))))
		}
		rest := len(rows) - factsFirst
		if rest > 1 && !k.menus.allFacts {
			rows = rows[:factsFirst]
		}
		if len(rows) > 0 {
			body = append(body, app.Dl().Class("facts").ID("facts").Body(rows...))
		}
		if rest > 1 {
			text := "Show all"
			if k.menus.allFacts {
				text = "Show fewer"
			}
			body = append(body, app.Button().Type("button").Class("fold more").Aria("expanded", strconv.FormatBool(k.menus.allFacts)).Aria("controls", "facts").
				OnClick(f.onMore).Body(icon("down"), app.Span().Text(text), app.Span().Class("count").Text(strconv.Itoa(rest+factsFirst))))
		}
		if p.Formula != "" || k.desk.Info() != nil && k.desk.Info().Formula != "" {
			text := p.Formula
			if text == "" {
				text = k.desk.Info().Formula
			}
			body = append(body, app.Raw(formula(text)))
		}
		if !k.panels.Layout().Beside {
			body = append(body, k.figures()...)
		}
		if k.desk.Info() != nil && k.desk.Info().Source != "" {
			body = append(body, app.P().Class("source").Body(sentence(k.desk.Info().Source)))
		}
	}
	return app.Section().Class("results").Aria("labelledby", "facts-title").Body(body...)
}

// status says how the fit ended; its icon says it without colour.
func status(s method.Status) app.UI {
	name := "check"
	switch s.State {
	case method.Running:
		name = "run"
	case method.Limited, method.Diverged:
		name = "warn"
	}
	return app.P().Class("status "+string(s.State)).Body(icon(name), app.Span().Body(sentence(s.Sentence)))
}

// factsFirst is how many facts are shown before people ask for all.
const factsFirst = 7

func (f *Facts) onMore(app.Context, app.Event) { f.core.menus.allFacts = !f.core.menus.allFacts }

func (f *Facts) onApply(app.Context, app.Event) {
	if p := f.core.talk.Picture(); p != nil {
		f.core.fields.Clear()
		f.core.desk.Apply(p.Learned)
	}
}
