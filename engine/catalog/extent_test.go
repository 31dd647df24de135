package catalog

import (
	"context"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// TestExtent checks the extent of each method's example: it contains the points, and does not depend on the view.
func TestExtent(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			s := session.New(All())
			d, _, err := s.Load(method.Unstopped, wire.Load{Kind: "json", Text: m.Example})
			if err != nil {
				t.Fatal(err)
			}
			view := picture.Viewport{X0: -3, X1: 5, Y0: 7, Y1: 9, W: 300, H: 200, Scale: 1}
			x, y, err := s.Extent(context.Background(), session.Request{Doc: d, View: view})
			if err != nil {
				t.Fatal(err)
			}
			if !(x[0] < x[1] && y[0] < y[1]) {
				t.Fatalf("%v, %v", x, y)
			}
			for i, q := range d.Points {
				if q.X < x[0] || q.X > x[1] || q.Y < y[0] || q.Y > y[1] {
					t.Errorf("point %d, %+v, is not in %v, %v", i, q, x, y)
					break
				}
			}
			view.X0, view.X1 = 0.4, 0.6
			x2, y2, err := s.Extent(context.Background(), session.Request{Doc: d, View: view})
			if err != nil || x2 != x || y2 != y {
				t.Errorf("looked at from elsewhere it is %v, %v, %v; was %v, %v", x2, y2, err, x, y)
			}
		})
	}
}

// The extent is larger than the points': it contains a prior's band, the ellipse of a class.
func TestExtentBeyondThePoints(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text  string
		x, y        [2]float64 // least extent
		xMax, yMost float64    // greatest width of the extent in x and in y
	}{
		{"the band of a prior",
			`{"version":1,"method":"gp","params":{"kernel":"4*rbf(0.2)"},"view":{"show":["mean","band_f","sd2"]}}`,
			[2]float64{0, 1}, [2]float64{-3.9, 3.9}, 1.01, 12},
		{"ellipses", `{"version":1,"method":"qda","points":[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[10,10,1],[12,10,1],[10,12,1],[13,13,1]],"view":{"show":["ellipses"]}}`, [2]float64{-0.2, 13.4}, [2]float64{-0.2, 13.4}, 60, 60},
		// A polynomial that diverges leaves the points visible.
		{"a polynomial", `{"version":1,"method":"least_squares","params":{"degree":10},"points":[[0,0],[0.1,1],[0.2,0],[0.3,1],[0.35,0],[0.5,1],[0.52,0],[0.7,1],[0.72,0],[0.9,1],[1,0]]}`, [2]float64{0, 1}, [2]float64{0, 1}, 1.3, 4.2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := session.New(All())
			d, _, err := s.Load(method.Unstopped, wire.Load{Kind: "json", Text: c.text})
			if err != nil {
				t.Fatal(err)
			}
			x, y, err := s.Extent(context.Background(),
				session.Request{Doc: d, View: picture.Viewport{X1: 1, Y1: 1, W: 300, H: 200, Scale: 1}})
			if err != nil {
				t.Fatal(err)
			}
			px, py := doc.AutoRange(d.Points, false)
			t.Logf("%v, %v; the points alone %v, %v", x, y, px, py)
			if x[0] > c.x[0] || x[1] < c.x[1] || y[0] > c.y[0] || y[1] < c.y[1] {
				t.Errorf("%v, %v does not hold %v, %v", x, y, c.x, c.y)
			}
			if x[1]-x[0] > c.xMax || y[1]-y[0] > c.yMost {
				t.Errorf("%v, %v is too wide", x, y)
			}
		})
	}
}
