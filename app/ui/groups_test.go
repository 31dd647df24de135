//go:build !(js && wasm)

package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/app/workers"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// grouping is a page whose engine finds groups; it records how points are shown.
type grouping struct {
	*testing.T
	c     *Core
	e     *engine
	n     map[int]int // number of points by version
	of    func(i int) int
	told  []string
	shown string // newest line about points
	last  wire.Draw
}

func openGrouping(t *testing.T) *grouping {
	g := &grouping{T: t, n: map[int]int{}}
	g.c, g.e = open(t)
	g.n[g.c.editor.Version()] = 4
	g.e.posted = func(r workers.Request) {
		if r.Type != wire.TypeDraw {
			return
		}
		g.last = wire.Draw{}
		if err := json.Unmarshal(r.Head, &g.last); err != nil {
			t.Fatal(err)
		}
		if r.Points != nil {
			g.n[g.last.PointsVersion] = len(r.Points) / 3
		}
	}
	g.e.dress = func(p *wire.Picture) {
		n := g.n[p.PointsVersion]
		p.Groups = &wire.Groups{K: 3, N: n, Name: "cluster"}
		for i := range n {
			p.Groups.Of = append(p.Groups.Of, g.of(i))
		}
	}
	g.c.screen.Tell(func(line string) {
		g.told = append(g.told, line)
		if strings.Contains(line, "points, coordinates sum") {
			g.shown = line
		}
	})
	g.of = func(i int) int { return []int{0, 1, 1, 0}[i%4] }
	g.c.client.Redraw()
	return g
}

// answer answers all requests that were held back.
func (g *grouping) answer() {
	for g.c.client.Computing() {
		g.e.say(wire.TypePicture, g.e.asked, g.e.picture(g.last), nil)
	}
}

func (g *grouping) is(what, want string) {
	g.Helper()
	if !strings.Contains(g.shown, want) {
		g.Errorf("%s: %s; want %s", what, g.shown, want)
	}
}

// Points have the colours of the newest picture, as far as it was made from the same points.
func TestPointsHaveTheColoursOfTheirGroups(t *testing.T) {
	g := openGrouping(t)
	c, h := g.c, &g.c.host
	g.is("at first", "of groups [0 1 1 0], shapes of classes [0 1 0 1]")
	if got := c.names.point(1); got != "point 2 of 4, class 2, cluster 2" {
		t.Errorf("a point is called %q", got)
	}
	// The colours of a step come with its picture.
	g.of, g.told = func(i int) int { return []int{2, 2, -1, 0}[i%4] }, nil
	c.client.Redraw()
	g.is("at another step", "of groups [2 2 -1 0]")
	if at := slices.IndexFunc(g.told, func(s string) bool { return strings.HasPrefix(s, "the picture") }); at < 0 ||
		len(g.told) < at+2 {
		t.Errorf("shown: %q", g.told)
	}
	if got := c.names.point(2); got != "point 3 of 4, class 1" {
		t.Errorf("a point without a group is called %q", got)
	}
	// Nothing is painted anew for the same colours.
	g.told = nil
	c.client.Redraw()
	if slices.ContainsFunc(g.told, func(s string) bool { return strings.Contains(s, "points,") }) {
		t.Errorf("for the same groups, shown: %q", g.told)
	}
	// A new point has no colour until a picture includes it; a removed point takes its colour along.
	g.e.hold = true
	h.Add(0.9, 0.9)
	g.is("a new point", "of groups [2 2 -1 0 -1]")
	g.answer()
	g.is("its picture", "of groups [2 2 -1 0 2]")
	h.Remove(1)
	g.is("one less", "of groups [2 -1 0 2]")
	c.edits.undo()
	g.is("undone", "of groups [2 2 -1 0 2]")
	c.gesture.Grab(1)
	g.is("a hand holds one", "of groups [2 -1 0 2], shapes of classes [0 0 1 0], one held, of group 2")
	c.gesture.MoveTo(0.2, 0.2)
	c.gesture.Draft.Release(true)
	g.is("moved", "of groups [2 2 -1 0 2]")
	g.of = func(i int) int { return i % 3 }
	g.answer()
	g.is("drawn", "of groups [0 1 2 0 1]")
	// A picture of earlier points colours those that are still there.
	asked := g.e.asked
	h.Remove(0)
	if g.e.asked != asked {
		g.e.say(wire.TypePicture, g.e.asked, wire.Picture{PointsVersion: c.editor.Version() - 1, Last: true,
			Groups: &wire.Groups{K: 3, N: 5, Name: "cluster", Of: []int{2, 2, 2, 1, 0}}}, nil)
		g.is("an older picture", "of groups [2 2 1 0]")
	} else {
		t.Error("nothing is asked for after a removal")
	}
	// Without a model, and with one that finds no groups, points have the colours of their classes.
	g.e.refuse(wire.Error{Message: "Click to add points of a second class.", Need: true})
	g.is("without a model", "of classes [1 0 1 0]")
	if strings.Contains(g.shown, "groups") {
		t.Error(g.shown)
	}
	g.e.hold, g.e.dress = false, nil
	c.client.Redraw()
	g.is("without groups", "of classes [1 0 1 0]")
}

// After another method is chosen, points lose the colours of groups at once. Where points are coloured by groups,
// classes are told by shapes alone and are named without a colour.
func TestGroupsOfAnotherMethod(t *testing.T) {
	g := openGrouping(t)
	light := g.c.theme.Palette()
	if got := g.c.names.look(1, ", "); got != "" {
		t.Errorf("a class is told by %q", got)
	}
	g.e.hold = true
	g.c.editor.Methods.Choose("knn")
	g.c.painter.points()
	if strings.Contains(g.shown, "groups") {
		t.Errorf("after another method was chosen: %s", g.shown)
	}
	if got := g.c.names.look(1, ", "); got != ", "+light.Class[1].Name {
		t.Errorf("a class is told by %q", got)
	}
}

// Groups have entries in the legend like everything else.
func TestLegendOfGroups(t *testing.T) {
	g := openGrouping(t)
	dress := g.e.dress
	g.e.dress = func(p *wire.Picture) {
		dress(p)
		p.Keys = picture.KeysOf(&picture.Marks{Role: picture.RolePoint, XY: make([]float64, 8), Group: p.Groups.Of,
			Says: "cluster that a point is assigned to"})
	}
	g.c.client.Redraw()
	if keys := keysOf(g.c.client.Picture()); len(keys) != 1 || len(keys[0].Looks) != 2 ||
		fmt.Sprint(keys[0].Looks[1].Group) != "2" {
		t.Errorf("the legend is %+v", keys)
	}
}
