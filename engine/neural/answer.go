package neural

import (
	"fmt"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// sure is the log-odds, and wide the distance between answers, where shading is full.
const sure, wide = 4, 1

// asking is how many products of a weight with a place are computed between two questions whether somebody
// still waits.
const asking = 200_000

// pass computes the network at n places. at gives the inputs of place i; use gets each tile with the
// number of its first place, and must not keep it.
func (s *state) pass(job method.Job, n int, at func(i int, x []float64), use func(from int, t *network.Tile)) error {
	t := network.NewTile(&s.Net, n)
	x := network.Columns(s.p.D, network.TileRows)
	place := make([]float64, s.p.D)
	work := 0
	for from := 0; from < n; from += network.TileRows {
		to := min(from+network.TileRows, n)
		if work += (to - from) * len(s.Theta); work > asking {
			work = 0
			if err := job.Err(); err != nil {
				return err
			}
		}
		for i := from; i < to; i++ {
			at(i, place)
			for j, v := range place {
				x[j][i-from] = (v - s.shift[j]) * s.scale[j]
			}
		}
		t.Load(x, 0, to-from)
		t.Forward(s.Theta)
		use(from, t)
	}
	return job.Err()
}

// outputs computes what comes into the outputs at rows of x, one list for each output.
func (s *state) outputs(x []float64) [][]float64 {
	d := s.p.D
	z := network.Columns(s.Net.Sizes[s.Net.Layers()], len(x)/d)
	s.pass(method.Unstopped, len(x)/d, func(i int, at []float64) { copy(at, x[i*d:]) }, func(from int, t *network.Tile) {
		for o, c := range t.Units(s.Net.Layers()) {
			copy(z[o][from:], c)
		}
	})
	return z
}

// Predict implements method.Predictor.
func (c *classifier) Predict(x, out []float64) {
	z := c.outputs(x)
	row := make([]float64, len(z))
	for i := range out {
		for o := range z {
			row[o] = z[o][i]
		}
		out[i] = float64(method.Winner(row))
	}
}

func (s *state) values(x, out []float64) {
	for i, z := range s.outputs(x)[0][:len(out)] {
		out[i] = z/s.yScale + s.yShift
	}
}

// Predict implements method.Predictor.
func (l *line) Predict(x, out []float64) { l.values(x, out) }

// Predict implements method.Predictor.
func (m *surface) Predict(x, out []float64) { m.values(x, out) }

// Proba implements method.Prober.
func (c *classifier) Proba() method.Proba {
	if c.Net.Loss == network.Squared {
		return method.NoProba
	}
	return method.OnGrids
}

// PointScores implements method.PointScorer: probabilities, or with the squared loss what the outputs say.
func (c *classifier) PointScores(x []float64) [][]float64 {
	z := c.outputs(x)
	c.Net.Answers(z)
	rows := make([][]float64, len(z[0]))
	for i := range rows {
		for o := range z {
			rows[i] = append(rows[i], z[o][i])
		}
		if c.Net.Loss == network.Binary {
			rows[i] = []float64{1 - z[0][i], z[0][i]}
		}
	}
	return rows
}

// most is the largest number in a raster: beyond it a float32 is infinite.
const most = 1e30

// planes computes what comes into the outputs over a grid, times scale plus shift.
func (s *state) planes(job method.Job, g picture.Grid, scale, shift float64) ([][]float32, error) {
	planes := make([][]float32, s.Net.Sizes[s.Net.Layers()])
	for o := range planes {
		planes[o] = make([]float32, g.W*g.H)
	}
	err := s.pass(job, g.W*g.H, func(i int, x []float64) { x[0], x[1] = g.X(i%g.W), g.Y(i/g.W) }, func(from int, t *network.Tile) {
		for o, c := range t.Units(s.Net.Layers()) {
			to := planes[o][from:]
			for k, z := range c {
				to[k] = float32(max(-most, min(most, z*scale+shift)))
			}
		}
	})
	return planes, err
}

// ScoreRaster implements method.Scorer.
func (c *classifier) ScoreRaster(job method.Job, g picture.Grid) (*picture.Raster, error) {
	planes, err := c.planes(job, g, 1, 0)
	if err != nil {
		return nil, err
	}
	r := &picture.Raster{Grid: g, Planes: planes, Classes: slices.Clone(c.p.ClassIDs), Hi: sure, Name: "log-odds"}
	if c.Net.Loss == network.Squared {
		r.Hi, r.Name = wide, "decision function"
	}
	if len(planes) > 1 {
		r.Kind = picture.Scores
	}
	return r, nil
}

// FieldRaster implements method.Field. Its colours are those of the targets' range, so that they hold still
// while the network learns.
func (m *surface) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	planes, err := m.planes(job, g, 1/m.yScale, m.yShift)
	if err != nil {
		return nil, err
	}
	lo, hi := method.Limits(m.p.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: planes, Lo: lo, Hi: hi, Name: "f(x)"}, nil
}

