package doc

import "pointscape/engine/words"

// Scores asks for the plots of a classifier's scores: the ROC curve, precision and recall, calibration.
type Scores struct {
	// Class is the id of the positive class; Unlabeled = the second class.
	Class int
	// Threshold is the score, or the probability, above which rows are predicted as Class; nil = the method's own.
	Threshold *float64
}

func (s *Scores) clone() *Scores {
	if s == nil {
		return nil
	}
	c := *s
	if s.Threshold != nil {
		at := *s.Threshold
		c.Threshold = &at
	}
	return &c
}

func (s *Scores) fields(f *fields) {
	// id of the positive class; by default the second class
	value(f, "class", &s.Class, s.Class != Unlabeled, upTo(MaxClass), appendWhole, checkScored)
	// the score above which rows are predicted as the class
	value(f, "threshold", &s.Threshold, s.Threshold != nil, readThreshold, appendThreshold, checkThreshold)
}

func (s *Scores) finish(f *fields) *Error {
	if f.member("class") == "" {
		s.Class = Unlabeled
	}
	return check(s, "view.scores")
}

const wantThreshold = "a number from -1e12 to 1e12"

func checkScored(id int) *Error {
	if id < Unlabeled || id > MaxClass {
		return Errorf("", wantScored(), id)
	}
	return nil
}

func readThreshold(raw string) (*float64, *Error) {
	x, err := readNumber(wantThreshold, raw)
	return &x, err
}

func appendThreshold(b []byte, x *float64) []byte { return AppendNumber(b, *x) }

func checkThreshold(x *float64) *Error {
	if x != nil && !inRange(*x) {
		return Errorf("", wantThreshold, *x)
	}
	return nil
}

func wantScored() string {
	return words.Sprintf("the id of a class, a whole number from 0 to %d", MaxClass)
}
