package gp

import (
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Cholesky factorises the symmetric n×n matrix a = L·Lᵀ in place (lower triangle
// read and written; zeros above), asking job between blocks where a is large. ok
// is false when a is not numerically positive definite.
func Cholesky(job method.Job, a []float64, n int) (ok bool, err error) {
	return cholesky(job, a, n)
}

// BandShows are the switches of Bands.
func BandShows(onLine *method.When) []method.Show {
	return []method.Show{
		{Name: method.Mean, Label: "mean", On: true, Help: "posterior mean of f", When: onLine},
		{Name: "band_f", Label: "band of f (latent)", On: true, Help: "where the function itself is: mean ± standard deviations of f", When: onLine},
		{Name: "band_y", Label: "band of a new y", On: false, Help: "where a new observation would fall: the noise is added", When: onLine},
		{Name: "sd1", Label: "1 standard deviation", On: false, Help: "holds 68 % of the probability at each x", When: onLine},
		{Name: "sd2", Label: "2 standard deviations", On: true, Help: "holds 95 % of the probability at each x", When: onLine},
		{Name: "sd3", Label: "3 standard deviations", On: false, Help: "holds 99.7 % of the probability at each x", When: onLine},
		{Name: "samples", Label: "samples", On: true, Help: "functions drawn from the process", When: onLine},
	}
}

// Bands draws what BandShows switch on, but mean and samples: bands of so many
// standard deviations of f and of a new y about a mean, at ascending abscissas,
// and their names.
func Bands(v picture.Viewport, show method.Shown, x, mean, sdF, sdY []float64) (bands, names []picture.Layer) {
	return (&curve{x: x, mean: mean, sdF: sdF, sdY: sdY}).bands(v, show)
}
