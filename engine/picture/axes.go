package picture

import (
	"math"

	"pointscape/engine/words"
)

// AxisOptions says what Axes draws.
type AxisOptions struct {
	XLog, YLog   bool   // coordinates are log10 of the numbers shown
	XLabel       string // title of the x-axis, with its unit; "" = none
	YLabel       string
	HideX, HideY bool // no ticks on that axis
	YFrom0       bool // no ticks below 0
	XWhole       bool // ticks at whole numbers only
	YWhole       bool
	None         bool // no axes at all, and no margin for them
}

// Frame is the margins around a plane, in CSS pixels, that hold the numbers and titles of its axes. They depend on the
// width of the whole figure and on the text size, never on the view: panning does not change the size of the plane.
// Without margins, numbers stand inside the plane.
type Frame struct {
	Left, Right, Top, Bottom int
	Text                     float64 // size of the numbers, in CSS pixels
}

// Inside returns the frame of a plane without margins.
func Inside(text float64) Frame { return Frame{Text: text} }

// Gutter returns the frame of a stage w pixels wide: margins on the left and at the bottom; at the top and on the right
// the plane reaches the edge.
func Gutter(w int, text float64, opt AxisOptions) Frame {
	f := Frame{Text: text}
	if opt.None {
		return f
	}
	f.Left = toFour(f.room(w)*text + f.away() + edge)
	f.Bottom = int(math.Ceil(f.line() + f.away() + edge))
	if !EndTitle(opt.YLabel) {
		f.Left += toFour(f.titleLine())
	}
	if !EndTitle(opt.XLabel) {
		f.Bottom += int(math.Ceil(f.titleLine()))
	}
	return f
}

// FigureFrame returns the frame of a standalone figure w pixels wide: a gutter, and space for half a number at the
// other two sides.
func FigureFrame(w int, text float64, opt AxisOptions) Frame {
	f := Gutter(w, text, opt)
	if opt.None {
		return f
	}
	f.Right, f.Top = int(math.Ceil(1.3*text)), int(math.Ceil(0.8*text))
	if opt.HideY {
		f.Left = f.Right
		if opt.YLabel != "" {
			f.Left = toFour(f.titleLine() + edge)
		}
	}
	if opt.HideX {
		f.Bottom = f.Top
		if opt.XLabel != "" {
			f.Bottom = int(math.Ceil(f.titleLine() + edge))
		}
	}
	return f
}

// HasGutter reports whether there is a margin on the left or at the bottom.
func (f Frame) HasGutter() bool { return f.Left > 0 || f.Bottom > 0 }

// Plane returns the size of the plane in a figure of w×h pixels.
func (f Frame) Plane(w, h int) (int, int) {
	return max(w-f.Left-f.Right, 1), max(h-f.Top-f.Bottom, 1)
}

// Whole returns the size of the figure around a plane of w×h pixels.
func (f Frame) Whole(w, h int) (int, int) { return w + f.Left + f.Right, h + f.Top + f.Bottom }

const (
	// Widths of a figure, in CSS pixels, below which numbers have fewer digits, to leave more space to the plane.
	narrow = 640
	tiny   = 360

	edge = 1.5 // pixels kept clear at the edge of the figure

	// Lengths of tick marks in pixels, inside the plane: with and without a number.
	LongMark, ShortMark = 4.0, 2.5
	// Pixels per tick on the x-axis and on the y-axis.
	AcrossEach, UpEach = 85, 65
)

// room returns the maximum width of the numbers on the y-axis, in units of the text size.
func (f Frame) room(w int) float64 {
	switch {
	case w < tiny:
		return 2.6 // fits −0.5
	case w < narrow:
		return 3.15 // fits −0.25
	}
	return 3.9 // fits −0.025
}

// away returns the gap between the plane and the numbers of the y-axis, in pixels.
func (f Frame) away() float64  { return 1.5 + 0.35*f.Text }
func (f Frame) line() float64  { return 1.2 * f.Text }
func (f Frame) title() float64 { return titleSize * f.Text }

// titleLine returns the height of a title on a line of its own.
func (f Frame) titleLine() float64 { return 1.45 * f.title() }

// titleSize is the size of titles relative to that of the numbers.
const titleSize = 11 / 10.5

