package stage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

func flat(pts []doc.Point) (list []float64) {
	for _, q := range pts {
		list = append(list, q.X, q.Y, q.Z)
	}
	return list
}

func row(n int) (pts []doc.Point) {
	for i := range n {
		pts = append(pts, doc.Point{X: float64(i), Y: 1, Z: float64(i % 2)})
	}
	return pts
}

// Points have the results of the same points in the list that the picture was made from. However the list changes, none
// has the result of another.
func TestFoundFollowsThePoints(t *testing.T) {
	const none = picture.NoClass
	pts := row(6)
	var f Found
	f.Take(&wire.Groups{K: 3, N: 6, Name: "cluster", Of: []int{0, 1, 2, 0, 1, 2}}, flat(pts), "kmeans")
	edit := func(change func(pts []doc.Point) []doc.Point) []doc.Point { return change(slices.Clone(pts)) }
	moved := edit(func(p []doc.Point) []doc.Point { p[2].X = 9; return p })
	for _, c := range []struct {
		what string
		pts  []doc.Point
		want []int
	}{
		{"as it was", pts, []int{0, 1, 2, 0, 1, 2}},
		{"a point more", append(slices.Clone(pts), doc.Point{X: 7}), []int{0, 1, 2, 0, 1, 2, none}},
		{"sprayed", append(slices.Clone(pts), row(2)...), []int{0, 1, 2, 0, 1, 2, none, none}},
		{"a point less", slices.Delete(slices.Clone(pts), 1, 2), []int{0, 2, 0, 1, 2}},
		{"the first point less", pts[1:], []int{1, 2, 0, 1, 2}},
		{"the last point less", pts[:5], []int{0, 1, 2, 0, 1}},
		{"put in again", slices.Insert(slices.Clone(pts), 3, doc.Point{X: 40}), []int{0, 1, 2, none, 0, 1, 2}},
		{"moved", moved, []int{0, 1, 2, 0, 1, 2}},
		{"moved, and one more", append(slices.Clone(moved), doc.Point{X: 7}), []int{0, 1, none, none, none, none, none}},
		{"of another class", edit(func(p []doc.Point) []doc.Point { p[5].Z = 3; return p }), []int{0, 1, 2, 0, 1, 2}},
		{"two moved", edit(func(p []doc.Point) []doc.Point { p[1].X, p[3].X = 9, 9; return p }),
			[]int{0, none, none, none, 1, 2}},
		{"others", slices.Repeat([]doc.Point{{X: 99}}, 6), []int{none, none, none, none, none, none}},
		{"none", nil, []int{}},
	} {
		group, weight, _ := f.Each(c.pts)
		if !slices.Equal(group, c.want) || weight != nil {
			t.Errorf("%s: %v, want %v", c.what, group, c.want)
		}
	}
	// After any removals and additions, each result belongs to its point.
	rng := rand.New(rand.NewPCG(1, 1))
	pts = row(40)
	of := make([]int, len(pts))
	for i := range of {
		of[i] = i % 7
	}
	f.Take(&wire.Groups{K: 7, N: 40, Of: of}, flat(pts), "kmeans")
	for range 500 {
		p := slices.Clone(pts)
		for range 1 + rng.IntN(4) {
			if at := rng.IntN(len(p)); rng.IntN(2) == 0 {
				p = slices.Delete(p, at, at+1)
			} else {
				p = slices.Insert(p, at, doc.Point{X: -1 - rng.Float64()})
			}
		}
		group, _, _ := f.Each(p)
		for i, g := range group {
			if q := p[i]; g != none && (q.X < 0 && len(p) != len(pts) || q.X >= 0 && g != int(q.X)%7) {
				t.Fatalf("%v is in group %d", q, g)
			}
		}
	}
}

