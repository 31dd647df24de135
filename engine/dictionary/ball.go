package dictionary

import (
	"cmp"
	"math"
	"slices"

	"pointscape/engine/sorts"
)

// toBall returns the threshold t for which soft thresholding projects z onto the ball ‖a‖₁ ≤ radius; 0 if z lies in the
// ball. room is a buffer of len(z) numbers. (Duchi, Shalev-Shwartz, Singer and Chandra, Efficient projections onto the
// l1-ball, ICML 2008.)
func toBall(z []float64, radius float64, room []float64) float64 {
	if norm1(z) <= radius {
		return 0
	}
	for k, x := range z {
		room[k] = math.Abs(x)
	}
	slices.SortFunc(room, func(a, b float64) int { return cmp.Compare(b, a) })
	t, sum := 0.0, 0.0
	for k, x := range room {
		sum += x
		if next := (sum - radius) / float64(k+1); x > next {
			t = next
		}
	}
	return t
}

// polygon is the set of all sums Da with ‖a‖₁ ≤ radius in the plane: the convex hull of the atoms and their opposites,
// scaled by radius. The optimal code of a point follows from its edges.
type polygon struct {
	radius float64
	corner []corner // corners of the hull before scaling, counterclockwise
}

// corner is an atom or its opposite.
type corner struct {
	atom int
	sign float64
	x, y float64
}

func (u corner) cross(v corner) float64 { return u.x*v.y - u.y*v.x }

func newPolygon(b *basis, radius float64) *polygon {
	var all []corner
	for k := range b.p {
		u := b.atom(k)
		all = append(all, corner{k, 1, u[0], u[1]}, corner{k, -1, -u[0], -u[1]})
	}
	sorts.Func(all, func(u, v corner) int {
		return cmp.Or(cmp.Compare(u.x, v.x), cmp.Compare(u.y, v.y), cmp.Compare(u.atom, v.atom))
	})
	half := func() (list []corner) {
		for _, u := range all {
			for n := len(list); n > 1; n = len(list) {
				a, b := list[n-2], list[n-1]
				if (b.x-a.x)*(u.y-a.y)-(b.y-a.y)*(u.x-a.x) > 0 {
					break
				}
				list = list[:n-1]
			}
			list = append(list, u)
		}
		return list[:len(list)-1]
	}
	p := &polygon{radius: radius, corner: half()}
	slices.Reverse(all)
	p.corner = append(p.corner, half()...)
	return p
}

// code writes the code with ‖a‖₁ ≤ radius whose sum is nearest to x; inside the polygon, the exact code with the
// smallest ‖a‖₁.
func (p *polygon) code(x, a []float64) {
	at := corner{x: x[0] / p.radius, y: x[1] / p.radius}
	clear(a)
	best, first, share, all := math.Inf(1), 0, 0.0, 1.0
	n := len(p.corner)
	for i, u := range p.corner {
		v := p.corner[(i+1)%n]
		if area := u.cross(v); area > 0 {
			// at = s·u + t·v: the edge that the ray from the origin to x crosses.
			s, t := at.cross(v)/area, u.cross(at)/area
			if s >= 0 && t >= 0 && s+t <= 1 {
				best, first, share, all = 0, i, 0, s+t
				if s+t > 0 {
					share = t / (s + t)
				}
				break
			}
		}
		ex, ey := v.x-u.x, v.y-u.y
		l := math.Hypot(ex, ey)
		along := min(1, max(0, ((at.x-u.x)*(ex/l)+(at.y-u.y)*(ey/l))/l))
		if far := math.Hypot(u.x+along*ex-at.x, u.y+along*ey-at.y); far < best {
			best, first, share = far, i, along
		}
	}
	u, v := p.corner[first], p.corner[(first+1)%n]
	a[u.atom] += u.sign * all * (1 - share) * p.radius
	a[v.atom] += v.sign * all * share * p.radius
}

// outline returns the coordinates of the polygon's corners.
func (p *polygon) outline() (xy []float64) {
	for _, u := range p.corner {
		xy = append(xy, p.radius*u.x, p.radius*u.y)
	}
	return xy
}
