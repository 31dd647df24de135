// Package bands draws the uncertainty of a curve: bands of one to three standard deviations around its mean, for models
// with a distribution at each x.
package bands

import (
	"fmt"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Switches returns the display switches that Layers reads, and those of the mean and of samples. onLine is the
// condition on which they are offered.
func Switches(onLine *method.When) []method.Show {
	return []method.Show{
		{Name: method.Mean, Label: "Mean", On: true, Help: "Mean of f at each x", When: onLine},
		{Name: "band_f", Label: "Band of f (latent)", On: true, Help: "Where the function itself lies: mean ± standard " +
			"deviations of f", When: onLine},
		{Name: "band_y", Label: "Band of a new y", On: false, Fresh: true,
			Help: "Where a new observation would lie: the noise is added", When: onLine},
		{Name: "sd1", Label: "1 standard deviation", On: false, Help: "Holds 68 % of the probability at each x",
			When: onLine},
		{Name: "sd2", Label: "2 standard deviations", On: true, Help: "Holds 95 % of the probability at each x",
			When: onLine},
		{Name: "sd3", Label: "3 standard deviations", On: false, Help: "Holds 99.7 % of the probability at each x",
			When: onLine},
		{Name: "samples", Label: "Samples", On: true, Help: "Functions drawn from the distribution of f", When: onLine},
	}
}

// Curve is a mean with the standard deviations of the function and of a new observation, at ascending abscissas.
type Curve struct {
	X, Mean, SDF, SDY []float64
}

// Shown reports whether any band is switched on.
func Shown(show method.Shown) bool {
	return (show["sd1"] || show["sd2"] || show["sd3"]) && (show["band_f"] || show["band_y"])
}

// Stands returns the name of the distribution of f given so many observations: prior or posterior.
func Stands(observations int) string {
	if observations == 0 {
		return "prior"
	}
	return "posterior"
}

// OfPrior returns a sentence that compares the standard deviation of f with the prior's, nil unless the latter is
// positive.
func OfPrior(sd, prior float64) []string {
	if !(prior > 0) {
		return nil
	}
	return []string{words.Text("sd of f is %s of the prior's %s", words.Percent(sd/prior), words.Number(prior))}
}

// Bar returns a vertical line at x from two standard deviations of f below its mean to two above it.
func Bar(x, mean, sd float64) *picture.Path {
	bar := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Level: 2,
		Says: "mean ± 2 standard deviations of f"}
	bar.AddLine(x, mean-2*sd, x, mean+2*sd)
	return bar
}

// Layers returns the bands that are switched on (under), and their names (over), which avoid the data points at x and y
// if possible. Bands without room for a name get none.
func (c *Curve) Layers(v picture.Viewport, show method.Shown, x, y []float64) (under, over []picture.Layer) {
	if !Shown(show) {
		return nil, nil
	}
	names := newLabels(v, x, y)
	add := func(sd []float64, what, says string, edge picture.Role) {
		for k := 3; k >= 1; k-- {
			if !show[method.Part(fmt.Sprintf("sd%d", k))] {
				continue
			}
			lo, hi := c.edges(sd, float64(k))
			says := words.Text("mean ± %s of %s", words.Count(k, "standard deviation"), says)
			// Both bands have edges: solid for f, dashed for a new y.
			e := &picture.Path{Role: edge, Class: picture.NoClass, Level: float64(k), Says: says}
			e.AddLine(c.polyline(hi)...)
			e.AddLine(c.polyline(lo)...)
			under = append(under, c.band(lo, hi, float64(k), says), e)
			inside := 0.0 // standard deviations of the next band inside; 0 = the mean
			for q := 1; q < k; q++ {
				if show[method.Part(fmt.Sprintf("sd%d", q))] {
					inside = float64(q)
				}
			}
			low, high := c.edges(sd, inside)
			if edge == picture.RoleBandEdge && show["band_f"] { // its name is outside the band of f
				lowF, highF := c.edges(c.SDF, float64(k))
				for i := range high {
					high[i], low[i] = max(high[i], highF[i]), min(low[i], lowF[i])
				}
			}
			names.add(v, c.X, [2][2][]float64{{hi, high}, {lo, low}}, words.Sprintf("± %d sd of %s", k, what))
		}
	}
	if show["band_y"] {
		add(c.SDY, "a new y", "a new y, noise included", picture.RoleBandEdge)
	}
	if show["band_f"] {
		add(c.SDF, "f", "f", picture.RoleBandLine)
	}
	return under, names.layers
}

func (c *Curve) edges(sd []float64, k float64) (lo, hi []float64) {
	lo, hi = make([]float64, len(sd)), make([]float64, len(sd))
	for i, s := range sd {
		lo[i], hi[i] = c.Mean[i]-k*s, c.Mean[i]+k*s
	}
	return lo, hi
}

func (c *Curve) polyline(y []float64) []float64 {
	xy := make([]float64, 0, 2*len(y))
	for i, v := range y {
		xy = append(xy, c.X[i], v)
	}
	return xy
}

func (c *Curve) band(lo, hi []float64, level float64, says string) *picture.Path {
	xy := make([]float64, 0, 4*len(lo))
	for i, v := range hi {
		xy = append(xy, c.X[i], v)
	}
	for i := len(lo) - 1; i >= 0; i-- {
		xy = append(xy, c.X[i], lo[i])
	}
	return &picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: level, XY: xy, Closed: true, Says: says}
}
