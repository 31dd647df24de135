//go:build !js

package browser

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Patience is the usual time limit of an operation.
const Patience = time.Minute

// asking is the time limit of one evaluation in Wait. After it, Wait evaluates again, perhaps in a page opened
// meanwhile.
const asking = 10 * time.Second

// Window is the size and kind of a page's window.
type Window struct {
	Width, Height int     // CSS pixels
	Scale         float64 // device pixels per CSS pixel; 0 is 1
	Touch         bool    // a phone or tablet: it has touch events, and the viewport meta tag applies
}

func (w Window) scale() float64 {
	if w.Scale == 0 {
		return 1
	}
	return w.Scale
}

// Modifier keys, which can be added up.
const (
	Alt   = chromedp.ModifierAlt
	Ctrl  = chromedp.ModifierCtrl
	Shift = chromedp.ModifierShift
)

// A Tab is a page in a browser, with the operations that every browser's driver supports. Positions are CSS pixels from
// the window's upper left corner.
type Tab interface {
	Log() *Log

	// Navigate opens an address, Reload opens it again. They return when the page has loaded.
	Navigate(url string) error
	Reload() error
	// Inject runs a script in each page that is opened from now on, before the page's own. WebKit's driver cannot.
	Inject(js string) error
	// Evaluate runs a script, awaits its value if that is a promise, and returns it as JSON; undefined becomes null.
	Evaluate(js string, limit time.Duration) ([]byte, error)

	Resize(w Window) error
	Narrowest() int // least possible width of a window, in pixels
	// Media sets a media feature and resets all others.
	Media(feature, value string) error
	Front() error             // brings the window to the front
	Capture() ([]byte, error) // returns a PNG of the window
	Encodes() bool            // reports whether the browser can encode videos

	// Mouse sends a mouse event in the form of Chromium's protocol.
	Mouse(e input.DispatchMouseEventParams) error
	// Click moves the mouse as the event says, and clicks n times there: 2 is a double click.
	Click(move input.DispatchMouseEventParams, button input.MouseButton, n int) error
	Wheel(x, y, dy float64, held int64) error
	// Touch sends a touch event with fingers at x, y, x, y, ..., in the form of Chromium's protocol.
	Touch(kind input.DispatchTouchEventType, at ...float64) error
	// Key presses a key by its name in KeyboardEvent.key, and Type the keys of a text.
	Key(name string, held int64) error
	Type(text string) error
	// Insert inserts a text all at once, like pasting.
	Insert(text string) error
}

// Eval evaluates JavaScript in a tab, awaits its value if that is a promise, and decodes it. A value of undefined or
// null is an error, unless T has a nil. With chromedp.Void there is no value.
func Eval[T any](t Tab, limit time.Duration, js string) (T, error) {
	v, err := ask[T](t, limit, js)
	return v, t.Log().Explain(err)
}

func ask[T any](t Tab, limit time.Duration, js string) (v T, err error) {
	b, err := t.Evaluate(js, limit)
	if _, none := any(v).(chromedp.Void); err != nil || none {
		return v, err
	}
	if string(b) == "null" {
		switch reflect.TypeFor[T]().Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			return v, nil
		}
		return v, fmt.Errorf("the value is undefined or null")
	}
	return v, json.Unmarshal(b, &v)
}

// Wait waits until a JavaScript expression is true; one that throws counts as false.
func Wait(t Tab, limit time.Duration, expr string) error {
	holds := "(async () => { try { return !!(" + expr + ") } catch { return false } })()"
	var err error
	// Each evaluation costs the browser some work: the longer Wait takes, the less often it evaluates.
	pause := 10 * time.Millisecond
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(pause) {
		var ok bool
		// A page that is about to be closed cannot be asked, and one that the browser keeps, frozen, never answers: the
		// next evaluation asks the page that is there then.
		if ok, err = ask[bool](t, min(asking, limit), holds); ok {
			return nil
		}
		if t.Log().Crashed() {
			break
		}
		pause = min(pause*3/2, 100*time.Millisecond)
	}
	return t.Log().Explain(fmt.Errorf("this has not come true: %s (%v)", expr, err))
}
