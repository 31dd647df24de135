package picture

import "sync"

// Classes is the number of classes that a palette distinguishes: ids 0..Classes-1.
const Classes = 12

// Shape is the form of a mark. Each class has its own, so that classes are never told apart by colour alone.
type Shape uint8

const (
	Circle Shape = iota
	Square
	TriangleUp
	Diamond
	Pentagon
	TriangleDown
	Star
	Plus
	Hexagon
	Hourglass     // two triangles that meet at a tip
	TriangleRight // points to the right
	TriangleLeft
	Ring      // open circle
	Brackets  // four corners of a square
	CrossMark // an x of two strokes
	Target    // ring with a dot
	Cross     // two thin lines, marking a position
	Sight     // ring with four lines through it and an open middle: can be dragged
	Pointers  // two corners that point at a position from the left and from the right
)

// ClassLook is the look of a class in a palette.
type ClassLook struct {
	Mark  Color // points
	Soft  Color // region where the decision is close
	Deep  Color // region where the decision is clear
	Shape Shape
	Name  string // "blue": for legends and screen readers
}

// Palette maps roles, classes and values to colours and styles. Palettes are shared and must not be changed.
type Palette struct {
	Name    string
	Dark    bool
	Stage   Color // background of the plane
	Ink     Color // boundaries and text
	Muted   Color // axes and guides
	Accent  Color // the regression curve
	Accent2 Color // residuals, the tube; nearly class 2's colour, so not used in classification
	Unknown Color // raster without a value (NaN), hatched
	Mark    Color // points without a class
	Line    float64
	Size    float64 // size of marks and text, relative to light
	Marks   float64 // extra factor for the size of marks: less than 1 in a figure that is small for its text
	Class   [Classes]ClassLook

	sequential, diverging []lab  // anchors, evenly spaced
	inside                [2]lab // tints of an Interior raster, at its edge and at Hi
	things                [Things]Color
	dashes                [Things][]float64
	styles                map[Role]Style
	tables                *tables
}

// PaletteNames returns the names of the palettes, the default first.
func PaletteNames() []string { return []string{"light", "dark", "projector", "print"} }

// PaletteByName returns the palette of a name; ok is false if there is none.
func PaletteByName(name string) (*Palette, bool) {
	for _, p := range palettes() {
		if p.Name == name {
			return p, true
		}
	}
	return nil, false
}

var palettes = sync.OnceValue(func() []*Palette {
	list := []*Palette{light(), dark(), projector(), printed()}
	for _, p := range list {
		p.Marks, p.tables = 1, &tables{}
		p.styles = p.makeStyles()
	}
	return list
})

// WithMarks returns a copy of the palette in which points and other marks are scaled by size; text and lines stay the
// same.
func (p *Palette) WithMarks(size float64) *Palette {
	if size == p.Marks {
		return p
	}
	q := *p
	q.Marks = size
	q.styles = q.makeStyles()
	return &q
}

// hues are the classes' hues in OKLCH. They follow the order of Okabe and Ito (blue, vermillion, bluish green, reddish
// purple, ...): neighbours in the list stay distinguishable with a colour-vision deficiency, by lightness too. Those
// after the ninth lie between the others; their shapes differ from all others.
var hues = [Classes]struct {
	name         string
	hue          float64
	chroma       float64 // chroma of the mark, relative to the palette's
	dL           float64 // lightness of the mark, relative to the palette's, in units of its spread
	tint, tintDL float64 // chroma and lightness of regions, in the same units
	shape        Shape
}{
	{"blue", 252, 1.05, -0.6, 0.92, 0, Circle},
	{"orange", 47, 1.15, 1, 0.92, 0, Square},
	{"green", 162, 0.85, 0.75, 1, 0.2, TriangleUp},
	{"purple", 330, 1.1, -1.4, 1, -0.5, Diamond},
	{"gold", 88, 0.85, 1, 1.25, 0.8, Pentagon},
	{"cyan", 215, 0.75, 0.9, 0.9, 0.6, TriangleDown},
	{"red", 14, 1.15, -1, 1, -0.8, Star},
	{"slate", 265, 0.2, -1, 0.3, -1, Plus},
	{"olive", 122, 0.85, -0.5, 1.1, -0.2, Hexagon},
	{"violet", 284, 0.98, 0.72, 1.3, -0.9, Hourglass},
	{"pink", 346, 1.03, 0.37, 1.2, 0.45, TriangleRight},
	{"taupe", 347, 0.22, 1.1, 0.28, 0.6, TriangleLeft},
}

