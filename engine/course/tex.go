package course

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"pointscape/engine/html"
	"pointscape/engine/words"
)

// This file converts formulas, written in LaTeX's mathematics, to MathML, which browsers lay out themselves and screen
// readers read as mathematics. It supports what lectures on machine learning need; anything else is an error that names
// the command. (The existing Go libraries convert \frac12 or \| incorrectly.)

var accents = map[string]string{"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~",
	"vec": "→", "dot": "˙", "ddot": "¨"}

var alphabets = map[string]string{"mathbb": "double-struck", "mathcal": "script", "mathbf": "bold",
	"boldsymbol": "bold", "mathfrak": "fraktur"}

// mathML converts a formula; block is set for one on a line of its own. Letters that are in t are marked.
func mathML(tex string, block bool, t terms) (string, error) {
	p := &texParser{s: tex, terms: t}
	body := p.row("")
	if p.err == nil && p.at < len(p.s) {
		p.fail("} without {")
	}
	if p.err != nil {
		return "", words.Errorf("the formula %.200q: %w", tex, p.err)
	}
	kind := ""
	if block {
		kind = ` display="block"`
	}
	// Programs without MathML read the source aloud.
	return `<math` + kind + ` alttext="` + html.EscapeString(tex) + `"><mrow>` + body + `</mrow></math>`, nil
}

type texParser struct {
	s     string
	at    int
	depth int
	terms terms
	err   error
}

const maxTexDepth = 30

func (p *texParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = words.Errorf(format, args...)
	}
	p.at = len(p.s)
}

func (p *texParser) space() {
	for p.at < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.at]) >= 0 {
		p.at++
	}
}

// command reads the name of a command after \.
func (p *texParser) command() string {
	p.at = min(p.at+1, len(p.s))
	from := p.at
	for p.at < len(p.s) && (p.s[p.at]|32) >= 'a' && (p.s[p.at]|32) <= 'z' {
		p.at++
	}
	if p.at == from && p.at < len(p.s) {
		_, size := utf8.DecodeRuneInString(p.s[p.at:])
		p.at += size
	}
	return p.s[from:p.at]
}

// peek returns the name of the next command without its \, or "" if the next character begins none.
func (p *texParser) peek() string {
	p.space()
	if p.at >= len(p.s) || p.s[p.at] != '\\' {
		return ""
	}
	from := p.at
	name := p.command()
	p.at = from
	return name
}

