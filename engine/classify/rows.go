package classify

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Rows holds affine scores of the rows of a table: a projection in which the class boundaries are visible exactly, and
// what is drawn in it.
type Rows struct {
	P *method.Problem
	// F has rows of D+1 numbers, w and b: a single row for two classes, positive for the second one, otherwise one for
	// each class.
	F []float64
	// Axes has rows of D+1 numbers, which map a row of the table to its coordinates, if the method has axes of its own.
	// nil = axes from the weights.
	Axes  []float64
	Names []string // names of Axes
	// Vectors, with their names Called, are what the panel of the weights shows; nil = the weights of the scores.
	Vectors [][]float64
	Called  []string

	mu   sync.Mutex
	last located
}

// located caches the scores as functions of the displayed positions, as computed by At for each picture.
type located struct {
	at, g []float64
	ok    bool
}

// Kept caches the Rows of a model.
type Kept struct {
	once sync.Once
	rows *Rows
}

// Rows returns the Rows that make returns, calling it only once.
func (k *Kept) Rows(make func() *Rows) *Rows {
	k.once.Do(func() { k.rows = make() })
	return k.rows
}

// Weighted is a classifier whose scores are affine functions of its inputs.
type Weighted interface {
	// Weights returns these functions.
	Weights() *Rows
}

// outputs returns the number of scores.
func (r *Rows) outputs() int { return len(r.F) / (r.P.D + 1) }

// weights returns the weights of score k, without the intercept.
func (r *Rows) weights(k int) []float64 { return r.F[k*(r.P.D+1):][:r.P.D] }

// Projected returns a projection of the rows: first onto axes on which alone the scores depend, then onto the
// directions of greatest variance orthogonal to them. Two classes have a single axis, w, on which the coordinate of a
// row is its distance from the boundary. K classes have the axes of the space spanned by the differences of their
// weights, or, if it has too many dimensions, those along which the means of the classes vary most. If all weights are
// 0, or the document's view names columns, the result has Q = 0.
func (r *Rows) Projected() (pl method.Projection) {
	p, d, q := r.P, r.P.D, r.P.Principal
	axes, names := r.Axes, r.Names
	if axes == nil {
		axes, names = r.own()
	}
	if q == 0 || q > d || len(axes) == 0 {
		return pl
	}
	k := min(len(axes)/(d+1), q)
	pl = method.Projection{Q: q, At: make([]float64, p.N*q), Names: append([]string(nil), names[:k]...)}
	base := basis(axes, k, d)
	left := make([]float64, p.N*d) // rows minus their components along those axes
	for i := range p.N {
		x, row := p.At(i), left[i*d:(i+1)*d]
		copy(row, x)
		for a := range k {
			f := axes[a*(d+1) : (a+1)*(d+1)]
			pl.At[i*q+a] = linalg.Dot(f[:d], x) + f[d]
		}
		for _, u := range base {
			linalg.Axpy(-linalg.Dot(u, x), u, row)
		}
	}
	if k == q {
		return pl
	}
	scores, _, ok := linalg.Components(left, p.N, d, q-k)
	for a := k; a < q; a++ {
		name := "widest direction across"
		if a > k {
			name = "next direction across"
		}
		pl.Names = append(pl.Names, name)
		for i := 0; i < p.N && ok; i++ {
			pl.At[i*q+a] = scores[i*(q-k)+a-k]
		}
	}
	return pl
}

// basis returns an orthonormal basis of the span of k axes.
func basis(axes []float64, k, d int) (base [][]float64) {
	for a := range k {
		w := axes[a*(d+1):][:d]
		u := append([]float64(nil), w...)
		size := math.Sqrt(linalg.Dot(w, w))
		for range 2 { // twice, because of rounding errors
			for _, b := range base {
				linalg.Axpy(-linalg.Dot(b, u), b, u)
			}
		}
		if left := math.Sqrt(linalg.Dot(u, u)); left > 1e-12*size {
			for j := range u {
				u[j] /= left
			}
			base = append(base, u)
		}
	}
	return base
}

