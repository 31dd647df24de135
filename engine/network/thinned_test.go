package network

import (
	"math"
	"testing"
)

// A thinned network answers as the whole network with the same units dropped: at the rows of the next step, and also in
// the middle of an epoch.
func TestThinned(t *testing.T) {
	const rows = 40
	net := Net{Sizes: []int{2, 7, 5, 1}, Acts: []Activation{Tanh, Tanh, Identity}, Loss: Binary}
	x, y := Columns(2, rows), Columns(1, rows)
	for i := range rows {
		x[0][i], x[1][i], y[0][i] = math.Sin(float64(i)), math.Cos(float64(3*i)), float64(i%2)
	}
	tr := &Trainer{Net: net, Data: Data{X: x, Y: y, Rows: rows}, Dropout: []float64{0.5, 0.25}, Batch: 16, Single: true,
		Seed: 5, L2: make([]float64, 3), Solver: Solver{Rule: SGD, Rate: 0.1}}
	w := tr.Start()
	for range 3 {
		theta, gone := tr.Thinned(w, 6)
		tile := NewTile(&tr.Net, 16)
		// The random numbers determine the dropped units, whatever the rows.
		tile.Load(x, 0, min(16, rows-w.From))
		tile.Drop(tr.Dropout, tr.dropping(w.Epochs, w.From))
		tile.Forward(w.Theta)
		if len(theta) != 6 {
			t.Fatalf("%d thinned networks", len(theta))
		}
		left := 0
		for i := range theta {
			alone := NewTile(&tr.Net, 16)
			alone.Load(x, i, i+1)
			alone.Forward(theta[i])
			if got, want := alone.Units(3)[0][0], tile.Units(3)[0][i]; math.Abs(got-want) > 1e-12 {
				t.Errorf("after %d steps thinned network %d answers %v, with dropout it is %v", w.Steps, i, got, want)
			}
			for l := range gone[i] {
				for j, is := range gone[i][l] {
					if is {
						left++
						if l == 0 || l == 3 || tile.Units(l)[j][i] != 0 {
							t.Errorf("unit %d of layer %d is left out of network %d, and gives something", j, l, i)
						}
					}
				}
			}
		}
		if left == 0 {
			t.Error("nothing is left out")
		}
		var err error
		if w, err = tr.Grow(forever{}, w, 1); err != nil {
			t.Fatal(err)
		}
	}
}

type forever struct{}

func (forever) Err() error { return nil }
