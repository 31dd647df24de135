package kernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/linalg"
)

// samples are expressions that cover all kernels and combinations.
var samples = []string{
	"rbf(0.7)", "rbf(gamma=2.5)", "rbf(0.7, 0.3)", "laplacian(1.7)", "laplacian(1.2, norm=l1)",
	"matern12(0.6)", "matern32(0.6)", "matern52(0.6)", "matern12(0.6, 1.1)", "matern32(0.6, 1.1)", "matern52(0.4, 2)",
	"rq(0.5, 0.8)", "rq(0.5, 40)", "periodic(0.9, 1.3)", "linear", "poly(0.7, 1.1, 3)", "poly(0.7, 0, 2)",
	"poly(0.7, 0.2, 1)", "poly(1, 1, 0)", "poly(0.5, -0.3, 5)",
	"sigmoid(0.6, 0.2)", "sigmoid(0.6, -0.2)", "constant(1.3)", "white(0.2)",
	"2*rbf(0.4)", "rbf(0.2) + 0.5*linear * periodic(0.3, 1)", "rbf(0.7) * matern32(0.6)",
	"3*(rbf(0.4) + white(0.1)) * (linear + 2)",
	"matern12(0.5)*laplacian(0.3, l1) + 0.3*rq(1, 2)*rbf(1) + white(0.05)", "white(0.3)*rbf(1) + linear*linear",
	"constant(2)*rbf(0.5)*rbf(0.8)", "cos(1.2)", "triangle(0.9)", "box(0.8)", "rbf(0.4) - 0.5*rbf(0.8)",
	"2*(matern12(0.5) - 0.3*laplacian(0.3, l1))*(linear - 0.2)", "rbf(0.3) - box(0.5)*linear - (cos(0.7) - triangle(0.3))",
	"3*(linear - 2*matern32(0.4)) - poly(0.7, 0.2, 2) - white(0.1)", "rbf(1) - constant(2)*laplacian(1, l1)",
}

func mustParse(t testing.TB, s string) Kernel {
	t.Helper()
	k, err := Parse(s)
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return k
}

