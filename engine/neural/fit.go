package neural

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/words"
)

// run is shared by all states of a network in training.
type run struct {
	*network.Trainer
	p        *method.Problem
	v        method.Values
	features []feature
	// The network's inputs are (x − shift)·scale of the features; targets are scaled in the same way.
	shift, scale   []float64
	yShift, yScale []float64 // for each output
	greedy         *greedy   // pretrained weights; nil = none
	first, began   float64   // objective before the first step, and the mean loss alone
}

// state is a network after some steps.
type state struct {
	*run
	network.Weights
	once     sync.Once
	measured measured
	look     sync.Once
	health   health
	derived  sync.Once
	gradient []float64
	gone     [][]bool // for a thinned network, the dropped units of each layer; otherwise nil
}

func (s *state) Can() *method.Capabilities {
	can := &method.Capabilities{
		Answers: method.Answers{Predictor: s, Complexity: s.Complexity},
		Drawing: method.Drawing{Panels: s.Panels},
		Words:   method.Words{Formula: s.Formula, Code: s.Code},
		Run:     method.Run{Grower: s, Adopt: s.Adopt, Look: s.Look, Cost: s.Cost},
		Pointer: method.Pointer{Tell: s.Tell, Hits: s.Hits, Take: s.Take},
	}
	switch {
	case s.p.Task == method.Classify:
		can.PointScorer, can.Proba, can.ScoreRaster = s, s.Proba, s.ScoreRaster
		can.Layers, can.Explain = s.regionLayers, s.explainClass
	case s.p.Wide():
		can.Layers, can.Explain = s.rowLayers, s.explainRow
	case s.p.D == 1:
		can.Layers, can.Explain = s.lineLayers, s.explainValue
	default:
		can.FieldRaster, can.Layers, can.Explain = s.FieldRaster, s.planeLayers, s.explainValue
	}
	return can
}

// measured holds the errors of a state on the training data.
type measured struct {
	loss, penalty float64
	err           float64 // misclassification rate, or mean squared error of the first output
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	r := &run{p: p, v: v}
	classes := p.Task == method.Classify
	switch {
	case classes && p.N == 0:
		return nil, method.NeedClasses("A neural network")
	case classes && len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "A neural network needs points of a second class: all are of the first."}
	case p.N == 0:
		return nil, &method.Need{Sentence: "Click to add points: a network learns from examples."}
	}
	r.features = featuresOf(p, v)
	t := &network.Trainer{Batch: v.Int("batch_size"), Single: v.String("step") == networkparam.Minibatch, Seed: p.Seed}
	r.Trainer = t
	r.shaped()
	r.learning()
	r.standardize()
	t.Data = r.data(p)
	if v.Bool(watches) {
		held := heldBy(p, doc.Validation)
		if held == nil {
			return nil, &method.Need{Sentence: "Early stopping needs validation points, and there are none. Hold some out " +
				"(Data), or switch it off."}
		}
		watched := r.data(held)
		if watched.Rows == 0 {
			return nil, &method.Need{Sentence: "Early stopping needs validation points of a class that occurs among the " +
				"training points, and there are none. Hold out others."}
		}
		t.Watched, t.Patience, t.Tol = &watched, v.Int("n_iter_no_change"), v.Float("tol")
	}
	if given := v.Floats(weights); len(given) > 0 {
		if len(given) != t.Net.Dim() {
			return nil, doc.Errorf("params."+weights, words.Sprintf("%d numbers, as many as the network has weights and biases",
				t.Net.Dim()), len(given))
		}
		t.First = given
	}
	if v.String("init") == fromAutoencoder && t.First == nil && t.Net.Layers() > 1 {
		var err error
		if old, ok := prev.(*state); ok && old.greedy != nil && r.startsLike(old.run) {
			r.greedy = old.greedy
		} else if r.greedy, err = r.pretrain(job); err != nil {
			return nil, err
		}
		t.First = r.greedy.theta
	}
	s := &state{run: r, Weights: t.Start()}
	if r.greedy != nil {
		t.First = nil // as for random weights, so that Adopt continues from the current ones after an edit
	}
	m := s.measure()
	r.first, r.began = m.loss+m.penalty, m.loss
	return s, job.Err()
}

