package svm

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/chart"
	"pointscape/engine/kernel/kernelparam"
	"pointscape/engine/kernel/objects"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

//go:embed object_svm.jsonl
var objectSvmExamples string

// Objects declares the support vector machine of words and graphs, id "object_svm".
func Objects() method.Method {
	return method.Method{
		Info: method.Info{
			ID:   "object_svm",
			Name: "Support vector machine of words and graphs",
			Aliases: []string{"String kernel", "Spectrum kernel", "Subsequence kernel", "Text classification",
				"Graph kernel", "Random walk kernel", "Shortest-path kernel", "Structured data",
				"Noyau de chaînes", "Noyau de graphes"},
			Family: "Kernel methods",
			Task:   method.Classify,
			Takes:  method.Takes{Wide: true, Mixed: true, Objects: true, MaxPoints: objects.MaxThings},
			Traits: method.Traits{Featured: true, Margin: true},
			Summary: "Separates words, or small graphs, by the widest margin in the feature space of a kernel that counts " +
				"common parts. Words have no coordinates: the plane shows them by kernel principal components.",
			Formula: "min ½‖w‖² + C Σ max(0, 1 − yᵢ f(sᵢ)),  f(s) = Σ αᵢyᵢ k(sᵢ, s) + b,  k(s, t) = Σᵤ φᵤ(s) φᵤ(t)",
			Source: "Leslie, Eskin and Noble, The spectrum kernel: a string kernel for SVM protein classification, PSB 2002; " +
				"Lodhi, Saunders, Shawe-Taylor, Cristianini and Watkins, Text classification using string kernels, JMLR 2, " +
				"2002 (definitions 1 and 2); " +
				"Gärtner, Flach and Wrobel, On graph kernels, COLT 2003, and Vishwanathan, Schraudolph, Kondor and Borgwardt, " +
				"Graph kernels, JMLR 11, 2010 (random walks); " +
				"Borgwardt and Kriegel, Shortest-path kernels on graphs, ICDM 2005",
			Params: append(method.Moving(objects.Params(), "kernel", "p", "lambda", "normalize"),
				method.Param{Name: "C", Label: "C", Kind: method.Number{Range: method.Range{Min: 0, MinOpen: true, Max: 1e6,
					SoftMin: 0.01, SoftMax: 1000, Log: true}}, Default: 1.0,
					Help: "Penalty on words inside the margin. Small C: wide margin, many words in it. Large C: narrow margin, few."},
				tolParam()),
			Shows: []method.Show{
				{Name: "names", Label: "Words and graphs", On: true, Help: "As many as fit"},
				{Name: "support", Label: "Support vectors", On: true, Help: "Rings, thicker for a larger |α|; brackets where α " +
					"has reached its limit C"},
				{Name: "mistakes", Label: "Mistakes", On: true, Help: "Crosses on misclassified words. There are no regions: " +
					"points between " +
					"words are not words."},
				{Name: "values", Label: "Decision values", On: true, Help: "A plot: f of each word, in rising order; two classes"},
			},
			Examples: method.ExamplesIn(objectSvmExamples),
		},
		Python: objectSvmPython,
		Fit:    fitObjects,
	}
}

// objectMachine is a machine of objects without coordinates.
type objectMachine struct {
	machine *model
	things  *objects.Things
	places  *objects.Places
	f       []float64 // two classes: decision value of each row
	answer  []float64 // class index of each row
}

