package methodtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// legend checks that everything drawn has an entry in the legend, and that the entry's swatch is painted like the shape
// itself, in every palette. It tests the example, the lessons and each choice, with the layers that the document shows
// and with all of them; the example, the defaults and the settings for a layer also with each layer alone; Steppers at
// the beginning, in the middle and at the end; all with panels and explanations. The short suite leaves out the
// beginning, lessons (if there is an example) and choices. Growers are tested at their end, or after some steps if
// there are many rows.
func legend(t T, m method.Method) {
	e := newEasel(&m)
	c := &caption{T: t, known: map[string]bool{}}
	all := []string{}
	for _, s := range m.Shows {
		all = append(all, string(s.Name))
	}
	few := grownBy
	look := func(what string, d doc.Document, each bool) {
		shows := [][]string{d.View.Show, all}
		if each {
			for i := range all {
				shows = append(shows, all[i:i+1])
			}
		}
		for _, d.View.Show = range shows {
			if d.View.Step = nil; len(d.Points) > manyRows && !m.Pictures { // pictures are drawn at the start
				d.View.Step = &few
			}
			c.what = fmt.Sprintf("%s, shown %v", what, d.View.Show)
			r := e.drawn(t, d)
			c.result(r, d)
			st := r.Fit.Whole.Can().Stepper
			if st == nil {
				continue
			}
			steps := []int{0, 1, st.Steps() / 2}
			if testing.Short() {
				steps = steps[2:]
			}
			for _, k := range steps {
				d.View.Step = &k
				c.what = fmt.Sprintf("%s, shown %v, step %d", what, d.View.Show, k)
				c.result(e.drawn(t, d), d)
			}
		}
	}
	for i, text := range append([]string{m.Example}, m.Lessons...) {
		if text == "" {
			continue
		}
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = e.s.Resolve(method.Unstopped, d)
		}
		if err != nil {
			t.Fatalf("example: %v", err)
		}
		look(fmt.Sprintf("example %d", i), d, i == 0)
		if testing.Short() {
			break
		}
	}
	variants, _ := Variants(&m)
	if testing.Short() {
		variants = variants[:1]
	}
	for _, s := range m.Shows {
		params := map[string]any{}
		Apply(&m, s.When, params)
		if !slices.ContainsFunc(variants, func(v Variant) bool {
			return len(v.Params)+len(params) == 0 || fmt.Sprint(v.Params) == fmt.Sprint(params)
		}) {
			variants = append(variants, Variant{"with " + string(s.Name), params})
		}
	}
	for _, v := range variants {
		d := e.document(v.Params)
		look(v.Name, d, v.Name == "" || strings.HasPrefix(v.Name, "with "))
		if m.TaskOf(v.Params) == method.Classify && !m.Pictures {
			for i := range d.Points {
				if i%4 == 0 {
					d.Points[i].Z = 2
				}
			}
			look(v.Name+" with three classes", d, false)
		}
	}
}

// caption looks for shapes without a legend text.
type caption struct {
	T
	what  string
	known map[string]bool // texts and looks whose swatch has been compared
}

// result checks a picture with its panels, and what is highlighted in it.
func (c *caption) result(r *session.Result, d doc.Document) {
	p := session.Complete(r, d, picture.Frame{})
	c.layers("the stage", p, slices.Concat(r.Picture.Layers, coloured(p.Layers), r.Over), r.Info.Keys)
	for i, panel := range r.Panels {
		c.layers("the panel "+r.Info.PanelsDrawn[i], panel, panel.Layers, r.Info.PanelKeys[i])
	}
	v := p.View
	places := [][]float64{{v.DX(0.4 * float64(v.W)), v.DY(0.4 * float64(v.H))}, {v.DX(1), v.DY(1)}}
	if len(d.Points) > 0 {
		places = append(places, []float64{d.Points[0].X, d.Points[0].Y})
	}
	for _, x := range places {
		if ex, ok := r.Fit.Explain(x, v); ok {
			seen := &picture.Picture{View: v, Layers: slices.Concat(p.Layers, ex.Layers)}
			c.layers("what is pointed out", seen, ex.Layers, picture.KeysOf(ex.Layers...))
		}
	}
}

