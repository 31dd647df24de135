package words

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Language translates the texts of Pointscape from English.
//
// Texts maps each English text in the sources to its translation. A text that is put together is a format of package
// fmt, and its translation a format with the same verbs: Sprintf translates the format and its arguments, then puts
// them together. No text is taken apart again. If the order of the arguments changes, the translation numbers them:
// %[2]d of %[1]s.
//
// If a text depends on a number, both forms are given with a ¦ between them: "point": "point¦points", "%d point":
// "%d point¦%d points"; the first number among the arguments decides. A counted name is also known by its regular
// English plural, or by the one after a ¦: "optimum¦optima".
//
// This is what golang.org/x/text/message does, with fewer rules of plurals and numbers. That package would add 83 KB
// to the page's program (4.3 %) and 88 KB to the engine's (2.6 %), both by brotli.
type Language struct {
	Tag     string            `json:"tag"`     // as in HTML: fr
	Name    string            `json:"name"`    // in the language itself
	Decimal string            `json:"decimal"` // decimal mark
	Plural  int               `json:"plural"`  // the smallest number with the plural form; 0 = all but 1 have it
	Marks   map[string]string `json:"marks"`   // separators of parts, such as ": "
	Texts   map[string]string `json:"texts"`

	texts map[string]string // by text, also by its plural, and without the punctuation around it
	many  map[string]string // plural by singular, in this language
	said  map[string]string // results of Say
	names []string
}

// spoken is the language of Say and Sprintf; nil is English.
var spoken *Language

// Speak sets the language of Say and Sprintf; nil is English. A program has one language, which it sets before it makes
// texts.
func Speak(l *Language) {
	if l != nil && l.texts == nil {
		l.prepare()
	}
	spoken = l
}

// Speaks returns the language of Say, or nil for English.
func Speaks() *Language { return spoken }

// Say translates a whole text. Texts that no language knows stay, except that their numbers get the language's decimal
// mark.
func Say(s string) string {
	if spoken == nil || s == "" {
		return s
	}
	return spoken.Say(s)
}

// Sprintf puts a text together as fmt.Sprintf does: the format is translated, and so are the arguments that are strings
// or errors, except those that it quotes (%q).
func Sprintf(format string, args ...any) string {
	if spoken == nil {
		return fmt.Sprintf(format, args...)
	}
	return spoken.sprintf(format, args)
}

func (l *Language) sprintf(format string, args []any) string {
	quoted := quotedIn(format)
	args = slices.Clone(args)
	number := math.NaN()
	for i, a := range args {
		switch a := a.(type) {
		case string:
			if !slices.Contains(quoted, i) {
				args[i] = l.known(a)
			}
		case error:
			args[i] = l.known(a.Error())
		case int:
			if math.IsNaN(number) {
				number = float64(a)
			}
		case float64:
			if math.IsNaN(number) {
				number = a
			}
		}
	}
	return fmt.Sprintf(unwrapped.Replace(l.format(format, number)), args...)
}

// quotedIn lists the arguments that a format quotes (%q): they are the user's.
func quotedIn(format string) (list []int) {
	next := 0
	for {
		_, after, found := strings.Cut(format, "%")
		if !found {
			return list
		}
		if number, rest, ok := strings.Cut(after, "]"); ok && strings.HasPrefix(number, "[") {
			if n, err := strconv.Atoi(number[1:]); err == nil {
				next, after = n-1, rest
			}
		}
		verb := strings.TrimLeft(after, "+-#0123456789. ")
		if format = verb; verb == "" {
			return list
		}
		switch format = verb[1:]; verb[0] {
		case '%':
			continue
		case 'q':
			list = append(list, next)
		}
		next++
	}
}

// Text is Sprintf for arguments that are all strings, with the verb %s: it compiles to less code.
func Text(format string, args ...string) string {
	if spoken == nil {
		return fill(format, args)
	}
	said := make([]string, len(args))
	for i, a := range args {
		said[i] = spoken.known(a)
	}
	return fill(spoken.format(format, math.NaN()), said)
}

