package assess

import (
	"math"

	"pointscape/engine/chart"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Distances of estimates from n rows to the true moments: norms of differences, for matrices the Frobenius norm. By the
// law of large numbers they converge to 0, for independent rows like 1/√n.
const (
	MeanOff = "‖m̂ − m‖"
	CovOff  = "‖Ĉ − C‖"
	WithOff = "‖û − u‖"
)

// moments describes these distances, with the color number of the line and the name of the fact with its slope.
var moments = []struct {
	name, says, fact string
	thing            int
}{
	{MeanOff, "mean of the rows, m̂, against the true one", "mean_slope", 1},
	{CovOff, "their covariance matrix Ĉ, divided by n, against the true one", "covariance_slope", 3},
	{WithOff, "covariances û of the inputs with y, divided by n, against the true ones", "covariance_with_y_slope", 4},
}

// ofMoments reports whether a line is one of the moments, which have a chart of their own, given its name.
func ofMoments(name string) bool {
	for _, m := range moments {
		if m.name == name {
			return true
		}
	}
	return false
}

// Moment describes how the estimate of a moment (mean, covariance) approaches the true one: Name is their distance,
// which falls approximately like n^Slope.
type Moment struct {
	Name, Says, Fact string
	Slope            float64 // None = unknown
}

// Moments returns the moments of a curve over n.
func (c *Curve) Moments() (list []Moment) {
	for _, m := range moments {
		if l := c.Line(m.name); l != nil {
			slope, _, ok := Slope(c.Over.At, l.Mean)
			if !ok {
				slope = None
			}
			list = append(list, Moment{m.name, m.says, m.fact, slope})
		}
	}
	return list
}

// MomentsPanel returns the chart of the moments over n; ok is false if there are none.
func (c *Curve) MomentsPanel() (p method.Panel, ok bool) {
	if c.Over == nil || c.Line(CovOff) == nil {
		return p, false
	}
	info := method.PanelInfo{ID: PanelID + "-moments", Title: "Law of large numbers", XLabel: c.Over.Label,
		YLabel: "distance to the true values", XLog: c.Over.Log, XCounts: c.Over.Whole, YLog: c.YLog, YFrom0: !c.YLog,
		Help: "Distances of the mean and covariances of n rows from those of the recipe's distribution: means over the " +
			"draws."}
	return chart.Plain(info, c.momentsOver), true
}

func (c *Curve) momentsOver() *chart.Chart {
	d := &chart.Chart{X: chart.Airy(0.04), Y: chart.From0(0.04, 0.06)}
	if c.YLog {
		d.Y = chart.Airy(0.06)
	}
	worked := c.worked()
	x, named := make([]float64, len(worked)), make([]string, len(worked))
	for k, i := range worked {
		x[k], named[k] = c.Over.at(i), keys.Key(i)
	}
	for _, m := range moments {
		l := c.Line(m.name)
		if l == nil {
			continue
		}
		line := chart.Curve{Look: chart.Of(picture.RoleTrack, m.thing, m.name), X: x, Y: make([]float64, len(x)), Dots: true}
		for k, i := range worked {
			line.Y[k] = c.high(l.Mean[i])
		}
		d.Add(line)
		if slope, _, ok := Slope(c.Over.At, l.Mean); ok && c.Missing == 0 {
			d.Add(c.power(l.Mean, slope))
		}
	}
	d.Add(chart.Columns{X: x, Keys: named})
	return d
}

// power returns the curve of the least-squares line in the logarithms of n and of y, which has this slope.
func (c *Curve) power(y []float64, slope float64) chart.Item {
	sum, n := 0.0, 0.0
	for i, v := range y {
		if x := c.Over.At[i]; x > 0 && v > 0 && Known(v) {
			sum, n = sum+math.Log(v)-slope*math.Log(x), n+1
		}
	}
	const nodes = 40
	lo, hi := math.Log(c.Over.At[0]), math.Log(c.Over.At[len(c.Over.At)-1])
	fit := chart.Curve{Look: chart.As(picture.RoleGuide, "power of n that fits best").Called(
		words.Text("like n to the power %s", words.Number(slope))), Free: true, Untold: true}
	for i := range nodes + 1 {
		u := lo + (hi-lo)*float64(i)/nodes
		fit.XY = append(fit.XY, c.Over.place(math.Exp(u)), c.high(math.Exp(sum/n+slope*u)))
	}
	return fit
}
