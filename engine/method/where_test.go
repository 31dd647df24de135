package method

import (
	"testing"

	"pointscape/engine/doc"
)

// The answers are those of the table in the comment of Where.
func TestWhere(t *testing.T) {
	for w, want := range map[Where][3]bool{
		Everywhere:     {true, true, true},
		OnlyPoints:     {true, false, false},
		PointsAndSpace: {true, false, true},
		NotInSpace:     {true, true, false},
		OnlyRows:       {false, true, true},
	} {
		if got := [3]bool{w.Offered(false, false), w.Offered(true, false), w.Offered(true, true)}; got != want {
			t.Errorf("%d: offered for points, rows in the plane, rows in space: %v, want %v", w, got, want)
		}
	}
}

// Parameters for rows have a control while the method takes rows, those for points otherwise.
func TestOffers(t *testing.T) {
	in := &Info{Takes: Takes{Wide: true}, Params: []Param{{Name: "both", Kind: Bool{}},
		{Name: "points", Kind: Bool{}, Where: OnlyPoints}, {Name: "rows", Kind: Bool{}, Where: OnlyRows},
		InputsParam("", "")}}
	points, shown := &doc.Document{}, &doc.Document{Table: &doc.Table{}}
	all := &doc.Document{Table: &doc.Table{}, Params: map[string]any{"inputs": "all"}}
	for name, want := range map[string][3]bool{"both": {true, true, true}, "points": {true, true, false},
		"rows": {false, false, true}, "inputs": {false, true, true}} {
		p := in.Param(name)
		if got := [3]bool{in.Offers(p, points), in.Offers(p, shown), in.Offers(p, all)}; got != want {
			t.Errorf("%s: offered for points, columns as points, rows: %v, want %v", name, got, want)
		}
	}
}
