// Package history keeps the documents that were: undo, redo, what is saved for
// the next visit, and what stands in the address bar. Documents are values, so a
// step is a document, and points that did not change are shared between steps.
package history

import (
	"errors"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Limits of what is kept. A step costs little unless its points changed, so
// points are what is counted.
const (
	MaxSteps  = 200
	MaxPoints = 2_000_000
)

// Stack is the past and the future of a document.
type Stack struct {
	past   []step // past[len-1] is the present
	future []step
	open   string // the key of the gesture that is being coalesced; "" = none
	// Origin is that of the present. Who commits a document of another origin sets it before; Undo and Redo bring it back.
	Origin Origin
}

// Origin numbers the document that was opened last, and the data that were chosen last: edits by hand change neither.
type Origin struct{ Document, Data int }

type step struct {
	doc doc.Document
	// frame tells that the step chose its own view of the plane (another data
	// set, another document): undoing it brings the old view back. Other steps
	// leave the view as it is.
	frame bool
	// walked tells likewise that the step chose its own place on the player's way.
	walked bool
	what   string
	origin Origin
}

// Reset forgets everything and starts from d.
func (s *Stack) Reset(d doc.Document) {
	s.past, s.future, s.open = []step{{doc: d, frame: true, origin: s.Origin}}, nil, ""
}

// Commit makes d the present. what says in a word or two what was done ("move a
// point"). Edits with the same key one after the other are one step, until Seal;
// an edit without a key is always a step of its own. frame: see step. It tells whether
// d has gone into the step before.
func (s *Stack) Commit(d doc.Document, what, key string, frame bool) (same bool) {
	s.future = nil
	if key != "" && key == s.open && len(s.past) > 1 {
		last := &s.past[len(s.past)-1]
		last.doc, last.origin = d, s.Origin
		return true
	}
	s.open = key
	s.past = append(s.past, step{doc: d, frame: frame, what: what, origin: s.Origin})
	s.trim()
	return false
}

// Walked tells that the present went to a place of its own on the player's way: undoing it goes
// back to where the player was.
func (s *Stack) Walked() {
	if n := len(s.past); n > 0 {
		s.past[n-1].walked = true
	}
}

// Amend changes the present without a step: what is looked at, the title.
func (s *Stack) Amend(d doc.Document) {
	if len(s.past) == 0 {
		s.Reset(d)
		return
	}
	s.past[len(s.past)-1].doc = d
}

// Seal ends a gesture: the next edit is a step of its own.
func (s *Stack) Seal() { s.open = "" }

// Before puts a document before the oldest step: undoing everything ends there.
// what says in a word or two what took its place. Its origin is s.Origin.
func (s *Stack) Before(d doc.Document, what string) {
	if len(s.past) == 0 {
		return
	}
	first := s.past[0]
	first.what, first.frame = what, true
	s.past = append([]step{{doc: d, frame: true, origin: s.Origin}, first}, s.past[1:]...)
	s.trim()
}

// Drop takes the present back as if it had not been, without a redo.
func (s *Stack) Drop() (doc.Document, bool) {
	d, _, ok := s.Undo()
	if ok {
		s.Forget()
	}
	return d, ok
}

// Forget takes away what was undone last: there is no redo of it.
func (s *Stack) Forget() { s.future = s.future[:len(s.future)-1] }

// Return takes the gesture with a key, if it is the open one, back as if it had not been, where it has come back to
// where it was: same tells so of the document before it and the present. Else it stays open.
func (s *Stack) Return(key string, same func(before, now *doc.Document) bool) (d doc.Document, back bool) {
	n := len(s.past)
	if key == "" || key != s.open || n < 2 {
		return d, false
	}
	if !same(&s.past[n-2].doc, &s.past[n-1].doc) {
		return d, false
	}
	return s.Drop()
}

// Undo steps back. what names the step that was undone.
func (s *Stack) Undo() (d doc.Document, what string, ok bool) {
	n := len(s.past)
	if n < 2 {
		return d, "", false
	}
	s.open = ""
	last, to := s.past[n-1], &s.past[n-2]
	if !last.frame {
		keepView(&to.doc, last.doc, last.walked)
	}
	to.doc.View.Present = last.doc.View.Present // no step changes how the page is looked at
	s.past, s.Origin = s.past[:n-1], to.origin
	s.future = append(s.future, last)
	return to.doc, last.what, true
}

// Redo steps forth again.
func (s *Stack) Redo() (d doc.Document, what string, ok bool) {
	n := len(s.future)
	if n == 0 {
		return d, "", false
	}
	s.open = ""
	next := s.future[n-1]
	s.future = s.future[:n-1]
	if !next.frame {
		keepView(&next.doc, s.past[len(s.past)-1].doc, next.walked)
	}
	next.doc.View.Present = s.past[len(s.past)-1].doc.View.Present
	s.past, s.Origin = append(s.past, next), next.origin
	return next.doc, next.what, true
}

// keepView copies what is looked at: the part of the plane and, of the same
// method, the step and what can be played.
func keepView(to *doc.Document, from doc.Document, walked bool) {
	to.View.X, to.View.Y = from.View.X, from.View.Y
	if to.Method == from.Method {
		to.View.Sweep = from.View.Sweep
	}
	if to.Method == from.Method && !walked {
		to.View.Step = from.View.Step
	}
}

// CanUndo tells what Undo would undo, "" when nothing.
func (s *Stack) CanUndo() (what string, ok bool) {
	if n := len(s.past); n > 1 {
		return s.past[n-1].what, true
	}
	return "", false
}

// CanRedo tells what Redo would do.
func (s *Stack) CanRedo() (what string, ok bool) {
	if n := len(s.future); n > 0 {
		return s.future[n-1].what, true
	}
	return "", false
}

// trim forgets the oldest steps.
func (s *Stack) trim() {
	n := len(s.past)
	from, points := max(0, n-MaxSteps), 0
	var last *doc.Point
	for i := n - 1; i >= from; i-- {
		pts := s.past[i].doc.Points
		if len(pts) > 0 && &pts[0] != last {
			last = &pts[0]
			points += len(pts)
		}
		if points > MaxPoints && i < n-1 {
			from = i + 1
			break
		}
	}
	if from > 0 {
		s.past = append([]step(nil), s.past[from:]...)
	}
}

// LinkPoints is the largest number of hand-made points that a permalink
// carries: browsers, chats and learning platforms cut longer addresses. Points
// that a recipe makes cost nothing.
const LinkPoints = 3000

// LinkNumbers is the largest number of numbers of a table of people's own that a
// permalink carries. A table that the program has is named.
const LinkNumbers = 3 * LinkPoints

// ErrLong says that a document is too long for a link.
var ErrLong = errors.New("the data are too large for a link; save them as a file instead")

// TooLarge says in words what is too large for a link.
func TooLarge(d doc.Document) string {
	if t := d.Table; t != nil {
		n := len(t.Rows.X)
		return "This table of " + words.Count(t.Rows.N, "row") + " and " + words.Count(t.Rows.D(), "column") + " holds " +
			words.Count(n, "number") +
			", and a link at most " + words.Count(LinkNumbers, "number") + ". Save it as a file instead; this browser " +
			"keeps it too."
	}
	return "These " + words.Count(len(d.Points), "point") + " are too many for a link. Save them as a file instead; " +
		"this browser keeps them too."
}

// Link returns what stands behind # in the permalink.
func Link(d doc.Document) (string, error) {
	switch t := d.Table; {
	case t != nil && t.Name == "" && len(t.Rows.X) > LinkNumbers, t == nil && d.Dataset == nil &&
		len(d.Points) > LinkPoints:
		return "", ErrLong
	}
	return doc.EncodeLink(d)
}

// Key is where the page's document is kept in the browser's storage. The host
// may belong to many projects, hence the prefix; the number is raised when what
// is kept changes its form.
const Key = "pointscape.v1"

// TabKey is where a tab keeps what its address does not tell yet, for the time
// of its session.
const TabKey = Key + ".tab"

// Restore reads what Save has written. Whatever is wrong with it, the answer is
// "no document", never a failure: a browser's storage can hold anything.
func Restore(saved string) (doc.Document, bool) {
	if saved == "" {
		return doc.Document{}, false
	}
	d, _, err := doc.Salvage([]byte(saved)) // Loading it tells what is left out
	return d, err == nil
}

// Save returns what is kept for the next visit.
func Save(d doc.Document) (string, error) {
	b, err := doc.Encode(d)
	return string(b), err
}

// SaveBehind returns what a tab keeps when its address may stay behind d: the
// fragments under which the tab may be found again, and d. A page that is being left
// can write its storage, but not any more the address it will be found under; and
// browsers refuse to change an address too often.
func SaveBehind(d doc.Document, fragments ...string) (string, error) {
	text, err := Save(d)
	return strings.Join(fragments, " ") + "\n" + text, err
}

// RestoreBehind reads what SaveBehind has written; ok is false unless it belongs
// to the fragment.
func RestoreBehind(saved, fragment string) (text string, ok bool) {
	at, text, ok := strings.Cut(saved, "\n")
	if !ok || !slices.Contains(strings.Split(at, " "), fragment) {
		return "", false
	}
	_, ok = Restore(text)
	return text, ok
}

// Same tells whether two documents hold the same work: the same data, method and
// parameters, wherever one looks.
func Same(a, b doc.Document) bool {
	a.View, b.View = doc.View{}, doc.View{}
	a.Title, b.Title = "", ""
	x, err1 := Save(a)
	y, err2 := Save(b)
	return err1 == nil && err2 == nil && x == y
}
