package histogram

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastProduct  = true // Gaussian kernels are summed over a grid as a product of two matrices (field.go)
	fastSweep    = true // other kernels are summed along a row from the changes where they begin and end (field.go)
	fastEnvelope = true // the nearest points along a row are found from an envelope of parabolas (field.go)
	fastLive     = true // during a drag, only the moved point's kernel is summed anew (live.go)
)
