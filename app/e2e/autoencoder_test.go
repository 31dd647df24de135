package e2e

import (
	"testing"
)

// An autoencoder of 1,797 digits moves its rows to their codes while it trains. Where there is no row, the pointer
// shows the decoded digit of that code, in the opposite corner; on a row it shows the row beside its reconstruction.
// Training can be stepped back and forth.
func TestAutoencoder(t *testing.T) {
	long(t)
	const digits = `{"version":1,"method":"autoencoder","table":{"name":"digits"},"params":{"hidden_layer_sizes":[8],"learning_rate_init":0.01},"view":{"step":0},"seed":1}`
	p := Start(t, Options{Clock: true, Path: link(t, digits)})
	p.WaitReady()
	p.fits("decoded")
	p.fits("reconstructions")
	p.fits("pca")
	start, mosaic := p.spread(), p.plotPixels("decoded")
	p.playTo(4)
	there := p.Look()
	grown := p.spread()
	if grown.First == start.First || p.plotPixels("decoded") == mosaic {
		t.Errorf("after %d epochs the first row is at %v, it began at %v", there.Step, grown.First, start.First)
	}
	if !(grown.View > 0.9*grown.Far && grown.View < 4*grown.Far) {
		t.Errorf("codes are %g wide in a view of %g", grown.Far, grown.View)
	}
	// The position farthest from all points in the right half.
	lone := Eval[[2]float64](p, `(() => {
		const q = pointscape.points(), v = pointscape.view(), best = {far: 0, at: null};
		for (let i = 20; i < 38; i++) for (let j = 4; j < 30; j++) {
			const x = v.x[0] + (v.x[1] - v.x[0]) * i / 40, y = v.y[0] + (v.y[1] - v.y[0]) * j / 40;
			const far = Math.min(...q.map(([a, b]) => Math.hypot(a - x, b - y)));
			if (far > best.far) { best.far = far; best.at = [x, y]; }
		}
		return best.at;
	})()`)
	x, y := p.At(lone[0], lone[1])
	p.Move(x, y)
	p.saysThere("Decoded of z")
	p.saysThere("Nearest code: row ")
	inked := func(right bool) float64 {
		at := "0"
		if right {
			at = "c.width / 2"
		}
		return Eval[float64](p, `((c) => c.getContext("2d").getImageData(`+at+
			`, c.height / 2, c.width / 2, c.height / 2).data.filter((v, i) => i % 4 === 3 && v > 0).length)(document.querySelector("#stage-over"))`)
	}
	if left, right := inked(false), inked(true); !(left > 2000 && right < left/4) {
		t.Errorf("the decoded picture takes %g pixels to the left, and %g where the pointer is", left, right)
	}
	p.Screenshot("autoencoder")
	at := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
	x, y = p.At(at[0], at[1])
	p.Move(x, y)
	p.saysThere("by 2 principal components")

	p.walk("an epoch back", func() { p.ClickOn("#play-back") }, there.Step-1)
	if back := p.spread(); back.First == grown.First {
		t.Error("an epoch back moves no row")
	}
	p.walk("an epoch", func() { p.ClickOn("#play-step") }, there.Step)
	if again := p.spread(); again.First != grown.First {
		t.Errorf("the first row was at %v, and is at %v when one comes back", grown.First, again.First)
	}
	p.Dark(true)
	p.Screenshot("autoencoder-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("autoencoder-phone")
}
