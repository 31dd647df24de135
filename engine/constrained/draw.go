package constrained

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// FieldRaster computes f.
func (v *view) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	plane := make([]float32, g.W*g.H)
	var sample []float64
	xs, row := make([]float64, g.W), make([]float64, g.W)
	for i := range xs {
		xs[i] = g.X(i)
	}
	for j := range g.H {
		if err := method.AskEvery(job, j, 8); err != nil {
			return nil, err
		}
		v.f.row(row, xs, g.Y(j))
		for i, f := range row {
			f = finite(f)
			if math.Abs(f) > math.MaxFloat32 {
				f = math.NaN()
			}
			plane[j*g.W+i] = float32(f)
			if (i+7*j)%11 == 0 && f == f {
				sample = append(sample, f)
			}
		}
	}
	r := &picture.Raster{Kind: picture.Sequential, Grid: g, Planes: [][]float32{plane}, Name: "f", Says: "f", Hi: 1}
	if len(sample) > 0 {
		slices.Sort(sample)
		r.Lo, r.Hi = sample[0], sample[len(sample)*9/10]
		if !(r.Hi > r.Lo) {
			r.Hi = r.Lo + 1
		}
	}
	return r, nil
}

// feasibleSet tints the points that satisfy all inequalities; nil if there are no constraints, or there is an equality.
func (m *fitted) feasibleSet(v picture.Viewport, g picture.Grid) *picture.Raster {
	for i := range m.cons {
		if m.cons[i].equal {
			return nil
		}
	}
	if len(m.cons) == 0 {
		return nil
	}
	plane := make([]float32, g.W*g.H)
	for j := range g.H {
		y := g.Y(j)
		for i := range g.W {
			plane[j*g.W+i] = float32(m.slackOf(vec{g.X(i), y}))
		}
	}
	top := (v.X1 - v.X0) / 3
	return &picture.Raster{Kind: picture.Interior, Grid: g, Planes: [][]float32{plane}, Lo: -top, Hi: top,
		Name: "feasible set", Says: "feasible set"}
}

// rail draws the feasible set if there are equalities: with one, parts of its boundary; with several, their feasible
// intersections. Without equalities it returns nil.
func (m *fitted) rail(v picture.Viewport) (list []picture.Layer) {
	first, count := -1, 0
	for i := range m.cons {
		if m.cons[i].equal {
			if first < 0 {
				first = i
			}
			count++
		}
	}
	if count == 0 {
		return nil
	}
	if count > 1 {
		dots := &picture.Marks{Role: picture.RoleProjection, Says: "feasible set"}
		for _, c := range m.corners() {
			if m.feasible(c.at, c.on) {
				dots.XY = append(dots.XY, c.at[0], c.at[1])
			}
		}
		if len(dots.XY) > 0 {
			list = append(list, dots)
		}
		return list
	}
	c := &m.cons[first]
	path := &picture.Path{Role: picture.RoleFlat, Class: picture.NoClass, Says: "feasible set"}
	var xy []float64
	const n = 720
	for k := range n + 1 {
		t := 2 * math.Pi * float64(k) / n
		if c.line() {
			mid := vec{(v.X0 + v.X1) / 2, (v.Y0 + v.Y1) / 2}
			t = mid.minus(c.p).dot(c.d) + math.Hypot(v.X1-v.X0, v.Y1-v.Y0)*(float64(k)/n-0.5)
		}
		if at, _, _ := c.on(t); m.feasible(at, 1<<first) {
			xy = append(xy, at[0], at[1])
			continue
		}
		if len(xy) > 2 {
			path.AddLine(xy...)
		}
		xy = nil
	}
	if len(xy) > 2 {
		path.AddLine(xy...)
	}
	return picture.AppendPath(list, path)
}

// outline returns the boundary of a constraint as a polyline: an ellipse, or a part of a line that reaches beyond the
// view.
func (c *constraint) outline(v picture.Viewport) []float64 {
	var xy []float64
	if c.line() {
		mid := vec{(v.X0 + v.X1) / 2, (v.Y0 + v.Y1) / 2}
		far := math.Hypot(v.X1-v.X0, v.Y1-v.Y0)
		t := mid.minus(c.p).dot(c.d)
		a, b := c.p.along(c.d, t-far), c.p.along(c.d, t+far)
		return []float64{a[0], a[1], b[0], b[1]}
	}
	const n = 144
	for k := range n + 1 {
		at, _, _ := c.on(2 * math.Pi * float64(k) / n)
		xy = append(xy, at[0], at[1])
	}
	return xy
}

