package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/history"
	"pointscape/app/room/deck"
	"pointscape/app/room/methodsearch"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/html"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// TitleKey is the storage key of the title that was typed last.
const TitleKey = "pointscape.title"

// Header is the bar at the top: the document's title, and the menus.
type Header struct {
	app.Compo
	core   *Core
	ctx    app.Context
	copied string // id of the field whose text is on the clipboard; "" = none
	found  methodsearch.Examples
}

func (h *Header) OnMount(ctx app.Context) {
	h.ctx = ctx
}

func (h *Header) reads() any {
	return h.core.page.version(theDocument | theHistory | theMenu | thePresentation | theCourse | theSlides | theSound |
		theClass)
}

func (h *Header) Render() app.UI {
	h.core.page.rendering(h)
	k := h.core
	soon(h.ctx, h.sync)
	undo, canUndo := k.editor.History.CanUndo()
	redo, canRedo := k.editor.History.CanRedo()
	tool := func(id, name, label, hint string, on bool, fn app.EventHandler) app.UI {
		return nest(click(el("button.tool type=button id=$ aria-label=$ title=$ disabled=$", id, label, hint,
			strconv.FormatBool(!on)), fn),
			icon(name))
	}
	undoHint, redoHint := "Undo (Ctrl+Z)", "Redo (Ctrl+Shift+Z)"
	if undo != "" {
		undoHint = words.Text("Undo: %s (Ctrl+Z)", undo)
	}
	if redo != "" {
		redoHint = words.Text("Redo: %s (Ctrl+Shift+Z)", redo)
	}
	undoes := tool("undo", "undo", "Undo", undoHint, canUndo, h.onUndo)
	redoes := tool("redo", "redo", "Redo", redoHint, canRedo, h.onRedo)
	if k.lectures.on() {
		title := ""
		if k.lecture.On() {
			title = k.lecture.Course().Title
		}
		return box("header.bar",
			courseLink(el("a.brand title='All courses'"), logo(), el("span.word|Pointscape")),
			nest(el("span.doc-title"), own(title)),
			el("div.spacer"),
			box("div.group",
				undoes, redoes),
			nest(click(el("button.tool.text#present-deck type=button title='Present: text and picture fill the window (F)'"),
				h.onShowDeck),
				icon("frame"), el("span|Present")),
			h.slides(),
			h.class(),
			h.lessonShare(),
			nest(el("a.tool.text#open-link target=_blank rel=noopener title='Open in the playground, with all controls'"),
				icon("open"), el("span|Playground")),
			h.menu("export", "export", "Export", h.exports),
			h.menu("theme", "gear", "Settings: theme, language, sound", h.themes),
			tool("menu-help", "help", "Help", "Help: first steps, gestures and keys (?)", true, h.onHelp),
			h.help())
	}
	return box("header.bar",
		box("div.brand", logo(), el("span.word|Pointscape")),
		listen(listen(el("input#title.doc-title type=text aria-label=Title placeholder=$ maxlength=120"+
			" autocomplete=off spellcheck=false", h.untitled()), "input", h.onTitle), "change", h.onTitleDone),
		el("div.spacer"),
		courseLink(el("a.tool.text.wide-only#courses title='Courses: lessons with exercises'"), icon("course"),
			el("span|Courses")),
		h.menu("examples", "book", "Examples", h.examples),
		nest(click(el("button.tool.text.wide-only#menu-data type=button data-menu=data aria-label=Data"+
			" aria-expanded=$ aria-controls=data", strconv.FormatBool(k.menus.open == "data")), h.onMenu),
			icon("data"),
			el("span|Data")),
		box("div.group",
			undoes, redoes),
		h.slides(),
		h.class(),
		h.menu("share", "share", "Share", h.share),
		h.menu("export", "export", "Export", h.exports),
		h.menu("theme", "gear", "Settings: theme, language, sound", h.themes),
		tool("call-panel", "sliders", "Panel", "Method, parameters and results", true, h.onCall),
		tool("menu-help", "help", "Help", "Help: first steps, gestures and keys (?)", true, h.onHelp),
		h.help())
}

