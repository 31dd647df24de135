package kernel

import (
	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Points are passed row by row: n points of d coordinates in a slice of n*d numbers. If out is nil or too short, a new
// slice is allocated.

func sized(out []float64, n int) []float64 {
	if cap(out) < n {
		return make([]float64, n)
	}
	return out[:n]
}

// CheckDim returns an error if k has one length scale per coordinate and the points have another number of coordinates.
// The other functions of this file must not be called with such a kernel.
func CheckDim(k Kernel, d int) error {
	var err error
	leaves(k, func(k Kernel) bool {
		if r, ok := k.(*radial); ok && len(r.par) > 1 && len(r.par) != d {
			if d == 1 {
				err = doc.Errorf(field, "a kernel with one length scale, as the points have one input", k.String())
			} else {
				err = doc.Errorf(field, words.Text("a kernel with one length scale, or one for each of the %s inputs",
					itoa(d)), k.String())
			}
			return false
		}
		return true
	})
	return err
}

// Gram returns the symmetric n×n matrix of k(x_i, x_j), row-major. White noise
// counts on the diagonal only.
func Gram(k Kernel, x []float64, n, d int, out []float64) []float64 {
	out = sized(out, n*n)
	p := newPoints(x, n, d)
	var ws scratch
	for i := 0; i < n; i++ {
		row(k, p, x[i*d:(i+1)*d], out[i*n:i*n+i+1], &ws)
		for j := 0; j < i; j++ {
			out[j*n+i] = out[i*n+j]
		}
	}
	if HasWhite(k) {
		for i := 0; i < n; i++ {
			out[i*n+i] = diagAt(k, x[i*d:(i+1)*d], true)
		}
	}
	return out
}

// Cross returns the n×m matrix of k(x_i, z_j), row-major; white noise counts as 0.
func Cross(k Kernel, x []float64, n int, z []float64, m, d int, out []float64) []float64 {
	out = sized(out, n*m)
	p := newPoints(z, m, d)
	var ws scratch
	for i := 0; i < n; i++ {
		row(k, p, x[i*d:(i+1)*d], out[i*m:(i+1)*m], &ws)
	}
	return out
}

// Row returns k(x_i, x_j) for all j < n, white noise included at j = i. For many rows, use a Rower.
func Row(k Kernel, x []float64, n, d, i int, out []float64) []float64 {
	return NewRower(k, x, n, d).Row(i, sized(out, n))
}

// Rower computes rows of a Gram matrix on demand. It is not safe for concurrent use.
type Rower struct {
	k     Kernel
	p     *points
	white bool
	ws    scratch
}

// NewRower prepares rows of the Gram matrix of x, which must not change.
func NewRower(k Kernel, x []float64, n, d int) *Rower {
	return &Rower{k: k, p: newPoints(x, n, d), white: HasWhite(k)}
}

// N returns the number of points.
func (r *Rower) N() int { return r.p.n }

// Row writes k(x_i, x_j) for all j to out and returns it; if out is shorter than n (but longer than i), only for the
// first len(out).
func (r *Rower) Row(i int, out []float64) []float64 {
	z := r.p.rows[i*r.p.d : (i+1)*r.p.d]
	row(r.k, r.p, z, out, &r.ws)
	if r.white {
		out[i] = diagAt(r.k, z, true)
	}
	return out
}

// At writes k(z, x_j) for all j to out (length n) and returns it; white noise
// counts as 0.
func (r *Rower) At(z, out []float64) []float64 {
	out = out[:r.p.n]
	row(r.k, r.p, z, out, &r.ws)
	return out
}

// Distances writes the squared distances from z to all points, in length scales, if k(z, x) is a decreasing function of
// them alone: they order the points as the kernel does, and cost less. For other kernels ok is false and out is
// unchanged.
func (r *Rower) Distances(z, out []float64) (ok bool) {
	k := r.k
	if s, is := k.(scaled); is && s.v > 0 {
		k = s.k
	}
	f, is := k.(*radial)
	if !is || !f.falls() {
		return false
	}
	f.dist2Row(r.p, z, out[:r.p.n])
	return true
}

// Diag returns k(x_i, x_i) with white noise.
func Diag(k Kernel, x []float64, n, d int, out []float64) []float64 {
	return diag(k, x, n, d, out, true)
}

// DiagLatent returns k(x_i, x_i) without white noise.
func DiagLatent(k Kernel, x []float64, n, d int, out []float64) []float64 {
	return diag(k, x, n, d, out, false)
}

func diag(k Kernel, x []float64, n, d int, out []float64, same bool) []float64 {
	out = sized(out, n)
	if Stationary(k) && n > 0 {
		fill(out, diagAt(k, x[:d], same))
		return out
	}
	for i := range out {
		out[i] = diagAt(k, x[i*d:(i+1)*d], same)
	}
	return out
}

// diagAt returns k(x, x), with white noise if same is true.
func diagAt(k Kernel, x []float64, same bool) float64 {
	switch k := k.(type) {
	case *radial, laplaceL1:
		return 1
	case white:
		if same {
			return k.v
		}
		return 0
	case scaled:
		return k.v * diagAt(k.k, x, same)
	case minus:
		return -diagAt(k.k, x, same)
	case sum:
		v := 0.0
		for _, t := range k.terms {
			v += diagAt(t, x, same)
		}
		return v
	case product:
		v := 1.0
		for _, f := range k.factors {
			v *= diagAt(f, x, same)
		}
		return v
	}
	return k.Eval(x, x)
}

// GramGrad returns, for each of k.Hyper(), the symmetric n×n matrix of the
// derivatives of the Gram matrix by the natural logarithm of the hyperparameter.
func GramGrad(k Kernel, x []float64, n, d int) [][]float64 {
	_, g, _ := GramWithGrad(waiting{}, k, x, n, d)
	return g
}

// waiting is a job that is never cancelled.
type waiting struct{}

func (waiting) Err() error { return nil }

// GramWithGrad returns Gram and GramGrad at the cost of the latter. The error is the job's, which is asked from time to
// time.
func GramWithGrad(job Job, k Kernel, x []float64, n, d int) (gram []float64, grads [][]float64, err error) {
	h := hyperCount(k)
	gram = make([]float64, n*n)
	grads = make([][]float64, h)
	for i := range grads {
		grads[i] = make([]float64, n*n)
	}
	p := newPoints(x, n, d)
	var ws scratch
	g := make([][]float64, h)
	for i := 0; i < n; i++ {
		if i%128 == 127 {
			if err := job.Err(); err != nil {
				return nil, nil, err
			}
		}
		for t := range g {
			g[t] = grads[t][i*n : i*n+i+1]
		}
		gradRow(k, p, x[i*d:(i+1)*d], i, gram[i*n:i*n+i+1], g, &ws)
	}
	mirror(gram, n)
	for _, m := range grads {
		mirror(m, n)
	}
	return gram, grads, nil
}

// mirror copies the lower triangle to the upper one.
func mirror(a []float64, n int) {
	for i := 1; i < n; i++ {
		for j, v := range a[i*n : i*n+i] {
			a[j*n+i] = v
		}
	}
}

// Center turns a Gram matrix into that of the points centred in feature space,
// J·K·J with J = I - 11ᵀ/n, in place. It returns the means of the columns of K, and the
// mean of all of K.
func Center(gram []float64, n int) (means []float64, mean float64) {
	means = make([]float64, n)
	for i := 0; i < n; i++ {
		for j, v := range gram[i*n : (i+1)*n] {
			means[j] += v
		}
	}
	for j := range means {
		means[j] /= float64(n)
		mean += means[j] / float64(n)
	}
	for i := 0; i < n; i++ {
		mi := means[i] - mean
		for j := range gram[i*n : (i+1)*n] {
			gram[i*n+j] -= mi + means[j]
		}
	}
	return means, mean
}
