package svm

// The fast paths of the package. `go run ./app/tools/bench speed` runs the engine with each of them switched off in
// turn and measures the difference: see engine/docs/speed.md.
const (
	fastFollow   = true // the rows of the kernel matrix are kept from fit to fit, and follow an edit (gram.follow)
	fastWarm     = true // a fit starts from the coefficients before the edit (pair.continueFrom)
	fastGradient = true // the gradient of that start is derived from the one before (pair.editGradient)
	fastNewton   = true // Newton steps for the variables between their limits, among the steps of SMO (newton.go)
	fastDrop     = true // variables that reach a limit are removed from the Newton factor (quad.shrink)
	fastStages   = true // a large C is reached in stages (quad.climb)
	fastErrors   = true // the training error is counted from the gradient of the solver (model.mistakes)
	fastLeftOut  = true // leaving out a row that is no support vector needs no fit (model.LeaveOneOut)
)
