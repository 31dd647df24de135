package kernelparam

import (
	"sync"

	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// amongMost is the most rows of a set whose kernel values are all kept, and amongBytes the most that matrices of its
// parts take: 4 MB each for every kernel.
const (
	amongMost  = 700
	amongBytes = 4 << 20
)

// Among are a kernel's values between rows of a set to whose parts many fits are made (method.Shared). Each value is
// the one that a fit to a part alone would work out, to the bit.
type Among interface {
	// PartRows are the rows of the set that p has; nil = p is not of it.
	PartRows(p *method.Problem) []int
	// Know is asked each time that values k(x, ·) of the rows x of a problem are wanted, from one of them on: 0 the first
	// time. It tells whether Beside has them: of rows of the set always, of others when they are wanted for the second
	// time, where there is room for them. For once alone it is quicker to work out what is needed.
	Know(at *method.Problem, from int) bool
	// Beside is k(x, ·) of row i of a problem that Know has said to be known, for all rows of the set, without white
	// noise.
	Beside(at *method.Problem, i int) []float64
	// Matrix returns what is kept for the rows of a list, the same one in memory and not one with the same numbers, and
	// makes it if there is none yet: the kernel matrix of the list in some form, which nobody changes any more.
	Matrix(list []int, make func() any) any
	// Part takes the rows of a list; diag is the diagonal of their kernel matrix.
	Part(list []int, diag []float64) *Part
}

// shared makes an Among; nil = no values are shared. The engine of the first visit makes no studies, and is the smaller
// for having nothing of it.
var shared func(k kernel.Kernel, p *method.Problem) Among

// Share has fits to parts of the same rows share the kernel's values from now on. It is called at the start.
func Share() { sharing.Do(func() { shared = amongOf }) }

var sharing sync.Once

// AmongOf is the Among of the rows of which p's are a part; nil where there is no such set.
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

// beside are rows that are none of the set, and k(x, ·) of each: nil = not yet.
type beside struct {
	asked int // how often
	rows  [][]float64
}

func amongOf(k kernel.Kernel, p *method.Problem) Among {
	s, _ := p.PartOf()
	if s == nil || s.Whole.N > amongMost {
		return nil
	}
	return s.Keep(k.String(), func() any {
		w := s.Whole
		return &among{set: s, kernel: k, rower: kernel.NewRower(k, w.X, w.N, w.D), rows: make([][]float64, w.N),
			kept: map[*int]any{}, others: map[*float64]*beside{}}
	}).(*among)
}

// Row is k(x_i, x_j) for all rows j of the set, without white noise.
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

// Part are rows of the kernel matrix of some rows of the set.
type Part struct {
	row  func(i int) []float64 // of the set
	list []int
	diag []float64 // with white noise; nil = there is none
}

func (a *among) Part(list []int, diag []float64) *Part {
	if !kernel.HasWhite(a.kernel) {
		diag = nil
	}
	return &Part{a.Row, list, diag}
}

// Row writes row i of the matrix to out, and returns it.
func (p *Part) Row(i int, out []float64) []float64 {
	from := p.row(p.list[i])
	Gather(out, from, p.list[:len(out)])
	if p.diag != nil {
		out[i] = p.diag[i]
	}
	return out
}

// Gather writes the numbers of some places to out, which has as many; four at a time, for in WebAssembly the end of a
// loop costs more than what is in it.
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
