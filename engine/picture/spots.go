package picture

import (
	"slices"
	"strconv"
	"strings"
)

// A key is a short name, without spaces, of the object that a shape in a picture stands for: a node of a tree, a
// cluster, a unit. Shapes with the same key, in any of a model's pictures, stand for the same object; pointing at one
// highlights them all. Paths carry keys for their sub-paths, Marks for each mark, a Label one of its own. A shape that
// stands for several objects at once (a point, for its bar in each of two histograms) has their keys joined by KeyAnd:
// it is highlighted with each of them, and each with it.

// SpotKind is the form of a Spot.
type SpotKind uint8

const (
	Area SpotKind = iota // a polygon
	Line                 // a polyline
	Dot                  // a mark, of constant size on the screen
	// Slide is the path of a line across a panel that the user drags. It sets the parameter that the key names to the
	// first coordinate of a vertex when the line is at the second one. Between the vertices a Number is interpolated
	// linearly; a whole number takes the nearest.
	//
	// With Z it is the path of a point along a curve, and Z are the values. With the key ThresholdKey it sets the
	// threshold of the document's scores.
	Slide
	// Pad is the axis-parallel box of a panel in which the user paints the value of the parameter that the key names.
	Pad
	// Cells is an axis-parallel box divided into columns and rows of cells; their numbers are in Z. Each cell has a key
	// of its own, made by CellKey. It is also highlighted with the keys of its row and column, made by LineKey.
	Cells
	// Orbit is the axis-parallel box of a panel in which the user drags a space: the key names two parameters in
	// degrees, joined by a slash. The first follows the pointer to the right, the second downwards.
	Orbit
)

// ThresholdKey is the key of the threshold of a document's scores (doc.Scores).
const ThresholdKey = "scores.threshold"

// Spots is the number of SpotKinds.
const Spots = 7

// CellKey returns the key of a cell, given the key of its box.
func CellKey(box string, row, column int) string {
	return box + "/" + strconv.Itoa(row) + "/" + strconv.Itoa(column)
}

// LineKey returns the key of the object that row number and column number both stand for: in a matrix of points, a
// point.
func LineKey(box string, number int) string { return box + "/" + strconv.Itoa(number) }

// CellOf parses a key made by CellKey, or by LineKey; then column is -1.
func CellOf(box, key string) (row, column int, ok bool) {
	rest, ok := strings.CutPrefix(key, box+"/")
	if !ok {
		return 0, 0, false
	}
	first, second, both := strings.Cut(rest, "/")
	row, err := strconv.Atoi(first)
	if column = -1; both && err == nil {
		column, err = strconv.Atoi(second)
	}
	return row, column, err == nil && row >= 0 && (column >= 0) == both
}

// Spot is the shape of a key in a picture, which the page uses to find the key under the pointer, and to highlight it.
type Spot struct {
	Key  string
	Kind SpotKind
	XY   []float64 // coordinates x0, y0, x1, y1, ..., as in the layers
	Z    []float64 // third coordinate of each point in space, as in the layers; nil = in the plane
}

// Hits are hit areas: shapes with keys where nothing is painted, or where only a few of many shapes are.
type Hits []Spot

// Add adds a shape of a kind.
func (h *Hits) Add(kind SpotKind, key string, xy ...float64) {
	if key != "" && len(xy) > 0 {
		*h = append(*h, Spot{Key: key, Kind: kind, XY: xy})
	}
}

// Box adds the axis-parallel rectangle with two opposite corners.
func (h *Hits) Box(key string, x0, y0, x1, y1 float64) {
	h.Add(Area, key, x0, y0, x1, y0, x1, y1, x0, y1)
}

// Spots returns all shapes of p that carry keys.
func (p *Picture) Spots() []Spot { return append(SpotsOf(p.View, p.Layers), p.Hits...) }

// SpotsOf returns the shapes of layers that carry keys, in their order. A label's shape is the box of its text in v; a
// label in space has none.
func SpotsOf(v Viewport, layers []Layer) (list []Spot) {
	add := func(key string, kind SpotKind, z []float64, xy ...float64) {
		if key != "" && len(xy) > 0 {
			list = append(list, Spot{key, kind, xy, z})
		}
	}
	part := func(z []float64, from, to int) []float64 {
		if z != nil {
			z = z[from/2 : to/2]
		}
		return z
	}
	for _, l := range layers {
		switch l := l.(type) {
		case *Path:
			kind := Line
			if l.Closed {
				kind = Area
			}
			for i, key := range l.Keys {
				from, to := 0, len(l.XY)
				if len(l.Starts) > 0 {
					from = 2 * l.Starts[i]
				}
				if i+1 < len(l.Starts) {
					to = 2 * l.Starts[i+1]
				}
				add(key, kind, part(l.Z, from, to), l.XY[from:to]...)
			}
		case *Marks:
			for i, key := range l.Keys {
				add(key, Dot, part(l.Z, 2*i, 2*i+2), l.XY[2*i:2*i+2]...)
			}
		case *Label:
			if l.Key == "" || l.Z != nil { // its mark carries the key
				break
			}
			b := l.Box(v.PX(l.X), v.PY(l.Y), LabelSize).Grown(2, 1)
			x0, x1, y0, y1 := v.DX(b.X0), v.DX(b.X1), v.DY(b.Y0), v.DY(b.Y1)
			add(l.Key, Area, nil, x0, y0, x1, y0, x1, y1, x0, y1)
		}
	}
	return list
}

// Outlines returns the shapes of layers, all with one key, whatever keys the layers carry.
func Outlines(v Viewport, layers []Layer, key string) []Spot {
	list := make([]Layer, 0, len(layers))
	for _, l := range layers {
		switch l := l.(type) {
		case *Path:
			one := *l
			one.Keys = slices.Repeat([]string{key}, max(1, len(l.Starts)))
			list = append(list, &one)
		case *Marks:
			one := *l
			one.Keys = slices.Repeat([]string{key}, len(l.XY)/2)
			list = append(list, &one)
		case *Label:
			one := *l
			one.Key = key
			list = append(list, &one)
		}
	}
	return SpotsOf(v, list)
}

// KeyAnd joins the keys of a shape that has several.
const KeyAnd = "+"

// SharesKey reports whether two keys name the same object, or have one of several in common.
func SharesKey(a, b string) bool {
	if a == b {
		return true
	}
	for _, x := range strings.Split(a, KeyAnd) {
		for _, y := range strings.Split(b, KeyAnd) {
			if x == y {
				return true
			}
		}
	}
	return false
}
