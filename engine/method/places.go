package method

import (
	"math"
	"slices"
	"strconv"

	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Places is a list of positions, [][]float64: Min to Max rows with as many coordinates as the data have inputs. In the
// plane each position is a handle that the user can drag.
type Places struct {
	plain
	Min float64 `json:"min,omitempty"`
	Max float64 `json:"max,omitempty"`
	// Handle says what the positions are called, and how they look.
	Handle *Handle `json:"handle,omitempty"`
}

func (k Places) parts() parts { return parts{span: Range{Min: k.Min, Max: k.Max}, handle: k.Handle} }

func (k Places) Wants(*Param) string {
	if k.Fixed() && k.Max > 1 {
		return words.Sprintf("a list of %g positions, each a list of coordinates", k.Max)
	}
	return words.Sprintf("a list of %g to %g positions, each a list of coordinates", k.Min, k.Max)
}

// Meant returns the empty list.
func (Places) Meant(*Param, string) any { return [][]float64{} }

func (k Places) Flaw(*Param) string {
	if k.Handle == nil || k.Handle.Name == "" || k.Handle.Many == "" {
		return "positions need handles with a singular and a plural name"
	}
	if n := len(k.Handle.Each); n > 0 && (!k.Fixed() || float64(n) != k.Max) {
		return "a fixed number of positions needs a name for each"
	}
	return ""
}

func (k Places) Wrong(*Param) []Refused {
	list := refused(3.0, []float64{1, 2}, make([][]float64, int(k.Max)+1))
	if k.Min > 0 {
		list = append(list, refused([][]float64{})...)
	}
	// The second position is wrong, or the only one, in a list of allowed length.
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

func (k Places) Tries(p *Param) []any {
	if k.Max == 1 || k.Max == 2 {
		return p.taken([][]float64{{0.3, 0.7}}, [][]float64{{0.3, 0.7}, {0.9, 0.2}})
	}
	return p.taken([][]float64{{0.3, 0.7}, {0.8, 0.2}, {0.5, 9}},
		[][]float64{{0.3, 0.7}, {0.9, 0.2}, {0.5, 0.5}, {0.1, 0.1}})
}

// Handle says how the positions of a parameter appear to the user.
type Handle struct {
	// Name is what one of them is called within a sentence, "starting centre"; Many is the plural.
	Name string `json:"name"`
	Many string `json:"many"`
	// Role determines the look; "" = picture.RoleHandle.
	Role picture.Role `json:"role,omitempty"`
	// Colored says that the k-th position has the color of class k, as the result that belongs to it does.
	Colored bool `json:"colored,omitempty"`
	// Each has a name for each position if their number is fixed: "first end". Then no numbers are drawn beside them, and
	// a full name is "first end of constraint 2".
	Each []string `json:"each,omitempty"`
	// Leads says that dragging the first position moves all of them.
	Leads bool `json:"leads,omitempty"`
	// Square says that the second and the third position are at right angles as seen from the first, such as the ends of
	// an ellipse's axes: dragging one rotates the other, whose distance from the first stays the same.
	Square bool `json:"square,omitempty"`
}

// Fixed reports whether the number of positions is fixed: none can be added or removed.
func (k Places) Fixed() bool { return k.Max > 0 && k.Min == k.Max }

// MovePlace moves the i-th position of list to (x, y), in place. If it leads, it moves the others, too; if the handle
// is Square, it rotates the other arm.
func (h *Handle) MovePlace(list [][]float64, i int, x, y float64) {
	dx, dy := x-list[i][0], y-list[i][1]
	if h.Leads && i == 0 {
		for _, at := range list[1:] {
			// Sums have digits that the user has not typed.
			at[0], at[1] = math.Round((at[0]+dx)*1e9)/1e9, math.Round((at[1]+dy)*1e9)/1e9
		}
	}
	if h.Square && i > 0 && len(list) == 3 {
		turn(list[0], list[i], list[3-i], x, y)
	}
	list[i][0], list[i][1] = x, y
}

// turn rotates the position other about from, so that it is at right angles to (x, y), to which the caller will move
// the position moved. other keeps its distance to the position from, and its side. If (x, y) equals from, nothing
// changes.
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

// Places returns the value of a parameter of the kind Places; its rows must not be changed.
func (v Values) Places(name string) [][]float64 { return v.get(name).([][]float64) }

// PlacesOf converts a list of positions, as a Go value or decoded from JSON; nil if v is none, or empty.
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

func (k Places) Check(p *Param, x any) (any, error) {
	list, ok := x.([][]float64)
	if none, is := x.([]float64); is && len(none) == 0 {
		ok = true // an empty list has no element type
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
			return nil, doc.Errorf(field, words.Sprintf("a position of %d numbers, like the ones before it", max(1,
				len(list[0]))), at)
		}
		for _, c := range at {
			if !(c >= -doc.MaxCoord && c <= doc.MaxCoord) {
				return nil, doc.Errorf(field, words.Sprintf("finite numbers of absolute value at most %g", doc.MaxCoord), c)
			}
		}
	}
	return list, nil
}

// CheckPlaces checks that the positions of parameters that apply have d coordinates each. The error is a *doc.Error
// that names the first position that has not.
func (in *Info) CheckPlaces(v Values, d int) error {
	for i := range in.Params {
		p := &in.Params[i]
		if !Is[Places](p.Kind) || !in.Applies(p.When, v.m) {
			continue
		}
		for i, at := range v.m[p.Name].([][]float64) {
			if len(at) != d {
				return doc.Errorf("params."+p.Name+"["+strconv.Itoa(i)+"]",
					words.Sprintf("a position of %d numbers, one per input", d), at)
			}
		}
	}
	return nil
}

// Grip is a handle on the plane: position I of a parameter.
type Grip struct {
	Param *Param
	I     int
	X, Y  float64
}

// Objects that the user can drag on the plane have a number: points have 0, 1, 2, …, grips −2, −3, …; −1 is none.

// GripNumber returns the number of the k-th grip.
func GripNumber(k int) int { return -2 - k }

// GripOf returns the index of the grip with a number; ok is false for a point or none.
func GripOf(number int) (k int, ok bool) { return -2 - number, number <= -2 }

// Name returns the handle's name: "starting centre 2".
func (g Grip) Name() string {
	h := g.Param.Handle()
	switch {
	case g.I < len(h.Each):
		return words.Text("%s of %s", h.Each[g.I], h.Name)
	case g.Param.FixedPlaces() && g.Param.Range().Max == 1:
		return h.Name
	}
	return words.Text("%s %s", h.Name, strconv.Itoa(g.I+1))
}

// FixedPlaces reports whether p is a list of positions of fixed length.
func (p *Param) FixedPlaces() bool {
	k, ok := p.Kind.(Places)
	return ok && k.Fixed()
}

// Grips returns the handles on the plane: all positions of the parameters that apply, in the order of their
// declarations. There are none if the data are not points of the plane.
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

// Handles returns the parameters that can have handles on the plane, even if they have no positions yet.
func (in *Info) Handles(params map[string]any) (list []*Param) {
	for i := range in.Params {
		if p := &in.Params[i]; Is[Places](p.Kind) && in.TaskOf(params).Plane() && in.Applies(p.When, params) {
			list = append(list, p)
		}
	}
	return list
}

// GripLayers returns the layers of handles, above the points and below the upper layers of the model (so that the
// number of a centre can be read within its handle). It leaves out the one with number skip (-1 = none), which the page
// draws itself during a drag. Pictures in files have all handles.
func GripLayers(list []Grip, skip int) (layers []picture.Layer) {
	for k, g := range list {
		if GripNumber(k) != skip {
			layers = append(layers, g.Layers(g.X, g.Y, len(list) > 1)...)
		}
	}
	return layers
}

// Layers returns the layers of the handle at a position, with its number if numbered is true and positions can be added
// or removed.
func (g Grip) Layers(x, y float64, numbered bool) []picture.Layer {
	h := g.Param.Handle()
	role := picture.RoleHandle
	if h.Role != "" {
		role = h.Role
	}
	m := &picture.Marks{Role: role, XY: []float64{x, y}, Says: h.Name}
	if len(h.Each) > 0 {
		m.Says = "handle" // for all shapes of handles
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

// Reach returns the extent of the handle from its position, with its number, in CSS pixels.
func (g Grip) Reach(p *picture.Palette) float64 {
	s := p.Style(picture.RoleHandle)
	return s.Radius + s.Beside + picture.TextWidth("10", s.Text)
}

// samePlaces reports whether two lists hold the same positions.
func samePlaces(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal[[]float64]) }
