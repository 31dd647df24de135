package hittest

import (
	"math"

	"pointscape/engine/picture"
)

// cellAt returns the key of the cell at a position, "" if it is outside the box.
func cellAt(s *picture.Spot, x, y float64, px, py func(float64) float64) string {
	x0, y0, x1, y1 := edges(s)
	i, j := math.Floor(s.Z[1]*(y-py(y0))/(py(y1)-py(y0))), math.Floor(s.Z[0]*(x-px(x0))/(px(x1)-px(x0)))
	if !(i >= 0 && i < s.Z[1] && j >= 0 && j < s.Z[0]) {
		return ""
	}
	return picture.CellKey(s.Key, int(i), int(j))
}

// has reports whether a shape has a key; a box of cells has the keys of all its cells.
func has(s *picture.Spot, key string) bool {
	if s.Kind != picture.Cells {
		return s.Key == key
	}
	row, column, ok := picture.CellOf(s.Key, key)
	return ok && float64(row) < max(s.Z[0], s.Z[1]) && float64(column) < s.Z[0]
}

// litCells returns the highlighted shapes of a box: a cell, or the row and the column of a number.
func litCells(s *picture.Spot, key string) (list []picture.Spot) {
	row, column, ok := picture.CellOf(s.Key, key)
	if !ok {
		return nil
	}
	x0, y0, x1, y1 := edges(s)
	dx, dy := (x1-x0)/s.Z[0], (y1-y0)/s.Z[1]
	box := func(a, b, c, d float64) {
		list = append(list, picture.Spot{Key: key, Kind: picture.Area, XY: []float64{a, b, c, b, c, d, a, d}})
	}
	if column >= 0 {
		x, y := x0+dx*float64(column), y0+dy*float64(row)
		box(x, y, x+dx, y+dy)
		return list
	}
	if r := float64(row); r < s.Z[1] {
		box(x0, y0+dy*r, x1, y0+dy*(r+1))
	}
	if c := float64(row); c < s.Z[0] {
		box(x0+dx*c, y0, x0+dx*(c+1), y1)
	}
	return list
}

// moveCell moves to a neighbouring cell by a key of the keyboard. It returns false if the key has another use.
func (k *Index) moveCell(plot, name string) bool {
	s := k.Shapes.first(picture.Cells, plot)
	if s == nil {
		return false
	}
	row, column, ok := picture.CellOf(s.Key, k.key)
	if !ok {
		return false
	}
	rows, columns := int(s.Z[1]), int(s.Z[0])
	switch column = max(column, 0); name {
	case "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft":
		right, down := arrow(name)
		row, column = row+down, column+right
	case "Home":
		column = 0
	case "End":
		column = columns - 1
	case "PageUp":
		row -= max(rows/10, 1)
	case "PageDown":
		row += max(rows/10, 1)
	default:
		return false
	}
	k.at(plot, picture.CellKey(s.Key, min(max(row, 0), rows-1), min(max(column, 0), columns-1)), Keyboard)
	return true
}
