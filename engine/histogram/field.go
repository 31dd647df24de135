package histogram

import (
	"math"
	"slices"
	"sort"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// clearly is the log-odds at which a region has full opacity: a probability of 98 %.
const clearly = 4

// fields is a pool of buffers for pictures.
var fields = sync.Pool{New: func() any { return new([]float64) }}

// lend returns a buffer of n zeros.
func lend(n int) *[]float64 {
	buf := fields.Get().(*[]float64)
	*buf = slices.Grow((*buf)[:0], n)[:n]
	clear(*buf)
	return buf
}

// field returns a plane for each class over a grid. For the Gaussian it has ln(prior·density). For other kernels it has
// prior·density, or, where all densities are 0, minus the distance of the class's nearest point in units of h; void
// marks these nodes.
func (m *density) field(job method.Job, g picture.Grid) (planes [][]float64, void []bool, err error) {
	all := *lend(len(m.points) * g.W * g.H)
	for k := range m.points {
		planes = append(planes, all[k*g.W*g.H:(k+1)*g.W*g.H]) // slices of one array
	}
	switch {
	case m.shape == gaussian && !fastProduct || m.shape != gaussian && !fastSweep:
		void, err = m.pointwise(job, g, planes)
	case m.shape != gaussian:
		void, err = m.compact(job, g, planes)
	default:
		for k := range planes {
			if err := m.gauss(job, k, g, planes[k]); err != nil {
				return nil, nil, err
			}
		}
	}
	if err == nil {
		err = job.Err()
	}
	return planes, void, err
}

// pointwise computes a field node by node.
func (m *density) pointwise(job method.Job, g picture.Grid, planes [][]float64) (void []bool, err error) {
	if m.shape != gaussian {
		void = make([]bool, g.W*g.H)
	}
	e, s := make([]evidence, len(planes)), make([]float64, len(planes))
	for at := range g.W * g.H {
		if err := method.AskEvery(job, at, 64); err != nil {
			return nil, err
		}
		empty := m.scoresAt([]float64{g.X(at % g.W), g.Y(at / g.W)}, e, s)
		for k, plane := range planes {
			if plane[at] = s[k]; m.shape != gaussian && !empty {
				plane[at] = m.weight[k] * e[k].s
			}
		}
		if empty {
			void[at] = true
		}
	}
	return void, nil
}

// gauss sums the Gaussian kernels of a class over a grid. A kernel is a product of functions of x and y, so the sums
// are a product of two matrices, as accurate as pointwise sums since nothing cancels. Each row and column is scaled by
// its nearest point, which prevents underflow in most of a picture; the remaining nodes are summed pointwise.
func (m *density) gauss(job method.Job, k int, g picture.Grid, out []float64) error {
	c := &m.points[k]
	xs, ys := axes(g)
	mx, my := nearest(xs, c.x, m.h), nearest(ys, c.y, m.h)
	if err := m.sum(job, c, xs, ys, mx, my, out); err != nil {
		return err
	}
	return m.logs(job, k, xs, ys, mx, my, out)
}

// axes returns the coordinates of the columns and rows of a grid.
func axes(g picture.Grid) (xs, ys []float64) {
	xs, ys = make([]float64, g.W), make([]float64, g.H)
	for i := range xs {
		xs[i] = g.X(i)
	}
	for j := range ys {
		ys[j] = g.Y(j)
	}
	return xs, ys
}

// sum adds the kernels of c, with column i scaled by exp(mx[i]/2) and row j by exp(my[j]/2).
func (m *density) sum(job method.Job, c *cloud, xs, ys, mx, my, out []float64) error {
	const block = 64
	n := len(c.x)
	as, bs := lend(min(n, block)*len(ys)), lend(min(n, block)*len(xs))
	defer fields.Put(as)
	defer fields.Put(bs)
	a, b := *as, *bs
	for i := 0; i < n; i += block {
		if err := job.Err(); err != nil {
			return err
		}
		e := min(i+block, n)
		factors(b, xs, c.x[i:e], mx, m.h)
		factors(a, ys, c.y[i:e], my, m.h)
		linalg.MulAddT(out, a, b, len(ys), e-i, len(xs))
	}
	return nil
}

// logs converts the scaled sums that sum computes, in out, to ln(prior·density) of class k.
func (m *density) logs(job method.Job, k int, xs, ys, mx, my, out []float64) error {
	c := &m.points[k]
	var env envelope
	weight := math.Log(m.weight[k])
	for j, y := range ys {
		if err := method.AskEvery(job, j, 8); err != nil {
			return err
		}
		row := out[j*len(xs) : (j+1)*len(xs)]
		built, at := false, 0
		for i, s := range row {
			if s >= tiny {
				row[i] = math.Log(s) + weight - (mx[i]+my[j])/2
				continue
			}
			near := 0.0
			if fastEnvelope {
				if !built {
					env.build(c, y)
					built, at = true, 0
				}
				at = env.seek(at, xs[i])
				near = math.Hypot(xs[i]-env.x[at], env.dy[at]) / m.h
			} else {
				near = c.away(xs[i], y) / m.h
			}
			row[i] = math.Log(m.farSum(c, xs[i], y, near*near)) + weight - near*near/2
		}
	}
	return nil
}

// farSum returns the sum of the kernels of c at a point, relative to the kernel of the nearest point, whose squared
// distance is near in units of h².
func (m *density) farSum(c *cloud, x, y, near float64) float64 {
	const felt = 74 // exp(−felt/2) is below the rounding error of 1
	inv, limit := 1/m.h, near+felt
	reach := m.h * math.Sqrt(limit)
	lo := sort.SearchFloat64s(c.x, x-reach)
	hi := lo + sort.SearchFloat64s(c.x[lo:], x+reach)
	px, py := c.x[lo:hi], c.y[lo:hi]
	py = py[:len(px)]
	s := 0.0
	for i, p := range px {
		dx, dy := (x-p)*inv, (y-py[i])*inv
		if d2 := dx*dx + dy*dy; d2 < limit {
			if d2 < near { // by rounding errors
				d2 = near
			}
			s += kernel.ExpNeg((near - d2) / 2)
		}
	}
	return max(s, 1) // the nearest point contributes 1, despite rounding errors
}

// nearest returns, for each position, the least squared distance from the centres in units of h².
func nearest(at, centers []float64, h float64) []float64 {
	out := make([]float64, len(at))
	for i, x := range at {
		d := math.Inf(1)
		for _, c := range centers {
			if a := math.Abs(x - c); a < d {
				d = a
			}
		}
		d /= h
		out[i] = d * d
	}
	return out
}

// factors writes exp(−½((x − c)²/h² − low)) for each centre c (row) and position x (column). Values below 1e-150 are
// set to 0, so that no product of two is a subnormal number, which processors multiply slowly. The lost terms do not
// matter in sums above tiny.
func factors(out, at, centers, low []float64, h float64) {
	inv := 1 / h
	for r, c := range centers {
		row := out[r*len(at) : (r+1)*len(at)]
		low := low[:len(row)]
		for i, x := range at[:len(row)] {
			d := (x - c) * inv
			v := 0.0
			if e := (low[i] - d*d) / 2; e >= 0 { // positive only by rounding
				v = 1
			} else if e > -345 {
				v = kernel.ExpNeg(e)
			}
			row[i] = v
		}
	}
}

// compact sums kernels with support of radius h. Along a grid row each kernel is a polynomial of degree 2 between two
// columns and 0 elsewhere. Its coefficients are added where it begins and subtracted where it ends, so a single sweep
// sums all of them.
func (m *density) compact(job method.Job, g picture.Grid, planes [][]float64) (void []bool, err error) {
	void = make([]bool, g.W*g.H)
	type change struct{ n, b, c float64 } // coefficients of c + b t − n t²
	changes := make([]change, g.W+1)
	mid := g.X(g.W / 2)
	var env envelope
	for j := range g.H {
		y := g.Y(j)
		empty := void[j*g.W : (j+1)*g.W]
		for i := range empty {
			empty[i] = true
		}
		for k := range m.points {
			if err := job.Err(); err != nil {
				return nil, err
			}
			c := &m.points[k]
			clear(changes)
			for i, px := range c.x {
				dy := (y - c.y[i]) / m.h
				r2 := 1 - dy*dy
				if r2 <= 0 {
					continue
				}
				half := m.h * math.Sqrt(r2)
				lo := int(min(max(math.Ceil((px-half-g.X0)/g.DX), 0), float64(g.W)))
				hi := int(min(max(math.Floor((px+half-g.X0)/g.DX)+1, 0), float64(g.W)))
				if lo >= hi {
					continue
				}
				t := (px - mid) / m.h
				p, q := &changes[lo], &changes[hi]
				p.n, p.b, p.c = p.n+1, p.b+2*t, p.c+r2-t*t
				q.n, q.b, q.c = q.n-1, q.b-2*t, q.c-r2+t*t
			}
			var s change
			out := planes[k][j*g.W : (j+1)*g.W]
			for i := range out {
				d := &changes[i]
				s.n, s.b, s.c = s.n+d.n, s.b+d.b, s.c+d.c
				if s.n == 0 {
					continue
				}
				empty[i] = false
				v := s.n
				if m.shape == epanechnikov {
					t := (g.X(i) - mid) / m.h
					v = max(1e-12, s.c+t*(s.b-s.n*t))
				}
				out[i] = m.weight[k] * v
			}
		}
		m.distances(g, j, empty, planes, &env)
	}
	return void, job.Err()
}

// distances sets the void nodes of row j to minus the distance of each class's nearest point in units of h.
func (m *density) distances(g picture.Grid, j int, empty []bool, planes [][]float64, env *envelope) {
	some := false
	for _, v := range empty {
		some = some || v
	}
	if !some {
		return
	}
	for k := range m.points {
		out := planes[k][j*g.W : (j+1)*g.W]
		if !fastEnvelope {
			for i := range out {
				if empty[i] {
					out[i] = -m.points[k].away(g.X(i), g.Y(j)) / m.h
				}
			}
			continue
		}
		env.build(&m.points[k], g.Y(j))
		at := 0
		for i := range out {
			x := g.X(i)
			at = env.seek(at, x)
			if empty[i] {
				out[i] = -math.Hypot(x-env.x[at], env.dy[at]) / m.h
			}
		}
	}
}

// away returns the distance of the nearest point from (x, y).
func (c *cloud) away(x, y float64) float64 {
	least := math.Inf(1)
	for i, px := range c.x {
		dx, dy := x-px, y-c.y[i]
		least = min(least, dx*dx+dy*dy)
	}
	return math.Sqrt(least)
}

// envelope is the lower envelope of the parabolas (x − xᵢ)² + dyᵢ², which gives the nearest point of a cloud along a
// row: its point i is the nearest one from x = from[i] to from[i+1]. (P. Felzenszwalb, D. Huttenlocher, Theory of
// Computing 8, 2012.)
type envelope struct{ x, dy, from []float64 }

func (e *envelope) build(c *cloud, y float64) {
	e.x, e.dy, e.from = e.x[:0], e.dy[:0], e.from[:0]
	for i, x := range c.x {
		dy := y - c.y[i]
		start := math.Inf(-1)
		for n := len(e.x); n > 0; n = len(e.x) {
			px, pd := e.x[n-1], e.dy[n-1]
			if x == px {
				if math.Abs(dy) >= math.Abs(pd) {
					start = math.Inf(1)
					break
				}
			} else if start = (x+px)/2 + (dy-pd)*(dy+pd)/(2*(x-px)); start > e.from[n-1] {
				break
			}
			e.x, e.dy, e.from = e.x[:n-1], e.dy[:n-1], e.from[:n-1]
			start = math.Inf(-1)
		}
		if !math.IsInf(start, 1) {
			e.x, e.dy, e.from = append(e.x, x), append(e.dy, dy), append(e.from, start)
		}
	}
}

// seek returns the index of the nearest point at x, searching upwards from at.
func (e *envelope) seek(at int, x float64) int {
	for at+1 < len(e.from) && e.from[at+1] <= x {
		at++
	}
	return at
}

// ScoreRaster returns leads in log-odds for the Gaussian, otherwise in posterior probability. A veil covers nodes where
// all densities are 0.
func (m *density) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	planes, void, err := m.field(job, g)
	if err != nil {
		return nil, err
	}
	defer func() { // r has a copy
		all := planes[0][:len(planes)*g.W*g.H]
		fields.Put(&all)
	}()
	return m.leads(job, g, planes, void)
}

