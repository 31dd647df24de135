package picture

import "testing"

// A label stands inside, on no label and on no point, beside its mark; where there is
// no such place it does not stand.
func TestPlaces(t *testing.T) {
	v := Viewport{X1: 1, Y1: 1, W: 200, H: 100, Scale: 1}
	put := func(points [][2]float64, px, py float64, others ...Box) (*Label, Box) {
		p := NewPlaces(v, 2)
		p.Avoid(len(points), func(i int) (x, y float64) { return v.DX(points[i][0]), v.DY(points[i][1]) })
		for _, b := range others {
			p.Take(b)
		}
		l := &Label{Text: "12"}
		if !p.PutBeside(l, px, py, 8) {
			return nil, Box{}
		}
		b := l.Box(v.PX(l.X), v.PY(l.Y), LabelSize)
		if p.Free(b) {
			t.Errorf("the place of %+v is free still", l)
		}
		if !b.Within(v.W, v.H, 2) || b.Meets(Box{px - 8, py - 8, px + 8, py + 8}) && l.Anchor != AnchorStart {
			t.Errorf("%+v lies at the edge or on its mark", b)
		}
		return l, b
	}
	middle := func(b Box) (x, y float64) { return (b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2 }
	if _, b := put(nil, 100, 50); !(b.X0 >= 108) {
		t.Errorf("right of a mark: %+v", b)
	}
	if _, b := put(nil, 190, 50); !(b.X1 <= 182) {
		t.Errorf("at the right edge: %+v", b)
	}
	// Each place that is given is closed, by a point or by a label: the next is another,
	// until there is none.
	for _, byPoint := range []bool{true, false} {
		var points [][2]float64
		var others []Box
		n := 0
		for ; n < 10; n++ {
			l, b := put(points, 100, 50, others...)
			if l == nil {
				break
			}
			x, y := middle(b)
			for _, p := range points {
				if b.Meets(Box{p[0] - 4, p[1] - 4, p[0] + 4, p[1] + 4}) {
					t.Errorf("%+v lies on a point", b)
				}
			}
			for _, o := range others {
				if b.Meets(o) {
					t.Errorf("%+v lies on %+v", b, o)
				}
			}
			if byPoint {
				points = append(points, [2]float64{x, y})
			} else {
				others = append(others, Box{x - 2, y - 2, x + 2, y + 2})
			}
		}
		if n < 4 || n > 6 {
			t.Errorf("%d sides of a mark had room", n)
		}
	}
}
