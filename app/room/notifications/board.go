// Package notifications is the room of what people are told: toasts over the plane
// (Board), what is wrong in a field (Fields), what screen readers hear (Speaker).
package notifications

import (
	"slices"
	"time"
	"unicode/utf8"

	"pointscape/app/room/clock"
)

// Toast is a short text over the plane, for a while.
type Toast struct {
	ID    int
	Text  string
	More  string // details, which are shown when they are asked for
	Open  bool   // they are shown: it stays, too
	Back  bool   // undo takes back what it tells of
	Alarm bool   // an error: stays until it is dismissed
	News  bool   // of something that has happened, and not of the document
	Again func() // asks once more for what has failed; nil = that would be of no use
}

const (
	maxToasts = 3
	toastTime = 6 * time.Second
	perLetter = 60 * time.Millisecond // to read it
)

// Board owns the toasts.
type Board struct {
	Clock   clock.Clock
	Changed func() // other toasts are to be shown

	list []Toast
	id   int
}

// Shown is the one toast that is shown: the newest error, else the newest.
func (b *Board) Shown() (t Toast, ok bool) {
	for _, x := range slices.Backward(b.list) {
		if !ok || x.Alarm && !t.Alarm {
			t, ok = x, true
		}
	}
	return t, ok
}

// Toast tells something about the present document; when that goes, so does the
// toast (Clear).
func (b *Board) Toast(text string, alarm bool) { b.show(Toast{Text: text, Alarm: alarm}) }

// Tell is Toast of something that there is more to say of.
func (b *Board) Tell(text, more string) { b.show(Toast{Text: text, More: more}) }

// Undoable is Toast of what undo takes back, at once by a button.
func (b *Board) Undoable(text string) { b.show(Toast{Text: text, Back: true}) }

// Open shows what more there is to say. It stays until it is dismissed.
func (b *Board) Open(id int) {
	if i := slices.IndexFunc(b.list, func(t Toast) bool { return t.ID == id }); i >= 0 {
		b.list = slices.Clone(b.list)
		b.list[i].Open = true
		b.Changed()
	}
}

// News tells of something that has happened whatever becomes of the document.
func (b *Board) News(text string) { b.show(Toast{Text: text, News: true}) }

func (b *Board) show(t Toast) {
	if slices.ContainsFunc(b.list, func(x Toast) bool { return x.Text == t.Text }) {
		return
	}
	b.id++
	t.ID = b.id
	b.list = append(slices.Clip(b.list), t)
	if len(b.list) > maxToasts {
		b.list = b.list[1:]
	}
	if !t.Alarm {
		stays := max(toastTime, time.Duration(utf8.RuneCountInString(t.Text))*perLetter)
		b.Clock.After(stays, func() { b.drop(func(x Toast) bool { return x.ID == t.ID && !x.Open }) })
	}
	b.Changed()
}

// Alarm is a toast of something that has gone wrong.
func (b *Board) Alarm(text string) { b.Toast(text, true) }

// Retry is an alarm about something that may succeed when it is asked for once more.
func (b *Board) Retry(text string, again func()) {
	b.show(Toast{Text: text, Alarm: true, Again: again})
}

// Again takes one away and asks once more.
func (b *Board) Again(id int) {
	if i := slices.IndexFunc(b.list, func(t Toast) bool { return t.ID == id }); i >= 0 {
		again := b.list[i].Again
		b.Dismiss(id)
		again()
	}
}

// Dismiss takes one toast away.
func (b *Board) Dismiss(id int) { b.drop(func(t Toast) bool { return t.ID == id }) }

// Clear takes away what was said of the document before.
func (b *Board) Clear() { b.drop(func(t Toast) bool { return !t.News }) }

func (b *Board) drop(gone func(Toast) bool) {
	n := len(b.list)
	b.list = slices.DeleteFunc(slices.Clone(b.list), gone)
	if len(b.list) < n {
		b.Changed()
	}
}
