package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Columns is the dialog in which the user chooses columns of a table.
type Columns struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (c *Columns) OnMount(ctx app.Context) {
	c.ctx = ctx
}

// choosing records whether the dialog is open, and which element had the focus before.
type choosing struct {
	open   bool
	before app.Value

	*Core
}

// places returns the names of what columns are chosen for.
func places(t method.Task) []string {
	n := t.Named(doc.Names{})
	list := []string{n.X, n.Y}
	if t != method.Regress {
		list = append(list, n.Value)
	}
	return list
}

// columnName returns the name of column i. Its number is added if other columns have that name, and replaces a missing
// name.
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
		return words.Text("column %s", strconv.Itoa(i+1))
	case same > 1:
		return words.Text("%s (column %s)", name, strconv.Itoa(i+1))
	}
	return name
}

// columnKind describes the values of a column.
func columnKind(c method.Column) string {
	n := words.Count(c.Values, "value")
	if c.Many {
		n = words.Text("over %s", n)
	}
	s := words.Text("%s, %s", map[method.ColumnKind]string{method.NumberColumn: words.Say("numbers"),
		method.DateColumn: words.Say("days"), method.LabelColumn: words.Say("words")}[c.Kind], n)
	if c.Missing > 0 {
		s += words.Text(", %s missing", strconv.Itoa(c.Missing))
	}
	return s
}

func (c *Columns) reads() any { return c.core.page.version(theColumns) }

func (c *Columns) Render() app.UI {
	c.core.page.rendering(c)
	k := c.core
	t := k.chooser.Table()
	if t == nil {
		return el("div.no-sheet hidden")
	}
	soon(c.ctx, c.sync)
	list := places(k.editor.Task())
	var picks nodes
	if t := k.editor.Task(); t != method.Regress && t != method.Regress2D {
		picks.add(box("label.tick.keep-all",
			listen(el("input#keep-all type=checkbox"), "change", c.onKeepAll),
			el("span|Keep all columns of numbers")))
		if k.chooser.Mixed() {
			picks.add(box("label.tick.keep-all",
				listen(el("input#keep-gaps type=checkbox"), "change", c.onKeepGaps),
				el("span|Keep words and missing values too (for decision trees and methods of words)")))
		}
	}
	for place, label := range list {
		if k.chooser.Wide() && place < 2 {
			continue
		}
		var options nodes
		if place == 2 && k.editor.Task() != method.Regress2D {
			options.add(el("option value=-1|None"))
		}
		for i, col := range t.Columns {
			options.add(el("option value=$|$ · $", strconv.Itoa(i), upperFirst(columnName(t, i)), columnKind(col)))
		}
		id := "pick-" + strconv.Itoa(place)
		picks.add(el("label.label for=$|$", id, upperFirst(label)),
			box("div.select",
				nest(listen(el("select id=$ data-place=$", id, strconv.Itoa(place)), "change", c.onPick),
					options...),
				icon("down")))
	}
	picks.add(c.reading(t)...)
	d, notes, wrong := k.chooser.Made()
	var result nodes
	switch {
	case wrong != nil:
		result.add(el("p.wrong role=alert|$", wrong.Message))
	case d == nil:
		result.add(el("p.help|Reading…"))
	default:
		result.add(el("p.label#columns-count role=status|$", c.told(d)))
	}
	for _, n := range notes {
		result.add(el("p.help|$", sentences([]string{n})))
	}
	preview := box("div.columns-preview", el("div#columns-preview.swatch role=img aria-label=$", c.across(t)))
	return box("div.sheet-back", box("div.sheet.table-choice#columns role=dialog aria-modal=true"+
		" aria-labelledby=columns-title",
		box("div.drawer-head",
			el("h2#columns-title|$", c.title(t)),
			nest(click(el("button.tool type=button aria-label=Close"), c.onCancel), icon("close"))),
		c.purpose(t, list),
		box("div.columns-body",
			box("div", box("div.picks", picks...), box("div.columns-result", result...)),
			box("figure", preview, el("figcaption.help|$", c.across(t)))),
		c.rows(t),
		box("div.columns-buttons",
			click(el("button.button type=button|Cancel"), c.onCancel),
			click(el("button.button.primary#columns-use type=button disabled=$|Use these columns",
				strconv.FormatBool(d == nil)), c.onTake))))
}

