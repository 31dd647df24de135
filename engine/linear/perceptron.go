package linear

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/kernel"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/online"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// kernelPoints is the largest number of points of the kernel perceptron. It stores the kernel rows of points with
// mistakes.
const kernelPoints = 1500

// mistakesLimit is the largest number of mistakes of a run.
const mistakesLimit = 200_000

func perceptronParams() []method.Param {
	return []method.Param{
		{Name: "learning_rate", Label: "Learning rate η",
			Kind:    method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e4, SoftMin: 0.01, SoftMax: 10, Log: true}},
			Default: 1.0,
			Help:    "Step size after each mistake; starting from zero, it only changes the scale of the weights"},
		{Name: "max_iter", Label: "Passes", Kind: method.Integer{Range: method.Range{Min: 1, Max: 10_000, SoftMin: 1,
			SoftMax: 1000, Log: true}}, Default: 100.0,
			Help: "At most this many passes over the points; the perceptron stops after a pass without a mistake"},
		{Name: "order", Label: "Order", Kind: method.Choose{Choices: []method.Choice{{Value: "cyclic", Label: "As they are"},
			{Value: "shuffled", Label: "Shuffled", Help: "Another order in every pass"}}}, Default: "cyclic",
			Help: "The order in which the points are visited"},
	}
}

//go:embed perceptron.jsonl
var perceptronExamples string

// Perceptron declares the perceptron, id "perceptron".
func Perceptron() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "perceptron", Name: "Perceptron", Family: "Linear classification", Task: method.Classify,
			Aliases: []string{"Rosenblatt", "Linear threshold", "Mistake-driven learning", "Neuron", "Neurone"},
			Summary: "Visits one point after the other, and corrects the line after each " +
				"mistake. If the classes are linearly separable, it finds a separating line; otherwise it never stops.",
			Formula: "where yᵢ (w·xᵢ + b) ≤ 0:  w ← w + η yᵢ xᵢ,  b ← b + η yᵢ   (dual: αᵢ ← αᵢ + η)",
			Source: "Rosenblatt, Psychological Review 65, 1958; Novikoff, On convergence proofs for perceptrons, 1962; " +
				"several classes: Crammer and Singer, JMLR 3, 2003",
			Takes: method.Takes{Wide: true, MaxPoints: MaxPoints},
			Params: append([]method.Param{
				{Name: "form", Label: "Form", Kind: method.Choose{Choices: []method.Choice{{Value: "primal", Label: "Primal",
					Help: "The weights w and b"}, {Value: "dual", Label: "Dual", Help: "Number of mistakes at each point"}}},
					Default: "primal", Help: "How the line is stored: the line itself is the same"},
			}, append(perceptronParams(),
				method.Param{Name: "n_starts", Label: "Starts", Kind: method.Integer{Range: method.Range{Min: 1, Max: 30}},
					Default: 1.0,
					Help:    "Number of runs drawn together: the first starts at zero, the others at random weights"},
				rowsParam())...),
			Shows: append(classShows(), classify.WeightsShow(),
				method.Show{Name: "mistake", Label: "Mistake", On: true, Help: "Point of the last mistake, and the " +
					"line before it"},
				method.Show{Name: "counts", Label: "Counts of mistakes", On: true, Help: "Number of mistakes at each point",
					When: &method.When{Name: "form", In: []string{"dual"}}},
				method.Show{Name: "starts", Label: "Other starts", On: true, Where: method.OnlyPoints,
					Help: "The lines that runs from other starts end with",
					When: &method.When{Name: "n_starts", In: []string{"1"}, Not: true}}, method.WeightSumShow(nil)),
			Examples: method.ExamplesIn(perceptronExamples),
		},
		Random: true,
		Python: perceptronPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			if err := needs(p, "The perceptron"); err != nil {
				return nil, err
			}
			starts := v.Int("n_starts")
			turn := func(k int) method.Job {
				return method.Stretch(job, float64(k)/float64(starts), float64(k+1)/float64(starts))
			}
			l := newLearning(p, v)
			l.dual = v.String("form") == "dual"
			if err := l.learn(turn(0), nil); err != nil {
				return nil, err
			}
			rng := rand.New(rand.NewPCG(p.Seed, 0x9e3779b97f4a7c15))
			for k := 1; k < starts; k++ {
				other := newLearning(p, v)
				other.start, other.quick = make([]float64, l.rows*(p.D+1)), true
				for j := range other.start {
					other.start[j] = 3 * rng.NormFloat64()
				}
				if err := other.learn(turn(k), nil); err != nil {
					return nil, err
				}
				l.others = append(l.others, other.weights(other.Steps()))
			}
			return l.linear(l.Steps()), nil
		},
	}
}

