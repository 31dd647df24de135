package convolution

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/words"
)

// run is shared by all states of a network in training.
type run struct {
	*trainer
	p     *method.Problem
	scale float64    // the network's inputs are the pixel values times scale: at most 1 in absolute value
	ink   [4]float64 // mean bounding box of the ink: left, top, right, bottom, in pixels
	first float64    // objective before the first epoch
	begun *float64   // address of the first initial weight, by which the initial weights are recognised

	mu      sync.Mutex
	asked   map[part][]float64 // predicted classes of held-out rows, for the weights askedOf
	askedOf *float64           // address of the first of those weights
}

// part is a range of rows of a problem.
type part struct {
	of      *method.Problem
	from, n int
}

// state is a network after some epochs.
type state struct {
	*run
	weights
	v method.Values
}

func (s *state) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s, PointScorer: s, Proba: s.Proba, PredictPart: s.PredictPart},
		Drawing: method.Drawing{Layers: s.Layers, Panels: s.Panels},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Grower: s, Adopt: s.Adopt, Look: s.Look, Cost: s.Cost},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	m := Method()
	if err := m.CheckRows(v, p); err != nil {
		return nil, err
	}
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: "A convolutional network needs pictures of two classes."}
	}
	kernel, _ := strconv.Atoi(v.String("kernel_size"))
	net := shape{w: p.Across, h: p.D / p.Across, kernel: kernel, hidden: v.Int("hidden_layer_size"),
		classes: len(p.ClassIDs), tanh: v.String("activation") == tanh, mean: v.String("pooling") == meanPool}
	for _, f := range v.Floats("filters") {
		net.filters = append(net.filters, int(f))
	}
	if least := 1 << len(net.filters); net.w < least || net.h < least {
		return nil, &method.Need{Sentence: words.Sprintf("Pooling reduces pictures of %d × %d pixels to nothing: use "+
			"fewer layers of filters, or pictures of at least %d × %d.", net.w, net.h, least, least)}
	}
	r := &run{p: p, scale: 1}
	t := &trainer{net: net, rows: p.N, class: p.Class, l2: v.Float("alpha") / float64(p.N),
		solver: networkparam.SolverOf(v),
		batch:  v.Int("batch_size"), dropout: v.Float("dropout"), seed: p.Seed}
	t.x = make([]float64, len(p.X))
	far := 0.0
	for i, x := range p.X {
		t.x[i], _ = p.Own(i%p.D, x)
		far = max(far, math.Abs(t.x[i]))
	}
	if far > 0 {
		r.scale = 1 / far
	}
	if !method.Finite(r.scale) {
		return nil, &method.Need{Sentence: "The pixels are nearly 0: their values are too small to compute with."}
	}
	for i := range t.x {
		t.x[i] *= r.scale
	}
	r.trainer = t
	r.ink = inked(t.x, net.w, net.h)
	var before *trainer
	if old, ok := prev.(*state); ok {
		before = old.trainer
	}
	w, err := t.begin(job, nil, before)
	if err != nil {
		return nil, err
	}
	r.first, r.begun = w.loss+w.penalty, &w.theta[0]
	return &state{r, w, v}, nil
}

// seen returns a row as the network's input.
func (r *run) seen(row []float64) []float64 {
	x := make([]float64, r.p.D)
	for j := range x {
		x[j], _ = r.p.Own(j, row[j])
		x[j] *= r.scale
	}
	return x
}

func (s *state) Look(v method.Values) method.Model { return &state{s.run, s.weights, v} }

func (s *state) Step() int { return s.epochs }

func (s *state) StepName() string { return "epoch" }

func (s *state) Grow(job method.Job, n int) (method.Grower, error) {
	w, err := s.grow(job, s.weights, n)
	if err != nil {
		return nil, err
	}
	return &state{s.run, w, s.v}, nil
}

