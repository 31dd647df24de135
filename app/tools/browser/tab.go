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

// Patience is how long anything may take.
const Patience = time.Minute

// asking is how long a page may take to answer what Wait asks, before Wait asks the page that may be there now.
const asking = 10 * time.Second

// Window is what a page is shown in.
type Window struct {
	Width, Height int     // CSS pixels
	Scale         float64 // device pixels per CSS pixel; 0 is 1
	Touch         bool    // a phone or tablet: touch, and the viewport meta counts
}

func (w Window) scale() float64 {
	if w.Scale == 0 {
		return 1
	}
	return w.Scale
}

// Modifier keys, of which several are added up.
const (
	Alt   = chromedp.ModifierAlt
	Ctrl  = chromedp.ModifierCtrl
	Shift = chromedp.ModifierShift
)

// A Tab is a page in a browser, by what every browser's driver can do. Positions are CSS pixels from the window's upper
// left corner.
type Tab interface {
	Log() *Log

	// Navigate opens an address, and Reload the same one again. They return when it has loaded.
	Navigate(url string) error
	Reload() error
	// Inject runs a script in each page that is opened from now on, before the page's own. WebKit's driver can't.
	Inject(js string) error
	// Evaluate runs a script, waits for its value where that is a promise, and returns it as JSON; undefined is null.
	Evaluate(js string, limit time.Duration) ([]byte, error)

	Resize(w Window) error
	Narrowest() int // pixels of the narrowest window that there can be
	// Media sets a media feature and clears all others.
	Media(feature, value string) error
	Front() error             // brings the window to the front
	Capture() ([]byte, error) // a PNG of the window
	Encodes() bool            // whether it encodes videos

	// Mouse is an event of the mouse, as Chromium's protocol has it.
	Mouse(e input.DispatchMouseEventParams) error
	// Click moves the mouse as the event says, and clicks n times there: 2 are a double click.
	Click(move input.DispatchMouseEventParams, button input.MouseButton, n int) error
	Wheel(x, y, dy float64, held int64) error
	// Touch is an event of fingers at x, y, x, y, ..., as Chromium's protocol has it.
	Touch(kind input.DispatchTouchEventType, at ...float64) error
	// Key presses a key by its name in KeyboardEvent.key, and Type the keys of a text.
	Key(name string, held int64) error
	Type(text string) error
	// Insert puts in a text all at once, as pasting does.
	Insert(text string) error
}

// Eval evaluates JavaScript in a tab, waits for its value where that is a promise, and decodes it. A value that is
// undefined or null is an error, unless T has a nil. With chromedp.Void there is no value.
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

// Wait waits until a JavaScript expression holds. An expression that fails does not hold.
func Wait(t Tab, limit time.Duration, expr string) error {
	holds := "(async () => { try { return !!(" + expr + ") } catch { return false } })()"
	var err error
	// Each question costs the browser some work: the longer it takes, the less often it is asked.
	pause := 10 * time.Millisecond
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(pause) {
		var ok bool
		// A page that is about to go cannot be asked, and one that the browser keeps, frozen, never answers: ask the
		// next one.
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
