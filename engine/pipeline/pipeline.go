// Package pipeline implements classifiers of codes, which another method computes from the points.
package pipeline

import (
	_ "embed"
	"errors"
	"slices"
	"strconv"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Names of parameters and switches. Panels have the same names as their switches.
const (
	codes, classifier    = "codes", "classifier"
	parts, weights, room = "parts", "weights", "space"
	columns              = "columns" // a panel of the switch weights
)

// epochs is the number of steps that a method without a last step grows, the default max_iter of scikit-learn's
// networks.
const epochs = 200

// stage describes the codes of a method: their name, and the switches that show what they stand for.
type stage struct {
	noun string
	flat method.Part // switch of what is drawn among the points
	show method.Part // switch of the panels for rows of a table
}

var stages = map[string]stage{
	"pca":         {"component", "axes", "spectrum"},
	"kmeans":      {"distance", "centers", "centers"},
	"dictionary":  {"coefficient", "atoms", "atoms"},
	"autoencoder": {"code", "decoded", "decoded"},
	"rbm":         {"hidden unit", "filters", "filters"},
}

//go:embed pipeline.jsonl
var pipelineExamples string

// Method returns the pipeline method, id "pipeline". Codes are computed by one of makers; the classifier can be any of
// those methods in among that classify rows of tables and have no parameters that are methods or positions or set the
// task.
func Method(makers, among []method.Method) method.Method {
	makers = slices.Clone(makers)
	for i := range makers {
		makers[i].Params = alone(makers[i].Params)
	}
	var list []method.Method
	for _, m := range among {
		if m.Task != method.Classify || !m.Wide || !m.TakesPoints() || slices.ContainsFunc(m.Params, nested) {
			continue
		}
		list = append(list, m)
	}
	// Classifiers with scores that are affine functions of the inputs (classify.Weighted).
	straight := &method.When{Name: classifier, In: []string{"logistic", "perceptron", "svm_primal", "fisher"}}
	return method.Method{
		Info: method.Info{
			ID: "pipeline", Name: "Pipeline", Family: "Ensembles", Task: method.Classify, Takes: method.Takes{Wide: true,
				MaxPoints: 2000}, Aliases: []string{"Codes as inputs", "Feature extraction", "Unsupervised pre-training",
				"PCA + logistic regression",
				"Principal component regression", "Radial basis functions", "Bag of features", "make_pipeline",
				"Self-taught learning", "Chaîne de traitement", "Extraction de caractéristiques"},
			Summary: "Fits an unsupervised method, then a classifier to the codes it " +
				"computes: components, distances to centres, coefficients. A boundary that is linear in the codes may be " +
				"curved in the plane.",
			Formula: "ŷ(x) = h(z(x)),  z learned from the xᵢ alone, h from the (z(xᵢ), yᵢ)",
			Source: "Moody and Darken, Fast learning in networks of locally-tuned processing units, Neural Computation 1, " +
				"1989; " +
				"Coates, Lee and Ng, An analysis of single-layer networks in unsupervised feature learning, AISTATS 2011; " +
				"Raina et al., Self-taught learning, ICML 2007",
			Params: []method.Param{
				method.Param{Name: codes, Label: "Codes by", Kind: method.Estimators{List: method.List{Entry: "maker of codes"},
					One: true, Codes: true}, Default: doc.Estimator{Method: "kmeans", Params: map[string]any{"n_clusters": 8.0}},
					Help: "Method for the codes, fitted to the training points without classes (networks 200 epochs)",
				}.Among(makers),
				method.Param{Name: classifier, Label: "Classifier", Kind: method.Estimators{List: method.List{Entry: "classifier"},
					One: true}, Default: doc.Estimator{Method: "logistic"},
					Help: "The method that learns the classes from the codes, with its parameters (networks 200 epochs)",
				}.Among(list),
			},
			Shows: []method.Show{
				{Name: method.Regions, Label: "Regions", On: true, Help: "The class at each position; for tables, only if the " +
					"plane shows the rule exactly"},
				{Name: method.Boundary, Label: "Decision boundary", On: true, Help: "Where the decision changes"},
				{Name: parts, Label: "What codes contain", On: true, Help: "Axes, centres, atoms or reconstructions; for tables " +
					"as plots"},
				{Name: weights, Label: "Weights of the codes", On: true, When: straight, Help: "A plot: the weight of each " +
					"code. For components of a table, a second plot: the weights of the columns."},
				{Name: room, Label: "In the space of the codes", On: true, Where: method.OnlyPoints, When: straight,
					Help: "A plot: the points at their codes, along the weights. There the boundary is straight."},
			},
			Examples: method.ExamplesIn(pipelineExamples),
		},
		Random: true, Python: pipelinePython,
		Fit: fit,
	}
}

// nested reports whether a parameter prevents a method from being part of another one.
func nested(p method.Param) bool {
	return method.Is[method.Estimators](p.Kind) || method.Is[method.Places](p.Kind) ||
		slices.ContainsFunc(p.Choices(), func(c method.Choice) bool { return c.Task != "" })
}

// alone returns the parameters of a method that is part of a pipeline: those for positions set by the user never apply,
// and the choice "given" is missing.
func alone(list []method.Param) []method.Param {
	list = slices.Clone(list)
	for i := range list {
		p := &list[i]
		if method.Is[method.Places](p.Kind) {
			p.When = &method.When{Name: "pipeline"} // a parameter that does not exist, so it never applies
		}
		method.Change(p, func(k *method.Choose) {
			k.Choices = slices.DeleteFunc(slices.Clone(k.Choices), func(c method.Choice) bool { return c.Value == "given" })
		})
	}
	return list
}

// pipeline is a fitted pipeline.
type pipeline struct {
	p     *method.Problem
	made  method.Chosen // maker of the codes
	of    *method.Problem
	maker method.Model
	can   *method.Capabilities // of maker
	to    method.Transformer
	stage stage

	z     *method.Problem // problem of the codes
	by    method.Chosen   // classifier
	inner method.Model
	asks  *method.Capabilities // of inner
	proba method.PointScorer   // nil if the classifier has no probabilities
}

func (m *pipeline) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: m, PointScorer: m, Proba: m.Proba},
		Drawing: method.Drawing{ScoreRaster: m.ScoreRaster, Layers: m.Layers, SpaceLayers: m.SpaceLayers,
			Panels: m.Panels, Projected: m.Projected},
		Words:   method.Words{Explain: m.Explain, Formula: m.Formula, Assess: m.Assess},
		Pointer: method.Pointer{Tell: m.Tell},
	}
}

