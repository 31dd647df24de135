package e2e

import "testing"

// threeAtoms has five points coded by three atoms, which are handles. The watched point is the second.
const threeAtoms = `{"version":1,"method":"sparse_coding","params":{"dictionary":[[0.9,0.2],[0.45,0.75],[-0.5,0.65]],"alpha":0.1,"sample":2},
	"view":{"x":[-1,1.2],"y":[-0.4,1.2]},"points":[[0.7,-0.1,0],[0,0.85,0],[0.62,0.3,0],[-0.8,0.2,0],[-0.2,0.9,0]]}`

// Sparse coding is stepped forward and back; dragging an atom changes the picture, in one undo step; the bar of an atom
// describes it.
func TestSparseCoding(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, threeAtoms)})
	p.WaitReady()
	p.fits("code")
	p.stepThrough()
	x, y := p.inPlot(threeAtoms, "code", "d2")
	p.Move(x, y)
	p.saysThere("Atom 2")
	p.Move(1, 1)
	end := p.Look()

	// Drag the second atom into the direction of the watched point.
	x0, y0 := p.At(0.45, 0.75)
	x1, y1 := p.At(0, 1.1)
	p.Press(x0, y0)
	p.DragTo(x1, y1)
	p.Wait(`document.documentElement.dataset.pictureVersion === document.documentElement.dataset.stateVersion`)
	p.Lift()
	p.Move(1, 1)
	p.WaitReady()
	at := Eval[[][]float64](p, `pointscape.get().params.dictionary`)
	if len(at) != 3 || at[1][0] < -0.01 || at[1][0] > 0.01 || at[1][1] < 1.09 || at[1][1] > 1.11 {
		t.Fatalf("the atoms are at %v", at)
	}
	if now := p.Look(); now.Hash == end.Hash {
		t.Error("another atom, and the same picture")
	}
	p.Screenshot("sparse-coding")
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Move(1, 1)
	if now := p.Look(); now.Hash != end.Hash {
		t.Error("undone, and another picture")
	}
	p.Dark(true)
	p.Screenshot("sparse-coding-dark")
}

// A dictionary of 1,797 digits is learned while it plays, and steps forward and back.
func TestDictionaryOfDigits(t *testing.T) {
	long(t)
	p := Start(t, Options{Clock: true, Path: link(t,
		`{"version":1,"method":"dictionary","table":{"name":"digits"},"params":{"n_components":16,"alpha":8},"seed":1,"view":{"step":0}}`)})
	p.Wait(`document.querySelector("#step-of") && document.querySelector("#step-of").textContent === "200"`)
	p.WaitReady()
	p.playTo(12)
	far := p.Look()
	p.walk("a step back", func() { p.ClickOn("#play-back") }, far.Step-1)
	if again := p.walk("a step", func() { p.ClickOn("#play-step") }, far.Step); again.Hash != far.Hash {
		t.Errorf("step %d looks different when one comes back to it", far.Step)
	}
	p.fits("atoms")
	x, y := p.At(-0.6, -30)
	p.Move(x, y)
	p.saysThere("atoms, lost")
	p.Screenshot("dictionary-digits")
	p.Move(1, 1)
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("dictionary-digits-phone")
}
