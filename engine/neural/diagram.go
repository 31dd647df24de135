package neural

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/network"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (s *state) Panels(show method.Shown) []method.Panel {
	var list []method.Panel
	if show[rowErrors] && len(s.p.Outputs) > 1 {
		list = s.predictors().Panels()
	}
	if show[diagram] {
		info, of := s.diagramInfo(), s
		if thin := s.thin(1); show[thinned] && len(thin) > 0 && s.hasDropout() {
			of, info.Title = thin[0], "A thinned network"
			info.Help = words.Text("The network for the first row of the next step: dashed units are dropped, and the "+
				"outputs of the others are scaled up. %s", info.Help)
		}
		list = append(list, method.Panel{PanelInfo: info, Draw: of.draw})
	}
	if show[hiddenPlane] && s.Net.Layers() > 1 && s.p.D == 2 {
		list = append(list, method.Panel{PanelInfo: s.hiddenInfo(), Draw: s.hidden})
	}
	return list
}

func (s *state) diagramInfo() method.PanelInfo {
	help := "Each unit with a small picture of its output over the plane, from the inputs on the left to the outputs " +
		"on the right. The colour scale is from −1 to 1; for probabilities, from 0 to 1; for unbounded " +
		"outputs, up to the largest. " +
		"Lines are weights, the wider the larger; negative ones are dashed. The bar below a unit is its bias; the bar at " +
		"its left is the share of the points at which it is flat; small units have no bars. Between two layers at most " +
		"256 weights are drawn, the largest."
	switch {
	case s.p.Wide():
		help = "The units, from the columns on the left to what is predicted on the right. Lines are weights, the wider " +
			"the larger; negative ones are dashed. The bar below a unit is its bias; the bar at its left is the share of " +
			"the rows at which it is flat; small units have no bars. Between two layers at most 256 weights are drawn, " +
			"the largest."
	case s.p.D == 1:
		help = "Each unit with a small curve of its output along the line, from the input on the left to the output on " +
			"the right. The scale is from −1 to 1; for probabilities, from 0 to 1; for unbounded outputs, up " +
			"to the largest. " +
			"Lines are weights, the wider the larger; negative ones are dashed. The bar below a unit is its bias; the bar at " +
			"its left is the share of the points at which it is flat; small units have no bars. Between two layers at most " +
			"256 weights are drawn, the largest."
	}
	return method.PanelInfo{ID: diagram, Title: "Network", Bare: true, Help: help}
}

const (
	largest, least = 40.0, 8.0 // range of the side of a unit's image, in pixels
	roomy          = 96.0      // largest side if there is much room
	tiny           = 14.0      // below this side, no bars of saturation and no frames are drawn
	foot           = 6.0       // room for the bias bar below a unit
	nodes          = 24        // resolution of a unit's image, in each direction
	letters        = 9         // maximum length of a name beside a unit, in characters
)

// plan holds the positions of the units in a diagram, in whole pixels.
type plan struct {
	side  float64
	x     []float64 // left edge of the units, for each layer
	h     float64
	sizes []int
	foot  float64 // room for the bias bar below a unit; 0 = no bars
}

// planOf lays out a diagram of w×h pixels, with margins left and right for names.
func planOf(net *network.Net, w, h int, left, right float64) plan {
	p := plan{h: float64(h), sizes: net.Sizes, foot: foot}
	most := slices.Max(net.Sizes)
	across := float64(w) - left - right
	pitch := (p.h - 8) / float64(most)
	if pitch < least+foot+0.5 { // no biases if there are many units
		p.foot = 0
	}
	n := float64(len(net.Sizes))
	p.side = math.Floor(min(max(min(largest, across/(1.8*n)), min(roomy, across/(2.4*n))), pitch-p.foot-2))
	p.side = max(p.side, min(least, math.Floor(pitch)-1), 3)
	for l := range net.Sizes {
		p.x = append(p.x, math.Round(left+(across-p.side)*float64(l)/(n-1)))
	}
	return p
}

