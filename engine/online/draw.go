package online

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Ring returns a mark around row i, such as the row of a step.
func Ring(p *method.Problem, i int, role picture.Role, says string) *picture.Marks {
	x, y := p.Drawn(i)
	return &picture.Marks{Role: role, XY: []float64{x, y}, Class: []int{p.ClassIDs[p.Class[i]]},
		Ordinal: []int{p.Ordinal(i)}, Says: says}
}

// Shown returns what a picture shows of step k, unless it is the start or the end: above the points a ring around the
// corrected one, below them the boundary before the step, if it is a line of the plane. weights returns w and b of two
// classes after any step; nil if there are none.
func (r *Run) Shown(k int, v picture.Viewport, weights func(k int) []float64) (under, over []picture.Layer) {
	wide := r.P.Wide()
	if k == 0 || k == len(r.Rows) || r.P.D != 2 && !wide {
		return nil, nil
	}
	if weights != nil && !wide && len(r.P.ClassIDs) == 2 {
		f := weights(k - 1)
		if xy := picture.LineIn(f[0], f[1], f[2], v); xy != nil {
			under = append(under, &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, XY: xy,
				Says: "decision boundary before this step"})
		}
	}
	return under, append(over, Ring(r.P, int(r.Rows[k-1]), picture.RoleBounded, "point corrected in this step"))
}
