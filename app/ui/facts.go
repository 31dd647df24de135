package ui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Facts is the part of the panel with the results.
type Facts struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (f *Facts) OnMount(ctx app.Context) {
	f.ctx = ctx
}

func (f *Facts) reads() any {
	return f.core.page.version(theFacts | theFault | theStudies | thePlots | theHelp | thePresentation | theWall)
}

func (f *Facts) Render() app.UI {
	f.core.page.rendering(f)
	k := f.core
	if !k.panels.Layout().Beside { // the plots are among the results
		soon(f.ctx, k.panels.Show)
	}
	body := nodes{box("h2.title#facts-title", say("Results"))}
	p := k.client.Picture()
	switch {
	case k.client.Need() != "":
		body.add(box("p.status.need", icon("plus"), el("span|$", k.names.forPointer(k.client.Need()))))
	case k.client.Fault() != nil:
		body.add(box("p.status.diverged", icon("warn"), el("span|$", k.client.Fault().Message)))
	case p != nil && !f.settled(p):
		body.add(status(p.Status))
	}
	if p != nil {
		if k.editor.Params.Teaches(p.Learned) {
			body.add(click(el("button.button.apply type=button|Apply learned values"), f.onApply))
		}
		// The document's study comes first, and stays there when its chart appears. In a single column, as on a phone,
		// the plots follow the study directly: below all results the chart would be hard to find.
		ahead := k.editor.Now().Study != nil
		if ahead {
			body.add(f.studies()...)
			if !k.panels.Layout().Beside {
				body.add(k.plots.figures()...)
			}
		}
		blocks, solver := factBlocks(p.Facts)
		first := blocks
		if rest := len(blocks) - factsFirst; rest > 1 && !k.menus.allFacts {
			first = blocks[:factsFirst]
		}
		if len(first) > 0 {
			body.add(box("div#facts", f.blocks(first)...))
		}
		if len(blocks) > factsFirst+1 {
			text := "Show all"
			if k.menus.allFacts {
				text = "Show fewer"
			}
			body.add(nest(click(el("button.fold.more type=button aria-expanded=$ aria-controls=facts",
				strconv.FormatBool(k.menus.allFacts)), f.onMore),
				icon("down"),
				el("span|$", text),
				el("span.count|$", strconv.Itoa(len(blocks)))))
		}
		if !ahead {
			body.add(f.studies()...)
		}
		body.add(f.runs()...)
		if p.Formula != "" || k.editor.Info() != nil && k.editor.Info().Formula != "" {
			text := p.Formula
			if text == "" {
				text = k.editor.Info().Formula
			}
			body.add(box("div.formula role=group aria-label=Formula", elements(formula(text))...))
		}
		if ended := f.settled(p); ended || len(solver) > 0 {
			rows := nodes{}
			if ended {
				rows.add(nest(el("div hidden=$", strconv.FormatBool(!k.menus.unfolded["solver"])), status(p.Status)))
			}
			body.add(f.fold("solver", "Solver", len(solver)),
				box("div#fold-solver", append(rows, f.folded("solver", solver)...)...))
		}
		if !ahead && !k.panels.Layout().Beside {
			body.add(k.plots.figures()...)
		}
		if k.editor.Info() != nil && k.editor.Info().Source != "" {
			body.add(box("p.source", sentence(k.editor.Info().Source)))
		}
	}
	return box("section.results aria-labelledby=facts-title", body...)
}

// settled reports whether the status need not be shown first, only among the solver's facts: a supervised fit of points
// has ended well, and the errors say the rest.
func (f *Facts) settled(p *wire.Picture) bool {
	now := f.core.editor.Now()
	return (p.Status.State == method.Exact || p.Status.State == method.Converged) && now.Table == nil &&
		f.core.editor.Task().Supervised() && f.core.client.Need() == "" && f.core.client.Fault() == nil
}

// status returns a sentence about the state of the fit, with an icon that tells the states apart without colour.
func status(s method.Status) app.UI {
	name := "check"
	switch s.State {
	case method.Running:
		name = "run"
	case method.Limited, method.Diverged:
		name = "warn"
	}
	return nest(el("p class='status $'", string(s.State)), icon(name), box("span", sentence(s.Sentence)))
}

// factsFirst is the number of facts and tables shown until the user asks for all, unless only one more is left.
const factsFirst = 7

