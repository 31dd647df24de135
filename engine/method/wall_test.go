package method

import (
	"encoding/json"
	"reflect"
	"testing"

	"pointscape/engine/doc"
)

// The errors are the same for facts from a model and for facts decoded from JSON.
func TestErrorsTold(t *testing.T) {
	for _, c := range []struct {
		facts []Fact
		want  []string
	}{
		{[]Fact{{Name: "n", Value: 3.0, Label: "N"}, {Name: "training_error", Value: 0.25},
			{Name: "error_by_role", Value: []float64{0.1, 0.5}, Rows: []string{"Training", "Test"}}},
			[]string{"training 10 %", "test 50 %"}},
		{[]Fact{{Name: "mse_by_role", Value: []float64{0.125, 2}, Rows: []string{"Training", "Validation"}}},
			[]string{"training 0.125", "validation 2"}},
		{[]Fact{{Name: "training_error", Value: 0.25}}, []string{"training error 25 %"}},
		{[]Fact{{Name: "training_mse", Value: 0.5}}, []string{"training MSE 0.5"}},
		{[]Fact{{Name: "error_by_role", Late: true}, {Name: "inertia", Label: "Inertia", Value: 12.5}},
			[]string{"Inertia 12.5"}},
		{[]Fact{{Name: "oob_error", Label: "Out-of-bag error", Value: 0.125, Share: true}},
			[]string{"Out-of-bag error 12.5 %"}},
		{[]Fact{{Name: "quiet", Label: "Quiet", Value: 1.0, Quiet: true}, {Name: "n_iter", Label: "Iterations", Group: Solver,
			Value: 3.0}}, nil},
	} {
		b, err := json.Marshal(c.facts)
		var sent []Fact
		if err == nil {
			err = json.Unmarshal(b, &sent)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, far := ErrorsTold(c.facts), ErrorsTold(sent)
		for _, list := range [][]string{got, far} {
			for i, s := range list {
				list[i] = plain160(s)
			}
		}
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(far, c.want) {
			t.Errorf("%q and in a message %q, want %q", got, far, c.want)
		}
	}
}

func plain160(s string) string {
	out := []rune(s)
	for i, c := range out {
		if c == '\u00a0' || c == '\u202f' {
			out[i] = ' '
		}
	}
	return string(out)
}

// The names of all pictures are different.
func TestCellNames(t *testing.T) {
	in := &Info{Params: []Param{
		{Name: "k", Label: "Neighbours k", Kind: Integer{}, Default: 5},
		{Name: "hard", Label: "Hard margin", Kind: Bool{}, Default: false},
		{Name: "w", Label: "Weights", Kind: Choose{Choices: []Choice{{Value: "u", Label: "Uniform"}}}, Default: "u"},
	}}
	for _, c := range []struct {
		over string
		v    any
		want string
	}{
		{"k", 15.0, "Neighbours k = 15"}, {"hard", true, "Hard margin = on"}, {"w", "u", "Weights = Uniform"},
		{doc.WallSteps, 3.0, "Step 3"}, {doc.WallSteps, nil, "Last step"}, {doc.WallMethods, "svm", "SVM"},
		{doc.WallClasses, 1.0, "Class 2 against the rest"}, {doc.WallClasses, nil, "All classes"},
		{doc.WallProba, 1.0, "P(class 2 | x)"}, {doc.WallProba, nil, "All classes"},
		{doc.WallData + "n", 50.0, "n = 50"}, {doc.WallData + "noise", 0.5, "Noise 0.5"},
		{doc.WallData + "seed", 3.0, "Draw 3"},
	} {
		d := doc.Document{Wall: &doc.Wall{Over: c.over}}
		got := in.CellName(&d, doc.Cell{Value: c.v}, func(string) string { return "SVM" })
		if plain160(got) != c.want {
			t.Errorf("%v of %s is %q, want %q", c.v, c.over, got, c.want)
		}
	}
	d := doc.Document{Wall: &doc.Wall{Over: "k", Values: []any{5.0, 9.0}}}
	if cells := in.Cells(&d); len(cells) != 2 || !cells[0].Own {
		t.Errorf("by default: %+v", cells)
	}
}

// The line of errors has shares with counts, or RMSE and R² for values; facts from a model and decoded from JSON give
// the same.
func TestErrorLine(t *testing.T) {
	roles := []string{"Training", "Validation", "Test"}
	for _, c := range []struct {
		facts []Fact
		n     int
		want  []string
	}{
		{[]Fact{{Name: "training_error", Value: 0.025}}, 120, []string{"Training error 2.5 % (3 of 120)"}},
		{[]Fact{{Name: "training_error", Value: 1. / 3}}, 0, []string{"Training error 33.3 %"}},
		{[]Fact{{Name: "training_error", Value: 0.5}, {Name: "points_by_role", Value: []int{71, 15, 30}, Rows: roles},
			{Name: "error_by_role", Value: []float64{2. / 71, 1. / 15, 0}, Rows: roles}}, 71,
			[]string{"Training error 2.82 % (2 of 71)", "validation 6.67 % (1 of 15)", "test 0 % (0 of 30)"}},
		{[]Fact{{Name: "mse", Value: 0.25}, {Name: "r2", Value: 0.91237}}, 40, []string{"Training RMSE 0.5", "R² 0.912"}},
		{[]Fact{{Name: "mse_by_role", Value: []float64{0.04, 0.0225}, Rows: roles[1:]},
			{Name: "r2_by_role", Value: []float64{0.5, 0.25}, Rows: roles[1:]}}, 40,
			[]string{"Training RMSE 0.2", "test RMSE 0.15", "test R² 0.25"}},
		{[]Fact{{Name: "training_error", Late: true}, {Name: "r2", Value: 0.5}}, 40, nil},
	} {
		b, err := json.Marshal(c.facts)
		var sent []Fact
		if err == nil {
			err = json.Unmarshal(b, &sent)
		}
		if err != nil {
			t.Fatal(err)
		}
		got, far := ErrorLine(c.facts, c.n), ErrorLine(sent, c.n)
		for _, list := range [][]string{got, far} {
			for i, s := range list {
				list[i] = plain160(s)
			}
		}
		if !reflect.DeepEqual(got, c.want) || !reflect.DeepEqual(far, c.want) {
			t.Errorf("%q and in a message %q, want %q", got, far, c.want)
		}
	}
}
