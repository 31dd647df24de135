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
				method.Show{Name: "starts", Label: "Other starts", On: true, Plane: true,
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
			l := &learning{p: p, v: v, dual: v.String("form") == "dual", starts: v.Int("n_starts")}
			if err := l.learn(job, nil); err != nil {
				return nil, err
			}
			rng := rand.New(rand.NewPCG(p.Seed, 0x9e3779b97f4a7c15))
			for k := range l.starts - 1 {
				start := make([]float64, l.rows*(p.D+1))
				for j := range start {
					start[j] = 3 * rng.NormFloat64()
				}
				other := &learning{p: p, v: v, start: start, quick: true, before: k + 1, starts: l.starts}
				if err := other.learn(job, nil); err != nil {
					return nil, err
				}
				l.others = append(l.others, other.weights(len(other.points)))
			}
			return l.linear(len(l.points)), nil
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
			l := &learning{p: p, v: v, dual: true}
			if err := l.learn(job, k); err != nil {
				return nil, err
			}
			if l.broken {
				return nil, doc.Errorf("params.kernel", "a kernel whose values are finite on these points", k.String())
			}
			m := l.kernelled(len(l.points))
			// The sums accumulated during the run may differ in the last digits from those computed from the counts,
			// which matters on the boundary.
			m.reckon()
			return m, nil
		},
	}
}

// learning is a run of the perceptron: the list of its mistakes, from which all stages are derived.
type learning struct {
	p      *method.Problem
	v      method.Values
	rate   float64
	rows   int       // number of rows: 1 for two classes, else one per class
	start  []float64 // initial weights; nil if zero
	dual   bool
	quick  bool          // errs is not needed
	work   int           // number of outputs since the last check for cancellation
	before int           // number of earlier runs from other starts
	starts int           // number of all runs; 0 if this is the only one
	kernel kernel.Kernel // nil for the inner product

	points []int32   // per mistake: the point
	rivals []uint8   // per mistake: the row that won instead; with two classes 0, the only row
	visit  []int     // per mistake: number of points visited before it
	seen   int       // number of points visited
	errs   []float64 // share of misclassified points at the start and after each mistake
	epochs []int     // number of mistakes up to the end of each pass
	clean  bool      // the last pass had no mistake
	full   bool      // stopped because of too many mistakes
	broken bool      // a value is not finite
	others [][]float64
}

