package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
)

// Annotations changes what people have drawn over the plane, each time in one step. An annotation is told by its
// number in the document.
type Annotations struct {
	*present
	ed *Editor
}

// LockedAnnotations is what they are called by a Lock.
const LockedAnnotations = "annotations"

// Shown are those of the plane that is shown.
func (an *Annotations) Shown() []int { return an.info.Annotated(&an.now) }

// At is the one with a number; ok is false where it is not shown.
func (an *Annotations) At(i int) (a doc.Annotation, ok bool) {
	if !slices.Contains(an.Shown(), i) {
		return a, false
	}
	return an.now.Annotations[i], true
}

// Add adds one to the plane that is shown; ok is false where that is locked, or there are too many.
func (an *Annotations) Add(a doc.Annotation) (i int, ok bool) {
	i = len(an.now.Annotations)
	if i >= doc.MaxAnnotations {
		an.ed.Toast("A document has at most "+strconv.Itoa(doc.MaxAnnotations)+" annotations.", true)
		return 0, false
	}
	a.Plane = an.info.PlaneOf(&an.now)
	return i, an.commit(append(slices.Clip(an.now.Annotations), a), &a, "add an annotation", "")
}

// Set changes one. key makes the edits of one gesture one step.
func (an *Annotations) Set(i int, a doc.Annotation, what, key string) bool {
	if old, ok := an.At(i); !ok || old == a {
		return ok
	}
	list := slices.Clone(an.now.Annotations)
	list[i] = a
	return an.commit(list, &a, what, key)
}

// Remove removes one.
func (an *Annotations) Remove(i int) bool {
	if _, ok := an.At(i); !ok {
		return false
	}
	return an.commit(slices.Delete(slices.Clone(an.now.Annotations), i, i+1), nil, "remove an annotation", "")
}

// commit makes a list the document's; a is the one of it that is new.
func (an *Annotations) commit(list []doc.Annotation, a *doc.Annotation, what, key string) bool {
	if a != nil && a.Wrong("") != nil {
		return false
	}
	n := an.now
	n.Annotations = list
	return an.ed.commit(n, what, key, Change{What: Step})
}
