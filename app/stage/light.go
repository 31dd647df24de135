package stage

import "pointscape/engine/picture"

// A key that is pointed at is highlighted by an outline in the ink colour, which no class has, wider than most lines of
// a picture and with a border in the stage's colour. Outlines of areas are dashed, and in plots the areas are shaded.
// On the plane they are not, because that would change the colours of points.
const (
	lightWidth  = 3
	lightGround = 3.5 // additional width of the border
	lightRing   = 8   // radius of the ring round a mark, in CSS pixels
	lightShade  = 13  // width of an additional pale band for a letter of a formula
)

// Term is the key of the shapes that a letter of a formula highlights.
const Term = "term"

var lightDash = []float64{9, 5}

// Highlight highlights shapes of a plot of w x h pixels, whose coordinates are fractions of its width and height.
func Highlight(c picture.Canvas, list []picture.Spot, w, h float64, pal *picture.Palette) {
	light(c, list, func(x float64) float64 { return x * w }, func(y float64) float64 { return y * h }, int(w), int(h), pal,
		true)
}

// light paints the outlines of shapes on a picture of w x h pixels; px and py convert coordinates to pixels. With
// shade, areas are shaded.
func light(c picture.Canvas, list []picture.Spot, px, py func(float64) float64, w, h int, pal *picture.Palette,
	shade bool) {
	var o picture.Outline
	// An area's outline stays inside: the edge of the picture would hide half of a line on it.
	const inset = 2
	in := func(x float64, size int) float64 { return min(max(x, inset), float64(size)-inset) }
	for _, s := range list {
		o.Reset()
		line := picture.Stroke{Color: pal.Ink, Width: lightWidth}
		switch s.Kind {
		case picture.Dot:
			o.Circle(px(s.XY[0]), py(s.XY[1]), lightRing)
		default:
			for k := 0; k < len(s.XY); k += 2 {
				x, y := px(s.XY[k]), py(s.XY[k+1])
				if s.Kind == picture.Area {
					x, y = in(x, w), in(y, h)
				}
				if k == 0 {
					o.MoveTo(x, y)
				} else {
					o.LineTo(x, y)
				}
			}
			if s.Kind == picture.Area {
				o.Close()
				line.Dash = lightDash
				if shade {
					c.Fill(&o, pal.Ink.Alpha(0.07))
				}
			}
		}
		if s.Key == Term {
			c.Stroke(&o, picture.Stroke{Color: pal.Ink.Alpha(0.3), Width: lightShade})
		}
		c.Stroke(&o, picture.Stroke{Color: pal.Stage.Alpha(0.85), Width: lightWidth + lightGround})
		c.Stroke(&o, line)
	}
}