// pitch returns the distance between consecutive units of layer l.
func (p plan) pitch(l int) float64 { return min((p.h-8)/float64(p.sizes[l]), 1.7*p.side+p.foot) }

// top returns the upper edge of unit j of layer l.
func (p plan) top(l, j int) float64 {
	return math.Round(p.h/2 + p.pitch(l)*(float64(j)-float64(p.sizes[l]-1)/2) - (p.side+p.foot)/2)
}

// weightSteps is the number of line widths; all lines of one width are in one path.
const weightSteps = 6

// given is the legend's single entry for units and their images, however their values are scaled.
const given = "output of a unit"

func (s *state) draw(job method.Job, w, h int) (*picture.Picture, error) {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	pic := &picture.Picture{View: v, Alt: s.told()}
	inputs, outputs := s.inputNames(), s.answersNamed()
	p := planOf(&s.Net, w, h, widest(inputs), widest(outputs))
	if s.p.Wide() { // with many columns, names without room appear only in readouts
		if p.pitch(0) < picture.LabelSize {
			inputs = nil
		}
		if p.pitch(s.Net.Layers()) < picture.LabelSize {
			outputs = nil
		}
		p = planOf(&s.Net, w, h, widest(inputs), widest(outputs))
	}
	s.connect(pic, p)
	if err := s.portray(job, pic, p); err != nil {
		return nil, err
	}
	frames := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Closed: true, Says: given}
	if s.p.Wide() {
		frames.Says = "unit"
	}
	numbers := p.side >= tiny && 0.7*p.side >= picture.LabelSize
	for l, n := range s.Net.Sizes {
		for j := range n {
			x, y := p.x[l], p.top(l, j)
			if s.without(l, j) {
				continue
			}
			frames.AddLine(v.DX(x), v.DY(y), v.DX(x+p.side), v.DY(y), v.DX(x+p.side), v.DY(y+p.side), v.DX(x), v.DY(y+p.side))
			frames.Keys = append(frames.Keys, unitKey(l, j))
			if numbers && l > 0 && l < s.Net.Layers() && p.pitch(l) >= p.side+p.foot+picture.LabelSize {
				pic.Add(&picture.Label{Role: picture.RoleGuide, Text: s.unit(l-1, j), X: v.DX(x + p.side/2),
					Y: v.DY(y - picture.LabelSize/2 - 1), Anchor: picture.AnchorMiddle, Ground: true})
			}
		}
	}
	if p.side < tiny { // so that they can still be hovered
		pic.Hits = picture.SpotsOf(v, []picture.Layer{frames})
	} else {
		pic.Add(frames)
		s.flatness(pic, p)
	}
	s.leftOut(pic, p)
	pic.Hits = append(pic.Hits, s.edges(v, p)...)
	name := func(l, j int, text string) {
		label := &picture.Label{Role: picture.RoleGuide, Text: text, X: v.DX(p.x[l]), Y: v.DY(p.top(l, j) + p.side/2),
			Anchor: picture.AnchorEnd}
		if l > 0 {
			label.X, label.Anchor = v.DX(p.x[l]+p.side), picture.AnchorStart
		}
		pic.Add(label)
	}
	for j, text := range inputs {
		name(0, j, short(text))
	}
	for j, text := range outputs {
		name(s.Net.Layers(), j, short(text))
	}
	return pic, nil
}

// answersNamed returns the names of the outputs.
func (s *state) answersNamed() []string {
	switch {
	case s.p.Wide() && s.p.Class == nil:
		return s.p.Outputs
	case s.p.Class == nil:
		return []string{"f(x)"}
	case len(s.Y) == 1:
		return []string{s.p.ClassName(1)}
	}
	names := make([]string, len(s.Y))
	for k := range names {
		names[k] = s.p.ClassName(k)
	}
	return names
}

