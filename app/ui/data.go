package ui

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/notifications"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Data is the panel of the data: recipes, tables and files.
type Data struct {
	app.Compo
	core *Core
	ctx  app.Context
}

func (d *Data) OnMount(ctx app.Context) {
	d.ctx = ctx
}

func (d *Data) reads() any {
	k := d.core
	list := theDocument | theHistory | theData
	if k.predictions.open {
		list |= theFault
	}
	return struct {
		version                int
		open, grouped, holding bool
	}{k.page.version(list), k.menus.open == "data", k.painter.grouped(), k.gesture.HoldingOut}
}

func (d *Data) Render() app.UI {
	d.core.page.rendering(d)
	k := d.core
	soon(d.ctx, d.sync)
	if !k.catalogue.Known() {
		return el("section.data#data")
	}
	_, info := d.recipe()
	options := nodes{el("option value='' disabled|Choose…")}
	groups := map[method.Task]nodes{}
	var measured nodes
	for _, ds := range k.catalogue.Datasets() {
		option := el("option value=$|$", ds.Name, ds.Label)
		if ds.Fixed {
			measured.add(option)
		} else {
			groups[ds.Task] = append(groups[ds.Task], option)
		}
	}
	group := func(label string, list nodes) {
		if len(list) > 0 {
			options.add(nest(el("optgroup label=$", label), list...))
		}
	}
	group("Classes", groups[method.Classify])
	group("Clusters", groups[method.Cluster])
	group("Curves", groups[method.Regress])
	group("Surfaces", groups[method.Regress2D])
	group("Measured data", measured)
	options.add(d.tableOptions())
	help := "Your own points. Choosing a dataset replaces them; Undo restores them."
	many := "Points"
	if k.editor.Now().Table != nil {
		help, many = "A table of your own.", "Rows"
	}
	if info != nil {
		help = words.Say(info.Help)
		if info.Source != "" {
			help += " " + words.Say(info.Source)
		}
	}
	body := nodes{
		box("div.drawer-head",
			el("h2#data-title|Data"),
			nest(click(el("button.tool.close type=button aria-label=Close"), d.onClose), icon("close"))),
		box("div.row",
			box("div.head", el("label.label#l-dataset for=dataset|Dataset")),
			box("div.select",
				nest(listen(el("select#dataset aria-label=dataset aria-labelledby=l-dataset"+
					" aria-describedby=dataset-help"), "change",
					d.onDataset),
					options...),
				icon("down")),
			el("p.help#dataset-help|$", help)),
		d.note(),
	}
	body.add(d.tableControls()...)
	if info != nil && !info.Fixed {
		body.add(d.slider("n", many, info.N > 0), d.slider("d", "Columns", info.MaxD > 0),
			d.slider("noise", "Noise", info.MaxNoise > 0),
			d.slider("decay", "Decay of the variances", info.Spectrum),
			d.slider("gamma", "Source condition γ", info.Spectrum),
			box("div.row",
				box("div.head",
					el("label.label#l-d-seed for=d-seed|Seed"),
					box("span.entry",
						listen(el("input#d-seed.num type=text inputmode=numeric data-field=seed aria-label=seed"+
							" aria-labelledby=l-d-seed aria-describedby=d-wrong-seed"), "change", d.onField),
						nest(click(el("button.button.small type=button"), d.onDice),
							icon("dice"),
							el("span|New seed")))),
				d.wrong("seed")))
	}
	body.add(el("hr"),
		box("div.head", el("span.label|$ on the plane", words.Count(len(k.editor.Now().Points), "point"))),
		box("div.buttons",
			box("label.button.file",
				icon("open"),
				el("span|Open file"),
				listen(el("input.sr#file type=file accept=.csv,.tsv,.txt,.json,text/csv,application/json"+
					" aria-label='Open file: CSV or JSON'"), "change", d.onFile)),
			nest(click(el("button.button type=button data-kind=csv"), d.onExport),
				icon("export"),
				el("span|Save CSV")),
			nest(click(el("button.button.danger type=button"), d.onClear), icon("trash"), el("span|Remove all"))))
	if held := d.holdOut(); held != nil {
		body.add(el("hr"), held, el("hr"))
	}
	body.add(d.nameFields(),
		box("div.paste",
			box("div.head",
				el("label.label for=table|Table"),
				el("span.unit|$", columns(k.editor.Task())),
				click(el("button.button.small type=button style=margin-left:auto|Insert the current points"), d.onFill)),
			el("textarea#table aria-label='points as a table' placeholder=$ spellcheck=false rows=5",
				tableHint(k.editor.Task())),
			click(el("button.button.primary.use-csv type=button|Use these points"), d.onApply)))
	body.add(d.wrong("table"))
	body.add(el("p.help|Or drop a CSV or JSON file on the plane. If a table has more columns, you" +
		" choose which to use."))
	body.add(d.predictions()...)
	return box("section.data#data aria-labelledby=data-title", body...)
}

