package results

import (
	"math"
	"slices"

	"pointscape/engine/picture"
)

// density is how densely places lie on a plane, on a grid of its pixels.
type density struct {
	grid   picture.Grid // in data coordinates
	values []float32
}

// Nodes of the grid, and the least and the largest bandwidth, as shares of the plane.
const (
	densityW, densityH = 96, 68
	leastBand          = 0.02
	mostBand           = 0.12
)

// densityOf is a kernel density estimate with the Gaussian kernel: the sum of a hill at each place. The bandwidth of
// each axis is Scott's, n^(-1/6) standard deviations, where the deviation is at most that of a normal density with as
// wide a middle half, IQR/1.349 (Silverman, Density Estimation, 1986).
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

// hills are the kernels of all places along an axis, at its nodes.
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

// level is the density above which a share of all of it lies.
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

// region is where the density is above a level, as polygons.
func (d *density) region(level float64) *picture.Path {
	return picture.FilledContours(d.values, d.grid, level, math.Inf(1))
}
