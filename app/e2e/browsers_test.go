//go:build browsers

package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"pointscape/app/tools/browser"
)

// everywhere lists the tests of the most frequent uses. They run in Chromium with all others ("make test"), and here in
// each browser, unless its driver lacks something: see README.md.
var everywhere = []struct {
	name string
	test func(t *testing.T)
	not  []string // browsers in which the test is left out
}{
	{"Mouse", TestMouse, nil},
	{"SprayAndClasses", TestSprayAndClasses, nil},
	{"KeyboardAlone", TestKeyboardAlone, nil},
	{"Slider", TestSlider, nil},
	{"PlayAndPause", TestPlayAndPause, nil},
	{"Steps", TestTeleportAndElbow, nil},
	{"Training", TestTraining, nil},
	{"Table", TestBrokenCSV, nil},
	{"Names", TestNames, nil},
	{"Reload", TestReloadFindsAllBack, nil},
	{"Link", linkIsCopied, nil},
	{"Deck", TestDeck, nil},
	{"Lecture", TestLecture, nil},
	{"Class", TestClass, nil},
	{"DrawnByHand", TestDrawnByHand, nil},
	{"Figure", TestSaveAFigure, nil},
	{"OtherFigures", TestSaveOtherFigures, nil},
	{"Present", TestPresentByHand, nil},
	{"Frame", TestMessages, nil},
	{"Element", TestElement, nil},
	{"Frames", TestUnseenFramesWait, []string{"webkit"}},         // needs a script that runs before the page's own
	{"FingersOnAFrame", TestFingersOnAFrame, []string{"webkit"}}, // needs touch events
	{"Fingers", TestTapWhereItGoes, []string{"webkit"}},
	{"Offline", offline, nil},
	{"Update", TestUpdate, nil},
	{"Program", TestProgramIsHandedOver, nil},
	{"NewVersion", TestNewVersionAnnouncesItself, nil},
	{"OneFile", TestSiteInOneFile, nil},
	{"EngineCrash", TestEngineCrash, nil},
	{"Dark", dark, nil},
	{"Narrow", narrow, nil},
}

// TestBrowsers runs the tests of everywhere in Chromium, Firefox and WebKit. It needs all three, so it is compiled only
// for "make browsers".
func TestBrowsers(t *testing.T) {
	for _, b := range []struct {
		name string
		in   func(t *testing.T) func(log *browser.Log, o Options) (remote, error)
	}{
		{"chromium", func(*testing.T) func(*browser.Log, Options) (remote, error) { return nil }},
		{"firefox", func(t *testing.T) func(*browser.Log, Options) (remote, error) {
			f, err := browser.OpenFirefox()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(f.Close)
			return func(log *browser.Log, _ Options) (remote, error) { return f.NewTab(log) }
		}},
		{"webkit", func(t *testing.T) func(*browser.Log, Options) (remote, error) {
			w, err := browser.OpenWebKit()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(w.Close)
			return func(log *browser.Log, o Options) (remote, error) { return w.NewTab(log, o.Dark) }
		}},
	} {
		t.Run(b.name, func(t *testing.T) {
			openRemote = b.in(t)
			t.Cleanup(func() { openRemote = nil })
			for _, e := range everywhere {
				if !slices.Contains(e.not, b.name) {
					t.Run(e.name, e.test)
				}
			}
		})
	}
}

// linkIsCopied checks that the page can copy a link, which opens the same document.
func linkIsCopied(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Alone: true}) // Chromium's headless shell has no clipboard
	p.WaitReady()
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	want := p.written(p.Doc())
	p.ClickOn("#menu-share")
	p.Wait(`document.querySelector("#share-link")?.value.includes("#")`)
	p.Wait(`document.activeElement.id === "share-link"`)
	below := p.Box("#share-embed")
	p.Do(`document.activeElement.blur()`)
	if now := p.Box("#share-embed"); now != below {
		t.Errorf("what is pressed in the menu moves from %+v to %+v", below, now)
	}
	p.Do(`{
		const board = navigator.clipboard, copy = board.writeText.bind(board);
		board.writeText = (text) => { window.copied = text; return copy(text) };
	}`)
	p.ClickOn(`[data-field="share-link"]`)
	p.Wait(`document.querySelector("#pop-share").innerText.includes("Copied to the clipboard.")`)
	p.Screenshot("copied")
	at := Eval[string](p, `window.copied`)
	p.OpenURL("about:blank")
	p.OpenURL(at)
	p.WaitReady()
	if got := p.written(p.Doc()); got != want {
		t.Errorf("the link opens %.300s, not %.300s", got, want)
	}
}

// offline checks that the real page works without network after the first visit.
func offline(t *testing.T) {
	p := Start(t, Options{ServiceWorker: true, Path: link(t, twoClasses)})
	p.WaitReady()
	p.Wait(installed)
	p.Disconnect()
	p.OpenURL("about:blank")
	p.Open(link(t, twoClasses))
	p.WaitReady()
	x, y := p.At(0.5, 0.9)
	p.Changed(func() { p.Click(x, y) })
	if n := len(p.Doc().Points); n != 5 {
		t.Errorf("%d points after a click without a network", n)
	}
}

// dark checks that the page, the colours of the picture and the controls are dark if the system prefers it.
func dark(t *testing.T) {
	p := Start(t, Options{Dark: true, Path: link(t, twoClasses)})
	p.WaitReady()
	p.Screenshot("dark")
	const ground = `getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).every((v) => v < 60)`
	if !Eval[bool](p, ground) || Eval[string](p, `getComputedStyle(document.documentElement).colorScheme`) != "dark" {
		t.Error("the page is not dark")
	}
	light := Eval[float64](p,
		`(d => { let sum = 0; for (let i = 0; i < d.length; i += 4) sum += d[i]; return sum / (d.length / 4) })(`+
			picturePixels+`)`)
	if light > 100 {
		t.Errorf("the picture's mean red is %v", light)
	}
}

// narrow checks that nothing extends beyond a width of 320 pixels, and that the plane can be clicked. The page is in a
// frame, because not every browser's window can be so narrow.
func narrow(t *testing.T) {
	p := Start(t, Options{Closed: true})
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.URL.Path != "/around" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>around</title><link rel="icon" href="data:,"><body style="margin: 0">
			<iframe src="/%s" style="border: 0; display: block; width: 320px; height: 640px"></iframe>`, link(t, twoClasses))
		return true
	})
	p.OpenURL(p.URL + "around")
	p.Wait(`frames[0].document.documentElement.dataset.busy === "0" && +frames[0].document.documentElement.dataset.pictureVersion > 0`)
	p.Screenshot("narrow")
	if w := Eval[int](p, `frames[0].document.documentElement.scrollWidth`); w > 320 {
		t.Errorf("the page is %d px wide in 320", w)
	}
	box := Eval[Box](p, `(r => ({X: r.x, Y: r.y, W: r.width, H: r.height}))(frames[0].document.querySelector("#stage").getBoundingClientRect())`)
	p.Click(box.At(0.5, 0.1))
	p.Wait(`frames[0].pointscape.points().length === 5`)
}
