// Package kernelview shows properties of a kernel on the points, for every method with a kernel: its Gram matrix, the
// eigenvalues of the matrix, the spectrum of a stationary kernel, k(x, ·) at the pointer, and norms and inner products
// of the fitted functions (Schölkopf and Smola, Learning with Kernels, chapters 2 and 4).
package kernelview

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/chart"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// View describes a kernel on the rows of a problem.
type View struct {
	p      *method.Problem
	seen   kernelparam.Seen
	groups []chart.Group
	order  []int // rows in the order of the matrix
	place  []int // index of each row in order
	rower  *kernel.Rower
	rests  bool
	found  *Found
}

// Found caches slow results about a kernel on rows. It is kept with a model.
type Found struct {
	eigen   []float64 // eigenvalues of the Gram matrix, descending; nil = not computed, empty = undefined
	largest float64
	norms   [][]float64 // inner products of the fitted functions; nil = not computed, or none fitted
	// lift is h; unlifted is the reason why there is none; lifted says that unlifted is computed.
	lift     *kernel.Lift
	unlifted error
	lifted   bool
	waves    *waves // spectrum of the kernel; nil if not computed yet
}

// mostEigen is the largest number of rows for which eigenvalues are computed, and mostMoving the largest for which they
// are computed during a drag. The time grows with the cube of the number.
const (
	mostEigen  = 600
	mostMoving = 250
)

// Box is the kind of the keys of the matrix's cells and rows.
const Box = "gram"

// Of returns the view of a model's kernel: as the model describes it (kernelparam.Seer), or else by the parameters of
// its method; nil if there is no kernel.
func Of(m *method.Method, values method.Values, p *method.Problem, model method.Model, show method.Shown, rests bool,
	found *Found) *View {
	var seen kernelparam.Seen
	if s, ok := model.(kernelparam.Seer); ok {
		seen = s.SeeKernel()
	} else if m.Kerneled() {
		if k, err := kernelparam.For(values, p); err == nil {
			seen.Kernel = k
		}
	}
	if seen.Kernel == nil {
		return nil
	}
	if g := model.Can(); g.Groups != nil && seen.Groups == nil {
		if g := g.Groups(show); len(g.Of) == p.N && g.Name != "" {
			seen.Groups, seen.GroupName = g.Of, g.Name
		}
	}
	return New(p, seen, rests, found)
}

// New returns the view of a model's kernel. rests says that the user is not dragging. Results are cached in found,
// which may be empty.
func New(p *method.Problem, seen kernelparam.Seen, rests bool, found *Found) *View {
	v := &View{p: p, seen: seen, rests: rests, found: found, rower: kernel.NewRower(seen.Kernel, p.X, p.N, p.D)}
	kind, name := p.Class, p.ClassName
	if g := seen.Groups; g != nil {
		kind, name = g, func(k int) string { return words.Text("%s %s", seen.GroupName, strconv.Itoa(k+1)) }
	}
	if kind == nil {
		// Rows with values are ordered along their first input, so that near ones are adjacent.
		v.order = make([]int, p.N)
		for i := range v.order {
			v.order[i] = i
		}
		sortBy(v.order, func(i int) float64 { return p.X[i*p.D] })
	} else {
		v.groups, v.order = chart.GroupsOf(kind, name)
	}
	v.place = make([]int, p.N)
	for at, i := range v.order {
		v.place[i] = at
	}
	return v
}

// Unknown returns remarks on what is not computed, and why.
func (v *View) Unknown() []string {
	if v.p.N > mostEigen {
		return []string{words.Text("the eigenvalues of the kernel's matrix are computed for at most %s points",
			strconv.Itoa(mostEigen))}
	}
	return nil
}

// Work computes the slow results. The error is the job's.
func (v *View) Work(job method.Job) error {
	if v.p.N == 0 || v.found.norms != nil && (v.found.eigen != nil || v.p.N > mostEigen) &&
		(v.found.lift != nil || !v.lifted() || v.unlifted() != nil) {
		return nil
	}
	if err := job.Err(); err != nil {
		return err
	}
	if v.lifted() && v.unlifted() == nil {
		v.lift()
	}
	if v.p.N <= mostEigen && v.found.eigen == nil {
		v.eigen()
	}
	if s := v.seen.Sum; s != nil && v.found.norms == nil {
		norms, err := inner(job, s)
		if err != nil {
			return err
		}
		v.found.norms = norms
	}
	return job.Err()
}

// eigen computes the eigenvalues.
func (v *View) eigen() {
	n := v.p.N
	g := kernel.Gram(v.seen.Kernel, v.p.X, n, v.p.D, nil)
	for _, x := range g {
		if !method.Finite(x) {
			v.found.eigen = []float64{}
			return
		}
	}
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, g), false) {
		v.found.eigen = []float64{}
		return
	}
	list := e.Values(nil)
	slices.Reverse(list)
	v.found.eigen = list
	v.found.largest = math.Max(math.Abs(list[0]), math.Abs(list[n-1]))
}