// Adopt continues from the current weights on new data. If the solver changed, it starts with new moving averages.
func (s *state) Adopt(job method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*state)
	if !ok || !f.net.same(&s.net) || !slices.Equal(f.p.ClassIDs, s.p.ClassIDs) {
		return nil, false
	}
	w := s.weights.clone()
	w.lost = 0
	if f.solver.Rule != s.solver.Rule {
		own := f.weights.clone()
		w.Moments = own.Moments
		w.Updates = 0
	}
	if f.assess(job, newTile(&f.net, f.rows), &assessing{}, &w) != nil {
		return nil, false
	}
	return &state{f.run, w, f.v}, true
}

// same reports whether two networks have the same shape, apart from activation and pooling.
func (n *shape) same(o *shape) bool {
	return n.w == o.w && n.h == o.h && slices.Equal(n.filters, o.filters) && n.kernel == o.kernel &&
		n.hidden == o.hidden && n.classes == o.classes
}

func (s *state) Bytes() int {
	return 8*(len(s.theta)+len(s.Mean)+len(s.Square)) + len(s.answer) + 16*topRows*len(s.top) + 256
}

func (s *state) Cost() method.Cost { return method.Cost{Passes: float64(s.epochs)} }

func (s *state) Measures() []method.Measure {
	return []method.Measure{{Name: "objective", Value: s.loss + s.penalty, Log: true},
		{Name: "training error", Value: s.err}}
}

func (s *state) Status() method.Status {
	at := s.loss + s.penalty
	const smaller = " Use a smaller learning rate."
	said := words.Text("%s of the training pictures are misclassified", words.Percent(s.err))
	running := func(sentence string) method.Status {
		return method.Status{State: method.Running, Sentence: sentence}
	}
	switch {
	case s.lost > 0:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("The steps are too large: each overshoots "+
			"more than the one before, and in epoch %d the weights diverged. The network before this epoch is shown.%s",
			s.lost, smaller)}
	case s.epochs == 0:
		return running(words.Text("Before the first epoch: the weights are random, and %s.", said))
	case !(at <= 1.5*s.first):
		return running(words.Sprintf("After %s the objective is %s, more than before the first (%s): the steps "+
			"overshoot.%s",
			words.Count(s.epochs, "epoch"), words.Number(at), words.Number(s.first), smaller))
	}
	if _, silent := s.silent(); silent > 0 && !s.net.tanh {
		said += words.Text(". %s", words.CountOf(silent, "filter is dead: its output is 0 for every picture",
			"filters are dead: their output is 0 for every picture"))
	}
	return running(words.Sprintf("After %s the objective is %s, and %s.", words.Count(s.epochs, "epoch"),
		words.Number(at),
		said))
}

// silent reports which filters have no positive output at any training row, and their number.
func (s *state) silent() (is []bool, n int) {
	is = make([]bool, len(s.top))
	for f, list := range s.top {
		if is[f] = len(list) > 0 && !(list[0].value > 0); is[f] {
			n++
		}
	}
	return is, n
}

func (s *state) Facts() []method.Fact {
	var f method.FactList
	if x, says := s.looked(); x != nil {
		p := s.probabilities(x)
		best := method.Largest(p)
		f.Add("prediction", words.Sprintf("%s, %s", s.p.ClassName(best), words.Percent(p[best])), "",
			words.Text("Predicted class of %s, with its probability", says)).Call("Answer")
		f.Add("predict_proba", p, "", "Probability of each class").Hide()
	}
	f.Add("training_error", s.err, "", "")
	f.Add("n_parameters", len(s.theta), "", "Weights and biases that are learned").Call("Weights and biases")
	f.Add("n_iter", s.epochs, "", "Passes over the pictures so far").Call("Epochs")
	f.Add("n_updates", s.Updates, "", "Number of moves of the weights, one for each minibatch").Call("Steps").In(
		method.Solver)
	f.Add("objective", s.loss+s.penalty, "", "Mean loss of the pictures plus the penalty")
	f.Add("loss", s.loss, "", "Mean loss of the pictures").Call("Mean loss").In(method.Solver)
	f.Add("penalty", s.penalty, "", "Contribution of the weights to the objective; biases add nothing").
		Call("Penalty").In(method.Solver)
	for l := range s.net.layers() {
		w, b := s.net.part(s.theta, l)
		in, out := s.net.of(l)
		rows := make([][]float64, in)
		for i := range rows {
			rows[i] = slices.Clone(w[i*out : (i+1)*out])
		}
		f.Add(fmt.Sprintf("coefs_%d", l+1), rows, "", words.Sprintf("Weights of layer %d: a row for each of its inputs",
			l+1)).Hide()
		f.Add(fmt.Sprintf("intercepts_%d", l+1), slices.Clone(b), "", words.Sprintf("Biases of layer %d", l+1)).Hide()
	}
	return f
}

