package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"strings"
	"testing"
)

const stillShown = `document.querySelector("#boot-still").checkVisibility()`

// shot returns a screenshot of the window without what lies over the stage, including the hint about taps on a phone.
func (p *Page) shot(name string) image.Image {
	p.t.Helper()
	p.Do(`{ const s = new CSSStyleSheet(); s.replaceSync("#boot-loading, .open-link, .over, .embed .dock, .dock-left .hint { visibility: hidden !important }"); document.adoptedStyleSheets = [s] }`)
	b, err := p.tab.Capture()
	p.must(err)
	p.save(name, b)
	im, err := png.Decode(bytes.NewReader(b))
	p.must(err)
	return im
}

// levels returns the mean, over the pixels of a part, of the largest difference of two pictures in a channel, in levels
// from 0 to 255.
func levels(a, b image.Image, part image.Rectangle) float64 {
	sum := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			d, other := 0, rgb(b.At(x, y))
			for i, c := range rgb(a.At(x, y)) {
				d = max(d, away(c, other[i]))
			}
			sum += d
		}
	}
	return float64(sum) / float64(part.Dx()*part.Dy())
}

// misplaced returns the larger of beyond(a, b) and beyond(b, a): the share of pixels of a part whose colour in one
// picture is outside the range of the other's within a pixel. Different antialiasing of the same edge does not count.
func misplaced(a, b image.Image, part image.Rectangle) float64 {
	return max(beyond(a, b, part), beyond(b, a, part))
}

// beyond returns the share of a's pixels that are darker or lighter in a channel, by more than 24 of 255 levels, than
// all of b's within a pixel.
func beyond(a, b image.Image, part image.Rectangle) float64 {
	far := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			low, high := [3]uint32{1 << 16, 1 << 16, 1 << 16}, [3]uint32{}
			for v := y - 1; v <= y+1; v++ {
				for u := x - 1; u <= x+1; u++ {
					for i, c := range rgb(b.At(u, v)) {
						low[i], high[i] = min(low[i], c), max(high[i], c)
					}
				}
			}
			for i, c := range rgb(a.At(x, y)) {
				if c < low[i] && away(c, low[i]) > 24 || c > high[i] && away(c, high[i]) > 24 {
					far++
					break
				}
			}
		}
	}
	return float64(far) / float64(part.Dx()*part.Dy())
}

func rgb(c color.Color) [3]uint32 {
	r, g, b, _ := c.RGBA()
	return [3]uint32{r, g, b}
}

func away(a, b uint32) int {
	d := int(a>>8) - int(b>>8)
	return max(d, -d)
}

// TestStill: long before the programs have arrived, the stage shows the initial document as they will show it, and
// nothing moves when they take over.
func TestStill(t *testing.T) {
	sideBySide(t)
	for _, c := range []struct {
		name, path, stage string
		Window
		dark bool
	}{
		{"desktop", "", "#stage-frame", Desktop, false},
		{"desktop-dark", "", "#stage-frame", Desktop, true},
		{"theme", "?theme=dark", "#stage-frame", Desktop, false},
		{"phone", "", "#stage-frame", Phone, false},
		{"phone-dark", "", "#stage-frame", Phone, true},
		{"small", "", "#stage-frame", Small, false},
		{"embedded", "?embed=1", "#stage-frame", Window{Width: 700, Height: 420}, false},
		{"tall", "?embed=1", "#stage-frame", Window{Width: 360, Height: 790}, false},
		{"wide", "?embed=1", "#stage-frame", Window{Width: 1200, Height: 500}, false},
		{"little", "?embed=1", "#stage-frame", Window{Width: 340, Height: 480}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name != "desktop" && c.name != "embedded" {
				long(t)
			}
			p := Start(t, Options{Hold: appProgram, Window: c.Window, Dark: c.dark, Closed: true})
			p.Open(c.path)
			p.Wait(stillShown)
			before := p.shot("before")
			p.Release()
			p.WaitReady()
			if Eval[bool](p, stillShown) {
				t.Error("the still is still there")
			}
			after := p.shot("after")
			stage, plane := p.pixels(c.stage), p.pixels("#stage")
			share, mean := misplaced(before, after, stage), levels(before, after, stage)
			t.Logf("%.2f %% of the pixels are not there, %.2f levels on average", 100*share, mean)
			if share > 0.005 || mean > 3 {
				t.Errorf("%.2f %% of the pixels of the still are not those of the live picture; %.2f levels on average", 100*share,
					mean)
			}
			// A shift by two pixels must count as a difference.
			if moved := misplaced(before, shifted{after, 2}, stage); moved < 3*share || moved < 0.01 {
				t.Errorf("the comparison would not see a jump: %.2f %%", 100*moved)
			}
			// The axes' numbers are only a small part of all pixels.
			for side, part := range strips(stage, plane) {
				share := misplaced(before, after, part.Rectangle)
				t.Logf("%s: %.3f %%", side, 100*share)
				if share > part.most {
					t.Errorf("%s: %.2f %% of the pixels are not those of the live picture", side, 100*share)
				}
			}
		})
	}
}

