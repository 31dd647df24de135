package convolution

import (
	"math"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// Keys of filters, counted through all layers, of classes, and of the document's rows.
func filterKey(f int) string { return filterKind.Key(f) }
func classKey(c int) string  { return classKind.Key(c) }
func rowKey(i int) string    { return rowKind.Key(i) }

var filterKind, classKind, rowKind = picture.KeyKind{Begins: "f"}, picture.KeyKind{Begins: "p"},
	picture.KeyKind{Begins: "r"}

// everyRow returns the training rows and the sets of held-out rows.
func (s *state) everyRow() []*method.Problem {
	list := []*method.Problem{s.p}
	if s.p.Held != nil {
		for _, h := range s.p.Held() {
			list = append(list, h.Points)
		}
	}
	return list
}

// rowKeys gives each row, also held-out ones, the key that sends its image through the network.
func (s *state) rowKeys() (keys []string) {
	for _, p := range s.everyRow() {
		for i := range p.N {
			keys = append(keys, rowKey(p.Ordinal(i)))
		}
	}
	return keys
}

func (s *state) Tell(key string, v picture.Viewport, _ method.Shown) (t method.Told, ok bool) {
	if key == "drawing" && s.v.String("input") == ofDrawing {
		t.Answer = "Your drawing"
		t.Lines = []string{"Drag to draw, with the right button to erase"}
		if x, _ := s.looked(); x != nil {
			t.Lines = append([]string{words.Text("Taken for %s", s.taken(s.probabilities(x)))}, t.Lines...)
		}
		return t, true
	}
	if f, ok := filterKind.Number(key, s.net.all()); ok {
		return s.tellFilter(f), true
	}
	if c, ok := classKind.Number(key, s.net.classes); ok {
		t.Answer = words.Text("Probability of %s", s.p.ClassName(c))
		if x, says := s.looked(); x != nil {
			t.Lines = append(t.Lines, words.Text("%s for %s", words.Percent(s.probabilities(x)[c]), says))
		}
		for i, a := range s.weights.answer {
			if int(a) == c {
				t.Click.Rows = append(t.Click.Rows, i)
			}
		}
		t.Lines = append(t.Lines, words.Text("%s classified as such", words.CountOf(len(t.Click.Rows), "picture is",
			"pictures are")))
		return t, true
	}
	of, i := s.find(key)
	if of == nil {
		return t, false
	}
	t.Explanation = s.Explain(of.At(i), v, nil)
	t.Answer = words.Sprintf("%s, %s: classified as %s", s.rowName(of, i), of.ClassName(of.Class[i]), t.Answer)
	if now, k := s.p.SampleOf(s.v); s.v.String("input") != ofRow || now != of || k != i {
		t.Click.Set = map[string]any{"input": ofRow, "sample": float64(of.Number(i))}
	}
	return t, true
}

// find returns the problem and the row that a key belongs to; nil if there is none.
func (s *state) find(key string) (of *method.Problem, i int) {
	n, ok := rowKind.Number(key, math.MaxInt)
	for _, p := range s.everyRow() {
		for i := range p.N {
			if ok && p.Ordinal(i) == n {
				return p, i
			}
		}
	}
	return nil, 0
}

// tellFilter describes the receptive field of a filter, and the rows with the largest activation. A click shows the
// image that maximizes it.
func (s *state) tellFilter(f int) (t method.Told) {
	l, o := s.net.layerOf(f)
	t.Answer = words.Text("filter %s", s.called(f))
	_, b := s.net.part(s.theta, l)
	side := s.net.field(l)
	t.Lines = append(t.Lines, words.Sprintf("each pixel of its map depends on %d × %d pixels", min(side, s.net.w),
		min(side, s.net.h)), words.Text("bias %s", words.Number(b[o])))
	var classes []string
	best := &picture.Marks{Role: picture.RoleSupport, Among: s.p.N, Says: "largest output of the filter at this row"}
	for _, e := range s.top[f] {
		if !(e.value > 0) {
			break
		}
		classes = append(classes, s.p.ClassName(s.class[e.row]))
		x, y := s.p.Drawn(e.row)
		best.XY, best.Ordinal = append(best.XY, x, y), append(best.Ordinal, s.p.Ordinal(e.row))
	}
	if classes == nil {
		t.Lines = append(t.Lines, "output 0 at every row")
	} else {
		t.Lines = append(t.Lines, words.Text("most, %s, at %s", words.Number(s.top[f][0].value),
			words.Join(classes[:min(len(classes), 5)], ", ")))
		t.Layers = append(t.Layers, best)
	}
	if s.filter() != f {
		t.Click.Set = map[string]any{"filter": float64(f + 1)}
	}
	return t
}
