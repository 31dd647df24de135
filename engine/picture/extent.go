package picture

import "math"

// Reach is a rectangle of the plane. An empty one has X[0] > X[1].
type Reach struct{ X, Y [2]float64 }

// nowhere returns an empty Reach.
func nowhere() Reach {
	inf := math.Inf(1)
	return Reach{[2]float64{inf, -inf}, [2]float64{inf, -inf}}
}

// add extends b to include a point. Points with NaN or infinite coordinates are ignored.
func (b *Reach) add(x, y float64) {
	if x-x != 0 || y-y != 0 {
		return
	}
	b.X[0], b.X[1] = min(b.X[0], x), max(b.X[1], x)
	b.Y[0], b.Y[1] = min(b.Y[0], y), max(b.Y[1], y)
}

// Empty reports whether b contains nothing.
func (b Reach) Empty() bool { return b.X[0] > b.X[1] }

// ends are the roles of paths of finite length. Boundaries, isolines and edges of cells are endless: they are as long
// as the picture shows.
var ends = map[Role]bool{
	RoleEllipse: true, RoleTrack: true, RoleProjection: true, RoleReach: true, RoleSlack: true, RoleResidual: true,
}

// heights are the roles of curves over a line (one feature): their heights are their own, their horizontal extent is
// that of the picture.
var heights = map[Role]bool{
	RoleMean: true, RoleBand: true, RoleBandEdge: true, RoleBandLine: true, RoleTube: true, RoleSample: true,
	RoleRival: true,
}

// Extent returns the smallest rectangle that contains the marks and the paths of finite length (ends). line means that
// the layers are drawn over one feature: then curves (heights) count, too.
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
