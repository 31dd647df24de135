package network

import "errors"

// Stack starts layers of logistic units from restricted Boltzmann machines, one layer after the other: each machine
// learns, by contrastive divergence with one alternation, what the units before it give (Hinton and Salakhutdinov,
// Reducing the dimensionality of data with neural networks, Science 313, 2006).
type Stack struct {
	X             [][]float64 // columns of inputs, whose standard deviations are about 1
	Rows          int
	Batch, Epochs int
	Seed          uint64
}

// Constants of these machines.
const (
	// stackNoise is the standard deviation of an input about what the hidden units say of it. It is below the deviation
	// of the inputs: what noise explains no unit need tell.
	stackNoise = 0.5
	// Rates of ascent: of units that are 0 or 1, and where a layer is normal.
	stackRate, stackNormalRate = 0.1, 0.01
)

// ErrWild says that the weights of a machine grew without end.
var ErrWild = errors.New("wild weights")

// Stacked are layers that have learned so.
type Stacked struct {
	sizes []int
	Theta []float64 // the layers' weights and biases, as those of a Net
	// Biases of the units before each layer, by which the layer says them again.
	visible [][]float64
	// Error is of each layer the mean square, per input, of what it says again of its inputs minus these.
	Error []float64
}

// Start trains the machines between layers of these sizes, the inputs first. Inputs are normal units, and so are the
// units of the last layer where code says so; all others are 0 or 1. Each machine has another seed. progress is told
// which share is done. The error is the job's, or ErrWild.
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
		for k := range weights { // back in the units of the inputs
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

// Unrolled are the layers and behind them their mirror images, by which they say their inputs again: the parameters of
// a Net of the layers' sizes and then of these backwards.
func (s *Stacked) Unrolled() []float64 {
	theta := append([]float64(nil), s.Theta...)
	n := Net{Sizes: s.sizes}
	for l := n.Layers() - 1; l >= 0; l-- {
		w, _ := n.Part(s.Theta, l)
		in, out := s.sizes[l], s.sizes[l+1]
		unit := 1.0
		if l == 0 {
			unit = stackNoise * stackNoise // W/σ leads there, and σWᵀ back
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
