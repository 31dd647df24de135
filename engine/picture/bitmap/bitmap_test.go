package bitmap

import (
	"bytes"
	"flag"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"pointscape/engine/picture"
)

var out = flag.String("out", "", "directory to write the sample pictures to")

const width, height = 640, 460

func view(x0, x1, y0, y1 float64) picture.Viewport {
	return picture.Viewport{X0: x0, X1: x1, Y0: y0, Y1: y1, W: width, H: height, Scale: 1.5}
}

// sampleDecision returns a small kernel expansion with two classes.
func sampleDecision() *picture.Picture {
	v := view(-2, 2, -1.4, 1.475)
	g := v.Grid(240, 172)
	rng := rand.New(rand.NewPCG(1, 2))
	var xy []float64
	var class []int
	for i := range 90 {
		c := i % 2
		a := rng.Float64() * math.Pi
		x, y := math.Cos(a)-0.4, math.Sin(a)-0.25
		if c == 1 {
			x, y = 0.6-math.Cos(a)-0.2, 0.25-math.Sin(a)
		}
		xy = append(xy, 1.1*x+0.16*rng.NormFloat64(), 1.1*y+0.16*rng.NormFloat64())
		class = append(class, c)
	}
	f := make([]float32, g.W*g.H)
	eval := func(x, y float64) float64 {
		s := -0.05
		for i, c := range class {
			dx, dy := x-xy[2*i], y-xy[2*i+1]
			s += float64(2*c-1) * math.Exp(-6*(dx*dx+dy*dy)) * 0.45
		}
		return s
	}
	for j := range g.H {
		for i := range g.W {
			f[j*g.W+i] = float32(eval(g.X(i), g.Y(j)))
		}
	}
	r := &picture.Raster{Kind: picture.Decision, Grid: g, Planes: [][]float32{f}, Classes: []int{0, 1}, Hi: 2,
		Name: "decision function"}
	p := &picture.Picture{View: v, Alt: "Two moons and the decision function of a kernel expansion. The boundary is an S."}
	p.Add(r)
	p.Add(picture.ContourPath(f, g, 1, picture.RoleMargin, 1), picture.ContourPath(f, g, -1, picture.RoleMargin, 0))
	for _, b := range picture.ClassBoundaries(r) {
		p.Add(b)
	}
	ring, bound := &picture.Marks{Role: picture.RoleSupport}, &picture.Marks{Role: picture.RoleBounded}
	slack := &picture.Path{Role: picture.RoleSlack, Class: picture.NoClass}
	for i, c := range class {
		m := eval(xy[2*i], xy[2*i+1]) * float64(2*c-1)
		switch {
		case m < 0.8:
			bound.XY = append(bound.XY, xy[2*i], xy[2*i+1])
			slack.AddLine(xy[2*i], xy[2*i+1], xy[2*i]+0.1, xy[2*i+1]+0.12)
		case m < 1.25:
			ring.XY = append(ring.XY, xy[2*i], xy[2*i+1])
			ring.Size = append(ring.Size, rng.Float64())
		}
	}
	p.Add(slack, ring, bound)
	p.AddAxes(picture.Inside(10.5), picture.AxisOptions{})
	p.Add(picture.PointMarks(xy, class, nil))
	return p
}

// sampleScores returns a picture of several classes, each with a kernel of its own.
func sampleScores(classes int, kind picture.RasterKind) *picture.Picture {
	v := view(0, 1.391, 0, 1)
	g := v.Grid(240, 172)
	rng := rand.New(rand.NewPCG(5, 2))
	r := &picture.Raster{Kind: kind, Grid: g, Hi: 0.8}
	var xy []float64
	var class []int
	for c := range classes {
		cx, cy := (float64(c%3)+0.5)/3*1.39+0.06*rng.NormFloat64(), 1-(float64(c/3)+0.5)/float64((classes+2)/3)+
			0.05*rng.NormFloat64()
		for range 14 {
			xy = append(xy, cx+0.07*rng.NormFloat64(), cy+0.07*rng.NormFloat64())
			class = append(class, c)
		}
		plane := make([]float32, g.W*g.H)
		for j := range g.H {
			for i := range g.W {
				dx, dy := g.X(i)-cx, g.Y(j)-cy
				plane[j*g.W+i] = float32(math.Exp(-9*(dx*dx+dy*dy)) + 0.05*math.Sin(9*g.X(i)+float64(c)))
			}
		}
		r.Planes = append(r.Planes, plane)
		r.Classes = append(r.Classes, c)
	}
	if kind == picture.Shares {
		for n := range r.Planes[0] {
			var sum float64
			for _, p := range r.Planes {
				e := math.Exp(7 * float64(p[n]))
				p[n] = float32(e)
				sum += e
			}
			for _, p := range r.Planes {
				p[n] /= float32(sum)
			}
		}
	}
	if kind == picture.Labels {
		lab := make([]float32, g.W*g.H)
		for n := range lab {
			best := 0
			for k, p := range r.Planes {
				if p[n] > r.Planes[best][n] {
					best = k
				}
			}
			lab[n] = float32(best)
		}
		r.Planes = [][]float32{lab}
		r.Sharp = true
	}
	p := &picture.Picture{View: v, Alt: "Nine classes and where each of them wins."}
	p.Add(r)
	for _, b := range picture.ClassBoundaries(r) {
		p.Add(b)
	}
	p.AddAxes(picture.Inside(10.5), picture.AxisOptions{})
	p.Add(picture.PointMarks(xy, class, nil))
	return p
}

