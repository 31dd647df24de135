package picture

import (
	"math"
	"testing"
)

func allPalettes(t testing.TB) []*Palette {
	t.Helper()
	var list []*Palette
	for _, name := range PaletteNames() {
		p, ok := PaletteByName(name)
		if !ok || p.Name != name {
			t.Fatalf("no palette %q", name)
		}
		list = append(list, p)
	}
	if _, ok := PaletteByName("neon"); ok {
		t.Error("a palette that does not exist was found")
	}
	return list
}

// Contrast agrees with known pairs from WCAG's definition.
func TestContrastFormula(t *testing.T) {
	for _, c := range []struct {
		a, b uint32
		want float64
	}{{0x000000, 0xffffff, 21}, {0x767676, 0xffffff, 4.54}, {0x0000ff, 0xffffff, 8.59}, {0x123456, 0x123456, 1}} {
		if got := Contrast(Hex(c.a), Hex(c.b)); math.Abs(got-c.want) > 0.01 {
			t.Errorf("contrast of %06x on %06x = %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// WCAG 1.4.11: points have a contrast of 3:1 to every shade of their own region and to the stage; 1.4.3: text has 4.5:1
// to stage and regions; the boundary has 3:1 to all regions.
func TestContrast(t *testing.T) {
	for _, p := range allPalettes(t) {
		ground := []Color{p.Stage}
		for k := range Classes {
			for s := 0.0; s <= 1; s += 0.125 {
				ground = append(ground, p.Tint(k, s))
				if c := Contrast(p.Class[k].Mark, p.Tint(k, s)); c < 3 {
					t.Errorf("%s: point of class %d on its region (%.2f): %.2f", p.Name, k, s, c)
				}
			}
			if c := Contrast(p.Class[k].Mark, p.Stage); c < 3 {
				t.Errorf("%s: point of class %d on the stage: %.2f", p.Name, k, c)
			}
		}
		if c := Contrast(p.Mark, p.Stage); c < 3 {
			t.Errorf("%s: point without class: %.2f", p.Name, c)
		}
		for _, g := range ground {
			if c := Contrast(p.Ink, g); c < 4.5 {
				t.Errorf("%s: ink on %s: %.2f", p.Name, g.CSS(), c)
			}
			for _, r := range []Role{RoleTick, RoleGuide, RoleIsoline, RoleAxis} {
				if c := Contrast(p.Style(r).TextInk.Over(g), g); c < 4.5 {
					t.Errorf("%s: text of %s on %s: %.2f", p.Name, r, g.CSS(), c)
				}
			}
			if c := Contrast(p.Style(RoleMargin).Stroke.Over(g), g); c < 3 {
				t.Errorf("%s: margin on %s: %.2f", p.Name, g.CSS(), c)
			}
		}
		for _, r := range []Role{RoleMean, RoleTrack, RoleSupport, RoleResidual} {
			if c := Contrast(p.Style(r).Stroke.Over(p.Stage), p.Stage); c < 3 {
				t.Errorf("%s: %s on the stage: %.2f", p.Name, r, c)
			}
		}
		for k := range 12 {
			if c := Contrast(p.SampleColor(k), p.Stage); c < 3 {
				t.Errorf("%s: sample %d on the stage: %.2f", p.Name, k, c)
			}
		}
	}
}

// dichromat simulates colour-vision deficiency on linear RGB (G. Machado,
// M. Oliveira, L. Fernandes, 2009, severity 1).
func dichromat(c Color, m [9]float64) lab {
	r, g, b := linear(c.R), linear(c.G), linear(c.B)
	q := func(i int) uint8 {
		x := m[i]*r + m[i+1]*g + m[i+2]*b
		return uint8(math.Round(255 * companded(min(max(x, 0), 1))))
	}
	return Color{q(0), q(3), q(6), 255}.toLab()
}

var visions = map[string][9]float64{
	"normal": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func distance(a, b lab) float64 { return math.Sqrt(sq(a.L-b.L) + sq(a.a-b.a) + sq(a.b-b.b)) }
func sq(x float64) float64      { return x * x }

// The first two classes are far apart, and the first four distinguishable, with any colour-vision deficiency; all are
// with normal vision. Beyond that, shapes distinguish them, see TestShapesApart.
func TestColorBlind(t *testing.T) {
	for _, p := range allPalettes(t) {
		shapes := map[Shape]bool{}
		for k, c := range p.Class {
			if shapes[c.Shape] || !c.Shape.Filled() {
				t.Errorf("%s: class %d has no shape of its own", p.Name, k)
			}
			shapes[c.Shape] = true
		}
		for vision, m := range visions {
			for i := range Classes {
				for j := range i {
					d := distance(dichromat(p.Class[i].Mark, m), dichromat(p.Class[j].Mark, m))
					least := 0.0
					switch {
					case i == 1 && j == 0:
						least = 0.15
						if vision == "tritan" {
							least = 0.10
						}
					case i < 4:
						least = 0.05
					case vision == "normal":
						least = 0.075
					case i >= 9:
						least = 0.028
					}
					if d < least {
						t.Errorf("%s, %s: marks of classes %d and %d differ by %.3f, want %.3f", p.Name, vision, j, i, d, least)
					}
				}
			}
			for i := range Classes {
				for j := range i {
					for _, shade := range []float64{0.5, flatShade, 1} {
						if d := distance(p.Tint(i, shade).toLab(), p.Tint(j, shade).toLab()); vision == "normal" &&
							d < regionsApart*shade {
							t.Errorf("%s: regions of classes %d and %d differ by %.4f at %g", p.Name, j, i, d, shade)
						}
					}
				}
			}
			a := dichromat(p.Tint(0, 0.5), m)
			b := dichromat(p.Tint(1, 0.5), m)
			if d := distance(a, b); d < 0.035 {
				t.Errorf("%s, %s: regions of the first two classes differ by %.3f", p.Name, vision, d)
			}
		}
	}
}

// regionsApart is the minimum distance, in OKLab, of the clear regions of any two classes; for paler shades it is
// proportionally smaller. A boundary separates those that touch.
const regionsApart = 0.018

// Colour maps: lightness is monotonic in even steps; the diverging map is symmetric in lightness and of low chroma in
// the middle.
func TestValueMaps(t *testing.T) {
	for _, p := range allPalettes(t) {
		const n = 64
		var first, steps [n + 1]float64
		dir := 1.0
		if !p.Dark {
			dir = -1
		}
		for i := range n + 1 {
			first[i] = p.Value(float64(i)/n, false).toLab().L
			if i > 0 {
				steps[i] = dir * (first[i] - first[i-1])
				if steps[i] < 0.002 {
					t.Errorf("%s: sequential map stalls at %d: %.4f", p.Name, i, steps[i])
				}
				if d := distance(p.Value(float64(i)/n, false).toLab(), p.Value(float64(i-1)/n, false).toLab()); d > 0.028 {
					t.Errorf("%s: sequential map jumps at %d: %.4f", p.Name, i, d)
				}
			}
		}
		if d := distance(p.Value(0.5, true).toLab(), p.Stage.toLab()); d > 0.06 {
			t.Errorf("%s: the middle of the diverging map is %.3f away from the stage", p.Name, d)
		}
		for i := range n / 2 {
			a, b := p.Value(float64(i)/n, true).toLab(), p.Value(1-float64(i)/n, true).toLab()
			if math.Abs(a.L-b.L) > 0.05 {
				t.Errorf("%s: diverging map is lopsided at %d: %.3f, %.3f", p.Name, i, a.L, b.L)
			}
			c := p.Value(float64(i+1)/n, true).toLab()
			if dir*(c.L-a.L) >= 0 {
				t.Errorf("%s: diverging map turns back at %d", p.Name, i)
			}
		}
	}
}

func TestColor(t *testing.T) {
	for _, v := range []uint32{0, 0xffffff, 0x0072b2, 0xd55e00, 0x123456, 0xf0e442} {
		c := Hex(v)
		if got := c.toLab().color(); got != c {
			t.Errorf("%s comes back from OKLab as %s", c.CSS(), got.CSS())
		}
		if unpack(c.pack()) != c {
			t.Errorf("%s does not survive packing", c.CSS())
		}
	}
	// From the definition of OKLab: white is L = 1 without chroma.
	if w := Hex(0xffffff).toLab(); math.Abs(w.L-1) > 1e-4 || w.chroma() > 1e-4 {
		t.Errorf("white is %v", w)
	}
	if s := Hex(0xabcdef).Alpha(0.5).CSS(); s != "#abcdef80" {
		t.Error(s)
	}
	if c := Hex(0xffffff).Alpha(0.5).Over(Hex(0)); c != (Color{128, 128, 128, 255}) {
		t.Error(c)
	}
	// Out of gamut, the lightness is kept.
	if got := lch(0.7, 0.4, 150).color().toLab().L; math.Abs(got-0.7) > 0.01 {
		t.Errorf("lightness %.3f, want 0.7", got)
	}
}

// Every role has a look of its own in every palette, and unknown roles look like a guide.
func TestStyles(t *testing.T) {
	roles := []Role{RoleBoundary, RoleMargin, RoleSlack, RoleSupport, RoleBounded, RoleMean, RoleBand, RoleBandEdge,
		RoleSample, RoleIsoline, RoleCell, RoleCellEdge, RoleDelaunay, RoleCircle, RoleNeighbor, RoleReach, RolePoint,
		RoleCentroid, RoleTrack, RoleOptimum, RoleAxis, RoleGridline, RoleTick, RoleGuide, RoleCursor, RoleEllipse,
		RoleProjection, RoleResidual, RoleTube, RoleRival, RoleBandLine, RoleDirection, RoleBar, RoleHeading, RoleCenter,
		RoleMember, RoleCut, RoleHandle}
	for _, p := range allPalettes(t) {
		for _, r := range roles {
			if _, ok := p.styles[r]; !ok {
				t.Errorf("%s: no style for %q", p.Name, r)
			}
		}
		if a, b := p.Style("no such role"), p.Style(RoleGuide); a.Stroke != b.Stroke || a.Width != b.Width {
			t.Errorf("%s: an unknown role is no guide", p.Name)
		}
	}
}

// inkOn chooses an ink with a contrast of nearly 4 at least, for every value's colour.
func TestInkIsSeenOnEveryValue(t *testing.T) {
	for _, name := range PaletteNames() {
		p, _ := PaletteByName(name)
		for _, diverging := range []bool{false, true} {
			for k := range 101 {
				ground := p.Value(float64(k)/100, diverging)
				if c := Contrast(p.inkOn(ground), ground); c < 3.95 {
					t.Errorf("%s, diverging %t, at %d %%: %.2f", name, diverging, k, c)
				}
			}
		}
	}
}
