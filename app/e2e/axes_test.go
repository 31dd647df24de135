package e2e

import (
	"testing"
)

// written is a text of the axes on the page: beside the plane, on a canvas of its own, or in the plane if there is no
// room.
type written struct {
	Canvas         string
	Text           string
	X0, Y0, X1, Y1 float64 // bounding box of its letters, in the window
}

// noteTexts records the texts written on the canvases of the stage until they are cleared (window.texts), and counts
// the writings (window.writings).
const noteTexts = `
	window.texts = new Map();
	window.writings = 0;
	const proto = CanvasRenderingContext2D.prototype, write = proto.fillText, wipe = proto.clearRect;
	proto.clearRect = function (...a) { if (this.canvas.id) texts.set(this.canvas.id, []); return wipe.apply(this, a) };
	proto.fillText = function (s, x, y) {
		const id = this.canvas.id;
		if (id.startsWith("stage-")) {
			writings++;
			const r = this.canvas.getBoundingClientRect(), k = r.width / this.canvas.width, m = this.measureText(s), t = this.getTransform();
			const at = (x, y) => { const q = t.transformPoint(new DOMPoint(x, y)); return [r.x + k * q.x, r.y + k * q.y] };
			const [ax, ay] = at(x - m.actualBoundingBoxLeft, y - m.actualBoundingBoxAscent), [bx, by] = at(x + m.actualBoundingBoxRight, y + m.actualBoundingBoxDescent);
			if (!texts.has(id)) texts.set(id, []);
			texts.get(id).push({canvas: id, text: s, x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by)});
		}
		return write.call(this, s, x, y);
	};`

const allTexts = `[...texts.values()].flat()`

// The axes' numbers and titles are written outside the plane and within the stage, without overlaps, in windows and
// frames of several sizes and after zooming. In a frame of 340 by 240 pixels they are in the plane. While a point is
// dragged, none is drawn.
func TestNumbersStandBesideThePlane(t *testing.T) {
	sideBySide(t)
	named := `{"version":1,"method":"svm","points":[[1,4,0],[1.2,4.5,0],[3,5.5,1],[3.2,6.1,1]],"names":{"x":"petal length (cm)","y":"petal width (cm)"}}`
	far := `{"version":1,"method":"svm","points":[[1e9,1e-6,0],[1.2e9,2e-6,0],[1.3e9,4e-6,1],[1.1e9,5e-6,1]]}`
	for _, c := range []struct {
		name, path, doc string
		Window
		inside bool
	}{
		{"desktop", "", twoClasses, Desktop, false},
		{"titles", "", named, Desktop, false},
		{"far", "", far, Desktop, false},
		{"phone", "", twoClasses, Phone, false},
		{"phone with titles", "", named, Phone, false},
		{"projector", "?theme=projector", twoClasses, Desktop, false},
		{"frame", "?embed=1", twoClasses, Window{Width: 700, Height: 420}, false},
		{"small frame", "?embed=1", twoClasses, Window{Width: 480, Height: 360}, false},
		{"small frame with titles", "?embed=1", named, Window{Width: 480, Height: 360}, false},
		{"little frame", "?embed=1", twoClasses, Window{Width: 340, Height: 240}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name != "phone with titles" && c.name != "little frame" {
				long(t)
			}
			p := Start(t, Options{Window: c.Window, Closed: true})
			p.Inject(noteTexts)
			p.Open(c.path + link(t, c.doc))
			p.WaitReady()
			check := func(when string) {
				t.Helper()
				p.Wait(twoFrames)
				plane, whole := p.Box("#stage"), p.Box("#stage-frame")
				list := Eval[[]written](p, allTexts)
				across, up := 0, 0
				for i, w := range list {
					if w.Canvas == "stage-left" {
						// Both canvases are painted with all texts, and each shows its own.
						if w.Y0 > plane.Y+plane.H {
							continue
						}
						up++
					} else if w.Canvas == "stage-below" {
						if w.Y0 < plane.Y+plane.H {
							continue
						}
						across++
					}
					in := w.X1 > plane.X+0.5 && w.Y0 < plane.Y+plane.H-0.5
					if in != c.inside {
						t.Errorf("%s: %q stands at %+v, the plane at %+v", when, w.Text, w, plane)
					}
					if w.X0 < whole.X-0.5 || w.Y0 < whole.Y-0.5 || w.X1 > whole.X+whole.W+0.5 || w.Y1 > whole.Y+whole.H+0.5 {
						t.Errorf("%s: %q is cut off: %+v in %+v", when, w.Text, w, whole)
					}
					for _, o := range list[:i] {
						if o.Canvas == w.Canvas && w.X0 < o.X1 && o.X0 < w.X1 && w.Y0 < o.Y1 && o.Y0 < w.Y1 {
							t.Errorf("%s: %q touches %q", when, w.Text, o.Text)
						}
					}
				}
				if c.inside && len(list) < 4 || !c.inside && (across < 2 || up < 2) {
					t.Errorf("%s: %d texts across, %d up, %d in all", when, across, up, len(list))
				}
			}
			check("at first")
			if c.inside {
				return
			}
			p.Do(`document.querySelector("#stage").focus()`)
			p.Do(`window.wide = JSON.stringify(` + allTexts + `)`)
			for range 3 {
				p.Key("+")
			}
			check("nearer")
			if Eval[bool](p, `window.wide === JSON.stringify(`+allTexts+`)`) {
				t.Error("the numbers are those of another view")
			}
			for range 9 {
				p.Key("-")
			}
			check("farther")
			p.Reload()
			p.WaitReady()
			d := p.Doc()
			x, y := p.At(d.Points[0].X, d.Points[0].Y)
			before := Eval[int](p, "writings")
			p.Press(x, y)
			p.DragTo(x+40, y+30)
			p.Wait(twoFrames)
			if n := Eval[int](p, "writings") - before; n > 0 {
				t.Errorf("%d texts were written while a point was dragged", n)
			}
			p.Lift()
		})
	}
}

