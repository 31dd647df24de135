package e2e

import "testing"

// emptyStart is k-means with a starting centre to which no point is nearest.
const emptyStart = `{"version":1,"method":"kmeans","params":{"init":"given","starts":[[0.35,0.85],[0.35,0.4],[0.75,0.65],[0.75,0.35],[-0.05,0.1]],"empty_clusters":"farthest"},
	"view":{"x":[-0.2,1.1],"y":[0,1],"show":["regions","boundary","centers","paths","elbow","silhouettes"]},"dataset":{"name":"clusters","n":200,"noise":0.06,"seed":3},"seed":1}`

// The relocation of an empty cluster's centre is stepped forward and back; a point of the elbow plot sets the number of
// clusters.
func TestTeleportAndElbow(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, emptyStart)})
	p.WaitReady()
	p.fits("inertia")
	p.walk("to the start", func() { p.ClickOn("#play-start") }, 0)
	p.walk("the first assignment", func() { p.ClickOn("#play-step") }, 1)
	jump := p.walk("the teleport", func() { p.ClickOn("#play-step") }, 2)
	p.Wait(`document.body.textContent.includes("its centre is moved to point")`)
	p.Screenshot("kmeans-teleport")
	p.walk("back", func() { p.ClickOn("#play-back") }, 1)
	p.Wait(`!document.body.textContent.includes("its centre is moved to point")`)
	if again := p.walk("the teleport again", func() { p.ClickOn("#play-step") }, 2); again.Hash != jump.Hash {
		t.Error("the teleport is another picture when it is stepped back to")
	}

	x, y := p.inPlot(emptyStart, "inertia", "n4")
	p.Move(x, y)
	p.saysThere("4 clusters")
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	if got := Eval[string](p,
		`JSON.stringify([pointscape.get().params.n_clusters, pointscape.get().params.init ?? "k-means++"])`); got != `[4,"k-means++"]` {
		t.Errorf("the click made %s", got)
	}
}
