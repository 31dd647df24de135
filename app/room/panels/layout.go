package panels

import (
	"math"

	"pointscape/engine/method"
)

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
	// Scrolls: the column is too low for all plots, and shows one and the beginning of
	// the next.
	Scrolls bool
	// Large is the plot that has the stage's place, "" = none. Below: the stage is
	// then below it, and as wide.
	Large string
	Below bool
}

// Stage is the width of the stage, of so much for all.
func (l Layout) Stage(all int) int {
	if l.Large != "" && !l.Below {
		return l.Column
	}
	return all - l.Column
}

const (
	leastStage  = 480 // of its width, beside a column
	leastColumn = 280
	mostColumn  = 760
	leastRow    = 260 // of the height of stage and column
	// flattest is the height of a plot as a share of its width where several share
	// a column; app.css has the same number.
	flattest = 0.55
	// leastPlot is how high plots are that share the column's height at least: where
	// they would be lower, the column scrolls.
	leastPlot = 160
	// words is about the height of a plot's title, legend and caption.
	words = 124
	// mostHigh is the height of a plot at most, as a share of its width, in a column that scrolls;
	// app.css has the same number.
	mostHigh = 0.85
	// peek is how much of the next plot is seen below the first in a column that
	// scrolls; app.css has words and peek as one number.
	peek  = 56
	sides = 44 // of a column: its padding and the scroll bar's place
)

// Phone is the width of the window up to which it is a phone's: app.css has the same
// number.
const Phone = 760

// Tablet is the width of the window up to which it is a tablet's that is held upright: app.css
// has the same number.
const Tablet = 1000

// Low is the height of the window up to which it is a phone's that is held sideways:
// app.css has the same number.
const Low = 460

// layout arranges plots in a window, where stage and column share a row. A low window
// is the stage's, but for plots that were called.
func layout(window, row Size, list []method.PanelInfo, large string, called bool) Layout {
	l := Layout{Large: large}
	if len(list) == 0 {
		return Layout{}
	}
	l.Beside = window.W > Phone && (window.H > Low || called) && row.W >= leastStage+leastColumn && row.H >= leastRow
	switch {
	case l.Beside:
		l.Column, l.Scrolls = column(row, list)
	case large == "":
	case window.W <= Phone && window.H > window.W, row.H > row.W:
		l.Below = true
	default:
		l.Column = row.W * 9 / 25
	}
	return l
}

// column is the width for plots: two fifths of the row, unless the stage would be
// too narrow, or all plots have room in a column that is a little narrower. Several
// plots that have no room keep the width, and scroll.
func column(row Size, list []method.PanelInfo) (w int, scrolls bool) {
	w = max(min(row.W*2/5, row.W-leastStage, mostColumn), leastColumn)
	n, high := 0, row.H
	for _, p := range list {
		if p.Tall > 0 && float64(p.Tall) < flattest*float64(w-sides) {
			high -= p.Tall + words
		} else {
			n++
		}
	}
	if n == 0 {
		return w, high < 0
	}
	share := high/n - words
	if len(list) > 1 && share < leastPlot {
		return w, true
	}
	return max(min(w, int(float64(share)/flattest)+sides), leastColumn), false
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