// heldBy returns the held-out points of a role, nil if there are none.
func heldBy(p *method.Problem, role doc.Role) *method.Problem {
	if p.Held != nil {
		for _, h := range p.Held() {
			if h.Role == role && h.Points.N > 0 {
				return h.Points
			}
		}
	}
	return nil
}

// shaped sets the network's layers, activations and loss.
func (r *run) shaped() {
	net, v := &r.Net, r.v
	outputs := 1
	if r.p.Wide() {
		outputs = max(len(r.p.Outputs), 1)
	}
	if r.p.Task == method.Classify {
		k := len(r.p.ClassIDs)
		if k > 2 {
			outputs = k
		}
		switch {
		case v.String("loss") == squaredError:
		case v.String("loss") == hinge:
			net.Loss = network.Hinge
		case k == 2:
			net.Loss = network.Binary
		default:
			net.Loss = network.Softmax
		}
	}
	net.Sizes = []int{len(r.features)}
	for _, units := range v.Floats(hidden) {
		net.Sizes = append(net.Sizes, int(units))
	}
	net.Sizes = append(net.Sizes, outputs)
	var each []string
	if v.String("activation") == byLayer {
		each = v.Strings("activations")
	}
	for l := range net.Layers() - 1 {
		name := v.String("activation")
		if each != nil {
			name = each[l]
		}
		act, _ := network.ActivationOf(name)
		net.Acts = append(net.Acts, act)
	}
	net.Acts = append(net.Acts, network.Identity)
	net.Gain = v.Float(gain)
}

// learning sets the training parameters.
func (r *run) learning() {
	t, v := r.Trainer, r.v
	t.Solver = networkparam.SolverOf(v)
	t.Solver.Span, t.Solver.Clip = v.Float("decay_epochs"), v.Float("clip_norm")
	if t.Solver.Rule == network.SGD && v.Bool("nesterovs_momentum") {
		t.Solver.Rule = network.Nesterov
	}
	switch v.String("learning_rate") {
	case "inverse":
		t.Solver.Schedule = network.Inverse
	case "cosine":
		t.Solver.Schedule = network.Cosine
	}
	t.Init, _ = network.InitOf(v.String("init"))
	n := float64(r.p.N)
	t.L2 = network.Penalized(v.Float("alpha")/n, t.Net.Layers())
	for l, alpha := range v.Floats("alphas") {
		t.L2[l] = alpha / n
	}
	if l1 := v.Float("l1"); l1 > 0 {
		t.L1 = network.Penalized(l1/n, t.Net.Layers())
	}
	if rates := v.Floats("dropout"); slices.ContainsFunc(rates, func(x float64) bool { return x > 0 }) {
		t.Dropout = rates
	}
}

// standardize computes the shifts and scales that give the features, and the targets of regression, mean 0 and standard
// deviation 1; they are 0 and 1 if the parameter standardize is off.
func (r *run) standardize() {
	p, standard := r.p, r.v.Bool("standardize")
	c := make([]float64, p.N)
	for _, f := range r.features {
		shift, scale := 0.0, 1.0
		if standard {
			for i := range c {
				c[i] = f.of(p.At(i))
			}
			shift, scale = standardized(c)
		}
		r.shift, r.scale = append(r.shift, shift), append(r.scale, scale)
	}
	for k := range r.Net.Sizes[r.Net.Layers()] {
		shift, scale := 0.0, 1.0
		if standard && p.Class == nil {
			copy(c, p.Output(k))
			shift, scale = standardized(c)
		}
		r.yShift, r.yScale = append(r.yShift, shift), append(r.yScale, scale)
	}
}