// inner returns the inner products of the outputs of a sum of kernels: ⟨f, g⟩ = Σ aᵢ bⱼ k(xᵢ, xⱼ), without the
// constants of f and g. The error is the job's.
func inner(job method.Job, s *kernel.Expansion) ([][]float64, error) {
	n, m := s.N, len(s.Coef)
	out := make([][]float64, m)
	for a := range out {
		out[a] = make([]float64, m)
	}
	if n == 0 {
		return out, nil
	}
	r, row := kernel.NewRower(s.Kernel, s.X, n, s.D), make([]float64, n)
	for i := range n {
		if err := method.AskEvery(job, i, 64); err != nil {
			return nil, err
		}
		r.At(s.X[i*s.D:(i+1)*s.D], row) // white noise is not part of the functions
		for b := range m {
			f := linalg.Dot(s.Coef[b], row)
			for a := range m {
				out[a][b] += s.Coef[a][i] * f
			}
		}
	}
	return out, nil
}

// noise bounds the rounding error of an eigenvalue.
func (v *View) noise() float64 { return 1e-12 * float64(v.p.N) * v.found.largest }

// negative returns the number of eigenvalues that are negative beyond rounding.
func (v *View) negative() (n int) {
	for _, e := range v.found.eigen {
		if e < -v.noise() {
			n++
		}
	}
	return n
}

// Say returns the facts; slow ones are marked as late until they are computed.
func (v *View) Say() (list method.FactList) {
	n := v.p.N
	if n == 0 {
		return nil
	}
	add := func(name, label, meaning string, value func() any) {
		fact := list.Add(name, nil, "", meaning).Call(label)
		if v.found.eigen == nil {
			fact.Late = true
			return
		}
		fact.Value = value()
	}
	if n <= mostEigen {
		add("kernel_rank", "Rank of the kernel's matrix", "Number of eigenvalues of the matrix of k(xᵢ, xⱼ) "+
			"that are not 0, up to rounding: the dimension that the points span in feature space", func() any {
			rank := 0
			for _, e := range v.found.eigen {
				if math.Abs(e) > v.noise() {
					rank++
				}
			}
			return float64(rank)
		})
		add("kernel_least_eigenvalue", "Least eigenvalue", "Smallest eigenvalue of the matrix of k(xᵢ, xⱼ): "+
			"if negative, the kernel is not "+
			"positive semi-definite, and is not the inner product of any feature space", func() any {
			if e := v.found.eigen; len(e) > 0 {
				if last := e[len(e)-1]; math.Abs(last) > v.noise() {
					return last
				}
				return 0.0
			}
			return "none: the matrix has undefined values"
		})
		if v.found.eigen != nil && v.negative() > 0 {
			list.Add("kernel_negative_eigenvalues", float64(v.negative()), "", "Number of negative "+
				"eigenvalues of the matrix of k(xᵢ, xⱼ): this kernel is not positive semi-definite on these "+
				"points, ‖f‖² may be negative, and the result may not be an optimum").Call(
				"Negative eigenvalues")
		}
	}
	if w := v.waves(); w.shown {
		list.Add("kernel_least_spectrum", w.least, "", "Smallest value of the kernel's Fourier transform "+
			"along the first "+
			"input, in its picture: if it is below 0 at some frequency, the kernel is not positive definite (Bochner)").Call(
			"Smallest value of the spectrum")
	}
	v.sayLift(&list)
	s := v.seen.Sum
	if s == nil || len(s.Coef) == 0 {
		return list
	}
	const meaning = "⟨f, g⟩ = Σ aᵢ bⱼ k(xᵢ, xⱼ), the inner product of the fitted functions, without their " +
		"constants, in the kernel's function space (RKHS)"
	if len(s.Coef) == 1 {
		fact := list.Add("kernel_norm", nil, "", "‖f‖ = √(Σ aᵢ aⱼ k(xᵢ, xⱼ)), the norm of the fitted "+
			"function, without its constant, in the kernel's function space (RKHS)").Call("Norm ‖f‖")
		if fact.Late = v.found.norms == nil; !fact.Late {
			if q := v.found.norms[0][0]; q >= 0 {
				fact.Value = math.Sqrt(q)
			} else {
				fact.Value = words.Text("none: ‖f‖² = %s", words.Number(q))
			}
		}
		return list
	}
	fact := list.Add("kernel_inner_products", nil, "", meaning).Call("Inner products ⟨f, g⟩")
	if fact.Late = v.found.norms == nil; !fact.Late {
		fact.Value = v.found.norms
		if names := v.seen.Outputs; len(names) == len(s.Coef) {
			fact.By(names, names...)
		}
	}
	return list
}

// sortBy sorts rows by of(row).
func sortBy(rows []int, of func(i int) float64) {
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(of(a), of(b)) })
}
