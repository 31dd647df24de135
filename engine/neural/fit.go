package neural

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/words"
)

// run is what all states of a network in training share.
type run struct {
	*network.Trainer
	p *method.Problem
	v method.Values
	// The network sees (x − shift)·scale of the inputs, and of the values that it is to predict.
	shift, scale   []float64
	yShift, yScale float64
	first          float64 // the objective before the first epoch
}

// state is a network after some epochs.
type state struct {
	*run
	network.Weights
	once     sync.Once
	measured measured
}

// measured is what is known of a state on the data that it is trained on.
type measured struct {
	loss, penalty float64
	err           float64 // share of misclassified points, or mean squared error
}

// classifier, line and surface are a state as each task wants it.
type (
	classifier struct{ *state }
	line       struct{ *state }
	surface    struct{ *state }
)

// trained is what a state is for every task.
type trained interface {
	method.Adopter
	method.Predictor
	method.Overlay
	method.Explainer
	method.Formulator
	method.Panels
	method.Keyed
	method.Differentiable
}

var (
	_, _, _ trained            = (*classifier)(nil), (*line)(nil), (*surface)(nil)
	_       method.PointScorer = (*classifier)(nil)
	_       method.Scorer      = (*classifier)(nil)
	_       method.Field       = (*surface)(nil)
)

// fit returns the network before the first epoch.
func fit(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	r := &run{p: p, v: v, yScale: 1}
	classes := p.Task == method.Classify
	switch {
	case classes && p.N == 0:
		return nil, method.NeedClasses("A neural network")
	case classes && len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "A neural network needs points of a second class; so far all are of one."}
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points: a network learns from examples."}
	}
	t := &network.Trainer{Data: network.Data{Rows: p.N}, Batch: v.Int("batch_size"), Seed: p.Seed}
	t.Solver = network.Solver{Rate: v.Float("learning_rate_init"), Momentum: v.Float("momentum")}
	if v.String("solver") == adam {
		t.Solver.Rule = network.Adam
	}
	outputs := 1
	if classes {
		k := len(p.ClassIDs)
		if k > 2 {
			outputs = k
		}
		switch {
		case v.String("loss") == squaredError:
		case k == 2:
			t.Net.Loss = network.Binary
		default:
			t.Net.Loss = network.Softmax
		}
	}
	t.Net.Sizes = []int{p.D}
	for _, units := range v.Floats("hidden_layer_sizes") {
		t.Net.Sizes = append(t.Net.Sizes, int(units))
	}
	t.Net.Sizes = append(t.Net.Sizes, outputs)
	act, _ := network.ActivationOf(v.String("activation"))
	t.Net.Acts = network.Same(act, t.Net.Layers())
	t.L2 = network.Penalized(v.Float("alpha")/float64(p.N), t.Net.Layers())
	r.Trainer = t

	standard := v.Bool("standardize")
	t.X, t.Y = network.Columns(p.D, p.N), network.Columns(outputs, p.N)
	for j, c := range t.X {
		for i := range c {
			c[i] = p.X[i*p.D+j]
		}
		shift, scale := 0.0, 1.0
		if standard {
			shift, scale = standardized(c)
		}
		r.shift, r.scale = append(r.shift, shift), append(r.scale, scale)
	}
	switch {
	case !classes:
		copy(t.Y[0], p.Y)
		if standard {
			r.yShift, r.yScale = standardized(t.Y[0])
		}
	case outputs == 1:
		for i, c := range p.Class {
			t.Y[0][i] = float64(c)
			if t.Net.Loss == network.Squared {
				t.Y[0][i] = float64(2*c - 1)
			}
		}
	default:
		for i, c := range p.Class {
			t.Y[c][i] = 1
		}
	}
	s := &state{run: r, Weights: t.Start()}
	m := s.measure()
	r.first = m.loss + m.penalty
	return r.model(s), job.Err()
}

// standardized gives c mean 0 and, by the divisor n, standard deviation 1, and returns what
// it has subtracted, and then multiplied by. What rounding leaves of a constant is not
// made larger.
func standardized(c []float64) (shift, scale float64) {
	n := float64(len(c))
	for _, v := range c {
		shift += v / n
	}
	most := 0.0
	for _, v := range c {
		most = max(most, math.Abs(v-shift))
	}
	scale = 1
	if most > 16*0x1p-52*math.Abs(shift) && method.Finite(1/most) {
		sum := 0.0
		for _, v := range c { // by the largest, so that no square is lost
			sum += (v - shift) / most * ((v - shift) / most)
		}
		scale = 1 / (most * math.Sqrt(sum/n))
	}
	for i := range c {
		c[i] = (c[i] - shift) * scale
	}
	return shift, scale
}

// model is a state as its task wants it.
func (r *run) model(s *state) method.Grower {
	switch {
	case r.p.Task == method.Classify:
		return &classifier{s}
	case r.p.D == 1:
		return &line{s}
	}
	return &surface{s}
}

// of finds the state in a model; nil where it is none.
func of(m method.Model) *state {
	switch m := m.(type) {
	case *classifier:
		return m.state
	case *line:
		return m.state
	case *surface:
		return m.state
	}
	return nil
}

// Step implements method.Grower.
func (s *state) Step() int { return s.Steps }

// StepName implements method.Grower.
func (s *state) StepName() string { return "epoch" }

