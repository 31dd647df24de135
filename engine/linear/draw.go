package linear

import (
	"fmt"
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// levels are the probabilities whose lines are drawn.
var levels = [...]float64{0.1, 0.25, 0.75, 0.9}

// Layers implements method.Overlay: lines of equal probability, or the margins.
func (c *classifier) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	if c.p.D != 2 || len(c.f) != 3 {
		return nil, nil, nil
	}
	if show["levels"] {
		says := "lines of equal probability of " + c.p.ClassName(1)
		for _, p := range levels {
			if line := lineOf(c.f, math.Log(p/(1-p)), v, picture.RoleIsoline, picture.NoClass); line != nil {
				line.Level, line.Says = p, says
				under = append(under, line, &picture.Label{Role: picture.RoleIsoline, X: line.XY[0] + 0.06*(line.XY[2]-line.XY[0]), Y: line.XY[1] + 0.06*(line.XY[3]-line.XY[1]), Text: words.Number(p)})
			}
		}
	}
	if show["margins"] {
		under = append(under, streets(c.f, c.p.ClassIDs, v)...)
	}
	return under, nil, nil
}

// streets are the lines f = −1 and f = 1.
func streets(f []float64, ids []int, v picture.Viewport) (out []picture.Layer) {
	for k, level := range []float64{-1, 1} {
		if line := lineOf(f, level, v, picture.RoleMargin, ids[k]); line != nil {
			line.Says = "margin, f = ±1"
			out = append(out, line)
		}
	}
	return out
}

// Explain implements method.Explainer.
func (c *classifier) Explain(x []float64, _ picture.Viewport) method.Explanation {
	f := c.outputs(x, make([]float64, c.rows()))
	best := method.Winner(f)
	ids := c.p.ClassIDs
	e := method.Explanation{Answer: c.p.ClassName(best)}
	d := c.p.D
	for r, v := range f {
		name := "f"
		if len(f) > 1 {
			name += words.Index(method.ClassNumber(ids[r]))
		}
		w := c.affine.f[r*(d+1):]
		e.Lines = append(e.Lines, name+" = "+worked(w[:c.o.d], x, w[d])+" = "+words.Number(v))
	}
	if c.proba {
		p := probabilities(f)
		e.Answer += fmt.Sprintf(", probability %.3f", p[best])
		if len(f) == 1 {
			e.Lines = append(e.Lines, fmt.Sprintf("P(%s) = 1/(1 + e^{−f}) = %.4f", c.p.ClassName(1), p[1]))
		} else {
			for k, q := range p {
				e.Lines = append(e.Lines, fmt.Sprintf("P(%s) = %.4f", c.p.ClassName(k), q))
			}
		}
	}
	if len(f) == 1 && d == 2 {
		e.Lines = append(e.Lines, "distance to the boundary |f|/‖w‖ = "+words.Number(math.Abs(f[0])/math.Hypot(c.f[0], c.f[1])))
		e.Layers = drop(c.f, x)
	}
	return e
}

// PartSays implements method.PartNamer.
func (l *line) PartSays(p method.Part) string {
	if p == method.Mean {
		return "fitted line"
	}
	return ""
}

// Predict implements method.Predictor.
func (l *line) Predict(x, out []float64) { l.values(x, out) }

// Predict implements method.Predictor.
func (m *surface) Predict(x, out []float64) { m.values(x, out) }

func (s *stage) values(x, out []float64) {
	d := s.p.D
	for i := range out {
		out[i] = s.at(0, x[i*d:(i+1)*d])
	}
}

// Layers implements method.Overlay: residuals, and the zone of the ε-insensitive
// loss.
func (l *line) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	w, b := l.f[0], l.f[1]
	if show["residuals"] {
		path := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass, Says: "residuals y − f(x)"}
		for i, x := range l.p.X {
			path.AddLine(x, l.p.Y[i], x, w*x+b)
		}
		under = append(under, path)
	}
	if show["tube"] && l.o.loss == epsInsensitive {
		// Wider than the view: its ends are no edges.
		x0, x1, eps := v.X0-0.05*(v.X1-v.X0), v.X1+0.05*(v.X1-v.X0), l.o.eps
		y0, y1 := w*x0+b, w*x1+b
		under = append(under, &picture.Path{Role: picture.RoleTube, Class: picture.NoClass, Closed: true, Level: eps, Says: "tube f ± ε, inside which no point costs anything",
			XY: []float64{x0, y0 - eps, x1, y1 - eps, x1, y1 + eps, x0, y0 + eps}})
	}
	return under, over, nil
}

// Explain implements method.Explainer.
func (l *line) Explain(x []float64, _ picture.Viewport) method.Explanation {
	return explainValue(l.stage, x)
}

// Explain implements method.Explainer.
func (m *surface) Explain(x []float64, _ picture.Viewport) method.Explanation {
	return explainValue(m.stage, x)
}

func explainValue(s *stage, x []float64) method.Explanation {
	f := words.Number(s.at(0, x))
	return method.Explanation{Answer: f, Lines: []string{"f(x) = " + sum(s.affine.f) + " = " + f}}
}

// FieldRaster implements method.Field.
func (m *surface) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r, err := m.raster(job, g, 0, "f(x)")
	if err != nil {
		return nil, err
	}
	// The range of the targets and of f at the points, so that colours stay
	// while the view moves.
	r.Kind, r.Classes = picture.Diverging, nil
	r.Lo, r.Hi = math.Inf(1), math.Inf(-1)
	for i, y := range m.p.Y {
		f := m.at(0, m.p.At(i))
		r.Lo, r.Hi = min(r.Lo, y, f), max(r.Hi, y, f)
	}
	if !(r.Lo < r.Hi) {
		r.Lo, r.Hi = r.Lo-1, r.Hi+1
	}
	return r, nil
}
