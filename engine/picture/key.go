package picture

import (
	"math"
	"slices"
)

// Key is an entry of a picture's legend: a text, and the looks of what it names. Layers with the same text share an
// entry, which lists each look once.
type Key struct {
	Says  string `json:"says"`
	Looks []Look `json:"looks"`
}

// LookKind is the form in which a Look is painted.
type LookKind string

const (
	LookLine LookKind = "line"
	// LookHatch is the slanted lines of a hatched region.
	LookHatch LookKind = "hatch"
	LookLoop  LookKind = "loop" // a closed line: an ellipse, a hull
	LookBox   LookKind = "box"  // a closed line that is an axis-parallel rectangle
	LookArea  LookKind = "area"
	LookMark  LookKind = "mark"
	LookText  LookKind = "text"
	LookRamp  LookKind = "ramp" // the colours of a raster's values, from Lo to Hi, or of a class's region
)

// Look is the appearance of a layer, independent of its position. Its fields are those of Path, Marks, Label and Raster
// that the painter uses.
type Look struct {
	Kind   LookKind `json:"kind"`
	Role   Role     `json:"role,omitempty"`
	Class  int      `json:"class,omitempty"` // class id; NoClass also if the role looks the same for all classes
	Level  float64  `json:"level,omitempty"` // level of a band
	Weight float64  `json:"weight,omitempty"`
	Size   float64  `json:"size,omitempty"` // largest size of marks round points
	// Group, for data points coloured by the result of a fit, is 1 + the class whose colour the point has, or NoClass.
	// Class is then the class whose shape it has.
	Group int `json:"group,omitempty"`
	// Mix is the mix of colours in its middle (see MixOf).
	Mix int `json:"mix,omitempty"`
	// Held is ValidationMark or TestMark for held-out data points.
	Held string `json:"held,omitempty"`
	Text string `json:"text,omitempty"`
	// Fields of a ramp.
	Raster RasterKind `json:"raster,omitempty"`
	Lo     float64    `json:"lo,omitempty"`
	Hi     float64    `json:"hi,omitempty"`
	// On lists the looks that always lie under this one: the point inside a ring, the wider band under a narrower one.
	On []Look `json:"on,omitempty"`
}

// KeysOf returns the legend entries of layers, in painting order. Layers without a text (Says, for a raster of values
// also Name) and layers that show nothing have no entry.
func KeysOf(layers ...Layer) []Key {
	var keys []Key
	var bands []Look
	for _, l := range layers {
		says, looks := looksOf(l)
		for i, k := range looks {
			if k.Role == RoleBand && k.Kind == LookArea {
				looks[i].On = slices.Clone(bands)
				bands = append(bands, k)
			}
		}
		if says == "" || len(looks) == 0 {
			continue
		}
		at := slices.IndexFunc(keys, func(k Key) bool { return k.Says == says })
		if at < 0 {
			at = len(keys)
			keys = append(keys, Key{Says: says})
		}
		for _, k := range looks {
			keys[at].add(k)
		}
	}
	return keys
}

// add adds a look. Of looks that differ only in Weight, Mix, Size, Text or On, the first is kept, with the largest
// weight and its mix.
func (k *Key) add(l Look) {
	for i := range k.Looks {
		if o := &k.Looks[i]; o.Kind == l.Kind && o.Role == l.Role && o.Class == l.Class && o.Group == l.Group &&
			o.Held == l.Held && o.Level == l.Level &&
			o.Raster == l.Raster && o.Lo == l.Lo && o.Hi == l.Hi {
			if emphasis(l.Weight) > emphasis(o.Weight) {
				o.Weight, o.Mix = l.Weight, l.Mix
			}
			return
		}
	}
	k.Looks = append(k.Looks, l)
}

// emphasis returns the weight that the painter uses: 1 for a Weight of 0.
func emphasis(w float64) float64 {
	if w == 0 {
		return 1
	}
	return w
}