func fit(job method.Job, p *method.Problem, v method.Values, prev method.Model) (method.Model, error) {
	switch {
	case p.N == 0:
		return nil, method.NeedClasses("A pipeline")
	case len(p.ClassIDs) < 2:
		return nil, &method.Need{Sentence: "A pipeline needs points of a second class: all are of the first."}
	}
	m := &pipeline{p: p, made: v.Chosen(codes)[0], by: v.Chosen(classifier)[0]}
	m.stage = stages[m.made.Method.ID]
	// Codes are learned without classes: makers do not see them.
	m.of = &method.Problem{N: p.N, D: p.D, X: p.X, Row: p.Row, Seed: p.Seed, Task: method.Cluster, Names: p.Names,
		Columns: method.Columns{Inputs: p.Inputs, Scales: p.Scales, Across: p.Across}, Placed: p.Placed}
	before, _ := prev.(*pipeline)
	var err error
	if before != nil && before.made.Equal(m.made) && before.of.Same(m.of) {
		m.of, m.maker = before.of, before.maker
	} else if m.maker, err = grown(method.Stretch(job, 0, 0.5), m.of, m.made, nil); err != nil {
		return nil, told(err, codes, m.made)
	}
	m.can = m.maker.Can()
	if m.to = m.can.Transformer; m.to == nil {
		return nil, errors.New(words.Text("%s makes no codes", m.made.Method.ID))
	}
	names := m.to.Codes()
	if len(names) == 0 {
		return nil, &method.Need{Sentence: words.Text("%s computes no codes of these points: choose at least one.",
			m.made.Method.Name)}
	}
	m.z = &method.Problem{N: p.N, D: len(names), X: make([]float64, p.N*len(names)), Class: p.Class, ClassIDs: p.ClassIDs,
		Row: p.Row, Seed: p.Seed, Task: p.Task, Names: p.Names, Columns: method.Columns{Inputs: names,
			Noun: m.stage.noun}, Placed: method.Placed{Principal: p.Principal}}
	if m.z.Principal == 0 && !p.Wide() {
		m.z.Principal = 2 // in the plot of the codes
	}
	m.shown()
	const chunk = 64 // rows between two calls of job.Err
	for i := 0; i < p.N; i += chunk {
		if err := job.Err(); err != nil {
			return nil, err
		}
		end := min(i+chunk, p.N)
		m.to.Transform(p.X[i*p.D:end*p.D], m.z.X[i*m.z.D:end*m.z.D])
	}
	if !method.Finite(m.z.X...) {
		return nil, &method.Need{Sentence: words.Text("%s has diverged here, and its codes are not numbers: use a "+
			"smaller learning rate, or other points.", m.made.Method.Name)}
	}
	var warm method.Model
	if before != nil && before.by.Method.ID == m.by.Method.ID {
		warm = before.inner
	}
	if m.inner, err = grown(method.Stretch(job, 0.5, 1), m.z, m.by, warm); err != nil {
		return nil, told(err, classifier, m.by)
	}
	if m.asks = m.inner.Can(); m.asks.Predictor == nil {
		return nil, errors.New(words.Text("%s makes no predictions", m.by.Method.ID))
	}
	if m.asks.ProbaAt() != method.NoProba {
		m.proba = m.asks.PointScorer
	}
	return m, nil
}

