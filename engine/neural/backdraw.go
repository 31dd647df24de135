package neural

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

func (s *passStage) Panels(show method.Shown) []method.Panel {
	if !show[diagram] {
		return nil
	}
	return []method.Panel{{PanelInfo: method.PanelInfo{ID: diagram, Title: "Network", Bare: true,
		Help: "Each unit shows its output and, below, δ: the derivative of the loss with respect to the unit's sum. Lines " +
			"are weights, the wider the larger; negative ones are dashed. The current part of the step is bold, with its " +
			"weights or, after ∂, their gradients; the text below describes the step."}, Draw: method.Drawn(s.draw),
		RowKeys: func() []string { return rowKind.Keys(s.p.N) }}} // they select the point of the pass
}

// layout holds the positions of the units in the diagram of a pass, in pixels.
type layout struct {
	wide, high float64 // size of a unit's box
	x          []float64
	h          float64
	sizes      []int
	says       []string // lines of text about the step, below h
}

const (
	rowHigh = 15   // height of a line of text, in pixels
	wordy   = 0.45 // maximum share of the panel for the text
	lowest  = 180  // minimum height of a panel with text, in pixels
)

// rows breaks a text into lines of the given width in pixels.
func rows(text string, wide float64) (list []string) {
	for _, word := range strings.Fields(text) {
		if n := len(list) - 1; n >= 0 && picture.TextWidth(words.Text("%s %s", list[n], word), picture.LabelSize) <= wide {
			list[n] += " " + word
		} else {
			list = append(list, word)
		}
	}
	return list
}

// raised replaces exponents, which labels can't show.
var raised = strings.NewReplacer("e^{−z}", "exp(−z)", "e^{z}", "exp(z)")

// told returns the text of the step in a panel, its sentence and its formulas as far as they fit; high is the number of
// lines of the longest step's text, so that the diagram does not move.
func (s *passStage) told(w, h int) (says []string, high int) {
	most := int(wordy * float64(h) / rowHigh)
	if h < lowest {
		return nil, 0
	}
	for k := range s.moments {
		say, lines := (&passStage{s.passing, k}).sentence()
		list := rows(say, float64(w)-12)
		if len(list) > most {
			list = nil
		}
		for _, line := range lines {
			if more := rows(words.Readable(raised.Replace(line)), float64(w)-24); len(list)+len(more) <= most {
				for i, text := range more {
					if i > 0 {
						text = "    " + words.Say(text)
					}
					list = append(list, text)
				}
			}
		}
		if high = max(high, len(list)); k == s.k {
			says = list
		}
	}
	return says, high
}

func (s *passStage) layout(w, h int) layout {
	says, high := s.told(w, h)
	h -= rowHigh * high
	sizes := s.before.Net.Sizes
	names := make([]string, 0, 4)
	for o := range s.a[len(s.a)-1] {
		names = append(names, s.output(o))
	}
	left, right := widest(s.p.InputNames()), widest(names)
	y := layout{h: float64(h), sizes: sizes, says: says}
	across := float64(w) - left - right
	y.wide = math.Floor(min(58, 0.5*across/float64(len(sizes))))
	y.high = math.Floor(min(24, (y.h-16)/float64(slices.Max(sizes))-18))
	y.high = max(y.high, 10)
	for l := range sizes {
		y.x = append(y.x, left+(across-y.wide)*float64(l)/float64(len(sizes)-1))
	}
	return y
}

// top returns the upper edge of unit j of layer l.
func (y layout) top(l, j int) float64 {
	pitch := min((y.h-16)/float64(y.sizes[l]), 130)
	return y.h/2 + pitch*(float64(j)-float64(y.sizes[l]-1)/2) - (y.high+16)/2
}

// output returns the label of output o.
func (s *passStage) output(o int) string {
	if len(s.a[len(s.a)-1]) == 1 {
		return s.p.ClassName(1)
	}
	return s.p.ClassName(o)
}

// edgeKey returns the key of the weight from unit i of layer l−1 to unit j of layer l.
func edgeKey(l, i, j int) string {
	return edgeKind.Key(l, i, j)
}

