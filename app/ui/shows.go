package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/method"
)

// shows makes the switches of what is drawn and handles them: the method's layers, and what belongs to the data or to
// many methods (scores.go, proba.go).
type shows struct {
	*Core
}

// group returns all switches of the document's method; nil if there are none.
func (sh *shows) group() app.UI {
	var list nodes
	for i := range sh.editor.Info().Shows {
		s := &sh.editor.Info().Shows[i]
		if s.Where.Offered(sh.params.takesRows(), sh.editor.View.Near() != nil) &&
			sh.editor.Info().Applies(s.When, sh.editor.Now().Params) {
			list.add(sh.show(s))
		}
	}
	if sh.editor.Info().Kerneled() || sh.editor.Now().View.Kernel {
		list.add(sh.ofView("kernel", "Kernel", "The kernel's matrix, eigenvalues and norms, and k(x, ·) for the position "+
			"of the pointer.", sh.editor.Now().View.Kernel, true, sh.onKernel))
	}
	if sh.sections() {
		list.add(sh.ofView("section", "Section", "Predictions of the method, fitted to all columns, on the plane of the "+
			"picture. Rows lie off this plane.", sh.editor.Now().View.Section, true, sh.onSection))
	}
	if sh.editor.Task().Supervised() {
		list.add(sh.truth())
	}
	if sh.editor.Task() == method.Classify {
		list.add(sh.scores())
	}
	if sh.hasProba() {
		list.add(sh.proba())
	}
	if len(list) == 0 {
		return nil
	}
	return box("div.shows role=group aria-labelledby=shows-title",
		append([]app.UI{el("h2#shows-title|Show")}, list...)...)
}

// show returns the switch of one layer.
func (sh *shows) show(s *method.Show) app.UI {
	name := string(s.Name)
	id := "show-" + name
	return nest(el("label.show for=$ title=$", id, s.Help),
		listen(el("input type=checkbox id=$ data-show=$ data-on=$ aria-label=$ aria-labelledby=l-$"+
			" aria-describedby=sh-$", id, name, strconv.FormatBool(sh.editor.Layers.Shown()[s.Name]), name, id, name),
			"change", sh.onShow),
		box("span", nest(el("span id=l-$", id), say(upperFirst(s.Label))), el("span.help id=sh-$| $", name, s.Help)))
}

// truth returns the switch of the distribution that the data are drawn from. It depends on the data and not on the
// method.
func (sh *shows) truth() app.UI {
	what, known := "The true mean of y, and the error of the true curve.", sh.editor.Layers.HasTruth()
	switch {
	case !known:
		what = "Known only for a dataset drawn at random, until its points are changed."
	case sh.editor.Now().Table != nil:
		what = "The Bayes error, among the results."
	case sh.editor.Task() == method.Classify:
		what = "The boundary of the Bayes rule, hatched where the model differs, and its error."
	}
	return sh.ofView("truth", "Truth", what, sh.editor.Now().View.Truth, known, sh.onTruth)
}

// ofView returns a switch of something that no method declares; it is disabled unless can.
func (sh *shows) ofView(name, label, what string, on, can bool, change app.EventHandler) app.UI {
	return nest(el("label.show for=view-$ title=$", name, what),
		listen(el("input type=checkbox id=view-$ data-on=$ aria-label=$ aria-labelledby=l-view-$"+
			" aria-describedby=sh-$ disabled=$", name, strconv.FormatBool(on), name, name, name,
			strconv.FormatBool(!can)), "change", change),
		box("span", nest(el("span id=l-view-$", name), say(label)), el("span.help id=sh-$| $", name, what)))
}

func (sh *shows) onKernel(ctx app.Context, _ app.Event) {
	sh.editor.Layers.SetKernel(ctx.JSSrc().Get("checked").Bool())
}

func (sh *shows) onTruth(ctx app.Context, _ app.Event) {
	sh.editor.Layers.SetTruth(ctx.JSSrc().Get("checked").Bool())
}

func (sh *shows) onShow(ctx app.Context, _ app.Event) {
	sh.editor.Layers.Set(data(ctx, "show"), ctx.JSSrc().Get("checked").Bool())
}

// sync writes the document's settings into the switches.
func (sh *shows) sync() {
	on := sh.editor.Layers.Shown()
	for _, s := range sh.editor.Info().Shows {
		if el := byID("show-" + string(s.Name)); el.Truthy() {
			syncChecked(el, on[s.Name])
		}
	}
	v := sh.editor.Now().View
	for name, on := range map[string]bool{"truth": v.Truth, "kernel": v.Kernel, "section": v.Section} {
		if el := byID("view-" + name); el.Truthy() {
			syncChecked(el, on)
		}
	}
	sh.syncScores()
	sh.syncProba()
}
