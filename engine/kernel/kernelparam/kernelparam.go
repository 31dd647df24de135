// Package kernelparam holds what methods with a kernel have in common: the declaration of its parameters, how they are
// read, and the point at which the kernel is centred.
package kernelparam

import (
	"pointscape/engine/kernel"
	"pointscape/engine/method"
)

// Params declares the kernel and its parameters (kernel, gamma, degree, coef0, norm), as every kernel method has them.
// The caller owns the slice.
func Params() []method.Param { return params(nil) }

// DomainParams is Params for a method with method.DomainParam, which comes first: on the line, the norm is not asked
// for.
func DomainParams() []method.Param {
	return append([]method.Param{method.DomainParam()}, params(method.OnPlane())...)
}

func params(plane *method.When) []method.Param {
	return []method.Param{
		{Name: "kernel", Label: "Kernel", Default: "rbf", Live: named,
			Help: "Similarity of two points. Also an expression: rbf(0.2) + 0.5*linear().",
			Kind: method.Kernel{Choices: []method.Choice{
				{Value: "linear", Label: "Linear", Help: "x·z: straight lines only"},
				{Value: "poly", Label: "Polynomial", Help: "(γ x·z + c₀) to the power of the degree"},
				{Value: "rbf", Label: "Gaussian (RBF)", Help: "exp(−γ‖x − z‖²): any smooth shape"},
				{Value: "laplacian", Label: "Laplacian", Help: "exp(−γ‖x − z‖): any shape, with corners; scikit-learn's " +
					"laplacian_kernel has the Manhattan distance"},
				{Value: "sigmoid", Label: "Sigmoid", Help: "tanh(γ x·z + c₀): not positive definite, so the solution may be " +
					"only a local optimum"},
			}}},
		{Name: "gamma", Label: "Coefficient γ", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true,
			Max: 1e6, SoftMin: 0.1, SoftMax: 1000, Log: true}}, Default: 10.0,
			Scales: &method.Scales{Power: -2, But: &method.When{Name: "kernel", In: []string{"laplacian"}}, Then: -1},
			Help:   "Inverse squared width, or factor of the inner product: a larger γ follows single points more closely",
			When:   &method.When{Name: "kernel", In: []string{"poly", "rbf", "laplacian", "sigmoid"}}},
		{Name: "degree", Label: "Degree", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10, SoftMin: 1, SoftMax: 8}},
			Default: 3.0,
			Help:    "Degree of the polynomial",
			When:    &method.When{Name: "kernel", In: []string{"poly"}}},
		{Name: "coef0", Label: "Constant c₀", Kind: method.Number{Range: method.Range{Min: -100, Max: 100, SoftMin: -2,
			SoftMax: 2}}, Default: 1.0,
			Help: "Constant added to the inner product; with 0, a polynomial has only terms of the highest degree",
			When: &method.When{Name: "kernel", In: []string{"poly", "sigmoid"}}},
		{Name: "norm", Label: "Distance", Kind: method.Choose{Choices: []method.Choice{{Value: "l2", Label: "Euclidean"},
			{Value: "l1", Label: "Manhattan", Help: "As in scikit-learn's laplacian_kernel"}}}, Default: "l2",
			Help: "How the Laplacian kernel measures distance",
			When: &method.When{Name: "kernel", In: []string{"laplacian"}, And: plane}},
	}
}

// Of returns the kernel of validated parameters, for points of d coordinates: a name with its parameters, or an
// expression. The error is a *doc.Error, so a Method.Check can return it.
func Of(v method.Values, d int) (kernel.Kernel, error) {
	name := v.String("kernel")
	switch name {
	case "linear", "poly", "rbf", "laplacian", "sigmoid":
		return kernel.ByName(name, v.Float("gamma"), v.Float("coef0"), v.Float("degree"), v.String("norm"))
	}
	k, err := kernel.Parse(name)
	if err == nil {
		err = kernel.CheckDim(k, d)
	}
	return k, err
}

// For is Of for a problem. It also checks that the kernel's values at the points are small enough to compute with. The
// error is a *doc.Error or a *method.Need.
func For(v method.Values, p *method.Problem) (kernel.Kernel, error) {
	k, err := Of(v, p.D)
	if err == nil {
		err = p.CheckKernel(kernel.Diag(k, p.X, p.N, p.D, nil))
	}
	return k, err
}

// Check is a Method.Check for methods in the plane whose only parameter to check is the kernel.
func Check(v method.Values) error {
	_, err := Of(v, 2)
	return err
}
