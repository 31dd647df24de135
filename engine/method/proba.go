package method

import (
	"math"

	"pointscape/engine/picture"
)

// Proba is where a model has probabilities.
type Proba uint8

const (
	NoProba  Proba = iota // nowhere
	AtPoints              // PointScores gives them
	// so does ScoreRaster: of the kind Shares, as logarithms up to a common term (Scores), or as the log-odds of the
	// second class (Decision)
	OnGrids
)

// ProbaOf tells where a model has probabilities.
func ProbaOf(m Model) Proba {
	if p, ok := m.(Prober); ok {
		return p.Proba()
	}
	return NoProba
}

// ProbaAt writes the probabilities at node i of a raster that holds them (OnGrids) into out,
// one for each class.
func ProbaAt(r *picture.Raster, i int, out []float64) {
	switch r.Kind {
	case picture.Decision:
		out[1] = 1 / (1 + math.Exp(-float64(r.Planes[0][i])))
		out[0] = 1 - out[1]
	case picture.Shares:
		for c, plane := range r.Planes {
			out[c] = float64(plane[i])
		}
	default:
		top, sum := math.Inf(-1), 0.0
		for c, plane := range r.Planes {
			out[c] = float64(plane[i])
			top = max(top, out[c])
		}
		for c, v := range out {
			out[c] = math.Exp(v - top)
			sum += out[c]
		}
		for c := range out {
			out[c] /= sum
		}
	}
}
