package grouping

import "math"

// Nearest returns the centre nearest to a row (the first of equally near ones) and its squared distance.
func Nearest(row, centers []float64) (at int, best float64) {
	best = math.Inf(1)
	for j, d := 0, len(row); j*d < len(centers); j++ {
		if s := SquaredDistance(row, centers[j*d:]); s < best {
			at, best = j, s
		}
	}
	return at, best
}

// SquaredDistance returns the squared distance between row and the first len(row) numbers of c.
func SquaredDistance(row, c []float64) (sum float64) {
	c = c[:len(row)]
	for t, v := range row {
		e := v - c[t]
		sum += float64(e * e)
	}
	return sum
}