// Take reports a change exactly if the groups have changed.
func TestFoundTellsWhatIsNew(t *testing.T) {
	pts := row(3)
	found := func(of ...int) *wire.Groups { return &wire.Groups{K: 3, N: len(of), Name: "cluster", Of: of} }
	var f Found
	if f.Take(nil, nil, "svm") || f.By("svm") {
		t.Error("nothing is something new")
	}
	take := func(g *wire.Groups, made []doc.Point, want bool, what string) {
		t.Helper()
		if got := f.Take(g, flat(made), "kmeans"); got != want {
			t.Errorf("%s: painted anew is %v", what, got)
		}
	}
	take(found(0, 1, 2), pts, true, "the first")
	f.Each(pts)
	take(found(0, 1, 2), pts, false, "the same")
	pts[1].X = 9
	take(found(0, 1, 2), pts, false, "moved, in the same groups")
	take(found(0, 2, 2), pts, true, "moved into another")
	f.Each(pts)
	more := append(slices.Clone(pts), doc.Point{X: 5})
	f.Each(more)
	take(found(0, 2, 2), pts, true, "a picture that is out of date")
	take(found(0, 2, 2, 1), more, true, "one more")
	if f.By("svm") || !f.By("kmeans") {
		t.Error("what a method has found is another's")
	}
	if f.Called(more, 3) != "cluster 2" || f.Called(append(more, doc.Point{}), 4) != "" {
		t.Errorf("called %q, and a new one %q", f.Called(more, 3), f.Called(append(more, doc.Point{}), 4))
	}
	take(found(0), pts, true, "of other points than the head says")
	if f.By("kmeans") {
		t.Error("groups of one point are those of three")
	}
	f.Take(found(0, 1, 2), flat(pts), "kmeans")
	if !f.Take(nil, nil, "kmeans") || f.By("kmeans") {
		t.Error("groups stay when there are none")
	}
}

// A dragged point looks as it does among the others.
func TestHeldPointsKeepTheirGroup(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	pts := row(4)
	f := &Found{}
	f.Take(&wire.Groups{K: 3, N: 4, Name: "cluster", Weighted: true, Mixed: true, Of: []int{0, 1, 2, 0},
		Weight: []float64{1, 0.5, 0, 0.25}, Mix: []int{0, 44, 9, 0}}, flat(pts), "kmeans")
	for _, classes := range []bool{true, false} {
		for i := range pts {
			if pts[i].Z = 0; classes {
				pts[i].Z = float64(i % 2)
			}
		}
		f.made = flat(pts)
		l := Look{Task: method.Cluster, Palette: light, Found: f}
		all := l.Marks(pts, -1)
		for i := range pts {
			h, ok := l.held(pts, i)
			if !ok {
				t.Fatalf("point %d is held as any", i)
			}
			m := l.heldMarks(h, 3, 4, 0)
			if m.Group[0] != all.Group[i] || m.Weight[0] != all.Weight[i] || m.Mix[0] != all.Mix[i] ||
				(m.Class == nil) == classes || classes && m.Class[0] != all.Class[i] {
				t.Errorf("point %d is held as %+v", i, m)
			}
			if rest := l.Marks(pts, i); len(rest.Group) != 3 || len(rest.Weight) != 3 ||
				!slices.Equal(rest.Mix, slices.Delete(slices.Clone(all.Mix), i, i+1)) ||
				!slices.Equal(rest.Group, slices.Delete(slices.Clone(all.Group), i, i+1)) {
				t.Errorf("without point %d the groups are %v", i, rest.Group)
			}
		}
	}
	if _, ok := (Look{Task: method.Cluster, Palette: light}).held(pts, 1); ok {
		t.Error("a point is held in a group that nobody found")
	}
}

// Rows in space keep their results while it is rotated: they are recognised by their index. Rows of another table do
// not get them.
func TestFoundOfTurnedRows(t *testing.T) {
	pts := row(6)
	f := Found{Turned: true}
	f.Take(&wire.Groups{K: 3, N: 6, Name: "cluster", Of: []int{0, 1, 2, 0, 1, 2}}, flat(pts), "kmeans")
	turned := slices.Clone(pts)
	for i := range turned {
		turned[i].X, turned[i].Y = -turned[i].Y, turned[i].X
	}
	if group, _, _ := f.Each(turned); !slices.Equal(group, []int{0, 1, 2, 0, 1, 2}) {
		t.Errorf("turned: %v", group)
	}
	if group, _, _ := f.Each(append(turned, doc.Point{X: 50})); slices.ContainsFunc(group,
		func(k int) bool { return k >= 0 }) {
		t.Errorf("another table: %v", group)
	}
	f.Turned = false
	if group, _, _ := f.Each(turned); slices.ContainsFunc(group, func(k int) bool { return k >= 0 }) {
		t.Errorf("points of the plane: %v", group)
	}
}