// Fill is Text for arguments that are not translated, because they are translated already or are names that users have
// given. In another language than English, the decimal points and spaces of the filled text are changed as by Say, also
// those in arguments.
func Fill(format string, args ...string) string {
	if spoken == nil {
		return fill(format, args)
	}
	return spoken.figures(fill(spoken.format(format, math.NaN()), args))
}

// fill puts arguments into a format, each %s in turn, or %[2]s by its number. Without arguments it is a text.
func fill(format string, args []string) string {
	if len(args) == 0 {
		return format
	}
	var b strings.Builder
	for next := 0; ; next++ {
		before, after, found := strings.Cut(format, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if strings.HasPrefix(after, "%") {
			b.WriteByte('%')
			format = after[1:]
			next--
			continue
		}
		if number, rest, ok := strings.Cut(after, "]"); ok && strings.HasPrefix(number, "[") {
			after = rest
			if n, err := strconv.Atoi(number[1:]); err == nil {
				next = n - 1
			}
		}
		format = strings.TrimPrefix(after, "s")
		b.WriteString(args[next])
	}
}

// Errorf makes an error as fmt.Errorf does, with a text by Sprintf; the errors among the arguments are those that it
// wraps.
func Errorf(format string, args ...any) error {
	if spoken == nil {
		return fmt.Errorf(format, args...)
	}
	e := &failure{text: spoken.sprintf(format, args)} // with %v in place of %w
	if strings.Contains(format, "%w") {
		for _, a := range args {
			if err, ok := a.(error); ok {
				e.wraps = append(e.wraps, err)
			}
		}
	}
	return e
}

// unwrapped replaces %w by %v.
var unwrapped = strings.NewReplacer("%w", "%v", "]w", "]v")

// failure is an error with a translated text.
type failure struct {
	text  string
	wraps []error
}

func (e *failure) Error() string   { return e.text }
func (e *failure) Unwrap() []error { return e.wraps }

// Join translates the texts of a list, and joins them with a mark: ", " or " and ".
func Join(list []string, mark string) string {
	if spoken == nil {
		return strings.Join(list, mark)
	}
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = spoken.known(s)
	}
	return strings.Join(all, spoken.mark(mark))
}

// Decimal replaces the decimal point of a number by the language's decimal mark.
func Decimal(figure string) string {
	if spoken == nil {
		return figure
	}
	return strings.Replace(figure, ".", spoken.Decimal, 1)
}

// Keep sets names that are not translated, because the user has given them.
func Keep(names []string) {
	if spoken == nil || slices.Equal(names, spoken.names) {
		return
	}
	spoken.names = slices.Clone(names)
	clear(spoken.said)
}

// prepare builds the indices of the texts.
func (l *Language) prepare() {
	l.texts, l.many, l.said = map[string]string{}, map[string]string{}, map[string]string{}
	keys := slices.Sorted(maps.Keys(l.Texts)) // in order, so that conflicts are always resolved in the same way
	for _, key := range keys {
		from, many, irregular := strings.Cut(key, "¦")
		one, more, counted := strings.Cut(l.Texts[key], "¦")
		if !counted || isFormat(from) {
			l.texts[from] = l.Texts[key]
			continue
		}
		if !irregular {
			many = regular(from)
		}
		l.many[one] = more
		l.texts[from], l.texts[many] = one, more
	}
	// A text is also known without the punctuation around it, unless another text is its core.
	for _, from := range keys {
		to, _, _ := strings.Cut(l.Texts[from], "¦")
		if _, core, _ := trimmed(from); core != "" && l.texts[core] == "" {
			_, l.texts[core], _ = trimmed(to)
		}
	}
}

// isFormat reports whether a text has a verb. A percent sign before a blank is the sign: "5 % of the maximum".
func isFormat(s string) bool {
	return strings.Contains(strings.ReplaceAll(s+" ", "% ", ""), "%")
}

