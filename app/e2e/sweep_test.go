package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// sweepDoc has a sweep of C that is ready to play: 100 steps in two seconds.
var sweepDoc = strings.Replace(twoClasses, `"view":{`, `"view":{"sweep":{"param":"C","from":0.01,"to":100,"steps":100,`+
	`"log":true,"seconds":2},`, 1)

// played is the state of a sweep's bar.
type played struct {
	C       float64
	Value   string // as shown in the bar
	At, Max int
	Label   string // label of the button
	Slider  string // value of the parameter's own slider; "" if there is none
}

func (p *Page) sweep() played {
	p.t.Helper()
	return Eval[played](p, `({
		C: pointscape.get().params.C ?? 1, Value: document.querySelector("#sweep-value")?.textContent ?? "",
		At: +(document.querySelector("#sweep-at")?.value ?? -1), Max: +(document.querySelector("#sweep-at")?.max ?? -1),
		Label: document.querySelector("#sweep-toggle")?.getAttribute("aria-label") ?? "",
		Slider: document.querySelector("#s-C")?.getAttribute("aria-valuetext") ?? "",
	})`)
}

// sweepTo advances the time while a sweep plays, until it has started and is beyond value k.
func (p *Page) sweepTo(k int) {
	p.t.Helper()
	at := `+document.querySelector("#sweep-at").value`
	p.Wait(fmt.Sprintf(`%s < %d`, at, k))
	p.PassUntil(fmt.Sprintf(`%s > %d`, at, k), 20*time.Millisecond)
}

const sweepPlays = `document.querySelector("#sweep-toggle")?.getAttribute("aria-label") === "Pause"`

// TestSweep plays a parameter by the button beside its slider, pauses and steps it by keys, and undoes it in one undo
// step.
func TestSweep(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true})
	p.WaitReady()
	const undoes = `document.querySelector("button[aria-label=Undo]").title`
	undo := Eval[string](p, undoes)
	before := p.sweep()
	if before.At != -1 || !p.Has(`[data-row="C"] button[aria-label="Play C"]`) {
		t.Fatalf("a bar of %+v, or no button beside the slider", before)
	}
	p.Screenshot("before")
	state := p.State()
	p.Do(`clock.slow(true)`)
	p.ClickOn("#play-of-C")
	p.Wait(sweepPlays)
	p.sweepTo(20)
	p.Wait(undoes + ` !== ` + quote(undo))
	p.Screenshot("playing")
	p.ClickOn("#play-of-C") // the same button pauses
	p.Wait(`!(` + sweepPlays + `)`)
	p.Do(`clock.slow(false)`)
	p.WaitReady()
	at := p.sweep()
	if at.At <= 20 || at.At >= 199 || at.Value != at.Slider || p.State() < state+10 {
		t.Errorf("paused at %+v, in %d states", at, p.State()-state)
	}
	if d := p.Doc(); d.View.Sweep == nil || d.View.Sweep.Param != "C" || !d.View.Sweep.Log {
		t.Errorf("the document's sweep is %+v", d.View.Sweep)
	}
	sharp := p.Look()
	p.Accessible("a sweep", "#sweep")
	// Keys in the bar: a value forward and back, and forward by an arrow key.
	p.Do(`document.querySelector("#sweep-at").focus()`)
	p.Changed(func() { p.Key(".") })
	if now := p.sweep(); now.At != at.At+1 {
		t.Errorf("the key . leads from %d to %d", at.At, now.At)
	}
	p.Changed(func() { p.Key(",") })
	p.WaitReady()
	if now := p.sweep(); now.At != at.At || p.Look().Hash != sharp.Hash {
		t.Errorf("back at %d it is not the picture that it was", now.At)
	}
	p.Changed(func() { p.Key("ArrowRight") })
	if now := p.sweep(); now.At != at.At+1 || now.C == at.C {
		t.Errorf("the arrow leads from %+v to %+v", at, now)
	}
	// Escape stops it, wherever the focus is.
	p.Do(`clock.slow(true)`)
	p.Key(" ")
	p.Wait(sweepPlays)
	p.Key("Escape")
	p.Wait(`!(` + sweepPlays + `)`)
	p.Do(`clock.slow(false)`)
	p.WaitReady()
	// The whole sweep is one undo step.
	p.Changed(func() { p.Key("Ctrl+z") })
	p.WaitReady()
	if now := p.sweep(); now.C != before.C || now.At == -1 {
		t.Errorf("undone, it is %+v, it was %+v", now, before)
	}
	p.Wait(undoes + ` === ` + quote(undo))
	// It stops by itself at the end.
	p.Do(`{ const s = document.querySelector("#sweep-time"); s.value = "2"; s.dispatchEvent(new Event("change", {bubbles: true})); }`)
	p.ClickOn("#sweep-toggle")
	p.Wait(`!(` + sweepPlays + `) && document.querySelector("#sweep-at").value === document.querySelector("#sweep-at").max`)
	p.WaitReady()
	if now := p.sweep(); now.C != 1000 && now.C != 100 {
		t.Errorf("in the end it is %+v", now)
	}
	// After closing, there is no bar, and no sweep in the document.
	p.ClickOn("#sweep-close")
	p.Wait(`!document.querySelector("#sweep")`)
	if p.Doc().View.Sweep != nil {
		t.Error("the document still has a sweep")
	}
}

