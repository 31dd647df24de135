package picture

import (
	"fmt"
	"math"
	"strings"
)

// ExportOptions say how a figure in a file is made. Its sizes are true: a figure of
// 90 mm with type of 8 pt is that wide, and its numbers are that large.
type ExportOptions struct {
	Kind  string  `json:"kind"`  // one of Kinds
	Width float64 `json:"width"` // of the whole, in Unit
	Unit  string  `json:"unit"`  // "mm" or "px", of which an inch has 96
	Type  float64 `json:"type"`  // size of the numbers at the axes, in pt
	// pixels per inch of a PNG; with 96 it has those of Width in px. Figures of vectors have their own
	DPI        float64 `json:"dpi"`
	Palette    string  `json:"palette"`    // one of PaletteNames
	Background string  `json:"background"` // "filled", white in most palettes, or "transparent"
	Legend     bool    `json:"legend"`     // under the plane
	Titles     bool    `json:"titles"`     // of the axes
	Panels     bool    `json:"panels"`     // the plots beside the stage, under it

	// Of kinds in motion: what moves, frames per second, and pixels per inch.
	Moves   string  `json:"moves,omitempty"`
	FPS     float64 `json:"fps,omitempty"`
	FilmDPI float64 `json:"filmDPI,omitempty"`
	// The steps that are shown, where those of a fit move.
	From int `json:"from,omitempty"`
	To   int `json:"to,omitempty"`

	// Of a notebook: the address of the page that it shows.
	Site string `json:"site,omitempty"`
}

// Values of ExportOptions.
const (
	KindSVG, KindPNG    = "svg", "png"
	KindPDF, KindTeX    = "pdf", "tex"
	KindGIF, KindWebM   = "gif", "webm"
	Millimetres, Pixels = "mm", "px"
	Filled, Transparent = "filled", "transparent"
	Steps, Swept        = "steps", "sweep" // that move: of a fit, of a parameter
)

// Kinds are those of figures that stand still.
var Kinds = []string{KindSVG, KindPDF, KindTeX, KindPNG}

// Moving tells whether figures of a kind are in motion.
func Moving(kind string) bool { return kind == KindGIF || kind == KindWebM }

// Videos tells whether a browser of that name (navigator.userAgent) can be asked for videos. WebKit on Linux
// (WebKitGTK, WPE) cannot: the first question about its encoder ends the page. It calls its system X11 everywhere.
func Videos(agent string) bool {
	webkit := strings.Contains(agent, "AppleWebKit/") && !strings.Contains(agent, "Chrome/")
	return !webkit || !strings.Contains(agent, "(X11;")
}

// Frame are the options of a frame of a figure in motion, and o where it is none.
func (o ExportOptions) Frame() ExportOptions {
	if Moving(o.Kind) {
		o.Kind, o.DPI = KindPNG, o.FilmDPI
		if o.Unit == Pixels {
			o.DPI = 96
		}
	}
	return o
}

// Vector tells whether figures of a kind are made of shapes.
func Vector(kind string) bool { return kind == KindSVG || kind == KindPDF || kind == KindTeX }

// DefaultExport is a figure for one column of a paper.
func DefaultExport() ExportOptions {
	return ExportOptions{Kind: KindSVG, Width: 120, Unit: Millimetres, Type: 8, DPI: 300, Palette: "print",
		Background: Filled, Legend: true, Titles: true, FPS: 10, FilmDPI: 144}
}

// Limits of ExportOptions. The plane is drawn on so many CSS pixels that its type has
// the palette's size on them, and is then scaled: of fewer than leastDrawn the numbers at
// the axes leave less than half to the plane, more than mostDrawn take too long.
const (
	MinType, MaxType = 3, 96
	MinDPI, MaxDPI   = 36, 2400
	MinFPS, MaxFPS   = 0.1, 50
	leastDrawn       = 96
	mostDrawn        = 8192
	// MaxPixels of a PNG: each takes some bytes of memory.
	MaxPixels = 100e6
	// vectorDPI is what a raster in a figure of vectors has that cannot be drawn in shapes.
	vectorDPI = 300
)

// A figure of as many pixels as fullSize, or more, has points as large beside its type
// as the page has. In a smaller one they are smaller, down to leastMarks: they would
// hide too much of its plane.
const (
	fullSize   = 800
	leastMarks = 0.6
)

