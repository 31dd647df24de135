package network

import "errors"

// Stack pretrains layers of logistic units as restricted Boltzmann machines, one after the other: each machine is
// trained, by contrastive divergence with one alternation, on the outputs of the units before it (Hinton and
// Salakhutdinov, Reducing the dimensionality of data with neural networks, Science 313, 2006).
type Stack struct {
	X             [][]float64 // columns of inputs, with standard deviations of about 1
	Rows          int
	Batch, Epochs int
	Seed          uint64
}

// Constants of these machines.
const (
	// stackNoise is the standard deviation of an input given the hidden units. It is smaller than that of the inputs,
	// since the hidden units need not learn variation that the noise explains.
	stackNoise = 0.5
	// Learning rates: for binary units, and if a layer is normal.
	stackRate, stackNormalRate = 0.1, 0.01
)

// ErrWild means that the weights of a machine diverged.
var ErrWild = errors.New("wild weights")

// Stacked holds the pretrained layers.
type Stacked struct {
	sizes []int
	Theta []float64 // weights and biases of the layers, in the order of a Net's
	// Biases of the units before each layer, for the reconstruction.
	visible [][]float64
	// Error is the mean squared reconstruction error per input, for each layer.
	Error []float64
}

// Start trains the machines between layers of the given sizes, beginning with the inputs. Inputs are normal units, and
// so are the units of the last layer if code is set; all others are binary. Each machine has another seed. progress is
// called with the share that is done. The error is the job's, or ErrWild.
func (s *Stack) Start(job Job, sizes []int, code bool, progress func(done float64)) (*Stacked, error) {
	out := &Stacked{sizes: sizes}
	x := s.X
	layers := len(sizes) - 1
	for l := range layers {
		m := Boltzmann{Visible: sizes[l], Hidden: sizes[l+1], NormalVisible: l == 0, NormalHidden: code && l == layers-1}
		t := &Contrast{Boltzmann: m, X: make([]float64, s.Rows*m.Visible), Rows: s.Rows, Batch: s.Batch, K: 1,
			Rate: stackRate, Seed: s.Seed + uint64(l) + 1}
		if m.NormalVisible || m.NormalHidden {
			t.Rate = stackNormalRate
		}
		unit := 1.0
		if m.NormalVisible {
			unit = stackNoise
		}
		scaled := Columns(m.Visible, s.Rows)
		for j, c := range x {
			for i, v := range c[:s.Rows] {
				scaled[j][i] = v / unit
				t.X[i*m.Visible+j] = v / unit
			}
		}
		w := t.Start()
		for e := range s.Epochs {
			var err error
			if w, err = t.Grow(job, w, 1); err != nil {
				return nil, err
			}
			if w.Lost {
				return nil, ErrWild
			}
			progress((float64(l) + float64(e+1)/float64(s.Epochs)) / float64(layers))
		}
		next, again := Columns(m.Hidden, s.Rows), Columns(m.Visible, s.Rows)
		m.Up(w.Theta, scaled, next)
		m.Down(w.Theta, next, again)
		sum := 0.0
		for j, c := range again {
			for i, v := range c {
				sum += unit * unit * (v - scaled[j][i]) * (v - scaled[j][i])
			}
		}
		out.Error = append(out.Error, sum/float64(s.Rows*m.Visible))
		weights, _, b := m.Parts(w.Theta)
		for k := range weights { // back to the units of the inputs
			weights[k] /= unit
		}
		for k := range b {
			b[k] *= unit
		}
		out.Theta = append(out.Theta, w.Theta[:len(w.Theta)-m.Visible]...)
		out.visible = append(out.visible, b)
		x = next
	}
	return out, nil
}

// Unrolled returns the parameters of an autoencoder: a Net with the sizes of the layers and then the same sizes in
// reverse order, whose second half mirrors the first.
func (s *Stacked) Unrolled() []float64 {
	theta := append([]float64(nil), s.Theta...)
	n := Net{Sizes: s.sizes}
	for l := n.Layers() - 1; l >= 0; l-- {
		w, _ := n.Part(s.Theta, l)
		in, out := s.sizes[l], s.sizes[l+1]
		unit := 1.0
		if l == 0 {
			unit = stackNoise * stackNoise // the encoder has W/σ, the decoder σWᵀ
		}
		for k := range out {
			for j := range in {
				theta = append(theta, unit*w[j*out+k])
			}
		}
		theta = append(theta, s.visible[l]...)
	}
	return theta
}
