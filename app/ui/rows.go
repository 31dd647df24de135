package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file shows the rows of wide tables: the controls of the panel, the dock, and the card of a row.

// tableValue is the prefix of tables' values in the list of data sets.
const tableValue = "table "

func (d *Data) tableOptions() app.UI {
	var list nodes
	for _, t := range d.core.catalogue.Tables() {
		list.add(el("option value=$$|$", tableValue, t.Name, t.Label))
	}
	return box("optgroup label='Tables of many columns'", list...)
}

// chooseTable shows the wide table that a value of the list of data sets names; false if it names none.
func (d *Data) chooseTable(value string) bool {
	name, ok := strings.CutPrefix(value, tableValue)
	info := d.core.catalogue.Table(name)
	if !ok || info == nil {
		return false
	}
	t := doc.Table{Name: name, Standardize: info.Standardize}
	if !info.Fixed {
		t.N, t.Noise, t.Seed = info.N, info.Noise, 1
	}
	d.core.dataFields.Clear()
	d.core.editor.History.Seal()
	d.core.editor.Data.ShowTable(func(*doc.Table) (doc.Table, bool) { return t, true }, "choose a table", "")
	return true
}

// planeOf returns the value, in the list of planes, of the plane that a table is shown on.
func planeOf(t *doc.Table) string {
	switch {
	case len(t.Plane) == 3:
		return "columns3"
	case t.Plane != nil:
		return "columns"
	case t.Space:
		return "pca3"
	}
	return "pca"
}

// tableControls returns the controls of the present table; nil if there is none.
func (d *Data) tableControls() []app.UI {
	k := d.core
	t := k.editor.Now().Table
	if t == nil {
		return nil
	}
	columns := func(words bool) (list []app.UI) {
		for j, name := range t.Rows.Columns {
			if !words && t.Rows.Sorts(j) != nil {
				continue
			}
			list = append(list, el("option value=$|$", strconv.Itoa(j), upperFirst(name)))
		}
		return list
	}
	option := func(value, text string) app.UI { return el("option value=$|$", value, text) }
	planes := nodes{option("pca", "First two principal components"), option("columns", "Two columns")}
	target := d.target()
	if target >= 0 {
		planes = nodes{option("pca", "Predicted and true values"), option("columns", "A column and the true values")}
	} else if in := k.editor.Info(); in != nil && in.TakesRows(k.editor.Now().Params) && len(t.Chosen()) > 2 {
		planes.add(option("pca3", "First three principal components, to turn"),
			option("columns3", "Three columns, to turn"))
	}
	rows := words.Text("%s of %s", words.Count(t.Rows.N, "row"), words.Count(t.Rows.D(), "column"))
	if in := k.editor.Info(); in != nil {
		now := k.editor.Now()
		if on := in.FittedOn(&now); on != "" {
			rows += words.Text(". %s is fitted to %s", in.Name, on)
		}
	}
	list := nodes{el("p.help#table-size|$. Rows can be pointed at and selected, not moved.", rows)}
	standardised, colour := "Standardised: each column has mean 0 and standard deviation 1", "By class"
	if target >= 0 {
		list.add(choice("table-target", "Predicted column", d.onTarget, columns(false)...))
		standardised, colour = "Standardised: each column except the predicted one has mean 0 and standard deviation 1",
			"All alike"
	}
	list.add(choice("table-plane", "Shown on the plane", d.onPlane, planes...))
	if t.Plane != nil {
		list.add(choice("table-x", "Horizontal", d.onAxis, columns(true)...))
	}
	if t.Plane != nil && target < 0 {
		list.add(choice("table-y", "Up", d.onAxis, columns(true)...))
	}
	if len(t.Plane) == 3 {
		list.add(choice("table-z", "Depth", d.onAxis, columns(true)...))
	}
	list.add(box("label.tick",
		listen(el("input#table-standardize type=checkbox"), "change", d.onStandardize),
		el("span|$", standardised)),
		choice("table-color", "Colour", d.onColor,
			append([]app.UI{option("class", colour)}, columns(false)...)...))
	if t.Plane == nil {
		used := t.Chosen()
		var ticks nodes
		for j, name := range t.Rows.Columns {
			ticks.add(box("label.tick",
				listen(el("input type=checkbox id=table-use-$ data-column=$", strconv.Itoa(j), strconv.Itoa(j)),
					"change", d.onUse),
				el("span dir=auto|$", upperFirst(name))))
		}
		list.add(box("details.table-columns",
			el("summary|Columns: $ of $", strconv.Itoa(len(used)), strconv.Itoa(t.Rows.D())),
			box("div.table-ticks", ticks...)))
	}
	return append(list, click(el("button.button type=button|Convert the rows to points"), d.onLoosen))
}