// strokes draws short lines on the infeasible side of a boundary.
func (c *constraint) strokes(v picture.Viewport) *picture.Path {
	const gap, long = 14.0, 6.0 // CSS pixels
	pixel := (v.X1 - v.X0) / float64(max(v.W, 1))
	path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "infeasible side of a constraint"}
	put := func(at, d vec) {
		if at[0] < v.X0 || at[0] > v.X1 || at[1] < v.Y0 || at[1] > v.Y1 {
			return
		}
		n := c.slope(at)
		n = n.times(1 / max(n.size(), 1e-300))
		d = d.times(1 / max(d.size(), 1e-300))
		from := at.along(n, 1.5*pixel)
		to := from.along(n.minus(d.times(0.8)), long*pixel)
		path.AddLine(from[0], from[1], to[0], to[1])
	}
	if c.line() {
		mid := vec{(v.X0 + v.X1) / 2, (v.Y0 + v.Y1) / 2}
		far := math.Hypot(v.X1-v.X0, v.Y1-v.Y0) / 2
		t := mid.minus(c.p).dot(c.d)
		first := math.Ceil((t-far)/(gap*pixel)) * gap * pixel
		for s := first; s < t+far; s += gap * pixel {
			put(c.p.along(c.d, s), c.d)
		}
		return path
	}
	a, b := c.r, c.r*c.ratio
	round := math.Pi * (3*(a+b) - math.Sqrt((3*a+b)*(a+3*b)))
	n := int(min(max(round/(gap*pixel), 12), 600))
	for k := range n {
		at, d, _ := c.on(2 * math.Pi * float64(k) / float64(n))
		put(at, d)
	}
	return path
}

var constraintKind = picture.KeyKind{Begins: "g", From: 1}

// arrow adds an arrow to a path, from from to from + way, in data units. It adds nothing if way is not longer than 2
// pixels.
func arrow(path *picture.Path, v picture.Viewport, from, way vec) {
	pixel := (v.X1 - v.X0) / float64(max(v.W, 1))
	l := way.size()
	if !(l > 2*pixel) {
		return
	}
	d := way.times(1 / l)
	tip := from.plus(way)
	head := min(9*pixel, l/2)
	a, b := tip.along(d, -head).along(d.left(), head*0.45), tip.along(d, -head).along(d.left(), -head*0.45)
	path.AddLine(from[0], from[1], tip[0], tip[1])
	path.AddLine(a[0], a[1], tip[0], tip[1], b[0], b[1])
}

func (v *view) Layers(job method.Job, w picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["feasible"] && raster != nil {
		if r := v.feasibleSet(w, raster.Grid); r != nil && !show[method.Regions] {
			under = append(under, r)
		}
	}
	if show["feasible"] {
		under = append(under, v.rail(w)...)
	}
	if show["touching"] && v.end == solved && raster != nil {
		p := raster.Relief(0).Path(v.least, picture.RoleMean, picture.NoClass)
		p.Level, p.Says = 0, "contour f = f*"
		under = picture.AppendPath(under, p)
	}
	if show["lagrangian"] && v.end == solved {
		if d := v.dual(); !math.IsInf(d.value, -1) {
			under = append(under, v.lagrangianContours(raster, d.lambda)...)
		}
	}
	if v.chord != nil {
		over = append(over, v.chord.layer())
	}
	under = append(under, v.constraints(w)...)
	if show["path"] && len(v.runs) > 0 {
		under = append(under, v.way(w)...)
	}
	if v.linear() {
		p := &picture.Path{Role: picture.RoleDirection, Class: picture.NoClass, Says: "cost vector c = ∇f"}
		arrow(p, w, vec{}, v.f.b)
		under = picture.AppendPath(under, p)
	}
	if v.hasAlone {
		under = append(under, &picture.Marks{Role: picture.RoleMiddle, XY: []float64{v.alone[0], v.alone[1]},
			Says: "unconstrained optimum"})
	}
	over = append(over, v.result(w, show["forces"])...)
	return under, over, job.Err()
}

// constraints returns the curves of the constraints, in different roles when they are active.
func (v *view) constraints(w picture.Viewport) (under []picture.Layer) {
	for i := range v.cons {
		c := &v.cons[i]
		if !c.equal {
			under = picture.AppendPath(under, c.strokes(w))
		}
		p := &picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, XY: c.outline(w), Says: "inactive constraint",
			Keys: []string{constraintKind.Key(i)}}
		switch {
		case v.end == solved && v.isActive(i):
			p.Role, p.Says = picture.RoleBoundary, "active constraint"
		case v.end != solved:
			p.Role, p.Says = picture.RoleEllipse, "constraint"
		}
		under = append(under, p)
	}
	return under
}

