package session

import (
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// A map of P(class | x) replaces the regions of a classifier for a document with View.Proba: the predicted probability
// of one class, with level lines (probaLevels) and the border of the region where that class is the most probable one.
// All maps are of the same fit, so that a wall of them (doc.WallProba) shows which class is predicted at a point, and
// by which margin. A method only needs probabilities (Answers.Proba).

// probaLevels are the levels of the level lines, the same in all maps.
var probaLevels = []float64{0.1, 0.3, 0.5, 0.7, 0.9}

// probaMap is the map of a document.
type probaMap struct {
	f     *Fit
	class int    // class index
	why   string // why there is no map; "" = there is one
}

func (f *Fit) probaOf(d *doc.Document) mapping {
	m := &probaMap{f: f}
	p := f.Problem
	scores := f.can.PointScorer != nil
	switch {
	case f.Task != method.Classify:
		m.why = "probabilities of classes need classes, and there are none"
	case f.can.ProbaAt() == method.NoProba || !scores:
		m.why = words.Text("%s gives no probabilities here: the regions of all classes are shown", f.Method.Name)
	case p.Wide() && !f.sectioned():
		m.why = "the method is fitted to whole rows: P(class | x) is shown only on a section of the plane"
	case !p.Wide() && p.D != 2:
		m.why = "a map of P(class | x) is shown over a plane"
	default:
		if m.class = slices.Index(p.ClassIDs, *d.View.Proba); m.class < 0 {
			m.why = words.Text("%s has no training points: the regions of all classes are shown",
				p.Names.Class(*d.View.Proba))
		}
	}
	return m
}

func (m *probaMap) on() bool { return m.why == "" }

func (m *probaMap) unknown() []string {
	if m.why != "" {
		return []string{m.why}
	}
	return nil
}

// name returns the name of the quantity shown.
func (m *probaMap) name() string { return method.ProbaName(m.f.Problem.ClassName(m.class)) }

const mostProbable = "border of the region where the class is the most probable"

// levelsOf returns the legend text of a map's level lines.
func levelsOf(name string) string { return words.Text("lines of equal %s", name) }

// mapsBeside returns layers for the legend of a picture of all classes, which look like those of the probability maps,
// for any class, on the same wall.
func mapsBeside(d *doc.Document) []picture.Layer {
	if d.Wall == nil || d.Wall.Over != doc.WallProba || d.View.Proba != nil {
		return nil
	}
	name, line := method.ProbaName("class"), []float64{0, 0, 1, 1}
	return []picture.Layer{&picture.Raster{Kind: picture.Sequential, Lo: 0, Hi: 1, Says: name},
		&picture.Path{Role: picture.RoleIsoline, Class: picture.NoClass, XY: line, Says: levelsOf(name)},
		&picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: line, Says: mostProbable}}
}

// layers returns the map, its level lines (none if it is piecewise constant) and the border of the region where the
// class is the most probable one; r is the raster of the regions, nil if the model draws them itself.
func (m *probaMap) layers(job method.Job, r *picture.Raster, g picture.Grid) (*picture.Raster, []picture.Layer, error) {
	planes, like, err := m.planes(job, r, g)
	if err != nil {
		return nil, nil, err
	}
	of := &picture.Raster{Kind: picture.Sequential, Grid: like.Grid, Planes: planes[m.class : m.class+1], Lo: 0, Hi: 1,
		Sharp: like.Sharp, Boxes: like.Boxes, Veil: like.Veil, Draft: like.Draft, Name: m.name()}
	of.Says = of.Name
	var list []picture.Layer
	if !of.Sharp { // otherwise it is piecewise constant
		list = picture.IsolinesAt(of, probaLevels, 0.1)
		for _, l := range list {
			if path, ok := l.(*picture.Path); ok {
				path.Says = levelsOf(of.Name)
			}
		}
	}
	lead := &picture.Raster{Kind: picture.Decision, Grid: like.Grid, Planes: picture.NewPlanes(1, like.Grid), Hi: 1,
		Classes: []int{picture.NoClass, m.f.Problem.ClassIDs[m.class]}, Sharp: like.Sharp, Boxes: like.Boxes}
	for i := range lead.Planes[0] {
		top := float32(math.Inf(-1))
		for c, plane := range planes {
			if c != m.class {
				top = max(top, plane[i])
			}
		}
		lead.Planes[0][i] = planes[m.class][i] - top
	}
	for _, b := range picture.ClassBoundaries(lead) {
		b.Says = mostProbable
		list = append(list, b)
	}
	return of, list, nil
}

// planes returns the probabilities of all classes at the nodes of a grid, that of r or, if r is nil, g, and a raster
// with this grid and the sharpness of r.
func (m *probaMap) planes(job method.Job, r *picture.Raster, g picture.Grid) ([][]float32, *picture.Raster, error) {
	p := m.f.Problem
	k := len(p.ClassIDs)
	grids := r != nil && (p.Wide() || m.f.can.ProbaAt() == method.OnGrids)
	switch {
	case grids && r.Kind == picture.Shares && len(r.Planes) == k:
		return r.Planes, r, nil
	case grids && (r.Kind == picture.Decision && k == 2 || r.Kind == picture.Scores && len(r.Planes) == k):
		// Logarithms of probabilities up to a common term, or the log-odds of the second of two classes.
		planes, logs, row := picture.NewPlanes(k, r.Grid), make([]float64, len(r.Planes)), make([]float64, k)
		for i := range planes[0] {
			for c, plane := range r.Planes {
				logs[c] = float64(plane[i])
			}
			classify.Softmax(logs, row)
			for c, v := range row {
				planes[c][i] = float32(v)
			}
		}
		return planes, r, nil
	}
	if r == nil {
		r = &picture.Raster{Grid: g}
	}
	own := &picture.Raster{Grid: r.Grid, Sharp: r.Sharp, Boxes: r.Boxes, Veil: r.Veil, Draft: r.Draft}
	planes, scorer := picture.NewPlanes(k, own.Grid), m.f.can.PointScorer
	place := func(rows []float64, x, y float64) []float64 { return append(rows, x, y) }
	err := eachNodes(job, own.Grid, place, func(from int, x []float64) {
		for i, row := range scorer.PointScores(x) {
			for c, p := range shares(row) {
				planes[c][from+i] = float32(p)
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	return planes, own, nil
}

// eachNodes calls ask with the rows of blocks of nodes of a grid, the first of which is node from, until all nodes are
// covered; row appends the row of a position. The error is job's.
func eachNodes(job method.Job, g picture.Grid, row func(rows []float64, x, y float64) []float64,
	ask func(from int, rows []float64)) error {
	const each = 64
	var rows []float64
	for from := 0; from < g.W*g.H; from += each {
		if err := job.Err(); err != nil {
			return err
		}
		rows = rows[:0]
		for i := from; i < min(from+each, g.W*g.H); i++ {
			rows = row(rows, g.X(i%g.W), g.Y(i/g.W))
		}
		ask(from, rows)
	}
	return nil
}
