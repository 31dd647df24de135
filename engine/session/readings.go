package session

import (
	"slices"

	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// The page receives thinned curves over the steps, once per run, and with every picture the exact values at its step if
// the thinned curves lack it.

// traceLength is the largest number of values of a series that the page gets: a curve that is a few hundred pixels wide
// can't show more.
const traceLength = 1200

// thinning returns the distance between the steps of a thinned series of n values: 1 = all are kept.
func thinning(n int) int { return max(1, (n+traceLength-2)/(traceLength-1)) }

// traces converts series for the wire: evenly thinned, with the first and the last value.
func traces(all []method.Series) []wire.Series {
	out := make([]wire.Series, len(all))
	for i, s := range all {
		t := wire.Series{Name: s.Name, Log: s.Log, Same: s.Same}
		every := thinning(len(s.Values))
		for k := 0; k < len(s.Values); k += every {
			t.Add(k, s.Values[k])
		}
		if last := len(s.Values) - 1; last >= 0 && last%every != 0 {
			t.Add(last, s.Values[last])
		}
		out[i] = t
	}
	return out
}

// traceReadings returns the values at the present step of those series of st whose thinned traces lack it.
func (f *Fit) traceReadings(st method.Stepper) (list []wire.Reading) {
	if thinning(st.Steps()+1) == 1 {
		return nil
	}
	if f.test.trace == nil {
		f.test.trace = st.Trace()
	}
	for _, s := range f.test.trace {
		if f.Step%thinning(len(s.Values)) != 0 && f.Step < len(s.Values)-1 {
			list = wire.Read(list, s.Name, s.Values[f.Step])
		}
	}
	return list
}

// testReadings returns the errors on unseen points at the present step, if their curves are computed and lack the step.
// The error is job's.
func (f *Fit) testReadings(job method.Job) ([]wire.Reading, error) {
	t := f.test
	if len(t.series) == 0 || slices.Contains(t.series[0].At, float64(f.Step)) {
		return nil, nil
	}
	if f.can.Predictor == nil {
		return nil, nil
	}
	if t.here != nil && t.step == f.Step {
		return t.here, nil
	}
	list := make([]wire.Reading, 0, len(t.sets))
	for i, s := range t.sets {
		e, err := f.can.Errors(job, f.Problem, s.points)
		if err != nil {
			return nil, err
		}
		list = wire.Read(list, t.series[i].Name, e.Mean)
	}
	t.here, t.step = list, f.Step
	return list, nil
}

// readings returns the measures of the present state if the curves of the run lack its step.
func (g *growth) readings() (list []wire.Reading) {
	if slices.Contains(g.curves.steps, g.now.Step()) {
		return nil
	}
	for _, m := range g.present() {
		list = wire.Read(list, m.Name, m.Values[0])
	}
	return list
}

// present returns the measures of the present state, each as a series of one value. They are computed once.
func (g *growth) present() []wire.Series {
	if k := g.now.Step(); g.here == nil || g.at != k {
		g.here, g.at = g.measures(g.now), k
	}
	return g.here
}
