package method

import "pointscape/engine/words"

// Proba says where a model has probabilities.
type Proba uint8

const (
	NoProba  Proba = iota // nowhere
	AtPoints              // PointScores gives them
	// ScoreRaster gives them, too: as Shares, as logarithms up to a common term (Scores), or as the log-odds of the
	// second class (Decision)
	OnGrids
)

// ProbaAt returns where a model has probabilities.
func (a *Answers) ProbaAt() Proba {
	if a.Proba == nil {
		return NoProba
	}
	return a.Proba()
}

// ProbaName returns the name of the probability of a class: "P(class 2 | x)".
func ProbaName(class string) string { return words.Text("P(%s | x)", class) }