// note returns the document's note in its author's words, with the translated line on the sample that the points are. A
// note that is longer than two lines is folded until the user opens it.
func (d *Data) note() app.UI {
	text := d.core.editor.Now().Note
	if text == "" {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if sample, ok := doc.ReadSample(line); ok {
			lines[i] = words.Text("Sample: %s.", sample.String())
		}
	}
	in := nodes{el("b|Note:"), own(" " + strings.Join(lines, "\n"))}
	if len([]rune(text)) > shortNote || len(lines) > 1 {
		return box("details.help#data-note", box("summary", in...))
	}
	return box("p.help#data-note", in...)
}

// shortNote is the number of characters that fit into two lines of the panel.
const shortNote = 90

func columns(t method.Task) string {
	n := t.Columns()
	text := n.X + ", " + n.Y
	switch t {
	case method.Regress:
		return text
	case method.Regress2D:
		return words.Text("%s, %s", text, n.Value)
	}
	return words.Text("%s, %s (from 1)", text, n.Value)
}

func (d *Data) slider(name, label string, shown bool) app.UI {
	if !shown {
		return nil
	}
	return box("div.row",
		box("div.head",
			el("label.label for=d-$ id=l-d-$|$", name, name, label),
			box("span.entry", listen(el("input.num type=text inputmode=decimal id=d-$ data-field=$ aria-label=$"+
				" aria-labelledby=l-d-$ aria-describedby=d-wrong-$", name, name, name, name, name), "change", d.onField))),
		listen(listen(el("input.slider type=range id=ds-$ data-field=$ aria-label=$ aria-labelledby=l-d-$", name,
			name, name, name), "input",
			d.onSlide), "change", d.onSlideEnd),
		d.wrong(name))
}

// recipe returns the recipe of the data that the panel shows, and its declaration, nil if the points are the user's own
// or come from a file.
func (d *Data) recipe() (doc.Dataset, *method.Dataset) {
	k := d.core
	ds := k.recipes.Chosen()
	switch t := k.editor.Now().Table; {
	case k.recipes.Making():
	case t != nil:
		in := k.catalogue.Table(t.Name)
		ds = doc.Dataset{Name: t.Name, N: t.N, D: t.D, Noise: t.Noise, Seed: t.Seed,
			Decay: t.Decay, Gamma: t.Gamma}
		if in != nil {
			ds.N, ds.D = cmp.Or(ds.N, in.N), cmp.Or(ds.D, in.D)
		}
		return ds, in
	case k.editor.Now().Dataset == nil:
		return ds, nil
	}
	if in := k.catalogue.Dataset(ds.Name); in != nil {
		return ds, in
	}
	return ds, k.catalogue.Table(ds.Name)
}

