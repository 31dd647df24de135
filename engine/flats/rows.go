package flats

import (
	"math"

	"pointscape/engine/linalg"
)

// Flat is an affine subspace of d coordinates.
type Flat struct {
	Base  []float64   // a point of the flat: the mean of Rows, or the first of them
	Basis [][]float64 // orthonormal directions, in descending order of the rows' variance along them
	// Rows are the rows to which it was fitted; for a flat started at a row, those near it.
	Rows  []int32
	First bool // the base is the first of Rows, not their mean
	// Sides are the extents of Rows along each direction: the smallest and the largest coordinate, relative to the base.
	// nil for q = 0.
	Sides [][2]float64
}

// Residual returns the squared distance of x to the flat.
func (f *Flat) Residual(x []float64) float64 {
	off := make([]float64, len(x))
	return f.residual(x, off)
}

// residual is Residual, and writes the vector from the flat to x into off. It is computed by components: a difference
// of squares would lose the precision of small distances.
func (f *Flat) residual(x, off []float64) (d2 float64) {
	for j, v := range x {
		off[j] = v - f.Base[j]
	}
	for _, u := range f.Basis {
		linalg.Axpy(-linalg.Dot(u, off), u, off)
	}
	return linalg.Dot(off, off)
}

// Foot writes the orthogonal projection of x on the flat.
func (f *Flat) Foot(x, out []float64) {
	off := make([]float64, len(x))
	f.residual(x, off)
	for j, v := range x {
		out[j] = v - off[j]
	}
}

// Along returns the coordinate of x along direction l, relative to the base.
func (f *Flat) Along(x []float64, l int) (z float64) {
	for j, u := range f.Basis[l] {
		z += u * (x[j] - f.Base[j])
	}
	return z
}

// rows are n rows of d numbers.
type rows struct {
	x    []float64
	n, d int
	o    Options
	tiny float64
	off  []float64
}

// Rows finds flats for n rows of d numbers. n must be at least o.K, and o.Q at most d. The error is that of o.Ask, or
// linalg.ErrEigen.
func Rows(x []float64, n, d int, o Options) (*Run[*Flat], error) {
	if o.Ask == nil {
		o.Ask = func() error { return nil }
	}
	s := &rows{x: x, n: n, d: d, o: o, off: make([]float64, d)}
	// Rounding errors grow with the distance of the numbers from their mean, and from 0.
	size := 0.0
	for _, v := range x {
		size = max(size, math.Abs(v))
	}
	s.tiny = 1e-30 * size * size * float64(d)
	return find[*Flat](s, n, o)
}

// FitRows returns the best flat of dimension q for the rows of x with the indices in list: their mean and their leading
// principal directions. x has d numbers per row.
func FitRows(ask func() error, x []float64, d, q int, list []int) (*Flat, error) {
	s := &rows{x: x, n: len(x) / d, d: d, o: Options{Q: q, Ask: ask}}
	return s.fit(list, nil)
}

func (s *rows) at(i int) []float64 { return s.x[i*s.d : (i+1)*s.d : (i+1)*s.d] }

func (s *rows) noise() float64 { return s.tiny }

func (s *rows) near(row int) (*Flat, error) {
	if s.o.Q == 0 {
		return s.through([]int{row})
	}
	d2 := make([]float64, s.n)
	for i := range d2 {
		for j, v := range s.at(row) {
			v -= s.x[i*s.d+j]
			d2[i] += v * v
		}
	}
	return s.through(nearest(d2, row, hood(s.n, s.o.K, s.o.Q)))
}

func (s *rows) through(list []int) (*Flat, error) {
	f := &Flat{Base: append([]float64(nil), s.at(list[0])...), First: true}
	return f, s.directions(f, list, nil)
}

func (s *rows) fit(list []int, old *Flat) (*Flat, error) {
	f := &Flat{Base: make([]float64, s.d)}
	// Compute the mean relative to one of the rows, which keeps the precision far from the origin.
	first := s.at(list[0])
	for _, i := range list {
		for j, v := range s.at(i) {
			f.Base[j] += v - first[j]
		}
	}
	for j := range f.Base {
		f.Base[j] = first[j] + f.Base[j]/float64(len(list))
	}
	return f, s.directions(f, list, old)
}

