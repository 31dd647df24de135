package e2e

import (
	"math"
	"strconv"

	"github.com/chromedp/cdproto/input"
)

// What hands do, as the actions of WebDriver (https://www.w3.org/TR/webdriver2/#actions) say it, for a remote.

// A source is a device with what is done with it, tick by tick: all devices of one call begin together.
type source struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Parameters map[string]string `json:"parameters,omitempty"`
	Actions    []action          `json:"actions"`
}

type action map[string]any

// remoteKeys are the keys that have no character of their own.
var remoteKeys = map[string]string{
	"Backspace": "\uE003", "Tab": "\uE004", "Enter": "\uE007", "Shift": "\uE008", "Ctrl": "\uE009", "Alt": "\uE00A",
	"Escape": "\uE00C", "PageUp": "\uE00E", "PageDown": "\uE00F", "End": "\uE010", "Home": "\uE011", "ArrowLeft": "\uE012",
	"ArrowUp": "\uE013", "ArrowRight": "\uE014", "ArrowDown": "\uE015", "Delete": "\uE017", "F2": "\uE032",
}

// whileHeld has modifier keys pressed before what a device does, and released after it.
func whileHeld(held int64, s source) []source {
	keys := source{Type: "key", ID: "held"}
	press := func(kind string) {
		for _, k := range []struct {
			name string
			bit  int64
		}{{"Alt", int64(Alt)}, {"Ctrl", int64(Ctrl)}, {"Shift", int64(Shift)}} {
			if held&k.bit != 0 {
				keys.Actions = append(keys.Actions, action{"type": kind, "value": remoteKeys[k.name]})
			}
		}
	}
	press("keyDown")
	if len(keys.Actions) == 0 {
		return []source{s}
	}
	wait := func(n int) []action {
		var a []action
		for range n {
			a = append(a, action{"type": "pause", "duration": 0})
		}
		return a
	}
	before := len(keys.Actions)
	keys.Actions = append(keys.Actions, wait(len(s.Actions))...)
	s.Actions = append(wait(before), s.Actions...)
	press("keyUp")
	return []source{keys, s}
}

// typed are the keys of a text, one after the other.
func typed(text string) source {
	s := source{Type: "key", ID: "keys"}
	for _, r := range text {
		key := string(r)
		if r == '\n' { // as a character, WebKit's driver drops it
			key = remoteKeys["Enter"]
		}
		s.Actions = append(s.Actions, action{"type": "keyDown", "value": key}, action{"type": "keyUp", "value": key})
	}
	return s
}

var buttons = map[input.MouseButton]int{"left": 0, "middle": 1, "right": 2}

// mouseOf is an event of the mouse as Chromium's protocol has it.
func mouseOf(e input.DispatchMouseEventParams) []source {
	s := source{Type: "pointer", ID: "mouse", Parameters: map[string]string{"pointerType": "mouse"}}
	button := buttons[e.Button]
	switch e.Type {
	case "mousePressed":
		s.Actions = []action{{"type": "pointerDown", "button": button}}
	case "mouseReleased":
		s.Actions = []action{{"type": "pointerUp", "button": button}}
	default:
		s.Actions = []action{move(e.X, e.Y)}
	}
	return whileHeld(e.Modifiers, s)
}

// clicks are the clicks of a button, as fast as can be: whether two are a double one, the clock says.
func clicks(button input.MouseButton, n int, x, y float64) source {
	s := source{Type: "pointer", ID: "mouse", Parameters: map[string]string{"pointerType": "mouse"},
		Actions: []action{move(x, y)}}
	for range n {
		for _, kind := range []string{"pointerDown", "pointerUp"} {
			s.Actions = append(s.Actions, action{"type": kind, "button": buttons[button]})
		}
	}
	return s
}

func move(x, y float64) action {
	return action{"type": "pointerMove", "duration": 0, "origin": "viewport", "x": math.Round(x), "y": math.Round(y)}
}

// fingers is an event of fingers at x, y, x, y, ... as Chromium's protocol has it.
func (p *Page) fingers(kind input.DispatchTouchEventType, at []float64) []source {
	n := len(at) / 2
	if kind == "touchEnd" {
		n = p.down
	}
	var all []source
	for i := range n {
		s := source{Type: "pointer", ID: "finger" + strconv.Itoa(i), Parameters: map[string]string{"pointerType": "touch"}}
		if kind == "touchEnd" {
			s.Actions = []action{{"type": "pointerUp", "button": 0}}
		} else {
			s.Actions = []action{move(at[2*i], at[2*i+1])}
		}
		if kind == "touchStart" {
			s.Actions = append(s.Actions, action{"type": "pointerDown", "button": 0})
		}
		all = append(all, s)
	}
	p.down = n
	return all
}
