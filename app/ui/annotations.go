package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/room/annotate"
	"pointscape/app/room/editor"
	"pointscape/app/stage"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// annotations connects the tool for annotations with the page.
type annotations struct {
	*Core
}

// needs returns what the tool depends on.
func (an *annotations) needs() annotate.Needs {
	return annotate.Needs{
		Document: &an.editor.Annotations, View: an.editor.View.Now, Called: words.Say("Label"),
		Touch: func() bool { return an.gesture.Touch },
		Round: func(x, y float64) (float64, float64) {
			w, h := an.decks.Pixel()
			return stage.Round(x, w), stage.Round(y, h)
		},
		Moved: an.paint,
		Changed: func() {
			an.paint()
			an.fields.Accept("annotation")
			an.page.changed(theSelection)
		},
		Write: an.write, Say: an.speaker.Say,
	}
}

// paint paints the annotations, and highlights the selected one.
func (an *annotations) paint() {
	an.screen.Above.SetAnnotations(an.notes.Painted())
	an.painter.highlights()
}

// changed is called when the document has changed.
func (an *annotations) changed() {
	if an.notes.Renew() {
		an.paint()
	}
}

// putAway puts the tool away before a presentation, which shows no card of it.
func (an *annotations) putAway() {
	if an.notes.Kind() != "" {
		an.take("")
	}
}

// may reports whether annotations can be added and changed: not in a space, and not where they are locked.
func (an *annotations) may() bool {
	return an.editor.Loaded() && an.editor.View.Near() == nil && !an.gesture.ReadOnly &&
		!an.editor.Locks(editor.LockedAnnotations)
}

// on reports whether dragging on the plane draws annotations.
func (an *annotations) on() bool { return an.notes.Kind() != "" && an.may() && !an.present.On() }

// take selects the tool for a kind of annotations; "" puts it away.
func (an *annotations) take(kind string) {
	an.editor.History.Seal()
	an.editor.Selection.Set(-1)
	an.holdout.byClicks(false)
	an.notes.Take(kind)
	an.page.changed(theClick)
}

// escape handles Escape: it cancels what is being drawn, or deselects, or puts the tool away. It returns false if the
// tool is not selected.
func (an *annotations) escape() bool {
	_, _, selected := an.notes.Selected()
	switch {
	case !an.on():
		return false
	case an.notes.Cancel():
	case selected:
		an.editor.History.Seal()
		an.notes.Select(-1)
		an.screen.Focus()
	default:
		an.take("")
		an.screen.Focus()
	}
	return true
}

// write focuses the text field of the selected annotation.
func (an *annotations) write() { an.page.afterRender(func() { focusText("annotation-text") }) }

// says returns descriptions of the visible annotations for screen readers, and their indices in the document.
func (an *annotations) says() (list []string, at []int) {
	if !an.editor.Loaded() || an.lecture.Veiled() {
		return nil, nil
	}
	at = an.editor.Annotations.Shown()
	for _, i := range at {
		a, _ := an.editor.Annotations.At(i)
		list = append(list, words.Say(method.AnnotationSaid(&a)))
	}
	return list, at
}

// state returns what the card shows of the tool, as a text to compare.
func (an *annotations) state() string {
	if !an.on() {
		return ""
	}
	i, a, _ := an.notes.Selected()
	return an.notes.Kind() + strconv.Itoa(i) + a.Kind + an.fields.At("annotation").Message
}

// annotation returns the card of the tool: the kinds, and the text of the selected annotation.
func (c *Card) annotation() app.UI {
	k := c.core
	_, _, selected := k.notes.Selected()
	row := nodes{el("span.label|Annotate")}
	for _, x := range [][3]string{{doc.NoteArrow, "arrow", "Arrow"}, {doc.NoteLabel, "text", "Label"},
		{doc.NoteArea, "region", "Area"}} {
		row.add(nest(click(el("button.tool type=button data-kind=$ aria-pressed=$ aria-label=$ title=$", x[0],
			strconv.FormatBool(k.notes.Kind() == x[0]), x[2], x[2]), c.onKind), icon(x[1])))
	}
	wrong := k.fields.At("annotation").Message
	if selected {
		soon(c.ctx, c.syncNote)
		in := listen(listen(listen(el("input.num#annotation-text type=text autocomplete=off maxlength=$"+
			" aria-invalid=$ placeholder=$", strconv.Itoa(doc.MaxAnnotationText),
			strconv.FormatBool(k.fields.At("annotation").Shown()), "$x_1$"), "input", c.onNote), "change",
			c.onNoteDone), "keydown", c.onNoteKey)
		if wrong != "" {
			with(in, "aria-describedby=card-wrong-annotation")
		}
		row.add(box("label.card-field.note-text", el("span.name-of|Text"), in),
			nest(click(el("button.tool type=button aria-label='Remove the annotation' title='Remove the annotation'"),
				c.onRemoveNote), icon("trash")))
	} else {
		hint := k.names.byPointer("Drag, or tap both ends; tap an annotation to edit it",
			"Drag, or click both ends; click an annotation to edit it")
		if k.notes.Kind() == doc.NoteLabel {
			hint = k.names.byPointer("Tap where the text goes; tap an annotation to edit it",
				"Click where the text goes; click an annotation to edit it")
		}
		row.add(el("span.hint|$", hint))
	}
	row.add(nest(click(el("button.tool type=button aria-label=Done title='Done (Esc)'"), c.onEndNotes), icon("close")))
	rows := nodes{box("div.card-row", row...)}
	if wrong != "" {
		rows.add(el("p.wrong#card-wrong-annotation role=alert|$", wrong))
	}
	return box("div.card.notes role=group aria-label=Annotate", rows...)
}

