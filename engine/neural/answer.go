package neural

import (
	"fmt"
	"strings"

	"pointscape/engine/classify"
	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// sure is the log-odds, and wide the score without probabilities, at which regions have full opacity.
const sure, wide = 4, 1

// asking is the number of products of weights and inputs between two calls of job.Err.
const asking = 200_000

// pass evaluates the network at n points, in tiles. at writes the coordinates of point i; use gets each tile with the
// index of its first point, and must not keep it.
func (s *state) pass(job method.Job, n int, at func(i int, x []float64), use func(from int, t *network.Tile)) error {
	t := network.NewTile(&s.Net, n)
	x := network.Columns(len(s.features), network.TileRows)
	place, seen := make([]float64, s.p.D), make([]float64, len(s.features))
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
			s.show(place, seen)
			for j, v := range seen {
				x[j][i-from] = v
			}
		}
		t.Load(x, 0, to-from)
		t.Forward(s.Theta)
		use(from, t)
	}
	return job.Err()
}

// outputs computes the inputs of the output units at the rows of x, one list for each output.
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

// Scores calls tell with the inputs of the output units.
func (s *state) Scores(x []float64, tell func(i int, f []float64)) {
	classify.Columns(s.outputs(x), tell)
}

// Predict answers with the class, or with the value of the first output: for rows of a table the one that the plane
// shows.
func (s *state) Predict(x, out []float64) {
	if s.p.Task == method.Classify {
		classify.Predict(s, s.p, x, out)
	} else {
		s.values(x, out)
	}
}

func (s *state) values(x, out []float64) {
	for i, z := range s.outputs(x)[0][:len(out)] {
		out[i] = z/s.yScale[0] + s.yShift[0]
	}
}

func (s *state) Proba() method.Proba {
	if s.margins() {
		return method.NoProba
	}
	return method.OnGrids
}

// margins reports whether the outputs are not probabilities.
func (s *state) margins() bool { return s.Net.Loss == network.Squared || s.Net.Loss == network.Hinge }

// PointScores returns probabilities, or, for the squared and the hinge loss, the outputs themselves.
func (s *state) PointScores(x []float64) [][]float64 {
	if s.margins() {
		return classify.PointScores(s, s.p, x, nil)
	}
	return classify.PointScores(s, s.p, x, classify.LogOdds)
}

// planes computes the inputs of the output units over a grid, times scale plus shift.
func (s *state) planes(job method.Job, g picture.Grid, scale, shift float64) ([][]float32, error) {
	planes := classify.Planes(s.Net.Sizes[s.Net.Layers()], g)
	err := s.pass(job, g.W*g.H, func(i int, x []float64) { x[0], x[1] = g.X(i%g.W), g.Y(i/g.W) },
		func(from int, t *network.Tile) {
			for o, c := range t.Units(s.Net.Layers()) {
				to := planes[o][from:]
				for k, z := range c {
					to[k] = picture.Finite(z*scale + shift)
				}
			}
		})
	return planes, err
}

func (s *state) ScoreRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	planes, err := s.planes(job, g, 1, 0)
	if err != nil {
		return nil, err
	}
	if s.margins() {
		return classify.RasterOf(s.p, g, planes, wide, "decision function"), nil
	}
	return classify.RasterOf(s.p, g, planes, sure, "log-odds"), nil
}

// FieldRaster returns the predictions. Colours cover the range of the targets, so they stay the same while the network
// learns.
func (s *state) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	planes, err := s.planes(job, g, 1/s.yScale[0], s.yShift[0])
	if err != nil {
		return nil, err
	}
	lo, hi := method.Limits(s.p.Y)
	return &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: planes, Lo: lo, Hi: hi, Name: "f(x)"}, nil
}

// unit returns the name of unit j of hidden layer l, both counted from 0.
func (s *state) unit(l, j int) string {
	if s.Net.Layers() > 2 {
		return fmt.Sprintf("%d.%d", l+1, j+1)
	}
	return fmt.Sprint(j + 1)
}

// plain returns the input of unit j of the first layer as an affine function of the unscaled features: the weights,
// then the bias.
func (s *state) plain(j int) []float64 {
	w, b := s.Net.Part(s.Theta, 0)
	n := len(s.features)
	f := make([]float64, n+1)
	f[n] = b[j]
	for i := range n {
		f[i] = w[i*len(b)+j] * s.scale[i]
		f[n] -= f[i] * s.shift[i]
	}
	return f
}