// TestStillInEverySize: in many sizes of the stage, the still is like the live picture, and its numbers are at the same
// positions: for all tick steps, margins of all widths, and none.
func TestStillInEverySize(t *testing.T) {
	long(t)
	sideBySide(t)
	for _, c := range []struct {
		path  string
		sizes [][2]int
	}{
		{"", [][2]int{{1600, 1100}, {1024, 700}, {667, 375}, {790, 900}, {600, 900}, {375, 667}, {330, 560}}},
		{"?embed=1", [][2]int{{340, 200}, {800, 420}, {400, 700}, {361, 300}, {250, 420}}},
	} {
		window := func(size [2]int) Window { return Window{Width: size[0], Height: size[1]} }
		p := Start(t, Options{Hold: appProgram, Window: window(c.sizes[0]), Closed: true})
		p.Open(c.path)
		p.Wait(stillShown)
		name := func(i int, when string) string { return fmt.Sprintf("%s-%d-%s", strings.Trim(c.path, "?=1"), i, when) }
		var before []image.Image
		for i, size := range c.sizes {
			p.Resize(window(size))
			p.Rests("#boot-still")
			before = append(before, p.shot(name(i, "before")))
		}
		p.Release()
		p.WaitReady()
		for i, size := range c.sizes {
			p.Resize(window(size))
			p.Still()
			after := p.shot(name(i, "after"))
			stage, plane := p.pixels("#stage-frame"), p.pixels("#stage")
			share, mean := misplaced(before[i], after, stage), levels(before[i], after, stage)
			t.Logf("%s %v: %.2f %% of the pixels are not there, %.2f levels on average", c.path, size, 100*share, mean)
			most := [2]float64{0.005, 4}
			if plane.Dx() < 360 || plane.Dy() < 180 { // the page paints overlapping points as one shape
				most = [2]float64{0.025, 8}
			}
			if share > most[0] || mean > most[1] {
				t.Errorf("%s %v: %.2f %% of the pixels are not there, %.2f levels on average", c.path, size, 100*share, mean)
			}
			for side, part := range strips(stage, plane) {
				share := misplaced(before[i], after, part.Rectangle)
				t.Logf("%s: %.3f %%", side, 100*share)
				if share > part.most {
					t.Errorf("%s %v, %s: %.2f %% of the pixels are not those of the live picture", c.path, size, side, 100*share)
				}
			}
		}
	}
}

// pixels returns the rectangle of an element, without its border, in a screenshot.
func (p *Page) pixels(selector string) image.Rectangle {
	p.t.Helper()
	box := Eval[[4]float64](p,
		`(r => [r.left, r.top, r.right, r.bottom].map(v => v * devicePixelRatio))(document.querySelector("`+selector+
			`").getBoundingClientRect())`)
	return image.Rect(int(box[0])+1, int(box[1])+1, int(box[2])-1, int(box[3])-1)
}

// strip is a part of the stage, with the share of pixels that may differ.
type strip struct {
	image.Rectangle
	most float64
}

// strips returns the parts of the axes: their numbers beside the plane, of which 0.1 % of the pixels may differ, or at
// its edges, over the picture; and their tick marks.
func strips(stage, plane image.Rectangle) map[string]strip {
	const wide, high, marks = 40, 24, 4
	x, y, most := plane.Min.X, plane.Max.Y, 0.001
	if x-stage.Min.X < 8 {
		x, y, most = x+wide, y-high, 0.005
	}
	return map[string]strip{
		"left":       {image.Rect(stage.Min.X, stage.Min.Y, x, y), most},
		"below":      {image.Rect(stage.Min.X, y, stage.Max.X, stage.Max.Y), most},
		"left edge":  {image.Rect(plane.Min.X, plane.Min.Y, plane.Min.X+marks, plane.Max.Y), 0.012},
		"lower edge": {image.Rect(plane.Min.X, plane.Max.Y-marks, plane.Max.X, plane.Max.Y), 0.012},
	}
}

