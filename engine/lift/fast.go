package lift

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const fastScan = true // along a row of a raster, f is a polynomial of the first input (draw.go)
