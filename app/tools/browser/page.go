//go:build !js

package browser

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Page is a tab of Chromium.
type Page struct {
	Ctx   context.Context // for commands of chromedp that Tab does not have
	log   *Log
	close func()
}

// NewPage drives the tab of a chromedp context, and records its events in a log.
func NewPage(ctx context.Context, log *Log) (*Page, error) {
	if err := chromedp.Listen(ctx, log.hear); err != nil {
		return nil, err
	}
	// A context that is run for the first time lives as long as its parent.
	if err := chromedp.Do(ctx); err != nil {
		return nil, err
	}
	return &Page{Ctx: ctx, log: log, close: func() {}}, nil
}

// Close closes a tab that Chromium.NewPage or NewTab has opened.
func (p *Page) Close() { p.close() }

func (p *Page) Log() *Log { return p.log }

// Run runs an action in a tab of Chromium, with a time limit.
func Run[T any](ctx context.Context, limit time.Duration, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// Call sends a command of Chromium's protocol.
func Call[P, R any](ctx context.Context, command cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	return chromedp.Call(ctx, command, params)
}

func (p *Page) Navigate(url string) error {
	_, err := Run(p.Ctx, Patience, chromedp.Navigate(url))
	return err
}

func (p *Page) Reload() error {
	_, err := Run(p.Ctx, Patience, chromedp.Reload())
	return err
}

func (p *Page) Inject(js string) error {
	_, err := Call(p.Ctx, cdppage.AddScriptToEvaluateOnNewDocument,
		cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: js})
	return err
}

func (p *Page) Evaluate(js string, limit time.Duration) ([]byte, error) {
	b, err := Run(p.Ctx, limit, chromedp.Evaluate[[]byte](js, chromedp.EvalAwaitPromise))
	if err == nil && len(b) == 0 {
		b = []byte("null")
	}
	return b, err
}

// Slow slows the page's thread down by a factor.
func (p *Page) Slow(times float64) error {
	_, err := Call(p.Ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
	return err
}

func (p *Page) Resize(w Window) error {
	options := []chromedp.EmulateViewportOption{chromedp.EmulateScale(w.scale())}
	if w.Touch {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	_, err := Run(p.Ctx, Patience, chromedp.EmulateViewport(int64(w.Width), int64(w.Height), options...))
	return err
}

func (p *Page) Narrowest() int { return 0 }
func (p *Page) Encodes() bool  { return true }

func (p *Page) Media(feature, value string) error {
	_, err := Call(p.Ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
	return err
}

func (p *Page) Front() error {
	ctx, cancel := context.WithTimeout(p.Ctx, Patience)
	defer cancel()
	_, err := chromedp.CallBrowser(ctx, target.ActivateTarget, target.ActivateTargetParams{
		TargetID: chromedp.FromContext(p.Ctx).Target.TargetID,
	})
	return err
}

func (p *Page) Capture() ([]byte, error) { return Run(p.Ctx, Patience, chromedp.CaptureScreenshot()) }

func (p *Page) Mouse(e input.DispatchMouseEventParams) error {
	_, err := Call(p.Ctx, input.DispatchMouseEvent, e)
	return err
}

func (p *Page) Click(move input.DispatchMouseEventParams, button input.MouseButton, n int) error {
	if err := p.Mouse(move); err != nil {
		return err
	}
	buttons := map[input.MouseButton]int64{"left": 1, "right": 2, "middle": 4}[button]
	// The clicks of a double click have close times, however long the page takes to handle each.
	at := input.TimeSinceEpoch(float64(time.Now().UnixMicro()) / 1e6)
	for i := 1; i <= n; i++ {
		e := input.DispatchMouseEventParams{Type: "mousePressed", X: move.X, Y: move.Y, Button: button, Buttons: buttons,
			ClickCount: int64(i), Modifiers: move.Modifiers}
		if n > 1 {
			e.Timestamp = at
		}
		if err := p.Mouse(e); err != nil {
			return err
		}
		e.Type, e.Buttons = "mouseReleased", 0
		if err := p.Mouse(e); err != nil {
			return err
		}
	}
	return nil
}

func (p *Page) Wheel(x, y, dy float64, held int64) error {
	// The browser requires deltaX, even if it is 0, and DispatchMouseEventParams leaves it out.
	_, err := Call(p.Ctx, cdp.Command[map[string]any, cdp.Empty]{Method: input.CommandDispatchMouseEvent},
		map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": dy, "modifiers": held})
	return err
}

func (p *Page) Touch(kind input.DispatchTouchEventType, at ...float64) error {
	e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
	for i := 0; i < len(at); i += 2 {
		id := float64(i / 2)
		e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: at[i], Y: at[i+1], ID: &id})
	}
	_, err := Call(p.Ctx, input.DispatchTouchEvent, e)
	return err
}

var keys = map[string]string{
	"Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Backspace": kb.Backspace, "Delete": kb.Delete, "Space": " ",
	"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown,
	"F2": kb.F2, "Home": kb.Home, "End": kb.End, "PageUp": kb.PageUp, "PageDown": kb.PageDown,
}

func (p *Page) Key(name string, held int64) error {
	key, ok := keys[name]
	if !ok {
		if utf8.RuneCountInString(name) != 1 {
			return fmt.Errorf("there is no key %q", name)
		}
		key = name
	}
	_, err := Run(p.Ctx, Patience, chromedp.KeyEvent(key, chromedp.KeyModifiers(chromedp.Modifier(held))))
	return err
}

func (p *Page) Type(text string) error {
	_, err := Run(p.Ctx, Patience, chromedp.KeyEvent(text))
	return err
}

func (p *Page) Insert(text string) error {
	_, err := Call(p.Ctx, input.InsertText, input.InsertTextParams{Text: text})
	return err
}
