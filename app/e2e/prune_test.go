package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
)

// noisyTree is a tree that overfits noisy points, with its pruning path.
const noisyTree = `{"version":1,"method":"tree","params":{"max_depth":100},"dataset":{"name":"moons","n":80,"noise":0.4,"seed":2},"view":{"x":[-0.5,1.5],"y":[-0.5,1.5],"show":["regions","boundary","diagram","pruning"]}}`

// pruned returns noisyTree with a ccp_alpha, and the key of one of the nodes that are pruned by it; "" for none.
func pruned(p *Page, alpha float64) (text, gone string) {
	p.t.Helper()
	d, err := doc.Decode([]byte(noisyTree))
	p.must(err)
	d.Params["ccp_alpha"] = alpha
	made, err := doc.Encode(d)
	p.must(err)
	s := session.New(catalog.All())
	d, err = s.Resolve(method.Unstopped, d)
	p.must(err)
	f, err := s.Fit(method.Unstopped, d)
	p.must(err)
	panel, err := method.DrawPanel(method.Unstopped, f.Model, method.Shown{"diagram": true}, "diagram",
		400, 300)
	p.must(err)
	for _, spot := range panel.Hits {
		told, ok := f.Model.Can().Tell(spot.Key, picture.Viewport{X1: 1, Y1: 1, W: 9, H: 9}, nil)
		if ok && strings.HasPrefix(told.Answer, "Pruned:") {
			gone = spot.Key
		}
	}
	return string(made), gone
}

// A click on the pruning path prunes to that point, in one undo step; pruned nodes stay in the diagram, and a click on
// one restores it.
func TestPruneByClicks(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, noisyTree)})
	p.WaitReady()
	p.fits("pruning")
	x, y := p.inPlot(noisyTree, "pruning", "p4")
	p.Move(x, y)
	p.saysThere("Pruned to")
	p.saysThere("ross-validated")
	p.saysThere("Click: set Pruning α")
	p.Screenshot("path")
	p.Changed(func() { p.Click(x, y) })
	first, _ := p.Doc().Params["ccp_alpha"].(float64)
	if !(first > 0) {
		t.Fatalf("a click on the path has set ccp_alpha to %v", p.Doc().Params["ccp_alpha"])
	}
	text, gone := pruned(p, first)
	if gone == "" {
		t.Fatal("nothing is pruned")
	}
	p.fits("diagram")
	x, y = p.inPlot(text, "diagram", gone)
	p.Move(x, y)
	p.saysThere("Pruned: ")
	p.Screenshot("pruned")
	p.Changed(func() { p.Click(x, y) })
	if back, _ := p.Doc().Params["ccp_alpha"].(float64); !(back < first) {
		t.Errorf("a click on what is pruned has set ccp_alpha to %v from %v", back, first)
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	if undone := p.Doc().Params["ccp_alpha"]; undone != first {
		t.Errorf("undone it is %v, was %v", undone, first)
	}
}
