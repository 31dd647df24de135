package stage

import (
	"math"
	"testing"

	"pointscape/engine/picture"
)

// strokes records what is painted.
type strokes struct {
	picture.Canvas
	lines []picture.Stroke
	fills []picture.Color
	box   [4]float64 // bounding box of everything
}

func (s *strokes) grow(o *picture.Outline) {
	o.Walk(func(g picture.Segment) {
		for k := 0; k+1 < len(g.XY); k += 2 {
			s.box[0], s.box[1] = min(s.box[0], g.XY[k]), min(s.box[1], g.XY[k+1])
			s.box[2], s.box[3] = max(s.box[2], g.XY[k]), max(s.box[3], g.XY[k+1])
		}
	})
}
func (s *strokes) Stroke(o *picture.Outline, k picture.Stroke) {
	s.lines = append(s.lines, k)
	s.grow(o)
}
func (s *strokes) Fill(o *picture.Outline, c picture.Color) { s.fills = append(s.fills, c) }

// A highlight has a colour that no class has, and a border in the stage's colour. It does not depend on colour alone:
// areas are dashed, and shaded in plots, and everything is wider than the lines of pictures. It stays within the
// picture.
func TestLight(t *testing.T) {
	same := func(x float64) float64 { return x }
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for _, c := range []struct {
			spot  picture.Spot
			fills int
		}{
			{picture.Spot{Kind: picture.Area, XY: []float64{0, 0, 200, 0, 200, 100, 0, 100}}, 1},
			{picture.Spot{Kind: picture.Line, XY: []float64{50, 3, 50, 97}}, 0},
			{picture.Spot{Kind: picture.Dot, XY: []float64{50, 50}}, 0},
		} {
			s := &strokes{box: [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}}
			light(s, []picture.Spot{c.spot}, same, same, 200, 100, pal, true)
			plane := &strokes{}
			if light(plane, []picture.Spot{c.spot}, same, same, 200, 100, pal, false); len(plane.fills) > 0 {
				t.Errorf("%s, %v: a shade on the plane changes the colours of points", name, c.spot)
			}
			if len(s.lines) != 2 || len(s.fills) != c.fills {
				t.Fatalf("%s, %v: %v, %v", name, c.spot, s.lines, s.fills)
			}
			ground, line := s.lines[0], s.lines[1]
			if ground.Width <= line.Width || line.Width < 3 || line.Color != pal.Ink || ground.Color.Alpha(1) != pal.Stage ||
				(line.Dash != nil) != (c.spot.Kind == picture.Area) {
				t.Errorf("%s, %v: %+v on %+v", name, c.spot, line, ground)
			}
			for k, class := range pal.Class {
				if class.Mark == line.Color {
					t.Errorf("%s: class %d has the colour of what is lit", name, k)
				}
			}
			if s.box[0] < 1 || s.box[1] < 1 || s.box[2] > 199 || s.box[3] > 99 {
				t.Errorf("%s, %v: painted over %v", name, c.spot, s.box)
			}
		}
	}
	light(nil, nil, same, same, 1, 1, nil, false) // nothing is highlighted
}