// param returns the declaration of a number of the recipe, or of a share of held-out points, as a parameter; ok is
// false if the recipe has no such number.
func (d *Data) param(name string) (*method.Param, bool) {
	if p, ok := shareParam(name); ok {
		return p, true
	}
	_, info := d.recipe()
	if info == nil {
		return nil, false
	}
	if name == "n" {
		return &method.Param{Name: "n", Kind: method.Integer{Range: method.Range{Min: 2, Max: float64(max(info.MaxN, 3)),
			SoftMin: 10, SoftMax: float64(min(max(info.MaxN, 11), 2000)), Log: true}}}, true
	}
	if name == "d" {
		return &method.Param{Name: "d", Kind: method.Integer{Range: method.Range{Min: 2, Max: float64(info.MaxD)}}},
			info.MaxD > 0
	}
	if name == "decay" || name == "gamma" {
		return &method.Param{Name: name, Kind: method.Number{Range: method.Range{Min: 0, Max: doc.MaxPower}}}, info.Spectrum
	}
	return &method.Param{Name: "noise", Kind: method.Number{Range: method.Range{Min: 0, Max: info.MaxNoise}}},
		info.MaxNoise > 0
}

func (d *Data) sync() {
	k := d.core
	k.predictions.settled()
	d.syncNames()
	if el := byID("dataset"); el.Truthy() {
		name := d.syncTable()
		if name == "" && (k.editor.Now().Dataset != nil || k.recipes.Making()) {
			name = k.recipes.Chosen().Name
		}
		syncProperty(el, "value", name)
	}
	for _, name := range []string{"n", "d", "noise", "decay", "gamma", "seed", "validate", "test", "split-seed"} {
		el := byID("d-" + name)
		if !el.Truthy() {
			continue
		}
		v := d.value(name)
		if !isFocused(el) {
			syncProperty(el, "value", number(v))
		}
		if p, ok := d.param(name); ok && !strings.HasSuffix(name, "seed") {
			if s, ok := sliderOf(p); ok {
				k.inputs.slider("ds-"+name, s, v)
			}
		}
	}
}

func (d *Data) value(name string) float64 {
	if v, ok := d.held(name); ok {
		return v
	}
	ds, _ := d.recipe()
	switch name {
	case "n":
		return float64(ds.N)
	case "d":
		return float64(ds.D)
	case "noise":
		return ds.Noise
	case "decay":
		return ds.Decay
	case "gamma":
		return ds.Gamma
	}
	return float64(ds.Seed)
}

func (d *Data) set(name string, v float64) {
	if _, ok := d.held(name); ok {
		key := ""
		if d.core.interaction.recipe {
			key = "slide " + name
		}
		d.setHeld(name, v, key)
		return
	}
	ds, _ := d.recipe()
	switch name {
	case "n":
		ds.N = int(v)
	case "d":
		ds.D = int(v)
	case "noise":
		ds.Noise = v
	case "decay":
		ds.Decay = v
	case "gamma":
		ds.Gamma = v
	case "seed":
		ds.Seed = uint64(v)
	}
	d.core.dataFields.Clear()
	d.core.recipes.Make(ds)
}

func (d *Data) onDataset(ctx app.Context, _ app.Event) {
	if d.chooseTable(inputValue(ctx)) {
		return
	}
	if info := d.core.catalogue.Dataset(inputValue(ctx)); info != nil {
		d.core.dataFields.Clear()
		d.core.editor.History.Seal()
		d.core.recipes.Make(info.Recipe(max(d.core.recipes.Chosen().Seed, 1)))
	}
}

func (d *Data) onSlide(ctx app.Context, _ app.Event) {
	name := data(ctx, "field")
	p, ok := d.param(name)
	if !ok {
		return
	}
	s, ok := sliderOf(p)
	pos, err := strconv.Atoi(inputValue(ctx))
	if !ok || err != nil {
		return
	}
	d.core.interaction.recipe = true
	d.set(name, s.value(pos))
}

func (d *Data) onSlideEnd(app.Context, app.Event) {
	d.core.interaction.recipe = false
	d.core.editor.History.Seal()
	d.core.effects.settled()
}

func (d *Data) onField(ctx app.Context, _ app.Event) {
	name := data(ctx, "field")
	text := inputValue(ctx)
	v, ok := parseNumber(text)
	if strings.HasSuffix(name, "seed") {
		if !ok || v < 0 || v != math.Trunc(v) || v > 1<<53 {
			d.refuse(ctx, name, words.Text("seed must be a whole number from 0 to 2^53; got %s", strconv.Quote(text)))
			return
		}
		d.set(name, v)
		return
	}
	p, has := d.param(name)
	if !has {
		return
	}
	if ok {
		if _, err := p.Check(v); err == nil {
			d.set(name, v)
			return
		}
	}
	d.refuse(ctx, name, words.Text("%s must be %s; got %s", name, p.Wants(), strconv.Quote(text)))
}