// looksOf returns the text of a layer in the legend, and its looks.
func looksOf(l Layer) (says string, looks []Look) {
	// Whether a role's look depends on the class is the same in every palette.
	style := func(r Role) Style { return palettes()[0].Style(r) }
	switch l := l.(type) {
	case *Raster:
		switch l.Kind {
		case Sequential, Diverging, Interior, Colors:
			if says = l.Says; says == "" {
				says = l.Name
			}
			return says, []Look{{Kind: LookRamp, Class: NoClass, Raster: l.Kind, Lo: l.Lo, Hi: l.Hi}}
		case Decision, Scores, Shares, Labels:
			if l.Says == "" {
				return "", nil
			}
			for _, id := range l.Classes {
				looks = append(looks, Look{Kind: LookRamp, Class: id, Raster: l.Kind})
			}
			return l.Says, looks
		}
	case *Path:
		if len(l.XY) == 0 {
			return "", nil
		}
		s := style(l.Role)
		k := Look{Kind: LookLine, Role: l.Role, Class: NoClass, Weight: l.Weight}
		if s.ByClass || s.Sample || s.Thing {
			k.Class = l.Class
		}
		if l.Closed {
			k.Kind = LookLoop
			if l.boxes() {
				k.Kind = LookBox
			}
			if s.Fill.A > 0 || l.Role == RoleBand {
				k.Kind = LookArea
			}
		}
		if l.Hatch {
			k.Kind = LookHatch
		}
		if l.Role == RoleBand {
			k.Level = l.Level
		}
		if l.Role == RoleCell && l.Class < 0 {
			return l.Says, nil // cells of no class are not painted
		}
		return l.Says, []Look{k}
	case *Marks:
		if l.Sequential && len(l.Value) > 0 {
			return l.Says, []Look{{Kind: LookRamp, Class: NoClass, Raster: Sequential, Lo: l.Lo, Hi: l.Hi}}
		}
		return l.Says, l.looks(style(l.Role))
	case *Label:
		return l.Says, []Look{{Kind: LookText, Role: l.Role, Class: NoClass, Text: l.Text}}
	}
	return "", nil
}

// boxes reports whether the first sub-path of a closed path is an axis-parallel rectangle.
func (p *Path) boxes() bool {
	xy := p.XY
	if len(p.Starts) > 1 {
		xy = xy[:2*p.Starts[1]]
	}
	return len(xy) == 8 && (xy[0] == xy[6] && xy[2] == xy[4] && xy[1] == xy[3] && xy[5] == xy[7] ||
		xy[0] == xy[2] && xy[4] == xy[6] && xy[1] == xy[7] && xy[3] == xy[5])
}

// looks returns the looks of marks: the first one's if there are held-out points, one per group if colours stand for
// groups, else one for all marks, or one per class if the role distinguishes classes.
func (m *Marks) looks(s Style) []Look {
	if len(m.Held) > 0 && m.Role == RolePoint {
		return []Look{{Kind: LookMark, Role: m.Role, Class: NoClass, Held: m.Held[:1]}}
	}
	if m.grouped() {
		return m.groupLooks()
	}
	var looks []Look
	each := s.ByClass || s.Thing
	var at [Classes + 1]int // 1 + index in looks of each class's look
	most := 0.0             // the largest size
	for i := range len(m.XY) / 2 {
		class := NoClass
		if i < len(m.Class) && m.Class[i] >= 0 {
			class = m.Class[i]
		}
		slot := &at[Classes]
		if each && class >= 0 {
			slot = &at[class%Classes]
		}
		if i < len(m.Size) {
			most = max(most, m.Size[i])
		}
		if *slot == 0 {
			k := Look{Kind: LookMark, Role: m.Role, Class: NoClass}
			if each {
				k.Class = class
			}
			// A ring is drawn round a point: with the point inside, the reader recognizes it.
			if s.Round && class >= 0 {
				k.Class, k.On = class, []Look{{Kind: LookMark, Role: RolePoint, Class: class}}
			}
			looks = append(looks, k)
			*slot = len(looks)
		}
	}
	if s.Round && len(m.Size) > 0 {
		for i := range looks { // 0 would mean the largest
			looks[i].Size = max(float64(RoundStep(most))/(RoundSteps-1), 0.01)
		}
	}
	return looks
}

// most returns the maximum number of looks like l that fit into a swatch w pixels wide. The first ones stand for all.
func (l Look) most(w float64) int {
	if l.Kind != LookMark {
		return 3
	}
	if s := palettes()[0].Style(l.Role); !s.Round && 3*(2*s.Radius+1) <= w {
		return 3
	}
	return 2
}

