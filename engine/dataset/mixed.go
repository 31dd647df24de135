package dataset

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// This file reads and writes tables with qualitative columns and missing values. The first engine does not include it:
// only ParseMixed, MixedWide and FormatMixed lead here.

// wordy decides what a reader of wide tables keeps of columns of words and of missing values, and how they are written.
type wordy interface {
	note(line string)                                    // reads a comment line
	keeps(column int, c method.Column, labels bool) bool // whether a column is qualitative; labels: it may be row labels
	limit() string                                       // the reason why other columns are left out
	read(x float64, ok bool, column, line int, text string) (float64, bool, *doc.Error)
	end(r *doc.Rows, use []int)
	heads(b []byte, r *doc.Rows) []byte
	entry(b []byte, r *doc.Rows, column int, x float64) []byte
}

// sorting implements wordy.
type sorting struct {
	things bool             // each row may have a word of its own, so that row labels are kept, too
	listed map[int][]string // the categories listed in comments, by column
	kept   map[int][]string // the categories of the columns that are kept
}

// ParseMixed is ParseWide that also keeps rows with missing values, and columns of at most method.MaxCategories
// different words, which are numbered in the order of their first appearance or as a comment lists them.
func ParseMixed(text string, class int) (r *doc.Rows, names doc.Names, notes []string, err error) {
	return parseWide(parser{task: method.Classify, third: class >= 0, words: newSorting()}, text, class)
}

// MixedWide is Wide for any table, also one with qualitative columns or missing values.
func MixedWide(t *doc.Table, open Opener) (*doc.Rows, doc.Names, error) {
	return wideOf(t, open, newSorting())
}

// FormatMixed is FormatWide for any table, for ParseMixed to read back.
func FormatMixed(r *doc.Rows, names doc.Names) string { return formatWide(r, names, newSorting()) }

func newSorting() *sorting { return &sorting{listed: map[int][]string{}, kept: map[int][]string{}} }

// most returns the largest number of different words in a column.
func (s *sorting) most() int {
	if s.things {
		return doc.MaxCategories
	}
	return method.MaxCategories
}

// wordsNote begins a comment that lists the categories of a qualitative column, after its number and a colon.
const wordsNote = "# words of column "

func (s *sorting) note(line string) {
	if list, ok := strings.CutPrefix(line, wordsNote); ok {
		column, list, _ := strings.Cut(list, ": ")
		if j, err := strconv.Atoi(column); err == nil {
			s.listed[j-1] = appendListed(s.listed[j-1], list)
		}
	}
}

func (s *sorting) keeps(i int, c method.Column, labels bool) bool {
	list := s.listed[i]
	ok := list != nil || (s.things || !labels) && c.Kind == method.LabelColumn && c.Values > 0 && c.Values <= s.most()
	if ok {
		s.kept[i] = list
	}
	return ok
}

func (s *sorting) limit() string {
	return words.Sprintf("more than %d different words, or labels of rows", s.most())
}

// read returns the number of a word among those of its column, to which it is added if new; NaN for a missing value.
func (s *sorting) read(x float64, ok bool, column, line int, text string) (float64, bool, *doc.Error) {
	list, isWords := s.kept[column]
	if !isWords {
		if !ok && slices.Contains(noNumber, text) {
			return math.NaN(), true, nil
		}
		return x, ok, nil
	}
	word := doc.Label(text)
	if k := slices.Index(list, word); k >= 0 {
		return float64(k), true, nil
	}
	if slices.Contains(noClass, text) {
		return math.NaN(), true, nil
	}
	if most := s.most(); len(list) >= most {
		return 0, false, doc.Errorf(at(line, column+1), words.Sprintf("one of at most %d words", most), text)
	}
	s.kept[column] = append(list, word)
	return float64(len(list)), true, nil
}

func (s *sorting) end(r *doc.Rows, use []int) {
	if len(s.kept) == 0 {
		return
	}
	for _, c := range use {
		r.Categories = append(r.Categories, s.kept[c])
	}
}

func (s *sorting) heads(b []byte, r *doc.Rows) []byte {
	for j := range r.Columns {
		if sorts := r.Sorts(j); sorts != nil {
			b = appendList(fmt.Appendf(b, wordsNote+"%d: ", j+1), sorts)
		}
	}
	return b
}

func (s *sorting) entry(b []byte, r *doc.Rows, j int, x float64) []byte {
	switch sorts := r.Sorts(j); {
	case math.IsNaN(x):
		return append(b, noEntry(sorts)...)
	case sorts != nil:
		return appendEntry(b, sorts[int(x)])
	}
	return doc.AppendNumber(b, x)
}

// noEntry returns a text that means a missing value and is none of a column's categories; "" if all others are
// categories.
func noEntry(sorts []string) string {
	for _, s := range noClass[1:] {
		if !slices.Contains(sorts, s) {
			return s
		}
	}
	return noClass[0]
}
