package panels

import (
	"math"

	"pointscape/engine/method"
)

// Size is the size of a box in CSS pixels.
type Size struct{ W, H int }

// Layout is how the stage and the plots share the window.
type Layout struct {
	// Beside: the plots have a column beside the stage; otherwise they are among the results.
	Beside bool
	// Column is the column's width, 0 if there is none. A stage that has swapped places with a plot is in it, too.
	Column int
	// Scrolls: the column is too low for all plots, and shows one and the beginning of the next.
	Scrolls bool
	// Large is the plot that is in the stage's place, "" = none. Below: the stage is then below it, and as wide.
	Large string
	Below bool
}

// Stage returns the width of the stage; all is the width of the stage and the column together.
func (l Layout) Stage(all int) int {
	if l.Large != "" && !l.Below {
		return l.Column
	}
	return all - l.Column
}

const (
	leastStage  = 480 // width of the stage beside a column
	leastColumn = 280
	mostColumn  = 760
	leastRow    = 260 // height of stage and column
	// flattest is the ratio of height to width of a plot in a column of several; app.css has the same number.
	flattest = 0.55
	// leastPlot is the least height of plots that share the column's height; if they would be lower, the column
	// scrolls.
	leastPlot = 160
	// words is the approximate height of a plot's title, legend and caption.
	words = 124
	// mostHigh is the greatest ratio of height to width of a plot in a column that scrolls; app.css has the same
	// number.
	mostHigh = 0.85
	// peek is the visible height of the next plot below the first in a column that scrolls; app.css has words and peek
	// as one number.
	peek  = 56
	sides = 44 // of a column: its padding and the scroll bar
)

// Phone is the greatest window width of a phone: app.css has the same number.
const Phone = 760

// Tablet is the greatest window width of an upright tablet: app.css has the same number.
const Tablet = 1000

// Low is the greatest window height of a phone in landscape: app.css has the same number.
const Low = 460

// layout arranges plots in a window in which stage and column share a row. A low window shows the stage only, unless
// the user has called for the plots.
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

// column returns the width of the plots' column: two fifths of the row, but less if the stage would be too narrow, or
// if all plots fit into a slightly narrower column. If several plots do not fit, the column keeps its width and
// scrolls.
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

// budget is the largest number of pixels that the engine draws of a plot. A larger box shows a picture of this size,
// enlarged with its text and marks.
const budget = 480_000

// within reduces a size, with its proportions, to at most so many pixels.
func (s Size) within(most int) Size {
	if s.W*s.H <= most {
		return s
	}
	f := math.Sqrt(float64(most) / float64(s.W*s.H))
	return Size{int(f * float64(s.W)), int(f * float64(s.H))}
}