// own returns orthonormal axes for the weights; nil if all weights are 0.
func (r *Rows) own() (axes []float64, names []string) {
	d, k := r.P.D, r.outputs()
	if k == 1 {
		w := r.weights(0)
		size := math.Sqrt(linalg.Dot(w, w))
		if !(size > 0) || math.IsInf(size, 1) {
			return nil, nil
		}
		for _, v := range r.F {
			axes = append(axes, v/size)
		}
		return axes, []string{"distance from the boundary, f/‖w‖"}
	}
	// The differences of the weights from their mean, and the class means in the space that they span.
	centred := make([]float64, k*(d+1))
	for j := range d {
		mean := 0.0
		for c := range k {
			mean += r.F[c*(d+1)+j] / float64(k)
		}
		for c := range k {
			centred[c*(d+1)+j] = r.F[c*(d+1)+j] - mean
		}
	}
	base := basis(centred, k, d)
	if len(base) == k { // a rounding error, as they sum to 0
		base = base[:k-1]
	}
	m := len(base)
	if m == 0 || !method.Finite(centred...) {
		return nil, nil
	}
	means, count := make([]float64, k*m), make([]float64, k)
	for i, c := range r.P.Class {
		count[c]++
		for a, u := range base {
			means[c*m+a] += linalg.Dot(u, r.P.At(i))
		}
	}
	for c := range k {
		for a := range m {
			means[c*m+a] /= max(count[c], 1)
		}
	}
	for a, dir := range leadingOf(means, k, m) {
		axis := make([]float64, d+1)
		for b, v := range dir {
			linalg.Axpy(v, base[b], axis[:d])
		}
		linalg.Upright(axis[:d])
		axes = append(axes, axis...)
		names = append(names, words.Text("axis %s of the weights", strconv.Itoa(a+1)))
	}
	return axes, names
}

// leadingOf returns the principal directions of n points with m coordinates, by decreasing variance. It centres x in
// place.
func leadingOf(x []float64, n, m int) [][]float64 {
	a := make([]float64, m*m)
	for j := range m {
		mean := 0.0
		for i := range n {
			mean += x[i*m+j] / float64(n)
		}
		for i := range n {
			x[i*m+j] -= mean
		}
	}
	for i := range n {
		for j := range m {
			linalg.Axpy(x[i*m+j], x[i*m:(i+1)*m], a[j*m:(j+1)*m])
		}
	}
	_, vectors := linalg.Eigen(a, m)
	return vectors
}

// Said returns the status text about a table: on how many columns the method is fitted and, where the display can't
// show the class boundaries, a sentence about that.
func (r *Rows) Said() string {
	if !r.P.Wide() {
		return ""
	}
	s := words.Text(" Fitted on %s.", words.Count(r.P.D, "column"))
	if r.P.Noun != "" {
		s = words.Text(" Its inputs are %s.", words.Count(r.P.D, r.P.Noun))
	}
	axes := r.outputs() - 1 // number of directions on which the scores depend
	if r.Axes != nil {
		axes = len(r.Axes) / (r.P.D + 1)
	}
	switch {
	case r.P.Principal == 0 && r.P.Along != nil && r.P.D > 2:
		s += words.Say(" The rule depends on all columns: no line in the two shown divides the classes in the same way.")
	case r.P.Principal > 0 && axes > r.P.Principal:
		s += words.Text(" The rule depends on %s, of which %s are shown: no line of this picture divides the classes in "+
			"the same way.", words.Count(axes, "direction"), strconv.Itoa(r.P.Principal))
	}
	return s
}

// drawn returns the displayed positions of the rows.
func (r *Rows) drawn() []float64 {
	at := make([]float64, 0, 2*r.P.N)
	for i := range r.P.N {
		x, y := r.P.Drawn(i)
		at = append(at, x, y)
	}
	return at
}

// beyond is the share of the scores' spread up to which a residual counts as a rounding error.
const beyond = 1e-7

