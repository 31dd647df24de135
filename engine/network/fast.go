package network

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastLoops = true // loops are unrolled by four; sums and inner products take up to eight lists (loops.go)
	fastTanh  = true // tanh comes from a table and an addition theorem (tanh.go)
)
