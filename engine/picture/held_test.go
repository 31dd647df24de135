package picture_test

import (
	"slices"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// Held-out points are hollow in any palette, test points have a dot, for all colours and shapes.
func TestHeldOutPointsAreHollow(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		pal = pal.WithMarks(2)
		r := pal.PointRadius(3, 120*40)
		for what, m := range map[string]*picture.Marks{
			"classes": {Class: []int{1, 1, 1}}, "groups": {Group: []int{1, 1, 1}}, "none": {},
			"groups and classes": {Class: []int{0, 0, 0}, Group: []int{1, 1, 1}, Weight: []float64{1, 1, 1}},
			"values":             {Value: []float64{3, 3, 3}, Lo: 1, Hi: 4},
		} {
			m.Role, m.XY, m.Held = picture.RolePoint, inRow(3), ".vt"
			at := coloured(m, pal)
			if full := at(0, 0, 0); full == pal.Stage || at(1, 0, 0) != pal.Stage || at(2, 0, 0) == pal.Stage {
				t.Errorf("%s, %s: the middles of a training, a validation and a test point are %v, %v, %v", name, what, full,
					at(1, 0, 0), at(2, 0, 0))
			}
			if at(0, 0.56*r, 0) == pal.Stage || at(2, 0.56*r, 0) != pal.Stage || at(1, 0.56*r, 0) != pal.Stage {
				t.Errorf("%s, %s: half-way to the edge: %v, %v, %v", name, what, at(0, 0.56*r, 0), at(1, 0.56*r, 0),
					at(2, 0.56*r, 0))
			}
			for i := range 3 {
				if at(i, 0.88*r, 0) == pal.Stage {
					t.Errorf("%s, %s: point %d has no edge", name, what, i)
				}
			}
		}
	}
}

// In crowds, whose marks are small squares without an edge, the three kinds differ, too.
func TestHeldOutPointsInCrowds(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		m := &picture.Marks{Role: picture.RolePoint}
		var held []byte
		for i := range 4000 {
			m.XY = append(m.XY, float64(i%100)+0.5, float64(i/100)+0.5)
			m.Class, held = append(m.Class, 0), append(held, ".vt"[i%100%3])
		}
		m.Held = string(held)
		p := &picture.Picture{View: picture.Viewport{X1: 100, Y1: 40, W: 1000, H: 400, Scale: 1}}
		p.Add(m)
		im := bitmap.Render(p, pal)
		var dark [3]float64 // total distance of a mark and its surroundings from the background's colour
		for k := range dark {
			for x := range 10 {
				for y := range 10 {
					dark[k] += float64(far(toColor(im.At(10*(48+k)+x, 10*20+y)), pal.Stage))
				}
			}
		}
		if dark[1] > 0.8*dark[2] || dark[2] > 0.8*dark[0] || dark[1] < 0.1*dark[0] {
			t.Errorf("%s: training, validation and test points stand out by %.0f", name, dark)
		}
	}
}

func TestLegendOfHeldOutPoints(t *testing.T) {
	keys := picture.KeysOf(&picture.Marks{Role: picture.RolePoint, XY: []float64{0, 0}, Held: "v",
		Says: "validation point"},
		&picture.Marks{Role: picture.RolePoint, XY: []float64{0, 0}, Held: "t", Says: "test point"})
	var held []string
	for _, k := range keys {
		for _, l := range k.Looks {
			held = append(held, l.Held)
		}
	}
	if !slices.Equal(held, []string{"v", "t"}) ||
		picture.Alike(keys[:1], []picture.Key{{Says: "validation point", Looks: keys[1].Looks}}) {
		t.Errorf("%+v", keys)
	}
	var painted []string
	for _, k := range keys {
		for _, l := range k.Layers(picture.Viewport{X1: 20, Y1: 20, W: 20, H: 20, Scale: 1}, 0, 0, 20, 20) {
			painted = append(painted, l.(*picture.Marks).Held)
		}
	}
	if !slices.Equal(painted, held) {
		t.Errorf("swatches show %q", painted)
	}
}