// sign returns the direction of row r in an update for point i; 0 if it does not change.
func (l *learning) sign(i, r, rival int) float64 {
	c := l.p.Class[i]
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

// learn visits the points until a pass has no mistake, or the limit of passes or of mistakes is reached. Unless it is
// quick, it keeps the outputs at all points up to date, for which a mistake costs as much as a pass of predictions.
func (l *learning) learn(job method.Job, k kernel.Kernel) error {
	p := l.p
	n, d := p.N, p.D
	l.kernel = k
	l.rate = l.v.Float("learning_rate")
	l.rows = 1
	if c := len(p.ClassIDs); c > 2 {
		l.rows = c
	}
	f := make([]float64, l.rows*n)
	var rows *kernelRows
	if k != nil {
		rows = &kernelRows{rower: kernel.NewRower(k, p.X, n, d), kept: make([][]float64, n)}
	}
	// Without a kernel, outputs are computed from the weights, as in predictions.
	w := l.weights(0)
	if l.start != nil && !l.quick {
		l.outputs(w, f)
	}
	l.errs = append(l.errs, l.error(f))
	order := method.Indices(n)
	var rng *rand.Rand
	if l.v.String("order") == "shuffled" {
		rng = rand.New(rand.NewPCG(p.Seed, 0x2545f4914f6cdd1d))
	}
	for pass := range l.v.Int("max_iter") {
		if rng != nil {
			rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		before := len(l.points)
		for _, i := range order {
			l.seen++
			if l.quick {
				l.outputsAt(w, f, i)
			}
			rival, bad := l.wrong(f[i:], n, p.Class[i])
			if !bad {
				continue
			}
			if l.work += n * l.rows; l.work > 10_000 {
				if err := l.tell(job, pass); err != nil {
					return err
				}
			}
			l.points, l.rivals = append(l.points, int32(i)), append(l.rivals, uint8(rival))
			l.visit = append(l.visit, l.seen-1)
			l.correct(w, rows, f, i, rival)
			own := 0 // a row that has changed
			if l.rows > 1 {
				own = p.Class[i]
			}
			if v := f[own*n+i]; v-v != 0 {
				l.broken = true
				return nil
			}
			if !l.quick {
				l.errs = append(l.errs, l.error(f))
			}
			if l.full = len(l.points) == mistakesLimit; l.full {
				return nil
			}
		}
		l.epochs = append(l.epochs, len(l.points))
		if len(l.points) == before {
			l.clean = true
			return nil
		}
		if l.work += n * l.rows; l.work > 10_000 {
			if err := l.tell(job, pass); err != nil {
				return err
			}
		}
	}
	return nil
}

// correct updates the weights w and the outputs f after a mistake at point i, in favour of the row rival; with a
// kernel, only the outputs.
func (l *learning) correct(w []float64, rows *kernelRows, f []float64, i, rival int) {
	if rows == nil {
		l.update(w, len(l.points)-1)
		switch {
		case l.quick:
			l.outputsAt(w, f, i)
		case l.rows == 1:
			l.outputs(w, f)
		default: // the weights of two classes have changed
			for _, r := range [...]int{l.p.Class[i], rival} {
				l.row(w, f, r)
			}
		}
		return
	}
	n, row := l.p.N, rows.row(i)
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

// tell checks for cancellation and reports the progress, in passes or in mistakes, whichever is nearer its limit, after
// the earlier runs.
func (l *learning) tell(job method.Job, pass int) error {
	l.work = 0
	done := max(float64(pass)/l.v.Float("max_iter"), float64(len(l.points))/mistakesLimit)
	method.Progress(job, (float64(l.before)+min(1, done))/float64(max(1, l.starts)))
	return job.Err()
}

// outputs writes the values of all rows of weights w at all points, computed as in affine.at.
func (l *learning) outputs(w, f []float64) {
	for r := range l.rows {
		l.row(w, f, r)
	}
}

// row is outputs for one row of weights.
func (l *learning) row(w, f []float64, r int) {
	n, d := l.p.N, l.p.D
	part, w := f[r*n:(r+1)*n], w[r*(d+1):(r+1)*(d+1)]
	for i := range part {
		x := l.p.X[i*d : (i+1)*d]
		if d == 2 {
			part[i] = w[0]*x[0] + w[1]*x[1] + w[2]
		} else {
			part[i] = linalg.Dot(w[:d], x) + w[d]
		}
	}
}

// outputsAt is outputs for point i only.
func (l *learning) outputsAt(w, f []float64, i int) {
	n, d := l.p.N, l.p.D
	x := l.p.X[i*d : (i+1)*d]
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
	if l.rows == 1 {
		bad = wrongSide(f, l.p.Class)
	} else {
		for i, c := range l.p.Class {
			if l.misses(f[i:], l.p.N, c) {
				bad++
			}
		}
	}
	return float64(bad) / float64(l.p.N)
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
	e := l.p.D + 1
	w := make([]float64, l.rows*e)
	copy(w, l.start)
	for t := range k {
		l.update(w, t)
	}
	return w
}

// update adds mistake t to the weights.
func (l *learning) update(w []float64, t int) {
	i, e := int(l.points[t]), l.p.D+1
	for r := range l.rows {
		if s := l.rate * l.sign(i, r, int(l.rivals[t])); s != 0 {
			for j, x := range l.p.At(i) {
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
	last, end := 0, l.seen
	if k < len(l.points) {
		end = l.visit[k]
	}
	for t := range k + 1 {
		until := end
		if t < k {
			until = l.visit[t]
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
	c := make([]int, l.p.N)
	for _, i := range l.points[:k] {
		c[i]++
	}
	return c
}

// lesson is the run after k mistakes, common to both kinds of stages.
type lesson struct {
	*learning
	k int
}

func (l *lesson) Steps() int { return len(l.points) }

// Cost counts passes over the points. In the dual form, each visit of a point needs a row of the Gram matrix.
func (l *lesson) Cost() method.Cost {
	looks := 0
	switch {
	case l.k == len(l.points):
		looks = l.seen
	case l.k > 0:
		looks = l.visit[l.k-1] + 1
	}
	if l.dual {
		return method.Cost{Passes: float64(looks)}
	}
	return method.Cost{Passes: float64(looks) / float64(max(l.p.N, 1))}
}

func (l *lesson) StepName() string { return "mistake" }

func (l *lesson) Trace() []method.Series {
	return []method.Series{{Name: "training error", Values: l.errs}}
}

func (l *lesson) Status() method.Status {
	made := words.Count(len(l.points), "mistake")
	switch {
	case l.k < len(l.points):
		text := words.Sprintf("Before the first of %s.", made)
		if l.k > 0 {
			text = words.Sprintf("Mistake %d of %d: point %d was on the wrong side.", l.k, len(l.points),
				l.p.Number(int(l.points[l.k-1])))
		}
		return method.Status{State: method.Running, Sentence: text}
	case l.clean:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("No mistake in a whole pass: the classes "+
			"are separated, after %s in %s.", made, words.Count(len(l.epochs), "pass"))}
	case l.full:
		return method.Status{State: method.Limited, Sentence: words.Text("Stopped after %s. If the classes are not "+
			"linearly separable, the perceptron never stops.", made)}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("Still making mistakes after %s (%s). If the "+
		"classes are not linearly separable, the perceptron never stops.", words.Count(len(l.epochs), "pass"), made)}
}

func (l *lesson) Facts() []method.Fact {
	counts := l.counts(l.k)
	on := 0
	for _, c := range counts {
		if c > 0 {
			on++
		}
	}
	passes := 0
	for passes < len(l.epochs) && l.epochs[passes] < l.k {
		passes++
	}
	if passes++; l.k == len(l.points) {
		passes = (l.seen + l.p.N - 1) / l.p.N
	}
	each := make([]int, len(l.epochs))
	for e, m := range l.epochs {
		each[e] = m
		if e > 0 {
			each[e] -= l.epochs[e-1]
		}
	}
	return []method.Fact{
		fact("training_error", l.errs[l.k], ""),
		{Name: "n_mistakes", Label: "Mistakes", Value: l.k, Meaning: "Number of mistakes so far; each is a step"},
		{Name: "n_iter", Label: "Passes", Value: passes, Meaning: "Number of passes over the points, the last one without " +
			"a mistake included"},
		{Name: "n_support", Label: "Points with mistakes", Value: on, Meaning: "Number of points with at least one " +
			"mistake; only these determine the solution"},
		quiet("mistakes", counts, "Mistakes on each point; α is η times this number"),
		quiet("mistakes_per_pass", each, "Mistakes in each pass of the whole run"),
	}
}

// marks draws the counts of mistakes, and the last mistake.
func (l *lesson) marks(v picture.Viewport, show method.Shown) (under, over []picture.Layer) {
	if l.p.D != 2 && !l.p.Wide() {
		return nil, nil
	}
	if show["counts"] && l.dual {
		m := &picture.Marks{Role: picture.RoleSupport, Says: "points with mistakes, larger for more"}
		counts := l.counts(l.k)
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
			x, y := l.p.Drawn(i)
			m.XY = append(m.XY, x, y)
			m.Class = append(m.Class, l.p.ClassIDs[l.p.Class[i]])
			m.Size = append(m.Size, float64(c)/float64(most))
			m.Ordinal = append(m.Ordinal, l.p.Ordinal(i))
		}
		if on <= 60 {
			over = l.numbers(v, counts)
		}
		if on > 0 {
			under = append(under, m)
		}
	}
	if show["mistake"] && l.k > 0 && l.k < len(l.points) {
		over = append(over, corrected(l.p, int(l.points[l.k-1]))...)
	}
	return under, over
}

// numbers writes the counts next to the rings of their points, the largest first. A count without free space is shown
// only by the width of its ring.
func (l *lesson) numbers(v picture.Viewport, counts []int) (labels []picture.Layer) {
	places := picture.NewPlaces(v, 2)
	places.Avoid(l.p.N, l.p.Drawn)
	at := func(i int) (px, py, reach float64) {
		x, y := l.p.Drawn(i)
		reach, _ = picture.RoundReach(picture.RoleSupport, l.p.ClassIDs[l.p.Class[i]])
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

// lineLesson is the perceptron after k mistakes.
type lineLesson struct {
	lesson
	affine
}

func (m *lineLesson) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Affine: m.Affine},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			Panels: m.Panels, Projected: m.Projected, Span: m.Span},
		Words: method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:   method.Run{Stepper: m, Cost: m.Cost},
	}
}

func (l *learning) linear(k int) *lineLesson {
	return &lineLesson{lesson{l, k}, affine{prob: l.p, f: l.weights(k)}}
}

func (m *lineLesson) Stage(k int) method.Model { return m.linear(k) }

func (m *lineLesson) Facts() []method.Fact {
	facts := append(m.lesson.Facts(), coefs(m.p, m.f, m.p.D)...)
	for _, f := range coefs(m.p, m.average(m.k), m.p.D) {
		facts = append(facts, quiet("average_"+f.Name, f.Value, words.Text("%s, mean over all points visited so far",
			f.Meaning)))
	}
	return facts
}

func (m *lineLesson) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	hi := 0.0
	for r := range m.rows() {
		hi = max(hi, math.Hypot(m.f[3*r], m.f[3*r+1]))
	}
	// The scale of f is meaningless: full colour is at a fixed distance from the line.
	x := 0.0
	for i, v := range m.p.X {
		if i >= m.p.D {
			x = max(x, math.Abs(v-m.p.X[i%m.p.D]))
		}
	}
	if hi *= x / 2; !(hi > 0) {
		hi = 1
	}
	return m.raster(job, g, hi, "decision function")
}

func (m *lineLesson) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.Wide() {
		under, _ = m.table().Layers(v, show)
	} else if m.p.D == 2 && m.rows() == 1 {
		if show["starts"] {
			for k, f := range m.others {
				if line := lineOf(f, 0, v, picture.RoleRival, k+1); line != nil {
					line.Says = "runs from other starts"
					under = append(under, line)
				}
			}
		}
		if show["mistake"] && m.k > 0 && m.k < len(m.points) {
			under = append(under, m.lineBefore(m.weights(m.k-1), v)...)
		}
	}
	rings, over := m.marks(v, show)
	return append(under, rings...), over, nil
}

// explain returns the winner and the outputs.
func (l *lesson) explain(f []float64) method.Explanation {
	return method.Explanation{Answer: l.p.ClassName(method.Winner(f)), Lines: classify.Values(l.p, f)}
}

func (m *lineLesson) Formula() string {
	t := m.functions()
	if m.dual {
		t += "\n" + words.Text("= Σ αᵢ yᵢ (xᵢ·x + 1) with Σ αᵢ = %s", words.Number(m.rate*float64(m.k)))
	}
	return t
}

func (m *lineLesson) Panels(show method.Shown) []method.Panel {
	if !show["weights"] {
		return nil
	}
	return []method.Panel{m.table().WeightsPanel()}
}

// kernelLesson is the kernel perceptron after k mistakes.
type kernelLesson struct {
	lesson
	f    *kernel.Expansion
	held []int // points in the sum f
}

func (m *kernelLesson) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Stepper: m, Cost: m.Cost},
	}
}

