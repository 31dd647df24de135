package neural

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// outputsCase is a result of scikit-learn's MLPRegressor with two outputs: see the file's note.
type outputsCase struct {
	X, Y  [][]float64
	Coefs []float64
	Cases []struct {
		Nesterov    bool
		Epochs      int
		Predictions [][]float64
		Mse, R2     []float64
	}
}

// aimed returns a table's problem with several outputs.
func aimed(x, y [][]float64) *method.Problem {
	p := &method.Problem{N: len(x), D: len(x[0]), Task: method.Regress, Columns: method.Columns{Inputs: []string{"a",
		"b", "c"}[:len(x[0])]}}
	var more []float64
	for i, row := range x {
		p.X, p.Y, more = append(p.X, row...), append(p.Y, y[i][0]), append(more, y[i][1:]...)
		p.Shown = append(p.Shown, y[i][0], y[i][0])
	}
	p.Aim([]string{"first", "second", "third"}[:len(y[0])], more)
	return p
}

func outputsRead(t *testing.T) (c outputsCase) {
	t.Helper()
	b, err := os.ReadFile("testdata/outputs.json")
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil || len(c.Cases) != 2 {
		t.Fatalf("%d cases: %v", len(c.Cases), err)
	}
	return c
}

// A network with two linear outputs ends where scikit-learn's does, from the same weights by the same steps:
// predictions, errors and R² of each output, in their own units.
func TestSeveralOutputs(t *testing.T) {
	ref := outputsRead(t)
	for _, c := range ref.Cases {
		p := aimed(ref.X, ref.Y)
		m := grown(t, start(t, Regression(), p, map[string]any{"hidden_layer_sizes": []float64{4}, "n_targets": 2.0,
			"solver": "sgd", "momentum": 0.9, "nesterovs_momentum": c.Nesterov, "learning_rate_init": 0.05, "alpha": 0.3,
			"batch_size": 100.0, "coefs": ref.Coefs}), c.Epochs).(*state)
		of := m.predictors()
		for k := range 2 {
			for i, v := range of.Say(p.X)[k] {
				if want := c.Predictions[i][k]; math.Abs(v-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("nesterov %v, output %d of row %d: %v, scikit-learn says %v", c.Nesterov, k, i, v, want)
				}
			}
		}
		r2, mse := of.Explained(p)
		for k := range 2 {
			if math.Abs(mse[k]-c.Mse[k]) > 1e-9*c.Mse[k] || math.Abs(r2[k]-c.R2[k]) > 1e-9 {
				t.Errorf("output %d: MSE %v, R² %v; scikit-learn says %v, %v", k, mse[k], r2[k], c.Mse[k], c.R2[k])
			}
		}
		first := make([]float64, p.N)
		m.Predict(p.X, first)
		if got := m.measure().err; math.Abs(got-c.Mse[0]) > 1e-9*c.Mse[0] || math.Abs(first[3]-c.Predictions[3][0]) > 1e-8 {
			t.Errorf("the plane's output: mean squared error %v, want %v", got, c.Mse[0])
		}
		// A program gives each output in its own units.
		net := m.program()
		x, last := p.At(5), net.Layers[1]
		for o, z := range last.B {
			for j, b := range net.Layers[0].B {
				for i, f := range net.Features {
					b += (x[f.I] - net.Shift[i]) * net.Scale[i] * net.Layers[0].W[i*4+j]
				}
				z += math.Tanh(b) * last.W[j*2+o]
			}
			if want := c.Predictions[5][o]; math.Abs(z-want) > 1e-8*(1+math.Abs(want)) {
				t.Errorf("a program's output %d is %v, want %v", o, z, want)
			}
		}
	}
}

// The gradient of the total loss of all outputs agrees with finite differences, and the loss is the sum of the halved
// squares.
func TestSlopeOfSeveralOutputs(t *testing.T) {
	ref := outputsRead(t)
	p := aimed(ref.X, ref.Y)
	m := grown(t, start(t, Regression(), p, map[string]any{"hidden_layer_sizes": []float64{4}, "n_targets": 2.0}),
		7).(*state)
	theta := m.Parameters()
	_, g := m.ObjectiveAt(theta)
	for k := range theta {
		const h = 1e-5
		at := theta[k]
		theta[k] = at + h
		up, _ := m.ObjectiveAt(theta)
		theta[k] = at - h
		down, _ := m.ObjectiveAt(theta)
		theta[k] = at
		if d := (up - down) / (2 * h); math.Abs(d-g[k]) > 1e-7*(1+math.Abs(d)) {
			t.Errorf("slope %d is %v, by differences %v", k, g[k], d)
		}
	}
	_, mse := m.predictors().Explained(p)
	sum := 0.0
	for k, v := range mse {
		sum += v * m.yScale[k] * m.yScale[k] / 2
	}
	if loss := m.measure().loss; math.Abs(loss-sum) > 1e-12 {
		t.Errorf("the loss is %v, half the squared errors in standard deviations %v", loss, sum)
	}
}

// The readout of a row has all its predictions, and the diagram has a unit for each column and each output.
func TestRowIsTold(t *testing.T) {
	ref := outputsRead(t)
	p := aimed(ref.X, ref.Y)
	m := grown(t, start(t, Regression(), p, map[string]any{"hidden_layer_sizes": []float64{4}, "n_targets": 2.0}),
		3).(*state)
	e := m.explainRow(p.At(2), picture.Viewport{X1: 1, Y1: 1, W: 10, H: 10, Scale: 1}, nil)
	if e.Answer[:15] != "first predicted" || len(e.Lines) < 3 || e.Lines[1][:16] != "second predicted" {
		t.Errorf("a row: %q, %q", e.Answer, e.Lines)
	}
	var ids []string
	for _, panel := range m.Panels(method.Shown{diagram: true, rowErrors: true}) {
		ids = append(ids, panel.ID)
		pic, err := panel.Draw(t.Context(), 300, 220)
		if err != nil {
			t.Fatal(err)
		}
		if panel.ID != diagram {
			continue
		}
		texts := map[string]bool{}
		for _, l := range pic.Layers {
			if l, ok := l.(*picture.Label); ok {
				texts[l.Text] = true
			}
		}
		for _, name := range []string{"a", "b", "c", "first", "second"} {
			if !texts[name] {
				t.Errorf("the diagram does not name %s: %v", name, texts)
			}
		}
	}
	if len(ids) != 2 || ids[0] != "fits" || ids[1] != diagram {
		t.Errorf("panels %q", ids)
	}
}
