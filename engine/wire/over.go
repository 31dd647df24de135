package wire

import (
	"errors"

	"pointscape/engine/picture"
)

// Over is a layer above the data points: a *picture.Path, *picture.Marks or *picture.Label. Its numbers are sent beside
// the head, like those of a Series; this struct has their kinds and counts.
type Over struct {
	Role  picture.Role `json:"role"`
	Class int          `json:"class,omitempty"` // of a path
	Level float64      `json:"level,omitempty"`
	// Weight and Closed belong to a path.
	Weight float64 `json:"weight,omitempty"`
	Closed bool    `json:"closed,omitempty"`
	// Says is the legend text.
	Says string `json:"says,omitempty"`
	// Lo, Hi and Sequential belong to marks with values, Among to marks around points.
	Lo         float64 `json:"lo,omitempty"`
	Hi         float64 `json:"hi,omitempty"`
	Sequential bool    `json:"sequential,omitempty"`
	Among      int     `json:"among,omitempty"`
	// Text, Anchor, Turned, Ground and Own belong to a label.
	Text   string         `json:"text,omitempty"`
	Anchor picture.Anchor `json:"anchor,omitempty"`
	Turned bool           `json:"turned,omitempty"`
	Ground bool           `json:"ground,omitempty"`
	Own    bool           `json:"own,omitempty"`
	Held   string         `json:"held,omitempty"` // as in Marks
	// Kind is "path", "marks" or "label". N is the number of coordinates, the other counts are those of the lists that
	// follow.
	Kind     string `json:"kind"`
	N        int    `json:"n"`
	Starts   int    `json:"starts,omitempty"`
	Classes  int    `json:"classes,omitempty"`
	Sizes    int    `json:"sizes,omitempty"`
	Values   int    `json:"values,omitempty"`
	Groups   int    `json:"groups,omitempty"`
	Weights  int    `json:"weights,omitempty"`
	Ordinals int    `json:"ordinals,omitempty"`
	Deep     bool   `json:"deep,omitempty"` // in space: third coordinates come last

	layer picture.Layer
}

// OverOf prepares layers for sending. It panics on rasters.
func OverOf(layers []picture.Layer) []Over {
	var all []Over
	for _, l := range layers {
		o := Over{layer: l}
		switch l := l.(type) {
		case *picture.Path:
			o.Kind, o.Role, o.Class, o.Level, o.Weight, o.Closed, o.Says = "path", l.Role, l.Class, l.Level, l.Weight, l.Closed,
				l.Says
			o.N, o.Starts = len(l.XY), len(l.Starts)
		case *picture.Marks:
			o.Kind, o.Role, o.Lo, o.Hi, o.Sequential, o.Among, o.Says = "marks", l.Role, l.Lo, l.Hi, l.Sequential, l.Among,
				l.Says
			o.N, o.Classes, o.Sizes, o.Values, o.Ordinals = len(l.XY), len(l.Class), len(l.Size), len(l.Value), len(l.Ordinal)
			o.Groups, o.Weights, o.Held = len(l.Group), len(l.Weight), l.Held
		case *picture.Label:
			o.Kind, o.Role, o.Text, o.Anchor, o.Turned, o.Ground, o.Own, o.Says, o.N = "label", l.Role, l.Text, l.Anchor,
				l.Turned, l.Ground, l.Own, l.Says, 2
		default:
			panic("wire: rasters don't lie over points")
		}
		o.Deep = picture.InSpace(l)
		all = append(all, o)
	}
	return all
}

// numbers appends the numbers sent beside the head.
func (o *Over) numbers(list []float64) []float64 {
	switch l := o.layer.(type) {
	case *picture.Path:
		list = append(whole(append(list, l.XY...), l.Starts), l.Z...)
	case *picture.Marks:
		list = whole(append(list, l.XY...), l.Class)
		list = whole(append(append(list, l.Size...), l.Value...), l.Ordinal)
		list = append(append(whole(list, l.Group), l.Weight...), l.Z...)
	case *picture.Label:
		list = append(append(list, l.X, l.Y), l.Z...)
	}
	return list
}

