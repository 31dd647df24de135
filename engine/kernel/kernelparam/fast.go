package kernelparam

// The fast path of the package. `go run ./app/tools/bench speed` runs the engine with it switched off and measures the
// difference: see engine/docs/speed.md.
const fastAmong = true // fits to parts of the same rows share the kernel's values (among.go)
