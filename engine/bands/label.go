package bands

import (
	"math"

	"pointscape/engine/picture"
)

// labels places the names of bands in the strip between a band's edge and the next band inside, clear of the data
// points if possible. A band whose strip has no room for the name inside the view gets none.
type labels struct {
	layers []picture.Layer
	places *picture.Places
}

// newLabels makes labels that avoid the points at x and y.
func newLabels(v picture.Viewport, x, y []float64) labels {
	n := labels{places: picture.NewPlaces(v, least)}
	n.places.Avoid(len(x), func(i int) (float64, float64) { return x[i], y[i] })
	return n
}

const (
	textRoom = picture.LabelSize + 2 // height of a name, with some space
	least    = 5.0                   // least distance from the border of the view, in pixels
	tries    = 120                   // maximum number of positions tried along the band
)

// add names a band, given its sides (upper and lower) with outer and inner edges at x.
func (n *labels) add(v picture.Viewport, x []float64, sides [2][2][]float64, text string) {
	pixels := func(of []float64, in func(float64) float64) []float64 {
		p := make([]float64, len(of))
		for i, c := range of {
			p[i] = in(c)
		}
		return p
	}
	px := pixels(x, v.PX)
	label := &picture.Label{Role: picture.RoleBand, Text: text, Anchor: picture.AnchorEnd}
	width := -label.Box(0, 0, picture.LabelSize).X0
	w, h := float64(v.W), float64(v.H)
	best, cost := picture.Box{}, math.Inf(1)
	at := 0
	// try proposes the position whose right end is at index i and whose top is at y, with cost c before that of covered
	// points. The cheapest one is kept in best.
	try := func(i int, y, c float64) {
		b := picture.Box{X0: px[i] - width, X1: px[i], Y0: y, Y1: y + textRoom}
		if c >= cost || !n.places.Free(b) {
			return
		}
		if c += 3 * float64(n.places.Covered(b)); c < cost {
			best, cost, at = b, c, i
		}
	}
	var high, low [2][]float64 // upper and lower end of the strip at each index, in pixels
	for k := range sides {
		sides[k] = [2][]float64{pixels(sides[k][0], v.PY), pixels(sides[k][1], v.PY)}
		high[k], low[k] = make([]float64, len(x)), make([]float64, len(x))
		for i, out := range sides[k][0] {
			in := sides[k][1][i]
			high[k][i], low[k][i] = min(out, in), max(out, in)
		}
	}
	from := 0
	for i := 0; i < len(x); i += 1 + len(x)/tries {
		for px[from] < px[i]-width {
			from++
		}
		if from == 0 {
			continue
		}
		away := (w - px[i]) / w // there is usually most room on the right
		for k := range sides {
			top, bottom := math.Inf(-1), math.Inf(1) // of the strip, along the whole text
			high, low := high[k][from-1:i+1], low[k][from-1:i+1]
			for j := range high {
				// Without min and max of floats, which compile to calls in WebAssembly.
				if high[j] > top {
					top = high[j]
				}
				if low[j] < bottom {
					bottom = low[j]
				}
			}
			top, bottom = max(top, least), min(bottom, h-least)
			if bottom-top >= textRoom+2 {
				tight := 2 * textRoom / (bottom - top) // wide strips have room for samples, too
				y := top + 1                           // near the outer edge
				if k == 1 {
					y = bottom - textRoom - 1
				}
				try(i, y, away+tight+0.2*float64(k))
			}
		}
	}
	if math.IsInf(cost, 1) {
		return
	}
	n.places.Take(best)
	label.X, label.Y = x[at], v.DY((best.Y0+best.Y1)/2)
	n.layers = append(n.layers, label)
}
