package picture

import (
	"math"
	"strings"

	"pointscape/engine/words"
)

// ExportOptions are the options of a figure in a file. Sizes are physical: a figure of 90 mm with type of 8 pt is that
// wide, and the numbers on its axes are that large.
type ExportOptions struct {
	Kind  string  `json:"kind"`  // one of Kinds
	Width float64 `json:"width"` // width of the whole figure, in Unit
	Unit  string  `json:"unit"`  // "mm" or "px"; an inch has 96 px
	Type  float64 `json:"type"`  // size of the numbers on the axes, in pt
	// Pixels per inch of a PNG; with 96 the PNG has Width pixels if Unit is "px". Not used for vector graphics.
	DPI        float64 `json:"dpi"`
	Palette    string  `json:"palette"`    // one of PaletteNames
	Background string  `json:"background"` // "filled", white in most palettes, or "transparent"
	Legend     bool    `json:"legend"`     // legend under the plane
	Titles     bool    `json:"titles"`     // titles of the axes
	Panels     bool    `json:"panels"`     // the plots beside the stage, placed under it

	// For animations: what changes, frames per second, and pixels per inch.
	Moves   string  `json:"moves,omitempty"`
	FPS     float64 `json:"fps,omitempty"`
	FilmDPI float64 `json:"filmDPI,omitempty"`
	// First and last step shown by an animation of a fit.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`

	// For a notebook: Site of python.Notebook, for its live picture.
	Site string `json:"site,omitempty"`
}

// Values of ExportOptions.
const (
	KindSVG, KindPNG    = "svg", "png"
	KindPDF, KindTeX    = "pdf", "tex"
	KindGIF, KindWebM   = "gif", "webm"
	Millimetres, Pixels = "mm", "px"
	Filled, Transparent = "filled", "transparent"
	Steps, Swept        = "steps", "sweep" // values of Moves: the steps of a fit, a sweep of a parameter
)

// Kinds are the kinds of still figures.
var Kinds = []string{KindSVG, KindPDF, KindTeX, KindPNG}

// Moving reports whether figures of a kind are animations.
func Moving(kind string) bool { return kind == KindGIF || kind == KindWebM }

// Videos reports whether the browser with this user agent (navigator.userAgent) can be asked whether it encodes videos.
// WebKit on Linux (WebKitGTK, WPE) can't: the first question about its encoder crashes the page. Its user agent always
// names X11.
func Videos(agent string) bool {
	webkit := strings.Contains(agent, "AppleWebKit/") && !strings.Contains(agent, "Chrome/")
	return !webkit || !strings.Contains(agent, "(X11;")
}

// Frame returns the options of a single frame of an animation; for a still figure it returns o.
func (o ExportOptions) Frame() ExportOptions {
	if Moving(o.Kind) {
		o.Kind, o.DPI = KindPNG, o.FilmDPI
		if o.Unit == Pixels {
			o.DPI = 96
		}
	}
	return o
}

// Vector reports whether figures of a kind are vector graphics.
func Vector(kind string) bool { return kind == KindSVG || kind == KindPDF || kind == KindTeX }

// DefaultExport returns the options of a figure for one column of a paper.
func DefaultExport() ExportOptions {
	return ExportOptions{Kind: KindSVG, Width: 120, Unit: Millimetres, Type: 8, DPI: 300, Palette: "print",
		Background: Filled, Legend: true, Titles: true, FPS: 10, FilmDPI: 144}
}

// Limits of ExportOptions. The plane is drawn at the size, in CSS pixels, at which its type has the palette's text
// size, and is then scaled. Below leastDrawn pixels the numbers on the axes leave less than half of the width to the
// plane; above mostDrawn drawing takes too long.
const (
	MinType, MaxType = 3, 96
	MinDPI, MaxDPI   = 36, 2400
	MinFPS, MaxFPS   = 0.1, 50
	leastDrawn       = 96
	mostDrawn        = 8192
	// MaxPixels limits a PNG: each pixel takes several bytes of memory.
	MaxPixels = 100e6
	// vectorDPI is the resolution of a raster in a vector graphic that can't be drawn as shapes.
	vectorDPI = 300
)

// A figure at least fullSize pixels wide has points as large, relative to its type, as on the page. In a narrower one
// they are smaller, down to the factor leastMarks, because they would hide too much of the plane.
const (
	fullSize   = 800
	leastMarks = 0.6
)

