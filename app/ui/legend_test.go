package ui

import (
	"testing"

	"pointscape/engine/doc"
)

// The legend on the stage stands in the right corner where it hides fewer points, the upper one
// where both have as many.
func TestLegendKeepsOffThePoints(t *testing.T) {
	c, _ := open(t)
	for _, s := range []struct {
		what string
		at   [][2]float64 // shares of the stage, from its top left corner
		low  bool
	}{
		{"up", [][2]float64{{0.9, 0.01}, {0.95, 0.015}, {0.9, 0.99}}, true},
		{"low", [][2]float64{{0.9, 0.01}, {0.95, 0.985}, {0.9, 0.99}}, false},
		{"both", [][2]float64{{0.9, 0.01}, {0.95, 0.985}}, false},
		{"on the left", [][2]float64{{0.1, 0.01}, {0.2, 0.01}}, false},
		{"out of sight", [][2]float64{{0.9, -0.2}, {1.2, 0.01}, {0.9, 0.99}}, false},
	} {
		v := c.editor.View()
		d := c.editor.Now()
		d.Dataset, d.Points = nil, nil
		for _, q := range s.at {
			d.Points = append(d.Points, doc.Point{X: v.DX(q[0] * float64(v.W)), Y: v.DY(q[1] * float64(v.H))})
		}
		d.View.X, d.View.Y = [2]float64{v.X0, v.X1}, [2]float64{v.Y0, v.Y1}
		c.editor.Replace(d, "points", "")
		if c.legend.low() != s.low {
			t.Errorf("points %s: low %v", s.what, !s.low)
		}
	}
}