// layers checks layers of picture p, and their legend.
func (c *caption) layers(where string, p *picture.Picture, layers []picture.Layer, keys []picture.Key) {
	said := map[picture.Role]bool{} // roles with an entry
	for _, k := range keys {
		for _, l := range k.Looks {
			said[l.Role] = true
		}
	}
	for _, l := range layers {
		if silent(l, said) && paints(p.View, l) {
			c.Errorf("%s: %s shows %s without a word in the legend", c.what, where, named(l))
		}
	}
	for i := range keys {
		k := &keys[i]
		if s := k.Says; strings.TrimSpace(s) != s || s == "" || strings.HasSuffix(s, ".") || len([]rune(s)) > 90 ||
			strings.Contains(s, "today") {
			c.Errorf("%s: %q is no short noun phrase for a legend", c.what, s)
		}
		if id := fmt.Sprintf("%s %+v", k.Says, k.Looks); !c.known[id] {
			c.known[id] = c.swatch(where, p, k)
		}
	}
}

// coloured returns the data points among layers if one of them is colored by group.
func coloured(layers []picture.Layer) (list []picture.Layer) {
	for _, l := range layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RolePoint &&
			slices.ContainsFunc(m.Group, func(g int) bool { return g >= 0 }) {
			list = append(list, l)
		}
	}
	return list
}

// silent reports whether a layer lacks a legend text that it needs. Axes need none, nor do points unless groups color
// them; labels explain themselves, unless they number shapes that have no entry either.
func silent(l picture.Layer, said map[picture.Role]bool) bool {
	switch l := l.(type) {
	case *picture.Raster:
		return len(picture.KeysOf(l)) == 0
	case *picture.Path:
		return l.Says == "" && !axis(l.Role)
	case *picture.Marks:
		return l.Says == "" && (l.Role != picture.RolePoint || l.Group != nil)
	case *picture.Label:
		return l.Says == "" && !axis(l.Role) && !said[l.Role] && !strings.ContainsFunc(l.Text, unicode.IsLetter)
	}
	return true
}

func axis(r picture.Role) bool {
	return r == picture.RoleAxis || r == picture.RoleTick || r == picture.RoleGridline
}

func named(l picture.Layer) string {
	switch l := l.(type) {
	case *picture.Raster:
		return "a raster of values"
	case *picture.Path:
		return "a " + string(l.Role)
	case *picture.Marks:
		return "marks of " + string(l.Role)
	case *picture.Label:
		return fmt.Sprintf("the text %q", l.Text)
	}
	return fmt.Sprintf("%T", l)
}

// swatch checks that a swatch uses only the strokes that the layers with its text, and those below them, are painted
// with, in every palette. Outlines of points are finer in a crowd: a point in a ring is left out. It reports whether
// there was something to compare with.
func (c *caption) swatch(where string, p *picture.Picture, k *picture.Key) (compared bool) {
	under := map[picture.Role]bool{}
	points := slices.ContainsFunc(k.Looks, func(l picture.Look) bool { return l.Role == picture.RolePoint })
	bare := &picture.Key{Says: k.Says}
	for _, l := range k.Looks {
		l.On = slices.DeleteFunc(slices.Clone(l.On), func(o picture.Look) bool { return o.Role == picture.RolePoint })
		for _, o := range l.On {
			under[o.Role] = true
		}
		bare.Looks = append(bare.Looks, l)
	}
	meant := &picture.Picture{View: p.View}
	for _, l := range p.Layers {
		switch l := l.(type) {
		case *picture.Raster:
			if l.Name == k.Says || l.Says == k.Says {
				meant.Add(l)
				if k.Looks[0].Raster != l.Kind {
					c.Errorf("%s: %s: the swatch of %q has colours of another kind", c.what, where, k.Says)
				}
			}
		case *picture.Path:
			if l.Says == k.Says || under[l.Role] {
				meant.Add(few(p.View, l))
			}
		case *picture.Marks:
			if l.Says == k.Says || under[l.Role] {
				alone := *l // the size of a mark around a single point
				alone.Among = 0
				alone.Near, alone.Within = nil, nil // a swatch is not in space, where distant points are fainter
				meant.Add(&alone)
			}
		case *picture.Label:
			if l.Says == k.Says {
				alone := *l
				alone.On = nil // on a value's color the mark has the ink visible there
				meant.Add(&alone)
			}
		}
	}
	for _, name := range picture.PaletteNames() {
		pal, _ := picture.PaletteByName(name)
		var stage, sample strokes
		picture.Paint(&stage, meant, pal)
		if len(stage) == 0 {
			continue // outside the view
		}
		compared = true
		picture.Paint(&sample, bare.Swatch(360, 220), pal) // where marks have less room, their lines are finer
		if len(sample) == 0 {
			c.Errorf("%s: %s: the swatch of %q is empty", c.what, where, k.Says)
		}
		for what := range sample {
			if points && !strings.HasPrefix(what, "a fill") {
				continue // an outline
			}
			if !stage[what] && !(strings.HasPrefix(what, "a line") && crowded(bare, pal, stage)) {
				c.Errorf("%s: %s: the swatch of %q shows %s in the palette %s, the picture only %v", c.what, where, k.Says, what,
					name, slices.Sorted(maps.Keys(stage)))
				return true
			}
		}
	}
	return compared
}

