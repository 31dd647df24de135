package method

import "pointscape/engine/picture"

// Words are texts for the user.
type Words struct {
	// Explain explains the prediction at a point, while the pointer rests there. It takes a point of the plane (regression
	// on the line: the model ignores x[1]) or, of wide rows, a whole row. show is what is switched on: layers may depend
	// on it.
	Explain func(x []float64, v picture.Viewport, show Shown) Explanation
	// ExplainPlace is for models of wide rows that can also explain positions without a row: they show the rows in a plane
	// of their own (Projected), and know which row any position stands for. It takes a position on the stage; ok is false
	// if there is nothing to say there.
	ExplainPlace func(at [2]float64, v picture.Viewport) (e Explanation, ok bool)
	// Formula returns the method's formula with the numbers of the fit, once per picture: the objective, if there is one,
	// with its value, and the resulting prediction. It is Unicode mathematics and may have several lines.
	Formula func() string
	// FactsIn is for models with facts that depend on the visible part of the plane (areas of Voronoi cells): it replaces
	// Facts, once per picture outside a drag, and returns the facts for the viewport's range X0..X1, Y0..Y1.
	FactsIn func(v picture.Viewport) []Fact
	// Assess is for models with facts that cost as much as a picture (the errors on all points): Facts marks those as
	// Late. The session asks for them after the picture has been sent, and caches them. Assess returns all facts in the
	// order of Facts, none of them Late. The error is job's.
	Assess func(job Job) ([]Fact, error)
	// Code is for models that can be exported as a program with the same predictions. It returns the program in the
	// language with an id; ok is false if the model can't be written in that language, or its numbers are not finite.
	Code func(lang string) (text string, ok bool)
}
