package methodtest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session/golden"
)

// drawing is everything that a model draws on a viewport.
type drawing struct {
	raster      [][]float32
	under, over []picture.Layer
	explained   method.Explanation
}

// draw draws a model as the session does, with a raster of w x h nodes.
func draw(t T, model method.Model, d int, v picture.Viewport, w, h int, show method.Shown) drawing {
	t.Helper()
	var seen drawing
	r, err := model.Can().Raster(method.Unstopped, v.Grid(w, h), show)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if r != nil {
		seen.raster = r.Arrays()
	}
	if o := model.Can(); o.Layers != nil {
		if seen.under, seen.over, err = o.Layers(method.Unstopped, v, r, show); err != nil {
			t.Fatalf("%v", err)
		}
	}
	at := placeOf(d, v.X0+0.4*(v.X1-v.X0), v.Y0+0.3*(v.Y1-v.Y0))
	if e := model.Can(); e.Explain != nil {
		seen.explained = e.Explain(at, v, show)
	}
	return seen
}

// drawingIsPure checks that a model is never changed after Fit: drawing does not change its predictions, and a drawing
// does not depend on what was drawn before, by this model or by another one of the same data.
func drawingIsPure(t T, m method.Method) {
	all := method.Shown{}
	switches := []method.Shown{{}, all}
	for _, s := range m.Shows {
		all[s.Name] = true
		switches = append(switches, method.Shown{s.Name: true})
	}
	far := picture.Viewport{X0: 0.3, X1: 0.9, Y0: -4, Y1: 3, W: 45, H: 50, Scale: 2}
	for _, params := range []map[string]any{nil, planar(m)} {
		pts := Points(m.TaskOf(params), 30, 13)
		model, p := fit(t, m, pts, params, nil)
		if model == nil {
			t.Fatalf("no model on ordinary data")
		}
		x := slices.Clone(p.X)
		before := answers(t, model, p.D)
		told, _ := json.Marshal(facts(t, model))
		exercise(t, m, model, p)
		for _, show := range switches {
			fresh, _ := fit(t, m, pts, params, nil)
			want := draw(t, fresh, p.D, view, 30, 20, show)
			draw(t, model, p.D, far, 31, 17, show)
			draw(t, model, p.D, view, 15, 10, show)
			if st := model.Can().Stepper; st != nil {
				draw(t, st.Stage(st.Steps()/2), p.D, view, 30, 20, show)
			}
			got := draw(t, model, p.D, view, 30, 20, show)
			if !equal(got, want) {
				t.Errorf("%v, shown %v: what is drawn depends on what was drawn before", params, show)
			}
		}
		if !slices.Equal(before, answers(t, model, p.D)) {
			t.Errorf("drawing changed the answers")
		}
		after, _ := json.Marshal(facts(t, model))
		if string(told) != string(after) {
			t.Errorf("drawing changed the facts")
		}
		if !slices.Equal(x, p.X) {
			t.Errorf("drawing changed the data")
		}
		e := newEasel(&m)
		d := e.document(params)
		if a, b := e.seen(t, d), e.seen(t, d); !slices.Equal(a, b) {
			t.Errorf("drawn once more, the document looks otherwise: %s", strings.Join(golden.Change(a, b), "\n"))
		}
	}
}

// equal compares drawings to the bit; NaN equals NaN.
func equal(a, b drawing) bool {
	same := func(p, q []float32) bool {
		return slices.EqualFunc(p, q, func(x, y float32) bool { return x == y || x != x && y != y })
	}
	return slices.EqualFunc(a.raster, b.raster, same) && reflect.DeepEqual(a.under, b.under) &&
		reflect.DeepEqual(a.over, b.over) && reflect.DeepEqual(a.explained, b.explained)
}

// divisible checks that several engines can draw one picture: rows of a grid, by separate models, are identical to
// those of the whole to the bit. Some nodes are half-way between many points, where the smallest rounding errors
// decide, and some are far away.
func divisible(t T, m method.Method) {
	if !m.Divisible {
		return
	}
	var pts []doc.Point
	for i := range 8 {
		for j := range 6 {
			pts = append(pts, doc.Point{X: float64(i) / 10, Y: float64(j) / 10, Z: float64((i*i + j) % 3)})
		}
	}
	tried := []map[string]any{nil, planar(m)}
	for _, p := range m.Params {
		for _, c := range p.Choices() {
			tried = append(tried, map[string]any{p.Name: c.Value})
		}
	}
	for _, params := range tried {
		for _, v := range []picture.Viewport{{X0: -0.005, X1: 0.695, Y0: -0.105, Y1: 0.595, W: 70, H: 70, Scale: 1},
			{X0: -30, X1: 60, Y0: -41, Y1: 41, W: 70, H: 70, Scale: 1}} {
			prev, _ := fit(t, m, Points(m.TaskOf(params), 20, 3), params, nil)
			raster := func(prev method.Model, g picture.Grid) *picture.Raster {
				model, _ := fit(t, m, pts, params, prev)
				r, err := model.Can().Raster(method.Unstopped, g, method.Shown{})
				if err != nil {
					t.Fatalf("%v", err)
				}
				return r
			}
			g := v.Grid(v.W, v.H)
			whole := raster(nil, g)
			if whole == nil {
				continue
			}
			for _, cut := range [][2]int{{0, 16}, {16, 33}, {33, 70}, {69, 70}} {
				part := raster(prev, g.Rows(cut[0], cut[1]))
				if part.Lo != whole.Lo || part.Hi != whole.Hi || part.Sharp != whole.Sharp ||
					len(part.Arrays()) != len(whole.Arrays()) {
					t.Fatalf("%v, rows %v: %d planes, %v to %v; the whole %d, %v to %v", params, cut, len(part.Arrays()), part.Lo,
						part.Hi, len(whole.Arrays()), whole.Lo, whole.Hi)
				}
				for i, p := range whole.Arrays() {
					if q := part.Arrays()[i]; !slices.Equal(q, p[cut[0]*g.W:cut[1]*g.W]) {
						t.Errorf("%v, rows %v of plane %d are not the whole's", params, cut, i)
					}
				}
			}
		}
	}
}
