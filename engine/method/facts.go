package method

import (
	"cmp"
	"math"

	"pointscape/engine/words"
)

// FactList is a list of facts that grows. Calls of Add take much less code in WebAssembly than literals.
type FactList []Fact

// Add appends a fact and returns it, for setting its label or rows. The pointer is valid until the next Add. The
// meaning of a standard fact may be "".
func (f *FactList) Add(name string, value any, unit, meaning string) *Fact {
	*f = append(*f, Fact{Name: name, Value: value, Unit: unit, Meaning: meaning})
	return &(*f)[len(*f)-1]
}

// By sets the labels of the entries of a list or of the rows of a matrix, and of the matrix's columns.
func (f *Fact) By(rows []string, cols ...string) *Fact {
	f.Rows, f.Cols = rows, cols
	return f
}

// Hide marks a fact as only for programs.
func (f *Fact) Hide() *Fact {
	f.Quiet = true
	return f
}

// InPercent marks the numbers of a fact as shares.
func (f *Fact) InPercent() *Fact {
	f.Share = true
	return f
}

// Text formats a number of the fact for the user: a share in percent with three digits, any other number with four.
func (f *Fact) Text(x float64) string {
	if f.Share {
		return words.Percent(x)
	}
	return words.Number(x)
}

// Call sets a label of its own, where the standard one does not fit.
func (f *Fact) Call(label string) *Fact {
	f.Label = label
	return f
}

// In sets the group of a fact.
func (f *Fact) In(g Group) *Fact {
	f.Group = g
	return f
}

// Said returns the fact in the words of a picture's alternative text, if it is one finite number of the group Found
// that is not hidden; else "".
func (f *Fact) Said() string {
	x, ok := f.Value.(float64)
	if !ok || f.Quiet || f.Group != Found || math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	said := words.Text(" %s %s", cmp.Or(f.Label, f.Name), f.Text(x))
	if f.Unit != "" {
		said += " " + words.Say(f.Unit)
	}
	return said + "."
}

// SquaredUnits is the unit of squared errors of values.
const SquaredUnits = "squared units of y"

// Complete fills in the label, group and meaning of a fact whose name is standard, where they are empty, and marks
// errors without a unit as shares. The session completes all facts before it shows them.
func (f *Fact) Complete() {
	for i := range standard {
		if s := &standard[i]; s.name == f.Name {
			if f.Label == "" {
				f.Label = s.label
			}
			if f.Group == Found {
				f.Group = s.group
			}
			if f.Meaning == "" {
				f.Meaning = s.meaning
			}
			// For values these are squared errors, which have a unit.
			f.Share = f.Share || f.Unit == "" && (f.Name == "training_error" || f.Name == "leave_one_out_error")
			return
		}
	}
}

// standard has the labels and meanings of facts that several methods have, so that each has one label everywhere, and
// says which of them are about the solver.
var standard = [...]struct {
	name, label string
	group       Group
	meaning     string
}{
	// Errors.
	{"training_error", "Training error", Found, "Share of the points that are misclassified"},
	{"leave_one_out_error", "Leave-one-out error", Found, "Share of the points that are misclassified by the " +
		"fit without them: " +
		"an estimate of the error on new points"},
	{"mse", "Mean squared error", Found, "Mean of the squared residuals"},
	{"mean_squared_error", "Mean squared error", Found, "Mean of the squared residuals"},
	{"training_mse", "Mean squared error", Found, "Mean of the squared residuals"},
	{"leave_one_out_mse", "Leave-one-out error", Found, "Mean squared error of the leave-one-out predictions"},
	{"r2", "R²", Found, "1 − the unexplained share of the variance of y"},
	{"score", "R²", Found, "1 − the unexplained share of the variance of y"},
	{"log_loss", "Log loss", Found, "Mean of −ln of the predicted probability of each point's class"},

	// What was fitted.
	{"coef", "Coefficients", Found, ""},
	{"intercept", "Intercept", Found, ""},
	{"margin", "Margin width", Found, ""},
	{"n_support", "Support vectors", Found, "Number of points on which the solution depends"},
	{"n_bounded", "Bounded support vectors", Found, ""},
	{"n_neighbors", "Neighbours k", Found, ""},
	{"priors", "Prior", Found, "Probability of each class without any measurement"},
	{"class_counts", "Points", Found, "Points of each class"},
	{"means", "Mean", Found, "Mean of each class"},
	{"degrees_of_freedom", "Degrees of freedom", Found, ""},
	{"log_marginal_likelihood", "Log marginal likelihood", Found, ""},
	{"noise_variance", "Noise variance", Found, ""},
	{"kernel", "Kernel", Found, ""},

	// What was minimised.
	{"objective", "Objective", Solver, ""},
	{"primal_objective", "Primal objective", Solver, ""},
	{"dual_objective", "Dual objective", Solver, ""},
	{"duality_gap", "Duality gap", Solver, "Primal minus dual objective; 0 at the solution"},
	{"dual_gap", "Duality gap", Solver, "Upper bound on the difference between the objective and its minimum"},
	{"coef_norm", "Norm of the coefficients", Found, "‖w‖"},
	{"function_norm", "Norm of the function", Found, "‖f‖ in the kernel's space"},
	{"w_norm", "Norm of w", Found, "‖w‖ in feature space"},

	// How it was found.
	{"n_iter", "Iterations", Solver, ""},
	{"gradient", "Gradient", Solver, "Largest component of the gradient; 0 at the minimum"},
	{"kkt_violation", "KKT violation", Solver, "Largest violation of the KKT conditions by a pair of points"},
	{"condition_estimate", "Condition number", Solver, ""},
	{"rank", "Rank", Solver, ""},
}
