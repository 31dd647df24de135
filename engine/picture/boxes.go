package picture

import "math"

// Boxes describes a Sharp raster that is constant on axis-parallel boxes: the positions where it may change between one
// column of nodes and the next, and between one row and the next. With these cuts a raster of few nodes has its borders
// at the same positions as one of many nodes.
type Boxes struct {
	g  Grid
	at [2][]float64 // per column (row) but the last: cut after it, as a fraction of the step; −1 = none
}

// NewBoxes returns the Boxes of a grid without any cut: borders lie half-way between nodes.
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

// Cut adds a cut across axis 0 (x) or 1 (y), between coordinates ≤ at and > at. If several lie between the same two
// nodes, the first one is used.
func (b *Boxes) Cut(axis int, at float64) {
	from, d := b.g.X0, b.g.DX
	if axis == 1 {
		from, d = b.g.Y(0), b.g.DY
	}
	u := (at - from) / d
	list, i := b.at[axis], math.Floor(u)
	if d < 0 { // a node on the cut lies on its far side
		i = math.Ceil(u) - 1
	}
	if i >= 0 && i < float64(len(list)) && list[int(i)] < 0 {
		list[int(i)] = u - i
	}
}

// step returns the position of the border between column (or row) i and the next, as a fraction of their distance.
func (b *Boxes) step(axis, i int) float64 {
	if i >= 0 && i < len(b.at[axis]) && b.at[axis][i] >= 0 {
		return b.at[axis][i]
	}
	return 0.5
}

// tile returns the index, 0..n-1, of the column (or row) of nodes that coordinate u lies in. u is in tiles from the
// edge of the grid.
func (b *Boxes) tile(axis, n int, u float64) int {
	u -= 0.5
	i := math.Floor(u)
	if u-i > b.step(axis, int(i)) {
		i++
	}
	return min(max(int(i), 0), n-1)
}
