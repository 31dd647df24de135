package words

import (
	"math"
	"strings"
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
	for share, want := range map[float64]string{0: "0 %", 1e-9: "< 0.1 %", 0.0123: "1.23 %", 0.5: "50 %", 0.9994: "99.9 %",
		0.99999: "> 99.9 %", 1: "100 %", 9.994: "999 %", 9.996: "1000 %", 13.6: "1360 %", -13.604: "-1360 %",
		999.99: "99999 %", 1000: "1e+05 %"} {
		if got := Percent(share); got != want {
			t.Errorf("Percent(%g) = %q, want %q", share, got, want)
		}
	}
	for _, c := range [][3]float64{{1.23456, 3, 1.23}, {-98765, 2, -99000}, {0, 4, 0},
		{math.MaxFloat64, 1, math.MaxFloat64}} {
		if got := Significant(c[0], int(c[1])); got != c[2] {
			t.Errorf("Significant(%g, %g) = %g, want %g", c[0], c[1], got, c[2])
		}
	}
	if a, b, c, d := Plural("pass"), Plural("iteration"), Plural("minibatch"), Plural("epoch"); a != "passes" ||
		b != "iterations" || c != "minibatches" || d != "epochs" {
		t.Errorf("Plural gives %q, %q, %q and %q", a, b, c, d)
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
		{-1e-5, "−1e-05", "-1e-05", " − 1e-05"}, {0, "0", "0", " + 0"}, {math.Copysign(0, -1), "0", "0", " + 0"},
		{math.Inf(-1), "−Inf", "-Inf", " − +Inf"},
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

// Numbers written by programs get their typographic form, and nothing else changes.
func TestReadable(t *testing.T) {
	for text, want := range map[string]string{
		"keeps 89.2 % of it, a % b": "keeps 89.2\u00a0% of it, a % b",
		"adds -9.53":                "adds −9.53", "(-1, -.5)": "(−1, −.5)", "f = -1.5e-05": "f = −1.5×10⁻⁵",
		"at most 1e+06": "at most 10⁶", "-1e-05": "−10⁻⁵",
		"11e-05, 0.1e-05": "11×10⁻⁵, 0.1×10⁻⁵", "dual optimum 1.5e-05": "dual optimum 1.5×10⁻⁵", "-2e+12": "−2×10¹²",
		"-0.5": "−0.5", "2.5": "2.5",
		"one-vs-one, 1-NN, k-2, 0.5-1": "one-vs-one, 1-NN, k-2, 0.5-1", "t-test of e-mails, 3e": "t-test of e-mails, 3e",
		"x^{-2}": "x^{−2}", "−3 - 4": "−3 - 4", "": "", "-": "-", "1e-": "1e-",
		"1e-99999999999999999999": "1e-99999999999999999999",
	} {
		if got := Readable(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestScientific(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{1e-4, 3, "10⁻⁴"}, {-1e6, 3, "−10⁶"}, {2.5e-4, 3, "2.5×10⁻⁴"}, {-1.23456e12, 3, "−1.235×10¹²"},
		{1.23456e12, -1, "1.23456×10¹²"},
		{9.9999e9, 2, "10¹⁰"}, {2e9, 0, "2×10⁹"}, {math.Inf(-1), 3, "−Inf"},
	} {
		if got := Scientific(c.x, c.decimals); got != c.want {
			t.Errorf("%g with %d decimals is %q, want %q", c.x, c.decimals, got, c.want)
		}
	}
	if s := Superscript(-120); s != "⁻¹²⁰" {
		t.Errorf("Superscript(-120) = %q", s)
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "support vector": "Support vector", "Support": "Support", "états": "États", "0-1 loss": "0-1 loss",
		"ε tube": "ε tube", "ε-tube": "ε-tube", "ε": "ε", "θ of rbf(0.03)": "θ of rbf(0.03)", "αᵢyᵢ": "αᵢyᵢ",
		"β: of each": "β: of each",
		"x₁":         "x₁", "x_{1} from 0": "x_{1} from 0", "f = ±1": "f = ±1",
		"k nearest neighbours": "k nearest neighbours", "n-th step": "n-th step",
		"w·x + b": "w·x + b", "y less the answer": "y less the answer", "f(x)": "f(x)", "d² can": "d² can",
		"σ² of y": "σ² of y",
		"a point": "A point", "a: the weight": "a: the weight", "a = 3": "a = 3", "a": "a", "a ≥ 0": "a ≥ 0",
		"aᵢ of":         "aᵢ of",
		"max(0, 1 − m)": "max(0, 1 − m)", "max of all": "Max of all", "ln π": "ln π", "log density": "Log density",
		"rbf(0.2)": "rbf(0.2)", "n_iter steps": "n_iter steps",
		"e^{−m}": "e^{−m}", "‖w‖": "‖w‖", "½r²": "½r²", "(of all)": "(of all)", "q": "q",
	} {
		if got := Capital(text); got != want {
			t.Errorf("Capital(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestEnds(t *testing.T) {
	for names, want := range map[string]string{
		"digit 0,digit 1": "0,1", "class 1,class 12": "1,12", "setosa,virginica": "setosa,virginica", "one": "one", "": "",
		"old red cat,old red dog": "cat,dog", "old cat,old,old dog": "old cat,old,old dog",
		"New York,New Yorker": "York,Yorker", "é a,é b": "a,b",
	} {
		if got := strings.Join(Ends(strings.Split(names, ",")), ","); got != want {
			t.Errorf("Ends(%q) = %q, want %q", names, got, want)
		}
	}
}
