package neural

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// unitKey returns the key of unit j of layer l: "u", the layer, where the inputs are layer 0, a dot, and the unit
// counted from 0.
func unitKey(l, j int) string { return unitKind.Key(l, j) }

var unitKind, edgeKind, rowKind = picture.KeyKind{Begins: "u"}, picture.KeyKind{Begins: "w"},
	picture.KeyKind{Begins: "row"}

// Hits returns the hit areas of the first layer's units: where their inputs are 0.
func (s *state) Hits(v picture.Viewport, _ method.Shown) (hits picture.Hits) {
	if s.p.Wide() {
		return nil
	}
	if s.p.D == 1 {
		for j := range s.firstUnits() {
			for _, c := range pairs(s.bends(j, v)) {
				hits.Add(picture.Dot, unitKey(1, j), c[0], c[1])
			}
		}
		return hits
	}
	for j := range s.firstUnits() {
		for _, xy := range s.zeros(j, v) {
			hits.Add(picture.Line, unitKey(1, j), xy...)
		}
	}
	return hits
}

func pairs(xy []float64) (list [][2]float64) {
	for k := 0; k+1 < len(xy); k += 2 {
		list = append(list, [2]float64{xy[k], xy[k+1]})
	}
	return list
}

// tell describes a weight, or how a unit's output is computed, with the unit's contour lines in the plane or its
// contribution to the curve. A click on a unit selects the points at which it is active.
func (s *state) tell(key string, v picture.Viewport) (t method.Told, ok bool) {
	if t, ok = s.tellEdge(key); ok {
		return t, true
	}
	var l, j int
	if !unitKind.Numbers(key, &l, &j) || l < 0 || l >= len(s.Net.Sizes) || j < 0 || j >= s.Net.Sizes[l] {
		return t, false
	}
	last := s.Net.Layers()
	inputs := s.inputNames()
	switch {
	case l == 0:
		t.Answer = words.Text("Input %s", inputs[j])
		if s.v.Bool("standardize") {
			t.Lines = []string{words.Sprintf("The network sees (%s%s) · %s: mean 0 and standard deviation 1", inputs[j],
				words.Term(-s.shift[j]), words.Number(s.scale[j]))}
		}
		return t, true
	}
	t.Answer = words.Capital(s.called(l, j))
	names := inputs
	if l > 1 {
		names = nil
		for i := range s.Net.Sizes[l-1] {
			names = append(names, "h_{"+s.unit(l-2, i)+"}")
		}
	}
	t.Lines = []string{words.Text("Inputs: %s", sum(s.plainOr(l-1, j), names))}
	if rows, what := s.active(l, j); what != "" {
		t.Lines = append(t.Lines, words.Sprintf("%s at %d of %s", what, len(rows), words.Count(s.Rows, "point")))
		t.Click.Rows = rows // nil if there are none
	}
	if l > 0 && l < last {
		if h := s.fares(); h.flat[l-1][j] > 0 {
			t.Lines = append(t.Lines, words.Sprintf("Saturated at %s of the points, where its slope is nearly 0: the unit "+
				"hardly learns from them", words.Percent(h.flat[l-1][j])))
		}
	}
	if l < last {
		w, b := s.Net.Part(s.Theta, l)
		var out []string
		for o := range min(len(b), 4) {
			out = append(out, words.Number(w[j*len(b)+o]))
		}
		if len(b) > len(out) {
			out = append(out, "…")
		}
		t.Lines = append(t.Lines, words.Text("Outgoing weights: %s", words.Join(out, ", ")))
	}
	switch {
	case s.p.Wide():
	case s.p.D == 2:
		t.Layers = s.contours(l, j, v)
	case l == last-1:
		t.Layers = s.share(j, v)
	}
	return t, true
}

// called returns the name of unit j of layer l > 0.
func (s *state) called(l, j int) string {
	switch {
	case l < s.Net.Layers():
		return words.Text("unit %s", s.unit(l-1, j))
	case s.p.Class == nil && s.p.Wide():
		return words.Text("output for %s", s.answersNamed()[j])
	case s.p.Class == nil:
		return "output f(x)"
	}
	return words.Text("output for %s", s.answersNamed()[j])
}

