package picture

import (
	"cmp"
	"math"
	"slices"
)

// Layers of a model in space have three coordinates, XY and Z, relative to the centre of the space. The painter rotates
// them and sorts them among the points by depth.

// Deep is a layer of a rotated space, projected to the plane, at one depth.
type Deep struct {
	Near  float64 // nearness to the eye, 0..1, as Marks.Near
	Layer Layer
}

// InSpace reports whether a layer has three coordinates.
func InSpace(l Layer) bool {
	switch l := l.(type) {
	case *Path:
		return l.Z != nil
	case *Marks:
		return l.Z != nil
	case *Label:
		return l.Z != nil
	}
	return false
}

// nearest is added to a nearness to move a layer in front of all others.
const nearest = 2

// pieces is the number of pieces that a line through the whole space is cut into: each piece has one depth.
const pieces = 16

// Deepen rotates those layers that are in space and splits them by depth, the farthest first. reach is the radius
// of the space (see SpaceReach). Labels come last, in front of everything.
func Deepen(layers []Layer, turn [2]float64, reach float64) (list []Deep) {
	t := TurnOf(turn)
	put := func(near float64, l Layer) {
		if reach > 0 {
			near /= 2 * reach
		}
		list = append(list, Deep{0.5 + near, l})
	}
	for _, l := range layers {
		if !InSpace(l) {
			continue
		}
		switch l := l.(type) {
		case *Path:
			at := 0
			l.Lines(func(xy []float64) {
				for i := 0; i+3 < len(xy); i += 2 {
					x0, y0, n0 := t.Point(xy[i], xy[i+1], l.Z[at+i/2])
					x1, y1, n1 := t.Point(xy[i+2], xy[i+3], l.Z[at+i/2+1])
					n := 1
					if reach > 0 {
						n = int(min(max(pieces*math.Abs(n1-n0)/(2*reach), 1), 4*pieces))
					}
					for k := range n {
						a, b := float64(k)/float64(n), float64(k+1)/float64(n)
						piece := *l
						piece.Z, piece.Keys, piece.Starts = nil, nil, nil
						piece.XY = []float64{x0 + a*(x1-x0), y0 + a*(y1-y0), x0 + b*(x1-x0), y0 + b*(y1-y0)}
						put(n0+(a+b)/2*(n1-n0), &piece)
					}
				}
				at += len(xy) / 2
			})
		case *Marks:
			for i := range l.Z {
				x, y, near := t.Point(l.XY[2*i], l.XY[2*i+1], l.Z[i])
				one := l.at(i, x, y)
				put(near, &one)
			}
		case *Label:
			one := *l
			var near float64
			one.X, one.Y, near = t.Point(l.X, l.Y, l.Z[0])
			one.Z = nil
			put(near, &one)
			list[len(list)-1].Near += nearest // text must stay readable
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i].Near, list[j].Near) })
	sorted := make([]Deep, len(list))
	for i, k := range order {
		sorted[i] = list[k]
	}
	return sorted
}

// TurnSpots returns a copy of list in which the shapes in space are rotated by turn and projected to the plane.
func TurnSpots(list []Spot, turn [2]float64) []Spot {
	t := TurnOf(turn)
	flat := slices.Clone(list)
	for i := range flat {
		s := &flat[i]
		if s.Z == nil {
			continue
		}
		xy := make([]float64, len(s.XY))
		for k, z := range s.Z {
			xy[2*k], xy[2*k+1], _ = t.Point(s.XY[2*k], s.XY[2*k+1], z)
		}
		s.XY, s.Z = xy, nil
	}
	return flat
}
