package e2e

import "testing"

// The threshold is dragged as a line of the plot, and the document contains its value. Pointing at a stem of the plot
// says by how many standard errors a feature deviates.
func TestNearestCentroid(t *testing.T) {
	long(t)
	const doc = `{"version":1,"method":"nearest_centroid","params":{"shrink_threshold":0},"view":{"x":[0,1],"y":[0,1]},
		"points":[[0.2,0.2,0],[0.25,0.25,0],[0.3,0.2,0],[0.25,0.1,0],[0.7,0.7,1],[0.75,0.8,1],[0.8,0.7,1],[0.85,0.85,1]]}`
	p := Start(t, Options{Path: link(t, doc)})
	p.WaitReady()
	p.fits("deviations")
	p.Move(p.inPlot(doc, "deviations", "d1.0"))
	p.saysThere("standard errors")
	x, y := p.cutAt(doc, "deviations", 0)
	p.Press(x, y)
	p.DragTo(x, y-20)
	p.Lift()
	p.WaitReady()
	if v, _ := p.Doc().Params["shrink_threshold"].(float64); v <= 0 {
		t.Errorf("after the drag the threshold is %v", p.Doc().Params["shrink_threshold"])
	}
	p.Move(p.At(0.95, 0.1))
	p.saysThere("distance")
	p.Screenshot("shrunken")
}

// The self-organising map is stepped from its tangled start to its end and back; a tile of the map shows the points of
// its unit in the plane.
func TestSelfOrganisingMap(t *testing.T) {
	long(t)
	const doc = `{"version":1,"method":"som","params":{"columns":2,"rows":1,"sigma":0.5,"sigma_end":0.1},"view":{"x":[0,1],"y":[0,1]},
		"points":[[0.2,0.2,0],[0.25,0.25,0],[0.3,0.2,0],[0.25,0.1,0],[0.7,0.7,1],[0.75,0.8,1],[0.8,0.7,1],[0.85,0.85,1]]}`
	p := Start(t, Options{Path: link(t, doc)})
	p.WaitReady()
	p.fits("map")
	p.stepThrough()
	p.Move(p.inPlot(doc, "map", "u1"))
	p.saysThere("Nearest to 4 points")
	p.lit(0.25, 0.1, true)
	p.lit(0.7, 0.7, false)
	p.Screenshot("map")
	p.Move(1, 1)
	p.lit(0.25, 0.1, false)
	p.Move(p.At(0.75, 0.75))
	p.saysThere("Unit 2")
}
