package regression

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/kernel"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/sorts"
)

// monomials is a kernel ridge regression with a polynomial kernel, computed with its features instead of its Gram
// matrix. Far from the origin, the entries of the matrix are huge and nearly equal, so what distinguishes the points is
// lost in rounding errors. With monomials relative to the middle of the points it is not.
type monomials struct {
	d        int
	mid      [2]float64
	scale    [2]float64
	powers   [][2]int  // exponents of each term
	coef     []float64 // f = Σ coef · t₁^i t₂^j with t = (x − mid)/scale
	leverage []float64 // ∂f(xᵢ)/∂yᵢ
	inverse  float64   // reciprocal condition number of the least squares problem
	norm     float64   // ‖f‖² in the kernel's space
}

// maxFeatures is the largest number of monomials; maxEntries bounds the size of the matrix, points times monomials.
const (
	maxFeatures = 120
	maxEntries  = 500_000
)

// newMonomials minimises Σ (yᵢ − f(xᵢ))² + α‖f‖² over the monomials of k, by the QR factorisation of the data's rows
// above the penalty's (Golub and Van Loan, Matrix Computations, section 6.1.4). It returns nil if k is not a
// polynomial, has too many terms, or has more than two inputs, and if numbers overflow.
func newMonomials(k kernel.Kernel, p *method.Problem, alpha float64) *monomials {
	if p.D > 2 {
		return nil
	}
	w, ok := kernel.Monomials(k, p.D)
	if !ok {
		return nil
	}
	m := &monomials{d: p.D}
	full := true // all lower monomials are present, so that a shift of the origin stays within them
	var weight []float64
	for i := range w {
		for j, v := range w[i] {
			if v > 0 {
				m.powers = append(m.powers, [2]int{i, j})
				weight = append(weight, v)
			} else {
				full = false
			}
		}
	}
	c := len(m.powers)
	if c == 0 || c > maxFeatures || (p.N+c)*c > maxEntries {
		return nil
	}
	m.place(p, full)
	lines := append(m.dataRows(p), m.penaltyRows(weight, alpha, len(w))...)
	// The largest rows come first, for stability with rows of very different sizes (Higham, Accuracy and Stability of
	// Numerical Algorithms, section 20.3).
	sorts.StableFunc(lines, func(a, b line) int {
		switch {
		case a.size > b.size:
			return -1
		case a.size < b.size:
			return 1
		}
		return 0
	})
	unit := unitColumns(lines, c)
	if unit == nil {
		return nil
	}
	var qr mat.QR
	qy := m.leastSquares(&qr, lines, unit)
	if qy == nil {
		return nil
	}
	m.leverages(&qr, lines, unit, p.N)
	for col := range qy {
		qy[col] *= unit[col]
	}
	for _, l := range lines {
		if l.of < 0 {
			v := 0.0
			for col, x := range l.row {
				v += x * qy[col]
			}
			m.norm += v * v / alpha
		}
	}
	if m.coef = qy; !method.Finite(qy...) {
		return nil
	}
	return m
}

// place sets the origin and the scale of the monomials: the middle of the points, if all lower monomials are present
// (full), and their reach from the origin.
func (m *monomials) place(p *method.Problem, full bool) {
	for a := range p.D {
		lo, hi := math.Inf(1), math.Inf(-1)
		for i := range p.N {
			lo, hi = min(lo, p.X[i*p.D+a]), max(hi, p.X[i*p.D+a])
		}
		if full {
			m.mid[a] = lo + (hi-lo)/2
		}
		if m.scale[a] = max(hi-m.mid[a], m.mid[a]-lo); m.scale[a] == 0 {
			m.scale[a] = 1
		}
	}
}

// line is an equation of the least squares problem: row · coefficients = y.
type line struct {
	size float64 // largest absolute value of row
	row  []float64
	y    float64
	of   int // the point's row, or −1
}

func newLine(row []float64, y float64, of int) line {
	l := line{row: row, y: y, of: of}
	for _, v := range row {
		l.size = max(l.size, math.Abs(v))
	}
	return l
}

// dataRows returns the equations of the points.
func (m *monomials) dataRows(p *method.Problem) (lines []line) {
	for i := range p.N {
		row := make([]float64, len(m.powers))
		m.features(p.At(i), row)
		lines = append(lines, newLine(row, p.Y[i], i))
	}
	return lines
}

