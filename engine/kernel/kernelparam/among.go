package kernelparam

import (
	"sync"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// amongMost is the largest number of rows of a set whose kernel values are all stored. amongBytes is the memory, for
// each kernel, of matrices of parts of the set and of values between the set and other rows.
const (
	amongMost  = 700
	amongBytes = 4 << 20
)

// Among stores a kernel's values between the rows of a set, when many fits are made to parts of it (method.Shared).
// Each value is the one that a fit to the part alone would compute, to the bit.
type Among interface {
	// PartRows returns the rows of the set that form p; nil if p is not a part of it.
	PartRows(p *method.Problem) []int
	// Know must be called each time before values k(x, ·) of the rows x of a problem are needed, where from is the
	// first of these rows. It reports whether Beside has them: always for rows of the set; for other rows from the
	// second time on, if there is memory for them. For a single use, computing only what is needed is faster.
	Know(at *method.Problem, from int) bool
	// Beside returns k(x, ·) of row i of a problem for all rows of the set, without white noise. Know must have
	// returned true for the problem.
	Beside(at *method.Problem, i int) []float64
	// Matrix returns the stored matrix for a list of rows, identified by its memory address, not its contents. If there
	// is none yet, it calls make, which returns the kernel matrix of the list in some form, and stores the result if
	// there is memory for it. The matrix must not be modified later.
	Matrix(list []int, make func() any) any
	// Part returns the kernel matrix of a list of rows. diag is its diagonal, which is used only if the kernel has white
	// noise.
	Part(list []int, diag []float64) *Part
}

// shared makes an Among; nil if no values are shared. The first engine makes no studies, and is smaller without this
// code.
var shared func(k kernel.Kernel, p *method.Problem) Among

// Share makes fits to parts of the same rows share the kernel's values from now on. It is called at program start.
func Share() { sharing.Do(func() { shared = amongOf }) }

var sharing sync.Once

// AmongOf returns the Among for the set of which p's rows are a part; nil if there is no such set, or it has more than
// amongMost rows.
func AmongOf(k kernel.Kernel, p *method.Problem) Among {
	if shared == nil {
		return nil
	}
	return shared(k, p)
}

type among struct {
	set    *method.Shared
	kernel kernel.Kernel
	rower  *kernel.Rower
	rows   [][]float64
	kept   map[*int]any
	bytes  int
	others map[*float64]*beside
}

// beside holds rows outside the set, with k(x, ·) of each; nil if not computed yet.
type beside struct {
	asked int // number of calls of Know
	rows  [][]float64
}

func amongOf(k kernel.Kernel, p *method.Problem) Among {
	s, _ := p.PartOf()
	if !fastAmong || s == nil || s.Whole.N > amongMost {
		return nil
	}
	return s.Keep(k.String(), func() any {
		w := s.Whole
		return &among{set: s, kernel: k, rower: kernel.NewRower(k, w.X, w.N, w.D), rows: make([][]float64, w.N),
			kept: map[*int]any{}, others: map[*float64]*beside{}}
	}).(*among)
}

// Row returns k(x_i, x_j) for all rows j of the set, without white noise.
func (a *among) Row(i int) []float64 {
	if a.rows[i] == nil {
		a.rows[i] = a.rower.At(a.set.Whole.At(i), make([]float64, a.set.Whole.N))
	}
	return a.rows[i]
}

func (a *among) Know(at *method.Problem, from int) bool {
	if at.N == 0 || at.D != a.set.Whole.D {
		return false
	}
	if a.PartRows(at) != nil {
		return true
	}
	b := a.others[&at.X[0]]
	if b == nil {
		b = &beside{}
		a.others[&at.X[0]] = b
	}
	if from > 0 {
		return b.rows != nil
	}
	if b.asked++; b.asked == 2 {
		if need := 8 * at.N * a.set.Whole.N; a.bytes+need <= amongBytes {
			a.bytes += need
			b.rows = make([][]float64, at.N)
		}
	}
	return b.rows != nil
}

func (a *among) Beside(at *method.Problem, i int) []float64 {
	if rows := a.PartRows(at); rows != nil {
		return a.Row(rows[i])
	}
	row := &a.others[&at.X[0]].rows[i]
	if *row == nil {
		*row = a.rower.At(at.At(i), make([]float64, a.set.Whole.N))
	}
	return *row
}

func (a *among) PartRows(p *method.Problem) []int {
	if s, rows := p.PartOf(); s == a.set {
		return rows
	}
	return nil
}

func (a *among) Matrix(list []int, make func() any) any {
	if m, ok := a.kept[&list[0]]; ok {
		return m
	}
	m := make()
	if need := 8 * len(list) * len(list); a.bytes+need <= amongBytes {
		a.bytes += need
		a.kept[&list[0]] = m
	}
	return m
}

// Part is the kernel matrix of some rows of the set, row by row.
type Part struct {
	row  func(i int) []float64 // row of the set's matrix
	list []int
	diag []float64 // diagonal with white noise; nil if there is none
}

func (a *among) Part(list []int, diag []float64) *Part {
	if !kernel.HasWhite(a.kernel) {
		diag = nil
	}
	return &Part{a.Row, list, diag}
}

// Row writes row i of the matrix to out and returns it.
func (p *Part) Row(i int, out []float64) []float64 {
	from := p.row(p.list[i])
	Gather(out, from, p.list[:len(out)])
	if p.diag != nil {
		out[i] = p.diag[i]
	}
	return out
}

// Gather writes from[places[i]] to out[i] for all i. It is unrolled four times, since in WebAssembly the loop condition
// costs more than the body.
func Gather(out, from []float64, places []int) {
	n := len(out)
	places = places[:n]
	i := 0
	for ; i+4 <= n; i += 4 {
		o, p := out[i:i+4:i+4], places[i:i+4:i+4]
		o[0], o[1], o[2], o[3] = from[p[0]], from[p[1]], from[p[2]], from[p[3]]
	}
	for ; i < n; i++ {
		out[i] = from[places[i]]
	}
}