// result returns the optimum, with the forces that balance there if they are shown, and the labels: what is lacking,
// and the names of constraints where there is room.
func (v *view) result(w picture.Viewport, forces bool) (over []picture.Layer) {
	places := picture.NewPlaces(w, 4)
	for _, h := range v.held { // names must not cover the handles
		x, y := w.PX(h[0]), w.PY(h[1])
		places.Take(picture.Box{X0: x, X1: x, Y0: y, Y1: y}.Grown(7, 7))
	}
	lack := map[ending]string{infeasible: "infeasible", endless: "unbounded", atEdge: "perhaps unbounded"}
	if text := lack[v.end]; text != "" {
		l := &picture.Label{Role: picture.RoleGuide, X: (w.X0 + w.X1) / 2, Y: w.DY(16), Text: text, Ground: true}
		places.Take(l.Box(w.PX(l.X), w.PY(l.Y), picture.LabelSize))
		over = append(over, l)
	}
	if v.end == solved {
		if forces {
			over = append(over, v.forces(w, places)...)
		}
		xy := []float64{v.at[0], v.at[1]}
		over = append(over, &picture.Marks{Role: picture.RoleOptimum, XY: xy, Says: "optimum x*"})
		if len(v.others) > 0 {
			m := &picture.Marks{Role: picture.RoleCursor, Says: "equally good point"}
			for _, o := range v.others {
				m.XY = append(m.XY, o[0], o[1])
			}
			over = append(over, m)
		}
	}
	for i := range v.cons {
		if l := v.label(i, w); l != nil {
			if b := l.Box(w.PX(l.X), w.PY(l.Y), picture.LabelSize); places.Free(b) {
				places.Take(b)
				over = append(over, l)
			}
		}
	}
	return over
}

// linear reports whether f is linear.
func (m *fitted) linear() bool { return m.f.expr == nil && m.f.weight() == 0 }

