package catalog

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/bitmap"
	"pointscape/engine/session"
)

// TestSwatches paints the layers that an entry of a legend stands for, and its swatch, for every example and lesson
// with all layers and panels: no pixel of the swatch may have a colour that the layers do not have. (The suite's check
// "legend" compares what the painter is asked for, in more settings; this test compares pixels.)
func TestSwatches(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	t.Parallel()
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			t.Parallel()
			known := map[string]bool{}  // entries that were painted before: one palette is sufficient for them
			pale := map[string]string{} // entries of certainty whose full colours no document has had so far
			for _, named := range documents(t, &m) {
				d := named.Document
				d.View.Show = []string{}
				d.View.Step = nil // the beginning of a run may lack the full colours
				for _, show := range m.Shows {
					d.View.Show = append(d.View.Show, string(show.Name))
				}
				s := still()
				d, f := fitted(t, s, d)
				r := drawnFor(t, s, f, session.Request{Doc: d, View: session.Viewport(d, f.Task, 240, 180, 1),
					Panels: session.AllPanels(f, 160, 120)})
				swatches(t, session.Complete(r, d, picture.Frame{}), r.Info.Keys, known, pale)
				for i, p := range r.Panels {
					swatches(t, p, r.Info.PanelKeys[i], known, pale)
				}
			}
			for _, what := range pale {
				if what != "" {
					t.Error(what)
				}
			}
		})
	}
}

const example = "example"

// titled is a document with its name in tests.
type titled struct {
	title string
	doc.Document
}

// documents returns the example of a method and its lessons.
func documents(t *testing.T, m *method.Method) (list []titled) {
	t.Helper()
	for i, text := range append([]string{m.Example}, m.Lessons...) {
		d, err := doc.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			list = append(list, titled{example, d})
		} else {
			list = append(list, titled{"lesson " + d.Title, d})
		}
	}
	return list
}

// still returns a session with a constant clock, so that pictures do not depend on the machine's speed.
func still() *session.Session {
	s := session.New(All())
	s.SetClock(func() time.Time { return time.Unix(0, 0) })
	return s
}

// refused returns why a document cannot be fitted, for a reason that the method or the document gives; nil = it can.
func refused(t *testing.T, s *session.Session, d doc.Document) error {
	t.Helper()
	d, err := s.Resolve(method.Unstopped, d)
	if err == nil {
		_, err = s.Fit(t.Context(), d)
	}
	var need *method.Need
	var wrong *doc.Error
	if err != nil && !errors.As(err, &need) && !errors.As(err, &wrong) {
		t.Fatal(d.Method, d.Params, err)
	}
	return err
}

