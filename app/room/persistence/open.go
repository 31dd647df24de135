package persistence

import (
	"strings"
	"time"

	"pointscape/app/history"
	"pointscape/app/room/importer"
	"pointscape/engine/doc"
	"pointscape/engine/wire"
)

// Arrival is how a page was opened.
type Arrival struct {
	// Link is the fragment that it was opened with.
	Link string
	// Anew is false when the browser found the page again: a reload, Back, Forward.
	Anew bool
	// Since is when the page began.
	Since time.Time
	// Start is the engine's own first document, as JSON.
	Start string
}

// Open opens the document that the page starts with: what this tab was left with,
// else the link's, else the last visit's, else the engine's. What an earlier page
// has died of is passed over, and offered.
func (k *Store) Open(a Arrival) {
	defer k.offerKept()
	// A tab that is found again goes on where it was left, also when its address
	// had no time to follow. Who opens the same address anew means the address.
	text, ok := history.RestoreBehind(k.Session.Get(history.TabKey), a.Link)
	if !ok || a.Anew || k.Embedded {
		k.Session.Remove(history.TabKey)
		k.openAddress(a)
		return
	}
	if k.died(text, a.Since) {
		k.offer("The page stopped while opening the document of this tab."+notAgain, text, "")
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

// Plain tells that Open would open the engine's own first document.
func (k *Store) Plain(a Arrival) bool {
	_, found := history.RestoreBehind(k.Session.Get(history.TabKey), a.Link)
	return a.Link == "" && (k.Embedded || (!found || a.Anew) && k.Local.Get(history.Key) == "")
}

// Begin opens that, which an engine has opened before.
func (k *Store) Begin(d doc.Document) {
	k.Session.Remove(history.TabKey)
	k.Needs.Begin(d)
	k.offerKept()
}

// load opens a document that somebody has made as the page's first.
func (k *Store) load(text string, done func(*wire.Error)) {
	k.opens(text)
	k.Loader.Load(wire.Load{Kind: "saved", Text: text}, "start", "", k.answered(func(e *wire.Error) {
		if e != importer.Overtaken { // else there is another document already
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
			k.offer("The page stopped when it opened this link."+notAgain, text, "")
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

// openSaved opens the last visit's document, else the engine's. wrong is what to
// say of a link that was no good, when the page has another document: with that
// one comes forgiveness.
func (k *Store) openSaved(a Arrival, wrong *wire.Error) {
	begun := func() {
		if wrong != nil {
			k.badLink(a.Link, wrong)
		}
	}
	start := func() { // of this there is no note: nothing else could be opened instead
		k.Loader.Load(wire.Load{Kind: "json", Text: a.Start}, "start", "", func(e *wire.Error) {
			if e != nil {
				k.Notifier.Toast(e.Message, true)
			}
			begun()
		})
	}
	text := k.saved()
	if text != "" && k.died(text, a.Since) {
		k.setAside("The page stopped while opening your last document."+notAgain, text)
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

// saved is the last visit's document, "" when there is none. A frame has none: it
// shows what its page says. What is no document is set aside.
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
	return "Your last picture here can't be opened: " + e.Message
}

// keepBefore puts what was saved at the last visit under what a link has brought:
// one undo away.
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

// OpenLink opens a permalink. It is looked at here first, so that a broken one is
// told at once.
func (k *Store) OpenLink(link, what string, done func(*wire.Error)) {
	d, _, err := doc.SalvageLink(link) // the engine tells what is left out
	if err != nil {
		done(importer.Refusal(err))
		return
	}
	if text, err := history.Save(d); err == nil {
		k.opens(text)
	}
	k.Loader.Load(wire.Load{Kind: "link", Text: strings.TrimPrefix(link, "#")}, what, "", k.answered(done))
}

// AddressChanged is called when people have changed the address, or gone back in their tab: it opens the link
// that they have put there, unless it is the page's own. The link is told, as the address may be another one by
// now: the page may have written its own, of an edit just before.
func (k *Store) AddressChanged(link string) {
	if link == "" || link == k.link {
		return
	}
	k.left = nil // the tab is found under this one
	k.forget()
	k.OpenLink(link, "open a link", func(e *wire.Error) {
		if e != nil {
			k.badLink(link, e)
		}
	})
}

// badLink tells what is wrong with a link.
func (k *Store) badLink(link string, e *wire.Error) {
	text := "The link could not be opened: " + e.Message
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
