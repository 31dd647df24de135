package course

import (
	"strings"
	"testing"
)

// Symbols are marked in formulas: one with the same subscript is preferred to one with another subscript, that to one
// without, and a function is chosen if an argument follows.
func TestTerms(t *testing.T) {
	var letters terms
	for i, text := range []Text{`$w,\ b$`, `$\alpha_i$`, `$\alpha$ (control)`, `$x_i,\ x_j$`, `$k$`, `$k(x,z),\ \Phi(x)$`, `$\hat m$`,
		`$\hat{\mathcal E}$`, `$\mathcal F_\lambda$`} {
		letters.add(i, text)
	}
	for tex, want := range map[string]string{
		`w^\top x_7+b`:                     `msup=0 msub=3 mi=0`,
		`\alpha_3`:                         `msub=1`,
		`\alpha+\alpha_i^2`:                `mi=2 msubsup=1`,
		`x`:                                ``,
		`k`:                                `mi=4`,
		`k(x_i,z)`:                         `mi=5 msub=3`,
		`k\left(x,z\right)`:                `mi=5`,
		`\Phi`:                             `mi=5`,
		`\hat m-m`:                         `mover=6`,
		`\hat{\mathcal E}`:                 `mover=7`,
		`\mathcal F_\lambda`:               `msub=8`,
		`\frac{w}{\|w\|}`:                  `mi=0 mi=0`,
		`\sum_i\alpha_ik(a)`:               `msub=1 mi=5`,
		`\text{where }b=0`:                 `mi=0`,
		`e^{-b}`:                           `mi=0`,
		`\begin{pmatrix}w\\b\end{pmatrix}`: `mi=0 mi=0`,
	} {
		html, err := mathML(tex, false, letters)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		parts := strings.Split(html, " "+TermAttribute+`="`)
		for k, part := range parts[1:] {
			n, _, _ := strings.Cut(part, `"`)
			got = append(got, parts[k][strings.LastIndex(parts[k], "<")+1:]+"="+n)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", tex, s, want)
		}
	}
}

// The entries of Shows must be names.
func TestSymbolsShow(t *testing.T) {
	for _, list := range [][]string{{""}, {"a b"}, {"<b>"}, make([]string, maxList+1)} {
		if shows("symbols[0].shows", list) == nil {
			t.Errorf("%q is taken", list)
		}
	}
	if err := shows("symbols[0].shows", []string{"C", "n_support", "margins"}); err != nil {
		t.Error(err)
	}
}