// manyOf returns the plural of a name, which is in English or in this language. If the language does not know it, ok is
// false, and many is the regular plural of English.
func (l *Language) manyOf(one string) (many string, ok bool) {
	if l == nil {
		return regular(one), false
	}
	if many, ok = l.many[one]; ok {
		return many, true
	}
	if to, known := l.exact(one); known {
		if many, ok = l.many[to]; ok {
			return many, true
		}
		if many, ok = l.exact(regular(one)); ok {
			return many, true
		}
	}
	return regular(one), false
}

// Set writes the numbers and the punctuation of a text in this language according to its rules. Applying it twice has
// no further effect.
func (l *Language) Set(s string) string {
	return l.figures(strings.ReplaceAll(s, "«\u00a0", "« "))
}

// spaced are marks before which a line must not break.
var spaced = []string{" %", " :", " ;", " ?", " !", " »"}

// Say translates a text.
func (l *Language) Say(s string) string {
	if to, ok := l.said[s]; ok {
		return to
	}
	to := s
	if !slices.Contains(l.names, s) {
		to = l.figures(l.known(s))
	}
	if len(l.said) > 5000 {
		clear(l.said)
	}
	l.said[s] = to
	l.said[to] = to // translations stay as they are
	return to
}

// known translates a text that may become a part of another one.
func (l *Language) known(s string) string {
	if s == "" || slices.Contains(l.names, s) {
		return s
	}
	if to, ok := l.exact(s); ok {
		return to
	}
	lead, core, tail := trimmed(plainSpaces(s))
	if len(core) < len(s) && core != "" && !slices.Contains(l.names, core) {
		if to, ok := l.exact(core); ok {
			return lead + to + l.mark(tail)
		}
	}
	return s
}

// format returns the translation of a format, in the singular or plural for number (NaN = none: the plural).
func (l *Language) format(s string, number float64) string {
	to, ok := l.exact(s)
	if !ok {
		return s
	}
	if one, many, counted := strings.Cut(to, "¦"); counted {
		if l.single(number) {
			return one
		}
		return many
	}
	return to
}

// mark returns the translation of a mark between parts.
func (l *Language) mark(mark string) string {
	if to, ok := l.Marks[mark]; ok {
		return to
	}
	return mark
}

// exact looks up a text, ignoring the case of its first letter.
func (l *Language) exact(s string) (to string, ok bool) {
	if to, ok = l.texts[s]; ok {
		return to, ok
	}
	if to, ok = l.texts[flipped(s)]; ok {
		return asIn(s, to), true
	}
	return "", false
}

// flipped returns a text with the case of its first letter changed.
func flipped(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.IsUpper(r) {
		return string(unicode.ToLower(r)) + s[size:]
	}
	return string(unicode.ToUpper(r)) + s[size:]
}

// asIn returns to with the case of s's first letter.
func asIn(s, to string) string {
	a, _ := utf8.DecodeRuneInString(s)
	b, _ := utf8.DecodeRuneInString(to)
	if unicode.IsUpper(a) && unicode.IsLower(b) {
		return Capital(to)
	}
	if unicode.IsLower(a) {
		return Within(to)
	}
	return to
}

// single reports whether a number takes the singular.
func (l *Language) single(x float64) bool {
	if l.Plural == 0 {
		return math.Abs(x) == 1
	}
	return math.Abs(x) < float64(l.Plural)
}

// isFigure reports whether a text is a number in the notation of programs or people.
func isFigure(s string) bool {
	return s == "∞" || s == "−∞" || s == "NaN" || strings.ContainsAny(s, "0123456789") &&
		strings.Trim(s, figures) == ""
}

// figures are the characters of numbers.
const figures = "0123456789.,-−+e×⁰¹²³⁴⁵⁶⁷⁸⁹⁻<>≈%"

// named reports whether a text has three successive Latin letters, as the name of a function has.
func named(s string) bool {
	n := 0
	for _, r := range s {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			if n++; n > 2 {
				return true
			}
		} else {
			n = 0
		}
	}
	return false
}