// toFour rounds up to a multiple of 4, which is a whole number of device pixels at the usual screen scales.
func toFour(x float64) int { return 4 * int(math.Ceil(x/4)) }

// EndTitle reports whether a title such as x₁ is so short that it stands at the end of its axis, among the numbers.
func EndTitle(s string) bool { return TextWidth(s, 1) <= 2.2 }

// Axes returns the layers that show the axes of a view: under the points, an edge and tick marks; around the plane,
// numbers and titles in the frame's margins. In a frame without margins the numbers are in the plane, over the points,
// because a half-covered number can't be read: each has a background, and its tick mark on top. A number that would
// touch another one or a title is left out.
func Axes(v Viewport, f Frame, opt AxisOptions) (under, over []Layer, around []*Label) {
	if opt.None || v.W <= 0 || v.H <= 0 || !(v.X0 < v.X1) || !(v.Y0 < v.Y1) {
		return nil, nil, nil
	}
	a := &axes{v: v, f: f, opt: opt, w: float64(v.W), h: float64(v.H),
		marks: &Path{Role: RoleTick, Class: NoClass}}
	a.titles()
	var x, y Ticks
	if !opt.HideX {
		x = a.xTicks()
		a.opt.XLabel = logarithmic(opt.XLabel, opt.XLog, x)
	}
	if !opt.HideY {
		y = a.yTicks()
		a.opt.YLabel = logarithmic(opt.YLabel, opt.YLog, y)
	}
	if a.opt != opt { // a title has become longer
		a.in, a.around, a.taken = nil, nil, nil
		a.titles()
	}
	a.notes(x.Note, y.Note)
	a.xNumbers(x)
	a.yNumbers(y)
	for _, l := range a.in {
		over = append(over, l)
	}
	var marks []Layer
	if len(a.marks.XY) > 0 {
		marks = []Layer{a.marks}
	}
	if !f.HasGutter() {
		return nil, append(over, marks...), a.around
	}
	line := &Path{Role: RoleAxis, Class: NoClass}
	line.AddLine(v.DX(0.5), v.Y1, v.DX(0.5), v.DY(a.h-0.5), v.X1, v.DY(a.h-0.5))
	return append([]Layer{line}, marks...), over, a.around
}

// logarithmic adds "(log)" to the title of a logarithmic axis, unless all its numbers are powers of ten, which show it
// already. A title that stands among the numbers has no space for it.
func logarithmic(title string, log bool, t Ticks) string {
	if !log || t.Decades || title == "" || EndTitle(title) {
		return title
	}
	return words.Text("%s (log)", title)
}

// axes collects the layers that Axes returns.
type axes struct {
	v      Viewport
	f      Frame
	opt    AxisOptions
	w, h   float64
	marks  *Path
	in     []*Label // labels in the plane, with a background
	around []*Label
	taken  []Box
}

// ticks returns the ticks of an axis that is pixels long: about one per each pixels, at least 3 and at most 12; fewer
// if their numbers would touch, more if fewer than two numbers would be shown. extent returns the length of a number
// along the axis, in pixels; room is the maximum width of a number, in units of the text size; standing returns how
// many of the numbers will be shown.
func ticks(lo, hi float64, log, whole bool, pixels, each, room float64, extent func(text string) float64,
	standing func(Ticks) int) Ticks {
	make := func(n int) (t Ticks, clear bool) {
		if log {
			t = logTicks(lo, hi, n, room, whole)
		} else {
			t = linearTicks(lo, hi, n, room, whole)
		}
		clear = true
		for i := 1; i < len(t.At); i++ {
			apart := (t.At[i] - t.At[i-1]) / (hi - lo) * pixels
			clear = clear && apart >= (extent(t.Text[i])+extent(t.Text[i-1]))/2
		}
		return t, clear
	}
	most := min(max(int(pixels/each), 3), 12)
	for n := most; n > 1; n-- {
		t, clear := make(n)
		if !clear {
			continue
		}
		// A single number shows no scale.
		stand := standing(t)
		for more := n + 1; stand < 2 && more <= n+4; more++ {
			if finer, clear := make(more); clear {
				if m := standing(finer); m > stand {
					t, stand = finer, m
				}
			}
		}
		return t
	}
	t, _ := make(1) // numbers that still touch are left out
	return t
}

