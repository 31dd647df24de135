package session_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

// Positions of keys are sent with pictures outside a drag, but not during one, and never for methods without keys.
// Those in a panel are in fractions of the whole panel.
func TestSpots(t *testing.T) {
	s := session.New(catalog.All())
	draw := func(text string, fine bool, panels bool) *session.Result {
		t.Helper()
		d, err := doc.Decode([]byte(text))
		if err == nil {
			d, err = s.Resolve(method.Unstopped, d)
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
	const tree, svm = `{"method":"tree","dataset":{"name":"moons","n":80,"noise":0.2,"seed":4}}`,
		`{"method":"svm","dataset":{"name":"moons","n":40,"noise":0.2,"seed":4}}`
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
	// The mark of the chosen split in the panel.
	p := r.Panels[1]
	var mark *picture.Marks
	for _, l := range p.Layers {
		if m, ok := l.(*picture.Marks); ok && m.Role == picture.RoleOptimum {
			mark = m
		}
	}
	w, h := p.Size()
	x, y := (float64(p.Frame.Left)+p.View.PX(mark.XY[0]))/float64(w),
		(float64(p.Frame.Top)+p.View.PY(mark.XY[1]))/float64(h)
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

// The description of a click matches its action, which uses the document's points and the player's steps.
func TestTell(t *testing.T) {
	s := session.New(catalog.All())
	// The unlabelled point is not a row of the problem.
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
	if answer, does, act := tell("n1"); answer != "Leaf 1 of 2: class 1" || does != "select its 2 points" ||
		len(act.Points) != 2 || act.Points[0] != 1 || act.Points[1] != 2 {
		t.Errorf("%q, %q, %v", answer, does, act)
	}
	if _, does, act := tell("n2"); does != "select its point" || len(act.Points) != 1 || act.Points[0] != 3 {
		t.Errorf("%q, %v", does, act)
	}
	// There is one split, which the picture shows: a click leads to the step before it.
	if _, does, act := tell("n0"); does != "go to the start" || act == nil || act.Step == nil || *act.Step != 0 {
		t.Errorf("%q, %v", does, act)
	}
	if _, _, _, ok := f.Tell("n3", v); ok {
		t.Error("a node that there is not has words")
	}
}

// A bar of a histogram and its rows are highlighted together, in both panels; the readout says how many they are, and a
// click selects them. Held-out rows are counted, too.
func TestBarsAndTheirRows(t *testing.T) {
	s := session.New(catalog.All())
	for _, c := range []struct{ text, first, second string }{
		{`{"method":"knn","table":{"name":"iris"},"split":{"test":0.2,"seed":1}}`, "rows across", "rows up"},
		{`{"method":"pca","params":{"n_components":2},"dataset":{"name":"moons","n":60,"noise":0.2,"seed":4}}`, "pc1", "pc2"},
		{`{"method":"kmeans","table":{"name":"iris"},"seed":2}`, "rows across", "rows up"},
	} {
		d := resolved(t, s, c.text)
		f, err := s.Fit(method.Unstopped, d)
		if err != nil {
			t.Fatal(err)
		}
		req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true,
			Panels: []wire.PanelAsk{{ID: c.first, W: 300, H: 200}, {ID: c.second, W: 300, H: 200}}}
		var r *session.Result
		if err := s.DrawFit(method.Unstopped, f, req, func(x *session.Result) error { r = x; return nil }); err != nil {
			t.Fatal(err)
		}
		if len(r.Info.Spots) != 3 {
			t.Fatalf("%s: %d lists of keys", c.text, len(r.Info.Spots))
		}
		for i, panel := range r.Info.Spots[1:] {
			counted := 0
			for _, bar := range panel.List {
				if bar.Kind != picture.Area || strings.HasPrefix(bar.Key, "k") {
					continue
				}
				// The rows within the bar, by their positions: z of PCA is not a coordinate of the plane.
				var rows []int
				for _, dot := range r.Info.Spots[0].List {
					if dot.Kind == picture.Dot && picture.SharesKey(dot.Key, bar.Key) {
						if at := slices.IndexFunc(d.Points, func(p doc.Point) bool {
							return p.X == dot.XY[0] &&
								p.Y == dot.XY[1]
						}); at >= 0 {
							rows = append(rows, at)
						}
					}
				}
				e, act, does, ok := f.Tell(bar.Key, r.Picture.View)
				if !ok || len(act.Points) == 0 || len(act.Points) != len(rows) ||
					!strings.Contains(strings.Join(e.Lines, " "), strconv.Itoa(len(rows))) ||
					!strings.HasPrefix(does, "select its") {
					t.Fatalf("%s: bar %s: %v, %v, %q of %d rows", c.text, bar.Key, e, act, does, len(rows))
				}
				counted += len(rows)
				if !strings.HasPrefix(c.first, "rows") {
					continue
				}
				lo, hi := math.Inf(1), math.Inf(-1)
				for _, k := range rows {
					x := [2]float64{d.Points[k].X, d.Points[k].Y}[i]
					lo, hi = min(lo, x), max(hi, x)
				}
				all := [2]float64{math.Inf(1), math.Inf(-1)}
				for _, p := range d.Points {
					x := [2]float64{p.X, p.Y}[i]
					all[0], all[1] = min(all[0], x), max(all[1], x)
				}
				if hi-lo > (all[1]-all[0])/24+1e-9 {
					t.Errorf("%s: bar %s holds rows from %g to %g", c.text, bar.Key, lo, hi)
				}
			}
			if counted != len(d.Points) {
				t.Errorf("%s: the bars of panel %d hold %d rows of %d", c.text, i, counted, len(d.Points))
			}
		}
		for _, dot := range r.Info.Spots[0].List {
			if dot.Kind == picture.Dot && strings.Contains(dot.Key, picture.KeyAnd) {
				if e, act, does, ok := f.Tell(dot.Key, r.Picture.View); !ok || act != nil || does != "" || len(e.Lines) != 3 {
					t.Errorf("%s: %s says %v and does %q", c.text, dot.Key, e, does)
				}
				break
			}
		}
	}
}

// The boundary of a vote is highlighted together with its bar.
func TestTheVoteAndItsBoundary(t *testing.T) {
	s := session.New(catalog.All())
	d := resolved(t, s, `{"method":"vote","dataset":{"name":"moons","n":60,"noise":0.2,"seed":4}}`)
	f, err := s.Fit(method.Unstopped, d)
	if err != nil {
		t.Fatal(err)
	}
	req := session.Request{Doc: d, View: session.Viewport(d, f.Task, 600, 400, 1), Fine: true,
		Panels: session.AllPanels(f, 300, 240)}
	var r *session.Result
	if err := s.DrawFit(method.Unstopped, f, req, func(x *session.Result) error { r = x; return nil }); err != nil {
		t.Fatal(err)
	}
	sum := [2]int{}
	for i, list := range r.Info.Spots {
		for _, spot := range list.List {
			if spot.Key == "vote" && spot.Kind == [...]picture.SpotKind{picture.Line, picture.Area}[i] {
				sum[i]++
			}
		}
	}
	if sum[0] == 0 || sum[1] != 2 {
		t.Errorf("the vote's key is that of %d lines, and of %d areas, not of its bar and the bar's name", sum[0], sum[1])
	}
	for _, l := range r.Picture.Layers {
		if p, ok := l.(*picture.Path); ok && p.Role == picture.RoleBoundary && len(p.Keys) != max(1, len(p.Starts)) {
			t.Errorf("%d keys of %d lines", len(p.Keys), len(p.Starts))
		}
	}
}
