// Package deck edits a deck: pages with a text and a document each, which are collected, ordered, stored in the
// browser, and exported as a JSON file or a link.
package deck

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Shelf is the browser's storage; it may be disabled or full.
type Shelf interface {
	Get(key string) string
	Set(key, value string) (kept bool)
}

// Needs has what a Room depends on.
type Needs struct {
	Shelf Shelf
	// Changed is called when the deck has changed, Unkept when the browser stores no more data, Unread when the stored
	// text is not a deck, or one of a newer version: it is set aside.
	Changed, Unkept, Unread func()
}

// Key is the storage key of the deck, asideKey that of one that could not be read.
const (
	Key      = "pointscape.deck"
	asideKey = Key + ".kept"
)

// Room has the deck.
type Room struct {
	Needs

	source course.Source
	read   bool
	gone   *course.PageSource // removed last, from index goneAt
	goneAt int
	lost   bool // the storage has refused: the deck is not stored
}

// Source returns the present deck. It must not be modified.
func (r *Room) Source() *course.Source {
	if !r.read {
		r.read = true
		text := r.Shelf.Get(Key)
		source, ok := read(text)
		if !ok { // moved, because there may be no room for two
			r.Shelf.Set(Key, "")
			if r.Shelf.Set(asideKey, text) {
				r.Unread()
			} else {
				r.Shelf.Set(Key, text)
			}
		}
		if len(source.Pages) == 0 {
			// This program may be able to read a deck that another version could not.
			if aside, ok := read(r.Shelf.Get(asideKey)); ok && len(aside.Pages) > 0 {
				source = aside
			}
		}
		r.source = source
		if r.source.Course == "" {
			r.source = course.Source{Course: "my-deck", Title: words.Say("My deck")}
		}
	}
	return &r.source
}

// read parses a stored deck; ok is false if it is not one, or of a newer version.
func read(text string) (s course.Source, ok bool) {
	if text == "" {
		return s, true
	}
	if json.Unmarshal([]byte(text), &s) != nil || s.Version > course.Version {
		return course.Source{}, false
	}
	return s, true
}

// renew reads the storage again, because another tab may have changed the deck in the meantime, and returns the present
// index of the page that was page i here; -1 if it is gone.
func (r *Room) renew(i int) int {
	before := r.Source().Pages
	if !r.lost {
		r.read = false
	}
	now := r.Source().Pages
	if i < 0 || i >= len(before) {
		return -1
	}
	return slices.IndexFunc(now, func(p course.PageSource) bool { return p.ID == before[i].ID })
}

// Elsewhere checks whether another tab has changed the deck, and returns the present index of page i.
func (r *Room) Elsewhere(i int) (at int, changed bool) {
	was := r.JSON()
	if at = r.renew(i); at < 0 {
		at = i
	}
	return at, r.JSON() != was
}

// JSON returns the deck as a file.
func (r *Room) JSON() string {
	s := *r.Source()
	s.Version = course.Version
	b, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(b)
}

// Bare returns a deck's JSON without the speaker's notes; noted says whether it has any.
func Bare(deck string) (bare string, noted bool, err error) { return without(deck, false) }

// Assignment returns a deck's JSON as an assignment for students: marked as one, and without the speaker's notes.
func Assignment(deck string) (string, error) {
	deck, _, err := without(deck, true)
	return deck, err
}

// without returns a deck's JSON without notes, and whether it had any. If assigned is true, it is marked as an
// assignment.
func without(deck string, assigned bool) (bare string, noted bool, err error) {
	var s course.Source
	if err := json.Unmarshal([]byte(deck), &s); err != nil {
		return "", false, err
	}
	for i := range s.Pages {
		noted = noted || s.Pages[i].Notes != ""
		s.Pages[i].Notes = ""
	}
	s.Assignment = s.Assignment || assigned
	b, err := json.Marshal(s)
	return string(b), noted, err
}

// Noted reports whether any page has notes.
func (r *Room) Noted() bool {
	return slices.ContainsFunc(r.Source().Pages, func(p course.PageSource) bool { return p.Notes != "" })
}

func (r *Room) changed() {
	if r.lost = !r.Shelf.Set(Key, r.JSON()); r.lost {
		r.Unkept()
	}
	r.Changed()
}

// Full reports whether the deck has no room for another page.
func (r *Room) Full() bool { return len(r.Source().Pages) >= course.MaxPages }

// Add adds a page with a document after page at, and returns its index; -1 if the deck is full.
func (r *Room) Add(at int, title string, document []byte) int {
	last := at == len(r.Source().Pages)-1
	at = r.renew(at)
	s := r.Source()
	if last {
		at = len(s.Pages) - 1
	}
	if r.Full() {
		return -1
	}
	if title = strings.TrimSpace(title); title == "" {
		title = words.Text("Page %s", strconv.Itoa(len(s.Pages)+1))
	}
	at = min(max(at+1, 0), len(s.Pages))
	r.put(at, course.PageSource{ID: fresh(), Title: cut(title), Document: document})
	return at
}

