package session

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastPace      = true // pictures of a drag are computed on a coarser grid if the fine one takes too long (pace.go)
	fastFollow    = true // the raster of the last picture is changed only where an edit changes it (renew.go)
	fastRehearsal = true // a simulated drag lets the browser optimise the code before the first real one (rehearse.go)
	fastRowPool   = true // rows of slow rasters are computed by further workers (rowpool.go)
	fastStudyPool = true // fits of a study are made by further workers (divided.go)
	fastOnce      = true // one fit of a study answers for all values of a parameter (atonce.go)
	fastChain     = true // a fit of a study starts from that for the value before (survey.before)
	fastShared    = true // fits of a study share the kernel's values between their rows (pool.go)
	fastAhead     = true // training continues while there is no request (GrowAhead)
	fastKept      = true // states of a training run are kept, to go back to them (growth.keep, thin)
)