// inch is the length of an inch in a unit.
func (o *ExportOptions) inch() float64 {
	if o.Unit == Millimetres {
		return 25.4
	}
	return 96
}

// drawn is the width of the figure in pixels on which type has the palette's size.
func (o *ExportOptions) drawn(pal *Palette) float64 {
	return o.Width / o.inch() * 72 / o.Type * pal.Text()
}

// Wrong tells which field is out of range, by what is wanted there; no field, and all
// are right.
func (o *ExportOptions) Wrong() (field, want string, got any) {
	is := func(field, got string, list ...string) bool {
		for _, s := range list {
			if got == s {
				return true
			}
		}
		return false
	}
	within := func(x, lo, hi float64) bool { return x >= lo && x <= hi } // nor NaN
	switch {
	case Moving(o.Kind):
		switch f := o.Frame(); {
		case !is("moves", o.Moves, Steps, Swept):
			return "moves", "steps or sweep", o.Moves
		case !within(o.FPS, MinFPS, MaxFPS):
			return "fps", fmt.Sprintf("from %g to %d", MinFPS, MaxFPS), o.FPS
		case o.Background != Filled:
			return "background", "filled, of a figure in motion", o.Background
		default:
			return f.Wrong()
		}
	case !is("kind", o.Kind, Kinds...):
		return "kind", "one of " + strings.Join(Kinds, ", "), o.Kind
	case !is("unit", o.Unit, Millimetres, Pixels):
		return "unit", "mm or px", o.Unit
	case !is("palette", o.Palette, PaletteNames()...):
		return "palette", "one of " + strings.Join(PaletteNames(), ", "), o.Palette
	case !is("background", o.Background, Filled, Transparent):
		return "background", "filled or transparent", o.Background
	case !within(o.Type, MinType, MaxType):
		return "type", fmt.Sprintf("from %d to %d pt", MinType, MaxType), o.Type
	case o.Kind == KindPNG && !within(o.DPI, MinDPI, MaxDPI):
		return "dpi", fmt.Sprintf("from %d to %d pixels per inch", MinDPI, MaxDPI), o.DPI
	}
	pal, _ := PaletteByName(o.Palette)
	unit := *o
	unit.Width = 1
	one := unit.drawn(pal)
	if least, most := math.Ceil(leastDrawn/one), math.Floor(mostDrawn/one); !within(o.Width, least, most) {
		return "width", fmt.Sprintf("from %.0f to %.0f %s for type of %.4g pt", least, most, o.Unit, o.Type), o.Width
	}
	return "", "", nil
}

// Preview returns the options of a small picture of the same figure, so many pixels
// wide as far as the limits let it.
func (o ExportOptions) Preview(pixels float64) ExportOptions {
	o.Kind = KindPNG
	o.DPI = min(max(pixels/(o.Width/o.inch()), MinDPI), MaxDPI)
	return o
}

// Lay lays the width out: how many CSS pixels the figure is wide, and how many pixels
// of a bitmap each of them has.
func (o *ExportOptions) Lay() (w int, scale float64) {
	pal, _ := PaletteByName(o.Palette)
	w = int(math.Round(o.drawn(pal)))
	dpi := o.DPI
	if Vector(o.Kind) {
		dpi = vectorDPI
	}
	return w, math.Round(o.Width/o.inch()*dpi) / float64(w)
}

// TooLarge tells what a PNG of w x h CSS pixels must be and what it is, if it has too
// many pixels; else want is "".
func (o *ExportOptions) TooLarge(w, h int) (want, got string) {
	_, scale := o.Lay()
	pixels := float64(w) * scale * float64(h) * scale
	if o.Kind != KindPNG || pixels <= MaxPixels {
		return "", ""
	}
	return fmt.Sprintf("such that the PNG has at most %.0f million pixels", MaxPixels/1e6),
		fmt.Sprintf("%.0f million", pixels/1e6)
}

// Look is the palette that the figure is painted with.
func (o *ExportOptions) Look() *Palette {
	pal, _ := PaletteByName(o.Palette)
	return pal.WithMarks(min(max(math.Sqrt(o.drawn(pal)/fullSize), leastMarks), 1))
}