// Grow implements method.Grower.
func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	w, err := s.Trainer.Grow(job, s.Weights, n)
	if err != nil {
		return nil, err
	}
	return s.model(&state{run: s.run, Weights: w}), nil
}

// Adopt implements method.Grower. Where another solver goes on, it starts with means of
// its own.
func (s *state) Adopt(fresh method.Model) (method.Grower, bool) {
	f := of(fresh)
	if f == nil || !slices.Equal(f.Net.Sizes, s.Net.Sizes) || !slices.Equal(f.p.ClassIDs, s.p.ClassIDs) {
		return nil, false
	}
	w := s.Weights.Clone()
	w.Lost = 0
	if f.Solver.Rule != s.Solver.Rule {
		own := f.Weights.Clone()
		w.Moments = own.Moments
	}
	return f.model(&state{run: f.run, Weights: w}), true
}

// Bytes implements method.Grower.
func (s *state) Bytes() int { return 8*(len(s.Theta)+len(s.Mean)+len(s.Square)) + 256 }

// Measures implements method.Grower.
func (s *state) Measures() []method.Measure {
	m := s.measure()
	name := "training error"
	if s.p.Class == nil {
		name = "mean squared error"
	}
	return []method.Measure{{Name: "objective", Value: m.loss + m.penalty, Log: true}, {Name: name, Value: m.err}}
}

// measure passes over the data once.
func (s *state) measure() measured {
	s.once.Do(func() {
		m := &s.measured
		answer := make([]float64, len(s.Y))
		m.loss, m.penalty = s.Objective(s.Theta, func(from int, z [][]float64) {
			for k := range z[0] {
				for o, c := range z {
					answer[o] = c[k]
				}
				if i := from + k; s.p.Class == nil {
					e := (answer[0] - s.Y[0][i]) / s.yScale
					m.err += e * e
				} else if method.Winner(answer) != s.p.Class[i] {
					m.err++
				}
			}
		})
		m.err /= float64(s.Rows)
	})
	return s.measured
}

// Parameters implements method.Differentiable.
func (s *state) Parameters() []float64 { return slices.Clone(s.Theta) }

// ObjectiveAt implements method.Differentiable: without dropout.
func (s *state) ObjectiveAt(theta []float64) (value float64, gradient []float64) {
	loss, penalty := s.Objective(theta, nil)
	return loss + penalty, s.Gradient(theta)
}

// errorSaid is the error on the training points in words.
func (s *state) errorSaid() string {
	m := s.measure()
	if s.p.Class == nil {
		return "the mean squared error is " + words.Number(m.err)
	}
	return words.Percent(m.err) + " of the points are misclassified"
}

// Status implements method.Model.
func (s *state) Status() method.Status {
	m := s.measure()
	at := m.loss + m.penalty
	smaller := " Take a smaller learning rate."
	if !s.v.Bool("standardize") {
		smaller = " Take a smaller learning rate, or standardise the inputs."
	}
	switch {
	case s.Lost > 0:
		return method.Status{State: method.Diverged, Sentence: fmt.Sprintf("The steps are too large: each overshoots farther than the one before, and in epoch %d the weights grew without end. Shown is the network before that.%s", s.Lost, smaller)}
	case s.Epochs == 0:
		return method.Status{State: method.Running, Sentence: fmt.Sprintf("Before the first epoch: the weights are as they were drawn, and %s.", s.errorSaid())}
	case !(at <= 1.5*s.first):
		return method.Status{State: method.Running, Sentence: fmt.Sprintf("After %s the objective is %s, more than before the first (%s): the steps overshoot.%s", words.Count(s.Epochs, "epoch"), words.Number(at), words.Number(s.first), smaller)}
	}
	return method.Status{State: method.Running, Sentence: fmt.Sprintf("After %s the objective is %s, and %s.", words.Count(s.Epochs, "epoch"), words.Number(at), s.errorSaid())}
}

// Facts implements method.Model.
func (s *state) Facts() []method.Fact {
	m := s.measure()
	var f method.FactList
	if s.p.Class != nil {
		f.Add("training_error", m.err, "", "")
	} else {
		f.Add("mean_squared_error", m.err, method.SquaredUnits, "")
	}
	f.Add("n_parameters", len(s.Theta), "", "Weights and biases that are learned").Call("Weights and biases")
	f.Add("n_iter", s.Epochs, "", "Passes over the points so far").Call("Epochs")
	f.Add("n_updates", s.Updates, "", "Times that the weights have moved: once a minibatch").Call("Steps").In(method.Solver)
	f.Add("objective", m.loss+m.penalty, "", "What is minimised: the mean loss of the points and the penalty")
	f.Add("loss", m.loss, "", "Mean loss of the points").Call("Mean loss").In(method.Solver)
	f.Add("penalty", m.penalty, "", "What the weights cost; biases are free").Call("Penalty").In(method.Solver)
	for l := range s.Net.Layers() {
		w, b := s.Net.Part(s.Theta, l)
		rows := make([][]float64, s.Net.Sizes[l])
		for i := range rows {
			rows[i] = slices.Clone(w[i*len(b) : (i+1)*len(b)])
		}
		f.Add(fmt.Sprintf("coefs_%d", l+1), rows, "", fmt.Sprintf("Weights of layer %d: a row for each of its inputs", l+1)).Hide()
		f.Add(fmt.Sprintf("intercepts_%d", l+1), slices.Clone(b), "", fmt.Sprintf("Biases of layer %d", l+1)).Hide()
	}
	return f
}
