package voronoi

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// Limits of local updates: with more edits, or at a vertex with more neighbours, a rebuild is as fast.
const (
	maxEdits  = 8
	maxDegree = 64
)

// Updated returns the triangulation of the points x, given t, the triangulation of old. If x is old with a few points
// moved, appended or deleted, it updates a copy of t locally; otherwise, or if this fails, it builds a new
// triangulation. t is not modified. touched lists the triangles that differ from those of t with the same number, and
// perhaps numbers that no triangle has any more; whole says that all may differ.
func (t *Triangulation) Updated(job method.Job, old, x []float64) (u *Triangulation, touched []int32, whole bool,
	err error) {
	if fastUpdate {
		if u := t.repaired(old, x); u != nil {
			touched := u.touched
			u.touched = nil
			return u, touched, false, nil
		}
	}
	u, err = New(job, x)
	return u, nil, true, err
}

// repaired returns the locally updated triangulation, or nil if t cannot be updated locally.
func (t *Triangulation) repaired(old, x []float64) *Triangulation {
	if t.Collinear() {
		return nil
	}
	n, m := len(old)/2, len(x)/2
	same := func(i, j int) bool { return old[2*i] == x[2*j] && old[2*i+1] == x[2*j+1] }
	// gone lists the points of old that are not in x, and fresh those of x that are not in old.
	var gone, fresh []int
	i, j := 0, 0
	for i < n && j < m {
		switch {
		case same(i, j):
			i, j = i+1, j+1
		case n > m && n-m-len(gone)+len(fresh) > 0 && i+1 < n && same(i+1, j):
			gone = append(gone, i)
			i++
		default:
			gone, fresh = append(gone, i), append(fresh, j)
			i, j = i+1, j+1
		}
		if len(gone) > maxEdits {
			return nil
		}
	}
	if n-i+m-j > maxEdits {
		return nil
	}
	for ; i < n; i++ {
		gone = append(gone, i)
	}
	for ; j < m; j++ {
		fresh = append(fresh, j)
	}
	if len(gone)+len(fresh) > 2*maxEdits {
		return nil
	}

	u := t.clone(m)
	u.vertex = u.vertex[:0]
	g := 0
	for i, v := range t.vertex {
		if g < len(gone) && gone[g] == i {
			g++
			continue
		}
		u.vertex = append(u.vertex, v)
	}
	for _, i := range gone {
		// A vertex with other points stays. Vertices may have been renumbered.
		v := u.find(old[2*i], old[2*i+1])
		if v < 0 || slices.Contains(u.vertex, v) {
			continue
		}
		if !u.remove(v) {
			return nil
		}
	}
	near := int32(-1)
	for _, j := range fresh {
		if near < 0 {
			near = u.anyTriangle()
		}
		px, py := x[2*j], x[2*j+1]
		from := len(u.x)
		e, v := u.insert(px, py, near)
		near = e
		if int(v) == from {
			u.rename(e)
		}
		u.vertex = slices.Insert(u.vertex, j, v)
	}
	u.number()
	return u
}

// clone copies the vertices and triangles of t, with room for m points, but not the numbers of points and sites.
func (t *Triangulation) clone(m int) *Triangulation {
	grow := func(s []int32, n int) []int32 { return append(make([]int32, 0, max(n, len(s))), s...) }
	return &Triangulation{
		x:      append(make([]float64, 0, max(m, len(t.x))+maxEdits+1), t.x...),
		y:      append(make([]float64, 0, max(m, len(t.y))+maxEdits+1), t.y...),
		org:    grow(t.org, len(t.org)+6*maxEdits),
		twin:   grow(t.twin, len(t.twin)+6*maxEdits),
		out:    grow(t.out, len(t.out)+maxEdits),
		vertex: make([]int32, 0, m),
	}
}

// find returns the vertex at a position, or −1.
func (t *Triangulation) find(x, y float64) int32 {
	for v := 1; v < len(t.x); v++ {
		if t.x[v] == x && t.y[v] == y {
			return int32(v)
		}
	}
	return -1
}

// anyTriangle returns a half-edge of a real triangle near the last vertex.
func (t *Triangulation) anyTriangle() int32 {
	e := t.out[len(t.x)-1]
	for t.org[e] == ghost || t.org[next(e)] == ghost || t.org[prev(e)] == ghost {
		e = t.twin[prev(e)]
	}
	return e
}

// rename updates out, and records the changed triangles, around the vertex that insert has just made. e is the
// half-edge opposite to it that insert returned.
func (t *Triangulation) rename(e int32) {
	first := prev(e)
	t.out = append(t.out, first)
	for e := first; ; {
		t.touched = append(t.touched, e/3)
		t.out[t.org[next(e)]] = next(e)
		if e = t.twin[prev(e)]; e == first {
			return
		}
	}
}

