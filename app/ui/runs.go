package ui

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/client"
	"pointscape/app/room/editor"
	"pointscape/app/room/importer"
	"pointscape/app/room/notifications"
	"pointscape/app/room/runs"
	"pointscape/app/room/study"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// runLog shows the log of runs: it is the page as that room sees it (runs.Page).
type runLog struct {
	board    *notifications.Board
	client   *client.Client
	editor   *editor.Editor
	importer *importer.Importer
	runs     *runs.Room
	study    *study.Room
	page     *rendered

	keeping bool // what is being made is to be kept
}

func (rl *runLog) Asked() ([]wire.Run, *doc.Runs) {
	if !rl.editor.Loaded() || rl.editor.Now().Runs == nil {
		return nil, nil
	}
	if v, ok := rl.study.Show(&method.Runs); ok && v.Result != nil {
		return v.Result.Runs, rl.editor.Now().Runs
	}
	return nil, rl.editor.Now().Runs
}

func (rl *runLog) Changed() {
	rl.client.Redraw() // their chart is a panel of the picture
	rl.page.refresh(PartFacts)
}

func (rl *runLog) Tell(text string) { rl.board.News(text) }

// stale tells that the chart's runs are others than those of the last request.
func (rl *runLog) stale(last json.RawMessage) bool { return !bytes.Equal(rl.runs.Log(), last) }

// found is told what a study has found.
func (rl *runLog) found(r *wire.Studied) {
	if r.Study == method.Runs.ID && rl.keeping {
		rl.keeping = false
		rl.runs.Keep(r.Runs)
	}
}

// keep keeps the runs of the present document: at once where they are known.
func (rl *runLog) keep() {
	if v, ok := rl.study.Show(&method.Runs); ok && v.Result != nil {
		rl.runs.Keep(v.Result.Runs)
		return
	}
	rl.keeping = true
	rl.study.Start(&method.Runs)
}

// do does what a button says, of the row that is opened.
func (rl *runLog) do(do string) {
	rows := rl.runs.Rows()
	var row runs.Row
	if i := rl.runs.Open(); i >= 0 && i < len(rows) {
		row = rows[i]
	}
	switch do {
	case "keep":
		rl.keep()
	case "compute":
		rl.study.Start(&method.Runs)
	case "cancel":
		rl.keeping = false
		rl.study.Cancel()
	case "open":
		rl.importer.Load(wire.Load{Kind: "json", Text: row.Doc}, "open a run", "", func(e *wire.Error) {
			if e != nil {
				rl.board.Toast(e.Message, true)
			}
		})
	case "remove":
		rl.runs.Remove(row.Kept)
	case "clear":
		rl.runs.Remove(-1)
	case "back":
		rl.runs.PutBack()
	case "table":
		download("runs.csv", "text/csv", []byte(rl.runs.Table()))
	case "curves":
		download("curves.csv", "text/csv", []byte(rl.runs.Curves()))
	}
}

// runs is the part of the results with the log of runs.
func (f *Facts) runs() []app.UI {
	k := f.core
	v, ok := k.study.Show(&method.Runs)
	rows := k.runs.Rows()
	if !ok && len(rows) == 0 || k.Embedded && k.editor.Now().Runs == nil {
		return nil
	}
	button := func(do, text string) app.UI {
		return app.Button().Type("button").Class("button").ID("run-"+do).DataSet("do", do).OnClick(f.onRun).Text(text)
	}
	var act, below []app.UI
	said := func(text string) { below = append(below, app.P().Class("said").Body(sentence(text))) }
	these := "Keep this run"
	if k.editor.Now().Runs != nil {
		if these = "Keep these runs"; ok && v.Result == nil && !v.Running {
			act = append(act, button("compute", "Compute"))
		}
	}
	switch {
	case v.Running:
		act = append(act, button("cancel", "Cancel"))
	case ok && v.Refused == "" && !k.Embedded:
		act = append(act, button("keep", these))
	}
	if v.Fault != "" {
		said(v.Fault)
	}
	if v.Running {
		percent := strconv.Itoa(int(100 * v.Share))
		below = append(below, app.Div().Class("study-bar").Body(
			app.Div().Class("track").ID("study-bar").Attr("role", "progressbar").Aria("label", "Runs").Aria("valuemin",
				"0").Aria("valuemax", "100").Aria("valuenow", percent).
				Body(app.Div().Class("fill").Style("width", percent+"%")),
			app.Span().ID("study-share").Aria("hidden", "true").Text(percent+nbsp+"%")))
	}
	if len(rows) > 0 {
		below = append(below, f.runTable(rows), f.runAxes(rows))
		if i := k.runs.Open(); i >= 0 && i < len(rows) {
			below = append(below, f.runCard(i, rows[i], button))
		}
		buttons := []app.UI{button("table", "Table as CSV"), button("curves", "Curves as CSV")}
		if k.runs.Kept() > 0 {
			buttons = append(buttons, button("clear", "Remove all kept"))
		}
		below = append(below, app.Div().Class("buttons").Body(buttons...))
	}
	if k.runs.Gone() {
		below = append(below, app.Div().Class("buttons").Body(button("back", "Put back")))
	}
	if n := k.runs.Kept(); n > 0 {
		said("This browser keeps " + words.Count(n, "run") + " of at most " + strconv.Itoa(runs.Most) +
			", and 1 MB, until they are removed. No link holds them.")
	}
	if v.Result != nil && k.editor.Now().Runs != nil {
		for _, note := range v.Result.Notes {
			said(note)
		}
	}
	s := &method.Runs
	return []app.UI{app.Div().Class("study runs").TabIndex(-1).Attr("role", "group").Aria("label", s.Label).Body(
		append([]app.UI{app.Div().Class("study-head").Title(s.Help).Body(append([]app.UI{
			app.Span().Body(sentence(s.Label), app.Small().Body(sentence(s.Help)))}, act...)...)}, below...)...)}
}