// At returns the scores as affine functions of the displayed positions of the rows, q numbers for each row; g has rows
// of q+1 numbers. Scores of more than two classes are relative to their mean. ok is false if they are not affine
// functions of the positions: then no line or plane in the display is the class boundary.
func (r *Rows) At(at []float64, q int) (g []float64, ok bool) {
	if n := r.P.N; len(at) != n*q || n <= q+1 {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := &r.last; !slices.Equal(l.at, at) {
		g, ok = r.solve(at, q)
		*l = located{slices.Clone(at), g, ok}
	}
	return r.last.g, r.last.ok
}

// solve computes the result of At.
func (r *Rows) solve(at []float64, q int) (g []float64, ok bool) {
	n, k := r.P.N, r.outputs()
	mean := make([]float64, q)
	for i, v := range at {
		mean[i%q] += v / float64(n)
	}
	// The coordinates, centred and orthogonalized (Gram and Schmidt), and their coefficients in the original ones.
	cols, made := make([][]float64, 0, q), make([][]float64, 0, q)
	for j := range q {
		col, from := make([]float64, n), make([]float64, q)
		from[j] = 1
		for i := range n {
			col[i] = at[i*q+j] - mean[j]
		}
		size := linalg.Dot(col, col)
		for range 2 {
			for a, c := range cols {
				s := linalg.Dot(c, col)
				linalg.Axpy(-s, c, col)
				linalg.Axpy(-s, made[a], from)
			}
		}
		left := linalg.Dot(col, col)
		if !(left > 1e-24*size) || left == 0 {
			continue // linearly dependent on those before
		}
		left = 1 / math.Sqrt(left)
		for i := range col {
			col[i] *= left
		}
		for a := range from {
			from[a] *= left
		}
		cols, made = append(cols, col), append(made, from)
	}
	f, scores := make([]float64, n), make([][]float64, k)
	middle := make([]float64, n) // what is common to all scores does not change the predicted class
	for c := range k {
		scores[c] = make([]float64, n)
		w := r.F[c*(r.P.D+1):]
		for i := range n {
			scores[c][i] = linalg.Dot(w[:r.P.D], r.P.At(i)) + w[r.P.D]
			middle[i] += scores[c][i] / float64(k)
		}
	}
	for c := range k {
		copy(f, scores[c])
		if k > 1 {
			linalg.Axpy(-1, middle, f)
		}
		b, size := 0.0, 0.0
		for _, v := range f {
			b += v / float64(n)
		}
		for i := range f {
			f[i] -= b
			size = max(size, math.Abs(f[i]))
		}
		w := make([]float64, q+1)
		for a, col := range cols {
			s := linalg.Dot(col, f)
			linalg.Axpy(-s, col, f)
			linalg.Axpy(s, made[a], w[:q])
		}
		for _, v := range f {
			if !(math.Abs(v) <= beyond*size) {
				return nil, false
			}
		}
		w[q] = b - linalg.Dot(w[:q], mean)
		g = append(g, w...)
	}
	return g, true
}

// Layers draws the regions and the boundary in the display, below the points. It returns the scores as affine functions
// of the position; nil if the boundary is not a line there.
func (r *Rows) Layers(v picture.Viewport, show method.Shown) (under []picture.Layer, g []float64) {
	g, ok := r.At(r.drawn(), 2)
	if !ok {
		return nil, nil
	}
	box := [][]float64{{v.X0, v.Y0}, {v.X1, v.Y0}, {v.X1, v.Y1}, {v.X0, v.Y1}}
	if show[method.Regions] {
		for c := range r.P.ClassIDs {
			cell := &picture.Path{Role: picture.RoleCell, Class: r.P.ClassIDs[c], Closed: true,
				Says: "region of a class"}
			for _, at := range clip(box, lead(g, c, -1, 2)) {
				cell.XY = append(cell.XY, at...)
			}
			under = picture.AppendPath(under, cell)
		}
	}
	if show[method.Boundary] {
		edge := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "decision boundary"}
		for _, pair := range pairs(len(r.P.ClassIDs)) {
			f := gap(g, pair[0], pair[1], 2)
			ends := picture.LineIn(f[0], f[1], f[2], v)
			if ends == nil {
				continue
			}
			part := clipLine(ends[:2], ends[2:], lead(g, pair[0], pair[1], 2))
			if part != nil {
				edge.AddLine(part...)
			}
		}
		under = picture.AppendPath(under, edge)
	}
	return under, g
}

