package course

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"pointscape/engine/html"
	"pointscape/engine/words"
)

// This file converts texts to HTML: the subset of Markdown that lectures need, with formulas between dollar signs.
// Every tag is written by this file, and the author's text is escaped, so that it can't become a tag, an attribute or a
// script.
//
//	# to ### heading        - or * item         1. item         > remark        ``` code
//	**strong** *emphasis* `code` [text](address) $x_i$ and, on lines of their own, $$\sum_i x_i$$
//
// A backslash escapes the next character. The page's title is its first heading, so that # becomes h3. (goldmark, which
// implements all of Markdown, was tried: it adds 120 KB to the engine.)

// maxNested is the maximum depth of nested emphasis, and of remarks in lists.
const maxNested = 8

// maxLooked limits the number of bytes scanned for closing delimiters. Where nothing is closed, the rest of the text is
// scanned for each opening delimiter: a link of some kilobytes could take minutes. Where all are closed, a text is
// scanned about ten times at most.
const maxLooked = 50 * MaxText

// setter converts one text to HTML.
type setter struct {
	looked int
	terms  terms
}

// Set converts a text to HTML. The error says what is wrong and in which line.
func Set(text string) (string, error) { return set(text, nil) }

// set converts a text to HTML and marks the symbols of a course in its formulas.
func set(text string, t terms) (string, error) {
	return (&setter{terms: t}).blocks(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), 0)
}

func (w *setter) blocks(lines []string, depth int) (string, error) {
	if depth > maxNested {
		return "", words.Errorf("remarks and lists lie more than %d deep in each other", maxNested)
	}
	var b strings.Builder
	for i := 0; i < len(lines); {
		line := strings.TrimRight(lines[i], " \t")
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case trimmed == "":
			i++
		case strings.HasPrefix(trimmed, "```"):
			from := i + 1
			for i++; i < len(lines) && strings.TrimSpace(lines[i]) != "```"; i++ {
			}
			if i == len(lines) {
				return "", fmt.Errorf("line %d: ``` without an end", from)
			}
			b.WriteString("<pre><code>" + html.EscapeString(strings.Join(lines[from:i], "\n")) + "</code></pre>")
			i++
		case strings.HasPrefix(trimmed, "$$"):
			from := i
			for end := trimmed[2:]; !strings.HasSuffix(strings.TrimSpace(end), "$$"); end = lines[i] {
				if i++; i == len(lines) {
					return "", words.Errorf("line %d: $$ without an end", from+1)
				}
			}
			tex := strings.Join(append([]string{trimmed[2:]}, lines[from+1:i+1]...), "\n")
			m, err := mathML(strings.TrimSuffix(strings.TrimSpace(tex), "$$"), true, w.terms)
			if err != nil {
				return "", words.Errorf("line %d: %w", from+1, err)
			}
			b.WriteString(`<div class="display">` + m + "</div>")
			i++
		case heading(trimmed) > 0:
			n := heading(trimmed)
			inner, err := w.inline(strings.TrimSpace(trimmed[n:]), 0)
			if err != nil {
				return "", words.Errorf("line %d: %w", i+1, err)
			}
			b.WriteString(tag("h"+strconv.Itoa(n+2), inner))
			i++
		case strings.HasPrefix(trimmed, ">"):
			var part []string
			for ; i < len(lines) && strings.HasPrefix(strings.TrimLeft(lines[i], " "), ">"); i++ {
				part = append(part, strings.TrimPrefix(strings.TrimLeft(lines[i], " ")[1:], " "))
			}
			inner, err := w.blocks(part, depth+1)
			if err != nil {
				return "", err
			}
			b.WriteString(tag("blockquote", inner))
		default:
			if kind, _ := item(line); kind != "" {
				n, err := w.list(&b, lines[i:], kind, depth)
				if err != nil {
					return "", words.Errorf("line %d: %w", i+1, err)
				}
				i += n
				continue
			}
			from := i
			var part []string
			for ; i < len(lines) && !breaks(lines[i], i == from); i++ {
				part = append(part, strings.TrimSpace(lines[i]))
			}
			inner, err := w.inline(strings.Join(part, "\n"), 0)
			if err != nil {
				return "", words.Errorf("line %d: %w", from+1, err)
			}
			b.WriteString(tag("p", inner))
		}
	}
	return b.String(), nil
}

// heading returns the number of # at the beginning of a line, or 0 if it is no heading.
func heading(line string) int {
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n > 3 || n == len(line) || n > 0 && line[n] != ' ' {
		return 0
	}
	return n
}