// fitted fits a document, and returns it in the form in which it is drawn.
func fitted(t *testing.T, s *session.Session, d doc.Document) (doc.Document, *session.Fit) {
	t.Helper()
	d, err := s.Resolve(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if f.Model.Can().Adopt != nil && d.View.Step == nil {
		step := 60 // at the start nothing has been learned yet
		d.View.Step = &step
		if f, err = s.Fit(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	return f.Placed(d), f
}

func drawnFor(t *testing.T, s *session.Session, f *session.Fit, req session.Request) (last *session.Result) {
	t.Helper()
	if err := s.DrawFit(t.Context(), f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
		t.Fatal(err)
	}
	return last
}

// swatches compares the swatch of each entry with the picture. An entry of how certain a class is has colours up to
// those of certainty, which a document need not reach: they must be in one picture of the method. The entry is in pale,
// with a message, until one has them, and with "" from then on.
func swatches(t *testing.T, p *picture.Picture, keys []picture.Key, known map[string]bool, pale map[string]string) {
	t.Helper()
	for _, k := range keys {
		id := fmt.Sprintf("%s %+v", k.Says, k.Looks)
		meant := &picture.Picture{View: p.View}
		for _, l := range p.Layers {
			if stands(l, &k) {
				meant.Add(l)
			}
		}
		compared, wrong, fades := false, "", false
		for _, name := range picture.PaletteNames() {
			if known[id] && compared {
				break
			}
			pal, _ := picture.PaletteByName(name)
			stage, swatch := colours(bitmap.Render(meant, pal)), colours(bitmap.Render(k.Swatch(36, 22), pal))
			if len(stage) < 2 && k.Looks[0].Kind != picture.LookArea {
				continue // it is outside the view
			}
			if k.Looks[0].Raster == picture.Colors && len(swatch) > 10 {
				continue // its hues stand for colours as they are
			}
			compared = true
			if len(swatch) < 2 {
				t.Errorf("the swatch of %q is empty in the palette %s", k.Says, name)
			}
			if k.Looks[0].Kind == picture.LookRamp {
				if r := meant.Layers[0].(*picture.Raster); r.Veil != nil ||
					slices.ContainsFunc(r.Planes[0], func(v float32) bool { return v != v }) {
					continue // other colours lie over those of the values
				}
				if k.Looks[0].Class == picture.NoClass {
					stage, swatch = swatch, stage // the picture may have only a part of the values
				} else {
					fades = true
				}
			}
			if c, off := stranger(swatch, stage, pal.Background()); off > 14 {
				wrong = fmt.Sprintf("the swatch of %q has the colour %v in the palette %s, which the picture has not: off by %d",
					k.Says, c, name, off)
				if !fades {
					t.Error(wrong)
				}
			}
		}
		if _, was := pale[id]; fades && wrong == "" {
			pale[id] = ""
		} else if fades && !was {
			pale[id] = wrong
		}
		known[id] = known[id] || compared && wrong == ""
	}
}

// stands reports whether a layer is one that a key stands for, or one that lies under it.
func stands(l picture.Layer, k *picture.Key) bool {
	under := func(r picture.Role) bool {
		return slices.ContainsFunc(k.Looks, func(l picture.Look) bool {
			return slices.ContainsFunc(l.On, func(o picture.Look) bool { return o.Role == r })
		})
	}
	switch l := l.(type) {
	case *picture.Raster:
		return l.Name == k.Says || l.Says == k.Says
	case *picture.Path:
		return l.Says == k.Says || under(l.Role)
	case *picture.Marks:
		return l.Says == k.Says || under(l.Role)
	case *picture.Label:
		return l.Says == k.Says
	}
	return false
}

func colours(im image.Image) map[picture.Color]int {
	pix := im.(*image.RGBA).Pix
	n := map[picture.Color]int{}
	for i, from := 4, 0; i <= len(pix); i += 4 { // runs of equal pixels together
		if i == len(pix) || [3]byte(pix[i:i+3]) != [3]byte(pix[from:from+3]) {
			n[picture.Color{R: pix[from], G: pix[from+1], B: pix[from+2], A: 255}] += (i - from) / 4
			from = i
		}
	}
	return n
}

// stranger returns the colour in some that is farthest from all others and from their mixtures with the background,
// which antialiased edges have, and its distance in red, green or blue.
func stranger(some, others map[picture.Color]int, ground picture.Color) (c picture.Color, off int) {
	for a, n := range some {
		near := 255
		for b := range others {
			near = min(near, apart(a, b, ground))
		}
		if n >= 4 && near > off {
			c, off = a, near
		}
	}
	return c, off
}

// apart returns the distance of a from the mixtures of the background with b or with a colour of which b is a mixture:
// a fine line half-way between two pixels has less than half of its colour in each.
func apart(a, b, ground picture.Color) int {
	p := [3]float64{float64(a.R) - float64(ground.R), float64(a.G) - float64(ground.G), float64(a.B) - float64(ground.B)}
	q := [3]float64{float64(b.R) - float64(ground.R), float64(b.G) - float64(ground.G), float64(b.B) - float64(ground.B)}
	pq, qq := 0.0, 1e-9
	for i := range p {
		pq += p[i] * q[i]
		qq += q[i] * q[i]
	}
	share, off := min(max(pq/qq, 0), 2.5), 0.0
	for i := range p {
		off = max(off, math.Abs(p[i]-share*q[i]))
	}
	return int(off)
}