// regionLayers draws where the inputs of the first layer's units are 0, and the boundaries of thinned networks.
func (s *state) regionLayers(job method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under, over = s.lines(v, show)
	if show[thinned] && s.hasDropout() {
		thin, err := s.thinBoundaries(job, v)
		if err != nil {
			return nil, nil, err
		}
		under = append(under, thin...)
	}
	return under, over, nil
}

// planeLayers draws where the inputs of the first layer's units are 0.
func (s *state) planeLayers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	under, over = s.lines(v, show)
	return under, over, nil
}

// firstUnits returns the number of units of the first hidden layer, 0 if there is none.
func (s *state) firstUnits() int {
	if s.Net.Layers() < 2 {
		return 0
	}
	return s.Net.Sizes[1]
}

// zeros returns where the input of unit j of the first layer is 0: a line, or, with nonlinear features, curves.
func (s *state) zeros(j int, v picture.Viewport) (pieces [][]float64) {
	if s.straight() {
		f := s.affine(j)
		if xy := picture.LineIn(f[0], f[1], f[2], v); len(xy) >= 4 {
			pieces = [][]float64{xy}
		}
		return pieces
	}
	g := v.Grid(96, max(2, 96*v.H/max(v.W, 1)))
	plane, seen, place := make([]float32, g.W*g.H), make([]float64, len(s.features)), make([]float64, 2)
	w, b := s.Net.Part(s.Theta, 0)
	for k := range plane {
		place[0], place[1] = g.X(k%g.W), g.Y(k/g.W)
		s.show(place, seen)
		z := b[j]
		for i, x := range seen {
			z += x * w[i*len(b)+j]
		}
		plane[k] = picture.Finite(z)
	}
	picture.ContourPath(plane, g, 0, picture.RoleGuide, picture.NoClass).Lines(
		func(xy []float64) { pieces = append(pieces, xy) })
	return pieces
}

