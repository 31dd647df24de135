package player

import (
	"math"
	"sort"
	"strconv"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Before returns the index of the last of the ascending steps that is not after k, -1 if there is none.
func Before(at []float64, k int) int { return sort.SearchFloat64s(at, float64(k)+0.5) - 1 }

// Thumb is half the width of the slider's handle in CSS pixels: the handle's centre moves from Thumb to the width minus
// Thumb.
const Thumb = 8

// Looks gives each curve of a chart a role, so that curves can be told apart without colour, too.
var Looks = [...]picture.Role{picture.RoleMean, picture.RoleMargin, picture.RoleTrack, picture.RoleGuide}

// At most mostCharts are side by side. As many of them are visible as leave leastChart pixels for each; peek is the
// visible fraction of the next one, which shows that there is more.
const (
	mostCharts = 3
	leastChart = 150
	peek       = 0.2
)

// Fit sets the width available for the charts, in pixels.
func (p *Player) Fit(w int) {
	if most := min(max(w/leastChart, 1), mostCharts); most != p.most {
		p.most = most
		p.Show()
	}
}

// Charts returns the charts of the newest picture's curves.
func (p *Player) Charts() []Chart {
	if p.now == nil || len(p.runs) == 0 {
		return nil
	}
	return p.runs[0].charts
}

// Stretch returns the charts' total width as a multiple of the available width: more than 1 if the user has to scroll
// to see the last one.
func (p *Player) Stretch() float64 {
	n := len(p.Charts())
	if p.most == 0 || n <= p.most {
		return 1
	}
	return float64(n) / (float64(p.most) + peek)
}

// Chart is a group of curves that share an axis: series From to To-1 of a trace.
type Chart struct {
	From, To int
	Log      bool
	Gutter   float64 // width of the axis labels, in CSS pixels
}

// Charts returns the charts of a trace: one for each axis, at most mostCharts.
func Charts(trace []wire.Series) (list []Chart) {
	for i := 0; i < len(trace) && len(list) < mostCharts; {
		c := Chart{From: i, To: i + 1, Log: isLog(&trace[i])}
		for c.To < len(trace) && trace[c.To].Same {
			c.To++
		}
		i = c.To
		c.To = min(c.To, c.From+len(Looks))
		c.Gutter = min(max(c.gutter(c.ends(trace[c.From:c.To])), Gutter), mostGutter)
		list = append(list, c)
	}
	return list
}

// In CSS pixels: Gap is the distance between charts side by side, Gutter and mostGutter the least and greatest width of
// the axis labels, and beside the distance from a label to the axis.
const (
	Gap        = 18
	Gutter     = 40
	mostGutter = 66
	beside     = 5
)

// gutter returns the width that the labels of an axis from lo to hi need. If two labels are equal, no width is
// sufficient.
func (c Chart) gutter(lo, hi float64) (w float64) {
	list := c.ticks(lo, hi)
	for i, t := range list {
		if i > 0 && t.text == list[i-1].text {
			return math.Inf(1)
		}
		l := picture.Label{Text: t.text, Anchor: picture.AnchorEnd}
		w = max(w, beside-l.Box(0, 0, picture.LabelSize).X0)
	}
	return math.Ceil(w)
}

// span returns the horizontal extent of the i-th chart on w pixels, without its gutter.
func span(charts []Chart, i, w int) (x0, x1 float64) {
	n := float64(len(charts))
	each := (float64(w) - Gap*(n-1)) / n
	x0 = float64(i) * (each + Gap)
	from := x0 + charts[i].Gutter
	return from, max(x0+each-Thumb, from+1)
}

// StepAt returns the step at x pixels from the left of charts with a total width of w.
func StepAt(charts []Chart, steps int, x float64, w int) int {
	n := len(charts)
	if n == 0 {
		return 0
	}
	i := min(max(int(x*float64(n)/float64(max(w, 1))), 0), n-1)
	x0, x1 := span(charts, i, w)
	return int(math.Round(min(max((x-x0)/(x1-x0), 0), 1) * float64(steps)))
}

// Curves draws series over the steps 0..steps as charts side by side, each with its own axis. The curves are paler
// after step k.
func Curves(trace []wire.Series, charts []Chart, k, steps, w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	for i, c := range charts {
		x0, x1 := span(charts, i, w)
		c.draw(p, trace[c.From:c.To], x0, x1, float64(h), k, steps)
	}
	return p
}

func (c Chart) draw(p *picture.Picture, all []wire.Series, x0, x1, h float64, k, steps int) {
	const room = 6 // px above and below: half the height of an axis label
	lo, hi := c.ends(all)
	x := func(at float64) float64 { return x0 + (x1-x0)*at/float64(max(steps, 1)) }
	y := func(v float64) float64 {
		t := 0.5
		if lo < hi {
			t = (c.scale(v) - lo) / (hi - lo)
		}
		return room + t*(h-2*room)
	}
	// The axis, with its labels in the gutter.
	axis := &picture.Path{Role: picture.RoleTick, Class: picture.NoClass,
		XY: []float64{x0 - 0.5, room, x0 - 0.5, h - room}}
	grid := &picture.Path{Role: picture.RoleGridline, Class: picture.NoClass}
	var numbers []picture.Layer
	for _, t := range c.ticks(lo, hi) {
		at := math.Round(y(t.value)) + 0.5
		grid.AddLine(x0, at, x1, at)
		numbers = append(numbers, &picture.Label{Role: picture.RoleTick, X: x0 - beside, Y: at, Text: t.text,
			Anchor: picture.AnchorEnd})
	}
	p.Add(grid, axis)
	p.Add(numbers...)
	p.Add(&picture.Path{Role: picture.RoleGuide, Class: picture.NoClass,
		XY: []float64{x(float64(k)), 0, x(float64(k)), h}})
	for i := range all {
		s := &all[i]
		ahead := &picture.Path{Role: Looks[i], Class: picture.NoClass, Weight: 0.3}
		done := &picture.Path{Role: Looks[i], Class: picture.NoClass}
		for j, v := range s.Values {
			if t := c.scale(v); math.IsNaN(t) || math.IsInf(t, 0) {
				continue // 0 has no logarithm
			}
			ahead.XY = append(ahead.XY, x(s.At[j]), y(v))
			if s.At[j] <= float64(k) {
				done.XY = append(done.XY, x(s.At[j]), y(v))
			}
		}
		p.Add(ahead, done)
		if n := len(done.XY); n > 0 {
			p.Add(&picture.Marks{Role: picture.RoleTrack, XY: done.XY[n-2:]})
		}
	}
}

// Key returns the label of series i, one of this chart, beside its curve.
func (c Chart) Key(trace []wire.Series, i int) string {
	if i == c.From && c.Log {
		return words.Text("%s (log)", trace[i].Name)
	}
	return trace[i].Name
}

// isLog reports whether a series is drawn on a logarithmic axis: it is declared so and has positive values, or all its
// values are positive and the largest is more than 10⁴ times the smallest.
func isLog(s *wire.Series) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range s.Values {
		if v > 0 || !s.Log {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo > 0 && (s.Log && hi > 0 || hi > 1e4*lo)
}

func (c Chart) scale(v float64) float64 {
	if c.Log {
		return math.Log10(v)
	}
	return v
}

// ends returns the ends of the axis; of a logarithmic one, their decimal logarithms. It begins at 0 if the values are
// positive and the smallest is less than half the largest. If the values hardly change, the axis is extended, so that
// its labels are different and have room.
func (c Chart) ends(all []wire.Series) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range all {
		for _, v := range s.Values {
			if t := c.scale(v); !math.IsNaN(t) && !math.IsInf(t, 0) {
				lo, hi = min(lo, t), max(hi, t)
			}
		}
	}
	if !c.Log && lo > 0 && lo < hi/2 {
		lo = 0
	}
	for n := 0; n < 64 && lo < hi && c.gutter(lo, hi) > mostGutter; n++ {
		lo, hi = lo-(hi-lo)/2, hi+(hi-lo)/2
	}
	return lo, hi
}

type tick struct {
	value float64
	text  string
}

// ticks returns two or three labelled values of an axis from lo to hi: round ones if two of them are far enough apart,
// otherwise its ends. It returns one if lo = hi, and none if there are no values.
func (c Chart) ticks(lo, hi float64) (list []tick) {
	switch {
	case !(lo <= hi):
		return nil
	case lo == hi && c.Log:
		return []tick{{math.Pow(10, lo), short(math.Pow(10, lo))}}
	case lo == hi:
		return []tick{{lo, short(lo)}}
	case c.Log && math.Floor(hi) > math.Ceil(lo):
		// Whole powers of ten, the outermost ones.
		a, b := math.Ceil(lo), math.Floor(hi)
		return []tick{{math.Pow(10, a), power(a)}, {math.Pow(10, b), power(b)}}
	case c.Log:
		a, b := math.Pow(10, lo), math.Pow(10, hi)
		return []tick{{a, short(a)}, {b, short(b)}}
	}
	for n := 2; n <= 4; n++ {
		at, step := picture.NiceTicks(lo, hi, n)
		if len(at) < 2 || at[len(at)-1]-at[0] < 0.45*(hi-lo) {
			continue
		}
		if len(at) > 3 {
			at = []float64{at[0], at[len(at)-1]}
		}
		for _, v := range at {
			list = append(list, tick{v, picture.FormatTick(v, step)})
		}
		return list
	}
	return []tick{{lo, short(lo)}, {hi, short(hi)}}
}

// short formats a number for an axis, with at least two digits or, from 10⁵ on and below 10⁻³, in scientific notation.
func short(v float64) string {
	if v == 0 {
		return "0"
	}
	e := math.Floor(math.Log10(math.Abs(v)))
	if e >= 5 || e < -3 {
		return words.Scientific(v, 0)
	}
	return words.Minus(strconv.FormatFloat(v, 'f', int(max(0, 1-e)), 64))
}

// power formats a power of ten, small exponents as plain numbers.
func power(e float64) string {
	switch e {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return words.PowerOfTen(int(e))
}
