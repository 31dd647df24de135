package method

import "pointscape/engine/picture"

// Residuals are the segments from points on the line to a model's answers at them;
// called is what formulas call an answer: "f(x)".
func Residuals(p *Problem, m Predictor, called string) *picture.Path {
	f := make([]float64, p.N)
	m.Predict(p.X, f)
	path := &picture.Path{Role: picture.RoleResidual, Class: picture.NoClass, Says: "residuals y − " + called}
	for i, y := range p.Y {
		path.AddLine(p.X[i], y, p.X[i], f[i])
	}
	return path
}
