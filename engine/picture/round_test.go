package picture_test

import (
	"image"
	"image/color"
	"math"
	"testing"

	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
)

// ringed paints points with and without marks of a role round them.
func ringed(pal *picture.Palette, role picture.Role, class, among int, size float64) (with, without image.Image) {
	const edge = 48
	v := picture.Viewport{X1: edge, Y1: edge, W: edge, H: edge, Scale: 4}
	xy := []float64{edge / 2, edge / 2}
	point := picture.PointMarks(xy, []int{class}, nil)
	mark := &picture.Marks{Role: role, XY: xy, Class: []int{class}, Size: []float64{size}, Among: among}
	for among > len(point.XY)/2 { // the others, out of the way
		point.XY, point.Class = append(point.XY, 0, 0), append(point.Class, class)
	}
	a, b := &picture.Picture{View: v}, &picture.Picture{View: v}
	a.Add(mark, point)
	b.Add(point)
	return bitmap.Render(a, pal), bitmap.Render(b, pal)
}

func toColor(c color.Color) picture.Color {
	r, g, b, _ := c.RGBA()
	return picture.Color{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: 255}
}

// A ring is visible all around, for any shape of the point, any coefficient and any number of points; and there is some
// background between it and the point.
func TestRingsClearTheirPoints(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for class := range picture.Classes {
			for _, among := range []int{1, 3, 6} {
				for _, role := range []picture.Role{picture.RoleSupport, picture.RoleBounded, picture.RoleNeighbor} {
					with, without := ringed(pal, role, class, among, 0)
					box := with.Bounds()
					cx, cy := float64(box.Dx())/2, float64(box.Dy())/2
					const rays = 72
					seen, apart := 0, 0
					for k := range rays {
						s, c := math.Sincos(2 * math.Pi * float64(k) / rays)
						ink, ground := false, false
						for d := 1.0; d < cx; d += 0.5 {
							x, y := int(cx+d*c), int(cy+d*s)
							a, b := toColor(with.At(x, y)), toColor(without.At(x, y))
							if a == b {
								ground = ground || picture.Contrast(a, pal.Stage) < 1.1
								continue
							}
							ink = ink || picture.Contrast(a, pal.Stage) > 3
						}
						if ink {
							seen++
							if ground {
								apart++
							}
						}
					}
					least := rays
					if role == picture.RoleBounded {
						least = rays / 3 // its corners
					}
					if seen < least || apart < seen {
						t.Errorf("%s, %s round class %d among %d: seen in %d of %d directions, with ground before it in %d", name, role,
							class, among, seen, rays, apart)
					}
				}
			}
		}
	}
}

// A larger coefficient gives a ring with more ink.
func TestRingsShowSizes(t *testing.T) {
	pal, _ := picture.PaletteByName("print")
	for class := range picture.Classes {
		last := 0.0
		for _, size := range []float64{0, 0.25, 0.5, 0.75, 1} {
			with, without := ringed(pal, picture.RoleSupport, class, 1, size)
			ink := 0.0
			for y := range with.Bounds().Dy() {
				for x := range with.Bounds().Dx() {
					ink += max(0, toColor(without.At(x, y)).Luminance()-toColor(with.At(x, y)).Luminance())
				}
			}
			if ink < 1.1*last || ink == 0 {
				t.Errorf("class %d: a ring of size %g has %.0f of ink, a smaller one %.0f", class, size, ink, last)
			}
			last = ink
		}
	}
}

// Marks round points reach as far as RoundReach says, and not farther.
func TestRoundReach(t *testing.T) {
	for _, role := range []picture.Role{picture.RoleSupport, picture.RoleBounded, picture.RoleNeighbor} {
		for class := picture.NoClass; class < picture.Classes; class++ {
			usual, largest := picture.RoundReach(role, class)
			most := 0.0
			for _, name := range picture.PaletteNames() {
				pal, _ := picture.PaletteByName(name)
				with, without := ringed(pal, role, class, 1, 1)
				box, far := with.Bounds(), 0
				for y := range box.Dy() {
					for x := range box.Dx() {
						if a := toColor(with.At(x, y)); a != toColor(without.At(x, y)) && picture.Contrast(a, pal.Stage) > 3 {
							far = max(far, box.Dx()/2-x, x+1-box.Dx()/2)
						}
					}
				}
				seen := float64(far) / 4 // four pixels per CSS pixel
				if name == "light" && math.Abs(seen-usual) > 0.3 {
					t.Errorf("%s round class %d goes %g far, and %g are said", role, class, seen, usual)
				}
				most = max(most, seen)
			}
			if math.Abs(most-largest) > 0.3 {
				t.Errorf("%s round class %d goes %g far in the largest palette, and %g are said", role, class, most, largest)
			}
		}
	}
}

// A picked point's ring is visible beside any ring or bracket round the same point: their inks don't overlap in any
// palette.
func TestPickedOutBesideRings(t *testing.T) {
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		for class := range picture.Classes {
			inks := func(role picture.Role) (at map[image.Point]bool) {
				at = map[image.Point]bool{}
				with, without := ringed(pal, role, class, 1, 1)
				for y := range with.Bounds().Dy() {
					for x := range with.Bounds().Dx() {
						if a := toColor(with.At(x, y)); a != toColor(without.At(x, y)) && picture.Contrast(a, pal.Stage) > 3 {
							at[image.Point{X: x, Y: y}] = true
						}
					}
				}
				return at
			}
			picked := inks(picture.RolePicked)
			if len(picked) < 300 {
				t.Fatalf("%s, class %d: %d pixels of ink", name, class, len(picked))
			}
			for _, role := range []picture.Role{picture.RoleSupport, picture.RoleBounded, picture.RoleNeighbor} {
				both := 0
				for at := range inks(role) {
					if picked[at] {
						both++
					}
				}
				if both > 0 {
					t.Errorf("%s, class %d: %d pixels of ink of what is picked out are those of %s", name, class, both, role)
				}
			}
		}
	}
}
