// Package notifications has the messages to the user: toasts over the plane (Board), errors of input fields (Fields),
// and texts for screen readers (Speaker).
package notifications

import (
	"slices"
	"time"
	"unicode/utf8"

	"pointscape/app/room/clock"
)

// Toast is a short message over the plane that disappears after a while.
type Toast struct {
	ID    int
	Text  string
	More  string // details, which are shown on request
	Open  bool   // the details are shown, and the toast stays
	Back  bool   // it has a button that undoes what it reports
	Alarm bool   // an error: stays until it is dismissed
	News  bool   // not about the present document: stays when another one is opened
	Again func() // repeats what has failed; nil = that would be of no use
}

const (
	maxToasts = 3
	toastTime = 6 * time.Second
	perLetter = 60 * time.Millisecond // reading time
)

// Board owns the toasts.
type Board struct {
	Clock   clock.Clock
	Changed func() // called when other toasts are to be shown

	list []Toast
	id   int
}

// Shown returns the single toast that is shown: the newest error, otherwise the newest.
func (b *Board) Shown() (t Toast, ok bool) {
	for _, x := range slices.Backward(b.list) {
		if !ok || x.Alarm && !t.Alarm {
			t, ok = x, true
		}
	}
	return t, ok
}

// Toast shows a message about the present document; Clear removes it when another document is opened.
func (b *Board) Toast(text string, alarm bool) { b.show(Toast{Text: text, Alarm: alarm}) }

// Tell is Toast for a message with details.
func (b *Board) Tell(text, more string) { b.show(Toast{Text: text, More: more}) }

// Undoable is Toast for an edit, with a button to undo it.
func (b *Board) Undoable(text string) { b.show(Toast{Text: text, Back: true}) }

// Open shows a toast's details. It then stays until it is dismissed.
func (b *Board) Open(id int) {
	if i := slices.IndexFunc(b.list, func(t Toast) bool { return t.ID == id }); i >= 0 {
		b.list = slices.Clone(b.list)
		b.list[i].Open = true
		b.Changed()
	}
}

// News shows a message that does not depend on the document.
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

// Alarm shows an error.
func (b *Board) Alarm(text string) { b.Toast(text, true) }

// Retry shows an error of something that may succeed when it is repeated by again.
func (b *Board) Retry(text string, again func()) {
	b.show(Toast{Text: text, Alarm: true, Again: again})
}

// Again removes a toast and repeats what has failed.
func (b *Board) Again(id int) {
	if i := slices.IndexFunc(b.list, func(t Toast) bool { return t.ID == id }); i >= 0 {
		again := b.list[i].Again
		b.Dismiss(id)
		again()
	}
}

// Dismiss removes a toast.
func (b *Board) Dismiss(id int) { b.drop(func(t Toast) bool { return t.ID == id }) }

// Clear removes the messages about the document before.
func (b *Board) Clear() { b.drop(func(t Toast) bool { return !t.News }) }

func (b *Board) drop(gone func(Toast) bool) {
	n := len(b.list)
	b.list = slices.DeleteFunc(slices.Clone(b.list), gone)
	if len(b.list) < n {
		b.Changed()
	}
}
