package words

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Symbol is the symbol of a command of LaTeX's mathematics.
type Symbol struct {
	// Kind is one of: i identifier, n symbol set upright like a number, o operator, l operator with limits, s integral, f
	// name of a function, m name of a function with limits, ' ' space, whose Text is its width.
	Kind byte
	Text string
}

// SymbolOf returns the symbol of a command, which is given without its backslash.
func SymbolOf(command string) (s Symbol, ok bool) {
	s, ok = symbols()[command]
	return s, ok
}

// symbols are the commands that lectures on machine learning need, without their backslashes.
var symbols = sync.OnceValue(func() map[string]Symbol {
	of := map[string]Symbol{}
	add := func(kind byte, list string) {
		for _, pair := range strings.Fields(list) {
			name, text, _ := strings.Cut(pair, "=")
			of[name] = Symbol{kind, text}
		}
	}
	add('i', `alpha=α beta=β gamma=γ delta=δ epsilon=ε varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ
		lambda=λ mu=μ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=φ varphi=φ chi=χ psi=ψ omega=ω ell=ℓ partial=∂
		nabla=∇ infty=∞ emptyset=∅ hbar=ħ`)
	add('n', `Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Phi=Φ Psi=Ψ Omega=Ω top=⊤ bot=⊥ ldots=… dots=… cdots=⋯
		vdots=⋮ ddots=⋱ degree=°`)
	add('o', `le=≤ leq=≤ ge=≥ geq=≥ ne=≠ neq=≠ approx=≈ sim=∼ simeq=≃ equiv=≡ propto=∝ ll=≪ gg=≫ prec=≺ succ=≻ succeq=⪰
		preceq=⪯ in=∈ notin=∉ subset=⊂ subseteq=⊆ supset=⊃ cup=∪ cap=∩ setminus=∖ times=× cdot=⋅ circ=∘ ast=∗ star=⋆ pm=±
		mp=∓ odot=⊙ oplus=⊕ otimes=⊗ to=→ rightarrow=→ longrightarrow=⟶ lesssim=≲ gtrsim=≳ leftarrow=← Rightarrow=⇒
		Leftarrow=⇐ Leftrightarrow=⇔ iff=⇔ implies=⇒ mapsto=↦ uparrow=↑ downarrow=↓ forall=∀ exists=∃ neg=¬ land=∧ wedge=∧
		lor=∨ vee=∨ perp=⊥ mid=∣ colon=: parallel=∥ langle=⟨ rangle=⟩ lVert=‖ rVert=‖ Vert=‖ |=‖ lvert=| rvert=| vert=|
		lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉ lbrace={ rbrace=} {={ }=} prime=′ bullet=•`)
	add('l', `sum=∑ prod=∏ bigcup=⋃ bigcap=⋂`)
	add('s', `int=∫ iint=∬ oint=∮`)
	add('f', `exp=exp ln=ln log=log sin=sin cos=cos tan=tan tanh=tanh cosh=cosh sinh=sinh det=det dim=dim ker=ker
		rank=rank tr=tr sign=sign sgn=sgn diag=diag erf=erf Var=Var Cov=Cov var=var softmax=softmax`)
	add('m', `min=min max=max argmin=arg·min argmax=arg·max arg=arg sup=sup inf=inf lim=lim Pr=Pr`)
	add(' ', `quad=1em qquad=2em ,=0.17em :=0.22em ;=0.28em !=-0.17em enspace=0.5em`)
	return of
})

// Raised and Lowered are the superscript and subscript characters. RaisedOf and LoweredOf have the corresponding
// ordinary characters, in the same order.
const (
	Raised    = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺⁼⁽⁾ⁿⁱᵀᵖᶠˣᵃᵇᵈᵉᵏᵐᵗᶜᵍʰʲˡᵒʳˢᵘᵛʷʸᶻ"
	RaisedOf  = "0123456789−+=()niTpfxabdekmtcghjlorsuvwyz"
	Lowered   = "₀₁₂₃₄₅₆₇₈₉₋₊₌₍₎ₙᵢⱼₖₗₘₒₐₑₚₛₜₓᵣᵤᵥₕ"
	LoweredOf = "0123456789−+=()nijklmoaepstxruvh"
)

