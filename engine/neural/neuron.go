package neural

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/network/networkparam"
	"pointscape/engine/online"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of switches and panels of a neuron.
const (
	bands   = "saturation"
	example = "example"
	bend    = "bend" // panel of the activation, and its switch
)

//go:embed neuron.jsonl
var neuronExamples string

// Neuron returns the method of a single neuron, id "neuron".
func Neuron() method.Method {
	smooth := &method.When{Name: "activation", In: []string{"logistic", "tanh"}}
	return method.Method{
		Info: method.Info{
			ID:   "neuron",
			Name: "One neuron",
			Aliases: []string{"Neuron", "Perceptron", "Delta rule", "Widrow-Hoff", "ADALINE", "LMS", "McCulloch-Pitts",
				"Threshold unit", "Sigmoid unit", "Neurone", "Règle delta", "Neurone formel"},
			Family: "Neural networks",
			Task:   method.Classify,
			Summary: "A weighted sum and an activation, corrected after each example by its error. Step through the examples, " +
				"and watch its line and its weights change.",
			Formula: "z = w·x + b,  ŷ = φ(z),  Δw = η (y − ŷ) φ′(z) x,  Δb = η (y − ŷ) φ′(z)",
			Source: "Rosenblatt, Psychological Review 65, 1958 (threshold, for whose slope stands 1); Widrow and Hoff, " +
				"Adaptive switching circuits, 1960 (linear); " +
				"Rumelhart, Hinton and Williams, Nature 323, 1986 (smooth bends); Bishop, Pattern Recognition and Machine " +
				"Learning, 2006, sections 3.1.3 and 4.1.7",
			Params: []method.Param{
				{Name: "activation", Label: "Activation φ", Default: "logistic", Help: "The function that the neuron applies to " +
					"its sum; the learning rule follows from it",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: "step", Label: "Threshold", Help: "1 where z > 0, otherwise 0: the perceptron's rule, Δw = η (y − ŷ) " +
							"x, which changes only after errors"},
						{Value: "logistic", Label: "Logistic", Help: "σ(z) = 1/(1 + e^{−z}), from 0 to 1: where it is flat, the " +
							"gradient is small"},
						{Value: "tanh", Label: "Tanh", Help: "From −1 to 1: where it is flat, the gradient is small"},
						{Value: "identity", Label: "Linear", Help: "z itself; targets −1 and, for the second class, 1: the delta rule " +
							"of Widrow and Hoff, least mean squares"},
					}}},
				networkparam.Gain(smooth),
				{Name: "learning_rate", Label: "Learning rate η",
					Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e4, SoftMin: 0.001, SoftMax: 10,
						Log: true}},
					Default: 0.5, Help: "Factor of each correction"},
				{Name: "loss", Label: "Loss", Default: squaredError,
					When: &method.When{Name: "activation", In: []string{"logistic"}},
					Help: "The loss whose gradient is the learning rule",
					Kind: method.Choose{Choices: []method.Choice{
						{Value: squaredError, Label: "Squared", Help: "½(y − ŷ)²: the rule contains the slope φ′(z), so that " +
							"saturated errors are hardly corrected"},
						{Value: logLoss, Label: "Cross-entropy", Help: "The slope cancels: Δw = η (y − ŷ) x; more confident errors " +
							"are corrected more"},
					}}},
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position, fainter where the sum " +
					"is near 0"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the sum z is 0 (z > 0 means the " +
					"second class); with more classes, where two neurons' sums are equal"},
				{Name: bands, Label: "Saturation", On: true, Help: "Where the slope is 5 % of its maximum; farther out, an " +
					"error hardly changes the weights", When: smooth},
				{Name: example, Label: "Example", On: true, Help: "The point of the last step, and the line before it"},
				{Name: bend, Label: "Activation and points", On: true, Help: "A plot: the activation with all points at their " +
					"sums, and the last example's error"},
			},
			Takes:    method.Takes{MaxPoints: maxPoints},
			Examples: method.ExamplesIn(neuronExamples),
		},
		Random: true,
		Python: neuronPython,
		Fit:    fitNeuron,
	}
}

