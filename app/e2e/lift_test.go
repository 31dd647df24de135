package e2e

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// lifted has two rings, a paraboloid that lifts them, and the plane that separates them.
const lifted = `{"version":1,"method":"feature_map","params":{"map":"paraboloid","C":100},"dataset":{"name":"circles","n":200,"noise":0.06,"seed":3},"view":{"x":[-0.1,1.1],"y":[0,1]}}`

// The space is rotated by dragging, in one undo step; when a point is dragged in the plane, the space follows; pointing
// at a point of the plane highlights it in space.
func TestTheLift(t *testing.T) {
	long(t)
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
	box := Eval[[]float64](p,
		`(() => { const r = document.getElementById("panel-space").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
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
	p.Changed(func() { p.Key("Ctrl+z") })
	if a, e := turn(); a != 30 || e != 20 {
		t.Errorf("one step back it is turned to %g, %g", a, e)
	}
	p.WaitReady()

	// Drag a point of the inner ring outwards.
	var far doc.Point
	d, err := doc.Decode([]byte(lifted))
	if err == nil {
		d, err = session.New(catalog.All()).Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range d.Points {
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
	p.Move(1, 1)
	still := ink()
	p.Move(x1, y1)
	p.saysThere("Φ(x)")
	if ink() == still {
		t.Error("a point of the plane is not lit in space")
	}
	p.Screenshot("lit")
	p.Key("x") // the space takes the large place
	p.WaitReady()
	p.Move(1, 1)
	p.Screenshot("large")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("dark")
}

// On a phone, a horizontal swipe rotates the space and does not scroll the page; a vertical one scrolls the page and
// rotates nothing; a tap on a point shows its position.
func TestTheLiftOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, lifted), Window: Phone, Dark: true})
	p.WaitReady()
	p.TapOn("#tab-results")
	p.Wait(`document.getElementById("panel-space")?.width > 100`)
	p.Wait(`document.getElementById("panel-space").checkVisibility()`)
	p.Do(`document.getElementById("panel-space").scrollIntoView({block: "center"})`)
	p.WaitReady()
	b := p.Box("#panel-space")
	x, y := b.Center()
	before, at := p.plotPixels("space"),
		Eval[float64](p, `document.getElementById("panel-space").getBoundingClientRect().y`)
	p.Swipe(x, y, x+80, y-10)
	p.WaitReady()
	if p.plotPixels("space") == before {
		t.Error("a finger does not turn the space")
	}
	if now := Eval[float64](p, `document.getElementById("panel-space").getBoundingClientRect().y`); math.Abs(now-at) > 2 {
		t.Errorf("the page has moved by %g", now-at)
	}
	if a, _ := p.Doc().Params["azimuth"].(float64); math.Abs(a-70) > 2 {
		t.Errorf("it is turned to %g", a)
	}
	params := p.Doc().Params
	at = Eval[float64](p, `document.getElementById("panel-space").getBoundingClientRect().y`)
	p.Swipe(x, y+60, x+4, y-60)
	p.Wait(fmt.Sprintf(`document.getElementById("panel-space").getBoundingClientRect().y < %g`, at-20))
	p.Rests("#panel-space")
	p.WaitReady()
	if now := p.Doc().Params; !maps.Equal(now, params) {
		t.Errorf("a finger that scrolls has turned it: %v, before %v", now, params)
	}
	d := p.Doc()
	px, py := p.inPlotOf(d, nil, "space", "p0")
	p.Tap(px, py)
	p.saysThere("Φ(x)")
	p.Screenshot("phone")
}
