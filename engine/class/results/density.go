package results

import (
	"math"
	"slices"

	"pointscape/engine/picture"
)

// density is a kernel density estimate of positions, up to a factor, at the nodes of a grid.
type density struct {
	grid   picture.Grid // in data coordinates
	values []float32    // densityW*densityH, row by row
}

// Size of the grid, and the smallest and largest bandwidth of an axis, as fractions of the plane's width or height.
const (
	densityW, densityH = 96, 68
	leastBand          = 0.02
	mostBand           = 0.12
)

// densityOf returns the kernel density estimate of positions with a Gaussian kernel. The bandwidth of each axis is
// Scott's, n^(-1/6) min(σ, IQR/1.349) (Silverman, Density Estimation, 1986), clipped to the limits above; IQR/1.349 is
// the standard deviation of a normal density with that interquartile range, and is left out if it is 0.
func densityOf(at [][2]float64, v picture.Viewport) *density {
	d := &density{grid: v.Grid(densityW, densityH), values: make([]float32, densityW*densityH)}
	across := hills(at, 0, v.X1-v.X0, densityW, d.grid.X)
	up := hills(at, 1, v.Y1-v.Y0, densityH, d.grid.Y)
	for i := range at {
		for k, b := range up[i*densityH : (i+1)*densityH] {
			if b < 1e-6 {
				continue
			}
			for j, a := range across[i*densityW : (i+1)*densityW] {
				d.values[k*densityW+j] += a * b
			}
		}
	}
	return d
}

// hills returns the values of the kernel of each position along an axis: len(at)×nodes, one row for each position. span
// is the length of the axis, and node(k) the coordinate of node k.
func hills(at [][2]float64, axis int, span float64, nodes int, node func(int) float64) []float32 {
	sorted := make([]float64, len(at))
	mean := 0.0
	for i, q := range at {
		sorted[i] = q[axis]
		mean += q[axis] / float64(len(at))
	}
	slices.Sort(sorted)
	sum := 0.0
	for _, x := range sorted {
		sum += (x - mean) * (x - mean)
	}
	wide := math.Sqrt(sum / float64(max(len(at)-1, 1)))
	if iqr := quantile(sorted, 0.75) - quantile(sorted, 0.25); iqr > 0 {
		wide = min(wide, iqr/1.349)
	}
	h := min(max(wide*math.Pow(float64(len(at)), -1.0/6), leastBand*span), mostBand*span)
	list := make([]float32, len(at)*nodes)
	for i, q := range at {
		for k := range nodes {
			t := (node(k) - q[axis]) / h
			list[i*nodes+k] = float32(math.Exp(-t * t / 2))
		}
	}
	return list
}

// level returns the density above which a share of the total lies.
func (d *density) level(share float64) float64 {
	sorted, all := make([]float64, len(d.values)), 0.0
	for i, x := range d.values {
		sorted[i] = float64(x)
		all += sorted[i]
	}
	slices.Sort(sorted)
	below := 0.0
	for _, x := range sorted {
		if below += x; below > (1-share)*all {
			return x
		}
	}
	return 0
}

// region returns the region in which the density is at least level, as polygons.
func (d *density) region(level float64) *picture.Path {
	return picture.FilledContours(d.values, d.grid, level, math.Inf(1))
}
