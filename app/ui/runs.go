package ui

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/runs"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// runLog shows the log of runs.
type runLog struct {
	*Core

	keeping bool // the runs that are being computed will be kept
}

func (rl *runLog) Asked() ([]*wire.Run, *doc.Runs) {
	if !rl.editor.Loaded() || rl.editor.Now().Runs == nil {
		return nil, nil
	}
	if v, ok := rl.study.Show(&method.Runs); ok && v.Result != nil {
		return v.Result.Runs, rl.editor.Now().Runs
	}
	return nil, rl.editor.Now().Runs
}

func (rl *runLog) Changed() {
	rl.client.Redraw() // the runs' chart is a panel of the picture
	rl.page.changed(theStudies)
}

// stale reports whether the chart's runs differ from last, those of the newest request.
func (rl *runLog) stale(last json.RawMessage) bool { return !bytes.Equal(rl.runs.Log(), last) }

// found is called with the result of a study: runs that are to be kept are kept.
func (rl *runLog) found(r *wire.Studied) {
	if r.Study == method.Runs.ID && rl.keeping {
		rl.keeping = false
		rl.runs.Keep(r.Runs)
	}
}

// settle gives up keeping runs that are no longer being computed.
func (rl *runLog) settle() {
	if rl.keeping && !rl.study.Runs(&method.Runs) {
		rl.keeping = false
	}
}

// keep adds the runs of the present document to the log. If they are not known, they are computed first.
func (rl *runLog) keep() {
	if v, ok := rl.study.Show(&method.Runs); ok && v.Result != nil {
		rl.runs.Keep(v.Result.Runs)
		return
	}
	rl.keeping = true
	rl.study.Start(&method.Runs)
}

// do performs the action of a button; "open" and "remove" are about the row that is opened.
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
	case "show":
		rl.runs.Wake()
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

// runs returns the part of the results with the log of runs; nil if there is nothing to show or to do.
func (f *Facts) runs() []app.UI {
	k := f.core
	v, ok := k.study.Show(&method.Runs)
	rows, theirs := k.runs.Rows(), k.editor.Now().Runs != nil
	if !ok && len(rows) == 0 || k.Embedded && !theirs {
		return nil
	}
	var act, said, body nodes
	these := "Keep this run"
	if theirs {
		if these = "Keep these runs"; ok && v.Result == nil && !v.Running {
			act.add(f.runButton("compute", "Compute"))
		}
	}
	switch {
	case v.Running:
		act.add(f.runButton("cancel", "Cancel"))
		percent := strconv.Itoa(int(100 * v.Share))
		body.add(box("div.study-bar",
			nest(el("div.track#study-bar role=progressbar aria-label=Runs aria-valuenow=$", percent),
				el("div.fill style=width:$%", percent)),
			el("span#study-share aria-hidden=true|$$%", percent, nbsp)))
	case ok && v.Refused == "" && !k.Embedded:
		act.add(f.runButton("keep", these))
	}
	notes := []string{v.Fault}
	if len(rows) > 0 {
		body.add(f.runTable(rows))
		if k.runs.Awake() || theirs {
			body.add(f.runAxes(rows))
		} else {
			act.add(f.runButton("show", "Chart"))
		}
		var buttons nodes
		if i := k.runs.Open(); i >= 0 && i < len(rows) {
			if r := &rows[i]; r.Kept >= 0 {
				buttons.add(listen(el("input#run-rename type=text aria-label='Name of the run' maxlength=$ value=$",
					strconv.Itoa(doc.MaxRunName), r.Name), "change", f.onRename), f.runButton("remove", "Remove"))
			}
			buttons.add(f.runButton("open", "Open"))
			notes = append(append(notes, rows[i].Notes...), rows[i].Fault)
		}
		buttons.add(f.runButton("table", "Table as CSV"), f.runButton("curves", "Curves as CSV"))
		if k.runs.Kept() > 0 {
			buttons.add(f.runButton("clear", "Remove all kept"))
		}
		body.add(box("div.buttons", buttons...))
	}
	if k.runs.Gone() {
		body.add(box("div.buttons", f.runButton("back", "Put back")))
	}
	if n := k.runs.Kept(); n > 0 {
		notes = append(notes, words.Text("This browser keeps %s of at most %s, and 1 MB, until you remove them. Links "+
			"do not contain them.", words.Count(n, "run"), strconv.Itoa(runs.Most)))
	}
	if v.Result != nil && theirs {
		notes = append(notes, v.Result.Notes...)
	}
	for _, text := range notes {
		if text != "" {
			said.add(box("p.said", sentence(text)))
		}
	}
	s := &method.Runs
	head := append([]app.UI{box("span", sentence(s.Label), box("small", sentence(s.Help)))}, act...)
	body = append([]app.UI{nest(el("div.study-head title=$", s.Help), head...)}, body...)
	return []app.UI{nest(el("div.study.runs tabindex=-1 role=group aria-label=$", s.Label), append(body, said...)...)}
}

func (f *Facts) runButton(do, text string) app.UI {
	return click(el("button.button type=button id=run-$ data-do=$|$", do, do, text), f.onRun)
}

// chooses is the beginning of the names of the errors by which runs are compared.
const chooses = "validation"

