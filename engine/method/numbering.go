package method

import (
	"slices"

	"pointscape/engine/doc"
)

// Tables write classes as numbers. What the numbers mean is found out from those that
// occur, and stays as it was when there were nine classes at most.

// CountedNote is a comment of a table: its classes are counted from 1, though the
// numbers alone would not be read so.
const CountedNote = "# classes are counted from 1"

// fewClasses is how many classes there were at first.
const fewClasses = 9

// ClassBase tells what numbers are that stand for classes, each given once: ids, which
// count from 0, or classes as people count them, from 1. They are neither (false) when
// some are too large, and then classes are numbered in their order. At most nine numbers
// are classes only up to the ninth, as in tables from before there were more, unless the
// table is counted: it has CountedNote.
func ClassBase(numbers []float64, counted bool) (base int, ok bool) {
	if len(numbers) == 0 {
		return 1, true
	}
	classes := float64(fewClasses)
	if counted || len(numbers) > fewClasses {
		classes = doc.MaxClass + 1
	}
	switch low, high := slices.Min(numbers), slices.Max(numbers); {
	case low == 0 && high < classes:
		return 0, true
	case low >= 1 && high <= classes:
		return 1, true
	}
	return 0, false
}

// NeedsCountedNote tells whether a table of points of these classes, counted from 1, is
// only read as such with CountedNote.
func NeedsCountedNote(pts []doc.Point) bool {
	var seen [doc.MaxClass + 1]bool
	for _, p := range pts {
		if c := p.Class(); c >= 0 {
			seen[c] = true
		}
	}
	var numbers []float64
	for c, ok := range seen {
		if ok {
			numbers = append(numbers, float64(ClassNumber(c)))
		}
	}
	base, ok := ClassBase(numbers, false)
	return !ok || base != 1
}