// unit is what people call unit j of hidden layer l, both from 0.
func (s *state) unit(l, j int) string {
	if s.Net.Layers() > 2 {
		return fmt.Sprintf("%d.%d", l+1, j+1)
	}
	return fmt.Sprint(j + 1)
}

// plain is what comes into unit j of the first layer as an affine function of the inputs as they are: weights,
// then the bias.
func (s *state) plain(j int) []float64 {
	w, b := s.Net.Part(s.Theta, 0)
	f := make([]float64, s.p.D+1)
	f[s.p.D] = b[j]
	for i := range s.p.D {
		f[i] = w[i*len(b)+j] * s.scale[i]
		f[s.p.D] -= f[i] * s.shift[i]
	}
	return f
}

// Layers implements method.Overlay.
func (c *classifier) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	under, over = c.lines(v, show)
	return under, over, nil
}

// Layers implements method.Overlay.
func (m *surface) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	under, over = m.lines(v, show)
	return under, over, nil
}

// lines are where the sums of the first layer are 0, with the numbers of the units over all
// that could strike through them.
func (s *state) lines(v picture.Viewport, show method.Shown) (under, over []picture.Layer) {
	if !show[creases] {
		return nil, nil
	}
	places := picture.NewPlaces(v, 18)
	places.Avoid(s.p.N, s.p.Drawn)
	path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "where a sum of the first layer is 0"}
	for j := range s.Net.Sizes[1] {
		f := s.plain(j)
		xy := picture.LineIn(f[0], f[1], f[2], v)
		if len(xy) < 4 {
			continue
		}
		path.AddLine(xy...)
		label := &picture.Label{Role: picture.RoleGuide, Text: s.unit(0, j), Ground: true, Says: "number of the unit"}
		for at := 0.08; at < 0.5; at += 0.06 {
			if places.Put(label, v.PX(xy[0]+at*(xy[2]-xy[0])), v.PY(xy[1]+at*(xy[3]-xy[1]))) {
				over = append(over, label)
				break
			}
		}
	}
	if len(path.XY) == 0 {
		return nil, nil
	}
	return []picture.Layer{path}, over
}

// Layers implements method.Overlay: residuals, and where the first layer bends.
func (l *line) Layers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under, over []picture.Layer, err error) {
	if show["residuals"] {
		under = append(under, method.Residuals(l.p, l, "f(x)"))
	}
	if !show[creases] {
		return under, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleGuide, Says: "where a sum of the first layer is 0"}
	for j := range l.Net.Sizes[1] {
		if x, y, ok := l.bend(j, v); ok {
			marks.XY = append(marks.XY, x, y)
		}
	}
	if len(marks.XY) > 0 {
		over = append(over, marks)
	}
	return under, over, nil
}

// bend is the place on the curve where the sum of unit j of the first layer is 0; ok is false
// where it is not in view.
func (s *state) bend(j int, v picture.Viewport) (x, y float64, ok bool) {
	f := s.plain(j)
	at, value := []float64{-f[1] / f[0]}, []float64{0}
	if !(at[0] >= v.X0 && at[0] <= v.X1) {
		return 0, 0, false
	}
	s.values(at, value)
	return at[0], value[0], true
}

// Explain implements method.Explainer.
func (c *classifier) Explain(x []float64, _ picture.Viewport) method.Explanation {
	s := c.PointScores(x[:c.p.D])[0]
	best := method.Winner(s)
	e := method.Explanation{Answer: c.p.ClassName(best)}
	switch {
	case c.Net.Loss == network.Squared && len(s) == 1:
		e.Lines = append(e.Lines, "f(x) = "+words.Number(s[0]))
	case c.Net.Loss == network.Squared:
		for k, v := range s {
			e.Lines = append(e.Lines, "f"+words.Index(method.ClassNumber(c.p.ClassIDs[k]))+" = "+words.Number(v))
		}
	default:
		e.Answer += fmt.Sprintf(", probability %.3f", s[best])
		for k, v := range s {
			e.Lines = append(e.Lines, fmt.Sprintf("P(%s) = %.4f", c.p.ClassName(k), v))
		}
	}
	e.Lines = append(e.Lines, c.activations(x)...)
	return e
}

// Explain implements method.Explainer.
func (l *line) Explain(x []float64, _ picture.Viewport) method.Explanation { return l.explainValue(x) }

// Explain implements method.Explainer.
func (m *surface) Explain(x []float64, _ picture.Viewport) method.Explanation {
	return m.explainValue(x)
}

func (s *state) explainValue(x []float64) method.Explanation {
	f := []float64{0}
	s.values(x[:s.p.D], f)
	name := "f(" + words.Number(x[0])
	if s.p.D > 1 {
		name += ", " + words.Number(x[1])
	}
	return method.Explanation{Answer: name + ") = " + words.Number(f[0]), Lines: s.activations(x)}
}

