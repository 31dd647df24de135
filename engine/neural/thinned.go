package neural

import (
	"slices"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// thinned is the switch that shows thinned networks (dropout): their predictions, and one of them in the diagram.
const thinned = "thinned"

// members is the number of thinned networks that are drawn over the whole one.
const members = 6

// dropping is the condition that dropout is used.
func dropping() *method.When {
	w := &method.When{Name: "dropout", In: []string{""}, Not: true}
	for n := range 6 {
		w.In = append(w.In, strings.TrimSpace(strings.Repeat("0 ", n+1)))
	}
	return w
}

// thinnedShow declares the switch; answers names what is drawn.
func thinnedShow(answers string) method.Show {
	return method.Show{Name: thinned, Label: "Thinned networks", When: dropping(), Help: words.Text("Dropout: %s of "+
		"six networks that the next step trains; the diagram shows the first", answers)}
}

// thin returns at most n thinned networks of the next training step; none without dropout.
func (s *state) thin(n int) (list []*state) {
	theta, gone := s.Thinned(s.Weights, n)
	for i := range theta {
		w := s.Weights
		w.Theta = theta[i]
		list = append(list, &state{run: s.run, Weights: w, gone: gone[i]})
	}
	return list
}

// without reports whether a unit is dropped.
func (s *state) without(l, j int) bool { return s.gone != nil && s.gone[l][j] }

// many is about the largest number of raster nodes for all thinned networks together.
const many = 120_000

// thinBoundaries returns the boundaries of thinned networks.
func (s *state) thinBoundaries(job method.Job, v picture.Viewport) (layers []picture.Layer, err error) {
	across := min(v.W, 240)
	g := v.Grid(across, max(2, min(across*v.H/max(v.W, 1), many/members/across)))
	for i, one := range s.thin(members) {
		r, err := one.ScoreRaster(job, g, nil)
		if err != nil {
			return nil, err
		}
		for _, b := range picture.ClassBoundaries(r) {
			b.Role, b.Class, b.Weight, b.Says = picture.RoleBase, i, 0, "boundaries of thinned networks"
			layers = append(layers, b)
		}
	}
	return layers, nil
}

// thinCurves returns the curves of thinned networks.
func (s *state) thinCurves(v picture.Viewport) (layers []picture.Layer) {
	const every = 3 // pixels
	x := make([]float64, v.W/every+2)
	for k := range x {
		x[k] = v.DX(float64(k * every))
	}
	y := make([]float64, len(x))
	for i, one := range s.thin(members) {
		one.Predict(x, y)
		path := &picture.Path{Role: picture.RoleBase, Class: i, Says: "curves of thinned networks"}
		for k := range x {
			path.XY = append(path.XY, x[k], y[k])
		}
		if method.Finite(path.XY...) {
			layers = append(layers, path)
		}
	}
	return layers
}

// leftOut draws the units that a thinned network does not have.
func (s *state) leftOut(pic *picture.Picture, p plan) {
	v := pic.View
	path := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true, Says: "unit that is left out"}
	for l := range s.gone {
		for j := range s.gone[l] {
			if s.without(l, j) {
				x, y := p.x[l], p.top(l, j)
				path.AddLine(v.DX(x), v.DY(y), v.DX(x+p.side), v.DY(y), v.DX(x+p.side), v.DY(y+p.side), v.DX(x), v.DY(y+p.side))
			}
		}
	}
	pic.Layers = picture.AppendPath(pic.Layers, path)
}

// hasDropout reports whether units are dropped during training.
func (s *state) hasDropout() bool {
	return slices.ContainsFunc(s.Dropout, func(rate float64) bool { return rate > 0 })
}
