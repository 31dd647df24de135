package editor

import (
	"reflect"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// openPlaces is a page with k-means, whose starting positions apply with init = given.
func openPlaces(t *testing.T, params map[string]any) *page {
	p := open(t)
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "kmeans", Name: "k-means", Task: method.Cluster,
		Params: []method.Param{
			{Name: "init", Label: "Start", Kind: method.Choose{Choices: []method.Choice{{Value: "random"}, {Value: "given"}}},
				Default: "random"},
			{Name: "starts", Label: "Starts", Kind: method.Places{Min: 1, Max: 3,
				Handle: &method.Handle{Name: "start", Many: "starts"}}, Default: []any{[]any{0.5, 0.5}},
				When: &method.When{Name: "init", In: []string{"given"}}},
		}}}})
	p.Replace(doc.Document{Method: "kmeans", Params: params, Points: points(4)}, "another", "")
	p.changes = nil
	return p
}

func (p *page) starts() [][]float64 { return method.PlacesOf(p.Now().Params["starts"]) }

func (p *page) areStarts(t *testing.T, when string, want ...[]float64) {
	t.Helper()
	if got := p.starts(); len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", when, got, want)
	}
}

// A move of a handle is one step, with drafts before it; the points do not change, and keep their recipe and version.
func TestHandlesMove(t *testing.T) {
	before := [][]float64{{0.1, 0.2}, {0.3, 0.4}}
	p := openPlaces(t, map[string]any{"init": "given", "starts": before})
	version := p.Version()
	second := method.GripNumber(1)
	p.Draft.Grab(second)
	if !p.Draft.MoveTo(0.6, 0.7) || p.Draft.MoveTo(0.6, 0.7) || p.Draft.Dragged() != second {
		t.Error("a handle that is held moves, once to each place")
	}
	if q, ok := p.Points.Spot(second); !ok || q.X != 0.6 {
		t.Errorf("it is at %v", q)
	}
	if settled, drafted := p.Settled(); !drafted || method.PlacesOf(settled.Params["starts"])[1][0] != 0.3 ||
		before[1][0] != 0.3 {
		t.Error("what is saved in the middle of a move is what was before it")
	}
	p.Draft.MoveTo(0.8, 0.9)
	p.Draft.Release(true)
	p.areStarts(t, "let go", []float64{0.1, 0.2}, []float64{0.8, 0.9})
	want := []Change{{What: Drafted}, {What: Drafted}, {What: Step}}
	if !reflect.DeepEqual(p.changes, want) || p.undoes() != "move a start" || p.Version() != version {
		t.Errorf("%+v; undo would undo %q", p.changes, p.undoes())
	}
	p.History.Undo()
	p.areStarts(t, "undone", []float64{0.1, 0.2}, []float64{0.3, 0.4})
	p.History.Redo()
	p.areStarts(t, "redone", []float64{0.1, 0.2}, []float64{0.8, 0.9})
	p.Draft.Grab(method.GripNumber(0))
	p.Draft.MoveTo(5, 5)
	p.Draft.Release(false)
	p.areStarts(t, "given up", []float64{0.1, 0.2}, []float64{0.8, 0.9})
	if p.undoes() != "move a start" {
		t.Errorf("undo would undo %q", p.undoes())
	}
	p.Points.SetCoordinate(method.GripNumber(0), "x", 7)
	p.Points.SetCoordinate(method.GripNumber(0), "y", 8)
	p.areStarts(t, "typed", []float64{7, 8}, []float64{0.8, 0.9})
}

func TestHandlesComeAndGo(t *testing.T) {
	p := openPlaces(t, map[string]any{"init": "given", "starts": [][]float64{{0.1, 0.2}}})
	if p.Places.Adding() != nil || len(p.Places.Handles()) != 1 {
		t.Error("a click adds points, unless something else is chosen")
	}
	p.Places.SetAdding("starts")
	if i, ok := p.Places.Add(p.Places.Adding(), 3, 4); !ok || i != method.GripNumber(1) || p.undoes() != "add a start" {
		t.Errorf("added as %d, %v; undo would undo %q", i, ok, p.undoes())
	}
	p.Places.Add(p.Places.Adding(), 5, 6)
	if _, ok := p.Places.Add(p.Places.Adding(), 7, 8); ok || len(p.toasts) != 1 ||
		p.toasts[0] != "k-means allows at most 3 starts." {
		t.Errorf("a fourth: %v, %q", ok, p.toasts)
	}
	p.Selection.Set(method.GripNumber(2))
	p.Points.Remove(method.GripNumber(0))
	p.areStarts(t, "removed", []float64{3, 4}, []float64{5, 6})
	if p.Selection.Now() != -1 || p.undoes() != "remove a start" {
		t.Errorf("%d is selected, undo would undo %q", p.Selection.Now(), p.undoes())
	}
	p.Places.RemoveAll(p.Places.Adding())
	p.areStarts(t, "all removed", []float64{3, 4})
	p.Points.Remove(method.GripNumber(0))
	p.areStarts(t, "the last that must be", []float64{3, 4})
	p.Selection.Set(method.GripNumber(0))
	p.Params.Set("init", "random", "")
	if p.Selection.Now() != -1 || p.Places.Adding() != nil || len(p.Places.Grips()) != 0 {
		t.Error("handles of a parameter that does not apply are still there")
	}
}

