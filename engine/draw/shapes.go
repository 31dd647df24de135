package draw

import (
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// A position is a slice of two coordinates in the plane, or of three in space; nil is an unknown one.

// Rows are the rows of a problem with their positions.
type Rows struct {
	P  *method.Problem
	At []float64 // Q coordinates of each row; nil = unknown
	Q  int       // 2 or 3
}

// Plane returns the rows at their positions in the plane.
func Plane(p *method.Problem) Rows {
	at := p.Shown
	switch {
	case at != nil:
	case p.D == 2:
		at = p.X
	case p.D == 1:
		for i := range p.N {
			at = append(at, p.X[i], p.Y[i])
		}
	}
	return Rows{p, at, 2}
}

// Space returns the rows at three coordinates each.
func Space(p *method.Problem, at []float64) Rows { return Rows{p, at, 3} }

// Solid reports whether the rows are in space.
func (r *Rows) Solid() bool { return r.Q == 3 }

// Of returns the position of row i.
func (r *Rows) Of(i int) []float64 {
	if r.At == nil {
		return nil
	}
	return r.At[r.Q*i : r.Q*i+r.Q : r.Q*i+r.Q]
}

// Rings returns marks around rows, such as those that change in a step. size is 0..1, relative to the largest.
func (r *Rows) Rings(role picture.Role, says string, size float64, rows []int) *picture.Marks {
	m := &picture.Marks{Role: role, Says: says}
	if r.At == nil {
		return m
	}
	for _, i := range rows {
		Put(m, r.Of(i))
		m.Ordinal = append(m.Ordinal, r.P.Ordinal(i))
		if size < 1 {
			m.Size = append(m.Size, size)
		}
	}
	return m
}

// Thin is the relative size of rings that are dense along borders: larger ones would hide neighbouring points.
const Thin = 0.3

// Position returns where x, an argument of Explain, is in the plane; nil if this is unknown. x is a row or, among the
// points of a plane, any position.
func Position(p *method.Problem, x []float64) []float64 {
	if p.Wide() {
		at, ok := p.DrawnOf(x)
		if !ok {
			return nil
		}
		return at[:]
	}
	if p.D != 2 {
		return nil
	}
	return x[:2:2]
}

// Line adds a polyline through positions to a path.
func Line(p *picture.Path, through ...[]float64) {
	p.Starts = append(p.Starts, len(p.XY)/2)
	for _, at := range through {
		p.XY = append(p.XY, at[0], at[1])
		p.Z = append(p.Z, at[2:]...)
	}
}

// Put adds a mark at a position.
func Put(m *picture.Marks, at []float64) {
	m.XY = append(m.XY, at[0], at[1])
	m.Z = append(m.Z, at[2:]...)
}

// Numbered returns a mark at a position with the number of a class or group, which counts from 1.
func Numbered(c int, at []float64, says, key string) []picture.Layer {
	return []picture.Layer{
		&picture.Marks{Role: picture.RoleCenter, XY: at[:2:2], Z: space(at), Class: []int{c}, Says: says,
			Keys: []string{key}},
		&picture.Label{Role: picture.RoleCenter, X: at[0], Y: at[1], Z: space(at), Text: strconv.Itoa(c + 1)}}
}

// space returns the third coordinate of a position; nil in the plane.
func space(at []float64) []float64 {
	if len(at) == 2 {
		return nil
	}
	return at[2:3:3]
}

// Join adds a line to a readout, such as from the pointer to a neighbour, if both its ends are known. weight is 0..1.
func Join(e *method.Explanation, from, to []float64, weight float64, says string) {
	if from != nil && to != nil {
		line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Weight: weight, Says: says}
		line.XY = append(append(line.XY, from[:2]...), to[:2]...)
		e.Layers = append(e.Layers, line)
	}
}

// ByClass are paths that differ only in their class.
type ByClass struct {
	Like picture.Path
	list []*picture.Path
}

// Of returns the path of a class.
func (b *ByClass) Of(class int) *picture.Path {
	for class >= len(b.list) {
		b.list = append(b.list, nil)
	}
	if b.list[class] == nil {
		p := b.Like
		p.Class = class
		b.list[class] = &p
	}
	return b.list[class]
}

// Layers returns the paths, by class.
func (b *ByClass) Layers() (layers []picture.Layer) {
	for _, p := range b.list {
		if p != nil {
			layers = append(layers, p)
		}
	}
	return layers
}
