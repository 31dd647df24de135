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
	if k.Fixed() && k.Max > 1 {
		return fmt.Sprintf("a list of %g positions, each a list of coordinates", k.Max)
	}
	return fmt.Sprintf("a list of %g to %g positions, each a list of coordinates", k.Min, k.Max)
}

// Meant implements Kind: none.
func (Places) Meant(*Param, string) any { return [][]float64{} }

// Flaw implements Kind.
func (k Places) Flaw(*Param) string {
	if k.Handle == nil || k.Handle.Name == "" || k.Handle.Many == "" {
		return "positions need handles with a singular and a plural name"
	}
	if n := len(k.Handle.Each); n > 0 && (!k.Fixed() || float64(n) != k.Max) {
		return "a fixed number of positions needs a name for each"
	}
	return ""
}

// Wrong implements Kind.
func (k Places) Wrong(*Param) []Refused {
	list := refused(3.0, []float64{1, 2}, make([][]float64, int(k.Max)+1))
	if k.Min > 0 {
		list = append(list, refused([][]float64{})...)
	}
	// The second place is wrong, or the only one, of as many as there must be.
	second := func(at []float64) Refused {
		places := [][]float64{{1, 2}, at}[:min(2, max(1, int(k.Max)))]
		i := len(places) - 1
		for places[i] = at; len(places) < int(k.Min); {
			places = append(places, []float64{1, 2})
		}
		return Refused{"[" + strconv.Itoa(i) + "]", places}
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 2 * doc.MaxCoord} {
		list = append(list, second([]float64{1, x}))
	}
	if k.Max >= 2 {
		list = append(list, second([]float64{1}))
	}
	return list
}

// Tries implements Kind.
func (k Places) Tries(p *Param) []any {
	if k.Max == 1 || k.Max == 2 {
		return p.taken([][]float64{{0.3, 0.7}}, [][]float64{{0.3, 0.7}, {0.9, 0.2}})
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
	// Each says what each of so many places as there are always is called, "first end": then no number stands beside
	// them, and a name is "first end of constraint 2".
	Each []string `json:"each,omitempty"`
	// Leads says that the first place takes the others along: the whole moves.
	Leads bool `json:"leads,omitempty"`
	// Square says that the second and the third place are at right angles as seen from the first, such as the ends of an
	// ellipse's axes: who moves one turns the other, which stays as far from there as it is.
	Square bool `json:"square,omitempty"`
}

// Fixed tells whether there are as many places always: none is added or removed.
func (k Places) Fixed() bool { return k.Max > 0 && k.Min == k.Max }

// MovePlace puts the i-th of some places, which are changed, elsewhere; where it leads, the others come along.
func (h *Handle) MovePlace(list [][]float64, i int, x, y float64) {
	dx, dy := x-list[i][0], y-list[i][1]
	if h.Leads && i == 0 {
		for _, at := range list[1:] {
			// Sums have digits that nobody has typed.
			at[0], at[1] = math.Round((at[0]+dx)*1e9)/1e9, math.Round((at[1]+dy)*1e9)/1e9
		}
	}
	if h.Square && i > 0 && len(list) == 3 {
		turn(list[0], list[i], list[3-i], x, y)
	}
	list[i][0], list[i][1] = x, y
}

// turn keeps two places at right angles as seen from a third, one of which goes to (x, y): the other stays on its side.
func turn(from, moved, other []float64, x, y float64) {
	x0, y0 := moved[0]-from[0], moved[1]-from[1]
	ox, oy := other[0]-from[0], other[1]-from[1]
	x, y = x-from[0], y-from[1]
	long := math.Hypot(x, y)
	if long == 0 {
		return
	}
	r := math.Hypot(ox, oy) / long
	if x0*oy < y0*ox {
		r = -r
	}
	other[0], other[1] = from[0]-r*y, from[1]+r*x
}

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
			return nil, doc.Errorf(field, fmt.Sprintf("a position of %d numbers, like the ones before "+
				"it", max(1, len(list[0]))), at)
		}
		for _, c := range at {
			if !(c >= -doc.MaxCoord && c <= doc.MaxCoord) {
				return nil, doc.Errorf(field, fmt.Sprintf("finite numbers of absolute value at most %g", doc.MaxCoord), c)
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
					fmt.Sprintf("a position of %d numbers, one per input", d), at)
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
}

// What people take hold of on the plane has one number: points count 0, 1, 2, …, grips
// −2, −3, …; −1 is nothing.

// GripNumber is that of the k-th grip.
func GripNumber(k int) int { return -2 - k }

// GripOf is which grip a number stands for; ok is false where that is a point or nothing.
func GripOf(number int) (k int, ok bool) { return -2 - number, number <= -2 }

// Name is what people call it: "starting centre 2".
func (g Grip) Name() string {
	h := g.Param.Handle()
	switch {
	case g.I < len(h.Each):
		return h.Each[g.I] + " of " + h.Name
	case g.Param.FixedPlaces() && g.Param.Range().Max == 1:
		return h.Name
	}
	return h.Name + " " + strconv.Itoa(g.I+1)
}

// FixedPlaces tells whether it is a list of always as many places.
func (p *Param) FixedPlaces() bool {
	k, ok := p.Kind.(Places)
	return ok && k.Fixed()
}

// Grips are the handles of parameters on the plane: all places of those that apply, in
// the order of their declarations. There are none where the data are no points of the
// plane.
func (in *Info) Grips(params map[string]any) (list []Grip) {
	for _, p := range in.Handles(params) {
		v, ok := params[p.Name]
		if !ok || v == nil {
			v = p.Default
		}
		for i, at := range PlacesOf(v) {
			if len(at) == 2 {
				list = append(list, Grip{p, i, at[0], at[1]})
			}
		}
	}
	return list
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
			layers = append(layers, g.Layers(g.X, g.Y, len(list) > 1)...)
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
	if len(h.Each) > 0 {
		m.Says = "handle" // of whatever shape
	}
	if h.Colored {
		m.Class = []int{g.I}
	}
	if !numbered || g.Param.FixedPlaces() {
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
