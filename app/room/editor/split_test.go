package editor

import (
	"strings"
	"testing"
	"unsafe"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestHoldingOutByHand(t *testing.T) {
	p := open(t)
	step := func(i int, want string) {
		t.Helper()
		p.Split.SetRole(i, p.Split.NextRole(i))
		if p.Split.Roles() != want || !p.last().Roles || p.last().Points() || p.last().What != Step {
			t.Errorf("roles %q, want %q; the change was %+v", p.Split.Roles(), want, p.last())
		}
	}
	step(2, "..v.")
	step(2, "..t.")
	step(0, "v.t.")
	if p.Now().Dataset == nil {
		t.Error("points that are held out are no longer the recipe's")
	}
	if p.Split.HeldOut(doc.Test) != 1 || p.Split.Role(0) != doc.Validation || p.Split.Role(3) != doc.Train ||
		p.Split.Role(9) != doc.Train {
		t.Error("roles are counted otherwise")
	}
	if p.undoes() != "hold out a point" || len(p.toasts) > 0 {
		t.Errorf("undoing would undo %q; told %q", p.undoes(), p.toasts)
	}
	p.History.Undo()
	if p.Split.Roles() != "..t." || !p.last().Roles {
		t.Errorf("undone, the roles are %q", p.Split.Roles())
	}
	step(2, "")
	if !p.Now().Split.IsZero() || p.undoes() != "train on a point" {
		t.Errorf("a split that holds out nothing: %+v", p.Now().Split)
	}
	// New points are for training; removed points take their roles with them, moved ones keep theirs.
	step(1, ".v..")
	step(3, ".v.v")
	p.Points.Add(0.9, 0.9)
	if p.Split.Roles() != ".v.v." {
		t.Errorf("with a new point: %q", p.Split.Roles())
	}
	p.Draft.Grab(3)
	p.Draft.MoveTo(7, 7)
	if p.Split.Roles() != ".v.v." {
		t.Errorf("in a hand: %q", p.Split.Roles())
	}
	p.Draft.Release(true)
	p.Points.Remove(2)
	if p.Split.Roles() != ".vv." {
		t.Errorf("after a removal: %q", p.Split.Roles())
	}
	p.Points.Remove(1)
	p.Points.Remove(1)
	if p.Split.Roles() != "" || !p.Now().Split.IsZero() {
		t.Errorf("after the last held-out point has gone: %+v", p.Now().Split)
	}
	p.History.Undo()
	if p.Split.Roles() != ".v." {
		t.Errorf("undone: %q", p.Split.Roles())
	}
	p.Points.Clear()
	if !p.Now().Split.IsZero() {
		t.Error("roles of no points")
	}
}

func TestHoldingOutByShare(t *testing.T) {
	p := open(t)
	for range 20 {
		p.Points.Add(0.1, 0.1)
	}
	p.History.Seal()
	for _, x := range []float64{0.1, 0.2, 0.25} {
		p.Split.HoldOut(doc.Split{Validate: 0.25, Test: x, Seed: 3}, "slide test")
	}
	if n := p.Split.HeldOut(doc.Validation) + p.Split.HeldOut(doc.Test); n != 12 || p.undoes() != "hold out points" {
		t.Errorf("%d of 24 points are held out; undoing would undo %q", n, p.undoes())
	}
	roles := p.Split.Roles()
	// Removing the last point keeps the fractions; removing another one fixes the roles, with a message.
	p.Points.Remove(len(p.Now().Points) - 1)
	if p.Now().Split.Roles != "" || len(p.toasts) > 0 {
		t.Errorf("the last one: %+v, %q", p.Now().Split, p.toasts)
	}
	p.History.Undo()
	if p.Split.Roles() != roles {
		t.Errorf("undone: %q, want %q", p.Split.Roles(), roles)
	}
	p.Points.Remove(4)
	if want := roles[:4] + roles[5:]; p.Split.Roles() != want || p.Now().Split.Roles == "" || len(p.toasts) != 1 ||
		!strings.Contains(p.toasts[0], "by hand") {
		t.Errorf("the fifth: %q, want %q; told %q", p.Split.Roles(), want, p.toasts)
	}
	p.History.Undo()
	// A role by hand fixes the others, too: one step, with a message.
	at := strings.IndexByte(roles, byte(doc.Train))
	p.Split.SetRole(at, doc.Test)
	if want := roles[:at] + "t" + roles[at+1:]; p.Split.Roles() != want || len(p.toasts) != 2 {
		t.Errorf("%q, want %q; told %q", p.Split.Roles(), want, p.toasts)
	}
	p.History.Undo()
	if p.Split.Roles() != roles || p.Now().Split.Roles != "" {
		t.Errorf("undone in one step: %+v", p.Now().Split)
	}
	p.Split.HoldOut(doc.Split{Seed: 4}, "")
	if p.Now().Split != (doc.Split{}) || p.undoes() != "train on all points" {
		t.Errorf("switched off: %+v", p.Now().Split)
	}
}

func TestRolesOfOtherPoints(t *testing.T) {
	p := open(t)
	recipe := doc.Dataset{Name: "moons", N: 8, Seed: 2}
	other := func() doc.Split {
		n, ok := p.Data.WithRecipe(recipe)
		if !ok {
			t.Fatal("no recipe")
		}
		return n.Split
	}
	share := doc.Split{Validate: 0.5, Seed: 1}
	p.Split.HoldOut(share, "")
	if other() != share {
		t.Error("a share does not hold for other points")
	}
	p.Split.SetRole(1, doc.Test)
	if !other().IsZero() {
		t.Error("roles by hand are those of other points")
	}
	hand := p.Now().Split
	// Clustering needs no targets: all points are used, and none is hollow.
	p.Methods.Choose("kmeans")
	if p.Split.Roles() != "" || p.Now().Split != hand {
		t.Errorf("k-means: roles %q, split %+v", p.Split.Roles(), p.Now().Split)
	}
	p.Methods.Choose("svm")
	if p.Split.Roles() == "" {
		t.Error("the roles are gone after a look at the clusters")
	}
	// Each kind of task has its own split.
	p.Methods.Choose("gp")
	if !p.Now().Split.IsZero() {
		t.Errorf("a curve has the roles of classes: %+v", p.Now().Split)
	}
	p.Methods.Choose("svm")
	if p.Now().Split != hand {
		t.Errorf("back: %+v", p.Now().Split)
	}
}

// Several removed points take their roles with them; the fractions stay if they were the last ones.
func TestRolesOfSeveralPointsThatAreRemoved(t *testing.T) {
	p := open(t)
	for range 8 {
		p.Points.Add(0.5, 0.5)
	}
	n := len(p.Now().Points)
	share := doc.Split{Validate: 0.5, Seed: 1}
	p.Split.HoldOut(share, "")
	was := p.Split.Roles()
	p.Points.RemoveAll([]int{n - 2, n - 1})
	if p.Now().Split != share || len(p.Now().Points) != n-2 {
		t.Errorf("without the last two: %+v, %d points", p.Now().Split, len(p.Now().Points))
	}
	p.History.Undo()
	p.Points.RemoveAll([]int{1, 4})
	if want := was[:1] + was[2:4] + was[5:]; strings.TrimRight(p.Split.Roles(), ".") != strings.TrimRight(want, ".") ||
		len(p.Now().Points) != n-2 {
		t.Errorf("roles %q, were %q", p.Split.Roles(), was)
	}
	p.Points.RemoveAll([]int{1, n})
	if len(p.Now().Points) != n-2 {
		t.Error("removes what is not there")
	}
}

// How values were chosen is noted with them, and removed by the first edit of what they were chosen for; undo restores
// it.
func TestWhatValuesWereChosenBy(t *testing.T) {
	p := open(t)
	name := ""
	for i := range p.Info().Params {
		if q := &p.Info().Params[i]; method.Studied(q) && p.Info().Applies(q.When, p.Now().Params) {
			name = q.Name
			break
		}
	}
	if name == "" {
		t.Fatal("no parameter")
	}
	value := p.Info().Param(name).Default.(float64) + 2
	p.Split.SetStudy(&doc.Study{Over: name, Folds: 2})
	asked := p.Now().Study
	p.Params.Take(map[string]any{name: value}, "by its error", "take it")
	chosen := func() string { return p.Now().Study.Chosen }
	if p.Now().Params[name] != value || chosen() != "by its error" || asked.Chosen != "" || p.undoes() != "take it" {
		t.Fatalf("%+v %+v, undoing would undo %q", p.Now().Params, p.Now().Study, p.undoes())
	}
	for what, edit := range map[string]func(){
		"a point":     func() { p.Points.Add(0.9, 0.9) },
		"a parameter": func() { p.Params.Adjust(map[string]any{name: value + 1}, "another") },
		"a split":     func() { p.Split.SetRole(1, doc.Test) },
		"the study":   func() { p.Split.SetStudy(&doc.Study{Over: name, Folds: 3, Chosen: "by its error"}) },
	} {
		edit()
		if chosen() != "" {
			t.Errorf("after an edit of %s it is still chosen %q", what, chosen())
		}
		if p.History.Undo(); chosen() != "by its error" {
			t.Errorf("after undo of an edit of %s it is chosen %q", what, chosen())
		}
	}
	p.SetTitle("another title")
	p.SetNames(doc.Names{X: "width"}, "name", "")
	if chosen() != "by its error" {
		t.Error("a name takes it away")
	}
	p.Params.Take(map[string]any{name: value}, "by another error", "take it")
	if chosen() != "by another error" {
		t.Error("the same value can't be chosen by something else")
	}
}

// A part of the cross-validation that is shown has the roles that the engine gives it. It is left with the study, or
// with another split.
func TestLookingAtAPart(t *testing.T) {
	p := open(t)
	if p.Split.Parts() != 0 {
		t.Error("parts of no study")
	}
	p.Split.SetStudy(&doc.Study{Folds: 2})
	p.Split.LookAtPart(1)
	one := p.Split.Roles()
	if p.Split.Parts() != 2 || strings.Count(one, "v") != 2 || !p.last().Roles || p.Split.SplitRoles() != "" {
		t.Errorf("%d parts, roles %q", p.Split.Parts(), one)
	}
	p.Split.LookAtPart(2)
	for i, r := range p.Split.Roles() {
		if (r == 'v') == (one[i] == 'v') {
			t.Errorf("parts %q and %q", one, p.Split.Roles())
		}
	}
	if p.Split.LookAtPart(3); p.Now().View.Part != 2 {
		t.Error("a part that there is not")
	}
	if p.History.Undo(); p.Now().View.Part != 0 || p.Split.Roles() != "" {
		t.Errorf("undone: %+v", p.Now().View) // showing a part and then another is one step
	}
	p.History.Redo()
	p.Split.SetRole(0, doc.Test)
	if p.Now().View.Part != 0 || p.Split.Roles() != "t..." {
		t.Errorf("held out by hand: %+v, %q", p.Now().View, p.Split.Roles())
	}
	p.Split.LookAtPart(1)
	if p.Split.SetStudy(nil); p.Now().View.Part != 0 || p.Split.Roles() != "t..." {
		t.Errorf("without the study: %+v, %q", p.Now().View, p.Split.Roles())
	}
}

// Sealed points count as test points, but no pointer finds them.
func TestSealedPointsAreNotFound(t *testing.T) {
	p := open(t)
	p.Split.HoldOut(doc.Split{Roles: ".vt", Sealed: true}, "")
	if p.Split.Roles() != ".vs." || p.Split.SplitRoles() != ".vt." || p.Split.Role(2) != doc.Test ||
		p.Split.HeldOut(doc.Test) != 1 {
		t.Errorf("roles %q, of the split %q, %c, %d test", p.Split.Roles(), p.Split.SplitRoles(), p.Split.Role(2),
			p.Split.HeldOut(doc.Test))
	}
	seen := p.Split.Seen()
	if x := seen[2].X; x == x || seen[1] != p.Now().Points[1] || p.Now().Points[2].X != p.Now().Points[2].X {
		t.Errorf("seen %v of %v", seen, p.Now().Points)
	}
	if p.Split.SetRole(2, doc.Train); p.Now().Split != (doc.Split{Roles: ".v"}) {
		t.Errorf("without test points %+v", p.Now().Split)
	}
}

// Roles are not computed again while a point is dragged.
func TestRolesAreKeptInADrag(t *testing.T) {
	p := open(t)
	p.Split.HoldOut(doc.Split{Validate: 0.5, Seed: 1}, "")
	was := p.Split.Roles()
	p.Draft.Grab(0)
	for _, x := range []float64{0.3, 0.4} {
		p.Draft.MoveTo(x, x)
		if now := p.Split.Roles(); was == "" || now != was || unsafe.StringData(now) != unsafe.StringData(was) {
			t.Errorf("moved to %g, the roles are %q anew, were %q", x, now, was)
		}
	}
}
