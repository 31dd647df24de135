package e2e

import (
	"testing"
)

// Mean shift: the points' paths uphill are stepped forward and back; the pointer shows the path from its position, and
// a point those of its mode.
func TestMeanShift(t *testing.T) {
	long(t)
	const hills = `{"version":1,"method":"mean_shift","params":{"bandwidth_rule":"given","bandwidth":0.2},"view":{"x":[0,1],"y":[0,1]},
		"points":[[0.2,0.2],[0.25,0.25],[0.3,0.2],[0.25,0.1],[0.35,0.3],[0.7,0.7],[0.75,0.8],[0.8,0.7],[0.85,0.85],[0.65,0.6],[0.6,0.52]]}`
	p := Start(t, Options{Path: link(t, hills)})
	p.WaitReady()
	p.stepThrough()
	p.Move(1, 1)
	p.Screenshot("mean-shift")
	if n := factValue(p, "n_clusters"); n != "2" {
		t.Errorf("%s modes", n)
	}
	p.Move(p.At(0.45, 0.4))
	p.saysThere("uphill")
	p.saysThere("Cluster")
	p.Screenshot("mean-shift-way")
	p.Move(p.At(0.95, 0.05))
	p.saysThere("No path uphill")
	p.Move(p.At(0.85, 0.85))
	p.saysThere("select its")
	p.lit(0.25, 0.1, false)
	p.lit(0.6, 0.52, true)
	p.Screenshot("mean-shift-mode")
}

// Spectral clustering is stepped from the graph over the eigenvectors to k-means and back; a point of the embedding
// corresponds to a point of the plane, and an eigenvalue sets the number of clusters.
func TestSpectral(t *testing.T) {
	long(t)
	const bows = `{"version":1,"method":"spectral_clustering","dataset":{"name":"moons","n":80,"noise":0.05,"seed":7},"view":{"x":[0,1],"y":[0,1],"show":["graph","eigenvalues","embedding"]},"seed":1}`
	p := Start(t, Options{Path: link(t, bows)})
	p.WaitReady()
	p.fits("embedding")
	p.stepThrough()
	p.Move(1, 1)
	p.Screenshot("spectral")
	idle := p.plotPixels("embedding")
	at := Eval[[]float64](p, `pointscape.points()[0].slice(0, 2)`)
	p.Move(p.At(at[0], at[1]))
	p.saysThere("in the embedding")
	p.Wait(`document.querySelector("#panel-embedding") !== null`)
	if p.plotPixels("embedding") == idle {
		t.Error("the embedding does not show the point that is pointed at on the plane")
	}
	p.Screenshot("spectral-point")
	p.Move(1, 1)
	p.lit(at[0], at[1], false)
	p.Move(p.inPlot(bows, "embedding", "p0"))
	p.saysThere("Point 1")
	p.lit(at[0], at[1], true)
	x, y := p.inPlot(bows, "eigenvalues", "e3")
	p.Move(x, y)
	p.saysThere("The gap to the next one")
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	if k := p.Doc().Params["n_clusters"]; k != 3.0 {
		t.Errorf("the click chose %v clusters", k)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
}
