package chart

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Curve is a polyline. It has a gap where Y is NaN.
type Curve struct {
	Look
	// X are the abscissas of Y; nil = From, From + 1, ... XY, which replaces X and Y, holds both alternately.
	X, Y []float64
	From float64
	XY   []float64
	// Key is the key of the whole line; Keys are those of its points, each of which gets a mark. Dots adds marks without
	// keys.
	Key  string
	Keys []string
	Dots bool
	// Clip limits Y to the range of the plane extended by its height on both sides.
	Clip bool
	// Free says that the curve does not extend the axes.
	Free bool
	// Untold says that the alternative text does not describe its numbers.
	Untold bool
}

// size returns the number of points.
func (c Curve) size() int { return len(c.Y) + len(c.XY)/2 }

// at returns point k.
func (c Curve) at(k int) (x, y float64) {
	switch {
	case c.XY != nil:
		return c.XY[2*k], c.XY[2*k+1]
	case c.X != nil:
		return c.X[k], c.Y[k]
	}
	return c.From + float64(k), c.Y[k]
}

func (c Curve) reach(x, y *span) {
	for k := range c.size() {
		if u, v := c.at(k); v == v && !c.Free {
			x.hold(u)
			y.hold(v)
		}
	}
}

func (c Curve) draw(p *picture.Picture) {
	line, dots := c.path(), &picture.Marks{Role: c.Role, Says: c.Says}
	starts, high := []int{}, p.View.Y1-p.View.Y0
	open := false
	for k := range c.size() {
		x, y := c.at(k)
		if open = open && y == y; y != y {
			continue
		}
		if c.Clip {
			y = min(max(y, p.View.Y0-high), p.View.Y1+high)
		}
		if !open {
			starts = append(starts, len(line.XY)/2)
		}
		open = true
		line.XY = append(line.XY, x, y)
		if c.Dots || c.Keys != nil {
			dots.XY = append(dots.XY, x, y)
			if c.Class != picture.NoClass {
				dots.Class = append(dots.Class, c.Class)
			}
			if c.Keys != nil {
				dots.Keys = append(dots.Keys, c.Keys[k])
			}
		}
	}
	if len(starts) > 1 {
		line.Starts = starts
	}
	if c.Key != "" {
		line.Keys = []string{c.Key}
	}
	if len(line.XY) > 2 {
		p.Add(line)
	}
	if len(dots.XY) > 0 {
		p.Add(dots)
	}
}

func (c Curve) tell(s *scales) string {
	if c.Untold {
		return ""
	}
	return c.course(c.size(), c.at, s)
}

// course describes how the values change.
func (l Look) course(n int, at func(k int) (x, y float64), s *scales) string {
	first, last, least, most := -1, -1, -1, -1
	rises, falls := true, true
	value := func(k int) float64 { _, y := at(k); return y }
	for k := range n {
		y := value(k)
		if y != y {
			continue
		}
		if first < 0 {
			first, least, most = k, k, k
		} else {
			rises, falls = rises && y >= value(last), falls && y <= value(last)
		}
		last = k
		if y < value(least) {
			least = k
		}
		if y > value(most) {
			most = k
		}
	}
	if first < 0 {
		return ""
	}
	x0, y0 := at(first)
	x1, y1 := at(last)
	text := l.told()
	switch {
	case first == last:
		return words.Text("%s%s at %s", text, s.y(y0), s.x(x0))
	case y0 == y1 && rises && falls:
		return words.Text("%s%s from %s to %s", text, s.y(y0), s.x(x0), s.x(x1))
	case rises:
		text = words.Text("%srises from %s at %s to %s at %s", text, s.y(y0), s.x(x0), s.y(y1), s.x(x1))
	case falls:
		text = words.Text("%sfalls from %s at %s to %s at %s", text, s.y(y0), s.x(x0), s.y(y1), s.x(x1))
	default:
		text = words.Text("%sgoes from %s at %s to %s at %s", text, s.y(y0), s.x(x0), s.y(y1), s.x(x1))
	}
	for _, e := range []struct {
		k    int
		name string
	}{{least, "least"}, {most, "greatest"}} {
		if x, y := at(e.k); y != y0 && y != y1 {
			text += words.Text(", %s %s at %s", e.name, s.y(y), s.x(x))
		}
	}
	return text
}