// rule is the rule by which a neuron learns, with its examples, shared by all states of a training.
type rule struct {
	p            *method.Problem
	v            method.Values
	act          network.Activation
	rate         float64
	gain         float64 // slope parameter: factor of the sum in smooth activations
	cancels      bool    // the rule has no factor φ'(z)
	shift, scale []float64
	x            []float64 // standardized inputs, D numbers for each point
	units        int       // 1, or one for each class
	online.Trainer
}

// neuron is a neuron after some examples. For more than two classes it has a unit for each class, against the others.
// Its weights are those and then the bias of each unit.
type neuron struct {
	*rule
	online.State
	errors func() (wrong, loss float64) // misclassification rate and mean loss, computed once
}

// at returns the neuron in a state of its training.
func (r *rule) at(s online.State) *neuron {
	n := &neuron{rule: r, State: s}
	n.errors = sync.OnceValues(n.measure)
	return n
}

func (n *neuron) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: n, PointScorer: n},
		Drawing: method.Drawing{ScoreRaster: n.ScoreRaster, Layers: n.Layers, Panels: n.Panels},
		Words:   method.Words{Explain: n.Explain, Formula: n.Formula, Code: n.Code},
		Run:     method.Run{Grower: n, Adopt: n.Adopt, Cost: n.Cost},
	}
}

func fitNeuron(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, method.NeedClasses("A neuron")
	case len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "A neuron needs points of a second class: all are of the first."}
	}
	l := &rule{p: p, v: v, rate: v.Float("learning_rate"), units: classify.Outputs(p), x: make([]float64, p.N*p.D)}
	l.Trainer = online.Trainer{Rows: p.N, Seed: p.Seed, Learn: l.learn, Done: l.done}
	l.act, _ = network.ActivationOf(v.String("activation"))
	if l.gain = 1; l.act == network.Logistic || l.act == network.Tanh {
		l.gain = v.Float("gain")
	}
	l.cancels = l.act == network.Step || l.act == network.Logistic && v.String("loss") == logLoss
	c := make([]float64, p.N)
	for j := range p.D {
		for i := range c {
			c[i] = p.X[i*p.D+j]
		}
		shift, scale := standardized(c)
		for i, x := range c {
			l.x[i*p.D+j] = x
		}
		l.shift, l.scale = append(l.shift, shift), append(l.scale, scale)
	}
	n := l.at(online.State{W: make([]float64, l.units*(p.D+1))})
	r := rand.New(rand.NewPCG(p.Seed, 1<<63))
	for k := range n.W {
		n.W[k] = 0.5 * r.NormFloat64()
	}
	return n, job.Err()
}

// goal returns the target of unit k at row i.
func (r *rule) goal(i, k int) float64 {
	is := r.p.Class[i] == k
	if r.units == 1 {
		is = r.p.Class[i] == 1
	}
	switch {
	case is:
		return 1
	case r.act == network.Tanh || r.act == network.Identity:
		return -1
	}
	return 0
}

// says returns the activation of a sum, and its slope.
func (r *rule) says(z float64) (y, slope float64) {
	a, d := []float64{r.gain * z}, []float64{r.gain}
	r.act.Of(a)
	r.act.Steepen(d, a)
	return a[0], d[0]
}

// sum returns the input of unit k.
func (r *rule) sum(w []float64, k int, x []float64) float64 {
	d := r.p.D
	w = w[k*(d+1) : (k+1)*(d+1)]
	z := w[d]
	for j, v := range x {
		z += w[j] * v
	}
	return z
}

// push returns the factor of the inputs in a correction: η (y − ŷ) φ'(z), or η (y − ŷ) β if the rule has no factor
// φ'(z).
func (r *rule) push(goal, z float64) float64 {
	y, slope := r.says(z)
	if r.cancels {
		slope = r.gain
	}
	return r.rate * (goal - y) * slope
}

// learn corrects the units by the example i.
func (r *rule) learn(w []float64, i int) (moved bool) {
	d := r.p.D
	x := r.x[i*d : (i+1)*d]
	for u := range r.units {
		unit, push := w[u*(d+1):(u+1)*(d+1)], r.push(r.goal(i, u), r.sum(w, u, x))
		for j, v := range x {
			unit[j] += push * v
		}
		unit[d] += push
		moved = moved || push != 0
	}
	return moved
}

