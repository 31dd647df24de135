package session

import (
	"slices"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// all is a model with every interface for parts that the session draws, some of which it draws itself. Its own layers
// have a Level.
type all struct {
	fakeModel
	own []method.Part
}

func (m all) Can() *method.Capabilities {
	can := m.fakeModel.Can()
	can.Predictor = m
	can.Layers = m.Layers
	can.Draws = m.Draws
	return can
}

const ownLevel = 77

func (m all) Predict(x, out []float64) {
	for i := range out {
		out[i] = 0.5
	}
}

func (m all) Draws(p method.Part) bool { return slices.Contains(m.own, p) }

func (m all) Layers(_ method.Job, v picture.Viewport, r *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	for _, p := range m.own {
		if show[p] {
			under = append(under, &picture.Path{Role: picture.Role(p), Level: ownLevel, XY: []float64{0, 0, 1, 1}})
		}
	}
	return under, nil, nil
}

// surface is all with FieldRaster instead of ScoreRaster.
type surface struct{ m all }

func (s surface) Can() *method.Capabilities {
	return &method.Capabilities{
		Answers: method.Answers{Predictor: s},
		Drawing: method.Drawing{FieldRaster: s.FieldRaster, Layers: s.Layers, Draws: s.Draws},
	}
}

func (s surface) Facts() []method.Fact     { return s.m.Facts() }
func (s surface) Status() method.Status    { return s.m.Status() }
func (s surface) Predict(x, out []float64) { s.m.Predict(x, out) }
func (s surface) Draws(p method.Part) bool { return s.m.Draws(p) }
func (s surface) Layers(j method.Job, v picture.Viewport, r *picture.Raster, show method.Shown) (under,
	over []picture.Layer, err error) {
	return s.m.Layers(j, v, r, show)
}

func (s surface) FieldRaster(job method.Job, g picture.Grid, _ method.Shown) (*picture.Raster, error) {
	r, err := s.m.ScoreRaster(job, g, nil)
	if err == nil {
		r.Kind, r.Lo, r.Hi = picture.Diverging, -1, 1
	}
	return r, err
}

// parts returns which parts of a picture the session has drawn, and which the model.
func parts(layers []picture.Layer) (by, own []method.Part) {
	for _, l := range layers {
		switch l := l.(type) {
		case *picture.Raster:
			by = append(by, method.Regions)
		case *picture.Path:
			part := map[picture.Role]method.Part{picture.RoleBoundary: method.Boundary, picture.RoleIsoline: method.Isolines,
				picture.RoleMean: method.Mean}[l.Role]
			if l.Level == ownLevel {
				own = append(own, method.Part(l.Role))
			} else if !slices.Contains(by, part) {
				by = append(by, part)
			}
		}
	}
	return by, own
}

// The session does not draw parts that the model draws, or that are switched off.
func TestPartsAreTakenOver(t *testing.T) {
	for _, field := range []bool{false, true} {
		could := []method.Part{method.Regions, method.Boundary, method.Mean}
		if field {
			could = []method.Part{method.Regions, method.Isolines, method.Mean}
		}
		for mask := range 1 << len(could) {
			var own []method.Part
			for i, p := range could {
				if mask>>i&1 == 1 {
					own = append(own, p)
				}
			}
			f := &fake{}
			m := f.method()
			m.Task = method.Regress
			m.Shows = nil
			for _, p := range could {
				m.Shows = append(m.Shows, method.Show{Name: p, On: true})
			}
			m.Fit = func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
				model := all{fakeModel{f, 0.5}, own}
				if field {
					return surface{model}, nil
				}
				return model, nil
			}
			d := document(4)
			for i := range d.Points {
				d.Points[i].Z = 0
			}
			s, _ := newSession(m)
			pics := collect(t, s, Request{Doc: d, View: view, Fine: true})
			by, mine := parts(pics[len(pics)-1].Picture.Layers)
			// A raster of which nothing is painted is not computed.
			if needed := field || !slices.Contains(own, method.Regions) ||
				!slices.Contains(own, method.Boundary); needed != (f.grids > 0) || !needed && len(pics) > 1 {
				t.Errorf("field %v, own %v: %d rasters, %d pictures", field, own, f.grids, len(pics))
			}
			if !slices.Equal(mine, own) {
				t.Errorf("field %v, own %v: the model has drawn %v", field, own, mine)
			}
			want := slices.DeleteFunc(slices.Clone(could), func(p method.Part) bool { return slices.Contains(own, p) })
			if !slices.Equal(by, want) {
				t.Errorf("field %v, own %v: the session has drawn %v, want %v", field, own, by, want)
			}
			for _, off := range could {
				d.View.Show = []string{}
				for _, p := range could {
					if p != off {
						d.View.Show = append(d.View.Show, string(p))
					}
				}
				by, mine := parts(collect(t, s, Request{Doc: d, View: view})[0].Picture.Layers)
				if slices.Contains(by, off) || slices.Contains(mine, off) || len(by)+len(mine) != len(could)-1 {
					t.Errorf("field %v, own %v, without %s: the session has drawn %v, the model %v", field, own, off, by, mine)
				}
			}
		}
	}
}