// Swatch returns a picture of w×h CSS pixels that shows the looks of a key.
func (k *Key) Swatch(w, h int) *Picture {
	v := Viewport{X1: float64(w), Y1: float64(h), W: w, H: h, Scale: 1}
	return &Picture{View: v, Layers: k.Layers(v, 0, 0, float64(w), float64(h))}
}

// Layers returns layers that show the looks of a key in a rectangle of w×h CSS pixels whose top left corner is at (x,
// y). They have the same roles, classes and levels as the key's own layers, so the painter gives them the same colours.
func (k *Key) Layers(v Viewport, x, y, w, h float64) []Layer {
	s := swatch{v: v, x: x, y: y, w: w, h: h, area: slices.ContainsFunc(k.Looks,
		func(l Look) bool { return l.Kind == LookArea })}
	for _, kind := range []LookKind{LookRamp, LookArea, LookLine, LookHatch, LookLoop, LookBox, LookMark, LookText} {
		var of []Look
		for _, l := range k.Looks {
			if l.Kind == kind && len(of) < l.most(w) {
				of = append(of, l)
			}
		}
		for i, l := range of {
			s.look(l, i, len(of))
		}
	}
	return s.layers
}

// swatch draws looks in a rectangle.
type swatch struct {
	v          Viewport
	x, y, w, h float64
	area       bool // there is an area: lines are drawn as its edges
	layers     []Layer
}

// look adds look number i of n of one kind.
func (s *swatch) look(l Look, i, n int) {
	part := s.w / float64(n)
	left, middle := s.x+part*float64(i), s.x+part*(float64(i)+0.5)
	path := func(closed bool, px ...float64) {
		for j := 0; j < len(px); j += 2 {
			px[j], px[j+1] = s.v.DX(px[j]), s.v.DY(px[j+1])
		}
		s.layers = append(s.layers, &Path{Role: l.Role, Class: l.Class, Level: l.Level, Weight: l.Weight, Closed: closed,
			XY: px})
	}
	switch l.Kind {
	case LookRamp:
		s.ramp(l, left, part)
	case LookArea:
		s.areas(l, left, part)
	case LookLine:
		// At the middle of a pixel, where thin lines are crisp.
		from, to := s.x+2, s.x+s.w-2
		if s.area && n > 1 { // each line is the edge of its own area
			from, to = left+1, left+part-1
		}
		across := func(y float64) { path(false, from, math.Floor(y)+0.5, to, math.Floor(y)+0.5) }
		if s.area {
			across(s.y + 3)
			across(s.y + s.h - 3)
			break
		}
		across(s.y + s.h*(float64(i)+1)/float64(n+1))
	case LookHatch:
		lines := Hatched(Grid{W: 1, H: 1}, Viewport{X1: part - 4, Y1: s.h - 6, W: int(part) - 4, H: int(s.h) - 6},
			[]bool{true})
		out := &Path{Role: l.Role, Class: l.Class, Level: l.Level, Weight: l.Weight}
		lines.Lines(func(xy []float64) {
			// The strip's y points up, the swatch's y down.
			out.AddLine(s.v.DX(left+2+xy[0]), s.v.DY(s.y+s.h-3-xy[1]), s.v.DX(left+2+xy[2]), s.v.DY(s.y+s.h-3-xy[3]))
		})
		s.layers = append(s.layers, out)
	case LookLoop:
		const corners = 32
		px := make([]float64, 0, 2*corners)
		for j := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(j) / corners)
			px = append(px, middle+0.46*min(part, 1.7*s.h)*cos, s.y+s.h/2-0.36*s.h*sin)
		}
		path(true, px...)
	case LookBox:
		side := min(part, s.h) - 4
		path(true, middle-side/2, s.y+s.h/2-side/2, middle+side/2, s.y+s.h/2-side/2, middle+side/2, s.y+s.h/2+side/2,
			middle-side/2, s.y+s.h/2+side/2)
	case LookMark:
		s.marks(l, middle, part)
	case LookText:
		s.layers = append(s.layers, &Label{Role: l.Role, X: s.v.DX(middle), Y: s.v.DY(s.y + s.h/2), Text: l.Text})
	}
}

