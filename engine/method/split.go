package method

import (
	"math"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Supervised reports whether points have targets, a class or a value, with which predictions at held-out points can be
// compared. Without targets, all points are used.
func (t Task) Supervised() bool { return t == Classify || t == Regress || t == Regress2D }

// AllUsed returns the sentence that says that an unsupervised method holds out no points.
func AllUsed(name string) string {
	return words.Text("%s uses all points, including held-out ones, and cannot be compared with given answers.", name)
}

// Roles returns the role of each point of a document: doc.Split.Of, plus the part of a cross-validation that its
// picture holds out (View.Part). It returns "", all training points, if the task has no targets or nothing is held out.
// Sealed test points have the role doc.Sealed, so that code that looks for test points does not find them.
func (t Task) Roles(d doc.Document) string {
	roles := ""
	if !t.Supervised() {
		return roles
	}
	if !d.Split.IsZero() {
		roles = d.Split.Of(d.Points, t == Classify)
		if d.Split.Sealed {
			roles = strings.ReplaceAll(roles, string(doc.Test), string(doc.Sealed))
		}
	}
	if d.View.Part > 0 {
		roles = t.withPart(d, roles)
	}
	return roles
}

// HeldOut lists the roles of held-out points in the order in which they are reported.
var HeldOut = [...]doc.Role{doc.Validation, doc.Test}

// RoleName returns the name of a point of a role: "training point".
func RoleName(r doc.Role) string {
	switch r {
	case doc.Validation:
		return "validation point"
	case doc.Test, doc.Sealed:
		return "test point"
	}
	return "training point"
}

// RoleError returns the name of the error at the points of a role, within a sentence.
func RoleError(r doc.Role) string {
	switch r {
	case doc.Validation:
		return "validation error"
	case doc.Test, doc.Sealed:
		return "test error"
	}
	return "training error"
}

// Held are the held-out points of one role.
type Held struct {
	Role   doc.Role
	Name   string // "validation"
	Points *Problem
}

// The marks of pictures have the same values as the roles of documents.
var _ = [1]struct{}{}[picture.ValidationMark-doc.Validation+picture.TestMark-doc.Test]

// Errors are a model's errors at some points: those of one role, fresh ones, a fold.
type Errors struct {
	N int // number of points that count
	// Mean is the share of misclassified points, or the mean squared error; NaN if no point counts.
	Mean float64
	// R2 is the coefficient of determination R² of regression; NaN with fewer than two different values, for which it is
	// undefined.
	R2 float64
	// SE is the standard error of Mean for a random sample of points: √(p(1 − p)/N) for a share p, and for squared errors
	// their standard deviation (divisor N − 1) over √N. NaN if fewer than two points count.
	SE float64
	// Silent is the number of points without a prediction (Partial). In regression they do not count; in classification
	// they are mistakes.
	Silent int
	// Taken is the confusion matrix of classification: how many points of each class (rows, in the order of at's
	// ClassIDs) were predicted as each class of the fit (columns). Points without a prediction are in no column.
	Taken [][]float64
}

// Errors computes a model's errors at points that it need not have been fitted to. at is made by NewProblemOf for the
// same task as fitted, the problem of the fit. Points of a class that fitted lacks are mistakes. For a model that
// grows, it can be called at each step. The error is job's.
func (a *Answers) Errors(job Job, fitted, at *Problem) (Errors, error) {
	e := Errors{N: at.N, Mean: math.NaN(), R2: math.NaN(), SE: math.NaN()}
	answers, err := a.At(job, at)
	if err != nil {
		return e, err
	}
	if at.Task == Classify {
		for range at.ClassIDs {
			e.Taken = append(e.Taken, make([]float64, len(fitted.ClassIDs)))
		}
	}
	sum, mean := 0.0, 0.0
	for i, a := range answers {
		silent := a != a
		if silent {
			e.Silent++
		}
		switch {
		case at.Task == Classify:
			if !silent {
				e.Taken[at.Class[i]][int(a)]++
			}
			if silent || fitted.ClassIDs[int(a)] != at.ClassIDs[at.Class[i]] {
				sum++
			}
		case silent:
			e.N--
		default:
			sum += (a - at.Y[i]) * (a - at.Y[i])
			mean += at.Y[i]
		}
	}
	if e.N == 0 {
		return e, nil
	}
	e.Mean = sum / float64(e.N)
	if at.Task == Classify {
		if e.N > 1 {
			e.SE = math.Sqrt(e.Mean * (1 - e.Mean) / float64(e.N))
		}
		return e, nil
	}
	mean /= float64(e.N)
	spread, vary := 0.0, 0.0
	for i, a := range answers {
		if a == a {
			spread += (at.Y[i] - mean) * (at.Y[i] - mean)
			off := (a-at.Y[i])*(a-at.Y[i]) - e.Mean
			vary += off * off
		}
	}
	if e.N > 1 {
		e.SE = math.Sqrt(vary / float64(e.N-1) / float64(e.N))
	}
	if spread > 0 {
		e.R2 = 1 - sum/spread
	}
	return e, nil
}

// At returns a model's predictions at the rows of a problem, which it need not have been fitted to. The error is
// job's.
func (a *Answers) At(job Job, at *Problem) ([]float64, error) {
	const chunk = 256 // points between two calls of job.Err
	answers := make([]float64, at.N)
	for i := 0; i < at.N; i += chunk {
		if err := job.Err(); err != nil {
			return nil, err
		}
		k := min(i+chunk, at.N)
		if a.PredictPart != nil && a.PredictPart(at, i, answers[i:k]) {
			continue
		}
		a.Predictor.Predict(at.X[i*at.D:k*at.D], answers[i:k])
	}
	return answers, nil
}

// Lacking returns e with a remark on the number of held-out points: the data that e asks for may be among them.
func (e *Need) Lacking(held int) *Need {
	are := " are"
	if held == 1 {
		are = " is"
	}
	return &Need{Sentence: words.Text("%s Of the present points, %s%s held out: point at one and press R until it is "+
		"a training point again, or hold out fewer (Data).", e.Sentence, words.Count(held, "point"), are)}
}
