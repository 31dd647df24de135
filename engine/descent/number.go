package descent

import "slices"

// solvers lists the solvers of all methods, in the order of their numbers. New entries are added at the end.
var solvers = []string{"gd", "subgradient", "sgd", "proximal", "newton", "lbfgs", "backtracking", "pegasos"}

// Number returns the number of a solver, 0, 1, ..., which is fixed and the same in every method: pictures choose
// colours and dashes by it. It returns -1 for an unknown solver.
func Number(solver string) int { return slices.Index(solvers, solver) }
