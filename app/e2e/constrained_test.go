package e2e

import (
	"math"
	"strings"
	"testing"
)

// onAPad is a document with three constraints, of which only the line, g₁, is active at the optimum.
const onAPad = `{"version":1,"method":"constrained","params":{"f_center":[[0.9,0.9]],"f_curvature_2":2,"g1_at":[[0.8,0.2],[0.2,0.8]],"g2_at":[[0.4,0.4],[0.9,0.4]],"g3":"half_plane","g3_at":[[0.1,0.05],[0.6,0.05]]},"view":{"x":[-0.2,1.2],"y":[0,1.1],"show":["isolines","feasible","forces","touching","path","dual"]}}`

// handlesOf returns the positions of the handles of a parameter of the document.
func handlesOf(p *Page, param string) [][]float64 {
	return Eval[[][]float64](p, `pointscape.get().params.`+param)
}

// After the active constraint is dragged away, another one is active. Its first handle moves the whole constraint, its
// second one rotates it, and each drag is one undo step. Handles can't be added or removed.
func TestConstraintsAreDragged(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, onAPad)})
	p.WaitReady()
	active := func(want string) {
		t.Helper()
		if got := factValue(p, "active"); got != want {
			t.Errorf("active is %q, not %q", got, want)
		}
	}
	active("g₁")
	p.Screenshot("constrained")
	// Drag the line by its first handle to the right: it becomes inactive, and the disc becomes active at the optimum.
	x0, y0 := p.At(0.8, 0.2)
	x1, y1 := p.At(1.1, 0.5)
	p.Press(x0, y0)
	p.DragTo(x1, y1)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	p.Screenshot("constrained-held")
	p.Lift()
	p.Move(1, 1)
	p.WaitReady()
	at := handlesOf(p, "g1_at")
	if len(at) != 2 || math.Abs(at[0][0]-1.1) > 0.01 || math.Abs(at[1][0]-at[0][0]+0.6) > 1e-6 ||
		math.Abs(at[1][1]-at[0][1]-0.6) > 1e-6 {
		t.Errorf("dragged by the first handle, the line is at %v", at)
	}
	active("g₂")
	// The second handle rotates it and leaves the first one in place.
	x0, y0 = p.At(at[1][0], at[1][1])
	x1, y1 = p.At(0.3, 0.7)
	p.Changed(func() { p.Drag(x0, y0, x1, y1) })
	if turned := handlesOf(p, "g1_at"); turned[0][0] != at[0][0] || math.Abs(turned[1][0]-0.3) > 0.01 {
		t.Errorf("turned by the second handle, the line is at %v", turned)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Changed(func() { p.Key("Ctrl+z") })
	active("g₁")
	p.RightClick(x0, y0)
	if at := handlesOf(p, "g1_at"); len(at) != 2 {
		t.Errorf("a handle was removed: %v", at)
	}
	// A click can only add points: no handle can be added.
	if p.Has(`#add-g1_at`) {
		t.Error("another place of a constraint can be added")
	}
}

// On a phone, the canvas above the points has the resolution of the points' canvas, and with the barrier method the
// status speaks of the central path.
func TestConstrainedOnThePhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Dark: true, Path: link(t, strings.Replace(onAPad, `"params":{`,
		`"params":{"algorithm":"barrier",`, 1))})
	p.WaitReady()
	p.Screenshot("constrained-phone")
	// With another resolution, what is drawn above the points would have a wrong position.
	if !Eval[bool](p, `["width", "height"].every((k) =>
			document.getElementById("stage-above")[k] === document.getElementById("stage-points")[k])`) {
		t.Error("what the model draws over the points has another resolution than they have")
	}
	if got := p.Text("p.status"); !strings.Contains(got, "central path") {
		t.Errorf("the status is %q", got)
	}
}
