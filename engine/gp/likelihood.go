package gp

import (
	"math"
	"strconv"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/descent"
	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// mapChoices returns a function that lists the choices of map_x or map_y: the hyperparameters by name. A number beyond
// the last one also means the noise variance.
func mapChoices(param, automatic string) func(method.Values) []method.Choice {
	return func(v method.Values) []method.Choice {
		k, err := parse(v)
		if err != nil {
			return nil
		}
		list := []method.Choice{{Value: "0", Label: words.Text("Automatic: %s", automatic)}}
		_, names := thetaNames(k)
		for i, name := range names {
			n := i + 1
			if n == len(names) {
				n = max(n, v.Int(param))
			}
			list = append(list, method.Choice{Value: strconv.Itoa(n), Label: name})
		}
		return list
	}
}

// mapAxes returns which hyperparameters the likelihood map shows, as indices into theta; ok is false if there is only
// one.
func (m *model) mapAxes() (i, j int, ok bool) {
	h := m.k.Hyper()
	last := len(h) // the noise
	pick := func(name string, zero int) int {
		c := m.v.Int(name)
		switch {
		case c == 0:
			return zero
		case c > last:
			return last
		}
		return c - 1
	}
	length := 0
	for c := len(h) - 1; c >= 0; c-- {
		if strings.Contains(h[c].Name, "length_scale") {
			length = c
		}
	}
	i, j = pick("map_x", length), pick("map_y", last)
	if i == j { // a map needs two; the one that was chosen is kept
		other := last
		if i == last {
			other = length
		}
		if m.v.Int("map_x") == 0 && m.v.Int("map_y") != 0 {
			i = other
		} else {
			j = other
		}
	}
	return i, j, last > 0
}

// Panels returns the likelihood map if hyperparameters were learned.
func (m *model) Panels(show method.Shown) []method.Panel {
	i, j, ok := m.mapAxes()
	if !ok || m.search == nil || !show["likelihood"] {
		return nil
	}
	names, _ := thetaNames(m.k)
	return []method.Panel{chart.Sized(method.PanelInfo{
		ID: "likelihood", Title: "Log marginal likelihood",
		XLabel: names[i], YLabel: names[j], XLog: true, YLog: true,
		Help: "Each line is the path of the optimiser from one start to an optimum; other hyperparameters keep the best " +
			"values found. Bounds of the search: lengths 1/1000 to 1000 times the extent of the inputs, variances 1e-4 to " +
			"1e4 times the mean square of y, noise 1e-7 to 100 times that, others 1/1000 to 1000 times their value " +
			"(scikit-learn: always 1e-5 to 1e5).",
	}, func(job method.Job, w, h int) (*chart.Chart, error) { return m.likelihoodMap(job, i, j, w, h) })}
}

// mapWork bounds the multiplications for a likelihood map: about half a second in a browser.
const mapWork = 4e8

// likelihoodMap draws the likelihood over log10 of hyperparameters i and j, with the paths of the searches.
func (m *model) likelihoodMap(job method.Job, i, j, w, h int) (*chart.Chart, error) {
	s := m.search
	x0, x1 := s.mapRange(i)
	y0, y1 := s.mapRange(j)
	c := &chart.Chart{X: chart.Exactly(x0, x1), Y: chart.Exactly(y0, y1)}
	gx, gy := m.mapSize(i, j)
	ax, ay := newAxis(x0, x1, gx, cubic), newAxis(y0, y1, gy, cubic)
	values, err := m.mapValues(job, i, j, ax.t, ay.t)
	if err != nil {
		return nil, err
	}
	top, depth := s.clip(values, m.p.N)
	g := c.View(w, h).Grid(min(max(w/3, 24), 120), min(max(h/3, 24), 120))
	xs, ys := make([]float64, g.W), make([]float64, g.H)
	for k := range xs {
		xs[k] = g.X(k)
	}
	for k := range ys {
		ys[k] = g.Y(k)
	}
	plane := make([]float32, g.W*g.H)
	for k, v := range spread(ax.basis(xs), ay.basis(ys), gx, values) {
		plane[k] = float32(v)
	}
	c.Add(chart.Layers{&picture.Raster{
		Kind: picture.Sequential, Grid: g, Planes: [][]float32{plane},
		Lo: top - depth, Hi: top, Name: "log marginal likelihood",
	}})
	relief := picture.NewRelief(plane, g)
	for _, below := range [...]float64{0.5, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000} {
		if below >= depth {
			break
		}
		line := relief.Path(top-below, picture.RoleIsoline, picture.NoClass)
		line.Says = "lines of equal likelihood: 0.5, 2, 5, 10, 20, 50, … nats below the highest"
		c.Add(chart.Layers{line})
	}
	m.searched(c, i, j)
	return c, nil
}

// mapSize returns the numbers of nodes of the map over hyperparameters i and j, from edge to edge.
func (m *model) mapSize(i, j int) (gx, gy int) {
	n := float64(m.p.N)
	cost := n*n*n/6 + 20*n*n + 200
	gx = min(max(int(math.Sqrt(mapWork/cost)), 6), 28)
	gy = gx
	noise := m.search.noise()
	if i == noise || j == noise {
		// One tridiagonal form serves all values of the noise.
		cost = 2*n*n*n/3 + 20*n*n + 200
		gx, gy = min(max(int(mapWork/cost), 6), 28), 49
		if i == noise {
			gx, gy = gy, gx
		}
	}
	return gx, gy
}

// mapValues returns the log marginal likelihood where hyperparameters i and j have the decimal logarithms tx and ty:
// rows of len(tx) numbers. The others have their best values.
func (m *model) mapValues(job method.Job, i, j int, tx, ty []float64) ([]float64, error) {
	best, noise := m.search.runs[m.search.best].end(), m.search.noise()
	gx, gy := len(tx), len(ty)
	e := &evidence{k: m.k, x: m.p.X, n: m.p.N, d: m.p.D, y: normalized(m.r.Y, m.post.center, m.post.scale)}
	values := make([]float64, gx*gy)
	if fastNoise && (i == noise || j == noise) {
		other, noises, others := i, ty, tx
		if i == noise {
			other, noises, others = j, tx, ty
		}
		for a, t := range others {
			method.Progress(job, float64(a)/float64(len(others)))
			z := clone(best)
			z[other] = t * math.Ln10
			col, err := e.overNoise(job, z, noises)
			if err != nil {
				return nil, err
			}
			for b, v := range col {
				if i == noise {
					values[a*gx+b] = v
				} else {
					values[b*gx+a] = v
				}
			}
		}
		return values, nil
	}
	for b, t := range ty {
		method.Progress(job, float64(b)/float64(gy))
		for a, u := range tx {
			z := clone(best)
			z[i], z[j] = u*math.Ln10, t*math.Ln10
			v, err := e.at(job, z, nil)
			if err != nil {
				return nil, err
			}
			values[b*gx+a] = v
		}
	}
	return values, nil
}

// noise returns the index of the noise among the hyperparameters.
func (s *search) noise() int { return len(s.runs[s.best].end()) - 1 }

// clip raises values far below the top, where the surface is unbounded. It returns the top, and the depth below it that
// has colours.
func (s *search) clip(values []float64, points int) (top, depth float64) {
	worst := 0.0
	top = s.runs[s.best].endValue()
	for _, v := range values {
		if !math.IsInf(v, 0) {
			top = max(top, v)
		}
	}
	for _, v := range values {
		if !math.IsInf(v, 0) {
			worst = max(worst, top-v)
		}
	}
	depth = min(max(worst, 4), 6*float64(points)+20)
	for k, v := range values {
		values[k] = max(v, top-1.5*depth)
	}
	return top, depth
}

// searched adds the paths of the searches over hyperparameters i and j, and their ends.
func (m *model) searched(c *chart.Chart, i, j int) {
	s := m.search
	ends := &picture.Marks{Role: picture.RoleOptimum, Says: "ends of the searches, the best one larger"}
	starts := &picture.Marks{Role: picture.RoleGuide, Says: "starts of the searches"}
	const way = "path of a search, with its steps"
	solver := descent.Number("lbfgs") // the optimiser is related to L-BFGS, with a dense matrix
	steps := &picture.Marks{Role: picture.RoleTrack, Says: way}
	for r, run := range s.runs {
		t := chart.Curve{Look: chart.Of(picture.RoleTrack, solver, way)}
		t.Level = float64(r)
		for k, z := range run.path {
			x, y := z[i]/math.Ln10, z[j]/math.Ln10
			t.XY = append(t.XY, x, y)
			if k > 0 && k < len(run.path)-1 {
				steps.XY, steps.Class = append(steps.XY, x, y), append(steps.Class, solver)
			}
		}
		c.Add(t)
		starts.XY = append(starts.XY, t.XY[:2]...)
		ends.XY = append(ends.XY, t.XY[len(t.XY)-2:]...)
		ends.Size = append(ends.Size, 0.6)
		if r == s.best {
			ends.Size[r] = 1
		}
	}
	best := s.runs[s.best].end()
	value := words.Figure(s.runs[s.best].endValue())
	c.Add(chart.Dots{Marks: steps}, chart.Dots{Marks: starts}, chart.Dots{Marks: ends},
		chart.Layers{&picture.Label{Role: picture.RoleTrack, X: best[i] / math.Ln10, Y: best[j] / math.Ln10, Text: value,
			Anchor: picture.AnchorAbove}})
	names, _ := thetaNames(m.k)
	c.Alt, c.Told = words.Sprintf("Log marginal likelihood over %s and %s: best value %s from %s at %s = %s, %s = %s.",
		names[i], names[j],
		value, words.Count(len(s.runs), "start"), names[i], words.Figure(s.end[i]), names[j], words.Figure(s.end[j])), true
}

// mapRange returns the range of log10 of hyperparameter c in the map: at least 0.75 on both sides of the optimum, and
// every iterate within three decades of it, with a margin.
func (s *search) mapRange(c int) (lo, hi float64) {
	top := s.runs[s.best].end()[c] / math.Ln10
	lo, hi = top-0.75, top+0.75
	for _, r := range s.runs {
		for _, z := range r.path {
			t := z[c] / math.Ln10
			if math.Abs(t-top) <= 3 {
				lo, hi = min(lo, t-0.25), max(hi, t+0.25)
			}
		}
	}
	return lo, hi
}

// overNoise returns the log marginal likelihood for several noise variances, given as log10, with the kernel's
// hyperparameters at the natural logarithms z. An orthogonal similarity transformation takes K to tridiagonal form, and
// with it K + αI for every α.
func (e *evidence) overNoise(job method.Job, z, noises []float64) ([]float64, error) {
	p := len(z) - 1
	v := make([]float64, p)
	for i := range v {
		v[i] = math.Exp(z[i])
	}
	gram := kernel.Gram(e.k.WithHyper(v), e.x, e.n, e.d, nil)
	y := clone(e.y)
	diag, off, err := tridiagonal(job, gram, e.n, y)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(noises))
	for k, t := range noises {
		noise := math.Pow(10, t)
		d, u := diag[0]+noise, y[0]
		quad, logdet := u*u/d, math.Log(d)
		ok := d > 0
		for i := 1; i < e.n; i++ {
			c := off[i-1] / d
			d = diag[i] + noise - c*off[i-1]
			u = y[i] - c*u
			quad += u * u / d
			logdet += math.Log(d)
			ok = ok && d > 0
		}
		out[k] = math.Inf(-1)
		if ok {
			out[k] = -0.5*quad - 0.5*logdet - 0.5*float64(e.n)*math.Log(2*math.Pi)
		}
	}
	return out, nil
}