// paints reports whether a layer is visible.
func paints(v picture.Viewport, l picture.Layer) bool {
	pal, _ := picture.PaletteByName(picture.PaletteNames()[0])
	var s strokes
	picture.Paint(&s, &picture.Picture{View: v, Layers: []picture.Layer{l}}, pal)
	return len(s) > 0
}

// few returns the subpaths of a path or, if there are very many, some that start in view: painters draw the edges of
// fine tilings finer and paler, and their legend doesn't.
func few(v picture.Viewport, p *picture.Path) *picture.Path {
	const many = 100
	if len(p.Starts) <= many {
		return p
	}
	some := *p
	some.XY, some.Starts, some.Keys, some.Z = nil, nil, nil, nil
	p.Lines(func(xy []float64) {
		if x, y := xy[0], xy[1]; len(some.Starts) < many && v.X0 <= x && x <= v.X1 && v.Y0 <= y && y <= v.Y1 {
			some.AddLine(xy...)
		}
	})
	return &some
}

// crowded reports whether the stage shows a line of a swatch as the painter strokes very many lines: opaque, in the
// color that results on the stage.
func crowded(k *picture.Key, pal *picture.Palette, stage strokes) bool {
	var sample strokes
	picture.Paint(&opaque{&sample, pal.Stage}, k.Swatch(360, 220), pal)
	for what := range sample {
		if strings.HasPrefix(what, "a line") && stage[what] {
			return true
		}
	}
	return false
}

type opaque struct {
	*strokes
	ground picture.Color
}

func (o *opaque) Stroke(l *picture.Outline, k picture.Stroke) {
	k.Color = k.Color.Over(o.ground)
	o.strokes.Stroke(l, k)
}

// strokes is a canvas that records the styles used: colors, widths, dashes, but no positions.
type strokes map[string]bool

func (s *strokes) note(format string, args ...any) {
	if *s == nil {
		*s = strokes{}
	}
	(*s)[fmt.Sprintf(format, args...)] = true
}

func (s *strokes) Fill(o *picture.Outline, c picture.Color) {
	if !o.Empty() {
		s.note("a fill %v", c)
	}
}

func (s *strokes) Stroke(o *picture.Outline, k picture.Stroke) {
	if !o.Empty() {
		s.note("a line %v of %.3g, dashes %.3g", k.Color, k.Width, k.Dash)
	}
}

func (s *strokes) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) {
	s.note("an image")
}

func (s *strokes) Text(text string, x, y float64, k picture.TextStyle) {
	s.note("a text %v of %.3g, bold %v", k.Color, k.Size, k.Bold)
}

func (s *strokes) Into(x, y, w, h float64) {}
func (s *strokes) Out()                    {}
