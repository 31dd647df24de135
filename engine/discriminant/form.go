// Package discriminant implements classifiers by the distance from class means, measured in the spread of the classes:
// linear and quadratic discriminant analysis, Gaussian naive Bayes, Fisher's discriminant, and nearest (shrunken)
// centroids.
package discriminant

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/linalg"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// form is the score function of a class: base − ½‖whiten·(x − mean)‖². For a normal density whiten'·whiten is the
// inverse covariance.
type form struct {
	mean   []float64 // D
	whiten []float64 // D×D, row by row
	base   float64
}

func (f *form) distance2(x []float64) float64 {
	d, s := len(f.mean), 0.0
	for i := range d {
		u := 0.0
		for j, w := range f.whiten[i*d : (i+1)*d] {
			u += w * (x[j] - f.mean[j])
		}
		s += u * u
	}
	return s
}

func (f *form) at(x []float64) float64 { return f.base - 0.5*f.distance2(x) }

// row writes the scores of a grid row of the plane, at height y, to out.
func (f *form) row(g picture.Grid, y float64, out []float64) {
	w := f.whiten[:4]
	dy := y - f.mean[1]
	c0, c1 := w[1]*dy, w[3]*dy
	for i := range out {
		dx := g.X(i) - f.mean[0]
		u, v := w[0]*dx+c0, w[2]*dx+c1
		out[i] = f.base - 0.5*(u*u+v*v)
	}
}

// ellipse returns the points of the plane at distance r from the mean.
func (f *form) ellipse(r float64, role picture.Role, class int) *picture.Path {
	p := &picture.Path{Role: role, Class: class, Level: r, Closed: true}
	w := f.whiten
	det := w[0]*w[3] - w[1]*w[2]
	if det == 0 { // collinear
		size := math.Hypot(w[0], w[1])
		dx, dy := r*w[0]/(size*size), r*w[1]/(size*size)
		p.Closed, p.XY = false, []float64{f.mean[0] - dx, f.mean[1] - dy, f.mean[0] + dx, f.mean[1] + dy}
		return p
	}
	const n = 96
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / n)
		s, c = r*s/det, r*c/det
		p.XY = append(p.XY, f.mean[0]+w[3]*c-w[1]*s, f.mean[1]+w[0]*s-w[2]*c)
	}
	return p
}

// classifier predicts the class of the largest score (ties: the lowest class).
type classifier struct {
	p      *method.Problem
	forms  []form // one for each class
	name   string // name of the score, for the legend
	errors int    // number of training errors
}

// Scores calls tell with the score of every class.
func (m *classifier) Scores(x []float64, tell func(i int, f []float64)) {
	s, d := make([]float64, len(m.forms)), m.p.D
	for i := range len(x) / d {
		for k := range s {
			s[k] = m.forms[k].at(x[i*d : (i+1)*d])
		}
		tell(i, s)
	}
}

func (m *classifier) Predict(x, out []float64) { classify.Predict(m, m.p, x, out) }

func (m *classifier) trainingError() method.Fact {
	return method.Fact{Name: "training_error", Value: float64(m.errors) / float64(m.p.N)}
}

func (m *classifier) means() [][]float64 {
	means := make([][]float64, len(m.forms))
	for k := range m.forms {
		means[k] = m.forms[k].mean
	}
	return means
}

// centroids returns marks at the means, in the plane.
func (m *classifier) centroids() *picture.Marks {
	return &picture.Marks{Role: picture.RoleCentroid, XY: slices.Concat(m.means()...), Class: m.p.ClassIDs,
		Says: "mean of a class"}
}

// clearly is the log-odds at which a region has full opacity: a probability of 98 %.
const clearly = 4

// ScoreRaster returns the leads of the classes.
func (m *classifier) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r := classify.Raster(m.p, g, classify.Outputs(m.p), clearly, m.name)
	s := make([][]float64, len(m.forms)+1) // the last one is for temporary results
	for k := range s {
		s[k] = make([]float64, g.W)
	}
	for j := range g.H {
		if err := method.AskEvery(job, j, 16); err != nil {
			return nil, err
		}
		for k := range m.forms {
			m.forms[k].row(g, g.Y(j), s[k])
		}
		classify.Leads(r, j*g.W, s[:len(m.forms)], s[len(m.forms)])
	}
	return r, job.Err()
}