// tridiagonal reduces the symmetric matrix a (n×n, lower triangle, overwritten) to tridiagonal form by Householder
// reflections (Golub and Van Loan, algorithm 8.3.1) and applies the same reflections to y.
func tridiagonal(job method.Job, a []float64, n int, y []float64) (diag, off []float64, err error) {
	diag, off = make([]float64, n), make([]float64, max(n-1, 0))
	v, p := make([]float64, n), make([]float64, n)
	// Rows are processed from the last upwards: row k of the lower triangle is contiguous, and the remainder is the
	// leading block.
	for k := n - 1; k > 0; k-- {
		if err := method.AskEvery(job, k, 32); err != nil {
			return nil, nil, err
		}
		row := a[k*n : k*n+k]
		diag[k] = a[k*n+k]
		v := v[:k]
		copy(v, row)
		sigma := linalg.Dot(v[:k-1], v[:k-1])
		if sigma == 0 {
			off[k-1] = v[k-1]
			continue
		}
		mu := math.Sqrt(sigma + v[k-1]*v[k-1])
		if v[k-1] > 0 {
			mu = -mu
		}
		off[k-1] = mu
		v[k-1] -= mu
		beta := 2 / (sigma + v[k-1]*v[k-1])
		p := p[:k]
		clear(p)
		for i := range k {
			ai := a[i*n : i*n+i]
			p[i] += linalg.Dot(ai, v) + a[i*n+i]*v[i]
			linalg.Axpy(v[i], ai, p)
		}
		half := 0.0
		for i := range p {
			p[i] *= beta
			half += p[i] * v[i]
		}
		half *= beta / 2
		for i := range p {
			p[i] -= half * v[i]
		}
		for i := range k {
			ai := a[i*n : i*n+i+1]
			vi, pi := v[i], p[i]
			v, p := v[:len(ai)], p[:len(ai)]
			for j := range ai {
				ai[j] -= vi*p[j] + pi*v[j]
			}
		}
		linalg.Axpy(-beta*linalg.Dot(v, y), v, y)
	}
	if n > 0 {
		diag[0] = a[0]
	}
	return diag, off, nil
}
