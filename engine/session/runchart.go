package session

import (
	"math"
	"slices"

	"pointscape/engine/assess"
	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// overlaid is a chart in which runs are drawn over each other.
type overlaid struct {
	plain
	log   *wire.RunLog
	names []string // of all runs
	looks []int    // numbers of the line styles of all runs: see wire.RunLooks
	x, y  string   // quantities on the axes
	least float64  // the smallest y of all lines, for Excess
	lines []ran
	lo    float64 // range of u
	hi    float64
	xLog  bool
	yLog  bool
}

// ran is the line of a run, or of runs with several numbers of points: in units of the data (x, y), and in coordinates
// of the chart (u, v).
type ran struct {
	name     string
	look     int
	x, y     []float64
	u, v     []float64
	step     string    // name of a step
	steps    []float64 // step of each value
	onlyEnds bool      // its values are marked by dots: it has a single one, or one per number of points
}

// wide is the ratio of the lengths of the longest and the shortest run above which x is logarithmic if y is, too.
const wide = 50

// runKeys are the keys of positions along x.
var runKeys = picture.KeyKind{Begins: "logged"}

// runColumns is the number of equal intervals along x at whose ends there are readouts.
const runColumns = 60

func layRuns(l *wire.RunLog) *overlaid {
	c := &overlaid{log: l, names: wire.NameRuns(l.Runs), looks: l.Looks, x: l.X, y: l.Y, yLog: l.Log || l.Excess,
		least: math.Inf(1)}
	if len(c.looks) != len(l.Runs) {
		c.looks = wire.RunLooks(c.names)
	}
	c.axes()
	for i := range l.Runs {
		c.take(i)
	}
	if c.x == doc.RunSize {
		c.yLog, c.xLog = l.Log, l.Log
	}
	if l.Excess && c.x != doc.RunSize {
		for i := range c.lines {
			for k := range c.lines[i].y {
				c.lines[i].y[k] -= c.least
			}
		}
	}
	c.put()
	return c
}

// axes chooses the quantities on the axes if the document does not: passes if all runs have them, else steps; and the
// first curve among those that most runs have, or the time if x is the number of points.
func (c *overlaid) axes() {
	l := c.log
	if c.x == "" {
		c.x = doc.RunPasses
		if slices.ContainsFunc(l.Runs, func(r *wire.Run) bool { return r.Passes < 0 && r.Fault == "" }) {
			c.x = doc.RunSteps
		}
	}
	if c.y != "" {
		return
	}
	if c.x == doc.RunSize {
		c.y = doc.RunTime
		return
	}
	most := 0
	for _, name := range wire.CurveNames(l.Runs) {
		n := 0
		for i := range l.Runs {
			if r := l.Runs[i].Curve(name); r != nil {
				n++
			}
		}
		if n > most {
			c.y, most = name, n
		}
	}
}

// take makes the line of run i or, over the number of points, adds a point to the line of its name. A run without the
// quantities is left out.
func (c *overlaid) take(i int) {
	r, look := c.log.Runs[i], c.looks[i]
	if r.Fault != "" {
		return
	}
	if c.x == doc.RunSize {
		v, ok := r.Error(c.y)
		switch c.y {
		case doc.RunTime:
			v, ok = r.Seconds, true
		case doc.RunPace:
			if ok = r.Steps > 0; ok {
				v = r.Seconds / float64(r.Steps)
			}
		case doc.RunPasses:
			v, ok = r.Passes, r.Passes >= 0
		}
		if !ok {
			return
		}
		at := slices.IndexFunc(c.lines, func(l ran) bool { return l.name == c.names[i] })
		if at < 0 {
			at = len(c.lines)
			c.lines = append(c.lines, ran{name: c.names[i], look: look, onlyEnds: true})
		}
		line := &c.lines[at]
		line.x, line.y, line.steps = append(line.x, float64(r.N)), append(line.y, v), append(line.steps, 0)
		return
	}
	curve := r.Curve(c.y)
	if curve == nil {
		return
	}
	line := ran{name: c.names[i], look: look, step: r.Step}
	for k, at := range curve.Of {
		x := r.At[at]
		switch {
		case c.x == doc.RunTime:
			x = r.SecondsAt[at]
		case c.x == doc.RunPasses && r.PassesAt == nil:
			return
		case c.x == doc.RunPasses:
			x = r.PassesAt[at]
		}
		line.x, line.y, line.steps = append(line.x, x), append(line.y, curve.Values[k]), append(line.steps, r.At[at])
		c.least = min(c.least, curve.Values[k])
	}
	line.onlyEnds = len(line.x) == 1
	c.lines = append(c.lines, line)
}

// put computes the chart's coordinates of the lines: on logarithmic axes a point whose x is not positive is left out,
// and a y that is not positive is NaN. Over steps, passes or time it also decides whether x is logarithmic.
func (c *overlaid) put() {
	short, long := math.Inf(1), 0.0
	for _, l := range c.lines {
		if n := len(l.x); n > 0 {
			short, long = min(short, l.x[n-1]), max(long, l.x[n-1])
		}
	}
	if c.x != doc.RunSize && c.yLog && short > 0 && long > wide*short {
		c.xLog = true
	}
	c.lo, c.hi = math.Inf(1), math.Inf(-1)
	on := func(x float64, log bool) float64 {
		switch {
		case !log:
			return x
		case x > 0:
			return math.Log10(x)
		}
		return math.NaN()
	}
	for i := range c.lines {
		l := &c.lines[i]
		for k := range l.x {
			u := on(l.x[k], c.xLog)
			if u != u {
				continue
			}
			l.u, l.v = append(l.u, u), append(l.v, on(l.y[k], c.yLog))
			c.lo, c.hi = min(c.lo, u), max(c.hi, u)
		}
	}
}

// axis returns the label of an axis with a quantity.
func (c *overlaid) axis(what string) string {
	switch what {
	case doc.RunSteps:
		name := ""
		for i, l := range c.lines {
			if i > 0 && l.step != name || l.step == "" {
				return "steps"
			}
			name = l.step
		}
		return words.Plural(name)
	case doc.RunPasses:
		return "passes over the data"
	case doc.RunTime:
		return "seconds"
	case doc.RunPace:
		return "seconds per step"
	case doc.RunSize:
		return "training points n"
	}
	return what
}

func (c *overlaid) where() place { return foremost }

func (c *overlaid) keyed(drawn []string) bool { return slices.Contains(drawn, runsPanel) }

func (c *overlaid) panels() []method.Panel { return []method.Panel{c.panel()} }

func (c *overlaid) panel() method.Panel {
	y := c.axis(c.y)
	info := method.PanelInfo{ID: runsPanel, Title: words.Text("%s of %s", words.Capital(y), words.Count(len(c.lines),
		"run")),
		XLabel: c.axis(c.x), YLabel: y, XLog: c.xLog, YLog: c.yLog, XCounts: c.x == doc.RunSteps || c.x == doc.RunSize,
		Help: "All runs in one plot. The pointer shows their values."}
	if c.log.Excess && c.x != doc.RunSize {
		info.YLabel = words.Text("%s minus the minimum", info.YLabel)
	}
	return chart.Plain(info, c.chart)
}

func (c *overlaid) chart() *chart.Chart {
	d := &chart.Chart{X: chart.Airy(0.04), Y: chart.Airy(0.06)}
	if len(c.lines) == 0 {
		d.Alt, d.Told = "No run has such a curve.", true
		return d
	}
	for _, l := range c.lines {
		says := l.name
		if slope, ok := c.slope(&l); ok {
			says = words.Text("%s, slope %s", says, words.Number(words.Significant(slope, 3)))
		}
		line := chart.Curve{Look: chart.Of(picture.RoleTrack, l.look%picture.Things, says), X: l.u, Y: l.v,
			Dots: l.onlyEnds || l.look >= picture.Things}
		d.Add(line)
	}
	x := c.columns()
	keys := make([]string, len(x))
	for i := range keys {
		keys[i] = runKeys.Key(i)
	}
	d.Add(chart.Columns{X: x, Keys: keys})
	return d
}

// slope returns the exponent of a line's growth with n, if the chart is over n with a logarithmic axis.
func (c *overlaid) slope(l *ran) (float64, bool) {
	if c.x != doc.RunSize || !c.xLog {
		return 0, false
	}
	slope, _, ok := assess.Slope(l.x, l.y)
	return slope, ok
}

// columns returns the positions u with a readout.
func (c *overlaid) columns() []float64 {
	if c.x == doc.RunSize || !(c.hi > c.lo) { // the existing ones
		var list []float64
		for _, l := range c.lines {
			list = append(list, l.u...)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	list := make([]float64, runColumns+1)
	for i := range list {
		list[i] = c.lo + (c.hi-c.lo)*float64(i)/runColumns
	}
	return list
}

// tell lists the values of all runs at a position.
func (c *overlaid) tell(key string) (t method.Told, _ []int, ok bool) {
	x := c.columns()
	i, ok := runKeys.Number(key, len(x))
	if !ok {
		return t, nil, false
	}
	at := x[i]
	if c.xLog {
		at = math.Pow(10, at)
	}
	text := words.Number(words.Significant(at, 3))
	t.Answer = words.Text("After %s %s", text, c.axis(c.x))
	switch c.x {
	case doc.RunSteps:
		text = words.Number(math.Round(at))
		t.Answer = words.Text("After %s %s", text, c.axis(c.x))
	case doc.RunTime:
		t.Answer = words.Text("After %s", wire.Seconds(at))
	case doc.RunSize:
		t.Answer = "n = " + words.Number(math.Round(at))
	}
	for _, l := range c.lines {
		k := -1
		for j := range l.x { // over n the value at this n, else the last one so far
			if l.x[j] <= at*(1+1e-9) && (c.x != doc.RunSize || l.x[j] >= at*(1-1e-9)) {
				k = j
			}
		}
		line := words.Text("%s: ", words.Capital(l.name))
		switch {
		case k < 0 && c.x == doc.RunSize:
			line += words.Say("none")
		case k < 0:
			line += words.Say("not reached yet")
		case (c.y == doc.RunTime || c.y == doc.RunPace) && c.x == doc.RunSize:
			line += wire.Seconds(l.y[k])
		default:
			line += words.Number(l.y[k])
			if c.x != doc.RunSteps && c.x != doc.RunSize && l.step != "" {
				line += words.Text(", %s %s", l.step, words.Number(l.steps[k]))
			}
			if k == len(l.x)-1 && c.x != doc.RunSize && at > l.x[k]*(1+1e-9) {
				line += words.Say(", its end")
			}
		}
		t.Lines = append(t.Lines, line)
	}
	return t, nil, true
}
