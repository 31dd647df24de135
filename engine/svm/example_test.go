package svm_test

import (
	"fmt"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/svm"
)

// A method is a declaration with a Fit function. The page, the commands and this example use it in the same way: check
// the parameters, read the points, fit, and ask the model for its abilities.
func Example() {
	m := svm.Method()
	values, err := m.Validate(map[string]any{"kernel": "linear", "C": 100.0})
	if err != nil {
		fmt.Println(err)
		return
	}
	points := []doc.Point{{X: 0, Y: 0, Z: 0}, {X: 1, Y: 0, Z: 0}, {X: 2, Y: 2, Z: 1}, {X: 3, Y: 2, Z: 1}}
	problem, err := method.NewProblem(points, m.TaskOf(nil), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := m.Fit(method.Unstopped, problem, values, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range model.Facts() {
		if f.Name == "margin" {
			fmt.Printf("%s %.4g\n", f.Name, f.Value)
		}
	}
	answers := make([]float64, 2)
	model.Can().Predictor.Predict([]float64{0.5, 0.5, 2.5, 2.5}, answers)
	fmt.Println(answers)
	// Output:
	// margin 2.236
	// [0 1]
}

// If data are insufficient, Fit returns a Need, which says what to add.
func ExampleMethod_need() {
	m := svm.Method()
	values, _ := m.Validate(nil)
	problem, _ := method.NewProblem([]doc.Point{{X: 1, Y: 1, Z: 0}}, method.Classify, 1)
	_, err := m.Fit(method.Unstopped, problem, values, nil)
	fmt.Println(err)
	// Output: A support vector machine needs points of two classes: all are of class 1.
}
