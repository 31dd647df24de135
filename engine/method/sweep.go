package method

import (
	"math"
	"slices"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// CheckSweep checks that a document's sweep is over a number that its method has. The error is a *doc.Error.
func (in *Info) CheckSweep(d *doc.Document) error {
	s := d.View.Sweep
	if s == nil {
		return nil
	}
	p := in.ParamAt(s.Param, d.Params)
	if p == nil || !p.IsNumber() {
		return doc.Errorf("view.sweep.param", doc.OneOf(in.swept(), s.Param), s.Param)
	}
	for _, end := range []struct {
		name  string
		value float64
	}{{"from", s.From}, {"to", s.To}} {
		if _, err := p.Check(end.value); err != nil {
			return doc.Errorf("view.sweep."+end.name, p.Wants(), end.value)
		}
	}
	return nil
}

// swept returns the names of the parameters that can be swept.
func (in *Info) swept() (names []string) {
	for i := range in.Params {
		if in.Params[i].IsNumber() {
			names = append(names, in.Params[i].Name)
		}
	}
	return names
}

// Sweep returns a sweep over the slider of a parameter, with the slider's scale; nil if it has no slider.
func (p *Param) Sweep() *doc.Sweep {
	r := p.Range()
	lo, hi := r.Slider()
	if !p.IsNumber() || !(lo < hi) {
		return nil
	}
	if !r.Holds(lo) { // lo is excluded from the range
		lo += (hi - lo) / doc.SweepSteps
		if Is[Integer](p.Kind) {
			lo = math.Ceil(lo)
		}
	}
	return &doc.Sweep{Param: p.Name, From: lo, To: hi, Log: r.Log && lo > 0}
}

// SweepValues returns the values of a sweep, rounded according to the size of its steps; whole numbers occur once each.
func (p *Param) SweepValues(s *doc.Sweep) []float64 {
	n := s.Count()
	whole := Is[Integer](p.Kind)
	round := math.Pow(10, math.Floor(math.Log10(math.Abs(s.To-s.From)/float64(n)))-1)
	digits := 3
	if s.Log {
		ratio := math.Abs(math.Log(s.To/s.From)) / float64(n) // relative change of the value per step
		digits = min(max(1-int(math.Floor(math.Log10(ratio))), 2), 15)
	}
	var list []float64
	for i := range n + 1 {
		t := float64(i) / float64(n)
		v := s.From + t*(s.To-s.From)
		switch {
		case i == 0:
			v = s.From
		case i == n:
			v = s.To
		case s.Log:
			v = words.Significant(s.From*math.Exp(t*math.Log(s.To/s.From)), digits)
		default:
			v = words.Significant(math.Round(v/round)*round, 12)
		}
		if whole {
			v = math.Round(v)
		}
		v = min(max(v, min(s.From, s.To)), max(s.From, s.To))
		if len(list) == 0 || v != list[len(list)-1] {
			list = append(list, v)
		}
	}
	return slices.Clip(list)
}
