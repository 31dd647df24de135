// Package histogram implements classifiers based on density estimates: the histogram rule, which counts points in the
// cells of a grid, and the kernel density rule, which sums kernels at the points. It also has the regressogram.
package histogram

import (
	"math"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// lattice divides space into boxes: cell i of an axis is [origin + i·size, origin + (i+1)·size).
type lattice struct {
	size, origin []float64 // for each axis
	// If the number of bins is given and the origin is not, the last cell of each axis is closed on the right at last, the
	// largest value. NaN if there is no such cell.
	last   []float64
	bins   float64
	inputs []string // displayed names of the inputs
}

// key is the index of a cell along each axis; the second is 0 for points on a line.
type key [2]int64

// index returns the index of the cell of x. As decimal numbers are not exact in binary, a value within rounding errors
// of an edge counts as on the edge, so it lies in the cell to the right.
func (l *lattice) index(axis int, x float64) int64 {
	o, s := l.origin[axis], l.size[axis]
	q := (x - o) / s
	i := math.Floor(q)
	if next := i + 1; next-q <= 4*0x1p-52*(math.Abs(x)+math.Abs(o))/s {
		i = next
	}
	if i >= l.bins && x <= l.last[axis] {
		i = l.bins - 1
	}
	return int64(min(max(i, -1e18), 1e18))
}

func (l *lattice) at(x []float64) (k key) {
	for j, v := range x {
		k[j] = l.index(j, v)
	}
	return k
}

// edge returns the left end of cell i.
func (l *lattice) edge(axis int, i int64) float64 {
	return l.origin[axis] + float64(i)*l.size[axis]
}

// leftOutLabel returns the label of the leave-one-out error; "" is the usual one. If the cells depend on the range of
// the points, the label says that they stay the same when a point is left out.
func (l *lattice) leftOutLabel() string {
	if !math.IsInf(l.bins, 1) {
		return "Leave-one-out error, same cells"
	}
	return ""
}

func latticeParams() []method.Param {
	return []method.Param{
		{Name: "bins", Label: "Bins", Kind: method.Integer{Range: method.Range{Min: 1, Max: 1000, SoftMin: 1, SoftMax: 40}},
			Default: 10.0,
			Help:    "Number of cells along each axis, over the range of the points",
			When:    &method.When{Name: "cell_size", In: []string{""}}},
		{Name: "cell_size", Label: "Cell size", Kind: method.Numbers{Range: method.Range{Max: 1e12, MinOpen: true}},
			Default: []float64{}, Unit: "data units",
			Help: "Width and height of a cell, or one number for squares; empty: the number of bins decides"},
		{Name: "origin", Label: "Origin", Kind: method.Numbers{Range: method.Range{Min: -1e12, Max: 1e12}},
			Default: []float64{}, Unit: "data units",
			Help: "A corner of a cell; empty: (0, 0), or the lower left of the points when the number of bins decides"},
	}
}

// checkLattice returns an error if more than two sizes or more than two origins are given.
func checkLattice(v method.Values) error {
	for _, name := range []string{"cell_size", "origin"} {
		if list := v.Floats(name); len(list) > 2 {
			return doc.Errorf("params."+name, "one number, or one for each axis", list)
		}
	}
	return nil
}

// newLattice returns the lattice for the rows of p.
func newLattice(p *method.Problem, v method.Values) *lattice {
	l := &lattice{bins: math.Inf(1), inputs: p.InputNames()}
	size, origin := v.Floats("cell_size"), v.Floats("origin")
	bins := v.Float("bins")
	widest := 0.0
	for j := range p.D {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := j; i < len(p.X); i += p.D {
			lo, hi = min(lo, p.X[i]), max(hi, p.X[i])
		}
		last := math.NaN()
		switch {
		case len(size) > 0:
			l.size = append(l.size, size[min(j, len(size)-1)])
			lo = 0
		default:
			l.size = append(l.size, (hi-lo)/bins)
			widest = max(widest, hi-lo)
			if len(origin) == 0 {
				last, l.bins = hi, bins
			}
		}
		if len(origin) > 0 {
			lo = origin[min(j, len(origin)-1)]
		}
		l.origin, l.last = append(l.origin, lo), append(l.last, last)
	}
	// An axis along which the points are constant has cells as wide as the other.
	if widest == 0 {
		widest = 1
	}
	for j, s := range l.size {
		if s <= 0 {
			l.size[j] = widest / bins
		}
	}
	return l
}

// lines returns the edges of all visible cells, nil if they are too dense to draw.
func (l *lattice) lines(v picture.Viewport) []picture.Layer {
	p := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Weight: 0.15, Says: "edges of the cells"}
	lo, hi, px := [2]float64{v.X0, v.Y0}, [2]float64{v.X1, v.Y1}, [2]int{v.W, v.H}
	for j, size := range l.size {
		n := (hi[j] - lo[j]) / size
		if n*minEdge > float64(px[j]) {
			return nil
		}
		first := l.index(j, lo[j])
		for i := range int(n) + 2 {
			x := l.edge(j, first+int64(i))
			if j == 0 {
				p.AddLine(x, v.Y0, x, v.Y1)
			} else {
				p.AddLine(v.X0, x, v.X1, x)
			}
		}
	}
	return []picture.Layer{p}
}

// outline returns the box of cell k; for points on a line it has the height of the viewport.
func (l *lattice) outline(k key, v picture.Viewport) []picture.Layer {
	x0, x1, y0, y1 := l.edge(0, k[0]), l.edge(0, k[0]+1), v.Y0, v.Y1
	if len(l.size) > 1 {
		y0, y1 = l.edge(1, k[1]), l.edge(1, k[1]+1)
	}
	return []picture.Layer{&picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true,
		XY: []float64{x0, y0, x1, y0, x1, y1, x0, y1}, Says: "cell of this position"}}
}

// ranges describes the extent of cell k as text.
func (l *lattice) ranges(k key) []string {
	var s []string
	for j := range l.size {
		s = append(s, words.Sprintf("%s from %.4g to %.4g", l.inputs[j], l.edge(j, k[j]), l.edge(j, k[j]+1)))
	}
	return s
}

// axis returns the name of input j in formulas.
func (l *lattice) axis(j int) string {
	if len(l.size) == 1 {
		return "x"
	}
	return "x" + words.Subscript(j+1)
}

func (l *lattice) facts(f *method.FactList) {
	f.Add("cell_size", l.size, "data units", "Extent of a cell along each axis").Call("Cell size").By(l.inputs)
	f.Add("origin", l.origin, "data units", "A corner of a cell").Call("Origin").By(l.inputs)
}

func (l *lattice) formula() string {
	s := ""
	for j, o := range l.origin {
		if j > 0 {
			s += ", "
		}
		x := l.axis(j)
		switch {
		case o > 0:
			x = words.Sprintf("(%s − %.4g)", x, o)
		case o < 0:
			x = words.Sprintf("(%s + %.4g)", x, -o)
		}
		s += words.Sprintf("⌊%s ∕ %.4g⌋", x, l.size[j])
	}
	if len(l.size) > 1 {
		s = "(" + s + ")"
	}
	return words.Text("cell(x) = %s", s)
}
