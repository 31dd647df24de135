package session_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/picture/pixels"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// drawn is a document of BenchmarkDraw.
type drawn struct{ name, text string }

// documents returns the methods' examples and some more documents, whose pictures use other code.
func documents() []drawn {
	var list []drawn
	for _, m := range catalog.All() {
		list = append(list, drawn{m.ID, m.Example})
	}
	return append(list,
		drawn{"svm3", `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":10},"dataset":{"name":"blobs","noise":0.2,"seed":3}}`},
		drawn{"svm poly", `{"version":1,"method":"svm","params":{"kernel":"poly","degree":3,"C":10},"dataset":{"name":"moons","noise":0.2,"seed":3}}`},
		drawn{"logistic3", `{"version":1,"method":"logistic","dataset":{"name":"blobs","noise":0.2,"seed":3}}`},
		drawn{"kernel_logistic3",
			`{"version":1,"method":"kernel_logistic","params":{"kernel":"rbf","gamma":8,"alpha":0.05},"dataset":{"name":"blobs","noise":0.2,"seed":3}}`},
		drawn{"knn moons", `{"version":1,"method":"knn","params":{"n_neighbors":15},"dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		drawn{"voronoi200", `{"version":1,"method":"voronoi","dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		drawn{"gp line", `{"version":1,"method":"gp","params":{"domain":"line","kernel":"rbf(0.2)","alpha":0.04},"dataset":{"name":"sine","noise":0.2,"seed":1},"view":{"x":[0,1],"y":[-2,2],"show":["mean","band_f","sd2","samples"]}}`},
		drawn{"gp plane", `{"version":1,"method":"gp","params":{"domain":"plane","kernel":"rbf(0.2)","alpha":0.04},"dataset":{"name":"moons","noise":0.2,"seed":1}}`},
	)
}

// BenchmarkDraw measures the pictures of a drag with 200 points, painted into memory: the shortest time for fitting,
// drawing and painting, in milliseconds, and the raster's mean width.
func BenchmarkDraw(b *testing.B) {
	pal, _ := picture.PaletteByName("light")
	for _, c := range documents() {
		b.Run(c.name, func(b *testing.B) {
			d, err := doc.Decode([]byte(c.text))
			if err != nil {
				b.Fatal(err)
			}
			if d.Dataset != nil {
				d.Dataset.N = 200
			}
			s := session.New(catalog.All())
			if d, err = s.Resolve(method.Unstopped, d); err != nil {
				b.Fatal(err)
			}
			x, y := [2]float64{0, 1}, [2]float64{0, 1}
			if d.View.HasRange() {
				x, y = d.View.X, d.View.Y
			}
			m, _ := s.Method(d.Method)
			v := picture.FitViewport(x, y, m.TaskOf(d.Params) != method.Regress, 850, 650, 1)
			d.Dataset = nil
			var canvas pixels.Canvas
			late := func(wire.Facts) error { return nil }
			at := d.Points[0]
			fit, draw, paint := math.Inf(1), math.Inf(1), math.Inf(1)
			wide, n := 0, 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d = d.Clone()
				a := float64(i) * 2 * math.Pi / 120
				d.Points[0].X, d.Points[0].Y = at.X+0.1*math.Cos(a), at.Y+0.1*math.Sin(a)
				err := s.Draw(b.Context(), session.Request{Doc: d, View: v, Late: late}, func(r *session.Result) error {
					start := time.Now()
					if !pixels.Can(r.Picture) {
						b.Fatal("not painted into memory")
					}
					canvas.Paint(r.Picture, pal)
					if i < 3 { // the grid is not chosen yet
						return nil
					}
					fit, draw, paint = min(fit, 1000*r.Fit.Seconds), min(draw, r.Info.DrawMS),
						min(paint, 1000*time.Since(start).Seconds())
					for _, l := range r.Picture.Layers {
						if l, ok := l.(*picture.Raster); ok {
							wide += l.Grid.W
						}
					}
					n++
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(fit, "fit")
			b.ReportMetric(draw, "draw")
			b.ReportMetric(paint, "paint")
			b.ReportMetric(float64(wide)/float64(max(n, 1)), "wide")
		})
	}
}

// BenchmarkFollow measures the pictures of a drag as the worker makes them, from the fit to the pixels, in
// milliseconds: "p25" is the first quartile. "tile" is the median side of a computed tile, in pixels.
func BenchmarkFollow(b *testing.B) {
	pal, _ := picture.PaletteByName("light")
	for _, c := range []drawn{
		{"knn", `{"version":1,"method":"knn","params":{"n_neighbors":15},"dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		{"knn distance", `{"version":1,"method":"knn","params":{"n_neighbors":15,"weights":"distance"},"dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		{"voronoi", `{"version":1,"method":"voronoi","dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		{"kernel density", `{"version":1,"method":"kernel_density","dataset":{"name":"moons","noise":0.25,"seed":3}}`},
		{"gp line", `{"version":1,"method":"gp","params":{"domain":"line","kernel":"rbf(0.2)","alpha":0.04},"dataset":{"name":"sine","noise":0.2,"seed":1},"view":{"x":[0,1],"y":[-2,2]}}`},
		{"gp plane", `{"version":1,"method":"gp","params":{"domain":"plane","kernel":"rbf(0.2)","alpha":0.04},"dataset":{"name":"moons","noise":0.2,"seed":1},"view":{"x":[0,1],"y":[0,1]}}`},
	} {
		for _, n := range []int{200, 1000} {
			b.Run(fmt.Sprint(c.name, " ", n), func(b *testing.B) {
				d, err := doc.Decode([]byte(c.text))
				if err != nil {
					b.Fatal(err)
				}
				d.Dataset.N = n
				s := session.New(catalog.All())
				if d, err = s.Resolve(method.Unstopped, d); err != nil {
					b.Fatal(err)
				}
				d.Dataset = nil
				x, y := [2]float64{0, 1}, [2]float64{0, 1}
				if d.View.HasRange() {
					x, y = d.View.X, d.View.Y
				}
				m, _ := s.Method(d.Method)
				v := picture.FitViewport(x, y, m.TaskOf(d.Params) != method.Regress, 900, 600, 1)
				var canvas pixels.Canvas
				var took, tiles []float64
				draw := func(fine bool) {
					start := time.Now()
					err := s.Draw(b.Context(), session.Request{Doc: d, View: v, Fine: fine, Terse: !fine,
						Late: func(wire.Facts) error { return nil }}, func(r *session.Result) error {
						canvas.Paint(r.Picture, pal)
						tile := 1.0
						for _, l := range r.Picture.Layers {
							if l, ok := l.(*picture.Raster); ok {
								tile = float64(v.W) / float64(l.Grid.W)
							}
						}
						tiles = append(tiles, tile)
						return nil
					})
					if err != nil {
						b.Fatal(err)
					}
					took = append(took, 1000*time.Since(start).Seconds())
				}
				draw(true)
				at := d.Points[0]
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					d = d.Clone()
					a := float64(i) * 2 * math.Pi / 120
					d.Points[0].X, d.Points[0].Y = at.X+0.1*math.Cos(a), at.Y+0.1*math.Sin(a)
					draw(false)
				}
				// The first pictures are warm-up.
				took, tiles = took[len(took)/4:], tiles[len(tiles)/4:]
				slices.Sort(took)
				slices.Sort(tiles)
				b.ReportMetric(took[len(took)/4], "p25")
				b.ReportMetric(took[len(took)*95/100], "p95")
				b.ReportMetric(tiles[len(tiles)/2], "tile")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