// about reports whether the step concerns the weight from unit i of layer l−1 to unit j of layer l.
func (s *passStage) about(l, i, j int) bool {
	switch m := s.moments[s.k]; m.phase {
	case sums, slopes:
		return m.l == l && m.j == j
	case blames:
		return m.l == l-1 && m.j == i
	case updates:
		return true
	}
	return false
}

// draw draws the network at this step on w×h pixels.
func (s *passStage) draw(w, h int) *picture.Picture {
	v := picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	say, _ := s.sentence()
	pic := &picture.Picture{View: v, Alt: say}
	d := &passDrawing{passStage: s, v: v, y: s.layout(w, h), m: s.moments[s.k], gives: s.a,
		places: picture.NewPlaces(v, 1)}
	if d.m.phase == updates {
		d.gives = s.learned
	}
	pic.Add(d.weights()...)
	boxes, frames, here := d.units()
	pic.Add(boxes...)
	if len(d.bold.XY) > 0 {
		pic.Add(d.bold)
	}
	d.describe()
	pic.Add(d.texts...)
	pic.Add(frames) // above the backgrounds of the numbers
	if len(here.XY) > 0 {
		pic.Add(here)
	}
	pic.Add(d.lettering()...)
	return pic
}

// passDrawing is what the parts of the diagram share while it is drawn. Positions are in pixels.
type passDrawing struct {
	*passStage
	v       picture.Viewport
	y       layout
	m       moment
	gives   [][]float64 // output of each unit
	places  *picture.Places
	bold    *picture.Path // the weights that the step concerns
	letters []lettered
	texts   []picture.Layer
}

// lettered is a number on the line from (x0, y0) to (x1, y1).
type lettered struct {
	text   string
	x0, y0 float64
	x1, y1 float64
	late   bool // placed near its end
}

// weights returns the weights as lines, the widest on top. Those that the step concerns are also drawn bold, and have
// numbers.
func (d *passDrawing) weights() (layers []picture.Layer) {
	d.bold = &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Says: "current part of the step"}
	theta := d.now().Theta
	var paths [2][weightSteps]*picture.Path
	for l := 1; l < len(d.a); l++ {
		top := 0.0
		for i := range d.a[l-1] {
			for j := range d.a[l] {
				_, at := d.weight(l, i, j)
				top = max(top, math.Abs(theta[at]))
			}
		}
		for i := range d.a[l-1] {
			for j := range d.a[l] {
				_, at := d.weight(l, i, j)
				c := theta[at]
				k, step := 0, 0
				if c < 0 {
					k = 1
				}
				if top > 0 {
					step = min(int(math.Abs(c)/top*weightSteps), weightSteps-1)
				}
				p := paths[k][step]
				if p == nil {
					p = &picture.Path{Role: [2]picture.Role{picture.RoleWeight, picture.RoleAgainst}[k], Class: picture.NoClass,
						Weight: (float64(step) + 0.5) / weightSteps,
						Says:   [2]string{"positive weight", "negative weight"}[k]}
					paths[k][step] = p
				}
				d.line(p, l, i, j)
				d.letter(l, i, j, at, c)
			}
		}
	}
	for step := range weightSteps {
		for k := range paths {
			if paths[k][step] != nil {
				layers = append(layers, paths[k][step])
			}
		}
	}
	return layers
}

// ends returns the ends of the line from unit i of layer l−1 to unit j of layer l.
func (d *passDrawing) ends(l, i, j int) (x0, y0, x1, y1 float64) {
	y := d.y
	return y.x[l-1] + y.wide, y.top(l-1, i) + y.high/2, y.x[l], y.top(l, j) + y.high/2
}

// line adds the line of a weight to p.
func (d *passDrawing) line(p *picture.Path, l, i, j int) {
	x0, y0, x1, y1 := d.ends(l, i, j)
	p.AddLine(d.v.DX(x0), d.v.DY(y0), d.v.DX(x1), d.v.DY(y1))
	p.Keys = append(p.Keys, edgeKey(l, i, j))
}

