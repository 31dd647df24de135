package session

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// A section shows the predictions of a model of whole rows on the plane in which the document shows the rows, for a
// document with View.Section. A position (a, b) of the plane stands for the row m + a·u + b·v, where m is the mean of
// the rows, and u and v are the first two principal components; or, if the plane shows two columns, for the row m with
// its values of these two columns replaced. All rows are shown at their projections. A method only needs predictions
// (method.Predictor); if it has scores or probabilities (method.PointScorer), these are painted.

// section is the section of a document.
type section struct {
	*plane
	f     *Fit
	clear float64 // difference between the two largest scores from which on a region has its full color; 0 = not computed
}

// plane is the plane of a section, in the space of the rows of a table.
type plane struct {
	why  string // why there is no plane; "" = there is one
	t    *doc.Table
	at   []float64 // positions of the document's rows, two numbers each
	axes []string  // labels of the two axes
	m    []float64 // the mean row
	// A position (a, b) is m + (a − origin[0])·u + (b − origin[1])·v.
	u, v   []float64
	origin [2]float64
}

// mostLooked is the largest number of rows from which clear is computed.
const mostLooked = 200

func (s *Session) sectionOf(f *Fit, d *doc.Document) sectioning {
	p, t, why := f.Problem, d.Table, ""
	switch {
	case t == nil:
		why = "sections are for the rows of a table; for points the picture is complete"
	case !p.Wide():
		why = words.Text("no section is needed: %s is fitted to the two columns shown", f.Method.Name)
	case t.Solid():
		why = "a section is shown in a plane, not in space"
	case !f.answersPlaces():
		why = words.Text("there is no section: %s predicts no class or cluster where there is no row", f.Method.Name)
	case p.Categories != nil || slices.ContainsFunc(p.X, math.IsNaN):
		why = "there is no section of columns with words or missing values: between two words there are no values"
	}
	if why != "" {
		return &section{plane: &plane{why: why}, f: f}
	}
	if s.plane == nil || !s.plane.of(t) {
		s.plane = s.planeOf(t)
	}
	return &section{plane: s.plane, f: f}
}

// of reports whether c is the plane in which the rows of t are shown.
func (c *plane) of(t *doc.Table) bool {
	return sameTable(c.t, t) && slices.Equal(c.t.Plane, t.Plane) && slices.Equal(c.t.Rows.Columns, t.Rows.Columns)
}

// planeOf computes the plane in which a table is shown.
func (s *Session) planeOf(t *doc.Table) *plane {
	c, err := &plane{t: t}, error(nil)
	if c.at, c.axes, err = s.places(t); err != nil {
		c.why = err.Error()
		return c
	}
	x, d := values(t, t.Chosen()).x, len(t.Chosen())
	n := len(x) / d
	c.m, c.u, c.v = make([]float64, d), make([]float64, d), make([]float64, d)
	for i := range n {
		for j := range d {
			c.m[j] += x[i*d+j] / float64(n)
		}
	}
	if c.t.Plane != nil {
		for k, axis := range [][]float64{c.u, c.v} {
			j := slices.Index(c.t.Chosen(), c.t.Plane[k])
			if j < 0 {
				c.why = words.Text("there is no section along the column %s, which is not an input of the method",
					c.t.Rows.Columns[c.t.Plane[k]])
				return c
			}
			axis[j], c.origin[k] = 1, c.m[j]
		}
		return c
	}
	// The scores of a component are z = Xu with X'Xu = |z|²·u, so that u = X'z/|z|².
	for k, axis := range [][]float64{c.u, c.v} {
		size := 0.0
		for i := range n {
			z := c.at[2*i+k]
			size += z * z
			for j := range d {
				axis[j] += z * (x[i*d+j] - c.m[j])
			}
		}
		for j := range axis {
			if size > 0 {
				axis[j] /= size
			}
		}
	}
	return c
}

func (c *section) on() bool { return c.why == "" }

// placing returns the positions of the rows: their projections.
func (c *section) placing() method.Projection {
	return method.Projection{Q: 2, At: c.at, Names: c.axes}
}

// lift appends the row that position (a, b) stands for.
func (c *plane) lift(rows []float64, a, b float64) []float64 {
	a, b = a-c.origin[0], b-c.origin[1]
	for j, m := range c.m {
		rows = append(rows, m+a*c.u[j]+b*c.v[j])
	}
	return rows
}

// unknown says what a section is, or why there is none.
func (c *section) unknown() []string {
	if c.why != "" {
		return []string{c.why}
	}
	if c.t.Plane != nil {
		return []string{"the regions are a section: the predictions where all other columns have their means. Rows lie " +
			"off this plane, so their predictions may differ from the region where they are drawn"}
	}
	return []string{"the regions are a section: the predictions on the plane through the mean along two principal " +
		"components. Rows lie off this plane, so their predictions may differ from the region where they are drawn"}
}

