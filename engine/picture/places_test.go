package picture

import (
	"math/rand/v2"
	"testing"
)

// A label is inside the plane, beside its mark, and covers no label and no point; if there is no such position, it is
// not placed.
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
	// Each position used is blocked by a point or by a label: the next label gets another one, until none is left.
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

// Covered counts the points under a box anywhere, also beyond the edges of the plane.
func TestCovered(t *testing.T) {
	v := Viewport{X1: 1, Y1: 1, W: 190, H: 100, Scale: 1}
	rng := rand.New(rand.NewPCG(1, 2))
	at := make([][2]float64, 300)
	for i := range at {
		at[i] = [2]float64{240*rng.Float64() - 25, 150*rng.Float64() - 25}
	}
	p := NewPlaces(v, 2)
	if n := p.Covered(Box{-1e3, -1e3, 1e3, 1e3}); n != 0 {
		t.Errorf("%d points of none", n)
	}
	p.Avoid(len(at), func(i int) (x, y float64) { return v.DX(at[i][0]), v.DY(at[i][1]) })
	for range 300 {
		x, y := 240*rng.Float64()-25, 150*rng.Float64()-25
		b := Box{x, y, x + 60*rng.Float64(), y + 13}
		want := 0
		for _, q := range at {
			if b.Meets(Box{q[0] - pointRadius, q[1] - pointRadius, q[0] + pointRadius, q[1] + pointRadius}) {
				want++
			}
		}
		if n := p.Covered(b); n != want {
			t.Errorf("%+v covers %d points, not %d", b, n, want)
		}
	}
}

// The box of a label contains all its lines, on the side of its position that the anchor says, and each line is painted
// within it.
func TestBoxOfLines(t *testing.T) {
	pal, _ := PaletteByName("light")
	v := Viewport{X1: 400, Y1: 300, W: 400, H: 300, Scale: 1}
	for _, anchor := range []Anchor{AnchorMiddle, AnchorStart, AnchorEnd, AnchorAbove, AnchorBelow} {
		l := &Label{Role: RoleNote, X: 200, Y: 150, Text: "one\na longer line\nthree", Anchor: anchor, Own: true,
			Ground: true}
		one := *l
		one.Text = "a longer line"
		b, a := l.Box(200, 150, NoteSize), one.Box(200, 150, NoteSize)
		if w := b.X1 - b.X0; w != a.X1-a.X0 || b.Y1-b.Y0 != (1+2*lineStep)*NoteSize || anchor == AnchorAbove && b.Y1 > 150 ||
			anchor == AnchorBelow && b.Y0 < 150 || anchor == AnchorMiddle && b.Y0+b.Y1 != 300 {
			t.Errorf("%d: %v", anchor, b)
		}
		n := 0
		Paint(&linesOf{func(s string, x, y float64, ts TextStyle) {
			base := y + ts.Drop()
			if base-0.7*ts.Size < b.Y0-1 || base > b.Y1+1 {
				t.Errorf("%d: %q stands on %g, its box is %v", anchor, s, base, b)
			}
			n++
		}}, &Picture{View: v, Layers: []Layer{l}}, pal)
		if n != 3 {
			t.Errorf("%d lines", n)
		}
	}
	if got := Broken("some words that are more than a line", 8); got != "some words\nthat are more\nthan a line" {
		t.Errorf("%q", got)
	}
}

// linesOf is a canvas that passes on texts and ignores everything else.
type linesOf struct {
	text func(s string, x, y float64, t TextStyle)
}

func (o *linesOf) Text(s string, x, y float64, t TextStyle)             { o.text(s, x, y, t) }
func (o *linesOf) Fill(*Outline, Color)                                 {}
func (o *linesOf) Stroke(*Outline, Stroke)                              {}
func (o *linesOf) Image(_ []byte, _, _ int, _, _, _, _ float64, _ bool) {}
func (o *linesOf) Into(_, _, _, _ float64)                              {}
func (o *linesOf) Out()                                                 {}