// data converts points, those of the run or held-out ones, to the network's inputs and targets. Points of classes that
// the run does not have are left out.
func (r *run) data(p *method.Problem) network.Data {
	d := network.Data{X: network.Columns(len(r.features), p.N), Y: network.Columns(r.Net.Sizes[r.Net.Layers()], p.N)}
	seen := make([]float64, len(r.features))
	var ys [][]float64
	if p.Class == nil {
		for o := range d.Y {
			ys = append(ys, p.Output(o))
		}
	}
	for i := range p.N {
		class := 0
		if p.Class != nil {
			if class = slices.Index(r.p.ClassIDs, p.ClassIDs[p.Class[i]]); class < 0 {
				continue
			}
		}
		k := d.Rows
		d.Rows++
		r.show(p.At(i), seen)
		for j, x := range seen {
			d.X[j][k] = x
		}
		switch {
		case p.Class == nil:
			for o, y := range ys {
				d.Y[o][k] = (y[i] - r.yShift[o]) * r.yScale[o]
			}
		case len(d.Y) > 1:
			d.Y[class][k] = 1
		case r.Net.Loss == network.Binary:
			d.Y[0][k] = float64(class)
		default:
			d.Y[0][k] = float64(2*class - 1)
		}
	}
	return d
}

// standardized scales c to mean 0 and standard deviation 1 (divisor n), and returns what it subtracted and then
// multiplied by. Rounding errors of a constant are not scaled up.
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
		for _, v := range c { // relative to the largest, so that no square underflows
			sum += (v - shift) / most * ((v - shift) / most)
		}
		scale = 1 / (most * math.Sqrt(sum/n))
	}
	for i := range c {
		c[i] = (c[i] - shift) * scale
	}
	return shift, scale
}

func (s *state) Step() int { return s.Steps }

func (s *state) StepName() string {
	switch {
	case !s.Single:
		return "epoch"
	case s.Batch == 1:
		return "example"
	}
	return networkparam.Minibatch
}

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	w, err := s.Trainer.Grow(job, s.Weights, n)
	if err != nil {
		return nil, err
	}
	return &state{run: s.run, Weights: w}, nil
}

// Adopt continues from the current weights on new data. If the solver changed, or training had stopped early and gone
// back to other weights, the solver starts with new moving averages.
func (s *state) Adopt(_ method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*state)
	if !ok || f.Single != s.Single || !slices.Equal(f.Net.Sizes, s.Net.Sizes) ||
		!slices.EqualFunc(f.features, s.features, same) || !slices.Equal(f.p.ClassIDs, s.p.ClassIDs) ||
		!slices.Equal(f.First, s.First) {
		return nil, false
	}
	w := s.Weights.Clone()
	if w.Lost = 0; s.v.Equal(f.v) && s.p.SameRows(f.p) && (s.Watched == nil || sameData(f.Watched, s.Watched)) {
		return &state{run: f.run, Weights: w}, true
	}
	w.Stopped = 0
	if f.Rows != s.Rows || f.Batch != s.Batch {
		w.From = 0
	}
	if f.Watched == nil {
		w.Best = nil
	} else if s.Watched == nil || !sameData(f.Watched, s.Watched) || s.Stopped > 0 || f.Net.Loss != s.Net.Loss ||
		f.Net.Gain != s.Net.Gain || !slices.Equal(f.Net.Acts, s.Net.Acts) {
		w.Least, w.LeastAt, w.Best = f.MeanLoss(w.Theta, *f.Watched), w.Epochs, slices.Clone(w.Theta)
	}
	if f.Solver.Rule != s.Solver.Rule || s.Stopped > 0 {
		own := f.Weights.Clone()
		w.Moments = own.Moments
	}
	return &state{run: f.run, Weights: w}, true
}

func sameData(a, b *network.Data) bool {
	return a.Rows == b.Rows && slices.EqualFunc(a.X, b.X, slices.Equal) && slices.EqualFunc(a.Y, b.Y, slices.Equal)
}

func (s *state) Bytes() int {
	return 8*(len(s.Theta)+len(s.Mean)+len(s.Square)+len(s.Best)+len(s.Last)) + 256
}

