package editor

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Rows of a table are shown at the positions of a picture's model. That is not a step of the history, and the view
// follows unless the user has chosen it.
func TestPlace(t *testing.T) {
	d := tabled(t)
	at := func(far float64) method.Projection {
		return method.Projection{Q: 2, At: []float64{0, 0, far, 0, 0, far}, Names: []string{"u", "v"}}
	}
	version := d.Version()
	d.View.Place(at(40))
	if q := d.Now().Points[1]; q.X != 40 || q.Z != 1 {
		t.Errorf("row 1 is at %v", q)
	}
	if n := d.Names(); n.X != "u" || n.Y != "v" {
		t.Errorf("the axes are called %q and %q", n.X, n.Y)
	}
	if what, ok := d.History.stack.CanUndo(); !ok || what != "open the table" || d.Version() != version {
		t.Error("places are an edit")
	}
	if v := d.View.Now(); !(v.X0 < 0 && v.X1 > 40 && v.X1 < 100) {
		t.Errorf("the view is %v", v)
	}
	before := d.View.Now()
	d.changes = nil
	d.View.Place(at(40.5)) // hardly farther
	if d.View.Now() != before || len(d.changes) > 0 {
		t.Errorf("a view of %v became one of %v, with %d changes", before, d.View.Now(), len(d.changes))
	}
	d.View.Place(at(400))
	if v := d.View.Now(); !(v.X1 > 400) {
		t.Errorf("the view does not follow: %v", v)
	}
	d.View.Place(at(10))
	if v := d.View.Now(); !(v.X1 > 10 && v.X1 < 30) {
		t.Errorf("the view does not follow back: %v", v)
	}
	// A view of a part, or far away, was chosen by the user.
	for _, x := range [][2]float64{{5, 8}, {-500, 500}} {
		d.View.Show(x, x)
		before = d.View.Now()
		if d.View.Place(at(20)); d.View.Now() != before {
			t.Errorf("a view of %v that was chosen became one of %v", before, d.View.Now())
		}
		d.View.Place(at(10))
	}
	// A document with a view opens with it.
	n := d.Now()
	n.View.X, n.View.Y = [2]float64{-1, 20}, [2]float64{-1, 20}
	d.Replace(n, "open", "")
	before = d.View.Now()
	if d.View.Place(at(90)); d.View.Now() != before {
		t.Errorf("the view of a document, %v, became %v", before, d.View.Now())
	}
	// A projection of other rows is ignored.
	d.View.Place(method.Projection{Q: 2, At: []float64{1, 1}, Names: []string{"u", "v"}})
	if d.Now().Points[1].X != 90 {
		t.Error("rows are where others belong")
	}
}

// A space that becomes a plane is packed differently: the engine gets the points anew.
func TestPlaceFlattens(t *testing.T) {
	d := open(t)
	d.Replace(cube(), "open a box", "")
	version := d.Version()
	if d.View.Near() == nil {
		t.Fatal("no space")
	}
	d.View.Place(method.Projection{Q: 2, At: make([]float64, 16), Names: []string{"u", "v"}})
	if d.View.Near() != nil || d.Version() == version || d.Now().Table.Axes != nil {
		t.Errorf("near %v, version %d, axes %q", d.View.Near(), d.Version(), d.Now().Table.Axes)
	}
	version = d.Version()
	at := make([]float64, 24)
	for i := range at {
		at[i] = float64(i * i % 7)
	}
	d.View.Place(method.Projection{Q: 3, At: at, Names: []string{"u", "v", "w"}})
	if len(d.View.Near()) != 8 || d.Version() == version {
		t.Errorf("near %v, version %d", d.View.Near(), d.Version())
	}
}

// tabled is an editor with a table of three rows in the plane.
func tabled(t *testing.T) *page {
	t.Helper()
	p := open(t)
	rows := &doc.Rows{N: 3, X: []float64{1, 2, 3, 4, 5, 6}, Columns: []string{"a", "b"}, Class: []int{0, 1, 2}}
	p.Replace(doc.Document{Method: "kmeans", Points: []doc.Point{{X: 0.2, Y: 0.1}, {X: 0.7, Y: 0.2, Z: 1},
		{X: 0.4, Y: 0.9, Z: 2}},
		Table: &doc.Table{Rows: rows, Names: doc.Names{X: "PC 1", Y: "PC 2"}}, Names: doc.Names{X: "PC 1", Y: "PC 2"}},
		"open the table", "")
	return p
}
