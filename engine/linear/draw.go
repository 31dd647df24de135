package linear

import (
	"math"
	"slices"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// levels are the probabilities whose lines are drawn.
var levels = [...]float64{0.1, 0.25, 0.75, 0.9}

// classLayers draws lines of equal probability, or the margins.
func (s *stage) classLayers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	f := s.f
	if s.p.Wide() {
		under, f = s.table().Layers(v, show)
	}
	if len(f) != 3 {
		return under, nil, nil
	}
	if show["levels"] {
		under = append(under, s.lines(f, v)...)
	}
	if show["margins"] {
		under = append(under, margins(f, s.p.ClassIDs, v)...)
	}
	return under, nil, nil
}

// lines returns the lines of equal probability for f, with their labels.
func (s *stage) lines(f []float64, v picture.Viewport) (out []picture.Layer) {
	class := s.p.Sought()
	says := words.Text("lines of equal probability of %s", s.p.ClassName(class))
	var lines []*picture.Path
	for _, p := range levels {
		at := math.Log(p / (1 - p)) // f is the log-odds of the second class
		if class == 0 {
			at = -at
		}
		if line := lineOf(f, at, v, picture.RoleIsoline, picture.NoClass); line != nil {
			line.Level, line.Says = p, says
			lines, out = append(lines, line), append(out, line)
		}
	}
	// Add "p = " to the numbers if there is room between the lines.
	labels, all := s.levelNames("p = ", f, lines, v)
	if !all {
		labels, _ = s.levelNames("", f, lines, v)
	}
	return append(out, labels...)
}

// levelNames places the levels of lines on the lines, clear of the data points, and reports whether all found a place.
// word precedes the number and must not lie on other lines.
func (s *stage) levelNames(word string, f []float64, lines []*picture.Path, v picture.Viewport) (
	labels []picture.Layer, all bool) {
	// The numbers of the axes may be inside the plane, at its edge.
	places := picture.NewPlaces(v, 18)
	places.Avoid(s.p.N, s.p.Drawn)
	const first, last, step = 0.15, 0.85, 0.025 // fractions of a line's length
	all = true
	others := lines
	if b := lineOf(f, 0, v, picture.RoleIsoline, picture.NoClass); b != nil {
		others = append(slices.Clone(lines), b)
	}
	for own, line := range lines {
		label := &picture.Label{Role: picture.RoleIsoline, Text: word + words.Number(line.Level)}
		put := false
		for at := first; at <= last && !put; at += step {
			px, py := v.PX(line.XY[0]+at*(line.XY[2]-line.XY[0])), v.PY(line.XY[1]+at*(line.XY[3]-line.XY[1]))
			if word != "" && onOther(label.Box(px, py, picture.LabelSize), own, others, v) {
				break // the lines are parallel
			}
			put = places.Put(label, px, py)
		}
		if put {
			labels = append(labels, label)
		}
		all = all && put
	}
	return labels, all
}

// onOther reports whether a box lies on a line other than its own.
func onOther(b picture.Box, own int, lines []*picture.Path, v picture.Viewport) bool {
	for i, l := range lines {
		if i != own && b.Crosses(v.PX(l.XY[0]), v.PY(l.XY[1]), v.PX(l.XY[2]), v.PY(l.XY[3])) {
			return true
		}
	}
	return false
}

// margins returns the lines f = −1 and f = 1.
func margins(f []float64, ids []int, v picture.Viewport) (out []picture.Layer) {
	for k, level := range []float64{-1, 1} {
		if line := lineOf(f, level, v, picture.RoleMargin, ids[k]); line != nil {
			line.Says = "margin, f = ±1"
			out = append(out, line)
		}
	}
	return out
}

