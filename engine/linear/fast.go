package linear

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPlane = true // loops for two inputs (objective.outputs, arguments and pull)
	fastPass  = true // a pass of stochastic gradients over two inputs is one loop (objective.pass)
	fastSums  = true // a loop for each kind of loss; one logarithm for many points (logisticSum, cornerSum)
	fastSide  = true // errors of the perceptron are counted without a branch (wrongSide)
)