//go:embed kernel_perceptron.jsonl
var kernelPerceptronExamples string

// KernelPerceptron declares the perceptron in a kernel's feature space, id
// "kernel_perceptron".
func KernelPerceptron() method.Method {
	return method.Method{
		Info: method.Info{
			ID: "kernel_perceptron", Name: "Kernel perceptron", Family: "Kernel methods", Task: method.Classify,
			Aliases: []string{"Dual perceptron", "RBF", "Perceptron à noyau"},
			Summary: "The perceptron in the kernel's feature space: it only counts the mistakes on each point, so that any " +
				"kernel can replace the inner product.",
			Formula: "f(x) = Σ αᵢ yᵢ (k(xᵢ, x) + 1);  where yᵢ f(xᵢ) ≤ 0:  αᵢ ← αᵢ + η",
			Source: "Aizerman, Braverman and Rozonoer, Automation and Remote Control 25, 1964; Freund and Schapire, Machine " +
				"Learning 37, 1999",
			Params: append(kernelparam.Params(), perceptronParams()...),
			Shows: append(classShows(),
				method.Show{Name: "mistake", Label: "Mistake", On: true, Help: "Point of the last mistake"},
				method.Show{Name: "counts", Label: "Counts of mistakes", On: true,
					Help: "Number of mistakes at each point"}),
			Takes:    method.Takes{MaxPoints: kernelPoints},
			Examples: method.ExamplesIn(kernelPerceptronExamples),
		},
		Check:  kernelparam.Check,
		Random: true,
		Python: kernelPerceptronPython,
		Fit: func(job method.Job, p *method.Problem, v method.Values, _ method.Model) (method.Model, error) {
			if err := needs(p, "The kernel perceptron"); err != nil {
				return nil, err
			}
			k, err := kernelparam.For(v, p)
			if err != nil {
				return nil, err
			}
			l := newLearning(p, v)
			l.dual = true
			if err := l.learn(job, k); err != nil {
				return nil, err
			}
			if l.broken {
				return nil, doc.Errorf("params.kernel", "a kernel whose values are finite on these points", k.String())
			}
			m := l.kernelled(l.Steps())
			// The sums accumulated during the run may differ in the last digits from those computed from the counts,
			// which matters on the boundary.
			m.reckon()
			return m, nil
		},
	}
}

// learning is a run of the perceptron, whose steps are its mistakes. All stages are derived from them.
type learning struct {
	online.Run
	v      method.Values
	rate   float64
	rows   int       // number of rows: 1 for two classes, else one per class
	start  []float64 // initial weights; nil if zero
	dual   bool
	quick  bool          // the share of errors is not needed
	kernel kernel.Kernel // nil for the inner product

	rivals []uint8 // per mistake: the row that won instead; with two classes 0, the only row
	broken bool    // a value is not finite
	others [][]float64
}

func newLearning(p *method.Problem, v method.Values) *learning {
	l := &learning{v: v, rate: v.Float("learning_rate"), rows: classify.Outputs(p), Run: online.Run{P: p,
		Passes: v.Int("max_iter"), Most: mistakesLimit, Name: "mistake", Curve: "training error"}}
	if v.String("order") == "shuffled" {
		l.Stream = 0x2545f4914f6cdd1d
	}
	return l
}

