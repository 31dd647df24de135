package method

import (
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Study is what can be found out about a fit by work that takes seconds or minutes: no
// picture waits for it, and it is done when somebody asks. The session does it, for every
// method that it suits.
type Study struct {
	ID    string // for ever
	Label string
	Help  string
	Max   int // training points
}

// LeaveOneOut fits a document again without each of its training points, and asks each of
// those fits about the point that it has not seen.
var LeaveOneOut = Study{
	ID: "leave_one_out", Label: "Leave-one-out error",
	Help: "Each training point is left out in turn, and the fit without it predicts it: an estimate of the error " +
		"on new points",
	Max: 500,
}

// ErrorCurve works out the errors that a document's doc.Study asks for: over values of a parameter, over the number of
// points, of many fits alike.
var ErrorCurve = Study{
	ID: "error_curve", Label: "Cross-validation",
	Help: "Estimates the error on new points by fits to parts of the data, with the present parameters or for each " +
		"value of a parameter",
	Max: doc.MaxPoints,
}

// Runs makes the fits that a document lays beside each other (doc.Runs), or that of the document itself, and tells what
// each has taken and come to.
var Runs = Study{
	ID: "runs", Label: "Runs",
	Help: "Compares fits: their curves, errors, steps, passes over the data and time",
	Max:  doc.MaxPoints,
}

// Studies are those that tell of one document, in the order of the page.
func Studies() []*Study { return []*Study{&ErrorCurve, &LeaveOneOut} }

// Studied tells whether errors can be studied over the values of a parameter: of a number, or of all numbers of a list.
func Studied(p *Param) bool {
	switch k := p.Kind.(type) {
	case Number, Integer:
		return !p.Looks
	case Numbers:
		return !p.Looks && k.Taken == "" && k.Per == ""
	}
	return false
}

// StudiedNames are those of the parameters that errors can be studied over, beside the values of the others; those that
// are folded away come last.
func (in *Info) StudiedNames(params map[string]any) (names []string) {
	for _, advanced := range []bool{false, true} {
		for i := range in.Params {
			if p := &in.Params[i]; p.Advanced == advanced && Studied(p) && in.Applies(p.When, params) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// Suits tells whether a method can be studied so at all, whose points are read as t says.
func (s *Study) Suits(in *Info, t Task) bool {
	return t.Supervised() || s.ID == ErrorCurve.ID && in.Loss != "" || s.ID == Runs.ID
}

// Refuses says why n training points are too many or too few; "" when they are neither.
func (s *Study) Refuses(n int) string {
	switch {
	case n > s.Max:
		return s.Label + " needs one fit per training point, for at most " + strconv.Itoa(s.Max) + "; there " +
			"are " + strconv.Itoa(n) + ". Remove some, or hold some out (Data)."
	case n < 2:
		return s.Label + " needs at least two training points; the number of training points is " + strconv.Itoa(n) + "."
	}
	return ""
}

// LeftOut is what the fits without a point say of it.
type LeftOut struct {
	Answers []float64 // class ids, or values; NaN where nothing is said
	Fits    int       // that were made; the other answers followed from the fit of all points
	Limited int       // of the fits: not finished, or without a finite answer
	Alone   int       // points not asked about, each the only one of its class: a mistake
	Unfit   int       // points without which the method can't be fitted
	Why     string    // what the method says of the first of those: a sentence
}

// Work says how the answers came about.
func (l *LeftOut) Work() string {
	n := len(l.Answers)
	known := n - l.Fits - l.Alone - l.Unfit
	var says string
	switch {
	case l.Fits == n:
		says = "One fit for each of the " + words.Count(n, "point") + "."
	case known == n:
		says = "No further fits: the predictions follow from the fit to all points."
	case l.Fits+known == n:
		says = words.Count(l.Fits, "point") + " needed another fit; for the others the prediction follows from the fit to " +
			"all points."
	case l.Fits > 0 && known > 0:
		says = words.Count(l.Fits, "point") + " needed another fit; for " + words.Count(known, "point") + " the prediction " +
			"follows from the fit to all points."
	case l.Fits > 0:
		says = words.Count(l.Fits, "point") + " needed another fit."
	case known > 0:
		says = "For " + words.Count(known, "point") + " the prediction follows from the fit to all points."
	}
	switch {
	case l.Alone == 1:
		says += " 1 point is the only one of its class, so its prediction is always wrong."
	case l.Alone > 1:
		says += " " + words.Count(l.Alone, "point") + " are each the only one of a class, so their predictions are " +
			"always wrong."
	}
	switch {
	case l.Unfit == 1:
		says += " Without 1 point the method cannot be fitted (“" + l.Why + "”)."
	case l.Unfit > 1:
		says += " " + words.Count(l.Unfit, "point") + ": without any one of them the method cannot be fitted (the first " +
			"time: " +
			"“" + l.Why + "”)."
	}
	if l.Limited > 0 {
		says += " " + words.Count(l.Limited, "fit") + " did not finish; there the prediction is that of the last step."
	}
	return strings.TrimSpace(says)
}