// ramp adds the colours of a raster, from left on, part pixels wide.
func (s *swatch) ramp(l Look, left, part float64) {
	g := Viewport{X0: s.v.DX(left + 1), X1: s.v.DX(left + part - 1), Y0: s.v.DY(s.y + s.h - 5), Y1: s.v.DY(s.y + 5)}.Grid(
		64, 1)
	r := &Raster{Kind: l.Raster, Grid: g, Planes: [][]float32{make([]float32, 64)}, Hi: 63}
	for j := range r.Planes[0] {
		r.Planes[0][j] = float32(j)
	}
	switch l.Raster {
	case Decision, Scores: // the tints of this class only, from the boundary on
		r.Kind, r.Classes, r.Planes[0][0] = Decision, []int{l.Class, l.Class}, 0.5
	case Colors: // a range of hues
		for k := range 3 {
			plane := make([]float32, 64)
			for j := range plane {
				plane[j] = float32(127.5 + 90*math.Cos(2*math.Pi*(float64(j)/64-float64(k)/3)))
			}
			r.Planes = append(r.Planes[:k], plane)
		}
	case Shares, Labels:
		r.Kind = Labels
		for j := range r.Planes[0] {
			r.Planes[0][j] = float32(l.Class)
		}
	}
	s.layers = append(s.layers, r)
}

// areas adds the area l on those that it lies on, each within the one before.
func (s *swatch) areas(l Look, left, part float64) {
	rect := func(l Look, top, bottom float64) {
		s.layers = append(s.layers, &Path{Role: l.Role, Class: l.Class, Level: l.Level, Weight: l.Weight, Closed: true,
			XY: s.box(left+1, top, left+part-1, bottom)})
	}
	inset := 3.0
	for _, under := range l.On {
		rect(under, s.y+inset, s.y+s.h-inset)
		inset = min(inset+3, s.h/2-2)
	}
	rect(l, s.y+inset, s.y+s.h-inset)
}

// marks adds the mark l on those that it lies on. One pixel stays free on all sides.
func (s *swatch) marks(l Look, middle, part float64) {
	place := &room{w: part - 2, h: s.h - 2}
	for _, l := range append(slices.Clone(l.On), l) {
		m := &Marks{Role: l.Role, XY: []float64{s.v.DX(middle), s.v.DY(s.y + s.h/2)}, Class: []int{l.Class}, Held: l.Held,
			room: place}
		if l.Size > 0 {
			m.Size = []float64{l.Size}
		}
		if l.Group != 0 {
			m.Group, m.Mix = []int{max(l.Group-1, NoClass)}, []int{l.Mix}
			if l.Weight > 0 {
				m.Weight = []float64{l.Weight}
			}
		}
		place.marks = append(place.marks, m)
		s.layers = append(s.layers, m)
	}
}

// box returns the corners, in data coordinates, of a rectangle given in pixels.
func (s *swatch) box(x0, y0, x1, y1 float64) []float64 {
	a, b, c, d := s.v.DX(x0), s.v.DY(y0), s.v.DX(x1), s.v.DY(y1)
	return []float64{a, b, c, b, c, d, a, d}
}

// SameWords reports whether two legends have the same texts.
func SameWords(a, b []Key) bool {
	return slices.EqualFunc(a, b, func(a, b Key) bool { return a.Says == b.Says })
}

// Alike reports whether two lists of keys have the same texts and looks, so that a legend of one can be kept for the
// other. The range of a ramp is ignored, and so are invisible differences of emphasis.
func Alike(a, b []Key) bool {
	return slices.EqualFunc(a, b, func(a, b Key) bool {
		return a.Says == b.Says &&
			slices.EqualFunc(a.Looks, b.Looks, Look.alike)
	})
}

func (l Look) alike(o Look) bool {
	return l.Kind == o.Kind && l.Role == o.Role && l.Class == o.Class && l.Group == o.Group && l.Mix == o.Mix &&
		l.Held == o.Held && l.Level == o.Level && math.Abs(emphasis(l.Weight)-emphasis(o.Weight)) < 0.1 && l.Size == o.Size &&
		l.Text == o.Text &&
		l.Raster == o.Raster && slices.EqualFunc(l.On, o.On, Look.alike)
}
