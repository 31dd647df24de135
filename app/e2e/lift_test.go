package e2e

import (
	"math"
	"testing"

	"pointscape/engine/doc"
)

// Two rings, a bowl that lifts them, and the plane between them.
const lifted = `{"version":1,"method":"feature_map","params":{"map":"paraboloid","C":100},"dataset":{"name":"circles","n":200,"noise":0.06,"seed":3},"view":{"x":[-0.1,1.1],"y":[0,1]}}`

// A hand turns the space, in one step of undo; a point that is dragged in the plane moves in the space while it is held,
// and so does the cut; who points at a point sees it in both.
func TestTheLift(t *testing.T) {
	p := Start(t, Options{Path: link(t, lifted), Window: Window{Width: 1400, Height: 860}})
	p.WaitReady()
	p.Wait(`document.getElementById("panel-space")?.width > 100`)
	p.WaitReady()
	p.Move(1, 1)
	p.Screenshot("lift")
	ink := func() float64 { return p.plotPixels("space") }
	turn := func() (a, e float64) {
		a, e = 30, 20
		if d := p.Doc(); d.Params != nil {
			if v, ok := d.Params["azimuth"].(float64); ok {
				a = v
			}
			if v, ok := d.Params["elevation"].(float64); ok {
				e = v
			}
		}
		return a, e
	}
	box := Eval[[]float64](p, `(() => { const r = document.getElementById("panel-space").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	x, y := box[0]+box[2]/2, box[1]+box[3]/2
	before := ink()
	p.Press(x, y)
	p.DragTo(x+60, y+20)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	if held := ink(); held == before {
		t.Error("the space does not follow the hand that turns it")
	}
	p.Screenshot("turned")
	p.Lift()
	p.WaitReady()
	if a, e := turn(); math.Abs(a-60) > 1 || math.Abs(e-30) > 1 {
		t.Errorf("it is turned to %g, %g", a, e)
	}
	if n := len(p.Doc().Points); n != 200 {
		t.Errorf("then there are %d points", n)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if a, e := turn(); a != 30 || e != 20 {
		t.Errorf("one step back it is turned to %g, %g", a, e)
	}
	p.WaitReady()

	// A point of the inner ring goes outwards.
	var far doc.Point
	for _, q := range p.Doc().Points {
		if q.Class() == 1 && q.X > far.X {
			far = q
		}
	}
	before = ink()
	x0, y0 := p.At(far.X, far.Y)
	x1, y1 := p.At(far.X+0.2, far.Y)
	p.Press(x0, y0)
	p.DragTo((x0+x1)/2, y1)
	p.DragTo(x1, y1)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	if held := ink(); held == before {
		t.Error("the space does not follow the point that is dragged")
	}
	p.Screenshot("dragged")
	p.Lift()
	p.WaitReady()
	still := ink()
	p.Move(x1, y1)
	p.saysThere("Φ(x)")
	if ink() == still {
		t.Error("a point of the plane is not lit in space")
	}
	p.Screenshot("lit")
	p.Key("x") // the space has the large place
	p.WaitReady()
	p.Move(1, 1)
	p.Screenshot("large")
}
