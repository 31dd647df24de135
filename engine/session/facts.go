package session

import (
	"math"
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// Facts returns the model's facts for the visible part of the plane, with values that JSON can't represent as words.
// None is late.
func (f *Fit) Facts(v picture.Viewport) []method.Fact {
	_ = f.assess(method.Unstopped) // without a deadline there is no error
	return f.facts(v)
}

// assess computes the late facts and the errors by role, once per model, and what the views in the picture need: for
// the truth, the kernel view and the section only if f.rests.
func (f *Fit) assess(job method.Job) (err error) {
	for _, v := range f.additions {
		if err := v.work(job, f.rests); err != nil {
			return err
		}
	}
	if f.section != nil && f.rests {
		if err := f.section.work(job); err != nil {
			return err
		}
	}
	if f.late.errors == nil {
		if f.late.errors, err = f.Errors(job, f.Model); err != nil {
			return err
		}
	}
	if f.can.Assess == nil || f.late.facts != nil {
		return nil
	}
	facts, err := f.can.Assess(job)
	if err == nil {
		f.late.facts = facts
	}
	return err
}

// known returns the facts as far as they are computed, independently of the view: first the errors by role, if points
// are held out, and the facts of the truth, then the model's, and those of the scores, the kernel view and the section.
func (f *Fit) known() []method.Fact {
	facts := f.late.facts
	if facts == nil {
		facts = f.Model.Facts()
	}
	before, after := f.addedFacts()
	return slices.Concat(f.heldFacts(f.late.errors), before, facts, after, f.ofSection())
}

// ofSection returns the facts of the section.
func (f *Fit) ofSection() method.FactList {
	if f.section == nil {
		return nil
	}
	return f.section.say()
}

// facts is Facts without computing late ones.
func (f *Fit) facts(v picture.Viewport) []method.Fact {
	facts := f.known()
	if f.can.FactsIn != nil {
		before, after := f.addedFacts()
		facts = slices.Concat(f.heldFacts(f.late.errors), before, f.can.FactsIn(v), after, f.ofSection())
	}
	facts = slices.Clone(facts)
	for i := range facts {
		facts[i].Complete()
		facts[i].Value = speakable(facts[i].Value)
	}
	return facts
}

func speakable(v any) any {
	switch x := v.(type) {
	case float64:
		return sayFloat(x)
	case []float64:
		if !slices.ContainsFunc(x, notFinite) {
			return x
		}
		out := make([]any, len(x))
		for i, y := range x {
			out[i] = sayFloat(y)
		}
		return out
	case [][]float64:
		for _, row := range x {
			if slices.ContainsFunc(row, notFinite) {
				out := make([]any, len(x))
				for i, r := range x {
					out[i] = speakable(r)
				}
				return out
			}
		}
	}
	return v
}

func notFinite(x float64) bool { return !method.Finite(x) }

func sayFloat(x float64) any {
	switch {
	case math.IsNaN(x):
		return "not a number"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	}
	return x
}