// title and purpose tell the user what to choose.
func (c *Columns) title(t *method.Table) string {
	if t.Fits {
		return "Check how the table is read"
	}
	return "Choose columns"
}

func (c *Columns) purpose(t *method.Table, list []string) app.UI {
	columns, rows := words.Count(len(t.Columns), "column"), words.Count(t.Rows, "row")
	if t.Fits {
		return el("p.help|The table has $ and $. Check how the file is read.", columns, rows)
	}
	return el("p.help|The table has $ and $. Choose which are $.", columns, rows, listed(list))
}

// reading returns the controls of how the file is read, as far as there is a choice.
func (c *Columns) reading(t *method.Table) (list nodes) {
	k := c.core.chooser
	chosen := func(id string, label app.UI, change func(app.Context, app.Event), options ...app.UI) {
		list.add(nest(el("label.label for=$", id), label),
			box("div.select", nest(listen(el("select id=$", id), "change", change), options...), icon("down")))
	}
	if t.Read.Encoding != "" {
		var options nodes
		for _, e := range method.Encodings {
			options.add(el("option value=$|$", e.ID, e.Name))
		}
		chosen("read-encoding", el("span|Encoding"), c.onEncoding, options...)
	}
	if d := k.Doubt(); d != nil {
		label := el("span|The point in")
		if d.Comma() {
			label = el("span|The comma in")
		}
		chosen("read-decimal", box("span", label, app.Text(" "+d.Text)), c.onDecimal,
			el("option value=$|Decimal mark", d.Mark()), el("option value=$|Thousands mark", d.Other()))
	}
	if alike := k.Alike(); len(alike) > 0 {
		list.add(box("label.tick.keep-all", listen(el("input#merge-labels type=checkbox"), "change", c.onMerge),
			el("span|Merge labels that differ only in case or spaces: $", spellings(alike))))
	}
	if n := k.Limit(); n > 0 {
		list.add(el("label.label for=sample-rows|Sample of rows"),
			box("div.sample",
				listen(el("input#sample-rows type=text inputmode=numeric"), "change", c.onSample),
				el("label.help for=sample-seed|drawn with seed"),
				listen(el("input#sample-seed type=text inputmode=numeric"), "change", c.onSample)),
			el("p.help.keep-all|At most $ of the $ can be used.", strconv.Itoa(n), words.Count(t.Rows, "row")))
	}
	return list
}

// spellings lists the first groups of labels that may mean the same, with the number of rows of each label.
func spellings(list []method.Alike) string {
	const shown = 3
	var groups []string
	for _, a := range list[:min(shown, len(list))] {
		var same []string
		for i, s := range a.Labels {
			same = append(same, "“"+doc.Label(s)+"” ("+strconv.Itoa(a.Rows[i])+")")
		}
		groups = append(groups, strings.Join(same[1:], ", ")+" → "+same[0])
	}
	if len(list) > shown {
		groups = append(groups, "…")
	}
	return strings.Join(groups, ", ")
}

// told describes the document that the choice gives.
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
	return words.Text("%s of %s: %s.", s, words.Count(len(ids), "class"), strings.Join(names, ", "))
}

// across returns the names of the preview's axes.
func (c *Columns) across(t *method.Table) string {
	p := c.core.chooser.Picks()
	if d, _, _ := c.core.chooser.Made(); d != nil && d.Table != nil {
		return words.Text("%s horizontal, %s vertical", d.Names.X, d.Names.Y)
	}
	return words.Text("%s horizontal, %s vertical", upperFirst(columnName(t, p[0])), columnName(t, p[1]))
}

// listed returns "x, y and the value" for places.
func listed(list []string) string {
	axes, last := list, ""
	if len(list) > 2 {
		axes, last = list[:2], map[string]string{"class": "the class", "group": "the group", "value": "the value"}[list[2]]
	}
	if last == "" {
		return words.Text("%s and %s", axes[0], axes[1])
	}
	return words.Text("%s, %s and %s", axes[0], axes[1], last)
}

