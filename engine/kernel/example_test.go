package kernel_test

import (
	"fmt"

	"pointscape/engine/kernel"
)

// A kernel is a function of two points. Sums and products of kernels are kernels.
func Example() {
	k := kernel.Sum(kernel.RBF(0.5), kernel.Scale(2, kernel.Linear()))
	fmt.Println(k)
	fmt.Printf("%.4f\n", k.Eval([]float64{1, 0}, []float64{0.5, 0}))
	// Output:
	// rbf(0.5) + 2 * linear()
	// 1.6065
}

// Parse reads expressions that users type, and says where they are wrong.
func ExampleParse() {
	k, err := kernel.Parse("matern52(0.3) * periodic(1, 0.5)")
	fmt.Println(k, err)
	_, err = kernel.Parse("rbf(0.2) + lineer()")
	fmt.Println(err)
	// Output:
	// matern52(0.3) * periodic(1, 0.5) <nil>
	// params.kernel must be a kernel expression with rbf, matern12, matern32, matern52, rq, periodic, cos, triangle, box, laplacian, linear, poly, sigmoid, constant or white at column 12; got "lineer"
}

// Gram returns the matrix of a kernel's values between all points, row by row.
func ExampleGram() {
	x := []float64{0, 1, 3} // three points on the line
	gram := kernel.Gram(kernel.RBF(1), x, 3, 1, nil)
	for i := range 3 {
		fmt.Printf("%.3f\n", gram[3*i:3*i+3])
	}
	// Output:
	// [1.000 0.607 0.011]
	// [0.607 1.000 0.135]
	// [0.011 0.135 1.000]
}

// An Expansion is the result of kernel methods: a weighted sum of kernels at points.
func ExampleExpansion() {
	f := kernel.Expansion{Kernel: kernel.RBF(1), X: []float64{0, 2}, N: 2, D: 1, Coef: [][]float64{{1, -1}},
		Bias: []float64{0.5}}
	fmt.Printf("%.3f %.3f\n", f.Eval([]float64{0}), f.Eval([]float64{1}))
	// Output: [1.365] [0.500]
}
