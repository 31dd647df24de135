package picture

// Canvas is the surface that pictures are painted on: the browser's canvas, SVG, or a PNG. Coordinates are CSS pixels,
// y down; a canvas applies the device scale itself. A canvas must not keep an Outline or pixels after the call.
type Canvas interface {
	// Fill fills o by the even-odd rule unless o.NonZero is set.
	Fill(o *Outline, c Color)
	// Stroke strokes o with round joins and caps.
	Stroke(o *Outline, s Stroke)
	// Image draws w*h pixels (R, G, B, A bytes, not premultiplied) into the
	// rectangle x, y, dw, dh.
	Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool)
	// Text draws one line of text.
	Text(s string, x, y float64, t TextStyle)
	// Into restricts painting to a rectangle, whose top left corner becomes the origin, until Out is called. Calls must
	// not be nested.
	Into(x, y, w, h float64)
	Out()
}

// Direct is a Canvas whose pixels can be written directly, which saves a copy of rasters that fill it. Its tilings have
// no seams.
type Direct interface {
	// Pixels returns the canvas's own w*h pixels (R, G, B, A bytes, opaque), or nil if the canvas has another size.
	Pixels(w, h int) []byte
}

// Keeper is a Canvas that keeps the colours of a Still raster for the next picture.
type Keeper interface {
	// Colours returns w*h pixels of r, as RGBA does.
	Colours(r *Raster, p *Palette, w, h int) []byte
}

// Follower is a Canvas that keeps the colours of a raster that other rasters follow (see Raster.Next).
type Follower interface {
	// Follow paints r over the whole canvas of w*h pixels. It returns false if it can't.
	Follow(r *Raster, p *Palette, w, h int) bool
}

// Shaper is a Canvas that draws shapes instead of a raster's pixels where they show the same: a vector graphics file.
type Shaper interface {
	// Shape paints r to a canvas, the Shaper itself or one that translates it. It returns false if it can't.
	Shape(to Canvas, r *Raster, v Viewport, p *Palette) bool
}

// Caser is a Canvas that strokes a line and its casing at once, with the same result as two calls of Stroke.
type Caser interface {
	StrokeCased(o *Outline, casing, line Stroke)
}

// Stroke is the style of a line.
type Stroke struct {
	Color Color
	Width float64   // CSS pixels
	Dash  []float64 // lengths of dashes and gaps, in turn; nil = solid
}

// Align is the horizontal alignment of a text at its position.
type Align uint8

const (
	AlignCenter Align = iota
	AlignStart        // the text begins at the position
	AlignEnd          // the text ends at the position
)

// Baseline is the line of a text that goes through its position.
type Baseline uint8

const (
	BaselineMiddle Baseline = iota
	BaselineAlphabetic
	BaselineTop
	BaselineBottom
)

// TextStyle is the style of a text.
type TextStyle struct {
	Size      float64 // CSS pixels
	Color     Color
	Align     Align
	Baseline  Baseline
	Bold      bool
	Turned    bool    // rotated by 90°, to be read upwards
	Halo      Color   // painted behind the letters when HaloWidth > 0
	HaloWidth float64 // CSS pixels on each side
}

// Drop returns the distance from the text's position down to its alphabetic baseline, in CSS pixels. Browsers disagree
// on the middle of a font, and not all support dominant-baseline in SVG, so every canvas computes it from the size.
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
