package dataset

import (
	"math"

	"pointscape/engine/method"
)

// regression returns the data sets with values: those of curves, then those of surfaces.
func regression() []entry { return append(curves(), surfaces()...) }

// curves returns the data sets of values on the line: the functions give the curve, and the factor of the noise, at u
// from 0 to 1.
func curves() []entry {
	line := func(name, label, help string, n int, noise float64, f func(u float64) (y, sd float64)) entry {
		return entry{Dataset: method.Dataset{Name: name, Label: label, Task: method.Regress, Help: help, N: n, MaxN: 5000,
			Noise: noise, MaxNoise: 1}, line: f}
	}
	sine := func(u float64) (y, sd float64) { return math.Sin(2 * math.Pi * u), 1 }
	gap := line("sine_gap", "Sine with a gap", "One period without its middle third: a test of the uncertainty far "+
		"from the data.", 30, 0.1, sine)
	gap.where = func(u float64) float64 {
		if u < 0.5 {
			return u * 2 / 3
		}
		return 1 - (1-u)*2/3
	}
	return []entry{
		line("sine", "Sine", "One period of a sine of height 1; noise is the standard deviation of y.", 40, 0.15, sine),
		gap,
		line("step", "Steps", "Three flat pieces with two jumps; noise is the standard deviation of y.", 60, 0.1,
			func(u float64) (y, sd float64) {
				switch {
				case u < 0.3:
					return -0.6, 1
				case u < 0.65:
					return 0.8, 1
				}
				return 0.1, 1
			}),
		line("linear_trend", "Line", "A straight line; noise is the standard deviation of y.", 40, 0.15,
			func(u float64) (y, sd float64) {
				return 1.6*u - 0.8, 1
			}),
		line("heteroscedastic", "Growing noise", "A slow wave whose noise grows from one tenth to twice the given "+
			"value.", 100, 0.2, func(u float64) (y, sd float64) {
			return 0.7 * math.Sin(1.5*math.Pi*u), 0.1 + 1.9*u
		}),
		line("periodic", "Season and trend", "Five periods on a rising line; noise is the standard deviation of y.", 80,
			0.08, func(u float64) (y, sd float64) {
				return 0.45*math.Sin(10*math.Pi*u) + u - 0.5, 1
			}),
		line("sinc", "Sinc", "sin(πt)/(πt) for t from -4 to 4; noise is the standard deviation of y.", 60, 0.05,
			func(u float64) (y, sd float64) {
				t := math.Pi * (8*u - 4)
				if t == 0 {
					return 1, 1
				}
				return math.Sin(t) / t, 1
			}),
		line("polynomial", "Cubic", "A polynomial of degree 3 with two turning points; noise is the standard deviation of y.",
			40, 0.15, func(u float64) (y, sd float64) {
				t := 2.1*u - 1.05
				return 0.8 * t * (4*t*t - 3), 1
			}),
	}
}

// surfaces returns the data sets of values over the plane: the functions give them at u and v from -1 to 1.
func surfaces() []entry {
	plane := func(name, label, help string, noise float64, f func(u, v float64) float64) entry {
		return entry{Dataset: method.Dataset{Name: name, Label: label, Task: method.Regress2D, Help: help, N: 100,
			MaxN: 20_000, Noise: noise, MaxNoise: 1}, field: f}
	}
	return []entry{
		plane("hills", "Hills", "Two hills and a hollow; noise is the standard deviation of the value.", 0.05,
			func(u, v float64) float64 {
				bump := func(cu, cv, width float64) float64 {
					return math.Exp(-((u-cu)*(u-cu) + (v-cv)*(v-cv)) / (2 * width * width))
				}
				return bump(-0.45, 0.4, 0.3) + 0.7*bump(0.5, 0.5, 0.25) - 0.9*bump(0.2, -0.45, 0.35)
			}),
		plane("saddle", "Saddle", "u² - v², with u and v from -1 to 1; noise is the standard deviation of the value.", 0.05,
			func(u, v float64) float64 {
				return u*u - v*v
			}),
		plane("ripple", "Ripple", "A circular wave that decays from the centre; noise is the standard "+
			"deviation of the value.", 0.05, func(u, v float64) float64 {
			r := math.Hypot(u, v)
			return math.Cos(2.5*math.Pi*r) * math.Exp(-r)
		}),
		plane("plane2d", "Plane", "A tilted plane; noise is the standard deviation of the value.", 0.1,
			func(u, v float64) float64 {
				return 0.6*u - 0.4*v
			}),
		plane("cosine2d", "Egg box", "cos(πu)·cos(πv), with u and v from -1 to 1; noise is the standard deviation "+
			"of the value.", 0.05, func(u, v float64) float64 {
			return math.Cos(math.Pi*u) * math.Cos(math.Pi*v)
		}),
	}
}
