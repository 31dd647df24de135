package kernelparam

import (
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
type Among struct {
	set    *method.Shared
	kernel kernel.Kernel
	rower  *kernel.Rower
	rows   [][]float64
	kept   map[*int]any
	bytes  int
}

// AmongOf is the Among of the rows of which p's are a part; nil where there is no such set.
func AmongOf(k kernel.Kernel, p *method.Problem) *Among {
	s, _ := p.PartOf()
	if s == nil || s.Whole.N > amongMost {
		return nil
	}
	return s.Keep(k.String(), func() any {
		w := s.Whole
		return &Among{s, k, kernel.NewRower(k, w.X, w.N, w.D), make([][]float64, w.N), map[*int]any{}, 0}
	}).(*Among)
}

// Row is k(x_i, x_j) for all rows j of the set, without white noise.
func (a *Among) Row(i int) []float64 {
	if a.rows[i] == nil {
		a.rows[i] = a.rower.At(a.set.Whole.At(i), make([]float64, a.set.Whole.N))
	}
	return a.rows[i]
}

// PartRows are the rows of the set that p has; nil = p is not of it.
func (a *Among) PartRows(p *method.Problem) []int {
	if s, rows := p.PartOf(); a != nil && s == a.set {
		return rows
	}
	return nil
}

// Matrix returns what is kept for the rows of a list, the same one in memory and not one with the same numbers, and
// makes it if there is none yet: the kernel matrix of the list in some form, which nobody changes any more.
func (a *Among) Matrix(list []int, make func() any) any {
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
	of   *Among
	list []int
	diag []float64 // with white noise; nil = there is none
}

// Part takes the rows of a list; diag is the diagonal of their kernel matrix.
func (a *Among) Part(list []int, diag []float64) *Part {
	if !kernel.HasWhite(a.kernel) {
		diag = nil
	}
	return &Part{a, list, diag}
}

// Row writes row i of the matrix to out, and returns it.
func (p *Part) Row(i int, out []float64) []float64 {
	from := p.of.Row(p.list[i])
	for j, r := range p.list[:len(out)] {
		out[j] = from[r]
	}
	if p.diag != nil {
		out[i] = p.diag[i]
	}
	return out
}
