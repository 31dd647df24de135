package linear

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastPass = true // a pass of stochastic gradients over two inputs is one loop (objective.pass)
	fastSums = true // a loop for each kind of loss; one logarithm for many points (logisticSum, cornerSum)
)
