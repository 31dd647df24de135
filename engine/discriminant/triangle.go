package discriminant

import (
	"math"

	"pointscape/engine/linalg"
	"pointscape/engine/method"
)

// triangle is the upper triangular root R of a covariance, D×D, with RᵀR the covariance. It is computed by rotations
// directly from the points, since a root computed from a covariance loses the directions in which points spread 1e8
// times less than in others, as a covariance contains squares.
type triangle []float64

// add adds row·rowᵀ to the covariance, by Givens rotations (Golub and Van Loan, Matrix Computations, 2013, section
// 5.2.5). It overwrites row.
func (r triangle) add(row []float64) {
	d := len(row)
	for j, v := range row {
		if v == 0 {
			continue
		}
		a := r[j*d+j]
		h := math.Sqrt(a*a + v*v)
		if h < 1e-140 || h > 1e140 { // squares would overflow or underflow
			h = math.Hypot(a, v)
		}
		c, s := a/h, v/h
		r[j*d+j] = h
		for k := j + 1; k < d; k++ {
			r[j*d+k], row[k] = c*r[j*d+k]+s*row[k], c*row[k]-s*r[j*d+k]
		}
	}
}

// join adds weight times another covariance.
func (r triangle) join(o triangle, weight float64) {
	if weight == 0 {
		return
	}
	d := int(math.Sqrt(float64(len(r))) + 0.5)
	w, row := math.Sqrt(weight), make([]float64, d)
	for i := range d {
		for j := range d {
			row[j] = w * o[i*d+j]
		}
		r.add(row)
	}
}

// round adds variance v in every direction.
func (r triangle) round(v float64, d int) {
	one := make(triangle, d*d)
	for j := range d {
		one[j*d+j] = 1
	}
	r.join(one, v)
}

// A direction is flat if the points' spread in it is less than flat times the rounding errors of their coordinates;
// below blurred times these, hardly any digits are accurate.
const (
	flat    = 16
	blurred = 1e4
)

// invert returns W with W'W = cov⁻¹, and ln det cov. far holds the largest absolute value of each coordinate. ok is
// false if the covariance is singular within the precision of the coordinates; sure reports that it is accurate.
func (r triangle) invert(far []float64) (whiten []float64, logDet float64, ok, sure bool) {
	d := len(far)
	l := make([]float64, d*d)
	whiten = make([]float64, d*d)
	noise := make([]float64, d)
	sure = true
	for j := range d {
		noise[j] = 0x1p-52 * far[j]
		for i := range j {
			noise[j] += math.Abs(r[i*d+j]/r[i*d+i]) * noise[i]
		}
		size := r[j*d+j]
		if !(size > flat*noise[j]) || size > 1e150 {
			return nil, 0, false, false
		}
		sure = sure && size > blurred*noise[j]
		logDet += 2 * math.Log(size)
		for i := range j + 1 {
			l[j*d+i] = r[i*d+j]
		}
		whiten[j*d+j] = 1
	}
	linalg.SolveLower(l, d, whiten, d)
	return whiten, logDet, method.Finite(whiten...), sure
}

// along is invert for a single direction of the plane, the unit vector u: W'W is the pseudo-inverse, the inverse of the
// variance along u and 0 across it, and the determinant is that variance.
func (r triangle) along(u, far []float64) (whiten []float64, logDet float64, ok, sure bool) {
	size := math.Hypot(r[0]*u[0]+r[1]*u[1], r[3]*u[1]) // r[2] is 0
	noise := 0x1p-52 * (far[0]*math.Abs(u[0]) + far[1]*math.Abs(u[1]))
	if !(size > flat*noise) || size > 1e150 {
		return nil, 0, false, false
	}
	whiten = []float64{u[0] / size, u[1] / size, 0, 0}
	return whiten, 2 * math.Log(size), method.Finite(whiten...), size > blurred*noise
}