// syncTable writes the table's settings into their controls. It returns the table's value in the list of data sets, ""
// if there is no table or it has no name.
func (d *Data) syncTable() string {
	t := d.core.editor.Now().Table
	if t == nil {
		return ""
	}
	set := func(id, value string) {
		if el := byID(id); el.Truthy() {
			syncProperty(el, "value", value)
		}
	}
	tick := func(id string, on bool) {
		if el := byID(id); el.Truthy() {
			syncChecked(el, on)
		}
	}
	set("table-plane", planeOf(t))
	set("table-target", strconv.Itoa(d.target()))
	if t.Plane != nil {
		set("table-x", strconv.Itoa(t.Plane[0]))
		set("table-y", strconv.Itoa(t.Plane[1]))
	}
	if len(t.Plane) == 3 {
		set("table-z", strconv.Itoa(t.Plane[2]))
	}
	color := "class"
	if t.Color > 0 {
		color = strconv.Itoa(t.Color - 1)
	}
	set("table-color", color)
	tick("table-standardize", t.Standardize)
	for j := range t.Rows.D() {
		tick("table-use-"+strconv.Itoa(j), slices.Contains(t.Chosen(), j))
	}
	if t.Name == "" {
		return ""
	}
	return tableValue + t.Name
}

// change has f edit the present table, as one step of undo that what describes. It does nothing if there is no table
// any more, or one with another name.
func (d *Data) change(what string, f func(t *doc.Table)) {
	of := d.core.editor.Now().Table
	if of == nil {
		return
	}
	d.core.editor.History.Seal()
	d.core.editor.Data.ShowTable(func(now *doc.Table) (t doc.Table, ok bool) {
		if now == nil || now.Name != of.Name {
			return t, false
		}
		t = *now
		f(&t)
		return t, true
	}, what, "")
}

func (d *Data) onPlane(ctx app.Context, _ app.Event) {
	value := inputValue(ctx)
	d.change("show another plane", func(t *doc.Table) {
		target := d.target()
		t.Plane, t.Space = nil, value == "pca3"
		if target >= 0 { // the predicted column remains the same
			t.Columns = lastly(slices.Clone(t.Chosen()), target)
			whole(t)
		}
		used := t.Chosen()
		switch {
		case value == "columns3" && len(used) > 2:
			t.Plane = slices.Clone(used[:3])
		case value == "columns" && d.target() >= 0:
			t.Plane = []int{used[0], used[len(used)-1]}
		case value == "columns" && len(used) > 1:
			t.Plane = slices.Clone(used[:2])
		case value == "columns" && t.Rows.D() > 1:
			t.Plane = []int{0, 1}
		}
	})
}

// onAxis shows another column along an axis. If another axis shows this column, that axis gets the present column of
// the first.
func (d *Data) onAxis(ctx app.Context, _ app.Event) {
	column, err := strconv.Atoi(inputValue(ctx))
	axis := 0
	switch ctx.JSSrc().Get("id").String() {
	case "table-y":
		axis = 1
	case "table-z":
		axis = 2
	}
	if err != nil {
		return
	}
	d.change("show another column", func(t *doc.Table) {
		if axis >= len(t.Plane) {
			return
		}
		plane := slices.Clone(t.Plane)
		if other := slices.Index(plane, column); other >= 0 {
			plane[other] = plane[axis]
		}
		plane[axis] = column
		t.Plane = plane
	})
}