// runTable has a row for each run: whether its curve is shown, its name, what it took and came to.
func (f *Facts) runTable(rows []runs.Row) app.UI {
	list := make([]wire.Run, len(rows))
	for i := range rows {
		list[i] = rows[i].Run
	}
	errors := wire.ErrorNames(list)
	titles := append([]string{"steps", "passes", "time"}, errors...)
	sizes := slices.ContainsFunc(list, func(r wire.Run) bool { return r.N != list[0].N })
	if sizes {
		titles = append([]string{"n"}, titles...)
	}
	var head []app.UI
	for _, h := range titles {
		head = append(head, app.Th().Scope("col").Text(h))
	}
	body := []app.UI{app.THead().Body(app.Tr().Body(head...))}
	for i := range rows {
		r, n := &rows[i], strconv.Itoa(i)
		var figures []string
		if sizes {
			figures = append(figures, strconv.Itoa(r.N))
		}
		steps, passes := "–", "–"
		if r.Steps >= 0 {
			steps = strconv.Itoa(r.Steps)
		}
		if r.Passes >= 0 {
			passes = figure(r.Passes)
		}
		figures = append(figures, steps, passes, wire.Seconds(r.Seconds))
		for _, name := range errors {
			e, ok := r.Error(name)
			switch {
			case !ok:
				figures = append(figures, "–")
			case !strings.HasSuffix(name, "squared error"): // a share
				figures = append(figures, words.Percent(e))
			default:
				figures = append(figures, figure(e))
			}
		}
		var cells []app.UI
		for _, text := range figures {
			cells = append(cells, app.Td().Text(text))
		}
		body = append(body, app.TBody().Body(app.Tr().Body(app.Th().Scope("rowgroup").ColSpan(len(titles)).Body(
			app.Div().Class("run").Body(
				app.Input().Type("checkbox").ID("run-on-"+n).DataSet("run", n).Aria("label", "Show "+r.Name).Checked(!r.Off).
					OnChange(f.onRunOn),
				app.Canvas().ID("run-look-"+n).Class("run-look").Aria("hidden", "true"),
				app.Button().Type("button").ID("run-name-"+n).DataSet("run", n).Class("run-name").Title(r.Name).Aria("expanded",
					strconv.FormatBool(f.core.runs.Open() == i)).OnClick(f.onRunName).Text(upperFirst(r.Name))))),
			app.Tr().Body(cells...)))
	}
	soon(f.ctx, f.paintRuns)
	return app.Div().Class("fact-table run-table").TabIndex(0).Attr("role", "group").Aria("label", "Table of runs").Body(
		app.Table().Body(body...))
}

// paintRuns paints what tells the lines of the chart apart.
func (f *Facts) paintRuns() {
	k := f.core
	for i, r := range k.runs.Rows() {
		look := r.Look % picture.Things
		k.screen.PaintOn("run-look-"+strconv.Itoa(i), "run "+strconv.Itoa(look), k.theme.Palette(),
			func(w, h int) *picture.Picture {
				y := float64(h) / 2
				line := &picture.Path{Role: picture.RoleTrack, Class: look, XY: []float64{0, y, float64(w), y}}
				return &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1},
					Layers: []picture.Layer{line}}
			})
	}
}