// TestSweepByALink: a sweep in a link is ready and does not play; any other edit stops it.
func TestSweepByALink(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, sweepDoc)})
	p.WaitReady()
	p.Still()
	begin := p.sweep()
	if begin.Label != "Play" || begin.Max != 100 {
		t.Fatalf("it begins with %+v", begin)
	}
	// Back and forth, it plays without end.
	p.ClickOn("#sweep-fro")
	p.Wait(`document.querySelector("#sweep-fro").getAttribute("aria-pressed") === "true"`)
	p.ClickOn("#sweep-toggle")
	p.Wait(`+document.querySelector("#sweep-at").value > 80`)
	p.Wait(`+document.querySelector("#sweep-at").value < 20`)
	// Adding a point stops it.
	x, y := p.At(0.1, 0.9)
	p.Click(x, y)
	p.Wait(`!(` + sweepPlays + `)`)
	p.WaitReady()
	// So does a click on the parameter's own slider, which sets the value there.
	p.ClickOn("#sweep-toggle")
	p.Wait(sweepPlays)
	p.Changed(func() { p.ClickOn("#s-C") })
	p.Wait(`!(` + sweepPlays + `)`)
	p.WaitReady()
	if at := p.sweep(); at.Value != at.Slider {
		t.Errorf("the bar says %s, the slider %s", at.Value, at.Slider)
	}
	// An invalid end of the range is reported beside it.
	p.Do(`{ const s = document.querySelector("#sweep-to"); s.value = "-5"; s.dispatchEvent(new Event("change", {bubbles: true})); }`)
	p.Wait(`document.querySelector("#sweep-wrong")`)
	if text := p.Text("#sweep-wrong"); !strings.Contains(text, "greater than 0") {
		t.Errorf("it says %q", text)
	}
	p.Screenshot("wrong")
	p.Do(`{ const s = document.querySelector("#sweep-to"); s.value = "10"; s.dispatchEvent(new Event("change", {bubbles: true})); }`)
	p.Wait(`!document.querySelector("#sweep-wrong")`)
	if s := p.Doc().View.Sweep; s.To != 10 || !s.Back {
		t.Errorf("the sweep is %+v", s)
	}
	// The document with the sweep is restored.
	p.Reload()
	p.WaitReady()
	if s := p.Doc().View.Sweep; s == nil || s.To != 10 || !p.Has("#sweep") {
		t.Errorf("found again, the sweep is %+v", s)
	}
}

// TestSweepPresented: in a presentation, the bar is below the stage, and keys on the stage step the sweep.
func TestSweepPresented(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, strings.Replace(sweepDoc, `"view":{`, `"view":{"present":true,`, 1)), Window: slides, Clock: true})
	p.WaitReady()
	p.Wait(`document.querySelector(".app.presenting #sweep")`)
	p.Do(`document.querySelector("#stage").focus()`)
	p.Changed(func() { p.Key(".") })
	p.Changed(func() { p.Key(".") })
	if at := p.sweep(); at.At != 1 || at.C == 1 {
		t.Errorf("two steps lead to %+v", at)
	}
	p.Changed(func() { p.Key(">") })
	if at := p.sweep(); at.At != 11 {
		t.Errorf("ten more lead to %+v", at)
	}
	p.Do(`clock.slow(true)`)
	p.ClickOn("#sweep-toggle")
	p.sweepTo(40)
	p.Key("Escape") // stops the sweep, not the presentation
	p.Wait(`!(` + sweepPlays + `)`)
	p.Do(`clock.slow(false)`)
	p.WaitReady()
	p.Screenshot("presented")
	if !p.Has(".app.presenting") {
		t.Error("Escape ended the presentation, too")
	}
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("presented-dark")
}

