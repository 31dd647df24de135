package e2e

import (
	"image/color"
	"testing"
)

// cross has four points and is wider than high: its first principal axis is horizontal.
const cross = `{"version":1,"method":"pca","view":{"x":[0,1],"y":[0,1]},"points":[[0.3,0.5,0],[0.7,0.5,0],[0.5,0.48,0],[0.5,0.52,0]]}`

// violet reports whether a colour is that of the first axis, rather than the background or a point.
func violet(c color.RGBA) bool { return int(c.B) > int(c.G)+60 && int(c.R) > int(c.G)+30 }

// A dragged point turns the principal axes during the drag, and undo turns them back.
func TestDraggedPointTurnsTheAxes(t *testing.T) {
	long(t) // TestHeldPoint drags a point
	p := Start(t, Options{Path: link(t, cross)})
	p.WaitReady()
	p.Move(1, 1)
	const said = `document.querySelector("p.status").innerText.includes("keeps 99\u00a0%")`
	if !violet(p.colourAt(0.42, 0.5)) || violet(p.colourAt(0.5, 0.75)) || !Eval[bool](p, said) {
		t.Fatalf("along x the picture is %v, upwards %v", p.colourAt(0.42, 0.5), p.colourAt(0.5, 0.75))
	}
	p.Screenshot("pca")
	x, y := p.At(0.5, 0.52)
	p.Press(x, y)
	x1, y1 := p.At(0.5, 0.97)
	p.DragTo(x1, y1)
	p.Wait(`!(` + said + `)`)
	p.Wait(twoFrames)
	if c := p.colourAt(0.5, 0.75); !violet(c) {
		t.Errorf("a point is held far above the others, and the first axis does not go up to it: %v", c)
	}
	p.Changed(func() { p.Lift() })
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Wait(said)
	p.Wait(twoFrames)
	if c := p.colourAt(0.5, 0.75); violet(c) {
		t.Errorf("the point is back, and the first axis goes up all the same: %v", c)
	}
}
