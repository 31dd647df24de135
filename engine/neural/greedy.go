package neural

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
)

// fromAutoencoder is the choice of pretrained initial weights, pretraining the parameter for the epochs of pretraining.
const fromAutoencoder, pretraining = "autoencoder", "pretraining_epochs"

// greedyRate is the learning rate of the pretraining, which uses Adam.
const greedyRate = 0.01

// greedy holds pretrained weights: hidden layers that have learned to encode their inputs, one after the other.
type greedy struct {
	theta []float64
	lost  []float64 // mean squared reconstruction error of each layer's autoencoder, per input
}

// pretrain trains an autoencoder with one hidden layer for each hidden layer of the network, on the outputs of the
// previous layers, and keeps its encoder (Bengio et al., Greedy layer-wise training of deep networks, NIPS 2006). The
// last layer keeps its random weights.
func (r *run) pretrain(job method.Job) (*greedy, error) {
	start := r.Trainer.Start()
	g := &greedy{theta: start.Theta}
	x, rows := r.X, r.Rows
	for l := range r.Net.Layers() - 1 {
		in, units := r.Net.Sizes[l], r.Net.Sizes[l+1]
		t := &network.Trainer{Data: network.Data{X: x, Y: x, Rows: rows}, Batch: r.Batch, Seed: r.Seed + uint64(l) + 1,
			Solver: network.Solver{Rule: network.Adam, Rate: greedyRate}}
		t.Net = network.Net{Sizes: []int{in, units, in}, Acts: []network.Activation{r.Net.Acts[l], network.Identity},
			Gain: r.Net.Gain}
		t.L2 = network.Penalized(0, t.Net.Layers())
		w, err := t.Grow(job, t.Start(), r.v.Int(pretraining))
		if err != nil {
			return nil, err
		}
		g.lost = append(g.lost, 2*t.MeanLoss(w.Theta, t.Data)/float64(in))
		own, bias := r.Net.Part(g.theta, l)
		code, shift := t.Net.Part(w.Theta, 0)
		copy(own, code)
		copy(bias, shift)
		next := network.Columns(units, rows)
		tile := network.NewTile(&t.Net, rows)
		for a := 0; a < rows; a += network.TileRows {
			tile.Load(x, a, min(a+network.TileRows, rows))
			tile.Forward(w.Theta)
			for j, c := range tile.Units(1) {
				copy(next[j][a:], c)
			}
		}
		x = next
	}
	return g, nil
}

// startsLike reports whether pretraining gives the same weights for both runs: whether everything that it depends on is
// equal. Solver, rates, penalties and classes may differ.
func (r *run) startsLike(old *run) bool {
	return r.Rows == old.Rows && r.Batch == old.Batch && r.Seed == old.Seed &&
		r.v.Int(pretraining) == old.v.Int(pretraining) && r.Net.Gain == old.Net.Gain &&
		slices.Equal(r.Net.Sizes, old.Net.Sizes) &&
		slices.Equal(r.Net.Acts, old.Net.Acts) && slices.EqualFunc(r.X, old.X, slices.Equal)
}