// leads converts a field to the raster of ScoreRaster. If void is given, it changes the densities in planes to
// probabilities.
func (m *density) leads(job method.Job, g picture.Grid, planes [][]float64, void []bool) (*picture.Raster, error) {
	r := classify.Raster(m.p, g, classify.Outputs(m.p), clearly, "log-odds")
	// The basis for density lines; below, densities may become probabilities.
	r.Basis = classify.Planes(len(planes), g)
	for k, p := range planes {
		narrow(r.Basis[k], p)
		for i, v := range void {
			if v { // a distance, not a density
				r.Basis[k][i] = 0
			}
		}
	}
	if void != nil {
		r.Hi, r.Name, r.Sharp = 1, "lead in probability", m.shape == tophat
		r.Veil = make([]float32, len(void))
		for i, v := range void {
			if v {
				r.Veil[i] = 1
				continue
			}
			sum := 0.0
			for _, p := range planes {
				sum += p[i]
			}
			for _, p := range planes {
				p[i] /= sum
			}
		}
	}
	if len(planes) == 2 {
		classify.Leads(r, 0, planes, nil)
		for i, v := range r.Planes[0] {
			if v == 0 {
				r.Planes[0][i] = -1e-12 // a tie goes to the lower class
			}
		}
		return r, job.Err()
	}
	classify.Leads(r, 0, planes, make([]float64, g.W*g.H))
	return r, job.Err()
}