// sign returns the direction of row r in an update for point i; 0 if it does not change.
func (l *learning) sign(i, r, rival int) float64 {
	c := l.P.Class[i]
	switch {
	case l.rows == 1:
		return float64(2*c - 1)
	case r == c:
		return 1
	case r == rival:
		return -1
	}
	return 0
}

// wrong reports whether outputs f (row r at f[r*stride]) are a mistake for class c, and returns the strongest wrong
// row.
func (l *learning) wrong(f []float64, stride, c int) (rival int, bad bool) {
	if l.rows == 1 {
		return 0, !(float64(2*c-1)*f[0] > 0)
	}
	rival = -1
	for r := range l.rows {
		if r != c && (rival < 0 || f[r*stride] > f[rival*stride]) {
			rival = r
		}
	}
	return rival, !(f[c*stride] > f[rival*stride])
}

// learn visits the points, and corrects the model after each mistake. Unless it is quick, it keeps the outputs at all
// points up to date, for which a mistake costs as much as a pass of predictions.
func (l *learning) learn(job method.Job, k kernel.Kernel) error {
	n, d := l.P.N, l.P.D
	l.kernel = k
	if l.VisitCost, l.StepCost = l.rows, n*l.rows; l.quick {
		l.VisitCost = l.rows * (d + 1)
	}
	f := make([]float64, l.rows*n)
	var rows *kernelRows
	if k != nil {
		rows = &kernelRows{rower: kernel.NewRower(k, l.P.X, n, d), kept: make([][]float64, n)}
	}
	// Without a kernel, outputs are computed from the weights, as in predictions.
	w := l.weights(0)
	l.Values = append(l.Values, l.error(f))
	for l.Next(job) {
		i := l.Row()
		if l.quick {
			l.outputsAt(w, f, i)
		}
		rival, bad := l.wrong(f[i:], n, l.P.Class[i])
		if !bad {
			continue
		}
		l.Step(1, 1)
		l.rivals = append(l.rivals, uint8(rival))
		l.correct(w, rows, f, i, rival)
		own := 0 // a row that has changed
		if l.rows > 1 {
			own = l.P.Class[i]
		}
		if v := f[own*n+i]; v-v != 0 {
			l.broken = true
			break
		}
		if !l.quick {
			l.Values = append(l.Values, l.error(f))
		}
	}
	return l.Err()
}

// correct updates the weights w and the outputs f after a mistake at point i, in favour of the row rival; with a
// kernel, only the outputs.
func (l *learning) correct(w []float64, rows *kernelRows, f []float64, i, rival int) {
	if rows == nil {
		l.update(w, l.Steps()-1)
		switch {
		case l.quick:
			l.outputsAt(w, f, i)
		case l.rows == 1:
			l.outputs(w, f)
		default: // the weights of two classes have changed
			for _, r := range [...]int{l.P.Class[i], rival} {
				l.row(w, f, r)
			}
		}
		return
	}
	n, row := l.P.N, rows.row(i)
	for r := range l.rows {
		if s := l.rate * l.sign(i, r, rival); s != 0 {
			linalg.Axpy(s, row, f[r*n:(r+1)*n])
		}
	}
}

// kernelRows are the rows k(xᵢ, xⱼ) + 1, computed when they are first needed.
type kernelRows struct {
	rower *kernel.Rower
	kept  [][]float64
}

func (k *kernelRows) row(i int) []float64 {
	if k.kept[i] == nil {
		row := k.rower.Row(i, make([]float64, len(k.kept)))
		for j := range row {
			row[j]++
		}
		k.kept[i] = row
	}
	return k.kept[i]
}

