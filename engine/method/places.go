package method

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
)

// Places is a list of places: [][]float64, rows of as
// many coordinates as the data have inputs, Min..Max of them. In the plane each is a
// handle, which people drag.
type Places struct {
	plain
	Min float64 `json:"min,omitempty"`
	Max float64 `json:"max,omitempty"`
	// Handle says what the places are called, and how they look.
	Handle *Handle `json:"handle,omitempty"`
}

func (k Places) parts() parts { return parts{span: Range{Min: k.Min, Max: k.Max}, handle: k.Handle} }

// Wants implements Kind.
func (k Places) Wants(*Param) string {
	if k.Min == k.Max {
		return fmt.Sprintf("a list of so many places: %g, each a list of coordinates", k.Min)
	}
	return fmt.Sprintf("a list of %g to %g places, each a list of coordinates", k.Min, k.Max)
}

// Meant implements Kind: none.
func (Places) Meant(*Param, string) any { return [][]float64{} }

// Flaw implements Kind.
func (k Places) Flaw(*Param) string {
	if k.Handle == nil || k.Handle.Name == "" || k.Handle.Many == "" {
		return "places have handles, with a name for one and for many"
	}
	return ""
}

// Wrong implements Kind.
func (k Places) Wrong(*Param) []Refused {
	list := refused(3.0, []float64{1, 2}, make([][]float64, int(k.Max)+1))
	if k.Min > 0 {
		list = append(list, refused([][]float64{})...)
	}
	first, at := [][]float64{{1, 2}}, "[1]"
	if k.Max == 1 { // it is the only one that is wrong
		first, at = nil, "[0]"
	} else {
		list = append(list, Refused{at, append(first, []float64{1})})
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 2 * doc.MaxCoord} {
		list = append(list, Refused{at, append(first, []float64{1, x})})
	}
	return list
}

// Tries implements Kind.
func (k Places) Tries(p *Param) []any {
	if k.Max < 3 {
		return p.taken([][]float64{{0.3, 0.7}}, [][]float64{{0.8, -0.2}}, [][]float64{{0.3, 0.7}, {0.8, -0.2}})
	}
	return p.taken([][]float64{{0.3, 0.7}, {0.8, 0.2}, {0.5, 9}},
		[][]float64{{0.3, 0.7}, {0.9, 0.2}, {0.5, 0.5}, {0.1, 0.1}})
}

// Handle says what the places of a parameter are to people.
type Handle struct {
	// Name is what one is called within a sentence, "starting centre", and Many several.
	Name string `json:"name"`
	Many string `json:"many"`
	// Role tells how they look; "" = picture.RoleHandle.
	Role picture.Role `json:"role,omitempty"`
	// Colored: the k-th has the colour of class k, as what becomes of it has.
	Colored bool `json:"colored,omitempty"`
	// From is the parameter, of places too, from whose first place these are measured: who moves that takes them along.
	From string `json:"from,omitempty"`
	// Square says that two of them are at right angles as seen from there, such as the axes of an ellipse: who moves one
	// turns the other, which stays as long as it is.
	Square bool `json:"square,omitempty"`
}

// Fixed tells whether there are always as many places: nobody adds or removes one.
func (p *Param) Fixed() bool { return p.Range().Min == p.Range().Max }

// Places returns a parameter of the kind Places; its rows are not to be changed.
func (v Values) Places(name string) [][]float64 { return v.get(name).([][]float64) }

// PlacesOf reads a list of places as Go or JSON has made it; nil where it is none, or
// empty.
func PlacesOf(v any) (list [][]float64) {
	switch x := v.(type) {
	case [][]float64:
		return x
	case []any:
		for _, row := range x {
			cells, _ := row.([]any)
			at := make([]float64, 0, len(cells))
			for _, c := range cells {
				f, _ := c.(float64)
				at = append(at, f)
			}
			list = append(list, at)
		}
	}
	return list
}

// Check implements Kind.
func (k Places) Check(p *Param, x any) (any, error) {
	list, ok := x.([][]float64)
	if none, is := x.([]float64); is && len(none) == 0 {
		ok = true // an empty list is one of either kind
	}
	if n := float64(len(list)); !ok || n < k.Min || n > k.Max {
		if ok {
			x = len(list)
		}
		return nil, doc.Errorf("params."+p.Name, p.Wants(), x)
	}
	if list == nil {
		list = [][]float64{}
	}
	for i, at := range list {
		field := "params." + p.Name + "[" + strconv.Itoa(i) + "]"
		if len(at) != len(list[0]) || len(at) == 0 {
			return nil, doc.Errorf(field, fmt.Sprintf("a place of %d numbers like those before it", max(1, len(list[0]))), at)
		}
		for _, c := range at {
			if !(c >= -doc.MaxCoord && c <= doc.MaxCoord) {
				return nil, doc.Errorf(field, fmt.Sprintf("finite numbers, at most %g in size", doc.MaxCoord), c)
			}
		}
	}
	return list, nil
}

