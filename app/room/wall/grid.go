package wall

import (
	"math"
	"unicode/utf8"
)

// Grid is how n pictures stand in a box of w x h pixels: as many columns as let each of them be largest, whose
// planes are wider than high. Places that stay empty count against a grid: three pictures stand in one row where
// there is room.
func Grid(n, w, h int) (cols, rows int) {
	const head, shape = 30, 1.25 // px above each, and width to height of a good one
	best := -1.0
	for c := 1; c <= n; c++ {
		r := (n + c - 1) / c
		size := min(float64(w)/float64(c), shape*(float64(h)/float64(r)-head))
		if size *= float64(n) / float64(c*r); size > best {
			best, cols, rows = size, c, r
		}
	}
	return cols, rows
}

// Zoom is how large letters, lines and points are on pictures in such a grid, beside those of one picture alone, 1.
// Presented, they are large already, and become smaller sooner.
func Zoom(cols, rows, w, h int, presented bool) float64 {
	small := min(float64(w)/float64(cols), float64(h)/float64(rows)) / float64(max(min(w, h), 1))
	if !presented {
		small *= 1.4
	}
	return math.Round(20*min(max(math.Sqrt(small), 0.6), 1)) / 20
}

// Lines is how many lines the captions of pictures w pixels wide have, so that all of each is to be read: its name
// and, in the same line or below, what is told of it. Letters are so much larger than on the page as zoom says.
// Narrow pictures, on a phone, have their names alone.
func Lines(w int, zoom float64, names, told []string) int {
	const char, around, letter, mark = 6.7, 22, 22, 100 // px: of a character, at both ends, of (a), of the time and ✕
	room := float64(w)/zoom - around
	width := func(s string) float64 { return char * float64(utf8.RuneCountInString(s)) }
	lines := 1
	for i, name := range names {
		says := ""
		if i < len(told) {
			says = told[i]
		}
		if Bare(w) {
			says = ""
		}
		one := letter + width(name)
		if one+width(says)+mark <= room || says == "" && one <= room {
			continue
		}
		need := math.Ceil(one/max(room-mark, 70)) + math.Ceil(width(says)/max(room, 70))
		lines = max(lines, int(need))
	}
	return min(lines, most)
}

// most is how many lines a caption has at most.
const most = 4

// Bare tells whether pictures so many pixels wide have captions with names alone.
func Bare(w int) bool { return w <= 230 }