// letter labels the weight from unit i to unit j of layer l if the current step uses it: with its gradient grad[at]
// while gradients are computed, else with its value c. It also draws the line bold, except in the update phase, where
// networks of more than 24 edges get no label.
func (d *passDrawing) letter(l, i, j, at int, c float64) {
	if !d.about(l, i, j) {
		return
	}
	text := figure(c)
	switch d.m.phase {
	case slopes:
		text = words.Text("∂ %s", figure(d.grad[at]))
		d.line(d.bold, l, i, j)
	case updates:
		if d.edges() > 24 {
			return
		}
	default:
		d.line(d.bold, l, i, j)
	}
	x0, y0, x1, y1 := d.ends(l, i, j)
	d.letters = append(d.letters, lettered{text, x0, y0, x1, y1, d.m.phase == blames || d.m.phase == updates &&
		len(d.a[l-1]) < len(d.a[l])})
}

// edges returns the number of weights between units.
func (d *passDrawing) edges() (n int) {
	for l := 1; l < len(d.a); l++ {
		n += len(d.a[l-1]) * len(d.a[l])
	}
	return n
}

// units returns the boxes of the units, coloured by their outputs, their frames, and the frames of those that the step
// is at. It writes the units' numbers.
func (d *passDrawing) units() (boxes []picture.Layer, frames, here *picture.Path) {
	m, y := d.m, d.y
	most := 1.0
	for _, a := range slices.Concat(d.gives...) {
		most = max(most, words.Significant(math.Abs(a), 2))
	}
	frames = &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Closed: true,
		Says: "unit, with its output"}
	here = &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, Closed: true, Says: d.bold.Says}
	for l := range d.gives {
		for j, a := range d.gives[l] {
			given := l == 0 || d.known(moment{sums, l, j})
			shade := float32(0)
			if given {
				shade = float32(max(-most, min(most, a)))
			}
			boxes = append(boxes, &picture.Raster{Kind: picture.Diverging, Lo: -1.6 * most, Hi: 1.6 * most,
				Planes: [][]float32{{shade, shade, shade, shade}}, Says: words.Text("output of a unit: −%s, 0, %s",
					words.Number(most), words.Number(most)),
				Grid: picture.Grid{X0: d.v.DX(y.x[l] + y.wide/4), Y0: d.v.DY(y.top(l, j) + y.high/4), DX: y.wide / 2,
					DY: -y.high / 2, W: 2, H: 2}})
			d.box(frames, l, j, 0)
			mid := y.x[l] + y.wide/2
			d.places.Take(picture.Box{X0: y.x[l], Y0: y.top(l, j), X1: y.x[l] + y.wide, Y1: y.top(l, j) + y.high + 17})
			if given {
				d.write(mid, y.top(l, j)+y.high/2, figure(a), "output of a unit", picture.AnchorMiddle, true)
			}
			if l > 0 && m.phase != updates && d.known(moment{blames, l, j}) {
				d.write(mid, y.top(l, j)+y.high+10, words.Text("δ %s", figure(d.d[l][j])), "", picture.AnchorMiddle, true)
			}
			if m.l == l && m.j == j && (m.phase == sums || m.phase == blames || m.phase == slopes) || m.phase == enters &&
				l == 0 || m.phase == costs && l == len(d.a)-1 {
				d.box(here, l, j, 2)
			}
		}
	}
	return boxes, frames, here
}

// box adds the rectangle around a unit, at a distance of grow, to p.
func (d *passDrawing) box(p *picture.Path, l, j int, grow float64) {
	y, v := d.y, d.v
	x, t := y.x[l]-grow, y.top(l, j)-grow
	r, b := y.x[l]+y.wide+grow, y.top(l, j)+y.high+grow
	p.AddLine(v.DX(x), v.DY(t), v.DX(r), v.DY(t), v.DX(r), v.DY(b), v.DX(x), v.DY(b))
	p.Keys = append(p.Keys, unitKey(l, j))
}

// write writes a text at (x, at).
func (d *passDrawing) write(x, at float64, text, says string, anchor picture.Anchor, ground bool) {
	d.texts = append(d.texts, &picture.Label{Role: picture.RoleGuide, X: d.v.DX(x), Y: d.v.DY(at), Text: text, Says: says,
		Anchor: anchor, Ground: ground})
}

