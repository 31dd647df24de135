package course

import (
	"errors"
	"maps"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// Next returns the document with which a step begins after the previous step ended with document. What a task asked the
// user to change stays, and so does the view except its step. The rest (data, parameters, seed, study, wall, runs,
// annotations) is reset to the course's values, because the texts and checks of the step rely on them: settings that
// were tried out, and points that were moved without a task. On a page without tasks and questions document stays. Then
// the changes that the step sets are applied. changed is true if something was reset or the step sets something, even
// if that changes nothing. info describes the document's method; nil means that it is not known yet.
func (p *Page) Next(step int, document []byte, info *method.Info) (next []byte, changed bool) {
	if slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Asks() }) {
		if b, err := p.restored(step, document, info); err == nil && b != nil {
			document, changed = b, true
		}
	}
	if set := p.Steps[step].Set; set != "" {
		if b, err := Patch(document, []byte(set)); err == nil {
			document, changed = b, true
		}
	}
	return document, changed
}

// members are the top-level members of a document's JSON.
type members map[string]json.RawMessage

// restored returns the user's document with the course's values of all members that Next resets. It returns nil if they
// already have these values, or if a task before the step asked for another method.
func (p *Page) restored(step int, document []byte, info *method.Info) ([]byte, error) {
	written, err := p.Begins(step)
	if err != nil {
		return nil, err
	}
	d, err := doc.Decode(written)
	if err != nil {
		return nil, err
	}
	if written, err = doc.Encode(d); err != nil { // in the form of the user's document
		return nil, err
	}
	var mine, theirs members
	if err := errors.Join(json.Unmarshal(document, &mine), json.Unmarshal(written, &theirs)); err != nil {
		return nil, err
	}
	left := p.left(step)
	if string(mine["method"]) != string(theirs["method"]) {
		if left["method"] {
			return nil, nil
		}
		return written, nil
	}
	changed := false
	for _, group := range [][]string{{"points", "dataset", "table", "names", "split"}, {"split"}, {"seed"}, {"study"},
		{"wall"}, {"runs"}, {"annotations"}} {
		if left[group[0]] || group[0] == "points" && samePoints(mine, theirs) {
			continue
		}
		changed = mine.restore(theirs, group...) || changed
	}
	for _, name := range []string{"params", "view"} {
		b, inner, err := within(name, info, mine[name], theirs[name], left)
		if err != nil {
			return nil, err
		}
		if inner {
			mine[name], changed = b, true
		}
	}
	if !changed {
		return nil, nil
	}
	return json.Marshal(mine)
}

// within returns the parameters, or the view, with the course's values of the parameters, or of the view's step, that
// no task asked to change, and whether any value has changed. of is "params" or "view"; info is nil while the method's
// parameters are not known.
func within(of string, info *method.Info, mine, theirs json.RawMessage, left map[string]bool) (json.RawMessage, bool,
	error) {
	a, b := members{}, members{}
	if err := errors.Join(a.read(mine), b.read(theirs)); err != nil {
		return nil, false, err
	}
	changed := false
	for _, names := range []members{a, b} {
		for name := range names {
			if !left[of+"."+name] && (of == "view" && name == "step" || of == "params" && !same(info, name, a[name], b[name])) {
				changed = a.restore(b, name) || changed
			}
		}
	}
	text, err := json.Marshal(a)
	return text, changed, err
}

// read parses members; a document may have none.
func (m *members) read(text json.RawMessage) error {
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, m)
}

// restore sets members to their values in from, and reports whether any has changed.
func (m members) restore(from members, names ...string) (changed bool) {
	for _, name := range names {
		v, ok := from[name]
		switch {
		case string(v) == string(m[name]):
			continue
		case ok:
			m[name] = v
		default:
			delete(m, name)
		}
		changed = true
	}
	return changed
}

// left returns the members of a document that tasks before a step ask the user to change, and that no step after the
// task, up to this one, sets: "params.C", "view.step", "points" (which includes the generator or table).
func (p *Page) left(step int) map[string]bool {
	left := map[string]bool{}
	for i := range step + 1 {
		s := &p.Steps[i]
		mark(left, s.Set, false)
		if s.Kind == Task && i < step {
			maps.Copy(left, s.Asked())
		}
	}
	return left
}

// Asked returns the members of a document that a task asks the user to change: those that its solution changes.
func (s *Step) Asked() map[string]bool {
	members := map[string]bool{}
	for _, change := range s.Solution {
		mark(members, change, true)
	}
	return members
}

// OtherPoints reports whether the points, or their roles, have changed since a task began with the document given,
// although the task does not ask for that. The text of the task is about the original points.
func (s *Step) OtherPoints(given, document []byte) bool {
	if goal := s.Asked(); goal["points"] || goal["split"] || goal["names"] {
		return false
	}
	var before, now members
	if json.Unmarshal(given, &before) != nil || json.Unmarshal(document, &now) != nil {
		return false
	}
	return !samePoints(before, now) || string(before["split"]) != string(now["split"])
}

// mark sets the entries of left for all members of a change to as.
func mark(left map[string]bool, change string, as bool) {
	var all members
	if change == "" || json.Unmarshal([]byte(change), &all) != nil {
		return
	}
	for name, v := range all {
		if name == "dataset" || name == "table" {
			name = "points"
		}
		left[name] = as
		if name != "params" && name != "view" {
			continue
		}
		var inner members
		if json.Unmarshal(v, &inner) == nil {
			for of := range inner {
				left[name+"."+of] = as
			}
		}
	}
}

// same reports whether two values of a parameter are equal. A missing one is the default, or differs if info is nil.
func same(info *method.Info, name string, a, b json.RawMessage) bool {
	if len(a) > 0 && len(b) > 0 {
		return string(a) == string(b)
	}
	if info == nil {
		return false
	}
	p := info.Param(name)
	var v any
	return p != nil && json.Unmarshal(append(a[:len(a):len(a)], b...), &v) == nil &&
		method.SameValue(method.ValueOf(v), method.ValueOf(p.Default))
}

// samePoints reports whether two documents have the same points, or the same generator or table for them.
func samePoints(a, b members) bool {
	for _, name := range []string{"dataset", "table"} {
		if a[name] != nil || b[name] != nil {
			return string(a[name]) == string(b[name])
		}
	}
	return string(a["points"]) == string(b["points"])
}
