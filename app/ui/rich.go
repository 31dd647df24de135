package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/html"
	"pointscape/engine/words"
)

// The engine's texts are Unicode, with _{..} for subscripts and ^{..} for superscripts. This file turns them into
// elements.

// piece is a text, or an element that contains pieces.
type piece struct {
	tag   string // "" = text
	class string
	text  string
	kids  []piece
}

func wrap(tag string, kids ...piece) piece { return piece{tag: tag, kids: kids} }

// element returns a piece for go-app, which then updates only those texts that have changed: numbers in formulas change
// with each picture.
func (p piece) element() app.UI {
	kids := elements(p.kids)
	switch p.tag {
	case "":
		return app.Text(p.text)
	case "i", "sub", "sup", "div":
		return nest(el(p.tag), kids...)
	}
	span := el("span")
	if p.class != "" {
		with(span, "class=$", p.class)
	}
	return nest(span, kids...)
}

func elements(pieces []piece) []app.UI {
	out := make([]app.UI, len(pieces))
	for i, p := range pieces {
		out[i] = p.element()
	}
	return out
}

// html returns a piece as HTML, for elements that are written without go-app.
func (p piece) html() string {
	var b strings.Builder
	p.write(&b)
	return b.String()
}

func (p piece) write(b *strings.Builder) {
	if p.tag == "" {
		b.WriteString(html.EscapeString(p.text))
		return
	}
	b.WriteString("<" + p.tag)
	if p.class != "" {
		b.WriteString(` class="` + p.class + `"`)
	}
	b.WriteString(">")
	for _, k := range p.kids {
		k.write(b)
	}
	b.WriteString("</" + p.tag + ">")
}

// marked reports whether a text has subscripts or superscripts.
func marked(text string) bool { return strings.Contains(text, "_{") || strings.Contains(text, "^{") }

// prose returns a sentence as a piece, with its subscripts and superscripts.
func prose(text string) piece { return wrap("span", set(words.Readable(text), false, 0)...) }

// sentence returns a text, which may have subscripts and superscripts, for go-app.
func sentence(text string) app.UI {
	text = words.Readable(text)
	if !marked(text) {
		return app.Text(text)
	}
	return prose(text).element()
}

// formula returns the lines of mathematics as pieces. Unlike in prose, x_i and x^2 mean x_{i} and x^{2}, single letters
// are italic, and a line that is too long is broken first at double spaces.
func formula(text string) (lines []piece) {
	for line := range strings.Lines(glue(words.Readable(text))) {
		var parts []piece
		for {
			i := strings.Index(line, "  ")
			if i < 0 {
				break
			}
			parts = append(parts, wrap("span", set(line[:i], true, 0)...), piece{text: " "})
			line = strings.TrimLeft(line[i:], " ")
		}
		parts = append(parts, wrap("span", set(strings.TrimRight(line, "\n"), true, 0)...))
		lines = append(lines, wrap("div", parts...))
	}
	return lines
}

// glue puts no-break spaces into mathematics, so that a long line breaks before a sign and not after it, and not
// between a number and the single letter that it multiplies.
func glue(s string) string {
	if !strings.Contains(s, " ") {
		return s
	}
	r := []rune(s)
	letter := func(i int) bool { return i < len(r) && unicode.IsLetter(r[i]) }
	for i := 1; i+1 < len(r); i++ {
		if r[i] != ' ' || r[i-1] == ' ' || r[i+1] == ' ' {
			continue
		}
		sign := strings.ContainsRune("+−=<>≤≥∼∈", r[i-1]) && i > 1 && r[i-2] == ' '
		times := unicode.IsDigit(r[i-1]) && letter(i+1) && !letter(i+2)
		if sign || times {
			r[i] = '\u00a0'
		}
	}
	return string(r)
}

// deepest is the number of levels of nested subscripts and superscripts; deeper ones stay text.
const deepest = 6

func set(s string, math bool, depth int) (out []piece) {
	plain := 0 // start of the text that is not in out yet
	flush := func(to int) {
		if math {
			out = append(out, letters(s[plain:to])...)
		} else if plain < to {
			out = append(out, piece{text: s[plain:to]})
		}
	}
	for i := 0; i < len(s); {
		inner, n := script(s[i:], math)
		if n == 0 || depth >= deepest {
			i++
			continue
		}
		flush(i)
		tag, other := "sub", "sup"
		if s[i] == '^' {
			tag, other = other, tag
		}
		at := wrap(tag, set(inner, math, depth+1)...)
		// A subscript and a superscript of the same letter are set one above the other.
		if next, m := script(s[i+n:], math); m > 0 && s[i+n] != s[i] {
			low, high := at, wrap(other, set(next, math, depth+1)...)
			if tag == "sup" {
				low, high = high, low
			}
			out = append(out, piece{tag: "span", class: "both", kids: []piece{high, low}})
			n += m
		} else {
			out = append(out, at)
		}
		i += n
		plain = i
	}
	flush(len(s))
	return out
}

// script reads a subscript or superscript at the beginning of s. n is its length in bytes including its sign, 0 if
// there is none.
func script(s string, math bool) (inner string, n int) {
	if len(s) < 2 || s[0] != '_' && s[0] != '^' {
		return "", 0
	}
	if s[1] == '{' {
		open := 0
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '{':
				open++
			case '}':
				if open--; open == 0 {
					return s[2:i], i + 1
				}
			}
		}
		return "", 0
	}
	if !math {
		return "", 0
	}
	// One or two letters or digits; longer texts belong to names such as max_iter.
	i, runes := 1, 0
	if s[0] == '^' {
		for _, sign := range []string{"-", "−", "+"} {
			if strings.HasPrefix(s[1:], sign) {
				i += len(sign)
			}
		}
	}
	first := i
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		if runes++; runes > 2 {
			return "", 0
		}
		i += size
	}
	if i == first {
		return "", 0
	}
	return s[1:i], i
}

// letters returns mathematics with single letters in italics; words such as max, and capital Greek letters such as that
// of a sum, stay upright.
func letters(s string) (out []piece) {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) }
	prev := ' '
	var upright strings.Builder
	flush := func() {
		if upright.Len() > 0 {
			out = append(out, piece{text: upright.String()})
			upright.Reset()
		}
	}
	for i, r := range s {
		size := utf8.RuneLen(r)
		if size < 0 || r == utf8.RuneError {
			continue // invalid UTF-8
		}
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		// A Greek and a Latin letter side by side, as in αI, are a product and not a word.
		word := func(other rune) bool {
			return isLetter(other) && unicode.Is(unicode.Greek, r) == unicode.Is(unicode.Greek, other)
		}
		italic := (unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Greek, r) && unicode.IsLower(r)) &&
			isLetter(r) && !word(prev) && !word(next)
		if italic {
			flush()
			out = append(out, wrap("i", piece{text: s[i : i+size]}))
		} else {
			upright.WriteString(s[i : i+size])
		}
		prev = r
	}
	flush()
	return out
}
