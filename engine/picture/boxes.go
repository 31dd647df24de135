package picture

import "math"

// Boxes are of a Sharp raster that is the same all over each of some boxes: where it may go from
// a column of nodes to the next, and from a row to the next. Between two of them nothing is known
// but these cuts, so that a picture of few nodes has its borders where one of many has them.
type Boxes struct {
	g  Grid
	at [2][]float64 // after each column, and row, but the last: which share of the way to the next; −1 = half
}

// NewBoxes are of a grid, without a cut: borders lie half-way.
func NewBoxes(g Grid) *Boxes {
	b := &Boxes{g: g}
	for axis, n := range [2]int{g.W, g.H} {
		b.at[axis] = make([]float64, max(0, n-1))
		for i := range b.at[axis] {
			b.at[axis][i] = -1
		}
	}
	return b
}

// Cut adds a cut, across axis 0 or 1, between what is at most at and what is more. Of several
// between the same two nodes the first counts.
func (b *Boxes) Cut(axis int, at float64) {
	from, d := b.g.X0, b.g.DX
	if axis == 1 {
		from, d = b.g.Y(0), b.g.DY
	}
	u := (at - from) / d
	list, i := b.at[axis], math.Floor(u)
	if d < 0 { // a node on the cut lies beyond it
		i = math.Ceil(u) - 1
	}
	if i >= 0 && i < float64(len(list)) && list[int(i)] < 0 {
		list[int(i)] = u - i
	}
}

// step is which share of the way from column, or row, i to the next a border lies.
func (b *Boxes) step(axis, i int) float64 {
	if i >= 0 && i < len(b.at[axis]) && b.at[axis][i] >= 0 {
		return b.at[axis][i]
	}
	return 0.5
}

// tile is which of n columns, or rows, of nodes a place lies in, given in tiles.
func (b *Boxes) tile(axis, n int, u float64) int {
	u -= 0.5
	i := math.Floor(u)
	if u-i > b.step(axis, int(i)) {
		i++
	}
	return min(max(int(i), 0), n-1)
}
