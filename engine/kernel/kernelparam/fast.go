package kernelparam

// The fast paths of the package. `go run ./app/tools/bench speed` builds the engine without one at a time and measures
// what it gives.
const fastAmong = true // fits to parts of the same rows share the kernel's values (among.go)
