package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Annotations edits the annotations that the user has drawn over the plane, each edit in one step. An annotation is
// identified by its index in the document.
type Annotations struct {
	*present
	ed *Editor
}

// LockedAnnotations is the name of the annotations in a Lock.
const LockedAnnotations = "annotations"

// Shown returns the indices of the annotations that belong to the plane that is shown.
func (an *Annotations) Shown() []int { return an.info.Annotated(&an.now) }

// At returns annotation i; ok is false if it is not shown.
func (an *Annotations) At(i int) (a doc.Annotation, ok bool) {
	if i < 0 || i >= len(an.now.Annotations) || !an.info.Annotates(&an.now, i) {
		return a, false
	}
	return an.now.Annotations[i], true
}

// Add adds an annotation to the plane that is shown, and returns its index; ok is false if annotations are locked, the
// annotation is not valid, or there are too many.
func (an *Annotations) Add(a doc.Annotation) (i int, ok bool) {
	i = len(an.now.Annotations)
	if i >= doc.MaxAnnotations {
		an.ed.Toast(words.Text("A document has at most %s annotations.", strconv.Itoa(doc.MaxAnnotations)), true)
		return 0, false
	}
	a.Plane = an.info.PlaneOf(&an.now)
	return i, an.commit(append(slices.Clip(an.now.Annotations), a), &a, "add an annotation", "")
}

// Set replaces annotation i, and reports whether the document has it now. what describes the edit for undo; edits with
// the same key are merged into one step.
func (an *Annotations) Set(i int, a doc.Annotation, what, key string) bool {
	if old, ok := an.At(i); !ok || old == a {
		return ok
	}
	list := slices.Clone(an.now.Annotations)
	list[i] = a
	return an.commit(list, &a, what, key)
}

// Remove removes annotation i, and reports whether it did.
func (an *Annotations) Remove(i int) bool {
	if _, ok := an.At(i); !ok {
		return false
	}
	return an.commit(slices.Delete(slices.Clone(an.now.Annotations), i, i+1), nil, "remove an annotation", "")
}

// commit makes list the document's annotations; a is the new one in it, which must be valid, or nil.
func (an *Annotations) commit(list []doc.Annotation, a *doc.Annotation, what, key string) bool {
	if a != nil && a.Wrong("") != nil {
		return false
	}
	n := an.now
	n.Annotations = list
	return an.ed.commit(n, what, key, Change{What: Step})
}
