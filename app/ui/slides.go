package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/history"
	"pointscape/app/room/deck"
	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file has the editing of the user's own deck: the strip of all pages, and the texts of one.

// editing reports whether the user's own deck is open for editing, and not presented.
func (d *decks) editing() bool { return d.mine() && d.lecture.On() && !d.showing }

// class returns the CSS classes of decks for the page's root element.
func (d *decks) class() (class string) {
	if d.editing() {
		class += " making"
	}
	if d.showing {
		class += " showing"
	}
	if d.showing && d.wordless() {
		class += " bare"
	}
	if d.blank != "" {
		class += " " + d.blank
	}
	return class
}

// wordless reports whether the present page has only a title and a picture.
func (d *decks) wordless() bool {
	p := d.lecture.Now()
	return p != nil && p.Text == "" && len(p.Steps) == 0
}

// title returns a title for a new page with the present picture. It is the document's title, unless that is a data
// set's name or another page's title; then it is made of the method and its parameters: "k nearest neighbours, k = 5".
func (d *decks) title() string {
	now := d.editor.Now()
	own := strings.TrimSpace(now.Title)
	taken := slices.ContainsFunc(d.deck.Source().Pages, func(p course.PageSource) bool { return p.Title == own })
	for _, list := range [][]method.Dataset{d.catalogue.Datasets(), d.catalogue.Tables()} {
		taken = taken || slices.ContainsFunc(list, func(x method.Dataset) bool { return x.Label == own })
	}
	if own != "" && !taken {
		return own
	}
	return d.byMethod(&now)
}

// byMethod returns a name for a document: the method, the values of a wall, and at most two parameters that differ from
// their defaults, or else the first number.
func (d *decks) byMethod(now *doc.Document) string {
	ed := &d.editor
	in := ed.Info()
	if in == nil {
		return ""
	}
	parts := []string{words.Readable(in.Name)}
	first := ""
	for i := range in.Params {
		p := &in.Params[i]
		v := ed.Param(p)
		var says string
		if w := now.Wall; w != nil && w.Over == p.Name {
			var list []string
			for _, x := range w.Values {
				list = append(list, p.Say(x))
			}
			says = strings.Join(list, ", ")
		} else if p.Advanced || !in.Applies(p.When, now.Params) {
			continue
		} else if v == true {
			says = strings.ToLower(words.Readable(p.Label))
		} else if _, number := v.(float64); number || method.Is[method.Choose](p.Kind) || method.Is[method.Kernel](p.Kind) {
			says = p.Say(v)
		} else {
			continue
		}
		says = words.Readable(says)
		if p.IsNumber() {
			name := words.Readable(p.Label)
			if last := name[strings.LastIndexByte(name, ' ')+1:]; len([]rune(last)) < 4 && (len(last) == 1 || last[0] > 'z') {
				name = last // "Neighbours k"
			}
			says = name + nbsp + "=" + nbsp + says
		}
		if first == "" && p.IsNumber() {
			first = says
		}
		if now.Wall != nil && now.Wall.Over == p.Name || changed(ed.Given(p.Name), p.Default) && len(parts) < 3 {
			parts = append(parts, says)
		}
	}
	if len(parts) == 1 && first != "" {
		parts = append(parts, first)
	}
	return strings.Join(parts, ", ")
}

// opened is called when the document of a page was opened. fresh means that the user has not changed it yet.
func (d *decks) opened(fresh bool) {
	if !d.mine() {
		return
	}
	d.base, d.alias, d.called, d.first, d.fresh, d.changed = "", "", "", true, fresh, false
	if s, i := d.deck.Source(), d.lecture.At(); i < len(s.Pages) {
		if x, err := doc.Decode(s.Pages[i].Document); err == nil {
			if b, err := doc.Encode(x); err == nil {
				d.base, d.page = string(b), x
			}
		}
	}
}