// lagrangianContours draws contour lines of L(·, lambda) over the area of the raster; nil without a raster.
func (v *view) lagrangianContours(raster *picture.Raster, lambda []float64) (list []picture.Layer) {
	if raster == nil {
		return nil
	}
	g := raster.Grid
	step := max(1, g.W/160)
	n, m := g.W/step, g.H/step
	if n < 2 || m < 2 {
		return nil
	}
	coarse := picture.Grid{X0: g.X0 + g.DX*float64(step-1)/2, Y0: g.Y0 + g.DY*float64(step-1)/2, DX: g.DX * float64(step),
		DY: g.DY * float64(step), W: n, H: m}
	plane := make([]float32, n*m)
	lo, hi := math.Inf(1), math.Inf(-1)
	for j := range m {
		for i := range n {
			y := v.lagrange(vec{coarse.X(i), coarse.Y(j)}, lambda)
			plane[j*n+i] = float32(y)
			if !math.IsNaN(y) && !math.IsInf(y, 0) {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
	}
	if !(hi > lo) {
		return nil
	}
	relief := picture.NewRelief(plane, coarse)
	for k := range 7 {
		t := float64(k+1) / 8
		p := relief.Path(lo+(hi-lo)*t*t, picture.RoleBandEdge, picture.NoClass)
		p.Level, p.Says = 0, "contours of L(x, λ*)"
		list = picture.AppendPath(list, p)
	}
	return list
}

// ofWay is the class in whose colour the steps are drawn.
const ofWay = 1

// drawn records which segments of a path have been drawn. With too large steps, paths repeat a few segments for ever: a
// thousand overlapping lines look like one, and take a thousand times as long.
type drawn struct {
	pixel float64 // size of a pixel in data units
	steps map[[4]int32]bool
}

// same is the distance in pixels between the grid positions to which ends of segments are rounded for comparison.
const same = 1.0 / 16

// first reports whether a segment is new, up to differences that no pixel shows, and records it. For a segment shorter
// than a pixel it is always true: such a segment takes no time, and keeps the line connected. It is also true if an end
// is too far away to be recorded.
func (d *drawn) first(a, b vec) bool {
	if b.minus(a).size() < d.pixel {
		return true
	}
	unit := d.pixel * same
	var key [4]int32
	for k, x := range [4]float64{a[0], a[1], b[0], b[1]} {
		if x = math.Round(x / unit); !(math.Abs(x) < math.MaxInt32) {
			return true
		}
		key[k] = int32(x)
	}
	if d.steps[key] {
		return false
	}
	if d.steps == nil {
		d.steps = map[[4]int32]bool{}
	}
	d.steps[key] = true
	return true
}

// way draws the steps of the algorithm so far.
func (v *view) way(w picture.Viewport) (list []picture.Layer) {
	says := "path of the projected gradient"
	if v.barrier {
		says = "central path"
	}
	// The colour differs from that of the forces.
	p := &picture.Path{Role: picture.RoleTrack, Class: ofWay, Says: says}
	m := &picture.Marks{Role: picture.RoleTrack, Says: says}
	now := &picture.Marks{Role: picture.RoleSite, Says: "this step"}
	seen := drawn{pixel: (w.X1 - w.X0) / float64(max(w.W, 1))}
	for i := range v.runs {
		r := &v.runs[i]
		n := min(v.k, len(r.way)-1) + 1
		var xy []float64
		for k, at := range r.way[:min(n, r.fresh)] {
			if k == 0 || seen.first(r.way[k-1], at) {
				m.XY = append(m.XY, at[0], at[1])
				if k > 0 && len(xy) == 0 {
					xy = append(xy, r.way[k-1][0], r.way[k-1][1])
				}
				xy = append(xy, at[0], at[1])
			} else if len(xy) > 2 {
				p.AddLine(xy...)
				xy = nil
			}
		}
		if len(xy) > 2 {
			p.AddLine(xy...)
		}
		at := r.way[n-1]
		now.XY = append(now.XY, at[0], at[1])
	}
	m.Class = slices.Repeat([]int{ofWay}, len(m.XY)/2)
	list = picture.AppendPath(list, p)
	return append(list, m, now)
}

// forces draws −∇f at the optimum, and the gradients of active constraints, times their multipliers, that add up to it.
func (v *view) forces(w picture.Viewport, places *picture.Places) (list []picture.Layer) {
	if !v.kkt || len(v.active) == 0 {
		return nil
	}
	pull := v.f.grad(v.at).times(-1)
	longest := pull.size()
	var parts []vec
	var of []int
	for _, i := range v.active {
		if f := v.cons[i].slope(v.at).times(v.lambda[i]); f.size() > 0 {
			parts, of = append(parts, f), append(of, i)
			longest = max(longest, f.size())
		}
	}
	if !(longest > 0) || len(parts) == 0 {
		return nil
	}
	// The longest arrow always has the same length: only the proportions matter.
	scale := 0.24 * min(w.X1-w.X0, w.Y1-w.Y0) / longest
	// Near an edge of the view, arrows are shorter, so that their heads are visible.
	fits := func(d float64, at, lo, hi float64) float64 {
		room := hi - at
		if d < 0 {
			room, d = at-lo, -d
		}
		if d == 0 || room <= 0 {
			return 1
		}
		return 0.93 * room / (d * scale)
	}
	short := 1.0
	for _, f := range append(parts, pull) {
		short = min(short, fits(f[0], v.at[0], w.X0, w.X1), fits(f[1], v.at[1], w.Y0, w.Y1))
	}
	scale *= max(short, 0.35)
	down := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "−∇f(x*)"}
	// A single force is drawn next to the arrow that it balances.
	aside := vec{}
	if len(parts) == 1 {
		aside = pull.left().times(2.2 * (w.X1 - w.X0) / float64(max(w.W, 1)) / pull.size())
	}
	arrow(down, w, v.at.plus(aside), pull.times(scale))
	adds := &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: "λᵢ∇gᵢ(x*), which add up to −∇f(x*)"}
	sides := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		Says: "sides of the parallelogram that adds them up"}
	tip := v.at.along(pull, scale)
	for _, f := range parts {
		arrow(adds, w, v.at.minus(aside), f.times(scale))
		end := v.at.along(f, scale)
		if len(parts) == 2 {
			sides.AddLine(end[0], end[1], tip[0], tip[1])
		}
	}
	list = picture.AppendPath(list, sides)
	list = picture.AppendPath(list, down)
	list = picture.AppendPath(list, adds)
	ends := []vec{tip}
	for _, f := range parts {
		ends = append(ends, v.at.along(f, scale))
	}
	name := func(text string, end vec) {
		l := beside(w, places, v.at, end, ends, text)
		if l != nil {
			list = append(list, l)
		}
	}
	if len(parts) > 1 {
		name("−∇f", tip)
		for k, i := range of {
			name(v.cons[i].multiplier()+"∇"+v.cons[i].name(), v.at.along(parts[k], scale))
		}
	} else {
		name(words.Text("−∇f = %s∇%s", v.cons[of[0]].multiplier(), v.cons[of[0]].name()), tip)
	}
	return list
}