// Formulas converts the formulas in a short text, LaTeX between dollar signs, to Unicode characters in one line:
// "$w^Tx_1\le\gamma$" becomes "wᵀx₁ ≤ γ", with no-break spaces. \$ is a dollar sign. A formula that needs more, such as
// a fraction or a matrix, is an error that names the command or character.
func Formulas(text string) (string, error) {
	const dollar = "\x00"
	parts := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, dollar, ""), `\$`, dollar), "$")
	if len(parts)%2 == 0 {
		return "", errors.New(`a formula begins with $ and does not end; write \$ for a dollar sign`)
	}
	for i := 1; i < len(parts); i += 2 {
		f := typeset{s: parts[i]}
		f.row(0)
		if f.err == nil && f.at < len(f.s) {
			f.fail("} without {")
		}
		if f.err != nil {
			return "", fmt.Errorf("the formula %q: %w", strings.ReplaceAll(parts[i], dollar, `\$`), f.err)
		}
		parts[i] = strings.ReplaceAll(strings.TrimSpace(f.out), " ", "\u00a0") // in one line
	}
	return strings.ReplaceAll(strings.Join(parts, ""), dollar, "$"), nil
}

// typeset is a formula that is being converted.
type typeset struct {
	s      string // LaTeX
	at     int    // index of the next byte
	out    string // result so far
	script int    // depth of nested scripts, in which operators have no spaces around them
	err    error  // first error
}

// between are the operators with spaces around them.
const between = ":=<>≤≥≠≈∼≃≡∝≪≫≺≻⪰⪯∈∉⊂⊆⊃∪∩∖×±∓⊙⊕⊗→⟶≲≳←⇒⇐⇔↦∧∨∣∥⊥+−∘"

// composed has, for each combining accent, letters that form a single character with it, each followed by that
// character.
var composed = map[string]string{
	"\u0302": "aâeêiîoôuûcĉgĝhĥjĵsŝwŵyŷ", "\u0304": "aāeēiīoōuūyȳ", "\u0303": "aãnñoõuũiĩyỹ"}

var accents = map[string]string{"hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304",
	"tilde": "\u0303", "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308"}

func (f *typeset) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf(format, args...)
	}
	f.at = len(f.s)
}

func (f *typeset) space() {
	if f.at < len(f.s) {
		f.skip(" \t\r\n")
	}
}

// skip skips all following bytes that are in signs.
func (f *typeset) skip(signs string) { f.at = len(f.s) - len(strings.TrimLeft(f.s[f.at:], signs)) }

