package e2e

import "testing"

// A restricted Boltzmann machine is stepped by minibatches: the plots of its filters and of the next step's samples
// change, and are the same after a step forward and back. On a row, its free energy is shown.
func TestBoltzmannMachine(t *testing.T) {
	long(t)
	const digits = `{"version":1,"method":"rbm","table":{"name":"digits"},"params":{"n_components":16,"k":2,"step":"minibatch","n_iter":2},"view":{"step":200},"seed":1}`
	p := Start(t, Options{Path: link(t, digits)})
	p.WaitReady()
	p.fits("chain")
	p.fits("filters")
	p.fits("reconstructions")
	p.fits("activity")
	looks := func() [2]float64 { return [2]float64{p.plotPixels("chain"), p.plotPixels("filters")} }
	at := looks()
	p.walk("a minibatch", func() { p.ClickOn("#play-step") }, 201)
	next := looks()
	if next[0] == at[0] || next[1] == at[1] {
		t.Errorf("a minibatch on the plots are %v, before %v", next, at)
	}
	p.walk("a minibatch back", func() { p.ClickOn("#play-back") }, 200)
	if back := looks(); back != at {
		t.Errorf("a minibatch back the plots are %v, they were %v", back, at)
	}
	row := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
	x, y := p.At(row[0], row[1])
	p.Move(x, y)
	p.saysThere("Free energy F(v) = ")
	p.Screenshot("boltzmann")
	p.Dark(true)
	p.WaitReady()
	p.Screenshot("boltzmann-dark")
	p.Resize(Phone)
	p.WaitReady()
	p.Screenshot("boltzmann-phone")
}