// beside places a label at the end of an arrow or next to it, where it covers none of the arrows that end at ends. It
// returns nil if there is no room, or the arrow is too short to be named.
func beside(w picture.Viewport, places *picture.Places, from, end vec, ends []vec, text string) *picture.Label {
	d := end.minus(from)
	if math.Hypot(w.PX(d[0])-w.PX(0), w.PY(d[1])-w.PY(0)) < 14 {
		return nil
	}
	order := []picture.Anchor{picture.AnchorAbove, picture.AnchorStart, picture.AnchorEnd, picture.AnchorBelow}
	switch {
	case math.Abs(d[0]) < math.Abs(d[1]) && d[1] > 0:
	case math.Abs(d[0]) < math.Abs(d[1]):
		slices.Reverse(order)
	case d[0] > 0:
		order[0], order[1] = order[1], order[0]
	default:
		order[0], order[2] = order[2], order[0]
	}
	// Clear of half an arrow head, and of the offset of a single force.
	const clear = 6.0
	for _, gap := range []float64{clear + 1, 3 * clear} {
		way := map[picture.Anchor][2]float64{picture.AnchorAbove: {0, -gap}, picture.AnchorBelow: {0, gap},
			picture.AnchorStart: {gap, 0}, picture.AnchorEnd: {-gap, 0}}
		for _, share := range []float64{1, 0.6, 0.3} {
			at := from.along(d, share)
			for _, a := range order {
				x, y := w.PX(at[0])+way[a][0], w.PY(at[1])+way[a][1]
				l := &picture.Label{Role: picture.RoleGuide, X: w.DX(x), Y: w.DY(y), Text: text, Ground: true, Anchor: a}
				b := l.Box(x, y, picture.LabelSize)
				if places.Free(b) && !slices.ContainsFunc(ends, func(tip vec) bool {
					return b.Grown(clear, clear).MeetsLine(w.PX(from[0]), w.PY(from[1]), w.PX(tip[0]), w.PY(tip[1]))
				}) {
					places.Take(b)
					return l
				}
			}
		}
	}
	return nil
}

// label places a constraint's name next to its boundary, with its multiplier if there is an optimum; nil if the
// boundary is not visible.
func (v *view) label(i int, w picture.Viewport) *picture.Label {
	c := &v.cons[i]
	text := c.name()
	switch {
	case v.end == solved && v.kkt && v.isActive(i):
		text += words.Text(": %s = %s", c.multiplier(), words.Number(words.Significant(v.lambda[i], 3)))
	case v.end == solved && !v.isActive(i):
		text += words.Text(": %s = 0", c.multiplier())
	}
	pixel := (w.X1 - w.X0) / float64(max(w.W, 1))
	// Of points along the boundary, take the one farthest from the edges of the view, the constraint's handles, the
	// optimum and the other boundaries.
	best, score := vec{}, -1.0
	try := func(at vec) {
		edge := min(at[0]-w.X0, w.X1-at[0], at[1]-w.Y0, w.Y1-at[1])
		if edge < 14*pixel {
			return
		}
		s := min(edge*2, 60*pixel)
		if v.end == solved {
			s = min(s, at.minus(v.at).size()/2)
		}
		for j := range v.cons {
			o := &v.cons[j]
			if j != i {
				s = min(s, math.Abs(o.off(at)))
			}
		}
		b, _, _ := c.on(0)
		if c.line() {
			b = c.p
		}
		s = min(s, at.minus(b).size(), at.minus(c.p).size())
		if s > score {
			best, score = at, s
		}
	}
	for k := range 64 {
		t := 2 * math.Pi * float64(k) / 64
		if c.line() {
			mid := vec{(w.X0 + w.X1) / 2, (w.Y0 + w.Y1) / 2}
			t = mid.minus(c.p).dot(c.d) + math.Hypot(w.X1-w.X0, w.Y1-w.Y0)*(float64(k)/63-0.5)
		}
		at, _, _ := c.on(t)
		try(at)
	}
	if score < 0 {
		return nil
	}
	l := &picture.Label{Role: picture.RoleGuide, Text: text, Ground: true}
	n := c.slope(best)
	n = n.times(1 / max(n.size(), 1e-300))
	at := best.along(n, 12*pixel)
	l.X, l.Y = at[0], at[1]
	switch {
	case math.Abs(n[1]) > 0.8 && n[1] > 0:
		l.Anchor = picture.AnchorAbove
	case math.Abs(n[1]) > 0.8:
		l.Anchor = picture.AnchorBelow
	case n[0] > 0:
		l.Anchor = picture.AnchorStart
	default:
		l.Anchor = picture.AnchorEnd
	}
	return l
}