func (l *learning) kernelled(k int) *kernelLesson {
	counts := l.counts(k)
	at := make([]int, l.p.N)
	e := &kernel.Expansion{Kernel: l.kernel, D: l.p.D, Bias: make([]float64, l.rows)}
	var held []int
	for i, c := range counts {
		if c > 0 {
			at[i] = len(held)
			held = append(held, i)
			e.X = append(e.X, l.p.At(i)...)
		}
	}
	e.N = len(held)
	for range l.rows {
		e.Coef = append(e.Coef, make([]float64, e.N))
	}
	for t := range k {
		i := int(l.points[t])
		for r := range l.rows {
			s := l.rate * l.sign(i, r, int(l.rivals[t]))
			e.Coef[r][at[i]] += s
			e.Bias[r] += s
		}
	}
	return &kernelLesson{lesson{l, k}, e, held}
}

func (m *kernelLesson) Status() method.Status {
	return kernelparam.Doubt(m.lesson.Status(), kernel.Check(m.kernel, m.p.X, m.p.N, m.p.D),
		"there is no feature space, so convergence is not guaranteed.")
}

// reckon computes the last share of errors, and whether it is 0, from the model's own predictions.
func (m *kernelLesson) reckon() {
	bad, _ := classify.Wrong(method.Unstopped, m, m.p)
	m.errs[m.k] = float64(bad) / float64(m.p.N)
	m.clean = m.clean && bad == 0
}

