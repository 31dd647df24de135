package kernel

// Numbered is a kernel of things that have no coordinates: they are numbered from 0, a point has one coordinate, its
// number, and the kernel's values are a matrix. Nothing is learned of it: Hyper is empty.
type Numbered struct {
	name string
	n    int
	k    []float64
}

// NewNumbered makes the kernel with k(i, j) = k[i*n+j] for things i and j of n. k must be symmetric and is not copied.
// name is what String returns; Parse does not read it.
func NewNumbered(name string, n int, k []float64) *Numbered { return &Numbered{name, n, k} }

// thing is the number that a coordinate stands for, without its fraction; -1 where there is no such thing.
func (k *Numbered) thing(x float64) int {
	if !(x > -1 && x < float64(k.n)) {
		return -1
	}
	return int(x)
}

// Eval implements Kernel. The value of a number that stands for nothing (one that is missing, NaN) is 0.
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
