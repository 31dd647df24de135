//go:build !js

package main

import (
	"math"
	"slices"
)

// Summary summarises repeated measurements, in milliseconds.
type Summary struct {
	N      int     `json:"n"`
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

func summarize(ms []float64) Summary {
	if len(ms) == 0 {
		return Summary{}
	}
	return Summary{len(ms), quantile(ms, 0.5), slices.Min(ms), slices.Max(ms)}
}

// quantile returns the q-quantile of values, interpolated between the two nearest (definition 7 of Hyndman and Fan,
// 1996); NaN for an empty list.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	s := slices.Sorted(slices.Values(values))
	at := q * float64(len(s)-1)
	i := min(int(at), len(s)-1)
	j := min(i+1, len(s)-1)
	return s[i] + (at-float64(i))*(s[j]-s[i])
}

// exponent fits time = c·n^e by least squares of the logarithms.
func exponent(n, time []float64) (e float64) {
	var mx, my float64
	for i := range n {
		mx += math.Log(n[i]) / float64(len(n))
		my += math.Log(time[i]) / float64(len(n))
	}
	var sxx, sxy float64
	for i := range n {
		dx := math.Log(n[i]) - mx
		sxx += dx * dx
		sxy += dx * (math.Log(time[i]) - my)
	}
	return sxy / sxx
}

// geometric returns the geometric mean of positive values; NaN for an empty list.
func geometric(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