// If positions come to apply, and the user has set none, they are those at which the model has started by itself.
func TestPlacesAreTakenOver(t *testing.T) {
	p := openPlaces(t, nil)
	p.begun = func() map[string][][]float64 {
		return map[string][][]float64{"starts": {{0.123456789, 2}, {3, 4}}, "gone": {{1}}}
	}
	p.Params.Set("init", "given", "")
	p.areStarts(t, "taken over", []float64{0.123457, 2}, []float64{3, 4})
	if p.undoes() != "change Start" {
		t.Errorf("undo would undo %q", p.undoes())
	}
	p.Points.SetCoordinate(method.GripNumber(0), "x", 9)
	p.Params.Set("init", "random", "")
	p.Params.Set("init", "given", "")
	p.areStarts(t, "what people have put stays", []float64{9, 2}, []float64{3, 4})
	p.Params.Set("starts", nil, "")
	p.areStarts(t, "back to the default, while they apply")
	p.History.Undo()
	p.History.Undo()
	p.History.Undo()
	p.History.Undo()
	p.History.Undo()
	p.areStarts(t, "undone")
	p.begun = func() map[string][][]float64 {
		return map[string][][]float64{"starts": {{1, 1}, {2, 2}, {3, 3}, {4, 4}}}
	}
	p.Params.Set("init", "given", "")
	p.areStarts(t, "more than may be are not taken over")
	if len(p.Places.Grips()) != 1 {
		t.Errorf("%v, want the default", p.Places.Grips())
	}
}

// A handle that leads moves the others with it, dragged or typed, in one step. None can be removed if their number is
// fixed.
func TestHandlesLead(t *testing.T) {
	p := open(t)
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "pad", Name: "Pad", Task: method.Embed,
		Params: []method.Param{{Name: "starts", Label: "Ends", Kind: method.Places{Min: 2, Max: 2, Handle: &method.Handle{
			Name: "line", Many: "ends of the line", Each: []string{"first end", "second end"}, Leads: true}},
			Default: []any{[]any{0.1, 0.2}, []any{0.3, 0.4}}}}}}})
	ends := [][]float64{{0.1, 0.2}, {0.3, 0.4}}
	p.Replace(doc.Document{Method: "pad", Params: map[string]any{"starts": ends}}, "another", "")
	first, second := method.GripNumber(0), method.GripNumber(1)
	p.Draft.Grab(second)
	if p.Draft.Leads() {
		t.Error("the second one leads")
	}
	p.Draft.Release(false)
	p.Draft.Grab(first)
	if !p.Draft.Leads() || !p.Draft.MoveTo(0.2, 0.5) {
		t.Error("the first one does not lead, or not move")
	}
	p.Draft.Release(true)
	p.areStarts(t, "let go", []float64{0.2, 0.5}, []float64{0.4, 0.7})
	p.Points.SetCoordinate(first, "y", 1)
	p.areStarts(t, "typed", []float64{0.2, 1}, []float64{0.4, 1.2})
	p.History.Undo()
	p.History.Undo()
	p.areStarts(t, "undone", []float64{0.1, 0.2}, []float64{0.3, 0.4})
	p.Points.Remove(first)
	p.areStarts(t, "not removed", []float64{0.1, 0.2}, []float64{0.3, 0.4})
}

// A shape of several handles is moved by its first handle. Dragging another one turns the shape and changes that arm's
// length; the other arm stays perpendicular. Coordinates can also be typed.
func TestHandlesOfAShape(t *testing.T) {
	p := open(t)
	p.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "pad", Name: "Pad", Task: method.Cluster,
		Params: []method.Param{
			{Name: "cross", Label: "Cross", Kind: method.Places{Min: 3, Max: 3, Handle: &method.Handle{Name: "cross",
				Many: "cross", Each: []string{"middle", "arm 1", "arm 2"}, Leads: true, Square: true}},
				Default: []any{[]any{1.0, 1.0}, []any{2.0, 1.0}, []any{1.0, 3.0}}},
		}}}})
	p.Replace(doc.Document{Method: "pad"}, "another", "")
	cross := func() [][]float64 { return method.PlacesOf(p.Now().Params["cross"]) }
	p.Draft.Grab(method.GripNumber(1))
	p.Draft.MoveTo(1, 4)
	p.Draft.Release(true)
	if got := cross(); !reflect.DeepEqual(got, [][]float64{{1, 1}, {1, 4}, {-1, 1}}) {
		t.Errorf("dragged to 1, 4: %v", got)
	}
	p.Points.SetCoordinate(method.GripNumber(0), "x", 3)
	if got := cross(); !reflect.DeepEqual(got, [][]float64{{3, 1}, {3, 4}, {1, 1}}) {
		t.Errorf("the middle is typed: %v", got)
	}
	p.Points.Remove(method.GripNumber(2))
	if len(cross()) != 3 {
		t.Error("a part of a shape is removed")
	}
}