// untitled returns the placeholder for a missing title: the name of the data set, or "Untitled".
func (h *Header) untitled() string {
	if ds := h.core.editor.Now().Dataset; ds != nil {
		if in := h.core.catalogue.Dataset(ds.Name); in != nil {
			return in.Label
		}
	}
	return "Untitled"
}

// courseLink gives the link a the list of courses as its target, and body as its content. It returns nil if the site is
// a single file without that page.
func courseLink(a app.UI, body ...app.UI) app.UI {
	at := siteFile(listPage("courses"))
	if at == "" {
		return nil
	}
	return nest(with(a, "href=$", at), body...)
}

// menu returns a button with a popover.
func (h *Header) menu(id, iconName, label string, content func() app.UI, beside ...app.UI) app.UI {
	open := h.core.menus.open == id
	text := el("span|$", label)
	class := "tool text"
	if id == "theme" {
		text = el("span.sr|$", label)
		class = "tool"
	}
	var pop app.UI
	if open {
		pop = nest(el("div class='pop $' id=pop-$ aria-label=$ role=dialog", id, id, label), content())
	}
	return nest(el("div class='menu menu-$'", id),
		nest(click(el("button type=button class=$ id=menu-$ data-menu=$ aria-haspopup=dialog aria-expanded=$"+
			" title=$", class, id, id, strconv.FormatBool(open), label), h.onMenu),
			append([]app.UI{icon(iconName), text}, beside...)...),
		pop)
}

func themeIcon(t string) string {
	return map[string]string{"auto": "auto", "light": "sun", "dark": "moon", "projector": "beam"}[t]
}

func (h *Header) share() app.UI {
	k := h.core
	d := k.editor.Now()
	d.View.Present = k.menus.linkPresents
	lean, left := k.embedder.lean(d)
	var rest nodes
	if left != nil {
		rest.add(tick("link-all", "", "Include data that the picture does not show: everyone with the link can read them",
			k.menus.linkAll, h.onTickAll))
		if !k.menus.linkAll {
			rest.add(box("p.help#link-left", say("Not in the link:"), own(" "),
				nest(el("span.left"), own(strings.Join(left, ", ")))))
		}
	}
	if !k.menus.linkAll {
		d = lean
	}
	link, err := history.Link(d)
	if err != nil {
		return box("div.share-body",
			el("p|$", history.TooLarge(d)),
			nest(click(el("button.button type=button data-kind=json"), h.onExport),
				icon("export"),
				el("span|Save the document")),
			box("div.share-field", rest...))
	}
	rest = append(nodes{tick("link-presents", "", "Opens as a presentation: the picture fills the window",
		k.menus.linkPresents, h.onTickPresent)}, rest...)
	return box("div.share-body",
		h.copyField("share-link", "Link", plainAddress()+"#"+link,
			"The link contains everything shown: points, method, parameters, view. No server stores it.", rest...),
		h.copyField("share-embed", "Embed", embedCode(link, k.names.document()),
			"The live picture, for a web page or slides.", customise(link)),
		box("div.share-field", append(nodes{el("span.label|Slides")}, h.slideTools()...)...),
		h.copiedNote())
}

// customise returns the link to the builder of frames, nil if the site lacks it.
func customise(link string) app.UI {
	at := siteFile(listPage("web/builder"))
	if at == "" {
		return nil
	}
	return nest(el("a.button#embed-customise target=_blank rel=noopener href=$#$", at, link), icon("sliders"),
		el("span|Customise …"))
}

// lean returns a document reduced to what its picture shows, and the names of what it has besides that.
func (em *embedder) lean(d doc.Document) (lean doc.Document, left []string) {
	in := em.editor.Info()
	if in == nil {
		return d, nil
	}
	lean, left = in.Lean(d)
	if d.Note != "" {
		left = append(left, words.Say("the document's note"))
	}
	return lean, left
}

