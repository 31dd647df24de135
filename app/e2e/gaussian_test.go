package e2e

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// factOf returns the number of a fact.
func (p *Page) factOf(name string) float64 {
	p.t.Helper()
	text := Eval[string](p, `document.querySelector(`+quote(`[data-fact="`+name+`"] dd`)+`)?.innerText || ""`)
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(text), "−", "-"), 64)
	if err != nil {
		p.t.Fatalf("fact %q: %q", name, text)
	}
	return v
}

const gaussianPair = `{"version":1,"method":"gaussian","params":{"ellipse":[[0,0],[1,0],[0,1]],"at":[[2,-2.4]]},
	"names":{"x":"x","y":"y"},"view":{"x":[-4,4],"y":[-3,3]}}`

// The ellipse is dragged by an axis: the other axis stays perpendicular, and the correlation and the conditional
// distribution follow. Dragged by its mean, it keeps its shape; the line of the known value can be dragged, too.
func TestGaussianIsDragged(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, gaussianPair)})
	p.WaitReady()
	p.fits("densities")
	p.Move(1, 1)
	if r := p.factOf("correlation"); r != 0 {
		t.Errorf("of a circle the correlation is %v", r)
	}
	drag := func(x0, y0, x1, y1 float64) {
		t.Helper()
		x, y := p.At(x0, y0)
		p.Press(x, y)
		x, y = p.At(x1, y1)
		p.DragTo(x, y)
		p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
		p.Lift()
		p.Move(1, 1)
		p.WaitReady()
	}
	drag(1, 0, 1.5, 1.5)
	at := method.PlacesOf(p.Doc().Params["ellipse"])
	if u, v := at[1], at[2]; math.Abs(u[0]*v[0]+u[1]*v[1]) > 1e-9 || math.Abs(math.Hypot(v[0], v[1])-1) > 1e-9 ||
		math.Abs(u[1]-1.5) > 0.05 {
		t.Errorf("the axes end at %v", at)
	}
	// Σ = uuᵀ + vvᵀ with u = (1.5, 1.5) and v = (−1, 1)/√2.
	if r := p.factOf("correlation"); math.Abs(r-1.75/2.75) > 0.02 {
		t.Errorf("the correlation is %v, want %v", r, 1.75/2.75)
	}
	before := p.factOf("conditional_mean")
	if math.Abs(before-2*1.75/2.75) > 0.06 {
		t.Errorf("given x = 2 the mean of y is %v", before)
	}
	p.Screenshot("gaussian-pair")
	drag(2, -2.4, -2, -2.4)
	if now := p.factOf("conditional_mean"); math.Abs(now+before) > 0.06 {
		t.Errorf("given x = −2 the mean of y is %v, and was %v given x = 2", now, before)
	}
	drag(0, 0, 0, 1)
	if now := p.factOf("conditional_mean"); math.Abs(now+before-1) > 0.12 {
		t.Errorf("the mean is moved up by 1: the conditional's is %v", now)
	}
	if now := method.PlacesOf(p.Doc().Params["ellipse"]); math.Abs(now[1][1]-at[1][1]-now[0][1]) > 1e-8 ||
		now[0][1] < 0.9 {
		t.Errorf("the axes did not go with the mean: %v", now)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if now := method.PlacesOf(p.Doc().Params["ellipse"]); now[0][1] != 0 || now[1][1] != at[1][1] {
		t.Errorf("undone the ellipse is at %v", now)
	}
	p.Move(p.At(0.5, 0.5))
	p.saysThere("y given x")
	mx, my := p.inPlot(p.written(p.Doc()), "matrix", "matrix")
	p.Move(mx+8, my-8) // in the upper right quarter
	p.saysThere("Covariance of x and y")
	p.Screenshot("gaussian-matrix")
}

// A value of the vector is fixed: when it is dragged, the others follow, and the plot of two values is chosen in the
// matrix. A click fixes another value.
func TestVectorBends(t *testing.T) {
	long(t)
	p := Start(t, Options{Dark: true,
		Path: link(t, `{"version":1,"method":"gaussian","params":{"picture":"vector","n_values":13,
	"kernel":"rbf(1)"},"points":[[0,1,0]],"view":{"x":[-3.4,3.4],"y":[-3,3]}}`)})
	p.WaitReady()
	p.fits("two_values")
	p.Move(p.At(0.5, 0))
	p.saysThere("0.8824")
	x, y := p.At(0, 1)
	p.Press(x, y)
	x, y = p.At(0, -2)
	p.DragTo(x, y)
	p.Screenshot("vector-held")
	p.Lift()
	p.WaitReady()
	p.Move(p.At(0.5, 0))
	p.saysThere("−1.7")
	x, y = p.inCell(p.written(p.Doc()), "matrix", "matrix", 2, 9)
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	if d := p.Doc().Params; d["value_i"] != 3.0 || d["value_j"] != 10.0 {
		t.Errorf("a click in the matrix chose %v and %v", d["value_i"], d["value_j"])
	}
	p.Move(1, 1)
	p.Screenshot("vector")
	n := len(p.Doc().Points)
	x, y = p.At(2, 1.5)
	p.Changed(func() { p.Click(x, y) })
	if len(p.Doc().Points) != n+1 {
		t.Error("a click adds no value that is known")
	}
	p.Move(1, 1)
	p.WaitReady()
	p.Screenshot("vector-two")
}

// On a phone, the handles of the ellipse are visible, and choosing another picture from the list adds no points.
func TestGaussianOnThePhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Path: link(t, gaussianPair)})
	p.WaitReady()
	p.Screenshot("gaussian-phone")
	dark := false // a pixel left of the handle at (0, 1), on its left arm, is dark
	for x := -0.5; x < -0.1; x += 0.02 {
		c := p.colourAt(x, 1)
		dark = dark || int(c.R)+int(c.G)+int(c.B) < 150
	}
	if !dark {
		t.Error("where an axis of the ellipse ends there is no handle")
	}
	for _, picture := range []string{"sum", "bayes", "vector", "pair"} {
		p.Changed(func() {
			p.Do(`(() => { const s = document.getElementById("p-picture"); s.value = ` + strconv.Quote(picture) +
				`; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
		})
		p.WaitReady()
		if n := len(p.Doc().Points); n != 0 {
			t.Errorf("%s has %d points that nobody has set", picture, n)
		}
		p.Screenshot("gaussian-phone-" + picture)
	}
}