// Collect appends a page of a course or of another deck, and returns its index; -1 if the deck is full. lang is the
// language of its texts.
func (r *Room) Collect(p *course.PageSource, lang string) int {
	r.renew(-1)
	s := r.Source()
	if r.Full() {
		return -1
	}
	switch {
	case len(s.Pages) == 0:
		s.Lang = lang
	case s.Lang != lang:
		s.Lang = "" // several languages
	}
	r.put(len(s.Pages), *p)
	return len(s.Pages) - 1
}

// put inserts a page at an index, with an id that no other page has.
func (r *Room) put(at int, p course.PageSource) {
	s := r.Source()
	if slices.ContainsFunc(s.Pages, func(x course.PageSource) bool { return x.ID == p.ID }) {
		p.ID = fresh()
	}
	s.Pages = slices.Insert(slices.Clip(s.Pages), at, p)
	r.changed()
}

// fresh returns an id that no page of any deck has: progress is stored by page id, and all decks have the same name.
func fresh() string { return "page-" + strconv.FormatUint(rand.Uint64(), 36) }

func cut(title string) string {
	if r := []rune(title); len(r) > course.MaxTitle {
		return string(r[:course.MaxTitle-1]) + "…"
	}
	return title
}

// Move moves page i to index to, and returns the index of the page to show.
func (r *Room) Move(i, to int) int {
	was := i
	if i = r.renew(i); i < 0 {
		return was
	}
	s := r.Source()
	if to < 0 || to >= len(s.Pages) || to == i {
		return i
	}
	p := s.Pages[i]
	s.Pages = slices.Insert(slices.Delete(slices.Clone(s.Pages), i, i+1), to, p)
	r.changed()
	return to
}

// Remove removes a page, and returns the index of the page to show.
func (r *Room) Remove(i int) int {
	i = r.renew(i)
	s := r.Source()
	if i < 0 || i >= len(s.Pages) {
		return 0
	}
	p := s.Pages[i]
	r.gone, r.goneAt = &p, i
	s.Pages = append(s.Pages[:i:i], s.Pages[i+1:]...)
	r.changed()
	return min(i, max(len(s.Pages)-1, 0))
}

// Restorable reports whether there is a removed page that can be restored.
func (r *Room) Restorable() bool { return r.gone != nil && !r.Full() }

// Restore restores the page that was removed last, and returns its index; -1 if there is none, or no room.
func (r *Room) Restore() int {
	r.renew(-1)
	if !r.Restorable() {
		return -1
	}
	p, at := *r.gone, min(r.goneAt, len(r.Source().Pages))
	r.gone = nil
	r.put(at, p)
	return at
}

// Name names the deck.
func (r *Room) Name(title string) {
	if title = strings.TrimSpace(title); title != "" {
		r.renew(-1)
		r.Source().Title = cut(title)
		r.changed()
	}
}

// Write changes a text of a page: its "title", "text" or "notes".
func (r *Room) Write(i int, what, text string) {
	i = r.renew(i)
	s := r.Source()
	if i < 0 || i >= len(s.Pages) {
		return
	}
	p := &s.Pages[i]
	switch what {
	case "title":
		if text = strings.TrimSpace(text); text == "" {
			return
		}
		p.Title = cut(text)
	case "text":
		p.Text = course.Text(text)
	case "notes":
		p.Notes = course.Text(text)
	}
	r.changed()
}

// Picture sets the document of a page. If the page's title is was, the title of the former document, it becomes title.
func (r *Room) Picture(i int, document []byte, was, title string) {
	i = r.renew(i)
	if s := r.Source(); i >= 0 && i < len(s.Pages) {
		p := &s.Pages[i]
		if p.Document = document; p.Title == cut(was) && title != "" {
			p.Title = cut(title)
		}
		r.changed()
	}
}

// Ink stores the strokes drawn over a page's picture.
func (r *Room) Ink(i int, strokes []course.Stroke) {
	i = r.renew(i)
	if s := r.Source(); i >= 0 && i < len(s.Pages) {
		s.Pages[i].Ink = slices.Clone(strokes)
		r.changed()
	}
}

// Points is the name by which Control locks the points.
const Points = "points"

// Control adds a control below a page's picture, or removes it; order is the order of all controls of the present
// method. With the name Points, it locks or unlocks the points.
func (r *Room) Control(i int, name string, on bool, order []string) {
	i = r.renew(i)
	s := r.Source()
	if i < 0 || i >= len(s.Pages) {
		return
	}
	p := &s.Pages[i]
	if name == Points {
		p.Lock = slices.DeleteFunc(slices.Clone(p.Lock), func(x string) bool { return x == name })
		if on {
			p.Lock = append(p.Lock, name)
		}
		r.changed()
		return
	}
	var list []string
	for _, x := range order {
		if x == name && on || x != name && slices.Contains(p.Controls, x) {
			list = append(list, x)
		}
	}
	for _, x := range p.Controls { // controls of other methods, which steps of the page may show
		if x != name && !slices.Contains(order, x) {
			list = append(list, x)
		}
	}
	p.Controls = list
	r.changed()
}
