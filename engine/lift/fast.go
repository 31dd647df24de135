package lift

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const fastScan = true // along a row of a raster, f is a polynomial of the first input (draw.go)