// apart is the gap between a number and the next one or a title, in units of the text size.
const apart = 0.35

func (a *axes) xTicks() Ticks {
	return ticks(a.v.X0, a.v.X1, a.opt.XLog, a.opt.XWhole, a.w, AcrossEach, 6,
		func(s string) float64 { return TextWidth(s, a.f.Text) + 0.9*a.f.Text },
		func(t Ticks) int { return a.standing(t, t.Note, "", a.xNumber) })
}

func (a *axes) yTicks() Ticks {
	room := 6.0
	if a.f.HasGutter() {
		room = (a.column() - a.f.away() - edge) / a.f.Text
	}
	lo, pixels := a.v.Y0, a.h
	if a.opt.YFrom0 && lo < 0 && a.v.Y1 > 0 {
		lo, pixels = 0, a.v.PY(0)
	}
	return ticks(lo, a.v.Y1, a.opt.YLog, a.opt.YWhole, pixels, UpEach, room,
		func(string) float64 { return 1.7 * a.f.Text },
		func(t Ticks) int { return a.standing(t, "", t.Note, a.yNumber) })
}

// standing returns how many of the tick labels t fit without touching each other, the titles or the notes. It only
// counts: what it places is taken back.
func (a *axes) standing(t Ticks, xNote, yNote string, put func(Ticks, int) bool) (n int) {
	in, around, taken := a.in, a.around, a.taken
	a.notes(xNote, yNote)
	for k := range t.At {
		if put(t, k) {
			n++
		}
	}
	a.in, a.around, a.taken = in, around, taken
	return n
}

// column returns the width of the margin that holds the numbers of the y-axis, in pixels.
func (a *axes) column() float64 {
	left := a.f.Left
	if !EndTitle(a.opt.YLabel) {
		left -= toFour(a.f.titleLine())
	}
	return float64(left)
}

// place is a part of the figure where a label may stand.
type place uint8

const (
	inPlane  place = iota // in the plane, with a background
	inRow                 // below the plane
	inColumn              // left of the plane
)

// put adds a label unless it would touch another one or extend beyond its part of the figure. It reports whether the
// label was added; an empty text is not.
func (a *axes) put(at place, role Role, text string, px, py float64, anchor Anchor) bool {
	l := &Label{Role: role, X: a.v.DX(px), Y: a.v.DY(py), Text: text, Anchor: anchor, Ground: at == inPlane}
	own := l.Box(px, py, a.size(role))
	f, all := a.f, Box{0, 0, a.w, a.h}
	switch at {
	case inRow:
		all.X0, all.X1, all.Y1 = -float64(f.Left), a.w+float64(f.Right), a.h+float64(f.Bottom)
	case inColumn:
		all.X0, all.Y0, all.Y1 = -a.column(), -float64(f.Top), a.h+float64(f.Top)
	}
	if text == "" || own.X0 < all.X0 || own.X1 > all.X1 || own.Y0 < all.Y0 || own.Y1 > all.Y1 {
		return false
	}
	near := own.Grown(apart*a.f.Text, 0)
	for _, t := range a.taken {
		if near.Meets(t) {
			return false
		}
	}
	a.taken = append(a.taken, own)
	if at == inPlane {
		a.in = append(a.in, l)
	} else {
		a.around = append(a.around, l)
	}
	return true
}

func (a *axes) size(r Role) float64 {
	if r == RoleAxis {
		return a.f.title()
	}
	return a.f.Text
}

// below is the distance from the plane down to the numbers of the x-axis, in pixels; end is the y coordinate of the
// middle of a text beside them.
const below = 1.5

func (a *axes) end() float64 { return a.h + below + 0.66*a.f.Text }