func (f *Facts) onMore(app.Context, app.Event) { f.core.menus.allFacts = !f.core.menus.allFacts }

func (f *Facts) onApply(app.Context, app.Event) {
	if p := f.core.client.Picture(); p != nil {
		f.core.fields.Clear()
		f.core.editor.Params.Apply(p.Learned)
	}
}

// fold returns the button that unfolds the part with an id. n is the number beside its text, 0 = none.
func (f *Facts) fold(id, text string, n int) app.UI {
	var count app.UI
	if n > 0 {
		count = el("span.count|$", strconv.Itoa(n))
	}
	return nest(click(el("button.fold type=button data-fold=$ aria-expanded=$ aria-controls=fold-$", id,
		strconv.FormatBool(f.core.menus.unfolded[id]), id), f.onFold),
		icon("down"),
		box("span", sentence(text)),
		count)
}

func (f *Facts) onFold(ctx app.Context, _ app.Event) { f.core.menus.toggleFold(data(ctx, "fold")) }

// folded returns blocks if the part with an id is unfolded, else nil.
func (f *Facts) folded(id string, list []factBlock) []app.UI {
	if !f.core.menus.unfolded[id] {
		return nil
	}
	return f.blocks(list)
}

// blocks returns facts in their order: lists of facts with one value, and tables between them. Long tables are folded.
func (f *Facts) blocks(list []factBlock) (out []app.UI) {
	var rows nodes
	flush := func() {
		if len(rows) > 0 {
			out = append(out, box("dl.facts", rows...))
			rows = nil
		}
	}
	for _, b := range list {
		if b.rows == nil {
			rows.add(factRow(b.facts[0]))
			continue
		}
		flush()
		if len(b.rows) <= tableRows {
			out = append(out, b.table())
			continue
		}
		id := b.facts[0].Name
		var table []app.UI
		if f.core.menus.unfolded[id] {
			table = []app.UI{b.table()}
		}
		out = append(out, f.fold(id, b.title(), len(b.rows)), nest(el("div id=fold-$", id), table...))
	}
	flush()
	return out
}

// factRow returns the row of a fact with one value: its label, its name in programs, the value.
func factRow(x *method.Fact) app.UI {
	value, unitBelow := factText(x, x.Value), len(x.Unit) > shortUnit
	right := width(value, boldChar)
	if unitBelow {
		right = max(right, width(x.Unit, smallChar))
	} else if x.Unit != "" {
		right += width(nbsp+x.Unit, smallChar)
	}
	left := width(factLabel(x), plainChar)
	class, name := "fact", "name"
	if left+factGap+right > panelWidth {
		class += " tall"
		right = 0 // the value stands below
	}
	if left+width(x.Name, codeChar)+2*factGap+right > panelWidth {
		name += " long"
	}
	dd := box("dd", say(value))
	switch {
	case unitBelow:
		nest(dd, say(value), el("span.unit.below|$", x.Unit))
	case x.Unit != "":
		nest(dd, say(value+nbsp), el("span.unit|$", strings.ReplaceAll(x.Unit, " ", nbsp)))
	}
	return nest(el("div class=$ title=$ data-fact=$", class, factTitle(x), x.Name),
		box("dt",
			box("span", sentence(factLabel(x))),
			el("code class=$|$", name, x.Name),
			box("small", sentence(x.Meaning))),
		dd)
}

// Estimated widths in CSS pixels, by which a fact is set on one line if it fits: of the panel, of the gap between a
// fact's name and value, and of a character of each kind.
const (
	panelWidth = 276
	factGap    = 14
	plainChar  = 6.9
	boldChar   = 7.8
	figureChar = 8.6 // in tables: digits are all as wide as the widest
	smallChar  = 6.4
	codeChar   = 6.7
)

func width(s string, char float64) float64 { return char * float64(utf8.RuneCountInString(s)) }

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// shortUnit is the maximum length in bytes of a unit beside its number; a longer one is below it.
const shortUnit = 12

// factLabel returns the label that users read; a fact without a label has its name.
func factLabel(x *method.Fact) string {
	if x.Label == "" {
		return x.Name
	}
	return words.Say(x.Label)
}

func factTitle(x *method.Fact) string { return x.Name + ": " + words.Say(x.Meaning) }
