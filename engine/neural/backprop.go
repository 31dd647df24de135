package neural

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// mostUnits is the maximum size of a hidden layer in methods that show every number.
const mostUnits = 6

//go:embed backpropagation.jsonl
var backpropagationExamples string

// Backpropagation returns the method that passes one example through a small network and back, unit by unit, id
// "backpropagation".
func Backpropagation() method.Method {
	all := shape()
	hidden, activation, steepness := all[0], all[1], all[3]
	hidden.Default = []float64{3}
	method.Change(&hidden, func(k *method.Numbers) { k.Max, k.MinLen, k.MaxLen = mostUnits, 1, 3 })
	hidden.Help = "Units of each hidden layer, from input to output: 8, 8"
	activation.When, activation.Kind = nil, method.Choose{Choices: networkparam.Bends("tanh", "relu", "logistic")}
	steepness.When = &method.When{Name: "activation", In: []string{"tanh", "logistic"}}
	rate := networkparam.Rate(0.5)
	method.Change(&rate, func(k *method.Number) { k.SoftMin, k.SoftMax = 1e-3, 10 })
	rate.Help = "Size of the step at the end"
	return method.Method{
		Info: method.Info{
			ID:   "backpropagation",
			Name: "Back-propagation, step by step",
			Aliases: []string{"Backpropagation", "Backprop", "Forward pass", "Backward pass", "Chain rule",
				"Gradient of a neural network", "Rétropropagation du gradient", "Passe avant"},
			Family: "Neural networks",
			Task:   method.Classify,
			Summary: "One point goes through a small network, unit by unit. The error is propagated back and shows the " +
				"contribution of each weight. Then all weights move one step.",
			Formula: "δ_{j} = φ'(z_{j}) Σ w_{jk} δ_{k},  ∂L/∂w_{ij} = a_{i} δ_{j},  w ← w − η ∂L/∂w",
			Source: "Rumelhart, Hinton and Williams, Learning representations by back-propagating errors, Nature 323, 1986; " +
				"Bishop, Pattern Recognition and Machine Learning, 2006, section 5.3; first weights: Glorot and Bengio, " +
				"AISTATS 2010",
			Params: []method.Param{
				hidden, activation, steepness,
				{Name: "loss", Label: "Loss L", Default: logLoss, Help: "Cost of the prediction at the point",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: logLoss, Label: "Cross-entropy", Help: "−ln of the probability of the point's own class"},
						{Value: squaredError, Label: "Squared", Help: "½ squared distance to the targets: 1 for the own class, 0 for " +
							"the others; two classes: −1 and 1 (second)"},
					}}},
				method.SampleParam("Watched point", maxPoints, "Which point goes through the network"),
				rate,
				{Name: "epochs_before", Label: "Epochs before",
					Kind: method.Integer{Range: method.Range{Min: 0, Max: 2000, SoftMax: 300}}, Default: 100.0,
					Help: "Epochs of training before the pass (Adam, all points at once); 0: the initial weights"},
				{Name: "standardize", Label: "Standardise", Kind: method.Bool{}, Default: true, Advanced: true,
					Help: "Scale the inputs to mean 0 and standard deviation 1 first"},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter near the boundary"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes. With two " +
					"classes, f > 0 means the second one."},
				{Name: diagram, Label: "Diagram", On: true, Help: "A plot: the units with their numbers, and the weights " +
					"between them"},
			},
			Takes:    method.Takes{MaxPoints: maxPoints},
			Assessed: method.Assessed{Unjudged: true},
			Examples: method.ExamplesIn(backpropagationExamples),
		},
		Random: true,
		Python: backpropagationPython,
		Fit:    fitPass,
	}
}

// phase is the kind of a step of a pass.
type phase uint8

const (
	enters  phase = iota // the point enters the input layer
	sums                 // a unit computes its sum and output
	costs                // the loss is computed
	blames               // δ of a unit is computed
	slopes               // the gradient of the weights into a unit is computed
	updates              // all weights change
)

// moment is a step of a pass. If it concerns a single unit, that is unit j, counted from 0, of layer l, counted from 1.
type moment struct {
	phase
	l, j int
}

