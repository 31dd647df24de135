package session

import (
	"pointscape/engine/check"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// Conditions caches what conditions can use about documents.
type Conditions struct {
	s     *Session
	most  int
	known map[string]*check.Known // by document
}

// Conditions returns an empty cache that keeps at most most documents; 0 = all.
func (s *Session) Conditions(most int) *Conditions {
	return &Conditions{s, most, map[string]*check.Known{}}
}

// Of returns Known of a document given as JSON; start are the values with the prefix "start.", nil = none.
func (c *Conditions) Of(job method.Job, document []byte, start *check.Known) (*check.Known, error) {
	k := c.known[string(document)]
	if k == nil {
		d, err := doc.Decode(document)
		if err != nil {
			return nil, err
		}
		if k, err = c.s.Known(job, d); err != nil {
			return nil, err
		}
		if c.most > 0 && len(c.known) >= c.most {
			clear(c.known)
		}
		c.known[string(document)] = k
	}
	one := *k
	one.Start = start
	return &one, nil
}