// settled is called when the newest picture is visible. It checks whether the picture differs from the page's, and has
// small figures drawn for pages that have none.
func (d *decks) settled() {
	if !d.editing() || d.lecture.Opening() {
		return
	}
	now, drafted := d.editor.Settled()
	if drafted {
		return
	}
	text := string(d.picture())
	// The document of a page that was written by hand lacks what the engine adds.
	if d.first && (d.fresh || history.Same(d.page, now)) {
		d.alias = text
	}
	d.first = false
	if text == d.base || text == d.alias {
		d.called = d.byMethod(&now)
	}
	if changed := text != d.base && text != d.alias; changed != d.changed {
		d.changed = changed
		d.lectures.page.changed(theLesson)
	}
	d.draw()
}

// draw requests the small figures of pages that have none, and releases those of pages that are gone.
func (d *decks) draw() {
	var want []string
	pages := d.deck.Source().Pages
	for i := range pages {
		if _, ok := d.drawn[string(pages[i].Document)]; !ok {
			want = append(want, string(pages[i].Document))
		}
	}
	for text, at := range d.drawn {
		if !slices.ContainsFunc(pages, func(p course.PageSource) bool { return string(p.Document) == text }) {
			revoke(at)
			delete(d.drawn, text)
		}
	}
	if len(want) > 0 {
		d.thumbs.Want(want)
	}
}

// Drawn gets a small figure, an SVG; "" if it could not be drawn.
func (d *decks) Drawn(document, svg, _ string) {
	if d.drawn == nil {
		d.drawn = map[string]string{}
	}
	if d.drawn[document] = ""; svg != "" {
		d.drawn[document] = blobURL("image/svg+xml", []byte(svg))
	}
	d.lectures.page.changed(theSlides)
	d.writeNotes()
}

// moveTo moves page i of the deck to index to.
func (d *decks) moveTo(i, to int) { d.rewrite(d.deck.Move(i, to)) }

// dropped moves the page that is being dragged to the index of the page on which it was dropped.
func (d *decks) dropped(to string) {
	i, err := strconv.Atoi(d.dragged)
	if j, wrong := strconv.Atoi(to); err == nil && wrong == nil {
		d.moveTo(i, j)
	}
	d.dragged = ""
}

// Slides is the strip of all pages of the user's own deck.
type Slides struct {
	app.Compo
	core *Core
}

func (s *Slides) reads() any { return s.core.page.version(theCourse | theLesson | theSlides) }

func (s *Slides) Render() app.UI {
	s.core.page.rendering(s)
	d, r := &s.core.decks, &s.core.lecture
	pages, at := d.deck.Source().Pages, r.At()
	var list nodes
	for i := range pages {
		p := &pages[i]
		picture := el("span.film-blank")
		if src := d.drawn[string(p.Document)]; src != "" {
			picture = el("img src=$ alt='' draggable=false", src)
		}
		link := el("a.film-page href=$ draggable=false", asking("deck=mine&page="+p.ID))
		if i == at {
			with(link, "aria-current=page")
		}
		var mark app.UI
		if i == at && d.changed {
			mark = el("span.film-mark|changed")
		}
		list.add(nest(el("li draggable=true data-slide=$", strconv.Itoa(i)),
			nest(link, el("span.film-number|$", strconv.Itoa(i+1)), box("span.film-picture", picture, mark),
				nest(el("span.film-title"), own(p.Title)))))
	}
	return nest(el("nav.film#film aria-label=Slides"),
		box("div.film-tools",
			deckTool("up", "up", "Move up", at > 0, s.onUp),
			deckTool("down", "lower", "Move down", at+1 < len(pages), s.onDown),
			deckTool("remove", "trash", "Remove the page", len(pages) > 1, s.onRemove),
			deckTool("restore", "undo", "Put back the page that was removed", d.deck.Restorable(), s.onRestore)),
		el("span.count|$ of $", strconv.Itoa(at+1), strconv.Itoa(len(pages))),
		box("ol.film-list", list...),
		nest(click(el("button.button#deck-add type=button disabled=$ title='Another page, with the picture as it is now'",
			strconv.FormatBool(d.deck.Full())), s.onAdd), icon("plus"), el("span|New page")))
}

