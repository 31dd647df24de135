package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/export"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// ExportDialog is the dialog that asks how a figure is saved. The browser keeps the focus in it, and closes it by
// Escape.
type ExportDialog struct {
	app.Compo
	core *Core
	ctx  app.Context
	up   bool // it has been shown since it was opened
}

func (f *ExportDialog) OnMount(ctx app.Context) {
	f.ctx = ctx
}

func (f *ExportDialog) reads() any { return f.core.page.version(theExport) }

func (f *ExportDialog) Render() app.UI {
	f.core.page.rendering(f)
	d := &f.core.exporting
	soon(f.ctx, f.sync)
	dialog := listen(el("dialog#figure.figure aria-labelledby=figure-title"), "close", f.onClosed)
	if !d.IsOpen() {
		return dialog
	}
	o := d.Options()
	wrong, message := d.Wrong()
	number := func(field, label string) app.UI {
		in := listen(el("input.num type=text id=figure-$ data-field=$ inputmode=decimal autocomplete=off"+
			" aria-invalid=$", field, field, strconv.FormatBool(wrong == field)), "input", f.onValue)
		if wrong == field {
			with(in, "aria-describedby=figure-wrong")
		}
		return with(in, "aria-label=$", label)
	}
	choice := func(field, label string, values ...[2]string) app.UI {
		var list nodes
		for _, v := range values {
			list.add(el("option value=$|$", v[0], v[1]))
		}
		return box("div.select",
			nest(listen(el("select id=figure-$ data-field=$ aria-label=$", field, field, label), "change",
				f.onValue),
				list...),
			icon("down"))
	}
	tick := func(field, label string) app.UI {
		return box("label.tick",
			listen(el("input type=checkbox id=figure-$ data-field=$", field, field), "change", f.onTick),
			el("span|$", label))
	}
	row := func(label string, controls ...app.UI) app.UI {
		return box("div.figure-row",
			el("span.figure-label aria-hidden=true|$", label),
			box("div.figure-controls", controls...))
	}
	var kinds [][2]string
	for _, k := range figureKinds {
		if !picture.Moving(k[0]) || len(d.Motions()) > 0 && (k[0] != picture.KindWebM || videos()) {
			kinds = append(kinds, k)
		}
	}
	var palettes [][2]string
	for _, p := range []string{"print", "light", "projector", "dark"} {
		palettes = append(palettes, [2]string{p, upperFirst(p)})
	}
	rows := nodes{row("Format", choice("kind", "Format", kinds...))}
	moving := picture.Moving(o.Kind)
	if moving {
		var list [][2]string
		for _, m := range d.Motions() {
			list = append(list, [2]string{m.Moves, m.Says})
		}
		rows.add(row("Motion", choice("moves", "Moving quantity", list...)),
			row("Speed", number("fps", "Frames per second"), el("span.unit|frames per second")))
	}
	rows.add(
		row("Width", number("width", "Width"), choice("unit", "Unit of the width", [2]string{"mm", "mm"},
			[2]string{"px", "pixels"})),
		row("Type size", number("type", "Type size in pt"), el("span.unit|pt")))
	if d.AsksDPI() {
		rows.add(row("Resolution", number("dpi", "Pixels per inch"), el("span.unit|pixels per inch")))
	}
	rows.add(row("Colours", choice("palette", "Colours", palettes...)))
	if !moving {
		rows.add(row("Background", choice("background", "Background",
			[2]string{picture.Filled, map[bool]string{true: "Dark", false: "White"}[o.Palette == "dark"]},
			[2]string{picture.Transparent, "Transparent"})))
	}
	rows.add(row("With", tick("legend", "Legend"), tick("titles", "Titles of the axes"),
		tick("panels", "Plots beside the plane")))
	status := words.Text("Actual size: axis numbers are %s pt at a width of %s%s.", d.Text("type"), d.Text("width"),
		map[string]string{"mm": " mm", "px": " pixels"}[o.Unit])
	told := el("p.help|$", status)
	if o.Kind == picture.KindTeX {
		told = el("p.help|TikZ and pgfplots in your document's font, with the images in a ZIP: \\input the file, or " +
			"compile it.")
	}
	if message != "" {
		told = el("p.wrong#figure-wrong role=alert|$.", upperFirst(message))
	} else if d.Failed() != "" {
		told = el("p.wrong role=alert|$", upperFirst(d.Failed()))
	}
	save := words.Text("Save %s", kindName(o.Kind))
	if d.Making() {
		if save = "Saving …"; d.Done() > 0 {
			save = words.Text("Saving %s %%", strconv.Itoa(int(100*d.Done())))
		}
	}
	preview := "figure-preview"
	if o.Background == picture.Transparent {
		preview += " clear"
	}
	return nest(dialog, box("div.figure-body",
		box("div.figure-head",
			el("h2#figure-title|Save a figure"),
			nest(click(el("button.tool type=button aria-label=Close"), f.onCancel), icon("close"))),
		box("div.figure-main",
			nest(el("div class=$ aria-busy=$", preview, strconv.FormatBool(!d.Shown())), el("img#figure-image"+
				" alt='Preview of the figure'")),
			box("div.figure-form", rows...)),
		told,
		box("div.figure-buttons",
			click(el("button.button type=button|Cancel"), f.onCancel),
			nest(click(el("button.button.primary#figure-save type=button disabled=$",
				strconv.FormatBool(wrong != "" || d.Making())), f.onSave),
				icon("export"),
				el("span|$", save)))))
}