// The wheel over the numbers of an axis zooms: only that axis of a curve, both axes of a plane. A double click there
// opens the field of its name.
func TestWheelAndDoubleClickOnAnAxis(t *testing.T) {
	long(t)
	type look struct{ X, Y [2]float64 }
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	view := func() look { t.Helper(); return Eval[look](p, `pointscape.view()`) }
	wide := func(r [2]float64) float64 { return r[1] - r[0] }
	turn := func(selector string) (before, after look) {
		t.Helper()
		x, y := p.Box(selector).At(0.6, 0.5)
		before = view()
		p.Changed(func() { p.Wheel(x, y, -100) })
		p.WaitReady()
		return before, view()
	}
	for _, axis := range []string{"#stage-left", "#stage-below"} {
		if a, b := turn(axis); !(wide(b.X) < 0.95*wide(a.X)) || !(wide(b.Y) < 0.95*wide(a.Y)) {
			t.Errorf("over %s the plane goes from %+v to %+v", axis, a, b)
		}
	}
	p.Set(`{"version":1,"method":"gp","points":[[0.1,0.2,0],[0.4,0.8,0],[0.9,0.3,0]],"view":{"x":[0,1],"y":[-1,2]}}`)
	if a, b := turn("#stage-left"); b.X != a.X || !(wide(b.Y) < 0.95*wide(a.Y)) {
		t.Errorf("over the left numbers the curve goes from %+v to %+v", a, b)
	}
	if a, b := turn("#stage-below"); b.Y != a.Y || !(wide(b.X) < 0.95*wide(a.X)) {
		t.Errorf("over the lower numbers the curve goes from %+v to %+v", a, b)
	}
	for selector, field := range map[string]string{"#stage-left": "name-y", "#stage-below": "name-x"} {
		x, y := p.Box(selector).At(0.6, 0.5)
		p.DoubleClick(x, y)
		p.Wait(`document.activeElement.id === "` + field + `"`)
		p.Key("Escape")
		p.Wait(`!document.querySelector(".data-open")`)
	}
}
