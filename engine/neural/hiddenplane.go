package neural

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// hiddenPlane is the name of the panel and its switch, planeUnits the parameter that chooses its units.
const hiddenPlane, planeUnits = "hidden_plane", "plane_units"

func planeUnitsParam(when *method.When) method.Param {
	return method.Param{Name: planeUnits, Label: "Units of the hidden plane",
		Kind: method.Numbers{Range: method.Range{Min: 1, Max: 32}, List: method.List{MinLen: 0, MaxLen: 3, Entry: "number"},
			Whole: true}, Default: []float64{}, Looks: true, Advanced: true, When: when,
		Help: "Two units and their hidden layer: 1, 2, 1. Empty: the two most important of the last layer. Or click a unit."}
}

// planeOf returns the hidden layer, counted from 1, and the two units of the hidden plane, counted from 0; they are the
// same if the layer has only one.
func (s *state) planeOf() (l, a, b int) {
	l = s.Net.Layers() - 1
	given := s.v.Floats(planeUnits)
	if len(given) > 2 {
		l = min(l, int(given[2]))
	}
	// The units with the largest outgoing weights.
	w, bias := s.Net.Part(s.Theta, l)
	size := make([]float64, s.Net.Sizes[l])
	for j := range size {
		for _, v := range w[j*len(bias) : (j+1)*len(bias)] {
			size[j] += math.Abs(v)
		}
	}
	order := method.LargestOf(size, min(2, len(size)))
	slices.Sort(order)
	a, b = order[0], order[len(order)-1]
	if len(given) > 0 {
		if a = min(int(given[0]), len(size)) - 1; a == b && b > 0 {
			b = 0
		}
	}
	if len(given) > 1 {
		b = min(int(given[1]), len(size)) - 1
	}
	return l, a, b
}

// Tell describes units and weights. If the hidden plane is shown, a click on a unit selects it for the plane.
func (s *state) Tell(key string, v picture.Viewport, show method.Shown) (t method.Told, ok bool) {
	t, ok = s.tell(key, v)
	var l, j int
	if !ok || !unitKind.Numbers(key, &l, &j) || l == 0 || l == s.Net.Layers() || !show[hiddenPlane] || s.p.D == 1 {
		return t, ok
	}
	was, a, b := s.planeOf()
	if was != l {
		a, b = (j+1)%s.Net.Sizes[l], -1
	}
	if j != b && (was != l || j != a) { // it becomes the horizontal axis, the previous one the vertical
		t.Click = method.Action{Set: map[string]any{planeUnits: []float64{float64(j + 1), float64(a + 1), float64(l)}}}
	}
	return t, ok
}

// Look returns the same network with other units in the hidden plane, without training. Regression on the rows of a
// table has no such plane: there it returns the model itself.
func (s *state) Look(v method.Values) method.Model {
	if s.p.Wide() && s.p.Task != method.Classify {
		return s
	}
	r := *s.run
	r.v = v
	return &state{run: &r, Weights: s.Weights}
}

// hiddenInfo describes the panel.
func (s *state) hiddenInfo() method.PanelInfo {
	l, a, b := s.planeOf()
	return method.PanelInfo{ID: hiddenPlane, Title: "Hidden plane", XLabel: words.Text("unit %s", s.unit(l-1, a)),
		YLabel: words.Text("unit %s", s.unit(l-1, b)),
		Help: "The plane as two units see it: its grid is bent, and each point lies at the two units' outputs. The next " +
			"layer cuts this plane by a straight line (with the layer's other units at their means)."}
}

// hidden draws the grid and the points as mapped by two units.
func (s *state) hidden(job method.Job, w, h int) (*picture.Picture, error) {
	l, a, b := s.planeOf()
	grid, err := s.mappedGrid(job, l, a, b)
	if err != nil {
		return nil, err
	}
	marks, mean, err := s.mappedPoints(job, l, a, b)
	if err != nil {
		return nil, err
	}
	v := viewAround(marks.XY, w, h)
	pic := &picture.Picture{View: v}
	pic.Add(grid)
	if cut := s.cuts(l, a, b, mean, v); len(cut.XY) > 0 {
		pic.Add(cut)
	}
	pic.Add(marks)
	pic.Alt = words.Sprintf("Outputs of units %s and %s at the points: from %s to %s, and from %s to %s.", s.unit(l-1, a),
		s.unit(l-1, b),
		words.Number(words.Significant(v.X0, 3)), words.Number(words.Significant(v.X1, 3)),
		words.Number(words.Significant(v.Y0, 3)), words.Number(words.Significant(v.Y1, 3)))
	return pic, nil
}

