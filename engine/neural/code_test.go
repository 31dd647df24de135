package neural

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// coded lists networks that are exported as programs, for each type of prediction.
var coded = []struct {
	name   string
	task   method.Task
	k      int
	params map[string]any
}{
	{"two classes", method.Classify, 2, map[string]any{"hidden_layer_sizes": []float64{5, 4, 3}, "activation": "relu"}},
	{"three classes", method.Classify, 3, map[string]any{"hidden_layer_sizes": []float64{6, 4}, "activation": "tanh",
		"standardize": false}},
	{"all activations", method.Classify, 2, map[string]any{"hidden_layer_sizes": []float64{4, 3, 4, 3},
		"activation": byLayer, "activations": []string{"leaky_relu", "elu", "logistic", "step"}, "loss": hinge}},
	{"all inputs", method.Classify, 3, map[string]any{"hidden_layer_sizes": []float64{},
		"features": []string{"x1", "x2", "x1^2", "x2^2", "x1*x2", "sin(x1)", "sin(x2)"}}},
	{"all inputs of a line", method.Regress, 0, map[string]any{"hidden_layer_sizes": []float64{2},
		"activation": "identity", "features_line": []string{"x", "x^2", "sin(x)"}}},
	{"margins", method.Classify, 3, map[string]any{"hidden_layer_sizes": []float64{3}, "loss": "squared_error"}},
	{"a line", method.Regress, 0, map[string]any{"hidden_layer_sizes": []float64{6}, "activation": "logistic"}},
	{"a surface", method.Regress2D, 0, map[string]any{"domain": "plane", "hidden_layer_sizes": []float64{6, 2}}},
}

// codedOf returns a network with given weights, and points to evaluate it at.
func codedOf(t *testing.T, i int) (m *state, model method.Model, x []float64) {
	t.Helper()
	c := coded[i]
	in := Classifier()
	if c.task != method.Classify {
		in = Regression()
	}
	v, err := in.Validate(c.params)
	if err != nil {
		t.Fatal(err)
	}
	var pts []doc.Point
	for i := range 40 {
		p := doc.Point{X: math.Mod(0.618*float64(i), 2) - 0.5, Y: math.Mod(0.755*float64(i), 3)}
		if p.Z = math.Sin(3 * p.X * p.Y); c.k > 0 {
			p.Z = float64(i % c.k)
		}
		pts = append(pts, p)
	}
	p, err := method.NewProblem(pts, c.task, 3)
	if err != nil {
		t.Fatal(err)
	}
	first, err := in.Fit(method.Unstopped, p, v, nil)
	if err != nil {
		t.Fatal(err)
	}
	m = of(first)
	for i := range m.Theta { // deterministic weights that do not depend on training
		m.Theta[i] = 1.5 * math.Sin(1.3*float64(i)+float64(len(m.Theta)))
	}
	for i := range 12 * p.D {
		x = append(x, math.Mod(0.9*float64(i), 3.7)-1.1)
	}
	return m, first, x
}

// said is the expected output of a program: for each point the outputs, the prediction, and the probabilities, if any.
type said struct {
	Outputs [][]float64 `json:"outputs"`
	Answers []float64   `json:"answers"`
	Proba   [][]float64 `json:"proba,omitempty"`
}

func ours(s *state, model method.Model, x []float64) (a said) {
	z := s.outputs(x)
	n := len(z[0])
	for i := range n {
		var row []float64
		for o := range z {
			row = append(row, z[o][i])
		}
		a.Outputs = append(a.Outputs, row)
	}
	a.Answers = make([]float64, n)
	can := model.Can()
	can.Predictor.Predict(x, a.Answers)
	if can.ProbaAt() != method.NoProba {
		a.Proba = can.PointScorer.PointScores(x)
	}
	return a
}

func (a said) compare(t *testing.T, b said) {
	t.Helper()
	near := func(what string, i int, x, y []float64) {
		if len(x) != len(y) {
			t.Fatalf("%s %d: %v, want %v", what, i, x, y)
		}
		for k := range x {
			if d := math.Abs(x[k] - y[k]); !(d <= 1e-12*max(1, math.Abs(y[k]))) {
				t.Fatalf("%s %d: %v, want %v", what, i, x, y)
			}
		}
	}
	if len(a.Outputs) != len(b.Outputs) || len(a.Proba) != len(b.Proba) {
		t.Fatalf("%d outputs and %d probabilities, want %d and %d", len(a.Outputs), len(a.Proba), len(b.Outputs),
			len(b.Proba))
	}
	for i := range b.Outputs {
		near("outputs", i, a.Outputs[i], b.Outputs[i])
	}
	for i := range b.Proba {
		near("probabilities", i, a.Proba[i], b.Proba[i])
	}
	near("answers", 0, a.Answers, b.Answers)
}

