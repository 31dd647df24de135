package workers

// The fast path of the lane, which belongs to the page's program. `go run ./app/tools/bench speed` builds the page
// without it and measures what it gives.
const fastOvertaking = true // a draw is sent before the sharp picture of the last one has come (flights.go)
