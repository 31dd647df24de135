package expression

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// Expressions have their mathematical values, in all notations.
func TestValues(t *testing.T) {
	const x, y = 0.7, -1.3
	for _, c := range []struct {
		text   string
		want   float64
		degree int
	}{
		{"1 + 2*3", 7, 0},
		{"-x^2", -x * x, 2},
		{"2^-1", 0.5, 0},
		{"2^3^2", 512, 0},
		{"3xy", 3 * x * y, 2},
		{"3 x (y − 1)²", 3 * x * (y - 1) * (y - 1), 3},
		{"x - y - 1", x - y - 1, 1},
		{"x/2/4", x / 8, 1},
		{"x₁ + x2", x + y, 1},
		{"exp(x)sin(y)", math.Exp(x) * math.Sin(y), -1},
		{"ln(x) + sqrt(x+1) + cos(y)*tanh(x) + log(2)", math.Log(x) + math.Sqrt(x+1) + math.Cos(y)*math.Tanh(x) + math.Ln2,
			-1},
		{"e^x + pi", math.Exp(x) + math.Pi, -1},
		{"(x^2 + y^2)^1.5", math.Pow(x*x+y*y, 1.5), -1},
		{"1/x", 1 / x, -1},
		{"x²3", 3 * x * x, 2},
		{"1e-3x + 2E1", 0.001*x + 20, 1},
		{"2e x", 2 * math.E * x, 1},
		{"2e^x", 2 * math.Exp(x), -1},
		{"x^y", math.Pow(x, y), -1},
	} {
		e, err := Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := e.Value(x, y); math.Abs(got-c.want) > 1e-14*(1+math.Abs(c.want)) {
			t.Errorf("%s is %g, not %g", c.text, got, c.want)
		}
		if got := e.Degree(); got != c.degree {
			t.Errorf("%s has degree %d, not %d", c.text, got, c.degree)
		}
		j := e.At(x, y)
		if math.Abs(j.F-c.want) > 1e-14*(1+math.Abs(c.want)) {
			t.Errorf("the jet of %s is %g, not %g", c.text, j.F, c.want)
		}
		if err := e.agrees(x, y); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		const h = 1e-5
		for _, d := range []struct {
			name     string
			got, was float64
		}{
			{"∂x", j.X, (e.Value(x+h, y) - e.Value(x-h, y)) / (2 * h)},
			{"∂y", j.Y, (e.Value(x, y+h) - e.Value(x, y-h)) / (2 * h)},
			{"∂xx", j.XX, (e.At(x+h, y).X - e.At(x-h, y).X) / (2 * h)},
			{"∂xy", j.XY, (e.At(x, y+h).X - e.At(x, y-h).X) / (2 * h)},
			{"∂yy", j.YY, (e.At(x, y+h).Y - e.At(x, y-h).Y) / (2 * h)},
		} {
			if math.IsNaN(d.was) {
				continue // a power of a negative number
			}
			if math.Abs(d.got-d.was) > 1e-7*(1+math.Abs(d.was)) {
				t.Errorf("%s of %s is %g, by differences %g", d.name, c.text, d.got, d.was)
			}
		}
	}
}

// agrees checks that Slope agrees with At, and Row with Value, to the last bit.
func (e *Expr) agrees(x, y float64) error {
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b }
	j := e.At(x, y)
	if f, fx, fy := e.Slope(x, y); !same(f, j.F) || !same(fx, j.X) || !same(fy, j.Y) {
		return fmt.Errorf("the slope %g, %g, %g is not the jet's %v", f, fx, fy, j)
	}
	xs := []float64{x, -x, x + 1, 0, 2}
	out := make([]float64, len(xs))
	e.Row(out, xs, y)
	for i, got := range out {
		if want := e.Value(xs[i], y); !same(got, want) {
			return fmt.Errorf("in a row the value at %g is %g, alone %g", xs[i], got, want)
		}
	}
	return nil
}

// Syntax errors are reported with their position.
func TestErrors(t *testing.T) {
	for text, column := range map[string]int{"": 1, "x +": 4, "2 * ": 5, "(x": 3, "sin x": 1, "z": 1, "x + 1)": 6,
		"x ? y": 3, "1..2": 1, "x^": 3, "x² + ?": 6, "x₁ + x₂³ ?": 10, "− × x": 3, "é": 1, "x₁²": 0, "3·?": 3,
		"x²²": 0, "2 − x³ +": 9} {
		_, err := Parse(text)
		var e *Error
		if column == 0 && err == nil {
			continue
		}
		if !errors.As(err, &e) || e.Column != column {
			t.Errorf("%q: %v, want an error at column %d", text, err, column)
		}
	}
	if _, err := Parse("x² + ? y²"); err == nil || !strings.HasSuffix(err.Error(), `column 6; got "? y²"`) {
		t.Errorf("what stands there is not told as it was written: %v", err)
	}
	deep := ""
	for range 1000 {
		deep += "("
	}
	if _, err := Parse(deep); err == nil {
		t.Error("a thousand parentheses are taken")
	}
}

// FuzzParse parses plausible and arbitrary texts: each gives an expression or an error with a position, and values
// agree with their derivatives and with the reported properties.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1 + 2*3", "-x^2", "3 x (y − 1)²", "exp(x)sin(y)", "x₁ + x2", "2e^x", "1e-3x + 2E1",
		"(((", "x²²", "é",
		"1/0", "0/0", "ln(-1)", "x^y^x^y", "\xff", "1e999", "..", "2^3^2", "sqrt(x)/tanh(y)", "− × ·", "e pi",
		"log(log(x))"} {
		f.Add(text, 0.7, -1.3)
	}
	f.Fuzz(func(t *testing.T, text string, x, y float64) {
		e, err := Parse(text)
		if err != nil {
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Column < 1 || wrong.Want == "" || len(err.Error()) > 500 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if e.String() != text {
			t.Fatalf("%q is %q", text, e.String())
		}
		v, j := e.Value(x, y), e.At(x, y)
		if err := e.agrees(x, y); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		steep := math.Hypot(j.X, j.Y) * (1 + math.Abs(x) + math.Abs(y)) // sin(2^101) is dominated by rounding errors
		if math.Abs(v-j.F) > 1e-9*(math.Abs(v)+math.Abs(j.F)+1e-4*steep) {
			t.Fatalf("%q is %g, its jet %g", text, v, j.F)
		}
		if d := e.Degree(); d < -1 || !e.UsesY() && d == 0 && v != e.Value(x+1, y) && !math.IsNaN(v) {
			t.Fatalf("%q has degree %d", text, d)
		}
	})
}
