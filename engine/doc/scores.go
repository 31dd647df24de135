package doc

import "fmt"

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

func (s *Scores) append(b []byte) []byte {
	b = append(b, `"scores":{`...)
	comma := ""
	if s.Class != Unlabeled {
		b = fmt.Appendf(b, `"class":%d`, s.Class)
		comma = ","
	}
	if s.Threshold != nil {
		b = AppendNumber(append(append(b, comma...), `"threshold":`...), *s.Threshold)
	}
	return append(b, '}')
}

const wantThreshold = "a number from -1e12 to 1e12"

func (s *Scores) validate() *Error {
	switch {
	case s == nil:
	case s.Class < Unlabeled || s.Class > MaxClass:
		return Errorf("view.scores.class", wantScored, s.Class)
	case s.Threshold != nil && !inRange(*s.Threshold):
		return Errorf("view.scores.threshold", wantThreshold, *s.Threshold)
	}
	return nil
}

var wantScored = fmt.Sprintf("the id of a class, a whole number from 0 to %d", MaxClass)

func readScores(raw string) (*Scores, *Error) {
	members, err := readObject("view.scores", raw)
	if err != nil {
		return nil, err
	}
	s := &Scores{Class: Unlabeled}
	for _, m := range members {
		switch m.name {
		case "class":
			var id uint64
			id, err = readWhole("view.scores.class", MaxClass, m.raw)
			s.Class = int(id)
		case "threshold":
			var at float64
			at, err = readNumber("view.scores.threshold", wantThreshold, m.raw)
			s.Threshold = &at
		default:
			err = unknown("view.scores", m.name, []string{"class", "threshold"})
		}
		if err != nil {
			return nil, err
		}
	}
	if err := s.validate(); err != nil {
		return nil, err
	}
	return s, nil
}
