//go:build js && wasm

package ui

import (
	"syscall/js"

	"pointscape/app/room/sound"
)

// The gains, as shares of full loudness, stay below 0.15 together. A tone fades in and out over ramp seconds, so that
// it makes no clicks.
const (
	voiceGain = 0.1
	tickGain  = 0.045
	tickHz    = 1700
	ramp      = 0.012
)

// audio plays scores with the Web Audio API.
type audio struct {
	context js.Value
	master  js.Value // gain of the score being played
	playing []js.Value
}

// open starts sound, which browsers allow after an action of the user; false if the browser has no sound.
func (a *audio) open() bool {
	if !a.context.Truthy() {
		make := js.Global().Get("AudioContext")
		if !make.Truthy() {
			return false
		}
		a.context = make.New()
	}
	a.context.Call("resume")
	return true
}

// opened reports whether sound was started.
func (a *audio) opened() bool { return a.context.Truthy() }

// play plays a score and stops the one being played.
func (a *audio) play(s sound.Score) {
	a.hush()
	c := a.context
	gain := func(to js.Value) js.Value {
		g := c.Call("createGain")
		g.Call("connect", to)
		return g
	}
	begin := c.Get("currentTime").Float() + ramp
	a.master = gain(c.Get("destination"))
	to := a.master
	if c.Get("createStereoPanner").Truthy() {
		to = c.Call("createStereoPanner")
		to.Call("connect", a.master)
		to.Get("pan").Call("setValueAtTime", s.Pan[0], begin)
		to.Get("pan").Call("linearRampToValueAtTime", s.Pan[1], begin+s.Seconds)
	}
	start := func(kind string) (hz, level js.Value) {
		o, g := c.Call("createOscillator"), gain(to)
		o.Set("type", kind)
		o.Call("connect", g)
		level = g.Get("gain")
		level.Call("setValueAtTime", 0, begin)
		o.Call("start", begin)
		o.Call("stop", begin+s.Seconds+4*ramp)
		a.playing = append(a.playing, o)
		return o.Get("frequency"), level
	}
	hz, level := start("triangle")
	// turn switches the voice on or off at a time.
	sounds := false
	turn := func(on bool, at float64) {
		if on == sounds {
			return
		}
		from, to := voiceGain, 0.0
		if on {
			from, to = to, from
		}
		sounds = on
		level.Call("setValueAtTime", from, at)
		level.Call("linearRampToValueAtTime", to, at+ramp)
	}
	for _, p := range s.Points {
		at := begin + p.At
		if p.Hz > 0 {
			how := "linearRampToValueAtTime"
			if p.Jump || !sounds {
				how = "setValueAtTime"
			}
			hz.Call(how, p.Hz, at)
		}
		turn(p.Hz > 0, at)
	}
	turn(false, begin+s.Seconds)
	if len(s.Ticks) == 0 {
		return
	}
	hz, level = start("square")
	hz.Call("setValueAtTime", tickHz, begin)
	for _, t := range s.Ticks {
		level.Call("setValueAtTime", 0, begin+t)
		level.Call("linearRampToValueAtTime", tickGain, begin+t+0.003)
		level.Call("linearRampToValueAtTime", 0, begin+t+0.025)
	}
}

// hush fades out the score being played.
func (a *audio) hush() {
	if len(a.playing) == 0 {
		return
	}
	now := a.context.Get("currentTime").Float()
	a.master.Get("gain").Call("setTargetAtTime", 0, now, ramp/3)
	for _, o := range a.playing {
		o.Call("stop", now+4*ramp)
	}
	a.playing = nil
}