// Graph is the graph of a function between From and To, or over the whole plane if From is not less than To. It is
// sampled at the ends of Nodes equal parts, 0 = one part per pixel. Clip is as in Curve.
type Graph struct {
	Look
	F        func(x float64) float64
	From, To float64
	Nodes    int
	Clip     bool
}

func (g Graph) ends(v picture.Viewport) (from, to float64) {
	if g.From < g.To {
		return g.From, g.To
	}
	return v.X0, v.X1
}

func (g Graph) reach(x, _ *span) {
	if g.From < g.To {
		x.hold(g.From, g.To)
	}
}

func (g Graph) draw(p *picture.Picture) {
	line, v := g.path(), p.View
	from, to := g.ends(v)
	n := g.Nodes
	if n == 0 {
		n = v.W
	}
	for k := range n + 1 {
		x := from + (to-from)*float64(k)/float64(n)
		y := g.F(x)
		if g.Clip {
			y = min(max(y, v.Y0-(v.Y1-v.Y0)), v.Y1+(v.Y1-v.Y0))
		}
		line.XY = append(line.XY, x, y)
	}
	p.Add(line)
}

func (g Graph) tell(s *scales) string {
	if !(g.From < g.To) {
		return ""
	}
	const n = 64
	at := func(k int) (x, y float64) { x = g.From + (g.To-g.From)*float64(k)/n; return x, g.F(x) }
	return g.course(n+1, at, s)
}

// Bars are vertical bars from 0 to Y at positions X; nil = 1, 2, ... NaN values have no bar.
type Bars struct {
	Look
	X, Y []float64
	Half float64 // half of their width; 0 = 0.4
	Keys []string
	// Line is the role of their outline, which has the same class; "" = no outline.
	Line picture.Role
}

func (b Bars) at(k int) float64 {
	if b.X == nil {
		return float64(k + 1)
	}
	return b.X[k]
}

func (b Bars) half() float64 {
	if b.Half == 0 {
		return 0.4
	}
	return b.Half
}

func (b Bars) reach(x, y *span) {
	for k, v := range b.Y {
		if v == v {
			x.hold(b.at(k)-b.half(), b.at(k)+b.half())
			y.hold(0, v)
		}
	}
}

func (b Bars) draw(p *picture.Picture) {
	bars := b.path()
	bars.Closed = true
	for k, y := range b.Y {
		if y != y {
			continue
		}
		x0, x1 := b.at(k)-b.half(), b.at(k)+b.half()
		bars.AddLine(x0, 0, x1, 0, x1, y, x0, y)
		if b.Keys != nil {
			bars.Keys = append(bars.Keys, b.Keys[k])
		}
	}
	if len(bars.XY) == 0 {
		return
	}
	p.Add(bars)
	if b.Line != "" {
		line := *bars
		line.Role, line.Keys = b.Line, nil
		p.Add(&line)
	}
}

func (b Bars) tell(s *scales) string {
	if b.Says == "" {
		return ""
	}
	return b.course(len(b.Y), func(k int) (x, y float64) { return b.at(k), b.Y[k] }, s)
}

// Rule is a vertical or horizontal line across the plane, from edge to edge. With one of Ends it goes from the left or
// the lower edge to there, with two from one to the other.
type Rule struct {
	Look
	At    float64
	Level bool
	Ends  []float64
	Key   string
	// Seen says that the axis includes it.
	Seen bool
}

// Level returns a horizontal line across the plane.
func Level(look Look, y float64) Rule { return Rule{Look: look, At: y, Level: true} }

// Upright returns a vertical line across the plane.
func Upright(look Look, x float64, ends ...float64) Rule { return Rule{Look: look, At: x, Ends: ends} }

