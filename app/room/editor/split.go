package editor

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Split edits which points are held out, and the study with them.
type Split struct {
	*present
	ed *Editor

	roles roles
}

// roles are the roles of the points as they were computed last.
type roles struct {
	version int
	split   doc.Split
	part    parted
	task    method.Task
	list    string
}

// parted is what determines the part of a cross-validation that the picture holds out.
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

// Parts returns the number of parts of the study's cross-validation that can be shown alone.
func (sp *Split) Parts() int {
	n, _ := sp.task.Parts(sp.now)
	return n
}

// LookAtPart holds a part of the study's cross-validation out of the picture's fit while it is shown; 0 = none.
func (sp *Split) LookAtPart(part int) {
	if !sp.loaded || sp.ed.Draft.on() || part == sp.now.View.Part || part < 0 || part > sp.Parts() {
		return
	}
	n := sp.now
	n.View.Part = part
	what := "look at a part"
	if part == 0 {
		what = "look at all parts"
	}
	sp.ed.commit(n, what, "part", Change{What: Step})
}

// Roles returns the roles of the points, as method.Task.Roles does: "" = all train, also if the method uses all points.
func (sp *Split) Roles() string {
	part := partedOf(&sp.now)
	if sp.now.Split.IsZero() && part.part == 0 {
		return ""
	}
	if r := (roles{sp.version, sp.now.Split, part, sp.task, sp.roles.list}); r != sp.roles {
		r.list = sp.task.Roles(sp.now)
		sp.roles = r
	}
	return sp.roles.list
}

// moved keeps the roles when points have moved, because they do not depend on positions.
func (sp *Split) moved() {
	if sp.roles.version == sp.version-1 {
		sp.roles.version = sp.version
	}
}

// SplitRoles returns the roles of the document's split alone, whichever part is shown, and as if no point was sealed.
func (sp *Split) SplitRoles() string {
	d := sp.now
	d.View.Part, d.Split.Sealed = 0, false
	if d.Split == sp.now.Split && sp.now.View.Part == 0 {
		return sp.Roles()
	}
	return sp.task.Roles(d)
}

// Role returns the role of a point: doc.Test for a sealed one, doc.Train if there are no roles.
func (sp *Split) Role(i int) doc.Role {
	if r := sp.Roles(); i >= 0 && i < len(r) && r[i] != byte(doc.Sealed) {
		return doc.Role(r[i])
	} else if i >= 0 && i < len(r) {
		return doc.Test
	}
	return doc.Train
}

// HeldOut returns the number of points with a role; sealed points count as test points.
func (sp *Split) HeldOut(r doc.Role) int {
	n := strings.Count(sp.Roles(), string(rune(r)))
	if r == doc.Test {
		n += strings.Count(sp.Roles(), string(doc.Sealed))
	}
	return n
}

// Seen returns the points, with sealed ones at NaN, so that no pointer finds them.
func (sp *Split) Seen() []doc.Point {
	roles := sp.Roles()
	if !sp.now.Split.Sealed || roles == "" {
		return sp.now.Points
	}
	pts := slices.Clone(sp.now.Points)
	for i := range min(len(pts), len(roles)) {
		if roles[i] == byte(doc.Sealed) {
			pts[i].X, pts[i].Y = math.NaN(), math.NaN()
		}
	}
	return pts
}

// all returns the roles of all points, even for a method that does not use roles.
func (sp *Split) all() string {
	r := sp.now.Split.Of(sp.now.Points, sp.task != method.Regress && sp.task != method.Regress2D)
	if r == "" {
		return strings.Repeat(string(doc.Train), len(sp.now.Points))
	}
	return r
}

// SetRole sets the role of a point, as one step. From then on the other points' roles are fixed as they are.
func (sp *Split) SetRole(i int, r doc.Role) {
	if !sp.ed.Points.has(i) || sp.ed.Draft.on() || sp.Role(i) == r {
		return
	}
	roles := []byte(sp.all())
	roles[i] = byte(r)
	shared := sp.byShare()
	n := sp.now
	n.Split, n.View.Part = n.Split.ByHand(string(roles)), 0
	what := "hold out a point"
	if r == doc.Train {
		what = "train on a point"
	}
	sp.ed.commit(n, what, "", Change{What: Step})
	if shared {
		sp.byHand()
	}
}

// NextRole returns the role after that of a point: training, validation, test, and training again.
func (sp *Split) NextRole(i int) doc.Role {
	switch sp.Role(i) {
	case doc.Train:
		return doc.Validation
	case doc.Validation:
		return doc.Test
	}
	return doc.Train
}

// HoldOut holds out points by fractions and a seed; fractions of 0 hold out none. For key see Params.Set.
func (sp *Split) HoldOut(s doc.Split, key string) {
	if s.IsZero() {
		s = doc.Split{}
	}
	s.Sealed = s.Sealed && s.Tests()
	if !sp.loaded || sp.ed.Draft.on() || s == sp.now.Split {
		return
	}
	n := sp.now
	n.Split, n.View.Part = s, 0
	what := "hold out points"
	was := sp.now.Split
	was.Sealed = s.Sealed
	switch {
	case s.IsZero():
		what = "train on all points"
	case s == was && s.Sealed:
		what = "seal the test points"
	case s == was:
		what = "look at the test points"
	}
	sp.ed.commit(n, what, key, Change{What: Step})
}

// SetStudy sets the study of errors; nil = none.
func (sp *Split) SetStudy(s *doc.Study) {
	if !sp.loaded || sp.ed.Draft.on() || s.Equal(sp.now.Study) {
		return
	}
	n := sp.now
	n.Study, n.View.Part = s, 0
	sp.ed.commit(n, "change the study of errors", "", Change{What: Step})
}

// studied removes from n, whose method is now in, what that method cannot have: runs with parameters of the former one,
// a study over them, and bounds, seeds or a penalty that it does not offer.
func studied(n *doc.Document, in *method.Info) {
	if n.Runs != nil && slices.ContainsFunc(n.Runs.Of, func(r doc.Run) bool {
		return r.Method == "" && len(r.Params) > 0
	}) {
		n.Runs = nil // their parameters belong to the former method
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

func (sp *Split) byShare() bool { return !sp.now.Split.IsZero() && sp.now.Split.Roles == "" }

// byHand tells the user that fractions no longer decide.
func (sp *Split) byHand() {
	s := words.Text("Points are now held out by hand: %s, %s. New points are for training.",
		words.Count(sp.HeldOut(doc.Validation), "validation point"), words.Count(sp.HeldOut(doc.Test), "test point"))
	sp.ed.Toast(s, false)
}

// without removes the roles of removed points from n's split. With fractions, roles depend on the index: if other
// points follow in the list, the roles are fixed as they are, because they would be shuffled otherwise; fixed reports
// that.
func (sp *Split) without(n *doc.Document, list []int) (fixed bool) {
	fixed = sp.byShare()
	if fixed && list[0] == len(sp.now.Points)-len(list) || n.Split.IsZero() {
		return false
	}
	n.Split = n.Split.ByHand(string(others([]byte(sp.all()), list)))
	return fixed && !n.Split.IsZero()
}

// ofOthers returns a split for other points: fractions hold for them, too, but roles by hand do not.
func ofOthers(s doc.Split) doc.Split {
	if s.Roles != "" {
		return doc.Split{}
	}
	return s
}