var programs = flag.String("programs", "", "write the programs in Python into this folder, with the places")

func writePrograms(t *testing.T, dir string) {
	t.Helper()
	for i, c := range coded {
		s, model, x := codedOf(t, i)
		python, _ := s.Code("python")
		torch, _ := s.Code("pytorch")
		if !strings.Contains(torch, "x = x.double()\n        a = torch.stack") {
			t.Errorf("%s: model(x) refuses rows of float32", c.name)
		}
		b, err := json.Marshal(map[string]any{"name": c.name, "python": python, "pytorch": torch, "x": x, "d": s.p.D,
			"ours": ours(s, model, x)})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".json")), b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The Python program equals that in testdata/code.json (written with -programs and then by testdata/code.py; Python
// 3.11.2, NumPy 1.24.2), except for its numbers, whose last digits depend on the processor. The results recorded there
// are those of the network.
func TestCodeInPython(t *testing.T) {
	if *programs != "" {
		writePrograms(t, *programs)
	}
	b, err := os.ReadFile("testdata/code.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name   string
		Python string
		Said   said
	}
	if err := json.Unmarshal(b, &list); err != nil || len(list) != len(coded) {
		t.Fatalf("%d programs: %v", len(list), err)
	}
	for i, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			s, model, x := codedOf(t, i)
			if n := s.program(); digits(n.Code("python")) != digits(c.Python) {
				t.Errorf("the program is another one:\n%s", n.Code("python"))
			}
			a := ours(s, model, x)
			for i, row := range c.Said.Outputs {
				for k, v := range row {
					if math.Abs(v-a.Outputs[i][k]) > 1e-9*max(1, math.Abs(v)) {
						t.Fatalf("outputs %d: %v, Python said %v", i, a.Outputs[i], row)
					}
				}
			}
			for i, v := range c.Said.Answers {
				if math.Abs(v-a.Answers[i]) > 1e-9*max(1, math.Abs(v)) {
					t.Fatalf("answer %d: %v, Python said %v", i, a.Answers[i], v)
				}
			}
		})
	}
}

// figures matches a number.
var figures = regexp.MustCompile(`-?\d+(\.\d+)?(e[-+]\d+)?`)

// digits replaces each number of a text by #.
func digits(text string) string {
	return figures.ReplaceAllString(text, "#")
}

// A network with NaN has no program, and other languages are not supported.
func TestNoCode(t *testing.T) {
	s, _, _ := codedOf(t, 0)
	if _, ok := s.Code("fortran"); ok {
		t.Error("a program in a language that there is not")
	}
	for _, l := range method.Languages {
		if _, ok := s.Code(l.ID); !ok {
			t.Errorf("no program in %s", l.Label)
		}
	}
	s.Theta[3] = math.Inf(1)
	if _, ok := s.Code("python"); ok {
		t.Error("a program with infinite numbers")
	}
}

// The outputs of a neuron's program are its sums, for two classes and for three.
func TestCodeOfNeuron(t *testing.T) {
	for _, k := range []int{2, 3} {
		m := grown(t, start(t, Neuron(), clouds(method.Classify, 40, k, 1, 0), nil), 25).(*neuron)
		net := m.program()
		x := []float64{0.3, -0.7, 2, 1.5, -1, 0.4}
		z, answers := m.PointScores(x), make([]float64, 3)
		m.Predict(x, answers)
		for i, answer := range answers {
			out := slices.Clone(net.Layers[0].B)
			for u := range out {
				for j, f := range net.Features {
					out[u] += (x[2*i+f.I] - net.Shift[j]) * net.Scale[j] * net.Layers[0].W[j*len(out)+u]
				}
				if math.Abs(out[u]-z[i][u]) > 1e-12 {
					t.Errorf("%d classes, place %d: the sum %d is %v, the program's %v", k, i, u, z[i][u], out[u])
				}
			}
			if method.Winner(out) != int(answer) || len(net.Classes) != k {
				t.Errorf("%d classes, place %d: class %v, of the program's sums %v", k, i, answer, out)
			}
		}
		text, ok := m.Code("python")
		if !ok || strings.Contains(text, "predict_proba") != (k == 2) {
			t.Errorf("%d classes: %v, %s", k, ok, text)
		}
	}
}