// Parts without a switch are always drawn.
func TestPartsWithoutASwitch(t *testing.T) {
	m := (&fake{}).method()
	m.Shows = nil
	s, _ := newSession(m)
	if by, _ := parts(collect(t, s, Request{Doc: document(4), View: view})[0].Picture.Layers); !slices.Equal(by,
		[]method.Part{method.Regions, method.Boundary}) {
		t.Errorf("drawn: %v", by)
	}
}

// crowned draws below and above the points.
type crowned struct{ fakeModel }

func (c crowned) Can() *method.Capabilities {
	can := c.fakeModel.Can()
	can.Layers = c.Layers
	return can
}

func (crowned) Layers(job method.Job, v picture.Viewport, r *picture.Raster, _ method.Shown) (under,
	over []picture.Layer, err error) {
	under = []picture.Layer{&picture.Path{Role: picture.RoleCell, XY: []float64{0, 0, 1, 1}}}
	over = []picture.Layer{&picture.Marks{Role: picture.RoleCentroid, XY: []float64{0.5, 0.5}, Says: "crown"},
		&picture.Label{Role: picture.RoleGuide, X: 0.5, Y: 0.5, Text: "here"}}
	return under, over, nil
}

// Layers above the points are painted after them in files, and are not part of the picture whose pixels are below the
// page's points.
func TestOverThePoints(t *testing.T) {
	f := &fake{}
	m := f.method()
	m.Fit = func(method.Job, *method.Problem, method.Values, method.Model) (method.Model, error) {
		return crowned{fakeModel{f, 0.5}}, nil
	}
	s, _ := newSession(m)
	d := document(4)
	r := collect(t, s, Request{Doc: d, View: view, Fine: true})[0]
	order := func(layers []picture.Layer) (list []picture.Role) {
		for _, l := range layers {
			switch l := l.(type) {
			case *picture.Raster:
				list = append(list, "raster")
			case *picture.Path:
				list = append(list, l.Role)
			case *picture.Marks:
				list = append(list, l.Role)
			case *picture.Label:
				list = append(list, l.Role)
			}
		}
		return slices.DeleteFunc(list, func(r picture.Role) bool {
			return r == picture.RoleAxis || r == picture.RoleTick || r == picture.RoleGridline
		})
	}
	if got, want := order(r.Picture.Layers), []picture.Role{"raster", picture.RoleCell,
		picture.RoleBoundary}; !slices.Equal(got, want) {
		t.Errorf("under the points: %v, want %v", got, want)
	}
	if got := order(r.Over); !slices.Equal(got, []picture.Role{picture.RoleCentroid, picture.RoleGuide}) ||
		len(r.Info.Over) != 2 {
		t.Errorf("over the points: %v, told %v", got, r.Info.Over)
	}
	if said := r.Info.Keys; len(said) != 3 || said[1].Says != "decision boundary" || said[2].Says != "crown" ||
		said[2].Looks[0].Role != picture.RoleCentroid {
		t.Errorf("the legend is %+v", said)
	}
	got := order(Complete(r, d, picture.Inside(10)).Layers)
	want := []picture.Role{"raster", picture.RoleCell, picture.RoleBoundary, picture.RolePoint, picture.RoleCentroid,
		picture.RoleGuide}
	if !slices.Equal(got, want) {
		t.Errorf("in a file: %v, want %v", got, want)
	}
}