// rows returns the first five rows of the table.
func (c *Columns) rows(t *method.Table) app.UI {
	picks, list := c.core.chooser.Picks(), places(c.core.editor.Task())
	var head, body nodes
	class := make([]string, len(t.Columns))
	for i := range t.Columns {
		cell := nodes{el("span|$", columnName(t, i))}
		for place, label := range list {
			if picks[place] == i {
				class[i] = "picked"
				cell.add(el("small|$", label))
			}
		}
		head.add(nest(el("th scope=col class=$", class[i]), cell...))
	}
	for r := range 5 {
		var row nodes
		for i, col := range t.Columns {
			if r < len(col.Sample) {
				row.add(el("td class=$|$", class[i], col.Sample[r]))
			}
		}
		if len(row) > 0 {
			body.add(box("tr", row...))
		}
	}
	return box("div.columns-rows tabindex=0 role=group aria-label='First rows of the table'", box("table",
		box("thead", box("tr", head...)),
		box("tbody", body...)))
}

// previewPoints is the maximum number of points that the preview shows.
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
	if el := byID("keep-all"); app.IsClient && el.Truthy() {
		syncChecked(el, k.chooser.Wide())
	}
	if el := byID("keep-gaps"); app.IsClient && el.Truthy() {
		syncChecked(el, k.chooser.Gaps())
	}
	how := k.chooser.Reading()
	decimal := ""
	if d := k.chooser.Doubt(); d != nil {
		decimal = d.Decimal
	}
	for id, value := range map[string]string{"read-encoding": k.chooser.Table().Read.Encoding, "read-decimal": decimal,
		"sample-rows": strconv.Itoa(how.Sample), "sample-seed": strconv.FormatUint(how.Seed, 10)} {
		if el := byID(id); app.IsClient && el.Truthy() {
			syncProperty(el, "value", value)
		}
	}
	if el := byID("merge-labels"); app.IsClient && el.Truthy() {
		syncChecked(el, how.Merge)
	}
	d, _, _ := k.chooser.Made()
	what := "nothing"
	if d != nil {
		what = fmt.Sprint(k.chooser.Wide(), k.chooser.Gaps(), k.chooser.Picks(), how, decimal, len(d.Points))
	}
	k.screen.Elements.PaintOn("columns-preview", what, k.theme.Palette(), func(w, h int) *picture.Picture {
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
		look.Roles = ""  // roles belong to the present document's points
		look.Table = nil // and so does the table
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

func (c *Columns) onKeepGaps(ctx app.Context, _ app.Event) {
	c.core.chooser.SetGaps(ctx.JSSrc().Get("checked").Bool())
}

func (c *Columns) onEncoding(ctx app.Context, _ app.Event) {
	c.core.chooser.SetEncoding(inputValue(ctx))
}
func (c *Columns) onDecimal(ctx app.Context, _ app.Event) { c.core.chooser.SetDecimal(inputValue(ctx)) }

func (c *Columns) onMerge(ctx app.Context, _ app.Event) {
	c.core.chooser.SetMerge(ctx.JSSrc().Get("checked").Bool())
}

// onSample reads the size and the seed of the sample. If one is no number, nothing changes, and the fields show the
// present values again.
func (c *Columns) onSample(app.Context, app.Event) {
	rows, err1 := strconv.Atoi(strings.TrimSpace(byID("sample-rows").Get("value").String()))
	seed, err2 := strconv.ParseUint(strings.TrimSpace(byID("sample-seed").Get("value").String()), 10, 64)
	if err1 == nil && err2 == nil {
		c.core.chooser.SetSample(rows, seed)
	}
}

func (c *Columns) onTake(app.Context, app.Event)   { c.core.chooser.Take() }
func (c *Columns) onCancel(app.Context, app.Event) { c.core.chooser.Cancel() }

// changed opens or closes the dialog of columns, and moves the focus into it or back.
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
	ch.page.changed(theColumns)
}
