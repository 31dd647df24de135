package method

import "pointscape/engine/picture"

// Interfaces of texts for the user. Explainer and PlaceExplainer are called while the pointer rests on the stage, Coder
// when the user exports a program, Formulator once per picture, ViewFacts once per picture outside a drag, Assessor
// after a picture.

// Explainer explains the prediction at a point.
type Explainer interface {
	// Explain takes a point of the plane (regression on the line: the model ignores x[1]) or, of wide rows, a whole row.
	// show is what is switched on: layers may depend on it.
	Explain(x []float64, v picture.Viewport, show Shown) Explanation
}

// PlaceExplainer is an Explainer of wide rows that can also explain positions without a row: it shows the rows in a
// plane of its own (Projector), and knows which row any position stands for.
type PlaceExplainer interface {
	// ExplainPlace takes a position on the stage; ok is false if there is nothing to say there.
	ExplainPlace(at [2]float64, v picture.Viewport) (e Explanation, ok bool)
}

// Formulator returns the method's formula with the numbers of the fit: the objective, if there is one, with its value,
// and the resulting prediction.
type Formulator interface {
	Formula() string // Unicode mathematics; may have several lines
}

// ViewFacts is for models with facts that depend on the visible part of the plane (areas of Voronoi cells): FactsIn
// replaces Facts.
type ViewFacts interface {
	// FactsIn returns the facts for the viewport's range X0..X1, Y0..Y1.
	FactsIn(v picture.Viewport) []Fact
}

// Assessor is for models with facts that cost as much as a picture (the errors on all points): Facts marks those as
// Late. The session asks for them after the picture has been sent, and caches them.
type Assessor interface {
	// Assess returns all facts in the order of Facts, none of them Late. The error is job's.
	Assess(job Job) ([]Fact, error)
}

// Coder is a model that can be exported as a program with the same predictions.
type Coder interface {
	// Code returns the program in the language with an id; ok is false if the model can't be written in that language, or
	// its numbers are not finite.
	Code(lang string) (text string, ok bool)
}
