package method

import (
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// Study is an analysis of a fit that takes seconds or minutes. No picture depends on it, and it runs on request. The
// session carries it out, for every method that it suits.
type Study struct {
	ID    string // permanent: documents and commands use it
	Label string
	Help  string
	Max   int // largest number of training points
}

// LeaveOneOut fits a document again without each of its training points, and tests each of these fits at the point left
// out.
var LeaveOneOut = Study{
	ID: "leave_one_out", Label: "Leave-one-out error",
	Help: "Each training point is left out in turn, and the fit without it predicts it: an estimate of the error " +
		"on new points",
	Max: 500,
}

// ErrorCurve computes the errors that a document's doc.Study asks for: over values of a parameter or over the number of
// points, averaged over many fits.
var ErrorCurve = Study{
	ID: "error_curve", Label: "Cross-validation",
	Help: "Estimates the error on new points by fits to parts of the data, with the present parameters or for each " +
		"value of a parameter",
	Max: doc.MaxPoints,
}

// Runs makes the fits that a document compares (doc.Runs), or that of the document itself, and reports the cost and the
// result of each.
var Runs = Study{
	ID: "runs", Label: "Runs",
	Help: "Compares fits: their curves, errors, steps, passes over the data and time",
	Max:  doc.MaxPoints,
}

// Studies returns the studies of a single document, in the order of the page.
func Studies() []*Study { return []*Study{&ErrorCurve, &LeaveOneOut} }

// Studied reports whether errors can be studied over the values of a parameter: of a number, or of all numbers of a
// list. Parameters with Looks, and lists with Taken or Per, are excluded.
func Studied(p *Param) bool {
	switch k := p.Kind.(type) {
	case Number, Integer:
		return !p.Looks
	case Numbers:
		return !p.Looks && k.Taken == "" && k.Per == ""
	}
	return false
}

// StudiedNames returns the names of the parameters that apply and that errors can be studied over; advanced ones come
// last.
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

// Suits reports whether the study is possible for a method and a task.
func (s *Study) Suits(in *Info, t Task) bool {
	return t.Supervised() || s.ID == ErrorCurve.ID && in.Loss != "" || s.ID == Runs.ID
}

// Refuses returns why n training points are too many or too few; "" if they are neither.
func (s *Study) Refuses(n int) string {
	switch {
	case n > s.Max:
		return words.Text("%s needs one fit per training point, for at most %s; there are %s. Remove some, or hold some "+
			"out (Data).", s.Label, strconv.Itoa(s.Max), strconv.Itoa(n))
	case n < 2:
		return words.Text("%s needs at least two training points; the number of training points is %s.", s.Label,
			strconv.Itoa(n))
	}
	return ""
}

// LeftOut is the result of the fits without one point each.
type LeftOut struct {
	Answers []float64 // class ids, or values; NaN without a prediction
	Fits    int       // number of points whose answer needed a fit without the point
	Limited int       // number of fits that did not finish, or have no finite answer
	Alone   int       // number of points that are the only one of their class, which count as mistakes
	Unfit   int       // number of points without which the method can't be fitted
	Why     string    // sentence that says what the first fit counted in Unfit lacks
}

// Work describes how the answers were computed.
func (l *LeftOut) Work() string {
	n := len(l.Answers)
	known := n - l.Fits - l.Alone - l.Unfit
	var says string
	switch {
	case l.Fits == n:
		says = words.Text("One fit for each of the %s.", words.Count(n, "point"))
	case known == n:
		says = words.Say("No further fits: the predictions follow from the fit to all points.")
	case l.Fits+known == n:
		says = words.Text("%s needed another fit; for the others the prediction follows from the fit to all points.",
			words.Count(l.Fits, "point"))
	case l.Fits > 0 && known > 0:
		says = words.Text("%s needed another fit; for %s the prediction follows from the fit to all points.",
			words.Count(l.Fits, "point"), words.Count(known, "point"))
	case l.Fits > 0:
		says = words.Text("%s needed another fit.", words.Count(l.Fits, "point"))
	case known > 0:
		says = words.Text("For %s the prediction follows from the fit to all points.", words.Count(known, "point"))
	}
	switch {
	case l.Alone == 1:
		says += words.Say(" 1 point is the only one of its class, so its prediction is always wrong.")
	case l.Alone > 1:
		says += words.Text(" %s are each the only one of a class, so their predictions are always wrong.",
			words.Count(l.Alone, "point"))
	}
	switch {
	case l.Unfit == 1:
		says += words.Text(" Without 1 point the method cannot be fitted (“%s”).", l.Why)
	case l.Unfit > 1:
		says += words.Text(" %s: without any one of them the method cannot be fitted (the first time: “%s”).",
			words.Count(l.Unfit, "point"), l.Why)
	}
	if l.Limited > 0 {
		says += words.Text(" %s did not finish; there the prediction is that of the last step.", words.Count(l.Limited,
			"fit"))
	}
	return strings.TrimSpace(says)
}