// copyField returns a text with a button that copies it, followed by more.
func (h *Header) copyField(id, label, text, help string, more ...app.UI) app.UI {
	what := "Copy"
	name := "copy"
	if h.copied == id {
		what, name = "Copied", "check"
	}
	return box("div.share-field", append(nodes{
		el("label.label for=$|$", id, label),
		box("div.copy-line",
			listen(el("input type=text id=$ readonly data-text=$", id, text), "focus", h.onSelectAll),
			nest(click(el("button.button.primary type=button data-field=$", id), h.onCopy),
				icon(name),
				el("span|$", what))),
		el("p.help|$", help)}, more...)...)
}

// slides returns the menu that adds the present picture or page to the user's own deck, and opens that.
func (h *Header) slides() app.UI {
	k := h.core
	if k.lectures.on() && (!k.lecture.On() || k.decks.mine()) {
		return nil
	}
	var count app.UI
	if n := len(k.deck.Source().Pages); n > 0 {
		count = el("span.count|$", strconv.Itoa(n))
	}
	return h.menu("slides", "slides", "Slides", func() app.UI { return box("div.share-body", h.slideTools()...) }, count)
}

// slideTools returns the content of that menu.
func (h *Header) slideTools() nodes {
	k := h.core
	add, says := "Add this picture", "A slide stays live: points, method, parameters and view."
	if k.lecture.On() {
		add, says = "Add this page", "The whole page is added: text, steps, hints and notes."
	}
	return nodes{
		box("div.lesson-buttons",
			click(el("button.button.primary#deck-collect type=button disabled=$|$", strconv.FormatBool(k.deck.Full()), add),
				h.onCollect),
			el("a.button#deck-open href=$|Open ($)", asking("deck=mine"), strconv.Itoa(len(k.deck.Source().Pages)))),
		el("p.help|$", says),
	}
}

func (h *Header) copiedNote() app.UI {
	return el("p.help aria-live=polite|$", map[bool]string{true: "Copied to the clipboard."}[h.copied != ""])
}

// lessonShare returns the menu that shares a page of a course or of another deck, or the user's own deck.
func (h *Header) lessonShare() app.UI {
	lc := &h.core.lectures
	switch {
	case !h.core.lecture.On():
		return nil
	case lc.decks.mine():
		return h.menu("share", "share", "Share", h.deckShare)
	}
	return h.menu("share", "share", "Share", func() app.UI {
		d := &lc.decks
		to := withQuery(lc.address(h.core.lecture.Now().ID)[1:])
		packed, notes, collect := lc.packed, app.UI(nil), app.UI(nil)
		if h.core.lecture.Course().Assignment {
			collect = h.collectButton()
		}
		if d.noted && !d.linkNotes {
			packed = d.bare
		}
		if packed != "" {
			to += "#" + packed
		}
		if d.noted {
			notes = tick("link-notes", "", "With the speaker's notes: everyone with the link can read "+
				"them", d.linkNotes,
				h.onTickNotes)
		}
		return box("div.share-body",
			h.copyField("share-link", "Link", to, "Links to the first state of this page."),
			notes, collect,
			h.copiedNote())
	})
}