// figureKinds are the formats with their labels.
var figureKinds = [][2]string{{picture.KindSVG, "SVG"}, {picture.KindPDF, "PDF"}, {picture.KindTeX, "LaTeX"},
	{picture.KindPNG, "PNG"}, {picture.KindGIF, "GIF"}, {picture.KindWebM, "WebM"}}

// videos reports whether this browser can make videos.
func videos() bool {
	return !app.IsClient || picture.Videos(app.Window().Get("navigator").Get("userAgent").String())
}

func kindName(kind string) string {
	for _, k := range figureKinds {
		if k[0] == kind {
			return k[1]
		}
	}
	return kind
}

// sync opens or closes the dialog, and writes the options into its fields.
func (f *ExportDialog) sync() {
	d := &f.core.exporting
	el := byID("figure")
	if el == nil || !el.Truthy() {
		return
	}
	if open := el.Get("open").Truthy(); open != d.IsOpen() {
		if open {
			f.up = false
			el.Call("close")
			return
		}
		if f.up { // the browser has closed it, and its event is on the way
			d.Close()
			return
		}
		el.Call("showModal")
		f.up = true
		if first := byID("figure-kind"); first.Truthy() {
			first.Call("focus")
		}
	}
	if !d.IsOpen() {
		f.up = false
		return
	}
	o := d.Options()
	for field, value := range map[string]string{"width": d.Text("width"), "type": d.Text("type"), "dpi": d.Text("dpi"),
		"fps": d.Text("fps"), "moves": o.Moves, "kind": o.Kind, "unit": o.Unit, "palette": o.Palette,
		"background": o.Background} {
		if in := byID("figure-" + field); in.Truthy() && !typed(in, value) {
			syncProperty(in, "value", value)
		}
	}
	for field, on := range map[string]bool{"legend": o.Legend, "titles": o.Titles, "panels": o.Panels} {
		if in := byID("figure-" + field); in.Truthy() {
			syncChecked(in, on)
		}
	}
	if im := byID("figure-image"); im.Truthy() {
		if src := im.Call("getAttribute", "src"); f.core.exporter.preview != "" &&
			(!src.Truthy() || src.String() != f.core.exporter.preview) {
			im.Set("src", f.core.exporter.preview)
		}
	}
}

// typed reports whether the user is typing a number equal to value, so that "8." is not replaced by "8".
func typed(in app.Value, value string) bool {
	if !app.Window().Get("document").Get("activeElement").Equal(in) {
		return false
	}
	a, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(in.Get("value").String()), ",", ".", 1), 64)
	b, err2 := strconv.ParseFloat(value, 64)
	return err == nil && err2 == nil && a == b
}

func (f *ExportDialog) onValue(ctx app.Context, _ app.Event) {
	f.core.exporting.Set(data(ctx, "field"), inputValue(ctx))
}

func (f *ExportDialog) onTick(ctx app.Context, _ app.Event) {
	f.core.exporting.Set(data(ctx, "field"), strconv.FormatBool(ctx.JSSrc().Get("checked").Bool()))
}

func (f *ExportDialog) onSave(app.Context, app.Event)   { f.core.exporting.Export() }
func (f *ExportDialog) onCancel(app.Context, app.Event) { f.core.exporting.Close() }
func (f *ExportDialog) onClosed(app.Context, app.Event) { f.core.exporting.Close() }

// exporter makes files and has the user save them.
type exporter struct {
	*Core

	preview string // address of the preview in the dialog; "" = none
}

// Make has the engine make a figure; see export.Needs.
func (ex *exporter) Make(o picture.ExportOptions, progress func(float64),
	done func(f wire.Exported, b []byte, e *wire.Error)) func() {
	if p := ex.player.Now(); p != nil && o.Moves == picture.Steps {
		o.From, o.To = p.First, p.Steps
	}
	return ex.client.Export(o.Kind, o, progress, done)
}

// Motions returns what can move in a figure of the document; see export.Needs.
func (ex *exporter) Motions() (list []export.Motion) {
	if s, p := ex.editor.View.Swept(); s != nil {
		list = append(list, export.Motion{Moves: picture.Swept, Says: words.Text("%s from %s to %s", p.Label,
			p.Say(s.From), p.Say(s.To))})
	}
	if p := ex.player.Now(); p != nil && p.Steps > p.First {
		list = append(list, export.Motion{Moves: picture.Steps, Says: words.Text("Steps %s to %s", strconv.Itoa(p.First),
			strconv.Itoa(p.Steps))})
	}
	return list
}

// Save downloads a file to the user's computer.
func (ex *exporter) Save(f wire.Exported, b []byte) {
	download(f.Name, f.MIME, b)
	ex.board.News(words.Text("Saved %s.", f.Name))
}

// Show shows a figure as the preview in the dialog.
func (ex *exporter) Show(f wire.Exported, b []byte) {
	if ex.preview != "" {
		revoke(ex.preview)
	}
	ex.preview = blobURL(f.MIME, b)
}
