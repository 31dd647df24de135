package voronoi

import (
	"math"
	"math/bits"

	"pointscape/engine/method"
)

// joiner triangulates by divide and conquer. Each part is a complete triangulation, closed by ghost triangles. While
// parts are joined, the ghost is always the last corner of its triangles: for the edge v-w of the hull,
// counterclockwise, half-edge s of its triangle runs from w to v, s+1 from v to the ghost, and s+2 from the ghost to w.
// out[v] is that s.
//
// Two vertices have two such triangles, one on either side of their edge, and joining parts adds two: a part of n
// vertices always has 2n−2 triangles, collinear or not.
type joiner struct {
	*Triangulation
	job  method.Job
	keys []uint32
	used int32 // number of half-edges so far
	err  error
}

// part is a triangulated set of vertices, represented by its extreme vertices along x and y. Ties: `right` is the
// highest of the rightmost vertices, `left` the lowest of the leftmost; `top` is the leftmost of the highest, and
// `bottom` the rightmost of the lowest.
type part struct{ right, left, top, bottom int32 }

// build triangulates the vertices lo to hi−1.
func (j *joiner) build(lo, hi int32) part {
	switch hi - lo {
	case 1:
		return part{lo, lo, lo, lo}
	case 2:
		j.pair(lo, lo+1)
		return j.extremes(lo, hi)
	case 3:
		// Three collinear vertices are joined like larger parts.
		if side := Orient2D(j.x[lo], j.y[lo], j.x[lo+1], j.y[lo+1], j.x[lo+2], j.y[lo+2]); side > 0 {
			j.triangle(lo, lo+1, lo+2)
			return j.extremes(lo, hi)
		} else if side < 0 {
			j.triangle(lo, lo+2, lo+1)
			return j.extremes(lo, hi)
		}
	}
	mid, upright := (lo+hi)/2, false
	if k0, k1 := j.keys[lo], j.keys[hi-1]; k0 != k1 {
		bit := 31 - bits.LeadingZeros32(k0^k1)
		upright = bit&1 == 0
		a, b := lo, hi-1 // the bit is clear at a, set at b
		for b-a > 1 {
			mid = (a + b) / 2
			if j.keys[mid]>>bit&1 == 0 {
				a = mid
			} else {
				b = mid
			}
		}
		mid = b
	}
	a := j.build(lo, mid)
	b := j.build(mid, hi)
	if hi-lo > 1024 && j.err == nil {
		j.err = j.job.Err()
	}
	if j.err != nil {
		return part{}
	}
	if upright {
		j.join(a, b, a.top, b.bottom)
		return part{j.righter(a.right, b.right), j.lefter(a.left, b.left), b.top, a.bottom}
	}
	j.join(a, b, a.right, b.left)
	return part{b.right, a.left, j.higher(a.top, b.top), j.lower(a.bottom, b.bottom)}
}

// pair makes the two ghost triangles of two vertices.
func (j *joiner) pair(a, b int32) {
	s := j.used
	j.used += 6
	org, twin := j.org[s:s+6], j.twin[s:s+6]
	org[0], org[1], org[2], org[3], org[4], org[5] = b, a, ghost, a, b, ghost
	twin[0], twin[1], twin[2], twin[3], twin[4], twin[5] = s+3, s+5, s+4, s, s+2, s+1
	j.out[a], j.out[b] = s, s+3
}

// triangle makes the four triangles of three vertices, given counterclockwise.
func (j *joiner) triangle(a, b, c int32) {
	s := j.used
	j.used += 12
	org, twin := j.org[s:s+12], j.twin[s:s+12]
	org[0], org[1], org[2], org[3], org[4], org[5] = a, b, c, b, a, ghost
	org[6], org[7], org[8], org[9], org[10], org[11] = c, b, ghost, a, c, ghost
	twin[0], twin[1], twin[2], twin[3], twin[4], twin[5] = s+3, s+6, s+9, s, s+11, s+7
	twin[6], twin[7], twin[8], twin[9], twin[10], twin[11] = s+1, s+5, s+10, s+2, s+8, s+4
	j.out[a], j.out[b], j.out[c] = s+3, s+6, s+9
}

// extremes finds the extreme vertices of a few.
func (j *joiner) extremes(lo, hi int32) part {
	p := part{lo, lo, lo, lo}
	for v := lo + 1; v < hi; v++ {
		p.right, p.left = j.righter(p.right, v), j.lefter(p.left, v)
		p.top, p.bottom = j.higher(p.top, v), j.lower(p.bottom, v)
	}
	return p
}

