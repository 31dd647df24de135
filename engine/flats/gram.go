package flats

import (
	"math"
	"slices"

	"pointscape/engine/linalg"
)

// Image is a flat in feature space, as linear combinations of the images φ(xᵢ) of some rows: its base is Σ Weight·φ,
// and direction l is Σ Dirs[l]·φ, with coefficients that add up to 0. Directions are orthonormal. There are fewer than
// requested if the images do not span enough dimensions.
type Image struct {
	Rows   []int
	Weight []float64   // weights of the rows, with sum 1
	Dirs   [][]float64 // coefficients of the rows, for each direction
	Self   float64     // ‖base‖²
	Shift  []float64   // ⟨direction l, base⟩
	// Sizes are the eigenvalues of the Gram matrix of the rows relative to the base: the sums of their squared
	// coordinates along each direction.
	Sizes []float64
}

// Residual returns the squared distance of an image φ(x) to the flat, given self = k(x, x) and row, which is k(x, xᵢ)
// for all rows. It writes the coordinates along the directions to z, if z is not nil. For an indefinite kernel the
// result may be negative.
func (f *Image) Residual(self float64, row, z []float64) float64 {
	dot := 0.0
	for k, i := range f.Rows {
		dot += f.Weight[k] * row[i]
	}
	d2 := self - 2*dot + f.Self
	for l, a := range f.Dirs {
		along := -f.Shift[l]
		for k, i := range f.Rows {
			along += a[k] * row[i]
		}
		if z != nil {
			z[l] = along
		}
		d2 -= along * along
	}
	return d2
}

// Expand returns the coefficients over all n rows of ⟨base, φ(x)⟩ and of the coordinates along the directions, without
// their constants ‖base‖² and Shift.
func (f *Image) Expand(n int) (coef [][]float64) {
	for _, a := range append([][]float64{f.Weight}, f.Dirs...) {
		c := make([]float64, n)
		for k, i := range f.Rows {
			c[i] += a[k]
		}
		coef = append(coef, c)
	}
	return coef
}

// gram represents n rows by their Gram matrix.
type gram struct {
	g     []float64
	n     int
	o     Options
	tiny  float64
	plain bool // the kernel is positive semi-definite: negative squared distances are rounding errors
	// If the images span few dimensions, as for a quadratic kernel, their d coordinates; otherwise d is 0.
	place []float64
	d     int
}

// Gram finds flats for the images of n rows in feature space by their symmetric n×n Gram matrix. n must be at least
// o.K. Unless definite is set, the matrix may have negative eigenvalues; then squared distances may be negative,
// directions for such eigenvalues are left out, and the energy may rise. The error is that of o.Ask, or
// linalg.ErrEigen.
func Gram(g []float64, n int, definite bool, o Options) (*Run[*Image], error) {
	if o.Ask == nil {
		o.Ask = func() error { return nil }
	}
	s := &gram{g: g, n: n, o: o, plain: definite}
	size := 0.0
	for i := range n {
		size = max(size, math.Abs(g[i*n+i]))
	}
	s.tiny = 1e-13 * size // for differences of such numbers
	if fastPlaces && definite && o.Q > 0 {
		s.place, s.d = coordinates(g, n, size)
	}
	return find[*Image](s, n, o)
}

// coordinates returns the coordinates of the n rows of a Gram matrix in an orthonormal basis of their span, if that has
// at most small dimensions; otherwise d is 0. It uses the pivoted Cholesky decomposition (Golub and Van Loan, Matrix
// Computations, 4.2.8). size is the largest diagonal entry, relative to which remainders count as rounding errors.
func coordinates(g []float64, n int, size float64) (place []float64, d int) {
	var columns [][]float64
	left := make([]float64, n) // remaining diagonal
	for i := range left {
		left[i] = g[i*n+i]
	}
	for {
		pivot := 0
		for i, x := range left {
			if x > left[pivot] {
				pivot = i
			}
		}
		if !(left[pivot] > 1e-15*size) {
			break
		}
		if len(columns) == small {
			return nil, 0
		}
		column := slices.Clone(g[pivot*n : (pivot+1)*n])
		for _, c := range columns {
			linalg.Axpy(-c[pivot], c, column)
		}
		root := math.Sqrt(left[pivot])
		for i := range column {
			column[i] /= root
			left[i] -= column[i] * column[i]
		}
		left[pivot] = 0
		columns = append(columns, column)
	}
	d = len(columns)
	place = make([]float64, n*d)
	for l, c := range columns {
		for i, x := range c {
			place[i*d+l] = x
		}
	}
	return place, d
}

func (s *gram) row(i int) []float64 { return s.g[i*s.n : (i+1)*s.n : (i+1)*s.n] }

func (s *gram) noise() float64 { return s.tiny }

func (s *gram) near(row int) (*Image, error) {
	if s.o.Q == 0 {
		return s.through([]int{row})
	}
	d2 := make([]float64, s.n)
	for i := range d2 {
		d2[i] = s.g[i*s.n+i] - 2*s.g[row*s.n+i] // + k(row, row)
	}
	return s.through(nearest(d2, row, hood(s.n, s.o.K, s.o.Q)))
}

func (s *gram) through(list []int) (*Image, error) {
	weight := make([]float64, len(list))
	weight[0] = 1
	return s.image(list, weight)
}

func (s *gram) fit(list []int, _ *Image) (*Image, error) {
	weight := make([]float64, len(list))
	for k := range weight {
		weight[k] = 1 / float64(len(list))
	}
	return s.image(slices.Clone(list), weight)
}