// done reports whether no example would change a threshold unit any more; false for other activations.
func (r *rule) done(w []float64) bool {
	if r.act != network.Step {
		return false
	}
	d := r.p.D
	for i := range r.p.N {
		for u := range r.units {
			if r.push(r.goal(i, u), r.sum(w, u, r.x[i*d:(i+1)*d])) != 0 {
				return false
			}
		}
	}
	return true
}

// Grow goes through further examples. A threshold unit stops right after its last correction.
func (n *neuron) Grow(job method.Job, steps int) (method.Grower, error) {
	s, err := n.Trainer.Grow(job, n.State, steps)
	if err != nil {
		return nil, err
	}
	return n.rule.at(s), nil
}

func (n *neuron) StepName() string { return "example" }

func (n *neuron) Adopt(_ method.Job, fresh method.Model) (method.Grower, bool) {
	f, ok := fresh.(*neuron)
	if !ok || f.p.D != n.p.D || !slices.Equal(f.p.ClassIDs, n.p.ClassIDs) {
		return nil, false
	}
	s := n.State
	s.Lost = false
	return f.rule.at(s), true
}

// measure computes the misclassification rate and the mean loss.
func (n *neuron) measure() (wrong, loss float64) {
	d, z := n.p.D, make([]float64, n.units)
	for i := range n.p.N {
		for u := range z {
			z[u] = n.sum(n.W, u, n.x[i*d:(i+1)*d])
			goal := n.goal(i, u)
			switch y, _ := n.says(z[u]); {
			case n.act == network.Step: // perceptron criterion: sums of misclassified points
				if y != goal {
					loss += math.Abs(z[u])
				}
			case n.cancels:
				odds := n.gain * z[u]
				loss += max(odds, 0) - goal*odds + math.Log1p(math.Exp(-math.Abs(odds)))
			default:
				loss += (goal - y) * (goal - y) / 2
			}
		}
		if method.Winner(z) != n.p.Class[i] {
			wrong++
		}
	}
	return wrong / float64(n.p.N), loss / float64(n.p.N)
}

// Cost counts an example as one visited row.
func (n *neuron) Cost() method.Cost { return method.Cost{Passes: float64(n.Seen) / float64(n.p.N)} }

func (n *neuron) Measures() []method.Measure {
	wrong, loss := n.errors()
	return []method.Measure{{Name: "mean loss", Value: loss, Log: true}, {Name: "training error", Value: wrong}}
}

// shown returns the unit whose rule is shown: of several, that of the last example's class.
func (n *neuron) shown() int {
	if i := n.Last(n.Seen); n.units > 1 && i >= 0 {
		return n.p.Class[i]
	}
	return 0
}

func (n *neuron) Facts() []method.Fact {
	wrong, loss := n.errors()
	var f method.FactList
	f.Add("training_error", wrong, "", "")
	f.Add("loss", loss, "", "Mean over the points of the loss that the rule minimises").Call("Mean loss")
	f.Add("n_iter", n.Seen, "", "Number of examples so far").Call("Examples")
	f.Add("n_moves", n.Moved, "", "Number of examples so far that have moved the weights").Call("Corrections")
	d := n.p.D
	var coef [][]float64
	var intercept []float64
	for u := range n.units {
		row := n.plain(n.W, u)
		coef, intercept = append(coef, row[:d]), append(intercept, row[d])
	}
	if n.units == 1 {
		f.Add("coef", coef[0], "", "Weights of the unscaled inputs").By(n.p.InputNames())
		f.Add("intercept", intercept[0], "", "The bias")
		return f
	}
	f.Add("coef", coef, "", "Weights of the unscaled inputs, one row per class").By(n.p.ClassNames(),
		n.p.InputNames()...)
	f.Add("intercept", intercept, "", "The biases").By(n.p.ClassNames())
	return f
}

