package editor

import (
	"reflect"
	"strings"
	"testing"

	"pointscape/app/room/catalogue"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// openPainting opens a document of a method with 4 x 4 squares that can be painted if that is chosen.
func openPainting(t *testing.T) *page {
	t.Helper()
	p := open(t)
	var c catalogue.Catalogue
	c.Take(&wire.Offer{Catalog: []method.Info{{ID: "cvt", Name: "Lloyd", Task: method.Cluster, Params: []method.Param{
		{Name: "density", Label: "Density", Kind: method.Choose{Choices: []method.Choice{{Value: "uniform"},
			{Value: "painted"}}}, Default: "uniform"},
		{Name: "painting", Label: "Painting", Kind: method.Painting{Canvas: &method.Canvas{Name: "density", Side: 4, Top: 9,
			Size: 1}}, Default: "",
			When: &method.When{Name: "density", In: []string{"painted"}}}}}}})
	p.Catalogue = &c
	p.Replace(doc.Document{Method: "cvt", Points: points(4)}, "another", "")
	p.changes = nil
	return p
}

// A stroke is one step, with drafts before it. Painting is possible while the choice applies that enables it.
func TestStroke(t *testing.T) {
	p := openPainting(t)
	if p.Places.Painting() != nil || len(p.Places.Canvases()) != 0 {
		t.Fatal("the hand paints what does not apply")
	}
	p.Draft.Stroke(0.1, 0.1, false) // without a canvas
	p.Draft.EndStroke(true)
	p.Params.Set("density", "painted", "")
	if p.Places.Painting() == nil {
		t.Fatal("who chooses to paint cannot begin")
	}
	version := p.Version()
	p.changes = nil
	p.Draft.SetBrush(Brush{Wide: 1, Level: 7})
	p.Draft.Stroke(0.1, 0.9, false)
	p.Draft.Stroke(0.6, 0.9, false)
	p.Draft.Stroke(0.61, 0.9, false) // nothing new
	_, undone := p.History.Undo()
	if settled, drafted := p.Settled(); !drafted || settled.Params["painting"] != nil || undone {
		t.Error("what is saved in the middle of a stroke is what was before it, and nothing is undone meanwhile")
	}
	p.Draft.EndStroke(true)
	if got := p.Param(p.Places.Painting()); got != "777" {
		t.Errorf("painted %q", got)
	}
	if want := []Change{{What: Drafted}, {What: Drafted}, {What: Step}}; !reflect.DeepEqual(p.changes, want) ||
		p.undoes() != "paint the density" || p.Version() != version {
		t.Errorf("%+v; undo would undo %q", p.changes, p.undoes())
	}
	p.Draft.Stroke(0.1, 0.9, true)
	p.Draft.EndStroke(true)
	if got := p.Param(p.Places.Painting()); got != "077" {
		t.Errorf("erased: %q", got)
	}
	p.Draft.Stroke(0.9, 0.1, false)
	p.Draft.EndStroke(false)
	p.Draft.Stroke(0.3, 0.9, false) // unchanged
	p.Draft.EndStroke(true)
	if got := p.Param(p.Places.Painting()); got != "077" || p.undoes() != "paint the density" {
		t.Errorf("given up: %q; undo would undo %q", got, p.undoes())
	}
	p.Places.ClearPainting(p.Places.Painting())
	if got := p.Param(p.Places.Painting()); got != "" || p.undoes() != "wipe the density" {
		t.Errorf("wiped: %q; undo would undo %q", got, p.undoes())
	}
	for _, want := range []string{"077", "777"} {
		p.History.Undo()
		if got := p.Param(p.Places.Painting()); got != want {
			t.Errorf("undone: %q, want %q", got, want)
		}
	}
	p.History.Undo()
	if p.Places.Painting() == nil || strings.Trim(p.Param(p.Places.Painting()).(string), "0") != "" {
		t.Error("before the first stroke there is something")
	}
	p.History.Undo()
	if p.Places.Painting() != nil {
		t.Error("the hand paints what does not apply any more")
	}
}
