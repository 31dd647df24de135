package gp

import (
	"math"

	"pointscape/engine/bands"
	"pointscape/engine/kernel"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// nodeBudget bounds the multiplications for the nodes of a lattice if the kernel is not smooth enough for few nodes: a
// fifth of a second in a browser. patience is the bound if a lattice of that size would miss features.
const (
	nodeBudget = 2.5e8
	patience   = 2e9
	// meanTolerance is the error of the mean, measured at the checks relative to the largest prior deviation, up to which
	// the mean is interpolated.
	meanTolerance = 5e-4
)

// overGrid computes the mean and the variance of f on a grid, in normalised units. For smooth kernels the errors are
// within the tolerance; for others, c.errSD has the error of the standard deviation.
func (q *posterior) overGrid(job method.Job, g picture.Grid) (mean, vari []float64, c *columns, err error) {
	x0, x1 := g.X0-g.DX/2, g.X0+(float64(g.W)-0.5)*g.DX
	y0, y1 := g.Y0-g.DY/2, g.Y0+(float64(g.H)-0.5)*g.DY
	box := [4]float64{min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)}
	each := float64(q.n*q.n)/2 + 20*float64(q.n) + 50
	// Powers of two, so that a few points more or less change nothing.
	nodes := 24 * 24
	for nodes < 128*128 && float64(2*nodes)*each <= nodeBudget {
		nodes *= 2
	}
	aspect := math.Sqrt(min(max((box[1]-box[0])/(box[3]-box[2]), 0.25), 4))
	side := math.Sqrt(float64(nodes))
	a := ask{limX: int(side * aspect), limY: int(side / aspect), w: g.W, h: g.H}
	c, err = q.columnsOver(job, box, a, func(lat *lattice) *lattice {
		// For cusps, or features of a few pixels, use every node of the grid if that is affordable.
		work := float64(g.W*g.H) * each
		w, h := g.W, g.H
		switch {
		case !fastLattice || w*h <= len(lat.x.t)*len(lat.y.t) || work <= nodeBudget || lat.trial > 0.02 && work <= patience:
			lat.x = newAxis(box[0]+math.Abs(g.DX)/2, box[1]-math.Abs(g.DX)/2, w, linear)
			lat.y = newAxis(box[2]+math.Abs(g.DY)/2, box[3]-math.Abs(g.DY)/2, h, linear)
		case lat.trial > 0.02:
			f := math.Sqrt(patience / work)
			lat.x = newAxis(box[0], box[1], int(f*float64(w)), cubic)
			lat.y = newAxis(box[2], box[3], int(f*float64(h)), cubic)
		}
		return lat
	})
	if err != nil {
		return nil, nil, nil, err
	}
	xs, ys := make([]float64, g.W), make([]float64, g.H)
	for i := range xs {
		xs[i] = g.X(i)
	}
	for j := range ys {
		ys[j] = g.Y(j)
	}
	bx, by := c.lat.x.basis(xs), c.lat.y.basis(ys)
	nx := len(c.lat.x.t)
	mean, vari = spread(bx, by, nx, c.mean[:c.lat.nodes]), spread(bx, by, nx, c.vari[:c.lat.nodes])
	if err := job.Err(); err != nil {
		return nil, nil, nil, err
	}
	if c.errMean > meanTolerance && q.n > 0 && c.lat.nodes != g.W*g.H {
		// The mean is cheap enough to be computed exactly at every node of the grid.
		out := [][]float32{make([]float32, g.W*g.H)}
		e := kernel.Expansion{Kernel: q.k, X: q.x, N: q.n, D: 2, Coef: [][]float64{q.alpha}}
		if err := e.Grid(job, g, out); err != nil {
			return nil, nil, nil, err
		}
		mean = make([]float64, g.W*g.H)
		for i, v := range out[0] {
			mean[i] = float64(v)
		}
	}
	return mean, vari, c, job.Err()
}

// FieldRaster computes the mean, or the standard deviation of f.
func (m *model) FieldRaster(job method.Job, g picture.Grid, show method.Shown) (*picture.Raster, error) {
	q := m.post
	mean, vari, _, err := q.overGrid(job, g)
	if err != nil {
		return nil, err
	}
	prior := kernel.DiagLatent(q.k, []float64{g.X(g.W / 2), g.Y(g.H / 2)}, 1, 2, nil)[0]
	stationary := kernel.Stationary(q.k)
	top := prior
	if !stationary {
		for _, at := range [...][2]float64{{g.X(0), g.Y(0)}, {g.X(g.W - 1), g.Y(0)}, {g.X(0), g.Y(g.H - 1)},
			{g.X(g.W - 1), g.Y(g.H - 1)}} {
			top = max(top, latentAt(q.k, at[:]))
		}
	}
	if !(top > 0) {
		top = 1
	}
	plane := make([]float32, g.W*g.H)
	if show["sd"] {
		for i, s := range vari {
			plane[i] = float32(q.scale * math.Sqrt(max(s, 0)))
		}
		return &picture.Raster{
			Kind: picture.Sequential, Grid: g, Planes: [][]float32{plane},
			Lo: 0, Hi: q.scale * math.Sqrt(top), Name: "standard deviation of f",
		}, nil
	}
	q.raise(g, mean)
	for i, v := range mean {
		plane[i] = float32(v)
	}
	// The range is that of the targets, so that the colours do not change while points move in the plane, and so that
	// points and field share them.
	reach := 0.0
	for _, y := range m.p.Y {
		reach = max(reach, math.Abs(y-q.center))
	}
	if q.n == 0 || reach == 0 {
		reach = max(reach, 2*q.scale*math.Sqrt(top))
		if q.trend != nil {
			for _, v := range plane {
				reach = max(reach, math.Abs(float64(v)-q.center))
			}
		}
	}
	r := &picture.Raster{
		Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane},
		Lo: q.center - reach, Hi: q.center + reach, Name: words.Text("mean of the %s", bands.Stands(q.n)),
	}
	if show["veil"] {
		r.Veil = make([]float32, len(plane))
		at := make([]float64, 2)
		for i, s := range vari {
			p := prior
			if !stationary {
				at[0], at[1] = g.X(i%g.W), g.Y(i/g.W)
				p = latentAt(q.k, at)
			}
			// Without min and max of floats, which compile to calls in WebAssembly.
			switch share := s / p; {
			case !(p > 0) || share < 0:
			case share > 1:
				r.Veil[i] = 0.85
			default:
				r.Veil[i] = float32(share) * 0.85
			}
		}
	}
	return r, nil
}
