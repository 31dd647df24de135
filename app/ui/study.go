package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/study"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// studies shows long computations (method.Study).
type studies struct {
	*Core

	opened bool       // the document was opened, and its picture has not been painted yet
	held   app.Value  // focused study (its element) while a study runs; nil = none
	setUp  *doc.Study // newest study that was set up on the page and not started since; nil = none
}

// painted starts the study or the runs of a document that was opened, after its picture. A study that was set up on the
// page and not started does not start by itself when other points are loaded.
func (st *studies) painted() {
	if !st.opened {
		return
	}
	st.opened = false
	switch now := st.editor.Now(); {
	case now.Study != nil && now.Study.Equal(st.setUp):
	case now.Study != nil:
		st.study.StartUnasked(&method.ErrorCurve)
	case now.Runs != nil:
		st.study.StartUnasked(&method.Runs)
	}
}

func (st *studies) Present() (d doc.Document, t method.Task, roles string, endless, ok bool) {
	p := st.client.Picture()
	endless = p != nil && p.Player != nil && (p.Player.Endless || p.Player.Grows)
	ok = st.editor.Loaded() && !st.editor.Info().Unjudged
	return st.editor.Now(), st.editor.Task(), st.editor.Split.SplitRoles(), endless, ok
}

func (st *studies) Suits(s *method.Study) bool {
	return st.editor.Info() != nil && s.Suits(st.editor.Info(), st.editor.Task())
}

func (st *studies) Compose() (wire.Draw, []float64, bool) {
	q, ok, err := st.requests.Compose(false)
	if !ok || err != nil {
		return wire.Draw{}, nil, false
	}
	q.Panels, q.Curve, q.Runs = nil, nil, nil
	return q.Draw, q.Points(), true
}

// Changed shows the state of long computations. If the focused button disappears, its study gets the focus, so that
// screen readers read the result.
func (st *studies) Changed() {
	if curve := st.study.Curve(); string(curve) != string(st.requests.curve) || st.runLog.stale(st.requests.ran) {
		st.client.Redraw() // the study's chart is a panel of the picture
	}
	st.runLog.settle()
	at := activeElement()
	st.page.changed(theStudies)
	if at == nil || !at.Truthy() {
		return
	}
	was := at.Get("id").String()
	if at = at.Call("closest", ".study"); !at.Truthy() {
		if st.held == nil || !unfocused() {
			return
		}
		at = st.held
	}
	st.held = nil
	for _, s := range method.Studies() {
		if v, ok := st.study.Show(s); ok && v.Running {
			st.held = at
		}
	}
	st.page.afterRender(func() {
		// A user who has opened a menu meanwhile keeps the focus there.
		now := activeElement().Get("id").String()
		if st.menus.open == "" && (unfocused() || now != was && strings.HasPrefix(now, "drop-")) {
			focusOn(at) // not the button that has replaced the pressed one: it removes the form
		}
		showAll(at)
	})
}

// More shows intermediate results of a study, unless a picture is being computed: then the next ones are shown.
func (st *studies) More() {
	if st.client.Computing() {
		return
	}
	st.client.Redraw()
	st.page.changed(theStudies)
}

// showShare writes the finished share (0 to 1) of a study, without rendering anything.
func showShare(done float64) {
	if !app.IsClient {
		return
	}
	percent := strconv.Itoa(int(100 * done))
	if el := byID("study-bar"); el != nil && el.Truthy() {
		el.Call("setAttribute", "aria-valuenow", percent)
		el.Get("firstElementChild").Get("style").Set("width", percent+"%")
	}
	syncText("study-share", percent+nbsp+"%")
}

// called returns the name of a study. The errors of unsupervised methods are called losses.
func (st *studies) called(s *method.Study) string {
	if s == &method.ErrorCurve && !st.editor.Task().Supervised() {
		return "Loss curve"
	}
	return s.Label
}

// studies returns an entry for each study that applies to the document.
func (f *Facts) studies() (list []app.UI) {
	for _, s := range method.Studies() {
		if v, ok := f.core.study.Show(s); ok {
			list = append(list, f.study(v))
		}
	}
	return list
}

