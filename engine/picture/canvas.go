package picture

// Canvas is what pictures are painted on: the browser's canvas, SVG, or a PNG.
// Coordinates are CSS pixels, y down; a canvas applies the device scale itself.
// A canvas must not keep an Outline or pixels after the call.
type Canvas interface {
	// Fill fills o, even-odd unless o.NonZero.
	Fill(o *Outline, c Color)
	// Stroke strokes o with round joins and caps.
	Stroke(o *Outline, s Stroke)
	// Image draws w*h pixels (R, G, B, A bytes, not premultiplied) into the
	// rectangle x, y, dw, dh.
	Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool)
	// Text draws one line.
	Text(s string, x, y float64, t TextStyle)
	// Into restricts painting to a rectangle, whose top left corner becomes the
	// origin, until Out. It does not nest.
	Into(x, y, w, h float64)
	Out()
}

// Direct is a Canvas whose pixels can be written: for rasters that fill it, one
// copy less. Its tilings have no seams.
type Direct interface {
	// Pixels returns the canvas's own w*h pixels (R, G, B, A bytes, opaque), nil
	// when it has another size.
	Pixels(w, h int) []byte
}

// Keeper is a Canvas that keeps the colours of a Still raster for the next picture.
type Keeper interface {
	// Colours returns w*h pixels of it, as RGBA does.
	Colours(r *Raster, p *Palette, w, h int) []byte
}

// Follower is a Canvas that keeps the colours of a raster which others follow.
type Follower interface {
	// Follow paints r all over the canvas, of w*h pixels; it may decline.
	Follow(r *Raster, p *Palette, w, h int) bool
}

// Shaper is a Canvas that has shapes in the place of a raster's pixels, where they can tell the same: a file of
// vectors.
type Shaper interface {
	// Shape paints r to a canvas, itself or what moves it; it may decline.
	Shape(to Canvas, r *Raster, v Viewport, p *Palette) bool
}

// Caser is a Canvas that strokes a line and its casing at once, which looks like
// a Stroke of the one over a Stroke of the other.
type Caser interface {
	StrokeCased(o *Outline, casing, line Stroke)
}

// Stroke is how a line looks.
type Stroke struct {
	Color Color
	Width float64   // CSS pixels
	Dash  []float64 // lengths on, off, ...; nil = solid
}

// Align says which side of its position a text stands on.
type Align uint8

const (
	AlignCenter Align = iota
	AlignStart        // begins there
	AlignEnd          // ends there
)

// Baseline says which line of a text goes through its position.
type Baseline uint8

const (
	BaselineMiddle Baseline = iota
	BaselineAlphabetic
	BaselineTop
	BaselineBottom
)

// TextStyle is how a text looks.
type TextStyle struct {
	Size      float64 // CSS pixels
	Color     Color
	Align     Align
	Baseline  Baseline
	Bold      bool
	Turned    bool    // by a quarter, to read upwards
	Halo      Color   // painted behind the letters when HaloWidth > 0
	HaloWidth float64 // CSS pixels on each side
}

// Drop is how far below its position a text's letters stand, in CSS pixels. What
// browsers take for the middle of letters differs from font to font, and not all know
// dominant-baseline in SVG: every canvas reckons it from the size.
func (t TextStyle) Drop() float64 {
	switch t.Baseline {
	case BaselineMiddle:
		return 0.35 * t.Size
	case BaselineTop:
		return 0.8 * t.Size
	case BaselineBottom:
		return -0.2 * t.Size
	}
	return 0
}

// FontStack is the CSS font-family of every text.
const FontStack = `system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`
