package editor

import (
	"fmt"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

func openLists(t *testing.T) *page {
	page := open(t)
	page.Catalogue.Take(&wire.Offer{Catalog: []method.Info{{ID: "net", Name: "Net", Task: method.Classify,
		Params: []method.Param{
			{Name: "sizes", Label: "Layers", Kind: method.Numbers{Range: method.Range{Min: 1, Max: 16},
				List: method.List{MaxLen: 4, Entry: "layer"}, Whole: true}, Default: []any{8.0, 8.0}},
			{Name: "phi", Label: "φ", Kind: method.Options{List: method.List{Per: "sizes", MinLen: 1, Entry: "layer"},
				Choices: []method.Choice{{Value: "tanh"}, {Value: "relu"}, {Value: "elu"}}}, Default: []any{"tanh"}},
			{Name: "inputs", Label: "Inputs", Kind: method.Options{List: method.List{MinLen: 1}, Distinct: true,
				Choices: []method.Choice{{Value: "x1"}, {Value: "x2"}}}, Default: []any{"x1"}},
			{Name: "coefs", Label: "Weights", Kind: method.Numbers{Range: method.Range{Min: -1e6, Max: 1e6},
				List: method.List{MaxLen: 5000, Entry: "weight"}, Taken: "Draw again"}, Default: []any{}},
		}}}})
	page.Replace(doc.Document{Method: "net", Points: points(4)}, "another", "")
	return page
}

// Values that belong to the entries of a list are removed with them. Within a gesture they return with the entries.
func TestListsOfEntries(t *testing.T) {
	page := openLists(t)
	phi := page.Info().Param("phi")
	is := func(when, want string) {
		t.Helper()
		if got := fmt.Sprint(page.Params.Options(phi), page.Given("phi")); got != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}
	is("at first", "[tanh tanh] <nil>")
	page.Params.Set("phi", []string{"relu", "elu"}, "")
	is("chosen", "[relu elu] [relu elu]")
	page.Params.Set("sizes", []float64{8, 8, 8}, "")
	is("one more layer", "[relu elu elu] [relu elu]")
	page.History.Undo()
	for _, sizes := range [][]float64{{8}, {8, 4}} { // "8, 8" is replaced by typing
		page.Params.Set("sizes", sizes, "type sizes")
	}
	is("typed", "[relu elu] [relu elu]")
	page.History.Seal()
	page.Params.Set("sizes", []float64{8}, "")
	is("one layer less", "[relu] [relu]")
	page.Params.Set("sizes", []float64{}, "")
	is("none", "[] <nil>")
	page.History.Undo()
	page.History.Undo()
	is("undone", "[relu elu] [relu elu]")
}

// Values that are taken over restart a run, and undo returns the player to its step. Values that do not suit changed
// parameters are removed.
func TestGive(t *testing.T) {
	page := openLists(t)
	coefs := page.Info().Param("coefs")
	step := 500
	page.View.ShowStep(&step)
	if page.Params.Give(coefs, []float64{1e9}, "take", "") || !page.Params.Give(coefs, []float64{1, 2}, "take", "") {
		t.Fatal("what may be taken over")
	}
	at := func() string { return fmt.Sprint(page.Given("coefs"), *page.Now().View.Step) }
	if at() != "[1 2] 0" {
		t.Errorf("taken over: %s", at())
	}
	on := 20
	page.View.ShowStep(&on)
	page.History.Undo()
	if at() != "<nil> 500" {
		t.Errorf("undone: %s", at())
	}
	page.History.Redo()
	if at() != "[1 2] 20" {
		t.Errorf("done again: %s", at())
	}
	page.View.ShowStep(nil) // the end, if there is one
	if page.Params.Give(coefs, []float64{1, 2}, "take", ""); at() != "[1 2] 0" {
		t.Errorf("taken over at the end: %s", at())
	}
	page.History.Undo()
	page.View.ShowStep(&on)
	page.Params.Set("sizes", []float64{2}, "")
	if page.Methods.LeaveBehind("params.sizes") || !page.Methods.LeaveBehind("params.coefs") ||
		page.Given("coefs") != nil ||
		len(page.toasts) != 1 {
		t.Errorf("left behind: %s, %v", at(), page.toasts)
	}
	page.History.Undo()
	if at() != "[1 2] 20" {
		t.Errorf("the step before: %s", at())
	}
}

// Values that were taken over have a shape. With another shape they are removed, with a message, even if their number
// is the same; undo restores both.
func TestTakenNumbersHaveAShape(t *testing.T) {
	for name, other := range map[string]any{"sizes": []float64{1, 3}, "inputs": []string{"x2"}} {
		page := openLists(t)
		coefs := page.Info().Param("coefs")
		method.Change(coefs, func(k *method.Numbers) { k.Shape = []string{"sizes", "inputs"} })
		page.Params.Give(coefs, []float64{1, 2}, "take", "")
		page.Params.Set("phi", []string{"relu"}, "")
		if page.Given("coefs") == nil || len(page.toasts) != 0 {
			t.Fatalf("forgotten with what is none of their shape: %v", page.toasts)
		}
		page.Params.Set(name, other, "")
		if page.Given("coefs") != nil || page.Given(name) == nil || len(page.toasts) != 1 {
			t.Errorf("%s: %v are kept, told %v", name, page.Given("coefs"), page.toasts)
		}
		page.History.Undo()
		if got := fmt.Sprint(page.Given("coefs"), page.Given(name)); got != "[1 2] <nil>" {
			t.Errorf("%s: undone: %s", name, got)
		}
	}
}
