// Package kernel holds kernel functions, their algebra (sum, product, scale),
// Gram matrices and fast evaluation of kernel expansions over grids.
package kernel

// Kernel is a symmetric function of two points of equal dimension. Kernels are immutable values; combined ones are
// trees of simple ones.
type Kernel interface {
	// Eval returns k(x, z).
	Eval(x, z []float64) float64
	// Grad returns k(x, z) and writes the derivatives of k with respect to the natural logarithm of each
	// hyperparameter, in the order of Hyper. same says that x and z are the same observation, for which white noise
	// counts.
	Grad(x, z []float64, same bool, grad []float64) float64
	// Hyper lists the positive hyperparameters that can be learned, in the order of the expression.
	Hyper() []Hyper
	// WithHyper returns the kernel with other values of Hyper.
	WithHyper(values []float64) Kernel
	// String returns the kernel as an expression that Parse reads, if it is one of those that Parse can return.
	String() string
}

// Hyper is one learnable hyperparameter.
type Hyper struct {
	Name  string // "length_scale", or "1.length_scale" in the second term of a combination
	Value float64
}
