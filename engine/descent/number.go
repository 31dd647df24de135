package descent

import "slices"

// solvers are all that the methods offer, in the order of their numbers. Entries are
// added at the end.
var solvers = []string{"gd", "subgradient", "sgd", "proximal", "newton", "lbfgs", "backtracking", "pegasos"}

// Number is the number of a solver, 0, 1, ..., the same for good and in every method:
// pictures give it its colour and dashes by that. -1 of a solver that is none.
func Number(solver string) int { return slices.Index(solvers, solver) }
