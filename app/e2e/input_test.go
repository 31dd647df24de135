package e2e

import (
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"pointscape/app/tools/browser"
)

// All positions are CSS pixels from the window's upper left corner.

// Box is the bounding box of an element.
type Box struct{ X, Y, W, H float64 }

// Center returns the middle of the box.
func (b Box) Center() (x, y float64) { return b.X + b.W/2, b.Y + b.H/2 }

// At returns the point at shares of the box's width, from the left, and height, from the top.
func (b Box) At(fx, fy float64) (x, y float64) { return b.X + fx*b.W, b.Y + fy*b.H }

// Box returns the bounding box of the first visible element that matches a CSS selector. It scrolls to the element, and
// waits until its position is the same in two successive frames: a click during a change of the layout would miss it.
func (p *Page) Box(selector string) Box {
	p.t.Helper()
	return p.boxOf("[...document.querySelectorAll(" + quote(selector) + ")].find(e => e.checkVisibility())")
}

// boxOf is Box for the element that a JavaScript expression returns.
func (p *Page) boxOf(element string) Box {
	p.t.Helper()
	p.Wait(element)
	return Eval[Box](p, `(async () => {
		for (let was = null, tries = 0; ; tries++) {
			const e = `+element+`;
			if (e) {
				e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
				const r = e.getBoundingClientRect(), now = {X: r.x, Y: r.y, W: r.width, H: r.height};
				// What slides in, stands still for two frames when the machine is busy.
				const slides = document.getAnimations().some((a) => a.playState === "running" &&
					a.effect.getComputedTiming().endTime !== Infinity && a.effect.target?.contains(e));
				if (tries > 120 || !slides && JSON.stringify(now) === JSON.stringify(was)) return now;
				was = now;
			} else if (tries > 120) throw new Error(`+quote(element+" has gone")+`);
			await new Promise(done => requestAnimationFrame(done));
		}
	})()`)
}

// Modifier keys, held during another action.
const (
	Alt   = browser.Alt
	Ctrl  = browser.Ctrl
	Shift = browser.Shift
)

func modifiers(held []chromedp.Modifier) int64 {
	var m int64
	for _, h := range held {
		m |= int64(h)
	}
	return m
}

func (p *Page) dispatch(e input.DispatchMouseEventParams) {
	p.t.Helper()
	p.must(p.tab.Mouse(e))
	p.mouse.x, p.mouse.y = e.X, e.Y
}

// moved returns the event of a mouse move, which is a drag between Press and Lift.
func (p *Page) moved(x, y float64, held []chromedp.Modifier) input.DispatchMouseEventParams {
	e := input.DispatchMouseEventParams{Type: "mouseMoved", X: x, Y: y, Modifiers: modifiers(held)}
	if p.mouse.down {
		e.Button, e.Buttons = "left", 1
	}
	return e
}

// Move moves the mouse.
func (p *Page) Move(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.dispatch(p.moved(x, y, held))
}

// press presses and releases a button n times; 2 is a double click.
func (p *Page) press(button input.MouseButton, n int, x, y float64, held []chromedp.Modifier) {
	p.t.Helper()
	p.must(p.tab.Click(p.moved(x, y, held), button, n))
	p.mouse.x, p.mouse.y = x, y
}

// Click clicks at a point.
func (p *Page) Click(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.press("left", 1, x, y, held)
}

// DoubleClick clicks twice.
func (p *Page) DoubleClick(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.press("left", 2, x, y, held)
}

// RightClick clicks with the right button.
func (p *Page) RightClick(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.press("right", 1, x, y, held)
}

// ClickOn clicks the middle of an element.
func (p *Page) ClickOn(selector string, held ...chromedp.Modifier) {
	p.t.Helper()
	x, y := p.Box(selector).Center()
	p.Click(x, y, held...)
}

// Press presses the left button without releasing it, for a test that checks the middle of a drag: then call Move or
// DragTo, and Lift.
func (p *Page) Press(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.Move(x, y, held...)
	p.dispatch(input.DispatchMouseEventParams{Type: "mousePressed", X: x, Y: y, Button: "left", Buttons: 1, ClickCount: 1,
		Modifiers: modifiers(held)})
	p.mouse.down = true
}

