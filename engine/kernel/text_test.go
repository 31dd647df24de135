package kernel

import (
	"math"
	"strings"
	"testing"
)

// numbers lists expressions with their numbers, in order: the parameter, its coordinate if it has one, the kernels, the
// index of the hyperparameter (- for none), and the value.
const numbers = `
	rbf(0.2)                            is length_scale 0..0 #0 0.2
	rbf( length_scale = 2e-1 )          is length_scale 0..0 #0 2e-1
	rbf(gamma=10)                       is gamma 0..0 #0 10
	rbf(0.2, 0.5)                       is length_scale/1 0..0 #0 0.2; length_scale/2 0..0 #1 0.5
	0.5*rbf(0.2)                        is variance 0..0 #0 0.5; length_scale 0..0 #1 0.2
	rbf(0.2)*0.5                        is length_scale 0..0 #1 0.2; variance 0..0 #0 0.5
	2*3*rbf(1)                          is variance 0..0 #- 2; variance 0..0 #- 3; length_scale 0..0 #1 1
	(2*rbf(1))*(3*linear)               is variance 0..0 #- 2; length_scale 0..0 #1 1; variance 1..1 #- 3
	rbf(0.3) + linear() + 0.1           is length_scale 0..0 #0 0.3; constant 2..2 #1 0.1
	2*(rbf(1)+3*periodic(0.5, 0.3))     is variance 0..1 #0 2; length_scale 0..0 #1 1; variance 1..1 #2 3; length_scale 1..1 #3 0.5; period 1..1 #4 0.3
	rbf(1)*periodic(0.5,0.3)*7          is length_scale 0..0 #1 1; length_scale 1..1 #2 0.5; period 1..1 #3 0.3; variance 0..1 #0 7
	rq(0.2, 1) + white(0.01)            is length_scale 0..0 #0 0.2; alpha 0..0 #1 1; noise_variance 1..1 #2 0.01
	poly(1, 2, 3)                       is gamma 0..0 #0 1; coef0 0..0 #1 2; degree 0..0 #- 3
	sigmoid(1, -0.5)                    is gamma 0..0 #0 1; coef0 0..0 #- -0.5
	laplacian(5, norm=l1)*constant(4)   is gamma 0..0 #0 5; constant 1..1 #1 4
	poly(degree=2, gamma=0.5, coef0=1)  is degree 0..0 #- 2; gamma 0..0 #0 0.5; coef0 0..0 #1 1
	rbf(0.1) - 0.5*cos(0.3) - box(2)    is length_scale 0..0 #0 0.1; variance 1..1 #1 0.5; period 1..1 #2 0.3; length_scale 2..2 #- 2
	matern32(0.1)+matern32(0.2,0.3)+0.5 is length_scale 0..0 #0 0.1; length_scale/1 1..1 #1 0.2; length_scale/2 1..1 #2 0.3; constant 2..2 #3 0.5
`

// Read must find the positions of the numbers, their roles, and the hyperparameter of each.
func TestRead(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(numbers)) {
		expr, want, _ := strings.Cut(strings.TrimSpace(line), " is ")
		expr = strings.TrimSpace(expr)
		x, err := Read(expr)
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		var got []string
		for _, n := range x.Numbers {
			s := n.Name
			if n.Axis > 0 {
				s += "/" + itoa(n.Axis)
			}
			s += " " + itoa(n.First) + ".." + itoa(n.Last) + " #"
			if n.Hyper < 0 {
				s += "-"
			} else {
				s += itoa(n.Hyper)
				if h := x.Kernel.Hyper()[n.Hyper]; h.Value != n.Value {
					t.Errorf("%s: %s is hyperparameter %s = %v", expr, s, h.Name, h.Value)
				}
			}
			got = append(got, s+" "+expr[n.From:n.To])
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%s has\n %s; want\n %s", expr, s, want)
		}
	}
	if _, err := Read("rbf(0)"); err == nil {
		t.Error("rbf(0) is read")
	}
}

// A number replaced in an expression must change that number of the kernel and nothing else.
func TestTextWith(t *testing.T) {
	for expr, want := range map[string]string{
		" rbf( 0.2 ) ":                    " rbf( 2 ) ",
		"0.5 * rbf(length_scale=0.2)":     "2 * rbf(length_scale=3)",
		"rbf(gamma=10) + linear":          "rbf(gamma=2) + linear",
		"rbf(0.2)*0.5":                    "rbf(3)*2",
		"2*(rbf(1)+3*periodic(0.5, 0.3))": "2*(rbf(3)+4*periodic(5, 6))",
		"rbf(1) - 0.5*rbf(2)":             "rbf(2) - 3*rbf(4)",
		"poly(1, 2, 3)":                   "poly(2, 3, 3)",
		"poly(1, 0, 3)":                   "poly(2, 0, 3)",
		"2*3*rbf(1)":                      "2 * rbf(3)", // not a number of its own
	} {
		x, err := Read(expr)
		if err != nil {
			t.Fatal(err)
		}
		values := make([]float64, len(x.Kernel.Hyper()))
		for i := range values {
			values[i] = float64(i + 2)
		}
		got := x.With(values)
		if got != want {
			t.Errorf("%q with 2, 3, … is %q, want %q", expr, got, want)
		}
		k, err := Parse(got)
		if err != nil || k.String() != x.Kernel.WithHyper(values).String() {
			t.Errorf("%q is %v, want %v", got, k, x.Kernel.WithHyper(values))
		}
	}
}

// The expression of a named kernel must be the same kernel, and lead back to the name.
func TestNamed(t *testing.T) {
	x, z := []float64{1, 2}, []float64{0.5, -1}
	for _, n := range []Named{
		{Name: "linear"}, {Name: "rbf", Gamma: 10}, {Name: "rbf", Gamma: 0.37}, {Name: "rbf", Gamma: 1e-5},
		{Name: "rbf", Gamma: 50},
		{Name: "laplacian", Gamma: 3, Norm: "l2"}, {Name: "laplacian", Gamma: 3, Norm: "l1"},
		{Name: "poly", Gamma: 2, Coef0: -0.5, Degree: 3}, {Name: "sigmoid", Gamma: 0.1, Coef0: 0.2},
	} {
		k, err := ByName(n.Name, n.Gamma, n.Coef0, n.Degree, n.Norm)
		if err != nil {
			t.Fatal(err)
		}
		expr := AsExpression(k)
		again, err := Parse(expr)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := k.Eval(x, z), again.Eval(x, z); math.Abs(a-b) > 1e-12*math.Abs(a) {
			t.Errorf("%+v is %v, and %s is %v", n, a, expr, b)
		}
		if back, ok := NameOf(again); !ok || back != n {
			t.Errorf("%+v became %s, and that %+v (%v)", n, expr, back, ok)
		}
	}
	for _, expr := range []string{"rbf(0.1, 0.2)", "2*rbf(0.1)", "rbf(0.1)+linear", "matern32(1)", "white(1)", "1"} {
		if n, ok := NameOf(mustParse(t, expr)); ok {
			t.Errorf("%s is %+v", expr, n)
		}
	}
	if n, ok := NameOf(mustParse(t, "matern12(0.25)")); !ok || n != (Named{Name: "laplacian", Gamma: 4, Norm: "l2"}) {
		t.Errorf("matern12(0.25) is %+v", n)
	}
	if s := AsExpression(mustParse(t, "rbf(gamma=10)")); s != "rbf(0.22360679774997896)" { // √(1/20)
		t.Errorf("rbf(gamma=10) is %s", s)
	}
}
