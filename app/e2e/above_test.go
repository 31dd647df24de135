package e2e

import (
	"bytes"
	"image"
	"image/color"
	_ "image/png"
	"strings"
	"testing"
)

// means is a document with two classes, each with a point on its mean. It shows only the layer of the means, which is
// painted above the points. noMeans shows no layer.
const means = `{"version":1,"method":"lda","view":{"x":[0,1],"y":[0,1],"show":["means"]},
	"points":[[0.3,0.5,0],[0.2,0.4,0],[0.4,0.6,0],[0.22,0.6,0],[0.38,0.4,0],[0.7,0.5,1],[0.6,0.4,1],[0.8,0.6,1],[0.62,0.6,1],[0.78,0.4,1]]}`

const noMeans = `{"version":1,"method":"lda","view":{"x":[0,1],"y":[0,1],"show":[]},
	"points":[[0.3,0.5,0],[0.2,0.4,0],[0.4,0.6,0],[0.22,0.6,0],[0.38,0.4,0],[0.7,0.5,1],[0.6,0.4,1],[0.8,0.6,1],[0.62,0.6,1],[0.78,0.4,1]]}`

// disc takes a screenshot and returns the pixels of a square of 21 pixels around a position of the plane.
func (p *Page) disc(x, y float64) (list []color.Color) {
	p.t.Helper()
	p.WaitReady()
	png, err := p.tab.Capture()
	p.must(err)
	img, _, err := image.Decode(bytes.NewReader(png))
	p.must(err)
	wx, wy := p.At(x, y)
	for j := -10; j <= 10; j++ {
		for i := -10; i <= 10; i++ {
			list = append(list, img.At(int(wx)+i, int(wy)+j))
		}
	}
	return list
}

// above returns how many pixels of the canvas above the points are more than half opaque, and their centroid in the
// window; 0 if the canvas is not displayed.
const above = `(() => {
	const c = document.getElementById("stage-above"), r = c.getBoundingClientRect();
	if (!r.width) return {x: 0, y: 0, painted: 0};
	const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
	let n = 0, x = 0, y = 0;
	for (let i = 0; i < d.length; i += 4) {
		if (d[i+3] > 127) { n++; x += i / 4 % c.width + .5; y += Math.floor(i / 4 / c.width) + .5; }
	}
	return {x: r.x + x / n * r.width / c.width, y: r.y + y / n * r.height / c.height, painted: n};
})()`

// What a model draws above the points is visible on a point, moves with the view, and disappears when its layer is
// switched off. Handles are drawn there, too.
func TestAboveThePoints(t *testing.T) {
	long(t)
	type place struct {
		X, Y    float64
		Painted int
	}
	p := Start(t, Options{Path: link(t, noMeans)})
	p.WaitReady()
	bare := p.disc(0.3, 0.5)
	if at := Eval[place](p, above); at.Painted != 0 {
		t.Errorf("%d pixels over the points, of nothing", at.Painted)
	}
	p.Changed(func() { p.Set(means) })
	seen, differ := p.disc(0.3, 0.5), 0
	for i := range seen {
		if seen[i] != bare[i] {
			differ++
		}
	}
	if differ < 40 {
		t.Errorf("the mark of the mean is hidden by the point on it: %d of %d pixels differ", differ, len(seen))
	}
	check := func(when string) {
		t.Helper()
		p.WaitReady()
		x, y := p.At(0.5, 0.5) // between the marks of the two means
		if at := Eval[place](p, above); at.Painted < 40 || !near(at.X, x, 1.5) || !near(at.Y, y, 1.5) {
			t.Errorf("%s the marks of the means are about %.1f, %.1f (%d pixels), not %.1f, %.1f", when, at.X, at.Y, at.Painted,
				x, y)
		}
	}
	check("at first")
	x, y := p.At(0.35, 0.55)
	p.Changed(func() { p.Wheel(x, y, 120) })
	check("after zooming")
	p.Become(Window{Width: 1000, Height: 700})
	check("in another window")
	p.Changed(func() { p.Set(noMeans) })
	p.WaitReady()
	if at := Eval[place](p, above); at.Painted != 0 {
		t.Errorf("switched off, %d pixels are left over the points", at.Painted)
	}
	p.Changed(func() { p.Set(strings.Replace(twoHeaps, `"view":{`, `"view":{"show":[],`, 1)) })
	p.WaitReady()
	x, y = p.At(0.5, 0.45) // between its two handles, which have numbers beside them
	if at := Eval[place](p, above); at.Painted < 40 || !near(at.X, x, 6) || !near(at.Y, y, 6) {
		t.Errorf("the handles are about %.1f, %.1f (%d pixels), not %.1f, %.1f", at.X, at.Y, at.Painted, x, y)
	}
}
