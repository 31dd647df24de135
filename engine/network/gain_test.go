package network

import (
	"slices"
	"testing"
)

// Units with slope parameter ½ answer, to the bit, as those with half the weights do; the derivative of the loss is
// half as large by their weights, and the same by all others.
func TestGain(t *testing.T) {
	const rows = 30
	acts := []Activation{Tanh, ReLU, Logistic, Identity}
	net := Net{Sizes: []int{2, 4, 3, 5, 2}, Acts: acts, Loss: Softmax, Gain: 0.5}
	plain := net
	plain.Gain = 0
	x, y := Columns(2, rows), Columns(2, rows)
	for i := range rows {
		x[0][i], x[1][i], y[i%2][i] = float64(i%7)-3, float64(i%5)/2-1, 1
	}
	theta := net.Initial(3, Auto)
	half := slices.Clone(theta)
	for l, act := range acts {
		w, b := net.Part(half, l)
		for _, list := range [][]float64{w, b} {
			for k := range list {
				if act == Tanh || act == Logistic {
					list[k] /= 2
				}
			}
		}
	}
	run := func(n *Net, theta []float64, rates []float64) (units [][]float64, grad []float64) {
		tile := NewTile(n, rows)
		tile.Load(x, 0, rows)
		if rates != nil {
			tr := &Trainer{Net: *n, Seed: 2}
			tile.Drop(rates, tr.dropping(0, 0))
		}
		tile.Forward(theta)
		for l := 1; l < len(n.Sizes); l++ {
			for _, u := range tile.Units(l) {
				units = append(units, slices.Clone(u))
			}
		}
		grad = make([]float64, len(theta))
		tile.Backward(theta, grad, y, 0, rows, 1)
		return units, grad
	}
	for _, rates := range [][]float64{nil, {0.5, 0, 0.25}} {
		units, grad := run(&net, theta, rates)
		want, slopes := run(&plain, half, rates)
		if !slices.EqualFunc(units, want, slices.Equal) {
			t.Errorf("dropout %v: units give %v, want %v", rates, units, want)
		}
		for l, act := range acts {
			w, b := net.Part(grad, l)
			ww, bb := net.Part(slopes, l)
			for k, g := range slices.Concat(w, b) {
				s := slices.Concat(ww, bb)[k]
				if act == Tanh || act == Logistic {
					s /= 2
				}
				if g != s {
					t.Errorf("dropout %v: the gradient by weight %d of layer %d is %v, want %v", rates, k, l, g, s)
				}
			}
		}
	}
}
