//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// checker compares one contestant's answer with a reference, which is computed here, in float64 and in the simplest
// way, not by the engine's code.
type checker struct {
	w    *workload
	who  string
	mine *answer
	ours *answer // the engine's
	memo *sync.Map
}

func (c *checker) engine() bool { return c.who == engine }

// once computes a reference for several contestants only once.
func once[T any](c *checker, what string, work func() (T, error)) (T, error) {
	type kept struct {
		v   T
		err error
	}
	key := c.w.ID + " " + what
	if k, ok := c.memo.Load(key); ok {
		k := k.(kept)
		return k.v, k.err
	}
	v, err := work()
	c.memo.Store(key, kept{v, err})
	return v, err
}

// at returns the position of node p of the field.
func at(p int) (x, y float64) {
	g := unit.Grid(gridW, gridH)
	return g.X(p % gridW), g.Y(p / gridW)
}

// facts has the engine's facts.
type facts map[string]any

func readFacts(a *answer) (facts, error) {
	var v wire.Table
	if err := json.Unmarshal(a.info, &v); err != nil {
		return nil, err
	}
	if v.Status.State != method.Converged && v.Status.State != method.Exact {
		return nil, fmt.Errorf("the engine says %q", v.Status.Sentence)
	}
	f := facts{}
	for _, x := range v.Facts {
		f[x.Name] = x.Value
	}
	return f, nil
}

func (f facts) number(name string) (float64, error) {
	if x, ok := f[name].(float64); ok {
		return x, nil
	}
	return 0, fmt.Errorf("the engine has no fact %s", name)
}

func (f facts) numbers(name string) ([]float64, error) {
	list, ok := f[name].([]any)
	if !ok {
		return nil, fmt.Errorf("the engine has no facts %s", name)
	}
	out := make([]float64, len(list))
	for i, x := range list {
		if out[i], ok = x.(float64); !ok {
			return nil, fmt.Errorf("the engine's %s are not numbers", name)
		}
	}
	return out, nil
}

type machine struct {
	points    []doc.Point
	support   []int
	coef      []float64
	intercept float64
	dual      float64
}

func readMachine(a *answer) (*machine, error) {
	f, err := readFacts(a)
	if err != nil {
		return nil, err
	}
	m := &machine{points: a.points}
	rows, err := f.numbers("support")
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if !(r >= 0 && int(r) < len(a.points)) {
			return nil, fmt.Errorf("there is no point %g", r)
		}
		m.support = append(m.support, int(r))
	}
	if m.coef, err = f.numbers("dual_coef"); err != nil {
		return nil, err
	}
	if len(m.coef) != len(m.support) {
		return nil, fmt.Errorf("%d coefficients for %d support vectors", len(m.coef), len(m.support))
	}
	if m.intercept, err = f.number("intercept"); err != nil {
		return nil, err
	}
	m.dual, err = f.number("objective")
	return m, err
}

func (m *machine) decide(x, y float64) float64 {
	f := m.intercept
	for k, i := range m.support {
		dx, dy := x-m.points[i].X, y-m.points[i].Y
		f += m.coef[k] * math.Exp(-gamma*(dx*dx+dy*dy))
	}
	return f
}

// price returns C, from the workload's document.
func (c *checker) price() float64 {
	var price float64
	for _, e := range c.w.Who {
		if f, ok := e.Call.Args.(wire.Tabulate); ok {
			if d, err := doc.DecodeHead(f.Doc); err == nil {
				price, _ = d.Params["C"].(float64)
			}
		}
	}
	return price
}