func (d *Data) onStandardize(ctx app.Context, _ app.Event) {
	on := ctx.JSSrc().Get("checked").Bool()
	d.change("standardise the columns", func(t *doc.Table) { t.Standardize = on })
}

func (d *Data) onColor(ctx app.Context, _ app.Event) {
	column, err := strconv.Atoi(inputValue(ctx))
	if err != nil {
		column = -1 // by class
	}
	d.change("colour the points", func(t *doc.Table) { t.Color = column + 1 })
}

func (d *Data) onUse(ctx app.Context, _ app.Event) {
	column, err := strconv.Atoi(data(ctx, "column"))
	if err != nil {
		return
	}
	on := ctx.JSSrc().Get("checked").Bool()
	d.change("choose columns", func(t *doc.Table) {
		target := d.target()
		used := slices.DeleteFunc(slices.Clone(t.Chosen()), func(j int) bool { return j == column })
		if on {
			used = append(used, column)
			slices.Sort(used)
		}
		t.Columns = used
		if column != target {
			t.Columns = lastly(used, target)
		}
		whole(t)
	})
	soon(d.ctx, d.sync) // a column that cannot be left out is ticked again
}

// target returns the index of the column that the method predicts, -1 if it predicts none.
func (d *Data) target() int {
	now := d.core.editor.Now()
	if in := d.core.editor.Info(); in != nil && now.Table != nil && in.Aims(now.Params) {
		if targets, _ := in.Targets(now.Table, now.Params); targets != nil {
			return targets[0]
		}
	}
	return -1
}

// lastly moves last to the end of columns, if it is among them. It may change its argument.
func lastly(columns []int, last int) []int {
	if !slices.Contains(columns, last) {
		return columns
	}
	return append(slices.DeleteFunc(columns, func(j int) bool { return j == last }), last)
}

// whole sets t.Columns to nil if it lists all columns in their order.
func whole(t *doc.Table) {
	if len(t.Columns) == t.Rows.D() && slices.IsSorted(t.Columns) {
		t.Columns = nil
	}
}

// onTarget makes another column the predicted one, which is the last of the chosen columns.
func (d *Data) onTarget(ctx app.Context, _ app.Event) {
	column, err := strconv.Atoi(inputValue(ctx))
	if err != nil {
		return
	}
	d.change("predict another column", func(t *doc.Table) {
		used := slices.Clone(t.Chosen())
		if !slices.Contains(used, column) {
			used = append(used, column)
		}
		slices.Sort(used)
		t.Columns = lastly(used, column)
		whole(t)
		if len(t.Plane) == 2 {
			across := t.Plane[0]
			if across == column {
				across = t.Chosen()[0]
			}
			t.Plane = []int{across, column}
		}
	})
}

func (d *Data) onLoosen(app.Context, app.Event) { d.core.rows.loosen() }

// wideRows describes the rows of a wide table, paints their pictures, and says that they cannot be moved.
type wideRows struct {
	*Core

	shown bool // the readout shows a row's picture
}

func (tr *wideRows) loosen() {
	t := tr.editor.Now().Table
	if tr.editor.Points.Loosen() {
		s := words.Say("The rows are points now and can be moved. Undo restores the table.")
		if t.Rows.Categories != nil || slices.ContainsFunc(t.Rows.X, math.IsNaN) {
			s += words.Say(" Words are numbers now, in the order on the axes, and missing values are means.")
		}
		tr.board.Toast(s, false)
	}
}

// locked reports whether point i is a row of a table, which cannot be moved. i = -1 stands for a new point, which rows
// of a table exclude unless a click adds places of a parameter; handles (i < -1) are not locked.
func (tr *wideRows) locked(i int) bool {
	return tr.editor.Points.Rows() && (i >= 0 || i == -1 && tr.editor.Places.Adding() == nil)
}

