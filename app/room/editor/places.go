package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Grips are the handles on the plane.
func (e *Editor) Grips() []method.Grip {
	if e.info == nil {
		return nil
	}
	return e.info.Grips(e.now.Params)
}

// Handles are the parameters that have handles on the plane, or could.
func (e *Editor) Handles() []*method.Param {
	if e.info == nil {
		return nil
	}
	return e.info.Handles(e.now.Params)
}

// Adding is the parameter that gets another place by a click on the empty plane; nil =
// it adds a point.
func (e *Editor) Adding() *method.Param {
	if e.adding != "" {
		for _, p := range e.Handles() {
			if p.Name == e.adding {
				return p
			}
		}
	}
	return nil
}

// SetAdding chooses what a hand does on the plane: a click adds places of a parameter, "" = points,
// or it is painted.
func (e *Editor) SetAdding(param string) { e.adding = param }

// Spot is the place of a point or a handle; ok is false where the number is that of
// neither.
func (e *Editor) Spot(number int) (q doc.Point, ok bool) {
	if k, grip := method.GripOf(number); grip {
		list := e.Grips()
		if k >= len(list) {
			return q, false
		}
		return doc.Point{X: list[k].X, Y: list[k].Y}, true
	}
	if !e.has(number) {
		return q, false
	}
	return e.now.Points[number], true
}

// grip is the handle with a number.
func (e *Editor) grip(number int) (g method.Grip, ok bool) {
	k, grip := method.GripOf(number)
	if list := e.Grips(); grip && k < len(list) {
		return list[k], true
	}
	return g, false
}

// places are those of a parameter.
func (e *Editor) places(p *method.Param) [][]float64 { return method.PlacesOf(e.Param(p)) }

// withPlaces is the present with other places of a parameter.
func (e *Editor) withPlaces(p *method.Param, list [][]float64) doc.Document {
	n := e.now
	n.Params = maps.Clone(e.now.Params)
	n.Params[p.Name] = list
	return n
}

// setPlaces gives a parameter other places, as one step.
func (e *Editor) setPlaces(p *method.Param, list [][]float64, what, key string) bool {
	return e.commit(e.withPlaces(p, list), what, key, Change{What: Step})
}

// counted names n places.
func counted(n int, of *method.Handle) string { return words.CountOf(n, of.Name, of.Many) }

// AddPlace gives a parameter another place, and returns the number of its handle; false
// when there is no room for it.
func (e *Editor) AddPlace(p *method.Param, x, y float64) (number int, ok bool) {
	list := e.places(p)
	if len(list) >= int(p.Range().Max) {
		e.Notifier.Toast(fmt.Sprintf("%s allows at most %s.", e.info.Name, counted(int(p.Range().Max), p.Handle())),
			true)
		return -1, false
	}
	if !e.setPlaces(p, append(slices.Clip(list), []float64{x, y}), "add a "+p.Handle().Name, "") {
		return -1, false
	}
	for k, g := range e.Grips() {
		if g.Param.Name == p.Name && g.I == len(list) {
			return method.GripNumber(k), true
		}
	}
	return -1, true
}

// RemovePlaces removes all places of a parameter that need not be there.
func (e *Editor) RemovePlaces(p *method.Param) {
	if list := e.places(p); len(list) > int(p.Range().Min) {
		e.Select(-1)
		e.setPlaces(p, list[:int(p.Range().Min):int(p.Range().Min)], "remove all "+p.Handle().Many, "")
	}
}

// removeGrip removes a handle.
func (e *Editor) removeGrip(g method.Grip) {
	list := e.places(g.Param)
	if g.Param.FixedPlaces() {
		e.Notifier.Toast("The "+g.Name()+" can be moved, not removed.", true)
		return
	}
	if len(list) <= int(g.Param.Range().Min) {
		e.Notifier.Toast(fmt.Sprintf("%s needs at least %s.", e.info.Name,
			counted(int(g.Param.Range().Min), g.Param.Handle())), true)
		return
	}
	e.Select(-1)
	e.setPlaces(g.Param, slices.Delete(slices.Clone(list), g.I, g.I+1), "remove a "+g.Param.Handle().Name, "")
}

// Leads tells whether a hand holds a handle that takes others along.
func (e *Editor) Leads() bool {
	g, ok := e.grip(e.dragged)
	return ok && g.I == 0 && g.Param.Handle().Leads
}

// setGripCoordinate gives a handle another coordinate: "x" or "y".
func (e *Editor) setGripCoordinate(g method.Grip, name string, v float64) {
	list := doc.ClonePlaces(e.places(g.Param))
	axis := 0
	if name == "y" {
		axis = 1
	}
	if list[g.I][axis] == v {
		return
	}
	to := doc.Point{X: list[g.I][0], Y: list[g.I][1]}
	if axis == 0 {
		to.X = v
	} else {
		to.Y = v
	}
	g.Param.Handle().MovePlace(list, g.I, to.X, to.Y)
	e.setPlaces(g.Param, list, "move a "+g.Param.Handle().Name, "place"+name+g.Param.Name+strconv.Itoa(g.I))
}

// takeOver gives the parameters of n that come to apply, and have no places yet, those
// at which the model has begun by itself.
func (e *Editor) takeOver(n *doc.Document) {
	if e.Engine == nil {
		return
	}
	begun := e.Engine.Begun()
	for i := range e.info.Params {
		p := &e.info.Params[i]
		if !method.Is[method.Places](p.Kind) || len(begun[p.Name]) == 0 || e.info.Applies(p.When, e.now.Params) ||
			!e.info.Applies(p.When, n.Params) ||
			len(method.PlacesOf(n.Params[p.Name])) > 0 {
			continue
		}
		list := doc.ClonePlaces(begun[p.Name])
		for _, at := range list {
			for i := range at {
				at[i] = words.Significant(at[i], method.LearnedDigits)
			}
		}
		if w, err := p.Check(list); err == nil {
			n.Params[p.Name] = w
		}
	}
}