func (s *Slides) onUp(app.Context, app.Event)   { s.moved(-1) }
func (s *Slides) onDown(app.Context, app.Event) { s.moved(+1) }

func (s *Slides) moved(by int) {
	at := s.core.lecture.At()
	s.core.decks.moveTo(at, at+by)
}

func (s *Slides) onAdd(_ app.Context, e app.Event) {
	if secondClick(e) {
		return
	}
	d := &s.core.decks
	if n := d.deck.Add(s.core.lecture.At(), d.title(), d.picture()); n >= 0 {
		d.rewrite(n)
	}
}

func (s *Slides) onRemove(app.Context, app.Event) {
	d := &s.core.decks
	d.rewrite(d.deck.Remove(s.core.lecture.At()))
}

func (s *Slides) onRestore(app.Context, app.Event) {
	d := &s.core.decks
	if n := d.deck.Restore(); n >= 0 {
		d.rewrite(n)
	}
}

// making returns the form above a page of the user's own deck: its picture, texts and controls.
func (l *Lesson) making() app.UI {
	d := &l.core.decks
	i := l.core.lecture.At()
	s := d.deck.Source()
	if i >= len(s.Pages) {
		return nil
	}
	p := &s.Pages[i]
	field := func(what, label, help string, in app.UI, more ...app.UI) app.UI {
		with(in, "id=deck-$ data-what=$ data-page=$", what, what, p.ID)
		return box("div.deck-field", append([]app.UI{el("label.label for=deck-$|$", what, label),
			listen(in, "change", l.onWrite), el("p.help|$", help)}, more...)...)
	}
	var wrong, ticks app.UI
	if d.said != "" {
		wrong = el("p.lesson-wrong role=alert|$", d.said)
	}
	update := "button"
	if d.changed {
		update = "button primary"
	}
	var list nodes
	for _, c := range l.core.embedder.controls() {
		list.add(tick("deck-c-"+c.Name(), c.Name(), c.Label(), slices.Contains(p.Controls, c.Name()), l.onControl))
	}
	list.add(tick("deck-c-points", "points", "Lock the points", slices.Contains(p.Lock, "points"), l.onControl))
	if list != nil {
		ticks = box("fieldset.ticks.deck-field", el("legend.label|Controls below the picture"), box("div.tick-list", list...))
	}
	insert := func(label, text string) app.UI {
		return click(el("button.button.small type=button data-insert=$|$", text, label), l.onInsert)
	}
	return box("section.deck aria-label='Your slides'",
		el("p.on-paper|To print your slides, use “Print…” on this page."),
		box("div.lesson-buttons",
			click(el("button#deck-picture type=button class=$ disabled=$|Update this page's picture", update,
				strconv.FormatBool(!d.changed)), l.onPicture),
			el("p.deck-changed role=status hidden=$|The picture has changed; the page still shows the earlier one.",
				strconv.FormatBool(!d.changed))),
		wrong,
		field("title", "Title", "", el("input type=text maxlength=64")),
		field("text", "Text", "Markdown; formulas: $x_i$", el("textarea rows=7"),
			box("div.lesson-buttons",
				insert("Insert a question", words.Say("? Which one?\n- [ ] Wrong answer\n- [x] Right answer")),
				insert("Insert a remark", words.Say("? A remark, shown by the next key")))),
		ticks,
		field("notes", "Speaker notes", "Shown only in the presenter's window (N). Links leave them out unless you choose "+
			"otherwise in Share.", el("textarea rows=3")),
		field("name", "Name of the deck", "", el("input type=text maxlength=64")),
		box("div.lesson-buttons",
			l.printer("deck-print"),
			listen(el("input.sr#deck-file type=file accept=.json,application/json"), "change", l.onFile),
			el("label.button for=deck-file|Add pages of a file")),
		el("h3.label|Preview"),
		l.values(map[string]string{"name": s.Title, "title": p.Title, "text": string(p.Text), "notes": string(p.Notes)},
			p.Controls, p.Lock))
}