func (r Rule) reach(x, y *span) {
	if !r.Seen {
		return
	}
	if r.Level {
		x, y = y, x
	}
	x.hold(r.At)
	y.hold(r.Ends...)
}

func (r Rule) draw(p *picture.Picture) {
	line, v := r.path(), p.View
	lo, hi := v.Y0, v.Y1
	if r.Level {
		lo, hi = v.X0, v.X1
	}
	switch len(r.Ends) {
	case 1:
		hi = r.Ends[0]
	case 2:
		lo, hi = r.Ends[0], r.Ends[1]
	}
	line.XY = []float64{r.At, lo, r.At, hi}
	if r.Level {
		line.XY = []float64{lo, r.At, hi, r.At}
	}
	if r.Key != "" {
		line.Keys = []string{r.Key}
	}
	p.Add(line)
}

func (r Rule) tell(s *scales) string {
	switch {
	case r.Name == "":
		return ""
	case r.Level:
		return r.told() + s.y(r.At)
	}
	return r.told() + s.x(r.At)
}

// Histogram is the histogram of one kind of rows in some bins, with unpainted bars that have the keys of the bins. Its
// base is at height Foot, and each row adds Up; with Up = 0 the base is at 0, and each row adds 1.
type Histogram struct {
	Look
	Bins     *method.Bins
	Kind     int
	Foot, Up float64
}

func (h Histogram) reach(x, y *span) {
	b := h.Bins
	x.hold(b.Lo, b.Lo+float64(len(b.Count[h.Kind]))*b.Edge)
	y.hold(0, h.lift(0), h.lift(float64(b.Top)))
}

// lift converts a count to a height.
func (h Histogram) lift(n float64) float64 {
	if h.Up == 0 {
		return n
	}
	return h.Foot + h.Up*n
}

func (h Histogram) draw(p *picture.Picture) {
	line := h.path()
	line.XY = h.Bins.Outline(h.Kind)
	for i := 1; i < len(line.XY); i += 2 {
		line.XY[i] = h.lift(line.XY[i])
	}
	p.Add(line)
	p.Hits = append(p.Hits, h.Bins.Hits(h.Kind, h.lift)...)
}

func (h Histogram) tell(s *scales) string {
	count := h.Bins.Count[h.Kind]
	all, best := 0, 0
	for k, n := range count {
		all += n
		if n > count[best] {
			best = k
		}
	}
	from := h.Bins.Lo + float64(best)*h.Bins.Edge
	return words.Text("%s%s in total, most from %s to %s, %s", h.told(), words.Number(float64(all)), s.x(from),
		s.x(from+h.Bins.Edge), words.Number(float64(count[best])))
}

// Dots are marks. They extend the axes, unless they are Free.
type Dots struct {
	*picture.Marks
	Free, Untold bool
}

// Dot returns a single mark with a look.
func Dot(look Look, x, y float64) Dots {
	m := &picture.Marks{Role: look.Role, Says: look.Says, XY: []float64{x, y}}
	if look.Class != picture.NoClass {
		m.Class = []int{look.Class}
	}
	return Dots{Marks: m}
}

func (d Dots) reach(x, y *span) {
	if d.Free {
		return
	}
	for k := 0; k < len(d.XY); k += 2 {
		x.hold(d.XY[k])
		y.hold(d.XY[k+1])
	}
}

func (d Dots) draw(p *picture.Picture) { p.Add(d.Marks) }

func (d Dots) tell(s *scales) string {
	if d.Untold || d.Says == "" || len(d.XY) == 0 {
		return ""
	}
	says := Look{Says: d.Says}.told()
	if len(d.XY) == 2 {
		return words.Text("%s%s at %s", says, s.y(d.XY[1]), s.x(d.XY[0]))
	}
	x, y := newSpan(Axis{}), newSpan(Axis{})
	Dots{Marks: d.Marks}.reach(x, y)
	return words.Text("%s%s from %s to %s, at %s to %s", says, words.Count(len(d.XY)/2, "mark"), s.y(y.lo), s.y(y.hi),
		s.x(x.lo), s.x(x.hi))
}