// activations tell what the units give at a place, a line for each layer.
func (s *state) activations(x []float64) (lines []string) {
	s.pass(method.Unstopped, 1, func(_ int, at []float64) { copy(at, x) }, func(_ int, t *network.Tile) {
		for l := 1; l < s.Net.Layers(); l++ {
			list := make([]string, s.Net.Sizes[l])
			for j, a := range t.Units(l) {
				list[j] = words.Number(words.Significant(a[0], 2))
			}
			name := "Units: "
			if s.Net.Layers() > 2 {
				name = fmt.Sprintf("Layer %d: ", l)
			}
			lines = append(lines, name+strings.Join(list, ", "))
		}
	})
	return lines
}

// Formula implements method.Formulator: what is minimised, and the network with its numbers, as
// far as they have room.
func (s *state) Formula() string {
	var t strings.Builder
	m := s.measure()
	cost := "½(f(xᵢ) − yᵢ)²"
	switch {
	case s.Net.Loss != network.Squared:
		cost = "−ln P(yᵢ | xᵢ)"
	case len(s.Y) > 1:
		cost = "½ Σ_{c} (f_{c}(xᵢ) − yᵢ_{c})²"
	}
	fmt.Fprintf(&t, "min J = 1/n (Σ %s + α/2 Σ w²),  α = %s\nJ = %s + %s = %s\n", cost, words.Number(s.v.Float("alpha")), words.Number(m.loss), words.Number(m.penalty), words.Number(m.loss+m.penalty))
	phi := map[network.Activation]string{network.Tanh: "tanh", network.ReLU: "max(0, ·)", network.Logistic: "σ"}[s.Net.Acts[0]]
	wrap := func(sum string) string {
		if s.Net.Acts[0] == network.ReLU {
			return "max(0, " + sum + ")"
		}
		return phi + "(" + sum + ")"
	}
	const told = 4 // units whose sums are written, and terms of a sum
	inputs := []string{"x"}
	if s.p.D > 1 {
		inputs = []string{"x" + words.Index(1), "x" + words.Index(2)}
	}
	names := inputs
	for l := 0; l+1 < s.Net.Layers(); l++ {
		next := make([]string, s.Net.Sizes[l+1])
		for j := range next {
			next[j] = "h_{" + s.unit(l, j) + "}"
		}
		for j := range min(len(next), told) {
			f := s.plainOr(l, j)
			t.WriteString(next[j] + " = " + wrap(sum(f, names)) + "\n")
		}
		if n := len(next); n > told {
			fmt.Fprintf(&t, "and so on up to %s\n", next[n-1])
		}
		names = next
	}
	last := s.Net.Layers() - 1
	outputs := s.Net.Sizes[last+1]
	for o := range min(outputs, told) {
		f := s.plainOr(last, o)
		name := "f(x)"
		if outputs > 1 {
			name = "f" + words.Index(method.ClassNumber(s.p.ClassIDs[o])) + "(x)"
		}
		if s.p.Class == nil {
			for k := range f {
				f[k] /= s.yScale
			}
			f[len(f)-1] += s.yShift
		}
		t.WriteString(name + " = " + sum(f, names) + "\n")
	}
	switch {
	case s.p.Class == nil:
	case s.Net.Loss == network.Binary:
		fmt.Fprintf(&t, "P(%s | x) = 1/(1 + e^{−f(x)})", s.p.ClassName(1))
	case s.Net.Loss == network.Softmax:
		t.WriteString("P(class c | x) = e^{f_{c}(x)} / Σ e^{f_{k}(x)}")
	case outputs == 1:
		fmt.Fprintf(&t, "%s where f(x) > 0, else %s", s.p.ClassName(1), s.p.ClassName(0))
	default:
		t.WriteString("The class whose f is largest")
	}
	return strings.TrimSuffix(t.String(), "\n")
}

// plainOr is what comes into unit j of layer l, from 0, as weights and a bias; of the first layer of the
// inputs as they are.
func (s *state) plainOr(l, j int) []float64 {
	if l == 0 {
		return s.plain(j)
	}
	w, b := s.Net.Part(s.Theta, l)
	f := make([]float64, s.Net.Sizes[l]+1)
	for i := range s.Net.Sizes[l] {
		f[i] = w[i*len(b)+j]
	}
	f[len(f)-1] = b[j]
	return f
}

// sum writes an affine function of named numbers, of many the first terms.
func sum(f []float64, names []string) string {
	const told = 4
	t := ""
	for i, name := range names {
		if len(names) > told && i == told-1 && i < len(names)-1 {
			t += " + …"
			break
		}
		t += words.TermAt(i, f[i]) + " " + name
	}
	return t + words.Term(f[len(f)-1])
}