func (m *objectMachine) Can() *method.Capabilities {
	one := m.machine
	return &method.Capabilities{
		Answers: method.Answers{Predictor: one, PointScorer: one, PredictPart: one.PredictPart, LeaveOneOut: one.LeaveOneOut},
		Drawing: method.Drawing{Layers: m.Layers, Panels: m.Panels, Projected: m.Projected, Located: m.Located},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula},
		Run:     method.Run{Cost: one.Cost},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

var _ kernelparam.Seer = (*objectMachine)(nil)

func fitObjects(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	if len(p.ClassIDs) < 2 {
		return nil, &method.Need{Sentence: "A support vector machine needs words or graphs of two classes."}
	}
	var things *objects.Things
	if before, ok := prev.(*objectMachine); ok {
		things = before.things
	}
	things, err := objects.For(method.Stretch(job, 0, 0.5), p, v, things)
	if err != nil {
		return nil, err
	}
	m := &objectMachine{things: things}
	if m.machine, err = trainOn(method.Stretch(job, 0.5, 0.9), p, things.Numbered, v.Float("tol"), nil,
		aim{c: v.Float("C")}); err != nil {
		return nil, err
	}
	if m.places, err = things.NewPlaces(job, p); err != nil {
		return nil, err
	}
	if len(m.machine.pairs) == 1 {
		m.f = m.machine.values(p.X)
	}
	m.answer = make([]float64, p.N)
	m.machine.Predict(p.X, m.answer)
	return m, job.Err()
}

// Projected returns the kernel principal components.
func (m *objectMachine) Projected() method.Projection { return m.Located(m.machine.problem.X) }

func (m *objectMachine) Located(x []float64) (pl method.Projection) {
	if m.machine.problem.Principal == 0 {
		return pl
	}
	return method.Projection{Q: 2, At: m.places.Located(x), Names: m.places.Names()}
}

func (m *objectMachine) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["support"] {
		under = append(under, m.machine.rings()...)
	}
	if show["names"] {
		under = append(under, m.things.Layers(m.machine.problem, v)...)
	}
	if show["mistakes"] {
		wrong := &picture.Marks{Role: picture.RoleOptimum, Says: "misclassified"}
		for i, c := range m.answer {
			if int(c) != m.machine.problem.Class[i] {
				x, y := m.machine.problem.Drawn(i)
				wrong.XY = append(wrong.XY, x, y)
			}
		}
		if wrong.XY != nil {
			over = append(over, wrong)
		}
	}
	return under, over, nil
}

// toldVectors is the number of support vectors in an explanation.
const toldVectors = 3

// Explain returns the decision value of a word, and the substructures that it shares with the support vectors that
// contribute most.
func (m *objectMachine) Explain(x []float64, _ picture.Viewport, _ method.Shown) (e method.Explanation) {
	p, s := m.machine.problem, m.things.Number(x)
	if s < 0 {
		e.Answer = "There is no word."
		return e
	}
	f := m.machine.values(x[:1])
	winner := newVote(m.machine.classes()).count(f)
	e.Answer = words.Text("%s: %s", objects.Said(m.things.Texts[s]), p.ClassName(winner))
	one := 0
	if len(m.machine.pairs) == 1 {
		e.Lines = append(e.Lines, words.Sprintf("f = %.4g: %s", f[0], where(f[0])))
	} else {
		for k, pair := range m.machine.pairs {
			e.Lines = append(e.Lines, words.Sprintf("%s against %s: f = %.4g, positive for %s", p.ClassName(pair.a),
				p.ClassName(pair.b), f[k], p.ClassName(pair.b)))
			if (pair.a == winner || pair.b == winner) && math.Abs(f[k]) < math.Abs(f[one]) {
				one = k
			}
		}
	}
	if m.things.Plain(s, s) == 0 {
		e.Lines = append(e.Lines, "k(s, s) = 0: there is no part that this kernel counts")
	}
	order := make([]int, len(m.machine.vectors))
	adds := make([]float64, len(order))
	for k, i := range m.machine.vectors {
		order[k], adds[k] = k, m.machine.decision.Coef[one][k]*m.things.Value(int(p.At(i)[0]), s)
	}
	slices.SortStableFunc(order, func(j, k int) int { return cmp.Compare(math.Abs(adds[k]), math.Abs(adds[j])) })
	from := objects.Row(p, s)
	line := &picture.Path{Role: picture.RoleNeighbor, Class: picture.NoClass, Says: heaviest}
	for _, k := range order[:min(toldVectors, len(order))] {
		i := m.machine.vectors[k]
		if adds[k] == 0 {
			break
		}
		t := int(p.At(i)[0])
		e.Lines = append(e.Lines, words.Sprintf("%s (%s), α = %.3g: adds %+.3g", p.Called(i), p.ClassName(p.Class[i]),
			math.Abs(m.machine.decision.Coef[one][k]), adds[k]), words.Text("k = %s%s", words.Number(m.things.Value(s, t)),
			m.things.Pieces(s, t)))
		if from >= 0 && from != i {
			ax, ay := p.Drawn(from)
			bx, by := p.Drawn(i)
			line.AddLine(ax, ay, bx, by)
		}
	}
	e.Layers = picture.AppendPath(nil, line)
	return e
}

