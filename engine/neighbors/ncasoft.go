package neighbors

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// success is the objective of NCA, to be minimised: minus the expected number of points classified correctly by a
// random neighbour, drawn with a probability that decreases with the squared distance.
type success struct {
	p    *method.Problem
	q    int
	x    []float64 // N×D, centred, as only differences matter
	z, u []float64 // N×q: the mapped points, and the gradient with respect to them
	w    []float64 // N weights of the neighbours of a point

	// State of an interrupted evaluation.
	row int
	sum float64
}

func newSuccess(p *method.Problem, q int, centre []float64) *success {
	s := &success{p: p, q: q, x: make([]float64, p.N*p.D), z: make([]float64, p.N*q), u: make([]float64, p.N*q),
		w: make([]float64, p.N)}
	for i := range p.N {
		for j, v := range p.At(i) {
			s.x[i*p.D+j] = v - centre[j]
		}
	}
	return s
}

// value returns −Σ pᵢ at a (q×D), and writes its gradient to g unless that is nil. With wᵢⱼ = pᵢⱼ([yᵢ = yⱼ] − pᵢ) the
// gradient is 2 Σᵢⱼ wᵢⱼ A(xᵢ − xⱼ)(xᵢ − xⱼ)ᵀ; it is summed point by point, without storing a matrix of pairs. The error
// is job's; the next call then continues the evaluation and must be for the same a.
func (s *success) value(job method.Job, a, g []float64) (float64, error) {
	n, d, q := s.p.N, s.p.D, s.q
	if s.row == 0 {
		for i := range n {
			for r := range q {
				s.z[i*q+r] = linalg.Dot(a[r*d:(r+1)*d], s.x[i*d:(i+1)*d])
			}
		}
		clear(s.u)
		s.sum = 0
	}
	for ; s.row < n; s.row++ {
		if s.row%8 == 0 {
			if err := job.Err(); err != nil {
				return 0, err
			}
		}
		own := s.chances(s.row)
		s.sum -= own
		if g != nil {
			s.pull(s.row, own)
		}
	}
	s.row = 0
	if g != nil {
		clear(g)
		for i := range n {
			for r := range q {
				linalg.Axpy(2*s.u[i*q+r], s.x[i*d:(i+1)*d], g[r*d:(r+1)*d])
			}
		}
	}
	return s.sum, nil
}

// pull adds to u the contributions of point i, where w has the probabilities of its neighbours.
func (s *success) pull(i int, own float64) {
	q, y := s.q, s.p.Class[i]
	for j, w := range s.w {
		if s.p.Class[j] == y {
			s.w[j] = w - w*own
		} else {
			s.w[j] = -w * own
		}
	}
	if fastPlane && q == 2 { // in registers: twice as fast
		x, y, sumX, sumY := s.z[2*i], s.z[2*i+1], 0.0, 0.0
		z, u := s.z[:2*len(s.w)], s.u[:2*len(s.w)]
		for j, w := range s.w {
			if w == 0 {
				continue
			}
			a, b := w*(x-z[2*j]), w*(y-z[2*j+1])
			sumX, sumY = sumX+a, sumY+b
			u[2*j] -= a
			u[2*j+1] -= b
		}
		u[2*i] += sumX
		u[2*i+1] += sumY
		return
	}
	at, mine := s.z[i*q:(i+1)*q], s.u[i*q:(i+1)*q]
	for j, w := range s.w {
		if w == 0 {
			continue
		}
		other, theirs := s.z[j*q:(j+1)*q], s.u[j*q:(j+1)*q]
		for r, c := range at {
			t := w * (c - other[r])
			mine[r] += t
			theirs[r] -= t
		}
	}
}

// squares writes the squared distances of all points from point i to w.
func (s *success) squares(i int) {
	if q := s.q; !fastPlane || q != 2 {
		at := s.z[i*q : (i+1)*q]
		for j := range s.w {
			d2 := 0.0
			for r, c := range s.z[j*q : (j+1)*q] {
				c -= at[r]
				d2 += c * c
			}
			s.w[j] = d2
		}
		return
	}
	x, y, z := s.z[2*i], s.z[2*i+1], s.z[:2*len(s.w)]
	for j := range s.w {
		a, b := z[2*j]-x, z[2*j+1]-y
		s.w[j] = a*a + b*b
	}
}

// chances writes to w the probability of each other point to be the neighbour of point i, and returns the probability
// that the neighbour is of i's class.
func (s *success) chances(i int) (own float64) {
	s.squares(i)
	least := math.Inf(1)
	for j, d2 := range s.w {
		if d2 < least && j != i {
			least = d2
		}
	}
	sum, y := 0.0, s.p.Class[i]
	for j, d2 := range s.w {
		if j == i {
			s.w[j] = 0
			continue
		}
		e := kernel.ExpNeg(least - d2)
		s.w[j] = e
		if sum += e; s.p.Class[j] == y {
			own += e
		}
	}
	share := 1 / sum
	for j := range s.w {
		s.w[j] *= share
	}
	return own / sum
}

