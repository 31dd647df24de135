package editor

import (
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

func TestHoldingOutByHand(t *testing.T) {
	p := open(t)
	step := func(i int, want string) {
		t.Helper()
		p.SetRole(i, p.NextRole(i))
		if p.Roles() != want || !p.last().Roles || p.last().Points || p.last().What != Step {
			t.Errorf("roles %q, want %q; the change was %+v", p.Roles(), want, p.last())
		}
	}
	step(2, "..v.")
	step(2, "..t.")
	step(0, "v.t.")
	if p.Now().Dataset == nil {
		t.Error("points that are held out are no longer the recipe's")
	}
	if p.HeldOut(doc.Test) != 1 || p.Role(0) != doc.Validation || p.Role(3) != doc.Train || p.Role(9) != doc.Train {
		t.Error("roles are counted otherwise")
	}
	if p.undoes() != "hold out a point" || len(p.toasts) > 0 {
		t.Errorf("undoing would undo %q; told %q", p.undoes(), p.toasts)
	}
	p.Undo()
	if p.Roles() != "..t." || !p.last().Roles {
		t.Errorf("undone, the roles are %q", p.Roles())
	}
	step(2, "")
	if !p.Split().IsZero() || p.undoes() != "train on a point" {
		t.Errorf("a split that holds out nothing: %+v", p.Split())
	}
	// New points train; points that go take their roles with them, moved ones keep theirs.
	step(1, ".v..")
	step(3, ".v.v")
	p.Add(0.9, 0.9)
	if p.Roles() != ".v.v." {
		t.Errorf("with a new point: %q", p.Roles())
	}
	p.Grab(3)
	p.MoveTo(7, 7)
	if p.Roles() != ".v.v." {
		t.Errorf("in a hand: %q", p.Roles())
	}
	p.Release(true)
	p.Remove(2)
	if p.Roles() != ".vv." {
		t.Errorf("after a removal: %q", p.Roles())
	}
	p.Remove(1)
	p.Remove(1)
	if p.Roles() != "" || !p.Split().IsZero() {
		t.Errorf("after the last held-out point has gone: %+v", p.Split())
	}
	p.Undo()
	if p.Roles() != ".v." {
		t.Errorf("undone: %q", p.Roles())
	}
	p.Clear()
	if !p.Split().IsZero() {
		t.Error("roles of no points")
	}
}

func TestHoldingOutByShare(t *testing.T) {
	p := open(t)
	for range 20 {
		p.Add(0.1, 0.1)
	}
	p.Seal()
	for _, x := range []float64{0.1, 0.2, 0.25} {
		p.HoldOut(doc.Split{Validate: 0.25, Test: x, Seed: 3}, "slide test")
	}
	if n := p.HeldOut(doc.Validation) + p.HeldOut(doc.Test); n != 12 || p.undoes() != "hold out points" {
		t.Errorf("%d of 24 points are held out; undoing would undo %q", n, p.undoes())
	}
	roles := p.Roles()
	// Taking the last point away leaves the shares; another one fixes the roles, and says so.
	p.Remove(len(p.Points()) - 1)
	if p.Split().Roles != "" || len(p.toasts) > 0 {
		t.Errorf("the last one: %+v, %q", p.Split(), p.toasts)
	}
	p.Undo()
	if p.Roles() != roles {
		t.Errorf("undone: %q, want %q", p.Roles(), roles)
	}
	p.Remove(4)
	if want := roles[:4] + roles[5:]; p.Roles() != want || p.Split().Roles == "" || len(p.toasts) != 1 ||
		!strings.Contains(p.toasts[0], "by hand") {
		t.Errorf("the fifth: %q, want %q; told %q", p.Roles(), want, p.toasts)
	}
	p.Undo()
	// A role by hand fixes the others, too: one step, told.
	at := strings.IndexByte(roles, byte(doc.Train))
	p.SetRole(at, doc.Test)
	if want := roles[:at] + "t" + roles[at+1:]; p.Roles() != want || len(p.toasts) != 2 {
		t.Errorf("%q, want %q; told %q", p.Roles(), want, p.toasts)
	}
	p.Undo()
	if p.Roles() != roles || p.Split().Roles != "" {
		t.Errorf("undone in one step: %+v", p.Split())
	}
	p.HoldOut(doc.Split{Seed: 4}, "")
	if p.Split() != (doc.Split{}) || p.undoes() != "train on all points" {
		t.Errorf("switched off: %+v", p.Split())
	}
}

func TestRolesOfOtherPoints(t *testing.T) {
	p := open(t)
	recipe := doc.Dataset{Name: "moons", N: 8, Seed: 2}
	other := func() doc.Split {
		n, ok := p.WithRecipe(recipe)
		if !ok {
			t.Fatal("no recipe")
		}
		return n.Split
	}
	share := doc.Split{Validate: 0.5, Seed: 1}
	p.HoldOut(share, "")
	if other() != share {
		t.Error("a share does not hold for other points")
	}
	p.SetRole(1, doc.Test)
	if !other().IsZero() {
		t.Error("roles by hand are those of other points")
	}
	hand := p.Split()
	// Clusters need no answers: all points are used, and none is hollow.
	p.SetMethod("kmeans")
	if p.Roles() != "" || p.Split() != hand {
		t.Errorf("k-means: roles %q, split %+v", p.Roles(), p.Split())
	}
	p.SetMethod("svm")
	if p.Roles() == "" {
		t.Error("the roles are gone after a look at the clusters")
	}
	// Each kind of task has its own.
	p.SetMethod("gp")
	if !p.Split().IsZero() {
		t.Errorf("a curve has the roles of classes: %+v", p.Split())
	}
	p.SetMethod("svm")
	if p.Split() != hand {
		t.Errorf("back: %+v", p.Split())
	}
}

// Several points that are removed take their roles with them; shares go on deciding where they
// were the last ones.
func TestRolesOfSeveralPointsThatAreRemoved(t *testing.T) {
	p := open(t)
	for range 8 {
		p.Add(0.5, 0.5)
	}
	n := len(p.Points())
	share := doc.Split{Validate: 0.5, Seed: 1}
	p.HoldOut(share, "")
	was := p.Roles()
	p.RemoveAll([]int{n - 2, n - 1})
	if p.Split() != share || len(p.Points()) != n-2 {
		t.Errorf("without the last two: %+v, %d points", p.Split(), len(p.Points()))
	}
	p.Undo()
	p.RemoveAll([]int{1, 4})
	if want := was[:1] + was[2:4] + was[5:]; strings.TrimRight(p.Roles(), ".") != strings.TrimRight(want, ".") ||
		len(p.Points()) != n-2 {
		t.Errorf("roles %q, were %q", p.Roles(), was)
	}
	p.RemoveAll([]int{1, n})
	if len(p.Points()) != n-2 {
		t.Error("removes what is not there")
	}
}

// What values were chosen by is noted with them, and gone with the first edit of what they were chosen for; undo brings
// it back.
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
	p.SetStudy(&doc.Study{Over: name, Folds: 2})
	asked := p.Now().Study
	p.Take(map[string]any{name: value}, "by its error", "take it")
	chosen := func() string { return p.Now().Study.Chosen }
	if p.Now().Params[name] != value || chosen() != "by its error" || asked.Chosen != "" || p.undoes() != "take it" {
		t.Fatalf("%+v %+v, undoing would undo %q", p.Now().Params, p.Now().Study, p.undoes())
	}
	for what, edit := range map[string]func(){
		"a point":     func() { p.Add(0.9, 0.9) },
		"a parameter": func() { p.Adjust(map[string]any{name: value + 1}, "another") },
		"a split":     func() { p.SetRole(1, doc.Test) },
		"the study":   func() { p.SetStudy(&doc.Study{Over: name, Folds: 3, Chosen: "by its error"}) },
	} {
		edit()
		if chosen() != "" {
			t.Errorf("after an edit of %s it is still chosen %q", what, chosen())
		}
		if p.Undo(); chosen() != "by its error" {
			t.Errorf("after undo of an edit of %s it is chosen %q", what, chosen())
		}
	}
	p.SetTitle("another title")
	p.SetNames(doc.Names{X: "width"}, "name", "")
	if chosen() != "by its error" {
		t.Error("a name takes it away")
	}
	p.Take(map[string]any{name: value}, "by another error", "take it")
	if chosen() != "by another error" {
		t.Error("the same value can't be chosen by something else")
	}
}