// sampleCurve returns a mean with bands, samples and points.
func sampleCurve() *picture.Picture {
	v := view(-3, 3, -2.2, 2.2)
	p := &picture.Picture{View: v, Alt: "A smooth curve through twelve points, with bands of one, two and three " +
		"standard deviations."}
	mean := func(x float64) float64 { return math.Sin(1.6*x) * (1 - 0.1*x) }
	sd := func(x float64) float64 { return 0.08 + 0.45*math.Pow(math.Abs(math.Sin(0.9*x+0.4)), 2) }
	const n = 200
	for _, k := range []float64{3, 2, 1} {
		var xy []float64
		for i := range n + 1 {
			x := v.X0 + (v.X1-v.X0)*float64(i)/n
			xy = append(xy, x, mean(x)+k*sd(x))
		}
		for i := n; i >= 0; i-- {
			x := v.X0 + (v.X1-v.X0)*float64(i)/n
			xy = append(xy, x, mean(x)-k*sd(x))
		}
		p.Add(&picture.Path{Role: picture.RoleBand, Class: picture.NoClass, Level: k, XY: xy, Closed: true})
	}
	for s := range 5 {
		var xy []float64
		for i := range n + 1 {
			x := v.X0 + (v.X1-v.X0)*float64(i)/n
			xy = append(xy, x, mean(x)+sd(x)*1.5*math.Sin(3*x+float64(s)*1.7))
		}
		p.Add(&picture.Path{Role: picture.RoleSample, Class: s, XY: xy})
	}
	var m, pts []float64
	for i := range n + 1 {
		x := v.X0 + (v.X1-v.X0)*float64(i)/n
		m = append(m, x, mean(x))
	}
	p.Add(&picture.Path{Role: picture.RoleMean, Class: picture.NoClass, XY: m})
	rng := rand.New(rand.NewPCG(3, 2))
	for range 14 {
		x := -2.7 + 5.4*rng.Float64()
		pts = append(pts, x, mean(x)+0.4*sd(x)*rng.NormFloat64())
	}
	p.AddAxes(picture.Inside(10.5), picture.AxisOptions{XLabel: "x", YLabel: "y"})
	p.Add(picture.PointMarks(pts, nil, nil))
	return p
}

// sampleField returns a field of values with isolines.
func sampleField(kind picture.RasterKind) *picture.Picture {
	v := view(-2, 2, -1.4, 1.475)
	g := v.Grid(160, 115)
	f := make([]float32, g.W*g.H)
	eval := func(x, y float64) float64 {
		return 1.2*math.Exp(-1.5*((x-0.8)*(x-0.8)+(y-0.3)*(y-0.3))) - math.Exp(-1.2*((x+0.7)*(x+0.7)+(y+0.2)*(y+0.2))) +
			0.15*math.Sin(3*x)*math.Cos(2*y)
	}
	for j := range g.H {
		for i := range g.W {
			f[j*g.W+i] = float32(eval(g.X(i), g.Y(j)))
		}
	}
	lo, hi := -1.2, 1.2
	r := &picture.Raster{Kind: kind, Grid: g, Planes: [][]float32{f}, Lo: lo, Hi: hi, Name: "mean"}
	p := &picture.Picture{View: v, Alt: "A hill and a hollow."}
	p.Add(r)
	p.Add(picture.Isolines(&picture.Raster{Planes: [][]float32{f}, Grid: g}, 9)...)
	rng := rand.New(rand.NewPCG(3, 2))
	var xy, val []float64
	for range 40 {
		x, y := -1.9+3.8*rng.Float64(), -1.3+2.6*rng.Float64()
		xy, val = append(xy, x, y), append(val, eval(x, y)+0.1*rng.NormFloat64())
	}
	m := picture.PointMarks(xy, nil, val)
	m.Lo, m.Hi = lo, hi
	m.Sequential = kind == picture.Sequential
	p.AddAxes(picture.Inside(10.5), picture.AxisOptions{})
	p.Add(m)
	return p
}

