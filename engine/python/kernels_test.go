package python_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// scikit-learn's kernels have no difference, but a factor -1; they have no box or triangle as a compact bump, and no
// cosine of the distance. The expected values are those of the programs with scikit-learn 1.2.
func TestDifferencesOfKernels(t *testing.T) {
	s := session.New(catalog.All())
	const points = `"points":[[0.1,0.2],[0.25,0.7],[0.4,0.5],[0.5,0.4],[0.58,0.3],[0.7,0.9],[0.9,0.4]]`
	for _, c := range []struct {
		text, line string
		answers    []float64
	}{
		{`{"method":"kernel_ridge","params":{"kernel":"rbf(0.1) - 0.7*rbf(0.2)","alpha":0.1},` + points + `}`,
			`kernel = RBF(length_scale=0.1) + ConstantKernel(-1, "fixed") * 0.7 * RBF(length_scale=0.2)`,
			[]float64{0.48740602, 0.8892457, 0.92041739}},
		{`{"method":"gp","params":{"kernel":"rbf(0.1) - 0.4*rbf(0.2)","alpha":0.1},` + points + `}`,
			`kernel=RBF(length_scale=0.1) + ConstantKernel(-1, "fixed") * 0.4 * RBF(length_scale=0.2),`,
			[]float64{-0.00256918, 0.50467488, 0.52549925}},
	} {
		program, err := program(t, s, c.text)
		if err != nil || !strings.Contains(program, c.line) {
			t.Errorf("%s: no line %s in\n%s (%v)", c.text, c.line, program, err)
		}
		f, err := fit(t, s, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range f.answers([]float64{0.05, 0.33, 0.8}) {
			if math.Abs(got-c.answers[i]) > 1e-7 {
				t.Errorf("%s: answer %d is %.8f, scikit-learn's is %.8f", c.text, i, got, c.answers[i])
			}
		}
	}
	text := `{"method":"svm","params":{"kernel":"rbf(0.2) - 1e-05*(matern32(1) - 2e-06*linear())"},` +
		`"dataset":{"name":"moons","n":30}}`
	line := `kernel=RBF(length_scale=0.2) + ConstantKernel(-1, "fixed") * 1e-05 * (Matern(length_scale=1, nu=1.5) + ` +
		`ConstantKernel(-1, "fixed") * 2e-06 * DotProduct(sigma_0=0))`
	if program, err := program(t, s, text); err != nil || !strings.Contains(program, line) {
		t.Errorf("no line %s in\n%s (%v)", line, program, err)
	}
	for _, name := range []string{"box", "triangle", "cos"} {
		var need *method.Need
		_, err := program(t, s, `{"method":"kernel_ridge","params":{"kernel":"`+name+`(0.3)"},`+points+`}`)
		if !errors.As(err, &need) || !strings.Contains(need.Sentence, "no kernel "+name) {
			t.Errorf("%s: %v, want a sentence why not", name, err)
		}
	}
}
