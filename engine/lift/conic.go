package lift

import "math"

// conic returns the name of the curve A x1² + B x1x2 + C x2² + D x1 + E x2 + F = 0. Coefficients that are negligible
// beside the others within a square around the points, given by its centre and half its side, count as 0.
func conic(coef map[power]float64, middle [2]float64, half float64) string {
	a, b, c := coef[power{2, 0}], coef[power{1, 1}], coef[power{0, 2}]
	d, e, f := coef[power{1, 0}], coef[power{0, 1}], coef[power{}]
	// Relative to the centre, in units of half the side, so that coefficients are comparable.
	x, y := middle[0], middle[1]
	f += a*x*x + b*x*y + c*y*y + d*x + e*y
	d, e = (d+2*a*x+b*y)*half, (e+2*c*y+b*x)*half
	a, b, c = a*half*half, b*half*half, c*half*half
	size := 0.0
	for _, v := range []float64{a, b, c, d, e, f} {
		size = max(size, math.Abs(v))
	}
	if !(size > 0) || math.IsInf(size, 0) {
		return "no curve: f is 0 everywhere"
	}
	for _, v := range []*float64{&a, &b, &c, &d, &e, &f} {
		if *v /= size; math.Abs(*v) < 1e-9 {
			*v = 0
		}
	}
	if a == 0 && b == 0 && c == 0 {
		if d == 0 && e == 0 {
			return "no curve: f is the same everywhere"
		}
		return "a straight line"
	}
	disc := b*b - 4*a*c
	// Four times the determinant of the matrix of the conic.
	det := 4*a*c*f + b*d*e - a*e*e - c*d*d - f*b*b
	quad := a*a + b*b + c*c
	switch flat := math.Abs(disc) <= 1e-9*quad; {
	case flat && math.Abs(det) <= 1e-12:
		// Two parallel lines, if the quadratic function along the normal has roots.
		if roots := d*d + e*e - 4*(a+c)*f; roots < -1e-12 {
			return "no curve: f has one sign everywhere"
		} else if roots <= 1e-12 {
			return "a straight line, met twice"
		}
		return "two parallel lines"
	case flat:
		return "a parabola"
	case math.Abs(det) <= 1e-12*math.Abs(disc):
		if disc > 0 {
			return "two lines that cross"
		}
		return "a single point"
	case disc > 0:
		return "a hyperbola"
	case det*(a+c) > 0:
		return "no curve: f has one sign everywhere"
	case math.Abs(b) <= 1e-9 && math.Abs(a-c) <= 1e-9*math.Abs(a):
		return "a circle"
	}
	return "an ellipse"
}
