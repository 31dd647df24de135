package ui

import (
	"testing"

	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// space is a document of four rows in space.
func space() doc.Document {
	r := &doc.Rows{N: 4, Columns: []string{"a", "b", "c"}, X: []float64{0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 6}}
	r.Places = r.X
	d := doc.Document{Method: "knn", Points: make([]doc.Point, 4),
		Table: &doc.Table{Rows: r, Space: true, Axes: []string{"u", "v", "w"}}}
	picture.Turn(r.Places, d.View.Turned(), func(i int, x, y, _ float64) {
		d.Points[i] = doc.Point{X: x, Y: y, Z: float64(i % 2)}
	})
	return d
}

// The engine is asked for one picture of a rotated space, at the end of the rotation.
func TestTurnIsToldAtRest(t *testing.T) {
	c, e := open(t)
	c.editor.Replace(space(), "open", "")
	c.effects.settled()
	before := e.draws
	c.editor.View.Turn(30, 10)
	c.editor.View.Turn(5, 5)
	if n := e.draws - before; n != 0 {
		t.Errorf("%d pictures are asked for while it is turned", n)
	}
	c.effects.settled()
	c.effects.settled()
	if n := e.draws - before; n != 1 {
		t.Errorf("%d pictures are asked for at rest, not one", n)
	}
}

// "Show everything" turns a space back and shows all of it. The rotation is reported before the engine is asked, so
// that the answer is not taken for one about the previous rotation.
func TestShowEverythingTurnsBackAndShowsAll(t *testing.T) {
	c, e := open(t)
	c.editor.Replace(space(), "open", "")
	c.effects.settled()
	c.editor.View.Turn(30, 10)
	v := c.editor.View.Now()
	v.X0, v.X1 = v.X0/8, v.X1/8
	c.editor.View.Set(v)
	c.effects.settled()

	e.mute = true
	asked := 0
	e.posted = func(r workers.Request) {
		if r.Type == wire.TypeExtent {
			asked = r.ID
		}
	}
	c.host.showAll()
	c.effects.settled() // as at the end of every gesture
	if asked == 0 || c.editor.Now().View.Turn != nil {
		t.Fatalf("asked %d, turned %v", asked, c.editor.Now().View.Turn)
	}
	e.say(wire.TypeReach, asked, wire.Reach{X: [2]float64{-7, 7}, Y: [2]float64{-7, 7}}, nil)
	if v := c.editor.View.Now(); v.X0 > -7 || v.X1 < 7 {
		t.Errorf("what is looked at is %v, not all", v)
	}
}
