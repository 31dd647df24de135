package editor

import (
	"maps"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Places edits the parameters whose values are on the plane: positions with handles, and paintings.
type Places struct {
	*present
	ed *Editor

	// the parameter to which a click on the plane adds a position, or which is painted there; "" = a click adds a point
	adding string
}

// Canvases returns the parameters that can be painted on the plane.
func (pl *Places) Canvases() []*method.Param {
	if pl.info == nil {
		return nil
	}
	return pl.info.Canvases(pl.now.Params)
}

// Painting returns the parameter that a drag on the plane paints; nil = a drag moves points, and a click adds one.
func (pl *Places) Painting() *method.Param {
	if pl.adding != "" {
		for _, p := range pl.Canvases() {
			if p.Name == pl.adding {
				return p
			}
		}
	}
	return nil
}

// painted returns the painting that is the value of a parameter.
func (pl *Places) painted(p *method.Param) string {
	s, _ := pl.ed.Param(p).(string)
	return s
}

func (pl *Places) withPainting(p *method.Param, value string) doc.Document {
	n := pl.now
	n.Params = maps.Clone(pl.now.Params)
	n.Params[p.Name] = value
	return n
}

// ClearPainting removes a painting, as one step.
func (pl *Places) ClearPainting(p *method.Param) {
	if pl.painted(p) != "" && !pl.ed.Draft.on() {
		pl.ed.commit(pl.withPainting(p, ""), words.Text("wipe the %s", p.Canvas().Name), "", Change{What: Step})
	}
}

// begin selects the parameter for painting that applies in n and did not before.
func (pl *Places) begin(n *doc.Document) {
	for _, p := range pl.info.Canvases(n.Params) {
		if !pl.info.Applies(p.When, pl.now.Params) {
			pl.adding = p.Name
		}
	}
}

// Grips returns the handles on the plane.
func (pl *Places) Grips() []method.Grip {
	if pl.info == nil {
		return nil
	}
	return pl.info.Grips(pl.now.Params)
}

// Handles returns the parameters that have handles on the plane, or could have.
func (pl *Places) Handles() []*method.Param {
	if pl.info == nil {
		return nil
	}
	return pl.info.Handles(pl.now.Params)
}

// Adding returns the parameter to which a click on the empty plane adds a position; nil = a click adds a point.
func (pl *Places) Adding() *method.Param {
	if pl.adding != "" {
		for _, p := range pl.Handles() {
			if p.Name == pl.adding {
				return p
			}
		}
	}
	return nil
}

// SetAdding selects the parameter to which clicks on the plane add positions, or which drags paint; "" = clicks add
// points.
func (pl *Places) SetAdding(param string) { pl.adding = param }

// grip returns the handle with a number (method.GripNumber).
func (pl *Places) grip(number int) (g method.Grip, ok bool) {
	k, grip := method.GripOf(number)
	if list := pl.Grips(); grip && k < len(list) {
		return list[k], true
	}
	return g, false
}

// of returns the positions of a parameter.
func (pl *Places) of(p *method.Param) [][]float64 { return method.PlacesOf(pl.ed.Param(p)) }

// with returns the present document with other positions of a parameter.
func (pl *Places) with(p *method.Param, list [][]float64) doc.Document {
	n := pl.now
	n.Params = maps.Clone(pl.now.Params)
	n.Params[p.Name] = list
	return n
}

// set sets the positions of a parameter, as one step.
func (pl *Places) set(p *method.Param, list [][]float64, what, key string) bool {
	return pl.ed.commit(pl.with(p, list), what, key, Change{What: Step})
}

// counted returns a number of positions with their noun.
func counted(n int, of *method.Handle) string { return words.CountOf(n, of.Name, of.Many) }

// Add adds a position to a parameter, and returns the number of its handle, -1 if it has none. ok is false if there is
// no room, or the edit is locked.
func (pl *Places) Add(p *method.Param, x, y float64) (number int, ok bool) {
	list := pl.of(p)
	if len(list) >= int(p.Range().Max) {
		pl.ed.Toast(words.Sprintf("%s allows at most %s.", pl.info.Name, counted(int(p.Range().Max), p.Handle())),
			true)
		return -1, false
	}
	if !pl.set(p, append(slices.Clip(list), []float64{x, y}), words.Text("add a %s", p.Handle().Name), "") {
		return -1, false
	}
	for k, g := range pl.Grips() {
		if g.Param.Name == p.Name && g.I == len(list) {
			return method.GripNumber(k), true
		}
	}
	return -1, true
}

// RemoveAll removes the positions of a parameter down to the least number.
func (pl *Places) RemoveAll(p *method.Param) {
	if list := pl.of(p); len(list) > int(p.Range().Min) {
		pl.ed.Selection.Set(-1)
		pl.set(p, list[:int(p.Range().Min):int(p.Range().Min)], words.Text("remove all %s", p.Handle().Many), "")
	}
}

func (pl *Places) remove(g method.Grip) {
	list := pl.of(g.Param)
	if g.Param.FixedPlaces() {
		pl.ed.Toast(words.Text("The %s can be moved, not removed.", g.Name()), true)
		return
	}
	if len(list) <= int(g.Param.Range().Min) {
		pl.ed.Toast(words.Sprintf("%s needs at least %s.", pl.info.Name,
			counted(int(g.Param.Range().Min), g.Param.Handle())), true)
		return
	}
	pl.ed.Selection.Set(-1)
	pl.set(g.Param, slices.Delete(slices.Clone(list), g.I, g.I+1), words.Text("remove a %s", g.Param.Handle().Name), "")
}

// setCoordinate sets a coordinate of a handle, "x" or "y".
func (pl *Places) setCoordinate(g method.Grip, name string, v float64) {
	list := doc.ClonePlaces(pl.of(g.Param))
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
	pl.set(g.Param, list, words.Text("move a %s", g.Param.Handle().Name), "place"+name+g.Param.Name+strconv.Itoa(g.I))
}

// takeOver gives parameters of n that now apply, and have no positions yet, the starting positions that the model has
// chosen by itself.
func (pl *Places) takeOver(n *doc.Document) {
	if pl.ed.Begun == nil {
		return
	}
	begun := pl.ed.Begun()
	for i := range pl.info.Params {
		p := &pl.info.Params[i]
		if !method.Is[method.Places](p.Kind) || len(begun[p.Name]) == 0 || pl.info.Applies(p.When, pl.now.Params) ||
			!pl.info.Applies(p.When, n.Params) ||
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
