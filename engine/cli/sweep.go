package cli

import (
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// wantSweep describes valid arguments of -sweep.
const wantSweep = "NAME=FROM:TO, a parameter and two numbers, or NAME alone: the document's sweep, or the range of " +
	"its slider"

// readSweep parses the argument of -sweep. If it is only a parameter's name, from and to are equal.
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

// swept returns the requested sweep of a document's parameter.
func (a *animation) swept(m *method.Method, d *doc.Document) (*doc.Sweep, error) {
	s, err := readSweep(a.sweep)
	if err != nil {
		return nil, err
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
		return nil, doc.Errorf("-sweep", "given with its ends, such as "+s.Param+"=1:10, since it has no slider", a.sweep)
	case s.From == s.To && own != nil:
		s = *own
	case own != nil:
		s.Steps, s.Log, s.Back = own.Steps, own.Log && s.From > 0 && s.To > 0, own.Back
	}
	s.Back = s.Back || a.back
	return &s, nil
}