// Explain returns f, the constraints and the Lagrangian at a position. It draws −∇f and, if the position is not
// feasible, a line to the nearest feasible point.
func (v *view) Explain(x []float64, w picture.Viewport, _ method.Shown) (e method.Explanation) {
	at := vec{x[0], x[1]}
	y := finite(v.f.at(at))
	if y != y {
		e.Answer = "f has no value here"
		return e
	}
	e.Answer = "f = " + words.Number(y)
	feasible := v.feasible(at, 0)
	if len(v.cons) > 0 {
		if feasible {
			e.Answer = words.Text("%s, feasible", e.Answer)
		} else {
			e.Answer = words.Text("%s, not feasible", e.Answer)
		}
	}
	for i := range v.cons {
		c := &v.cons[i]
		g := c.value(at)
		format := "%s = %s: holds"
		switch d := c.off(at); {
		case c.equal && math.Abs(d) > near*v.size || d > near*v.size:
			format = "%s = %s: violated"
		case math.Abs(d) <= near*v.size:
			format = "%s = %s: active"
		}
		e.Lines = append(e.Lines, words.Text(format, c.name(), words.Number(g)))
	}
	if v.end == solved && len(v.cons) > 0 {
		if d := v.dual(); !math.IsInf(d.value, -1) {
			e.Lines = append(e.Lines, "L(x, λ*) = "+words.Number(v.lagrange(at, d.lambda))+" ≥ θ(λ*) = "+
				words.Number(d.value))
		}
	}
	if len(v.cons) > 0 {
		if feasible {
			e.Lines = append(e.Lines, "θ_{P}(x) = max over λ of L(x, λ) = f(x)")
		} else {
			e.Lines = append(e.Lines, "θ_{P}(x) = sup over λ of L(x, λ) = ∞")
		}
	}
	g := v.f.grad(at)
	e.Lines = append(e.Lines, words.Text("∇f = %s", pair(g)))
	if s := g.size(); s > 0 && s < math.Inf(1) {
		p := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "−∇f(x), direction of steepest descent"}
		arrow(p, w, at, g.times(-0.09*(w.X1-w.X0)/s))
		e.Layers = picture.AppendPath(e.Layers, p)
	}
	if !feasible {
		if to, ok := v.project(at); ok {
			e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass,
				XY: []float64{at[0], at[1], to[0], to[1]}, Says: "to the nearest feasible point"})
			e.Lines = append(e.Lines, words.Text("nearest feasible point: %s", pair(to)))
		}
	}
	return e
}

// Tell describes a constraint. A click chooses it for the plots.
func (v *view) Tell(of string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := constraintKind.Number(of, len(v.cons))
	if !ok {
		return t, false
	}
	c := &v.cons[i]
	t.Answer = words.Text("Constraint %s", strconv.Itoa(c.number))
	rel := " ≤ 0"
	if c.equal {
		rel = " = 0"
	}
	t.Lines = append(t.Lines, words.Text("%s(x) = %s%s", c.name(), c.text(v.pr.InputNames()), rel))
	if v.end == solved {
		y := c.value(v.at)
		if v.isActive(i) {
			t.Lines = append(t.Lines, "active at the optimum")
		} else {
			t.Lines = append(t.Lines, words.Text("inactive: %s(x*) = %s, so %s = 0", c.name(), words.Number(y),
				c.multiplier()))
		}
		if v.kkt && v.isActive(i) {
			t.Lines = append(t.Lines, words.Text("%s = %s, ∇%s(x*) = %s", c.multiplier(), words.Number(v.lambda[i]),
				c.name(), pair(c.slope(v.at))))
		}
	}
	if v.dualOf != c.number {
		t.Click.Set = map[string]any{"dual_of": float64(c.number)}
	}
	return t, true
}

func (v *view) Panels(show method.Shown) (list []method.Panel) {
	k := strconv.Itoa(v.dualOf)
	if v.chord != nil {
		list = append(list, v.chord.panel())
	}
	if show["dual"] {
		list = append(list, chart.Panel(method.PanelInfo{ID: "dual", Title: words.Text("Dual function θ along λ%s",
			words.Subscript(v.dualOf)), XLabel: "λ" + words.Subscript(v.dualOf), YLabel: "θ(λ)",
			Help: "The minimum of f + Σ λᵢgᵢ over the whole plane. This function θ is concave, and never above f* (weak " +
				"duality); its maximum is d*. For each value of this multiplier the others maximise θ."}, v.dualChart))
	}
	if show["price"] {
		list = append(list, chart.Panel(method.PanelInfo{ID: "price", Title: words.Text("Optimum when constraint %s is "+
			"moved", k),
			XLabel: words.Text("u, in g%s(x) ≤ u", words.Subscript(v.dualOf)), YLabel: "f*(u)",
			Help: "Each u is a separate problem, solved exactly. The straight line has the slope −λ* and meets the axis u = " +
				"0 at θ(λ*): it lies below the curve, and touches it if there is no duality gap."}, v.priceChart))
	}
	return list
}