// runTable returns a table with two lines for each run: whether its curve is shown and its name; its numbers.
func (f *Facts) runTable(rows []runs.Row) app.UI {
	list := bareRuns(rows)
	say := func(title string, x float64) string {
		if title == "seconds" {
			return wire.Seconds(x)
		}
		return measureText(title, x)
	}
	least, leastSays, leastOf := math.Inf(1), "", ""
	for i := range list {
		for _, e := range list[i].Errors {
			if strings.HasPrefix(e.Name, chooses) && e.Value < least {
				least, leastSays, leastOf = e.Value, say(e.Name, e.Value), rows[i].Name
			}
		}
	}
	titles, cells := wire.RunTable(list, say)
	titles[3] = "time"
	from := 1 // n is shown only if it differs between runs
	for i := range rows {
		if rows[i].N != rows[0].N {
			from = 0
		}
	}
	line := func(texts []string, cell func(k int, text string) app.UI) app.UI {
		var list nodes
		for k := from; k < len(texts); k++ {
			list.add(cell(k, texts[k]))
		}
		return box("tr", list...)
	}
	body := nodes{box("thead", line(titles, func(_ int, text string) app.UI { return el("th scope=col|$", text) }))}
	for i := range rows {
		r, n := &rows[i], strconv.Itoa(i)
		body.add(box("tbody",
			box("tr", nest(el("td colspan=$", strconv.Itoa(len(titles))), box("div.run",
				listen(el("input type=checkbox id=run-on-$ data-run=$ aria-label='Show $' checked=$", n, n, r.Name,
					strconv.FormatBool(!r.Off)), "change", f.onRunOn),
				el("canvas.run-look id=run-look-$ aria-hidden=true", n),
				click(el("button.run-name type=button id=run-name-$ data-run=$ aria-expanded=$|$", n, n,
					strconv.FormatBool(f.core.runs.Open() == i), upperFirst(r.Name)), f.onRunName)))),
			line(cells[i], func(k int, text string) app.UI {
				switch {
				case text == "":
					text = "–"
				case len(rows) > 1 && text == leastSays && strings.HasPrefix(titles[k], chooses):
					return nest(el("td.least title='Smallest value'"), own("✓ "+text))
				}
				return el("td|$", text)
			})))
	}
	soon(f.ctx, f.paintRuns)
	table := box("div.fact-table.run-table tabindex=0 role=group aria-label='Table of runs'", box("table", body...))
	if len(rows) < 2 || leastSays == "" {
		return table
	}
	return box("div", table, box("p.said#least-run", sentence(words.Text("Smallest validation error: %s, of “%s”.",
		leastSays, upperFirst(leastOf)))))
}

func bareRuns(rows []runs.Row) []*wire.Run {
	list := make([]*wire.Run, len(rows))
	for i := range rows {
		list[i] = rows[i].Run
	}
	return list
}

// paintRuns paints the swatches of the runs' lines in the chart.
func (f *Facts) paintRuns() {
	k := f.core
	for i, r := range k.runs.Rows() {
		look := r.Look % picture.Things
		k.screen.Elements.PaintOn("run-look-"+strconv.Itoa(i), "run "+strconv.Itoa(look), k.theme.Palette(),
			func(w, h int) *picture.Picture {
				y := float64(h) / 2
				line := &picture.Path{Role: picture.RoleTrack, Class: look, XY: []float64{0, y, float64(w), y}}
				return &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1},
					Layers: []picture.Layer{line}}
			})
	}
}

// runAxes returns the controls of the chart's axes.
func (f *Facts) runAxes(rows []runs.Row) app.UI {
	now := f.core.runs.View()
	up, scale := append([]string{"", "what most have"}, twice(wire.CurveNames(bareRuns(rows)))...), ""
	if now.X == doc.RunSize {
		up = append(up, twice([]string{doc.RunTime, doc.RunPace, doc.RunPasses})...)
	}
	switch {
	case now.Excess:
		scale = "excess"
	case now.Log:
		scale = "log"
	}
	return box("div.asks",
		f.runChoice("x", "Over", now.X,
			[]string{"", "what suits", doc.RunSteps, "steps", doc.RunPasses, "passes over the data", doc.RunTime, "time",
				doc.RunSize, "n, number of points"}),
		f.runChoice("y", "Curve", now.Y, up),
		f.runChoice("scale", "Scale", scale,
			[]string{"", "linear", "log", "logarithmic", "excess", "log of the excess over the minimum"}))
}

// twice repeats each name, for options whose label is their value.
func twice(names []string) (list []string) {
	for _, name := range names {
		list = append(list, name, name)
	}
	return list
}

// runChoice returns a list of options, which alternates values and labels.
func (f *Facts) runChoice(id, label, now string, options []string) app.UI {
	var list nodes
	for i := 0; i < len(options); i += 2 {
		list.add(el("option value=$ selected=$|$", options[i], strconv.FormatBool(options[i] == now), options[i+1]))
	}
	return box("div.row", box("div.head",
		el("label.label for=run-$|$", id, label),
		box("div.select",
			nest(listen(el("select id=run-$ data-axis=$", id, id), "change", f.onRunAxis), list...),
			icon("down"))))
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
