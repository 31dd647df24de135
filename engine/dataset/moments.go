package dataset

import (
	"math"
	"slices"

	"pointscape/engine/method"
)

// Moments are the mean and the covariance matrix of a recipe's distribution, to which those of the points converge.
type Moments struct {
	Mean []float64
	Cov  []float64 // row by row
	// With holds the covariances of the inputs with y, in regression; else nil.
	With []float64
}

// Moments returns the moments of a recipe's points; in regression, those of the inputs with their covariances with y.
// They have a closed form, except for quadratures: in regression to 1e-9 (see Ideal), and over what is outside the
// square, to 1e-6. They are nil if they are unknown, or depend on the number of points. The error is job's.
func (t *Truth) Moments(job method.Job) (*Moments, error) {
	if t.moments != nil {
		return t.moments(job)
	}
	l, ok := t.Ideal()
	if !ok {
		return nil, nil
	}
	d := len(l.Mean)
	m := &Moments{Mean: l.Mean, Cov: make([]float64, d*d)}
	for j, v := range l.Var {
		m.Cov[j*d+j] = v
	}
	if t.Classes == 0 {
		m.With = make([]float64, d)
		for j, b := range l.Beta {
			m.With[j] = b * l.Var[j]
		}
	}
	return m, nil
}

// lasting reports whether a shape has the same distribution for any seed (it compares seed and seed + 1) and any number
// of points.
func (s *shape) lasting(noise float64, seed uint64) bool {
	return s.scaled(noise) && slices.EqualFunc(s.law(noise, seed), s.law(noise, seed+1), func(a, b law) bool {
		return slices.Equal(a.bars, b.bars)
	})
}

// scaled reports whether a shape's noise has the same standard deviation for any number of points.
func (s *shape) scaled(noise float64) bool { return s.sd == nil || s.sd(noise, 1) == s.sd(noise, 1000) }

// scale converts moments from the units of a shape to those of the square.
func (m *Moments) scale(by float64) {
	for j, x := range m.Mean {
		m.Mean[j] = 0.5 + x*by
	}
	for i := range m.Cov {
		m.Cov[i] *= by * by
	}
}

// sums are the sums of w, wx, wy, wx², wxy and wy².
type sums [6]float64

func (s *sums) add(x, y, w float64) {
	for i, v := range [6]float64{1, x, y, x * x, x * y, y * y} {
		s[i] += w * v
	}
}

// momentsWithin returns the moments of a distribution restricted to a square, relative to its center about: the moments
// of the whole distribution have a closed form, from which the part outside is subtracted.
func momentsWithin(job method.Job, list []law, about [2]float64, half float64) (*Moments, error) {
	var s sums
	least := math.Inf(1)
	for i := range list {
		least = min(least, list[i].least)
		for _, b := range list[i].bars {
			x, y := b.x-about[0], b.y-about[1]
			s.add(x, y, b.w)
			along, across := b.a[0]*b.a[0]/3+b.sd[0]*b.sd[0], b.a[1]*b.a[1]/3+b.sd[1]*b.sd[1]
			s[3] += b.w * (b.c*b.c*along + b.s*b.s*across)
			s[4] += b.w * b.c * b.s * (along - across)
			s[5] += b.w * (b.s*b.s*along + b.c*b.c*across)
		}
		for _, r := range list[i].rings {
			s.add(-about[0], -about[1], r.w)
			v := (r.in*r.in+r.out*r.out)/4 + r.sd*r.sd
			s[3] += r.w * v
			s[5] += r.w * v
		}
	}
	q := quadrature{job: job, dims: 2, classes: len(list), least: max(least, half/1000),
		off:   func(k int, x []float64) float64 { return list[k].off(x[0], x[1]) },
		joint: func(dst, x []float64) { lawOf(dst, list, x[0], x[1]) },
		visit: func(_ int, x []float64, w float64) { s.add(x[0]-about[0], x[1]-about[1], -w) }}
	if least > 2*sharp { // otherwise everything is inside
		q.around(list, [3]float64{about[0] - half, about[1] - half}, 2*half)
	}
	x, y := s[1]/s[0], s[2]/s[0]
	xy := s[4]/s[0] - x*y
	return &Moments{Mean: []float64{x, y}, Cov: []float64{s[3]/s[0] - x*x, xy, xy, s[5]/s[0] - y*y}}, q.err
}
