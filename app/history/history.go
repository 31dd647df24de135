// Package history keeps earlier documents for undo and redo, and has the formats in which a document is saved for the
// next visit and written into a permalink. Documents are values: a step is a document, and points that did not change
// are shared between steps.
package history

import (
	"errors"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Limits on the steps that are kept, and on their points. A step takes little memory unless its points changed.
const (
	MaxSteps  = 200
	MaxPoints = 2_000_000
)

// Stack holds the past and the future versions of a document.
type Stack struct {
	past   []step // past[len-1] is the present
	future []step
	open   string // the key of the gesture that is being coalesced; "" = none
	// Origin is the present document's. Commit does not change it: set it before a document of another origin is
	// committed. Undo and Redo restore it.
	Origin Origin
}

// Origin numbers the document that was opened last and the data that were chosen last. Edits by hand change neither.
type Origin struct{ Document, Data int }

type step struct {
	doc doc.Document
	// frame says that the step chose its own view of the plane (another data set, another document), so that undoing it
	// restores the old view. Undoing another step leaves the view as it is.
	frame bool
	// walked says that the step chose its own position of the player, so that undoing it restores the old one.
	walked bool
	what   string
	origin Origin
}

// Reset forgets everything and starts from d.
func (s *Stack) Reset(d doc.Document) {
	s.past, s.future, s.open = []step{{doc: d, frame: true, origin: s.Origin}}, nil, ""
}

// Commit makes d the present. what describes the edit in a word or two ("move a point"). Consecutive edits with the
// same key are one step until Seal is called; an edit without a key is always a separate step. frame is described at
// step. Commit reports whether d was merged into the step before.
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

// Walked says that the present has its own position of the player: undoing it returns the player to where it was.
func (s *Stack) Walked() {
	if n := len(s.past); n > 0 {
		s.past[n-1].walked = true
	}
}

// Amend changes the present without a new step, for what no step records: the view, the title.
func (s *Stack) Amend(d doc.Document) {
	if len(s.past) == 0 {
		s.Reset(d)
		return
	}
	s.past[len(s.past)-1].doc = d
}

// Seal ends a gesture: the next edit is a separate step.
func (s *Stack) Seal() { s.open = "" }

// Before inserts a document before the oldest step, where undoing everything then ends. what describes in a word or two
// what replaced it. Its origin is s.Origin.
func (s *Stack) Before(d doc.Document, what string) {
	if len(s.past) == 0 {
		return
	}
	first := s.past[0]
	first.what, first.frame = what, true
	s.past = append([]step{{doc: d, frame: true, origin: s.Origin}, first}, s.past[1:]...)
	s.trim()
}

// Drop removes the present without leaving a redo, and returns the document before it.
func (s *Stack) Drop() (doc.Document, bool) {
	d, _, ok := s.Undo()
	if ok {
		s.Forget()
	}
	return d, ok
}

// Forget removes the step that was undone last: it cannot be redone.
func (s *Stack) Forget() { s.future = s.future[:len(s.future)-1] }

// Return removes the open gesture if it has the given key and has come back to its start, which same decides from the
// document before the gesture and the present one. Otherwise the gesture stays open.
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

// Undo goes back one step. what describes the step that was undone.
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
	to.doc.View.Present = last.doc.View.Present // Present is how the page is displayed, which no step changes
	s.past, s.Origin = s.past[:n-1], to.origin
	s.future = append(s.future, last)
	return to.doc, last.what, true
}

// Redo goes forward one step.
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

// keepView copies the view: the visible part of the plane and, if the method is the same, the sweep and, unless walked,
// the step.
func keepView(to *doc.Document, from doc.Document, walked bool) {
	to.View.X, to.View.Y = from.View.X, from.View.Y
	if to.Method == from.Method {
		to.View.Sweep = from.View.Sweep
	}
	if to.Method == from.Method && !walked {
		to.View.Step = from.View.Step
	}
}

