package session_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// The pictures of a drag, each reusing the one before it, equal pictures drawn from scratch, to the pixel: with any
// changes of points, view, parameters and switches in between.
func TestPicturesFollowEdits(t *testing.T) {
	light, _ := picture.PaletteByName("light")
	dark, _ := picture.PaletteByName("dark")
	followed, kept := 0, 0
	for _, c := range []struct {
		text string
		k    float64
	}{
		{`{"version":1,"method":"knn","params":{"n_neighbors":15},"dataset":{"name":"moons","n":120,"noise":0.25,"seed":3}}`,
			9},
		{`{"version":1,"method":"knn","params":{"n_neighbors":1},"dataset":{"name":"blobs","n":120,"noise":0.25,"seed":3}}`,
			2},
		{`{"version":1,"method":"knn","params":{"n_neighbors":5,"weights":"distance"},"dataset":{"name":"blobs","n":120,"noise":0.25,"seed":3}}`, 7},
		{`{"version":1,"method":"voronoi","dataset":{"name":"blobs","n":120,"noise":0.25,"seed":3}}`, 0},
		{`{"version":1,"method":"voronoi","dataset":{"name":"moons","n":700,"noise":0.25,"seed":3},"view":{"show":["cells","edges","delaunay","hull"]}}`, 0},
	} {
		d, err := doc.Decode([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		s := session.New(catalog.First())
		if d, err = s.Resolve(method.Unstopped, d); err != nil {
			t.Fatal(err)
		}
		d.Dataset = nil
		r := rand.New(rand.NewPCG(1, 1))
		var canvas pixels.Canvas
		v, pal := picture.FitViewport([2]float64{0, 1}, [2]float64{0, 1}, true, 301, 203, 1), light
		var last *picture.Raster
		for step := range 60 {
			d = d.Clone()
			what, fine := "a step", step%10 == 0
			p := &d.Points[7]
			switch step {
			case 21:
				what = "dark"
				pal = dark
			case 24:
				what = "another scale"
				v.Scale = 1.5
			case 27:
				what = "moved view"
				v.X0, v.X1 = v.X0+0.01, v.X1+0.01
			case 31:
				if what = "another parameter"; c.k > 0 {
					d.Params = map[string]any{"n_neighbors": c.k}
				}
			case 35:
				what, d.View.Show = "a switch", []string{}
			case 38:
				what, d.View.Show = "a switch back", nil
			case 41:
				what, p.Z = "another class", 1-min(p.Z, 1)
			case 44:
				what = "a point less"
				d.Points = slices.Delete(d.Points, 20, 21)
			case 47:
				what = "a new point"
				d.Points = append(d.Points, doc.Point{X: 0.4, Y: 0.5, Z: 1})
			case 50:
				what = "onto another"
				p.X, p.Y = d.Points[9].X, d.Points[9].Y
			default:
				p.X, p.Y = p.X+0.01*r.NormFloat64(), p.Y+0.01*r.NormFloat64()
			}
			name := fmt.Sprintf("%.60s step %d, %s", c.text, step, what)
			err := s.Draw(t.Context(), session.Request{Doc: d, View: v, Fine: fine, Late: func(wire.Facts) error { return nil }},
				func(res *session.Result) error {
					got, _, _ := canvas.Paint(res.Picture, pal)
					fresh := *res.Picture
					fresh.Layers = slices.Clone(fresh.Layers)
					for i, l := range fresh.Layers {
						l, ok := l.(*picture.Raster)
						if !ok {
							continue
						}
						again, err := res.Fit.Model.Can().Raster(t.Context(), l.Grid, res.Fit.Show)
						if err != nil {
							return err
						}
						if !l.Grid.Over(v) {
							t.Errorf("%s: the raster is of another view", name)
						}
						if !reflect.DeepEqual(again.Planes, l.Planes) {
							t.Errorf("%s: the raster is another", name)
						}
						if last != nil && &last.Planes[0][0] == &l.Planes[0][0] {
							followed++
						}
						last, fresh.Layers[i] = l, again
						if paths := picture.ClassBoundaries(again); len(paths) > 0 && d.View.Show == nil {
							if got := fresh.Layers[len(fresh.Layers)-1].(*picture.Path); !reflect.DeepEqual(got.XY, paths[0].XY) ||
								!reflect.DeepEqual(got.Starts, paths[0].Starts) {
								t.Errorf("%s: the boundary is another", name)
							}
						}
					}
					var blank pixels.Canvas
					if want, _, _ := blank.Paint(&fresh, pal); !slices.Equal(got, want) {
						t.Errorf("%s: other pixels", name)
					}
					kept++
					return nil
				})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if followed < 100 || kept < 300 {
		t.Errorf("%d of %d pictures followed", followed, kept)
	}
}
