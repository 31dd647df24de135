package pipeline

import (
	"math"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// ScoreRaster evaluates the classifier at the code of each node.
func (m *pipeline) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	scored, _ := m.inner.(classify.Scored)
	var r *picture.Raster
	switch {
	case m.proba != nil:
		r = classify.SharesRaster(m.p, g, "probability")
	case scored != nil:
		r = classify.Raster(m.p, g, len(classify.ScoresAt(scored, m.z.At(0))), m.reach(scored), "decision function")
	default:
		r = &picture.Raster{Kind: picture.Labels, Grid: g, Classes: m.p.ClassIDs, Sharp: true, Planes: classify.Planes(1, g)}
	}
	x, out := make([]float64, 2*g.W), make([]float64, g.W)
	for j := range g.H {
		if err := job.Err(); err != nil {
			return nil, err
		}
		for i := range g.W {
			x[2*i], x[2*i+1] = g.X(i), g.Y(j)
		}
		z := m.code(x)
		switch at := j * g.W; {
		case m.proba != nil:
			for i, row := range m.proba.PointScores(z) {
				classify.Put(r.Planes, at+i, row, method.Largest(row))
			}
		case scored != nil:
			scored.Scores(z, func(i int, f []float64) {
				for c, v := range f {
					r.Planes[c][at+i] = picture.Finite(v)
				}
			})
		default:
			m.asks.Predictor.Predict(z, out)
			for i, c := range out {
				r.Planes[0][at+i] = picture.NoClass
				if c == c {
					r.Planes[0][at+i] = float32(m.p.ClassIDs[int(c)])
				}
			}
		}
	}
	return r, nil
}

// reach returns the mean absolute score at the points, at which regions have full opacity.
func (m *pipeline) reach(s classify.Scored) float64 {
	sum, n := 0.0, 0.0
	s.Scores(m.z.X, func(_ int, f []float64) {
		for _, v := range f {
			sum, n = sum+math.Abs(v), n+1
		}
	})
	if sum > 0 && sum < math.MaxFloat64 {
		return sum / n
	}
	return 1
}

// only returns a set of switches with only p on.
func only(p method.Part) method.Shown { return method.Shown{p: true} }

// Layers draws what the codes stand for, in the plane of the points; for a table, the lines of the classifier if the
// plane shows them.
func (m *pipeline) Layers(job method.Job, v picture.Viewport, raster *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if m.p.Wide() {
		m.shown()
		if w := m.rows(); w != nil {
			under, _ = w.Layers(v, show)
		}
		return under, nil, nil
	}
	o := m.can
	if o.Layers == nil || !show[parts] {
		return nil, nil, nil
	}
	return o.Layers(job, v, nil, only(m.stage.flat))
}

// rows returns the classifier's weights of the codes; nil if it has none.
func (m *pipeline) rows() *classify.Rows {
	if w, ok := m.inner.(classify.Weighted); ok {
		return w.Weights()
	}
	return nil
}

// Projected returns positions of the rows that show what divides their codes, if the classifier gives a projection.
// Otherwise the rows are at their codes if there are as many codes as the view has dimensions; if not, the document
// determines the positions.
func (m *pipeline) Projected() (pl method.Projection) {
	if w := m.asks; w.Projected != nil {
		return w.Projected()
	}
	if q := m.p.Principal; q == m.z.D {
		return method.Projection{Q: q, At: m.z.X, Names: m.z.Inputs}
	}
	return pl
}

func (m *pipeline) SpaceLayers(at []float64, show method.Shown) []picture.Layer {
	if w := m.rows(); w != nil {
		return w.SpaceLayers(at, show)
	}
	return nil
}

func (m *pipeline) Panels(show method.Shown) (list []method.Panel) {
	w := m.rows()
	if w != nil && show[weights] {
		p := w.WeightsPanel()
		p.ID, p.Title = weights, "Weights of the codes"
		list = append(list, p)
		if back := m.back(w); back != nil {
			p := back.WeightsPanel()
			p.ID, p.Title = columns, "The same as weights of columns"
			p.Help = words.Text("A sum of components is a sum of columns: the contribution of each column through the codes. "+
				"%s", p.Help)
			list = append(list, p)
		}
	}
	if w != nil && show[room] && !m.p.Wide() {
		if pl := m.along(w); pl.Q == 2 {
			list = append(list, chart.Plain(method.PanelInfo{ID: room, Title: "In the space of the codes",
				XLabel: pl.Names[0], YLabel: pl.Names[1], YCounts: m.z.D == 1, Help: "The points at their codes, projected " +
					"along the weights: curved boundaries of the plane are straight here"},
				func() *chart.Chart { return m.space(w, pl) }))
		}
	}
	if o := m.can; o.Panels != nil && show[parts] && m.p.Wide() {
		list = append(list, o.Panels(only(m.stage.show))...)
	}
	return list
}

