package session

import (
	"math"

	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// This file draws the true distribution over a picture, for a document with View.Truth whose recipe knows it: the true
// curve, or the boundary of the Bayes rule and the regions in which the model's rule differs.

// truthView shows the true distribution in the pictures of a fit.
type truthView struct {
	plain
	f   *Fit
	law overlay
}

// overlay is a true distribution, with what the model of a fit is compared with.
type overlay interface {
	work(job method.Job) error // computes what takes long
	say() method.FactList      // facts, late ones without values
	unknown() []string         // why it is unknown, as remarks
	itself() *truth            // the truth without comparisons
	layers(job method.Job, f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
}

func (v *truthView) where() place      { return behind }
func (v *truthView) symbol() string    { return "truth" }
func (v *truthView) unknown() []string { return v.law.unknown() }

func (v *truthView) work(job method.Job, rests bool) error {
	if !rests {
		return nil
	}
	return v.law.work(job)
}

func (v *truthView) facts() (before, after method.FactList) { return v.law.say(), nil }

func (v *truthView) layers(job method.Job, at picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer {
	return v.law.layers(job, v.f, at, raster, fine)
}

func (v *truthView) panels() []method.Panel { return v.f.lossPanel(v.law.itself()) }

func (v *truthView) explain(x []float64, at picture.Viewport, e *method.Explanation) {
	v.f.lawHere(v.law.itself(), x, at, e)
}

// truth is the true distribution of one recipe, with what was last drawn of it.
type truth struct {
	recipe doc.Dataset
	rows   recipe      // for a table; else zero
	points []doc.Point // as the recipe makes them; nil for a table
	of     *dataset.Truth
	why    string // why of is nil
	facts  method.FactList
	on     picture.Grid // the grid of ranks
	ranks  *picture.Raster
}

// truthOf returns the true distribution of a document's data; nil if the document doesn't ask for it, or the task has
// no targets. If it is unknown, of is nil, and why gives the reason.
func (s *Session) truthOf(f *Fit, d *doc.Document) *truth {
	if !d.View.Truth || !f.Task.Supervised() {
		return nil
	}
	t := &truth{why: "The points come from no recipe, so their distribution is unknown."}
	switch {
	case d.Dataset != nil:
		ds := *d.Dataset
		ds.Names = doc.Names{}
		if s.truth == nil || !sameRecipe(s.truth.recipe, ds) {
			s.truth = &truth{recipe: ds}
			s.truth.points, _ = dataset.Make(ds) // an invalid recipe has no truth either
			s.truth.of, s.truth.why = dataset.TruthOf(ds)
		}
		if samePoints(s.truth.points, d.Points) {
			t = s.truth
		}
	case d.Table != nil && d.Table.Name != "":
		r := recipeOf(d.Table)
		if s.truth == nil || s.truth.rows != r {
			s.truth = &truth{rows: r}
			s.truth.of, s.truth.why = dataset.TruthOfTable(d.Table)
		}
		t = s.truth
	}
	if t.of != nil && (t.of.Task != f.Task || t.of.Task == method.Classify && len(f.Problem.ClassIDs) == 0) {
		return &truth{why: "The method uses the points differently from their recipe."}
	}
	return t
}

func sameRecipe(a, b doc.Dataset) bool {
	return a.Name == b.Name && a.N == b.N && a.Noise == b.Noise && a.Seed == b.Seed
}

func (t *truth) itself() *truth { return t }

// work computes the facts, once, including what takes long: the Bayes error. The error is job's.
func (t *truth) work(job method.Job) error {
	if t == nil || t.of == nil || t.facts != nil {
		return nil
	}
	if err := t.of.Work(job); err != nil {
		return err
	}
	t.facts = t.late()
	if t.of.Task != method.Classify {
		return nil
	}
	bayes, exact := t.of.Bayes()
	t.facts[0].Value, t.facts[0].Late = bayes, false
	if !exact {
		t.facts[0].Meaning = words.Text("%s; an integral, to 0.0001", t.facts[0].Meaning)
	}
	return nil
}

// late returns the facts that are known at once, and the Bayes error without a value.
func (t *truth) late() (list method.FactList) {
	if t.of.Task == method.Classify {
		x := list.Add("bayes_error", nil, "", "Error of the Bayes rule, which predicts the most probable class under the "+
			"recipe's distribution. No rule has a smaller error on fresh points").Call("Bayes error").InPercent()
		x.Late = true
		return list
	}
	list.Add("irreducible_error", t.of.Noise, "", "Mean of (y − f(x))² with the true f: no other curve has a smaller "+
		"mean squared error on fresh points").Call("Error of the true f")
	return list
}

// say returns the facts, late ones without values.
func (t *truth) say() method.FactList {
	switch {
	case t == nil || t.of == nil:
		return nil
	case t.facts != nil:
		return t.facts
	}
	return t.late()
}

// layers draws the truth; nil if it is unknown, or for a table. raster is the model's picture, nil if there is none.
func (t *truth) layers(_ method.Job, f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer {
	if t == nil || t.of == nil || f.table != nil {
		return nil
	}
	switch f.Task {
	case method.Regress:
		return []picture.Layer{t.curve(v)}
	case method.Regress2D:
		return t.surface(v)
	}
	return t.borders(f, v, raster, fine)
}

const trueRole = picture.RoleTruth

// curve returns the true mean at every CSS pixel.
func (t *truth) curve(v picture.Viewport) picture.Layer {
	xs := make([]float64, v.W+1)
	for i := range xs {
		xs[i] = v.X0 + (v.X1-v.X0)*float64(i)/float64(v.W)
	}
	ys := make([]float64, len(xs))
	at := func(xs, ys []float64) { t.of.F(ys, nil, xs) }
	at(xs, ys)
	xs, ys = upright(xs, ys, float64(v.H)/(v.Y1-v.Y0), at)
	path := &picture.Path{Role: trueRole, Class: picture.NoClass, Says: "true mean of y"}
	for i, y := range ys {
		path.XY = append(path.XY, xs[i], y)
	}
	return path
}

// surface returns level lines of the true mean of y over the plane.
func (t *truth) surface(v picture.Viewport) (list []picture.Layer) {
	g := v.Grid(max(2, v.W/6), max(2, v.H/6))
	f := make([]float64, g.W*g.H)
	t.of.F(f, nil, nodes(g))
	r := &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{make([]float32, len(f))}}
	for i, z := range f {
		r.Planes[0][i] = float32(z)
	}
	for _, l := range picture.Isolines(r, isolines) {
		if path, ok := l.(*picture.Path); ok {
			path.Role, path.Says = trueRole, "lines of equal true mean"
			list = append(list, path)
		}
	}
	return list
}

func nodes(g picture.Grid) []float64 {
	xs := make([]float64, 0, 2*g.W*g.H)
	for j := range g.H {
		for i := range g.W {
			xs = append(xs, g.X(i), g.Y(j))
		}
	}
	return xs
}

// borders returns the boundary of the Bayes rule and, in a fine picture, hatching where the model predicts another
// class.
func (t *truth) borders(f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) (list []picture.Layer) {
	every := 8
	if !fine {
		every = 16
	}
	g := v.Grid(max(2, v.W/every), max(2, v.H/every))
	if t.ranks == nil || t.on != g {
		t.on, t.ranks = g, t.rank(g)
	}
	if fine {
		if hatch := picture.Hatched(g, v, t.apart(f, raster)); len(hatch.XY) > 0 {
			hatch.Says = "where the Bayes rule predicts another class"
			list = append(list, hatch)
		}
	}
	for _, b := range picture.ClassBoundaries(t.ranks) {
		b.Role, b.Says = trueRole, "boundary of the Bayes rule"
		list = append(list, b)
	}
	return list
}

// apart reports for each node of t.on whether the model predicts another class there than the Bayes rule.
func (t *truth) apart(f *Fit, raster *picture.Raster) []bool {
	g := t.on
	apart := make([]bool, g.W*g.H)
	var class func(at int) int
	if m := f.can.Predictor; raster == nil && m != nil && f.Problem.D == 2 {
		y := make([]float64, len(apart)) // models that draw their regions themselves predict quickly
		m.Predict(nodes(g), y)
		class = func(at int) int { return doc.Point{Z: y[at]}.Class() }
	} else if raster != nil {
		r := raster.Grid
		class = func(at int) int {
			i := int(math.Round((g.X(at%g.W) - r.X0) / r.DX))
			j := int(math.Round((g.Y(at/g.W)-r.Y0)/r.DY)) - r.From
			return taken(raster, min(max(j, 0), r.H-1)*r.W+min(max(i, 0), r.W-1))
		}
	} else {
		return apart
	}
	for at := range apart {
		apart[at] = class(at) != taken(t.ranks, at)
	}
	return apart
}

// rank returns a raster of the log-densities of the classes, up to a common term. Their differences are smooth, so that
// a coarse grid is enough to find the boundaries.
func (t *truth) rank(g picture.Grid) *picture.Raster {
	k, n := t.of.Classes, g.W*g.H
	scores := make([]float64, n*k)
	t.of.Scores(scores, nodes(g))
	r := &picture.Raster{Kind: picture.Scores, Grid: g}
	for c := range k {
		plane := make([]float32, n)
		for i := range plane {
			plane[i] = float32(scores[i*k+c])
		}
		r.Planes, r.Classes = append(r.Planes, plane), append(r.Classes, c)
	}
	return r
}

// taken returns the id of the class that a raster shows at the node with index at, or NoClass.
func taken(r *picture.Raster, at int) int {
	switch r.Kind {
	case picture.Labels:
		return int(r.Planes[0][at])
	case picture.Decision:
		if r.Planes[0][at] > 0 {
			return r.Classes[1]
		}
		return r.Classes[0]
	case picture.Scores, picture.Shares:
		best := 0
		for k := range r.Planes {
			if r.Planes[k][at] > r.Planes[best][at] {
				best = k
			}
		}
		return r.Classes[best]
	}
	return picture.NoClass
}

// unknown says why a requested truth is missing, as remarks; nil = it is known, or not requested.
func (t *truth) unknown() []string {
	if t == nil || t.of != nil {
		return nil
	}
	return []string{t.why[:len(t.why)-1]}
}