// CheckPlaces tells whether the places of validated parameters that apply have the d
// coordinates of the data. The error is a *doc.Error that names the first that has not.
func (in *Info) CheckPlaces(v Values, d int) error {
	for i := range in.Params {
		p := &in.Params[i]
		if !Is[Places](p.Kind) || !in.Applies(p.When, v.m) {
			continue
		}
		for i, at := range v.m[p.Name].([][]float64) {
			if len(at) != d {
				return doc.Errorf("params."+p.Name+"["+strconv.Itoa(i)+"]",
					fmt.Sprintf("a place of %d numbers, as the data have", d), at)
			}
		}
	}
	return nil
}

// Grip is a handle on the plane: place I of a parameter.
type Grip struct {
	Param *Param
	I     int
	X, Y  float64
	// FromX and FromY are from where the parameter's places are measured.
	FromX, FromY float64
}

// Put moves the handle to (x, y): in a list of the parameter's places, which is changed in place. It tells whether
// anything has moved.
func (g Grip) Put(list [][]float64, x, y float64) bool {
	x, y = x-g.FromX, y-g.FromY
	at := list[g.I]
	x0, y0 := at[0], at[1]
	if x0 == x && y0 == y {
		return false
	}
	at[0], at[1] = x, y
	long := math.Hypot(x, y)
	if !g.Param.Handle().Square || len(list) != 2 || long == 0 {
		return true
	}
	o := list[1-g.I]
	r := math.Hypot(o[0], o[1]) / long
	if x0*o[1] < y0*o[0] { // to the right of the one that has moved, where it was
		r = -r
	}
	o[0], o[1] = -r*y, r*x
	return true
}

// What people take hold of on the plane has one number: points count 0, 1, 2, …, grips
// −2, −3, …; −1 is nothing.

// GripNumber is that of the k-th grip.
func GripNumber(k int) int { return -2 - k }

// GripOf is which grip a number stands for; ok is false where that is a point or nothing.
func GripOf(number int) (k int, ok bool) { return -2 - number, number <= -2 }

// Name is what people call it: "starting centre 2", or "mean" where there is never another.
func (g Grip) Name() string {
	if g.alone() {
		return g.Param.Handle().Name
	}
	return g.Param.Handle().Name + " " + strconv.Itoa(g.I+1)
}

func (g Grip) alone() bool { return g.Param.Range().Max == 1 }

// Grips are the handles of parameters on the plane: all places of those that apply, in
// the order of their declarations. There are none where the data are no points of the
// plane.
func (in *Info) Grips(params map[string]any) (list []Grip) {
	for _, p := range in.Handles(params) {
		v, ok := params[p.Name]
		if !ok || v == nil {
			v = p.Default
		}
		fromX, fromY := in.from(p, params)
		for i, at := range PlacesOf(v) {
			if len(at) == 2 {
				list = append(list, Grip{p, i, fromX + at[0], fromY + at[1], fromX, fromY})
			}
		}
	}
	return list
}

// from is from where a parameter's places are measured.
func (in *Info) from(p *Param, params map[string]any) (x, y float64) {
	base := in.Param(p.Handle().From)
	if base == nil {
		return 0, 0
	}
	v, ok := params[base.Name]
	if !ok || v == nil {
		v = base.Default
	}
	if list := PlacesOf(v); len(list) > 0 && len(list[0]) == 2 {
		return list[0][0], list[0][1]
	}
	return 0, 0
}

// Handles are the parameters that have handles on the plane, whether or not there is a
// place yet.
func (in *Info) Handles(params map[string]any) (list []*Param) {
	for i := range in.Params {
		if p := &in.Params[i]; Is[Places](p.Kind) && in.TaskOf(params).Plane() && in.Applies(p.When, params) {
			list = append(list, p)
		}
	}
	return list
}

// GripLayers are handles as they are painted, over the points and under what the model
// draws over them (the number of a centre can be read within its handle), without the one with a
// number (-1 = all): the page does that by itself, files have them in their pictures.
func GripLayers(list []Grip, skip int) (layers []picture.Layer) {
	for k, g := range list {
		if GripNumber(k) != skip {
			layers = append(layers, g.Layers(g.X, g.Y, len(list) > 1 && !g.alone())...)
		}
	}
	return layers
}

// Layers are the handle as it is painted at a place, with its number where there are several.
func (g Grip) Layers(x, y float64, numbered bool) []picture.Layer {
	h := g.Param.Handle()
	role := picture.RoleHandle
	if h.Role != "" {
		role = h.Role
	}
	m := &picture.Marks{Role: role, XY: []float64{x, y}, Says: h.Name}
	if h.Colored {
		m.Class = []int{g.I}
	}
	if !numbered {
		return []picture.Layer{m}
	}
	return []picture.Layer{m, &picture.Label{Role: role, X: x, Y: y, Text: strconv.Itoa(g.I + 1),
		Anchor: picture.AnchorStart}}
}

// Reach is how far the handle goes from its place in a palette, with its number, in CSS
// pixels.
func (g Grip) Reach(p *picture.Palette) float64 {
	s := p.Style(picture.RoleHandle)
	return s.Radius + s.Beside + picture.TextWidth("10", s.Text)
}

// samePlaces tells whether two lists hold the same places.
func samePlaces(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal[[]float64]) }
