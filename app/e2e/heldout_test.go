package e2e

import "testing"

const toHoldOut = `{"version":1,"method":"perceptron","params":{"max_iter":20},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.2,0.2,0],[0.3,0.6,0],[0.5,0.5,0],[0.7,0.3,1],[0.8,0.7,1],[0.6,0.8,0]]}`

// errorsShown returns the table of errors by role, row by row.
const errorsShown = `[...document.querySelectorAll("#facts tr, .facts tr")].map((r) => r.innerText.replace(/\s+/g, " ").trim()).join("; ")`

// Points are held out by a key and by clicks: they become hollow at once, their errors are shown, undo takes back the
// last click, and the link contains the roles.
func TestHoldingOutByHand(t *testing.T) {
	p := Start(t, Options{Path: link(t, toHoldOut)})
	p.WaitReady()
	split := func() string { return p.Doc().Split.Roles }
	full := p.colourAt(0.8, 0.7)
	at := func(x, y float64) (float64, float64) { return p.At(x, y) }
	x, y := at(0.8, 0.7)
	p.Do(`document.getElementById("stage").focus()`)
	p.Move(x, y)
	p.Changed(func() { p.Key("r") })
	if split() != "....v" {
		t.Errorf("the key R: %q", split())
	}
	p.Wait(`document.getElementById("readout-at").innerText.includes("validation point")`)
	p.Move(1, 1)
	if hollow := p.colourAt(0.8, 0.7); hollow == full || hollow.R < 240 {
		t.Errorf("the middle of a validation point is %v, and was %v", hollow, full)
	}
	p.Wait(`(` + errorsShown + `).includes("Validation")`)
	// By clicks, which then neither move nor add points.
	p.ClickOn("#hold")
	p.Wait(`document.getElementById("hold").getAttribute("aria-pressed") === "true"`)
	x, y = at(0.6, 0.8)
	p.Changed(func() { p.Click(x, y) })
	p.Changed(func() { p.Click(x, y) })
	if d := p.Doc(); d.Split.Roles != "....vt" || len(d.Points) != 6 || d.Points[5].X != 0.6 {
		t.Errorf("by clicks: %+v", d)
	}
	p.Wait(`(` + errorsShown + `).includes("Test")`)
	p.Wait(`document.getElementById("picture-alt").innerText.includes("1 validation point and 1 test point")`)
	// The player shows the curve of the validation error.
	p.Wait(`document.querySelector(".player").innerText.toLowerCase().includes("validation error")`)
	p.Screenshot("held-out")
	p.Key("Escape")
	p.Wait(`document.getElementById("hold").getAttribute("aria-pressed") === "false"`)
	p.Changed(func() { p.Key("Ctrl+z") })
	if split() != "....vv" {
		t.Errorf("undone: %q", split())
	}
	p.followed()
	p.Reload()
	p.WaitReady()
	if split() != "....vv" {
		t.Errorf("in the link: %q", split())
	}
}

// Shares select the held-out points; "Reshuffle" changes their seed, and all can be included again.
func TestHoldingOutByShare(t *testing.T) {
	long(t)
	p := Start(t, Options{Dark: true, Path: link(t,
		`{"version":1,"method":"knn","params":{"n_neighbors":1},"dataset":{"name":"moons","n":160,"noise":0.35,"seed":4}}`)})
	p.WaitReady()
	p.ClickOn("#menu-data")
	p.Wait(`document.getElementById("d-validate")`)
	p.Changed(func() { p.Fill("#d-validate", "0.25"); p.Key("Enter") })
	p.Changed(func() { p.Fill("#d-test", "0.25"); p.Key("Enter") })
	if s := p.Doc().Split; s.Validate != 0.25 || s.Test != 0.25 {
		t.Errorf("the shares are %+v", s)
	}
	p.Wait(`document.getElementById("held-out").innerText.startsWith("80 training points, 40 for validation, 40 for the test")`)
	p.Screenshot("held-out-data")
	p.Changed(func() { p.ClickOn("#reshuffle") })
	if s := p.Doc().Split; s.Seed != 1 {
		t.Errorf("reshuffled: %+v", s)
	}
	p.Changed(func() { p.ClickOn("#hold-none") })
	if s := p.Doc().Split; !s.IsZero() {
		t.Errorf("switched off: %+v", s)
	}
}