// lines returns where the inputs of the first layer's units are 0, with the units' numbers above all layers that could
// cover them.
func (s *state) lines(v picture.Viewport, show method.Shown) (under, over []picture.Layer) {
	if !show[creases] {
		return nil, nil
	}
	places := picture.NewPlaces(v, 18)
	places.Avoid(s.p.N, s.p.Drawn)
	path := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "where a sum of the first layer is 0"}
	for j := range s.firstUnits() {
		pieces := s.zeros(j, v)
		if len(pieces) == 0 {
			continue
		}
		for _, xy := range pieces {
			path.AddLine(xy...)
		}
		label := &picture.Label{Role: picture.RoleGuide, Text: s.unit(0, j), Ground: true, Says: "number of the unit"}
		for at := 0.08; at < 0.5; at += 0.06 {
			x, y := along(pieces[0], at)
			if places.Put(label, v.PX(x), v.PY(y)) {
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

// along returns the point of a polyline at the fraction share of its corners.
func along(xy []float64, share float64) (x, y float64) {
	at := share * float64(len(xy)/2-1)
	k := max(min(int(at), len(xy)/2-2), 0)
	at -= float64(k)
	return xy[2*k] + at*(xy[2*k+2]-xy[2*k]), xy[2*k+1] + at*(xy[2*k+3]-xy[2*k+1])
}

// lineLayers draws residuals, the curves of thinned networks, and where the inputs of the first layer's units are 0.
func (s *state) lineLayers(_ method.Job, v picture.Viewport, _ *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	if show["residuals"] {
		under = append(under, method.Residuals(s.p, s, "f(x)"))
	}
	if show[thinned] && s.hasDropout() {
		under = append(under, s.thinCurves(v)...)
	}
	if !show[creases] {
		return under, nil, nil
	}
	marks := &picture.Marks{Role: picture.RoleGuide, Says: "where a sum of the first layer is 0"}
	for j := range s.firstUnits() {
		marks.XY = append(marks.XY, s.bends(j, v)...)
	}
	if len(marks.XY) > 0 {
		over = append(over, marks)
	}
	return under, over, nil
}

// bends returns the points of the curve, with x in the viewport, at which the input of unit j of the first layer is 0.
func (s *state) bends(j int, v picture.Viewport) (xy []float64) {
	var at []float64
	if f := s.plain(j); s.straight() {
		at = []float64{-f[1] / f[0]}
	} else { // sign changes on a fine grid
		const n = 400
		seen := make([]float64, len(s.features))
		z := func(x float64) float64 {
			s.show([]float64{x}, seen)
			w, b := s.Net.Part(s.Theta, 0)
			sum := b[j]
			for i, u := range seen {
				sum += u * w[i*len(b)+j]
			}
			return sum
		}
		last := z(v.X0)
		for k := 1; k <= n; k++ {
			d := (v.X1 - v.X0) / n
			x := v.X0 + float64(k)*d
			now := z(x)
			if last*now < 0 {
				at = append(at, x-d*now/(now-last))
			}
			last = now
		}
	}
	for _, x := range at {
		if x >= v.X0 && x <= v.X1 {
			value := []float64{0}
			s.values([]float64{x}, value)
			xy = append(xy, x, value[0])
		}
	}
	return xy
}

// explainClass gives the class at a point, and its scores.
func (s *state) explainClass(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	f := s.PointScores(x[:s.p.D])[0]
	best := method.Winner(f)
	e := method.Explanation{Answer: s.p.ClassName(best)}
	if s.margins() {
		e.Lines = classify.Values(s.p, f)
	} else {
		e.Answer, e.Lines = classify.Answer(s.p, best, f[best]), classify.Chances(s.p, classify.Foremost(f), f)
	}
	e.Lines = append(e.Lines, s.activations(x)...)
	return e
}

// explainValue gives the value at a point of the line or the plane.
func (s *state) explainValue(x []float64, _ picture.Viewport, _ method.Shown) method.Explanation {
	f := []float64{0}
	s.values(x[:s.p.D], f)
	name := "f(" + words.Number(x[0])
	if s.p.D > 1 {
		name += words.Text(", %s", words.Number(x[1]))
	}
	return method.Explanation{Answer: words.Text("%s) = %s", name, words.Number(f[0])), Lines: s.activations(x)}
}

// activations describes the outputs of the hidden units at a point, one line for each layer.
func (s *state) activations(x []float64) (lines []string) {
	s.pass(method.Unstopped, 1, func(_ int, at []float64) { copy(at, x) }, func(_ int, t *network.Tile) {
		for l := 1; l < s.Net.Layers(); l++ {
			list := make([]string, s.Net.Sizes[l])
			for j, a := range t.Units(l) {
				list[j] = words.Number(words.Significant(a[0], 2))
			}
			name := "Units"
			if s.Net.Layers() > 2 {
				name = words.Sprintf("Layer %d", l)
			}
			lines = append(lines, words.Text("%s: %s", name, words.Join(list, ", ")))
		}
	})
	return lines
}

// mostSaid is the largest number of units with a formula, and of terms of a sum.
const mostSaid = 4

// Formula returns the objective, and the network with its numbers, abbreviated if it is large.
func (s *state) Formula() string {
	var t strings.Builder
	s.objective(&t)
	t.WriteString(words.Say(s.counted()))
	names := s.featureNames()
	for l := 0; l+1 < s.Net.Layers(); l++ {
		next := make([]string, s.Net.Sizes[l+1])
		for j := range next {
			next[j] = "h_{" + s.unit(l, j) + "}"
		}
		for j := range min(len(next), mostSaid) {
			f := s.plainOr(l, j)
			t.WriteString(words.Text("%s = %s\n", next[j], bent(s.Net.Acts[l], s.Net.Steepness(l), sum(f, names))))
		}
		if n := len(next); n > mostSaid {
			t.WriteString(words.Sprintf("and so on up to %s\n", next[n-1]))
		}
		names = next
	}
	s.outputFormulas(&t, names)
	if s.p.Class != nil {
		t.WriteString(classify.Rule(s.p, s.Net.Sizes[s.Net.Layers()], !s.margins()))
	}
	return strings.TrimSuffix(t.String(), "\n")
}

// objective writes the objective, in symbols and in numbers, and its penalties.
func (s *state) objective(t *strings.Builder) {
	m := s.measure()
	cost := "½(f(xᵢ) − yᵢ)²"
	switch {
	case s.Net.Loss == network.Hinge && len(s.Y) == 1:
		cost = "max(0, 1 − yᵢ f(xᵢ))"
	case s.Net.Loss == network.Hinge:
		cost = "Σ_{c ≠ yᵢ} max(0, 1 + f_{c}(xᵢ) − f_{yᵢ}(xᵢ))"
	case s.Net.Loss != network.Squared:
		cost = "−ln P(yᵢ | xᵢ)"
	case len(s.Y) > 1:
		cost = "½ Σ_{c} (f_{c}(xᵢ) − yᵢ_{c})²"
	}
	price, prices := " + α/2 Σ w²", words.Text(",  α = %s", words.Number(s.v.Float("alpha")))
	if each := s.v.Floats("alphas"); len(each) > 0 {
		price, prices = " + Σ_{l} α_{l}/2 Σ w²", ""
		for l, alpha := range each {
			prices += words.Text(",  α%s = %s", words.Index(l+1), words.Number(alpha))
		}
	}
	if l1 := s.v.Float("l1"); l1 > 0 {
		price += " + λ Σ |w|"
		prices += words.Text(",  λ = %s", words.Number(l1))
	}
	t.WriteString(words.Sprintf("min J = 1/n (Σ %s%s)%s\nJ = %s + %s = %s\n", cost, price, prices, words.Number(m.loss),
		words.Number(m.penalty), words.Number(m.loss+m.penalty)))
}

// featureNames returns the names of the network's inputs in formulas.
func (s *state) featureNames() []string {
	inputs := []string{"x"}
	if s.p.D > 1 {
		inputs = inputs[:0]
		for j := range s.p.D {
			inputs = append(inputs, "x"+words.Index(j+1))
		}
	}
	names := make([]string, len(s.features))
	for i, f := range s.features {
		names[i] = f.name(inputs)
	}
	return names
}

// outputFormulas writes the formulas of the outputs. names are those of the units of the last hidden layer, or of the
// inputs if there is none.
func (s *state) outputFormulas(t *strings.Builder, names []string) {
	last := s.Net.Layers() - 1
	outputs := s.Net.Sizes[last+1]
	for o := range min(outputs, mostSaid) {
		f := s.plainOr(last, o)
		if s.p.Class == nil {
			for k := range f {
				f[k] /= s.yScale[o]
			}
			f[len(f)-1] += s.yShift[o]
		}
		name := "f"
		switch {
		case s.p.Class != nil:
			name = classify.F(s.p, o, outputs)
		case outputs > 1:
			name = "f" + words.Index(o+1)
		}
		t.WriteString(words.Text("%s(x) = %s\n", name, sum(f, names)))
	}
	if s.p.Class == nil && outputs > mostSaid {
		t.WriteString(words.Sprintf("and so on up to f%s\n", words.Index(outputs)))
	}
}

// counted says in which units J is measured if they differ from those of the formulas below it, otherwise "".
func (s *state) counted() string {
	if !s.v.Bool("standardize") {
		return ""
	}
	if s.p.Wide() {
		return "In J: columns and errors are in standard deviations;  below: unscaled\n"
	}
	names := s.inputNames()
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = words.Text("(%s%s) · %s", name, words.Term(-s.shift[i]), words.Number(s.scale[i]))
	}
	t := words.Text("In J: w are the weights of %s", words.Join(list, ",  "))
	if s.p.Class != nil {
		return words.Text("%s;  below: those of the inputs as they are\n", t)
	}
	return words.Text("%s,  and errors are in units of %s;  below: both as they are\n", t, words.Number(1/s.yScale[0]))
}

// bent formats the activation of a sum.
func bent(act network.Activation, gain float64, sum string) string {
	if gain != 1 {
		sum = words.Text("%s · (%s)", words.Number(gain), sum)
	}
	switch act {
	case network.Identity:
		return strings.TrimPrefix(sum, "+")
	case network.ReLU:
		return words.Text("max(0, %s)", sum)
	case network.LeakyReLU:
		return "leaky(" + sum + ")"
	case network.Step:
		return words.Text("[%s > 0]", sum)
	}
	return map[network.Activation]string{network.Tanh: "tanh", network.Logistic: "σ", network.ELU: "elu"}[act] + "(" +
		sum + ")"
}

// plainOr returns the weights and the bias of unit j of layer l, counted from 0; for the first layer those for unscaled
// inputs.
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

// sum formats an affine function of named numbers, abbreviated if there are many.
func sum(f []float64, names []string) string {
	t := ""
	for i, name := range names {
		if len(names) > mostSaid && i == mostSaid-1 && i < len(names)-1 {
			t += " + …"
			break
		}
		t += words.Text("%s %s", words.TermAt(i, f[i]), name)
	}
	return t + words.Term(f[len(f)-1])
}
