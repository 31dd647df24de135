package editor

import (
	"math"
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
	part    parted
	task    method.Task
	list    string
}

// parted is what the part of a cross-validation depends on that the picture holds out.
type parted struct {
	part, folds, repeats int
	seed                 uint64
}

func partedOf(d *doc.Document) (p parted) {
	if s := d.Study; s != nil && d.View.Part > 0 {
		p = parted{d.View.Part, s.Folds, s.Repeats, s.Seed}
	}
	return p
}

// Parts is how many parts of the study's cross-validation can be looked at alone.
func (e *Editor) Parts() int {
	n, _ := e.task.Parts(e.now)
	return n
}

// LookAtPart holds a part of the study's cross-validation out of the picture's fit, for as long as it is looked at; 0
// = none.
func (e *Editor) LookAtPart(part int) {
	if !e.loaded || e.drafts() || part == e.now.View.Part || part < 0 || part > e.Parts() {
		return
	}
	n := e.now
	n.View.Part = part
	what := "look at a part"
	if part == 0 {
		what = "look at all parts"
	}
	e.commit(n, what, "part", Change{What: Step})
}

// Split says which points are held out.
func (e *Editor) Split() doc.Split { return e.now.Split }

// Roles are the roles of the points, as method.Task.Roles tells them: "" = all train,
// also where the method uses all points.
func (e *Editor) Roles() string {
	part := partedOf(&e.now)
	if e.now.Split.IsZero() && part.part == 0 {
		return ""
	}
	if r := (roles{e.version, e.now.Split, part, e.task, e.roles.list}); r != e.roles {
		r.list = e.task.Roles(e.now)
		e.roles = r
	}
	return e.roles.list
}

// SplitRoles are those of the document's split alone, whatever part is looked at, and as if no point was sealed.
func (e *Editor) SplitRoles() string {
	d := e.now
	d.View.Part, d.Split.Sealed = 0, false
	if d.Split == e.now.Split && e.now.View.Part == 0 {
		return e.Roles()
	}
	return e.task.Roles(d)
}

// Role is the role of a point.
func (e *Editor) Role(i int) doc.Role {
	if r := e.Roles(); i >= 0 && i < len(r) && r[i] != byte(doc.Sealed) {
		return doc.Role(r[i])
	} else if i >= 0 && i < len(r) {
		return doc.Test
	}
	return doc.Train
}

// HeldOut counts the points of a role that is held out; test points under the seal are test points.
func (e *Editor) HeldOut(r doc.Role) int {
	n := strings.Count(e.Roles(), string(rune(r)))
	if r == doc.Test {
		n += strings.Count(e.Roles(), string(doc.Sealed))
	}
	return n
}

// Seen are the points with those under the seal at NaN, where no pointer finds them.
func (e *Editor) Seen() []doc.Point {
	roles := e.Roles()
	if !e.now.Split.Sealed || roles == "" {
		return e.now.Points
	}
	pts := slices.Clone(e.now.Points)
	for i := range min(len(pts), len(roles)) {
		if roles[i] == byte(doc.Sealed) {
			pts[i].X, pts[i].Y = math.NaN(), math.NaN()
		}
	}
	return pts
}

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
	n.Split, n.View.Part = n.Split.ByHand(string(roles)), 0
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
	s.Sealed = s.Sealed && s.Tests()
	if !e.loaded || e.drafts() || s == e.now.Split {
		return
	}
	n := e.now
	n.Split, n.View.Part = s, 0
	what := "hold out points"
	was := e.now.Split
	was.Sealed = s.Sealed
	switch {
	case s.IsZero():
		what = "train on all points"
	case s == was && s.Sealed:
		what = "seal the test points"
	case s == was:
		what = "look at the test points"
	}
	e.commit(n, what, key, Change{What: Step})
}

// SetStudy says what is to be found out about errors; nil = nothing.
func (e *Editor) SetStudy(s *doc.Study) {
	if !e.loaded || e.drafts() || s.Equal(e.now.Study) {
		return
	}
	n := e.now
	n.Study, n.View.Part = s, 0
	e.commit(n, "change the study of errors", "", Change{What: Step})
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
			n.Study, n.View.Part = nil, 0
			return
		}
	}
	if !has(n.Study.Over) || !has(n.Study.And) {
		n.Study, n.View.Part = nil, 0
		return
	}
	if n.Study.Bounds && in.Bounds == "" || n.Study.Seeds && !in.Seeded || n.Study.Penalty != "" && in.Complexity == "" {
		n.Study = n.Study.Clone()
		if in.Complexity == "" {
			n.Study.Penalty = ""
		}
		n.Study.Bounds = n.Study.Bounds && in.Bounds != ""
		if n.Study.Seeds && !in.Seeded {
			n.Study.Seeds, n.Study.Draws = false, 0
		}
	}
}

func (e *Editor) byShare() bool { return !e.now.Split.IsZero() && e.now.Split.Roles == "" }

// byHand tells that shares no longer decide.
func (e *Editor) byHand() {
	s := "Points are now held out by hand: " + words.Count(e.HeldOut(doc.Validation), "validation "+
		"point") + ", " + words.Count(e.HeldOut(doc.Test), "test point") + ". New points are for training."
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
	n.Split = n.Split.ByHand(string(others([]byte(e.all()), list)))
	return fixed && !n.Split.IsZero()
}

// ofOthers is a split for other points: shares hold for them, too, roles by hand do not.
func ofOthers(s doc.Split) doc.Split {
	if s.Roles != "" {
		return doc.Split{}
	}
	return s
}

// Take gives some parameters the values that a study has found, and notes what they were chosen by, in one step.
func (e *Editor) Take(values map[string]any, chosen, what string) {
	defer e.found(values)
	if e.now.Study == nil || chosen == e.now.Study.Chosen {
		e.Adjust(values, what)
		return
	}
	n := e.now
	n.Study = n.Study.Clone()
	n.Study.Chosen = chosen
	e.adjust(n, values, what, "")
}

// unpart looks at the fit to all points where there is no such part of a cross-validation any more.
func (e *Editor) unpart(n *doc.Document) {
	if in := e.Catalogue.Method(n.Method); in != nil && n.View.Part != 0 && len(n.Points) > 0 {
		if parts, _ := in.TaskOf(n.Params).Parts(*n); n.View.Part > parts {
			n.View.Part = 0
		}
	}
}

// unchoose takes away what n's values were chosen by, where they, or what they were chosen for, are others than before.
func (e *Editor) unchoose(n *doc.Document) {
	old := &e.now
	if n.Study == nil || n.Study.Chosen == "" || old.Study == nil || old.Study.Chosen != n.Study.Chosen {
		return // or it has come with n
	}
	plain := func(d doc.Document) string {
		d.View, d.Title, d.Note, d.Names, d.Wall, d.Runs = doc.View{}, "", "", doc.Names{}, nil, nil
		head, err := doc.EncodeHead(d)
		if err != nil {
			return ""
		}
		return string(head)
	}
	if plain(*n) != plain(*old) || !slices.Equal(n.Points, old.Points) {
		n.Study = n.Study.Clone()
		n.Study.Chosen = ""
	}
}
