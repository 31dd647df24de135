package method

import (
	"math"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Supervised tells whether points have answers, a class or a value, so that what a model
// says at points that are held out can be compared with them. Where they have none, all
// points are used.
func (t Task) Supervised() bool { return t == Classify || t == Regress || t == Regress2D }

// AllUsed says that a method that is not supervised holds out none.
func AllUsed(name string) string {
	return name + " uses all points, including held-out ones, and cannot be compared with given answers."
}

// Roles is the role of each point of a document that is read so: doc.Split.Of with the part of a cross-validation that
// its picture holds out (View.Part), and "", all train, where there are no answers. Test points under the seal have the
// role doc.Sealed, so that nothing that asks for test points finds them.
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

// HeldOut are the roles of points that are held out, in the order in which people read
// of them.
var HeldOut = [...]doc.Role{doc.Validation, doc.Test}

// RoleName is what people call a point of a role: "training point".
func RoleName(r doc.Role) string {
	switch r {
	case doc.Validation:
		return "validation point"
	case doc.Test, doc.Sealed:
		return "test point"
	}
	return "training point"
}

// Held are points that are held out, of one role.
type Held struct {
	Role   doc.Role
	Name   string // "validation"
	Points *Problem
}

// Marks of pictures have the roles of documents.
var _ = [1]struct{}{}[picture.ValidationMark-doc.Validation+picture.TestMark-doc.Test]

// Errors are a model's at some points: of one role, fresh ones, a fold.
type Errors struct {
	N int // points that count
	// Mean is the share of the points that are misclassified, or the mean squared error.
	// NaN where no point counts.
	Mean float64
	// R2 is 1 less the share of the values' variance about their own mean that is left,
	// of regression; NaN where that has no meaning, with less than two different values.
	R2 float64
	// SE is the standard error of Mean as that of any points of the same kind: √(p(1 − p)/N) of a share p, and of squared
	// errors their standard deviation (divisor N − 1) over √N. NaN where fewer than two points count.
	SE float64
	// Silent is the number of points about which the model says nothing (Partial). Of
	// values they do not count; a class that is not given is a mistake.
	Silent int
	// Taken is, of classes, how many of the points of each class (of at, in the order of its ClassIDs) are taken for which
	// one of those that the model knows. What nothing is said of is in no column.
	Taken [][]float64
}

// ErrorsOf asks a model about points that it may not have been fitted to: at is made by
// NewProblemOf, for the same task as fitted, the problem that m is fitted to. Points of a
// class that fitted has not are mistakes. So the errors of a model that grows can be had
// at any of its stages, of one at a time. The error is job's.
func ErrorsOf(job Job, m Predictor, fitted, at *Problem) (Errors, error) {
	e := Errors{N: at.N, Mean: math.NaN(), R2: math.NaN(), SE: math.NaN()}
	answers, err := AnswersAt(job, m, at)
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

// AnswersAt are a model's answers at points that it may not have been fitted to. The error is job's.
func AnswersAt(job Job, m Predictor, at *Problem) ([]float64, error) {
	const chunk = 256 // points between two questions whether anybody waits
	answers := make([]float64, at.N)
	for i := 0; i < at.N; i += chunk {
		if err := job.Err(); err != nil {
			return nil, err
		}
		k := min(i+chunk, at.N)
		if of, ok := m.(PartPredictor); ok && of.PredictPart(at, i, answers[i:k]) {
			continue
		}
		m.Predict(at.X[i*at.D:k*at.D], answers[i:k])
	}
	return answers, nil
}

// Lacking adds to what the data lack that so many points are held out: those that are
// asked for may be there already.
func (e *Need) Lacking(held int) *Need {
	are := " are"
	if held == 1 {
		are = " is"
	}
	return &Need{Sentence: e.Sentence + " Of the present points, " + words.Count(held, "point") + are + " held out: " +
		"point at " +
		"one and press R until it is a training point again, or hold out fewer (Data)."}
}
