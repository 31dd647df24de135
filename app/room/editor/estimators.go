package editor

import (
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// This file changes parameters that are lists of methods (method.Estimators): each change
// is one step.

// Estimators are those of a parameter.
func (e *Editor) Estimators(p *method.Param) []doc.Estimator {
	return method.EstimatorsIn(p, e.now.Params)
}

// AddEstimator adds the first method to choose that is not among them yet, and tells where;
// -1 when there is no room.
func (e *Editor) AddEstimator(p *method.Param) int {
	list := e.Estimators(p)
	if len(list) >= p.List().MaxLen {
		return -1
	}
	at := max(0, slices.IndexFunc(p.Of(), func(m method.Method) bool {
		return !slices.ContainsFunc(list, func(x doc.Estimator) bool { return x.Method == m.ID })
	}))
	list = append(slices.Clip(list), doc.Estimator{Method: p.Of()[at].ID})
	e.SetParams(e.info.With(e.now.Params, p.Name, list), "add a "+p.List().Entry)
	return len(list) - 1
}

// RemoveEstimator removes one, and the numbers that belong to it; false where it has to stay.
func (e *Editor) RemoveEstimator(p *method.Param, i int) bool {
	list := e.Estimators(p)
	if i < 0 || i >= len(list) || len(list) <= p.List().MinLen {
		return false
	}
	e.tried = tried{} // entries change places
	params := e.info.With(e.now.Params, p.Name, slices.Delete(slices.Clone(list), i, i+1))
	for k := range e.info.Params {
		q := &e.info.Params[k]
		if numbers, _ := params[q.Name].([]float64); q.List().Per == p.Name && i < len(numbers) {
			params[q.Name] = slices.Delete(slices.Clone(numbers), i, i+1)
		}
	}
	e.fitPer(p, params)
	e.SetParams(params, "remove "+p.List().Entry+" "+strconv.Itoa(i+1))
	return true
}

// fitPer leaves no numbers without a method that they belong to, and none where all that
// are left are 0: then each method counts alike, as by default.
func (e *Editor) fitPer(p *method.Param, params map[string]any) {
	if !method.Is[method.Estimators](p.Kind) {
		return
	}
	count := len(method.EstimatorsIn(p, params))
	for k := range e.info.Params {
		q := &e.info.Params[k]
		numbers, _ := params[q.Name].([]float64)
		if q.List().Per != p.Name || len(numbers) == 0 {
			continue
		}
		numbers = slices.Clip(numbers[:min(count, len(numbers))])
		if slices.Max(numbers) > 0 {
			params[q.Name] = numbers
		} else {
			delete(params, q.Name)
		}
	}
}

// tried are the parameters that methods had in the place of one entry, as long as people choose
// there: who goes through the list by keys finds them again.
type tried struct {
	param  string
	entry  int
	wholes int
	params map[string]map[string]any
}

// ChooseEstimator puts another method in the place of one, with its defaults, or with what it had there
// before.
func (e *Editor) ChooseEstimator(p *method.Param, i int, id string) {
	list := slices.Clone(e.Estimators(p))
	if i < 0 || i >= len(list) || list[i].Method == id || p.Choose(id) == nil {
		return
	}
	if t := &e.tried; t.param != p.Name || t.entry != i || t.wholes != e.replacements || t.params == nil {
		*t = tried{p.Name, i, e.replacements, map[string]map[string]any{}}
	}
	e.tried.params[list[i].Method] = list[i].Params
	list[i] = doc.Estimator{Method: id, Params: e.tried.params[id]}
	e.SetParams(e.info.With(e.now.Params, p.Name, list), "choose "+p.Choose(id).Name)
}
