package session

import (
	"math"

	"pointscape/engine/assess"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// In a study over n, this file measures how the mean and the covariances of the points converge to those of the true
// distribution: for methods that depend only on them (Answers.Moments), and for linear ones together with the best
// linear prediction.

// limits returns the true moments; nil if the study does not need them, or they are unknown. The error is the job's.
func (c *survey) limits(job method.Job) (*dataset.Moments, error) {
	if c.study.Over != doc.SampleSize || !c.anew || c.study.Folds > 0 {
		return nil, nil
	}
	t := c.truth
	if m := c.f.whole; m.Moments != nil {
		if _, cov := m.Moments(); cov == nil {
			return nil, nil
		}
		switch {
		case c.d.Table == nil:
			t, _ = dataset.TruthOf(*c.d.Dataset)
		case !c.d.Table.Standardize && c.f.Problem.Wide():
			t, _ = dataset.TruthOfTable(c.d.Table)
		default:
			return nil, nil
		}
	} else if t == nil || c.d.Table != nil && c.d.Table.Standardize {
		return nil, nil
	} else if _, _, _, ok := idealOf(t, c.f.Whole); !ok {
		return nil, nil
	}
	if t == nil {
		return nil, nil
	}
	m, err := t.Moments(job)
	if m != nil && len(m.Mean) != c.f.Problem.D {
		return nil, err // the method reads the points in another way than their recipe
	}
	return m, err
}

// layMoments adds the lines of the moments.
func (c *survey) layMoments(out *assess.Curve) {
	if c.tends == nil {
		return
	}
	names := []string{assess.MeanOff, assess.CovOff}
	if c.tends.With != nil {
		names = append(names, assess.WithOff)
	}
	for _, name := range names {
		out.Lines = append(out.Lines, assess.Line{Name: name, Each: make([]assess.Values, len(c.values))})
	}
}

// compareMoments records the distances of the moments of p, the points of a fit for value i, from their limits; those
// of a model with Moments are its own.
func (c *survey) compareMoments(out *assess.Curve, i int, model method.Model, p *method.Problem) {
	var mean, cov, with []float64
	if m := model.Can(); m.Moments != nil {
		mean, cov = m.Moments()
	} else {
		mean, cov, with = momentsOf(p)
	}
	for _, m := range []struct {
		name      string
		got, want []float64
	}{{assess.MeanOff, mean, c.tends.Mean}, {assess.CovOff, cov, c.tends.Cov}, {assess.WithOff, with, c.tends.With}} {
		if l := out.Line(m.name); l != nil && m.got != nil {
			l.Each[i] = append(l.Each[i], distance(m.got, m.want))
		}
	}
}

// momentsOf returns the mean and the covariances of the inputs, and their covariances with y, all with divisor n.
func momentsOf(p *method.Problem) (mean, cov, with []float64) {
	d, n := p.D, float64(p.N)
	mean, cov, with = make([]float64, d), make([]float64, d*d), make([]float64, d)
	middle := 0.0
	for i := range p.N {
		for j, x := range p.At(i) {
			mean[j] += x / n
		}
		middle += p.Y[i] / n
	}
	for i := range p.N {
		row := p.At(i)
		for j, x := range row {
			with[j] += (x - mean[j]) * (p.Y[i] - middle) / n
			for k, z := range row {
				cov[j*d+k] += (x - mean[j]) * (z - mean[k]) / n
			}
		}
	}
	return mean, cov, with
}

// distance returns the Euclidean distance between two vectors.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += (x - b[i]) * (x - b[i])
	}
	return math.Sqrt(sum)
}

// sayMoments adds to r how the moments converge, and the true ones.
func (f *Fit) sayMoments(c *assess.Curve, r *wire.Studied, tends *dataset.Moments) {
	var facts method.FactList
	says := ""
	for _, m := range c.Moments() {
		if !assess.Known(m.Slope) {
			continue
		}
		facts.Add(m.Fact, m.Slope, "", words.Text("Power of n to which %s is proportional: %s", m.Name,
			m.Says)).Call(words.Text("Slope of %s", m.Name))
		if says != "" {
			says += ", "
		}
		says += words.Text("%s like n to the power %s", m.Name, words.Number(m.Slope))
	}
	if says != "" {
		r.Says = words.Say(r.Says) + words.Text(" %s; for independent points the theory gives −0.5.", says)
		even := c.Line(assess.WithOff) != nil && f.table == nil
		if even {
			r.Says = words.Say(r.Says) + words.Say(" These inputs are evenly spaced, not drawn independently: the theory "+
				"applies only to ‖û − u‖.")
		}
		r.Notes = append(r.Notes, "‖m̂ − m‖ is the distance between the mean of the points and that of the recipe's "+
			"distribution, ‖Ĉ − C‖ that between their covariance matrices (Frobenius norm), Ĉ divided by n.")
		switch {
		case even:
			r.Notes = append(r.Notes, "û are the covariances of the inputs with y. The recipe spaces its inputs evenly: "+
				"quantities that depend only on them converge faster than for independent points.")
		case c.Line(assess.WithOff) != nil:
			r.Notes = append(r.Notes, "û are the covariances of the inputs with y.")
		}
	}
	if d := len(tends.Mean); d <= mostInputs {
		rows := make([][]float64, d)
		for j := range rows {
			rows[j] = tends.Cov[j*d : (j+1)*d]
		}
		names := f.Problem.InputNames()
		facts.Add("true_mean", tends.Mean, "", "Mean m of the recipe's distribution").Call("True mean").By(names)
		facts.Add("true_covariance", rows, "", "Covariance matrix C of the recipe's distribution").Call(
			"True covariance").By(names, names...)
	}
	for i := range facts {
		facts[i].Complete()
	}
	r.Facts = append(r.Facts, facts...)
}

// mostInputs is the largest number of inputs for which the true mean and covariance matrix are reported.
const mostInputs = 16