// plain returns the input of a unit as an affine function of the unscaled inputs.
func (n *neuron) plain(w []float64, u int) []float64 {
	d := n.p.D
	f := slices.Clone(w[u*(d+1) : (u+1)*(d+1)])
	for j := range d {
		f[j] *= n.scale[j]
		f[d] -= f[j] * n.shift[j]
	}
	return f
}

func (n *neuron) Status() method.Status {
	wrong, _ := n.errors()
	after := words.Sprintf("After %s", words.Count(n.Seen, "example"))
	so := words.Text("%s of the points are misclassified", words.Percent(wrong))
	switch {
	case n.Lost:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("%s the weights diverged: each correction "+
			"overshoots more than the one before. Use a smaller learning rate.", after)}
	case n.done(n.W):
		return method.Status{State: method.Converged, Sentence: words.Text("%s every point is on its own side of the "+
			"line: no example changes the weights any more.", after)}
	case n.Seen == 0:
		return method.Status{State: method.Running, Sentence: words.Text("Before the first example: the weights are "+
			"random, and %s.", so)}
	}
	t := words.Text("%s %s.", after, so)
	if flat := n.flat(); flat > 0 {
		t += " " + words.CountOf(flat, "point is misclassified with a slope below 5 % of the maximum: the "+
			"neuron hardly learns from it.", "points are misclassified with a slope below 5 % of the maximum: the neuron "+
			"hardly learns from them.")
	}
	return method.Status{State: method.Running, Sentence: t}
}

// edge returns the absolute sum above which the activation is flat, 0 if it has no such limit.
func (r *rule) edge() float64 {
	switch r.act {
	case network.Logistic: // a(1 − a) = flatter/4
		return math.Log((1+math.Sqrt(1-flatter))/(1-math.Sqrt(1-flatter))) / r.gain
	case network.Tanh: // 1 − a² = flatter
		return math.Atanh(math.Sqrt(1-flatter)) / r.gain
	}
	return 0
}

// flat counts the misclassified points at which a single neuron is flat; 0 for several, and if the rule has no factor
// φ'(z).
func (n *neuron) flat() (count int) {
	edge := n.edge()
	if edge == 0 || n.cancels || n.units > 1 {
		return 0
	}
	for i := range n.p.N {
		z := n.sum(n.W, 0, n.x[i*n.p.D:(i+1)*n.p.D])
		if math.Abs(z) > edge && (z > 0) != (n.p.Class[i] == 1) {
			count++
		}
	}
	return count
}

// Scores calls tell with the inputs of the units.
func (n *neuron) Scores(x []float64, tell func(i int, f []float64)) {
	d, z, w := n.p.D, make([]float64, n.units), make([][]float64, n.units)
	for u := range w {
		w[u] = n.plain(n.W, u)
	}
	for i := range len(x) / d {
		for u, w := range w {
			sum := w[d]
			for j := range d {
				sum += w[j] * x[i*d+j]
			}
			z[u] = sum
		}
		tell(i, z)
	}
}

func (n *neuron) Predict(x, out []float64) { classify.Predict(n, n.p, x, out) }

// PointScores returns the inputs of the units.
func (n *neuron) PointScores(x []float64) [][]float64 { return classify.PointScores(n, n.p, x, nil) }

func (n *neuron) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(n.p, g, n.units, sure, "sum z")
	for u, plane := range r.Planes {
		f := n.plain(n.W, u)
		for j := range g.H {
			if err := job.Err(); err != nil {
				return nil, err
			}
			y := g.Y(j)
			for i := range g.W {
				plane[j*g.W+i] = picture.Finite(f[2] + f[0]*g.X(i) + f[1]*y)
			}
		}
	}
	return r, nil
}