// narrow converts values to float32, clamped to its range. It is not inlined, for the same reason as linalg.Axpy.
//
//go:noinline
func narrow(out []float32, values []float64) {
	values = values[:len(out)]
	near := int32(0)
	for i, v := range values {
		w := float32(v)
		out[i] = w
		near |= 0x70000000 - int32(math.Float32bits(w)&0x7fffffff) // negative beyond 1e29
	}
	if near < 0 {
		for i, v := range values {
			out[i] = picture.Finite(v)
		}
	}
}

// Layers draws lines of equal density, at fractions of the highest visible density of each class.
func (m *density) Layers(job method.Job, _ picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if !show["density"] {
		return nil, nil, nil
	}
	for k, p := range raster.Basis {
		top := float32(math.Inf(-1))
		for _, v := range p {
			if v > top {
				top = v
			}
		}
		if m.shape != gaussian && !(top > 0) {
			continue // no kernel of the class is visible
		}
		relief := picture.NewRelief(p, raster.Grid)
		for _, level := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
			at := level * float64(top)
			if m.shape == gaussian {
				at = math.Log(level) + float64(top)
			}
			line := relief.Path(at, picture.RoleIsoline, m.p.ClassIDs[k])
			line.Level, line.Says = level, "lines of equal density of a class: 10, 30, 50, 70 and 90 % of its highest in view"
			under = picture.AppendPath(under, line)
		}
	}
	return under, nil, job.Err()
}