// deckShare returns the menu's content for the user's own deck: as a link, a file, or an assignment.
func (h *Header) deckShare() app.UI {
	d := &h.core.decks
	copied, name := "Copy the link", "copy"
	if d.copied {
		copied, name = "Copied", "check"
	}
	link := nodes{
		el("span.label|Link"),
		nest(click(el("button.button.primary#deck-link type=button"), h.onDeckLink), icon(name), el("span|$", copied)),
		el("p.help|Contains all pages. No server stores it."),
	}
	file := nodes{
		el("span.label|File"),
		nest(click(el("button.button#deck-save type=button"), h.onDeckSave), icon("export"), el("span|Save as file")),
	}
	if d.deck.Noted() {
		link.add(tick("link-notes", "", "With my notes: everyone with the link can read "+
			"them", d.linkNotes, h.onTickNotes))
		says := "The file contains your notes: do not share it."
		if d.bareFile {
			says = "The file contains no notes: you can share it with students."
		}
		file.add(tick("file-notes", "", "With my notes: everyone with the file can read "+
			"them", !d.bareFile, h.onTickFile),
			el("p.help#file-says|$", says))
	}
	var asks, assign app.UI
	for i := range h.core.lecture.Course().Pages {
		if slices.ContainsFunc(h.core.lecture.Course().Pages[i].Steps, func(s course.Step) bool { return s.Asks() }) {
			assign = box("div.share-field", el("span.label|Assignment"), box("div.lesson-buttons",
				click(el("button.button#deck-assign type=button|Copy the assignment link"), h.onAssign), h.collectButton()),
				el("p.help|Students hand in a link with their answers. Collect these links here: they are checked again."))
			asks = el("p.help|The link and the file contain the answers to your questions: everyone who looks inside finds " +
				"them.")
			break
		}
	}
	return box("div.share-body", box("div.share-field", link...), box("div.share-field", file...), assign, asks,
		h.copiedNote())
}

func (h *Header) onTickNotes(ctx app.Context, _ app.Event) {
	d := &h.core.decks
	d.linkNotes, d.copied, h.copied = ctx.JSSrc().Get("checked").Bool(), false, ""
}

func (h *Header) onTickFile(ctx app.Context, _ app.Event) {
	h.core.decks.bareFile = !ctx.JSSrc().Get("checked").Bool()
}

func (h *Header) onDeckSave(app.Context, app.Event) {
	d := &h.core.decks
	text := d.deck.JSON()
	if d.bareFile {
		var err error
		if text, _, err = deck.Bare(text); err != nil {
			d.board.Toast(words.Text("There is no file: %s.", err.Error()), true)
			return
		}
	}
	download(d.deck.Source().Course+".json", "application/json", []byte(text))
}

func (h *Header) onDeckLink(app.Context, app.Event) { h.deckLink(false) }

// deckLink copies the link of the deck to the clipboard; if assign is true, as an assignment.
func (h *Header) deckLink(assign bool) {
	d := &h.core.decks
	d.link(assign, func(link, why string) {
		if why != "" {
			d.board.Toast(words.Text("There is no link: %s.", why), true)
			return
		}
		copyText(link, func(ok bool) {
			if d.copied = ok && !assign; ok && assign {
				h.copied = "assign"
			} else if !ok {
				d.board.Toast("The browser does not allow copying.", false)
			}
			h.Update()
		})
	})
}

func (h *Header) onTickPresent(ctx app.Context, _ app.Event) {
	h.core.menus.linkPresents = ctx.JSSrc().Get("checked").Bool()
	h.copied = ""
}

func (h *Header) onTickAll(ctx app.Context, _ app.Event) {
	h.core.menus.linkAll = ctx.JSSrc().Get("checked").Bool()
	h.copied = ""
}

// embedCode returns the HTML of a frame, in which the plane is three quarters as high as it is wide.
func embedCode(link, title string) string {
	return `<iframe src="` + html.EscapeString(embedAddress()+"#"+link) + `" title="` + html.EscapeString(title) +
		`" width="640" height="502" style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>`
}

func (h *Header) exports() app.UI {
	var list nodes
	if len(h.core.exporter.Motions()) > 0 {
		label := "GIF, WebM …"
		if !videos() {
			label = "GIF …"
		}
		list.add(h.item(picture.KindGIF, label, "animation"))
	}
	for _, x := range [][3]string{
		{"svg", "SVG …", "vector figure for a paper"},
		{"pdf", "PDF …", "vector figure, ready to print"},
		{"tex", "LaTeX …", "TikZ and pgfplots source"},
		{"png", "PNG …", "image for slides and the web"},
		{"csv", "CSV", "the points"},
		{"json", "JSON", "the document, to reopen here"},
	} {
		list.add(h.item(x[0], x[1], x[2]))
	}
	list.add(box("div.item-row", h.item(method.ScikitLearn, "Python program (.py)", "the fit, with scikit-learn"),
		click(el("button.button.small#copy-python type=button title='Copy as Python'|Copy"), h.onCopyProgram)),
		h.item(method.Notebook, "Jupyter notebook (.ipynb)", "this program, with its picture"))
	if p := h.core.client.Picture(); p != nil && p.Coded {
		for _, l := range method.Languages {
			list.add(h.item(l.ID, l.Label, "the model as a program"))
		}
	}
	if k := h.core; k.lecture.On() {
		list.add(h.item("scorm1.2", "SCORM 1.2 (.zip)", "all pages, for a learning platform"),
			h.item("scorm2004", "SCORM 2004 (.zip)", "the same, for newer platforms"))
	}
	return box("div.items", list...)
}