// mappedGrid returns the lines of a grid of the plane at the outputs of units a and b of layer l.
func (s *state) mappedGrid(job method.Job, l, a, b int) (*picture.Path, error) {
	lo, hi := s.around()
	const lines, nodes = 13, 60
	var places [][2]float64
	for way := range 2 {
		for i := range lines {
			for k := range nodes {
				at := [2]float64{}
				at[way] = lo[way] + float64(i)/(lines-1)*(hi[way]-lo[way])
				at[1-way] = lo[1-way] + float64(k)/(nodes-1)*(hi[1-way]-lo[1-way])
				places = append(places, at)
			}
		}
	}
	xy := make([]float64, 0, 2*len(places))
	err := s.pass(job, len(places), func(i int, x []float64) { copy(x, places[i][:]) }, func(_ int, t *network.Tile) {
		for k := range t.Units(l)[a] {
			xy = append(xy, t.Units(l)[a][k], t.Units(l)[b][k])
		}
	})
	if err != nil {
		return nil, err
	}
	grid := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "grid of the plane, mapped by the units"}
	for k := 0; k < len(places); k += nodes {
		grid.AddLine(xy[2*k : 2*(k+nodes)]...)
	}
	return grid, nil
}

// mappedPoints returns the points at the outputs of units a and b of layer l, and the means of the outputs of all its
// units.
func (s *state) mappedPoints(job method.Job, l, a, b int) (marks *picture.Marks, mean []float64, err error) {
	marks = &picture.Marks{Role: picture.RolePoint}
	if s.p.Class == nil {
		marks.Value = s.p.Y
		marks.Lo, marks.Hi = method.Limits(s.p.Y)
	}
	mean = make([]float64, s.Net.Sizes[l])
	d := s.p.D
	err = s.pass(job, s.Rows, func(i int, x []float64) { copy(x, s.p.X[i*d:(i+1)*d]) }, func(from int, t *network.Tile) {
		units := t.Units(l)
		for k := range units[a] {
			marks.XY = append(marks.XY, units[a][k], units[b][k])
			marks.Ordinal = append(marks.Ordinal, s.p.Ordinal(from+k))
			if s.p.Class != nil {
				marks.Class = append(marks.Class, s.p.ClassIDs[s.p.Class[from+k]])
			}
			for j := range mean {
				mean[j] += units[j][k] / float64(s.Rows)
			}
		}
	})
	return marks, mean, err
}

// viewAround returns the view of w×h pixels that shows all points xy, with a margin.
func viewAround(xy []float64, w, h int) picture.Viewport {
	v := picture.Viewport{X0: math.Inf(1), X1: math.Inf(-1), Y0: math.Inf(1), Y1: math.Inf(-1), W: w, H: h, Scale: 1}
	for k := 0; k < len(xy); k += 2 {
		v.X0, v.X1 = min(v.X0, xy[k]), max(v.X1, xy[k])
		v.Y0, v.Y1 = min(v.Y0, xy[k+1]), max(v.Y1, xy[k+1])
	}
	for _, r := range [][2]*float64{{&v.X0, &v.X1}, {&v.Y0, &v.Y1}} {
		pad := 0.12 * (*r[1] - *r[0])
		if !(pad > 1e-9) {
			pad = max(0.5, 1e-6*math.Abs(*r[0]))
		}
		*r[0], *r[1] = *r[0]-pad, *r[1]+pad
	}
	return v
}

// cuts returns the lines where the inputs of the next layer's units are 0, the units of layer l but a and b at their
// means, if there are only a few.
func (s *state) cuts(l, a, b int, mean []float64, v picture.Viewport) *picture.Path {
	weights, bias := s.Net.Part(s.Theta, l)
	last := l+1 == s.Net.Layers()
	says := "where a sum of the next layer is 0, the others at their means"
	if a != b && len(mean) == 2 {
		says = "where a sum of the next layer is 0"
	}
	cut := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: says}
	if len(bias) > 8 || a == b || last && (s.p.Class == nil || s.Net.Loss == network.Softmax || len(bias) > 1) {
		return cut
	}
	for o := range bias {
		rest := bias[o]
		for j, m := range mean {
			if j != a && j != b {
				rest += m * weights[j*len(bias)+o]
			}
		}
		if line := picture.LineIn(weights[a*len(bias)+o], weights[b*len(bias)+o], rest, v); len(line) > 0 {
			cut.AddLine(line...)
		}
	}
	return cut
}