func (m *objectMachine) Facts() []method.Fact {
	f := method.FactList(m.machine.Facts())
	f.Add("shown_variance", m.places.Share[0]+m.places.Share[1], "", "Share of the variance in the feature space that "+
		"the plane shows, by two kernel principal components").Call("Share of the variance shown")
	wrong := ""
	for i, c := range m.answer {
		if int(c) != m.machine.problem.Class[i] {
			if wrong != "" {
				wrong += ", "
			}
			wrong += m.things.Texts[int(m.machine.problem.At(i)[0])]
		}
	}
	if wrong != "" && !m.things.OfGraphs() {
		f.Add("misclassified", wrong, "", "Words of the training set that are misclassified").Call("Misclassified")
	}
	return f
}

func (m *objectMachine) Formula() string {
	return m.machine.formula(m.machine.goal(), m.things.Kernel.String())
}

// rowOfValue is the kind of the rows' keys in the plot.
var rowOfValue = picture.KeyKind{Begins: "word"}

func (m *objectMachine) Panels(show method.Shown) (list []method.Panel) {
	if show["values"] && m.f != nil {
		list = append(list, chart.Plain(method.PanelInfo{ID: "values", Title: "Decision values", XLabel: "rank",
			XCounts: true, YLabel: "f", Help: "f of each word, in increasing order, in the colour of its class: above the " +
				"line f = 0 the second class is predicted. Dashed lines are the edges of the margin."}, m.plot).Rows(
			func() []string { return rowOfValue.Keys(m.machine.problem.N) }))
	}
	return list
}

// plot draws the decision values in ascending order.
func (m *objectMachine) plot() *chart.Chart {
	order := make([]int, m.machine.problem.N)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(m.f[i], m.f[j]) })
	marks := &picture.Marks{Role: picture.RolePoint, Says: "decision value of a word"}
	for k, i := range order {
		marks.XY = append(marks.XY, float64(k+1), m.f[i])
		marks.Class = append(marks.Class, m.machine.problem.ClassIDs[m.machine.problem.Class[i]])
		marks.Keys = append(marks.Keys, rowOfValue.Key(i))
	}
	zero := chart.Level(chart.As(picture.RoleBoundary, "f = 0"), 0)
	low := chart.Level(chart.Of(picture.RoleMargin, m.machine.problem.ClassIDs[0], edges), -1)
	high := chart.Level(chart.Of(picture.RoleMargin, m.machine.problem.ClassIDs[1], edges), 1)
	zero.Seen, low.Seen, high.Seen = true, true, true
	return &chart.Chart{X: chart.Slots(len(order)), Y: chart.Airy(0.06), Items: []chart.Item{zero, low, high,
		chart.Dots{Marks: marks}}}
}

func (m *objectMachine) Tell(key string, _ picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	i, ok := rowOfValue.Number(key, m.machine.problem.N)
	if !ok || m.f == nil {
		return t, false
	}
	p := m.machine.problem
	t.Answer = words.Text("Row %s, %s: %s", strconv.Itoa(p.Number(i)), p.Called(i), p.ClassName(p.Class[i]))
	t.Lines = []string{"f = " + words.Number(m.f[i])}
	t.Click.Rows = []int{i}
	return t, true
}

func (m *objectMachine) Status() method.Status { return m.machine.Status() }

func (m *objectMachine) SeeKernel() kernelparam.Seen { return m.machine.SeeKernel() }
