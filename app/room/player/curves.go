package player

import (
	"math"
	"sort"
	"strconv"

	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Before is the index of the last of the ascending steps that is not after k, -1
// when there is none.
func Before(at []float64, k int) int { return sort.SearchFloat64s(at, float64(k)+0.5) - 1 }

// Thumb is half the width of the slider's handle: its middle goes from Thumb to
// the width less Thumb.
const Thumb = 8

// Looks give each curve of a chart a look that tells them apart without colour, too.
var Looks = [...]picture.Role{picture.RoleMean, picture.RoleMargin, picture.RoleTrack, picture.RoleGuide}

// mostCharts stand side by side, as many of them in sight as leastChart pixels suffice
// for each. peek is how much of the next is in sight then, so that people look for it.
const (
	mostCharts = 3
	leastChart = 150
	peek       = 0.2
)

// Fit tells how many pixels there are for the charts.
func (p *Player) Fit(w int) {
	if most := min(max(w/leastChart, 1), mostCharts); most != p.most {
		p.most = most
		p.Show()
	}
}

// Charts are those of the curves.
func (p *Player) Charts() []Chart {
	if p.now == nil || len(p.runs) == 0 {
		return nil
	}
	return p.runs[0].charts
}

// Stretch is how many times as wide as their room the charts are: more than once where
// people have to move them to see the last.
func (p *Player) Stretch() float64 {
	n := len(p.Charts())
	if p.most == 0 || n <= p.most {
		return 1
	}
	return float64(n) / (float64(p.most) + peek)
}

// Chart is the curves that share an axis: those of a trace from From on, before To.
type Chart struct {
	From, To int
	Log      bool    // the axis is logarithmic
	Gutter   float64 // room for the numbers of the axis, in CSS pixels
}

// Charts are the charts of a trace: one for each axis.
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

// Gap is between charts that stand side by side, Gutter what the numbers of an axis
// have beside its chart at least, mostGutter at most, in CSS pixels. beside is between
// a number and the axis.
const (
	Gap        = 18
	Gutter     = 40
	mostGutter = 66
	beside     = 5
)

// gutter is how much room the numbers of an axis from lo to hi take: no room suffices where
// two of them are written alike.
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

// span is from where to where the i-th of the charts on w pixels goes, without its
// gutter.
func span(charts []Chart, i, w int) (x0, x1 float64) {
	n := float64(len(charts))
	each := (float64(w) - Gap*(n-1)) / n
	x0 = float64(i) * (each + Gap)
	from := x0 + charts[i].Gutter
	return from, max(x0+each-Thumb, from+1)
}

// StepAt is the step that stands at x pixels of charts that are w wide.
func StepAt(charts []Chart, steps int, x float64, w int) int {
	n := len(charts)
	if n == 0 {
		return 0
	}
	i := min(max(int(x*float64(n)/float64(max(w, 1))), 0), n-1)
	x0, x1 := span(charts, i, w)
	return int(math.Round(min(max((x-x0)/(x1-x0), 0), 1) * float64(steps)))
}

// Curves draws series over the steps 0..steps as charts side by side, each with an
// axis of its own; what lies ahead of step k paler.
func Curves(trace []wire.Series, charts []Chart, k, steps, w, h int) *picture.Picture {
	p := &picture.Picture{View: picture.Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}}
	for i, c := range charts {
		x0, x1 := span(charts, i, w)
		c.draw(p, trace[c.From:c.To], x0, x1, float64(h), k, steps)
	}
	return p
}

func (c Chart) draw(p *picture.Picture, all []wire.Series, x0, x1, h float64, k, steps int) {
	const room = 6 // px above and below: half a number of the axis
	lo, hi := c.ends(all)
	x := func(at float64) float64 { return x0 + (x1-x0)*at/float64(max(steps, 1)) }
	y := func(v float64) float64 {
		t := 0.5
		if lo < hi {
			t = (c.scale(v) - lo) / (hi - lo)
		}
		return room + t*(h-2*room)
	}
	// The axis, its numbers in the gutter.
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
				continue // a logarithm of 0
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

// Key is what series i, of this chart, is called beside its curve, in lower case.
func (c Chart) Key(trace []wire.Series, i int) string {
	if i == c.From && c.Log {
		return trace[i].Name + " (log)"
	}
	return trace[i].Name
}

// isLog tells whether a series is drawn on a logarithmic axis: one that says so,
// or one that grows beyond all bounds.
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

// ends are those of the axis. Of values that hardly change it is longer: they are told apart
// by numbers for which there is room.
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

// ticks are two or three numbers of an axis from lo to hi: round ones if two of them
// lie far enough apart, else its ends.
func (c Chart) ticks(lo, hi float64) (list []tick) {
	switch {
	case !(lo <= hi):
		return nil
	case lo == hi && c.Log:
		return []tick{{math.Pow(10, lo), short(math.Pow(10, lo))}}
	case lo == hi:
		return []tick{{lo, short(lo)}}
	case c.Log && math.Floor(hi) > math.Ceil(lo):
		// Whole decades, the outermost that there are.
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

// short writes a number with two digits, as an axis has it.
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

// power writes a power of ten, the first ones as numbers.
func power(e float64) string {
	switch e {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return words.PowerOfTen(int(e))
}