// outputs writes the values of all rows of weights w at all points, computed as in affine.at.
func (l *learning) outputs(w, f []float64) {
	for r := range l.rows {
		l.row(w, f, r)
	}
}

// row is outputs for one row of weights.
func (l *learning) row(w, f []float64, r int) {
	n, d := l.P.N, l.P.D
	part, w := f[r*n:(r+1)*n], w[r*(d+1):(r+1)*(d+1)]
	for i := range part {
		x := l.P.X[i*d : (i+1)*d]
		if d == 2 {
			part[i] = w[0]*x[0] + w[1]*x[1] + w[2]
		} else {
			part[i] = linalg.Dot(w[:d], x) + w[d]
		}
	}
}

// outputsAt is outputs for point i only.
func (l *learning) outputsAt(w, f []float64, i int) {
	n, d := l.P.N, l.P.D
	x := l.P.X[i*d : (i+1)*d]
	for r := range l.rows {
		if w := w[r*(d+1) : (r+1)*(d+1)]; d == 2 {
			f[r*n+i] = w[0]*x[0] + w[1]*x[1] + w[2]
		} else {
			f[r*n+i] = linalg.Dot(w[:d], x) + w[d]
		}
	}
}

// error returns the share of points that outputs f misclassify.
func (l *learning) error(f []float64) float64 {
	bad := 0
	if fastSide && l.rows == 1 {
		bad = wrongSide(f, l.P.Class)
	} else {
		for i, c := range l.P.Class {
			if l.misses(f[i:], l.P.N, c) {
				bad++
			}
		}
	}
	return float64(bad) / float64(l.P.N)
}

// wrongSide counts outputs whose sign does not match the class, without a branch, which would be unpredictable: the
// sign bit of 0 − v is 1 if v > 0. It is not inlined for the same reason as linalg.Axpy.
//
//go:noinline
func wrongSide(f []float64, class []int) (bad int) {
	class = class[:len(f)]
	for i, v := range f {
		bad += int(math.Float64bits(0-v)>>63) ^ class[i]
	}
	return bad
}

// misses reports whether outputs put a point of class c into another class.
func (l *learning) misses(f []float64, stride, c int) bool {
	if l.rows == 1 {
		return (f[0] > 0) != (c == 1)
	}
	for r := range l.rows {
		if v := f[r*stride]; v > f[c*stride] || r < c && v == f[c*stride] {
			return true
		}
	}
	return false
}

// weights returns the weights after the first k mistakes.
func (l *learning) weights(k int) []float64 {
	e := l.P.D + 1
	w := make([]float64, l.rows*e)
	copy(w, l.start)
	for t := range k {
		l.update(w, t)
	}
	return w
}

// update adds mistake t to the weights.
func (l *learning) update(w []float64, t int) {
	i, e := int(l.Rows[t]), l.P.D+1
	for r := range l.rows {
		if s := l.rate * l.sign(i, r, int(l.rivals[t])); s != 0 {
			for j, x := range l.P.At(i) {
				w[r*e+j] += s * x
			}
			w[r*e+e-1] += s
		}
	}
}

// average returns the mean of the weights over all points visited before mistake k + 1 (the averaged perceptron).
func (l *learning) average(k int) []float64 {
	w := l.weights(0)
	sum := make([]float64, len(w))
	last, end := 0, l.Seen
	if k < l.Steps() {
		end = l.Visit[k] - 1
	}
	for t := range k + 1 {
		until := end
		if t < k {
			until = l.Visit[t] - 1
		}
		for j, v := range w {
			sum[j] += v * float64(until-last)
		}
		last = until
		if t < k {
			l.update(w, t)
		}
	}
	for j := range sum {
		sum[j] /= float64(max(end, 1))
	}
	return sum
}

// counts returns the number of mistakes at each point among the first k mistakes.
func (l *learning) counts(k int) []int {
	c := make([]int, l.P.N)
	for _, i := range l.Rows[:k] {
		c[i]++
	}
	return c
}

