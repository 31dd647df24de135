package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// Controls is the part of the panel with the method, its parameters (paramRows), the switches of what is shown (shows),
// and the pictures side by side (walls). All of it is made from declarations.
type Controls struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Controls) OnMount(ctx app.Context) {
	c.ctx = ctx
	soon(ctx, c.sync)
}

func (c *Controls) reads() any { return readByControls(c.core) }

// readByControls returns all that the controls depend on, in the panel or below a frame's plane. Of a picture they
// depend only on what it offers.
func readByControls(k *Core) any {
	x := struct {
		version                 int
		learned, proba, section bool
		legend                  legendReads
	}{version: k.page.version(theDocument | theFields | theParams | theFault | theHelp | thePicked | theSweep | theCourse),
		legend: k.legend.reads()}
	if p := k.client.Picture(); p != nil {
		x.learned, x.proba, x.section = len(p.Learned) > 0, p.Proba, p.Section
	}
	return x
}

func (c *Controls) Render() app.UI {
	c.core.page.rendering(c)
	k := c.core
	soon(c.ctx, c.sync)
	if k.editor.Info() == nil {
		return box("section.controls", el("div.skeleton aria-hidden=true"))
	}
	var plain, folded []app.UI
	in, now := k.editor.Info(), k.editor.Now()
	for i := range in.Params {
		p := &in.Params[i]
		if !in.Applies(p.When, now.Params) || !in.Offers(p, &now) {
			continue
		}
		if p.Advanced {
			folded = k.paramRows.rows(folded, p)
		} else {
			plain = k.paramRows.rows(plain, p)
		}
	}
	body := nodes{c.head()}
	if len(plain)+len(folded) > 0 {
		body.add(box("div.params", plain...))
	}
	if len(folded) > 0 {
		b := nest(click(el("button.fold type=button aria-expanded=$ aria-controls=advanced",
			strconv.FormatBool(k.menus.advanced)), c.onAdvanced),
			icon("down"),
			el("span|Advanced"),
			el("span.count|($)", strconv.Itoa(len(folded))))
		rows := el("div.params#advanced")
		if k.menus.advanced {
			nest(rows, folded...)
		}
		body.add(b, rows)
	}
	body.add(&Remarks{core: k})
	if !k.present.Legend() {
		if legend := k.legend.list(); legend != nil { // what is shown comes before what could be shown
			body.add(legend)
		}
	}
	if shows := k.shows.group(); shows != nil {
		body.add(shows)
	}
	if k.editor.Task() == method.Classify && k.editor.Now().View.Scores != nil {
		body.add(k.shows.scored())
	}
	body.add(k.walls.beside())
	return box("section.controls aria-label=Method", body...)
}

// head returns the panel's title and the method.
func (c *Controls) head() app.UI {
	k := c.core
	return box("div.chosen",
		box("div.panel-head",
			el("h2#method-title|Method"),
			nest(click(el("button.tool.explain type=button aria-pressed=$ title='Explain all parameters'",
				strconv.FormatBool(k.menus.explainAll)), c.onExplain),
				icon("help"),
				el("span|Explain"))),
		&Picker{core: k},
		c.judged())
}

// judged returns the line of the errors below the method, with a button that sets up a cross-validation; nil for
// unsupervised methods and those whose errors are not estimated.
func (c *Controls) judged() app.UI {
	if e := &c.core.editor; !e.Task().Supervised() || e.Info().Unjudged {
		return nil
	}
	return box("div.judged",
		el("p#errors"),
		click(el("button.button#cross-validate type=button|Cross-validation…"), c.onCross))
}

func (c *Controls) onCross(app.Context, app.Event) { c.core.studies.cross() }

// sync writes the document's values into the inputs. They are not set in Render, because a range input clamps its value
// to the limits that it has at that moment, and go-app would overwrite what the user has typed.
func (c *Controls) sync() {
	k := c.core
	if k.editor.Info() == nil || !app.IsClient {
		return
	}
	k.legend.paint()
	k.effects.errors()
	for i := range k.editor.Info().Params {
		k.inputs.sync(&k.editor.Info().Params[i])
	}
	k.params.eachInner(k.inputs.sync)
	k.shows.sync()
}

func (c *Controls) onAdvanced(app.Context, app.Event) { c.core.menus.advanced = !c.core.menus.advanced }

func (c *Controls) onExplain(app.Context, app.Event) { c.core.menus.toggleExplain() }
