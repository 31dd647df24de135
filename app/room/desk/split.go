package desk

import (
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
func (d *Desk) Split() doc.Split { return d.now.Split }

// Roles are the roles of the points, as method.Task.Roles tells them: "" = all train,
// also where the method uses all points.
func (d *Desk) Roles() string {
	if d.now.Split.IsZero() {
		return ""
	}
	if r := (roles{d.version, d.now.Split, d.task, d.roles.list}); r != d.roles {
		r.list = d.task.Roles(d.now)
		d.roles = r
	}
	return d.roles.list
}

// Role is the role of a point.
func (d *Desk) Role(i int) doc.Role {
	if r := d.Roles(); i >= 0 && i < len(r) {
		return doc.Role(r[i])
	}
	return doc.Train
}

// HeldOut counts the points of a role that is held out.
func (d *Desk) HeldOut(r doc.Role) int { return strings.Count(d.Roles(), string(rune(r))) }

// all are the roles of all points, also of a method that does not ask for them.
func (d *Desk) all() string {
	r := d.now.Split.Of(d.now.Points, d.task != method.Regress && d.task != method.Regress2D)
	if r == "" {
		return strings.Repeat(string(doc.Train), len(d.now.Points))
	}
	return r
}

// SetRole gives a point a role, as one step. From then on points are held out by hand,
// the others as they were.
func (d *Desk) SetRole(i int, r doc.Role) {
	if !d.has(i) || d.drafts() || d.Role(i) == r {
		return
	}
	roles := []byte(d.all())
	roles[i] = byte(r)
	shared := d.byShare()
	n := d.now
	n.Split = doc.ByHand(string(roles))
	what := "hold out a point"
	if r == doc.Train {
		what = "train on a point"
	}
	d.commit(n, what, "", Change{What: Step})
	if shared {
		d.byHand()
	}
}

// NextRole is the role after that of a point: training, validation, test, and training
// again.
func (d *Desk) NextRole(i int) doc.Role {
	switch d.Role(i) {
	case doc.Train:
		return doc.Validation
	case doc.Validation:
		return doc.Test
	}
	return doc.Train
}

// HoldOut holds out points by share and seed; shares of 0 hold out none. key is as for
// SetParam.
func (d *Desk) HoldOut(s doc.Split, key string) {
	if s.IsZero() {
		s = doc.Split{}
	}
	if !d.loaded || d.drafts() || s == d.now.Split {
		return
	}
	n := d.now
	n.Split = s
	what := "hold out points"
	if s.IsZero() {
		what = "train on all points"
	}
	d.commit(n, what, key, Change{What: Step})
}

func (d *Desk) byShare() bool { return !d.now.Split.IsZero() && d.now.Split.Roles == "" }

// byHand tells that shares no longer decide.
func (d *Desk) byHand() {
	s := "Points are held out by hand from now on: " + words.Count(d.HeldOut(doc.Validation), "validation point") + ", " +
		words.Count(d.HeldOut(doc.Test), "test point") + ". New ones train."
	d.Toast(s, false)
}

// without takes the roles of points that are removed out of n's split. By share, roles go
// by places in the list: where other points come after it, they are fixed by hand as they
// are, or those would be reshuffled; fixed tells that.
func (d *Desk) without(n *doc.Document, list []int) (fixed bool) {
	fixed = d.byShare()
	if fixed && list[0] == len(d.now.Points)-len(list) || n.Split.IsZero() {
		return false
	}
	n.Split = doc.ByHand(string(others([]byte(d.all()), list)))
	return fixed && !n.Split.IsZero()
}

// ofOthers is a split for other points: shares hold for them, too, roles by hand do not.
func ofOthers(s doc.Split) doc.Split {
	if s.Roles != "" {
		return doc.Split{}
	}
	return s
}