// sampleCells returns cells, circles, and marks that occur in no other sample.
func sampleCells() *picture.Picture {
	v := view(0, 1.391, 0, 1)
	p := &picture.Picture{View: v, Alt: "Cells of a hexagonal lattice."}
	var pts []float64
	var class []int
	edges := &picture.Path{Role: picture.RoleCellEdge, Class: picture.NoClass, Closed: true}
	rng := rand.New(rand.NewPCG(3, 2))
	circles := &picture.Path{Role: picture.RoleCircle, Class: picture.NoClass, Closed: true}
	for j := range 6 {
		for i := range 8 {
			cx, cy := (float64(i)+0.5*float64(j%2))*0.2, float64(j)*0.1732+0.05
			cell := &picture.Path{Role: picture.RoleCell, Class: (i + j) % 3, Closed: true, Weight: 0.3 + 0.7*rng.Float64()}
			for k := range 6 {
				s, c := math.Sincos(math.Pi * (float64(k)/3 + 1.0/6))
				cell.XY = append(cell.XY, cx+0.11547*c, cy+0.11547*s)
			}
			edges.AddLine(cell.XY...)
			p.Add(cell)
			pts = append(pts, cx+0.01*rng.NormFloat64(), cy+0.01*rng.NormFloat64())
			class = append(class, (i+j)%3)
			if (i+j)%5 == 0 {
				circles.AddCircle(cx, cy, 0.11547, 0.11547)
			}
		}
	}
	p.Add(edges, circles)
	del := &picture.Path{Role: picture.RoleDelaunay, Class: picture.NoClass}
	for i := 0; i+3 < len(pts); i += 2 {
		if math.Abs(pts[i]-pts[i+2]) < 0.3 {
			del.AddLine(pts[i : i+4]...)
		}
	}
	p.Add(del)
	reach := &picture.Path{Role: picture.RoleReach, Class: picture.NoClass, Closed: true}
	reach.AddCircle(0.7, 0.5, 0.22, 0.22)
	p.Add(reach)
	for c := range 3 {
		e := &picture.Path{Role: picture.RoleEllipse, Class: c, Closed: true}
		e.AddCircle(0.3+0.4*float64(c), 0.25, 0.15, 0.08)
		p.Add(e)
	}
	track := []float64{0.1, 0.9, 0.25, 0.8, 0.3, 0.7, 0.42, 0.72, 0.45, 0.65, 0.5, 0.62}
	p.Add(&picture.Path{Role: picture.RoleTrack, Class: picture.NoClass, XY: track},
		&picture.Marks{Role: picture.RoleTrack, XY: track},
		&picture.Marks{Role: picture.RoleOptimum, XY: []float64{0.52, 0.6}},
		&picture.Marks{Role: picture.RoleCursor, XY: []float64{1.1, 0.8}})
	p.Add(picture.PointMarks(pts, class, nil))
	p.Add(&picture.Marks{Role: picture.RoleCentroid, XY: []float64{0.3, 0.5, 0.75, 0.75, 1.1, 0.45},
		Class: []int{0, 1, 2}},
		&picture.Marks{Role: picture.RoleNeighbor, XY: pts[40:50]})
	p.Add(&picture.Label{Role: picture.RoleGuide, X: 0.7, Y: 0.72, Text: "radius 0.22", Anchor: picture.AnchorAbove})
	return p
}

func samples() map[string]*picture.Picture {
	return map[string]*picture.Picture{
		"decision": sampleDecision(), "scores": sampleScores(9, picture.Scores), "shares": sampleScores(4, picture.Shares),
		"labels": sampleScores(6, picture.Labels), "curve": sampleCurve(), "diverging": sampleField(picture.Diverging),
		"sequential": sampleField(picture.Sequential), "cells": sampleCells(),
	}
}

