package session_test

import (
	"math"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Where keys are goes with pictures at which a hand may point, not with those that follow
// a drag; of methods without keys, never. What is in a panel is told in shares of the
// whole panel.
func TestSpots(t *testing.T) {
	s := session.New(catalog.All())
	draw := func(text string, fine bool, panels bool) *session.Result {
		t.Helper()
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(d)
		}
		if err != nil {
			t.Fatal(err)
		}
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: fine}
		if panels {
			req.Panels = session.AllPanels(f, 300, 240)
		}
		var last *session.Result
		if err := s.DrawFit(method.Unstopped, f, req, func(r *session.Result) error { last = r; return nil }); err != nil {
			t.Fatal(err)
		}
		return last
	}
	const tree, svm = `{"method":"tree","dataset":{"name":"moons","n":80,"noise":0.2,"seed":4}}`, `{"method":"svm","dataset":{"name":"moons","n":40,"noise":0.2,"seed":4}}`
	if r := draw(tree, false, false); r.Info.Spots != nil {
		t.Error("a picture that follows a drag carries keys")
	}
	if r := draw(tree, false, true); len(r.Info.Spots) != 3 {
		t.Errorf("panels that follow steps have %d of 3 lists of keys", len(r.Info.Spots))
	}
	if r := draw(svm, true, true); r.Info.Spots != nil {
		t.Error("a method without keys tells of some")
	}
	r := draw(tree, true, true)
	if len(r.Info.Spots) != 3 || r.Info.PanelsDrawn[1] != "candidates" {
		t.Fatalf("%d lists of keys for the stage and %v", len(r.Info.Spots), r.Info.PanelsDrawn)
	}
	// The chosen split's mark in the panel, by hand.
	p := r.Panels[1]
	var mark *picture.Marks
	for _, l := range p.Layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RoleOptimum {
			mark = m
		}
	}
	w, h := p.Size()
	x, y := (float64(p.Frame.Left)+p.View.PX(mark.XY[0]))/float64(w), (float64(p.Frame.Top)+p.View.PY(mark.XY[1]))/float64(h)
	found := false
	for _, spot := range r.Info.Spots[2].List {
		if spot.Kind == picture.Dot && spot.Key == "n0" {
			found = math.Abs(spot.XY[0]-x) < 1e-12 && math.Abs(spot.XY[1]-y) < 1e-12
		}
		for _, c := range spot.XY {
			if c < -0.01 || c > 1.01 {
				t.Errorf("%+v is outside the panel", spot)
			}
		}
	}
	if !found || x < 0.1 {
		t.Errorf("the chosen split is not at %g, %g", x, y)
	}
	if x := mark.XY[0]; x == r.Info.Spots[2].List[0].XY[0] {
		t.Error("the layers of the panel were changed")
	}
}

// What a click does is said, and done, by the document's points and the player's steps.
func TestTell(t *testing.T) {
	s := session.New(catalog.All())
	// The unlabelled point is no row of the problem.
	d, err := doc.Decode([]byte(`{"method":"tree","points":[[0.5,0.5,-1],[0,0,0],[0.1,0,0],[1,1,1]]}`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	v := session.Viewport(d, f.Task, 300, 300, 1)
	tell := func(key string) (answer, does string, act *wire.Action) {
		e, act, does, ok := f.Tell(key, v)
		if !ok {
			t.Fatalf("nothing is known of %q", key)
		}
		return e.Answer, does, act
	}
	if answer, does, act := tell("n1"); answer != "Leaf 1 of 2: class 1" || does != "pick out its 2 points" || len(act.Points) != 2 || act.Points[0] != 1 || act.Points[1] != 2 {
		t.Errorf("%q, %q, %v", answer, does, act)
	}
	if _, does, act := tell("n2"); does != "pick out its point" || len(act.Points) != 1 || act.Points[0] != 3 {
		t.Errorf("%q, %v", does, act)
	}
	// There is one split, which the picture shows: a click leads to what was before it.
	if _, does, act := tell("n0"); does != "go to the start" || act == nil || act.Step == nil || *act.Step != 0 {
		t.Errorf("%q, %v", does, act)
	}
	if _, _, _, ok := f.Tell("n3", v); ok {
		t.Error("a node that there is not has words")
	}
}
