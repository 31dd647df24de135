package e2e

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

// grouping makes the engine report groups, whatever its method: at step k, points 0, 3, 6, ... are in group k % 3, the
// others in the next groups.
var grouping = workerWith(`{
	const versions = {}, steps = {}, post = self.postMessage.bind(self);
	addEventListener("message", (e) => {
		if (e.data.type !== "draw") { return; }
		const head = JSON.parse(e.data.head);
		if (e.data.points) { versions[head.pointsVersion] = e.data.points.length / 3; }
	});
	self.postMessage = (m, transfer) => {
		if (m.type === "picture") {
			const head = JSON.parse(m.head), n = versions[head.pointsVersion], step = head.player?.step || 0;
			head.groups = { k: 3, n, name: "cluster" };
			const each = 26, numbers = Array.from(m.numbers || []); // digits of base 4 in a number
			for (let at = 0; at < n; at += each) {
				let sum = 0;
				for (let i = Math.min(at + each, n) - 1; i >= at; i--) { sum = sum * 4 + 1 + (i + step) % 3; }
				numbers.push(sum);
			}
			if (m.numbers) { transfer = transfer.filter((b) => b !== m.numbers.buffer); } else { transfer = [...transfer]; }
			m.head = JSON.stringify(head);
			m.numbers = new Float64Array(numbers);
			transfer.push(m.numbers.buffer);
		}
		return post(m, transfer);
	};
}`, "")

// fewSteps is a run of five steps on six points.
const fewSteps = `{"version":1,"method":"logistic","params":{"solver":"gd","learning_rate":0.01,"max_iter":5,"tol":1e-12},"view":{"x":[0,1],"y":[0,1]},
	"points":[[0.2,0.2,0],[0.3,0.6,0],[0.6,0.5,0],[0.7,0.3,1],[0.8,0.7,1],[0.4,0.4,1]]}`

// colourAt returns the colour on the screen at a position of the plane.
func (p *Page) colourAt(x, y float64) color.RGBA {
	p.t.Helper()
	png, err := p.tab.Capture()
	p.must(err)
	img, _, err := image.Decode(bytes.NewReader(png))
	p.must(err)
	wx, wy := p.At(x, y)
	scale := float64(img.Bounds().Dx()) / Eval[float64](p, `innerWidth`)
	return color.RGBAModel.Convert(img.At(int(wx*scale), int(wy*scale))).(color.RGBA)
}

// Points have the colours of their groups in the newest picture, which differ from step to step; a point that is in no
// picture yet is neutral.
func TestGroupsColourThePoints(t *testing.T) {
	long(t)
	for _, dark := range []bool{false, true} {
		p := Start(t, Options{Closed: true, Dark: dark})
		p.Inject(grouping)
		p.Open(link(t, fewSteps))
		p.WaitReady()
		p.Move(1, 1)
		places := [][2]float64{{0.2, 0.2}, {0.3, 0.6}, {0.6, 0.5}, {0.7, 0.3}, {0.8, 0.7}, {0.4, 0.4}}
		palette := map[int]color.RGBA{}
		look := func(step int) {
			t.Helper()
			p.WaitReady()
			for i, at := range places {
				g, c := (i+step)%3, p.colourAt(at[0], at[1])
				if known, ok := palette[g]; ok && known != c {
					t.Errorf("dark %v: at step %d, point %d of group %d is %v, others of it %v", dark, step, i, g, c, known)
				}
				palette[g] = c
			}
		}
		look(5)
		if palette[0] == palette[1] || palette[1] == palette[2] || palette[0] == palette[2] {
			t.Fatalf("dark %v: the groups are %v", dark, palette)
		}
		p.Screenshot("groups")
		p.Changed(func() { p.ClickOn("#play-back") })
		look(4)
		p.Changed(func() { p.ClickOn("#play-start") })
		look(0)
		// A point that is in no picture yet is neutral. The engine is prevented from answering.
		p.Do(`pointscapeBoot.worker.onmessage2 = pointscapeBoot.worker.onmessage, pointscapeBoot.worker.onmessage = (e) => (window.kept ||= []).push(e)`)
		x, y := p.At(0.5, 0.85)
		p.Click(x, y)
		p.Move(1, 1)
		p.Wait(`pointscape.points().length === 7`)
		p.Do(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
		c := p.colourAt(0.5, 0.85)
		for g, known := range palette {
			if c == known {
				t.Errorf("dark %v: a new point has the colour of group %d before a picture tells it", dark, g)
			}
		}
		if spread := int(max(c.R, c.G, c.B)) - int(min(c.R, c.G, c.B)); spread > 30 {
			t.Errorf("dark %v: a new point is %v", dark, c)
		}
		if at := places[1]; p.colourAt(at[0], at[1]) != palette[1] {
			t.Errorf("dark %v: an old point has lost its colour", dark)
		}
		p.Do(`(() => { const w = pointscapeBoot.worker; w.onmessage = w.onmessage2; kept.forEach((e) => w.onmessage(e)); })()`)
		places = append(places, [2]float64{0.5, 0.85})
		look(0)
	}
}