func (n *neuron) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	u := n.shown()
	line := func(w []float64, at float64, role picture.Role, says string) *picture.Path {
		f := n.plain(w, u)
		path := &picture.Path{Role: role, Class: picture.NoClass, Says: says}
		for _, z := range []float64{at, -at} {
			if xy := picture.LineIn(f[0], f[1], f[2]-z, v); len(xy) > 0 {
				path.AddLine(xy...)
			}
			if at == 0 {
				break
			}
		}
		return path
	}
	add := func(p *picture.Path) {
		under = picture.AppendPath(under, p)
	}
	if edge := n.edge(); edge > 0 && show[bands] {
		add(line(n.W, edge, picture.RoleMargin, "slope 5 % of the maximum, saturated farther out"))
	}
	i := n.Last(n.Seen)
	if i < 0 || !show[example] {
		return under, nil, nil
	}
	before := "where the sum was 0 before this example"
	add(line(n.Was, 0, picture.RoleGuide, before))
	if n.units > 1 {
		add(line(n.W, 0, picture.RoleDirection, "where its neuron's sum is 0"))
	}
	return under, []picture.Layer{online.Ring(n.p, i, picture.RoleSupport, "last example")}, nil
}

func (n *neuron) Panels(show method.Shown) []method.Panel {
	if !show[bend] {
		return nil
	}
	return []method.Panel{chart.Plain(method.PanelInfo{ID: bend, Title: "Activation and points", XLabel: "sum z",
		YLabel: "ŷ = φ(z)",
		Help: "The neuron's output as a function of its sum, and the points at their sums and targets. The " +
			"last example's line is its " +
			"error y − ŷ before the correction."}, n.bend)}
}

// bend returns a chart of the activation function, with the points at their sums and targets.
func (n *neuron) bend() *chart.Chart {
	u, d := n.shown(), n.p.D
	marks := &picture.Marks{Role: picture.RolePoint}
	z := make([]float64, n.p.N)
	for i := range z {
		z[i] = n.sum(n.W, u, n.x[i*d:(i+1)*d])
		marks.XY = append(marks.XY, z[i], n.goal(i, u))
		marks.Class, marks.Ordinal = append(marks.Class, n.p.ClassIDs[n.p.Class[i]]), append(marks.Ordinal, n.p.Ordinal(i))
	}
	reach := 1.2 * max(3, -slices.Min(z), slices.Max(z))
	wrong, _ := n.errors()
	c := &chart.Chart{X: chart.Exactly(-reach, reach), Y: chart.Exactly(-0.2, 1.2),
		Alt: words.Sprintf("Sums go from %s to %s, and %s of the points are misclassified.", words.Number(slices.Min(z)),
			words.Number(slices.Max(z)), words.Percent(wrong))}
	if n.act == network.Tanh || n.act == network.Identity {
		c.Y = chart.Exactly(-1.4, 1.4)
	}
	if edge := n.edge(); edge > 0 && edge < reach {
		y0, y1 := c.Y.See[0], c.Y.See[1]
		c.Add(chart.Curve{Look: chart.As(picture.RoleMargin, "slope 5 % of the maximum, saturated farther out"), Untold: true,
			XY: []float64{-edge, y0, -edge, y1, math.NaN(), math.NaN(), edge, y0, edge, y1}})
	}
	c.Add(chart.Graph{Look: chart.As(picture.RoleMean, "activation φ"),
		F: func(x float64) float64 { y, _ := n.says(x); return y }, From: -reach, To: reach, Nodes: 240})
	i := n.Last(n.Seen)
	if i < 0 {
		c.Add(chart.Dots{Marks: marks})
		return c
	}
	at := n.sum(n.Was, u, n.x[i*d:(i+1)*d])
	y, _ := n.says(at)
	seen := math.Abs(at) < reach
	if seen {
		c.Add(chart.Upright(chart.As(picture.RoleCut, "error y − ŷ of the last example, before the correction"), at,
			n.goal(i, u), y))
	}
	c.Add(chart.Dots{Marks: marks})
	if seen {
		c.Add(chart.Dot(chart.As(picture.RoleNeighbor, "where it was before the correction"), at, n.goal(i, u)))
	}
	c.Add(chart.Layers{&picture.Marks{Role: picture.RoleSupport, XY: []float64{z[i], n.goal(i, u)},
		Class: []int{marks.Class[i]}, Ordinal: []int{n.p.Ordinal(i)}, Says: "last example"}})
	return c
}