func short(name string) string {
	if r := []rune(name); len(r) > letters {
		return string(r[:letters-1]) + "…"
	}
	return name
}

// widest returns the width that names need beside the units.
func widest(names []string) float64 {
	w := 0.0
	for _, n := range names {
		w = max(w, picture.TextWidth(short(n), picture.LabelSize))
	}
	return w + 10
}

// connect draws the weights and the biases.
func (s *state) connect(pic *picture.Picture, p plan) {
	v := pic.View
	var paths [2][weightSteps]*picture.Path
	says := [2]string{"positive weight", "negative weight"}
	fine := max(0.3, min(p.side/largest, 1)) // thinner lines for small units, as there are many of them
	path := func(c, top float64) *picture.Path {
		k, step := 0, 0
		if c < 0 {
			k = 1
		}
		if top > 0 {
			step = min(int(math.Abs(c)/top*weightSteps), weightSteps-1)
		}
		if paths[k][step] == nil {
			paths[k][step] = &picture.Path{Role: [2]picture.Role{picture.RoleWeight, picture.RoleAgainst}[k],
				Class: picture.NoClass, Weight: fine * (float64(step) + 0.5) / weightSteps, Says: says[k]}
		}
		return paths[k][step]
	}
	for l := range s.Net.Layers() {
		weights, biases := s.Net.Part(s.Theta, l)
		top, high := 0.0, 0.0
		for _, c := range weights {
			top = max(top, math.Abs(c))
		}
		for _, c := range biases {
			high = max(high, math.Abs(c))
		}
		from := strong(weights)
		for j, b := range biases {
			for i := range s.Net.Sizes[l] {
				c := weights[i*len(biases)+j]
				if math.Abs(c) < from || s.without(l, i) || s.without(l+1, j) {
					continue
				}
				path(c, top).AddLine(v.DX(p.x[l]+p.side), v.DY(p.top(l, i)+p.side/2), v.DX(p.x[l+1]), v.DY(p.top(l+1, j)+p.side/2))
			}
			// At most half the side wide, to the right of the middle if positive.
			if high > 0 && p.foot > 0 && !s.without(l+1, j) {
				x, y := p.x[l+1]+p.side/2, p.top(l+1, j)+p.side+3.5
				path(b, 1.5*math.Abs(b)).AddLine(v.DX(x), v.DY(y), v.DX(x+b/high*p.side/2), v.DY(y))
			}
		}
	}
	first := slices.IndexFunc(paths[0][:], func(p *picture.Path) bool { return p != nil })
	if first >= 0 { // the legend begins with positive weights
		pic.Add(paths[0][first])
		paths[0][first] = nil
	}
	for step := range weightSteps { // the widest on top
		for k := range paths {
			if paths[k][step] != nil {
				pic.Add(paths[k][step])
			}
		}
	}
}

// around returns the part of the plane that the units' images show: the points, with a margin.
func (s *state) around() (lo, hi []float64) {
	lo, hi = slices.Repeat([]float64{math.Inf(1)}, s.p.D), slices.Repeat([]float64{math.Inf(-1)}, s.p.D)
	for i, v := range s.p.X {
		j := i % s.p.D
		lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
	}
	side := 0.0
	for j := range lo {
		side = max(side, hi[j]-lo[j])
	}
	if !(side > 0) {
		side = max(1, 1e-9*math.Abs(hi[0]))
	}
	for j := range lo { // square
		mid := lo[j]/2 + hi[j]/2
		lo[j], hi[j] = mid-0.55*side, mid+0.55*side
	}
	return lo, hi
}

