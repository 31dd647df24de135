package method

import (
	"encoding/json"
	"reflect"
	"testing"
)

// Errors read alike of facts as a model tells them and as they come in a message.
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
		{[]Fact{{Name: "error_by_role", Late: true}, {Name: "inertia", Label: "Inertia", Value: 12.5}}, []string{"Inertia 12.5"}},
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
