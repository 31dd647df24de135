package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// recorder replaces Web Audio and records what is scheduled.
const recorder = `{
	window.heard = [];
	window.contexts = 0;
	class Param {
		constructor(of) { this.of = of; }
		setValueAtTime(value, at) { heard.push({ of: this.of, how: "set", value, at }); }
		linearRampToValueAtTime(value, at) { heard.push({ of: this.of, how: "ramp", value, at }); }
		setTargetAtTime(value, at) { heard.push({ of: this.of, how: "target", value, at }); }
	}
	class Gain { constructor() { this.gain = new Param("gain"); } connect() {} }
	class Oscillator {
		get frequency() { return new Param(this.type); }
		connect() {}
		start(at) { heard.push({ of: this.type, how: "start", value: 0, at }); }
		stop(at) { heard.push({ of: this.type, how: "stop", value: 0, at }); }
	}
	window.AudioContext = class {
		currentTime = 10;
		constructor() { contexts++; }
		resume() {}
		createGain() { return new Gain(); }
		createOscillator() { return new Oscillator(); }
		createStereoPanner() { return { pan: new Param("pan"), connect() {} }; }
	};
}`

// scheduled is a call to Web Audio.
type scheduled struct {
	Of, How   string
	Value, At float64
}

// heard returns the calls since the last call of heard.
func (p *Page) heard() []scheduled {
	p.t.Helper()
	return Eval[[]scheduled](p, `heard.splice(0)`)
}

// voices counts the sounds of a kind that were started: "triangle" for tones, "square" for ticks.
func voices(list []scheduled, kind string) (n int) {
	for _, x := range list {
		if x.Of == kind && x.How == "start" {
			n++
		}
	}
	return n
}

// A key plays the picture from left to right: its pitch changes at the boundary, and a text says so. A second press
// ends it. If the switch is on, each step of the cursor makes a sound, else none.
func TestSound(t *testing.T) {
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(recorder)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	p.Do(`document.querySelector("#stage").focus()`)
	if n := Eval[int](p, `contexts`); n != 0 {
		t.Fatal("sound is opened unasked")
	}
	p.Key("s")
	p.Wait(`heard.some((x) => x.of === "square")`)
	list := p.heard()
	// The position of the boundary according to the engine, on the horizontal line through the middle.
	v := Eval[[4]float64](p, `(v => [...v.x, ...v.y])(pointscape.view())`)
	d, err := doc.Decode([]byte(twoClasses))
	p.must(err)
	f, err := session.New(catalog.All()).Fit(method.Unstopped, d)
	p.must(err)
	r, err := f.Trace(method.Unstopped, wire.Trace{X0: v[0], X1: v[1], Y: (v[2] + v[3]) / 2, N: 200})
	p.must(err)
	at := 0
	for r.Classes[at] == 0 {
		at++
	}
	var hz []scheduled
	jumps := 0
	for _, x := range list {
		switch {
		case x.Of == "triangle" && (x.How == "set" || x.How == "ramp"):
			hz = append(hz, x)
		case x.Of == "gain" && !(x.Value >= 0 && x.Value <= 0.1):
			t.Errorf("a gain of %v", x.Value)
		}
	}
	if len(hz) != 200 {
		t.Fatalf("%d pitches: %v", len(hz), hz)
	}
	for i, x := range hz {
		if i > 0 && x.How == "set" {
			if jumps++; i != at || x.Value < 1.3*hz[i-1].Value || math.Abs(x.At-hz[0].At-3*float64(at)/199) > 1e-6 {
				t.Errorf("place %d jumps to %v Hz from %v, want %d to", i, x.Value, hz[i-1].Value, at)
			}
		}
	}
	if jumps != 1 || voices(list, "square") != 1 || math.Abs(hz[199].At-hz[0].At-3) > 1e-6 {
		t.Errorf("%d jumps", jumps)
	}
	// The pitch is higher at the left end, where the class is certain, than at the boundary.
	if !(hz[0].Value > hz[at-1].Value) {
		t.Errorf("%v Hz at the left end, %v at the boundary", hz[0].Value, hz[at-1].Value)
	}
	p.Key("s")
	p.Wait(`heard.length >= 3`)
	if end := p.heard(); len(end) != 3 || end[0].How != "target" || end[0].Value != 0 || end[1].How != "stop" ||
		end[2].How != "stop" || end[1].At > 10.1 {
		t.Errorf("a second press: %v", end)
	}
	if s := p.Text("#live"); s != "" {
		t.Errorf("it was ended, and told: %q", s)
	}
	p.Key("s")
	p.Wait(`heard.some((x) => x.of === "square")`)
	p.Pass(3 * time.Second)
	p.Wait(`document.querySelector("#live").textContent !== ""`)
	cut := v[0] + (v[1]-v[0])*(float64(at)-0.5)/199
	if s, want := p.Text("#live"), fmt.Sprintf(" at x₂ = %.2g: class 1. From x₁ = %.2f on, class 2.", (v[2]+v[3])/2,
		cut); !strings.HasPrefix(s, "From x₁ = ") || !strings.HasSuffix(s, want) {
		t.Errorf("told %q, want %q", s, want)
	}
	// Another document ends it, and so does hiding the page.
	p.heard()
	for what, end := range map[string]string{
		"another document": `pointscape.set(` + quote(strings.Replace(twoClasses, `"C":10`, `"C":9`, 1)) + `)`,
		"a hidden page":    `Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true}); document.dispatchEvent(new Event("visibilitychange")); delete document.visibilityState`,
	} {
		p.Key("s")
		p.Wait(`heard.some((x) => x.of === "square")`)
		p.Do(`heard.splice(0); ` + end)
		p.Wait(`heard.some((x) => x.how === "target")`)
		p.WaitReady()
		if list := p.heard(); voices(list, "triangle") != 0 {
			t.Errorf("%s: %v", what, list)
		}
	}

	// The cursor is silent until the sound is switched on.
	walk := func(n int) {
		t.Helper()
		for range n {
			p.Key("ArrowRight")
		}
	}
	p.Key("Home")
	p.WaitReady()
	walk(3)
	p.ClickOn("#menu-theme")
	p.ClickOn("#hear-cursor")
	p.Wait(`document.querySelector("#hear-cursor").ariaPressed === "true"`)
	p.Key("Escape")
	p.Do(`document.querySelector("#stage").focus()`)
	if list := p.heard(); len(list) != 0 {
		t.Errorf("with the switch off: %v", list)
	}
	ticks, last := 0, 0.0
	for i := range 30 {
		p.Key("ArrowRight")
		p.Wait(`heard.some((x) => x.how === "start")`)
		p.Wait(twoFrames)
		list := p.heard()
		if n := voices(list, "triangle"); n != 1 {
			t.Fatalf("step %d: %d tones", i, n)
		}
		pan := 0.0
		for _, x := range list {
			if x.Of == "pan" {
				pan = x.Value
			}
		}
		if i > 0 && pan <= last {
			t.Errorf("step %d: from the side %v after %v", i, pan, last)
		}
		ticks, last = ticks+voices(list, "square"), pan
	}
	if ticks > 1 {
		t.Errorf("%d ticks on the way across one boundary", ticks)
	}
	p.Reload()
	p.WaitReady()
	if n := Eval[int](p, `contexts`); n != 0 {
		t.Error("sound is opened unasked after a reload")
	}
	p.ClickOn("#menu-theme")
	p.Wait(`document.querySelector("#hear-cursor").ariaPressed === "true"`)
	// The button plays the picture, too, and shows that it does.
	p.ClickOn("#hear")
	p.Wait(`document.querySelector("#hear").ariaPressed === "true" && heard.some((x) => x.of === "triangle")`)
	p.ClickOn("#hear")
	p.Wait(`document.querySelector("#hear").ariaPressed === "false"`)
}