func (t *Triangulation) righter(v, w int32) int32 {
	vx, wx := t.x[v], t.x[w]
	if vx > wx || vx == wx && t.y[v] > t.y[w] {
		return v
	}
	return w
}

func (t *Triangulation) lefter(v, w int32) int32 {
	vx, wx := t.x[v], t.x[w]
	if vx < wx || vx == wx && t.y[v] < t.y[w] {
		return v
	}
	return w
}

func (t *Triangulation) higher(v, w int32) int32 {
	vy, wy := t.y[v], t.y[w]
	if vy > wy || vy == wy && t.x[v] < t.x[w] {
		return v
	}
	return w
}

func (t *Triangulation) lower(v, w int32) int32 {
	vy, wy := t.y[v], t.y[w]
	if vy < wy || vy == wy && t.x[v] > t.x[w] {
		return v
	}
	return w
}

// join joins two parts that are separated by a line. The description assumes an upright line with the first part on its
// left; a and b are the parts' vertices nearest to it. out of a part with one vertex is −1.
//
// From the lowest edge a-b upwards, each step finds the vertex that forms a Delaunay triangle with the present edge. It
// is the next vertex up the hull of the left or the right part, after deleting edges whose triangles conflict with the
// new circle. The ghost triangles along the two hulls are turned into the new ones.
func (j *joiner) join(left, right part, a, b int32) {
	xs, ys, org, twin, out := j.x, j.y, j.org, j.twin, j.out
	if left.left == left.right {
		out[a] = -1
	}
	if right.left == right.right {
		out[b] = -1
	}
	// Find the lower common tangent.
	s, z := out[a], out[b]
	for moved := true; moved; {
		moved = false
		if s >= 0 {
			below := twin[s+1] - 2
			if c := org[below+1]; Orient2D(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]) < 0 {
				a, s, moved = c, below, true
			}
		}
		if z >= 0 {
			if c := org[z]; Orient2D(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]) < 0 {
				b, z, moved = c, twin[z+2]-1, true
			}
		}
	}
	bottom, top := j.used, j.used+3
	j.used += 6
	org[bottom], org[bottom+1], org[bottom+2] = b, a, ghost
	out[a] = bottom
	if s >= 0 {
		h := twin[s+1]
		twin[bottom+1], twin[h] = h, bottom+1
	}
	if z >= 0 {
		h := z + 1
		z = twin[h] - 2
		twin[bottom+2], twin[h] = h, bottom+2
	}

	// base is the half-edge b-a, below which all is done; s and z are the ghost triangles at the edges of the hulls
	// that go up from a and b.
	base := bottom
	for {
		ax, ay := xs[a], ys[a]
		bx, by := xs[b]-ax, ys[b]-ay
		bl := float64(bx*bx) + float64(by*by)
		// Orient2D and InCircle with a as the origin, inlined to compute shared terms once.
		var lx, ly, ll, ld, lm float64 // left candidate, its square, its determinant, and the sum for the error bound
		isLeft := false
		if s >= 0 {
			c := org[s]
			lx, ly = xs[c]-ax, ys[c]-ay
			p, q := float64(bx*ly), float64(by*lx)
			ld, lm = p-q, math.Abs(p)+math.Abs(q)
			side := ld
			if !fastFilter || math.Abs(side) <= orientBound*lm+orientTiny {
				side = float64(orientExact(ax, ay, xs[b], ys[b], xs[c], ys[c]))
			}
			if side > 0 {
				isLeft = true
				ll = float64(lx*lx) + float64(ly*ly)
				for {
					h := twin[s]
					k := h % 3
					f, g := h+1-3*(k>>1), h-1+3*((2-k)>>1)
					d := org[g]
					if d == ghost {
						break
					}
					dx, dy := xs[d]-ax, ys[d]-ay
					dl := float64(dx*dx) + float64(dy*dy)
					p, q := float64(lx*dy), float64(ly*dx)
					u, v := float64(by*dx), float64(bx*dy)
					det := float64(bl*(p-q)) + float64(ll*(u-v)) + float64(dl*ld)
					um := math.Abs(u) + math.Abs(v)
					bound := inCircleBound*(float64(bl*(math.Abs(p)+math.Abs(q)))+float64(ll*um)+float64(dl*lm)) + inCircleTiny
					if !fastFilter || math.Abs(det) <= bound {
						det = -float64(inCircleExact(ax, ay, xs[b], ys[b], xs[org[s]], ys[org[s]], xs[d], ys[d]))
					}
					if det >= 0 {
						break
					}
					// Delete the edge: the ghost triangle and the triangle behind the edge flip their common edge to
					// the one from d to the ghost.
					c, th, tf, tg := org[s], twin[s+2], twin[f], twin[g]
					w := h - k
					org[s] = d
					org[w], org[w+1], org[w+2] = c, d, ghost
					twin[s], twin[tg] = tg, s
					twin[w], twin[tf] = tf, w
					twin[w+2], twin[th] = th, w+2
					twin[s+2], twin[w+1] = w+1, s+2
					lx, ly, ll, ld, lm = dx, dy, dl, v-u, um
				}
			}
		}
		var rx, ry, rl, rd, rm float64
		isRight := false
		if z >= 0 {
			c := org[z+1]
			rx, ry = xs[c]-ax, ys[c]-ay
			p, q := float64(bx*ry), float64(by*rx)
			rd, rm = p-q, math.Abs(p)+math.Abs(q)
			side := rd
			if !fastFilter || math.Abs(side) <= orientBound*rm+orientTiny {
				side = float64(orientExact(ax, ay, xs[b], ys[b], xs[c], ys[c]))
			}
			if side > 0 {
				isRight = true
				rl = float64(rx*rx) + float64(ry*ry)
				for {
					h := twin[z]
					k := h % 3
					f, g := h+1-3*(k>>1), h-1+3*((2-k)>>1)
					d := org[g]
					if d == ghost {
						break
					}
					dx, dy := xs[d]-ax, ys[d]-ay
					dl := float64(dx*dx) + float64(dy*dy)
					p, q := float64(rx*dy), float64(ry*dx)
					u, v := float64(by*dx), float64(bx*dy)
					det := float64(bl*(p-q)) + float64(rl*(u-v)) + float64(dl*rd)
					um := math.Abs(u) + math.Abs(v)
					bound := inCircleBound*(float64(bl*(math.Abs(p)+math.Abs(q)))+float64(rl*um)+float64(dl*rm)) + inCircleTiny
					if !fastFilter || math.Abs(det) <= bound {
						det = -float64(inCircleExact(ax, ay, xs[b], ys[b], xs[org[z+1]], ys[org[z+1]], xs[d], ys[d]))
					}
					if det >= 0 {
						break
					}
					c, th, tf, tg := org[z+1], twin[z+1], twin[f], twin[g]
					w := h - k
					org[z+1] = d
					org[w], org[w+1], org[w+2] = d, c, ghost
					twin[z], twin[tf] = tf, z
					twin[w], twin[tg] = tg, w
					twin[w+1], twin[th] = th, w+1
					twin[z+1], twin[w+2] = w+2, z+1
					rx, ry, rl, rd, rm = dx, dy, dl, v-u, um
				}
			}
		}
		if isLeft && isRight {
			// Take the right candidate if it lies in the left candidate's circle.
			p, q := float64(lx*ry), float64(ly*rx)
			det := float64(bl*(p-q)) - float64(ll*rd) + float64(rl*ld)
			bound := inCircleBound*(float64(bl*(math.Abs(p)+math.Abs(q)))+float64(ll*rm)+float64(rl*lm)) + inCircleTiny
			if !fastFilter || math.Abs(det) <= bound {
				det = -float64(inCircleExact(ax, ay, xs[b], ys[b], xs[org[s]], ys[org[s]], xs[org[z+1]], ys[org[z+1]]))
			}
			isLeft = det >= 0
		} else if !isLeft && !isRight {
			break
		}
		if isLeft {
			a = org[s]
			org[s+2] = b
			twin[s+1], twin[base] = base, s+1
			base = s + 2
			s = twin[base] - 1
		} else {
			b = org[z+1]
			org[z+2] = a
			twin[z+2], twin[base] = base, z+2
			base = z + 1
			z = twin[base] - 2
		}
	}

	org[top], org[top+1], org[top+2] = a, b, ghost
	out[b] = top
	twin[top], twin[base] = base, top
	if s >= 0 {
		twin[top+2], twin[s+1] = s+1, top+2
	} else {
		twin[top+2], twin[bottom+1] = bottom+1, top+2
	}
	if z >= 0 {
		twin[top+1], twin[z+2] = z+2, top+1
	} else {
		twin[top+1], twin[bottom+2] = bottom+2, top+1
	}
}