func (h *Header) item(kind, title, note string) app.UI {
	return nest(click(el("button.item type=button data-kind=$", kind), h.onExport),
		el("span.item-title|$", title),
		el("span.item-note|$", note))
}

func (h *Header) themes() app.UI {
	list := nodes{el("h3.items-head|Theme")}
	for _, x := range [][2]string{{"auto", "System"}, {"light", "Light"}, {"dark", "Dark"},
		{"projector", "Projector"}} {
		b := click(el("button.item.line type=button data-theme=$ aria-pressed=$", x[0],
			strconv.FormatBool(h.core.theme.Choice() == x[0])), h.onTheme)
		list.add(nest(b, icon(themeIcon(x[0])), el("span.item-title|$", x[1])))
	}
	list.add(el("h3.items-head|Language"))
	for _, l := range languages() {
		b := click(el("button.item.line type=button lang=$ data-lang=$ aria-pressed=$", l[0], l[0],
			strconv.FormatBool(l[0] == tongue())), h.onLanguage)
		list.add(nest(b, icon("globe"), el("span.item-title|$", l[1])))
	}
	list.add(el("h3.items-head|Sound"),
		nest(click(el("button.item.line#hear type=button aria-keyshortcuts=S aria-pressed=$",
			strconv.FormatBool(h.core.sound.Busy())), h.onHear), icon("sound"),
			el("span.item-title|Play the picture as sound (S)")),
		nest(click(el("button.item.line#hear-cursor type=button aria-pressed=$",
			strconv.FormatBool(h.core.sound.On())), h.onHearCursor), icon("sound"),
			el("span.item-title|Sound at the cursor")))
	return box("div.items", list...)
}

// starts are the first steps in the help.
var starts = []string{
	"Choose a method in the panel and move its sliders: the picture follows.",
	"Add points on the plane, drag them, or choose a dataset under Data, where CSV files open, too.",
	"Read the error below the method; more results are further down.",
	"Courses explain the methods step by step, with exercises. Each example opens one picture.",
	"Slides collects pictures for a lecture. Share gives a link or code for a web page, Export figures and programs.",
}

var gestures = [][2]string{
	{"Click the plane", "add a point of the current class"},
	{"Drag a point", "move it; Esc puts it back"},
	{"Click a point, then a position", "move it there; or type its numbers below the plane"},
	{"Right-click a point", "remove it"},
	{"Drag a ring with a cross", "move a position, such as a starting centre; add and remove positions like points"},
	{"Shift + drag", "spray points"},
	{"Wheel", "zoom about the pointer; over a curve's axis, only this axis"},
	{"Drag the plane", "move the view; in 3D turn it, with Shift move it"},
	{"Ctrl-click a part of the picture", "select its points, or go to its step, as the readout offers"},
	{"Double-click the plane", "show everything; in 3D turn the view back"},
	{"Double-click an axis, a class", "rename it"},
}

var touches = [][2]string{
	{"Tap the plane", "add a point of the current class"},
	{"Tap a point", "select it; then tap its new position, or remove it below the plane"},
	{"Drag a point", "move it"},
	{"Two fingers", "zoom and move the view"},
	{"Rest a finger", "show the readout; then tap to select its points or go to its step"},
}

