package session_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// blank is a canvas that paints nothing, but receives everything.
type blank struct{ bytes int }

func (b *blank) Fill(o *picture.Outline, _ picture.Color)                      { b.bytes += len(o.AppendSVG(nil)) }
func (b *blank) Stroke(o *picture.Outline, _ picture.Stroke)                   { b.bytes += len(o.AppendSVG(nil)) }
func (b *blank) Image(pix []byte, w, h int, x, y, dw, dh float64, smooth bool) { b.bytes += len(pix) }
func (b *blank) Text(s string, x, y float64, st picture.TextStyle)             { b.bytes += len(s) }

func (b *blank) Into(x, y, w, h float64) {}
func (b *blank) Out()                    {}

// BenchmarkDrag measures the work for each move of a dragged point, without the browser's own painting: fit, draw,
// color.
func BenchmarkDrag(b *testing.B) {
	for _, c := range []struct {
		name, dataset, head string
	}{
		{"svm", "moons", `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":10}}`},
		{"knn", "moons", `{"version":1,"method":"knn","params":{"n_neighbors":15}}`},
		{"voronoi", "moons", `{"version":1,"method":"voronoi"}`},
		{"gp line", "sine", `{"version":1,"method":"gp","params":{"domain":"line","kernel":"rbf(0.2)","alpha":0.04}}`},
		{"gp plane", "moons", `{"version":1,"method":"gp","params":{"domain":"plane","kernel":"rbf(0.2)","alpha":0.04}}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			d, err := doc.DecodeHead([]byte(c.head))
			if err != nil {
				b.Fatal(err)
			}
			if d.Points, err = dataset.Make(doc.Dataset{Name: c.dataset, N: 200, Noise: 0.2, Seed: 1}); err != nil {
				b.Fatal(err)
			}
			pal, ok := picture.PaletteByName("light")
			if !ok {
				b.Fatal("there is no light palette")
			}
			s := session.New(catalog.All())
			v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 800, H: 700, Scale: 1}
			if c.name == "gp line" {
				v.Y0, v.Y1 = -2, 2
			}
			at := d.Points[0]
			late := func(wire.Facts) error { return nil }
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d = d.Clone()
				a := float64(i) * 2 * math.Pi / 120
				d.Points[0].X, d.Points[0].Y = at.X+0.1*math.Cos(a), at.Y+0.1*math.Sin(a)
				err := s.Draw(b.Context(), session.Request{Doc: d, View: v, Late: late}, func(r *session.Result) error {
					picture.Paint(&blank{}, r.Picture, pal)
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkValues measures a cold fit and its values, for `make bench`.
func BenchmarkValues(b *testing.B) {
	view := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 480, H: 320, Scale: 1}
	for _, c := range []struct {
		head string
		w, h int
		n    []int
	}{
		{`{"version":1,"method":"knn","params":{"n_neighbors":1}}`, 480, 320, []int{200, 2000, 20_000}},
		{`{"version":1,"method":"knn","params":{"n_neighbors":15}}`, 480, 320, []int{200, 2000, 20_000}},
		{`{"version":1,"method":"voronoi","view":{"show":["cells"]}}`, 1, 1, []int{1000, 10_000, 100_000}},
	} {
		d, err := doc.DecodeHead([]byte(c.head))
		if err != nil {
			b.Fatal(err)
		}
		for _, n := range c.n {
			name := d.Method + "/" + strconv.Itoa(n)
			if k, ok := d.Params["n_neighbors"]; ok {
				name = fmt.Sprint(d.Method, "/k=", k, "/", n)
			}
			b.Run(name, func(b *testing.B) {
				d.Points = nil
				for seed := uint64(1); len(d.Points) < n; seed++ { // a data set has a maximal n
					more, err := dataset.Make(doc.Dataset{Name: "moons", N: min(n, 20_000), Noise: 0.25, Seed: seed})
					if err != nil {
						b.Fatal(err)
					}
					d.Points = append(d.Points, more...)
				}
				if d.Method == "voronoi" {
					for i := range d.Points {
						d.Points[i].Z = 0
					}
				}
				s := session.New(catalog.All())
				b.ReportAllocs()
				for b.Loop() {
					s.Forget()
					f, err := s.Fit(b.Context(), d)
					if err != nil {
						b.Fatal(err)
					}
					if _, _, err := session.Tabulate(b.Context(), f, view, c.w, c.h); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