// breaks reports whether a line ends the paragraph before it; first says that there is none.
func breaks(line string, first bool) bool {
	t := strings.TrimSpace(line)
	if first {
		return false
	}
	kind, _ := item(line)
	return t == "" || kind != "" || heading(t) > 0 || t[0] == '>' || strings.HasPrefix(t, "$$") ||
		strings.HasPrefix(t, "```")
}

// item returns the kind of list that a line is an item of, ul or ol, and the position of the item's text; kind is "" if
// it is none.
func item(line string) (kind string, from int) {
	t := strings.TrimLeft(line, " ")
	indent := len(line) - len(t)
	if len(t) > 1 && (t[0] == '-' || t[0] == '*') && t[1] == ' ' {
		return "ul", indent + 2
	}
	n := 0
	for n < len(t) && n < 3 && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	if n > 0 && strings.HasPrefix(t[n:], ". ") {
		return "ol", indent + n + 2
	}
	return "", 0
}

// list writes the list that lines begin with, and returns how many lines it has.
func (w *setter) list(b *strings.Builder, lines []string, kind string, depth int) (n int, err error) {
	b.WriteString("<" + kind + ">")
	for n < len(lines) {
		k, from := item(lines[n])
		if k != kind {
			break
		}
		part := []string{lines[n][from:]}
		for n++; n < len(lines); n++ {
			t := strings.TrimLeft(lines[n], " ")
			if t == "" {
				if n+1 < len(lines) && strings.HasPrefix(lines[n+1], strings.Repeat(" ", from)) {
					part = append(part, "")
					continue
				}
				break
			}
			indent := len(lines[n]) - len(t)
			if k, _ := item(lines[n]); indent < from && (k != "" || indent == 0 && breaks(lines[n], false)) {
				break
			}
			part = append(part, lines[n][min(indent, from):])
		}
		inner, err := w.blocks(part, depth+1)
		if err != nil {
			return 0, err
		}
		// An item with a single paragraph is written without <p>.
		if strings.Count(inner, "<p>") == 1 && strings.HasPrefix(inner, "<p>") {
			inner = strings.Replace(strings.Replace(inner, "<p>", "", 1), "</p>", "", 1)
		}
		b.WriteString(tag("li", inner))
		for n < len(lines) && strings.TrimSpace(lines[n]) == "" && n+1 < len(lines) {
			if k, _ := item(lines[n+1]); k != kind {
				break
			}
			n++
		}
	}
	b.WriteString("</" + kind + ">")
	return n, nil
}

func (w *setter) inline(s string, depth int) (string, error) {
	if depth > maxNested {
		return "", words.Errorf("emphasis lies more than %d deep", maxNested)
	}
	var b strings.Builder
	var l linked
	var end int
	for i := 0; i < len(s); {
		rest := s[i:]
		if w.looked > maxLooked {
			return "", errors.New("too many * or [ are not closed")
		}
		switch {
		case rest[0] == '\\' && len(rest) > 1 && strings.IndexByte("\\`*_{}[]()#+-.!$<>|", rest[1]) >= 0:
			b.WriteString(html.EscapeString(rest[1:2]))
			i += 2
		case rest[0] == '`':
			end := strings.IndexByte(rest[1:], '`')
			if end < 0 {
				return "", words.Errorf("` without an end in %.80q", s)
			}
			b.WriteString(tag("code", html.EscapeString(rest[1:1+end])))
			i += end + 2
		case rest[0] == '$':
			n, err := w.formula(&b, s, rest)
			if err != nil {
				return "", err
			}
			i += n
		case strings.HasPrefix(rest, "**") && w.closes(rest, "**", &end):
			inner, err := w.inline(rest[2:end], depth+1)
			if err != nil {
				return "", err
			}
			b.WriteString(tag("strong", inner))
			i += end + 2
		case rest[0] == '*' && w.closes(rest, "*", &end):
			inner, err := w.inline(rest[1:end], depth+1)
			if err != nil {
				return "", err
			}
			b.WriteString(tag("em", inner))
			i += end + 1
		case rest[0] == '[' && w.link(rest, &l):
			inner, err := w.inline(l.text, depth+1)
			if err != nil {
				return "", err
			}
			address, err := address(l.to)
			if err != nil {
				return "", err
			}
			b.WriteString(`<a href="` + html.EscapeString(address) + `"` + elsewhere(address) + `>` + inner + "</a>")
			i += l.length
		default:
			end := strings.IndexAny(rest[1:], "\\`$*[")
			if end < 0 {
				end = len(rest) - 1
			}
			b.WriteString(html.EscapeString(rest[:end+1]))
			i += end + 1
		}
	}
	return b.String(), nil
}

