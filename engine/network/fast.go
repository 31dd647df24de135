package network

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastLoops = true // loops take four rows at once, and sums eight lists (loops.go)
	fastTanh  = true // tanh comes from a table and an addition theorem (tanh.go)
)
