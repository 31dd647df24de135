package method

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Marks returns the data points of a task as marks, without the one at index skip (-1 = none): colored by class or
// value, or neutral. Held-out points are hollow; roles has the role of each point, from Task.Roles. Sealed test points
// are at NaN, where nothing is painted.
func (t Task) Marks(pts []doc.Point, roles string, skip int) *picture.Marks {
	xy := make([]float64, 0, 2*len(pts))
	var class []int
	var value []float64
	for i, q := range pts {
		if i == skip {
			continue
		}
		if i < len(roles) && roles[i] == byte(doc.Sealed) {
			if q.X, q.Y = math.NaN(), math.NaN(); t == Regress2D {
				q.Z = math.NaN() // keeps its value out of the color scale
			}
		}
		xy = append(xy, q.X, q.Y)
		switch t {
		case Regress:
		case Regress2D:
			value = append(value, q.Z)
		default:
			class = append(class, q.Class())
		}
	}
	m := picture.PointMarks(xy, class, value)
	if m.Held = roles; skip >= 0 && skip < len(roles) {
		m.Held = roles[:skip] + roles[skip+1:]
	}
	return m
}

// GroupedMarks returns the data points colored by group, given the group of each point and, unless they are nil, its
// weight and its mix of colors. Their shapes are those of their classes if there are several, else those of their
// groups.
func (t Task) GroupedMarks(pts []doc.Point, roles string, skip int, group []int, weight []float64,
	mix []int) *picture.Marks {
	m := t.Marks(pts, roles, skip)
	m.Value = nil
	if !t.Classed(pts) {
		m.Class = nil
	}
	m.Group, m.Weight, m.Mix = group, weight, mix
	if skip >= 0 && skip < len(pts) {
		m.Group = slices.Delete(slices.Clone(group), skip, skip+1)
		if weight != nil {
			m.Weight = slices.Delete(slices.Clone(weight), skip, skip+1)
		}
		if mix != nil {
			m.Mix = slices.Delete(slices.Clone(mix), skip, skip+1)
		}
	}
	return m
}

// Classed reports whether points have classes that can be told apart: several, or one that some points lack.
func (t Task) Classed(pts []doc.Point) bool {
	if t == Regress || t == Regress2D {
		return false
	}
	return slices.ContainsFunc(pts, func(q doc.Point) bool { return q.Class() != pts[0].Class() })
}