// SpaceLayers draws the planes that separate the classes in space, given positions at with three numbers for each row;
// for two classes also those where the score has one of the levels.
func (r *Rows) SpaceLayers(at []float64, show method.Shown, levels ...float64) (layers []picture.Layer) {
	g, ok := r.At(at, 3)
	if !ok {
		return nil
	}
	var lo, hi [3]float64
	for j := range 3 {
		lo[j], hi[j] = math.Inf(1), math.Inf(-1)
		for i := j; i < len(at); i += 3 {
			lo[j], hi[j] = min(lo[j], at[i]), max(hi[j], at[i])
		}
		air := 0.05 * (hi[j] - lo[j])
		lo[j], hi[j] = lo[j]-air, hi[j]+air
	}
	if show[method.Boundary] {
		edge := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "plane between two classes"}
		mesh := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Weight: 0.4, Says: edge.Says}
		for _, pair := range pairs(len(r.P.ClassIDs)) {
			facet := clip(slab(gap(g, pair[0], pair[1], 3), lo, hi), lead(g, pair[0], pair[1], 3))
			outline(edge, facet)
			crossed(mesh, facet)
		}
		layers = picture.AppendPath(picture.AppendPath(layers, edge), mesh)
	}
	for k, level := range levels {
		f := []float64{g[0], g[1], g[2], g[3] - level}
		edge := &picture.Path{Role: picture.RoleMargin, Class: r.P.ClassIDs[k%2], Says: "margin, f = ±1"}
		outline(edge, slab(f, lo, hi))
		layers = picture.AppendPath(layers, edge)
	}
	return layers
}

// pairs returns all pairs b < a of k classes.
func pairs(k int) (list [][2]int) {
	for a := range k {
		for b := range a {
			list = append(list, [2]int{b, a})
		}
	}
	return list
}

// gap returns the lead of class b over class a, as an affine function of q coordinates.
func gap(g []float64, a, b, q int) []float64 {
	if len(g) == q+1 {
		f := append([]float64(nil), g...)
		for j := range f {
			if b < a {
				f[j] = -f[j]
			}
		}
		return f
	}
	f := append([]float64(nil), g[b*(q+1):(b+1)*(q+1)]...)
	linalg.Axpy(-1, g[a*(q+1):(a+1)*(q+1)], f)
	return f
}

// lead returns, for each class other than c and but (-1 = none), a function that is positive where class c is ahead of
// that class.
func lead(g []float64, c, but, q int) (list [][]float64) {
	k := max(2, len(g)/(q+1))
	for o := range k {
		if o != c && o != but {
			list = append(list, gap(g, o, c, q))
		}
	}
	return list
}

// value evaluates an affine function.
func value(f, x []float64) float64 { return linalg.Dot(f[:len(x)], x) + f[len(x)] }

// clip returns the part of a convex polygon where no function is negative (Sutherland and Hodgman, Commun. ACM 17,
// 1974).
func clip(polygon [][]float64, where [][]float64) [][]float64 {
	for _, f := range where {
		var in [][]float64
		for i, a := range polygon {
			b := polygon[(i+1)%len(polygon)]
			u, v := value(f, a), value(f, b)
			if u >= 0 {
				in = append(in, a)
			}
			if u > 0 && v < 0 || u < 0 && v > 0 {
				in = append(in, between(a, b, u/(u-v)))
			}
		}
		polygon = in
	}
	return polygon
}

func between(a, b []float64, t float64) []float64 {
	at := make([]float64, len(a))
	for j := range at {
		at[j] = a[j] + t*(b[j]-a[j])
	}
	return at
}

