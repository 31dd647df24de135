package golden

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Tolerances for numbers in lines that are kept in full.
const (
	relative = 2e-3 // for numbers with a fraction
	absolute = 1e-6 // the same, near zero
	pixels   = 0.4  // for coordinates in CSS pixels, plus relative times what exceeds 1000
)

// A line is split into text and numbers. Positions are two numbers with a comma between them; a tolerance of its own,
// "±0.02", holds for the other numbers of a raster's line. In texts, such as "f = ±1", ± is a sign.
var rasterLine = regexp.MustCompile(`^(?:` + New + `)? +(?:plane \w+ )?±`)

const unsigned = `(?:\d+\.\d+|\d+)(?:e[-+]?\d+)?`

var number = regexp.MustCompile(`[-+]?` + unsigned)

type token struct {
	text  string // before the number
	value float64
	whole bool
	place bool // it is one of two coordinates
	plus  bool // it is the line's tolerance
}

func tokens(line string) (list []token, rest string) {
	end, raster := 0, rasterLine.MatchString(line)
	for _, at := range number.FindAllStringIndex(line, -1) {
		s := line[at[0]:at[1]]
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			continue
		}
		before, after := line[end:at[0]], line[at[1]:]
		t := token{text: before, value: v, whole: !strings.ContainsAny(s, ".e"), plus: raster &&
			strings.HasSuffix(before, "±")}
		t.place = before == "," || len(after) > 1 && after[0] == ',' && after[1] != ' '
		list, end = append(list, t), at[1]
	}
	return list, line[end:]
}

// told is a parsed line.
type told struct {
	line  string
	shape string // the text between the numbers
	list  []token
}

func tell(line string) *told {
	list, rest := tokens(line)
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.text + "#")
		if t.place {
			b.WriteString(",")
		}
	}
	return &told{line, b.String() + rest, list}
}

func tellAll(list []Line) []*told {
	var out []*told
	for _, l := range list {
		out = append(out, tell(l.Text))
	}
	return out
}

// Same reports whether two lines agree: texts exactly, numbers that are whole in both exactly, others and positions
// within their tolerance.
func Same(a, b string) bool { return a == b || tell(a).same(tell(b)) }

func (a *told) same(b *told) bool {
	if a.line == b.line {
		return true
	}
	if a.shape != b.shape || len(a.list) != len(b.list) {
		return false
	}
	tol := 0.0
	for i, x := range a.list {
		y := b.list[i]
		if x.plus {
			if !(y.value < 2.1*x.value && x.value < 2.1*y.value) {
				return false
			}
			tol = max(x.value, y.value)
			continue
		}
		d, size := math.Abs(x.value-y.value), max(math.Abs(x.value), math.Abs(y.value))
		switch {
		case x.place:
			if d > pixels+relative*max(0, size-1000) {
				return false
			}
		case tol > 0:
			if d > tol {
				return false
			}
		case x.whole && y.whole:
			if d != 0 {
				return false
			}
		case d > absolute+relative*size:
			return false
		}
	}
	return true
}

// pair is a pair of aligned lines of two texts: in both (a and b are indices), only in the old one (b < 0), or only in
// the new one (a < 0).
type pair struct{ a, b int }

// align finds a longest common subsequence of two lists with n and m elements, and returns all elements in order, those
// of the subsequence as pairs.
func align(n, m int, same func(i, j int) bool) []pair {
	head, tail := 0, 0
	for head < min(n, m) && same(head, head) {
		head++
	}
	for tail < min(n, m)-head && same(n-1-tail, m-1-tail) {
		tail++
	}
	rows, columns := n-head-tail, m-head-tail
	long := make([][]int32, rows+1)
	is := make([][]bool, rows+1)
	for i := range long {
		long[i], is[i] = make([]int32, columns+1), make([]bool, columns+1)
	}
	for i := rows - 1; i >= 0; i-- {
		for j := columns - 1; j >= 0; j-- {
			long[i][j] = max(long[i+1][j], long[i][j+1])
			if is[i][j] = same(head+i, head+j); is[i][j] {
				long[i][j] = max(long[i][j], long[i+1][j+1]+1)
			}
		}
	}
	var out []pair
	for k := range head {
		out = append(out, pair{k, k})
	}
	for i, j := 0, 0; i < rows || j < columns; {
		switch {
		case i < rows && j < columns && is[i][j] && long[i][j] == long[i+1][j+1]+1:
			out = append(out, pair{head + i, head + j})
			i, j = i+1, j+1
		case i < rows && (j == columns || long[i+1][j] >= long[i][j+1]):
			out = append(out, pair{head + i, -1})
			i++
		default:
			out = append(out, pair{-1, head + j})
			j++
		}
	}
	for k := range tail {
		out = append(out, pair{n - tail + k, m - tail + k})
	}
	return out
}

// Change lists the lines that are only in fresh, with "+ ", and those that are only in old, with "- ", comparing
// exactly. Of the latter it leaves out indented details.
func Change(old, fresh []string) []string {
	var out []string
	for _, p := range align(len(old), len(fresh), func(i, j int) bool { return old[i] == fresh[j] }) {
		switch {
		case p.b < 0 && !strings.HasPrefix(old[p.a], "    "):
			out = append(out, "- "+old[p.a])
		case p.a < 0:
			out = append(out, "+ "+fresh[p.b])
		}
	}
	return out
}

// Prefixes of lines of a change.
const Gone, New = "gone: ", "new: "

// Changed returns the lines by which two descriptions differ beyond the tolerance. The lines that are gone omit details
// and numbers: the other description has them.
func Changed(old, fresh []Line) []Line {
	var out []Line
	p, q := tellAll(old), tellAll(fresh)
	for _, x := range align(len(old), len(fresh), func(i, j int) bool { return p[i].same(q[j]) }) {
		var l Line
		switch {
		case x.b < 0 && !old[x.a].Detail:
			l.Text = Gone + numberless(old[x.a].Text)
		case x.a < 0:
			l = fresh[x.b]
			l.Text = New + l.Text
		default:
			continue
		}
		out = append(out, l)
	}
	return out
}

// numberless replaces the numbers of a line by #, except in marked texts.
func numberless(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range marked.FindAllStringIndex(text, -1) {
		b.WriteString(number.ReplaceAllString(text[from:at[0]], "#") + text[at[0]:at[1]])
		from = at[1]
	}
	return b.String() + number.ReplaceAllString(text[from:], "#")
}
