package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/importer"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Columns is the dialog in which people choose columns of a table.
type Columns struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Columns) OnMount(ctx app.Context) {
	c.ctx = ctx
	c.core.page.parts[PartColumns] = c
}

// choosing is whether the dialog is open, and what had the focus before.
type choosing struct {
	open   bool
	before app.Value

	chooser *importer.Chooser
	page    *rendered
}

// places are what columns are chosen for.
func places(t method.Task) []string {
	n := t.Named(doc.Names{})
	list := []string{n.X, n.Y}
	if t != method.Regress {
		list = append(list, "the "+n.Value)
	}
	return list
}

// columnName is what people call a column: by its name, which may stand over
// several, or by its number.
func columnName(t *method.Table, i int) string {
	name := t.Columns[i].Name
	same := 0
	for _, c := range t.Columns {
		if c.Name == name {
			same++
		}
	}
	switch {
	case name == "":
		return "column " + strconv.Itoa(i+1)
	case same > 1:
		return name + " (column " + strconv.Itoa(i+1) + ")"
	}
	return name
}

// columnKind says what a column holds.
func columnKind(c method.Column) string {
	n := words.Count(c.Values, "value")
	if c.Many {
		n = "over " + n
	}
	s := map[method.ColumnKind]string{method.NumberColumn: "numbers", method.DateColumn: "days",
		method.LabelColumn: "words"}[c.Kind] + ", " + n
	if c.Missing > 0 {
		s += ", " + strconv.Itoa(c.Missing) + " missing"
	}
	return s
}

func (c *Columns) Render() app.UI {
	k := c.core
	t := k.chooser.Table()
	if t == nil {
		return app.Div().Class("no-sheet").Hidden(true)
	}
	soon(c.ctx, c.sync)
	list := places(k.editor.Task())
	var picks []app.UI
	if t := k.editor.Task(); t != method.Regress && t != method.Regress2D {
		picks = append(picks, app.Label().Class("tick keep-all").Body(
			app.Input().Type("checkbox").ID("keep-all").OnChange(c.onKeepAll), app.Span().Text("Keep all columns of numbers")))
	}
	for place, label := range list {
		if k.chooser.Wide() && place < 2 {
			continue
		}
		var options []app.UI
		if place == 2 && k.editor.Task() != method.Regress2D {
			options = append(options, app.Option().Value("-1").Text("None"))
		}
		for i, col := range t.Columns {
			options = append(options, app.Option().Value(strconv.Itoa(i)).Text(upperFirst(columnName(t, i))+" · "+
				columnKind(col)))
		}
		id := "pick-" + strconv.Itoa(place)
		picks = append(picks,
			app.Label().Class("label").For(id).Text(upperFirst(strings.TrimPrefix(label, "the "))),
			app.Div().Class("select").Body(app.Select().ID(id).DataSet("place", strconv.Itoa(place)).OnChange(c.onPick).Body(
				options...), icon("down")))
	}
	d, notes, wrong := k.chooser.Made()
	var result []app.UI
	switch {
	case wrong != nil:
		result = append(result, app.P().Class("wrong").Attr("role", "alert").Text(wrong.Message))
	case d == nil:
		result = append(result, app.P().Class("help").Text("Reading…"))
	default:
		result = append(result, app.P().Class("label").ID("columns-count").Attr("role", "status").Text(c.told(d)))
	}
	for _, n := range notes {
		result = append(result, app.P().Class("help").Text(sentences([]string{n})))
	}
	preview := app.Div().Class("columns-preview").Body(
		app.Div().ID("columns-preview").Class("swatch").Attr("role", "img").Aria("label", c.across(t)))
	return app.Div().Class("sheet-back").Body(
		app.Div().Class("sheet table-choice").ID("columns").Attr("role", "dialog").Aria("modal", "true").Aria("labelledby",
			"columns-title").Body(
			app.Div().Class("drawer-head").Body(
				app.H2().ID("columns-title").Text("Choose columns"),
				app.Button().Type("button").Class("tool").Aria("label", "Close").OnClick(c.onCancel).Body(icon("close"))),
			app.P().Class("help").Text("The table has "+words.Count(len(t.Columns), "column")+" and "+words.Count(t.Rows, "row")+
				". Choose which are "+listed(list)+"."),
			app.Div().Class("columns-body").Body(
				app.Div().Body(
					app.Div().Class("picks").Body(picks...),
					app.Div().Class("columns-result").Body(result...)),
				app.Figure().Body(preview, app.FigCaption().Class("help").Text(c.across(t)))),
			c.rows(t),
			app.Div().Class("columns-buttons").Body(
				app.Button().Type("button").Class("button").OnClick(c.onCancel).Text("Cancel"),
				app.Button().Type("button").Class("button primary").ID("columns-use").Disabled(d == nil).OnClick(c.onTake).Text(
					"Use these columns"))))
}