// A part of the cross-validation that is looked at has the roles that the engine gives it, and goes with the study, or
// with another split.
func TestLookingAtAPart(t *testing.T) {
	p := open(t)
	if p.Parts() != 0 {
		t.Error("parts of no study")
	}
	p.SetStudy(&doc.Study{Folds: 2})
	p.LookAtPart(1)
	one := p.Roles()
	if p.Parts() != 2 || strings.Count(one, "v") != 2 || !p.last().Roles || p.SplitRoles() != "" {
		t.Errorf("%d parts, roles %q", p.Parts(), one)
	}
	p.LookAtPart(2)
	for i, r := range p.Roles() {
		if (r == 'v') == (one[i] == 'v') {
			t.Errorf("parts %q and %q", one, p.Roles())
		}
	}
	if p.LookAtPart(3); p.Now().View.Part != 2 {
		t.Error("a part that there is not")
	}
	if p.Undo(); p.Now().View.Part != 0 || p.Roles() != "" {
		t.Errorf("undone: %+v", p.Now().View) // looking on is one step
	}
	p.Redo()
	p.SetRole(0, doc.Test)
	if p.Now().View.Part != 0 || p.Roles() != "t..." {
		t.Errorf("held out by hand: %+v, %q", p.Now().View, p.Roles())
	}
	p.LookAtPart(1)
	if p.SetStudy(nil); p.Now().View.Part != 0 || p.Roles() != "t..." {
		t.Errorf("without the study: %+v, %q", p.Now().View, p.Roles())
	}
}

// Points under the seal stay test points for who asks about them, and no pointer finds them.
func TestSealedPointsAreNotFound(t *testing.T) {
	p := open(t)
	p.HoldOut(doc.Split{Roles: ".vt", Sealed: true}, "")
	if p.Roles() != ".vs." || p.SplitRoles() != ".vt." || p.Role(2) != doc.Test || p.HeldOut(doc.Test) != 1 {
		t.Errorf("roles %q, of the split %q, %c, %d test", p.Roles(), p.SplitRoles(), p.Role(2), p.HeldOut(doc.Test))
	}
	seen := p.Seen()
	if x := seen[2].X; x == x || seen[1] != p.Points()[1] || p.Points()[2].X != p.Points()[2].X {
		t.Errorf("seen %v of %v", seen, p.Points())
	}
	if p.SetRole(2, doc.Train); p.Split() != (doc.Split{Roles: ".v"}) {
		t.Errorf("without test points %+v", p.Split())
	}
}
