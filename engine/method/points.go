package method

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Marks are the data points of a task as marks, without the one at index skip (-1 =
// all): by class, coloured by value, or neutral. Those that are held out are hollow: roles
// has the role of each point, as Task.Roles tells them. Test points under the seal are at NaN, where nothing
// is painted.
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
				q.Z = math.NaN() // the scale of colours does not tell it
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

// GroupedMarks are the data points coloured by what was found of each: the group of
// each point, and its weight and the mix of its colours where there are any. Their shapes are those of their
// classes if they have several, else those of their groups.
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

// Classed tells whether points have classes that can be told apart: several, or one
// that some of them have not.
func (t Task) Classed(pts []doc.Point) bool {
	if t == Regress || t == Regress2D {
		return false
	}
	return slices.ContainsFunc(pts, func(q doc.Point) bool { return q.Class() != pts[0].Class() })
}
