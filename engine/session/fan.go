package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The boundaries or curves of up to drawnFits fits of one setting are drawn over each other, each computed on
// drawnNodes x drawnNodes nodes, or at drawnNodes + 1 positions.
const (
	drawnFits  = 20
	drawnNodes = 80
)

// draw keeps the boundary or the curve of a fit in out.Drawn, if the study is of a single setting with at least three
// rounds.
func (c *survey) draw(job method.Job, out *assess.Curve, m method.Model) error {
	f := c.f
	if c.over != nil || len(c.rounds) < 3 || f.Problem.Wide() || f.table != nil && f.table.Solid() ||
		out.Drawn != nil && out.Drawn.Of >= drawnFits {
		return nil
	}
	if out.Drawn == nil {
		out.Drawn = &assess.Lines{}
		switch s := c.study; {
		case s.Folds > 0:
			out.Drawn.To = "folds"
		case s.Bootstrap:
			out.Drawn.To = "bootstrap"
		case s.Seeds:
			out.Drawn.To = "seeds"
		}
	}
	view, lines := Range(c.d, f.Task), out.Drawn
	lines.Of++
	add := func(xy []float64) {
		if len(xy) < 4 {
			return
		}
		lines.Starts = append(lines.Starts, len(lines.XY)/2)
		for k := 0; k < len(xy); k += 2 { // five digits are as exact as pixels
			lines.XY = append(lines.XY, words.Significant(xy[k], 5), words.Significant(xy[k+1], 5))
		}
	}
	if f.Task == method.Regress {
		x, y := make([]float64, drawnNodes+1), make([]float64, drawnNodes+1)
		for i := range x {
			x[i] = view.X0 + (view.X1-view.X0)*float64(i)/drawnNodes
		}
		m.Can().Predictor.Predict(x, y)
		var xy []float64
		for i := range x {
			if method.Finite(y[i]) {
				xy = append(xy, x[i], y[i])
			} else {
				add(xy)
				xy = nil
			}
		}
		add(xy)
		return nil
	}
	if m.Can().ScoreRaster == nil || f.Task != method.Classify {
		return nil
	}
	raster, err := m.Can().Raster(job, view.Grid(drawnNodes, drawnNodes), nil)
	if err != nil {
		return err
	}
	for _, b := range picture.ClassBoundaries(raster) {
		for i, from := range starts(b) {
			to := len(b.XY) / 2
			if all := starts(b); i+1 < len(all) {
				to = all[i+1]
			}
			add(b.XY[2*from : 2*to])
		}
	}
	return nil
}

// starts returns the indices of the first points of the lines of a path.
func starts(p *picture.Path) []int {
	if p.Starts == nil {
		return []int{0}
	}
	return p.Starts
}

// layers returns the boundaries or curves that a study has kept, as one layer; nil = none.
func (v *studyView) layers(method.Job, picture.Viewport, *picture.Raster, bool) []picture.Layer {
	l, what := v.curve.Drawn, "boundaries"
	if l == nil || len(l.XY) == 0 || v.f.solid != nil {
		return nil
	}
	if v.f.Task == method.Regress {
		what = "curves"
	}
	return []picture.Layer{&picture.Path{Role: picture.RoleSample, Class: 0, XY: l.XY, Starts: l.Starts,
		Says: fanSays(what, words.Count(l.Of, "fit"), l.To)}}
}

// fanSays returns the legend text for boundaries or curves of several fits.
func fanSays(what, fits, to string) string {
	switch to {
	case "seeds":
		return words.Text("%s of %s to the same points, with other random numbers", what, fits)
	case "bootstrap":
		return words.Text("%s of %s to samples of the points with replacement", what, fits)
	case "folds":
		return words.Text("%s of %s, each to all points outside one fold", what, fits)
	}
	return words.Text("%s of %s to newly drawn points", what, fits)
}
