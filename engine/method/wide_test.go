package method

import "testing"

// Rows are taken whole always, or with the choice that says so, which may be the default.
func TestTakesRows(t *testing.T) {
	in := &Info{Takes: Takes{Wide: true}, Params: []Param{{Name: "k", Kind: Integer{}, Default: 2.0}}}
	if !in.TakesRows(nil) || in.Params[0].OfTables() || (&Info{}).TakesRows(nil) {
		t.Error("without a choice")
	}
	in.Params = append(in.Params, InputsParam("", ""))
	if in.TakesRows(nil) || in.TakesRows(map[string]any{"inputs": "shown"}) ||
		!in.TakesRows(map[string]any{"inputs": "all"}) || !in.Params[1].OfTables() {
		t.Error("with a choice")
	}
	if in.Wide = false; in.TakesRows(map[string]any{"inputs": "all"}) {
		t.Error("a method of the plane")
	}
}
