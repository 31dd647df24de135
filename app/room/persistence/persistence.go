// Package persistence is the room of saving and links: what outlives the page.
//
// persistence.go writes (the autosave, the address, what a tab keeps for its reload),
// open.go reads (which document the page starts with, links that come later),
// opening.go remembers which documents a page has died of.
//
// The address follows half a second after an edit, or later when the browser finds that too often. What a tab
// has when it is left before that is in its sessionStorage, with the fragments under which the tab may be
// found: a reload or Back finds it there, and whoever opens the address anew gets what the address says. A link
// wins over the autosave (localStorage), which is then one undo away. Of a saved document, a file or a link, a
// part of the view that is wrong is left out with a note (doc.Salvage), as it costs no points; a script's
// document is refused. An autosave that can't be opened is set aside and offered as a file.
package persistence

import (
	"slices"
	"time"

	"pointscape/app/history"
	"pointscape/app/room/clock"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// Storage is one of the browser's two storages. Either may be refused or full.
type Storage interface {
	Get(key string) string // "" when there is nothing
	// Set reports whether the browser has kept the value.
	Set(key, value string) (kept bool)
	Remove(key string)
}

// Address is the page's address bar.
type Address interface {
	// Fragment is what stands behind # now.
	Fragment() string
	// SetFragment writes it. Browsers refuse when it is done too often.
	SetFragment(link string)
}

// Notifier tells people something: Toast of the present document, News of something
// that has happened whatever becomes of the document.
type Notifier interface {
	Toast(text string, alarm bool)
	News(text string)
	Retry(text string, again func()) // of what may succeed when it is asked for once more
}

// Loader has the engine check foreign input; see package load.
type Loader interface {
	// Load makes it the present, if nothing is wrong with it.
	Load(l wire.Load, what, key string, done func(*wire.Error))
	// Fetch only returns it.
	Fetch(l wire.Load, done func(d doc.Document, notes []string, e *wire.Error))
}

// Needs are what a Store works with.
type Needs struct {
	Clock    clock.Clock
	Local    Storage // for the next visit, of all tabs
	Session  Storage // for a reload of this tab
	Address  Address
	Notifier Notifier
	Embedded bool // in somebody's frame: only its address is written

	Loader Loader
	// Present is the newest document that is whole: in the middle of a gesture,
	// which drafted tells, the one before it.
	Present func() (d doc.Document, drafted bool)
	// Linked is told each new permalink.
	Linked func(link string)

	// Begin makes a document the page's first.
	Begin func(d doc.Document)
	// Before puts a document under the oldest step of history; false when it can't
	// be opened any more.
	Before func(d doc.Document, what string) bool
	// Offered tells that other documents are offered.
	Offered func()
	// Guest tells that the page shows a course: what is made there is kept in the address and for a reload of the tab,
	// and does not take the place of what people left in the playground.
	Guest bool
	// Still tells that the address holds something else, which stays.
	Still bool
}

// Store owns what outlives the page: the autosave, what a tab keeps for its
// reload, and the permalink in the address.
type Store struct {
	Needs

	open bool // the first document is there
	link string
	// left are the fragments under which the tab may be found again beside the present one, the newest first: a
	// reload that has begun asks for the address of that moment, though the page may write another one until the
	// host answers. behind tells that the tab's storage has the present under them.
	left    []string
	behind  bool
	unsaved bool
	timer   clock.Timer

	noted    string // what the page has left a note about, "" = nothing
	asking   bool   // the engine has not answered about it
	reopened string // the key under which it is kept, "" = none
	offers   []Offer
	offered  int
}

const (
	// saveAfter is how long after an edit it is saved: Safari refuses more than
	// 100 changes of the address in half a minute.
	saveAfter = 500 * time.Millisecond
	// againAfter is when it is tried again after a browser has refused.
	againAfter = 10 * time.Second
	// mostLeft is how many addresses of a tab are known.
	mostLeft = 4
)

// Link is the permalink of the present as it was made last, without #; "" when it
// would be too long.
func (k *Store) Link() string { return k.link }

// Began tells that the first document is there. From now on changes are kept; who
// only looks at a link keeps what was saved here before.
func (k *Store) Began() {
	k.open = true
	k.MakeLink()
}

// Save keeps the present for the next visit and writes the address, a little later.
func (k *Store) Save() {
	if k.open {
		k.later(saveAfter)
	}
}

func (k *Store) later(d time.Duration) {
	k.unsaved = true
	k.timer.Set(k.Clock, d, k.SaveNow)
}

// SaveNow keeps what has not been kept yet, unless a gesture goes on, whose end
// will save.
func (k *Store) SaveNow() { k.keep(false) }

// Leave saves what the page may be left with: it is hidden, or goes.
func (k *Store) Leave() { k.keep(true) }

// ComeBack is called when a page that was left is shown again as it was: its
// address may not have followed.
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
		link, _ = history.Link(d) // none when it would be too long
	} else {
		link = k.MakeLink()
	}
	k.unsaved = false
	if k.Embedded {
		k.Address.SetFragment(link)
		return
	}
	if text, err := history.Save(d); err == nil && !k.Guest && !k.Local.Set(history.Key, text) && !leaving {
		what := "points"
		if d.Table != nil {
			what = "table"
		}
		k.Notifier.News("This browser keeps no more data: save your " + what + " as a file before you leave.")
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

// keepBehind keeps a document for a tab that is found under one of the fragments that it has left.
func (k *Store) keepBehind(d doc.Document) {
	text, err := history.SaveBehind(d, k.left...)
	if err != nil {
		k.forget()
		return
	}
	k.behind = k.Session.Set(history.TabKey, text)
}

// forget takes back what the tab has kept.
func (k *Store) forget() {
	k.Session.Remove(history.TabKey)
	k.behind = false
}

// MakeLink makes the permalink of the present, "" when it would be too long.
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