func (n *neuron) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	z := n.PointScores(x[:n.p.D])[0]
	best := method.Winner(z)
	e := method.Explanation{Answer: n.p.ClassName(best)}
	for u, z := range z {
		y, slope := n.says(z)
		name := ""
		if n.units > 1 {
			name = words.Text("%s: ", n.p.ClassName(u))
		}
		t := words.Text("%sz = %s = %s", name, worked(n.plain(n.W, u), x[:n.p.D]), words.Number(z))
		if n.act != network.Identity {
			t += words.Text(", ŷ = %s", words.Number(y))
		}
		if n.edge() > 0 {
			t += words.Text(", slope %s", words.Number(words.Significant(slope, 2)))
		}
		e.Lines = append(e.Lines, t)
	}
	return e
}

// worked formats w·x + b with its numbers.
func worked(w, x []float64) string {
	t := ""
	for j, v := range x {
		t += words.TermAt(j, w[j]) + "·" + bracketed(v)
	}
	return t + words.Term(w[len(x)])
}

// bracketed formats a factor after a dot, in brackets if it is negative.
func bracketed(v float64) string {
	if v < 0 {
		return "(" + words.Number(v) + ")"
	}
	return words.Number(v)
}

// Formula returns the rule, in general and with the numbers of the last example.
func (n *neuron) Formula() string {
	d, u := n.p.D, n.shown()
	phi := map[network.Activation]string{network.Step: "[z > 0]", network.Logistic: "σ(z)", network.Tanh: "tanh z",
		network.Identity: "z"}[n.act]
	slope := map[network.Activation]string{network.Logistic: " ŷ(1 − ŷ)", network.Tanh: " (1 − ŷ²)"}[n.act]
	if n.cancels {
		slope = ""
	}
	if n.gain != 1 {
		phi, slope = words.Text("%s,  β = %s", map[network.Activation]string{network.Logistic: "σ(βz)",
			network.Tanh: "tanh βz"}[n.act], words.Number(n.gain)), words.Text(" β%s", slope)
	}
	var t strings.Builder
	fmt.Fprintf(&t, "z = w·x̃ + b,  ŷ = %s\nΔw = η (y − ŷ)%s x̃,  Δb = η (y − ŷ)%s,  η = %s", phi, slope, slope,
		words.Number(n.rate))
	names := n.p.InputNames()
	for j := range names {
		fmt.Fprintf(&t, "\nx̃%s = (%s%s) · %s", words.Index(j+1), names[j], words.Term(-n.shift[j]), words.Number(n.scale[j]))
	}
	i := n.Last(n.Seen)
	if i < 0 {
		return t.String()
	}
	x, goal := n.x[i*d:(i+1)*d], n.goal(i, u)
	of := ""
	if n.units > 1 {
		of = words.Text(", neuron of %s", n.p.ClassName(u))
	}
	z := n.sum(n.Was, u, x)
	y, s := n.says(z)
	t.WriteString(words.Sprintf("\nExample %d, point %d%s: y = %s", n.Seen, n.p.Ordinal(i)+1, of, words.Number(goal)))
	fmt.Fprintf(&t, "\nz = %s = %s,  ŷ = %s", worked(n.Was[u*(d+1):(u+1)*(d+1)], x), words.Number(z), words.Number(y))
	push := n.push(goal, z)
	rule := fmt.Sprintf("%s·%s", words.Number(n.rate), bracketed(goal-y))
	switch {
	case !n.cancels && n.act != network.Identity:
		rule += "·" + words.Number(s)
	case n.gain != 1:
		rule += "·" + words.Number(n.gain)
	}
	for j, v := range x {
		fmt.Fprintf(&t, "\nΔw%s = %s·%s = %s", words.Index(j+1), rule, bracketed(v), words.Number(push*v))
	}
	fmt.Fprintf(&t, "\nΔb = %s = %s", rule, words.Number(push))
	for j := range d {
		fmt.Fprintf(&t, "\nw%s = %s%s = %s", words.Index(j+1), words.Number(n.Was[u*(d+1)+j]), words.Term(push*x[j]),
			words.Number(n.W[u*(d+1)+j]))
	}
	fmt.Fprintf(&t, "\nb = %s%s = %s", words.Number(n.Was[u*(d+1)+d]), words.Term(push), words.Number(n.W[u*(d+1)+d]))
	return t.String()
}