func whole(list []float64, n []int) []float64 {
	for _, k := range n {
		list = append(list, float64(k))
	}
	return list
}

// take makes the layer from the numbers sent beside the head.
func (o *Over) take(numbers []float64) (rest []float64, ok bool) {
	ok = true
	some := func(n int) []float64 {
		if n < 0 || n > len(numbers) {
			ok = false
		}
		if !ok || n == 0 {
			return nil
		}
		part := numbers[:n:n]
		numbers = numbers[n:]
		return part
	}
	ints := func(n int) []int {
		part := some(n)
		if part == nil {
			return nil
		}
		list := make([]int, n)
		for i, x := range part {
			list[i] = int(x)
		}
		return list
	}
	xy := some(o.N)
	deep := 0
	if o.Deep {
		deep = o.N / 2
	}
	switch o.Kind {
	case "path":
		p := &picture.Path{Role: o.Role, Class: o.Class, Level: o.Level, Weight: o.Weight, Closed: o.Closed, Says: o.Says,
			XY: xy, Starts: ints(o.Starts)}
		for i, s := range p.Starts {
			ok = ok && s >= 0 && 2*s <= len(xy) && (i == 0 || s >= p.Starts[i-1])
		}
		p.Z = some(deep)
		o.layer = p
	case "marks":
		o.layer = &picture.Marks{Role: o.Role, Lo: o.Lo, Hi: o.Hi, Sequential: o.Sequential, Among: o.Among, Says: o.Says,
			XY:    xy,
			Class: ints(o.Classes), Size: some(o.Sizes), Value: some(o.Values), Ordinal: ints(o.Ordinals), Group: ints(o.Groups),
			Weight: some(o.Weights), Held: o.Held, Z: some(deep)}
	case "label":
		if o.N != 2 || !ok {
			return nil, false
		}
		o.layer = &picture.Label{Role: o.Role, Text: o.Text, Anchor: o.Anchor, Turned: o.Turned, Ground: o.Ground,
			Own: o.Own, Says: o.Says, X: xy[0], Y: xy[1], Z: some(deep)}
	default:
		ok = false
	}
	return numbers, ok
}

// Numbers returns the numbers sent beside the head: those of the player's curves, then of the layers above the points,
// of the points' positions and groups, and of the shapes with keys.
func (p *Picture) Numbers() []float64 {
	list := p.Player.Numbers()
	for i := range p.Over {
		list = p.Over[i].numbers(list)
	}
	if p.Placed != nil {
		list = append(list, p.Placed.At...)
	}
	list = p.Groups.numbers(list)
	for i := range p.Spots {
		list = p.Spots[i].numbers(list)
	}
	return list
}

// Take sets the numbers that were sent beside the head. They are kept, not copied. It returns an error if their count
// differs from the head's.
func (p *Picture) Take(numbers []float64) error {
	ok := true
	if p.Player != nil {
		if numbers, ok = p.Player.take(numbers); !ok {
			return errTrace
		}
	}
	for i := range p.Over {
		if numbers, ok = p.Over[i].take(numbers); !ok {
			return errOver
		}
	}
	if q := p.Placed; q != nil {
		if q.N < 0 || q.N > len(numbers) || q.Q != len(q.Names) || q.Q != 2 && q.Q != 3 {
			return errOver
		}
		q.At, numbers = numbers[:q.N:q.N], numbers[q.N:]
	}
	if p.Groups != nil {
		if numbers, ok = p.Groups.take(numbers); !ok {
			return errGroups
		}
	}
	for i := range p.Spots {
		if numbers, ok = p.Spots[i].take(numbers); !ok {
			return errSpots
		}
	}
	if len(numbers) > 0 {
		return errOver
	}
	return nil
}

// Above returns the layers above the points.
func (p *Picture) Above() []picture.Layer {
	var layers []picture.Layer
	for i := range p.Over {
		layers = append(layers, p.Over[i].layer)
	}
	return layers
}

var errOver = errors.New("the layers over the points differ in number from the header")
