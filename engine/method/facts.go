package method

import (
	"cmp"
	"math"

	"pointscape/engine/words"
)

// FactList is a list of facts that grows: in WebAssembly a call is much less code
// than a literal.
type FactList []Fact

// Add appends a fact and returns it, until the next one is added: to give it a label
// of its own, or its rows. Of a standard fact the meaning may be "".
func (f *FactList) Add(name string, value any, unit, meaning string) *Fact {
	*f = append(*f, Fact{Name: name, Value: value, Unit: unit, Meaning: meaning})
	return &(*f)[len(*f)-1]
}

// By says what the entries of a list or the rows of a matrix belong to, and what the
// matrix's columns do.
func (f *Fact) By(rows []string, cols ...string) *Fact {
	f.Rows, f.Cols = rows, cols
	return f
}

// Hide keeps a fact for programs.
func (f *Fact) Hide() *Fact {
	f.Quiet = true
	return f
}

// InPercent tells that the numbers of a fact are shares.
func (f *Fact) InPercent() *Fact {
	f.Share = true
	return f
}

// Text is a number of the fact as people read it: a share in percent, with three digits.
func (f *Fact) Text(x float64) string {
	if f.Share {
		return words.Percent(x)
	}
	return words.Number(x)
}

// Call gives a fact a label of its own, where the standard one would not fit.
func (f *Fact) Call(label string) *Fact {
	f.Label = label
	return f
}

// In puts a fact into a group of its own choice.
func (f *Fact) In(g Group) *Fact {
	f.Group = g
	return f
}

// Said is the fact as the text in a picture's place has it, where it is one number that people are shown; "" of others.
func (f *Fact) Said() string {
	x, ok := f.Value.(float64)
	if !ok || f.Quiet || f.Group != Found || math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	said := " " + cmp.Or(f.Label, f.Name) + " " + f.Text(x)
	if f.Unit != "" {
		said += " " + f.Unit
	}
	return said + "."
}

// SquaredUnits is the unit of squared errors of values.
const SquaredUnits = "squared units of y"

// Complete gives a fact that has no label the standard one of its name, its group and,
// where it has none, its meaning. The session does so with every fact before it is
// shown.
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
			// Of values these are squared errors, which have a unit.
			f.Share = f.Share || f.Unit == "" && (f.Name == "training_error" || f.Name == "leave_one_out_error")
			return
		}
	}
}

// standard says how people read the facts that several methods have, so that one thing
// has one name everywhere, and which of them are about the solver.
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
