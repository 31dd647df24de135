package session

import (
	"pointscape/engine/assess"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
)

// further is what a session can do beside fits and their pictures. The engine of the first visit goes without, so that
// it is a smaller program: what asks for it is refused as a method is that it does not have, and the engine of all
// methods does it. (The linker leaves out what nothing but New leads to.)
type further struct {
	survey func(s *Session, job method.Job, d doc.Document) (*assess.Curve, *wire.Studied, error)
	pack   func(r *wire.Studied, c *assess.Curve) error
	truth  func(s *Session, f *Fit, d *doc.Document) overlay
}

// overlay is what the data are drawn from, laid over a picture.
type overlay interface {
	work(job method.Job) error // finds out what takes long
	say() method.FactList      // late ones without values
	unknown() []string         // why it isn't there, as remarks
	layers(f *Fit, v picture.Viewport, raster *picture.Raster, fine bool) []picture.Layer
}

// New makes a session over a list of methods.
func New(methods []method.Method) *Session {
	s := Lean(methods)
	s.further = &further{survey: (*Session).Survey, pack: pack, truth: func(s *Session, f *Fit, d *doc.Document) overlay {
		if t := s.truthOf(f, d); t != nil {
			return besideIdeal(t, f)
		}
		return nil
	}}
	return s
}

// lacks is the error where a document asks for what a lean session can't do; nil = it can.
func (s *Session) lacks(what string, d *doc.Document) error {
	if s.further != nil {
		return nil
	}
	return doc.Errorf("method", "one that the engine of all methods works with: "+what+" is no work of this one", d.Method)
}