// chosen returns the index of the constraint in the plots; −1 if there is none with that number.
func (m *fitted) chosen() int {
	for i := range m.cons {
		if m.cons[i].number == m.dualOf {
			return i
		}
	}
	return -1
}

// noted returns a chart with only a note.
func noted(text string) *chart.Chart {
	return &chart.Chart{X: chart.Exactly(0, 1), Y: chart.Exactly(0, 1), Alt: text, Told: true,
		Items: []chart.Item{chart.On(func(p *picture.Picture) { chart.Note(p, text, text) })}}
}

// dualChart draws θ along one multiplier.
func (v *view) dualChart(job method.Job) (*chart.Chart, error) {
	i, d := v.chosen(), v.dual()
	switch {
	case i < 0:
		return noted(words.Text("There is no constraint %s", strconv.Itoa(v.dualOf))), nil
	case d == nil:
		return noted("No point is feasible: d* = ∞"), nil
	}
	c := &v.cons[i]
	here := d.lambda[i]
	lo, hi := v.dualRange(c, here)
	// Maximise over the other multipliers for each value of this one, if that can be done exactly.
	anew := len(v.cons) > 1 && (v.f.expr == nil || v.convex())
	xs, ys, err := v.dualCurve(job, i, lo, hi, anew)
	if err != nil {
		return nil, err
	}
	ch := &chart.Chart{X: chart.Exactly(lo, hi), Y: chart.Airy(0.12)}
	top := v.least
	if v.end != solved {
		top = math.NaN()
	}
	v.seeDual(&ch.Y, ys, top)
	others := "θ"
	switch {
	case anew:
		others = words.Say("θ, maximised over the other multipliers")
	case len(v.cons) > 1:
		others = words.Say("θ, other multipliers at λ*")
	}
	if d.f != nil && !v.convex() {
		others = words.Text("%s, over the searched square", others)
	}
	ch.Add(chart.Curve{Look: chart.As(picture.RoleMean, others), X: xs, Y: ys, Clip: true})
	if top == top {
		ch.Add(chart.Level(chart.As(picture.RoleGuide, "f*").Called("f*"), top))
	}
	switch {
	case here > hi:
		// The maximum is not attained.
	case !math.IsInf(d.value, 0):
		if g := top - d.value; top == top && v.gap() != 0 && g > 0 {
			ch.Add(chart.Upright(chart.As(picture.RoleCut, "duality gap f* − d*"), here, d.value, top))
		}
		ch.Add(chart.Dot(chart.As(picture.RoleOptimum, "dual optimum d*"), here, d.value))
	default:
		ch.Alt = "θ is −∞ for all multipliers."
		ch.Add(chart.On(func(p *picture.Picture) {
			p.Add(&picture.Label{Role: picture.RoleGuide, X: (p.View.X0 + p.View.X1) / 2, Y: (p.View.Y0 + p.View.Y1) / 2,
				Text: "θ(λ) = −∞ for all λ"})
		}))
	}
	return ch, nil
}

// dualRange returns the range of the multiplier of c that the chart of θ shows. here is the maximiser of θ.
func (v *view) dualRange(c *constraint, here float64) (lo, hi float64) {
	wide := 2.5 * math.Abs(here)
	if g := c.slope(v.at).size(); v.end == solved {
		wide = max(wide, 1.2*v.f.grad(v.at).size()/max(g, 1e-300))
	}
	if !v.kkt && v.convex() { // the maximum is not attained
		wide = 20 * v.f.grad(v.at).size() / max(c.slope(v.at).size(), 1e-300)
	}
	if !(wide > 1e-9) {
		wide = 1
	}
	if c.equal {
		return here - wide, here + wide
	}
	return 0, wide
}