type classTone struct {
	markL, markC, markSpread         float64
	softL, softC, deepL, deepC, dipL float64
}

func (p *Palette) makeClasses(t classTone) {
	for k, h := range hues {
		p.Class[k] = ClassLook{
			Mark:  lch(t.markL+h.dL*t.markSpread, t.markC*h.chroma, h.hue).color(),
			Soft:  lch(t.softL+h.tintDL*t.dipL*0.5, t.softC*h.tint, h.hue).color(),
			Deep:  lch(t.deepL+h.tintDL*t.dipL, t.deepC*h.tint, h.hue).color(),
			Shape: h.shape,
			Name:  h.name,
		}
	}
}

func light() *Palette {
	p := &Palette{
		Name: "light", Line: 1, Size: 1,
		Stage: Hex(0xffffff), Ink: Hex(0x1d232c), Muted: Hex(0x6b7480),
		Accent: Hex(0x0b5cad), Accent2: Hex(0xb3400c), Unknown: Hex(0xb9bec6), Mark: Hex(0x2a313c),
	}
	p.makeClasses(classTone{markL: 0.51, markC: 0.145, markSpread: 0.045,
		softL: 0.955, softC: 0.022, deepL: 0.875, deepC: 0.062, dipL: 0.016})
	p.diverging = lches([][3]float64{
		{0.47, 0.14, 255}, {0.64, 0.115, 250}, {0.82, 0.065, 245},
		{0.975, 0.004, 100},
		{0.84, 0.075, 58}, {0.67, 0.14, 47}, {0.50, 0.155, 36},
	})
	p.sequential = lches([][3]float64{
		{0.985, 0.012, 105}, {0.90, 0.065, 150}, {0.78, 0.095, 190},
		{0.66, 0.100, 222}, {0.55, 0.11, 250}, {0.43, 0.12, 275},
	})
	p.makeThings([Things]lab(lches([][3]float64{
		{0.56, 0.22, 300}, {0.38, 0.13, 140}, {0.37, 0.145, 27},
		{0.40, 0.075, 208}, {0.44, 0.09, 72}, {0.58, 0.21, 352},
	})))
	p.inside = [2]lab(lches([][3]float64{{0.965, 0.018, 300}, {0.905, 0.050, 300}}))
	return p
}

func dark() *Palette {
	p := &Palette{
		Name: "dark", Dark: true, Line: 1, Size: 1,
		Stage: Hex(0x14171c), Ink: Hex(0xf1f3f6), Muted: Hex(0x8f99a6),
		Accent: Hex(0x6cb4ff), Accent2: Hex(0xffa05c), Unknown: Hex(0x4a515c), Mark: Hex(0xe3e7ec),
	}
	p.makeClasses(classTone{markL: 0.775, markC: 0.135, markSpread: 0.045,
		softL: 0.265, softC: 0.030, deepL: 0.36, deepC: 0.064, dipL: 0.016})
	p.diverging = lches([][3]float64{
		{0.74, 0.125, 245}, {0.57, 0.125, 250}, {0.40, 0.085, 255},
		{0.24, 0.010, 260},
		{0.41, 0.085, 45}, {0.58, 0.13, 48}, {0.76, 0.14, 58},
	})
	p.sequential = lches([][3]float64{
		{0.225, 0.02, 275}, {0.36, 0.10, 280}, {0.50, 0.115, 255},
		{0.64, 0.105, 220}, {0.78, 0.10, 180}, {0.91, 0.09, 125},
	})
	p.makeThings([Things]lab(lches([][3]float64{
		{0.68, 0.19, 293}, {0.91, 0.19, 122}, {0.67, 0.20, 32},
		{0.66, 0.10, 192}, {0.66, 0.135, 97}, {0.69, 0.21, 359},
	})))
	p.inside = [2]lab(lches([][3]float64{{0.255, 0.030, 295}, {0.335, 0.065, 295}}))
	return p
}

