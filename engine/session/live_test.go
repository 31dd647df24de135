package session_test

import (
	"math"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// Pictures during a drag may reuse the last one, and are then right up to rounding; other pictures do not depend, to
// the bit, on what was drawn before.
func TestLivePictures(t *testing.T) {
	made := 0
	for _, m := range catalog.All() {
		d, err := doc.Decode([]byte(m.Example))
		if err != nil {
			t.Fatal(err)
		}
		s := session.New(catalog.All())
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatal(err)
		}
		few := d
		if few.Table == nil { // the interfaces of a model do not depend on the number of points
			few.Points = few.Points[:min(len(d.Points), 24)]
			few.Split = doc.Split{}
		}
		if f, err := s.Fit(t.Context(), few); err != nil {
			continue
		} else if m := f.Model.Can(); m.Follow == nil || m.Follows(new(method.Trail)) != method.ReuseSums {
			continue
		}
		d.Dataset = nil
		v := picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 160, 120, 1)
		for step := range 40 {
			d = d.Clone()
			p := &d.Points[step/8]
			p.X, p.Y = p.X+0.01, p.Y+0.02*math.Sin(float64(step))
			fine := step%8 == 7
			err := s.Draw(t.Context(), session.Request{Doc: d, View: v, Fine: fine}, func(r *session.Result) error {
				fresh := session.New(catalog.All())
				f, err := fresh.Fit(t.Context(), d)
				if err != nil {
					return err
				}
				for _, l := range r.Picture.Layers {
					l, ok := l.(*picture.Raster)
					if !ok {
						continue
					}
					want, err := f.Model.Can().Raster(t.Context(), l.Grid, f.Show)
					if err != nil {
						return err
					}
					made++
					for k, plane := range want.Planes {
						if fine && !slices.Equal(plane, l.Planes[k]) {
							t.Errorf("%s, step %d: a picture at rest is another", m.ID, step)
						}
						for i, w := range plane {
							if !(math.Abs(float64(w-l.Planes[k][i])) <= 1e-5*(1+math.Abs(float64(w)))) {
								t.Fatalf("%s, step %d, node %d: %v, want %v", m.ID, step, i, l.Planes[k][i], w)
							}
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if made < 40 {
		t.Errorf("%d rasters", made)
	}
}