// outputs evaluates the network at the rows of x, in the problem's units, and calls use with each tile and the index of
// its first row.
func (s *state) outputs(x []float64, use func(from int, t *tile)) {
	n := len(x) / s.p.D
	if n == 0 {
		return
	}
	seen := make([]float64, 0, len(x))
	for i := range n {
		seen = append(seen, s.seen(x[i*s.p.D:(i+1)*s.p.D])...)
	}
	t, at := newTile(&s.net, n), 0
	var known, found []float64
	begins := &s.theta[0] == s.begun && s.start != nil && n >= tileRows &&
		len(seen)+n*s.net.features() <= mostKept/mostSeen
	if begins {
		known = s.start.of(seen)
	}
	_ = s.net.over(method.Unstopped, &at, n, func(rows []int) { // can't be stopped
		if known != nil {
			t.resume(known, rows)
			t.combine(s.theta, nil)
		} else {
			t.load(seen, rows)
			t.forward(s.theta, nil)
		}
		if begins && known == nil {
			found = t.recall(found)
		}
		use(rows[0], t)
	})
	if found != nil {
		s.start.keep(seen, found)
	}
}

func (s *state) Scores(x []float64, tell func(i int, f []float64)) {
	s.outputs(x, func(from int, t *tile) {
		classify.Columns(t.x[len(t.x)-1], func(i int, f []float64) { tell(from+i, f) })
	})
}

// PredictPart writes the predicted classes of len(out) rows of a problem. Those of the training rows are known; those
// of other rows are cached until the weights change.
func (s *state) PredictPart(of *method.Problem, from int, out []float64) bool {
	if of == s.p {
		for k := range out {
			out[k] = float64(s.answer[from+k])
		}
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.askedOf != &s.theta[0] {
		s.asked, s.askedOf = map[part][]float64{}, &s.theta[0]
	}
	at := part{of, from, len(out)}
	if known, ok := s.asked[at]; ok {
		copy(out, known)
		return true
	}
	s.Predict(of.X[from*of.D:(from+len(out))*of.D], out)
	s.asked[at] = slices.Clone(out)
	return true
}

func (s *state) Predict(x, out []float64) { classify.Predict(s, s.p, x, out) }

func (s *state) Proba() method.Proba { return method.AtPoints }

// PointScores returns the class probabilities.
func (s *state) PointScores(x []float64) [][]float64 {
	return classify.PointScores(s, s.p, x, classify.LogOdds)
}

// pass returns a tile with the forward pass of an image, up to the probabilities.
func (s *state) pass(x []float64) *tile {
	t := newTile(&s.net, 1)
	t.load(x, []int{0})
	t.forward(s.theta, nil)
	t.answers()
	return t
}

// probabilities returns the class probabilities of an image.
func (s *state) probabilities(x []float64) []float64 {
	t := s.pass(x)
	p := make([]float64, s.net.classes)
	for c := range p {
		p[c] = t.x[len(t.x)-1][c][0]
	}
	return p
}

// looked returns the selected image as the network's input, and its name; nil if the drawing is empty.
func (s *state) looked() (x []float64, says string) {
	if s.v.String("input") == ofDrawing {
		return s.drawn(s.v.String("drawing")), "the drawing"
	}
	of, i := s.p.SampleOf(s.v)
	return s.seen(of.At(i)), s.rowName(of, i)
}

// rowName returns the name of a training row or a held-out row.
func (s *state) rowName(of *method.Problem, i int) string {
	if of != s.p {
		return words.Sprintf("row %d (held out)", of.Number(i))
	}
	return words.Sprintf("row %d", of.Number(i))
}