// row reads elements up to the closing brace, or to the given end: "right" ends at \right; "cell" ends at \end, & and
// \\.
func (p *texParser) row(ends string) string {
	var b strings.Builder
	for p.err == nil {
		p.space()
		if p.at >= len(p.s) || p.s[p.at] == '}' {
			break
		}
		next := p.peek()
		if ends == "right" && next == "right" || ends == "cell" && (next == "end" || next == `\` || p.s[p.at] == '&') {
			break
		}
		e := p.scripted()
		if signs[e] && opens(b.String()) {
			e = strings.Replace(e, "<mo>", `<mo form="prefix">`, 1)
		}
		b.WriteString(e)
	}
	return b.String()
}

// signs may be unary or binary. Browsers treat them as binary, with space on both sides, if anything stands before
// them.
var signs = map[string]bool{"<mo>−</mo>": true, "<mo>+</mo>": true, "<mo>±</mo>": true, "<mo>∓</mo>": true}

// opens reports whether a sign after before is unary.
func opens(before string) bool {
	before, ok := strings.CutSuffix(before, "</mo>")
	if !ok {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune("([{⟨,;:=≠≈<>≤≥≪≫∈→↦·×", last) || strings.HasSuffix(before, "&lt;") ||
		strings.HasSuffix(before, "&gt;")
}

// parts reads an element and its subscript and superscript; limits reports whether these are placed below and above it.
func (p *texParser) parts() (base, low, high string, limits bool) {
	base, limits = p.element()
	for p.err == nil {
		p.space()
		if p.at >= len(p.s) {
			break
		}
		switch p.s[p.at] {
		case '_':
			p.at++
			if low != "" {
				p.fail("a symbol has two subscripts")
			}
			low = p.argument()
			continue
		case '^':
			p.at++
			if high != "" {
				p.fail("a symbol has two superscripts")
			}
			high = p.argument()
			continue
		case '\'':
			n := 0
			for p.at < len(p.s) && p.s[p.at] == '\'' {
				p.at++
				n++
			}
			if high != "" {
				p.fail("a symbol has two superscripts")
			}
			high = "<mo>" + strings.Repeat("′", n) + "</mo>"
			continue
		}
		break
	}
	return base, low, high, limits
}

// applied reports whether an argument in round brackets follows.
func (p *texParser) applied() bool {
	p.space()
	rest := strings.TrimLeft(strings.TrimPrefix(p.s[min(p.at, len(p.s)):], `\left`), " ")
	return strings.HasPrefix(rest, "(")
}

// scripted reads an element with its subscript and superscript.
func (p *texParser) scripted() string {
	base, low, high, limits := p.parts()
	sub, sup, both := "msub", "msup", "msubsup"
	if limits {
		sub, sup, both = "munder", "mover", "munderover"
	}
	e := base
	switch {
	case low != "" && high != "":
		e = tag(both, base+low+high)
	case low != "":
		e = tag(sub, base+low)
	case high != "":
		e = tag(sup, base+high)
	}
	return p.terms.marked(e, base, low, p.applied())
}

func tag(name, body string) string { return "<" + name + ">" + body + "</" + name + ">" }

// argument reads the argument of a command, ^ or _: a group in braces, or a single letter, digit or command.
func (p *texParser) argument() string {
	p.space()
	if p.at >= len(p.s) {
		p.fail("the condition ends too early")
		return ""
	}
	if c := p.s[p.at]; c >= '0' && c <= '9' {
		p.at++
		return "<mn>" + string(c) + "</mn>"
	}
	e, _ := p.element()
	return e
}

// braces reads {text} as raw text.
func (p *texParser) braces() string {
	p.space()
	if p.at >= len(p.s) || p.s[p.at] != '{' {
		p.fail("{ was expected")
		return ""
	}
	end := strings.IndexByte(p.s[p.at:], '}')
	if end < 0 {
		p.fail("{ without }")
		return ""
	}
	text := p.s[p.at+1 : p.at+end]
	p.at += end + 1
	return text
}

// element reads one element; limits reports whether its subscript and superscript are placed below and above it.
func (p *texParser) element() (e string, limits bool) {
	p.depth++
	defer func() { p.depth-- }()
	p.space()
	if p.depth > maxTexDepth {
		p.fail("it is nested more than %d deep", maxTexDepth)
		return "", false
	}
	if p.at >= len(p.s) {
		p.fail("the condition ends too early")
		return "", false
	}
	c, size := utf8.DecodeRuneInString(p.s[p.at:])
	switch {
	case c == '\\':
		return p.commanded()
	case c == '{':
		p.at++
		body := p.row("")
		if p.err == nil && (p.at >= len(p.s) || p.s[p.at] != '}') {
			p.fail("{ without }")
			return "", false
		}
		p.at++
		return tag("mrow", body), false
	case c == '&' || c == '%' || c == '#' || c == '$' || c == '^' || c == '_' || c == '}':
		p.fail("%q has no meaning there", c)
		return "", false
	}
	p.at += size
	text := html.EscapeString(string(c))
	switch {
	case c >= '0' && c <= '9':
		from := p.at - 1
		for p.at < len(p.s) {
			n := 0
			for _, point := range []string{"", ".", "{,}"} { // {,} is a decimal comma
				if next, ok := strings.CutPrefix(p.s[p.at:], point); ok && next != "" && next[0] >= '0' && next[0] <= '9' {
					n = len(point) + 1
				}
			}
			if n == 0 {
				break
			}
			p.at += n
		}
		return tag("mn", strings.ReplaceAll(p.s[from:p.at], "{,}", ",")), false
	case unicode.IsLetter(c):
		return tag("mi", text), false
	case c == '-':
		return "<mo>−</mo>", false
	case c == '|' || c == '‖':
		return `<mo stretchy="false">` + text + "</mo>", false
	case strings.ContainsRune("()[]", c):
		return `<mo stretchy="false">` + text + "</mo>", false
	case c == '~':
		return `<mspace width="0.33em"></mspace>`, false
	}
	return tag("mo", text), false
}

func (p *texParser) commanded() (e string, limits bool) {
	name := p.command()
	if s, ok := words.SymbolOf(name); ok {
		return symbol(s)
	}
	if mark, ok := accents[name]; ok {
		stretchy := "false"
		if strings.HasPrefix(name, "wide") || name == "overline" {
			stretchy = "true"
		}
		return `<mover accent="true">` + p.argument() + `<mo stretchy="` + stretchy + `">` + mark + "</mo></mover>", false
	}
	if variant, ok := alphabets[name]; ok {
		return p.letteredIn(variant), false
	}
	switch name {
	case "frac", "tfrac", "dfrac":
		a := p.argument()
		return tag("mfrac", a+p.argument()), false
	case "binom":
		a := p.argument()
		return tag("mrow", `<mo>(</mo><mfrac linethickness="0">`+a+p.argument()+"</mfrac><mo>)</mo>"), false
	case "sqrt":
		return p.root(), false
	case "text", "mathrm", "textrm", "mbox":
		return tag("mtext", html.EscapeString(strings.ReplaceAll(p.braces(), " ", "\u00a0"))), false
	case "operatorname":
		return `<mo lspace="0" rspace="0.17em">` + html.EscapeString(p.braces()) + "</mo>", false
	case "underset", "overset", "underbrace", "overbrace":
		return p.stacked(name)
	case "left":
		open := p.delimiter()
		body := p.row("right")
		if p.err == nil && p.peek() != "right" {
			p.fail(`\left without \right`)
		}
		p.command()
		return tag("mrow", open+body+p.delimiter()), false
	case "big", "bigl", "bigr", "Big", "Bigl", "Bigr":
		size := map[byte]string{'b': "1.2em", 'B': "1.8em"}[name[0]]
		return strings.Replace(p.delimiter(), "<mo ", `<mo minsize="`+size+`" maxsize="`+size+`" `, 1), false
	case "begin":
		return p.environment(), false
	case "displaystyle", "textstyle", "limits", "nolimits": // size and placement, which browsers choose
		return "", false
	case "#", "%", "&", "$", "_":
		return tag("mo", html.EscapeString(name)), false
	case " ":
		return `<mspace width="0.33em"></mspace>`, false
	}
	p.fail(`\%s is not known`, name)
	return "", false
}

// symbol returns a symbol as MathML, and whether limits are written above and below it.
func symbol(s words.Symbol) (e string, limits bool) {
	text := html.EscapeString(s.Text)
	switch s.Kind {
	case 'i':
		return tag("mi", text), false
	case 'n':
		return `<mi mathvariant="normal">` + text + "</mi>", false
	case 'l':
		return "<mo>" + text + "</mo>", true
	case 's':
		return "<mo>" + text + "</mo>", false
	case 'm':
		return "<mo>" + strings.ReplaceAll(text, "·", "\u2009") + "</mo>", true
	case 'f':
		return `<mo lspace="0" rspace="0.17em">` + text + "</mo>", false
	case ' ':
		return `<mspace width="` + text + `"></mspace>`, false
	}
	return `<mo stretchy="false">` + text + "</mo>", false
}

// letteredIn reads letters and returns them in a variant of the alphabet.
func (p *texParser) letteredIn(variant string) string {
	var b strings.Builder
	for _, r := range p.letters() {
		kind := "mi"
		if r >= '0' && r <= '9' {
			kind = "mn"
		}
		b.WriteString(tag(kind, html.EscapeString(string(styled(r, variant)))))
	}
	return tag("mrow", b.String())
}

// root reads the argument of \sqrt, after an index in brackets if there is one.
func (p *texParser) root() string {
	p.space()
	if p.at < len(p.s) && p.s[p.at] == '[' {
		end := strings.IndexByte(p.s[p.at:], ']')
		if end < 0 {
			p.fail("[ without ]")
			return ""
		}
		q := &texParser{s: p.s[p.at+1 : p.at+end], depth: p.depth}
		index := q.row("")
		if q.err != nil {
			p.err = q.err
		}
		p.at += end + 1
		return tag("mroot", p.argument()+tag("mrow", index))
	}
	return tag("msqrt", p.argument())
}

// letters reads the letters of a special alphabet: a group in braces, or a single letter.
func (p *texParser) letters() string {
	p.space()
	if p.at < len(p.s) && p.s[p.at] == '{' {
		return p.braces()
	}
	if p.at >= len(p.s) || p.s[p.at] == '\\' {
		p.fail("a letter was expected")
		return ""
	}
	r, size := utf8.DecodeRuneInString(p.s[p.at:])
	p.at += size
	return string(r)
}

// styled returns the Unicode character of a letter in a special alphabet: MathML Core has no other way to select one.
func styled(r rune, variant string) rune {
	holes := map[string]map[rune]rune{
		"double-struck": {'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'},
		"script": {'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ', 'e': 'ℯ', 'g': 'ℊ',
			'o': 'ℴ'},
		"fraktur": {'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'},
	}
	if h, ok := holes[variant][r]; ok {
		return h
	}
	capital, small, figure := rune(0), rune(0), rune(0)
	switch variant {
	case "double-struck":
		capital, small, figure = 0x1d538, 0x1d552, 0x1d7d8
	case "script":
		capital, small = 0x1d49c, 0x1d4b6
	case "fraktur":
		capital, small = 0x1d504, 0x1d51e
	case "bold":
		capital, small, figure = 0x1d400, 0x1d41a, 0x1d7ce
		if r >= 'α' && r <= 'ω' {
			return r - 'α' + 0x1d6c2
		}
	}
	switch {
	case r >= 'A' && r <= 'Z' && capital > 0:
		return r - 'A' + capital
	case r >= 'a' && r <= 'z' && small > 0:
		return r - 'a' + small
	case r >= '0' && r <= '9' && figure > 0:
		return r - '0' + figure
	}
	return r
}

func (p *texParser) stacked(name string) (string, bool) {
	a := p.argument()
	switch name {
	case "underset":
		return tag("munder", p.argument()+a), false
	case "overset":
		return tag("mover", p.argument()+a), false
	case "underbrace":
		return tag("munder", a+"<mo>⏟</mo>"), true
	}
	return tag("mover", a+"<mo>⏞</mo>"), true
}

// delimiter reads the delimiter after \left or \right.
func (p *texParser) delimiter() string {
	p.space()
	if p.at >= len(p.s) {
		p.fail("a bracket is missing at the end")
		return ""
	}
	text := ""
	if p.s[p.at] == '\\' {
		name := p.command()
		s, ok := words.SymbolOf(name)
		if !ok || s.Kind != 'o' {
			p.fail(`\%s is no bracket`, name)
			return ""
		}
		text = s.Text
	} else {
		r, size := utf8.DecodeRuneInString(p.s[p.at:])
		p.at += size
		if !strings.ContainsRune("()[]|./<>", r) {
			p.fail("%q is no bracket", r)
			return ""
		}
		text = map[rune]string{'<': "⟨", '>': "⟩", '.': ""}[r]
		if text == "" && r != '.' {
			text = string(r)
		}
	}
	return `<mo fence="true" stretchy="true">` + html.EscapeString(text) + "</mo>"
}

// environment reads a matrix, cases, or aligned lines.
func (p *texParser) environment() string {
	kind := p.braces()
	fences, ok := map[string][2]string{"matrix": {}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "vmatrix": {"|", "|"},
		"cases": {"{", ""}, "aligned": {}}[kind]
	if !ok {
		p.fail(`\begin{%s} is not known`, kind)
		return ""
	}
	var rows, cells strings.Builder
	for p.err == nil {
		cells.WriteString(tag("mtd", p.row("cell")))
		p.space()
		if p.at >= len(p.s) {
			p.fail(`\begin{%s} without \end`, kind)
			return ""
		}
		if p.s[p.at] == '&' {
			p.at++
			continue
		}
		name := ""
		if p.s[p.at] == '\\' {
			name = p.command()
		}
		if name != `\` && name != "end" {
			p.fail("} without { in %s", kind)
			return ""
		}
		rows.WriteString(tag("mtr", cells.String()))
		cells.Reset()
		if name == "end" {
			break
		}
	}
	if got := p.braces(); p.err == nil && got != kind {
		p.fail(`\begin{%s} ends with \end{%s}`, kind, got)
	}
	class := ""
	if kind == "cases" || kind == "aligned" {
		class = ` class="` + kind + `"`
	}
	fence := func(s string) string {
		if s == "" {
			return ""
		}
		return `<mo fence="true" stretchy="true">` + s + "</mo>"
	}
	return tag("mrow", fence(fences[0])+"<mtable"+class+">"+rows.String()+"</mtable>"+fence(fences[1]))
}
