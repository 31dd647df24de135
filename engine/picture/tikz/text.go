package tikz

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pointscape/engine/words"
)

// commands are TeX commands for characters in formulas.
var commands = map[rune]string{
	'−': "-", '×': `\times`, '±': `\pm`, '∓': `\mp`, '·': `\cdot`, '⋅': `\cdot`, '∗': `\ast`, '∕': `/`, '°': `^{\circ}`,
	'′': `'`,
	'≤': `\le`, '≥': `\ge`, '≠': `\ne`, '≈': `\approx`, '∼': `\sim`, '≃': `\simeq`, '≡': `\equiv`, '∝': `\propto`,
	'≪': `\ll`, '≫': `\gg`, '⪰': `\succeq`, '⪯': `\preceq`,
	'‖': `\|`, '∥': `\|`, '∠': `\angle`, '∞': `\infty`, '∂': `\partial`, '∇': `\nabla`, '√': `\surd`, '∫': `\int`,
	'∑': `\sum`, '∏': `\prod`, '∈': `\in`, '∉': `\notin`, '⊂': `\subset`, '⊆': `\subseteq`, '∪': `\cup`, '∩': `\cap`,
	'∅': `\emptyset`, '∀': `\forall`, '∃': `\exists`, '∧': `\wedge`, '∨': `\vee`, '¬': `\neg`, '⊤': `\top`, '⊥': `\bot`,
	'→': `\to`, '←': `\leftarrow`, '↔': `\leftrightarrow`, '↑': `\uparrow`, '↓': `\downarrow`, '↕': `\updownarrow`,
	'↦': `\mapsto`,
	'⇒': `\Rightarrow`, '⇔': `\Leftrightarrow`, '⟨': `\langle`, '⟩': `\rangle`, '⌈': `\lceil`, '⌉': `\rceil`,
	'⌊': `\lfloor`,
	'⌋': `\rfloor`, '⊕': `\oplus`, '⊗': `\otimes`, '⊙': `\odot`, 'ℓ': `\ell`, 'ℝ': `\mathbf{R}`, 'ℕ': `\mathbf{N}`,
	'ℤ': `\mathbf{Z}`, '𝟙': `\mathbf{1}`, '½': `\frac12`, '¼': `\frac14`, '¾': `\frac34`, '●': `\bullet`,
	'α': `\alpha`, 'β': `\beta`, 'γ': `\gamma`, 'δ': `\delta`, 'ε': `\varepsilon`, 'ϵ': `\epsilon`, 'ζ': `\zeta`,
	'η': `\eta`,
	'θ': `\theta`, 'ϑ': `\vartheta`, 'ι': `\iota`, 'κ': `\kappa`, 'λ': `\lambda`, 'μ': `\mu`, 'µ': `\mu`, 'ν': `\nu`,
	'ξ': `\xi`, 'ο': `o`, 'π': `\pi`, 'ρ': `\rho`, 'ς': `\varsigma`, 'σ': `\sigma`, 'τ': `\tau`, 'υ': `\upsilon`,
	'φ': `\varphi`, 'ϕ': `\phi`, 'χ': `\chi`, 'ψ': `\psi`, 'ω': `\omega`,
	'Γ': `\Gamma`, 'Δ': `\Delta`, 'Θ': `\Theta`, 'Λ': `\Lambda`, 'Ξ': `\Xi`, 'Π': `\Pi`, 'Σ': `\Sigma`, 'Υ': `\Upsilon`,
	'Φ': `\Phi`, 'Ψ': `\Psi`, 'Ω': `\Omega`,
}

// raised and lowered are superscripts and subscripts.
var raised = scripts(words.Raised, words.RaisedOf)
var lowered = scripts(words.Lowered, words.LoweredOf)

func scripts(small, large string) map[rune]string {
	of := map[rune]string{}
	l := []rune(large)
	for i, r := range []rune(small) {
		if of[r] = string(l[i]); l[i] == '−' {
			of[r] = "-"
		}
	}
	return of
}

// accents are accents of letters in formulas, separate and combined with the letter.
var accents = map[rune]string{'\u0302': `\hat`, '\u0303': `\tilde`, '\u0304': `\bar`, '\u0305': `\bar`,
	'\u0307': `\dot`}

var accented = map[rune]string{'ŵ': `\hat{w}`, 'ŷ': `\hat{y}`, 'ẑ': `\hat{z}`, 'ȳ': `\bar{y}`, 'ỹ': `\tilde{y}`}

// plain maps characters with a meaning in TeX to commands that print them.
var plain = map[rune]string{'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`,
	'_': `\_`, '^': `\textasciicircum{}`, '~': `\textasciitilde{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`,
	'"': `\textquotedbl{}`,
	'…': `\ldots{}`, '\u00A0': `~`, '\t': ` `, '\n': ` `, '\r': ` `, '″': `$''$`}

// Text converts a text to TeX: letters with indices, and mathematical symbols, become formulas, everything else is
// text.
func Text(s string) string {
	var b, math strings.Builder // the result, and the open formula
	script := byte(0)           // the open index: ^ or _
	close := func() {
		if script != 0 {
			math.WriteByte('}')
			script = 0
		}
	}
	flush := func() {
		close()
		if math.Len() > 0 {
			b.WriteString("$" + math.String() + "$")
			math.Reset()
		}
	}
	command := func(c string) {
		close()
		math.WriteString(c)
		if last := c[len(c)-1]; last >= 'A' && c[0] == '\\' && unicode.IsLetter(rune(last)) {
			math.WriteByte(' ')
		}
	}
	runes := []rune(s)
	for i := 0; i < len(runes); i++ {
		r := runes[i]
		next := rune(0)
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		_, up := raised[next]
		_, low := lowered[next]
		alone := i == 0 || !unicode.IsLetter(runes[i-1]) || raised[runes[i-1]]+lowered[runes[i-1]] != ""
		switch {
		case raised[r] != "" || lowered[r] != "":
			mark, text := byte('^'), raised[r]
			if text == "" {
				mark, text = '_', lowered[r]
			}
			if script != mark {
				close()
				math.WriteString(string(mark) + "{")
				script = mark
			}
			math.WriteString(text)
		case accents[next] != "":
			command(accents[next] + "{" + string(r) + "}")
			i++
		case accented[r] != "" && alone && !unicode.IsLetter(next):
			command(accented[r])
		case commands[r] != "":
			command(commands[r])
		case (up || low) && alone && r < 0x80 && unicode.IsLetter(r):
			close()
			math.WriteRune(r) // a letter with an index is a variable
		case alone && r < 0x80 && unicode.IsLetter(r) && !unicode.IsLetter(next) && (next == '\u00A0' ||
			i > 0 && (runes[i-1] == '\u00A0' || raised[runes[i-1]]+lowered[runes[i-1]] != "")):
			close()
			math.WriteRune(r) // a single letter next to a no-break space or an index is one, too
		case math.Len() > 0 && (r >= '0' && r <= '9' || r == '.' && next >= '0' && next <= '9'):
			close()
			math.WriteRune(r)
		default:
			flush()
			if p, ok := plain[r]; ok {
				b.WriteString(p)
			} else if r >= 0x20 {
				b.WriteRune(r)
			}
		}
	}
	flush()
	return b.String()
}

// foreign reports whether pdflatex lacks a letter of a text made by Text.
func foreign(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r > 0x17F && !slices.Contains([]rune("–—‘’“”•€"), r) })
}

// number formats a coordinate with a number of decimals.
func number(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