// active returns the rows at which unit j of layer l is active: its input is positive, or, for the outputs of several
// classes, the largest. what describes the condition; it is "" for outputs of a regression, which have none.
func (s *state) active(l, j int) (rows []int, what string) {
	output := l == s.Net.Layers()
	if output && s.p.Class == nil {
		return nil, ""
	}
	what = "Positive"
	least := 0.0
	switch {
	case output:
		what = "Output"
	case l > 0 && s.Net.Acts[l-1] == network.Logistic: // corresponds to a positive sum
		least = 0.5
	}
	d := s.p.D
	s.pass(method.Unstopped, s.Rows, func(i int, x []float64) { copy(x, s.p.X[i*d:(i+1)*d]) },
		func(from int, t *network.Tile) {
			answer := make([]float64, len(s.Y))
			for k, a := range t.Units(l)[j] {
				is := a > least
				if output && len(answer) > 1 {
					for o, c := range t.Units(l) {
						answer[o] = c[k]
					}
					is = method.Winner(answer) == j
				}
				if is {
					rows = append(rows, from+k)
				}
			}
		})
	return rows, what
}

// hiding is the maximum number of points with which a unit's image in colours is drawn: it covers the points, so they
// are drawn again above it.
const hiding = 1000

// contours returns contour lines of unit j of layer l, over its image in colours and with the points if there are few
// of them.
func (s *state) contours(l, j int, v picture.Viewport) []picture.Layer {
	g := v.Grid(96, max(2, 96*v.H/max(v.W, 1)))
	plane := make([]float32, g.W*g.H)
	s.pass(method.Unstopped, len(plane), func(i int, x []float64) { x[0], x[1] = g.X(i%g.W), g.Y(i/g.W) },
		func(from int, t *network.Tile) {
			if l == s.Net.Layers() && s.p.Class != nil {
				s.Net.Answers(t.Units(l))
			}
			for k, a := range t.Units(l)[j] {
				if l == s.Net.Layers() && s.p.Class == nil {
					a = a/s.yScale[0] + s.yShift[0]
				}
				plane[from+k] = picture.Finite(a)
			}
		})
	r := &picture.Raster{Kind: picture.Diverging, Grid: g, Planes: [][]float32{plane}, Lo: float64(slices.Min(plane)),
		Hi: float64(slices.Max(plane))}
	if !(r.Lo < r.Hi) {
		return nil
	}
	act := network.Identity
	if l < s.Net.Layers() {
		act = s.Net.Acts[l-1]
	}
	bounded := true // between r.Lo and r.Hi, which outputs reach or approach in large areas: no lines there
	switch {
	case act == network.Tanh:
		r.Lo, r.Hi = -1, 1
	case act == network.Logistic || act == network.Step || l == s.Net.Layers() && s.p.Class != nil && !s.margins():
		r.Lo, r.Hi = 0, 1
	case act == network.ReLU:
		r.Lo = 0
	default:
		bounded = false
	}
	shown := &picture.Raster{Kind: picture.Diverging, Grid: g, Lo: r.Lo, Hi: r.Hi, Name: "output",
		Says: words.Text("output: %s to %s", words.Number(words.Significant(r.Lo, 2)), words.Number(words.Significant(r.Hi,
			2)))}
	if bounded {
		pad := 1e-3 * (r.Hi - r.Lo)
		shown.Planes = [][]float32{slices.Clone(plane)}
		for k, a := range plane {
			plane[k] = float32(max(r.Lo+pad, min(r.Hi-pad, float64(a))))
		}
	} else {
		shown.Planes = r.Planes
	}
	var lines []picture.Layer
	if act != network.Step {
		lines = picture.Isolines(r, 7)
	}
	if s.p.N > hiding {
		return lines
	}
	points := &picture.Marks{Role: picture.RolePoint}
	for i := range s.p.N {
		x, y := s.p.Drawn(i)
		points.XY, points.Ordinal = append(points.XY, x, y), append(points.Ordinal, s.p.Ordinal(i))
		if s.p.Class != nil {
			points.Class = append(points.Class, s.p.ClassIDs[s.p.Class[i]])
		}
	}
	if s.p.Class == nil {
		points.Value = s.p.Y
		points.Lo, points.Hi = method.Limits(s.p.Y)
	}
	return append(append([]picture.Layer{shown}, lines...), points)
}

// share draws the contribution of unit j of the last hidden layer to the curve, added to the output's bias.
func (s *state) share(j int, v picture.Viewport) []picture.Layer {
	w, b := s.Net.Part(s.Theta, s.Net.Layers()-1)
	path := &picture.Path{Role: picture.RoleSample, Class: j, Says: "contribution of the unit to the output's bias"}
	const n = 160
	at := func(i int) float64 { return v.X0 + float64(i)/(n-1)*(v.X1-v.X0) }
	s.pass(method.Unstopped, n, func(i int, x []float64) { x[0] = at(i) }, func(from int, t *network.Tile) {
		for k, a := range t.Units(s.Net.Layers() - 1)[j] {
			path.XY = append(path.XY, at(from+k), (w[j]*a+b[0])/s.yScale[0]+s.yShift[0])
		}
	})
	return []picture.Layer{path}
}