func (s *state) Cost() method.Cost { return method.Cost{Passes: float64(s.Epochs)} }

// Measures has the errors of the state. After early stopping, these are the errors of the last epoch, not those of the
// best weights, so that curves do not jump.
func (s *state) Measures() []method.Measure {
	if s.Stopped > 0 && s.Last != nil {
		s = &state{run: s.run, Weights: network.Weights{Theta: s.Last}}
	}
	m := s.measure()
	name := "training error"
	if s.p.Class == nil {
		name = "mean squared error"
	}
	list := []method.Measure{{Name: "objective", Value: m.loss + m.penalty, Log: true}}
	if s.Watched != nil {
		list = append(list, method.Measure{Name: "validation loss", Value: s.MeanLoss(s.Theta, *s.Watched), Log: true,
			Same: true})
	}
	return append(list, method.Measure{Name: name, Value: m.err})
}

// measure computes the errors in one pass over the data.
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
					e := (answer[0] - s.Y[0][i]) / s.yScale[0]
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

func (s *state) Parameters() []float64 { return slices.Clone(s.Theta) }

// ObjectiveAt ignores dropout.
func (s *state) ObjectiveAt(theta []float64) (value float64, gradient []float64) {
	loss, penalty := s.Objective(theta, nil)
	return loss + penalty, s.Gradient(theta)
}

// errorSaid describes the training error.
func (s *state) errorSaid() string {
	m := s.measure()
	if s.p.Class == nil {
		return words.Text("the mean squared error is %s", words.Number(m.err))
	}
	return words.Text("%s of the points are misclassified", words.Percent(m.err))
}

// complexity is the complexity that a study's penalty applies to.
const complexity = "the number of weights and biases"

func (s *state) Complexity(job method.Job) (float64, error) { return float64(len(s.Theta)), job.Err() }

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
	f.Add("n_updates", s.Updates, "", "Number of moves of the weights, one for each minibatch").Call("Steps").In(
		method.Solver)
	f.Add("objective", m.loss+m.penalty, "", "Mean loss of the points plus the penalty")
	f.Add("loss", m.loss, "", "Mean loss of the points").Call("Mean loss").In(method.Solver)
	f.Add("penalty", m.penalty, "", "Contribution of the weights to the objective; biases add nothing").
		Call("Penalty").In(method.Solver)
	if s.Watched != nil {
		f.Add("best_validation_loss", s.Least, "", "Smallest mean loss of the validation points so far").Call(
			"Least validation loss")
		f.Add("best_epoch", s.LeastAt, "", "Epoch with the smallest validation loss").Call("Best epoch").In(method.Solver)
		f.Add("stops_at", s.LeastAt+s.Patience, "", "Epoch after which training stops if the validation loss does not "+
			"become smaller").Call("Stops at epoch").In(method.Solver)
	}
	if s.greedy != nil {
		layers := make([]string, len(s.greedy.lost))
		for l := range layers {
			layers[l] = words.Sprintf("layer %d", l+1)
		}
		f.Add("pretraining_error", s.greedy.lost, "", "Mean squared reconstruction error of the autoencoder that each "+
			"hidden layer comes from").Call("Autoencoders' error").In(method.Solver).By(layers)
	}
	for l := range s.Net.Layers() {
		w, b := s.Net.Part(s.Theta, l)
		rows := make([][]float64, s.Net.Sizes[l])
		for i := range rows {
			rows[i] = slices.Clone(w[i*len(b) : (i+1)*len(b)])
		}
		f.Add(fmt.Sprintf("coefs_%d", l+1), rows, "", words.Sprintf("Weights of layer %d: a row for each of its inputs",
			l+1)).Hide()
		f.Add(fmt.Sprintf("intercepts_%d", l+1), slices.Clone(b), "", words.Sprintf("Biases of layer %d", l+1)).Hide()
	}
	if len(s.p.Outputs) > 1 {
		s.predictors().Facts(&f)
	}
	return f
}
