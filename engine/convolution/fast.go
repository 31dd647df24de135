package convolution

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const fastStart = true // outputs of the filters with their initial weights are kept for the next fit (start, resume)