// marks are punctuation around texts.
const marks = " .,;:·?!…\n"

// trimmed splits a text into leading blanks and punctuation, the core, and trailing ones.
func trimmed(s string) (lead, core, tail string) {
	core = strings.TrimLeft(s, marks)
	lead = s[:len(s)-len(core)]
	end := strings.TrimRight(core, marks)
	return lead, end, core[len(end):]
}

// plainSpaces replaces no-break spaces, which programs insert for display, by plain ones.
func plainSpaces(s string) string {
	if !strings.Contains(s, "\u00a0") {
		return s
	}
	return strings.ReplaceAll(s, "\u00a0", " ")
}

// figures writes the numbers of a text with the language's decimal mark, separates lists of such numbers by semicolons,
// and inserts no-break spaces before certain marks. Expressions, which programs parse, and version numbers keep their
// points.
func (l *Language) figures(s string) string {
	if line, rest, ok := strings.Cut(s, "\n"); ok { // lists do not continue in the next line
		return l.figures(line) + "\n" + l.figures(rest)
	}
	if l.Decimal != "." && strings.Contains(s, ".") {
		words := strings.Split(s, " ")
		// A list continues if a word ends with a comma and the next one is a number or an ellipsis: from is the start of
		// the present list, and fraction says whether one of its numbers so far has the decimal mark.
		from, fraction := 0, false
		for i, w := range words {
			if decimal(w) && (i == 0 || words[i-1] != "scikit-learn" && words[i-1] != "Version") {
				fraction = true
				words[i] = strings.ReplaceAll(w, ".", l.Decimal)
				if strings.HasSuffix(w, ".") {
					words[i] = words[i][:len(words[i])-len(l.Decimal)] + "."
				}
			}
			if strings.HasSuffix(w, ",") && i+1 < len(words) && listed(words[i+1]) &&
				(i > from || decimal(w) || listed(w)) {
				continue
			}
			for k := from; k < i && fraction; k++ {
				words[k] = strings.TrimSuffix(words[k], ",") + ";"
			}
			from, fraction = i+1, false
		}
		s = strings.Join(words, " ")
	}
	if strings.Contains(s, "\u00a0") { // it has been processed before
		for _, mark := range spaced {
			s = strings.ReplaceAll(s, "\u00a0"+mark[1:], mark)
		}
	}
	for _, mark := range []string{": ", "; "} {
		if to := l.mark(mark); to != mark && strings.Contains(s, mark) {
			s = strings.ReplaceAll(strings.ReplaceAll(s, to, mark), mark, to)
		}
	}
	for _, mark := range spaced {
		if strings.Contains(s, mark) {
			s = strings.ReplaceAll(s, mark, "\u00a0"+mark[1:])
		}
	}
	return strings.ReplaceAll(s, "« ", "«\u00a0")
}

// listed reports whether a word may be the next one in a list of numbers.
func listed(w string) bool {
	return w == "…" || isFigure(strings.TrimRight(strings.Trim(w, ",()"), ".:;)"))
}

// decimal reports whether a word is a decimal fraction, possibly with a sign or parentheses. Quoted text stays as the
// user wrote it.
func decimal(w string) bool {
	if strings.Contains(w, `"`) {
		return false
	}
	point := false
	if i := strings.IndexAny(w, "0123456789"); i > 0 && (w[i-1]|' ') >= 'a' && (w[i-1]|' ') <= 'z' {
		return false // part of a name: C4.5
	}
	for i := 1; i+1 < len(w); i++ {
		if w[i] == '.' && w[i-1] >= '0' && w[i-1] <= '9' && w[i+1] >= '0' && w[i+1] <= '9' {
			if point && !strings.ContainsAny(w, "–…×·") {
				return false // a version number
			}
			point = true
		}
	}
	// A name before a parenthesis is that of a function.
	if i := strings.IndexByte(w, '('); i > 1 && named(w[:i]) {
		return false
	}
	return point && !strings.ContainsAny(w, "_/*")
}
