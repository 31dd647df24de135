package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// The engine's texts are Unicode, with _{..} for what is set low and ^{..} for
// what is set high. Here they become HTML.

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// marked tells whether a text has parts that are set low or high.
func marked(text string) bool { return strings.Contains(text, "_{") || strings.Contains(text, "^{") }

// prose returns a sentence as HTML.
func prose(text string) string {
	text = figures(text)
	var b strings.Builder
	b.WriteString("<span>")
	set(&b, text, false, 0)
	b.WriteString("</span>")
	return b.String()
}

// sentence is a text in which something may be set low or high.
func sentence(text string) app.UI {
	text = figures(text)
	if !marked(text) {
		return app.Text(text)
	}
	return app.Raw(prose(text))
}

// formula returns mathematics as HTML: besides, x_i and x^2 are set as x_{i} and
// x^{2}, letters that stand for themselves are italic, and where a line is too
// long it is broken first where two blanks stand.
func formula(text string) string {
	text = glue(figures(text))
	var b strings.Builder
	b.WriteString(`<div class="formula" role="group" aria-label="Formula">`)
	for line := range strings.Lines(text) {
		b.WriteString(`<div>`)
		for {
			i := strings.Index(line, "  ")
			if i < 0 {
				break
			}
			b.WriteString(`<span>`)
			set(&b, line[:i], true, 0)
			b.WriteString(`</span> `)
			line = strings.TrimLeft(line[i:], " ")
		}
		b.WriteString(`<span>`)
		set(&b, strings.TrimRight(line, "\n"), true, 0)
		b.WriteString(`</span></div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// glue puts no-break spaces into mathematics, so that a line that is too long ends
// before a sign and not after it, nor between a number and what it multiplies.
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

// deepest is how deep exponents of exponents are set as such.
const deepest = 6

func set(b *strings.Builder, s string, math bool, depth int) {
	plain := 0 // where the text begins that is not written yet
	flush := func(to int) {
		if math {
			letters(b, s[plain:to])
		} else {
			_, _ = escaper.WriteString(b, s[plain:to])
		}
	}
	for i := 0; i < len(s); {
		inner, n := script(s[i:], math)
		if n == 0 || depth >= deepest {
			i++
			continue
		}
		flush(i)
		// What is low and high at one letter stands one over the other.
		if next, m := script(s[i+n:], math); m > 0 && s[i+n] != s[i] {
			low, high := inner, next
			if s[i] == '^' {
				low, high = high, low
			}
			b.WriteString(`<span class="both"><sup>`)
			set(b, high, math, depth+1)
			b.WriteString(`</sup><sub>`)
			set(b, low, math, depth+1)
			b.WriteString(`</sub></span>`)
			n += m
		} else {
			tag := "sub>"
			if s[i] == '^' {
				tag = "sup>"
			}
			b.WriteString("<" + tag)
			set(b, inner, math, depth+1)
			b.WriteString("</" + tag)
		}
		i += n
		plain = i
	}
	flush(len(s))
}

// script reads what is set low or high at the beginning of s, and how long it is
// with its sign; n is 0 when nothing is.
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
	// One or two letters or figures; more are a name such as max_iter.
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

// letters writes a piece of mathematics with single letters in italics; words,
// such as max, and capital Greek letters, such as the sum's, stay upright.
func letters(b *strings.Builder, s string) {
	isLetter := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Lm, r) }
	prev := ' '
	for i, r := range s {
		size := utf8.RuneLen(r)
		if size < 0 || r == utf8.RuneError {
			continue // no text
		}
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		// A Greek and a Latin letter side by side, as in αI, are a product and no word.
		word := func(other rune) bool {
			return isLetter(other) && unicode.Is(unicode.Greek, r) == unicode.Is(unicode.Greek, other)
		}
		italic := (unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Greek, r) && unicode.IsLower(r)) &&
			isLetter(r) && !word(prev) && !word(next)
		if italic {
			b.WriteString("<i>")
		}
		_, _ = escaper.WriteString(b, s[i:i+size])
		if italic {
			b.WriteString("</i>")
		}
		prev = r
	}
}