func (s *rows) residuals(f *Flat, out []float64) error {
	stride := max(1, 100_000/(s.d*(1+len(f.Basis))))
	for i := range out {
		if i%stride == 0 {
			if err := s.o.Ask(); err != nil {
				return err
			}
		}
		out[i] = f.residual(s.at(i), s.off)
	}
	return nil
}

// thin is the ratio to the largest variance below which the rows' variance along a direction counts as 0.
const thin = 1e-15

// directions computes the basis of a flat along some rows through its base, and the extents of the rows. If the rows do
// not determine a direction, it uses the component of the old flat's directions orthogonal to the others, or an axis.
func (s *rows) directions(f *Flat, list []int, old *Flat) error {
	f.Rows = make([]int32, len(list))
	for k, i := range list {
		f.Rows[k] = int32(i)
	}
	if s.o.Q == 0 {
		return nil
	}
	m := len(list)
	x := make([]float64, m*s.d) // relative to the base, divided by the largest absolute value
	size := 0.0
	for k, i := range list {
		for j, v := range s.at(i) {
			x[k*s.d+j] = v - f.Base[j]
			size = max(size, math.Abs(x[k*s.d+j]))
		}
	}
	if size > 0 {
		for k := range x {
			x[k] /= size
		}
		wide := s.d <= m
		order := min(s.d, m)
		square, err := s.square(x, m, wide)
		if err != nil {
			return err
		}
		values, vectors, err := linalg.LargestEigen(s.o.Ask, square, order, min(s.o.Q, order))
		if err != nil {
			return err
		}
		for l, v := range vectors {
			if !(values[l] > thin*values[0]) {
				break
			}
			u := v
			if !wide {
				u = make([]float64, s.d)
				for k, w := range v {
					linalg.Axpy(w, x[k*s.d:(k+1)*s.d], u)
				}
			}
			f.add(u, s.d)
		}
	}
	for l := 0; old != nil && len(f.Basis) < s.o.Q && l < len(old.Basis); l++ {
		f.add(append([]float64(nil), old.Basis[l]...), s.d)
	}
	for j := 0; len(f.Basis) < s.o.Q && j < s.d; j++ {
		u := make([]float64, s.d)
		u[j] = 1
		f.add(u, s.d)
	}
	f.Sides = make([][2]float64, len(f.Basis))
	for l := range f.Basis {
		for _, i := range list {
			z := f.Along(s.at(i), l)
			f.Sides[l][0], f.Sides[l][1] = min(f.Sides[l][0], z), max(f.Sides[l][1], z)
		}
	}
	return nil
}

// square returns XᵀX if wide, otherwise XXᵀ, of the m rows x: the squared singular values are the eigenvalues of the
// smaller of the two.
func (s *rows) square(x []float64, m int, wide bool) ([]float64, error) {
	order := m
	if wide {
		order = s.d
	}
	square := make([]float64, order*order)
	row := func(k int) []float64 { return x[k*s.d : (k+1)*s.d] }
	for k := range m {
		if k%64 == 0 {
			if err := s.o.Ask(); err != nil {
				return nil, err
			}
		}
		if !wide {
			for l := range k + 1 {
				square[k*order+l] = linalg.Dot(row(k), row(l))
			}
			continue
		}
		for i, v := range row(k) {
			if v != 0 {
				linalg.Axpy(v, row(k)[:i+1], square[i*order:i*order+i+1])
			}
		}
	}
	for i := range order {
		for j := range i {
			square[j*order+i] = square[i*order+j]
		}
	}
	return square, nil
}

// add orthonormalises u with respect to the basis, with its largest coordinate positive, and appends it, unless hardly
// anything is left of it.
func (f *Flat) add(u []float64, d int) {
	whole := math.Sqrt(linalg.Dot(u, u))
	for range 2 {
		for _, v := range f.Basis {
			linalg.Axpy(-linalg.Dot(v, u), v, u)
		}
	}
	size := math.Sqrt(linalg.Dot(u, u))
	if len(f.Basis) >= d || !(size > 1e-6*whole) {
		return
	}
	far := 0.0
	for _, v := range u {
		if math.Abs(v) > math.Abs(far)*(1+1e-9) {
			far = v
		}
	}
	size = math.Copysign(size, far)
	for j := range u {
		u[j] /= size
	}
	f.Basis = append(f.Basis, u)
}