// describe writes the names of the inputs and outputs, the loss, and the text of the step.
func (d *passDrawing) describe() {
	y := d.y
	for j, name := range d.p.InputNames() {
		d.write(y.x[0], y.top(0, j)+y.high/2, short(name), "", picture.AnchorEnd, false)
	}
	for o := range d.a[len(d.a)-1] {
		d.write(y.x[len(y.x)-1]+y.wide, y.top(len(y.x)-1, o)+y.high/2, short(d.output(o)), "", picture.AnchorStart, false)
	}
	if d.m.phase >= costs {
		text := words.Text("L = %s", told(d.loss))
		if d.m.phase == updates {
			text += words.Text(" → %s", told(d.then))
		}
		d.texts = append(d.texts, &picture.Label{Role: picture.RoleHeading, X: d.v.DX(0), Y: d.v.DY(12), Text: text,
			Anchor: picture.AnchorStart})
	}
	for i, text := range y.says {
		d.write(0, y.h+rowHigh*(float64(i)+0.5), text, "", picture.AnchorStart, false)
	}
}

// lettering returns the numbers of the weights, where there is room on their lines.
func (d *passDrawing) lettering() (labels []picture.Layer) {
	for _, e := range d.letters {
		label := &picture.Label{Role: picture.RoleGuide, Text: e.text, Ground: true}
		if d.m.phase != slopes {
			label.Says = "weight"
		}
		for _, at := range []float64{0.25, 0.32, 0.18, 0.4, 0.5, 0.6, 0.7, 0.8} { // first near the end with fewer edges
			if e.late {
				at = 1 - at
			}
			if d.places.Put(label, e.x0+at*(e.x1-e.x0), e.y0+at*(e.y1-e.y0)) {
				labels = append(labels, label)
				break
			}
		}
	}
	return labels
}

// Tell describes a unit or a weight, with the numbers computed so far, or a point. A click goes to the step at which a
// unit's sum is computed, or selects a point for the pass.
func (s *passStage) Tell(key string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	var l, i, j int
	last := len(s.a) - 1
	if i, ok := rowKind.Number(key, s.p.N); ok {
		t.Explanation = s.Explain(s.p.At(i), v, nil)
		t.Answer = words.Text("Point %s: %s", fmt.Sprint(s.p.Number(i)), t.Answer)
		if i != s.row {
			t.Click.Set = map[string]any{"sample": float64(s.p.Number(i))}
		}
		return t, true
	}
	if edgeKind.Numbers(key, &l, &i, &j) {
		if l < 1 || l > last || i < 0 || i >= len(s.a[l-1]) || j < 0 || j >= len(s.a[l]) {
			return t, false
		}
		w, at := s.weight(l, i, j)
		t.Answer = words.Text("Weight from %s to %s = %s", s.source(l-1, i), s.named(l, j), told(w))
		if s.known(moment{slopes, l, j}) {
			t.Lines = append(t.Lines, words.Text("∂L/∂w = a δ = %s·%s = %s", factor(s.a[l-1][i]), factor(s.d[l][j]),
				told(s.grad[at])))
		}
		if s.moments[s.k].phase == updates {
			t.Lines = append(t.Lines, words.Text("w − η ∂L/∂w = %s", told(s.after.Theta[at])))
		}
		return t, true
	}
	if !unitKind.Numbers(key, &l, &j) || l < 0 || l > last || j < 0 || j >= len(s.a[l]) {
		return t, false
	}
	if l == 0 {
		t.Answer = words.Text("Input %s = %s", s.p.InputNames()[j], told(s.a[0][j]))
		return t, true
	}
	t.Answer = words.Capital(s.named(l, j))
	after := ""
	if s.moments[s.k].phase == updates {
		after = words.Text(", after the step %s", told(s.learned[l][j]))
	}
	if s.known(moment{sums, l, j}) {
		t.Lines = append(t.Lines, words.Text("z = %s = %s", s.weighed(l, j), told(s.z[l][j])), words.Text("a = %s%s",
			told(s.a[l][j]), after))
		if l < last {
			t.Lines = append(t.Lines, words.Text("φ'(z) = %s", told(s.slope(l, j))))
		}
	}
	if s.known(moment{blames, l, j}) {
		t.Lines = append(t.Lines, words.Text("δ = ∂L/∂z = %s", told(s.d[l][j])))
	}
	if at := slices.Index(s.moments, moment{sums, l, j}); at != s.k {
		t.Click.Step = &at
	}
	return t, true
}

// source returns the name of unit i of layer l as the source of a weight.
func (s *passStage) source(l, i int) string {
	if l == 0 {
		return s.p.InputNames()[i]
	}
	return s.named(l, i)
}