func (c *checker) svmOptimal() (string, error) {
	m, err := readMachine(c.mine)
	if err != nil {
		return "", err
	}
	price := c.price()
	sum, absolute, square := 0.0, 0.0, 0.0
	for k, i := range m.support {
		b, p := m.coef[k], m.points[i]
		if math.Abs(b) > price*(1+1e-9) || (b > 0) != (p.Z == 1) {
			return "", fmt.Errorf("coefficient %g of a point of class %g, C = %g", b, p.Z, price)
		}
		sum += b
		absolute += math.Abs(b)
		square += b * (m.decide(p.X, p.Y) - m.intercept)
	}
	if math.Abs(sum) > 1e-6*absolute {
		return "", fmt.Errorf("the coefficients sum to %g, not 0", sum)
	}
	primal, dual := square/2, absolute-square/2
	for _, p := range m.points {
		primal += price * max(0, 1-(2*p.Z-1)*m.decide(p.X, p.Y))
	}
	if math.Abs(dual-m.dual) > 1e-6*math.Abs(dual) {
		return "", fmt.Errorf("objective %g, in truth %g", m.dual, dual)
	}
	gap := (primal - dual) / primal
	if !(gap > -1e-9 && gap < 2e-3) {
		return "", fmt.Errorf("the duality gap is %.2g of the objective: not optimal", gap)
	}
	return fmt.Sprintf("optimal, duality gap %.1e of the objective", gap), nil
}

// decisions returns the exact decision values of the engine's machine on the grid.
func (c *checker) decisions() ([]float64, error) {
	return once(c, "decisions", func() ([]float64, error) {
		m, err := readMachine(c.ours)
		if err != nil {
			return nil, err
		}
		f := make([]float64, gridW*gridH)
		inParallel(len(f), func(p int) { f[p] = m.decide(at(p)) })
		return f, nil
	})
}

func (c *checker) svmField() (string, error) {
	f, err := c.decisions()
	if err != nil {
		return "", err
	}
	if len(c.mine.values) != len(f) {
		return "", fmt.Errorf("%d values for %d nodes", len(c.mine.values), len(f))
	}
	top, worst := 0.0, 0.0
	for p, want := range f {
		top = max(top, math.Abs(want))
		worst = max(worst, math.Abs(float64(c.mine.values[p])-want))
	}
	if !(worst <= 1e-6*top) {
		return "", fmt.Errorf("off by %.1e, of values up to %.3g", worst, top)
	}
	return fmt.Sprintf("exact to %.1e of the largest value", worst/top), nil
}

// svmLabels checks the classes that another solver's model predicts.
func (c *checker) svmLabels() (string, error) {
	f, err := c.decisions()
	if err != nil {
		return "", err
	}
	if len(c.mine.values) != len(f) {
		return "", fmt.Errorf("%d values for %d nodes", len(c.mine.values), len(f))
	}
	differ, most := 0, 0.0
	for p, v := range f {
		if (v > 0) != (c.mine.values[p] > 0.5) {
			differ++
			most = max(most, math.Abs(v))
		}
	}
	// Both solvers stop at violations of 1e-3.
	if most > 0.02 {
		return "", fmt.Errorf("%d of %d classes differ, one where the decision value is %.2g", differ, len(f), most)
	}
	return fmt.Sprintf("%d of %d classes differ, where |f| < %.1e", differ, len(f), max(most, 1e-16)), nil
}

// process is an exact posterior of a Gaussian process.
type process struct {
	d     int
	x, y  []float64
	l     []float64
	alpha []float64
}

func newProcess(pts []doc.Point, d int) (*process, error) {
	n := len(pts)
	q := &process{d: d, x: make([]float64, n), y: make([]float64, n), l: make([]float64, n*n), alpha: make([]float64, n)}
	for i, p := range pts {
		q.x[i] = p.X
		q.alpha[i] = p.Y
		if d == 2 {
			q.y[i], q.alpha[i] = p.Y, p.Z
		}
	}
	for i := range n {
		for j := range i + 1 {
			s := q.cov(i, q.x[j], q.y[j])
			if i == j {
				s += noise
			}
			for c := range j {
				s -= q.l[i*n+c] * q.l[j*n+c]
			}
			if i == j {
				if !(s > 0) {
					return nil, errors.New("not positive definite")
				}
				q.l[i*n+i] = math.Sqrt(s)
			} else {
				q.l[i*n+j] = s / q.l[j*n+j]
			}
		}
	}
	q.solve(q.alpha)
	for i := n - 1; i >= 0; i-- {
		s := q.alpha[i]
		for j := i + 1; j < n; j++ {
			s -= q.l[j*n+i] * q.alpha[j]
		}
		q.alpha[i] = s / q.l[i*n+i]
	}
	return q, nil
}