// clipLine returns the part of the segment from a to b where no function is negative, as two points in a row; nil if it
// is empty.
func clipLine(a, b []float64, where [][]float64) []float64 {
	from, to := 0.0, 1.0
	for _, f := range where {
		switch u, v := value(f, a), value(f, b); {
		case u < 0 && v < 0:
			return nil
		case u < 0:
			from = max(from, u/(u-v))
		case v < 0:
			to = min(to, u/(u-v))
		}
	}
	if !(from < to) {
		return nil
	}
	return append(between(a, b, from), between(a, b, to)...)
}

// slab returns the polygon in which the plane f = 0 intersects the box from lo to hi; it is empty if they do not
// intersect.
func slab(f []float64, lo, hi [3]float64) (polygon [][]float64) {
	// The plane as a function of the two coordinates other than that with the largest weight.
	k, most := 0, 0.0
	for j := range 3 {
		if s := math.Abs(f[j]) * (hi[j] - lo[j]); s > most {
			k, most = j, s
		}
	}
	if most == 0 || math.IsInf(most, 1) {
		return nil
	}
	a, b := (k+1)%3, (k+2)%3
	for _, corner := range [][2]float64{{lo[a], lo[b]}, {hi[a], lo[b]}, {hi[a], hi[b]}, {lo[a], hi[b]}} {
		at := make([]float64, 3)
		at[a], at[b] = corner[0], corner[1]
		at[k] = -(f[a]*at[a] + f[b]*at[b] + f[3]) / f[k]
		polygon = append(polygon, at)
	}
	below, above := make([]float64, 4), make([]float64, 4)
	below[k], below[3] = 1, -lo[k]
	above[k], above[3] = -1, hi[k]
	return clip(polygon, [][]float64{below, above})
}

// outline adds the edges of a polygon to a path in space.
func outline(p *picture.Path, polygon [][]float64) {
	if len(polygon) < 3 {
		return
	}
	p.Starts = append(p.Starts, len(p.XY)/2)
	for i := range len(polygon) + 1 {
		at := polygon[i%len(polygon)]
		p.XY, p.Z = append(p.XY, at[0], at[1]), append(p.Z, at[2])
	}
}

// crossed adds hatching lines in both directions across a polygon in space.
func crossed(p *picture.Path, polygon [][]float64) {
	if len(polygon) < 3 {
		return
	}
	const lines = 5
	// One direction is the longest edge, the other is perpendicular.
	var along []float64
	long := 0.0
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		u := []float64{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
		if s := linalg.Dot(u, u); s > long {
			along, long = u, s
		}
	}
	if along == nil {
		return
	}
	across := make([]float64, 3)
	for _, b := range polygon[1:] { // component of the polygon perpendicular to that edge
		u := []float64{b[0] - polygon[0][0], b[1] - polygon[0][1], b[2] - polygon[0][2]}
		linalg.Axpy(-linalg.Dot(u, along)/long, along, u)
		if linalg.Dot(u, u) > linalg.Dot(across, across) {
			across = u
		}
	}
	for _, u := range [][]float64{along, across} {
		from, to := math.Inf(1), math.Inf(-1)
		for _, a := range polygon {
			from, to = min(from, linalg.Dot(u, a)), max(to, linalg.Dot(u, a))
		}
		for k := 1; k <= lines; k++ {
			f := append(append([]float64(nil), u...), -(from + (to-from)*float64(k)/(lines+1)))
			var ends [][]float64
			for i, a := range polygon {
				b := polygon[(i+1)%len(polygon)]
				if s, t := value(f, a), value(f, b); s > 0 != (t > 0) {
					ends = append(ends, between(a, b, s/(s-t)))
				}
			}
			if len(ends) == 2 {
				p.Starts = append(p.Starts, len(p.XY)/2)
				for _, at := range ends {
					p.XY, p.Z = append(p.XY, at[0], at[1]), append(p.Z, at[2])
				}
			}
		}
	}
}
