package words

import (
	"math"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		n    int
		what string
		want string
	}{
		{0, "point", "0 points"}, {1, "point", "1 point"}, {2, "point", "2 points"},
		{1, "class", "1 class"}, {3, "class", "3 classes"}, {2, "pass", "2 passes"},
		{12, "Newton step", "12 Newton steps"},
	} {
		if got := Count(c.n, c.what); got != c.want {
			t.Errorf("Count(%d, %q) = %q, want %q", c.n, c.what, got, c.want)
		}
	}
	if a, b := CountOf(1, "optimum", "optima"), CountOf(2, "optimum", "optima"); a != "1 optimum" || b != "2 optima" {
		t.Errorf("CountOf gives %q and %q", a, b)
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		x                    float64
		number, figure, term string
	}{
		{2, "2", "2", " + 2"}, {-0.5, "−0.5", "-0.5", " − 0.5"}, {1.0 / 3, "0.3333", "0.3333", " + 0.3333"},
		{-1e-5, "−1e-05", "-1e-05", " − 1e-05"}, {0, "0", "0", " + 0"}, {math.Inf(-1), "−Inf", "-Inf", " − +Inf"},
	} {
		if n, f, s := Number(c.x), Figure(c.x), Term(c.x); n != c.number || f != c.figure || s != c.term {
			t.Errorf("%g is written %q, %q, %q; want %q, %q, %q", c.x, n, f, s, c.number, c.figure, c.term)
		}
	}
	if a, b := TermAt(0, -2), TermAt(1, -2); a != "−2" || b != " − 2" {
		t.Errorf("a sum begins with %q and goes on with %q", a, b)
	}
	if s := Subscript(120); s != "x₁₂₀"[1:] {
		t.Errorf("Subscript(120) = %q", s)
	}
	if Index(12) != "_{12}" {
		t.Errorf("Index(12) = %q", Index(12))
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "support vector": "Support vector", "Support": "Support", "états": "États", "0-1 loss": "0-1 loss",
		"ε tube": "ε tube", "ε-tube": "ε-tube", "ε": "ε", "θ of rbf(0.03)": "θ of rbf(0.03)", "αᵢyᵢ": "αᵢyᵢ", "β: of each": "β: of each",
		"x₁": "x₁", "x_{1} from 0": "x_{1} from 0", "f = ±1": "f = ±1", "k nearest neighbours": "k nearest neighbours", "n-th step": "n-th step",
		"w·x + b": "w·x + b", "y less the answer": "y less the answer", "f(x)": "f(x)", "d² can": "d² can", "σ² of y": "σ² of y",
		"a point": "A point", "a: the weight": "a: the weight", "a = 3": "a = 3", "a": "a", "a ≥ 0": "a ≥ 0", "aᵢ of": "aᵢ of",
		"max(0, 1 − m)": "max(0, 1 − m)", "max of all": "Max of all", "ln π": "ln π", "log density": "Log density", "rbf(0.2)": "rbf(0.2)", "n_iter steps": "n_iter steps",
		"e^{−m}": "e^{−m}", "‖w‖": "‖w‖", "½r²": "½r²", "(of all)": "(of all)", "q": "q",
	} {
		if got := Capital(text); got != want {
			t.Errorf("Capital(%q) = %q, want %q", text, got, want)
		}
	}
}