func (q *process) cov(i int, x, y float64) float64 {
	dx, dy := x-q.x[i], y-q.y[i]
	return math.Exp(-(dx*dx + dy*dy) / (2 * length * length))
}

func (q *process) solve(v []float64) {
	n := len(v)
	for i := range n {
		s := v[i]
		for j, w := range v[:i] {
			s -= q.l[i*n+j] * w
		}
		v[i] = s / q.l[i*n+i]
	}
}

func (q *process) at(x, y float64) (mean, sd float64) {
	v := make([]float64, len(q.x))
	for i := range v {
		v[i] = q.cov(i, x, y)
		mean += v[i] * q.alpha[i]
	}
	q.solve(v)
	s := 1.0
	for _, c := range v {
		s -= c * c
	}
	return mean, math.Sqrt(max(s, 0))
}

func (c *checker) gpField() (string, error) { return c.gp(1e-4) }

// gpPeer allows for rounding in float32.
func (c *checker) gpPeer() (string, error) { return c.gp(5e-3) }

// gp checks mean and standard deviation, in units of the prior's standard deviation, 1.
func (c *checker) gp(tolerance float64) (string, error) {
	d, m := 1, gridW
	if c.w.plane() {
		d, m = 2, gridW*gridH
	}
	if len(c.mine.values) != 2*m {
		return "", fmt.Errorf("%d values for mean and deviation at %d places", len(c.mine.values), m)
	}
	type truth struct {
		place    []int
		mean, sd []float64
	}
	t, err := once(c, "posterior", func() (*truth, error) {
		q, err := newProcess(c.ours.points, d)
		if err != nil {
			return nil, err
		}
		t := &truth{}
		step := 1
		if d == 2 {
			step = 67 // coprime to the width: all columns are checked
		}
		for p := 0; p < m; p += step {
			t.place = append(t.place, p)
		}
		t.mean, t.sd = make([]float64, len(t.place)), make([]float64, len(t.place))
		inParallel(len(t.place), func(k int) {
			x, y := at(t.place[k])
			if d == 1 {
				y = 0
			}
			t.mean[k], t.sd[k] = q.at(x, y)
		})
		return t, nil
	})
	if err != nil {
		return "", err
	}
	offMean, offSD := 0.0, 0.0
	for k, p := range t.place {
		offMean = max(offMean, math.Abs(float64(c.mine.values[p])-t.mean[k]))
		offSD = max(offSD, math.Abs(float64(c.mine.values[m+p])-t.sd[k]))
	}
	if !(offMean <= tolerance && offSD <= tolerance) {
		return "", fmt.Errorf("the mean is off by %.1e, the deviation by %.1e", offMean, offSD)
	}
	return fmt.Sprintf("mean exact to %.1e, deviation to %.1e of the prior's", offMean, offSD), nil
}

func (w *workload) plane() bool { return len(w.points) > 0 && w.group == "GP" && w.Who[0].isPlane() }

func (e *entrant) isPlane() bool {
	f, ok := e.Call.Args.(wire.Tabulate)
	return ok && f.H > 1
}

// neighbors returns the number of neighbours of a kNN workload.
func (c *checker) neighbors() int {
	for _, e := range c.w.Who {
		if g, ok := e.Call.Args.(grid); ok {
			return g.K
		}
	}
	return 0
}

// knn checks the class at nodes of the grid by brute force.
func (c *checker) knn() (string, error) {
	const unsure = -1
	k, pts, m := c.neighbors(), c.ours.points, gridW*gridH
	step := 1
	if len(pts) > 500 {
		step = 7 // coprime to the width
	}
	want, err := once(c, "classes", func() ([]int8, error) {
		want := make([]int8, (m+step-1)/step)
		inParallel(len(want), func(i int) { want[i] = majority(pts, k, i*step) })
		return want, nil
	})
	if err != nil {
		return "", err
	}
	labels, err := c.labels()
	if err != nil {
		return "", err
	}
	ties := 0
	for i, w := range want {
		if w == unsure {
			ties++
		} else if labels[i*step] != w {
			x, y := at(i * step)
			return "", fmt.Errorf("class %d instead of %d at %g, %g", labels[i*step], w, x, y)
		}
	}
	return fmt.Sprintf("right at all of %d nodes, %d ties aside", len(want)-ties, ties), nil
}

