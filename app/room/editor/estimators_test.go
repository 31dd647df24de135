package editor

import (
	"fmt"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// Each change of a method in a list of methods is one step, which undo reverts. Numbers that belong to a removed method
// are removed, too. The declarations are decoded from JSON.
func TestEstimators(t *testing.T) {
	page := open(t)
	page.Catalogue.Take(&wire.Offer{Catalog: []method.Info{
		{ID: "near", Name: "Near", Task: method.Classify,
			Params: []method.Param{{Name: "k", Label: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 9}},
				Default: 5.0}}},
		{ID: "far", Name: "Far", Task: method.Classify},
		{ID: "made", Name: "Made", Task: method.Classify, Params: []method.Param{
			{Name: "of", Label: "Of", Kind: method.Estimators{List: method.List{Entry: "part", MinLen: 1, MaxLen: 3},
				Choices: []method.Choice{{Value: "near"}, {Value: "far"}}},
				Default: []any{map[string]any{"method": "near"}, map[string]any{"method": "near"}}},
			{Name: "weights", Label: "Weights", Kind: method.Numbers{List: method.List{Per: "of"}}, Default: []any{}},
			{Name: "other", Label: "Other", Kind: method.Numbers{}, Default: []any{}},
		}},
	}})
	page.Replace(doc.Document{Method: "made", Params: map[string]any{"weights": []float64{1, 2}, "other": []float64{3, 4}},
		Points: points(4)}, "another", "")
	p := page.Info().Param("of")
	now := func() string {
		return fmt.Sprint(page.Params.Estimators(p), page.Given("weights"), page.Given("other"))
	}
	states := []string{now()}
	k := p.PathTo(1) + "k"
	for _, step := range []struct {
		what, want string
		do         func()
	}{
		{"change k", "[{near map[]} {near map[k:7]}] [1 2] [3 4]", func() { page.Params.Set(k, 7.0, "") }},
		{"add a part", "[{near map[]} {near map[k:7]} {far map[]}] [1 2] [3 4]", func() {
			if i := page.Params.AddEstimator(p); i != 2 {
				t.Errorf("added at %d", i)
			}
		}},
		{"remove part 1", "[{near map[k:7]} {far map[]}] [2] [3 4]", func() { page.Params.RemoveEstimator(p, 0) }},
		{"choose Far", "[{far map[]} {far map[]}] [2] [3 4]", func() { page.Params.ChooseEstimator(p, 0, "far") }},
		{"remove part 2", "[{far map[]}] [2] [3 4]", func() { page.Params.RemoveEstimator(p, 1) }},
	} {
		step.do()
		if got := now(); got != step.want {
			t.Errorf("%s: %s, want %s", step.what, got, step.want)
		}
		if page.undoes() != step.what {
			t.Errorf("undo would take back %q, want %q", page.undoes(), step.what)
		}
		states = append(states, now())
	}
	if page.Params.RemoveEstimator(p, 0) {
		t.Error("the last one was removed")
	}
	page.Params.ChooseEstimator(p, 0, "far")
	page.Params.ChooseEstimator(p, 0, "nowhere")
	page.Params.ChooseEstimator(p, 4, "near")
	if page.Params.Set(p.PathTo(0)+"k", 3.0, "") || page.Params.Set("weights", []float64{2}, "") || now() != states[5] {
		t.Errorf("what can't be done was done: %s", now())
	}
	for i := 4; i >= 0; i-- {
		page.History.Undo()
		if now() != states[i] {
			t.Errorf("taken back it is %s, want %s", now(), states[i])
		}
	}
	// The default list has fewer methods: numbers without a method would be refused.
	page.Params.AddEstimator(p)
	page.Params.Set("weights", []float64{0, 0, 2}, "")
	page.Params.Set("of", nil, "")
	if got, want := now(), "[{near map[]} {near map[]}] <nil> [3 4]"; got != want {
		t.Errorf("the default again: %s, want %s", got, want)
	}
	page.Params.AddEstimator(p)
	page.Params.Set("weights", []float64{1, 0, 2}, "")
	page.Params.Set("of", nil, "")
	if got, want := now(), "[{near map[]} {near map[]}] [1 0] [3 4]"; got != want {
		t.Errorf("the default again: %s, want %s", got, want)
	}
	page.Params.Set("weights", []float64{1, 0}, "")
	page.Params.RemoveEstimator(p, 0)
	if got, want := now(), "[{near map[]}] <nil> [3 4]"; got != want {
		t.Errorf("only a weight of 0 is left: %s, want %s", got, want)
	}
	page.Params.AddEstimator(p)
	page.Params.AddEstimator(p)
	if i := page.Params.AddEstimator(p); i >= 0 || len(page.Params.Estimators(p)) != 3 {
		t.Errorf("one more than there may be: %d", i)
	}
}

// A user who moves through the list of methods by keys and returns to one finds its parameters. For another document or
// another entry they are not kept.
func TestTriedMethodsKeepTheirParameters(t *testing.T) {
	page := open(t)
	k := method.Param{Name: "k", Label: "k", Kind: method.Integer{Range: method.Range{Min: 1, Max: 9}}, Default: 5.0}
	page.Catalogue.Take(&wire.Offer{Catalog: []method.Info{
		{ID: "near", Name: "Near", Task: method.Classify, Params: []method.Param{k}},
		{ID: "far", Name: "Far", Task: method.Classify},
		{ID: "made", Name: "Made", Task: method.Classify, Params: []method.Param{
			{Name: "of", Label: "Of", Kind: method.Estimators{List: method.List{Entry: "part", MinLen: 1, MaxLen: 3},
				Choices: []method.Choice{{Value: "near"}, {Value: "far"}}},
				Default: []any{map[string]any{"method": "near"}, map[string]any{"method": "near"}}}}},
	}})
	begin := func() *method.Param {
		page.Replace(doc.Document{Method: "made", Points: points(4)}, "another", "")
		return page.Info().Param("of")
	}
	p := begin()
	is := func(want string) {
		t.Helper()
		if got := fmt.Sprint(page.Params.Estimators(p)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	page.Params.Set(p.PathTo(1)+"k", 7.0, "")
	page.Params.ChooseEstimator(p, 1, "far")
	is("[{near map[]} {far map[]}]")
	page.Params.ChooseEstimator(p, 1, "near")
	is("[{near map[]} {near map[k:7]}]")
	page.History.Undo()
	is("[{near map[]} {far map[]}]")
	page.History.Undo()
	page.Params.Set(p.PathTo(1)+"k", 3.0, "")
	is("[{near map[]} {near map[k:3]}]")
	page.Params.ChooseEstimator(p, 1, "far")
	page.Params.ChooseEstimator(p, 0, "far")
	page.Params.ChooseEstimator(p, 1, "near")
	is("[{far map[]} {near map[]}]")

	p = begin()
	page.Params.Set(p.PathTo(1)+"k", 7.0, "")
	page.Params.ChooseEstimator(p, 1, "far")
	page.Params.RemoveEstimator(p, 0)
	page.Params.AddEstimator(p)
	page.Params.ChooseEstimator(p, 1, "far")
	page.Params.ChooseEstimator(p, 1, "near")
	is("[{far map[]} {near map[]}]")

	p = begin()
	page.Params.Set(p.PathTo(1)+"k", 7.0, "")
	page.Params.ChooseEstimator(p, 1, "far")
	p = begin()
	page.Params.ChooseEstimator(p, 1, "far")
	page.Params.ChooseEstimator(p, 1, "near")
	is("[{near map[]} {near map[]}]")
}
