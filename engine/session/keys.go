package session

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/wire"
	"pointscape/engine/words"
)

// keyed notes where the keys are in a result, if its model has some.
func (f *Fit) keyed(r *Result) {
	m, ok := f.Model.(method.Keyed)
	if !ok {
		return
	}
	v := r.Picture.View
	var stage []picture.Layer
	if f.solid == nil { // what is drawn there is of the plane
		stage = slices.Concat(r.Picture.Layers, r.Over, method.UnseenOf(m, v, f.Show))
	}
	r.Info.Spots = []wire.Spots{wire.SpotsOf(picture.SpotsOf(v, stage))}
	for _, p := range r.Panels {
		list := picture.SpotsOf(p.View, slices.Concat(p.Layers, p.Unseen))
		w, h := p.Size()
		for i := range list {
			xy := make([]float64, len(list[i].XY)) // the layers keep theirs
			for k := 0; k < len(xy); k += 2 {
				xy[k] = (float64(p.Frame.Left) + p.View.PX(list[i].XY[k])) / float64(w)
				xy[k+1] = (float64(p.Frame.Top) + p.View.PY(list[i].XY[k+1])) / float64(h)
			}
			list[i].XY = xy
		}
		r.Info.Spots = append(r.Info.Spots, wire.SpotsOf(list))
	}
}

// Tell says what a key of the picture stands for, what a click on it does, and that in
// words; ok is false when there is no such key.
func (f *Fit) Tell(key string, v picture.Viewport) (e method.Explanation, act *wire.Action, does string, ok bool) {
	m, is := f.Model.(method.Keyed)
	if !is {
		return e, nil, "", false
	}
	t, ok := m.Tell(key, v)
	if !ok {
		return e, nil, "", false
	}
	e = f.presentable(t.Explanation, v)
	act = &wire.Action{Set: t.Click.Set, Step: t.Click.Step, Points: f.Problem.Ordinals(t.Click.Rows)}
	switch {
	case len(act.Points) == 1:
		does = "pick out its point"
	case len(act.Points) > 1:
		does = "pick out its " + words.Count(len(act.Points), "point")
	case act.Step != nil:
		if st := f.Whole.(method.Stepper); *act.Step == st.Steps() {
			does = "go to the end"
		} else if *act.Step == 0 {
			does = "go to the start"
		} else {
			does = "go to " + st.StepName() + " " + strconv.Itoa(*act.Step)
		}
	case len(act.Set) > 0:
		var list []string
		for _, name := range slices.Sorted(maps.Keys(act.Set)) {
			list = append(list, "set "+f.Method.Param(name).Label+" to "+called(f.Method.Param(name), act.Set[name]))
		}
		does = strings.Join(list, ", ")
	default:
		act = nil
	}
	return e, act, does, true
}

// called is a parameter's value as people read it.
func called(p *method.Param, v any) string {
	switch v := v.(type) {
	case float64:
		return words.Number(v)
	case string:
		for _, c := range p.Choices {
			if c.Value == v {
				return c.Label
			}
		}
		return v
	case bool:
		if v {
			return "on"
		}
		return "off"
	}
	return "other values"
}