// refuse shows what is wrong with a number and which one is in use, and puts that one into the field.
func (d *Data) refuse(ctx app.Context, name, message string) {
	now := number(d.value(name))
	d.core.dataFields.Clear()
	d.core.dataFields.Refuse(name, now, message+"."+notifications.Still(now))
	d.core.dataFields.Leave(name)
	ctx.JSSrc().Set("value", now)
}

// wrong returns the error of a field, which is below it. The element is there without an error, too, because the field
// names it as its description.
func (d *Data) wrong(name string) app.UI {
	if b := d.core.dataFields.At(name); b.Message != "" {
		return el("p.wrong id=d-wrong-$ role=alert|$", name, b.Message)
	}
	return el("p id=d-wrong-$ hidden", name)
}

func (d *Data) onDice(app.Context, app.Event) {
	d.core.editor.History.Seal()
	d.set("seed", d.value("seed")+1)
}

func (d *Data) onFill(app.Context, app.Event) {
	d.core.dataFields.Clear()
	if el := byID("table"); el.Truthy() {
		el.Set("value", tableText(d.core.editor.Now().Points, d.core.editor.Split.SplitRoles(), d.core.editor.Task(),
			d.core.editor.Names()))
		el.Call("focus")
	}
}

func tableHint(t method.Task) string {
	if t == method.Regress {
		return "0.12, 0.40\n0.35, 0.62"
	}
	return "0.12, 0.40, 1\n0.35, 0.62, 2"
}

// tableText writes points as a table for the user to edit. It returns "" for more than 5,000 points, which no one edits
// by hand.
func tableText(pts []doc.Point, roles string, t method.Task, names doc.Names) string {
	if len(pts) > 5000 {
		return ""
	}
	classes := t != method.Regress2D && doc.ClassesOnly(pts)
	header, class, byNumber := tableNames(pts, t, names, classes)
	if roles != "" {
		n := t.Columns()
		if header == "" {
			if header = n.X + ", " + n.Y; t != method.Regress {
				header += ", " + n.Value
			}
		}
		header = strings.TrimSuffix(header, "\n") + ", role\n"
	}
	b := make([]byte, 0, 24*len(pts))
	if classes && byNumber && t != method.Regress && method.NeedsCountedNote(pts) {
		b = append(b, method.CountedNote+"\n"...)
	}
	b = append(b, header...)
	for i, p := range pts {
		b = append(b, plainNumber(p.X)...)
		b = append(b, ", "...)
		b = append(b, plainNumber(p.Y)...)
		if t != method.Regress {
			b = append(b, ", "...)
			switch {
			case !classes:
				b = append(b, plainNumber(p.Z)...)
			case p.Z != doc.Unlabeled:
				b = append(b, class(int(p.Z))...)
			case header == "":
				b = append(b, "-1"...)
			}
		}
		if roles != "" {
			b = append(append(b, ", "...), roleWord(doc.Role(roles[i]))...)
		}
		b = append(b, '\n')
	}
	return string(b)
}

func (d *Data) onApply(app.Context, app.Event) {
	d.core.opener.table(typedTable(), false)
}

func (d *Data) onFile(ctx app.Context, _ app.Event) {
	if f, ok := chosenFile(); ok {
		d.core.opener.file(f)
	}
	ctx.JSSrc().Set("value", "")
}

func (d *Data) onExport(ctx app.Context, _ app.Event) { d.core.exporter.export(data(ctx, "kind")) }
func (d *Data) onClear(app.Context, app.Event)        { d.core.edits.clear() }
func (d *Data) onClose(ctx app.Context, _ app.Event) {
	d.core.menus.close()
	focusSoon(ctx, "menu-data")
}
