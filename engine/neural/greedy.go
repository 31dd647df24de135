package neural

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
)

// fromAutoencoder is a choice of how a network starts, pretraining how long its autoencoders learn.
const fromAutoencoder, pretraining = "autoencoder", "pretraining_epochs"

// greedyRate is the learning rate of these autoencoders, which learn by Adam.
const greedyRate = 0.01

// greedy are weights of hidden layers that have learned to tell their inputs, one layer after the other.
type greedy struct {
	theta []float64
	lost  []float64 // of each layer's autoencoder, the mean square of what it did not tell, per input
}

// pretrain trains an autoencoder of one hidden layer for each hidden layer of the network, on what the layers before
// it give, and takes the half that encodes (Bengio et al., Greedy layer-wise training of deep networks, NIPS 2006). The
// last layer stays as it is drawn.
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

// startsLike tells whether autoencoders learn the same for two runs: all that their weights follow from, and the last
// layer, which is drawn, is the same. It is not much: solver, rates, penalties and classes may be others.
func (r *run) startsLike(old *run) bool {
	return r.Rows == old.Rows && r.Batch == old.Batch && r.Seed == old.Seed &&
		r.v.Int(pretraining) == old.v.Int(pretraining) && r.Net.Gain == old.Net.Gain &&
		slices.Equal(r.Net.Sizes, old.Net.Sizes) &&
		slices.Equal(r.Net.Acts, old.Net.Acts) && slices.EqualFunc(r.X, old.X, slices.Equal)
}
