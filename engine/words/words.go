// Package words writes what sentences and formulas of all methods have in common:
// counted things, figures, terms of a sum, indices; and what pictures and the page make
// of them for people's eyes. It imports nothing of the engine, so that all can use it.
package words

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count names n things: "1 point", "3 points", "2 classes". what is the name of one of them: English, with a regular
// plural, or as the language of Say has it, in which the page has its declarations ("8 poids").
func Count(n int, what string) string {
	figure := strconv.Itoa(n)
	if many, ok := spoken.manyOf(what); ok {
		if !spoken.one(figure) {
			what = many
		}
		return figure + " " + what
	}
	if n == 1 {
		return "1 " + what
	}
	return figure + " " + regular(what)
}

// Plural is the plural of the name of one thing: the regular one of English, "points", "passes", "minibatches"; of a
// name that is in the language of Say already, the one that the language has for it.
func Plural(what string) string {
	if many, ok := spoken.manyOf(what); ok {
		return many
	}
	return regular(what)
}

// regular is the regular plural of an English name.
func regular(what string) string {
	if strings.HasSuffix(what, "s") || strings.HasSuffix(what, "tch") {
		what += "e"
	}
	return what + "s"
}

// CountOf names n things whose plural is told: "1 optimum", "3 optima".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Number writes a number of four significant digits, with a true minus. An exponent
// stays as programs write it, 1e-05: Readable makes a power of ten of it.
func Number(x float64) string { return Minus(Figure(x)) }

// Figure writes a number of four significant digits as programs read it. Nought has no
// sign.
func Figure(x float64) string { return strconv.FormatFloat(x+0, 'g', 4, 64) }

// Term writes a number as a further term of a sum: " + 2", " − 0.5".
func Term(x float64) string {
	if x < 0 {
		return " − " + Number(-x)
	}
	return " + " + Number(x)
}

// TermAt writes a number as term i of a sum: the first has a sign only where it is
// negative.
func TermAt(i int, x float64) string {
	if i == 0 {
		return Number(x)
	}
	return Term(x)
}

// Percent writes a share with three digits, and from 1000 % to 99,999 % as a whole number. A share just above 0 or just
// below 1 is not rounded to it.
func Percent(share float64) string {
	switch of := math.Abs(100 * share); {
	case share > 0.9995 && share < 1:
		return "> 99.9 %"
	case share < 0.0005 && share > 0:
		return "< 0.1 %"
	case of >= 999.5 && of < 99_999.5: // three digits would need a power of ten
		return strconv.FormatFloat(100*share, 'f', 0, 64) + " %"
	}
	return strconv.FormatFloat(100*share, 'g', 3, 64) + " %"
}

// Index writes an index: x_{1}. The page sets what stands in _{…} low.
func Index(n int) string { return "_{" + strconv.Itoa(n) + "}" }

// Subscript writes an index in characters that are low themselves, for texts that
// nobody sets: names of rows, labels in pictures.
func Subscript(n int) string {
	var b strings.Builder
	for _, r := range strconv.Itoa(n) {
		b.WriteRune('₀' + r - '0')
	}
	return b.String()
}

// Superscript writes an exponent in characters that are high themselves.
func Superscript(n int) string {
	var b strings.Builder
	for _, r := range strconv.Itoa(n) {
		if r == '-' {
			b.WriteRune('⁻')
		} else {
			b.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[r-'0'])
		}
	}
	return b.String()
}

// Ends are names without the words with which all of them begin: of "digit 0" and "digit 1" 0 and 1.
func Ends(names []string) []string {
	cut := 0
	for len(names) > 1 {
		n := strings.IndexByte(names[0][cut:], ' ') + 1
		if n == 0 || slices.ContainsFunc(names, func(s string) bool {
			return len(s) <= cut+n ||
				s[:cut+n] != names[0][:cut+n]
		}) {
			break
		}
		cut += n
	}
	ends := make([]string, len(names))
	for i, s := range names {
		ends[i] = s[cut:]
	}
	return ends
}

// Capital begins a text as sentences do, with a capital letter, unless its first word is
// mathematics: a Greek letter ("ε tube"), a letter that stands for itself ("x₁", "k
// nearest", "f = 0", "n-th"), a function ("max(0, …)", "ln π"), or a name that programs
// read ("n_iter", "rbf(0.2)").
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) || unicode.Is(unicode.Greek, r) || formula(s) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// Within is a label as it stands within a sentence: without the capital letter of its first word, unless that is a name
// by letters alone ("C", "L1 penalty").
func Within(label string) string {
	r, size := utf8.DecodeRuneInString(label)
	if next, _ := utf8.DecodeRuneInString(label[size:]); !unicode.IsUpper(r) || !unicode.IsLower(next) {
		return label
	}
	return string(unicode.ToLower(r)) + label[size:]
}

// formula tells whether the first word of a text is mathematics.
func formula(s string) bool {
	first := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if first < 0 {
		first = len(s)
	}
	word, rest := s[:first], s[first:]
	switch word {
	case "a":
		// The article is a word, and has one after it; the letter a has a sign.
		next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, " "))
		return !strings.HasPrefix(rest, " ") || !unicode.IsLetter(next)
	case "ln", "exp", "argmax", "argmin":
		return true
	}
	// What has Greek in it, such as αᵢ, is no word.
	return utf8.RuneCountInString(word) == 1 || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "_") ||
		strings.ContainsFunc(word, func(r rune) bool { return !unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Lm, r) })
}
