package workers

// The fast path of the package. `go run ./app/tools/bench speed` runs the page with it switched off and measures the
// difference: see engine/docs/speed.md.
const fastOvertaking = true // a draw is sent before the sharp picture of the last one has come (flights.go)
