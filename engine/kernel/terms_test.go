package kernel

import "testing"

func TestTermsAndFalling(t *testing.T) {
	for expr, want := range map[string]struct {
		terms int
		norm  string
	}{
		"rbf(0.2)": {1, "l2"}, "rbf(0.2) + 2*matern32(0.1)*rq(1, 2) + 0.5": {3, "l2"}, "linear": {1, "l2"},
		"laplacian(3, norm=l1)": {1, "l1"}, "laplacian(3, norm=l1) + laplacian(3)": {2, ""},
		"rbf(0.2, 0.5)": {1, "weighted l2"}, "rbf(0.2, 0.5) + 2*matern32(0.4, 1)": {2, "weighted l2"},
		"rbf(0.2, 0.5) + matern32(0.4, 0.9)": {2, ""}, "rbf(0.2, 0.5) + rbf(0.2)": {2, ""},
		"linear + rbf(1)": {2, ""}, "periodic(1, 1)": {1, ""}, "poly(1, 1, 2)": {1, ""}, "rbf(1) + white(0.1)": {2, ""},
		"0.5": {1, ""}, "box(1)": {1, ""}, "triangle(1) + rbf(1)": {2, ""}, "rbf(1) - 0.5*rbf(2)": {2, ""},
	} {
		k, err := Parse(expr)
		if err != nil {
			t.Fatal(err)
		}
		norm, _ := Falling(k)
		if n := len(Terms(k)); n != want.terms || norm != want.norm {
			t.Errorf("%s: %d terms, falls with %q", expr, n, norm)
		}
	}
}