// shifted is an image moved to the left.
type shifted struct {
	image.Image
	by int
}

func (s shifted) At(x, y int) color.Color { return s.Image.At(x+s.by, y) }

// The still stays until the first picture, also over the program's own stage, and is not shown if another document or
// theme is to come.
func TestWhenTheStillStands(t *testing.T) {
	long(t)
	sideBySide(t)
	t.Run("until the picture", func(t *testing.T) {
		p := Start(t, Options{Closed: true})
		p.Inject(late)
		p.Open("")
		p.Wait(`document.querySelector("#stage-frame")`)
		p.Wait(stillShown)
		same := `(a => ["left", "top", "width", "height"].every(k => Math.abs(a[k] - document.querySelector("#stage-frame").getBoundingClientRect()[k]) < 0.1))(document.querySelector("#boot-still").getBoundingClientRect())`
		p.Wait(same)
		p.Resize(Window{Width: 900, Height: 700})
		p.Wait(same)
		p.Do(`pointscapeBoot.worker.postMessage({ begin: true })`)
		p.WaitReady()
		p.Wait(`!` + stillShown)
	})
	t.Run("until a change", func(t *testing.T) {
		p := Start(t, Options{Closed: true})
		p.Inject(late)
		p.Open("")
		p.Wait(`document.querySelector("#stage-frame") && document.documentElement.dataset.stateVersion > 0`)
		p.Wait(stillShown)
		p.Do(`document.querySelector("#stage").focus()`)
		for _, key := range []string{"Enter", "ArrowLeft", "Enter"} { // the cursor, and a point beside the middle
			p.Key(key)
		}
		p.Wait(`!(` + stillShown + `)`)
		p.Do(`pointscapeBoot.worker.postMessage({ begin: true })`)
		p.WaitReady()
		if n := len(p.Doc().Points); n != 121 {
			t.Errorf("%d points", n)
		}
	})
	for _, path := range []string{"?course=kernels/margin", "?deck=mine", "?embed=1&course=kernels"} {
		t.Run(path, func(t *testing.T) {
			p := Start(t, Options{StandIn: true, Path: path})
			p.Wait(`document.querySelector("#boot-still")`)
			p.Wait(ready)
			if Eval[bool](p, stillShown) {
				t.Error("the playground's first picture is shown before a page of its own")
			}
		})
	}
	for name, prepare := range map[string]string{
		"autosave":  `localStorage.setItem("pointscape.v1", "x")`,
		"tab":       `sessionStorage.setItem("pointscape.v1.tab", "x")`,
		"projector": `localStorage.setItem("pointscape.theme", "projector")`,
	} {
		t.Run(name, func(t *testing.T) {
			p := Start(t, Options{StandIn: true})
			p.Wait(ready)
			p.Wait(stillShown)
			p.Do(prepare)
			p.Reload()
			p.Wait(ready)
			if Eval[bool](p, stillShown) {
				t.Error("the still is shown")
			}
		})
	}
	t.Run("link", func(t *testing.T) {
		p := Start(t, Options{StandIn: true, Path: "#abc"})
		p.Wait(ready)
		if Eval[bool](p, stillShown) {
			t.Error("the still is shown")
		}
	})
	// The storage keys are those of the program.
	t.Run("saved", func(t *testing.T) {
		p := Start(t, Options{})
		p.WaitReady()
		x, y := p.At(0.5, 0.9)
		p.Changed(func() { p.Click(x, y) })
		p.Wait(`localStorage.getItem("pointscape.v1")`)
		p.Inject(`window.shown = 0; addEventListener("DOMContentLoaded", () => new MutationObserver(() => { if (document.querySelector("#boot-still.on")) shown++ }).observe(document, {subtree: true, attributes: true}))`)
		p.OpenURL("about:blank")
		p.Open("")
		p.WaitReady()
		if n := Eval[int](p, "shown"); n > 0 {
			t.Error("the still was shown before what was saved")
		}
	})
}

// A page in a frame without a size, which is not shown, starts all the same.
func TestStillWithoutASize(t *testing.T) {
	p := Start(t, Options{StandIn: true, Closed: true})
	p.Intercept(func(w http.ResponseWriter, r *http.Request, _ http.Handler) bool {
		if r.URL.Path != "/around.html" {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>x</title><iframe src="./" style="display:none"></iframe>`))
		return true
	})
	p.Open("around.html")
	p.Wait(`document.querySelector("iframe").contentWindow.pointscapeBoot?.version`)
}
