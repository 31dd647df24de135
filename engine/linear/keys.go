package linear

import (
	"strconv"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// mostKeys is the largest number of points for which each has a key; among more, single points cannot be hit.
const mostKeys = 1000

// pointKey returns the key of a point, in the plane and on the curve.
func pointKey(i int) string { return pointKind.Key(i) }

var pointKind = picture.KeyKind{Begins: "p"}

// Hits returns the points as hit areas, which are linked to the curve and the derivatives; nil if neither is shown.
func (s *stage) Hits(_ picture.Viewport, show method.Shown) (hits picture.Hits) {
	asked := show["curve"] && s.curved() || show["hessian"] && s.bends()
	if !asked || s.o.n > mostKeys || s.p.D > 2 && !s.p.Wide() {
		return nil
	}
	for i := range s.o.n {
		x, y := s.p.Drawn(i)
		hits.Add(picture.Dot, pointKey(i), x, y)
	}
	return hits
}

// Tell describes a point on the curve and its contributions to the derivatives of the objective, or an entry of the
// derivatives.
func (s *stage) Tell(key string, _ picture.Viewport, show method.Shown) (t method.Told, ok bool) {
	if show["hessian"] && s.bends() {
		if t, ok = s.tellEntry(key); ok {
			return t, true
		}
	}
	i, ok := pointKind.Number(key, s.o.n)
	if derived := show["hessian"] && s.bends(); !ok || !s.curved() && !derived {
		return t, false
	} else if derived {
		defer func() { t.Lines = append(t.Lines, s.derived(i)...) }()
	}
	t.Answer = words.Text("point %s", strconv.Itoa(s.p.Number(i)))
	if s.p.Class != nil {
		t.Answer = words.Say(t.Answer) + words.Text(", %s", s.p.ClassName(s.p.Class[i]))
	}
	name := "margin"
	switch {
	case s.sigma():
		name = "log-odds"
	case s.p.Class == nil:
		name = "residual"
	}
	if !s.curved() {
		return t, true
	}
	f := s.onCurve()
	for r := range s.rows() {
		z := f[r*s.o.n+i]
		line := name
		if s.rows() > 1 {
			line = words.Text("%s against the others: %s", s.p.ClassName(r), name)
		}
		height := words.Number(s.height(z))
		if s.sigma() {
			line = words.Text("%s %s, P(%s) = %s", line, words.Number(z), s.p.ClassName(1), height)
		} else {
			line = words.Text("%s %s, loss %s", line, words.Number(z), height)
		}
		t.Lines = append(t.Lines, line)
	}
	return t, true
}
