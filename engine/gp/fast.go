package gp

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastLattice = true // mean and variance are interpolated from few nodes (lattice.go)
	fastUpdate  = true // the factor of the Gram matrix follows an edit (posterior.go, factor.go)
	fastColumns = true // so do the numbers at the nodes (columns.go)
	fastCurve   = true // the curve of the mean is interpolated from few positions (line.go)
	fastNoise   = true // one tridiagonal form serves all values of the noise in the likelihood map (likelihood.go)
	fastLeft    = true // predictions for left-out points follow from one inverse (posterior.go)
)
