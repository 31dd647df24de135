package session

import (
	"pointscape/engine/check"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Known fits a document and returns the values that conditions can use about it, without Start.
func (s *Session) Known(job method.Job, d doc.Document) (*check.Known, error) {
	d, err := s.Resolve(job, d)
	if err != nil {
		return nil, err
	}
	f, err := s.Fit(job, d)
	if err != nil {
		return nil, err
	}
	d = f.Placed(d)
	k := &check.Known{Document: &d, Info: &f.Method.Info, Status: f.Status()}
	for _, x := range f.Facts(Range(d, f.Task)) {
		if !x.Quiet { // the page leaves out the others, too
			k.Facts = append(k.Facts, x)
		}
	}
	return k, nil
}
