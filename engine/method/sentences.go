package method

import "pointscape/engine/picture"

// Interfaces of what people read. An Explainer is asked while a pointer rests on the stage, the others once for a
// picture that somebody reads: not while points are dragged.

// Explainer says why the answer at a place is what it is.
type Explainer interface {
	// Explain takes a place in the plane (regression on the line: x[1] is
	// ignored by the model). show is what is switched on: layers may depend on it.
	Explain(x []float64, v picture.Viewport, show Shown) Explanation
}

// PlaceExplainer is an Explainer of wide rows that has an answer where no row is, too: it shows them
// in a plane of its own (Projector), and knows what would stand there.
type PlaceExplainer interface {
	// ExplainPlace takes a place in the plane that the stage shows; ok is false where it has no answer.
	ExplainPlace(at [2]float64, v picture.Viewport) (e Explanation, ok bool)
}

// Formulator gives the method's formula with the numbers of the fit in it: what is
// minimised, if anything is, with the value that was reached, and what it gives.
type Formulator interface {
	Formula() string // Unicode mathematics; may have several lines
}

// ViewFacts is for models some of whose facts depend on the part of the plane
// that is looked at (areas of Voronoi cells): they replace Facts.
type ViewFacts interface {
	// FactsIn returns the facts for what lies within the viewport's X0..X1 and
	// Y0..Y1.
	FactsIn(v picture.Viewport) []Fact
}

// Assessor is for models some of whose facts cost as much as a picture (the errors
// on all points): Facts names those as Late. No picture waits for them: the
// session asks for them when it is out, and keeps them.
type Assessor interface {
	// Assess returns all facts, those of Facts in its order, with none Late. The
	// error is job's.
	Assess(job Job) ([]Fact, error)
}

// Coder is a model that can be told as a program that answers as it does.
type Coder interface {
	// Code is the program in a language, by its id; ok is false where there is none such, or the
	// model's numbers are none.
	Code(lang string) (text string, ok bool)
}
