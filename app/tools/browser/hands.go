//go:build unix

package browser

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"
)

// hands is a Tab's mouse and keys, made of WebDriver actions (https://www.w3.org/TR/webdriver2/#actions), which BiDi
// has, too.
type hands struct {
	of interface {
		perform(sources ...source) error
		Evaluate(js string, limit time.Duration) ([]byte, error)
	}
}

// A source is an input device with its actions, tick by tick: all devices of one call begin together.
type source struct {
	Type       string            `json:"type"`
	ID         string            `json:"id"`
	Parameters map[string]string `json:"parameters,omitempty"`
	Actions    []action          `json:"actions"`
}

type action map[string]any

// keyCodes are the codes of keys without a character.
var keyCodes = map[string]string{
	"Backspace": "\uE003", "Tab": "\uE004", "Enter": "\uE007", "Shift": "\uE008", "Ctrl": "\uE009", "Alt": "\uE00A",
	"Escape": "\uE00C", "PageUp": "\uE00E", "PageDown": "\uE00F", "End": "\uE010", "Home": "\uE011", "ArrowLeft": "\uE012",
	"ArrowUp": "\uE013", "ArrowRight": "\uE014", "ArrowDown": "\uE015", "Delete": "\uE017", "F2": "\uE032",
}

// whileHeld presses modifier keys before the actions of a device, and releases them after it.
func whileHeld(held int64, s source) []source {
	keys := source{Type: "key", ID: "held"}
	press := func(kind string) {
		for _, k := range []struct {
			name string
			bit  int64
		}{{"Alt", int64(Alt)}, {"Ctrl", int64(Ctrl)}, {"Shift", int64(Shift)}} {
			if held&k.bit != 0 {
				keys.Actions = append(keys.Actions, action{"type": kind, "value": keyCodes[k.name]})
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

// typed returns the key actions of a text, one after the other.
func typed(text string) source {
	s := source{Type: "key", ID: "keys"}
	for _, r := range text {
		key := string(r)
		if r == '\n' { // given the character, WebKit's driver drops it
			key = keyCodes["Enter"]
		}
		s.Actions = append(s.Actions, action{"type": "keyDown", "value": key}, action{"type": "keyUp", "value": key})
	}
	return s
}

var buttons = map[input.MouseButton]int{"left": 0, "middle": 1, "right": 2}

func mouse(actions ...action) source {
	return source{Type: "pointer", ID: "mouse", Parameters: map[string]string{"pointerType": "mouse"}, Actions: actions}
}

func (h *hands) Mouse(e input.DispatchMouseEventParams) error {
	a := move(e.X, e.Y)
	switch e.Type {
	case "mousePressed":
		a = action{"type": "pointerDown", "button": buttons[e.Button]}
	case "mouseReleased":
		a = action{"type": "pointerUp", "button": buttons[e.Button]}
	}
	return h.of.perform(whileHeld(e.Modifiers, mouse(a))...)
}

// Click clicks as fast as possible: the time between two clicks decides whether they are a double click.
func (h *hands) Click(at input.DispatchMouseEventParams, button input.MouseButton, n int) error {
	s := mouse(move(at.X, at.Y))
	for range n {
		for _, kind := range []string{"pointerDown", "pointerUp"} {
			s.Actions = append(s.Actions, action{"type": kind, "button": buttons[button]})
		}
	}
	return h.of.perform(whileHeld(at.Modifiers, s)...)
}

func (h *hands) Wheel(x, y, dy float64, held int64) error {
	return h.of.perform(whileHeld(held, source{Type: "wheel", ID: "wheel", Actions: []action{
		{"type": "scroll", "x": math.Round(x), "y": math.Round(y), "deltaX": 0, "deltaY": math.Round(dy)}}})...)
}

func move(x, y float64) action {
	return action{"type": "pointerMove", "duration": 0, "origin": "viewport", "x": math.Round(x), "y": math.Round(y)}
}

func (h *hands) Key(name string, held int64) error {
	key, ok := keyCodes[name]
	switch {
	case name == "Space":
		key = " "
	case !ok && utf8.RuneCountInString(name) == 1:
		key = name
	case !ok:
		return fmt.Errorf("there is no key %q", name)
	}
	return h.of.perform(whileHeld(held, typed(key))...)
}

func (h *hands) Type(text string) error { return h.of.perform(typed(text)) }

func (h *hands) Insert(text string) error {
	b, err := json.Marshal(text)
	if err == nil {
		_, err = h.of.Evaluate(`document.execCommand("insertText", false, `+string(b)+`)`, Patience)
	}
	return err
}

// settled returns a script that runs another one, the body of an async function, and passes its value or error to
// browserDone. (The page must have no such name.)
func settled(body string) string {
	return `(async () => { ` + body + ` })().then((v) => JSON.stringify(v) ?? "null").then((Value) => browserDone({Value}),
		(e) => browserDone({Wrong: String(e?.stack ? e + "\n" + e.stack : e) || "an error"}))`
}

// settlement is the result of such a script.
type settlement struct{ Value, Wrong string }

// unreadable is the error of a script that cannot be parsed.
type unreadable struct{ error }

// evaluate runs a script in an async function: as an expression whose value is returned or, if it is not one, as
// statements.
func evaluate(js string, run func(script string) (settlement, error)) ([]byte, error) {
	out, err := run(settled("return (" + js + "\n)"))
	if errors.As(err, new(unreadable)) {
		out, err = run(settled(js))
	}
	if err == nil && out.Wrong != "" {
		err = errors.New(out.Wrong)
	}
	return []byte(out.Value), err
}
