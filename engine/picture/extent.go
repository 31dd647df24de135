package picture

import "math"

// Reach is a part of the plane; one without anything in it has X[0] > X[1].
type Reach struct{ X, Y [2]float64 }

// nowhere is the reach of nothing.
func nowhere() Reach {
	inf := math.Inf(1)
	return Reach{[2]float64{inf, -inf}, [2]float64{inf, -inf}}
}

// add makes room for a point; NaN stands for none.
func (b *Reach) add(x, y float64) {
	if x-x != 0 || y-y != 0 {
		return
	}
	b.X[0], b.X[1] = min(b.X[0], x), max(b.X[1], x)
	b.Y[0], b.Y[1] = min(b.Y[0], y), max(b.Y[1], y)
}

// Empty tells whether nothing is in it.
func (b Reach) Empty() bool { return b.X[0] > b.X[1] }

// ends are the roles of paths that have an end of their own: boundaries, isolines and
// the edges of cells go on for ever, and are as long as the picture shows.
var ends = map[Role]bool{
	RoleEllipse: true, RoleTrack: true, RoleProjection: true, RoleReach: true, RoleSlack: true, RoleResidual: true,
}

// heights are those of curves over the line: how high they reach is theirs, how far
// they go is the picture's.
var heights = map[Role]bool{
	RoleMean: true, RoleBand: true, RoleBandEdge: true, RoleBandLine: true, RoleTube: true, RoleSample: true,
	RoleRival: true,
}

// Extent is the part of the plane that layers need to be seen whole. line tells that
// they are drawn over a line: then curves count by their heights.
func Extent(layers []Layer, line bool) Reach {
	b := nowhere()
	for _, l := range layers {
		switch l := l.(type) {
		case *Marks:
			for i := 0; i+1 < len(l.XY); i += 2 {
				b.add(l.XY[i], l.XY[i+1])
			}
		case *Path:
			if !ends[l.Role] && !(line && heights[l.Role]) {
				continue
			}
			for i := 0; i+1 < len(l.XY); i += 2 {
				b.add(l.XY[i], l.XY[i+1])
			}
		}
	}
	return b
}
