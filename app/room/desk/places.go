package desk

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
func (d *Desk) Grips() []method.Grip {
	if d.info == nil {
		return nil
	}
	return d.info.Grips(d.now.Params)
}

// Handles are the parameters that have handles on the plane, or could.
func (d *Desk) Handles() []*method.Param {
	if d.info == nil {
		return nil
	}
	return d.info.Handles(d.now.Params)
}

// Adding is the parameter that gets another place by a click on the empty plane; nil =
// it adds a point.
func (d *Desk) Adding() *method.Param {
	if d.adding != "" {
		for _, p := range d.Handles() {
			if p.Name == d.adding {
				return p
			}
		}
	}
	return nil
}

// SetAdding chooses what a hand does on the plane: a click adds places of a parameter, "" = points,
// or it is painted.
func (d *Desk) SetAdding(param string) { d.adding = param }

// Spot is the place of a point or a handle; ok is false where the number is that of
// neither.
func (d *Desk) Spot(number int) (q doc.Point, ok bool) {
	if k, grip := method.GripOf(number); grip {
		list := d.Grips()
		if k >= len(list) {
			return q, false
		}
		return doc.Point{X: list[k].X, Y: list[k].Y}, true
	}
	if !d.has(number) {
		return q, false
	}
	return d.now.Points[number], true
}

// grip is the handle with a number.
func (d *Desk) grip(number int) (g method.Grip, ok bool) {
	k, grip := method.GripOf(number)
	if list := d.Grips(); grip && k < len(list) {
		return list[k], true
	}
	return g, false
}

// places are those of a parameter.
func (d *Desk) places(p *method.Param) [][]float64 { return method.PlacesOf(d.Param(p)) }

// withPlaces is the present with other places of a parameter.
func (d *Desk) withPlaces(p *method.Param, list [][]float64) doc.Document {
	n := d.now
	n.Params = maps.Clone(d.now.Params)
	n.Params[p.Name] = list
	return n
}

// setPlaces gives a parameter other places, as one step.
func (d *Desk) setPlaces(p *method.Param, list [][]float64, what, key string) {
	d.commit(d.withPlaces(p, list), what, key, Change{What: Step})
}

// AddPlace gives a parameter another place, and returns the number of its handle; false
// when there is no room for it.
func (d *Desk) AddPlace(p *method.Param, x, y float64) (number int, ok bool) {
	list := d.places(p)
	if len(list) >= int(p.Max) {
		d.Toast(fmt.Sprintf("%s takes at most %s.", d.info.Name, words.Count(int(p.Max), p.Handle.Name)), true)
		return -1, false
	}
	d.setPlaces(p, append(slices.Clip(list), []float64{x, y}), "add a "+p.Handle.Name, "")
	for k, g := range d.Grips() {
		if g.Param.Name == p.Name && g.I == len(list) {
			return method.GripNumber(k), true
		}
	}
	return -1, true
}

// RemovePlaces removes all places of a parameter that need not be there.
func (d *Desk) RemovePlaces(p *method.Param) {
	if list := d.places(p); len(list) > int(p.Min) {
		d.Select(-1)
		d.setPlaces(p, list[:int(p.Min):int(p.Min)], "remove all "+p.Handle.Many, "")
	}
}

// removeGrip removes a handle.
func (d *Desk) removeGrip(g method.Grip) {
	list := d.places(g.Param)
	if len(list) <= int(g.Param.Min) {
		d.Toast(fmt.Sprintf("%s needs at least %s.", d.info.Name, words.Count(int(g.Param.Min), g.Param.Handle.Name)), true)
		return
	}
	d.Select(-1)
	d.setPlaces(g.Param, slices.Delete(slices.Clone(list), g.I, g.I+1), "remove a "+g.Param.Handle.Name, "")
}

// setGripCoordinate gives a handle another coordinate: "x" or "y".
func (d *Desk) setGripCoordinate(g method.Grip, name string, v float64) {
	list := doc.ClonePlaces(d.places(g.Param))
	axis := 0
	if name == "y" {
		axis = 1
	}
	if list[g.I][axis] == v {
		return
	}
	list[g.I][axis] = v
	d.setPlaces(g.Param, list, "move a "+g.Param.Handle.Name, "place"+name+g.Param.Name+strconv.Itoa(g.I))
}

// takeOver gives the parameters of n that come to apply, and have no places yet, those
// at which the model has begun by itself.
func (d *Desk) takeOver(n *doc.Document) {
	if d.Begun == nil {
		return
	}
	begun := d.Begun()
	for i := range d.info.Params {
		p := &d.info.Params[i]
		if p.Kind != method.Places || len(begun[p.Name]) == 0 || d.info.Applies(p.When, d.now.Params) || !d.info.Applies(p.When, n.Params) ||
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