// inch returns the number of o.Unit in an inch.
func (o *ExportOptions) inch() float64 {
	if o.Unit == Millimetres {
		return 25.4
	}
	return 96
}

// drawn returns the width of the figure in CSS pixels at which its type has the palette's text size.
func (o *ExportOptions) drawn(pal *Palette) float64 {
	return o.Width / o.inch() * 72 / o.Type * pal.Text()
}

// Wrong returns the first field that is out of range, its allowed values, and its value. field is "" if all fields are
// valid.
func (o *ExportOptions) Wrong() (field, want string, got any) {
	is := func(field, got string, list ...string) bool {
		for _, s := range list {
			if got == s {
				return true
			}
		}
		return false
	}
	within := func(x, lo, hi float64) bool { return x >= lo && x <= hi } // false for NaN
	switch {
	case Moving(o.Kind):
		switch f := o.Frame(); {
		case !is("moves", o.Moves, Steps, Swept):
			return "moves", "steps or sweep", o.Moves
		case !within(o.FPS, MinFPS, MaxFPS):
			return "fps", words.Sprintf("from %g to %d", MinFPS, MaxFPS), o.FPS
		case o.Background != Filled:
			return "background", "filled, of a figure in motion", o.Background
		default:
			return f.Wrong()
		}
	case !is("kind", o.Kind, Kinds...):
		return "kind", words.Fill("one of %s", strings.Join(Kinds, ", ")), o.Kind
	case !is("unit", o.Unit, Millimetres, Pixels):
		return "unit", "mm or px", o.Unit
	case !is("palette", o.Palette, PaletteNames()...):
		return "palette", words.Fill("one of %s", strings.Join(PaletteNames(), ", ")), o.Palette
	case !is("background", o.Background, Filled, Transparent):
		return "background", "filled or transparent", o.Background
	case !within(o.Type, MinType, MaxType):
		return "type", words.Sprintf("from %d to %d pt", MinType, MaxType), o.Type
	case o.Kind == KindPNG && !within(o.DPI, MinDPI, MaxDPI):
		return "dpi", words.Sprintf("from %d to %d pixels per inch", MinDPI, MaxDPI), o.DPI
	}
	pal, _ := PaletteByName(o.Palette)
	unit := *o
	unit.Width = 1
	one := unit.drawn(pal)
	if least, most := math.Ceil(leastDrawn/one), math.Floor(mostDrawn/one); !within(o.Width, least, most) {
		return "width", words.Sprintf("from %.0f to %.0f %s for type of %.4g pt", least, most, o.Unit, o.Type), o.Width
	}
	return "", "", nil
}

// Preview returns the options of a small PNG of the same figure, pixels wide as far as the limits of DPI allow.
func (o ExportOptions) Preview(pixels float64) ExportOptions {
	o.Kind = KindPNG
	o.DPI = min(max(pixels/(o.Width/o.inch()), MinDPI), MaxDPI)
	return o
}

// Lay returns the width of the figure in CSS pixels, and the number of bitmap pixels per CSS pixel.
func (o *ExportOptions) Lay() (w int, scale float64) {
	pal, _ := PaletteByName(o.Palette)
	w = int(math.Round(o.drawn(pal)))
	dpi := o.DPI
	if Vector(o.Kind) {
		dpi = vectorDPI
	}
	return w, math.Round(o.Width/o.inch()*dpi) / float64(w)
}

// TooLarge returns the allowed and the actual number of pixels of a PNG of w×h CSS pixels if it has too many, else "".
func (o *ExportOptions) TooLarge(w, h int) (want, got string) {
	_, scale := o.Lay()
	pixels := float64(w) * scale * float64(h) * scale
	if o.Kind != KindPNG || pixels <= MaxPixels {
		return "", ""
	}
	return words.Sprintf("such that the PNG has at most %.0f million pixels", MaxPixels/1e6),
		words.Sprintf("%.0f million", pixels/1e6)
}

// Look returns the palette that the figure is painted with.
func (o *ExportOptions) Look() *Palette {
	pal, _ := PaletteByName(o.Palette)
	return pal.WithMarks(min(max(math.Sqrt(o.drawn(pal)/fullSize), leastMarks), 1))
}
