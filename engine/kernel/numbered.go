package kernel

// Numbered is a kernel of things without coordinates. The things are numbered from 0, a point's one coordinate is the
// number of its thing, and the kernel's values are a matrix. It has no hyperparameters.
type Numbered struct {
	name string
	n    int
	k    []float64
}

// NewNumbered makes the kernel with k(i, j) = k[i*n+j] for things i and j of n. k must be symmetric and is not copied.
// name is what String returns; Parse does not read it.
func NewNumbered(name string, n int, k []float64) *Numbered { return &Numbered{name, n, k} }

// thing returns the number of a coordinate's thing, the coordinate without its fraction; -1 where there is none.
func (k *Numbered) thing(x float64) int {
	if !(x > -1 && x < float64(k.n)) {
		return -1
	}
	return int(x)
}

// Eval implements Kernel. The value is 0 where a coordinate is no thing's number, or is missing (NaN).
func (k *Numbered) Eval(x, z []float64) float64 {
	i, j := k.thing(x[0]), k.thing(z[0])
	if i < 0 || j < 0 {
		return 0
	}
	return k.k[i*k.n+j]
}

// Grad implements Kernel.
func (k *Numbered) Grad(x, z []float64, _ bool, _ []float64) float64 { return k.Eval(x, z) }

// Hyper implements Kernel.
func (k *Numbered) Hyper() []Hyper { return nil }

// WithHyper implements Kernel.
func (k *Numbered) WithHyper([]float64) Kernel { return k }

// String implements Kernel.
func (k *Numbered) String() string { return k.name }
