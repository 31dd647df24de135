package golden

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Of most lines a golden file keeps a fingerprint: three letters and digits for each eight numbers with a fraction, and
// all that stands between them. Numbers go into it as the cell of a grid in which they lie. Most lines of a picture whose
// numbers differ in their last bits, on another processor or after another order of sums, lie in the same cells; so that
// all do, a number that lies near the edge of its cell has the cell beyond the edge too when lines are compared.

// The grids, and how near to an edge is near, in cells.
const (
	fine  = 0.005 // a cell of numbers, relative to them: half a percent
	pixel = 0.8   // a cell of places, between whose edges places of one decimal never lie: see cell
	near  = 0.1
	most  = 8 // numbers in one part of a fingerprint, each of which may have two cells
)

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// print is the fingerprint of a line in all its variants, one list a part.
type print [][]string

// fingerprint is of a line without marks.
func fingerprint(line string) print {
	list, rest := tokens(line)
	var out print
	parts := []string{""} // variants of the part so far
	n, tol := 0, 0.0
	add := func(variants ...string) {
		var all []string
		for _, p := range parts {
			for _, v := range variants {
				all = append(all, p+v)
			}
		}
		parts = all
	}
	flush := func() {
		var hashes []string
		for _, p := range parts {
			hashes = append(hashes, hash(p))
		}
		out = append(out, hashes)
		parts, n = []string{fmt.Sprint(len(out), "/")}, 0
	}
	for _, t := range list {
		add(t.text)
		switch {
		case t.plus:
			tol = t.value
			add(strconv.FormatFloat(tol, 'g', -1, 64))
			continue
		case t.place:
			add(cell(places(t.value))...)
		case tol > 0:
			add(cell(t.value / tol)...)
		case t.whole:
			add(strconv.FormatFloat(t.value, 'f', -1, 64))
			continue
		default:
			add(cell(relatively(t.value))...)
		}
		if n++; n == most {
			flush()
		}
	}
	add(rest)
	if n > 0 || parts[0] != fmt.Sprint(len(out), "/") || len(out) == 0 {
		flush()
	}
	return out
}

// cell returns the cell of a number in a grid of cells of the width 1, and the one beyond the edge that is near. The cell
// of 0 is that of a whole 0.
func cell(u float64) []string {
	// No edge where round numbers lie.
	const shift = 0.0625
	k := math.Floor(u + 0.5 + shift)
	out := []string{strconv.FormatFloat(k, 'f', -1, 64)}
	for _, other := range []float64{math.Floor(u + 0.5 + shift - near), math.Floor(u + 0.5 + shift + near)} {
		if other != k {
			out = append(out, strconv.FormatFloat(other, 'f', -1, 64))
		}
	}
	return out
}

// relatively has steps of 1 where a number grows by half a percent, and 0 for all that is next to nothing.
func relatively(x float64) float64 {
	return math.Copysign(max(0, math.Log(math.Abs(x)/absolute)/fine), x)
}

// places has steps of 1 in a cell's width; far outside of the stage, as for other numbers.
func places(x float64) float64 {
	const far = 1000
	if math.Abs(x) <= far {
		return x / pixel
	}
	return math.Copysign(far/pixel+math.Log(math.Abs(x)/far)/fine, x)
}

func hash(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	x := h.Sum64()
	x ^= x >> 32 // the lowest bits of this hash are the worst
	var b [3]byte
	for i := range b {
		b[i] = letters[x%uint64(len(letters))]
		x /= uint64(len(letters))
	}
	return string(b[:])
}

// String is the fingerprint as it is kept: that of the cells in which the numbers lie.
func (p print) String() string {
	var b strings.Builder
	for _, hashes := range p {
		b.WriteString(hashes[0])
	}
	return b.String()
}

// is tells whether a fingerprint that was kept is one of these.
func (p print) is(kept string) bool {
	if len(kept) != 3*len(p) {
		return false
	}
	for i, hashes := range p {
		if !slices.Contains(hashes, kept[3*i:3*i+3]) {
			return false
		}
	}
	return true
}