var keys = [][2]string{
	{"1 … 9, A … C, 0", "choose the class, 0 = none; selected points get it"},
	{"Ctrl+Z, Ctrl+Shift+Z", "undo, redo"},
	{"Arrows (Shift: far)", "move the cursor; in 3D turn the view"},
	{"Enter", "add a point, or grab and release"},
	{"N, P or ], [", "step through the points; then also Tab, Shift+Tab"},
	{"H", "choose what a click adds, if not only points"},
	{"Shift + arrows, in a plot", "turn its 3D view"},
	{"F2", "edit the point's coordinates"},
	{"R", "the point's role: hold it out for validation, for the test, or not"},
	{"Delete, Backspace", "remove the point, or the selected points"},
	{"+, −, Home", "zoom in, zoom out, show everything"},
	{"Esc", "cancel, stop stepping, stop a moving parameter; then Tab leaves the plane"},
	{"X", "swap the plane with a plot, and back (also Esc)"},
	{", and .", "one step back or forward (methods with steps, a moving parameter)"},
	{"< and >", "ten steps back or forward (methods without an end, a parameter)"},
	{"S", "play the picture from left to right, at the cursor's height; press again to stop"},
	{"F", "present: the picture fills the window; Esc leaves"},
	{"B, W", "while slides are presented: a black, a white screen; . and , do the same"},
	{"?", "show this help"},
}

func (h *Header) help() app.UI {
	if h.core.menus.open != "help" {
		return nil
	}
	table := func(title string, rows [][2]string) app.UI {
		var list nodes
		for _, r := range rows {
			list.add(box("div", el("dt|$", r[0]), el("dd|$", r[1])))
		}
		return box("div", el("h3|$", title), box("dl.keys", list...))
	}
	var first nodes
	for _, text := range starts {
		first.add(el("li|$", text))
	}
	build := h.core.catalogue.Version()
	if build != "" {
		build = words.Text("Version %s", build)
	}
	return nest(click(el("div.sheet-back#help-back"), h.onBack), box("div.sheet#help role=dialog aria-modal=true"+
		" aria-labelledby=help-title",
		box("div.drawer-head",
			el("h2#help-title|Help"),
			nest(click(el("button.tool#help-close type=button aria-label=Close"), h.onCloseHelp), icon("close"))),
		el("h3|Getting started"),
		box("ol.starts", first...),
		box("div.sheet-columns",
			box("div.hands", table("With a mouse", gestures), table("By touch", touches)),
			table("Keys, when the plane has the focus", keys)),
		box("p.help", sayWith("", "", "All methods, with their parameters", listPage("methods"),
			": what each method does, its source and its examples.")...),
		el("p.help|Everything is computed in your browser; nothing is sent anywhere. Your points are kept in"+
			" this browser and in the page's address. $", build)))
}

func (h *Header) sync() {
	if !app.IsClient {
		return
	}
	if el := byID("title"); el.Truthy() && !isFocused(el) {
		syncProperty(el, "value", h.core.editor.Now().Title)
	}
	h.syncTicks()
	// A lesson's bar may come after its document, whose link it has to open.
	h.core.store.Linked(h.core.store.Link())
	for _, id := range []string{"share-link", "share-embed"} {
		if el := byID(id); el.Truthy() {
			syncProperty(el, "value", el.Get("dataset").Get("text").String())
		}
	}
}

// syncTicks sets the checkboxes of the share menu.
func (h *Header) syncTicks() {
	if h.core.menus.open != "share" {
		return
	}
	d := &h.core.decks
	for id, on := range map[string]bool{"link-presents": h.core.menus.linkPresents, "link-all": h.core.menus.linkAll,
		"link-notes": d.linkNotes, "file-notes": !d.bareFile} {
		if el := byID(id); el.Truthy() {
			syncChecked(el, on)
		}
	}
}

