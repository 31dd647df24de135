package convolution

// The fast path of the package. `go run ./app/tools/bench speed` builds the engine without it and measures what it
// gives.
const fastStart = true // outputs of the filters with their initial weights are kept for the next fit (start, resume)
