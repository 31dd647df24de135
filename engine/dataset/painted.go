package dataset

import (
	"math"

	"pointscape/engine/doc"
)

// Size of the picture whose pixels are a table.
const acrossPicture, downPicture = 48, 32

// painted returns the pixels of a picture made with formulas: an evening at a lake, with hills, a sail, a meadow and
// poppies.
func painted() *doc.Rows {
	r := &doc.Rows{N: acrossPicture * downPicture, Columns: []string{"red", "green", "blue"}, Pixels: acrossPicture}
	type rgb [3]float64
	mix := func(a, b rgb, t float64) (c rgb) {
		t = min(max(t, 0), 1)
		for k := range c {
			c[k] = a[k] + (b[k]-a[k])*t
		}
		return c
	}
	const shore, sunX, sunY = 18.0, 35.0, 8.5
	// far and near return the height of the hills above the shore.
	far := func(x float64) float64 { return 6 + 3*math.Sin(x/5.5+0.6) + 1.2*math.Sin(x/2.1) }
	near := func(x float64) float64 { return 3 + 2.6*math.Cos(x/8) + 0.7*math.Sin(x/1.7) }
	above := func(x, y float64) rgb { // the color of sky and hills
		h := shore - y
		switch d := math.Hypot(x-sunX, y-sunY); {
		case h < near(x):
			return mix(rgb{38, 70, 58}, rgb{66, 104, 72}, h/near(x))
		case h < far(x):
			return mix(rgb{104, 94, 140}, rgb{140, 120, 166}, h/far(x))
		case d < 3:
			return rgb{255, 244, 196}
		default:
			sky := mix(rgb{58, 96, 168}, rgb{250, 178, 120}, y/shore)
			return mix(rgb{255, 214, 140}, sky, (d-3)/7)
		}
	}
	var g rng
	for j := range downPicture {
		for i := range acrossPicture {
			g.seed(7, j*acrossPicture+i)
			x, y := float64(i), float64(j)
			bank := 25.5 + 1.8*math.Sin(x/7) - 0.05*x // the upper edge of the meadow
			var c rgb
			switch {
			case y < shore:
				c = above(x, y)
			case y < bank: // the lake reflects what is above, darker, in waves
				c = mix(above(x+1.2*math.Sin(2.4*y), 2*shore-y-1), rgb{24, 62, 96}, 0.42+0.12*math.Sin(1.9*y+x/6))
			default:
				c = mix(rgb{120, 164, 62}, rgb{54, 98, 40}, (y-bank)/7+0.25*(g.float()-0.5))
				if g.float() < 0.11 {
					c = rgb{206, 40, 36} // a poppy
				}
			}
			if s := y - 13; s >= 0 && s < 8 && x > 13 && x < 13.5+0.75*s { // a sail
				c = mix(rgb{255, 252, 244}, rgb{222, 214, 206}, (x-13)/6)
			}
			if y > 20 && y < 23 && x > 10+y-21 && x < 21-(y-21) { // its boat
				c = rgb{96, 52, 34}
			}
			for k := range c {
				r.X = append(r.X, math.Round(min(max(c[k]+5*(g.float()-0.5), 0), 255)))
			}
		}
	}
	return r
}
