package wall

import (
	"math"
	"unicode/utf8"
)

// Grid arranges n pictures in a box of w x h pixels: it returns the numbers of columns and rows that make each picture,
// whose plane is wider than high, as large as possible. Empty cells count against a grid: three pictures are in one row
// if there is room.
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

// Zoom returns the size of letters, lines and points on pictures in such a grid, relative to that on a single picture.
// In a presentation they are large already, and become smaller sooner.
func Zoom(cols, rows, w, h int, presented bool) float64 {
	small := min(float64(w)/float64(cols), float64(h)/float64(rows)) / float64(max(min(w, h), 1))
	if !presented {
		small *= 1.4
	}
	return math.Round(20*min(max(math.Sqrt(small), 0.6), 1)) / 20
}

// Lines returns the number of lines of captions in pictures w pixels wide, so that each is completely visible: its name
// and, in the same line or below, its text in told. zoom is the size of letters relative to the page's. Narrow
// pictures, on a phone, have only names.
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

// most is the largest number of lines in a caption.
const most = 4

// Bare reports whether the captions of pictures w pixels wide are only names.
func Bare(w int) bool { return w <= 230 }
