package method

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

// ProbaName is what people call the probability of a class: "P(class 2 | x)".
func ProbaName(class string) string { return "P(" + class + " | x)" }