func (f *Facts) study(v study.View) app.UI {
	s := v.Study
	label := f.core.studies.called(s)
	action := func(do, text string) app.UI {
		return click(el("button.button type=button id=$-$ data-study=$ data-do=$ aria-label='$: $'|$", do, s.ID,
			s.ID, do, text, label, text), f.onStudy)
	}
	var act, below, rows nodes
	said := func(text string) { below.add(box("p.said", sentence(text))) }
	switch {
	case v.Result != nil && s == &method.ErrorCurve:
		said(v.Result.Says)
		for i := range v.Result.Facts {
			if x := &v.Result.Facts[i]; !x.Quiet {
				rows.add(factRow(x))
			}
		}
		below.add(box("dl.facts", rows...))
		var labels []string
		for _, o := range v.Result.Offers {
			labels = append(labels, words.Readable(o.Label))
		}
		if len(labels) > 0 {
			below.add(box("div.buttons", f.offerings(s, labels)...))
		}
		if v.Result.Wider != nil {
			below.add(box("div.buttons", action("widen", "Widen the range")))
		}
		if says := f.core.studies.untried(v.Result.Tried); says != "" {
			said(says)
			below.add(box("div.buttons", action("again", "Compute with this value")))
		}
		for _, note := range v.Result.Notes {
			said(note)
		}
	case v.Result != nil:
		if points := v.Result.Points; len(points) > 0 {
			act.add(action("show", "Show points"))
		}
		for i := range v.Result.Facts {
			if x := &v.Result.Facts[i]; !x.Quiet {
				below.add(factRow(x))
			}
		}
		below = []app.UI{box("dl.facts", below...)}
		if points := v.Result.Points; len(points) > 0 {
			said(words.Text("%s: %s.", v.Result.PointsSay, pointList(points)))
		}
		for _, note := range v.Result.Notes {
			said(note)
		}
	case v.Running && !v.Old:
		act.add(action("cancel", "Cancel"))
		if v.SoFar != nil {
			said(v.SoFar.Says)
		}
	case v.Refused != "":
		said(words.Capital(v.Refused))
	case s == &method.ErrorCurve && f.core.editor.Now().Study == nil:
		act.add(action("ask", "Set up"))
	default:
		act.add(action("start", "Compute"))
		if v.Fault != "" {
			said(v.Fault)
		} else if v.Old && !v.Running {
			said("Computed for other points, parameters or another step. The result is shown again when you return to them.")
		}
	}
	if v.Running && v.Old {
		said("Still computing for the previous points and parameters:")
	}
	if v.Running {
		percent := strconv.Itoa(int(100 * v.Share))
		bar := nodes{
			nest(el("div.track#study-bar role=progressbar aria-label=$ aria-valuemin=0 aria-valuemax=100"+
				" aria-valuenow=$", label, percent),
				el("div.fill style=width:$%", percent)),
			el("span#study-share aria-hidden=true|$$%", percent, nbsp)}
		if v.Old || v.Result != nil {
			bar.add(action("cancel", "Cancel"))
		}
		below.add(box("div.study-bar", bar...))
	}
	if s == &method.ErrorCurve && f.core.editor.Now().Study != nil {
		act.add(nest(click(el("button.tool type=button id=drop-$ data-study=$ data-do=drop aria-label='Remove:"+
			" $' title=Remove", s.ID, s.ID, label), f.onStudy),
			icon("close")))
		below = append([]app.UI{f.errorCurve()}, below...)
	}
	head := append([]app.UI{box("span", sentence(label), box("small", sentence(s.Help)))}, act...)
	return nest(el("div.study tabindex=-1 role=group aria-label=$", label),
		append([]app.UI{nest(el("div.study-head title=$", s.Help), head...)}, below...)...)
}

// pointsListed is the maximum number of points that are listed.
const pointsListed = 15

// pointList returns the numbers of points, counted from 1, as text.
func pointList(points []int) string {
	list := make([]string, 0, pointsListed)
	for _, i := range points[:min(pointsListed, len(points))] {
		list = append(list, strconv.Itoa(i+1))
	}
	text := strings.Join(list, ", ")
	if len(points) == 1 {
		return words.Text("point %s", text)
	}
	if more := len(points) - pointsListed; more > 0 {
		return words.Text("points %s and %s", text, words.Count(more, "other"))
	}
	return words.Text("points %s", text)
}

func (f *Facts) onStudy(ctx app.Context, e app.Event) {
	if e.Get("detail").Int() > 1 {
		return // the second click of a double click would hit the button that has replaced the first
	}
	f.core.studies.do(data(ctx, "do"), data(ctx, "study"))
}

// cross shows the form of the study of errors, and focuses its button. If the document has no study, it gets the
// proposed one (asked).
func (st *studies) cross() {
	if st.editor.Now().Study == nil {
		asked := st.asked()
		st.setUp = asked.Clone()
		st.editor.Split.SetStudy(&asked)
	}
	st.menus.tab = "results"
	st.page.changed(theMenu | theStudies)
	st.page.afterRender(func() {
		for _, id := range []string{"start-", "cancel-", "drop-"} {
			if el := byID(id + method.ErrorCurve.ID); el != nil && el.Truthy() {
				focusOn(el)
				showAll(el.Call("closest", ".study"))
				return
			}
		}
	})
}

// do performs the action of a button of the study with an id.
func (st *studies) do(do, id string) {
	for _, s := range method.Studies() {
		if s.ID != id {
			continue
		}
		switch do {
		case "start":
			if s == &method.ErrorCurve {
				st.setUp = nil
			}
			st.study.Start(s)
		case "ask":
			st.cross()
		case "drop":
			st.study.Cancel()
			st.editor.Split.SetStudy(nil)
			st.Changed()
		case "cancel":
			st.study.Cancel()
		case "show":
			if v, ok := st.study.Show(s); ok && v.Result != nil && len(v.Result.Points) > 0 {
				st.picked.toggle(v.Result.Points, v.Result.PointsSay)
			}
		case "widen":
			st.widen()
		case "again":
			st.study.Again(s)
		case "next":
			st.editor.Split.LookAtPart(st.editor.Now().View.Part%max(st.editor.Split.Parts(), 1) + 1)
		default:
			st.take(s, do)
		}
	}
}