// labels reads class labels: the engine returns shares of votes, a peer classes.
func (c *checker) labels() ([]int8, error) {
	m := gridW * gridH
	out := make([]int8, m)
	if !c.engine() {
		if len(c.mine.values) != m {
			return nil, fmt.Errorf("%d classes for %d nodes", len(c.mine.values), m)
		}
		for i, v := range c.mine.values {
			out[i] = int8(v)
		}
		return out, nil
	}
	var v wire.Table
	if err := json.Unmarshal(c.mine.info, &v); err != nil {
		return nil, err
	}
	if len(v.Planes) == 1 && len(c.mine.values) == m && v.Planes[0].Class == picture.NoClass {
		for i, x := range c.mine.values {
			out[i] = int8(x)
		}
		return out, nil
	}
	if len(v.Planes) < 2 || len(c.mine.values) != m*len(v.Planes) {
		return nil, fmt.Errorf("%d values in %d planes for %d nodes", len(c.mine.values), len(v.Planes), m)
	}
	for i := range out {
		best := 0
		for p := range v.Planes {
			if c.mine.values[p*m+i] > c.mine.values[best*m+i] {
				best = p
			}
		}
		out[i] = int8(v.Planes[best].Class)
	}
	return out, nil
}

// majority returns the class of most of the k points nearest to node p, of two classes; -1 if the k-th and the next are
// equally near, or the vote is a tie.
func majority(pts []doc.Point, k, p int) int8 {
	x, y := at(p)
	k = min(k, len(pts))
	var near [17]struct {
		d float64
		c int8
	}
	n := 0
	for _, q := range pts {
		dx, dy := q.X-x, q.Y-y
		d := dx*dx + dy*dy
		if n == k+1 && d >= near[k].d {
			continue
		}
		i := n
		if n <= k {
			n++
		} else {
			i = k
		}
		for ; i > 0 && near[i-1].d > d; i-- {
			near[i] = near[i-1]
		}
		near[i].d, near[i].c = d, int8(q.Z)
	}
	if n > k && near[k].d-near[k-1].d <= 1e-14*near[k].d {
		return -1
	}
	votes := [2]int{}
	for _, q := range near[:k] {
		votes[q.c]++
	}
	switch {
	case votes[0] == votes[1]:
		return -1
	case votes[1] > votes[0]:
		return 1
	}
	return 0
}

// diagram has the properties of a Voronoi diagram that are compared.
type diagram struct {
	areas           []float64
	triangles, hull float64
}

func (c *checker) diagram(a *answer, ours bool) (*diagram, error) {
	if !ours {
		var v struct {
			Areas           []float64
			Triangles, Hull float64
		}
		err := json.Unmarshal(a.info, &v)
		return &diagram{v.Areas, v.Triangles, v.Hull}, err
	}
	f, err := readFacts(a)
	if err != nil {
		return nil, err
	}
	d := &diagram{}
	if d.areas, err = f.numbers("cell_areas"); err != nil {
		return nil, err
	}
	if d.triangles, err = f.number("n_triangles"); err != nil {
		return nil, err
	}
	d.hull, err = f.number("n_hull")
	return d, err
}