// snapshot is the run after k mistakes, common to both kinds of stages.
type snapshot struct {
	*learning
	k int
}

// Cost counts passes over the points. In the dual form, each visit of a point needs a row of the Gram matrix.
func (s *snapshot) Cost() method.Cost {
	if s.dual {
		return method.Cost{Passes: float64(s.Visited(s.k))}
	}
	return s.Run.Cost(s.k)
}

func (s *snapshot) Status() method.Status {
	made := words.Count(s.Steps(), "mistake")
	st, ok := s.Going(s.k, made, "Mistake %d of %d: point %d was on the wrong side.")
	switch {
	case ok:
		return st
	case s.Clean:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("No mistake in a whole pass: the classes "+
			"are separated, after %s in %s.", made, words.Count(len(s.Ends), "pass"))}
	case s.Full:
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s. If the classes are not "+
			"linearly separable, the perceptron never stops.", made)}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("Still making mistakes after %s (%s). If the "+
		"classes are not linearly separable, the perceptron never stops.", words.Count(len(s.Ends), "pass"), made)}
}

func (s *snapshot) Facts() []method.Fact {
	counts := s.counts(s.k)
	on := 0
	for _, c := range counts {
		if c > 0 {
			on++
		}
	}
	each, before := make([]int, len(s.Ends)), 0
	for e, m := range s.Ends {
		each[e], before = m-before, m
	}
	return []method.Fact{
		fact("training_error", s.Values[s.k], ""),
		{Name: "n_mistakes", Label: "Mistakes", Value: s.k, Meaning: "Number of mistakes so far; each is a step"},
		{Name: "n_iter", Label: "Passes", Value: max(1, s.Begun(s.k)), Meaning: "Number of passes over the points, the " +
			"last one without a mistake included"},
		{Name: "n_support", Label: "Points with mistakes", Value: on, Meaning: "Number of points with at least one " +
			"mistake; only these determine the solution"},
		quiet("mistakes", counts, "Mistakes on each point; α is η times this number"),
		quiet("mistakes_per_pass", each, "Mistakes in each pass of the whole run"),
	}
}

// marks draws the counts of mistakes, and the last mistake with the line before it.
func (s *snapshot) marks(v picture.Viewport, show method.Shown, weights func(k int) []float64) (under,
	over []picture.Layer) {
	var ring []picture.Layer
	if show["mistake"] {
		under, ring = s.Shown(s.k, v, weights)
	}
	if show["counts"] && s.dual && (s.P.D == 2 || s.P.Wide()) {
		m := &picture.Marks{Role: picture.RoleSupport, Says: "points with mistakes, thicker for more"}
		counts := s.counts(s.k)
		most, on := 1, 0
		for _, c := range counts {
			most = max(most, c)
			if c > 0 {
				on++
			}
		}
		for i, c := range counts {
			if c == 0 {
				continue
			}
			x, y := s.P.Drawn(i)
			m.XY = append(m.XY, x, y)
			m.Class = append(m.Class, s.P.ClassIDs[s.P.Class[i]])
			m.Size = append(m.Size, float64(c)/float64(most))
			m.Ordinal = append(m.Ordinal, s.P.Ordinal(i))
		}
		if on <= 60 {
			over = s.numbers(v, counts)
		}
		if on > 0 {
			under = append(under, m)
		}
	}
	return under, append(over, ring...)
}