// along returns the positions of the points in the plot of their codes; a single code is plotted against the class.
func (m *pipeline) along(w *classify.Rows) (pl method.Projection) {
	if m.z.D > 1 {
		return w.Projected()
	}
	pl = method.Projection{Q: 2, Names: []string{m.z.Inputs[0], "class"}}
	for i, c := range m.p.Class {
		pl.At = append(pl.At, m.z.X[i], float64(m.p.ClassIDs[c]+1))
	}
	return pl
}

// back converts weights of codes to weights of columns if codes are linear in the columns; otherwise it returns nil.
func (m *pipeline) back(w *classify.Rows) *classify.Rows {
	dirs, d, k := m.to.Directions(), m.p.D, m.z.D
	if dirs == nil || !m.p.Wide() || w.Vectors != nil {
		return nil
	}
	origin := make([]float64, k) // code of the point 0
	m.to.Transform(make([]float64, d), origin)
	back := &classify.Rows{P: m.p}
	for f := w.F; len(f) > 0; f = f[k+1:] {
		row := make([]float64, d+1)
		row[d] = f[k]
		for j, u := range dirs {
			row[d] += f[j] * origin[j]
			for c, x := range u {
				row[c] += f[j] * x
			}
		}
		back.F = append(back.F, row...)
	}
	return back
}

// space returns a chart of the codes of the points, with the classifier's boundaries.
func (m *pipeline) space(w *classify.Rows, pl method.Projection) *chart.Chart {
	marks := &picture.Marks{Role: picture.RolePoint, Says: "points at their codes", XY: pl.At}
	for _, c := range m.p.Class {
		marks.Class = append(marks.Class, m.p.ClassIDs[c])
	}
	var v picture.Viewport
	v.X0, v.X1 = wide(pl.At, 0)
	v.Y0, v.Y1 = wide(pl.At, 1)
	v.W, v.H, v.Scale = 100, 100, 1
	at := *m.z
	at.Shown = pl.At
	flat := classify.Rows{P: &at, F: w.F, Axes: w.Axes, Names: w.Names, Vectors: w.Vectors, Called: w.Called}
	under, _ := flat.Layers(v, method.Shown{method.Regions: true, method.Boundary: true})
	return &chart.Chart{X: chart.Airy(0.06), Y: chart.Airy(0.06), Items: []chart.Item{chart.Layers(under),
		chart.Dots{Marks: marks}}}
}

// wide returns a range well beyond coordinate j of the points, so that shapes clipped to it have no visible edge.
func wide(at []float64, j int) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := j; i < len(at); i += 2 {
		lo, hi = min(lo, at[i]), max(hi, at[i])
	}
	air := hi - lo
	if !(air > 0) {
		air = 1
	}
	return lo - air, hi + air
}

func (m *pipeline) Explain(x []float64, v picture.Viewport, show method.Shown) (e method.Explanation) {
	x = x[:m.p.D]
	z := m.code(x)
	if o := m.asks; o.Explain != nil {
		m.shown()
		e = o.Explain(z, v, nil)
		e.Layers = nil // they are in the space of the codes
	} else {
		var out [1]float64
		m.asks.Predictor.Predict(z, out[:])
		e.Answer = m.p.ClassName(int(out[0]))
	}
	e.Lines = append([]string{m.written(z)}, e.Lines...)
	if m.p.Across > 0 {
		e.Layers = m.p.Portrait(x, v)
	}
	return e
}

// shownCodes is the maximum number of codes in a text.
const shownCodes = 5

// written formats a code.
func (m *pipeline) written(z []float64) string {
	list := make([]string, 0, shownCodes+1)
	for _, x := range z[:min(len(z), shownCodes)] {
		list = append(list, words.Number(words.Significant(x, 3)))
	}
	if len(z) > shownCodes {
		list = append(list, "…")
	}
	return words.Text("z(x) = (%s)", words.Join(list, ", "))
}

func (m *pipeline) Formula() string {
	names := m.z.Inputs
	if len(names) > shownCodes {
		names = append(append([]string(nil), names[:shownCodes-1]...), "…", names[len(names)-1])
	}
	t := words.Text("ŷ(x) = h(z(x)),  z(x) = (%s)", words.Join(names, ", "))
	f := m.asks
	if f.Formula == nil {
		return t
	}
	inner := f.Formula()
	if strings.Contains(inner, "(x)") || strings.Contains(inner, "·x") || strings.Contains(inner, "| x") {
		t = words.Text("%s;  below, x is z", t)
	}
	return words.Text("%s\n%s", t, inner)
}

// Tell describes what the codes stand for.
func (m *pipeline) Tell(of string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if k := m.can; k.Tell != nil {
		t, ok = k.Tell(of, v, only(m.stage.flat))
		t.Click = method.Action{Rows: t.Click.Rows}
		t.Knob = nil
	}
	return t, ok
}
