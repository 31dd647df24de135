package picture_test

import (
	"image/color"
	"math"
	"reflect"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// Layers in space are projected like points at the same position, with the same nearness; the farthest comes first,
// labels last, and lines are split where their depth changes.
func TestDeepen(t *testing.T) {
	at := []float64{1, 2, 3, -1, -2, -3, 3, -1, 2}
	reach := picture.SpaceReach(at) // the centre of their bounding box is not the origin: it is subtracted
	mx, my, mz := picture.Middle(at)
	layers := []picture.Layer{
		&picture.Marks{Role: picture.RolePoint, XY: []float64{9, 9}}, // in the plane
		&picture.Marks{Role: picture.RoleCenter, XY: []float64{at[0] - mx, at[1] - my, at[3] - mx, at[4] - my, at[6] - mx,
			at[7] - my}, Z: []float64{at[2] - mz, at[5] - mz, at[8] - mz}, Class: []int{0, 1, 2}},
		&picture.Label{X: at[3] - mx, Y: at[4] - my, Z: []float64{at[5] - mz}, Text: "second"},
	}
	line := &picture.Path{XY: []float64{at[0] - mx, at[1] - my, at[3] - mx, at[4] - my},
		Z: []float64{at[2] - mz, at[5] - mz}}
	for _, turn := range [][2]float64{{0, 0}, {40, -25}, {-150, 80}} {
		var want [3][3]float64
		picture.Turn(at, turn, func(i int, x, y, near float64) { want[i] = [3]float64{x, y, 0.5 + near/(2*reach)} })
		list := picture.Deepen(layers, turn, reach)
		if len(list) != 4 {
			t.Fatalf("%d layers", len(list))
		}
		before := math.Inf(-1)
		for k, d := range list {
			if d.Near < before {
				t.Errorf("turned by %v: %v comes after a nearer one", turn, d)
			}
			before = d.Near
			switch l := d.Layer.(type) {
			case *picture.Marks:
				q := want[l.Class[0]]
				if math.Abs(l.XY[0]-q[0])+math.Abs(l.XY[1]-q[1])+math.Abs(d.Near-q[2]) > 1e-12 || l.Z != nil {
					t.Errorf("turned by %v: mark %d at %v, near %g, want %v", turn, l.Class[0], l.XY, d.Near, q)
				}
			case *picture.Label:
				if k != 3 || d.Near <= 1 || math.Abs(l.X-want[1][0])+math.Abs(l.Y-want[1][1]) > 1e-12 || l.Z != nil {
					t.Errorf("turned by %v: the label is not over all, or elsewhere", turn)
				}
			}
		}
		parts := picture.Deepen([]picture.Layer{line}, turn, reach)
		first, last := parts[0].Layer.(*picture.Path), parts[len(parts)-1].Layer.(*picture.Path)
		length := 0.0
		for _, d := range parts {
			p := d.Layer.(*picture.Path)
			length += math.Hypot(p.XY[2]-p.XY[0], p.XY[3]-p.XY[1])
		}
		far, near := want[1], want[0]
		if far[2] > near[2] {
			far, near = near, far
		}
		ends := func(p *picture.Path, q [3]float64) float64 {
			return min(math.Hypot(p.XY[0]-q[0], p.XY[1]-q[1]), math.Hypot(p.XY[2]-q[0], p.XY[3]-q[1]))
		}
		if deep := near[2] - far[2]; len(parts) < int(16*deep) ||
			math.Abs(length-math.Hypot(near[0]-far[0], near[1]-far[1])) > 1e-12 ||
			len(parts) > 1 && ends(first, far)+ends(last, near) > 1e-12 {
			t.Errorf("turned by %v: %d parts of a line, %g long, through %g of the depth", turn, len(parts), length, deep)
		}
	}
	spots := picture.TurnSpots(picture.SpotsOf(picture.Viewport{}, []picture.Layer{
		&picture.Marks{XY: layers[1].(*picture.Marks).XY, Z: layers[1].(*picture.Marks).Z, Keys: []string{"a", "", "c"}},
		&picture.Marks{XY: []float64{9, 8}, Keys: []string{"flat"}}}), [2]float64{40, -25})
	picture.Turn(at, [2]float64{40, -25}, func(i int, x, y, _ float64) {
		if i == 2 && (spots[1].Key != "c" || math.Abs(spots[1].XY[0]-x)+math.Abs(spots[1].XY[1]-y) > 1e-12 ||
			spots[1].Z != nil) {
			t.Errorf("the key c is at %v, want %g, %g", spots[1], x, y)
		}
	})
	if !reflect.DeepEqual(spots[2], picture.Spot{Key: "flat", Kind: picture.Dot, XY: []float64{9, 8}}) {
		t.Errorf("a shape of the plane was turned: %v", spots[2])
	}
}

// Points cover those layers of a model in space that are farther away, and are covered by nearer ones.
func TestAmongPoints(t *testing.T) {
	pal, _ := picture.PaletteByName("light")
	v := picture.Viewport{X1: 40, Y1: 40, W: 40, H: 40, Scale: 1}
	middle := func(near float64, within bool) color.Color {
		m := &picture.Marks{Role: picture.RolePoint, XY: []float64{20, 20}, Class: []int{0}, Near: []float64{0.5}}
		if within {
			m.Within = []picture.Deep{{Near: near, Layer: &picture.Marks{Role: picture.RoleCenter, XY: []float64{20, 20},
				Class: []int{3}}}}
		}
		p := &picture.Picture{View: v}
		p.Add(m)
		return bitmap.Render(p, pal).At(20, 20)
	}
	point, far, near := middle(0, false), middle(0.3, true), middle(0.7, true)
	if far != point {
		t.Errorf("a point has the colour %v, over what is farther %v", point, far)
	}
	if near == point {
		t.Errorf("what is nearer than a point does not hide it: %v", near)
	}
}

// A mark taken out of its list keeps its own properties, and none of the others'.
func TestDeepMarksKeepTheirOwn(t *testing.T) {
	m := &picture.Marks{Role: picture.RoleCenter, XY: []float64{0, 0, 1, 1, 2, 2}, Z: []float64{0, -1, 1}, Lo: -1, Hi: 1,
		Class: []int{0, 1, 2}, Size: []float64{0.1, 0.2, 0.3}, Value: []float64{-1, 0, 1}, Ordinal: []int{7, 8, 9},
		Group: []int{3, 4, 5}, Weight: []float64{0.4, 0.5, 0.6}}
	list := picture.Deepen([]picture.Layer{m}, [2]float64{20, 10}, 2)
	if len(list) != 3 {
		t.Fatalf("%d layers", len(list))
	}
	for _, d := range list {
		l := d.Layer.(*picture.Marks)
		i := l.Class[0]
		want := picture.Marks{Class: m.Class[i : i+1], Size: m.Size[i : i+1], Value: m.Value[i : i+1],
			Ordinal: m.Ordinal[i : i+1], Group: m.Group[i : i+1], Weight: m.Weight[i : i+1]}
		got := picture.Marks{Class: l.Class, Size: l.Size, Value: l.Value, Ordinal: l.Ordinal, Group: l.Group,
			Weight: l.Weight}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("mark %d has %+v", i, got)
		}
	}
}
