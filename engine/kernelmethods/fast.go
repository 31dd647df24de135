package kernelmethods

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPlane = true // with a kernel that falls with a distance in the plane, plain nearest neighbours are found (knn.go)
	fastSolve = true // a step for which conjugate gradients take long is solved by a factor (logistic.go)
)
