package session

import (
	"hash/fnv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// Tuning returns the tuning of a document's parameters, and its number, by which req.Tuned refers to it. If the number
// is req.Tuned, the tuning is nil. If there is none, or the document is invalid, it returns nil and 0.
func (s *Session) Tuning(req Request) (*method.Tuning, int) {
	m, v, _, err := s.check(req.Doc)
	if err != nil {
		return nil, 0
	}
	return tuning(&m.Info, v, nil, req.Tuned)
}

// tuning returns the tuning of parameters with its number, but nil for a tuning with the number known; nil and 0 if
// there is none. The number is a hash of the content, so that it is the same in all engines.
func tuning(in *method.Info, v method.Values, learned map[string]any, known int) (*method.Tuning, int) {
	t := in.Tuning(v, learned)
	if t == nil {
		return nil, 0
	}
	h := fnv.New32a()
	h.Write(wire.Append(nil, t))
	n := 1 + int(h.Sum32()>>1)
	if n == known {
		return nil, n
	}
	return t, n
}

// rewrite returns the document of a request, without its points, in which the parameter l.Param has the form l.To (see
// Live.Rewrite) with an equivalent value. If there is none, the parameter is set to l.To, or stays if that is "*". The
// error is a *doc.Error.
func (s *Session) rewrite(l wire.Load) (doc.Document, error) {
	d, err := doc.DecodeHead(l.Doc)
	if err != nil {
		return d, err
	}
	m, v, _, err := s.check(d)
	if err != nil {
		return d, err
	}
	of, v, before := m.At(l.Param, v)
	p := of.Param(method.NameOf(l.Param))
	if p == nil {
		return d, doc.Errorf("param", words.Text("a parameter of %s", m.Name), l.Param)
	}
	given := d.Params
	with := func(changed map[string]any) error {
		d.Params = given
		for name, x := range changed {
			d.Params = m.Info.With(d.Params, before+name, x)
		}
		_, _, _, err := s.check(d)
		return err
	}
	if p.Live != nil && p.Live.Rewrite != nil {
		// The result may be outside a parameter's range.
		if said, ok := p.Live.Rewrite(v, l.To); ok && with(said) == nil {
			return d, nil
		}
	}
	if l.To == "*" {
		return d, with(nil)
	}
	return d, with(map[string]any{p.Name: l.To})
}