func (s *gram) residuals(f *Image, out []float64) error {
	if s.d > 0 {
		return s.distances(f, out)
	}
	stride := max(1, 100_000/(len(f.Rows)*(1+len(f.Dirs))))
	for i := range out {
		if i%stride == 0 {
			if err := s.o.Ask(); err != nil {
				return err
			}
		}
		out[i] = f.Residual(s.g[i*s.n+i], s.row(i), nil)
		if s.plain {
			out[i] = max(out[i], 0)
		}
	}
	return nil
}

// distances is residuals computed from the coordinates y: those of the base are Σ weight·y, those of a direction Σ
// dir·y.
func (s *gram) distances(f *Image, out []float64) error {
	if err := s.o.Ask(); err != nil {
		return err
	}
	d := s.d
	at := func(weight []float64) []float64 {
		sum := make([]float64, d)
		for k, i := range f.Rows {
			linalg.Axpy(weight[k], s.place[i*d:(i+1)*d], sum)
		}
		return sum
	}
	base, dirs, y := at(f.Weight), make([][]float64, len(f.Dirs)), make([]float64, d)
	for l, a := range f.Dirs {
		dirs[l] = at(a)
	}
	for i := range out {
		d2 := 0.0
		for l, x := range s.place[i*d : (i+1)*d] {
			y[l] = x - base[l]
			d2 += y[l] * y[l]
		}
		for _, u := range dirs {
			along := 0.0
			for l, x := range u {
				along += x * y[l]
			}
			d2 -= along * along
		}
		out[i] = max(d2, 0)
	}
	return nil
}

// small is the order up to which a Gram matrix is always decomposed completely, and the largest number of coordinates
// of images.
const small = 24

// image returns the flat through Σ weight·φ along the leading principal directions of some rows about it.
func (s *gram) image(list []int, weight []float64) (*Image, error) {
	f := &Image{Rows: list, Weight: weight}
	m := len(list)
	base := make([]float64, m) // ⟨φ(row), base⟩
	for k, i := range list {
		if k%256 == 0 {
			if err := s.o.Ask(); err != nil {
				return nil, err
			}
		}
		row := s.row(i)
		for l, j := range list {
			base[k] += weight[l] * row[j]
		}
		f.Self += weight[k] * base[k]
	}
	if s.o.Q == 0 || m == 1 {
		return f, nil
	}
	size := 0.0 // size of the numbers that were rounded
	for _, i := range list {
		size = max(size, math.Abs(s.g[i*s.n+i]))
	}
	var values []float64
	var vectors [][]float64
	var err error
	if s.d > 0 && s.d < m {
		values, vectors, err = s.scatter(list, weight)
	} else {
		about := make([]float64, m*m) // Gram matrix relative to the base
		for k, i := range list {
			row := s.row(i)
			for l, j := range list[:k+1] {
				v := row[j] - base[k] - base[l] + f.Self
				about[k*m+l], about[l*m+k] = v, v
			}
		}
		values, vectors, err = s.eigen(about, m)
	}
	if err != nil {
		return nil, err
	}
	for l, v := range vectors {
		if !(values[l] > max(1e-11*values[0], 1e-13*size)) {
			break
		}
		// u = Σ vₖ(φₖ − base)/√λ
		far, total := 0.0, 0.0
		for _, x := range v {
			if math.Abs(x) > math.Abs(far)*(1+1e-9) {
				far = x
			}
			total += x
		}
		root := math.Copysign(math.Sqrt(values[l]), far)
		dir, shift := make([]float64, m), 0.0
		for k, x := range v {
			dir[k] = (x - total*weight[k]) / root
			shift += dir[k] * base[k]
		}
		f.Dirs, f.Shift, f.Sizes = append(f.Dirs, dir), append(f.Shift, shift), append(f.Sizes, values[l])
	}
	return f, nil
}

// eigen returns the largest eigenpairs of a symmetric matrix of order m.
func (s *gram) eigen(a []float64, m int) ([]float64, [][]float64, error) {
	if m <= small || 4*s.o.Q >= m {
		return linalg.LargestEigen(s.o.Ask, a, m, min(s.o.Q, m))
	}
	return linalg.LargestEigenOf(s.o.Ask, func(x, y []float64) error {
		for i := range m {
			y[i] = linalg.Dot(a[i*m:(i+1)*m], x)
		}
		return s.o.Ask()
	}, m, s.o.Q)
}

// scatter returns the largest eigenpairs of the Gram matrix of some rows relative to their base Σ weight·φ, computed
// from their few coordinates: if u is an eigenvector of the scatter matrix YᵀY, then Yu/√λ is one of YYᵀ.
func (s *gram) scatter(list []int, weight []float64) ([]float64, [][]float64, error) {
	d, m := s.d, len(list)
	base := make([]float64, d)
	for k, i := range list {
		linalg.Axpy(weight[k], s.place[i*d:(i+1)*d], base)
	}
	y, yy := make([]float64, m*d), make([]float64, d*d)
	for k, i := range list {
		to := y[k*d : (k+1)*d]
		copy(to, s.place[i*d:(i+1)*d])
		linalg.Axpy(-1, base, to)
		for a, x := range to {
			linalg.Axpy(x, to, yy[a*d:(a+1)*d])
		}
	}
	values, directions, err := linalg.LargestEigen(s.o.Ask, yy, d, min(s.o.Q, d))
	if err != nil {
		return nil, nil, err
	}
	vectors := make([][]float64, len(directions))
	for l, u := range directions {
		v, root := make([]float64, m), math.Sqrt(values[l])
		for k := range v {
			v[k] = linalg.Dot(y[k*d:(k+1)*d], u) / root
		}
		vectors[l] = v
	}
	return values, vectors, nil
}