// numberOf returns the index of the page with an id, -1 if there is none.
func (d *decks) numberOf(id string) int {
	return slices.IndexFunc(d.deck.Source().Pages, func(p course.PageSource) bool { return p.ID == id })
}

// written returns the text of a page that a field edits.
func written(p *course.PageSource, what string) string {
	return map[string]string{"title": p.Title, "text": string(p.Text), "notes": string(p.Notes)}[what]
}

// rebind makes the fields edit the page that is shown now. Text that was typed into the field with the focus, and for
// which no change event has come, is written to the page that the field belonged to.
func (d *decks) rebind() {
	if !d.mine() || !app.IsClient {
		return
	}
	id, wrote := d.lecture.Now().ID, false
	for _, what := range []string{"title", "text", "notes"} {
		in := byID("deck-" + what)
		if !in.Truthy() {
			continue
		}
		bound, text := in.Get("dataset").Get("page").String(), in.Get("value").String()
		if bound == id {
			continue
		}
		if i := d.numberOf(bound); i >= 0 && isFocused(in) && text != written(&d.deck.Source().Pages[i], what) {
			d.deck.Write(i, what, text)
			wrote = true
		}
		if i := d.numberOf(id); i >= 0 {
			in.Get("dataset").Set("page", id)
			in.Set("value", written(&d.deck.Source().Pages[i], what))
		}
	}
	if wrote {
		d.rewrite(here)
	}
}

// values sets the values of the fields after rendering. It returns nil: it is called among the children.
func (l *Lesson) values(list map[string]string, controls, lock []string) app.UI {
	soon(l.ctx, func() {
		for what, v := range list {
			if in := byID("deck-" + what); app.IsClient && in.Truthy() && !isFocused(in) {
				syncProperty(in, "value", v)
			}
		}
		for _, c := range l.core.embedder.controls() {
			if in := byID("deck-c-" + c.Name()); app.IsClient && in.Truthy() {
				syncChecked(in, slices.Contains(controls, c.Name()))
			}
		}
		if in := byID("deck-c-points"); app.IsClient && in.Truthy() {
			syncChecked(in, slices.Contains(lock, deck.Points))
		}
	})
	return nil
}

func (l *Lesson) onPicture(app.Context, app.Event) {
	d, at := &l.core.decks, l.core.lecture.At()
	now := l.core.editor.Now()
	b, called := d.picture(), d.byMethod(&now)
	d.deck.Picture(at, b, d.called, called)
	d.base, d.alias, d.changed, d.called = string(b), "", false, called
	d.rewrite(at)
	d.draw()
}

func (l *Lesson) onControl(ctx app.Context, _ app.Event) {
	d := &l.core.decks
	var order []string
	for _, c := range l.core.embedder.controls() {
		order = append(order, c.Name())
	}
	d.deck.Control(l.core.lecture.At(), data(ctx, "tick"), ctx.JSSrc().Get("checked").Bool(), order)
	d.rewrite(l.core.lecture.At())
}

// onInsert appends a template to the page's text, and selects the words to replace.
func (l *Lesson) onInsert(ctx app.Context, _ app.Event) {
	in, d := byID("deck-text"), &l.core.decks
	if !app.IsClient || !in.Truthy() {
		return
	}
	text := strings.TrimRight(in.Get("value").String(), "\n ")
	if text != "" {
		text += "\n\n"
	}
	from := len([]rune(text)) + 2
	insert := data(ctx, "insert")
	text += insert
	line, _, _ := strings.Cut(insert, "\n")
	in.Set("value", text)
	in.Call("focus")
	in.Call("setSelectionRange", from, from+len([]rune(line))-2)
	d.deck.Write(l.core.lecture.At(), "text", text)
	d.rewrite(l.core.lecture.At())
}
