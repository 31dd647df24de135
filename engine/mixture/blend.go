package mixture

import (
	"slices"
	"strconv"

	"pointscape/engine/draw"
	"pointscape/engine/grouping"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// blend is a Gaussian mixture after some steps. E-steps and M-steps alternate, with an E-step first and last.
type blend struct {
	*mix
	g     *gaussians
	step  int
	moved int       // number of completed iterations
	resp  []float64 // n×k responsibilities from the last E-step; nil before the first E-step
}

func (b *blend) Can() *method.Capabilities {
	return draw.Parts{Problem: b.p, Shapes: b.shapes, Space: true, Keys: b.keys}.Give(&method.Capabilities{
		Answers: method.Answers{Predictor: b, PointScorer: b, Losses: b.Losses, Complexity: b.Complexity},
		Drawing: method.Drawing{ScoreRaster: b.ScoreRaster, PartSays: b.PartSays, Panels: b.Panels, Groups: b.Groups},
		Words:   method.Words{Explain: b.Explain, Formula: b.Formula},
		Run:     method.Run{Stepper: b, Cost: b.Cost},
		Pointer: method.Pointer{Places: b.Places},
	})
}

// Places returns the initial means, which the user can drag; nil if the document already gives them, or the rows are
// not points of the plane.
func (m *mix) Places() map[string][][]float64 {
	if m.init == initGiven || m.p.Wide() || m.d != 2 { // handles exist in the plane only
		return nil
	}
	return map[string][][]float64{"means_init": slices.Collect(slices.Chunk(m.states[0].means, m.d))}
}

func (m *mix) Steps() int { return 2*m.moves() + 1 }

// Cost counts passes over the points: an E-step and the following M-step are one pass.
func (b *blend) Cost() method.Cost { return method.Cost{Passes: float64((b.step + 1) / 2)} }

func (m *mix) StepName() string { return "step" }

func (m *mix) Trace() []method.Series {
	values := make([]float64, m.Steps()+1)
	for s := range values {
		values[s] = m.ll[s/2]
	}
	return []method.Series{{Name: "log-likelihood", Values: values}}
}

func (m *mix) Stage(step int) method.Model {
	b := &blend{mix: m, step: step, moved: step / 2}
	if step%2 == 1 || step == 0 {
		b.g = m.at(b.moved)
		if step > 0 {
			b.resp = m.resp(b.g)
		}
		return b
	}
	before := m.at(b.moved - 1)
	b.resp = m.resp(before)
	if b.moved%m.every == 0 {
		b.g = m.at(b.moved)
	} else {
		b.g, _ = before.maximise(method.Unstopped, m.p.X, b.resp, m.reg)
		b.g.factor()
	}
	return b
}

// component returns the name of component c, which counts from 0, within a sentence: component(1) is "component 2".
func component(c int) string { return words.Text("component %s", strconv.Itoa(c+1)) }

// clusters assigns each point to its most responsible component, by the last E-step; before the first E-step, points
// have none.
func (b *blend) clusters() grouping.Clusters {
	c := grouping.New(b.p, b.k, func(i int) int {
		if b.resp == nil {
			return method.NoGroup
		}
		return method.Largest(b.resp[i*b.k : (i+1)*b.k])
	})
	c.What, c.Name = "component", component
	return c
}

// Groups returns the most responsible components. The weight of a point is 0 if all components are equally responsible,
// and 1 if only one is.
func (b *blend) Groups(method.Shown) method.Groups {
	g := b.clusters().Groups("component that is responsible for a point")
	g.Weight, g.Fainter = make([]float64, b.p.N), "shared by several components, colours mixed"
	if b.resp != nil {
		g.Shares = b.resp[:b.p.N*b.k]
	}
	for i, c := range g.Of {
		g.Weight[i] = 1
		if b.resp != nil && b.k > 1 {
			least := 1 / float64(b.k)
			g.Weight[i] = min(max((b.resp[i*b.k+c]-least)/(1-least), 0), 1)
		}
	}
	return g
}

// PointScores returns the responsibilities of the components at each position in x.
func (b *blend) PointScores(x []float64) [][]float64 {
	rows := make([][]float64, len(x)/b.d)
	z := make([]float64, b.d)
	for i := range rows {
		rows[i] = make([]float64, b.k)
		b.g.logs(x[i*b.d:(i+1)*b.d], rows[i], z)
		shares(rows[i])
	}
	return rows
}

// Predict writes the index of the most responsible component.
func (b *blend) Predict(x, out []float64) {
	for i, row := range b.PointScores(x) {
		out[i] = float64(method.Largest(row))
	}
}

// Losses writes the negative log-density at each position.
func (b *blend) Losses(x, out []float64) {
	for i := range out {
		ln, _ := b.density(x[i*b.d : (i+1)*b.d])
		out[i] = -ln
	}
}

func (b *blend) Complexity(job method.Job) (float64, error) {
	return float64(b.g.parameters()), job.Err()
}

func (b *blend) Facts() []method.Fact {
	var facts method.FactList
	ll, n := b.ll[b.moved], float64(b.p.N)
	bic, aic := b.g.criteria(ll, b.p.N)
	facts.Add("log_likelihood", ll, "nats", "Sum over the points of ln p(x)").Call("Log-likelihood")
	facts.Add("bic", bic, "", "Bayesian information criterion, parameters · ln n − 2 · log-likelihood; "+
		"smaller is better").Call("BIC")
	facts.Add("aic", aic, "",
		"Akaike's information criterion, 2 · parameters − 2 · log-likelihood; smaller is better").Call("AIC")
	facts.Add("n_parameters", b.g.parameters(), "", "Number of free parameters: weights, means and covariances").Call(
		"Parameters")
	found := b.clusters()
	names, means := found.Names(), slices.Collect(slices.Chunk(b.g.means, b.d))
	facts.Add("weights", b.g.weights, "", "Weight of each component: its share of the points").Call("Weight " +
		"π").By(names)
	if b.resp != nil {
		facts.Add("component_sizes", found.Sizes(), "", "Number of points for which each component has the largest "+
			"responsibility").Call(
			"Points").By(names)
	}
	inputs := b.p.InputNames()
	mean := facts.Add("means", means, "", "Mean of each component").Call("Mean μ").By(names, inputs...)
	if b.d > grouping.ShownInputs {
		mean.Hide()
	}
	if own := grouping.OwnRows(b.p, means); own != nil && b.d <= grouping.ShownInputs {
		facts.Add("means_in_units", own, "", "Mean of each component in the units of the table, not standardised").Call(
			"Mean").By(names, b.p.OwnNames()...)
	}
	b.covariances(&facts, names, inputs)
	if b.resp != nil {
		found.AddAgreement(&facts)
	}
	facts.Add("lower_bound", b.ll[max(b.moved-1, 0)]/n, "nats a point", "Mean log-likelihood of a point before the "+
		"last M-step, as in scikit-learn").Call("Lower bound").In(method.Solver)
	facts.Add("converged", b.converged && b.step == b.Steps(), "", "Whether the lower bound changed by less than "+
		"the tolerance").Call("Converged").In(method.Solver)
	facts.Add("n_iter", b.moved, "", "Iterations: an E-step and an M-step each")
	found.AddLabels(&facts, "Index of the component that is most responsible for each point, from 0; −1 before "+
		"the first E-step")
	return facts
}

// covariances adds the fact that corresponds to scikit-learn's covariances_. If each component has a matrix, it is
// flattened row by row.
func (b *blend) covariances(facts *method.FactList, names, inputs []string) {
	size, _ := b.g.size()
	switch b.kind {
	case spherical:
		facts.Add("covariances", b.g.cov, "squared data units", "Variance of each component, in every direction").Call(
			"Variance σ²").By(names)
		return
	case tied:
		f := facts.Add("covariances", slices.Collect(slices.Chunk(b.g.cov, b.d)), "", "Covariance of all components").Call(
			"Covariance C").By(inputs, inputs...)
		if b.d > grouping.ShownInputs {
			f.Hide()
		}
		return
	}
	cols, what := inputs, "Variances of each component"
	if b.kind == full {
		cols, what = nil, "Covariance of each component, row by row"
		for _, x := range inputs {
			for _, y := range inputs {
				cols = append(cols, words.Text("%s · %s", x, y))
			}
		}
	}
	f := facts.Add("covariances", slices.Collect(slices.Chunk(b.g.cov, size)), "", what).Call("Covariance C").By(names,
		cols...)
	if size > grouping.ShownInputs {
		f.Hide()
	}
}

func (b *blend) Status() method.Status {
	if b.step < b.Steps() {
		return method.Status{State: method.Running, Sentence: b.happened() + b.collapsed()}
	}
	made := words.Count(b.moved, "iteration")
	switch {
	case b.broken != none:
		return method.Status{State: method.Diverged, Sentence: words.Sprintf("After %s %s collapses on a point or a "+
			"line: its covariance is singular, and the likelihood is unbounded. Increase the added variance, or choose "+
			"fewer components or another type of covariance.", made, component(b.broken))}
	case b.converged:
		return method.Status{State: method.Converged, Sentence: words.Sprintf("After %s the mean log-likelihood of a "+
			"point changes by less than %s. Other starts may lead to another optimum.%s%s",
			made, words.Number(b.tol), b.collapsed(), b.where())}
	}
	return method.Status{State: method.Limited, Sentence: words.Sprintf("Stopped at the limit of %s: the likelihood "+
		"was still changing.%s%s", made, b.collapsed(), b.where())}
}

// where returns sentences for tables about what the picture cannot show. They begin with a space; "" for points of the
// plane.
func (b *blend) where() string {
	if !b.p.Wide() {
		return ""
	}
	s := words.Sprintf(" Densities use all %d columns: in this plane components may overlap, and no responsibilities "+
		"can be drawn between the rows.", b.d)
	if b.kind == diag && b.inPlane() == nil {
		s += words.Say(" Ellipses of diagonal covariances are drawn where two columns are shown.")
	}
	return s
}

// collapsed returns sentences about components whose variances, of all inputs or in one direction, are at most twice
// the added variance (if any is added), and about a component without weight. They begin with a space; "" if there are
// none.
func (b *blend) collapsed() string {
	var point, flat []string
	for c := range b.k {
		if b.reg == 0 || b.g.weights[c] == 0 {
			continue
		}
		most := 0.0
		for j := range b.d {
			most = max(most, b.g.variance(c, j))
		}
		thin := b.g.least(c) <= 2*b.reg
		switch {
		case most <= 2*b.reg:
			point = append(point, strconv.Itoa(c+1))
		case thin:
			flat = append(flat, strconv.Itoa(c+1))
		}
	}
	say := func(list []string, one, many, what string) string {
		switch len(list) {
		case 0:
			return ""
		case 1:
			return words.Text(" Component %s %s%s", list[0], one, what)
		}
		return words.Text(" Components %s %s%s", words.Join(list, ", "), many, what)
	}
	return say(point, "has", "have", " collapsed on one position: only the added variance (reg_covar) gives a width "+
		"there, and the smaller this variance, the higher the likelihood.") +
		say(flat, "is", "are", " flat: in one direction the points hardly differ, and all the width is the added variance "+
			"(reg_covar).") + b.vacant()
}

// vacant returns a sentence about the first component with weight 0. It begins with a space; "" if there is none.
func (b *blend) vacant() string {
	if c := slices.Index(b.g.weights, 0); c >= 0 {
		return words.Text(" %s has no share of any point.", words.Capital(component(c)))
	}
	return ""
}

// happened describes the last step.
func (b *blend) happened() string {
	switch {
	case b.step == 0 && b.init == initGiven:
		return "No step yet: round components of equal width are at your positions."
	case b.step == 0 && b.init == initKMeans:
		return "No step yet: the components are the clusters of k-means."
	case b.step == 0 && b.init == initRandom:
		return "No step yet: each point was shared at random."
	case b.step == 0:
		return "No step yet: round components of equal width are at points drawn at random."
	case b.step%2 == 1:
		between := 0
		for i := range b.p.N {
			if row := b.resp[i*b.k : (i+1)*b.k]; row[method.Largest(row)] < 0.9 {
				between++
			}
		}
		return words.Sprintf("E-step %d: each point is shared among the components, in proportion to their weighted "+
			"densities; %s between components, with less than 90 %% in any.",
			b.moved+1, words.CountOf(between, "point is", "points are"))
	}
	return words.Sprintf("M-step %d: each component is given the weight, mean and covariance of its share; the "+
		"log-likelihood changes from %s to %s.",
		b.moved, words.Number(b.ll[b.moved-1]), words.Number(b.ll[b.moved]))
}

// Formula returns the objective with its value, the density, the means in the plane, and the update of the last step;
// after the whole run, both updates.
func (b *blend) Formula() string {
	text := words.Text("max Σᵢ ln p(xᵢ) = %s\np(x) = ", words.Number(b.ll[b.moved]))
	const terms = 4
	for c := range min(b.k, terms) {
		text += words.TermAt(c, b.g.weights[c]) + " N(x; μ" + words.Index(c+1) + ", C"
		if b.kind != tied {
			text += words.Index(c + 1)
		}
		text += ")"
	}
	if b.k > terms {
		text += " + …"
	}
	if b.d == 2 {
		for c := range min(b.k, terms) {
			text += words.Text("\nμ%s = (%s, %s)", words.Index(c+1), words.Number(b.g.means[2*c]),
				words.Number(b.g.means[2*c+1]))
		}
	}
	if b.step == b.Steps() || b.step%2 == 1 {
		text += "\nrᵢₖ ← πₖ N(xᵢ; μₖ, Cₖ) ∕ p(xᵢ)"
	}
	if b.step == b.Steps() || b.step%2 == 0 && b.step > 0 {
		text += words.Say("\nπₖ ← Σᵢ rᵢₖ ∕ n,  μₖ ← mean,  Cₖ ← covariance of the points, weighted by rᵢₖ")
	}
	return text
}

// density returns ln p(x) and the responsibilities at x.
func (b *blend) density(x []float64) (ln float64, resp []float64) {
	resp = make([]float64, b.k)
	b.g.logs(x, resp, make([]float64, b.d))
	ln = shares(resp)
	return ln, resp
}

// typical returns the mean of ln p over the points.
func (b *blend) typical() float64 { return b.ll[b.moved] / float64(b.p.N) }