// explainLocked says why rows can't be moved.
func (tr *wideRows) explainLocked() {
	tr.board.Toast("The rows of a table cannot be moved. Convert them to points to move, add or remove some.",
		false)
}

// rows returns the left part of the dock while rows of a table are shown.
func (d *Dock) rows() []app.UI {
	k := d.core
	now := k.editor.Now()
	t := now.Table
	name := words.Say("Your table")
	if in := k.catalogue.Table(t.Name); in != nil {
		name = in.Label
	}
	if t.Standardize {
		name += words.Say(", standardised")
	}
	list := nodes{el("span.dock-label|$", name)}
	if classes := d.rowClasses(); classes != nil {
		list.add(classes)
	}
	if k.Embedded {
		return list
	}
	return append(list, el("span.hint|$", k.rows.hint()),
		click(el("button.button.small#loosen type=button|Convert to points"), d.onLoosen))
}

// rowClasses returns the swatches and names of the rows' classes; nil if the rows are coloured by a column, the method
// predicts a column, or there are fewer than two classes.
func (d *Dock) rowClasses() app.UI {
	k := d.core
	if in := k.editor.Info(); k.editor.Now().Table.Color > 0 || in != nil && in.Aims(k.editor.Now().Params) {
		return nil
	}
	var there [doc.MaxClass + 1]bool
	for _, q := range k.editor.Now().Points {
		if id := q.Class(); id >= 0 && id <= doc.MaxClass {
			there[id] = true
		}
	}
	var list nodes
	common, first := "", true // common beginning of all names, such as "digit "
	for id, yes := range there {
		if name := k.names.class(id); yes && first {
			common, first = name[:strings.LastIndex(name, " ")+1], false
		} else if yes && !strings.HasPrefix(name, common) {
			common = ""
		}
	}
	for id, yes := range there {
		if yes {
			list.add(nest(el("span.row-class role=listitem title=$", upperFirst(k.names.class(id))),
				el("span.swatch id=chip-$ aria-hidden=true", strconv.Itoa(id)),
				el("span dir=auto|$", k.names.class(id)[len(common):])))
		}
	}
	if len(list) < 2 {
		return nil
	}
	return box("div.chips#row-classes role=list tabindex=0 aria-label='Classes of the rows'", list...)
}

func (tr *wideRows) hint() string {
	if tr.editor.View.Near() != nil {
		return tr.names.byPointer("Drag turns, two fingers move", "Drag turns, Shift\u00a0+\u00a0drag moves")
	}
	return tr.names.byPointer("Tap a row to see it", "Point at a row to see it, click to select it")
}

func (d *Dock) onLoosen(app.Context, app.Event) { d.core.rows.loosen() }

// columnsShown is the number of a row's columns that fit into the readout.
const columnsShown = 4

// text returns the first columns of row i, one a line, or the size of its picture; "" if there is no such row.
func (tr *wideRows) text(i int) string {
	t := tr.editor.Now().Table
	if t == nil || i < 0 || i >= t.Rows.N {
		return ""
	}
	r := t.Rows
	if r.W > 0 {
		return words.Text("%s × %s pixels", strconv.Itoa(r.W), strconv.Itoa(r.H))
	}
	var list []string
	for j, name := range r.Columns[:min(columnsShown, r.D())] {
		if math.IsNaN(r.At(i)[j]) {
			name, _, _ = strings.Cut(name, " (") // a missing value has no unit
		}
		list = append(list, measured(name, entry(r, i, j)))
	}
	if n := r.D() - columnsShown; n > 0 {
		list = append(list, words.Count(n, "more column"))
	}
	return strings.Join(list, "\n")
}

