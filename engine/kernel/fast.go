package kernel

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPanels  = true // Grid evaluates kernels at few nodes and interpolates (grid_plan.go, grid_panels.go)
	fastGauss   = true // Grid sums Gaussians as products of functions of x and of y (grid_panels.go)
	fastTable   = true // Grid reads kernels of the distance from a table (tabled.go)
	fastSplit   = true // Grid splits kernels with a kink into Gaussians and a rest of short reach (rough.go)
	fastMixture = true // Grid sums each of these Gaussians by itself (rough.go)
	fastSweep   = true // Grid sums the l1 Laplacian by two sweeps over each row (rough.go)
	fastRows    = true // one loop over all points for each simple kernel, instead of Eval for each point (batch.go)
	fastGrads   = true // the same for derivatives, instead of Grad (batch.go)
	fastExp     = true // ExpNeg and tanh instead of math.Exp and math.Tanh (exp.go, batch.go)
)
