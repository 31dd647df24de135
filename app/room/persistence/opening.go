package persistence

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"pointscape/app/history"
	"pointscape/engine/wire"
)

// A document can crash the page: the browser ends it for lack of memory, or it hangs. Before a page opens a document by
// itself it writes a note, and removes it when everything is shown, or when the user leaves the page. If a page finds a
// note that was written before it began, the document has crashed another page: this one says so, opens something else,
// and offers that document.

// Offer is a document that the page has not opened by itself.
type Offer struct {
	ID   int
	Text string // message to the user
	JSON string // the document
	key  string // its storage key for another visit, "" = none
}

const (
	// notesKey is the storage key of the notes, one per line: the time, and a hash of the document.
	notesKey = history.Key + ".opening"
	maxNotes = 8
	// keptKey is the storage key of a last visit's document that was not opened, because the next edit overwrites
	// history.Key. Further ones have a number appended.
	keptKey = history.Key + ".kept"
	maxKept = 3
)

// keptKeys returns the storage keys for documents that were set aside.
func keptKeys() []string {
	keys := []string{keptKey}
	for n := 2; n <= maxKept; n++ {
		keys = append(keys, keptKey+strconv.Itoa(n))
	}
	return keys
}

// sum returns a hash of a document.
func sum(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return strconv.FormatUint(h.Sum64(), 16)
}

func (k *Store) notes() []string { return strings.Fields(k.Local.Get(notesKey)) }

// otherNotes returns the notes except those about one document.
func (k *Store) otherNotes(sum string) []string {
	return slices.DeleteFunc(k.notes(), func(n string) bool { return strings.HasSuffix(n, ":"+sum) })
}

func (k *Store) writeNotes(list []string) {
	if len(list) == 0 {
		k.Local.Remove(notesKey)
		return
	}
	k.Local.Set(notesKey, strings.Join(list[max(0, len(list)-maxNotes):], "\n"))
}

// opens writes the note that a document is about to be opened.
func (k *Store) opens(text string) {
	k.Survived()
	k.noted = sum(text)
	k.writeNotes(append(k.otherNotes(k.noted), fmt.Sprintf("%d:%s", k.Clock.Now().UnixMilli(), k.noted)))
}

// answered wraps a callback for the engine's answer about the noted document. A document that the engine refuses does
// not crash the page.
func (k *Store) answered(done func(*wire.Error)) func(*wire.Error) {
	k.asking = true
	return func(e *wire.Error) {
		k.asking = false
		if e != nil {
			k.reopened = ""
			k.Survived()
		}
		done(e)
	}
}

// Shown is called whenever the whole page is shown.
func (k *Store) Shown() {
	if !k.asking {
		k.Survived()
	}
}

// Survived removes the note about a document: the page has not crashed by it. It is also called when the user leaves
// the page.
func (k *Store) Survived() {
	if k.noted == "" {
		return
	}
	k.writeNotes(k.otherNotes(k.noted))
	k.noted = ""
	if k.reopened != "" {
		k.Local.Remove(k.reopened)
		k.reopened = ""
	}
}

// died reports whether there is a note about a document that was written before since: an earlier page has crashed when
// it opened the document.
func (k *Store) died(text string, since time.Time) bool {
	end := ":" + sum(text)
	return slices.ContainsFunc(k.notes(), func(n string) bool {
		at, ok := strings.CutSuffix(n, end)
		ms, err := strconv.ParseInt(at, 10, 64)
		return ok && err == nil && ms < since.UnixMilli()
	})
}

// Offers returns the documents that the page has not opened by itself, the oldest first.
func (k *Store) Offers() []Offer { return k.offers }

func (k *Store) offer(say, text, key string) {
	if slices.ContainsFunc(k.offers, func(o Offer) bool { return o.JSON == text }) {
		return
	}
	k.offered++
	k.offers = append(slices.Clip(k.offers), Offer{k.offered, say, text, key})
	k.Offered()
}

const notAgain = " Therefore it is not opened again by itself."

// setAside stores a last visit's document that is not opened, and offers it, because the next edit overwrites it. It is
// moved, not copied, because there may be no room for two. If no key is free, it overwrites the document of the last
// key.
func (k *Store) setAside(say, text string) {
	keys := keptKeys()
	key := keys[len(keys)-1]
	if i := slices.IndexFunc(keys, func(key string) bool {
		was := k.Local.Get(key)
		return was == "" ||
			was == text
	}); i >= 0 {
		key = keys[i]
	}
	k.Local.Remove(history.Key)
	if !k.Local.Set(key, text) {
		k.Local.Set(history.Key, text)
	}
	k.offer(say, text, key)
}

// offerKept offers the documents that earlier pages have set aside.
func (k *Store) offerKept() {
	if k.Embedded {
		return
	}
	for _, key := range keptKeys() {
		if text := k.Local.Get(key); text != "" {
			k.offer("The page could not open your earlier picture.", text, key)
		}
	}
}

// Dismiss removes an offer and its document.
func (k *Store) Dismiss(id int) {
	if o, ok := k.withdraw(id); ok && o.key != "" {
		k.Local.Remove(o.key)
	}
}

// Take opens the document of an offer.
func (k *Store) Take(id int) {
	o, ok := k.withdraw(id)
	if !ok {
		return
	}
	k.opens(o.JSON)
	k.reopened = o.key
	k.Loader.Load(wire.Load{Kind: "saved", Text: o.JSON}, "open a document", "", k.answered(func(e *wire.Error) {
		if e != nil {
			k.Notifier.Toast(e.Message, true)
			k.offer(o.Text, o.JSON, o.key) // it can still be saved as a file
		}
	}))
}

func (k *Store) withdraw(id int) (o Offer, ok bool) {
	i := slices.IndexFunc(k.offers, func(o Offer) bool { return o.ID == id })
	if i < 0 {
		return o, false
	}
	o = k.offers[i]
	k.offers = slices.Delete(slices.Clone(k.offers), i, i+1)
	k.Offered()
	return o, true
}
