package e2e

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// resting holds back the timer that says that the view rests (and that of a draw that waits), until rest is called, and
// counts how often the points were copied from a canvas of the same size.
const resting = `{
	const held = new Map(), start = setTimeout, stop = clearTimeout;
	let last = 1e9;
	window.setTimeout = (f, ms, ...more) => {
		if (ms !== 120) return start(f, ms, ...more);
		held.set(++last, f);
		return last;
	};
	window.clearTimeout = (id) => held.delete(id) || stop(id);
	window.rest = () => [...held].map(([id, f]) => { held.delete(id); f(); }).length;
	const draw = CanvasRenderingContext2D.prototype.drawImage;
	window.copied = 0;
	CanvasRenderingContext2D.prototype.drawImage = function (from, ...more) {
		if (this.canvas.id === "stage-points" && from.width === this.canvas.width) copied++;
		return draw.call(this, from, ...more);
	};
}`

// crowdShot is the canvas of the points.
type crowdShot struct {
	name    string
	image   image.Image
	changes int             // how many pixels at least are other ones than before
	zooms   bool            // a copy is enlarged
	seen    image.Rectangle // what must be the same
}

// crowdShots shows 1,800 points, moves the view, edits and changes the page, and returns the canvas of the points after
// each act.
func crowdShots(t *testing.T, without string) (list []crowdShot, copied int) {
	p := Start(t, Options{Closed: true, Switches: true})
	p.Inject(`window.pointscapeSlow = ` + quote(without) + `;` + resting)
	p.Open(link(t, `{"version":1,"method":"lda","dataset":{"name":"blobs2","n":1800,"noise":0.3,"seed":1}}`))
	p.WaitReady()
	p.Still()
	shoot := func(name string, changes int, zooms bool, cut image.Point) {
		p.Wait(twoFrames)
		url := Eval[string](p, `document.getElementById("stage-points").toDataURL()`)
		b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(url, "data:image/png;base64,"))
		p.must(err)
		im, err := png.Decode(bytes.NewReader(b))
		p.must(err)
		seen := im.Bounds()
		seen.Min.X, seen.Max.Y = seen.Min.X+cut.X, seen.Max.Y-cut.Y
		list = append(list, crowdShot{name, im, changes, zooms, seen})
	}
	rests := func(name string, changes int) {
		p.Do(`rest()`)
		shoot(name, changes, false, image.Point{})
	}
	shoot("at first", 0, false, image.Point{})
	box := p.Box("#stage")
	x, y := math.Round(box.X+0.45*box.W), math.Round(box.Y+0.55*box.H)
	p.Changed(func() { p.Wheel(x, y, -100) })
	shoot("while it is enlarged", 1000, true, image.Point{})
	rests("enlarged", 0)
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		p.dispatch(input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: "middle", Buttons: 4, ClickCount: 1})
	}
	mouse("mousePressed", x, y)
	mouse("mouseMoved", x+20, y-10)
	mouse("mouseMoved", x+48, y-24)
	shoot("while it is moved", 1000, false, image.Point{X: 60, Y: 36}) // the points that were not seen are not there yet
	mouse("mouseReleased", x+48, y-24)
	p.Still()
	rests("moved", 0)
	p.Changed(func() { p.Click(p.Empty()) })
	rests("with one more point", 20)
	p.Changed(func() { p.Key("Ctrl+z") })
	rests("without it", 20)
	p.Dark(true)
	p.WaitReady()
	rests("in the dark", 1000)
	p.Become(Window{Width: 1100, Height: 700})
	rests("in another size", 0)
	return list, Eval[int](p, `copied`)
}

// Many points have a canvas of their own, which is only moved while the view moves (app/stage.fastCrowd). A page that
// paints all of them in each frame shows the same: at once where they were seen before, and everywhere when the view
// rests.
func TestCrowd(t *testing.T) {
	long(t)
	fast, copied := crowdShots(t, "")
	plain, none := crowdShots(t, "app/stage.fastCrowd")
	if copied < len(fast) || none != 0 {
		t.Errorf("the points were copied %d times, and %d times in the plain way", copied, none)
	}
	for i, a := range fast {
		b := plain[i]
		if a.image.Bounds() != b.image.Bounds() {
			t.Errorf("%s: %v and %v", a.name, a.image.Bounds(), b.image.Bounds())
			continue
		}
		if b.changes > 0 {
			if n, _ := unlike(b.image, plain[i-1].image, b.image.Bounds()); n < b.changes {
				t.Errorf("%s: only %d pixels have changed", a.name, n)
			}
		}
		n, most := unlike(a.image, b.image, a.seen)
		if a.zooms {
			// Enlarged marks are larger, but at their places.
			ax, ay, as := ink(a.image)
			bx, by, bs := ink(b.image)
			if math.Hypot(ax-bx, ay-by) > 3 || math.Abs(as/bs-1) > 0.03 {
				t.Errorf("%s: ink at %.1f, %.1f, spread %.1f; in the plain way %.1f, %.1f, %.1f", a.name, ax, ay, as, bx, by,
					bs)
			}
			continue
		}
		if n > 0 {
			t.Errorf("%s: %d pixels differ, most by %d", a.name, n, most)
		}
	}
}

// unlike returns how many pixels of a rectangle differ by more than rounding, and the largest difference, of 255.
func unlike(a, b image.Image, in image.Rectangle) (n, most int) {
	const rounding = 3
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			p, q := color.RGBAModel.Convert(a.At(x, y)).(color.RGBA), color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
			d := 0
			for _, by := range [4][2]uint8{{p.R, q.R}, {p.G, q.G}, {p.B, q.B}, {p.A, q.A}} {
				d = max(d, int(by[0])-int(by[1]), int(by[1])-int(by[0]))
			}
			if most = max(most, d); d > rounding {
				n++
			}
		}
	}
	return n, most
}

// ink returns the mean and the spread of what is painted.
func ink(im image.Image) (x, y, spread float64) {
	var w, xx float64
	b := im.Bounds()
	for py := b.Min.Y; py < b.Max.Y; py++ {
		for px := b.Min.X; px < b.Max.X; px++ {
			_, _, _, a := im.At(px, py).RGBA()
			u, v, m := float64(px), float64(py), float64(a)
			w, x, y, xx = w+m, x+m*u, y+m*v, xx+m*(u*u+v*v)
		}
	}
	x, y = x/w, y/w
	return x, y, math.Sqrt(xx/w - x*x - y*y)
}
