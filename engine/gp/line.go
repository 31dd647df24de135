package gp

import (
	"math"
	"sort"

	"pointscape/engine/bands"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Predict writes the posterior mean of f.
//
// For many positions on a line (a curve), it interpolates by a Chebyshev polynomial if the kernel is smooth enough for
// one that agrees with the exact mean to ten digits; otherwise it computes the mean at each position.
func (m *model) Predict(x, out []float64) {
	const many = 128
	if !(fastCurve && m.post.d == 1 && len(out) >= many && m.post.n > 8 && m.post.interpolateMean(x, out)) {
		m.post.mean(x, out)
	}
	m.post.trend.lift(x, out)
}

// interpolateMean writes the mean at many abscissas by a polynomial, and reports whether one of moderate degree is
// accurate enough.
func (q *posterior) interpolateMean(x, out []float64) bool {
	a, b := math.Inf(1), math.Inf(-1)
	for _, s := range x {
		a, b = min(a, s), max(b, s)
	}
	if !(a < b) {
		return false
	}
	// The mean is a sum of kernel functions with weights alpha.
	weight := 0.0
	for _, c := range q.alpha {
		weight += math.Abs(c)
	}
	for n := 24; n <= min(len(out)/3, 160); n = n * 3 / 2 {
		ax := newAxis(a, b, n, chebyshev)
		// Positions between the nodes measure the error of the polynomial.
		checks := make([]float64, 9)
		for i := range checks {
			g := (2*i + 1) * (n - 1) / (2 * len(checks))
			checks[i] = 0.55*ax.t[g] + 0.45*ax.t[g+1]
		}
		at := append(ax.t[:n:n], checks...)
		f := make([]float64, len(at))
		q.mean(at, f)
		f, want := f[:n], f[n:]
		top := 0.0
		for _, v := range f {
			top = max(top, math.Abs(v-q.center))
		}
		bc := ax.basis(checks)
		worst := 0.0
		for i, v := range want {
			worst = max(worst, math.Abs(bc.at(i, f)-v))
		}
		// Allow for the rounding of the sum itself.
		if worst <= 1e-10*top+1e-15*q.scale*weight {
			bx := ax.basis(x)
			for i := range out {
				out[i] = bx.at(i, f)
			}
			return true
		}
		if worst > 0.05*top { // far too few nodes: leave out the next number
			n = n * 3 / 2
		}
	}
	return false
}

// Deviations returns the standard deviations of f and of a new y.
func (m *model) Deviations(x []float64) (ofF, ofY []float64) { return m.post.deviations(x) }

// heights returns the range of y for the prior on the interval x: three standard deviations of f around its mean. ok is
// false unless the prior of a process with one input is shown.
func heights(p *method.Problem, v method.Values, x [2]float64) (y [2]float64, ok bool) {
	k, err := parse(v)
	if err != nil || p.D != 1 || !v.Bool("prior") {
		return y, false
	}
	t, err := trendOf(v)
	if err != nil {
		return y, false
	}
	center, scale := normalize(t.left(p).Y, v.Bool("normalize_y"))
	const places = 16
	top, low, high := 0.0, math.Inf(1), math.Inf(-1)
	for i := range places + 1 {
		at := []float64{x[0] + (x[1]-x[0])*float64(i)/places}
		top = max(top, latentAt(k, at))
		low, high = min(low, t.at(at)), max(high, t.at(at))
	}
	reach := 3 * scale * math.Sqrt(top)
	return [2]float64{low + center - reach, high + center + reach}, reach > 0 && !math.IsInf(reach, 0)
}

// curveOver computes the mean and the deviations over a viewport: at every other pixel, or at every pixel for a rough
// kernel and few points.
func (q *posterior) curveOver(job method.Job, v picture.Viewport) (*bands.Curve, *columns, error) {
	box := [4]float64{v.X0, v.X1, 0, 0}
	c, err := q.columnsOver(job, box, ask{limX: max(v.W/3, 24), w: v.W}, func(lat *lattice) *lattice {
		// For cusps, or features of a few pixels, the nodes are the pixels drawn.
		step := 2
		if q.n*q.n/2*v.W < 30_000_000 {
			step = 1
		}
		lat.x = newAxis(v.X0, v.X1, v.W/step+1, linear)
		return lat
	})
	if err != nil {
		return nil, nil, err
	}
	lat := c.lat
	out := &bands.Curve{}
	if lat.x.rule != linear {
		w := max(v.W/2, 2)
		out.X = make([]float64, w+1)
		for i := range out.X {
			out.X[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(w)
		}
		b := lat.x.basis(out.X)
		out.Mean, out.SDF = make([]float64, w+1), make([]float64, w+1)
		for i := range out.X {
			out.Mean[i] = b.at(i, c.mean)
			out.SDF[i] = b.at(i, c.vari)
		}
	} else {
		out.X = lat.x.t
		out.Mean = clone(c.mean[:lat.nodes])
		out.SDF = clone(c.vari[:lat.nodes])
	}
	out.SDY = make([]float64, len(out.X))
	noise := q.noise
	for i, s := range out.SDF {
		if q.white {
			noise = q.observed(out.X[i : i+1])
		}
		s = max(s, 0)
		out.Mean[i] = q.center + q.scale*out.Mean[i]
		out.SDF[i] = q.scale * math.Sqrt(s)
		out.SDY[i] = q.scale * math.Sqrt(s+noise)
	}
	q.trend.lift(out.X, out.Mean)
	return out, c, nil
}

// lineLayers draws the bands, the samples and the mean of the prior under the data, and the names of the bands over it.
func (m *model) lineLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	var before []picture.Layer
	if show["prior_mean"] && m.post.trend != nil && m.post.n > 0 {
		line := &picture.Path{Role: picture.RoleMargin, Class: picture.NoClass, Says: "mean of the prior"}
		for i := range v.W/2 + 1 {
			at := []float64{v.DX(float64(2 * i))}
			line.XY = append(line.XY, at[0], m.post.trend.at(at))
		}
		before = append(before, line)
	}
	samples := 0
	if show["samples"] {
		samples = m.v.Int("samples")
	}
	if samples == 0 && !bands.Shown(show) {
		return before, nil, job.Err()
	}
	c, cols, err := m.post.curveOver(job, v)
	if err != nil {
		return nil, nil, err
	}
	under, over = c.Layers(v, show, m.p.X, m.p.Y)
	if samples > 0 {
		paths, err := m.post.samplePaths(job, v, cols, samples, m.p.Seed)
		if err != nil {
			return nil, nil, err
		}
		under = append(under, paths...)
	}
	return append(under, before...), over, job.Err()
}

// sampleNodes is the number of positions at which samples of rough kernels are drawn. With many points it is halved,
// which leaves out the last level of the coarse-to-fine order: the samples lose detail but do not move.
func sampleNodes(n int) int {
	if n > 80 {
		return 129
	}
	return 257
}

// samplePaths draws samples over the viewport: for posteriors of smooth kernels at the few nodes of the lattice,
// interpolated by a polynomial; else at many positions, joined by line segments.
func (q *posterior) samplePaths(job method.Job, v picture.Viewport, c *columns, count int, seed uint64) (
	[]picture.Layer, error) {
	smooth := c.lat.x.rule == chebyshev && c.v != nil
	var at, mean, cov []float64
	if smooth {
		m := c.lat.nodes
		at, mean = c.lat.at[:m], c.mean[:m]
		cov = kernel.Cross(q.k, at, m, at, m, 1, nil)
		for i, x := range c.products() {
			cov[i] -= x
		}
	} else {
		at = newAxis(v.X0, v.X1, sampleNodes(q.n), linear).t
		mean = make([]float64, len(at))
		q.mean(at, mean)
		for i := range mean {
			mean[i] = (mean[i] - q.center) / q.scale
		}
		cov = q.covariance(at)
		for i := range cov {
			cov[i] /= q.scale * q.scale
		}
	}
	fs, err := draw(job, mean, cov, count, seed)
	if err != nil {
		return nil, err
	}
	xs := at
	var b basis
	if smooth {
		w := max(v.W/2, 2)
		xs = make([]float64, w+1)
		for i := range xs {
			xs[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(w)
		}
		b = c.lat.x.basis(xs)
	}
	out := make([]picture.Layer, len(fs))
	for s, f := range fs {
		p := &picture.Path{Role: picture.RoleSample, Class: s, XY: make([]float64, 0, 2*len(xs)),
			Says: words.Text("samples of the %s", bands.Stands(q.n))}
		for i, x := range xs {
			y := 0.0
			if smooth {
				y = b.at(i, f)
			} else {
				y = f[i]
			}
			p.XY = append(p.XY, x, q.trend.at(xs[i:i+1])+q.center+q.scale*y)
		}
		out[s] = p
	}
	return out, nil
}

func (m *model) PartSays(p method.Part) string {
	if p == method.Mean {
		return words.Text("mean of the %s", bands.Stands(m.post.n))
	}
	return ""
}

// influence is the contribution of an observation to the mean at a position.
type influence struct {
	row    int // row of the problem
	weight float64
	part   float64 // weight times target relative to the centre, in the targets' units
}

// influences returns the contributions to the mean at x, the largest weights first: the mean, relative to the centre
// and the prior mean, is their sum.
func (q *posterior) influences(x []float64) []influence {
	if q.n == 0 {
		return nil
	}
	w := kernel.Cross(q.k, q.x, q.n, x, 1, q.d, nil)
	linalg.CholSolve(q.factor(), q.n, w, 1)
	out := make([]influence, q.n)
	for i, c := range w {
		out[i] = influence{q.order[i], c, q.scale * c * q.y[i]}
	}
	sort.SliceStable(out, func(i, j int) bool { return math.Abs(out[i].weight) > math.Abs(out[j].weight) })
	return out
}
