package picture

import (
	"slices"
	"strconv"
	"strings"
)

// A key is a short name, without spaces, of what a shape in a picture stands for: a
// node of a tree, a cluster, a unit. Shapes with the same key, in any of a model's
// pictures, stand for the same thing; pointing at one lights them all. Paths carry keys
// for their sub-paths, Marks for each mark, a Label one of its own. What stands for several
// things at once (a point, for its bar in each of two histograms) has their keys with KeyAnd
// between them: it is lit with each of them, and each with it.

// SpotKind is the form of a Spot.
type SpotKind uint8

const (
	Area SpotKind = iota // a polygon
	Line                 // a polyline
	Dot                  // a mark, of constant size on the screen
	// Slide is the way of a line across a panel that people drag: it sets the parameter of the
	// name of the key, to the first number of each place where the line is at the second one.
	// Between the places a Number goes evenly; one that is whole takes the nearest.
	//
	// With Z it is the way of a place along a curve, and Z are the values; of the key ThresholdKey it sets the document's.
	Slide
	// Pad is the upright box of a panel in which people paint the parameter of the name of the key.
	Pad
	// Cells is an upright box in columns and rows of cells, in Z so many of them: each cell has a key of its own, made by
	// CellKey. It is lit with the keys of its rows and columns, made by LineKey, too.
	Cells
	// Orbit is the upright box of a panel in which people drag a space: the key names two parameters in degrees, with a
	// stroke between them, of which the first follows the hand to the right and the second one down.
	Orbit
)

// ThresholdKey is the key of the threshold of a document's scores (doc.Scores).
const ThresholdKey = "scores.threshold"

// Spots is the number of forms.
const Spots = 7

// CellKey is the key of the cell in a row and a column of a box with a key.
func CellKey(box string, row, column int) string {
	return box + "/" + strconv.Itoa(row) + "/" + strconv.Itoa(column)
}

// LineKey is the key of what the row of a number, and the column of the same number, stand for: of a matrix of points,
// a point.
func LineKey(box string, number int) string { return box + "/" + strconv.Itoa(number) }

// CellOf reads a key of CellKey, or of LineKey: then column is -1.
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

// Spot is where a key is in a picture: what the page needs to know which one is pointed
// at, and to light it.
type Spot struct {
	Key  string
	Kind SpotKind
	XY   []float64 // x0, y0, x1, y1, ..., as the layers have it
	Z    []float64 // of each place in space, likewise; nil = in the plane
}

// SpotsOf are the shapes of layers that carry keys, in their order. A label's is the
// box round its text in v.
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
			switch {
			case l.Slide:
				kind = Slide
			case l.Pad:
				kind = Pad
			case l.Orbit:
				kind = Orbit
			case l.Cells[0] > 0:
				add(l.Keys[0], Cells, []float64{float64(l.Cells[0]), float64(l.Cells[1]), 0, 0}, l.XY...)
				continue
			case l.Closed:
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
			if l.Key == "" || l.Z != nil { // its mark has it
				break
			}
			b := l.Box(v.PX(l.X), v.PY(l.Y), LabelSize).Grown(2, 1)
			x0, x1, y0, y1 := v.DX(b.X0), v.DX(b.X1), v.DY(b.Y0), v.DY(b.Y1)
			add(l.Key, Area, nil, x0, y0, x1, y0, x1, y1, x0, y1)
		}
	}
	return list
}

// Outlines are the shapes of layers, all of one key, whatever keys the layers carry.
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

// KeyAnd stands between the keys of what has several.
const KeyAnd = "+"

// SharesKey reports whether two shapes stand for the same thing, or for one of several.
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