func randomPoints(seed uint64, n, d int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// TestReference runs the Gram cases of testdata/kernel.json.
func TestReference(t *testing.T) {
	data, err := os.ReadFile("testdata/kernel.json")
	if err != nil {
		t.Fatal(err)
	}
	type tolerance struct{ Abs, Rel float64 }
	var cases []struct {
		Name, Method string
		Params       struct {
			Kernel struct {
				Type, Norm           string
				Gamma, Coef0, Degree float64
			}
		}
		X, Query  [][]float64
		Expected  json.RawMessage
		Tolerance struct{ Default tolerance }
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range cases {
		if c.Method != "gram" {
			continue
		}
		ran++
		var want struct {
			Gram        [][]float64 `json:"gram"`
			Centred     [][]float64 `json:"gram_centred"`
			XQuery      [][]float64 `json:"gram_X_query"`
			QueryXCentr [][]float64 `json:"gram_query_X_centred"`
		}
		if err := json.Unmarshal(c.Expected, &want); err != nil {
			t.Fatal(err)
		}
		p := c.Params.Kernel
		k, err := ByName(p.Type, max(p.Gamma, 1e-9), p.Coef0, p.Degree, p.Norm)
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, got []float64, want [][]float64) {
			t.Helper()
			w := flat(want)
			if len(w) == 0 || len(got) != len(w) {
				t.Fatalf("%s: %s: %d numbers, want %d", c.Name, what, len(got), len(w))
			}
			for i := range w {
				if tol := c.Tolerance.Default; !(math.Abs(got[i]-w[i]) <= tol.Abs+tol.Rel*math.Abs(w[i])) {
					t.Errorf("%s: %s[%d] = %v, want %v", c.Name, what, i, got[i], w[i])
				}
			}
		}
		n, m, d := len(c.X), len(c.Query), len(c.X[0])
		g := Gram(k, flat(c.X), n, d, nil)
		check("gram", g, want.Gram)
		check("gram_X_query", Cross(k, flat(c.X), n, flat(c.Query), m, d, nil), want.XQuery)
		Center(g, n)
		check("gram_centred", g, want.Centred)
	}
	if ran != 8 {
		t.Errorf("%d cases ran, want 8", ran)
	}
}

func flat(rows [][]float64) (f []float64) {
	for _, r := range rows {
		f = append(f, r...)
	}
	return
}

// The fast loops must agree with Eval, and rows with the matrix; white noise counts only on the diagonal.
func TestGramAgrees(t *testing.T) {
	const n, m = 17, 9
	for _, s := range samples {
		k := mustParse(t, s)
		for _, d := range []int{1, 2, 3} {
			if CheckDim(k, d) != nil {
				continue
			}
			x, z := randomPoints(1, n, d), randomPoints(2, m, d)
			copy(x[3*d:4*d], x[5*d:6*d]) // a duplicate
			g := Gram(k, x, n, d, nil)
			c := Cross(k, x, n, z, m, d, nil)
			r := NewRower(k, x, n, d)
			dg, dl := Diag(k, x, n, d, nil), DiagLatent(k, x, n, d, nil)
			buf := make([]float64, n)
			grad := make([]float64, len(k.Hyper()))
			for i := 0; i < n; i++ {
				xi := x[i*d : (i+1)*d]
				r.Row(i, buf)
				if half := r.Row(i, make([]float64, i+1)); !slices.Equal(half, buf[:i+1]) {
					t.Fatalf("%s, d=%d: half a row %v, Row %v", s, d, half, buf)
				}
				for j := 0; j < n; j++ {
					xj := x[j*d : (j+1)*d]
					want := k.Grad(xi, xj, i == j, grad)
					if i != j && math.Abs(want-k.Eval(xi, xj)) > 1e-14*(1+math.Abs(want)) {
						t.Fatalf("%s: Grad's value is not Eval's", s)
					}
					if math.Abs(g[i*n+j]-want) > 1e-13*(1+math.Abs(want)) || g[i*n+j] != g[j*n+i] ||
						math.Abs(buf[j]-want) > 1e-13*(1+math.Abs(want)) {
						t.Fatalf("%s, d=%d: Gram[%d][%d] = %v, Row %v, Grad %v", s, d, i, j, g[i*n+j], buf[j], want)
					}
				}
				if math.Abs(dg[i]-g[i*n+i]) > 1e-13*(1+math.Abs(dg[i])) ||
					math.Abs(dl[i]-k.Eval(xi, xi)) > 1e-13*(1+math.Abs(dl[i])) {
					t.Fatalf("%s: Diag %v, DiagLatent %v, Gram %v, Eval %v", s, dg[i], dl[i], g[i*n+i], k.Eval(xi, xi))
				}
				for j := 0; j < m; j++ {
					want := k.Eval(xi, z[j*d:(j+1)*d])
					if math.Abs(c[i*m+j]-want) > 1e-13*(1+math.Abs(want)) {
						t.Fatalf("%s: Cross[%d][%d] = %v, want %v", s, i, j, c[i*m+j], want)
					}
				}
			}
			row := Row(k, x, n, d, 2, nil)
			if at := r.At(x[:d], buf); math.Abs(at[5]-k.Eval(x[:d], x[5*d:6*d])) > 1e-13*(1+math.Abs(at[5])) ||
				row[2] != g[2*n+2] {
				t.Fatalf("%s: At or Row", s)
			}
		}
	}
}

func TestPositiveDefinite(t *testing.T) {
	const n = 25
	for _, s := range samples {
		k := mustParse(t, s)
		for d := 1; d <= 2; d++ {
			if CheckDim(k, d) != nil || !PositiveDefiniteIn(k, d) {
				continue
			}
			x := randomPoints(3, n, d)
			g := Gram(k, x, n, d, nil)
			tr := 0.0
			for i := 0; i < n; i++ {
				tr += g[i*n+i]
			}
			for i := 0; i < n; i++ {
				g[i*n+i] += 1e-10 * tr
			}
			if p := linalg.CholeskyPivot(g, n); p >= 0 {
				t.Errorf("%s, d=%d: not positive definite at pivot %d", s, d, p)
			}
		}
	}
	for s, want := range map[string]bool{"sigmoid(1, 0)": false, "rbf(1)+2*sigmoid(1, 0)": false, "poly(1, -1, 2)": false,
		"poly(1, 0, 2)": true, "poly(1, -1, 0)": true, "linear*matern32(1)": true, "periodic(1, 1)": true,
		"box(1)": false, "triangle(1)": true, "cos(1)": true, "rbf(1) - 0.1*rbf(2)": false,
		"2*(1 + linear*(2 - rbf(1)))": false} {
		if PositiveDefinite(mustParse(t, s)) != want {
			t.Errorf("PositiveDefinite(%s) = %v", s, !want)
		}
	}
	if PositiveDefiniteIn(mustParse(t, "periodic(1, 1)"), 2) {
		t.Error("the periodic kernel is not positive definite in the plane")
	}
	// The matrix is indeed not positive semi-definite.
	x := randomPoints(3, 40, 2)
	g := Gram(Periodic(0.5, 1), x, 40, 2, nil)
	if linalg.Cholesky(g, 40) {
		t.Error("no negative pivot found for the periodic kernel in the plane")
	}
}

// Gradients must agree with central differences, for all kernels and combinations.
func TestGradients(t *testing.T) {
	const n = 8
	for _, s := range samples {
		k := mustParse(t, s)
		for d := 1; d <= 3; d++ {
			if CheckDim(k, d) != nil {
				continue
			}
			x := randomPoints(4, n, d)
			copy(x[3*d:4*d], x[5*d:6*d])
			g, grads, _ := GramWithGrad(t.Context(), k, x, n, d)
			h := k.Hyper()
			if len(grads) != len(h) || len(h) != hyperCount(k) {
				t.Fatalf("%s: %d gradients, %d hyperparameters, count %d", s, len(grads), len(h), hyperCount(k))
			}
			want := Gram(k, x, n, d, nil)
			one := make([]float64, len(h))
			for i := range g {
				if math.Abs(g[i]-want[i]) > 1e-13*(1+math.Abs(want[i])) {
					t.Fatalf("%s: GramWithGrad's matrix is not Gram's", s)
				}
				a, b := i/n, i%n
				k.Grad(x[a*d:(a+1)*d], x[b*d:(b+1)*d], a == b, one)
				for p := range h {
					if math.Abs(grads[p][i]-one[p]) > 1e-12*(1+math.Abs(one[p])) {
						t.Fatalf("%s: GramGrad %s [%d][%d] = %v, Grad %v", s, h[p].Name, a, b, grads[p][i], one[p])
					}
				}
			}
			for p := range h {
				const e = 1e-4 // four-point formula: its error is of order e⁴
				at := func(step float64) []float64 {
					v := make([]float64, len(h))
					for q := range v {
						v[q] = h[q].Value
					}
					v[p] *= math.Exp(step)
					return Gram(k.WithHyper(v), x, n, d, nil)
				}
				up, down, up2, down2 := at(e), at(-e), at(2*e), at(-2*e)
				for i := range up {
					num := (8*(up[i]-down[i]) - (up2[i] - down2[i])) / (12 * e)
					if math.Abs(num-grads[p][i]) > 1e-7*(1+math.Abs(num)) {
						t.Fatalf("%s, d=%d: dK/dln %s [%d] = %v, by differences %v", s, d, h[p].Name, i, grads[p][i], num)
					}
				}
			}
		}
	}
}

func TestHyperNames(t *testing.T) {
	k := mustParse(t, "2*rbf(0.3) + periodic(1, 2)*rbf(1, 2) + white(0.1)")
	want := "[{0.variance 2} {0.length_scale 0.3} {1.0.length_scale 1} {1.0.period 2} {1.1.length_scale_1 1} " +
		"{1.1.length_scale_2 2} {2.noise_variance 0.1}]"
	if got := fmt.Sprint(k.Hyper()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	v := []float64{3, 4, 5, 6, 7, 8, 9}
	if got := k.WithHyper(v).String(); got != "3 * rbf(4) + periodic(5, 6) * rbf(7, 8) + white(9)" {
		t.Error(got)
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]string{
		"linear":                              "linear()",
		" rbf( length_scale = 0.2 ) ":         "rbf(0.2)",
		"rbf(gamma=10)":                       "rbf(gamma=10)",
		"rbf(.5, 2)":                          "rbf(0.5, 2)",
		"rbf(0.2)*2*linear":                   "2 * rbf(0.2) * linear()",
		"2*3":                                 "constant(6)",
		"1e-3 + rbf(1e2)":                     "constant(0.001) + rbf(100)",
		"(rbf(1) + linear)*2":                 "2 * (rbf(1) + linear())",
		"(2*rbf(1))*(3*linear)":               "6 * rbf(1) * linear()",
		"((rbf(1) + 1) + (linear*(linear)))":  "rbf(1) + constant(1) + linear() * linear()",
		"2*(3*(rbf(1)+linear))":               "6 * (rbf(1) + linear())",
		"2*(3)":                               "2 * constant(3)",
		"laplacian(5)":                        "laplacian(5)",
		"laplacian(5, norm=l2)":               "laplacian(5)",
		"laplacian(norm=l1, gamma=5)":         "laplacian(5, norm=l1)",
		"laplacian(5, l1)":                    "laplacian(5, norm=l1)",
		"poly(degree=3, coef0=-1, gamma=0.5)": "poly(0.5, -1, 3)",
		"poly(1, -0, 3)":                      "poly(1, 0, 3)",
		"periodic(0.3, period=1)":             "periodic(0.3, 1)",
		"white(0.1)":                          "white(0.1)",
		"rbf(1)-0.5*rbf(2)-3":                 "rbf(1) - 0.5 * rbf(2) - constant(3)",
		"1e-3-rbf(1)":                         "constant(0.001) - rbf(1)",
		"rbf(1) - (rbf(2) - linear)":          "rbf(1) - (rbf(2) - linear())",
		"rbf(1) + (rbf(2) - linear)":          "rbf(1) + rbf(2) - linear()",
		"2*(rbf(1) - (rbf(2)*linear))":        "2 * (rbf(1) - rbf(2) * linear())",
		"box(0.5)+triangle(length_scale=2)":   "box(0.5) + triangle(2)",
		"cos(period=0.25)":                    "cos(0.25)",
	} {
		k := mustParse(t, s)
		if k.String() != want {
			t.Errorf("%q: %s, want %s", s, k, want)
		}
		if again := mustParse(t, k.String()); !equal(again, k) {
			t.Errorf("%q: %s parses to %s", s, k, again)
		}
	}
}

func equal(a, b Kernel) bool {
	return reflect.DeepEqual(a, b) && a.String() == b.String()
}

func TestParseErrors(t *testing.T) {
	for s, want := range map[string]string{
		"":                                   "a kernel or a number at column 1; got the end",
		"rbf":                                "( after rbf, as in rbf(0.2), at column 4; got the end",
		"rbf(":                               "an argument of rbf at column 5",
		"rbf()":                              "length_scale of rbf, as in rbf(0.2), at column 1",
		"rbf(0)":                             "length_scale at column 5 is greater than 0",
		"rbf(-1)":                            "got -1",
		"rbf(1e400)":                         "got +Inf",
		"rbf(nan)":                           "a number, or name=number, at column 5",
		"rbf(1,2,3,4,5)":                     "at most 4 length scales at column 13",
		"rbf(1, gamma=2)":                    "either length_scale or gamma",
		"rbf(alpha=2)":                       "one of the arguments length_scale of rbf at column 5",
		"rq(1)":                              "alpha of rq",
		"rq(1, 2, 3)":                        "at most 2 arguments of rq at column 10",
		"rq(alpha=1, 2)":                     "a name=, like the previous argument, at column 13",
		"rq(alpha=1, alpha=2)":               "alpha given once at column 13",
		"linear(1)":                          "no argument of linear at column 8",
		"linear(x=1)":                        "no argument of linear at column 8",
		"poly(1, 1, 2.5)":                    "whole number from 0 to 50",
		"poly(1, 1e200, 2)":                  "coef0 at column 9",
		"laplacian(1, norm=l3)":              `norm at column 19 is l1 or l2; got "l3"`,
		"rbf(1) rbf(2)":                      "+, -, * or the end at column 8",
		"rbf(1) +":                           "a kernel or a number at column 9; got the end",
		"(rbf(1)":                            "+, -, * or ) at column 8",
		"gauss(1)":                           `column 1; got "gauss"`,
		"0*rbf(1)":                           "number at column 1 is greater than 0",
		"-2":                                 "got -2",
		"1e99*1e99*rbf(1)":                   "product of numbers at column 1",
		"é":                                  "a kernel or a number at column 1",
		"rbf(1) + 2é":                        "column 11",
		strings.Repeat("(", 100):             "at most 16 nested parentheses",
		strings.Repeat("1+", 20) + "1":       "at most 16 kernels",
		strings.Repeat(" ", 5000) + "rbf(1)": "at most 4000 characters",
		"rbf(1) - -2":                        "got -2",
		"rbf(1) -":                           "a kernel or a number at column 9; got the end",
		"- rbf(1)":                           "a number at column 1",
		"box(1, 2)":                          "at most 1 arguments of box at column 8",
		"cos()":                              "period of cos, as in cos(1), at column 1",
		"rbf(1..2)":                          "a number at column 5",
	} {
		_, err := Parse(s)
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != "params.kernel" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", s, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Add("rbf(gamma=1e-7, ") // and worse
	f.Fuzz(func(t *testing.T, s string) {
		k, err := Parse(s)
		if err != nil {
			var e *doc.Error
			if !errors.As(err, &e) || e.Field != field || e.Want == "" {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		again, err := Parse(k.String())
		if err != nil || !equal(k, again) {
			t.Fatalf("%q: %s parses to %v, %v", s, k, again, err)
		}
		if v := k.Eval([]float64{1, 2}, []float64{1, 2}); CheckDim(k, 2) == nil && math.IsNaN(v) &&
			!strings.Contains(s, "poly") {
			t.Fatalf("%s is %v", k, v)
		}
	})
}

func TestByName(t *testing.T) {
	x, z := []float64{1, 2}, []float64{0.5, -1}
	dot, r2 := -1.5, 0.25+9
	for _, c := range []struct {
		name, norm string
		want       float64
	}{
		{"linear", "", dot}, {"rbf", "", math.Exp(-0.3 * r2)}, {"poly", "", math.Pow(0.3*dot+0.1, 3)},
		{"sigmoid", "", math.Tanh(0.3*dot + 0.1)},
		{"laplacian", "", math.Exp(-0.3 * math.Sqrt(r2))}, {"laplacian", "l2", math.Exp(-0.3 * math.Sqrt(r2))},
		{"laplacian", "l1", math.Exp(-0.3 * 3.5)},
	} {
		k, err := ByName(c.name, 0.3, 0.1, 3, c.norm)
		if err != nil || math.Abs(k.Eval(x, z)-c.want) > 1e-14 {
			t.Errorf("%s: %v, %v", c.name, k, err)
		}
	}
	for _, c := range []struct {
		name                 string
		gamma, coef0, degree float64
		norm, field          string
	}{
		{"gauss", 1, 0, 3, "", "params.kernel"}, {"rbf", 0, 0, 3, "", "params.gamma"},
		{"rbf", math.NaN(), 0, 3, "", "params.gamma"}, {"rbf", math.Inf(1), 0, 3, "", "params.gamma"},
		{"poly", 1, math.Inf(-1), 3, "", "params.coef0"}, {"poly", 1, 0, 2.5, "", "params.degree"},
		{"poly", 1, 0, math.NaN(), "", "params.degree"},
		{"laplacian", 1, 0, 3, "l3", "params.norm"},
	} {
		_, err := ByName(c.name, c.gamma, c.coef0, c.degree, c.norm)
		var e *doc.Error
		if !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestCheckDim(t *testing.T) {
	for s, dims := range map[string][]bool{"rbf(1)": {true, true, true}, "rbf(1, 2)": {false, true, false},
		"linear*(1+matern32(1,2,3))": {false, false, true}} {
		for i, ok := range dims {
			if err := CheckDim(mustParse(t, s), i+1); (err == nil) != ok {
				t.Errorf("%s in %d dimensions: %v", s, i+1, err)
			}
		}
	}
}