// passing is shared by all stages of a pass. Lists of layers have the inputs as layer 0.
type passing struct {
	p             *method.Problem
	before, after *state
	moments       []moment
	row           int
	rate          float64
	z, a, d       [][]float64 // input of each unit, its output, and δ: the derivative of the loss by z
	grad          []float64   // by the weights, in the order of theta
	loss, then    float64     // loss of the point before and after the update
	learned       [][]float64 // output of each unit after the update
}

// passStage is a pass after some steps.
type passStage struct {
	*passing
	k int
}

func (s *passStage) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s, PointScorer: s, Proba: s.Proba},
		Drawing: method.Drawing{ScoreRaster: s.ScoreRaster, Layers: s.Layers, Panels: s.Panels},
		Words:   method.Words{Explain: s.Explain, Formula: s.Formula},
		Run:     method.Run{Stepper: s},
		Pointer: method.Pointer{Tell: s.Tell},
	}
}

// fitPass trains the network, unless the previous model has the same network, and passes the point through it.
func fitPass(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, method.NeedClasses("Back-propagation")
	case len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "Back-propagation needs points of a second class: all are of the first."}
	}
	r := &run{p: p, v: v, features: planeFeatures[:2]}
	t := &network.Trainer{Batch: p.N, Seed: p.Seed, Solver: network.Solver{Rule: network.Adam, Rate: 0.03}}
	r.Trainer = t
	r.shaped()
	r.standardize()
	t.Data = r.data(p)
	var w network.Weights
	if old, ok := prev.(*passStage); ok && old.p.SameRows(p) &&
		old.before.v.Equal(v, hidden, "activation", gain, "loss", "epochs_before", "standardize") {
		w = old.before.Weights
	} else {
		var err error
		if w, err = t.Grow(job, t.Start(), v.Int("epochs_before")); err != nil {
			return nil, err
		}
	}
	m := &passing{p: p, row: p.Sample(v), rate: v.Float("learning_rate_init")}
	m.before = &state{run: r, Weights: w}
	m.through(w.Theta)
	moved := w.Clone()
	for k, g := range m.grad {
		moved.Theta[k] -= m.rate * g
	}
	m.after = &state{run: r, Weights: moved}
	m.then = m.cost(moved.Theta)
	m.learned = m.given(moved.Theta)
	m.moments = []moment{{phase: enters}}
	for l := 1; l < len(m.a); l++ {
		for j := range m.a[l] {
			m.moments = append(m.moments, moment{sums, l, j})
		}
	}
	m.moments = append(m.moments, moment{phase: costs})
	for l := len(m.a) - 1; l > 0; l-- {
		for j := range m.a[l] {
			m.moments = append(m.moments, moment{blames, l, j})
		}
		for j := range m.a[l] {
			m.moments = append(m.moments, moment{slopes, l, j})
		}
	}
	m.moments = append(m.moments, moment{phase: updates})
	return m.Stage(len(m.moments) - 1), job.Err()
}

// single returns a tile with only the chosen point, and its outputs computed.
func (m *passing) single(theta []float64) *network.Tile {
	t := network.NewTile(&m.before.Net, 1)
	t.Load(m.before.X, m.row, m.row+1)
	t.Forward(theta)
	return t
}

// cost returns the loss of the chosen point.
func (m *passing) cost(theta []float64) float64 {
	return m.single(theta).Value(m.before.Y, m.row, m.row+1)
}

// given returns the output of each unit for the chosen point; for the output layer, the predictions.
func (m *passing) given(theta []float64) (list [][]float64) {
	net, t := &m.before.Net, m.single(theta)
	net.Answers(t.Units(net.Layers()))
	for l, n := range net.Sizes {
		list = append(list, make([]float64, n))
		for j := range n {
			list[l][j] = t.Units(l)[j][0]
		}
	}
	return list
}

// through computes the forward and the backward pass of the chosen point.
func (m *passing) through(theta []float64) {
	net := &m.before.Net
	t := m.single(theta)
	m.loss = t.Value(m.before.Y, m.row, m.row+1)
	m.a = m.given(theta)
	m.z = append(m.z, nil)
	for l := range net.Layers() {
		w, b := net.Part(theta, l)
		z := make([]float64, len(b))
		for j := range z {
			z[j] = b[j]
			for i, a := range m.a[l] {
				z[j] += w[i*len(b)+j] * a
			}
		}
		m.z = append(m.z, z)
	}
	m.grad = make([]float64, len(theta))
	t.Backward(theta, m.grad, m.before.Y, m.row, m.row+1, 1)
	last := net.Layers()
	m.d = append(m.d, nil)
	for l := 1; l <= last; l++ {
		d := make([]float64, net.Sizes[l])
		for j := range d {
			d[j] = t.Errors(l)[j][0]
		}
		m.d = append(m.d, d)
	}
}