// told says what the choice gives.
func (c *Columns) told(d *doc.Document) string {
	s := words.Count(len(d.Points), "point")
	switch c.core.editor.Task() {
	case method.Regress, method.Regress2D:
		return s + "."
	}
	var ids []int
	for _, p := range d.Points {
		if id := p.Class(); id != doc.Unlabeled && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if c.core.chooser.Picks()[2] < 0 || len(ids) == 0 {
		return s + "."
	}
	slices.Sort(ids)
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = d.Names.Class(id)
	}
	return s + " of " + words.Count(len(ids), "class") + ": " + strings.Join(names, ", ") + "."
}

// across says which columns the preview shows.
func (c *Columns) across(t *method.Table) string {
	p := c.core.chooser.Picks()
	if d, _, _ := c.core.chooser.Made(); d != nil && d.Table != nil {
		return d.Names.X + " across, " + d.Names.Y + " up"
	}
	return upperFirst(columnName(t, p[0])) + " across, " + columnName(t, p[1]) + " up"
}

// listed writes "a, b and c".
func listed(list []string) string {
	n := len(list) - 1
	return strings.Join(list[:n], ", ") + " and " + list[n]
}

// rows shows the table's first rows.
func (c *Columns) rows(t *method.Table) app.UI {
	picks, list := c.core.chooser.Picks(), places(c.core.editor.Task())
	var head, body []app.UI
	class := make([]string, len(t.Columns))
	for i := range t.Columns {
		cell := []app.UI{app.Span().Text(columnName(t, i))}
		for place, label := range list {
			if picks[place] == i {
				class[i] = "picked"
				cell = append(cell, app.Small().Text(strings.TrimPrefix(label, "the ")))
			}
		}
		head = append(head, app.Th().Scope("col").Class(class[i]).Body(cell...))
	}
	for r := range 5 {
		var row []app.UI
		for i, col := range t.Columns {
			if r < len(col.Sample) {
				row = append(row, app.Td().Class(class[i]).Text(col.Sample[r]))
			}
		}
		if len(row) > 0 {
			body = append(body, app.Tr().Body(row...))
		}
	}
	return app.Div().Class("columns-rows").TabIndex(0).Attr("role", "group").Aria("label", "First rows of the table").Body(
		app.Table().Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(body...)))
}

// previewPoints are painted at most.
const previewPoints = 3000

func (c *Columns) sync() {
	k := c.core
	if k.chooser.Table() == nil {
		return
	}
	for place, i := range k.chooser.Picks() {
		if el := byID("pick-" + strconv.Itoa(place)); app.IsClient && el.Truthy() {
			syncProperty(el, "value", strconv.Itoa(i))
		}
	}
	if el := byID("keep-all"); app.IsClient && el.Truthy() && el.Get("checked").Bool() != k.chooser.Wide() {
		el.Set("checked", k.chooser.Wide())
	}
	d, _, _ := k.chooser.Made()
	what := "nothing"
	if d != nil {
		what = fmt.Sprint(k.chooser.Wide(), k.chooser.Picks(), len(d.Points))
	}
	k.screen.PaintOn("columns-preview", what, k.theme.Palette(), func(w, h int) *picture.Picture {
		p := &picture.Picture{View: picture.Viewport{X1: 1, Y1: 1, W: w, H: h, Scale: 1}}
		if d == nil {
			return p
		}
		pts := d.Points
		if every := (len(pts) + previewPoints - 1) / previewPoints; every > 1 {
			pts = nil
			for i := 0; i < len(d.Points); i += every {
				pts = append(pts, d.Points[i])
			}
		}
		x, y := doc.AutoRange(d.Points, false)
		p.View = picture.FitViewport(x, y, false, w, h, 1)
		look := k.painter.look(nil)
		look.Roles = ""  // of other points
		look.Table = nil // those of the present table
		p.Add(look.Marks(pts, -1))
		return p
	})
}

func (c *Columns) onPick(ctx app.Context, _ app.Event) {
	place, err1 := strconv.Atoi(data(ctx, "place"))
	column, err2 := strconv.Atoi(inputValue(ctx))
	if err1 == nil && err2 == nil {
		c.core.chooser.Pick(place, column)
	}
}

func (c *Columns) onKeepAll(ctx app.Context, _ app.Event) {
	c.core.chooser.SetWide(ctx.JSSrc().Get("checked").Bool())
}

func (c *Columns) onTake(app.Context, app.Event)   { c.core.chooser.Take() }
func (c *Columns) onCancel(app.Context, app.Event) { c.core.chooser.Cancel() }

// changed shows the dialog of columns, or takes it away.
func (ch *choosing) changed() {
	open := ch.chooser.Table() != nil
	if open != ch.open {
		ch.open = open
		if open {
			ch.before = activeElement()
			defer ch.page.afterRender(func() { focusOn(byID("pick-0")) })
		} else if ch.before != nil {
			focusOn(ch.before)
			ch.before = nil
		}
	}
	ch.page.refresh(PartColumns)
}
