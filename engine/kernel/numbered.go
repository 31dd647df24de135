package kernel

// Numbered is a kernel of objects without coordinates. The objects are numbered from 0, a point's single coordinate is
// the number of its object, and the kernel's values are a matrix. It has no hyperparameters.
type Numbered struct {
	name string
	n    int
	k    []float64
}

// NewNumbered returns the kernel with k(i, j) = k[i*n+j] for n objects. k must be symmetric and is not copied. name is
// the value of String; Parse does not read it.
func NewNumbered(name string, n int, k []float64) *Numbered { return &Numbered{name, n, k} }

// thing returns the number of the object at coordinate x, without its fraction; −1 if there is none.
func (k *Numbered) thing(x float64) int {
	if !(x > -1 && x < float64(k.n)) {
		return -1
	}
	return int(x)
}

// Eval returns 0 if a coordinate is not the number of an object, or is missing (NaN).
func (k *Numbered) Eval(x, z []float64) float64 {
	i, j := k.thing(x[0]), k.thing(z[0])
	if i < 0 || j < 0 {
		return 0
	}
	return k.k[i*k.n+j]
}

func (k *Numbered) Grad(x, z []float64, _ bool, _ []float64) float64 { return k.Eval(x, z) }

func (k *Numbered) Hyper() []Hyper { return nil }

func (k *Numbered) WithHyper([]float64) Kernel { return k }

func (k *Numbered) String() string { return k.name }
