package ui

import (
	"slices"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// Facts with the same rows share a table as far as it fits, single values come first, and the solver's facts are
// separate.
func TestFactBlocks(t *testing.T) {
	classes := []string{"Class 1", "Class 2"}
	two, plane := []any{1.0, 2.0}, []any{[]any{0.3469, 0.3758}, []any{0.6596, 0.6437}}
	facts := []method.Fact{
		{Name: "class_counts", Label: "Points", Value: two, Rows: classes},
		{Name: "priors", Label: "Prior", Value: two, Rows: classes},
		{Name: "means", Label: "Mean", Value: plane, Rows: classes, Cols: []string{"x₁", "x₂"}},
		{Name: "variances", Label: "Variance", Value: plane, Rows: classes, Cols: []string{"x₁", "x₂"}},
		{Name: "threshold", Label: "Threshold", Value: two, Rows: []string{"x₁", "x₂"}},
		{Name: "training_error", Label: "Training error", Value: 0.1},
		{Name: "n_iter", Label: "Iterations", Group: method.Solver, Value: 3.0},
		{Name: "support", Value: two, Quiet: true},
		{Name: "one", Label: "One", Value: []any{1.0}, Rows: []string{"x"}},
		{Name: "odd", Label: "Odd", Value: two, Rows: []string{"a", "b", "c"}},
		{Name: "late", Label: "Late", Late: true, Rows: classes},
	}
	say := func(list []factBlock) string {
		var out []string
		for _, b := range list {
			s := b.title()
			if b.rows != nil {
				s += " by " + b.rows[0]
			}
			out = append(out, s)
		}
		return strings.Join(out, "; ")
	}
	found, solver := factBlocks(facts)
	if got, want := say(found), "Training error; One; Odd; Late; Points, Prior, Mean by Class 1; Variance by Class 1; "+
		"Threshold by x₁"; got != want {
		t.Errorf("found\n got %s\nwant %s", got, want)
	}
	if got := say(solver); got != "Iterations" {
		t.Errorf("of the solver: %s", got)
	}
	for _, b := range found {
		if w := b.width(); b.rows != nil && w > panelWidth {
			t.Errorf("the table of %s is %.0f pixels wide", b.title(), w)
		}
	}
	// A fact that does not fit into a table gets its own.
	wide := []any{"a value that is long", "another"}
	many, _ := factBlocks([]method.Fact{{Name: "a", Value: wide, Rows: classes}, {Name: "b", Value: wide, Rows: classes}})
	if len(many) != 2 {
		t.Errorf("two wide lists make %d tables", len(many))
	}
	// So do numbers: each column is as wide as its widest number.
	pair := []any{[]any{0.9597, -0.2811}, []any{0.2811, 0.9597}}
	axes, _ := factBlocks([]method.Fact{
		{Name: "eigenvalues", Label: "eigenvalue λ", Rows: []string{"w₁", "w₂"}, Value: []any{3.012, 0.01}},
		{Name: "share", Rows: []string{"w₁", "w₂"}, Value: []any{0.5337, 0.4663}},
		{Name: "direction", Rows: []string{"w₁", "w₂"}, Cols: []string{"x₁", "x₂"}, Value: pair},
	})
	if got := say(axes); len(axes) != 2 {
		t.Errorf("two numbers and a direction of each axis make %s", got)
	}
	if !slices.Equal(many[1].rows, classes) {
		t.Errorf("the second table has the rows %q", many[1].rows)
	}
}

func TestFormulaBreaksBeforeSigns(t *testing.T) {
	for text, want := range map[string]string{
		"f(x) = 1.5 x − 2 + 3":      "f(x) =~1.5~x −~2 +~3",
		"−2.279 + 25.08 x₁":         "−2.279 +~25.08~x₁",
		"over 3 points":             "over 3 points",
		"a = 3,  b = 4":             "a =~3,  b =~4",
		"Σ αᵢ  over 12 points":      "Σ αᵢ  over 12 points",
		"class 2 where f(x) > 0":    "class 2 where f(x) >~0",
		"5 x":                       "5~x",
		"x −2":                      "x −2",
		"min J = Σ L  = 1 + 2 = 3 ": "min J =~Σ L  =~1 +~2 =~3 ",
	} {
		if got := strings.ReplaceAll(glue(text), nbsp, "~"); got != want {
			t.Errorf("glue(%q) = %q, want %q", text, got, want)
		}
	}
	// Products of a Greek and a Latin letter are italic; words and names are not.
	for text, want := range map[string]string{
		"αI": "<i>α</i><i>I</i>", "max": "max", "λI + S": "<i>λ</i><i>I</i> +" + nbsp + "<i>S</i>",
		"νnρ": "<i>ν</i><i>n</i><i>ρ</i>", "αᵢyᵢ": "<i>α</i>ᵢ<i>y</i>ᵢ",
	} {
		if got := wrap("div", formula(text)...).html(); !strings.Contains(got, "<span>"+want+"</span>") {
			t.Errorf("formula(%q) = %s, without %s", text, got, want)
		}
	}
}

// Shares of points are shown in percent: facts that are shares, alone and in lists, and curves with such names.
func TestErrorsAreInPercent(t *testing.T) {
	x := &method.Fact{Name: "error_by_role", Share: true}
	for _, c := range []struct{ got, want string }{
		{factText(x, 0.025), "2.5 %"},
		{factText(x, []any{0.025, 1.0}), "2.5 %, 100 %"},
		{factText(x, "none"), "none"},
		{factText(&method.Fact{Name: "margin"}, 0.025), "0.025"},
		{measureText("training error", 0.025), "2.5 %"},
		{measureText("mean squared error", 0.025), "0.025"},
		{measureText("objective", 0.025), "0.025"},
	} {
		if got := strings.ReplaceAll(c.got, nbsp, " "); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