func (s *stage) explainClass(x []float64, v picture.Viewport, show method.Shown) method.Explanation {
	f := classify.ScoresAt(s, x[:s.p.D])
	best := method.Winner(f)
	e := method.Explanation{Answer: s.p.ClassName(best)}
	d := s.p.D
	told := classify.Foremost(f)
	for _, r := range told {
		name := classify.F(s.p, r, len(f))
		if len(told) < len(f) {
			name = words.Text("f of %s", s.p.ClassName(r))
		}
		w := s.affine.f[r*(d+1):]
		if d > most {
			e.Lines = append(e.Lines, words.Text("%s = %s", name, words.Number(f[r])))
			if r == best || len(f) == 1 {
				e.Lines = append(e.Lines, s.shares(r, x)...)
			}
			continue
		}
		e.Lines = append(e.Lines, words.Text("%s = %s = %s", name, worked(w[:s.o.d], x, w[d]), words.Number(f[r])))
	}
	if s.both() {
		e.Lines = append(s.bothAt(x), e.Lines...)
	}
	if s.proba {
		if s.o.rows > 1 && len(told) == len(f) {
			e.Lines = append(e.Lines, s.lseAt(x))
		}
		p := make([]float64, len(s.p.ClassIDs))
		classify.LogOdds(f, p)
		e.Answer = classify.Answer(s.p, best, p[best])
		if len(f) == 1 {
			class := s.p.Sought()
			sign := [2]string{"", "−"}[class]
			e.Lines = append(e.Lines, words.Sprintf("P(%s) = 1/(1 + e^{%sf}) = %.4f", s.p.ClassName(class), sign, p[class]))
		} else {
			e.Lines = append(e.Lines, classify.Chances(s.p, told, p)...)
		}
	}
	switch {
	case s.p.Wide():
		if len(f) == 1 {
			e.Lines = append(e.Lines, s.distance(f[0])...)
		}
		e.Layers = s.portrait(x, best, v)
	case len(f) == 1 && d == 2:
		e.Lines = append(e.Lines, s.distance(f[0])...)
		e.Layers = drop(s.f, x)
	}
	if show["hessian"] && s.bends() {
		for i := range s.p.N { // a training point contributes to the derivatives
			if slices.Equal(s.p.At(i), x[:d]) {
				e.Lines = append(e.Lines, s.derived(i)...)
				break
			}
		}
	}
	return e
}

func (s *stage) lineSays(p method.Part) string {
	if p == method.Mean {
		return "fitted line"
	}
	return ""
}

// Predict returns classes, or the values of the affine function.
func (s *stage) Predict(x, out []float64) {
	if s.p.Task == method.Classify {
		s.affine.Predict(x, out)
		return
	}
	d := s.p.D
	for i := range out {
		out[i] = s.at(0, x[i*d:(i+1)*d])
	}
}

// lineLayers draws residuals, and the zone of the ε-insensitive loss.
func (s *stage) lineLayers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	w, b := s.f[0], s.f[1]
	if show["residuals"] {
		under = append(under, method.Residuals(s.p, s, "f(x)"))
	}
	if show["tube"] && s.o.loss == epsInsensitive {
		// Wider than the view, so that the ends are not visible.
		x0, x1, eps := v.X0-0.05*(v.X1-v.X0), v.X1+0.05*(v.X1-v.X0), s.o.eps
		y0, y1 := w*x0+b, w*x1+b
		under = append(under, &picture.Path{Role: picture.RoleTube, Class: picture.NoClass, Closed: true, Level: eps,
			Says: "tube f ± ε: points inside are not penalised",
			XY:   []float64{x0, y0 - eps, x1, y1 - eps, x1, y1 + eps, x0, y0 + eps}})
	}
	return under, over, nil
}

func (s *stage) explainValue(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	f := words.Number(s.at(0, x))
	return method.Explanation{Answer: f, Lines: []string{words.Text("f(x) = %s = %s", sum(s.affine.f), f)}}
}

func (s *stage) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r, err := s.raster(job, g, 0, "f(x)")
	if err != nil {
		return nil, err
	}
	// The range of the targets and of f at the points, so that the colours do not change while the view moves.
	r.Kind, r.Classes = picture.Diverging, nil
	r.Lo, r.Hi = math.Inf(1), math.Inf(-1)
	for i, y := range s.p.Y {
		f := s.at(0, s.p.At(i))
		r.Lo, r.Hi = min(r.Lo, y, f), max(r.Hi, y, f)
	}
	if !(r.Lo < r.Hi) {
		r.Lo, r.Hi = r.Lo-1, r.Hi+1
	}
	return r, nil
}
