package gp

import (
	"math"
	"math/rand/v2"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// lattice is a set of positions at which a posterior is computed, so that it can be interpolated everywhere else in its
// box: the variance costs n² operations per position, interpolation a few dozen. The posterior of a smooth kernel is as
// smooth as the kernel, so a few nodes per length scale reach any accuracy; it is measured at check positions between
// the nodes.
type lattice struct {
	box   [4]float64 // x0, x1, y0, y1
	x, y  axis       // y has no nodes if d is 1
	nodes int        // len(x.t) * max(1, len(y.t)), x fastest
	at    []float64  // coordinates of the nodes, then of the checks
	size  int        // number of nodes and checks
	ask   ask
	// trial is the error of interpolating the kernel; capped says that the tolerance required more nodes than allowed.
	trial  float64
	capped bool
	// gridded says that the nodes depend on the picture's grid.
	gridded bool
}

// serves reports whether the lattice is the one that an ask would get, or as good.
func (t *lattice) serves(a ask) bool {
	return !t.capped || t.ask == a || !t.gridded && t.ask.limX == a.limX && t.ask.limY == a.limY
}

// ask describes the request for which a lattice was made.
type ask struct {
	limX, limY int // largest number of nodes on each axis, if the kernel is smooth
	w, h       int // nodes of the picture's grid
}

const checkPlaces = 24

// tolerance is the desired error of the interpolated standard deviation, relative to the prior's.
const tolerance = 1e-4

// newLattice chooses the nodes by interpolating powers of k(·, z) within tol. Variances are quadratic in k(·, z); the
// inverse of the noisy Gram matrix amplifies their high frequencies, at most so much that the spectrum becomes its own
// square root. For a Gaussian this halves the length scale again, which corresponds to the fourth power; slowly
// decreasing spectra change little.
func newLattice(k kernel.Kernel, d int, box [4]float64, tol float64, a ask) *lattice {
	t := &lattice{box: box, ask: a}
	corner := []float64{box[0], box[2]}
	size := [2]float64{box[1] - box[0], box[3] - box[2]}
	var places [][]float64
	for _, f := range [...][2]float64{{0.5, 0.5}, {0.07, 0.81}, {0.83, 0.12}} {
		places = append(places, []float64{corner[0] + f[0]*size[0], corner[1] + f[1]*size[1]}[:d])
	}
	top := 0.0
	for _, c := range append(places, corner[:d], []float64{box[1], box[3]}[:d]) {
		top = max(top, latentAt(k, c))
	}
	if !(top > 0) {
		top = 1
	}
	smooth := kernel.Smooth(k)
	sections := func(c int) (gs []trial) {
		for _, p := range places {
			q := clone(p)
			gs = append(gs, trial{peak: p[c], g: func(s float64) float64 {
				q[c] = s
				v := k.Eval(q, p) / top
				if smooth {
					v *= v
				}
				return v * v
			}})
		}
		return gs
	}
	var errX, errY float64
	t.x, errX = chooseAxis(box[0], box[1], tol, a.limX, sections(0))
	if d == 2 {
		t.y, errY = chooseAxis(box[2], box[3], tol, a.limY, sections(1))
	}
	t.trial = max(errX, errY)
	t.capped = t.trial > tol
	return t
}

// place computes the coordinates of nodes and checks: half of the checks are at observations, where the variance has
// minima, if so many lie within the box; the others are random.
func (t *lattice) place(x []float64, d int) {
	t.nodes = len(t.x.t) * max(len(t.y.t), 1)
	t.size = t.nodes + checkPlaces
	t.at = make([]float64, 0, t.size*d)
	if d == 1 {
		t.at = append(t.at, t.x.t...)
	} else {
		for _, y := range t.y.t {
			for _, x := range t.x.t {
				t.at = append(t.at, x, y)
			}
		}
	}
	rng := rand.New(rand.NewPCG(3, 7))
	n := len(x) / d
	for i := range n {
		if len(t.at) == (t.nodes+checkPlaces/2)*d {
			break
		}
		p := x[i*7%n*d:][:d]
		if p[0] > t.box[0] && p[0] < t.box[1] && (d == 1 || p[1] > t.box[2] && p[1] < t.box[3]) {
			t.at = append(t.at, p...)
		}
	}
	for len(t.at) < t.size*d {
		t.at = append(t.at, t.box[0]+rng.Float64()*(t.box[1]-t.box[0]))
		if d == 2 {
			t.at = append(t.at, t.box[2]+rng.Float64()*(t.box[3]-t.box[2]))
		}
	}
}

// columns are the columns L⁻¹ k(X, t) at the positions of a lattice, from which the mean and variance there follow. If
// a point is moved, they are updated in O(1) per number, like the factor, instead of being solved again.
type columns struct {
	lat   *lattice
	v     [][]float64 // one row per row of the factor; nil without any, or if too large to keep
	prior []float64   // variance of f before any observation
	mean  []float64   // in normalised units
	vari  []float64   // variance of f, at least 0
	// errSD and errMean are the interpolation errors measured at the checks, relative to the largest prior deviation.
	errSD, errMean float64
}

// products returns, for each pair of nodes (nodes×nodes), the sum over the rows of v of the product of their numbers.
func (c *columns) products() []float64 {
	m := c.lat.nodes
	sum := make([]float64, m*m)
	block := make([]float64, 0, 64*m)
	for i := 0; i < len(c.v); i += 64 {
		block = block[:0]
		part := c.v[i:min(i+64, len(c.v))]
		for _, row := range part {
			block = append(block, row[:m]...)
		}
		linalg.MulAddT(sum, block, block, m, len(part), m)
	}
	return sum
}

// keepColumns is the largest count of numbers in the columns that a model keeps: 16 MB.
const keepColumns = 2 << 20

// newColumns solves for all positions of a lattice.
func newColumns(job method.Job, q *posterior, lat *lattice) (*columns, error) {
	c := &columns{lat: lat, mean: make([]float64, lat.size), vari: make([]float64, lat.size)}
	c.prior = kernel.DiagLatent(q.k, lat.at, lat.size, q.d, nil)
	copy(c.vari, c.prior)
	n := q.n
	keep := n > 0 && n*lat.size <= keepColumns
	if keep {
		all := make([]float64, n*lat.size)
		c.v = make([][]float64, n)
		for i := range c.v {
			c.v[i] = all[i*lat.size : (i+1)*lat.size]
		}
	}
	if n > 0 {
		l, block := q.factor(), min(max(8_000_000/(n*n), 16), 256)
		for j0 := 0; j0 < lat.size; j0 += block {
			if err := job.Err(); err != nil {
				return nil, err
			}
			j1 := min(j0+block, lat.size)
			w := j1 - j0
			v := kernel.Cross(q.k, q.x, n, lat.at[j0*q.d:j1*q.d], w, q.d, nil)
			linalg.SolveLower(l, n, v, w)
			for i := range n {
				row := v[i*w : (i+1)*w]
				addRow(c.mean[j0:j1], c.vari[j0:j1], row, q.beta[i])
				if keep {
					copy(c.v[i][j0:j1], row)
				}
			}
		}
	}
	c.finish(q)
	return c, nil
}

func addRow(mean, vari, row []float64, beta float64) {
	mean, vari = mean[:len(row)], vari[:len(row)]
	for i, v := range row {
		mean[i] += beta * v
		vari[i] -= v * v
	}
}

// finish clips negative variances, which are rounding errors, and measures the error at the checks.
func (c *columns) finish(q *posterior) {
	lat := c.lat
	top := 0.0
	for i, v := range c.vari {
		c.vari[i] = max(v, 0)
		top = max(top, c.prior[i])
	}
	if top == 0 {
		top = 1
	}
	top = math.Sqrt(top)
	xs, ys := make([]float64, checkPlaces), make([]float64, checkPlaces)
	for i := range checkPlaces {
		xs[i] = lat.at[(lat.nodes+i)*q.d]
		ys[i] = lat.at[(lat.nodes+i+1)*q.d-1]
	}
	bx := lat.x.basis(xs)
	var by basis
	if q.d == 2 {
		by = lat.y.basis(ys)
	}
	c.errSD, c.errMean = 0, 0
	for i := range checkPlaces {
		m, v := 0.0, 0.0
		if q.d == 1 {
			m, v = bx.at(i, c.mean), bx.at(i, c.vari)
		} else {
			nx := len(lat.x.t)
			for j, w := range by.w[i*by.k : (i+1)*by.k] {
				row := (by.lo[i] + j) * nx
				m += w * bx.at(i, c.mean[row:row+nx])
				v += w * bx.at(i, c.vari[row:row+nx])
			}
		}
		k := lat.nodes + i
		c.errMean = max(c.errMean, math.Abs(m-c.mean[k])/top)
		c.errSD = max(c.errSD, math.Abs(math.Sqrt(max(v, 0))-math.Sqrt(c.vari[k]))/top)
	}
}

// edited returns a copy without mean and variance whose rows can be replaced; nil if there are no rows.
func (c *columns) edited() *columns {
	if c == nil || c.v == nil || !fastColumns {
		return nil
	}
	return &columns{lat: c.lat, v: append([][]float64(nil), c.v...), prior: c.prior}
}

func (c *columns) drop(i int, rot []rotation) {
	if c != nil {
		c.v = dropFrom(c.v, i, rot)
	}
}

// append adds the row of a new observation at x, given its row l of the factor.
func (c *columns) append(q *posterior, x, l []float64) {
	if c == nil {
		return
	}
	row := kernel.Cross(q.k, x, 1, c.lat.at, c.lat.size, q.d, nil)
	n := len(c.v)
	i := 0
	for ; i+4 <= n; i += 4 {
		v0, v1, v2, v3 := c.v[i][:len(row)], c.v[i+1][:len(row)], c.v[i+2][:len(row)], c.v[i+3][:len(row)]
		a0, a1, a2, a3 := l[i], l[i+1], l[i+2], l[i+3]
		for j := range row {
			row[j] -= (a0*v0[j] + a1*v1[j]) + (a2*v2[j] + a3*v3[j])
		}
	}
	for ; i < n; i++ {
		linalg.Axpy(-l[i], c.v[i], row)
	}
	s := 1 / l[n]
	for j := range row {
		row[j] *= s
	}
	c.v = append(c.v, row)
}

// cache returns the columns computed last, or nil.
func (q *posterior) cache() *columns {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.cols
}

// refresh replaces inherited columns by a copy with the mean and variance of q.
func (q *posterior) refresh() {
	c := q.cols.edited()
	if c != nil {
		c.mean, c.vari = make([]float64, c.lat.size), clone(c.prior)
		for i, row := range c.v {
			addRow(c.mean, c.vari, row, q.beta[i])
		}
		c.finish(q)
	}
	q.cols = c
}

// columnsOver returns columns on a lattice over the box, cached or new. If the kernel is smooth enough for
// interpolation with the nodes allowed by a, there are as many nodes as the tolerance needs; otherwise rough chooses
// the lattice, given the best one of that size.
func (q *posterior) columnsOver(job method.Job, box [4]float64, a ask, rough func(*lattice) *lattice) (*columns,
	error) {
	if c := q.cache(); c != nil && sameBox(c.lat.box, box) && c.lat.serves(a) && (c.lat.capped || c.errSD <= tolerance) {
		return c, nil
	}
	top := 0.0
	for _, at := range [][]float64{{box[0], box[2]}, {box[1], box[3]}} {
		top = max(top, latentAt(q.k, at[:q.d]))
	}
	// The deviation at an observation is at most of the order of the noise's deviation. The smaller the deviation is, the
	// more an error of the variance matters.
	tol := 1e-4
	if top > 0 {
		tol = min(max(1e-3*math.Sqrt(q.noise/top), 1e-9), 1e-4)
	}
	if !kernel.Smooth(q.k) {
		tol *= 3
	}
	var c *columns
	for {
		lat := &lattice{box: box, ask: a, capped: true}
		if fastLattice {
			lat = newLattice(q.k, q.d, box, tol, a)
		}
		if lat.capped {
			best := lat.x.t
			lat = rough(lat)
			lat.gridded = best == nil || &lat.x.t[0] != &best[0]
		}
		lat.place(q.x, q.d)
		var err error
		if c, err = newColumns(job, q, lat); err != nil {
			return nil, err
		}
		// There are few checks; the largest error may be four times as large.
		if c.errSD <= tolerance/4 || lat.capped || tol < 1e-11 {
			break
		}
		tol *= min(max(tolerance/8/c.errSD, 0.01), 0.3)
	}
	q.mu.Lock()
	q.cols = c
	q.mu.Unlock()
	return c, nil
}

// sameBox compares boxes up to the rounding of grids of different resolution.
func sameBox(a, b [4]float64) bool {
	ex, ey := 1e-9*(b[1]-b[0]), 1e-9*math.Abs(b[3]-b[2])
	return math.Abs(a[0]-b[0]) <= ex && math.Abs(a[1]-b[1]) <= ex && math.Abs(a[2]-b[2]) <= ey && math.Abs(a[3]-b[3]) <= ey
}