// Every sample in every palette has the right size, is painted, and is the same twice. With -out they are written to
// files for inspection.
func TestSamples(t *testing.T) {
	for name, p := range samples() {
		for _, pn := range picture.PaletteNames() {
			pal, _ := picture.PaletteByName(pn)
			if *out == "" && pn != "light" && pn != "dark" {
				continue
			}
			var b bytes.Buffer
			if err := WritePNG(&b, p, pal); err != nil {
				t.Fatal(err)
			}
			im, err := png.Decode(bytes.NewReader(b.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if s := im.Bounds().Size(); s.X != width*3/2 || s.Y != height*3/2 {
				t.Errorf("%s: %v pixels", name, s)
			}
			if *out != "" {
				if err := os.WriteFile(filepath.Join(*out, name+"-"+pn+".png"), b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				b.Reset()
				if err := picture.WriteSVG(&b, p, pal); err != nil {
					t.Fatal(err)
				}
				os.WriteFile(filepath.Join(*out, name+"-"+pn+".svg"), b.Bytes(), 0o644)
			}
		}
	}
}

// Pixels of the background, of a field, of a point, of a line and of letters are in the right places, at any scale.
func TestRender(t *testing.T) {
	pal, _ := picture.PaletteByName("dark")
	for _, scale := range []float64{0, 1, 2} {
		v := picture.Viewport{X0: 0, X1: 10, Y0: 0, Y1: 10, W: 100, H: 100, Scale: scale}
		g := picture.Viewport{X0: 5, X1: 10, Y0: 0, Y1: 10}.Grid(2, 2)
		p := &picture.Picture{View: v}
		p.Add(&picture.Raster{Kind: picture.Labels, Grid: g, Planes: [][]float32{{4, 4, 4, 4}}, Sharp: true},
			&picture.Path{Role: picture.RoleBoundary, Class: picture.NoClass, XY: []float64{0, 2, 10, 2}},
			picture.PointMarks([]float64{2.5, 7.5}, []int{1}, nil),
			&picture.Label{Role: picture.RoleGuide, X: 2.5, Y: 5, Text: "\u2588\u2588"},
			&picture.Label{Role: picture.RoleTick, X: 7.5, Y: 5, Text: "HHHH"})
		im := Render(p, pal)
		s := max(scale, 1)
		if b := im.Bounds().Size(); b.X != int(100*s) || b.Y != int(100*s) {
			t.Fatalf("scale %g: %v pixels", scale, b)
		}
		at := func(x, y float64) picture.Color {
			r, g, b, a := im.At(int(x*s), int(y*s)).RGBA()
			return picture.Color{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: uint8(a >> 8)}
		}
		for _, c := range []struct {
			what string
			x, y float64
			want picture.Color
		}{{"ground", 5, 50, pal.Background()}, {"field", 95, 10, pal.Tint(4, 0.7)}, {"point", 25, 25, pal.Class[1].Mark},
			{"boundary", 60, 80, pal.Ink}} {
			if got := at(c.x, c.y); got != c.want {
				t.Errorf("scale %g: %s is %s, want %s", scale, c.what, got.CSS(), c.want.CSS())
			}
		}
		// The letters leave ink in their box, and none above it.
		ink := func(y0, y1 float64) (n int) {
			for y := y0; y < y1; y += 1 / s {
				for x := 60.0; x < 90; x += 1 / s {
					if picture.Contrast(at(x, y), pal.Tint(4, 0.7)) > 4 {
						n++
					}
				}
			}
			return n
		}
		if in, out := ink(44, 56), ink(30, 42); in < 20 || out > 0 {
			t.Errorf("scale %g: %d pixels of text in its place, %d above", scale, in, out)
		}
	}
}

// In a plane without margins there is no gap between a number's background and the edge.
func TestGroundsReachTheEdge(t *testing.T) {
	for _, text := range []string{"light", "dark", "projector"} {
		pal, _ := picture.PaletteByName(text)
		v := picture.Viewport{X0: -1, X1: 1, Y0: -1, Y1: 1, W: 300, H: 170, Scale: 1}
		p := &picture.Picture{View: v}
		// The whole plane is covered by points of one class.
		var xy []float64
		for x := range 150 {
			for y := range 85 {
				xy = append(xy, v.DX(2*float64(x)+1), v.DY(2*float64(y)+1))
			}
		}
		p.Add(picture.PointMarks(xy, make([]int, len(xy)/2), nil))
		p.AddAxes(picture.Inside(pal.Text()), picture.AxisOptions{})
		im := Render(p, pal)
		ground := pal.Stage
		clear := func(x, y int) bool {
			r, g, b, _ := im.At(x, y).RGBA()
			return uint8(r>>8) == ground.R && uint8(g>>8) == ground.G && uint8(b>>8) == ground.B
		}
		rows, columns := 0, 0
		for _, l := range p.Layers {
			l, ok := l.(*picture.Label)
			if !ok {
				continue
			}
			px, py := int(v.PX(l.X)), int(v.PY(l.Y))
			if l.Anchor == picture.AnchorStart {
				rows++
				if !clear(0, py) || !clear(1, py) {
					t.Errorf("%s: something shows left of %q", text, l.Text)
				}
			} else {
				columns++
				if !clear(px-3, v.H-1) || !clear(px+3, v.H-2) {
					t.Errorf("%s: something shows under %q", text, l.Text)
				}
			}
		}
		if rows < 2 || columns < 2 {
			t.Errorf("%s: %d numbers up, %d across", text, rows, columns)
		}
	}
}