// Layers are a method's own layers in coordinates of the plane. They do not extend the axes.
type Layers []picture.Layer

func (l Layers) reach(_, _ *span)        {}
func (l Layers) draw(p *picture.Picture) { p.Add(l...) }
func (l Layers) tell(*scales) string     { return "" }

// On is called to add a method's own layers after the plane is laid out, above what has been drawn.
type On func(p *picture.Picture)

func (on On) reach(_, _ *span)        {}
func (on On) draw(p *picture.Picture) { on(p) }
func (on On) tell(*scales) string     { return "" }

// Heat is a color map over the whole plane, evaluated at the center of each tile of about Grain×Grain pixels.
type Heat struct {
	Kind       picture.RasterKind
	F          func(x, y float64) float64
	Lo, Hi     float64
	Grain      int
	Name, Says string
}

func (h Heat) reach(_, _ *span) {}

func (h Heat) draw(p *picture.Picture) {
	g := p.View.Grid(max(p.View.W/h.Grain, 2), max(p.View.H/h.Grain, 2))
	plane := make([]float32, g.W*g.H)
	for j := range g.H {
		y := g.Y(j)
		for i := range g.W {
			plane[j*g.W+i] = float32(h.F(g.X(i), y))
		}
	}
	p.Add(&picture.Raster{Kind: h.Kind, Grid: g, Planes: [][]float32{plane}, Lo: h.Lo, Hi: h.Hi, Name: h.Name,
		Says: h.Says})
}

func (h Heat) tell(*scales) string { return "" }

// Columns are vertical strips of the plane with keys, with edges half-way between adjacent positions X, which increase
// or decrease: every point is in one of them.
type Columns struct {
	X    []float64
	Keys []string
}

func (c Columns) reach(_, _ *span) {}

func (c Columns) draw(p *picture.Picture) {
	v := p.View
	n := len(c.X)
	falls := n > 1 && c.X[0] > c.X[1]
	half := func(k int, edge float64) float64 { // between position k and the one before
		if k < 1 || k >= n {
			return edge
		}
		return (c.X[k-1] + c.X[k]) / 2
	}
	for k := range n {
		x0, x1 := half(k, v.X0), half(k+1, v.X1)
		if falls {
			x0, x1 = half(k+1, v.X0), half(k, v.X1)
		}
		p.Hits.Box(c.Keys[k], x0, v.Y0, x1, v.Y1)
	}
}

func (c Columns) tell(*scales) string { return "" }

// Places returns hit areas with keys at positions where nothing is painted.
func Places(xy []float64, keys []string) (hits picture.Hits) {
	for k, key := range keys {
		hits.Add(picture.Dot, key, xy[2*k], xy[2*k+1])
	}
	return hits
}

// endGap is the distance of names from the ends of their curves, in pixels.
const endGap = 3

// EndNames writes a name to the right of the end of each curve, without overlaps.
type EndNames struct {
	X     float64
	Y     []float64
	Names []string
}

func (e EndNames) reach(_, _ *span) {}

func (e EndNames) draw(p *picture.Picture) {
	order := method.Indices(len(e.Y))
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case e.Y[a] < e.Y[b]:
			return -1
		case e.Y[a] > e.Y[b]:
			return 1
		}
		return 0
	})
	step, at := (p.View.Y1-p.View.Y0)*14/float64(max(p.View.H, 1)), math.Inf(-1)
	for _, i := range order {
		at = max(at+step, e.Y[i], p.View.Y0+step/2)
		p.Add(&picture.Label{Role: picture.RoleGuide, X: p.View.DX(p.View.PX(e.X) + endGap), Y: at, Text: e.Names[i],
			Anchor: picture.AnchorStart})
	}
}

func (e EndNames) tell(*scales) string { return "" }

// Stems are vertical lines from Low to High at positions X, nil = 1, 2, ...; Low nil = from 0. With Dots each has a
// mark at High.
type Stems struct {
	Look
	X, Low, High []float64
	Keys         []string
	Dots         bool
}