// last returns the last character of the result; 0 = none.
func (f *typeset) last() rune {
	if f.out == "" {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(f.out)
	return r
}

func (f *typeset) put(s string) { f.out += s }

// row converts everything up to a closing brace or the end.
func (f *typeset) row(depth int) {
	for f.space(); f.at < len(f.s) && f.s[f.at] != '}'; f.space() {
		if f.element(depth); f.err != nil {
			return
		}
	}
}

// element converts the next element: a group in braces, a command, a script or a character.
func (f *typeset) element(depth int) {
	const deepest = 20
	if f.space(); f.at >= len(f.s) || depth > deepest {
		f.fail("something is missing at its end")
		return
	}
	r, size := utf8.DecodeRuneInString(f.s[f.at:])
	f.at += size
	switch {
	case r == '\\':
		f.command(depth)
	case r == '{' && strings.HasPrefix(f.s[f.at:], ",}"): // a decimal comma
		f.at += 2
		from := f.at
		f.skip("0123456789")
		f.put("," + f.s[from:f.at])
	case r == '{':
		f.row(depth + 1)
		if f.err == nil && f.at >= len(f.s) {
			f.fail("{ without }")
		}
		f.at++
	case r == '^' || r == '_':
		f.scripts(r == '^', depth)
	case strings.ContainsRune("&%#", r):
		f.fail("%q has no meaning there", string(r))
	case r == '\'':
		f.put("′")
	case r == '~':
		f.put(" ")
	case r == '-':
		f.operator('−')
	default:
		f.operator(r)
	}
}

// operator appends a character. Outside scripts, an operator of between gets spaces around it if it has a left operand,
// and a comma that precedes the character is followed by a space.
func (f *typeset) operator(r rune) {
	before := f.last()
	switch {
	case f.script > 0 || !strings.ContainsRune(between, r) || before == 0 || strings.ContainsRune("([{⟨,; ", before):
		if before == ',' && f.script == 0 { // the comma separates entries of a list
			f.put(" ")
		}
		f.put(string(r))
	default:
		f.put(" " + string(r) + " ")
	}
}

// argument returns the converted argument of a command or script, without appending it.
func (f *typeset) argument(depth int) string {
	all := f.out
	f.out = ""
	f.element(depth + 1)
	arg := strings.TrimSpace(f.out)
	f.out = all
	return arg
}

// scripts converts a superscript (up) or subscript.
func (f *typeset) scripts(up bool, depth int) {
	f.script++
	arg := f.argument(depth)
	f.script--
	small, large := Lowered, LoweredOf
	empty, cannot := "a subscript is empty", "%q cannot be set as a subscript; these can: %s"
	if up {
		small, large = Raised, RaisedOf
		empty, cannot = "a superscript is empty", "%q cannot be set as a superscript; these can: %s"
	}
	if f.err == nil && arg == "" {
		f.fail("%s", empty)
	}
	signs := []rune(small)
	for _, r := range arg {
		switch i := strings.IndexRune(large, r); {
		case i >= 0:
			f.put(string(signs[utf8.RuneCountInString(large[:i])]))
		case up && r == '⊤':
			f.put("ᵀ")
		case up && (r == '′' || r == '∗'):
			f.put(string(r))
		case r == ' ': // blanks are left out
		default:
			f.fail(cannot, string(r), large)
			return
		}
	}
}

// command converts a command after its backslash.
func (f *typeset) command(depth int) {
	from := f.at
	for f.at < len(f.s) && f.s[f.at]|32 >= 'a' && f.s[f.at]|32 <= 'z' {
		f.at++
	}
	if f.at == from && f.at < len(f.s) {
		_, size := utf8.DecodeRuneInString(f.s[f.at:])
		f.at += size
	}
	name := f.s[from:f.at]
	if s, ok := SymbolOf(name); ok {
		switch s.Kind {
		case ' ':
			if name != "!" {
				f.put(" ")
			}
		case 'f', 'm':
			f.word(strings.ReplaceAll(s.Text, "·", " "))
		default:
			r, _ := utf8.DecodeRuneInString(s.Text)
			f.operator(r)
		}
		return
	}
	switch name {
	case "text", "mathrm", "textrm", "operatorname":
		end := strings.IndexByte(f.s[f.at:], '}')
		if end < 1 || f.s[f.at] != '{' {
			f.fail(`\%s has no text in braces`, name)
			return
		}
		f.put(f.s[f.at+1 : f.at+end])
		f.at += end + 1
	case "mathbb":
		arg := f.argument(depth)
		i := strings.Index("RNZQC", arg)
		if f.err != nil || i < 0 || len(arg) != 1 {
			f.fail(`\mathbb has the letters R, N, Z, Q and C`)
			return
		}
		f.put("ℝℕℤℚℂ"[3*i : 3*i+3]) // each has three bytes
	case "sqrt":
		arg := f.argument(depth)
		other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		if f.err == nil && strings.ContainsFunc(arg, other) {
			f.fail(`\sqrt takes letters and figures; write (...)^{1/2} for others`)
		}
		f.put("√" + arg)
	case "left", "right":
		if f.space(); f.at < len(f.s) && f.s[f.at] == '.' {
			f.at++
		}
	case "%", "#", "&", "_", " ":
		f.put(name)
	default:
		mark, ok := accents[name]
		if !ok {
			f.fail(`\%s cannot be set in one line`, name)
			return
		}
		arg := []rune(f.argument(depth))
		if f.err == nil && len(arg) != 1 {
			f.fail(`\%s takes one letter`, name)
			return
		}
		if f.err != nil {
			return
		}
		sign := string(arg) + mark
		if _, after, ok := strings.Cut(composed[mark], string(arg)); ok && arg[0] < utf8.RuneSelf {
			r, _ := utf8.DecodeRuneInString(after)
			sign = string(r)
		}
		f.put(sign)
	}
}

// word appends the name of a function, with spaces between it and adjacent letters.
func (f *typeset) word(name string) {
	if r := f.last(); unicode.IsLetter(r) || unicode.IsDigit(r) {
		f.put(" ")
	}
	f.put(name)
	if f.space(); f.script == 0 && f.at < len(f.s) && strings.IndexByte("()[]{}^_,", f.s[f.at]) < 0 {
		f.put(" ")
	}
}