// begin returns the initial A, q×D, given the centred rows x. An automatic l.start is replaced by the one chosen. The
// error is job's.
func (l *learning) begin(job method.Job, x []float64) (a []float64, err error) {
	p, d, q := l.problem, l.problem.D, l.q
	if l.start == startAuto {
		switch {
		case q <= min(d, len(p.ClassIDs)-1):
			l.start = startLDA
		case q < min(d, p.N):
			l.start = startPCA
		default:
			l.start = startIdentity
		}
	}
	a = make([]float64, q*d)
	switch l.start {
	case startIdentity:
		for r := range q {
			a[r*d+r] = 1
		}
	case startRandom:
		rng := rand.New(rand.NewPCG(p.Seed, 0x6e6361))
		for i := range a {
			a[i] = rng.NormFloat64()
		}
	case startPCA:
		scatter := make([]float64, d*d)
		for i := range p.N {
			for j, v := range x[i*d : (i+1)*d] {
				linalg.Axpy(v, x[i*d:(i+1)*d], scatter[j*d:(j+1)*d])
			}
		}
		_, rows := eigen(scatter, d)
		for r := range q {
			copy(a[r*d:], rows[r])
		}
	case startLDA:
		l.discriminants(x, a)
	}
	return a, job.Err()
}

// Directions are ignored if their standard deviation within the classes, with that of each input as its unit, is at
// most this, as in scikit-learn's discriminant analysis.
const discriminantTol = 1e-4

// discriminants writes Fisher's discriminant directions to the rows of a, scaled such that the within-class variance,
// with divisor N − K, is 1, as in scikit-learn's LinearDiscriminantAnalysis. There are at most K − 1. Further rows are
// uncorrelated directions with the same within-class variance, and 0 if there are none left.
func (l *learning) discriminants(x, a []float64) {
	p, d, k := l.problem, l.problem.D, len(l.problem.ClassIDs)
	mean, count := make([]float64, k*d), make([]float64, k)
	for i, c := range p.Class {
		linalg.Axpy(1, x[i*d:(i+1)*d], mean[c*d:(c+1)*d])
		count[c]++
	}
	for c := range k {
		for j := range d {
			mean[c*d+j] /= count[c]
		}
	}
	within, diff := make([]float64, d*d), make([]float64, d)
	for i, c := range p.Class {
		for j, v := range x[i*d : (i+1)*d] {
			diff[j] = v - mean[c*d+j]
		}
		for j, v := range diff {
			linalg.Axpy(v, diff, within[j*d:(j+1)*d])
		}
	}
	if p.N <= k {
		return
	}
	// Scaled by each input's within-class standard deviation, so that inputs of small scale are not lost.
	unit := make([]float64, d)
	for j := range unit {
		if unit[j] = math.Sqrt(within[j*d+j] / float64(p.N-k)); !(unit[j] > 0) {
			unit[j] = 1
		}
	}
	for i := range d {
		for j := range d {
			within[i*d+j] /= unit[i] * unit[j] * float64(p.N-k)
		}
	}
	values, vectors := eigen(within, d)
	var white [][]float64
	for r, v := range values {
		if !(v > discriminantTol*discriminantTol) {
			break
		}
		w := vectors[r]
		for j := range w {
			w[j] /= unit[j] * math.Sqrt(v)
		}
		white = append(white, w)
	}
	between := make([]float64, len(white)*len(white))
	z := make([]float64, len(white))
	for c := range k {
		for r, w := range white {
			z[r] = linalg.Dot(w, mean[c*d:(c+1)*d])
		}
		for r, v := range z {
			linalg.Axpy(v*count[c]/float64(p.N), z, between[r*len(z):(r+1)*len(z)])
		}
	}
	if len(white) == 0 {
		return
	}
	_, vectors = eigen(between, len(white))
	for r := range min(l.q, len(white)) {
		for i, w := range white {
			linalg.Axpy(vectors[r][i], w, a[r*d:(r+1)*d])
		}
	}
}

// eigen returns the eigenvalues of a symmetric d×d matrix in decreasing order, with unit eigenvectors whose coordinate
// of largest absolute value is positive. If they cannot be computed, the values are 0 and the vectors the identity.
func eigen(a []float64, d int) (values []float64, vectors [][]float64) {
	var e mat.EigenSym
	values = make([]float64, d)
	if ok := e.Factorize(mat.NewSymDense(d, a), true); !ok {
		return values, identity(d)
	}
	up := e.Values(nil)
	var q mat.Dense
	e.VectorsTo(&q)
	for r := range d {
		values[r] = up[d-1-r]
		v := mat.Col(nil, d-1-r, &q)
		big := 0.0
		for _, c := range v {
			if math.Abs(c) > math.Abs(big) {
				big = c
			}
		}
		if big < 0 {
			for j := range v {
				v[j] = -v[j]
			}
		}
		vectors = append(vectors, v)
	}
	return values, vectors
}

// identity returns the rows of the d×d identity matrix.
func identity(d int) (rows [][]float64) {
	for r := range d {
		row := make([]float64, d)
		row[r] = 1
		rows = append(rows, row)
	}
	return rows
}
