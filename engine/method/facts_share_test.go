package method

import "testing"

// Errors that are shares of points are shown in percent; squared errors of the same name are not.
func TestSharesAreInPercent(t *testing.T) {
	for _, c := range []struct {
		fact Fact
		want string
	}{
		{Fact{Name: "training_error"}, "2.5 %"},
		{Fact{Name: "leave_one_out_error"}, "2.5 %"},
		{Fact{Name: "leave_one_out_error", Unit: SquaredUnits}, "0.025"},
		{Fact{Name: "margin"}, "0.025"},
		{*(&Fact{Name: "oob_error"}).InPercent(), "2.5 %"},
	} {
		c.fact.Complete()
		if got := plain160(c.fact.Text(0.025)); got != c.want {
			t.Errorf("%s in %q: %q, want %q", c.fact.Name, c.fact.Unit, got, c.want)
		}
	}
}