func (m *passing) Steps() int { return len(m.moments) - 1 }

func (m *passing) Stage(k int) method.Model { return &passStage{m, k} }

func (m *passing) StepName() string { return "step" }

// Trace has the loss of the point, which only the last step changes.
func (m *passing) Trace() []method.Series {
	loss := slices.Repeat([]float64{m.loss}, len(m.moments))
	loss[len(loss)-1] = m.then
	return []method.Series{{Name: "loss of the point", Values: loss}}
}

// now returns the network that the stage shows: after the last step, the updated one.
func (s *passStage) now() *state {
	if s.moments[s.k].phase == updates {
		return s.after
	}
	return s.before
}

// known reports whether the pass has reached a moment.
func (s *passStage) known(what moment) bool {
	for _, m := range s.moments[:s.k+1] {
		if m == what {
			return true
		}
	}
	return false
}

func (s *passStage) Predict(x, out []float64) { s.now().Predict(x, out) }

func (s *passStage) PointScores(x []float64) [][]float64 { return s.now().PointScores(x) }

func (s *passStage) Proba() method.Proba { return s.now().Proba() }

func (s *passStage) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	return s.now().ScoreRaster(job, g, nil)
}

func (s *passStage) Explain(x []float64, v picture.Viewport, _ method.Shown) method.Explanation {
	return s.now().explainClass(x, v, nil)
}

// Layers draws a ring around the chosen point.
func (s *passStage) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, _ method.Shown) (under,
	over []picture.Layer, err error) {
	x, y := s.p.Drawn(s.row)
	return []picture.Layer{&picture.Marks{Role: picture.RoleNeighbor, XY: []float64{x, y},
		Class: []int{s.p.ClassIDs[s.p.Class[s.row]]}, Ordinal: []int{s.p.Ordinal(s.row)},
		Says: "point in the network"}}, nil, nil
}

// figure formats a number for the diagram, where nearly 0 is abbreviated; the text below has more digits.
func figure(v float64) string {
	if v != 0 && math.Abs(v) < 0.001 {
		return "≈ 0"
	}
	return words.Readable(words.Number(words.Significant(v, 2)))
}

// told formats a number within a sentence or a sum.
func told(v float64) string { return words.Number(words.Significant(v, 3)) }

// factor formats a number within a product.
func factor(v float64) string {
	if v < 0 {
		return "(" + told(v) + ")"
	}
	return told(v)
}

// giver returns the symbol of the output of unit i of layer l.
func (s *passStage) giver(l, i int) string {
	if l == 0 {
		return s.p.InputNames()[i]
	}
	return "h_{" + s.before.unit(l-1, i) + "}"
}

// named returns the name of unit j of layer l within a sentence.
func (s *passStage) named(l, j int) string {
	switch last := len(s.a) - 1; {
	case l == last && len(s.a[l]) == 1:
		return "the output"
	case l == last:
		return words.Text("the output for %s", s.p.ClassName(j))
	}
	return words.Text("unit %s", s.before.unit(l-1, j))
}

// weight returns the weight from unit i of layer l−1 to unit j of layer l, and its index among the parameters.
func (s *passStage) weight(l, i, j int) (w float64, at int) {
	for k := 1; k < l; k++ {
		at += (len(s.a[k-1]) + 1) * len(s.a[k])
	}
	at += i*len(s.a[l]) + j
	return s.before.Theta[at], at
}

// bias returns the bias of unit j of layer l, and its index among the parameters.
func (s *passStage) bias(l, j int) (b float64, at int) { return s.weight(l, len(s.a[l-1]), j) }

// slope returns the derivative of the activation of unit j of hidden layer l.
func (s *passStage) slope(l, j int) float64 {
	d := []float64{1}
	s.before.Net.Steepen(l-1, d, s.a[l][j:j+1])
	return d[0]
}

