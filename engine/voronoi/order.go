package voronoi

import "slices"

// curveBits is the number of bits per axis of the grid by which points are ordered. Points in one cell are sorted by
// comparison.
const curveBits = 11

// spread inserts a 0 before each of the low 16 bits of x.
func spread(x uint32) uint32 {
	x = (x | x<<8) & 0x00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f
	x = (x | x<<2) & 0x33333333
	return (x | x<<1) & 0x55555555
}

// place makes the vertices: one for each distinct position, numbered along the Z-order curve of grid cells (Morton,
// 1966), and by position within a cell. It returns each vertex's index on the curve, in which bits of x (odd) and of y
// (even) alternate: the highest bit in which two indices differ tells in which halves of which rectangle they lie.
// Entry 0 is the ghost's.
func (t *Triangulation) place(x []float64) []uint32 {
	n := len(x) / 2
	x0, x1, y0, y1 := x[0], x[0], x[1], x[1]
	for i := 0; i+1 < len(x); i += 2 {
		// For floats, min and max compile to calls.
		px, py := x[i], x[i+1]
		if px < x0 {
			x0 = px
		} else if px > x1 {
			x1 = px
		}
		if py < y0 {
			y0 = py
		} else if py > y1 {
			y1 = py
		}
	}
	// Cells are squares, since joining long, thin parts is slow.
	const cells = 1 << curveBits
	scale := (cells - 1) / max(x1-x0, y1-y0, 1e-300)
	// Radix sort, the lowest digit first.
	var count [2][cells]int32
	keys, sorted, order, order2 := make([]uint32, n), make([]uint32, n), make([]int32, n), make([]int32, n)
	for i := range keys {
		// Rounding cannot move a coordinate beyond the last cell.
		k := spread(uint32((x[2*i]-x0)*scale))<<1 | spread(uint32((x[2*i+1]-y0)*scale))
		keys[i] = k
		count[0][k&(cells-1)]++
		count[1][k>>curveBits&(cells-1)]++
	}
	for d := range count {
		sum := int32(0)
		for i, c := range count[d] {
			count[d][i] = sum
			sum += c
		}
	}
	for i, k := range keys {
		at := &count[0][k&(cells-1)]
		sorted[*at], order2[*at] = k, int32(i)
		*at++
	}
	for i, k := range sorted {
		at := &count[1][k>>curveBits&(cells-1)]
		keys[*at], order[*at] = k, order2[i]
		*at++
	}
	out := append(make([]uint32, 0, n+1), 0)
	for i := 0; i < n; {
		k, end := keys[i], i+1
		for end < n && keys[end] == k {
			end++
		}
		if end > i+1 {
			slices.SortFunc(order[i:end], func(p, q int32) int {
				return comparePlaces(x[2*p], x[2*p+1], x[2*q], x[2*q+1])
			})
		}
		for j, p := range order[i:end] {
			px, py := x[2*p], x[2*p+1]
			if v := len(out) - 1; j == 0 || t.x[v] != px || t.y[v] != py {
				t.x, t.y = append(t.x, px), append(t.y, py)
				out = append(out, k)
			}
			t.vertex[p] = int32(len(out) - 1)
		}
		i = end
	}
	return out
}
