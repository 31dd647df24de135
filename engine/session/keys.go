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

// keyed records the positions of keys in the picture and the panels of a result, if its model, its rows or its panels
// have keys.
func (f *Fit) keyed(r *Result) {
	v := r.Picture.View
	var stage []picture.Layer
	var hits picture.Hits
	ok := f.can.Tell != nil
	switch {
	case ok && f.solid == nil:
		stage = slices.Concat(r.Picture.Layers, r.Over)
		if f.can.Hits != nil {
			hits = f.can.Hits(v, f.Show)
		}
	case ok:
		stage = slices.Clone(r.Over) // other layers of the model are for the plane
	}
	ok = ok || f.keysAdded(r.Info.PanelsDrawn)
	for _, id := range r.Info.PanelsDrawn {
		p, _ := method.FindPanel(r.panels, id)
		ok = ok || p.Tell != nil
	}
	rows := f.rowKeys(r.Info.PanelsDrawn)
	ok = ok || rows != nil
	if !ok {
		return
	}
	r.Info.Spots = []wire.Spots{wire.SpotsOf(slices.Concat(picture.SpotsOf(v, stage), hits, rows))}
	for _, p := range r.Panels {
		list := p.Spots()
		w, h := p.Size()
		for i := range list {
			xy := make([]float64, len(list[i].XY)) // a copy, because the layers keep theirs
			for k := 0; k < len(xy); k += 2 {
				if xy[k] = list[i].XY[k]; list[i].Kind != picture.Slide || list[i].Z != nil {
					xy[k] = (float64(p.Frame.Left) + p.View.PX(xy[k])) / float64(w)
				}
				xy[k+1] = (float64(p.Frame.Top) + p.View.PY(list[i].XY[k+1])) / float64(h)
			}
			list[i].XY = xy
		}
		r.Info.Spots = append(r.Info.Spots, wire.SpotsOf(list))
	}
}

// mostKeyed is the largest number of points for which each carries the keys of the shapes that it belongs to in panels,
// such as bars; with more points only these shapes have keys.
const mostKeyed = 2000

// rowKeys returns the points at their positions with their keys in the panels with given ids; nil if none has a key, or
// there are more than mostKeyed.
func (f *Fit) rowKeys(panels []string) (rows picture.Hits) {
	if len(f.points) > mostKeyed {
		return nil
	}
	keys := make([]string, len(f.points))
	add := func(i int, key string) {
		if keys[i] != "" {
			keys[i] += picture.KeyAnd
		}
		keys[i] += key
	}
	for _, id := range panels {
		if f.rowsAdded(id, add) {
			continue
		}
		if b := f.bins(id); b != nil {
			for i, key := range b.RowKeys() {
				add(i, key)
			}
		} else if id == pixelsPanel && f.repaints() {
			for i := range f.Problem.N {
				add(i, pixelKey(i))
			}
		} else if panel, _ := method.FindPanel(f.panels(), id); panel.RowKeys != nil {
			for i, key := range panel.RowKeys() {
				p := f.Problem
				for k := 0; i >= p.N; k++ {
					i -= p.N
					p = f.heldOut()[k].points
				}
				add(p.Ordinal(i), key)
			}
		}
	}
	for i, p := range f.points {
		rows.Add(picture.Dot, keys[i], p.X, p.Y)
	}
	if f.solid != nil && rows != nil {
		if len(rows) < f.Problem.N || f.Problem.N < len(f.points) {
			return nil // the model's keys belong to its own rows
		}
		at := f.space()
		for i := range rows {
			rows[i].XY, rows[i].Z = at[3*i:3*i+2:3*i+2], at[3*i+2:3*i+3]
		}
	}
	return rows
}

