package method

// Capabilities is what a fitted model can do beyond its facts and its status. A nil function, or a nil interface, is
// something that the model can't do. A model states its capabilities in one place, its method Can, and the session, the
// studies, ensembles and pipelines read these fields instead of asking for the type. Only what other packages declare
// is found by type: classify.Scored and Weighted, and kernelparam.Seer.
//
// The functions belong to the model at its present state: those of a stage of a run (Stepper.Stage, Grower.Grow) are in
// the capabilities of that stage.
type Capabilities struct {
	Answers
	Drawing
	Words
	Run
	Pointer
}

// Flaw names a capability without another one that it needs, or two that exclude each other; "" = there are none.
func (c *Capabilities) Flaw() string {
	answers, run := c.Predictor != nil, c.Grower != nil
	for _, x := range []struct {
		without bool
		flaw    string
	}{
		{c.Proba != nil && c.PointScorer == nil, "Proba without PointScorer"},
		{c.Deviations != nil && !answers, "Deviations without Predictor"},
		{c.PredictPart != nil && !answers, "PredictPart without Predictor"},
		{c.PredictSeveral != nil && !answers, "PredictSeveral without Predictor"},
		{c.LeaveOneOut != nil && !answers, "LeaveOneOut without Predictor"},
		{c.ScoreRaster != nil && c.FieldRaster != nil, "ScoreRaster beside FieldRaster"},
		{c.Draws != nil && c.Layers == nil, "Draws without Layers"},
		{c.Located != nil && c.Projected == nil, "Located without Projected"},
		{(c.Follow != nil) != (c.Follows != nil), "one of Follow and Follows without the other"},
		{c.Follow != nil && c.ScoreRaster == nil, "Follow without ScoreRaster"},
		{c.ExplainPlace != nil && (c.Explain == nil || c.Projected == nil), "ExplainPlace without Explain and Projected"},
		{c.Stepper != nil && run, "Stepper beside Grower"},
		{run && (c.End != nil) == (c.Adopt != nil), "Grower without one of End and Adopt"},
		{!run && (c.End != nil || c.Adopt != nil), "End or Adopt without Grower"},
		{c.Tell == nil && c.Hits != nil, "Hits without Tell"},
	} {
		if x.without {
			return x.flaw
		}
	}
	return ""
}