// TestSweepWithReducedMotion: nothing plays; the values are stepped one by one.
func TestSweepWithReducedMotion(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.media("prefers-reduced-motion", "reduce")
	p.Open(link(t, sweepDoc))
	p.WaitReady()
	if p.Has("#sweep-toggle") || !p.Has("#sweep-step") {
		t.Error("there is a button that plays, or none that steps")
	}
	p.Changed(func() { p.ClickOn("#play-of-C") })
	p.WaitReady()
	first := p.sweep()
	p.Changed(func() { p.ClickOn("#play-of-C") })
	p.WaitReady()
	p.Still()
	if at := p.sweep(); first.At != 0 || at.At != 1 {
		t.Errorf("two presses lead to %+v and %+v", first, at)
	}
}

// TestSweepOnAPhone: a finger plays and pauses the sweep, and the bar fits.
func TestSweepOnAPhone(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, sweepDoc), Window: Phone, Clock: true})
	p.WaitReady()
	for _, w := range []Window{Phone, Small} {
		p.Become(w)
		p.WaitReady()
		if over := Eval[[]string](p, `[...document.querySelectorAll("#sweep *")].filter(e => {
			const b = e.getBoundingClientRect();
			return b.width && (b.left < -0.5 || b.right > innerWidth + 0.5);
		}).map(e => e.id || e.className)`); len(over) > 0 {
			t.Errorf("%d wide: beyond the window are %v", w.Width, over)
		}
		if h := p.Box("#stage").H; h < 150 {
			t.Errorf("%d wide: the stage is %g high", w.Width, h)
		}
	}
	p.Become(Phone)
	p.Do(`clock.slow(true)`)
	p.TapOn("#sweep-toggle")
	p.sweepTo(20)
	p.TapOn("#sweep-toggle")
	p.Wait(`!(` + sweepPlays + `)`)
	p.Do(`clock.slow(false)`)
	p.WaitReady()
	p.Screenshot("phone")
	if at := p.sweep(); at.At <= 20 || at.At >= 100 {
		t.Errorf("paused at %+v", at)
	}
}

// TestSweepBesideTheSteps: the bars of the sweep and of the steps both fit on a small phone; playing one pauses the
// other.
func TestSweepBesideTheSteps(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Small, Path: link(t, strings.Replace(longWay, `"view":{`,
		`"view":{"sweep":{"param":"alpha","from":0.001,"to":10,"log":true,"seconds":40},`, 1)), Clock: true})
	p.WaitReady()
	p.Screenshot("small-both")
	if h := p.Box("#stage").H; h < 130 || !p.Has("#player") || !p.Has("#sweep") {
		t.Errorf("beside the player of steps the stage is %g high", h)
	}
	if text := p.Text("#sweep-value"); text != "1" || p.Box("#sweep-value").W < 8 {
		t.Errorf("the value is %q", text)
	}
	p.Do(`clock.slow(true)`)
	p.TapOn("#sweep-toggle")
	p.sweepTo(3)
	p.Wait(sweepPlays)
	p.TapOn("#play-toggle")
	p.Wait(`!(` + sweepPlays + `)`)
	p.TapOn("#sweep-toggle")
	p.Wait(sweepPlays + ` && document.querySelector("#play-toggle").getAttribute("aria-label") === "Play"`)
	p.Key("Escape")
	p.Wait(`!(` + sweepPlays + `)`)
}

// TestSweepInAFrame: a frame has the bar and the button only if the address asks for them.
func TestSweepInAFrame(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: "?embed=1&controls=C,gamma" + link(t, sweepDoc),
		Window: Window{Width: 640, Height: 440, Scale: 1}, Clock: true})
	p.WaitReady()
	if p.Has("#sweep") || p.Has(".play") {
		t.Error("a frame plays what its address did not ask for")
	}
	p.Open("?embed=1&sweep=1&controls=C,gamma" + link(t, sweepDoc))
	p.WaitReady()
	p.Do(`clock.slow(true)`)
	p.ClickOn("#play-of-C")
	p.sweepTo(20)
	p.ClickOn("#sweep-toggle")
	p.Wait(`!(` + sweepPlays + `)`)
	p.Do(`clock.slow(false)`)
	p.WaitReady()
	p.Screenshot("frame")
}
