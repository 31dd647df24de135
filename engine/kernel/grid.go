package kernel

import (
	"math"
	"slices"
	"sync"

	"pointscape/engine/picture"
)

// gridError bounds the error of Expansion.Grid: at every node and for every output it is at most gridError * (sum of
// |Coef|) * K, where K is the largest |Kernel(X_i, x)| for x in the view or at X_i itself. The plans aim at less than
// half of that.
const gridError = 1e-6

// Job is asked from time to time whether the result is still needed; every method.Job is one.
type Job interface{ Err() error }

// Grid writes output k at node (i, j) of the grid to out[k][j*W+i]; D must be 2. Soon after job has an error, Grid
// returns it, and out is incomplete.
//
// Apart from the rounding to float32, the error is at most 1e-6 · sum|Coef| · K, where K is the largest |Kernel(X_i,
// x)| for x in the view or at X_i. Numbers beyond ±1e37 are clamped.
//
// Grid rarely evaluates the kernel at every node. Where the kernel is analytic, it is evaluated at Chebyshev nodes of
// panels of the view and interpolated by two matrix products; the number of nodes follows from a bound on the kernel in
// complex neighbourhoods of the view (Trefethen, Approximation Theory and Approximation Practice, theorem 8.2).
// Gaussians also factor into functions of x and of y. Matérn kernels and the Laplacian, which have a kink or a cusp at
// the centre, are mixtures of Gaussians: the wide ones are analytic, and the others matter only near the centre
// (Ewald's splitting). The l1 Laplacian is summed by two sweeps over each row. The plan with the lowest estimated cost
// is used.
func (e *Expansion) Grid(job Job, g picture.Grid, out [][]float32) error {
	f := &field2{e: e, g: g, job: job, pts: newPoints(e.X, e.N, 2), out: make([][]float64, len(e.Coef))}
	for k := range f.out {
		buf := lend(g.W * g.H)
		defer sums.Put(buf)
		f.out[k] = *buf
	}
	if g.W > 0 && g.H > 0 && e.N > 0 {
		if err := f.run(); err != nil {
			return err
		}
	}
	for k, v := range f.out {
		b, o := e.bias(k), out[k][:len(v)]
		if most := math.Abs(b) + f.size*sumAbs(e.Coef[k]); !(most < 1e-6*drawn) {
			for i, x := range v {
				o[i] = float32(min(max(x+b, -drawn), drawn))
			}
			continue
		}
		for i, x := range v {
			o[i] = float32(x + b)
		}
	}
	return job.Err()
}

// drawn bounds the numbers in a raster: pictures compute differences of such numbers in float32, whose largest number
// is 3.4e38.
const drawn = 1e37

func sumAbs(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += math.Abs(v)
	}
	return s
}

// sums pools the float64 buffers of calls of Grid, megabytes per frame.
var sums = sync.Pool{New: func() any { return new([]float64) }}

// lend returns a buffer of n zeros from sums.
func lend(n int) *[]float64 {
	buf := sums.Get().(*[]float64)
	*buf = slices.Grow((*buf)[:0], n)[:n]
	clear(*buf)
	return buf
}

// field2 is one call of Grid: the expansion at all (xs[i], ys[j]).
type field2 struct {
	e    *Expansion
	g    picture.Grid // size of the grid; gives xs and ys
	job  Job
	work float64 // estimated ns since job was last asked
	pts  *points
	out  [][]float64
	ws   scratch

	xs, ys     []float64  // coordinates of the columns and rows
	half, mid  [2]float64 // half the size and the middle of the view
	zmax, xmax [2]float64 // largest |coordinate| of the centres and of the view
	size       float64    // K of gridError, or a lower bound on it
	eps        float64    // error allowed for one term
}

// spend counts work (estimated, in ns) and asks job about every quarter of a millisecond.
func (f *field2) spend(ns float64) error {
	if f.work += ns; f.work < 2.5e5 {
		return nil
	}
	f.work = 0
	return f.job.Err()
}

func (f *field2) run() error {
	f.xs, f.ys = make([]float64, f.g.W), make([]float64, f.g.H)
	for i := range f.xs {
		f.xs[i] = f.g.X(i)
	}
	for j := range f.ys {
		f.ys[j] = f.g.Y(j)
	}
	f.measure()
	f.size = f.largest()
	terms := []Kernel{f.e.Kernel}
	if s, ok := f.e.Kernel.(sum); ok {
		terms = s.terms
	}
	if s, ok := f.e.Kernel.(scaled); ok {
		if t, ok := s.k.(sum); ok {
			terms = nil
			for _, k := range t.terms {
				terms = append(terms, Scale(s.v, k))
			}
		}
	}
	f.eps = 0.4 * gridError * f.size / float64(len(terms))
	var analytic, rough []Kernel
	for _, t := range terms {
		switch {
		case isWhite(t):
		case f.bound(t, 0, 0) == 0:
		case f.analytic(t):
			analytic = append(analytic, t)
		default:
			rough = append(rough, t)
		}
	}
	// Evaluate analytic terms separately or together, whichever is cheaper: together they are interpolated only once.
	plans := make([]plan, len(analytic))
	apart := 0.0
	for i, t := range analytic {
		plans[i] = f.plan(t, f.eps)
		apart += plans[i].cost
	}
	if len(analytic) > 1 {
		if p := f.plan(Sum(analytic...), f.eps); p.cost < apart {
			plans = []plan{p}
		}
	}
	for _, p := range plans {
		if err := f.execute(p); err != nil {
			return err
		}
	}
	for _, t := range rough {
		if err := f.rough(t); err != nil {
			return err
		}
	}
	return nil
}
