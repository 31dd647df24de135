package lecture

import (
	"reflect"
	"slices"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// next is the document with which a step begins after people have done the one before it, and whether it is another one
// than the present. What a task asked them to change stays as they left it, and so does the part of the plane that they
// look at. All else is as the course has it, because the texts and checks of the step rely on that: a setting that was
// tried out is taken back, and so are points that were moved without a task. On a page that asks nothing the present
// document stays, with what the step sets.
func (r *Room) next(s *course.Step) (document []byte, changed bool) {
	document = r.Page.Document()
	if slices.ContainsFunc(r.Now().Steps, asks) {
		if b, err := r.restored(document); err == nil && b != nil {
			document, changed = b, true
		}
	}
	if s.Set != "" {
		if b, err := course.Patch(document, []byte(s.Set)); err == nil {
			document, changed = b, true
		}
	}
	return document, changed
}

func asks(s course.Step) bool { return s.Asks() }

// restored is a document of people's with the members of the course's that no task before the present step has changed;
// nil where that is the same document.
func (r *Room) restored(document []byte) ([]byte, error) {
	mine, err := doc.Decode(document)
	if err != nil {
		return nil, err
	}
	written, err := r.Now().Begins(r.now.Step)
	if err != nil {
		return nil, err
	}
	theirs, err := doc.Decode(written)
	if err != nil {
		return nil, err
	}
	if written, err = doc.Encode(theirs); err != nil { // with its numbers as documents are written
		return nil, err
	}
	if theirs, err = doc.Decode(written); err != nil {
		return nil, err
	}
	d := r.merged(mine, theirs)
	if reflect.DeepEqual(d, mine) {
		return nil, nil
	}
	return doc.Encode(d)
}

// merged is mine with the members of theirs that no task has changed.
func (r *Room) merged(mine, theirs doc.Document) (d doc.Document) {
	left := r.left()
	if mine.Method != theirs.Method {
		if left["method"] {
			return mine
		}
		return theirs
	}
	d = mine.Clone()
	if d.Params == nil {
		d.Params = map[string]any{}
	}
	for _, params := range []map[string]any{mine.Params, theirs.Params} {
		for name := range params {
			if v, ok := theirs.Params[name]; left["params."+name] || r.same(name, mine.Params, theirs.Params) {
				continue
			} else if ok {
				d.Params[name] = v
			} else {
				delete(d.Params, name)
			}
		}
	}
	if mine.Params == nil && len(d.Params) == 0 {
		d.Params = nil
	}
	if !left["points"] && !sameData(&mine, &theirs) {
		d.Points, d.Dataset, d.Table, d.Names = theirs.Points, theirs.Dataset, theirs.Table, theirs.Names
		d.Split = theirs.Split
	}
	for _, m := range []struct {
		name         string
		mine, theirs any
		restore      func()
	}{
		{"split", mine.Split, theirs.Split, func() { d.Split = theirs.Split }},
		{"seed", mine.Seed, theirs.Seed, func() { d.Seed = theirs.Seed }},
		{"study", mine.Study, theirs.Study, func() { d.Study = theirs.Study }},
		{"wall", mine.Wall, theirs.Wall, func() { d.Wall = theirs.Wall }},
		{"runs", mine.Runs, theirs.Runs, func() { d.Runs = theirs.Runs }},
		{"view.step", mine.View.Step, theirs.View.Step, func() { d.View.Step = theirs.View.Step }},
	} {
		if !left[m.name] && !reflect.DeepEqual(m.mine, m.theirs) {
			m.restore()
		}
	}
	return d
}

// left are the members of a document that tasks before the present step have asked to change, and that no step has set
// after them: "params.C", "view.step", "points", which are also their recipe or table.
func (r *Room) left() map[string]bool {
	left := map[string]bool{}
	for i := range r.now.Step + 1 {
		s := &r.Now().Steps[i]
		mark(left, s.Set, false)
		if s.Kind == course.Task && i < r.now.Step {
			for _, change := range s.Solution {
				mark(left, change, true)
			}
		}
	}
	return left
}

// mark marks the members of a change.
func mark(left map[string]bool, change string, as bool) {
	var members map[string]json.RawMessage
	if change == "" || json.Unmarshal([]byte(change), &members) != nil {
		return
	}
	for name, v := range members {
		if name == "dataset" || name == "table" {
			name = "points"
		}
		left[name] = as
		if name != "params" && name != "view" {
			continue
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(v, &inner) == nil {
			for of := range inner {
				left[name+"."+of] = as
			}
		}
	}
}

// same tells whether two documents have the same value of a parameter; one that is left out has its default.
func (r *Room) same(name string, a, b map[string]any) bool {
	x, ok := a[name]
	y, is := b[name]
	if k, known := r.Page.Known(); known && ok != is {
		if p := k.Info.Param(name); p != nil && ok {
			y, is = p.Default, true
		} else if p != nil {
			x, ok = p.Default, true
		}
	}
	return ok && is && method.SameValue(x, method.ValueOf(y))
}

// sameData tells whether two documents have the same points, or the same recipe or table for them.
func sameData(a, b *doc.Document) bool {
	if a.Dataset != nil || b.Dataset != nil {
		return reflect.DeepEqual(a.Dataset, b.Dataset)
	}
	if a.Table != nil || b.Table != nil {
		return reflect.DeepEqual(a.Table, b.Table)
	}
	return slices.Equal(a.Points, b.Points)
}