// formula writes the formula with which rest, the end of the text s, begins, and returns its length.
func (w *setter) formula(b *strings.Builder, s, rest string) (n int, err error) {
	end := 1
	for end < len(rest) && rest[end] != '$' {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(rest) {
		return 0, words.Errorf("$ without an end in %.80q (a dollar sign is \\$)", s)
	}
	m, err := mathML(rest[1:end], false, w.terms)
	if err != nil {
		return 0, err
	}
	n = end + 1
	// Browsers may break lines after a formula, even before the punctuation that follows it.
	if signs := len(rest[n:]) - len(strings.TrimLeft(rest[n:], ",.;:!?)…")); signs > 0 {
		m = `<span class="joint">` + m + rest[n:n+signs] + "</span>"
		n += signs
	}
	b.WriteString(m)
	return n, nil
}

// closes reports whether the emphasis at the beginning of s is closed, and where: delimiters next to blanks are plain
// characters.
func (w *setter) closes(s, sign string, at *int) bool {
	n := len(sign)
	if len(s) <= n || s[n] == ' ' || s[n] == '\n' {
		return false
	}
	i := n
	defer func() { w.looked += i }()
	for ; i+n <= len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '$' || s[i] == '`': // skip formulas and code
			if end := strings.IndexByte(s[i+1:], s[i]); end >= 0 {
				i += end + 1
			}
		case i > n && strings.HasPrefix(s[i:], sign) && s[i-1] != ' ' && s[i-1] != '\n':
			if n == 1 && strings.HasPrefix(s[i:], "**") {
				i++
				continue
			}
			*at = i
			return true
		}
	}
	return false
}

type linked struct {
	text, to string
	length   int
}

// link parses [text](address); it returns false if s does not begin with a link.
func (w *setter) link(s string, l *linked) bool {
	open, i := 0, 0
	defer func() { w.looked += i }()
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			open++
		case ']':
			if open--; open > 0 {
				continue
			}
			if i+1 >= len(s) || s[i+1] != '(' {
				return false
			}
			end := strings.IndexByte(s[i:], ')')
			if end < 0 {
				i = len(s)
				return false
			}
			*l = linked{s[1:i], s[i+2 : i+end], i + end + 1}
			return true
		}
	}
	return false
}

// Unlinked returns a Markdown text in which each link to an address that out accepts is replaced by its words. In code
// and formulas, and behind a backslash, brackets make no link.
func Unlinked(s string, out func(address string) bool) string { return new(setter).unlinked(s, out) }

func (w *setter) unlinked(s string, out func(address string) bool) string {
	var b strings.Builder
	var l linked
	for s != "" && w.looked <= maxLooked { // beyond that, the text is refused when it is set
		n := 1
		switch {
		case s[0] == '\\':
			n = 2
		case s[0] == '`' || s[0] == '$':
			for n < len(s) && s[n] != s[0] {
				if s[0] == '$' && s[n] == '\\' {
					n++
				}
				n++
			}
			n++
		case s[0] == '[' && w.link(s, &l):
			text, to, length := l.text, l.to, l.length
			if text = w.unlinked(text, out); !out(strings.TrimSpace(to)) {
				text = "[" + text + "](" + to + ")"
			}
			b.WriteString(text)
			s = s[length:]
			continue
		}
		n = min(n, len(s))
		b.WriteString(s[:n])
		s = s[n:]
	}
	return b.String() + s
}

// address checks that a link leads to an https or http page, or to another page of this site.
func address(to string) (string, error) {
	to = strings.TrimSpace(to)
	if strings.ContainsFunc(to, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return "", words.Errorf("the address %q contains spaces", to)
	}
	if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://") || strings.HasPrefix(to, "?course=") ||
		strings.HasPrefix(to, "./") {
		return to, nil
	}
	if rest, ok := strings.CutPrefix(to, "methods.html"); ok && (rest == "" || rest[0] == '#' || rest[0] == '?') {
		return to, nil
	}
	return "", fmt.Errorf("the address %q: a link leads to https://..., or to ?course=NAME/PAGE", to)
}

// elsewhere returns the attributes that open a page in a new tab: every page but those of courses.
func elsewhere(address string) string {
	if strings.HasPrefix(address, "?course=") {
		return ""
	}
	return ` target="_blank" rel="noopener"`
}