// runAxes say what the chart goes over.
func (f *Facts) runAxes(rows []runs.Row) app.UI {
	now := f.core.runs.View()
	choose := func(id, label, now string, options [][2]string) app.UI {
		var list []app.UI
		for _, o := range options {
			list = append(list, app.Option().Value(o[0]).Text(o[1]).Selected(o[0] == now))
		}
		return app.Div().Class("row").Body(app.Div().Class("head").Body(
			app.Label().Class("label").For("run-"+id).Text(label),
			app.Div().Class("select").Body(app.Select().ID("run-"+id).DataSet("axis", id).OnChange(f.onRunAxis).Body(list...),
				icon("down"))))
	}
	all := make([]wire.Run, len(rows))
	for i := range rows {
		all[i] = rows[i].Run
	}
	up := [][2]string{{"", "what most have"}}
	for _, name := range wire.CurveNames(all) {
		up = append(up, [2]string{name, name})
	}
	if now.X == doc.RunSize {
		up = append(up, [2]string{doc.RunTime, "time"}, [2]string{doc.RunPace, doc.RunPace},
			[2]string{doc.RunPasses, "passes"})
	}
	scale := ""
	switch {
	case now.Excess:
		scale = "excess"
	case now.Log:
		scale = "log"
	}
	return app.Div().Class("asks").Body(
		choose("x", "Over", now.X,
			[][2]string{{"", "what suits"}, {doc.RunSteps, "steps"}, {doc.RunPasses, "passes over the data"},
				{doc.RunTime, "time"}, {doc.RunSize, "n, number of points"}}),
		choose("y", "Curve", now.Y, up),
		choose("scale", "Scale", scale,
			[][2]string{{"", "linear"}, {"log", "logarithmic"}, {"excess", "log, above the least"}}))
}

// runCard is what can be done with the run whose name was clicked.
func (f *Facts) runCard(i int, r runs.Row, button func(do, text string) app.UI) app.UI {
	var body []app.UI
	if r.Kept >= 0 {
		body = append(body, app.Input().Type("text").ID("run-rename").Aria("label", "Name of the run").MaxLength(
			doc.MaxRunName).Value(r.Name).OnChange(f.onRename))
	}
	buttons := []app.UI{button("open", "Open")}
	if r.Kept >= 0 {
		buttons = append(buttons, button("remove", "Remove"))
	}
	body = append(body, app.Div().Class("buttons").Body(buttons...))
	for _, note := range r.Notes {
		body = append(body, app.P().Class("said").Body(sentence(note)))
	}
	if r.Fault != "" {
		body = append(body, app.P().Class("said").Body(sentence(r.Fault)))
	}
	return app.Div().Class("run-card").ID("run-card").Body(body...)
}

func (f *Facts) onRun(ctx app.Context, _ app.Event) { f.core.runLog.do(data(ctx, "do")) }

func (f *Facts) row(ctx app.Context) (int, runs.Row, bool) {
	rows := f.core.runs.Rows()
	i, err := strconv.Atoi(data(ctx, "run"))
	if err != nil || i >= len(rows) {
		return 0, runs.Row{}, false
	}
	return i, rows[i], true
}

func (f *Facts) onRunOn(ctx app.Context, _ app.Event) {
	if _, r, ok := f.row(ctx); ok {
		f.core.runs.Toggle(r)
	}
}

func (f *Facts) onRunName(ctx app.Context, _ app.Event) {
	if i, _, ok := f.row(ctx); ok {
		f.core.runs.Unfold(i)
	}
}

func (f *Facts) onRename(ctx app.Context, _ app.Event) {
	rows := f.core.runs.Rows()
	if i := f.core.runs.Open(); i >= 0 && i < len(rows) {
		f.core.runs.Rename(rows[i].Kept, inputValue(ctx))
	}
}

func (f *Facts) onRunAxis(ctx app.Context, _ app.Event) {
	v, value := f.core.runs.View(), inputValue(ctx)
	switch data(ctx, "axis") {
	case "x":
		v.X = value
		if value == doc.RunSize || v.Y == doc.RunTime || v.Y == doc.RunPace || v.Y == doc.RunPasses {
			v.Y = ""
		}
	case "y":
		v.Y = value
	default:
		v.Log, v.Excess = value == "log", value == "excess"
	}
	f.core.runs.Show(v)
}