// phi returns the name of the activation function of hidden layer l.
func (s *passStage) phi(l int) string {
	name := map[network.Activation]string{network.Tanh: "tanh", network.ReLU: "max(0, ·)", network.Logistic: "σ",
		network.Identity: "id"}[s.before.Net.Acts[l-1]]
	if g := s.before.Net.Steepness(l - 1); g != 1 {
		name += "(" + words.Number(g) + " × ·)"
	}
	return name
}

// weighed formats the input of unit j of layer l as a sum with its numbers.
func (s *passStage) weighed(l, j int) string {
	var b strings.Builder
	for i, a := range s.a[l-1] {
		w, _ := s.weight(l, i, j)
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString(factor(w) + "·" + factor(a))
	}
	bias, _ := s.bias(l, j)
	return b.String() + words.Term(words.Significant(bias, 3))
}

// backed formats what is propagated back to unit i of hidden layer l, as a sum with its numbers.
func (s *passStage) backed(l, i int) string {
	list := make([]string, len(s.a[l+1]))
	for k := range list {
		w, _ := s.weight(l+1, i, k)
		list[k] = factor(w) + "·" + factor(s.d[l+1][k])
	}
	if len(list) == 1 {
		return list[0]
	}
	return "(" + words.Join(list, " + ") + ")"
}

// goal returns the target of output j.
func (s *passStage) goal(j int) float64 { return s.before.Y[j][s.row] }

// sentence describes the step; lines are its formulas with their numbers.
func (s *passStage) sentence() (say string, lines []string) {
	last := len(s.a) - 1
	m := s.moments[s.k]
	who := s.named(m.l, max(m.j, 0))
	switch m.phase {
	case enters:
		list := make([]string, len(s.a[0]))
		for i, a := range s.a[0] {
			list[i] = words.Text("%s = %s", s.giver(0, i), told(a))
		}
		how := "as it is"
		if s.before.v.Bool("standardize") {
			how = "standardised"
		}
		return words.Sprintf("Point %d of %s enters the network, %s: %s.", s.p.Number(s.row),
			s.p.ClassName(s.p.Class[s.row]),
			how, words.Join(list, ", ")), list
	case sums:
		z, a := s.z[m.l][m.j], s.a[m.l][m.j]
		lines = append(lines, words.Text("z = %s = %s", s.weighed(m.l, m.j), told(z)))
		switch {
		case m.l < last:
			lines = append(lines, words.Text("a = φ(z) = %s%s = %s", strings.Replace(s.phi(m.l), "·", told(z), 1),
				applied(s.phi(m.l), z), told(a)))
			return words.Sprintf("Forward: the sum of %s is z = %s, and its output a = %s.", who, told(z), told(a)), lines
		case s.before.Net.Loss == network.Binary:
			lines = append(lines, words.Text("P(%s) = 1/(1 + e^{−z}) = %s", s.p.ClassName(1), told(a)))
			return words.Sprintf("Forward: %s sums up to z = %s, a probability of %s for %s.", who, told(z), told(a),
				s.p.ClassName(1)), lines
		case s.before.Net.Loss == network.Softmax:
			lines = append(lines, words.Text("P(%s) = e^{z}/Σ e^{z} = %s", s.p.ClassName(m.j), told(a)))
			return words.Sprintf("Forward: the sum of %s is z = %s; together with the others this gives a probability of %s.",
				who, told(z),
				told(a)), lines
		}
		return words.Sprintf("Forward: the sum of %s is z = %s, the prediction.", who, told(z)), lines
	case costs:
		own := s.p.ClassName(s.p.Class[s.row])
		if s.before.Net.Loss == network.Squared {
			lines = append(lines, words.Text("L = ½ Σ (z − y)² = %s", told(s.loss)))
			return words.Sprintf("The loss: the point is of %s, and the loss is L = %s.", own, told(s.loss)), lines
		}
		lines = append(lines, words.Text("L = −ln P(%s) = −ln %s = %s", own, told(math.Exp(-s.loss)), told(s.loss)))
		return words.Sprintf("The loss: the point is of %s, to which the network gives %s, so the loss is L = %s.", own,
			told(math.Exp(-s.loss)), told(s.loss)), lines
	case blames:
		d := s.d[m.l][m.j]
		if m.l == last {
			lines = append(lines, words.Text("δ = ∂L/∂z = %s − %s = %s", told(s.a[last][m.j]), factor(s.goal(m.j)), told(d)))
			return words.Sprintf("Backward: at %s the output is %s and the target %s, so δ = %s.", who, told(s.a[last][m.j]),
				told(s.goal(m.j)), told(d)), lines
		}
		slope := s.slope(m.l, m.j)
		lines = append(lines, words.Text("δ = φ'(z) Σ w δ = %s·%s = %s", told(slope), s.backed(m.l, m.j), told(d)))
		say = words.Sprintf("Backward: the sum propagated to %s, times the slope φ'(z) = %s of its activation, is δ = %s.",
			who,
			told(slope), told(d))
		if math.Abs(slope) < 0.05*s.before.Net.Steepness(m.l-1) {
			say += words.Say(" The unit is nearly saturated there, so that its gradient is small.")
		}
		return say, lines
	case slopes:
		for i, a := range s.a[m.l-1] {
			lines = append(lines, words.Text("∂L/∂w from %s = a δ = %s·%s = %s", s.giver(m.l-1, i), factor(a),
				factor(s.d[m.l][m.j]), told(a*s.d[m.l][m.j])))
		}
		lines = append(lines, words.Text("∂L/∂b = δ = %s", told(s.d[m.l][m.j])))
		return words.Sprintf("Backward: each weight into %s has the gradient a·δ, its input times δ = %s.", who,
			told(s.d[m.l][m.j])), lines
	}
	lines = append(lines, words.Text("w ← w − η ∂L/∂w,  η = %s", told(s.rate)), words.Text("L = %s → %s", told(s.loss),
		told(s.then)))
	switch {
	case s.then > s.loss:
		return words.Sprintf("The step: all weights move by −η times their gradients, η = %s. That was too far: the "+
			"loss of the point rises from %s to %s.", told(s.rate), told(s.loss), told(s.then)), lines
	}
	return words.Sprintf("The step: all weights move by −η times their gradients, η = %s, and the loss of the point "+
		"falls from %s to %s.", told(s.rate), told(s.loss), told(s.then)), lines
}