// titles adds the titles of the axes.
func (a *axes) titles() {
	x, y, f := a.opt.XLabel, a.opt.YLabel, a.f
	size := f.title()
	if !f.HasGutter() {
		// Short names such as x₁ must not cover anything.
		if EndTitle(x) {
			x = ""
		}
		if EndTitle(y) {
			y = ""
		}
		a.put(inPlane, RoleAxis, shorten(x, size, 0.6*a.w), a.w-1, a.h-LongMark-0.76*size, AnchorEnd)
		a.put(inPlane, RoleAxis, shorten(y, size, 0.6*a.w), 1, 0.75*size, AnchorStart)
		return
	}
	switch {
	case x == "":
	case EndTitle(x) && !a.opt.HideX:
		a.put(inRow, RoleAxis, x, a.w+float64(f.Right)-1+0.35*size-0.2*size, a.end(), AnchorEnd)
	default:
		py := a.h + float64(f.Bottom) - f.titleLine() - 0.2*size
		a.put(inRow, RoleAxis, shorten(x, size, a.w), a.w/2, py, AnchorBelow)
	}
	switch {
	case y == "":
	case EndTitle(y) && !a.opt.HideY:
		a.put(inColumn, RoleAxis, y, -below, 0.75*size-float64(f.Top), AnchorEnd)
	default:
		l := &Label{Role: RoleAxis, X: a.v.DX(0.62*f.titleLine() - float64(f.Left)), Y: a.v.DY(a.h / 2),
			Text: shorten(y, size, a.h), Turned: true}
		a.around = append(a.around, l)
	}
}

// notes adds the notes that turn the numbers into values (a factor, an offset) at the ends of the axes, beside the
// title if there is one. A note of the y-axis that is too wide stands in the plane.
func (a *axes) notes(x, y string) {
	f := a.f
	row, py := inPlane, a.h-LongMark-0.76*f.Text
	if f.HasGutter() {
		row, py = inRow, a.end()
	}
	if px := a.w + float64(f.Right) - 1; !a.put(row, RoleTick, x, px, py, AnchorEnd) {
		a.put(row, RoleTick, x, px-TextWidth(a.opt.XLabel, f.title())-f.Text, py, AnchorEnd)
	}
	for _, at := range []place{inColumn, inPlane} {
		px, top, anchor := 1.0, 0.0, AnchorStart
		if at == inColumn {
			px, top, anchor = -below, float64(f.Top), AnchorEnd
		}
		for _, lines := range []float64{0.75, 2.25} {
			if (at == inPlane || f.HasGutter()) && a.put(at, RoleTick, y, px, lines*f.Text-top, anchor) {
				return
			}
		}
	}
}

// xNumber adds number k of the x-axis, and reports whether it is shown.
func (a *axes) xNumber(t Ticks, k int) bool {
	px := a.v.PX(t.At[k])
	switch {
	case px < -0.5 || px > a.w+0.5:
		return false
	case a.f.HasGutter():
		return a.put(inRow, RoleTick, t.Text[k], px, a.h+below, AnchorBelow)
	}
	return a.put(inPlane, RoleTick, t.Text[k], px, a.h-LongMark, AnchorAbove)
}

func (a *axes) xNumbers(t Ticks) {
	for k, x := range t.At {
		a.xMark(x, markOf(a.xNumber(t, k)))
	}
	for _, x := range t.Minor {
		a.xMark(x, ShortMark)
	}
}

// markOf returns the length of a tick mark, depending on whether its number is shown.
func markOf(stands bool) float64 {
	if stands {
		return LongMark
	}
	return ShortMark
}

func (a *axes) xMark(x, length float64) {
	if px := a.v.PX(x); px >= 0.5 && px <= a.w-0.5 {
		a.marks.AddLine(x, a.v.Y0, x, a.v.DY(a.h-length))
	}
}

// yNumber adds number k of the y-axis, and reports whether it is shown.
func (a *axes) yNumber(t Ticks, k int) bool {
	py := a.v.PY(t.At[k])
	switch {
	case py < -0.5 || py > a.h+0.5:
		return false
	case a.f.HasGutter():
		return a.put(inColumn, RoleTick, t.Text[k], -below, py, AnchorEnd)
	}
	return a.put(inPlane, RoleTick, t.Text[k], 0, py, AnchorStart)
}

func (a *axes) yNumbers(t Ticks) {
	for k, y := range t.At {
		a.yMark(y, markOf(a.yNumber(t, k)))
	}
	for _, y := range t.Minor {
		a.yMark(y, ShortMark)
	}
}

func (a *axes) yMark(y, length float64) {
	// In the plane, a mark before a number would look like a minus sign.
	if py := a.v.PY(y); a.f.HasGutter() && py >= 0.5 && py <= a.h-0.5 {
		a.marks.AddLine(a.v.X0, y, a.v.DX(length), y)
	}
}