// dualCurve returns θ for multipliers of constraint i from lo to hi, and at the maximum. If anew, it is maximised over
// the other multipliers.
func (v *view) dualCurve(job method.Job, i int, lo, hi float64, anew bool) (xs, ys []float64, err error) {
	d := v.dual()
	here := d.lambda[i]
	n := 160
	switch {
	case anew && v.f.expr == nil && v.convex():
		n = 64
	case anew:
		n = 30
	case v.f.expr != nil:
		n = 60
	}
	lambda := slices.Clone(d.lambda)
	theta := func(l float64) (float64, error) {
		if anew {
			return v.partial(job, i, l, v.convex())
		}
		lambda[i] = l
		return v.theta(lambda, d), job.Err()
	}
	was := lo
	for k := range n + 1 {
		l := lo + (hi-lo)*float64(k)/float64(n)
		if k > 0 && was < here && here < l { // position of the maximum
			xs, ys = append(xs, here), append(ys, finite(d.value))
		}
		was = l
		y, err := theta(l)
		if err != nil {
			return nil, nil, err
		}
		xs, ys = append(xs, l), append(ys, finite(y))
	}
	return xs, ys, nil
}

// seeDual sets the range of θ that the chart shows: it clips values far below top = f*, which carry no information. top
// is NaN if f* is not known.
func (v *view) seeDual(y *chart.Axis, ys []float64, top float64) {
	d := v.dual()
	high := 0.0
	for _, at := range ys {
		if at == at && top == top {
			high = max(high, top-at)
		}
	}
	near := high
	if d.value == d.value && !math.IsInf(d.value, 0) && top == top {
		near = max(4*(top-d.value), v.spread(ys, top))
	}
	if high > 0 {
		y.See = []float64{top, top - min(high, near)}
		y.Only = true
	} else if top == top {
		y.See = []float64{top}
	}
}

// spread returns 2.5 times the median of top − y over the ys that are not NaN: a range below top for the chart to show.
func (v *view) spread(ys []float64, top float64) float64 {
	var down []float64
	for _, y := range ys {
		if y == y {
			down = append(down, top-y)
		}
	}
	if len(down) == 0 {
		return 0
	}
	slices.Sort(down)
	return max(2.5*down[len(down)/2], 1e-12*math.Abs(top))
}

func finite(y float64) float64 {
	if math.IsInf(y, 0) {
		return math.NaN()
	}
	return y
}

// priceChart draws the optimum as a function of the bound u of one constraint.
func (v *view) priceChart(job method.Job) (*chart.Chart, error) {
	i := v.chosen()
	switch {
	case i < 0:
		return noted(words.Text("There is no constraint %s", strconv.Itoa(v.dualOf))), nil
	case v.end != solved:
		return noted("There is no optimum"), nil
	}
	c := &v.cons[i]
	// About the u at which the boundary has moved by a fifth of the width of the default view.
	wide := c.slope(v.at).size() * 0.25
	if !c.line() {
		wide = min(wide, 0.9*c.r*c.r)
	}
	n := 48
	if v.f.expr != nil {
		n = 28
	}
	cons := slices.Clone(v.cons)
	var xs, ys []float64
	for k := range n + 1 {
		u := wide * (2*float64(k)/float64(n) - 1)
		cons[i] = c.loosened(u)
		a, err := v.problem.with(cons).solve(job)
		if err != nil {
			return nil, err
		}
		y := math.NaN()
		if a.end == solved {
			y = a.least
		}
		xs, ys = append(xs, u), append(ys, y)
	}
	ch := &chart.Chart{X: chart.Exactly(-wide, wide), Y: chart.Airy(0.12)}
	ch.Add(chart.Curve{Look: chart.As(picture.RoleMean, "f*(u)"), X: xs, Y: ys})
	if d := v.dual(); d != nil && !math.IsInf(d.value, 0) {
		l, at := d.lambda[i], d.value
		ch.Add(chart.Graph{Look: chart.As(picture.RoleDirection, "θ(λ*) − λ* u"),
			F:     func(u float64) float64 { return at - l*u },
			Nodes: 2, Clip: true})
		if g := v.least - at; v.gap() != 0 && g > 0 {
			ch.Y.See = append(ch.Y.See, at)
			ch.Add(chart.Upright(chart.As(picture.RoleCut, "duality gap f* − d*"), 0, at, v.least))
		}
	}
	ch.Add(chart.Dot(chart.As(picture.RoleOptimum, "current f*"), 0, v.least))
	return ch, nil
}

// loosened returns the constraint g(x) ≤ u, or g(x) = u.
func (c *constraint) loosened(u float64) constraint {
	l := *c
	l.form.c -= u
	if c.line() {
		l.p = c.p.along(c.form.b, u)
		return l
	}
	if c.outside() {
		u = -u
	}
	l.r = math.Sqrt(max(c.r*c.r+u, 0))
	return l
}