func (h *Header) onMenu(ctx app.Context, _ app.Event) {
	id := data(ctx, "menu")
	h.copied = ""
	if h.core.menus.open == id {
		h.core.menus.close()
		return
	}
	h.found.Ask("")
	// Sharing more than is shown must be chosen each time.
	d := &h.core.decks
	h.core.menus.linkAll, d.linkNotes, d.bareFile, d.copied = false, false, false, false
	h.core.menus.show(id)
	if id != "data" {
		soon(ctx, func() {
			if pop := byID("pop-" + id); pop.Truthy() {
				focusOn(pop.Call("querySelector", "button, input"))
			}
		})
	} else {
		focusSoon(ctx, "dataset")
	}
}

// onCall shows or hides the panel in a window that is too low for it to stay.
func (h *Header) onCall(app.Context, app.Event) { h.core.present.Call() }

func (h *Header) onHear(app.Context, app.Event)       { h.core.sound.Toggle() }
func (h *Header) onHearCursor(app.Context, app.Event) { h.core.sound.Switch() }

func (h *Header) onHelp(ctx app.Context, _ app.Event) {
	h.core.menus.show("help")
	focusSoon(ctx, "help-close")
}

func (h *Header) onBack(ctx app.Context, e app.Event) {
	if e.Get("target").Equal(ctx.JSSrc()) {
		h.onCloseHelp(ctx, e)
	}
}

func (h *Header) onCloseHelp(ctx app.Context, _ app.Event) {
	h.core.menus.close()
	focusSoon(ctx, "menu-help")
}

func (h *Header) onUndo(app.Context, app.Event) { h.core.edits.undo() }
func (h *Header) onRedo(app.Context, app.Event) { h.core.edits.redo() }

func (h *Header) onTitle(ctx app.Context, _ app.Event) {
	h.core.editor.SetTitle(inputValue(ctx))
	local.Set(TitleKey, inputValue(ctx))
	h.core.importer.Overtake()
	h.core.store.Save()
}

func (h *Header) onTitleDone(app.Context, app.Event) { h.core.editor.History.Seal() }

func (h *Header) onExport(ctx app.Context, _ app.Event) {
	kind := data(ctx, "kind")
	h.core.menus.close()
	// The focus returns here after a dialog.
	if b := byID("menu-export"); b.Truthy() {
		b.Call("focus")
	}
	h.core.exporter.export(kind)
}

func (h *Header) onCopyProgram(app.Context, app.Event) {
	h.core.menus.close()
	if b := byID("menu-export"); b.Truthy() {
		b.Call("focus")
	}
	h.core.exporter.copyProgram()
}

func (h *Header) onTheme(ctx app.Context, _ app.Event) {
	h.core.painter.wear(data(ctx, "theme"))
	h.core.menus.close()
	focusSoon(ctx, "menu-theme")
}

func (h *Header) onShowDeck(app.Context, app.Event) { h.core.decks.show(true) }
func (h *Header) onCollect(_ app.Context, e app.Event) {
	switch d := &h.core.decks; {
	case secondClick(e):
	case h.core.lecture.On():
		d.collectPage()
	default:
		d.collect()
	}
}

// onLanguage switches to another language by a reload, which keeps the document.
func (h *Header) onLanguage(ctx app.Context, _ app.Event) {
	h.core.menus.close()
	if tag := data(ctx, "lang"); tag != tongue() {
		h.speak(tag)
	}
}

func (h *Header) speak(tag string) {
	b := &h.core.board
	b.Toast("The other language is loading.", false)
	app.Window().Get("pointscapeBoot").Call("speak", tag).Then(func(v app.Value) {
		if !v.Bool() {
			b.Retry("The other language could not be loaded. Is there a connection?", func() { h.speak(tag) })
		}
	})
}

func (h *Header) onSelectAll(ctx app.Context, _ app.Event) { ctx.JSSrc().Call("select") }

func (h *Header) onCopy(ctx app.Context, _ app.Event) {
	id := data(ctx, "field")
	el := byID(id)
	copyText(el.Get("value").String(), func(ok bool) {
		if !ok {
			el.Call("focus")
			el.Call("select")
			h.core.board.Toast("The browser does not allow copying: press Ctrl+C.", false)
			return
		}
		h.copied = id
		h.Update()
	})
}
