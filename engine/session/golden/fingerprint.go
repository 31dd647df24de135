package golden

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A fingerprint is a hash of a line in which positions, values of rasters and other numbers with a fraction are
// replaced by the cell of a grid in which they lie: three letters or digits for each part of the line with at most
// eight such numbers. Other whole numbers are hashed as they are.
//
// Rounding alone would not do. The numbers of a picture may differ in their last bits, on another processor or
// when sums are taken in another order, and of many thousand numbers some lie at the edge of a cell. Therefore a
// number near an edge counts as lying in both cells: a line agrees with a fingerprint if the hash is that of some
// choice of cells.

const (
	fine  = 0.005 // width of a cell of numbers, relative to the number
	pixel = 0.8   // width of a cell of positions, in pixels
	near  = 0.1   // distance to an edge, in cells, below which a number lies in both cells
	most  = 8     // numbers in one part
)

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// print has, for each part of a line, the hashes of all choices of cells; the first one is kept.
type print [][]string

// fingerprint computes the fingerprint of a line that has names instead of its texts.
func fingerprint(line string) print {
	list, rest := tokens(line)
	var out print
	parts := []string{"0/"} // all choices for the present part
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
	if n > 0 || len(out) == 0 || parts[0] != fmt.Sprint(len(out), "/") {
		flush()
	}
	return out
}

// cell returns the cell of a number in a grid of width 1, and those next to it whose edge is near. The cell of 0 is
// "0", as a whole 0 is written.
func cell(u float64) []string {
	// Positions have one decimal, and are multiples of 1/8 here: with this shift they are not on edges.
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

// relatively maps numbers so that a change by half a percent is a step of 1. Numbers close to 0 are mapped to 0.
func relatively(x float64) float64 {
	return math.Copysign(max(0, math.Log(math.Abs(x)/absolute)/fine), x)
}

// places maps coordinates in pixels so that a cell's width is a step of 1, and beyond 1000 pixels a change by half a
// percent.
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
	x ^= x >> 32 // the low bits of FNV are weak
	var b [3]byte
	for i := range b {
		b[i] = letters[x%uint64(len(letters))]
		x /= uint64(len(letters))
	}
	return string(b[:])
}

// String returns the fingerprint that is written to the file.
func (p print) String() string {
	var b strings.Builder
	for _, hashes := range p {
		b.WriteString(hashes[0])
	}
	return b.String()
}

// is reports whether the line agrees with a fingerprint that was kept.
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