// voronoi checks that cells tile the box, that the number of triangles satisfies Euler's formula, and that each cell is
// as large as the engine's.
func (c *checker) voronoi() (string, error) {
	d, err := c.diagram(c.mine, c.engine())
	if err != nil {
		return "", err
	}
	n := len(c.mine.points)
	if len(d.areas) != n {
		return "", fmt.Errorf("%d cells for %d points", len(d.areas), n)
	}
	sum := 0.0
	for _, a := range d.areas {
		sum += a
	}
	if math.Abs(sum-1) > 1e-9 {
		return "", fmt.Errorf("the cells' areas sum to %.12g", sum)
	}
	if d.triangles != 2*float64(n)-2-d.hull {
		return "", fmt.Errorf("%g triangles of %d points, %g on the hull", d.triangles, n, d.hull)
	}
	// The answer must contain those cells: as polygons, in float32.
	drawn, cells := 0.0, 0
	for i := 0; i < len(c.mine.values); {
		j := i
		for j < len(c.mine.values) && c.mine.values[j] == c.mine.values[j] {
			j += 2
		}
		drawn += math.Abs(polygonArea(c.mine.values[i:j]))
		cells++
		i = j + 2
	}
	if math.Abs(drawn-1) > 1e-4 || cells != n {
		return "", fmt.Errorf("%d cells were sent, of area %g in all", cells, drawn)
	}
	if c.engine() {
		return fmt.Sprintf("%d cells tile the box, %g triangles", cells, d.triangles), nil
	}
	own, err := c.diagram(c.ours, true)
	if err != nil {
		return "", err
	}
	worst := 0.0
	for i, a := range d.areas {
		worst = max(worst, math.Abs(a-own.areas[i]))
	}
	if worst > 1e-9 || d.hull != own.hull {
		return "", fmt.Errorf("an area differs by %.1e from the engine's", worst)
	}
	return fmt.Sprintf("areas agree with the engine's to %.1e", worst), nil
}

func polygonArea(xy []float32) float64 {
	sum := 0.0
	for i := 0; i+1 < len(xy); i += 2 {
		j := (i + 2) % len(xy)
		sum += float64(xy[i])*float64(xy[j+1]) - float64(xy[j])*float64(xy[i+1])
	}
	return sum / 2
}

func inParallel(n int, f func(i int)) {
	const block = 256
	var wg sync.WaitGroup
	next := make(chan int)
	for range 4 {
		wg.Go(func() {
			for i := range next {
				for j := i; j < min(i+block, n); j++ {
					f(j)
				}
			}
		})
	}
	for i := 0; i < n; i += block {
		next <- i
	}
	close(next)
	wg.Wait()
}

// clusters checks the points' clusters by Lloyd's textbook algorithm, from the same starting positions.
func (c *checker) clusters() (string, error) {
	type truth struct {
		labels []int
		moves  int
	}
	t, err := once(c, "clusters", func() (*truth, error) {
		_, centers := heapsAndStarts()
		pts, k := c.ours.points, len(centers)
		t := &truth{labels: make([]int, len(pts))}
		for changed := true; changed; t.moves++ {
			changed = t.moves == 0
			sums, counts := make([][2]float64, k), make([]float64, k)
			for i, p := range pts {
				best, least := 0, math.Inf(1)
				for j, m := range centers {
					dx, dy := p.X-m[0], p.Y-m[1]
					if d := dx*dx + dy*dy; d < least {
						best, least = j, d
					}
				}
				changed = changed || t.labels[i] != best
				t.labels[i] = best
				sums[best][0], sums[best][1], counts[best] = sums[best][0]+p.X, sums[best][1]+p.Y, counts[best]+1
			}
			for j := range k {
				if counts[j] == 0 {
					return nil, errors.New("a cluster is empty")
				}
				centers[j] = []float64{sums[j][0] / counts[j], sums[j][1] / counts[j]}
			}
		}
		return t, nil
	})
	if err != nil {
		return "", err
	}
	var labels []float64
	if c.engine() {
		f, err := readFacts(c.mine)
		if err != nil {
			return "", err
		}
		if labels, err = f.numbers("labels"); err != nil {
			return "", err
		}
	} else {
		for _, x := range c.mine.values {
			labels = append(labels, float64(x))
		}
	}
	if len(labels) != len(t.labels) {
		return "", fmt.Errorf("%d labels for %d points", len(labels), len(t.labels))
	}
	for i, want := range t.labels {
		if int(labels[i]) != want {
			return "", fmt.Errorf("point %d is in cluster %g, not %d", i, labels[i], want)
		}
	}
	return fmt.Sprintf("each point in its cluster, after %d moves", t.moves-1), nil
}
