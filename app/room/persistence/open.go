package persistence

import (
	"strings"
	"time"

	"pointscape/app/history"
	"pointscape/app/room/importer"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Arrival describes how a page was opened.
type Arrival struct {
	// Link is the fragment of its address.
	Link string
	// Anew is false if the browser has restored the page by a reload, Back or Forward.
	Anew bool
	// Since is the time at which the page began to load.
	Since time.Time
	// Start is the engine's first document, as JSON.
	Start string
}

// Open opens the page's first document: the one that this tab was left with, otherwise the link's, otherwise that of
// the last visit, otherwise the engine's. A document that made an earlier page crash is skipped, and offered.
func (k *Store) Open(a Arrival) {
	defer k.offerKept()
	// A restored tab continues where it was left, even if its address was not updated in time. If the user opens the
	// same address anew, the address decides.
	text, ok := history.RestoreBehind(k.Session.Get(history.TabKey), a.Link)
	if !ok || a.Anew || k.Embedded {
		k.Session.Remove(history.TabKey)
		k.openAddress(a)
		return
	}
	if k.died(text, a.Since) {
		k.offer(words.Text("The page stopped while opening the document of this tab.%s", notAgain), text, "")
		k.openAddress(a)
		return
	}
	k.load(text, func(e *wire.Error) {
		if e != nil {
			k.openAddress(a)
			return
		}
		k.Save()
	})
}

// Plain reports whether Open would certainly open the engine's first document.
func (k *Store) Plain(a Arrival) bool {
	_, found := history.RestoreBehind(k.Session.Get(history.TabKey), a.Link)
	return a.Link == "" && (k.Embedded || (!found || a.Anew) && k.Local.Get(history.Key) == "")
}

// Begin opens the engine's first document without the engine, which opened it when the site was built.
func (k *Store) Begin(d doc.Document) {
	k.Session.Remove(history.TabKey)
	k.Needs.Begin(d)
	k.offerKept()
}

// load opens a document of the user as the page's first one.
func (k *Store) load(text string, done func(*wire.Error)) {
	k.opens(text)
	k.Loader.Load(wire.Load{Kind: "saved", Text: text}, "start", "", k.answered(func(e *wire.Error) {
		if e != importer.Overtaken { // otherwise another document is already there
			done(e)
		}
	}))
}

func (k *Store) openAddress(a Arrival) {
	if a.Link == "" {
		k.openSaved(a, nil)
		return
	}
	if d, _, err := doc.SalvageLink(a.Link); err == nil {
		if text, err := history.Save(d); err == nil && k.died(text, a.Since) {
			k.offer(words.Text("The page stopped when it opened this link.%s", notAgain), text, "")
			k.openSaved(a, nil)
			return
		}
	}
	k.OpenLink(a.Link, "start", func(e *wire.Error) {
		if e == importer.Overtaken {
			return
		}
		if e != nil {
			k.openSaved(a, e)
		} else if a.Anew {
			k.keepBefore()
		}
	})
}

// openSaved opens the document of the last visit, otherwise the engine's. wrong is the error of a broken link, which is
// shown once the page has another document.
func (k *Store) openSaved(a Arrival, wrong *wire.Error) {
	begun := func() {
		if wrong != nil {
			k.badLink(a.Link, wrong)
		}
	}
	start := func() { // without a note: there is nothing else to open instead
		k.Loader.Load(wire.Load{Kind: "json", Text: a.Start}, "start", "", func(e *wire.Error) {
			if e != nil {
				k.Notifier.Toast(e.Message, true)
			}
			begun()
		})
	}
	text := k.saved()
	if text != "" && k.died(text, a.Since) {
		k.setAside(words.Text("The page stopped while opening your last document.%s", notAgain), text)
		text = ""
	}
	if text == "" {
		start()
		return
	}
	k.load(text, func(e *wire.Error) {
		if e != nil {
			k.setAside(notOpened(e), text)
			start()
			return
		}
		begun()
	})
}

// saved returns the document of the last visit, "" if there is none. A frame and a course have none: they show the
// documents that the page around or the course asks for. A text that is not a document is set aside.
func (k *Store) saved() string {
	if k.Embedded || k.Guest {
		return ""
	}
	text := k.Local.Get(history.Key)
	if text == "" {
		return ""
	}
	if _, _, err := doc.Salvage([]byte(text)); err != nil {
		k.setAside(notOpened(importer.Refusal(err)), text)
		return ""
	}
	return text
}

func notOpened(e *wire.Error) string {
	return words.Text("Your last picture here can't be opened: %s", e.Message)
}

// keepBefore puts the document of the last visit before that of a link in the history, so that it is one undo away.
func (k *Store) keepBefore() {
	text := k.saved()
	if text == "" {
		return
	}
	if d, _ := history.Restore(text); k.same(d) {
		return
	}
	k.Loader.Fetch(wire.Load{Kind: "saved", Text: text}, func(d doc.Document, _ []string, e *wire.Error) {
		if e != nil { // it could not be opened without the link, either
			k.setAside(notOpened(e), text)
			return
		}
		if k.Before(d, "open a link") {
			k.Notifier.Toast("Undo brings back the points that you had here before.", false)
		}
	})
}

func (k *Store) same(d doc.Document) bool {
	now, _ := k.Present()
	return history.Same(d, now)
}

// OpenLink opens a permalink. It is parsed here first, so that a broken link is reported at once.
func (k *Store) OpenLink(link, what string, done func(*wire.Error)) {
	d, _, err := doc.SalvageLink(link) // the engine reports what is left out
	if err != nil {
		done(importer.Refusal(err))
		return
	}
	if text, err := history.Save(d); err == nil {
		k.opens(text)
	}
	k.Loader.Load(wire.Load{Kind: "link", Text: strings.TrimPrefix(link, "#")}, what, "", k.answered(done))
}

// AddressChanged is called when the user has changed the address, or has gone back in the tab. It opens the link,
// unless it is empty or the page's own. link is an argument because the address may have changed again: the page may
// have written it for an edit just before.
func (k *Store) AddressChanged(link string) {
	if link == "" || link == k.link {
		return
	}
	k.left = nil // the tab is restored under this one
	k.forget()
	k.OpenLink(link, "open a link", func(e *wire.Error) {
		if e != nil {
			k.badLink(link, e)
		}
	})
}

// badLink reports what is wrong with a link.
func (k *Store) badLink(link string, e *wire.Error) {
	text := words.Text("The link could not be opened: %s", e.Message)
	if !e.Again {
		k.Notifier.Toast(text, true)
		return
	}
	k.Notifier.Retry(text, func() {
		k.OpenLink(link, "open a link", func(e *wire.Error) {
			if e != nil && e != importer.Overtaken {
				k.badLink(link, e)
			}
		})
	})
}
