package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// wantSweep is what -sweep must be.
const wantSweep = "NAME=FROM:TO, a parameter and two numbers, or NAME alone: as the document has it, or along its " +
	"slider"

// readSweep reads what -sweep was given. Where it names a parameter alone, from and to are equal.
func readSweep(text string) (s doc.Sweep, err error) {
	wrong := doc.Errorf("-sweep", wantSweep, text)
	name, ends, ok := strings.Cut(text, "=")
	if s.Param = strings.TrimSpace(name); s.Param == "" {
		return s, wrong
	}
	if !ok {
		return s, nil
	}
	from, to, ok := strings.Cut(ends, ":")
	if !ok {
		return s, wrong
	}
	var err2 error
	s.From, err = strconv.ParseFloat(from, 64)
	s.To, err2 = strconv.ParseFloat(to, 64)
	if err != nil || err2 != nil || s.From == s.To {
		return s, wrong
	}
	return s, nil
}

// swept is the sweep of a document's parameter that is asked for, and the parameter.
func (a *animation) swept(m *method.Method, d *doc.Document) (*doc.Sweep, *method.Param, error) {
	s, err := readSweep(a.sweep)
	if err != nil {
		return nil, nil, err
	}
	p := m.ParamAt(s.Param, d.Params)
	own := d.View.Sweep
	if own != nil && own.Param != s.Param {
		own = nil
	}
	if own == nil && p != nil {
		own = p.Sweep()
	}
	switch {
	case s.From == s.To && own == nil && p != nil && p.IsNumber():
		return nil, nil, doc.Errorf("-sweep", "given its ends, such as "+s.Param+"=1:10: it has no slider", a.sweep)
	case s.From == s.To && own != nil:
		s = *own
	case own != nil:
		s.Steps, s.Log, s.Back = own.Steps, own.Log && s.From > 0 && s.To > 0, own.Back
	}
	s.Back = s.Back || a.back
	n := *d
	n.View.Sweep = &s
	if err := m.CheckSweep(&n); err != nil {
		return nil, nil, err
	}
	return &s, p, n.Validate()
}

// play draws a document once for each of the values of a sweep.
func (a *animation) play(s *session.Session, d doc.Document, f figure, job *patient) ([]byte, error) {
	m, err := s.Method(d.Method)
	if err != nil {
		return nil, err
	}
	sweep, p, err := a.swept(m, &d)
	if err != nil {
		return nil, err
	}
	values, err := a.thin(p.SweepValues(sweep))
	if err != nil {
		return nil, err
	}
	if sweep.Back { // the ends are there once: the animation goes round
		if !a.still {
			a.pause = 0
		}
		for _, v := range slices.Backward(values[1 : len(values)-1]) {
			values = append(values, v)
		}
	}
	list := make([]frame, len(values))
	for i, v := range values {
		n := d
		n.Params = m.With(d.Params, p.Name, v)
		if p.Moves && n.Table != nil { // its rows are shown elsewhere
			t := *n.Table
			t.Names, t.Axes = doc.Names{}, nil
			n.Names, n.Points, n.Table = n.Names.Beyond(d.Table.Names), nil, &t
		}
		if n, err = s.Resolve(n); err != nil {
			return nil, err
		}
		list[i] = frame{n, p.Label + " = " + p.Say(v)}
	}
	return a.draw(s, d, list, f, job)
}

// thin leaves every so manieth of a sweep's values, and the last.
func (a *animation) thin(values []float64) (list []float64, err error) {
	last := len(values) - 1
	every := a.every
	if every == 0 {
		every = (last + shownFrames - 2) / (shownFrames - 1)
	}
	if every > last {
		return nil, doc.Errorf("-every", fmt.Sprintf("at most %d, the number of steps of this sweep", last), every)
	}
	for i := 0; i < last; i += every {
		list = append(list, values[i])
	}
	return append(list, values[last]), nil
}
