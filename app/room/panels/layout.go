package panels

import "math"

// Size is that of a box in CSS pixels.
type Size struct{ W, H int }

// Layout is how the stage and the plots share their place.
type Layout struct {
	// Beside: the plots stand beside the stage, in a column of their own; else among
	// the results.
	Beside bool
	// Column is the column's width, 0 where there is none. A stage that has changed
	// places with a plot stands in it, too.
	Column int
	// Large is the plot that has the stage's place, "" = none. Below: the stage is
	// then below it, and as wide.
	Large string
	Below bool
}

const (
	leastStage  = 480 // of its width, beside a column
	leastColumn = 280
	mostColumn  = 760
	leastRow    = 260 // of the height of stage and column
	// flattest is the height of a plot as a share of its width where several share
	// a column; app.css has the same number.
	flattest = 0.55
	// words is about the height of a plot's title, legend and caption.
	words = 124
	sides = 44 // of a column: its padding and the scroll bar's place
)

// Phone is the width of the window up to which it is a phone's: app.css has the same
// number.
const Phone = 760

// layout arranges n plots in a window, where stage and column share a row.
func layout(window, row Size, n int, large string) Layout {
	l := Layout{Large: large}
	if n == 0 {
		return Layout{}
	}
	l.Beside = window.W > Phone && row.W >= leastStage+leastColumn && row.H >= leastRow
	switch {
	case l.Beside:
		l.Column = column(row, n)
	case large == "":
	case window.W <= Phone && window.H > window.W, row.H > row.W:
		l.Below = true
	default:
		l.Column = row.W * 9 / 25
	}
	return l
}

// column is the width for n plots: two fifths of the row, unless the stage would be
// too narrow, or the plots flatter than they should be.
func column(row Size, n int) int {
	w := min(row.W*2/5, row.W-leastStage, mostColumn)
	share := float64(row.H/n - words)
	return max(min(w, int(share/flattest)+sides), leastColumn)
}

// budget is how many pixels of a plot the engine is asked for at most. A larger place
// is filled by a picture of this size, drawn out: writing and marks grow with it.
const budget = 480_000

// within takes a size back to the budget.
func (s Size) within(most int) Size {
	if s.W*s.H <= most {
		return s
	}
	f := math.Sqrt(float64(most) / float64(s.W*s.H))
	return Size{int(f * float64(s.W)), int(f * float64(s.H))}
}