func projector() *Palette {
	p := &Palette{
		Name: "projector", Line: 1.5, Size: 1.3,
		Stage: Hex(0xffffff), Ink: Hex(0x000000), Muted: Hex(0x4a525c),
		Accent: Hex(0x004a99), Accent2: Hex(0xa03000), Unknown: Hex(0xa4abb5), Mark: Hex(0x11161d),
	}
	p.makeClasses(classTone{markL: 0.44, markC: 0.15, markSpread: 0.045,
		softL: 0.94, softC: 0.035, deepL: 0.82, deepC: 0.092, dipL: 0.022})
	p.diverging = lches([][3]float64{
		{0.38, 0.15, 258}, {0.57, 0.14, 252}, {0.79, 0.085, 246},
		{0.985, 0.003, 100},
		{0.81, 0.095, 60}, {0.61, 0.155, 46}, {0.42, 0.15, 33},
	})
	p.sequential = lches([][3]float64{
		{0.99, 0.01, 105}, {0.89, 0.08, 150}, {0.75, 0.11, 190},
		{0.59, 0.115, 228}, {0.43, 0.135, 260}, {0.26, 0.12, 280},
	})
	p.makeThings([Things]lab(lches([][3]float64{
		{0.48, 0.23, 298}, {0.29, 0.10, 142}, {0.29, 0.12, 22},
		{0.33, 0.06, 212}, {0.37, 0.08, 72}, {0.50, 0.20, 5},
	})))
	p.inside = [2]lab(lches([][3]float64{{0.955, 0.025, 300}, {0.875, 0.070, 300}}))
	return p
}

func printed() *Palette {
	p := &Palette{
		Name: "print", Line: 0.9, Size: 0.95,
		Stage: Hex(0xffffff), Ink: Hex(0x000000), Muted: Hex(0x555b63),
		Accent: Hex(0x003f80), Accent2: Hex(0x8f2c00), Unknown: Hex(0xb4b8be), Mark: Hex(0x000000),
	}
	p.makeClasses(classTone{markL: 0.42, markC: 0.135, markSpread: 0.045,
		softL: 0.972, softC: 0.014, deepL: 0.905, deepC: 0.050, dipL: 0.020})
	p.diverging = lches([][3]float64{
		{0.42, 0.14, 257}, {0.61, 0.115, 251}, {0.82, 0.065, 245},
		{1, 0, 0},
		{0.84, 0.075, 58}, {0.64, 0.14, 46}, {0.45, 0.145, 34},
	})
	p.sequential = lches([][3]float64{
		{1, 0, 105}, {0.90, 0.065, 150}, {0.78, 0.095, 190},
		{0.62, 0.105, 225}, {0.46, 0.12, 258}, {0.28, 0.11, 280},
	})
	p.makeThings([Things]lab(lches([][3]float64{
		{0.54, 0.22, 300}, {0.27, 0.09, 142}, {0.28, 0.11, 22},
		{0.57, 0.09, 212}, {0.57, 0.115, 82}, {0.57, 0.21, 5},
	})))
	p.inside = [2]lab(lches([][3]float64{{0.975, 0.012, 300}, {0.920, 0.042, 300}}))
	return p
}

// Value returns the colour of a value at fraction t (0..1) of its range.
func (p *Palette) Value(t float64, diverging bool) Color {
	if diverging {
		return ramp(p.diverging, t).color()
	}
	return ramp(p.sequential, t).color()
}

// inkOn returns the ink or the stage's colour, whichever has more contrast to the background.
func (p *Palette) inkOn(ground Color) Color {
	if Contrast(p.Stage, ground) > Contrast(p.Ink, ground) {
		return p.Stage
	}
	return p.Ink
}

// Background returns the colour to paint under a picture. Paint leaves the background as it is, so that pictures can be
// painted over one another.
func (p *Palette) Background() Color { return p.Stage }

// Text returns the size of the numbers on axes, in CSS pixels.
func (p *Palette) Text() float64 { return p.styles[RoleTick].Text }

// look returns the look of a class; ids beyond the palette wrap around.
func (p *Palette) look(class int) *ClassLook { return &p.Class[class%Classes] }

// SampleColor returns the colour of item k of a set of similar objects (sampled functions, restarts). Neighbouring
// numbers have very different hues.
func (p *Palette) SampleColor(k int) Color {
	// The golden angle spreads any number of hues evenly.
	hue := 205 + 137.50776*float64(k)
	if p.Dark {
		return lch(0.72, 0.10, hue).color()
	}
	return lch(0.60, 0.11, hue).color()
}