// shown copies the positions at which the rows are displayed to the problem of the codes.
func (m *pipeline) shown() {
	m.z.Names = m.p.Names
	if m.z.Shown = m.p.Shown; m.z.Shown == nil {
		m.z.Shown = m.p.X
	}
}

// grown fits a part of the pipeline, and trains it to its end, or by epochs steps if it has none.
func grown(job method.Job, p *method.Problem, c method.Chosen, warm method.Model) (method.Model, error) {
	if limit := c.Method.Limit(); p.N > limit {
		return nil, doc.Errorf("points", words.Text("at most %s", strconv.Itoa(limit)), p.N)
	}
	v := c.Values
	for i := range c.Method.Params {
		if q := &c.Method.Params[i]; q.OfTables() && p.Wide() {
			v = v.With(q.Name, "all")
		}
	}
	m, err := c.Method.Fit(job, p, v, warm)
	if err != nil {
		return nil, err
	}
	if s := m.Can().Stepper; s != nil {
		return s.Stage(s.Steps()), nil
	}
	return method.Whole(job, m, epochs)
}

// told adds to an error which part of the pipeline it concerns.
func told(err error, of string, c method.Chosen) error {
	var need *method.Need
	var wrong *doc.Error
	switch {
	case method.Stopped(err):
		return err
	case errors.As(err, &need):
		return &method.Need{Sentence: words.Text("%s: %s", c.Method.Name, need.Sentence)}
	case errors.As(err, &wrong) && wrong.Field == "points":
		return &doc.Error{Field: wrong.Field, Want: words.Text("%s for %s", wrong.Want, c.Method.Name), Got: wrong.Got}
	case errors.As(err, &wrong):
		return &doc.Error{Field: "params." + of + "." + wrong.Field, Want: wrong.Want, Got: wrong.Got}
	}
	return words.Errorf("%s: %w", c.Method.Name, err)
}

// code returns z(x) for the rows of x.
func (m *pipeline) code(x []float64) []float64 {
	z := make([]float64, len(x)/m.p.D*m.z.D)
	m.to.Transform(x, z)
	return z
}

func (m *pipeline) Predict(x, out []float64) { m.asks.Predictor.Predict(m.code(x), out) }

// PointScores returns the scores of the classifier, or, if it has none, 1 for the predicted class.
func (m *pipeline) PointScores(x []float64) [][]float64 {
	if s := m.asks.PointScorer; s != nil {
		return s.PointScores(m.code(x))
	}
	out := make([]float64, len(x)/m.p.D)
	m.Predict(x, out)
	rows := make([][]float64, len(out))
	for i, c := range out {
		rows[i] = make([]float64, len(m.p.ClassIDs))
		if c == c {
			rows[i][int(c)] = 1
		}
	}
	return rows
}

func (m *pipeline) Proba() method.Proba {
	if m.proba == nil {
		return method.NoProba
	}
	return method.OnGrids
}

// Status is the classifier's status, with a sentence about its inputs.
func (m *pipeline) Status() method.Status {
	st := m.inner.Status()
	if _, ok := m.inner.(classify.Weighted); !ok {
		st.Sentence = words.Say(st.Sentence) + words.Text(" Its inputs are %s.", words.Count(m.z.D, m.stage.noun))
	}
	return st
}

func (m *pipeline) Facts() []method.Fact { return append(m.own(), m.inner.Facts()...) }

func (m *pipeline) own() []method.Fact {
	return []method.Fact{{Name: "n_features_in", Label: "Codes of a point", Value: m.z.D,
		Meaning: words.Text("How many numbers %s makes of a point: the inputs of the classifier", m.made.Method.Name)}}
}

func (m *pipeline) Assess(job method.Job) ([]method.Fact, error) {
	if a := m.asks; a.Assess != nil {
		list, err := a.Assess(job)
		return append(m.own(), list...), err
	}
	return m.Facts(), nil
}