// CanUndo reports whether there is a step to undo, and describes it.
func (s *Stack) CanUndo() (what string, ok bool) {
	if n := len(s.past); n > 1 {
		return s.past[n-1].what, true
	}
	return "", false
}

// CanRedo reports whether there is a step to redo, and describes it.
func (s *Stack) CanRedo() (what string, ok bool) {
	if n := len(s.future); n > 0 {
		return s.future[n-1].what, true
	}
	return "", false
}

// trim removes the oldest steps beyond the limits.
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

// LinkPoints is the largest number of hand-made points that a permalink carries: browsers, chats and learning platforms
// cut longer addresses. Generated points are not part of a link.
const LinkPoints = 3000

// LinkNumbers is the largest number of values of a user's table that a permalink carries. A table of the program is in
// the link by its name only.
const LinkNumbers = 3 * LinkPoints

// ErrLong is the error for a document that is too large for a link.
var ErrLong = errors.New("the data are too large for a link; save them as a file instead")

// TooLarge describes in words what is too large for a link.
func TooLarge(d doc.Document) string {
	if t := d.Table; t != nil {
		n := len(t.Rows.X)
		return words.Text("This table of %s and %s holds %s, and a link at most %s. Save it as a file instead; this "+
			"browser keeps it too.", words.Count(t.Rows.N, "row"), words.Count(t.Rows.D(), "column"), words.Count(n,
			"number"), words.Count(LinkNumbers, "number"))
	}
	return words.Text("These %s are too many for a link. Save them as a file instead; this browser keeps them too.",
		words.Count(len(d.Points), "point"))
}

// Link returns the part of the permalink after #, or ErrLong.
func Link(d doc.Document) (string, error) {
	switch t := d.Table; {
	case t != nil && t.Name == "" && len(t.Rows.X) > LinkNumbers, t == nil && d.Dataset == nil &&
		len(d.Points) > LinkPoints:
		return "", ErrLong
	}
	return doc.EncodeLink(d)
}

// Key is the key of the page's document in the browser's storage. Several projects may share the host, hence the
// prefix. The number is raised when the stored format changes.
const Key = "pointscape.v1"

// TabKey is the key in the session's storage under which a tab keeps a document that its address does not yet contain.
const TabKey = Key + ".tab"

// Restore reads what Save has written. It returns no document, and never fails, if the text is damaged: a browser's
// storage can hold anything.
func Restore(saved string) (doc.Document, bool) {
	if saved == "" {
		return doc.Document{}, false
	}
	d, _, err := doc.Salvage([]byte(saved)) // what is left out is reported when the document is loaded
	return d, err == nil
}

// Save returns the text that is stored for the next visit.
func Save(d doc.Document) (string, error) {
	b, err := doc.Encode(d)
	return string(b), err
}

// SaveBehind returns the text that a tab stores while its address may lag behind d: the fragments under which the tab
// may be reopened, and d. A page that is being left can still write to its storage but can no longer change its
// address, and browsers refuse to change an address too often.
func SaveBehind(d doc.Document, fragments ...string) (string, error) {
	text, err := Save(d)
	return strings.Join(fragments, " ") + "\n" + text, err
}

// RestoreBehind reads what SaveBehind has written; ok is false unless fragment is one of its fragments and the document
// can be read.
func RestoreBehind(saved, fragment string) (text string, ok bool) {
	at, text, ok := strings.Cut(saved, "\n")
	if !ok || !slices.Contains(strings.Split(at, " "), fragment) {
		return "", false
	}
	_, ok = Restore(text)
	return text, ok
}

// Same reports whether two documents are the same except for their views and titles.
func Same(a, b doc.Document) bool {
	a.View, b.View = doc.View{}, doc.View{}
	a.Title, b.Title = "", ""
	x, err1 := Save(a)
	y, err2 := Save(b)
	return err1 == nil && err2 == nil && x == y
}
