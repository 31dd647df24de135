package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Formulas look as in LaTeX, as far as one line of characters allows.
func TestFormulas(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"no formula":                       "no formula",
		`5\$ and 6\$`:                      "5$ and 6$",
		"the line $w^Tx+b=0$":              "the line wᵀx + b = 0",
		"$x_1^2$, $x_{ij}$":                "x₁², xᵢⱼ",
		`$\|w\|\le\gamma$`:                 "‖w‖ ≤ γ",
		`$f(x)=-1$`:                        "f(x) = −1",
		`$x\in\mathbb{R}^n$`:               "x ∈ ℝⁿ",
		`$\hat y=\bar{x}$`:                 "ŷ = x̄",
		`$\sum_{i=1}^n\alpha_i$`:           "∑ᵢ₌₁ⁿαᵢ",
		`$e^{-x}$`:                         "e⁻ˣ",
		`$2\log x+\max(a,b)$`:              "2 log x + max(a, b)",
		`$w^\top x$`:                       "wᵀx",
		`$\text{few points}\Rightarrow$`:   "few points ⇒",
		`$\left(a\right)^{2}\cdot\sqrt2$`:  "(a)²⋅√2",
		`$x\,y\quad z~w$`:                  "x y z w",
		`$f'(x)$`:                          "f′(x)",
		`$\{x : x > 0\}$`:                  "{x : x > 0}",
		`$\operatorname{err}_{train}\ne0$`: "errₜᵣₐᵢₙ ≠ 0",
		`$0{,}5$`:                          "0,5",
	} {
		got, err := Formulas(text)
		if err != nil || strings.ReplaceAll(got, "\u00a0", " ") != want {
			t.Errorf("%s is %q, and is to be %q; %v", text, got, want, err)
		}
	}
}

// Spaces in a formula do not allow line breaks.
func TestFormulasAreNotBroken(t *testing.T) {
	if got, err := Formulas("in $x = 0$ or"); err != nil || got != "in x\u00a0=\u00a00 or" {
		t.Errorf("%q, %v", got, err)
	}
}

// An error names the command or character that can't be converted.
func TestFormulasNameWhatCannotBeSet(t *testing.T) {
	for text, want := range map[string]string{
		"$x":               "does not end",
		`$\frac12$`:        `\frac cannot be set`,
		`$\begin{matrix}$`: `\begin cannot`,
		`$x_q$`:            `"q" cannot be set as a subscript`,
		`$x^{\alpha}$`:     `"α" cannot be set as a superscript`,
		`$x_$`:             "missing at its end",
		`$x_{}$`:           "a subscript is empty",
		`$\hat{xy}$`:       `\hat takes one letter`,
		`$\mathbb{P}$`:     `\mathbb has the letters`,
		`$\sqrt{x+1}$`:     `\sqrt takes`,
		`${x$`:             "{ without }",
		`$x}$`:             "} without {",
		`$a&b$`:            `"&" has no meaning`,
		`$\text x$`:        `\text has no text`,
		`$\nonsense$`:      `\nonsense cannot`,
		`$\$`:              "does not end",
		`$` + "{{{{{{{{{{{{{{{{{{{{{{{{{{{{" + `$`: "missing",
	} {
		if got, err := Formulas(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is %q; %v does not say %q", text, got, err, want)
		}
	}
}

// Each superscript and subscript character has an ordinary one.
func TestRaisedAndLowered(t *testing.T) {
	for small, large := range map[string]string{Raised: RaisedOf, Lowered: LoweredOf} {
		if utf8.RuneCountInString(small) != utf8.RuneCountInString(large) {
			t.Errorf("%s and %s", small, large)
		}
	}
}

func FuzzFormulas(f *testing.F) {
	f.Add(`a $x_1^{2}\hat y$ b`)
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := Formulas(text); err == nil && utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("%q is %q", text, got)
		}
	})
}
