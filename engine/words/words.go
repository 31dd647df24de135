// Package words writes common parts of sentences and formulas: counted things, numbers, terms of a sum, indices; and
// converts texts to the form in which pictures and the page show them. It imports no other package of the engine, so
// that all can use it.
package words

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count writes a number of things: "1 point", "3 points", "2 classes". what is the singular: in English, with a regular
// plural, or in the language of Say, as in the page's declarations ("8 poids").
func Count(n int, what string) string {
	figure, one := strconv.Itoa(n), n == 1
	many, ok := spoken.manyOf(what)
	if ok {
		one, what = spoken.single(float64(n)), spoken.known(what)
	}
	if one {
		return figure + " " + what
	}
	return figure + " " + many
}

// Plural returns the plural of a name: the regular one of English, "points", "passes", "minibatches", or that of the
// language of Say.
func Plural(what string) string {
	many, _ := spoken.manyOf(what)
	return many
}

// regular returns the regular plural of an English name.
func regular(what string) string {
	if strings.HasSuffix(what, "s") || strings.HasSuffix(what, "tch") {
		what += "e"
	}
	return what + "s"
}

// CountOf writes a number of things with a given plural: "1 optimum", "3 optima".
func CountOf(n int, one, many string) string {
	if spoken != nil {
		if !spoken.single(float64(n)) {
			one = many
		}
		return strconv.Itoa(n) + " " + spoken.known(one)
	}
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Number writes a number with four significant digits and a true minus sign. An exponent is written as 1e-05, which
// Readable converts to a power of ten.
func Number(x float64) string { return Minus(Figure(x)) }

// Figure writes a number with four significant digits in the notation of programs. Zero has no sign.
func Figure(x float64) string { return strconv.FormatFloat(x+0, 'g', 4, 64) }

// Term writes a number as a further term of a sum: " + 2", " − 0.5".
func Term(x float64) string {
	if x < 0 {
		return " − " + Number(-x)
	}
	return " + " + Number(x)
}

// TermAt writes a number as term i of a sum: the first one has a sign only if it is negative.
func TermAt(i int, x float64) string {
	if i == 0 {
		return Number(x)
	}
	return Term(x)
}

// Percent writes a share with three digits, and from 1000 % to 99,999 % as a whole number. A share just above 0 or just
// below 1 is not rounded to 0 or 1.
func Percent(share float64) string {
	switch of := math.Abs(100 * share); {
	case share > 0.9995 && share < 1:
		return "> 99.9 %"
	case share < 0.0005 && share > 0:
		return "< 0.1 %"
	case of >= 999.5 && of < 99_999.5: // with three digits it would have a power of ten
		return strconv.FormatFloat(100*share, 'f', 0, 64) + " %"
	}
	return strconv.FormatFloat(100*share, 'g', 3, 64) + " %"
}

// Index writes an index, to follow a letter: _{1}. The page shows the part in _{…} as a subscript.
func Index(n int) string { return "_{" + strconv.Itoa(n) + "}" }

// Subscript writes an index with subscript characters, for texts without markup: names of rows, labels in pictures.
func Subscript(n int) string {
	var b strings.Builder
	for _, r := range strconv.Itoa(n) {
		b.WriteRune('₀' + r - '0')
	}
	return b.String()
}

// Superscript writes an exponent with superscript characters.
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

// Ends removes from names the words with which all of them begin: "digit 0" and "digit 1" become 0 and 1.
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

// Capital capitalizes the beginning of a text, unless its first word is mathematics: a Greek letter ("ε tube"), a
// single letter ("x₁", "k nearest", "f = 0", "n-th"), a function ("max(0, …)", "ln π"), or an identifier ("n_iter",
// "rbf(0.2)").
func Capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) || unicode.Is(unicode.Greek, r) || formula(s) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// Within returns a label as it is written within a sentence: without the capital of its first word, unless that is a
// symbol ("C", "L1 penalty").
func Within(label string) string {
	r, size := utf8.DecodeRuneInString(label)
	if next, _ := utf8.DecodeRuneInString(label[size:]); !unicode.IsUpper(r) || !unicode.IsLower(next) {
		return label
	}
	return string(unicode.ToLower(r)) + label[size:]
}

// formula reports whether the first word of a text is mathematics.
func formula(s string) bool {
	first := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if first < 0 {
		first = len(s)
	}
	word, rest := s[:first], s[first:]
	switch word {
	case "a":
		// The article "a" is followed by a word, the symbol a by an operator.
		next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, " "))
		return !strings.HasPrefix(rest, " ") || !unicode.IsLetter(next)
	case "ln", "exp", "argmax", "argmin":
		return true
	}
	// Words with Greek letters, such as αᵢ, are symbols.
	return utf8.RuneCountInString(word) == 1 || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "_") ||
		strings.ContainsFunc(word, func(r rune) bool { return !unicode.Is(unicode.Latin, r) || unicode.Is(unicode.Lm, r) })
}