// DragTo moves the mouse in several steps.
func (p *Page) DragTo(x, y float64, held ...chromedp.Modifier) {
	p.t.Helper()
	const steps = 8
	x0, y0 := p.mouse.x, p.mouse.y
	for i := 1; i <= steps; i++ {
		f := float64(i) / steps
		p.Move(x0+f*(x-x0), y0+f*(y-y0), held...)
	}
}

// Lift releases the button at the current position.
func (p *Page) Lift(held ...chromedp.Modifier) {
	p.t.Helper()
	p.mouse.down = false
	p.dispatch(input.DispatchMouseEventParams{Type: "mouseReleased", X: p.mouse.x, Y: p.mouse.y, Button: "left",
		ClickCount: 1, Modifiers: modifiers(held)})
}

// Drag drags from one point to another.
func (p *Page) Drag(x0, y0, x1, y1 float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.Press(x0, y0, held...)
	p.DragTo(x1, y1, held...)
	p.Lift(held...)
}

// Wheel turns the wheel at a point; dy > 0 scrolls down.
func (p *Page) Wheel(x, y, dy float64, held ...chromedp.Modifier) {
	p.t.Helper()
	p.Move(x, y, held...)
	p.must(p.tab.Wheel(x, y, dy, modifiers(held)))
}

// --- touch ---

// touch sends one touch event with a finger at each of the points x, y, ...
func (p *Page) touch(kind input.DispatchTouchEventType, at ...float64) {
	p.t.Helper()
	p.must(p.tab.Touch(kind, at...))
}

// Tap touches a point with a finger. The window must have Touch.
func (p *Page) Tap(x, y float64) {
	p.t.Helper()
	p.touch("touchStart", x, y)
	p.touch("touchEnd")
}

// TapOn taps the middle of an element.
func (p *Page) TapOn(selector string) {
	p.t.Helper()
	x, y := p.Box(selector).Center()
	p.Tap(x, y)
}

// Swipe moves a finger from one point to another.
func (p *Page) Swipe(x0, y0, x1, y1 float64) {
	p.t.Helper()
	const steps = 8
	p.touch("touchStart", x0, y0)
	for i := 1; i <= steps; i++ {
		f := float64(i) / steps
		p.touch("touchMove", x0+f*(x1-x0), y0+f*(y1-y0))
	}
	p.touch("touchEnd")
}

// Pinch moves two fingers, left and right of a point, from one distance to another.
func (p *Page) Pinch(x, y, from, to float64) {
	p.t.Helper()
	const steps = 8
	p.touch("touchStart", x-from/2, y, x+from/2, y)
	for i := 1; i <= steps; i++ {
		d := (from + (to-from)*float64(i)/steps) / 2
		p.touch("touchMove", x-d, y, x+d, y)
	}
	p.touch("touchEnd")
}

// --- keys ---

// Key presses a key by its name in KeyboardEvent.key: "a", "?", "Enter", "ArrowLeft", with modifiers in front:
// "Ctrl+Shift+z".
func (p *Page) Key(name string) {
	p.t.Helper()
	var held []chromedp.Modifier
	for {
		before, after, ok := strings.Cut(name, "+")
		m, known := map[string]chromedp.Modifier{"Alt": Alt, "Ctrl": Ctrl, "Shift": Shift}[before]
		if !ok || !known {
			break
		}
		held, name = append(held, m), after
		if m == Shift && utf8.RuneCountInString(name) == 1 {
			name = strings.ToUpper(name) // the key's name with Shift
		}
	}
	p.must(p.tab.Key(name, modifiers(held)))
}

// Type types text into the focused element.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.must(p.tab.Type(text))
}

// Insert inserts text into the focused element at once, like pasting.
func (p *Page) Insert(text string) {
	p.t.Helper()
	p.must(p.tab.Insert(text))
}

// Fill replaces the content of a text or number field, and leaves the field.
func (p *Page) Fill(selector, text string) {
	p.t.Helper()
	p.ClickOn(selector)
	p.Do("document.activeElement.select?.()")
	p.Type(text)
	p.Key("Tab")
}

// Paste is Fill with the text inserted at once.
func (p *Page) Paste(selector, text string) {
	p.t.Helper()
	p.ClickOn(selector)
	p.Do("document.activeElement.select?.()")
	p.Insert(text)
	p.Key("Tab")
}
