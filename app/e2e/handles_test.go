package e2e

import (
	"image/color"
	"slices"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// twoHeaps has two clusters of points, and starting centres below the left one and above the right one.
const twoHeaps = `{"version":1,"method":"kmeans","params":{"init":"given","starts":[[0.2,0.4],[0.8,0.5]]},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.15,0.75],[0.25,0.8],[0.2,0.7],[0.75,0.25],[0.85,0.3],[0.8,0.2]]}`

// starts returns the starting centres of the document.
func starts(p *Page) [][]float64 {
	return Eval[[][]float64](p, `pointscape.get().params.starts || []`)
}

// distance returns the largest difference of two colours in a channel.
func distance(a, b color.RGBA) (d int) {
	for _, k := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B)} {
		d = max(d, k, -k)
	}
	return d
}

// While a handle is dragged, the picture and the colours of points follow; it is one undo step, and the link contains
// the result.
func TestHandlesAreDragged(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoHeaps)})
	p.WaitReady()
	p.Move(1, 1)
	left, right := p.colourAt(0.25, 0.8), p.colourAt(0.85, 0.3)
	if left == right {
		t.Fatalf("points of both clusters are %v", left)
	}
	p.Screenshot("handles")
	// Drag the first starting centre beyond the other cluster, which then belongs to it.
	x0, y0 := p.At(0.2, 0.4)
	x1, y1 := p.At(0.85, 0.1)
	p.Press(x0, y0)
	p.DragTo(x1, y1)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	// The path of a centre may cover a point's middle, so colours are compared approximately.
	if a, b := p.colourAt(0.25, 0.8), p.colourAt(0.85, 0.3); distance(a, right) > 40 || distance(b, left) > 40 {
		t.Errorf("colours while it is held: %v and %v, were %v and %v", a, b, left, right)
	}
	p.Screenshot("handle-held")
	p.Lift()
	p.Move(1, 1)
	p.WaitReady()
	moved := starts(p)
	if len(moved) != 2 || moved[0][0] < 0.84 || moved[0][0] > 0.86 || moved[0][1] > 0.11 ||
		!slices.Equal(moved[1], []float64{0.8, 0.5}) {
		t.Fatalf("let go at %v", moved)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if at := starts(p); !slices.Equal(at[0], []float64{0.2, 0.4}) || p.colourAt(0.25, 0.8) != left {
		t.Errorf("undone: %v", at)
	}
	p.Changed(func() { p.Key("Ctrl+Shift+z") })
	d, err := doc.DecodeLink(p.followed())
	if at := method.PlacesOf(d.Params["starts"]); err != nil || len(at) != 2 || !slices.Equal(at[0], moved[0]) {
		t.Errorf("the address has %v, %v; want %v", at, err, moved)
	}
}

// Without a mouse: the positions of the initialisation are adopted, clicks are set to add centres, and by keys one is
// added, selected, moved and removed, and its coordinates are typed.
func TestHandlesByKeys(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Phone, Dark: true,
		Path: link(t, `{"version":1,"method":"kmeans","params":{"n_clusters":2},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.15,0.75],[0.25,0.8],[0.2,0.7],[0.75,0.25],[0.85,0.3],[0.8,0.2]]}`)})
	p.WaitReady()
	p.Changed(func() {
		p.Do(`(() => { const s = document.getElementById("p-init"); s.value = "given"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	if at := starts(p); len(at) != 2 {
		t.Fatalf("taken over: %v", at)
	}
	p.Do(`document.getElementById("stage").focus()`)
	p.Key("h")
	p.Wait(`document.getElementById("add-starts").checked`)
	p.Key("Enter") // shows the cursor
	p.Changed(func() { p.Key("Enter") })
	if at := starts(p); len(at) != 3 || at[2][0] != 0.5 {
		t.Fatalf("added: %v", at)
	}
	if n := len(p.Doc().Points); n != 6 {
		t.Errorf("%d points", n)
	}
	p.Screenshot("handles-phone")
	// Keyboard selection begins with the handles; the card has their coordinates.
	p.Key("n")
	p.Wait(`document.getElementById("live").textContent.includes("starting centre 1 of 3")`)
	if got := Eval[string](p, `document.querySelector(".card").getAttribute("aria-label")`); got != "Starting centre 1" {
		t.Errorf("the card is of %q", got)
	}
	p.Key("Tab")
	p.Key("Tab")
	p.Wait(`document.getElementById("card-x")?.value === "0.5"`)
	p.Changed(func() { p.Fill("#card-y", "0.9") })
	if at := starts(p); at[2][1] != 0.9 {
		t.Errorf("typed: %v", at)
	}
	p.Do(`document.getElementById("stage").focus()`)
	p.Key("n")
	p.Key("p")
	p.Wait(`document.querySelector(".card")?.getAttribute("aria-label") === "Starting centre 3"`)
	p.Key("Enter")
	p.Changed(func() { p.Key("ArrowLeft") })
	p.Key("Enter")
	p.WaitReady()
	if at := starts(p); at[2][0] >= 0.5 || at[2][1] != 0.9 {
		t.Errorf("moved by keys: %v", at)
	}
	p.Changed(func() { p.Key("Delete") })
	if at := starts(p); len(at) != 2 {
		t.Errorf("removed: %v", at)
	}
}

// In an embedded frame a finger drags a handle, adds one, and holds points out, if the address allows it.
func TestHandlesAndHoldingOutInAFrame(t *testing.T) {
	long(t)
	small := Window{Width: 480, Height: 360, Scale: 2, Touch: true}
	p := Start(t, Options{Path: "?embed=1" + link(t, twoHeaps), Window: small})
	p.WaitReady()
	x, y := p.At(0.5, 0.9)
	p.Tap(x, y)
	p.Wait(`document.querySelector("#stage.active")`)
	x0, y0 := p.At(0.2, 0.4)
	x1, y1 := p.At(0.4, 0.2)
	p.Changed(func() { p.Swipe(x0, y0, x1, y1) })
	p.WaitReady()
	if at := starts(p); len(at) != 2 || at[0][0] < 0.37 || at[0][0] > 0.43 || at[0][1] > 0.24 {
		t.Errorf("dragged to %v", at)
	}
	p.TapOn(`label[for="add-starts"]`)
	p.Wait(`document.getElementById("add-starts").checked`)
	// The choice has taken the focus, and so the frame no longer reacts to fingers.
	p.Tap(x, y)
	p.Wait(`document.querySelector("#stage.active")`)
	p.Changed(func() { p.Tap(x, y) })
	if at, n := starts(p), len(p.Doc().Points); len(at) != 3 || n != 6 {
		t.Errorf("a tap adds: %v, %d points", at, n)
	}
	p.Screenshot("handles-frame")

	p = Start(t, Options{Path: "?embed=1&controls=hold_out" + link(t, toHoldOut), Window: small})
	p.WaitReady()
	if p.Has(".strip-note") {
		t.Errorf("the frame says %q", p.Text(".strip-note"))
	}
	p.TapOn("#hold")
	p.Wait(`document.getElementById("hold").getAttribute("aria-pressed") === "true"`)
	x, y = p.At(0.8, 0.7)
	if !Eval[bool](p, `document.querySelector("#stage.active") !== null`) {
		p.Tap(x, y)
		p.Wait(`document.querySelector("#stage.active")`)
	}
	p.Changed(func() { p.Tap(x, y) })
	p.Changed(func() { p.Tap(x, y) })
	if d := p.Doc(); d.Split.Roles != "....t" || len(d.Points) != 6 {
		t.Errorf("by taps: %+v", d)
	}
	p.Screenshot("held-out-frame")
}