// remove deletes a vertex and fills the hole with Delaunay triangles: ears of the hole whose circumcircle contains none
// of its other corners. It returns false if the vertex has too many neighbours or the remaining points might be
// collinear; t must then be discarded.
func (t *Triangulation) remove(v int32) bool {
	var corner, outside, slots []int32 // outside[i] is across the edge corner[i], corner[i+1]
	first := t.out[v]
	for e := first; ; {
		corner = append(corner, t.org[next(e)])
		outside = append(outside, t.twin[next(e)])
		slots = append(slots, e-e%3)
		if e = t.twin[prev(e)]; e == first {
			break
		}
	}
	if len(corner) > maxDegree || len(corner) >= len(t.x)-2 {
		return false
	}
	make3 := func(s, a, b, c, ab, bc, ca int32) {
		t.org[s], t.org[s+1], t.org[s+2] = a, b, c
		for k, h := range [3]int32{ab, bc, ca} {
			t.twin[s+int32(k)] = h
			if h >= 0 {
				t.twin[h] = s + int32(k)
			}
		}
		t.out[a], t.out[b], t.out[c] = s, s+1, s+2
		t.touched = append(t.touched, s/3)
	}
	used := 0
	for len(corner) > 3 {
		n, cut := len(corner), -1
		for i := range n {
			if t.ear(corner, i) {
				cut = i
				break
			}
		}
		if cut < 0 {
			return false
		}
		before, after := (cut+n-1)%n, (cut+1)%n
		s := slots[used]
		used++
		make3(s, corner[before], corner[cut], corner[after], outside[before], outside[cut], -1)
		outside[before] = s + 2
		corner = slices.Delete(corner, cut, cut+1)
		outside = slices.Delete(outside, cut, cut+1)
	}
	make3(slots[used], corner[0], corner[1], corner[2], outside[0], outside[1], outside[2])
	// There are two triangles fewer: the last ones move into the free slots.
	free := slots[used+1:]
	slices.Sort(free)
	for k := len(free) - 1; k >= 0; k-- {
		s, last := free[k], int32(len(t.org)-3)
		if s != last {
			for k := range int32(3) {
				h := t.twin[last+k]
				t.org[s+k], t.twin[s+k] = t.org[last+k], h
				t.twin[h] = s + k
				t.out[t.org[s+k]] = s + k
			}
			t.touched = append(t.touched, s/3)
		}
		t.org, t.twin = t.org[:last], t.twin[:last]
	}
	// The last vertex gets the number of the removed one.
	last := int32(len(t.x) - 1)
	if v != last {
		first := t.out[last]
		for e := first; ; {
			t.org[e] = v
			if e = t.twin[prev(e)]; e == first {
				break
			}
		}
		t.x[v], t.y[v], t.out[v] = t.x[last], t.y[last], t.out[last]
		for i, w := range t.vertex {
			if w == last {
				t.vertex[i] = v
			}
		}
	}
	t.x, t.y, t.out = t.x[:last], t.y[:last], t.out[:last]
	return true
}

// ear reports whether the triangle at corner i of a hole is an ear.
func (t *Triangulation) ear(corner []int32, i int) bool {
	n := len(corner)
	a, b, c := corner[(i+n-1)%n], corner[i], corner[(i+1)%n]
	if a != ghost && b != ghost && c != ghost &&
		Orient2D(t.x[a], t.y[a], t.x[b], t.y[b], t.x[c], t.y[c]) <= 0 {
		return false
	}
	for _, q := range corner {
		if q != a && q != b && q != c && q != ghost && t.conflict(a, b, c, t.x[q], t.y[q]) {
			return false
		}
	}
	return true
}

// Updated returns the diagram of the points x, given d, the diagram of old; see Triangulation.Updated.
func (d *Diagram) Updated(job method.Job, old, x []float64) (*Diagram, error) {
	t, touched, whole, err := d.Triangulation.Updated(job, old, x)
	if err != nil {
		return nil, err
	}
	if whole {
		return NewDiagram(job, t)
	}
	m := len(t.org) / 3
	u := &Diagram{Triangulation: t, cx: make([]float64, m), cy: make([]float64, m)}
	k := copy(u.cx, d.cx)
	copy(u.cy, d.cy)
	for i := k; i < m; i++ {
		u.cx[i], u.cy[i] = math.NaN(), math.NaN()
	}
	for _, i := range touched {
		if int(i) < m {
			t.circumcentersOf(int(i), int(i)+1, u.cx, u.cy)
		}
	}
	return u, nil
}
