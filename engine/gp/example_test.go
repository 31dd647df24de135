package gp_test

import (
	"fmt"

	"pointscape/engine/doc"
	"pointscape/engine/gp"
	"pointscape/engine/method"
)

// A Gaussian process returns its prediction with a standard deviation: small near the points, and that of its prior far
// from them.
func Example() {
	m := gp.Method()
	values, err := m.Validate(map[string]any{"kernel": "rbf(1)", "alpha": 1e-6, "normalize_y": false})
	if err != nil {
		fmt.Println(err)
		return
	}
	problem, err := method.NewProblem([]doc.Point{{X: 0, Y: 1}, {X: 1, Y: -1}}, method.Regress, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := m.Fit(method.Unstopped, problem, values, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	x := []float64{0, 1, 2}
	mean := make([]float64, len(x))
	model.Can().Predictor.Predict(x, mean)
	f, _ := model.Can().Deviations(x)
	for i := range x {
		fmt.Printf("f(%g) = %.2f ± %.2f\n", x[i], mean[i], f[i])
	}
	// Output:
	// f(0) = 1.00 ± 0.00
	// f(1) = -1.00 ± 0.00
	// f(2) = -1.20 ± 0.74
}
