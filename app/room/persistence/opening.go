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

// A page can die of a document: the browser ends it for its memory, or it never
// comes back. Before a page opens one by itself it leaves a note, which it takes
// away when all is shown, or when it is left alive. A note from before its own
// beginning tells the next page that another has died: it says so, opens something
// else, and offers that document.

// Offer is a document that the page has not opened by itself.
type Offer struct {
	ID   int
	Text string // what people are told
	JSON string // the document
	key  string // under which it is kept for another visit, "" = none
}

const (
	// notesKey is where the notes are, one a line: when, and a sum of the document.
	notesKey = history.Key + ".opening"
	maxNotes = 8
	// keptKey keeps a last visit's document that was not opened: the next edit
	// takes its place under history.Key. Further ones have a number behind it.
	keptKey = history.Key + ".kept"
	maxKept = 3
)

// keptKeys are where documents are set aside.
func keptKeys() []string {
	keys := []string{keptKey}
	for n := 2; n <= maxKept; n++ {
		keys = append(keys, keptKey+strconv.Itoa(n))
	}
	return keys
}

// sum tells documents apart.
func sum(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return strconv.FormatUint(h.Sum64(), 16)
}

func (k *Store) notes() []string { return strings.Fields(k.Local.Get(notesKey)) }

// otherNotes returns the notes without those about one document.
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

// opens leaves the note that a document is about to be opened.
func (k *Store) opens(text string) {
	k.Survived()
	k.noted = sum(text)
	k.writeNotes(append(k.otherNotes(k.noted), fmt.Sprintf("%d:%s", k.Clock.Now().UnixMilli(), k.noted)))
}

// answered wraps what is called with the engine's answer about what was noted. A page
// does not die of what the engine refuses.
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

// Shown is called whenever all that the page has is shown.
func (k *Store) Shown() {
	if !k.asking {
		k.Survived()
	}
}

// Survived is called when the page is left: it has not died.
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

// died tells whether a page that began before since has died of a document.
func (k *Store) died(text string, since time.Time) bool {
	end := ":" + sum(text)
	return slices.ContainsFunc(k.notes(), func(n string) bool {
		at, ok := strings.CutSuffix(n, end)
		ms, err := strconv.ParseInt(at, 10, 64)
		return ok && err == nil && ms < since.UnixMilli()
	})
}

// Offers are the documents that the page has not opened by itself, the oldest first.
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

// setAside keeps a last visit's document that is not opened, and offers it: the next
// edit takes the place where it was. It is moved there, because there may be no room
// for it twice.
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

// offerKept offers what earlier pages have set aside.
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

// Dismiss forgets an offer.
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