// penaltyRows returns the equations of the penalty. It is α Σ c²/w over the coefficients c of the monomials of x
// itself, with their weights w: t^k = s^−k Σ binom(k, i) x^i (−mid)^(k−i), in each coordinate. The exponents are less
// than degrees.
func (m *monomials) penaltyRows(weight []float64, alpha float64, degrees int) (lines []line) {
	var shift [2][][]float64
	for a := range 2 {
		shift[a] = make([][]float64, degrees)
		for k := range shift[a] {
			row := make([]float64, k+1)
			b := math.Pow(m.scale[a], -float64(k)) // binom(k, i)/s^k from i = k down
			for i := k; i >= 0; i-- {
				row[i] = b * math.Pow(-m.mid[a], float64(k-i))
				b *= float64(i) / float64(k-i+1)
			}
			shift[a][k] = row
		}
	}
	for r, at := range m.powers {
		row := make([]float64, len(m.powers))
		root := math.Sqrt(alpha / weight[r])
		for col, of := range m.powers {
			if of[0] < at[0] || of[1] < at[1] {
				continue
			}
			v := shift[0][of[0]][at[0]]
			if m.d == 2 {
				v *= shift[1][of[1]][at[1]]
			}
			row[col] = root * v
		}
		lines = append(lines, newLine(row, 0, -1))
	}
	return lines
}

// unitColumns returns the factors that scale the c columns to length 1: only then the condition number measures the
// loss of digits. It returns nil if a column is 0 or not finite.
func unitColumns(lines []line, c int) []float64 {
	unit := make([]float64, c)
	for col := range unit {
		top, sum := 0.0, 0.0
		for _, l := range lines {
			top = max(top, math.Abs(l.row[col]))
		}
		if !(top > 0) || !method.Finite(top) {
			return nil
		}
		for _, l := range lines {
			sum += l.row[col] / top * (l.row[col] / top)
		}
		unit[col] = 1 / top / math.Sqrt(sum)
	}
	return unit
}

// leastSquares factorises the equations with scaled columns, notes their condition, and returns the coefficients of
// these columns, or nil.
func (m *monomials) leastSquares(qr *mat.QR, lines []line, unit []float64) []float64 {
	a, y := mat.NewDense(len(lines), len(unit), nil), mat.NewVecDense(len(lines), nil)
	for i, l := range lines {
		for col, v := range l.row {
			a.Set(i, col, v*unit[col])
		}
		y.SetVec(i, l.y)
	}
	qr.Factorize(a)
	m.inverse = 1 / qr.Cond()
	var answer mat.VecDense
	var bad mat.Condition
	if err := qr.SolveVecTo(&answer, false, y); err != nil && !errors.As(err, &bad) { // inverse has the condition number
		return nil
	}
	return answer.RawVector().Data
}

// leverages computes the leverages of the n points: the diagonal of the hat matrix V(RᵀR)⁻¹Vᵀ, where V has the data's
// rows with scaled columns.
func (m *monomials) leverages(qr *mat.QR, lines []line, unit []float64, n int) {
	var r mat.Dense
	qr.RTo(&r)
	c := len(unit)
	lower, q := make([]float64, c*c), make([]float64, c)
	for i := range c {
		for j := range i + 1 {
			lower[i*c+j] = r.At(j, i)
		}
	}
	m.leverage = make([]float64, n)
	for _, l := range lines {
		if l.of < 0 {
			continue
		}
		for col, v := range l.row {
			q[col] = v * unit[col]
		}
		linalg.SolveLower(lower, c, q, 1)
		m.leverage[l.of] = linalg.Dot(q, q)
	}
}

// features writes the monomials of t at x.
func (m *monomials) features(x, out []float64) {
	var t [2]float64
	for a, v := range x {
		t[a] = (v - m.mid[a]) / m.scale[a]
	}
	for k, p := range m.powers {
		v := 1.0
		for range p[0] {
			v *= t[0]
		}
		for range p[1] {
			v *= t[1]
		}
		out[k] = v
	}
}

// predict writes f at the rows of x.
func (m *monomials) predict(x, out []float64) {
	row := make([]float64, len(m.coef))
	for i := range out {
		m.features(x[i*m.d:(i+1)*m.d], row)
		s := 0.0
		for k, c := range m.coef {
			s += c * row[k]
		}
		out[i] = s
	}
}

// grid writes f at the nodes of a grid.
func (m *monomials) grid(job method.Job, g picture.Grid, out []float32) error {
	x, f := make([]float64, 0, 2*g.W), make([]float64, g.W)
	for j := range g.H {
		if j&3 == 0 {
			if err := job.Err(); err != nil {
				return err
			}
		}
		x = x[:0]
		for i := range g.W {
			x = append(x, g.X(i), g.Y(j))
		}
		m.predict(x, f)
		for i, v := range f {
			out[j*g.W+i] = float32(min(max(v, -1e37), 1e37))
		}
	}
	return nil
}
