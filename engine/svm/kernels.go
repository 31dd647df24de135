package svm

import (
	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// KernelParams declares the kernel and the parameters beside it (kernel, gamma,
// degree, coef0, norm), as every kernel method has them. The slice is the
// caller's own.
func KernelParams() []method.Param { return kernelParams() }

// KernelOf reads the kernel of validated parameters, for points of d
// coordinates: a name with the parameters beside it, or an expression. The error
// is a *doc.Error, so a Method.Check can return it.
func KernelOf(v method.Values, d int) (kernel.Kernel, error) { return kernelOf(v, d) }

// checkedKernel is KernelOf for a problem, whose values at the points can be computed
// with. The error is a *doc.Error or a *method.Need.
func checkedKernel(v method.Values, p *method.Problem) (kernel.Kernel, error) {
	k, err := kernelOf(v, p.D)
	if err == nil {
		err = p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil))
	}
	return k, err
}

// Centred is k about the middle of points far from the origin (kernel.About), where k
// minds; else k itself. Distances in feature space are the same with both, and so are
// sums whose coefficients add up to 0, but for a constant.
func Centred(k kernel.Kernel, p *method.Problem) kernel.Kernel {
	inside, _ := centred(k, p, nil)
	return inside
}

// CheckKernel is a Method.Check for methods whose only doubtful parameter is the
// kernel, over the plane.
func CheckKernel(v method.Values) error {
	_, err := kernelOf(v, 2)
	return err
}