// syncNote shows the text of the selected annotation in the field, unless the user is typing the text of that same
// annotation.
func (c *Card) syncNote() {
	if el := byID("annotation-text"); app.IsClient && el.Truthy() {
		if i, a, ok := c.core.notes.Selected(); ok && (!isFocused(el) || el.Get("dataset").Get("of").String() !=
			strconv.Itoa(i)) {
			el.Get("dataset").Set("of", strconv.Itoa(i))
			syncProperty(el, "value", a.Text)
		}
	}
}

func (c *Card) onKind(ctx app.Context, _ app.Event) { c.core.annotations.take(data(ctx, "kind")) }

func (c *Card) onEndNotes(app.Context, app.Event) {
	c.core.annotations.take("")
	c.core.screen.Focus()
}

func (c *Card) onRemoveNote(app.Context, app.Event) {
	i, _, _ := c.core.notes.Selected()
	c.core.notes.Remove(i)
	c.core.screen.Focus()
}

func (c *Card) onNote(ctx app.Context, _ app.Event) { c.core.annotations.text(inputValue(ctx)) }

// text sets the text of the selected annotation. Edits of one text are merged into one step of the history. An invalid
// text is refused with a message.
func (an *annotations) text(text string) {
	i, a, ok := an.notes.Selected()
	if !ok {
		return
	}
	a.Text = strings.TrimSpace(doc.Clean(text, false))
	if err := a.Wrong("text"); err != nil {
		an.fields.Refuse("annotation", text, upperFirst(err.Got))
		if err.Got == "" || !strings.Contains(text, "$") {
			an.fields.Refuse("annotation", text, "A label needs a text.")
		}
		return
	}
	if an.editor.Annotations.Set(i, a, "edit an annotation", "annotation-text") {
		an.fields.Accept("annotation")
	}
}

// onNoteDone handles leaving the field: an invalid text is replaced by the annotation's present one.
func (c *Card) onNoteDone(ctx app.Context, _ app.Event) {
	c.core.editor.History.Seal()
	if _, a, ok := c.core.notes.Selected(); ok && c.core.fields.Leave("annotation") {
		ctx.JSSrc().Set("value", a.Text)
	}
}

// onNoteKey handles Enter: it returns to the plane.
func (c *Card) onNoteKey(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" {
		c.core.screen.Focus()
	}
}

// NoteList lists the annotations as buttons for the keyboard and for screen readers. They are invisible; the stage
// highlights the annotation whose button has the focus.
type NoteList struct {
	app.Compo
	core *Core
}

func (l *NoteList) reads() any {
	list, _ := l.core.annotations.says()
	return strings.Join(list, "\n")
}

func (l *NoteList) Render() app.UI {
	l.core.page.rendering(l)
	var items nodes
	list, at := l.core.annotations.says()
	for k, i := range at {
		items.add(box("li", listen(listen(listen(click(el("button type=button data-note=$|$", strconv.Itoa(i), list[k]),
			l.onOpen), "focus", l.onFocus), "blur", l.onBlur), "keydown", l.onKey)))
	}
	return nest(el("ul.sr#annotations aria-label=Annotations hidden=$", strconv.FormatBool(items == nil)), items...)
}

// noteOf returns the index of the annotation that a button belongs to, -1 if there is none.
func noteOf(ctx app.Context) int {
	i, err := strconv.Atoi(data(ctx, "note"))
	if err != nil {
		return -1
	}
	return i
}

func (l *NoteList) onFocus(ctx app.Context, _ app.Event) { l.core.notes.Select(noteOf(ctx)) }

func (l *NoteList) onBlur(app.Context, app.Event) {
	l.core.editor.History.Seal()
	if !l.core.annotations.on() {
		l.core.notes.Select(-1)
	}
}

// onOpen selects the tool and the annotation, to edit its text.
func (l *NoteList) onOpen(ctx app.Context, _ app.Event) {
	k, i := l.core, noteOf(ctx)
	a, ok := k.editor.Annotations.At(i)
	if !ok || k.editor.Denies(editor.LockedAnnotations, editor.LockedAnnotations) || !k.annotations.may() {
		return
	}
	k.annotations.take(a.Kind)
	k.notes.Select(i)
	k.annotations.write()
}

// onKey moves the annotation by the arrow keys, in larger steps with Shift, or removes it.
func (l *NoteList) onKey(ctx app.Context, e app.Event) {
	k, i, key := l.core, noteOf(ctx), e.Get("key").String()
	if k.gesture.ReadOnly {
		return
	}
	v := k.editor.View.Now()
	by := float64(min(v.W, v.H)) / 50
	if e.Get("shiftKey").Bool() {
		by *= 5
	}
	switch d, arrow := stage.Arrow(key); {
	case arrow:
		k.notes.Move(i, by*d[0], -by*d[1])
	case key == "Delete" || key == "Backspace":
		k.notes.Remove(i)
		k.screen.Focus()
	default:
		return
	}
	e.PreventDefault()
}
