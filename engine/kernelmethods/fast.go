package kernelmethods

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const (
	fastPlane = true // with a kernel that falls with a distance in the plane, plain nearest neighbours are found (knn.go)
	fastSolve = true // a step for which conjugate gradients take long is solved by a factor (logistic.go)
)