// portray draws the output of each unit over the plane or the line.
func (s *state) portray(job method.Job, pic *picture.Picture, p plan) error {
	if s.p.Wide() {
		return job.Err() // there is no such image for tables with many columns
	}
	lo, hi := s.around()
	n := nodes * nodes
	place := func(i int, x []float64) {
		x[0] = lo[0] + (float64(i%nodes)+0.5)/nodes*(hi[0]-lo[0])
		x[1] = hi[1] - (float64(i/nodes)+0.5)/nodes*(hi[1]-lo[1])
	}
	if s.p.D == 1 {
		n = 2 * nodes
		place = func(i int, x []float64) { x[0] = lo[0] + float64(i)/float64(n-1)*(hi[0]-lo[0]) }
	}
	units := make([][][]float64, len(s.Net.Sizes)) // outputs of each unit at all nodes
	for l, k := range s.Net.Sizes {
		units[l] = network.Columns(k, n)
	}
	err := s.pass(job, n, place, func(from int, t *network.Tile) {
		if s.p.Class != nil {
			s.Net.Answers(t.Units(s.Net.Layers()))
		}
		for l := range units {
			for j := range units[l] {
				copy(units[l][j][from:], t.Units(l)[j])
			}
		}
	})
	if err != nil {
		return err
	}
	v := pic.View
	curves := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: given}
	for l := range units {
		for j, a := range units[l] {
			if s.without(l, j) {
				continue
			}
			s.even(a, l)
			x, y := p.x[l], p.top(l, j)
			if s.p.D == 1 {
				xy := make([]float64, 0, 2*n)
				for i, u := range a {
					xy = append(xy, v.DX(x+float64(i)/float64(n-1)*p.side), v.DY(y+p.side*(0.5-0.42*u)))
				}
				curves.AddLine(xy...)
				continue
			}
			r := &picture.Raster{Kind: picture.Diverging, Lo: -1, Hi: 1, Says: given, Planes: [][]float32{make([]float32, n)}}
			for i, u := range a {
				r.Planes[0][i] = float32(u)
			}
			d := p.side / nodes
			r.Grid = picture.Grid{X0: v.DX(x + d/2), Y0: v.DY(y + d/2), DX: d, DY: -d, W: nodes, H: nodes}
			pic.Add(r)
		}
	}
	if s.p.D == 1 {
		pic.Add(curves)
	}
	return nil
}

// even scales the outputs of a unit of layer l to [−1, 1]: probabilities and logistic outputs from [0, 1], unbounded
// outputs by their largest absolute value. Scores of classes that are not probabilities are clipped.
func (s *state) even(a []float64, l int) {
	output := l == s.Net.Layers()
	act := network.Identity
	if l > 0 && !output {
		act = s.Net.Acts[l-1]
	}
	half := output && !s.margins() || act == network.Logistic || act == network.Step
	if half {
		for i := range a {
			a[i] = 2*a[i] - 1
		}
		return
	}
	if act == network.Tanh {
		return
	}
	top := 0.0
	for _, u := range a {
		top = max(top, math.Abs(u))
	}
	if output && s.p.Class != nil {
		top = 1
	}
	for i := range a {
		if top > 0 {
			a[i] = max(-1, min(1, a[i]/top))
		}
	}
}

// told returns the alternative text of the diagram.
func (s *state) told() string {
	var b strings.Builder
	sizes := make([]string, 0, 3)
	for _, n := range s.Net.Sizes[1:s.Net.Layers()] {
		sizes = append(sizes, fmt.Sprint(n))
	}
	between := "no hidden layer"
	if len(sizes) > 0 {
		between = words.Text("hidden layers of %s units", words.Join(sizes, ", "))
	}
	b.WriteString(words.Sprintf("A network of %s, %s and %s.", words.Count(len(s.features), "input"), between,
		words.Count(len(s.Y), "output")))
	w, _ := s.Net.Part(s.Theta, 0)
	at := 0
	for k, c := range w {
		if math.Abs(c) > math.Abs(w[at]) {
			at = k
		}
	}
	b.WriteString(words.Sprintf(" The largest weight of the first layer is %s, from %s to %s.", words.Number(w[at]),
		s.inputNames()[at/s.Net.Sizes[1]], s.called(1, at%s.Net.Sizes[1])))
	return b.String()
}