// raster evaluates the model at the nodes of a grid: probabilities (Shares), scores (Scores, or Decision for two
// classes), or predictions (Labels).
func (c *section) raster(job method.Job, g picture.Grid) (*picture.Raster, error) {
	f := c.f
	p := f.Problem
	scorer := f.can.PointScorer
	scores := scorer != nil
	k := len(p.ClassIDs)
	if scores = scores && f.Task == method.Classify && k > 1; scores {
		scores = len(scorer.PointScores(p.At(0))) > 0
	}
	proba := scores && f.can.ProbaAt() != method.NoProba
	var r *picture.Raster
	switch {
	case proba:
		r = &picture.Raster{Kind: picture.Shares, Planes: picture.NewPlanes(k, g), Classes: p.ClassIDs, Hi: 1}
	case scores:
		if err := c.clearness(job, scorer); err != nil {
			return nil, err
		}
		r = &picture.Raster{Kind: picture.Scores, Planes: picture.NewPlanes(k, g), Classes: p.ClassIDs, Hi: c.clear}
		if k == 2 {
			r.Kind, r.Planes = picture.Decision, r.Planes[:1]
		}
	default:
		r = &picture.Raster{Kind: picture.Labels, Planes: picture.NewPlanes(1, g)}
	}
	r.Grid, r.Name = g, "regions of the classes"
	switch {
	case proba:
		r.Says = "region of a class in the section, mixed with others by P(class | x)"
	case f.Task == method.Classify:
		r.Says = "region of a class in the section"
	default:
		r.Says = "region of a cluster in the section"
	}
	var out []float64
	err := eachNodes(job, g, c.lift, func(from int, x []float64) {
		if !scores {
			out = slices.Grow(out[:0], len(x)/p.D)[:len(x)/p.D]
			f.can.Predictor.Predict(x, out)
			for i, y := range out {
				r.Planes[0][from+i] = picture.NoClass
				switch {
				case y != y || y < 0:
				case f.Task == method.Classify:
					r.Planes[0][from+i] = float32(p.ClassIDs[int(y)])
				default:
					r.Planes[0][from+i] = float32(y)
				}
			}
			return
		}
		for i, row := range scorer.PointScores(x) {
			switch {
			case proba:
				row = shares(row)
				picture.PutShares(r.Planes, from+i, row, method.Winner(row))
			case k == 2:
				r.Planes[0][from+i] = picture.Finite(single(row, method.NoProba))
			default:
				top := slices.Max(row)
				for o, v := range row {
					r.Planes[o][from+i] = picture.Finite(v - top)
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// clearness computes c.clear: the median, over some rows, of the difference between a row's two largest scores (of a
// single score and 0), or 1 if that is 0.
func (c *section) clearness(job method.Job, m method.PointScorer) error {
	if c.clear > 0 {
		return nil
	}
	p := c.f.Problem
	every := (p.N + mostLooked - 1) / mostLooked
	var leads []float64
	for i := 0; i < p.N; i += every {
		if err := job.Err(); err != nil {
			return err
		}
		row := slices.Clone(m.PointScores(p.At(i))[0])
		if len(row) == 1 {
			row = append(row, 0)
		}
		slices.Sort(row)
		if lead := row[len(row)-1] - row[len(row)-2]; method.Finite(lead) {
			leads = append(leads, lead)
		}
	}
	slices.Sort(leads)
	if c.clear = 1; len(leads) > 0 && leads[len(leads)/2] > 0 {
		c.clear = leads[len(leads)/2]
	}
	return nil
}

// known reports whether the facts of the section were computed for this plane: the same fit may have been shown in
// another one.
func (c *section) known() bool { return c.f.late.plane == c.plane }

// work computes the share of rows whose prediction differs from the one at their position. The error is job's.
func (c *section) work(job method.Job) error {
	if !c.on() || c.known() {
		return nil
	}
	m, p := c.f.can.Predictor, c.f.Problem
	n, own, there := 0, make([]float64, 1), make([]float64, 1)
	var x []float64
	for i := range p.N {
		if err := job.Err(); err != nil {
			return err
		}
		o := p.Ordinal(i)
		x = c.lift(x[:0], c.at[2*o], c.at[2*o+1])
		m.Predict(p.At(i), own)
		if m.Predict(x, there); own[0] != there[0] && !(own[0] != own[0] && there[0] != there[0]) {
			n++
		}
	}
	c.f.late.plane, c.f.late.section = c.plane, float64(n)/float64(p.N)
	return nil
}

// say returns that share as a fact.
func (c *section) say() (list method.FactList) {
	if !c.on() || c.f.Problem.N == 0 {
		return nil
	}
	fact := list.Add("section_otherwise", nil, "", "Share of the fitted rows whose prediction differs from the section "+
		"where they are drawn: the columns outside the plane decide there").Call(
		"Predicted differently from the section").InPercent()
	if fact.Late = !c.known(); !fact.Late {
		fact.Value = c.f.late.section
	}
	return list
}

// explain explains the prediction at a position in the plane.
func (c *section) explain(x []float64, v picture.Viewport) (e method.Explanation, ok bool) {
	m := c.f.can
	if m.Explain == nil {
		return e, false
	}
	e = m.Explain(c.lift(nil, x[0], x[1]), v, c.f.Show)
	e.Layers = ofRows(e.Layers)
	e.Lines = append(slices.Clone(e.Lines), "In the section, where there is no row")
	return c.f.presentable(e, v), true
}

// ofRows returns those of a model's layers that mark rows, such as rings around them.
func ofRows(layers []picture.Layer) (list []picture.Layer) {
	for _, l := range layers {
		if m, ok := l.(*picture.Marks); ok && len(m.Ordinal) > 0 {
			list = append(list, l)
		}
	}
	return list
}