func (m *kernelLesson) Stage(k int) method.Model { return m.kernelled(k) }

func (m *kernelLesson) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Listed(m.f.EvalPoints(x, nil), m.rows, tell)
}

func (m *kernelLesson) Predict(x, out []float64) { classify.Predict(m, m.p, x, out) }

func (m *kernelLesson) PointScores(x []float64) [][]float64 {
	return classify.PointScores(m, m.p, x, nil)
}

func (m *kernelLesson) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.p, g, m.rows, 0, "decision function")
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
	out := m.f.EvalPoints(m.p.X[:min(m.p.N, 200)*m.p.D], nil)
	for _, v := range out {
		r.Hi += math.Abs(v) / float64(len(out))
	}
	if !(r.Hi > 0) {
		r.Hi = 1
	}
	return r, nil
}

func (m *kernelLesson) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under, over = m.marks(v, show)
	return under, over, nil
}

func (m *kernelLesson) Explain(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	x = x[:m.p.D]
	f := m.f.EvalPoints(x, nil)
	e := m.explain(f)
	// List the points that contribute most to f, with several classes that of the winner.
	r := 0
	if m.rows > 1 {
		r = method.Winner(f)
	}
	adds := make([]float64, len(m.held))
	for k, i := range m.held {
		adds[k] = m.f.Coef[r][k] * m.f.Kernel.Eval(m.p.At(i), x)
	}
	method.Adding{At: x, Rows: m.held, Adds: adds,
		Weight: func(k int) string { return words.Text("α = %s", words.Number(math.Abs(m.f.Coef[r][k]))) }}.Explain(&e, m.p)
	return e
}

func (m *kernelLesson) Formula() string {
	t := words.Sprintf("f(x) = Σ αᵢ yᵢ k(xᵢ, x)%s  over %s, Σ αᵢ = %s\n", words.Term(m.f.Bias[0]),
		words.Count(m.f.N, "point"), words.Number(m.rate*float64(m.k)))
	if m.rows > 1 {
		t = words.Sprintf("f_{c}(x) = Σ α_{ci} (k(xᵢ, x) + 1)  over %s, for each class c\n", words.Count(m.f.N, "point"))
	}
	return words.Text("%sk = %s", t, m.kernel.String())
}