func (t Stems) at(k int) (x, low, high float64) {
	x, high = float64(k+1), t.High[k]
	if t.X != nil {
		x = t.X[k]
	}
	if t.Low != nil {
		low = t.Low[k]
	}
	return x, low, high
}

func (t Stems) reach(x, y *span) {
	for k := range t.High {
		at, low, high := t.at(k)
		x.hold(at)
		y.hold(low, high)
	}
}

func (t Stems) draw(p *picture.Picture) {
	lines, dots := t.path(), &picture.Marks{Role: t.Role, Says: t.Says, Keys: t.Keys}
	lines.Keys = t.Keys
	for k := range t.High {
		x, low, high := t.at(k)
		lines.AddLine(x, low, x, high)
		dots.XY = append(dots.XY, x, high)
	}
	if len(lines.XY) > 0 {
		p.Add(lines)
	}
	if t.Dots && len(dots.XY) > 0 {
		p.Add(dots)
	}
}

func (t Stems) tell(s *scales) string {
	if !t.Dots {
		return ""
	}
	return t.course(len(t.High), func(k int) (x, y float64) { x, _, y = t.at(k); return x, y }, s)
}

// Band is the area between two curves. Low and High hold the x and y of their points alternately, from left to right.
type Band struct {
	Look
	Number    float64 // number of standard deviations, or another number that makes it paler
	Low, High []float64
}

func (b Band) reach(x, y *span) {
	for _, xy := range [2][]float64{b.Low, b.High} {
		Curve{XY: xy}.reach(x, y)
	}
}

func (b Band) draw(p *picture.Picture) {
	area := b.path()
	area.Closed, area.Level, area.XY = true, b.Number, slices.Clone(b.Low)
	for i := len(b.High) - 2; i >= 0; i -= 2 {
		area.XY = append(area.XY, b.High[i], b.High[i+1])
	}
	p.Add(area)
}

func (b Band) tell(*scales) string { return "" }

// Rug draws marks at the positions At below the axis, in a strip of height Strip*Top, where Top is the height above the
// axis. They are in row Row of Rows, counted downwards from 1. The axis must leave room for the strip with Below.
type Rug struct {
	Look
	At         []float64
	Row, Rows  int
	Strip, Top float64
	Free       bool // it does not extend the axis
}

func (r Rug) reach(x, _ *span) {
	if !r.Free {
		x.hold(r.At...)
	}
}

func (r Rug) draw(p *picture.Picture) {
	m := &picture.Marks{Role: r.Role, Says: r.Says}
	y := -r.Strip * r.Top * float64(r.Row) / float64(r.Rows+1)
	for _, x := range r.At {
		m.XY, m.Class = append(m.XY, x, y), append(m.Class, r.Class)
	}
	p.Add(m)
}

func (r Rug) tell(*scales) string { return "" }

// Strip is a horizontal bar with a height of High rows and its name above it; row 0 is the lowest one.
type Strip struct {
	Look
	Row   int
	Value float64
	High  float64
	Name  string
	// Figure is its value as text.
	Figure string
	Key    string
}

func (b Strip) reach(x, _ *span) { x.hold(0, b.Value) }

func (b Strip) draw(p *picture.Picture) {
	y := float64(b.Row)
	bar := b.path()
	bar.Closed, bar.Keys = true, []string{b.Key}
	bar.XY = []float64{0, y, b.Value, y, b.Value, y + b.High, 0, y + b.High}
	if b.Value > 0 {
		p.Add(bar)
	} else { // too short to be visible
		p.Hits.Add(picture.Area, b.Key, bar.XY...)
	}
	p.Add(&picture.Label{Role: picture.RoleTick, Y: y + (1+b.High)/2, Anchor: picture.AnchorStart,
		Text: words.Text("%s   %s", b.Name, b.Figure), Key: b.Key})
}

func (b Strip) tell(*scales) string { return words.Text("%s: %s", b.Name, b.Figure) }
