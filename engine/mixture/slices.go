package mixture

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Conditional distributions of a Gaussian mixture in the plane: given the first coordinate, the second one is again
// distributed as a Gaussian mixture.

// slice is the distribution of y given x.
type slice struct {
	x            float64
	ln           float64 // log-density of x itself
	share        []float64
	middle, sd   []float64 // per component: mean and standard deviation of y
	mean, spread float64   // E(y | x), and the standard deviation
}

// sliced reports whether slices are drawn, which requires points in the plane.
func (b *blend) sliced(show method.Shown) bool { return show["slices"] && b.d == 2 && !b.p.Wide() }

// slice returns the distribution of y given x.
func (b *blend) slice(x float64) *slice {
	s := &slice{x: x, share: make([]float64, b.k), middle: make([]float64, b.k), sd: make([]float64, b.k)}
	for c := range b.k {
		mean, xx, yy, xy := b.g.mean(c), b.g.variance(c, 0), b.g.variance(c, 1), 0.0
		if b.g.matrix() {
			xy = b.g.of(b.g.cov, c)[2]
		}
		off := x - mean[0]
		s.share[c] = math.Log(b.g.weights[c]) - off*off/(2*xx) - math.Log(2*math.Pi*xx)/2
		s.middle[c] = mean[1] + xy/xx*off
		s.sd[c] = math.Sqrt(max(yy-xy/xx*xy, 0))
	}
	s.ln = shares(s.share)
	for c, w := range s.share {
		s.mean += w * s.middle[c]
	}
	for c, w := range s.share {
		off := s.middle[c] - s.mean
		s.spread += w * (s.sd[c]*s.sd[c] + off*off)
	}
	s.spread = math.Sqrt(s.spread)
	return s
}

// at returns the density at y.
func (s *slice) at(y float64) (p float64) {
	for c, w := range s.share {
		if w > 0 && s.sd[c] > 0 {
			z := (y - s.middle[c]) / s.sd[c]
			p += w * math.Exp(-z*z/2) / (s.sd[c] * math.Sqrt(2*math.Pi))
		}
	}
	return p
}

// peak approximates the maximum of the density: the largest value at a component's mean.
func (s *slice) peak() (p float64) {
	for _, y := range s.middle {
		p = max(p, s.at(y))
	}
	return p
}

// curve returns the density as a curve that extends sideways from x. A density of 1 has the width wide. nil means that
// the curve is outside the view.
func (s *slice) curve(v picture.Viewport, wide float64) []float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for c, w := range s.share {
		if w > 1e-3 {
			lo, hi = min(lo, s.middle[c]-4*s.sd[c]), max(hi, s.middle[c]+4*s.sd[c])
		}
	}
	lo, hi = max(lo, v.Y0), min(hi, v.Y1)
	if !(lo < hi) {
		return nil
	}
	const nodes = 120
	xy := make([]float64, 0, 2*nodes+2)
	for i := range nodes + 1 {
		y := lo + (hi-lo)*float64(i)/nodes
		xy = append(xy, s.x+wide*s.at(y), y)
	}
	return xy
}

// drawnSlices is the number of slices drawn.
const drawnSlices = 7

// across returns the range of the points' first coordinates.
func (b *blend) across() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for i := range b.p.N {
		x := b.p.At(i)[0]
		lo, hi = min(lo, x), max(hi, x)
	}
	return lo, hi
}

// scale returns the slices and the width at which a density of 1 is drawn: the largest slice nearly reaches the next
// one.
func (b *blend) scale(lo, hi float64) (list []*slice, wide float64) {
	step, top := (hi-lo)/drawnSlices, 0.0
	for i := range drawnSlices {
		s := b.slice(lo + step*(float64(i)+0.5))
		list = append(list, s)
		top = max(top, s.peak())
	}
	return list, 0.85 * step / top
}

// slices draws the slices, and E(y | x) over the range of the points.
func (b *blend) slices(v picture.Viewport) []picture.Layer {
	lo, hi := b.across()
	if !(lo < hi) {
		return nil
	}
	list, wide := b.scale(lo, hi)
	if !method.Finite(wide) {
		return nil // the density overflows
	}
	laws := &picture.Path{Role: picture.RoleSample, Says: "p(x₂ | x₁) at some x₁, drawn sideways"}
	dots := &picture.Marks{Role: picture.RoleProjection, Says: "E(x₂ | x₁) there"}
	for _, s := range list {
		if xy := s.curve(v, wide); xy != nil {
			laws.AddLine(xy...)
			laws.AddLine(s.x, xy[1], s.x, xy[len(xy)-1])
			dots.XY = append(dots.XY, s.x, s.mean)
		}
	}
	mean := &picture.Path{Role: picture.RoleMean, Class: picture.NoClass, Says: "E(x₂ | x₁)"}
	const nodes = 160
	for i := range nodes + 1 {
		x := lo + (hi-lo)*float64(i)/nodes
		if y := b.slice(x).mean; method.Finite(y) {
			mean.XY = append(mean.XY, x, y)
		}
	}
	return []picture.Layer{laws, mean, dots}
}

// tellSlice adds the distribution of y given x to the explanation, and draws it.
func (b *blend) tellSlice(x float64, v picture.Viewport, e *method.Explanation) {
	lo, hi := b.across()
	s := b.slice(x)
	if !(lo < hi) || !method.Finite(s.mean, s.spread) {
		return
	}
	e.Lines = append(e.Lines, words.Text("given x₁: E(x₂ | x₁) = %s, standard deviation %s", words.Number(s.mean),
		words.Number(s.spread)))
	if _, wide := b.scale(lo, hi); method.Finite(wide) {
		if xy := s.curve(v, wide); xy != nil {
			e.Layers = append(e.Layers, &picture.Path{Role: picture.RoleCut, Class: picture.NoClass, XY: xy,
				Says: "p(x₂ | x₁) here"})
		}
	}
}