// If there is nothing to play, or the browser can't play sound, the page says so, in its language. A rising line has a
// rising pitch. What a question hides can't be heard.
func TestSilent(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Clock: true})
	p.Inject(recorder)
	p.Open("?lang=fr" + link(t, `{"method":"tsne","dataset":{"name":"blobs","n":20,"noise":0.1,"seed":1}}`))
	p.WaitReady()
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("s")
	p.Wait(`/rien à jouer/.test(document.querySelector(".over").innerText)`)
	p.Set(`{"method":"least_squares","points":[[0,0],[1,1],[2,2]]}`)
	p.Key("s")
	p.Wait(`heard.some((x) => x.of === "triangle")`)
	p.Pass(3 * time.Second)
	p.Wait(`/^De\sx\s=.*la\splus\spetite\svaleur/.test(document.querySelector("#live").textContent)`)
	rises := Eval[bool](p, `(list => list.length === 200 && list.every((x, i) => !i || x.value >= list[i - 1].value) &&
		list[199].value > list[0].value)(heard.filter((x) => x.of === "triangle" && (x.how === "set" || x.how === "ramp")))`)
	if !rises {
		t.Error("a line that rises does not sound so")
	}
	// What a question hides can't be heard.
	p.Open("?lang=en&course=linear/naive")
	p.WaitReady()
	p.Wait(`document.querySelector(".app.veiled")`)
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("s")
	p.Wait(`/no picture to play yet/.test(document.querySelector(".over").innerText) && heard.length === 0`)
	p.Inject(`delete window.AudioContext`)
	p.OpenURL("about:blank")
	p.Open("?embed=1" + link(t, twoClasses))
	p.WaitReady()
	p.Do(`document.querySelector("#stage").focus()`)
	p.Key("s")
	p.Wait(`/cannot play sound|peut pas jouer de son/.test(document.querySelector(".over").innerText)`)
}