// Told describes what a key of the picture stands for; points are the document's points that a click selects. If
// several keys are joined (see picture.Spot), it describes all of them, and a click does nothing.
func (f *Fit) Told(key string, v picture.Viewport) (t method.Told, points []int, ok bool) {
	if parts := strings.Split(key, picture.KeyAnd); len(parts) > 1 {
		for _, part := range parts {
			if one, _, ok := f.Told(part, v); ok {
				t.Lines = append(append(t.Lines, one.Answer), one.Lines...)
				t.Layers = append(t.Layers, one.Layers...)
			}
		}
		if t.Lines == nil {
			return t, nil, false
		}
		t.Answer, t.Lines = t.Lines[0], t.Lines[1:]
		return t, nil, true
	}
	if t, points = f.tellBar(key); points != nil {
		return t, points, true
	}
	if t, points = f.tellPixel(key); points != nil {
		return t, points, true
	}
	if t, points, ok = f.tellAdded(key); ok {
		return t, points, true
	}
	for _, p := range f.panels() {
		if p.Tell == nil {
			continue
		}
		if t, ok = p.Tell(key); ok {
			return t, nil, true
		}
	}
	if f.can.Tell == nil {
		return t, nil, false
	}
	t, ok = f.can.Tell(key, v, f.Show)
	if t.Click.Rows != nil {
		points = f.Problem.Ordinals(t.Click.Rows)
	}
	return t, points, ok
}

// Tell describes what a key of the picture stands for, what a click on it does (nil = nothing), and that in words; ok
// is false if there is no such key.
func (f *Fit) Tell(key string, v picture.Viewport) (e method.Explanation, act *wire.Action, does string, ok bool) {
	e, act, does, _, ok = f.TellKnob(key, v)
	return e, act, does, ok
}

// TellKnob is Tell that also returns the number that the key stands for, so that the user can change it; nil = none.
func (f *Fit) TellKnob(key string, v picture.Viewport) (e method.Explanation, act *wire.Action, does string,
	knob *wire.Knob, ok bool) {
	t, points, ok := f.Told(key, v)
	if !ok {
		return e, nil, "", nil, false
	}
	if t.Knob != nil {
		if all := f.Take(t.Knob.Param); t.Knob.Index < len(all) && method.Finite(all...) {
			knob = &wire.Knob{Param: t.Knob.Param, Index: t.Knob.Index, Value: all[t.Knob.Index], Scale: t.Knob.Scale, All: all}
		}
	}
	e = f.presentable(t.Explanation, v)
	act = &wire.Action{Set: t.Click.Set, Step: t.Click.Step, Points: points}
	switch {
	case len(act.Points) == 1:
		does = "select its point"
	case len(act.Points) > 1:
		does = words.Text("select its %s", words.Count(len(act.Points), "point"))
	case act.Step != nil:
		last, name := f.whole.LastStep(), ""
		if st := f.whole.Stepper; st != nil {
			last, name = st.Steps(), st.StepName()
		} else {
			name = f.whole.Grower.StepName()
		}
		switch *act.Step {
		case last:
			does = "go to the end"
		case 0:
			does = "go to the start"
		default:
			does = words.Text("go to %s %s", name, strconv.Itoa(*act.Step))
		}
	case len(act.Set) > 0:
		var list []string
		for _, name := range slices.Sorted(maps.Keys(act.Set)) {
			list = append(list, words.Fill("set %s to %s", words.Say(f.Method.Param(name).Label), called(f.Method.Param(name),
				act.Set[name])))
		}
		does = words.Join(list, ", ")
	default:
		act = nil
	}
	return e, act, does, knob, true
}

// Take returns the model's numbers for a parameter, to take over (method.Pointer.Take); nil = none.
func (f *Fit) Take(param string) []float64 {
	if f.can.Take != nil {
		return method.Short(f.can.Take(param))
	}
	return nil
}

// called formats a parameter's value for the user.
func called(p *method.Param, v any) string {
	switch v := v.(type) {
	case float64:
		return words.Number(v)
	case string:
		for _, c := range p.Choices() {
			if c.Value == v {
				return words.Say(c.Label)
			}
		}
		return v
	case []string:
		return strings.Join(v, ", ")
	case bool:
		if v {
			return words.Say("on")
		}
		return words.Say("off")
	}
	return words.Say("other values")
}
