//go:build !js

package ui

import (
	"strings"
	"testing"
	"time"

	"pointscape/app/room/sound"
	"pointscape/app/workers"
	"pointscape/engine/json"
	"pointscape/engine/wire"
)

// The line that is played goes through the keyboard's cursor, the selected point, or the middle. A point that is held,
// and the cursor in a frame, are silent.
func TestSoundOnThePage(t *testing.T) {
	c, e := open(t)
	var asked []wire.Trace
	e.posted = func(r workers.Request) {
		if r.Type != wire.TypeTrace {
			return
		}
		var q wire.Trace
		if err := json.Unmarshal(r.Head, &q); err != nil {
			t.Fatal(err)
		}
		asked = append(asked, q)
		values := make([]float64, q.N)
		classes := make([]int, q.N)
		b, err := json.Marshal(wire.Traced{Classes: classes, K: 2, Numbers: []int{0}, Names: []string{"class 1"}})
		if err != nil {
			t.Fatal(err)
		}
		e.recv(workers.Reply{Type: wire.TypeTraced, ID: r.ID, Head: b, Numbers: values})
	}
	c.client.Shown()
	played := func() *[]sound.Score { return &c.sounds.audio.scores }
	heights := func(want float64) {
		t.Helper()
		c.sound.Toggle()
		v := c.editor.View.Now()
		if q := asked[len(asked)-1]; q.X0 != v.X0 || q.X1 != v.X1 || q.Y != want || q.N != 200 || !c.sound.Busy() {
			t.Errorf("asked %+v, want the height %v", q, want)
		}
		c.sound.Stop()
	}
	v := c.editor.View.Now()
	heights((v.Y0 + v.Y1) / 2)
	c.editor.Selection.Set(2)
	heights(c.editor.Now().Points[2].Y)
	c.editor.Selection.Set(-1)
	c.gesture.Key("ArrowUp", false) // the cursor appears in the middle
	c.gesture.Key("ArrowUp", false)
	_, y, on := c.gesture.Keyboard()
	if !on || y <= (v.Y0+v.Y1)/2 {
		t.Fatalf("the cursor is at %v, %v", y, on)
	}
	heights(y)

	// An edit ends it.
	c.sound.Toggle()
	c.host.Add(0.1, 0.9)
	if c.sound.Busy() {
		t.Error("it goes on when the document is another one")
	}
	c.client.Shown()
	n := len(*played())
	c.gesture.Key("ArrowRight", false)
	c.host.Hover(30, 30, -1, true)
	if len(*played()) != n {
		t.Error("the cursor sounds unasked")
	}
	c.sound.Switch()
	step := func(key string, want int) {
		t.Helper()
		n := len(*played())
		c.gesture.Key(key, false)
		c.client.Shown()
		e.clock.Pass(time.Second)
		if got := len(*played()) - n; got != want {
			t.Errorf("%s: %d tones, want %d", key, got, want)
		}
	}
	step("ArrowRight", 1)
	step("ArrowUp", 1)
	n = len(*played())
	c.host.Hover(40, 40, -1, true)
	e.clock.Pass(time.Second)
	if len(*played()) != n+1 {
		t.Error("with the switch on a pointer is silent")
	}
	step("n", 1)
	step("Enter", 0) // grabbed
	step("ArrowRight", 0)
	step("Escape", 0)
	c.Embedded = true
	step("ArrowRight", 0)
	c.Embedded = false

	c.sounds.audio.mute = true
	c.sound.Toggle()
	if x := toast(c); !strings.Contains(x.Text, "cannot play sound") {
		t.Errorf("told %+v", x)
	}
	local.Set(sound.Key, "")
}