// numbers writes the counts next to the rings of their points, the largest first. A count without free space is shown
// only by the width of its ring.
func (s *snapshot) numbers(v picture.Viewport, counts []int) (labels []picture.Layer) {
	places := picture.NewPlaces(v, 2)
	places.Avoid(s.P.N, s.P.Drawn)
	at := func(i int) (px, py, reach float64) {
		x, y := s.P.Drawn(i)
		reach, _ = picture.RoundReach(picture.RoleSupport, s.P.ClassIDs[s.P.Class[i]])
		return v.PX(x), v.PY(y), reach
	}
	var order []int
	for i, c := range counts {
		if c > 0 {
			order = append(order, i)
			px, py, reach := at(i)
			places.Take(picture.Box{X0: px, Y0: py, X1: px, Y1: py}.Grown(reach, reach))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return counts[b] - counts[a] })
	for _, i := range order {
		label := &picture.Label{Role: picture.RoleGuide, Text: fmt.Sprint(counts[i]), Says: "mistakes on the point so far"}
		if px, py, reach := at(i); places.PutBeside(label, px, py, reach) {
			labels = append(labels, label)
		}
	}
	return labels
}

// lineSnapshot is the perceptron after k mistakes.
type lineSnapshot struct {
	snapshot
	affine
}

func (m *lineSnapshot) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			Panels: m.Panels, Projected: m.Projected, Span: m.Span},
		Words: method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:   method.Run{Stepper: m, Cost: m.Cost},
	}
}

func (l *learning) linear(k int) *lineSnapshot {
	return &lineSnapshot{snapshot{l, k}, affine{prob: l.P, f: l.weights(k)}}
}

func (m *lineSnapshot) Stage(k int) method.Model { return m.linear(k) }

func (m *lineSnapshot) Facts() []method.Fact {
	facts := append(m.snapshot.Facts(), coefs(m.P, m.f, m.P.D)...)
	for _, f := range coefs(m.P, m.average(m.k), m.P.D) {
		facts = append(facts, quiet("average_"+f.Name, f.Value, words.Text("%s, mean over all points visited so far",
			f.Meaning)))
	}
	return facts
}

func (m *lineSnapshot) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	hi := 0.0
	for r := range m.rows() {
		hi = max(hi, math.Hypot(m.f[3*r], m.f[3*r+1]))
	}
	// The scale of f is meaningless: full colour is at a fixed distance from the line.
	x := 0.0
	for i, v := range m.P.X {
		if i >= m.P.D {
			x = max(x, math.Abs(v-m.P.X[i%m.P.D]))
		}
	}
	if hi *= x / 2; !(hi > 0) {
		hi = 1
	}
	return m.raster(job, g, hi, "decision function")
}

func (m *lineSnapshot) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.P.Wide() {
		under, _ = m.table().Layers(v, show)
	} else if m.P.D == 2 && m.rows() == 1 && show["starts"] {
		for k, f := range m.others {
			if line := lineOf(f, 0, v, picture.RoleRival, k+1); line != nil {
				line.Says = "runs from other starts"
				under = append(under, line)
			}
		}
	}
	rings, over := m.marks(v, show, m.weights)
	return append(under, rings...), over, nil
}

// explain returns the winner and the outputs.
func (s *snapshot) explain(f []float64) method.Explanation {
	return method.Explanation{Answer: s.P.ClassName(method.Winner(f)), Lines: classify.Values(s.P, f)}
}

func (m *lineSnapshot) Formula() string {
	t := m.functions()
	if m.dual {
		t += "\n" + words.Text("= Σ αᵢ yᵢ (xᵢ·x + 1) with Σ αᵢ = %s", words.Number(m.rate*float64(m.k)))
	}
	return t
}

func (m *lineSnapshot) Panels(show method.Shown) []method.Panel {
	if !show["weights"] {
		return nil
	}
	return []method.Panel{m.table().WeightsPanel()}
}

// kernelSnapshot is the kernel perceptron after k mistakes.
type kernelSnapshot struct {
	snapshot
	f    *kernel.Expansion
	held []int // points in the sum f
}

func (m *kernelSnapshot) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Stepper: m, Cost: m.Cost},
	}
}

