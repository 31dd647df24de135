package editor

import (
	"math"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// cube returns a document whose rows are the corners of a box in space.
func cube() doc.Document {
	r := &doc.Rows{N: 8, Columns: []string{"a", "b", "c"}}
	for i := range 8 {
		at := []float64{float64(i & 1 * 4), float64(i >> 1 & 1 * 2), float64(i >> 2 & 1 * 6)}
		r.X, r.Places = append(r.X, at...), append(r.Places, at...)
	}
	d := doc.Document{Method: "knn", Params: map[string]any{}, Points: make([]doc.Point, 8),
		Table: &doc.Table{Rows: r, Space: true, Axes: []string{"u", "v", "w"}}, Names: doc.Names{X: "u", Y: "v"}}
	for i := range d.Points {
		d.Points[i].Z = float64(i % 2)
	}
	picture.Turn(r.Places, d.View.Turned(), func(i int, x, y, _ float64) { d.Points[i].X, d.Points[i].Y = x, y })
	return d
}

// lies checks that the points are at the positions of the document's rotation.
func lies(t *testing.T, d *Editor, az, el float64) {
	t.Helper()
	now := d.Now()
	if got := now.View.Turned(); got != [2]float64{az, el} {
		t.Fatalf("turned to %v, not to %g, %g", got, az, el)
	}
	far := math.Sqrt(4 + 1 + 9)
	picture.Turn(now.Table.Rows.Places, [2]float64{az, el}, func(i int, x, y, z float64) {
		if p := d.Now().Points[i]; p.X != x || p.Y != y || p.Z != float64(i%2) {
			t.Errorf("row %d is at %v, not at %g, %g", i, p, x, y)
		}
		if n := d.View.Near()[i]; math.Abs(n-(0.5+z/2/far)) > 1e-12 {
			t.Errorf("row %d is %g near, not %g", i, n, 0.5+z/2/far)
		}
	})
}

// Rotating a space is not a step of the history. Links and saved documents contain the rotation; undoing another edit
// does not change it. The engine keeps its points, because the rows are the same.
func TestTurn(t *testing.T) {
	p := open(t)
	if p.View.Turn(10, 10); p.View.Near() != nil || p.Now().View.Turn != nil {
		t.Fatal("a plane is turned")
	}
	p.Replace(cube(), "open", "")
	lies(t, p.Editor, -30, 20)
	// The whole space is visible in any rotation.
	if v := p.View.Now(); v.X0 > -math.Sqrt(14) || v.Y1 < math.Sqrt(14) {
		t.Errorf("what is looked at does not hold the space: %v", v)
	}
	version, steps, n, view := p.Version(), p.History.stack, len(p.changes), p.View.Now()
	p.View.Turn(45, -30)
	lies(t, p.Editor, 15, -10)
	if p.Version() != version || len(p.changes) != n+1 || p.last() != (Change{What: Viewed, Turned: true}) ||
		p.View.Now() != view {
		t.Errorf("version %d, %d changes, the last %+v", p.Version(), len(p.changes)-n, p.last())
	}
	if w, ok := p.History.CanUndo(); true {
		if was, could := steps.CanUndo(); w != was || ok != could {
			t.Errorf("undo would now undo %q", w)
		}
	}
	// The azimuth wraps around, and the elevation stops at the views from above and below.
	p.View.Turn(170, 200)
	lies(t, p.Editor, -175, 90)
	// The angles of a drag are rounded, so that links are short.
	p.View.Turn(1.0/3, -100.0/3)
	lies(t, p.Editor, -174.67, 56.67)
	p.Params.Set("tol", 0.01, "")
	lies(t, p.Editor, -174.67, 56.67)
	p.View.Turn(74.67, 3.33)
	version = p.Version()
	p.History.Undo()
	lies(t, p.Editor, -100, 60)
	p.History.Redo()
	lies(t, p.Editor, -100, 60)
	if p.Version() != version {
		t.Error("what undoing leaves turned is sent anew")
	}
	if now, _ := p.Settled(); now.View.Turn == nil || *now.View.Turn != [2]float64{-100, 60} {
		t.Errorf("kept is %v", now.View.Turn)
	}
	p.View.TurnBack()
	lies(t, p.Editor, -30, 20)
	if n = len(p.changes); p.Now().View.Turn != nil {
		t.Error("links tell of what is as it is by itself")
	}
	if p.View.TurnBack(); len(p.changes) != n {
		t.Error("nothing has changed, and is told")
	}
	// Points made of the rows are in a plane whose axes are not those of the space.
	p.View.Turn(5, 5)
	was := p.Now().Points[3]
	if p.Points.Loosen(); p.View.Near() != nil || p.Now().Names.X != "" || p.Now().View.Turn != nil ||
		p.Now().Points[3] != was {
		t.Errorf("loose points: names %+v, turned %v", p.Now().Names, p.Now().View.Turn)
	}
	p.History.Undo()
	lies(t, p.Editor, -25, 25)
}