// applied formats the argument z after the name of a function, or returns "" if phi is an expression with its own
// argument.
func applied(phi string, z float64) string {
	if strings.Contains(phi, "·") {
		return ""
	}
	return "(" + told(z) + ")"
}

// Formula returns the formulas of the step, with its numbers.
func (s *passStage) Formula() string {
	_, lines := s.sentence()
	return strings.Join(lines, "\n")
}

func (s *passStage) Status() method.Status {
	say, _ := s.sentence()
	if s.k < s.Steps() {
		return method.Status{State: method.Running, Sentence: say}
	}
	if !method.Finite(s.then) {
		return method.Status{State: method.Diverged, Sentence: words.Text("%s Use a smaller learning rate.", say)}
	}
	return method.Status{State: method.Exact, Sentence: say}
}

func (s *passStage) Facts() []method.Fact {
	var f method.FactList
	f.Add("loss", s.loss, "", "Loss of the watched point before the step").Call("Loss of the point")
	f.Add("loss_after", s.then, "", "Loss of the watched point after all weights have moved").Call("Loss after the step")
	norm := 0.0
	for _, g := range s.grad {
		norm = math.Hypot(norm, g)
	}
	f.Add("gradient_norm", norm, "", "Root of the sum of the squares of all gradients").Call("Length of the gradient")
	f.Add("n_parameters", len(s.grad), "", "Weights and biases that are learned").Call("Weights and biases")
	for l := 1; l < len(s.a); l++ {
		f.Add(fmt.Sprintf("deltas_%d", l), s.d[l], "", words.Sprintf("Derivative of the loss with respect to the sums "+
			"of the units of layer %d", l)).Hide()
		g, b := s.before.Net.Part(s.grad, l-1)
		rows := make([][]float64, len(s.a[l-1]))
		for i := range rows {
			rows[i] = append([]float64(nil), g[i*len(b):(i+1)*len(b)]...)
		}
		f.Add(fmt.Sprintf("coef_gradients_%d", l), rows, "", words.Sprintf("Derivative of the loss with respect to the "+
			"weights of layer %d: a row for each of its inputs", l)).Hide()
		f.Add(fmt.Sprintf("intercept_gradients_%d", l), append([]float64(nil), b...), "",
			words.Sprintf("Derivative of the loss with respect to the biases of layer %d", l)).Hide()
	}
	return f
}
