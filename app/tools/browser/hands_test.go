//go:build unix

package browser

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A recorder is a tab that does nothing and records what its hands would do.
type recorder struct {
	hands
	did string
}

func (r *recorder) perform(sources ...source) error {
	b, err := json.Marshal(sources)
	r.did = string(b)
	return err
}

func (r *recorder) Evaluate(js string, _ time.Duration) ([]byte, error) {
	r.did = js
	return []byte("null"), nil
}

func TestHands(t *testing.T) {
	r := &recorder{}
	r.hands.of = r
	at := input.DispatchMouseEventParams{Type: "mouseMoved", X: 1.6, Y: 2, Modifiers: int64(Shift)}
	for _, c := range []struct {
		name string
		do   func() error
		want []string // in this order
	}{
		{"move", func() error { return r.Mouse(at) }, []string{keyCodes["Shift"], `"pause"`, "keyUp",
			`"pause"`, `"x":2,"y":2`}},
		{"press", func() error {
			return r.Mouse(input.DispatchMouseEventParams{Type: "mousePressed", Button: "right"})
		}, []string{`"button":2,"type":"pointerDown"`}},
		{"double click", func() error { return r.Click(input.DispatchMouseEventParams{X: 3, Y: 4}, "left", 2) },
			[]string{`"x":3,"y":4`, "pointerDown", "pointerUp", "pointerDown", "pointerUp"}},
		{"wheel", func() error { return r.Wheel(5, 6, -7.2, 0) }, []string{`"type":"wheel"`, `"deltaY":-7`}},
		{"key", func() error { return r.Key("ArrowLeft", int64(Ctrl)) }, []string{keyCodes["Ctrl"], keyCodes["ArrowLeft"]}},
		{"space", func() error { return r.Key("Space", 0) }, []string{`"keyDown","value":" "`, `"keyUp","value":" "`}},
		{"text", func() error { return r.Type("a\n") }, []string{`"value":"a"`, keyCodes["Enter"]}},
		{"insert", func() error { return r.Insert(`"é`) }, []string{`insertText`, `"\"é"`}},
	} {
		if err := c.do(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		rest := r.did
		for _, w := range c.want {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				plain, err := json.Marshal(r.did)
				t.Errorf("%s: no %s in %s, %v", c.name, w, plain, err)
			}
			rest = after
		}
	}
	if err := r.Key("F99", 0); err == nil {
		t.Error("a key that there is not is pressed")
	}
}

// A script is an expression, or statements without a value; an exception becomes an error.
func TestEvaluate(t *testing.T) {
	tries := 0
	run := func(out settlement, readable int) func(string) (settlement, error) {
		tries = 0
		return func(string) (settlement, error) {
			if tries++; tries < readable {
				return settlement{}, unreadable{errors.New("SyntaxError")}
			}
			return out, nil
		}
	}
	if b, err := evaluate("1", run(settlement{Value: "1"}, 1)); string(b) != "1" || err != nil || tries != 1 {
		t.Errorf("%s, %v, %d tries", b, err, tries)
	}
	if b, err := evaluate("{}", run(settlement{Value: "null"}, 2)); string(b) != "null" || err != nil || tries != 2 {
		t.Errorf("%s, %v, %d tries", b, err, tries)
	}
	if _, err := evaluate("{", run(settlement{}, 3)); err == nil {
		t.Error("what is no script has no error")
	}
	if _, err := evaluate("x", run(settlement{Wrong: "x is not defined"}, 1)); err == nil {
		t.Error("what is thrown is no error")
	}
}

// answering is a tab in which all scripts have the same value.
type answering struct {
	Tab
	json string
	log  Log
}

func (a *answering) Log() *Log                                      { return &a.log }
func (a *answering) Evaluate(string, time.Duration) ([]byte, error) { return []byte(a.json), nil }

func TestEval(t *testing.T) {
	nothing := &answering{json: "null"}
	if _, err := Eval[int](nothing, 0, ""); err == nil {
		t.Error("null is a number")
	}
	if p, err := Eval[*int](nothing, 0, ""); p != nil || err != nil {
		t.Errorf("%v, %v", p, err)
	}
	if _, err := Eval[chromedp.Void](nothing, 0, ""); err != nil {
		t.Error(err)
	}
	if s, err := Eval[string](&answering{json: `"x"`}, 0, ""); s != "x" || err != nil {
		t.Errorf("%q, %v", s, err)
	}
	if err := Wait(&answering{json: "true"}, Patience, "true"); err != nil {
		t.Error(err)
	}
	gone := &answering{json: "false"}
	gone.log.lost()
	if err := Wait(gone, Patience, "x"); err == nil || !strings.Contains(err.Error(), "ended the page's process") {
		t.Errorf("a page whose process has ended: %v", err)
	}
}