// moments are the first two moments of each class.
type moments struct {
	count   []int
	mean    [][]float64
	scatter [][]float64 // D×D: Σ (x − mean)(x − mean)'
	root    []triangle  // triangular root of the scatter
	far     []float64   // D: largest absolute value of each coordinate
}

func gather(job method.Job, p *method.Problem) (*moments, error) {
	k, d := len(p.ClassIDs), p.D
	if p.N == 0 {
		return nil, &method.Need{Sentence: "Add points of two classes."}
	}
	m := &moments{count: make([]int, k), far: make([]float64, d)}
	for range k {
		m.mean = append(m.mean, make([]float64, d))
		m.scatter = append(m.scatter, make([]float64, d*d))
		m.root = append(m.root, make(triangle, d*d))
	}
	for i, c := range p.Class {
		m.count[c]++
		linalg.Axpy(1, p.At(i), m.mean[c])
	}
	for c, mean := range m.mean {
		for j := range mean {
			mean[j] /= float64(m.count[c])
		}
	}
	diff := make([]float64, d)
	for i, c := range p.Class {
		if err := method.AskEvery(job, i, 4096); err != nil {
			return nil, err
		}
		for j, x := range p.At(i) {
			diff[j] = x - m.mean[c][j]
			m.far[j] = max(m.far[j], math.Abs(x))
		}
		for j, v := range diff {
			linalg.Axpy(v, diff, m.scatter[c][j*d:(j+1)*d])
		}
		m.root[c].add(diff)
	}
	return m, nil
}

// onLine ends the status if the points are collinear.
const onLine = " All points lie on one line, and the classes are separated along it."

// line returns the direction of the line of the plane on which all points lie, within the precision of their
// coordinates: a unit vector with a nonnegative sum of coordinates. It returns nil if the points are not collinear, all
// coincide, or are rows of a table.
func (m *moments) line(p *method.Problem) []float64 {
	if p.D != 2 || p.Wide() {
		return nil
	}
	total, mean, n := make(triangle, 4), make([]float64, 2), float64(p.N)
	for c, mu := range m.mean {
		linalg.Axpy(float64(m.count[c])/n, mu, mean)
	}
	for c, mu := range m.mean {
		total.join(m.root[c], 1)
		between := math.Sqrt(float64(m.count[c]))
		total.add([]float64{between * (mu[0] - mean[0]), between * (mu[1] - mean[1])})
	}
	if _, _, ok, _ := total.invert(m.far); ok {
		return nil
	}
	u := unit([]float64{total[0], total[1]})
	if u == nil && total[3] > 0 {
		u = []float64{0, 1}
	}
	if u != nil && u[0]+u[1] < 0 {
		u[0], u[1] = -u[0], -u[1]
	}
	return u
}

// pooled returns the weighted sum of the scatter matrices, with its root.
func (m *moments) pooled(weight []float64) ([]float64, triangle) {
	s := make([]float64, len(m.scatter[0]))
	root := make(triangle, len(s))
	for k, c := range m.scatter {
		linalg.Axpy(weight[k], c, s)
		root.join(m.root[k], weight[k])
	}
	return s, root
}

// even returns weights of 1/divisor for all classes.
func even(classes int, divisor float64) []float64 {
	w := make([]float64, classes)
	for k := range w {
		w[k] = 1 / divisor
	}
	return w
}

// square returns whiten'·whiten.
func square(whiten []float64, d int) []float64 {
	s := make([]float64, d*d)
	linalg.MulAddT(s, whiten, whiten, d, d, d)
	return s
}

// number formats a term of a sum; first is set for the first term.
func number(v float64, first bool) string {
	s := fmt.Sprintf("%.3g", math.Abs(v))
	switch {
	case v < 0 && first:
		return "−" + s
	case v < 0:
		return words.Text(" − %s", s)
	case first:
		return s
	}
	return words.Text(" + %s", s)
}

// polynomial formats a sum: a coefficient for each of the names, which are separated by spaces, and a constant. Terms
// with a coefficient of 0 are left out, but not the constant.
func polynomial(names string, coef ...float64) string {
	s := ""
	for i, name := range append(strings.Fields(names), "") {
		if coef[i] != 0 || name == "" {
			s += number(coef[i], s == "") + name
		}
	}
	return s
}
