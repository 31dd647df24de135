package method

import (
	"slices"

	"pointscape/engine/doc"
)

// Tables write classes as numbers, counted from 0 or from 1. Which one is meant is inferred from the numbers that
// occur, by rules that have not changed since there were at most nine classes.

// CountedNote is a comment in a table that says that classes are counted from 1, although the numbers alone would be
// read otherwise.
const CountedNote = "# classes are counted from 1"

// fewClasses is the former limit of the number of classes.
const fewClasses = 9

// ClassBase infers what the distinct numbers of a class column are: ids, which count from 0, or numbers that count from
// 1. ok is false if they are neither, because some are negative, between 0 and 1, or too large; then classes are
// numbered in their order. Up to nine numbers are only read as classes up to the ninth, as in old tables, unless
// counted says that the table has CountedNote.
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

// NeedsCountedNote reports whether a table of points of these classes, counted from 1, is only read correctly with
// CountedNote.
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
