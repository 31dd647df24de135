package neural

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// keyedEdges is the largest number of weights and biases for which each has a key. With more, they are too dense to be
// hovered.
const keyedEdges = 400

// The key of a weight is that of edgeKey. A bias counts as the weight from a further unit after the last one of the
// layer before.

// edgeOf returns the weight of a key, and its index among the parameters.
func (s *state) edgeOf(key string) (l, i, j, at int, ok bool) {
	if len(s.Theta) > keyedEdges || !edgeKind.Numbers(key, &l, &i, &j) {
		return
	}
	if l < 1 || l > s.Net.Layers() || i < 0 || i > s.Net.Sizes[l-1] || j < 0 || j >= s.Net.Sizes[l] {
		return
	}
	for k := range l - 1 {
		at += (s.Net.Sizes[k] + 1) * s.Net.Sizes[k+1]
	}
	return l, i, j, at + i*s.Net.Sizes[l] + j, true
}

// edges returns the hit areas of the weights and biases of a diagram, none if there are too many.
func (s *state) edges(v picture.Viewport, p plan) (hits picture.Hits) {
	if len(s.Theta) > keyedEdges {
		return nil
	}
	for l := 1; l <= s.Net.Layers(); l++ {
		for j := range s.Net.Sizes[l] {
			for i := range s.Net.Sizes[l-1] {
				hits.Add(picture.Line, edgeKey(l, i, j), v.DX(p.x[l-1]+p.side), v.DY(p.top(l-1, i)+p.side/2), v.DX(p.x[l]),
					v.DY(p.top(l, j)+p.side/2))
			}
			y := v.DY(p.top(l, j) + p.side + 3.5)
			hits.Add(picture.Line, edgeKey(l, s.Net.Sizes[l-1], j), v.DX(p.x[l]), y, v.DX(p.x[l]+p.side), y)
		}
	}
	return hits
}

// slopes returns the gradient of the objective, computed once.
func (s *state) slopes() []float64 {
	s.derived.Do(func() { s.gradient = s.Gradient(s.Theta) })
	return s.gradient
}

// tellEdge describes a weight and the derivative of the objective, with a control to change the weight.
func (s *state) tellEdge(key string) (t method.Told, ok bool) {
	l, i, j, at, ok := s.edgeOf(key)
	if !ok {
		return t, false
	}
	to := s.called(l, j)
	w, slope := s.Theta[at], s.slopes()[at]
	given, price, own := "1", "", ""
	if bias := i == s.Net.Sizes[l-1]; bias {
		t.Answer = words.Text("Bias of %s: %s", to, words.Number(w))
	} else {
		from := s.inputNames()
		if l > 1 {
			given = "h_{" + s.unit(l-2, i) + "}"
			t.Answer = words.Text("Weight from unit %s to %s: %s", s.unit(l-2, i), to, words.Number(w))
		} else {
			given = from[i]
			if s.scale[i] != 1 || s.shift[i] != 0 {
				given = words.Text("standardised %s", from[i])
			}
			t.Answer = words.Text("Weight from %s to %s: %s", given, to, words.Number(w))
			if s.scale[i] != 1 {
				own = words.Text("On %s itself: %s", from[i], words.Number(w*s.scale[i]))
			}
		}
		if s.L2[l-1] > 0 {
			price = " + α w/n"
		}
		if len(s.L1) > 0 {
			price += words.Say(" + λ sign(w)/n")
		}
	}
	turn := "falls"
	if slope > 0 {
		turn = "grows"
	}
	line := words.Sprintf("∂J/∂w = mean of δ · %s%s = %s", given, price, words.Number(words.Significant(slope, 3)))
	why := words.Sprintf("δ is the derivative of the loss of a point with respect to the sum of %s; if the weight "+
		"grows, the objective %s",
		to, turn)
	if slope == 0 {
		why = "With the present data the objective does not depend on it"
	}
	t.Lines = []string{line, why}
	if own != "" {
		t.Lines = append(t.Lines, own)
	}
	sum, n := 0.0, 0
	part, _ := s.Net.Part(s.Theta, l-1)
	for _, v := range part {
		sum += v * v
		n++
	}
	size := math.Sqrt(sum / float64(max(n, 1)))
	if !(size > 1e-6) || !method.Finite(size) {
		size = 1
	}
	t.Knob = &method.Knob{Param: weights, Index: at, Scale: size}
	return t, true
}

// strong returns the least absolute value of those weights w of a layer that are drawn: of more than 256, only the 256
// largest are.
func strong(w []float64) float64 {
	const most = 256
	if len(w) <= most {
		return 0
	}
	sizes := make([]float64, len(w))
	for k, v := range w {
		sizes[k] = math.Abs(v)
	}
	slices.Sort(sizes)
	return sizes[len(sizes)-most]
}

// flatness marks hidden units that are flat at 5 % of the points or more: a bar at the left of each has the share of
// points as its height, and a cross marks units that are flat at all points.
func (s *state) flatness(pic *picture.Picture, p plan) {
	if s.Net.Layers() < 2 {
		return
	}
	v, h := pic.View, s.fares()
	bars := &picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, Says: "share of points where flat"}
	crosses := &picture.Path{Role: picture.RoleGuide, Class: picture.NoClass, Says: "flat at all points"}
	for l := range h.flat {
		for j, share := range h.flat[l] {
			if s.without(l+1, j) {
				continue
			}
			x, y := p.x[l+1], p.top(l+1, j)
			switch {
			case h.off(l, j):
				crosses.AddLine(v.DX(x), v.DY(y), v.DX(x+p.side), v.DY(y+p.side))
				crosses.AddLine(v.DX(x), v.DY(y+p.side), v.DX(x+p.side), v.DY(y))
				fallthrough
			case share >= 0.05:
				bars.AddLine(v.DX(x-2), v.DY(y+p.side), v.DX(x-2), v.DY(y+p.side*(1-share)))
			}
		}
	}
	for _, path := range []*picture.Path{bars, crosses} {
		if len(path.XY) > 0 {
			pic.Add(path)
		}
	}
}