// row returns the card of row i, which is selected.
func (c *Card) row(i int) app.UI {
	k := c.core
	t := k.editor.Now().Table
	if i >= t.Rows.N {
		return el("div.no-card hidden")
	}
	soon(c.ctx, c.syncRow)
	number := words.Text("Row %s", strconv.Itoa(i+1))
	head := nodes{el("span.label|$", number)}
	if id := k.editor.Now().Points[i].Class(); id != doc.Unlabeled {
		head.add(el("span.hint dir=auto|$", upperFirst(k.names.class(id))))
	}
	head.add(nest(click(el("button.tool type=button aria-label=Done title='Done (Esc)'"), c.onClose),
		icon("close")))
	var body app.UI
	if t.Rows.W > 0 {
		body = el("div#row-picture.row-picture role=img aria-label='$ as a picture'", number)
	} else {
		var cells nodes
		for j, name := range t.Rows.Columns {
			cells.add(box("div",
				el("span.name-of dir=auto|$", upperFirst(name)),
				el("span dir=auto|$", entry(t.Rows, i, j))))
		}
		body = box("div.row-values tabindex=0 role=group aria-label='values of the row'", cells...)
	}
	return nest(el("div.card.row-card role=group aria-label=$", number), box("div.card-row", head...), body)
}

// entry returns the value of row i in column j as text.
func entry(r *doc.Rows, i, j int) string {
	x := r.At(i)[j]
	if sorts := r.Sorts(j); math.IsNaN(x) {
		return "missing"
	} else if sorts != nil {
		return sorts[int(x)]
	}
	return figure(x)
}

func (c *Card) syncRow() {
	t, i := c.core.editor.Now().Table, c.core.editor.Selection.Now()
	if t != nil && t.Rows.W > 0 && i >= 0 && i < t.Rows.N {
		c.core.rows.paint("row-picture", i)
	}
}

// paint paints the picture of row i on an element. The element is blank if there is no such row, or rows are no
// pictures.
func (tr *wideRows) paint(id string, i int) {
	t := tr.editor.Now().Table
	what := "none"
	if t != nil && t.Rows.W > 0 && i >= 0 && i < t.Rows.N {
		what = strconv.Itoa(tr.editor.Version()) + " " + strconv.Itoa(i)
	}
	var row []float64
	across, lo, hi := 1, 0.0, 1.0
	if what != "none" {
		row, across = t.Rows.At(i), t.Rows.W
		lo, hi = slices.Min(t.Rows.X), slices.Max(t.Rows.X)
	}
	pal := tr.theme.Palette()
	tr.screen.Elements.Paint(id, "row "+what, 0, 0, pal, func(c picture.Canvas, w, h int) {
		paintRow(c, w, h, pal.Ink, row, across, lo, hi)
	})
}

// paintRow paints a row as a picture with across pixels per line, from the top left corner. The closer a value is to hi
// and not to lo, the more opaque its pixel.
func paintRow(c picture.Canvas, w, h int, ink picture.Color, row []float64, across int, lo, hi float64) {
	if len(row) == 0 || !(lo < hi) {
		return
	}
	var o picture.Outline
	dx, dy := float64(w)/float64(across), float64(h)/float64(len(row)/across)
	for k, v := range row {
		o.Reset()
		o.Rect(float64(k%across)*dx, float64(k/across)*dy, dx, dy)
		c.Fill(&o, ink.Alpha((v-lo)/(hi-lo)))
	}
}

// paintPointed shows the picture of the row under the pointer in the readout, or hides it if there is none.
func (tr *wideRows) paintPointed() {
	t, i := tr.editor.Now().Table, tr.inspector.Over()
	shown := t != nil && t.Rows.W > 0 && i >= 0 && i < t.Rows.N
	if !shown && !tr.shown {
		return
	}
	tr.shown = shown
	if el := byID("readout-row"); el != nil && el.Truthy() {
		el.Set("hidden", !shown)
		if shown {
			tr.paint("readout-row", i)
		}
	}
}

// choice returns a row of the panel with a label and a list of options.
func choice(id, label string, change app.EventHandler, options ...app.UI) app.UI {
	return box("div.row",
		box("div.head", el("label.label for=$|$", id, label)),
		box("div.select",
			nest(listen(el("select id=$ aria-label=$", id, label), "change", change), options...),
			icon("down")))
}
