// Package persistence saves the document, in the browser's storage and in permalinks.
//
// persistence.go writes (the autosave, the address, what a tab keeps for its reload), open.go reads (which document the
// page starts with, links that come later), opening.go remembers which documents have crashed a page.
//
// The address is updated half a second after an edit, or later if the browser refuses because that is too often. If a
// tab is left before that, its sessionStorage has the document with the fragments under which the tab may be restored:
// a reload or Back finds it there, and opening the address anew opens the address's document. A link wins over the
// autosave (localStorage), which is then one undo away. An invalid part of the view is left out of a saved document, a
// file or a link, with a note (doc.Salvage), since no points are lost; a script's document is refused. An autosave that
// cannot be opened is set aside and offered as a file.
package persistence

import (
	"slices"
	"time"

	"pointscape/app/history"
	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// Storage is one of the browser's two storages. It may be disabled or full.
type Storage interface {
	Get(key string) string // "" if there is nothing
	// Set reports whether the browser has stored the value.
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Address is the page's address bar.
type Address interface {
	// Fragment returns the part after #.
	Fragment() string
	// SetFragment sets it. Browsers refuse if it is called too often.
	SetFragment(link string)
}

// Notifier shows messages to the user: Toast about the present document, News about something that does not depend on
// it.
type Notifier interface {
	Toast(text string, alarm bool)
	News(text string)
	Retry(text string, again func()) // for what may succeed when it is repeated
}

// Loader has the engine check input from outside; see package importer.
type Loader interface {
	// Load makes it the present document, if it is valid.
	Load(l wire.Load, what, key string, done func(*wire.Error))
	// Fetch only returns it.
	Fetch(l wire.Load, done func(d doc.Document, notes []string, e *wire.Error))
}

// Needs has what a Store depends on.
type Needs struct {
	Clock    clock.Clock
	Local    Storage // shared by all tabs, for the next visit
	Session  Storage // of this tab, for a reload
	Address  Address
	Notifier Notifier
	Embedded bool // in a frame of another site: only its address is written

	Loader Loader
	// Present returns the newest complete document: during a gesture, which drafted reports, the one before it.
	Present func() (d doc.Document, drafted bool)
	// Linked gets each new permalink.
	Linked func(link string)

	// Begin makes a document the page's first.
	Begin func(d doc.Document)
	// Before puts a document before the oldest step of the history; it returns false if the document cannot be opened
	// any more.
	Before func(d doc.Document, what string) bool
	// Offered is called when the offered documents have changed.
	Offered func()
	// Guest says that the page shows a course: its documents are stored in the address and for a reload of the tab, and
	// do not overwrite the user's document in the playground.
	Guest bool
	// Still says that the address holds something else and must not be changed.
	Still bool
}

// Store saves the document: as the autosave, for a reload of the tab, and as the permalink in the address.
type Store struct {
	Needs

	open bool // the first document is there
	link string
	// left are the fragments, other than the present one, under which the tab may be restored, the newest first: a
	// reload asks for the address at its beginning, but the page may change the address until the host answers. behind
	// says that the tab's storage has the present document under them.
	left    []string
	behind  bool
	unsaved bool
	timer   clock.Timer

	noted    string // hash of the document that the page has written a note about, "" = none
	asking   bool   // the engine has not answered about it
	reopened string // its storage key if it was set aside, "" = none
	offers   []Offer
	offered  int
}

const (
	// saveAfter is how long after an edit the document is saved: Safari refuses more than 100 changes of the address in
	// half a minute.
	saveAfter = 500 * time.Millisecond
	// againAfter is how long after a refusal of the browser saving is tried again.
	againAfter = 10 * time.Second
	// mostLeft is the largest number of left.
	mostLeft = 4
)

// Link returns the permalink of the present document as it was made last, without #; "" if it would be too long.
func (k *Store) Link() string { return k.link }

// Began says that the first document is there. From now on changes are saved; merely viewing a link does not overwrite
// what was saved before.
func (k *Store) Began() {
	k.open = true
	k.MakeLink()
}

// Save saves the present document for the next visit and writes the address, a little later.
func (k *Store) Save() {
	if k.open {
		k.later(saveAfter)
	}
}

func (k *Store) later(d time.Duration) {
	k.unsaved = true
	k.timer.Set(k.Clock, d, k.SaveNow)
}

// SaveNow saves unsaved changes, except during a gesture, whose end will save.
func (k *Store) SaveNow() { k.keep(false) }

// Leave saves before the page may be closed: it is hidden or left.
func (k *Store) Leave() { k.keep(true) }

// ComeBack is called when the browser shows a page again that was left: its address may not have been updated.
func (k *Store) ComeBack() {
	if k.open && k.Address.Fragment() != k.link {
		k.Save()
	}
}

func (k *Store) keep(leaving bool) {
	k.timer.Stop()
	if !k.unsaved {
		if leaving && !k.Embedded && !k.behind && k.left != nil {
			d, _ := k.Present()
			k.keepBehind(d)
		}
		return
	}
	d, drafted := k.Present()
	if drafted && !leaving {
		return
	}
	if k.Still {
		k.unsaved = false
		return
	}
	link := ""
	if drafted {
		link, _ = history.Link(d) // none if it would be too long
	} else {
		link = k.MakeLink()
	}
	k.unsaved = false
	if k.Embedded {
		k.Address.SetFragment(link)
		return
	}
	if text, err := history.Save(d); err == nil && !k.Guest && !k.Local.Set(history.Key, text) && !leaving {
		says := "This browser keeps no more data: save your points as a file before you leave."
		if d.Table != nil {
			says = "This browser keeps no more data: save your table as a file before you leave."
		}
		k.Notifier.News(says)
	}
	at := k.Address.Fragment()
	k.Address.SetFragment(link)
	refused := k.Address.Fragment() != link
	if refused && !leaving {
		k.later(againAfter)
	}
	switch {
	case refused || leaving:
		if !slices.Contains(k.left, at) {
			k.left = append([]string{at}, k.left...)
			k.left = k.left[:min(len(k.left), mostLeft)]
		}
		k.keepBehind(d)
	default:
		k.forget()
		if at != link {
			k.left = []string{at}
		}
	}
}

// keepBehind stores a document for a tab that is restored under one of its former fragments.
func (k *Store) keepBehind(d doc.Document) {
	text, err := history.SaveBehind(d, k.left...)
	if err != nil {
		k.forget()
		return
	}
	k.behind = k.Session.Set(history.TabKey, text)
}

// forget removes what is stored for the tab.
func (k *Store) forget() {
	k.Session.Remove(history.TabKey)
	k.behind = false
}

// MakeLink makes the permalink of the present document, "" if it would be too long.
func (k *Store) MakeLink() string {
	d, _ := k.Present()
	link, err := history.Link(d)
	if err != nil {
		link = ""
	}
	k.link = link
	k.Linked(link)
	return link
}
