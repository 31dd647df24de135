//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// The network that is trained: 2-8-8-1, tanh, cross-entropy, gradient descent on all points at once.
const (
	epochs   = 1000
	stepSize = 0.5
)

var layers = []int{2, 8, 8, 1}

func networkDoc(step int) document {
	return document{Method: "mlp", Seed: 1, View: doc.View{Step: &step}, Params: map[string]any{
		"hidden_layer_sizes": []float64{8, 8}, "activation": "tanh", "solver": "sgd", "momentum": 0.0,
		"learning_rate_init": stepSize, "batch_size": 10_000.0, "alpha": 0.0, "standardize": false}}
}

// network is a multilayer perceptron in the simplest form: the weights of each layer, a row for each input and then a
// row of biases.
type network [][][]float64

// firstWeights returns the initial weights that the engine draws for the points.
func firstWeights(pts []doc.Point) (network, error) {
	d := networkDoc(0)
	for _, m := range catalog.All() {
		if m.ID != d.Method {
			continue
		}
		v, err := m.Validate(d.Params)
		if err != nil {
			return nil, err
		}
		p, err := method.NewProblem(pts, method.Classify, d.Seed)
		if err != nil {
			return nil, err
		}
		model, err := m.Fit(method.Unstopped, p, v, nil)
		if err != nil {
			return nil, err
		}
		b, err := json.Marshal(model.Facts())
		if err != nil {
			return nil, err
		}
		var list []method.Fact
		if err := json.Unmarshal(b, &list); err != nil {
			return nil, err
		}
		f := facts{}
		for _, x := range list {
			f[x.Name] = x.Value
		}
		return f.network()
	}
	return nil, errors.New("there is no network in the catalogue")
}

func (f facts) network() (network, error) {
	var n network
	for l := range len(layers) - 1 {
		rows, ok := f[fmt.Sprintf("coefs_%d", l+1)].([]any)
		if !ok || len(rows) != layers[l] {
			return nil, fmt.Errorf("the engine tells %d rows of weights of layer %d", len(rows), l+1)
		}
		rows = append(rows[:len(rows):len(rows)], f[fmt.Sprintf("intercepts_%d", l+1)])
		var w [][]float64
		for _, r := range rows {
			list, err := facts{"": r}.numbers("")
			if err != nil || len(list) != layers[l+1] {
				return nil, fmt.Errorf("weights of layer %d: %v", l+1, r)
			}
			w = append(w, list)
		}
		n = append(n, w)
	}
	return n, nil
}

// flat returns the weights as one list, layer by layer, row by row.
func (n network) flat() (list []float64) {
	for _, w := range n {
		for _, r := range w {
			list = append(list, r...)
		}
	}
	return list
}

// unflat is the inverse of flat.
func unflat(list []float64) network {
	var n network
	for l := range len(layers) - 1 {
		var w [][]float64
		for range layers[l] + 1 {
			w, list = append(w, list[:layers[l+1]:layers[l+1]]), list[layers[l+1]:]
		}
		n = append(n, w)
	}
	return n
}

// loss returns the mean loss of the points, and its gradient.
func (n network) loss(pts []doc.Point) (mean float64, grad network) {
	grad = unflat(make([]float64, len(n.flat())))
	for _, p := range pts {
		a := [][]float64{{p.X, p.Y}}
		for l, w := range n {
			in := a[l]
			z := append([]float64(nil), w[len(in)]...)
			for j := range z {
				for i, x := range in {
					z[j] += x * w[i][j]
				}
				if l < len(n)-1 {
					z[j] = math.Tanh(z[j])
				}
			}
			a = append(a, z)
		}
		z := a[len(n)][0]
		mean += (math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) - p.Z*z) / float64(len(pts))
		d := []float64{(1/(1+math.Exp(-z)) - p.Z) / float64(len(pts))}
		for l := len(n) - 1; l >= 0; l-- {
			before := make([]float64, len(a[l]))
			for j, e := range d {
				for i, x := range a[l] {
					grad[l][i][j] += x * e
					before[i] += n[l][i][j] * e * (1 - x*x)
				}
				grad[l][len(a[l])][j] += e
			}
			d = before
		}
	}
	return mean, grad
}

// trained returns the final loss of gradient descent from the same initial weights.
func (c *checker) trained() (float64, error) {
	return once(c, "trained", func() (float64, error) {
		n, err := firstWeights(c.w.points)
		if err != nil {
			return 0, err
		}
		for range epochs {
			_, g := n.loss(c.w.points)
			for l := range n {
				for i := range n[l] {
					for j := range n[l][i] {
						n[l][i][j] -= stepSize * g[l][i][j]
					}
				}
			}
		}
		mean, _ := n.loss(c.w.points)
		return mean, nil
	})
}

// network checks that the weights after all epochs have the loss that gradient descent in float64 reaches from the same
// initial weights: the engine's to 6 digits, a peer's in float32 to 2.
func (c *checker) network() (string, error) {
	var n network
	within := 0.02
	if c.engine() {
		var v wire.Table
		if err := json.Unmarshal(c.mine.info, &v); err != nil {
			return "", err
		}
		if v.Status.State != method.Running {
			return "", fmt.Errorf("the engine says %q", v.Status.Sentence)
		}
		f := facts{}
		for _, x := range v.Facts {
			f[x.Name] = x.Value
		}
		if k, err := f.number("n_iter"); err != nil || k != epochs {
			return "", fmt.Errorf("%g epochs, %w", k, err)
		}
		var err error
		if n, err = f.network(); err != nil {
			return "", err
		}
		within = 1e-6
	} else {
		list := make([]float64, len(c.mine.values))
		for i, v := range c.mine.values {
			list[i] = float64(v)
		}
		if len(list) != 105 { // 3·8 + 9·8 + 9
			return "", fmt.Errorf("%d weights", len(list))
		}
		n = unflat(list)
	}
	want, err := c.trained()
	if err != nil {
		return "", err
	}
	got, _ := n.loss(c.w.points)
	off := math.Abs(got-want) / want
	if !(off <= within) {
		return "", fmt.Errorf("the loss is %.6g, plain descent comes to %.6g", got, want)
	}
	return fmt.Sprintf("loss %.4g, within %.1e of plain descent", got, off), nil
}

func networkWork() workload {
	pts := moons(300, moonsNoise, 6)
	d := networkDoc(epochs)
	first, err := firstWeights(pts)
	if err != nil {
		panic(err) // the benchmark's own document
	}
	return workload{
		ID: "mlp-300", group: "Neural network", title: fmt.Sprintf("2-8-8-1 tanh, n=300, %d epochs", epochs),
		points: pts, Warm: 2, WarmMS: 1500, Min: 7, Max: 15, Budget: 15000, target: 1, aim: 3,
		Who: []entrant{
			{Name: engine, Call: call{Args: d.field(0, 0, true, false), Send: true},
				Examine: &call{Args: d.field(0, 0, false, true)}, check: (*checker).network},
			{Name: "jaxnet", Label: "by hand on jax-js, one thread (f32)",
				Call: call{Op: "mlp", Args: map[string]any{"layers": layers, "epochs": epochs, "rate": stepSize,
					"start": first.flat()}, Send: true}, check: (*checker).network},
		},
	}
}
