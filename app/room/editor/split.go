package editor

import (
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// roles are those of the points, as they were worked out last.
type roles struct {
	version int
	split   doc.Split
	task    method.Task
	list    string
}

// Split says which points are held out.
func (e *Editor) Split() doc.Split { return e.now.Split }

// Roles are the roles of the points, as method.Task.Roles tells them: "" = all train,
// also where the method uses all points.
func (e *Editor) Roles() string {
	if e.now.Split.IsZero() {
		return ""
	}
	if r := (roles{e.version, e.now.Split, e.task, e.roles.list}); r != e.roles {
		r.list = e.task.Roles(e.now)
		e.roles = r
	}
	return e.roles.list
}

// Role is the role of a point.
func (e *Editor) Role(i int) doc.Role {
	if r := e.Roles(); i >= 0 && i < len(r) {
		return doc.Role(r[i])
	}
	return doc.Train
}

// HeldOut counts the points of a role that is held out.
func (e *Editor) HeldOut(r doc.Role) int { return strings.Count(e.Roles(), string(rune(r))) }

// all are the roles of all points, also of a method that does not ask for them.
func (e *Editor) all() string {
	r := e.now.Split.Of(e.now.Points, e.task != method.Regress && e.task != method.Regress2D)
	if r == "" {
		return strings.Repeat(string(doc.Train), len(e.now.Points))
	}
	return r
}

// SetRole gives a point a role, as one step. From then on points are held out by hand,
// the others as they were.
func (e *Editor) SetRole(i int, r doc.Role) {
	if !e.has(i) || e.drafts() || e.Role(i) == r {
		return
	}
	roles := []byte(e.all())
	roles[i] = byte(r)
	shared := e.byShare()
	n := e.now
	n.Split = doc.ByHand(string(roles))
	what := "hold out a point"
	if r == doc.Train {
		what = "train on a point"
	}
	e.commit(n, what, "", Change{What: Step})
	if shared {
		e.byHand()
	}
}

// NextRole is the role after that of a point: training, validation, test, and training
// again.
func (e *Editor) NextRole(i int) doc.Role {
	switch e.Role(i) {
	case doc.Train:
		return doc.Validation
	case doc.Validation:
		return doc.Test
	}
	return doc.Train
}

// HoldOut holds out points by share and seed; shares of 0 hold out none. key is as for
// SetParam.
func (e *Editor) HoldOut(s doc.Split, key string) {
	if s.IsZero() {
		s = doc.Split{}
	}
	if !e.loaded || e.drafts() || s == e.now.Split {
		return
	}
	n := e.now
	n.Split = s
	what := "hold out points"
	if s.IsZero() {
		what = "train on all points"
	}
	e.commit(n, what, key, Change{What: Step})
}

// SetStudy says what is to be found out about errors; nil = nothing.
func (e *Editor) SetStudy(s *doc.Study) {
	if !e.loaded || e.drafts() || s.Equal(e.now.Study) {
		return
	}
	n := e.now
	n.Study = s
	e.commit(n, "change what errors are studied", "", Change{What: Step})
}

// studied takes away a study that a method can't have: of parameters that are another one's.
func studied(n *doc.Document, in *method.Info) {
	if n.Runs != nil && slices.ContainsFunc(n.Runs.Of, func(r doc.Run) bool {
		return r.Method == "" && len(r.Params) > 0
	}) {
		n.Runs = nil // likewise runs
	}
	if n.Study == nil {
		return
	}
	has := func(name string) bool {
		p := in.Param(name)
		return name == "" || doc.IsSize(name) || p != nil && method.Studied(p)
	}
	for name := range n.Study.Rules {
		if !has(name) {
			n.Study = nil
			return
		}
	}
	if !has(n.Study.Over) || !has(n.Study.And) {
		n.Study = nil
	}
}

func (e *Editor) byShare() bool { return !e.now.Split.IsZero() && e.now.Split.Roles == "" }

// byHand tells that shares no longer decide.
func (e *Editor) byHand() {
	s := "Points are held out by hand from now on: " + words.Count(e.HeldOut(doc.Validation), "validation point") + ", " +
		words.Count(e.HeldOut(doc.Test), "test point") + ". New ones train."
	e.Notifier.Toast(s, false)
}

// without takes the roles of points that are removed out of n's split. By share, roles go
// by places in the list: where other points come after it, they are fixed by hand as they
// are, or those would be reshuffled; fixed tells that.
func (e *Editor) without(n *doc.Document, list []int) (fixed bool) {
	fixed = e.byShare()
	if fixed && list[0] == len(e.now.Points)-len(list) || n.Split.IsZero() {
		return false
	}
	n.Split = doc.ByHand(string(others([]byte(e.all()), list)))
	return fixed && !n.Split.IsZero()
}

// ofOthers is a split for other points: shares hold for them, too, roles by hand do not.
func ofOthers(s doc.Split) doc.Split {
	if s.Roles != "" {
		return doc.Split{}
	}
	return s
}
