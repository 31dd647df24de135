package picture

import "math"

// LineIn returns the end points x, y, x, y of the part of the line a·x + b·y + c = 0 within the view, or nil if the
// line does not cross the view or the coefficients are not those of a line.
func LineIn(a, b, c float64, v Viewport) []float64 {
	nn := a*a + b*b
	if nn == 0 || nn-nn != 0 || c-c != 0 {
		return nil
	}
	// Start at the point of the line nearest to the centre of the view.
	cx, cy := (v.X0+v.X1)/2, (v.Y0+v.Y1)/2
	s := (a*cx + b*cy + c) / nn
	px, py := cx-s*a, cy-s*b
	n := math.Sqrt(nn)
	dx, dy := -b/n, a/n
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, side := range [2][4]float64{{px, dx, v.X0, v.X1}, {py, dy, v.Y0, v.Y1}} {
		p, d, from, to := side[0], side[1], side[2], side[3]
		if d == 0 {
			if p < from || p > to {
				return nil
			}
			continue
		}
		t0, t1 := (from-p)/d, (to-p)/d
		lo, hi = max(lo, min(t0, t1)), min(hi, max(t0, t1))
	}
	if !(lo < hi) {
		return nil
	}
	return []float64{px + lo*dx, py + lo*dy, px + hi*dx, py + hi*dy}
}