func (l *learning) kernelled(k int) *kernelSnapshot {
	counts := l.counts(k)
	at := make([]int, l.P.N)
	e := &kernel.Expansion{Kernel: l.kernel, D: l.P.D, Bias: make([]float64, l.rows)}
	var held []int
	for i, c := range counts {
		if c > 0 {
			at[i] = len(held)
			held = append(held, i)
			e.X = append(e.X, l.P.At(i)...)
		}
	}
	e.N = len(held)
	for range l.rows {
		e.Coef = append(e.Coef, make([]float64, e.N))
	}
	for t := range k {
		i := int(l.Rows[t])
		for r := range l.rows {
			s := l.rate * l.sign(i, r, int(l.rivals[t]))
			e.Coef[r][at[i]] += s
			e.Bias[r] += s
		}
	}
	return &kernelSnapshot{snapshot{l, k}, e, held}
}

func (m *kernelSnapshot) Status() method.Status {
	return kernelparam.Doubt(m.snapshot.Status(), kernel.Check(m.kernel, m.P.X, m.P.N, m.P.D),
		"there is no feature space, so convergence is not guaranteed.")
}

// reckon computes the last share of errors, and whether it is 0, from the model's own predictions.
func (m *kernelSnapshot) reckon() {
	bad, _ := classify.Wrong(method.Unstopped, m, m.P)
	m.Values[m.k] = float64(bad) / float64(m.P.N)
	m.Clean = m.Clean && bad == 0
}

func (m *kernelSnapshot) Stage(k int) method.Model { return m.kernelled(k) }

func (m *kernelSnapshot) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(m.f.EvalPoints(x, nil), m.rows, tell)
}

func (m *kernelSnapshot) Predict(x, out []float64) { classify.Predict(m, m.P, x, out) }

func (m *kernelSnapshot) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.P, x, nil)
}

func (m *kernelSnapshot) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.P, g, m.rows, 0, "decision function")
	if err := m.f.Grid(job, g, r.Planes); err != nil {
		return nil, err
	}
	for _, plane := range r.Planes {
		for i, v := range plane {
			if v > math.MaxFloat32 {
				plane[i] = math.MaxFloat32
			} else if v < -math.MaxFloat32 {
				plane[i] = -math.MaxFloat32
			}
		}
	}
	// The counts have no unit: full colour is at the mean |f| at the first 200 points.
	out := m.f.EvalPoints(m.P.X[:min(m.P.N, 200)*m.P.D], nil)
	for _, v := range out {
		r.Hi += math.Abs(v) / float64(len(out))
	}
	if !(r.Hi > 0) {
		r.Hi = 1
	}
	return r, nil
}

func (m *kernelSnapshot) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under, over = m.marks(v, show, nil)
	return under, over, nil
}

func (m *kernelSnapshot) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.P.D]
	f := m.f.EvalPoints(x, nil)
	e := m.explain(f)
	// List the points that contribute most to f, with several classes that of the winner.
	r := 0
	if m.rows > 1 {
		r = method.Winner(f)
	}
	adds := make([]float64, len(m.held))
	for k, i := range m.held {
		adds[k] = m.f.Coef[r][k] * m.f.Kernel.Eval(m.P.At(i), x)
	}
	method.Adding{At: x, Rows: m.held, Adds: adds,
		Weight: func(k int) string { return words.Text("α = %s", words.Number(math.Abs(m.f.Coef[r][k]))) }}.Explain(&e, m.P)
	return e
}

func (m *kernelSnapshot) Formula() string {
	t := words.Sprintf("f(x) = Σ αᵢ yᵢ k(xᵢ, x)%s  over %s, Σ αᵢ = %s\n", words.Term(m.f.Bias[0]),
		words.Count(m.f.N, "point"), words.Number(m.rate*float64(m.k)))
	if m.rows > 1 {
		t = words.Sprintf("f_{c}(x) = Σ α_{ci} (k(xᵢ, x) + 1)  over %s, for each class c\n", words.Count(m.f.N, "point"))
	}
	return words.Text("%sk = %s", t, m.kernel.String())
}
