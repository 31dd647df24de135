package assess

import (
	"math"
	"slices"
	"strings"

	"pointscape/engine/chart"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Names of the errors. Each has the same meaning everywhere.
const (
	Training       = "training"        // on the points of the fit
	Validation     = "validation"      // on held-out points, for choosing
	Test           = "test"            // on held-out points, for the final assessment of the chosen fit
	Fresh          = "fresh"           // on points newly drawn from the recipe
	CrossValidated = "cross-validated" // on each part of the training points, of the fit to the other parts
	OutOfBag       = "out-of-bag"      // on the points that a bootstrap sample has not drawn
	LeaveOneOut    = "leave-one-out"   // on each training point, of the fit without it
)

// The components of the mean squared error over draws of the training points, besides the noise: the squared distance
// of the mean of the fits from the true function, and the variance of the fits about their mean (Geman, Bienenstock,
// Doursat, Neural networks and the bias/variance dilemma, 1992).
const (
	Bias     = "squared bias"
	Variance = "variance"
)

// Estimation is the squared distance of the coefficients of a linear model from those of the best linear prediction for
// the recipe's distribution.
const Estimation = "estimation risk"

// Ratio is the loss of a fit divided by the smallest loss of all fits to the same points with other random numbers.
const Ratio = "ratio to the smallest loss"

// Start is the loss before the first step of a fit divided by the smallest loss of all fits.
const Start = "ratio of the initial to the smallest loss"

// Structural risk minimization (Vapnik, Statistical Learning Theory, 1998, chapter 6): a penalty on the complexity is
// added to the training error, for nested families given by a parameter.
const (
	Complexity = "complexity" // h, the method's measure
	Penalty    = "penalty"    // the document's penalty on it
	Sum        = "sum"        // training error plus penalty
)

// things are the color numbers of the errors, the same in each chart.
var things = map[string]int{Training: 1, CrossValidated: 2, OutOfBag: 2, LeaveOneOut: 2, Validation: 3, Test: 4,
	Fresh: 5, Start: 3, Penalty: picture.Things, Sum: 0,
	Bias: 3, Variance: 4}

// boundThing is the color number of the bounds. Sum and the lines that are not in things have this color, too. Each
// bound has a dash pattern of its own.
const boundThing = 0

// Line is one kind of error over the values of a study.
type Line struct {
	Name string `json:"name"`
	// Bound is the name of the fact if the line is a bound on the error that needs no test points; "" = it is an error.
	// Help says what it bounds.
	Bound string `json:"bound,omitempty"`
	Help  string `json:"help,omitempty"`
	// Mean is the error at each value, SE the standard error of that mean, and Low and High are the 0.1 and 0.9 quantiles
	// over several fits; None if there is none. For a map of both axes, value i of Over and j of And are at index
	// j*len(Over.At)+i.
	Mean Values `json:"mean"`
	SE   Values `json:"se,omitempty"`
	Low  Values `json:"low,omitempty"`
	High Values `json:"high,omitempty"`
	// Each[i] holds the error of each fit at value i.
	Each []Values `json:"each,omitempty"`
}

// Axis holds the values of one parameter.
type Axis struct {
	Name  string    `json:"name"` // of the parameter, or doc.SampleSize
	Label string    `json:"label"`
	At    []float64 `json:"at"`
	Log   bool      `json:"log,omitempty"`
	Whole bool      `json:"whole,omitempty"`
}

// at returns the position of value i on the axis of a panel.
func (a *Axis) at(i int) float64 { return a.place(a.At[i]) }

func (a *Axis) place(x float64) float64 {
	if a.Log {
		return math.Log10(x)
	}
	return x
}

// Lines are polylines in the plane.
type Lines struct {
	XY     []float64 `json:"xy"`
	Starts []int     `json:"starts"`
	Of     int       `json:"of"` // number of fits
	// To says how the fits differ: "" = by newly drawn points, "seeds" by other random numbers, "bootstrap" by samples
	// with replacement, "folds" by the part of the points left out.
	To string `json:"to,omitempty"`
}

// Curve is the result of a study: errors over the values of Over, over pairs of values of Over and And, or, if both are
// nil, of several fits of one setting.
type Curve struct {
	Over *Axis `json:"over,omitempty"`
	And  *Axis `json:"and,omitempty"`
	// Random says that values were drawn at random: with two parameters, pair k has entry k of both axes.
	Random bool `json:"random,omitempty"`
	// Measure is the error's name: "error", a share of points, or "mean squared error".
	Measure string `json:"measure"`
	Noun    string `json:"noun"` // "error", or "loss" for unsupervised methods
	Share   bool   `json:"share,omitempty"`
	YLog    bool   `json:"yLog,omitempty"`
	Lines   []Line `json:"lines"`
	// By is the name of the line by which values are chosen, "" = none is. Best is the index of the smallest error, and
	// Choice that of the simplest value within one standard error; -1 = there is none.
	By     string `json:"by,omitempty"`
	Best   int    `json:"best"`
	Choice int    `json:"choice"`
	// Bayes is the smallest possible error: the Bayes error of classes, the noise of values; None if it is unknown.
	Bayes float64 `json:"bayes"`
	// Penalty is the formula of the penalty, "" = there is none; for curves with a line Penalty.
	Penalty string `json:"penalty,omitempty"`
	// Floor is the smallest possible error at each value, if the curve is over the dimension; nil = it is the same for
	// all.
	Floor Values `json:"floor,omitempty"`
	// Linear is the error of the best linear prediction for the recipe's distribution, for linear models of values; 0 =
	// it is unknown, or not needed.
	Linear float64 `json:"linear,omitempty"`
	// Missing is the number of values that are not computed yet, the last ones in their Order, during a study.
	Missing int `json:"missing,omitempty"`
	// Drawn holds the boundaries or curves of the first of several fits, to be drawn over each other, in units of the
	// data.
	Drawn *Lines `json:"drawn,omitempty"`
	// Fits is the number of fits that were made. Limited of them did not finish, and Unfit were impossible, the first one
	// for the reason Why.
	Fits    int    `json:"fits"`
	Limited int    `json:"limited,omitempty"`
	Unfit   int    `json:"unfit,omitempty"`
	Why     string `json:"why,omitempty"`
}

// Line returns the line with a name; nil = there is none.
func (c *Curve) Line(name string) *Line {
	for i := range c.Lines {
		if c.Lines[i].Name == name {
			return &c.Lines[i]
		}
	}
	return nil
}

// Says returns the text for a line: "fresh error".
func (c *Curve) Says(line string) string {
	l := c.Line(line)
	switch line {
	case Penalty:
		return line
	case Complexity:
		return l.Help
	case Sum:
		if c.Noun == "loss" {
			return "training loss + penalty"
		}
		return "training error + penalty"
	}
	if line == Bias || line == Variance || line == Ratio || line == Start || line == Estimation || ofMoments(line) ||
		l != nil && l.Bound != "" {
		return line
	}
	if c.Noun == "loss" {
		return lossTexts[line]
	}
	return errorTexts[line]
}

// The texts of the lines that Says returns: errors, and losses of unsupervised methods.
var (
	errorTexts = map[string]string{Training: "training error", Validation: "validation error", Test: "test error",
		Fresh: "fresh error", CrossValidated: "cross-validated error", OutOfBag: "out-of-bag error",
		LeaveOneOut: "leave-one-out error"}
	lossTexts = map[string]string{Training: "training loss", Validation: "validation loss", Test: "test loss",
		Fresh: "fresh loss", CrossValidated: "cross-validated loss", OutOfBag: "out-of-bag loss",
		LeaveOneOut: "leave-one-out loss"}
)

// Choose finds the best value, and the simplest one that is as good, by the line with a name.
func (c *Curve) Choose(by string) {
	c.By, c.Best, c.Choice = "", -1, -1
	line := c.Line(by)
	if line == nil || c.Over == nil {
		return
	}
	c.By, c.Best = by, Least(line.Mean)
	if c.Best < 0 || line.SE == nil || c.And != nil || c.Missing > 0 || by == Sum {
		return
	}
	if end := c.simplest(line.SE[c.Best]); end != 0 {
		c.Choice = Simplest(line.Mean, line.SE, end)
	}
}

// simplest returns the end of the values at which fits are simplest, -1 the first, 1 the last: the one with the larger
// training error. It returns 0 if the training errors are unknown or differ by at most se, the standard error of the
// smallest error, so that they don't show which end is simpler.
func (c *Curve) simplest(se float64) int {
	t := c.Line(Training)
	if t == nil {
		return 0
	}
	first, last := t.Mean[0], t.Mean[len(t.Mean)-1]
	switch {
	case !Known(first) || !Known(last) || !Known(se) || math.Abs(first-last) <= se:
		return 0
	case first > last:
		return -1
	}
	return 1
}

// bestSays returns the legend text for the mark of the smallest error.
func (c *Curve) bestSays() string {
	if c.Missing > 0 {
		return words.Text("smallest %s so far", c.Says(c.By))
	}
	return words.Text("smallest %s", c.Says(c.By))
}

// Error formats an error.
func (c *Curve) Error(e float64) string {
	switch {
	case !Known(e):
		return "none"
	case c.Share:
		return words.Percent(e)
	}
	return words.Number(e)
}

// keys are the keys of values, or of pairs.
var keys = picture.KeyKind{Begins: "tried"}

// Count returns the number of values or pairs.
func (c *Curve) Count() int {
	if c.And == nil || c.Random {
		return len(c.Over.At)
	}
	return len(c.Over.At) * len(c.And.At)
}

// Pair returns the value or pair with an index; y is NaN for a value.
func (c *Curve) Pair(at int) (x, y float64) {
	switch w := len(c.Over.At); {
	case c.And == nil:
		return c.Over.At[at], math.NaN()
	case c.Random:
		return c.Over.At[at], c.And.At[at]
	default:
		return c.Over.At[at%w], c.And.At[at/w]
	}
}

// Named returns a value or pair as text within a sentence.
func (c *Curve) Named(at int) string {
	x, y := c.Pair(at)
	text := words.Text("%s = %s", words.Within(c.Over.Label), words.Number(x))
	if c.And != nil {
		text += words.Text(", %s = %s", words.Within(c.And.Label), words.Number(y))
	}
	return text
}

// Keyed returns the index of the value or pair with a key.
func (c *Curve) Keyed(key string) (at int, ok bool) {
	if c.Over == nil {
		return 0, false
	}
	if c.And == nil || c.Random {
		return keys.Number(key, c.Count())
	}
	i, j, w := 0, 0, len(c.Over.At)
	ok = keys.Numbers(key, &i, &j) && i >= 0 && i < w && j >= 0 && j < len(c.And.At)
	return j*w + i, ok
}

// PanelID is the id of the chart of a study.
const PanelID = "study"

// Panel returns the chart of a curve. now and with are the document's values of its parameters; NaN = none.
func (c *Curve) Panel(now, with float64) method.Panel {
	info := method.PanelInfo{ID: PanelID, YLabel: c.Measure, YLog: c.YLog && c.And == nil}
	switch {
	case c.Over == nil:
		info.Title, info.XLabel, info.YLabel, info.YFrom0 = words.Text("%s of %s", words.Capital(words.Plural(c.Noun)),
			words.Count(c.Fits, "fit")), c.Measure, "fits", true
		info.YCounts = true
		info.Help = words.Text("Number of fits by their %s at points that they have not seen", c.Noun)
		if c.Line(Ratio) != nil {
			info.XLabel = Ratio
			info.Help = "Final losses of the fits relative to the smallest, all to the same points"
			if c.Line(Start) != nil {
				info.Help, info.XLog = "Initial and final losses of the fits relative to the smallest, all to the same points", true
			}
		}
		return chart.Plain(info, c.law)
	case c.And != nil:
		info.Title = words.Text("%s over %s and %s", words.Capital(c.Noun), words.Within(c.Over.Label),
			words.Within(c.And.Label))
		info.XLabel, info.YLabel, info.XLog, info.YLog = c.Over.Label, c.And.Label, c.Over.Log, c.And.Log
		info.Help = words.Capital(words.Text("The %s for each pair of values. A click uses a pair.", c.Noun))
		if c.Missing > 0 {
			info.Help = "Computing, coarse to fine: missing pairs have the colour of a neighbour."
		}
		if c.Random {
			info.Help = words.Capital(words.Text("The %s of %s drawn at random. A click uses a pair.", c.Noun,
				words.Count(c.Count()-c.Missing, "pair")))
			return chart.Plain(info, func() *chart.Chart { return c.scatter(now, with) })
		}
		return chart.Plain(info, func() *chart.Chart { return c.surface(now, with) })
	}
	info.Title = words.Text("%s against %s", words.Capital(c.Noun), words.Within(c.Over.Label))
	info.XLabel, info.XLog, info.XCounts = c.Over.Label,
		c.Over.Log, c.Over.Whole
	info.YFrom0 = !info.YLog && c.Noun == "error"
	info.Help = words.Capital(words.Text("The %s for each value.", c.Noun))
	if c.Missing > 0 {
		info.Help = "Computing, coarse to fine."
	}
	if !doc.IsSize(c.Over.Name) {
		info.Help = words.Say(info.Help) + words.Say(" Click to use a value.")
	}
	return chart.Plain(info, func() *chart.Chart { return c.course(now) })
}

// least returns the name of the smallest possible error.
func (c *Curve) least() string {
	if c.Share {
		return "Bayes error, the smallest possible"
	}
	return "noise, the smallest possible error"
}

// high returns the vertical coordinate of an error.
func (c *Curve) high(e float64) float64 {
	if !Known(e) {
		return math.NaN()
	}
	if c.YLog && c.Over != nil {
		if e <= 0 {
			return math.NaN() // has no logarithm
		}
		return math.Log10(e)
	}
	return e
}

// course returns a chart of errors over the values of one parameter.
func (c *Curve) course(now float64) *chart.Chart {
	d := &chart.Chart{X: chart.Airy(0.04), Y: chart.From0(0.04, 0.06)}
	if c.YLog || c.Noun != "error" {
		d.Y = chart.Airy(0.06)
	}
	worked, boundsSeen := c.worked(), 0
	n := len(worked)
	x, named := make([]float64, n), make([]string, n)
	for k, i := range worked {
		x[k], named[k] = c.Over.at(i), keys.Key(i)
	}
	for _, l := range c.Lines {
		if l.Name == Training && len(c.Lines) > 1 || l.Name == Bias || l.Name == Variance ||
			l.Name == Estimation || l.Bound != "" || ofMoments(l.Name) || l.Name == Penalty || l.Name == Sum ||
			l.Name == Complexity {
			continue // their variation is of no interest
		}
		c.spread(d, worked, &l)
	}
	switch {
	case c.Floor != nil:
		floor := chart.Curve{Look: chart.As(picture.RoleGuide, c.least()), X: x, Y: make([]float64, n)}
		for k, i := range worked {
			floor.Y[k] = c.high(c.Floor[i])
		}
		d.Add(floor)
	case Known(c.Bayes) && c.high(c.Bayes) == c.high(c.Bayes):
		d.Add(chart.Level(chart.As(picture.RoleGuide, c.least()), c.high(c.Bayes)))
	}
	for _, l := range c.Lines {
		if ofMoments(l.Name) || l.Name == Complexity {
			continue
		}
		thing := things[l.Name]
		if l.Bound != "" {
			thing = boundThing + boundsSeen*picture.Things
			boundsSeen++
		}
		line := chart.Curve{Look: chart.Of(picture.RoleTrack, thing, c.Says(l.Name)), X: x,
			Y: make([]float64, n), Dots: n <= 30 || c.Random}
		for k, i := range worked {
			if line.Y[k] = c.high(l.Mean[i]); l.Bound != "" && c.Share && !c.YLog && l.Mean[i] > 1 {
				line.Y[k] = math.NaN() // a bound above 1 says nothing
			}
		}
		d.Add(line)
	}
	if c.Over.place(now) == c.Over.place(now) {
		d.Add(chart.Upright(chart.As(picture.RoleCut, "current value"), c.Over.place(now)))
	}
	if l := c.Line(c.By); l != nil && c.Best >= 0 {
		says := c.bestSays()
		if c.Choice == c.Best {
			says = words.Text("%s, and the one-standard-error choice", says)
		}
		d.Add(chart.Dot(chart.As(picture.RoleOptimum, says), c.Over.at(c.Best), c.high(l.Mean[c.Best])))
		if c.Choice >= 0 && c.Choice != c.Best {
			d.Add(chart.Dot(chart.As(picture.RoleSupport, "the one-standard-error choice"),
				c.Over.at(c.Choice), c.high(l.Mean[c.Choice])))
		}
	}
	d.Add(chart.Columns{X: x, Keys: named}) // there is a readout everywhere
	return d
}

// spread draws the variation of the errors at a value: bands between quantiles of draws, or bars of standard errors.
func (c *Curve) spread(d *chart.Chart, worked []int, l *Line) {
	switch {
	case l.Low != nil:
		band := chart.Band{Look: chart.As(picture.RoleBand, words.Text("eight of ten fits: %s", c.Says(l.Name))), Number: 1}
		for _, i := range worked {
			if low, high := c.high(l.Low[i]), c.high(l.High[i]); low == low && high == high {
				x := c.Over.at(i)
				band.Low, band.High = append(band.Low, x, low), append(band.High, x, high)
			}
		}
		if len(band.Low) > 2 {
			d.Add(band)
		}
	case l.SE != nil:
		bars := chart.Stems{Look: chart.Look{Role: picture.RoleGuide, Class: picture.NoClass, Weight: 0.6,
			Says: "one standard error above and below"}}
		for _, i := range worked {
			e := l.Mean[i]
			if low, high := c.high(e-l.SE[i]), c.high(e+l.SE[i]); Known(e) && low == low && high == high {
				bars.X, bars.Low, bars.High = append(bars.X, c.Over.at(i)), append(bars.Low, low), append(bars.High, high)
			}
		}
		d.Add(bars)
	}
}

// fits returns the number of fits of one setting that line i holds errors of; 0 if it holds none of single fits.
func (c *Curve) fits(i int) int {
	if len(c.Lines[i].Each) == 0 {
		return 0
	}
	return len(c.Lines[i].Each[0])
}

// shown returns the line that a map or a histogram shows: that of the choice, else the last one; for fits of one
// setting, the last one among those of the most fits, but a bound or the estimation risk only if there is no other line
// than the training error.
func (c *Curve) shown() *Line {
	if l := c.Line(c.By); l != nil {
		return l
	}
	k := len(c.Lines) - 1
	for i := k; c.Over == nil && i >= 0; i-- {
		if l := &c.Lines[i]; l.Name != Training && l.Name != Estimation && l.Bound == "" && (c.fits(i) > c.fits(k) ||
			c.Lines[k].Bound != "" || c.Lines[k].Name == Estimation) {
			k = i
		}
	}
	return &c.Lines[k]
}

// surface returns a map of errors over the values of two parameters, with a tile for each pair.
func (c *Curve) surface(now, with float64) *chart.Chart {
	w, h, line := len(c.Over.At), len(c.And.At), c.shown()
	xs, ys := edges(c.Over), edges(c.And)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, e := range line.Mean {
		if Known(e) {
			lo, hi = min(lo, e), max(hi, e)
		}
	}
	d := &chart.Chart{X: chart.Exactly(xs[0], xs[w]), Y: chart.Exactly(ys[0], ys[h]), Told: true}
	from := c.sources()
	d.Add(chart.Heat{Kind: picture.Sequential, Grain: 2, Lo: lo, Hi: max(hi, lo+1e-12), Name: c.Says(line.Name),
		F: func(x, y float64) float64 { return line.Mean[from[tile(ys, y)*w+tile(xs, x)]] }})
	for _, at := range c.worked() {
		i, j := at%w, at/w
		d.Hits.Box(keys.Key(i, j), xs[i], ys[j], xs[i+1], ys[j+1])
	}
	if x, y := c.Over.place(now), c.And.place(with); x == x && y == y {
		d.Add(chart.Upright(chart.As(picture.RoleCut, "current values"), x),
			chart.Level(chart.As(picture.RoleCut, "current values"), y))
	}
	d.Alt = words.Text("A map of the %s, %s of %s by %s of %s, from %s to %s.", c.Says(line.Name), words.Count(w,
		"value"), words.Within(c.Over.Label), words.Count(h, "value"), words.Within(c.And.Label), c.Error(lo), c.Error(hi))
	if c.Missing > 0 {
		d.Alt = words.Say(d.Alt) + words.Text(" %s not computed yet: those have the colour of a neighbour.",
			words.Capital(words.Count(c.Missing, "pair")))
	}
	if c.Best >= 0 {
		i, j := c.Best%w, c.Best/w
		d.Add(chart.Dot(chart.As(picture.RoleOptimum, c.bestSays()), c.Over.at(i), c.And.at(j)))
		d.Alt = words.Say(d.Alt) + words.Text(" The minimum is at %s and %s.", words.Number(c.Over.At[i]),
			words.Number(c.And.At[j]))
	}
	return d
}

// scatter returns a map of randomly drawn pairs, with a dot for each.
func (c *Curve) scatter(now, with float64) *chart.Chart {
	d := &chart.Chart{X: chart.Airy(0.05), Y: chart.Airy(0.05), Told: true}
	line := c.shown()
	if x, y := c.Over.place(now), c.And.place(with); x == x && y == y {
		d.Add(chart.Upright(chart.As(picture.RoleCut, "current values"), x),
			chart.Level(chart.As(picture.RoleCut, "current values"), y))
	}
	dots := &picture.Marks{Role: picture.RolePoint, Says: c.Says(line.Name), Sequential: true, Lo: math.Inf(1),
		Hi: math.Inf(-1)}
	for _, at := range c.worked() {
		e := line.Mean[at]
		if Known(e) {
			dots.Lo, dots.Hi = min(dots.Lo, e), max(dots.Hi, e)
		} else {
			e = math.NaN()
		}
		dots.XY = append(dots.XY, c.Over.at(at), c.And.at(at))
		dots.Value, dots.Keys = append(dots.Value, e), append(dots.Keys, keys.Key(at))
	}
	d.Alt = words.Text("%s of %s and %s, drawn at random: the %s is from %s to %s.",
		words.Capital(words.Count(len(dots.Value), "pair")), words.Within(c.Over.Label), words.Within(c.And.Label),
		c.Says(line.Name), c.Error(dots.Lo), c.Error(dots.Hi))
	d.Add(chart.Dots{Marks: dots})
	if c.Best >= 0 {
		d.Add(chart.Dot(chart.As(picture.RoleOptimum, c.bestSays()), c.Over.at(c.Best), c.And.at(c.Best)))
		d.Alt = words.Say(d.Alt) + words.Text(" The minimum is at %s.", c.Named(c.Best))
	}
	return d
}

// edges returns the edges of the tiles of an axis: half-way between its values, and as far outside the first and the
// last one.
func edges(a *Axis) []float64 {
	n := len(a.At)
	e := make([]float64, n+1)
	for i := 1; i < n; i++ {
		e[i] = (a.at(i-1) + a.at(i)) / 2
	}
	e[0], e[n] = 2*a.at(0)-e[1], 2*a.at(n-1)-e[n-1]
	return e
}

func tile(edges []float64, x float64) int {
	i := 0
	for i < len(edges)-2 && x >= edges[i+1] {
		i++
	}
	return i
}

// lawBins is the number of bins of the histogram of errors.
const lawBins = 20

// law returns a histogram of the errors of several fits of one setting.
func (c *Curve) law() *chart.Chart {
	d := &chart.Chart{X: chart.Airy(0.04), Y: chart.From0(0, 0.08), Told: true}
	l, start := c.shown(), c.Line(Start)
	each := known(l)
	if len(each) == 0 {
		d.Alt = "No fit has an error."
		return d
	}
	all, place := each, func(e float64) float64 { return e }
	if start != nil { // including its bound, which is many times as large as the ratios
		all, place = slices.Concat(each, known(start)), math.Log10
	}
	lo, hi := place(slices.Min(all)), place(slices.Max(all))
	if lo == hi {
		lo, hi = lo-0.01*max(lo, 0.01), hi+0.01*max(hi, 0.01)
	}
	width := (hi - lo) / lawBins
	count := func(each []float64) (counts []float64) {
		counts = make([]float64, lawBins)
		for _, e := range each {
			counts[min(int((place(e)-lo)/width), lawBins-1)]++
		}
		return counts
	}
	bars := &picture.Path{Role: picture.RoleBar, Class: things[l.Name], Closed: true, Says: words.Text("%s of a fit",
		c.Says(l.Name))}
	counts := count(each)
	top := slices.Max(counts)
	for i, n := range counts {
		if x := lo + float64(i)*width; n > 0 {
			bars.AddLine(x, 0, x+width, 0, x+width, n, x, n)
		}
	}
	d.X.See = []float64{lo, hi}
	d.Add(chart.Layers{bars})
	if start != nil {
		outline := &picture.Path{Role: picture.RoleTrack, Class: things[Start], Says: words.Text("%s of a fit",
			c.Says(Start))}
		counts := count(known(start))
		top = max(top, slices.Max(counts))
		xy := []float64{lo, 0}
		for i, n := range counts {
			x := lo + float64(i)*width
			xy = append(xy, x, n, x+width, n)
		}
		outline.AddLine(append(xy, hi, 0)...)
		d.Add(chart.Layers{outline})
	}
	d.Y.See = []float64{0, top}
	s := Summarize(each)
	low, high := Quantile(0.05, each), Quantile(0.95, each)
	d.Add(chart.Upright(chart.As(picture.RoleOptimum, "mean"), place(s.Mean)),
		chart.Upright(chart.As(picture.RoleGuide, "nine of ten fits lie between"), place(low)),
		chart.Upright(chart.As(picture.RoleGuide, "nine of ten fits lie between"), place(high)))
	for _, other := range c.Lines { // lines for comparison with the mean
		e := other.Mean[0]
		if !Known(e) || other.Name != LeaveOneOut && other.Name != Start && (other.Bound == "" || c.Share && e > 1) {
			continue
		}
		d.X.See = append(d.X.See, place(e))
		thing, says := things[other.Name], words.Text("mean of %s", c.Says(other.Name))
		if other.Bound != "" {
			thing = boundThing + picture.Things // dashed, because the Bayes error has this color
			if start != nil {
				says = c.Says(other.Name) // the same for all fits
			}
		}
		d.Add(chart.Upright(chart.Of(picture.RoleTrack, thing, says), place(e)))
	}
	if Known(c.Bayes) {
		d.X.See = append(d.X.See, c.Bayes)
		d.Add(chart.Upright(chart.As(picture.RoleCut, c.least()), c.Bayes))
	}
	d.Alt = words.Text("A histogram of the %s of %s: mean %s, nine of ten between %s and %s.", c.Says(l.Name),
		words.Count(len(each), "fit"), c.Error(s.Mean), c.Error(low), c.Error(high))
	if start != nil {
		d.Alt = words.Say(d.Alt) + words.Text(" Before the first step the mean is %s.", c.Error(start.Mean[0]))
	}
	return d
}

// known returns the known errors in a line of fits of one setting.
func known(l *Line) (each []float64) {
	if len(l.Each) == 0 {
		return nil
	}
	for _, e := range l.Each[0] {
		if Known(e) {
			each = append(each, e)
		}
	}
	return each
}

// Tell describes the result for a value or a pair.
func (c *Curve) Tell(at int) (answer string, lines []string) {
	answer = words.Capital(c.Named(at))
	for _, l := range c.Lines {
		text := words.Text("%s %s", c.Says(l.Name), c.Error(l.Mean[at]))
		if l.Name == Complexity && Known(l.Mean[at]) {
			lines = append(lines, words.Text("h = %s, %s", words.Number(l.Mean[at]), l.Help))
			continue
		}
		if !Known(l.Mean[at]) {
			text = words.Text("%s: none, since all fits failed", c.Says(l.Name))
		} else if l.SE != nil {
			text += words.Text(" ± %s", c.Error(l.SE[at]))
		}
		lines = append(lines, words.Capital(text))
	}
	if c.Floor != nil && Known(c.Floor[at]) {
		least, _, _ := strings.Cut(c.least(), ",")
		lines = append(lines, words.Text("%s %s", words.Capital(least), c.Error(c.Floor[at])))
	}
	switch {
	case c.Best == at && c.By != "":
		lines = append(lines, words.Text("Smallest %s", c.Says(c.By)))
	case c.Choice == at && c.By != "":
		lines = append(lines, "One-standard-error choice: the simplest value within one standard error of the best")
	}
	return answer, lines
}
