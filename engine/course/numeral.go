package course

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file finds the numbers of a text, so that a course can be tried on each of them: figures in prose and in
// formulas, and words such as "fifteen" or "quatre-vingt-dix".

// Numeral is a number that stands in a text.
type Numeral struct {
	From, To int     // the bytes of the text that show it, with its sign and % where it has them
	Value    float64 // as it is shown: 18 of "18 %"
	Unit     float64 // what one more in its last figure is worth: 0.01 of "0.53", 1 of "18 %"
	Percent  bool    // % or "percent" stands behind it
	Power    bool    // it is written with a power of ten
	Free     bool    // by its place it is no claim: a subscript, an exponent, the number of a list's item, a year
	Mark     *Mark   // in which it stands; nil = in none
}

// tongue is how a language writes numbers.
type tongue struct {
	comma bool // decimals stand behind a comma, and no comma groups thousands
	word  func(word string) (value int, is bool)
}

func tongueOf(lang string) tongue {
	switch lang {
	case "", "en":
		return tongue{word: englishNumber}
	case "fr":
		return tongue{comma: true, word: frenchNumber}
	}
	return tongue{comma: true, word: func(string) (int, bool) { return 0, false }}
}

// englishNumber is the value of a word; hundred, thousand and million multiply what stands before them.
func englishNumber(word string) (int, bool) {
	return lookUp(word, "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "+
		"sixteen seventeen eighteen nineteen", "twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 "+
		"ninety=90 hundred=100 thousand=1000 million=1000000 dozen=12")
}

func frenchNumber(word string) (int, bool) {
	return lookUp(word, "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
		"une=1 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100 cents=100 mille=1000 "+
			"million=1000000 millions=1000000 dizaine=10 douzaine=12 quinzaine=15 vingtaine=20 trentaine=30 centaine=100 "+
			"millier=1000")
}

// lookUp finds a word among those of 0, 1, 2 and so on, and among others that are followed by their values.
func lookUp(word, row, others string) (int, bool) {
	for i, w := range strings.Fields(row) {
		if w == word {
			return i, true
		}
	}
	for _, pair := range strings.Fields(others) {
		if w, value, _ := strings.Cut(pair, "="); w == word {
			n, err := strconv.Atoi(value)
			return n, err == nil
		}
	}
	return 0, false
}

// Numerals are the numbers of a text in a language, in their order. What stands between backquotes and where links lead
// is not looked at; figures that belong to a name, as in x1 or 2D, are none. Of words, ordinal numbers, fractions
// ("tenths") and those that a hyphen joins to another word ("five-point") are none.
func Numerals(text, lang string) []Numeral {
	r := numberReader{text: text, t: tongueOf(lang)}
	for r.at < len(text) {
		r.step()
	}
	return r.list
}

type numberReader struct {
	text    string
	t       tongue
	at      int
	formula bool
	code    string // the backquotes that end it
	list    []Numeral
}

func (r *numberReader) step() {
	rest := r.text[r.at:]
	c, size := utf8.DecodeRuneInString(rest)
	if c == '`' && !r.formula {
		ticks := rest[:len(rest)-len(strings.TrimLeft(rest, "`"))]
		switch r.code {
		case "":
			r.code = ticks
		case ticks:
			r.code = ""
		}
		r.at += len(ticks)
		return
	}
	if r.code != "" {
		r.at += size
		return
	}
	if m, n, _ := readMark(rest); m != nil && !escaped(r.text, r.at) {
		inner := numberReader{text: r.text[:r.at+m.to], t: r.t, at: r.at + m.from, formula: r.formula}
		if one, ok := inner.number(); ok {
			one.Mark = m
			r.list = append(r.list, one)
		}
		r.at += n
		return
	}
	switch {
	case c == '$':
		r.formula = !r.formula
		r.at += len(rest) - len(strings.TrimLeft(rest, "$"))
	case c == '\\':
		r.command()
	case !r.formula && strings.HasPrefix(rest, "]("):
		end := strings.IndexByte(rest, ')')
		r.at += max(end, 1) + 1
	case r.formula && (c == '_' || c == '^'):
		r.script()
	case isFigure(c) || isSign(c) || unicode.IsLetter(c):
		one, ok := r.number()
		if ok {
			r.list = append(r.list, one)
		} else if one.To > r.at {
			r.at = one.To
		} else {
			r.at += size
		}
	default:
		r.at += size
	}
}

// escaped reports whether a backslash takes the sign at a place as it is.
func escaped(text string, at int) bool {
	before := text[:at]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// command passes over one of LaTeX, or over a sign behind a backslash. Behind \frac two single figures are two numbers.
func (r *numberReader) command() {
	if !r.formula {
		r.at++
		_, size := utf8.DecodeRuneInString(r.text[r.at:])
		r.at += size
		return
	}
	p := texParser{s: r.text, at: r.at}
	name := p.command()
	r.at = p.at
	if !strings.HasSuffix(name, "frac") {
		return
	}
	for range 2 {
		if r.at < len(r.text) && isFigure(rune(r.text[r.at])) {
			r.list = append(r.list, Numeral{From: r.at, To: r.at + 1, Value: float64(r.text[r.at] - '0'), Unit: 1})
			r.at++
		}
	}
}

// script reads what is set low or high: its numbers are free.
func (r *numberReader) script() {
	r.at++
	rest := r.text[r.at:]
	if rest == "" || rest[0] != '{' {
		if rest != "" && isFigure(rune(rest[0])) {
			r.at++
		}
		return
	}
	end, depth := 0, 0
	for end < len(rest) {
		if rest[end] == '{' {
			depth++
		} else if rest[end] == '}' {
			if depth--; depth == 0 {
				break
			}
		}
		end++
	}
	inner := numberReader{text: r.text[:r.at+end], t: r.t, at: r.at + 1, formula: true}
	for inner.at < len(inner.text) {
		inner.step()
	}
	for _, n := range inner.list {
		n.Free = true
		r.list = append(r.list, n)
	}
	r.at = min(inner.at+1, len(r.text))
}

func isFigure(c rune) bool { return c >= '0' && c <= '9' }
func isSign(c rune) bool   { return c == '-' || c == '−' || c == '+' }

// number reads the number that begins at the present place, and goes behind it. Where there is none, it stays; To of
// what it returns is then the end of the name that stands there instead.
func (r *numberReader) number() (n Numeral, ok bool) {
	n.From = r.at
	before, _ := utf8.DecodeLastRuneInString(r.text[:r.at])
	if r.at == 0 {
		before = ' '
	}
	at, negative := r.at, false
	if c, size := utf8.DecodeRuneInString(r.text[at:]); isSign(c) {
		if unicode.IsLetter(before) || unicode.IsDigit(before) || before == ')' || before == '}' || before == '%' {
			return n, false
		}
		negative, at = c != '+', at+size
	}
	c, _ := utf8.DecodeRuneInString(r.text[at:])
	switch {
	case isFigure(c):
		at = r.figures(&n, at)
		if next, _ := utf8.DecodeRuneInString(r.text[at:]); !r.formula && (unicode.IsLetter(next) || next == '_') {
			n.To = r.nameEnd(at)
			return n, false
		}
	case at == r.at && unicode.IsLetter(c) && !r.formula:
		end, is := r.words(&n, at)
		if !is {
			n.To = end
			return n, false
		}
		at = end
	case unicode.IsLetter(c):
		n.To = at + utf8.RuneLen(c) // a letter of a formula
		return n, false
	default:
		return n, false
	}
	if negative {
		n.Value = -n.Value
	}
	at = r.percent(&n, at)
	n.To = at
	n.Free = !r.formula && (r.item(n.From, at) || r.year(&n))
	r.at = at
	return n, true
}

// nameEnd is where the letters, figures and underscores end that go on at a place. A point between figures is part of
// the name, as in C4.5.
func (r *numberReader) nameEnd(at int) int {
	for from := at; at < len(r.text); {
		c, size := utf8.DecodeRuneInString(r.text[at:])
		if c == '.' && at > from && isFigure(rune(r.text[at-1])) {
			if next, _ := utf8.DecodeRuneInString(r.text[at+1:]); isFigure(next) {
				at += size
				continue
			}
		}
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' {
			break
		}
		at += size
	}
	return at
}

// figures reads figures with their decimals and powers of ten, and returns where they end.
func (r *numberReader) figures(n *Numeral, at int) int {
	text, end := r.plain(at)
	n.Value, n.Unit = decimal(text)
	if e, to, ok := r.power(end); ok { // 8·10¹²
		scale := math.Pow10(e)
		n.Value, n.Unit, n.Power, end = n.Value*scale, n.Unit*scale, true, to
	} else if e, to, ok := r.exponent(end); ok && text == "10" {
		n.Value, n.Unit, n.Power, end = math.Pow10(e), math.Pow10(e), true, to
	}
	return end
}

// plain reads figures and their decimals, and returns them with a point and without what groups them.
func (r *numberReader) plain(at int) (figures string, end int) {
	run := func(at int) int {
		for at < len(r.text) && isFigure(rune(r.text[at])) {
			at++
		}
		return at
	}
	first := at
	end = run(at)
	figures = r.text[at:end]
	for r.text[first] != '0' && end-at <= 3 { // thousands
		sep := ""
		for _, s := range []string{",", `{,}`, `\,`, "\u00a0", "\u202f", "\u2009", " "} {
			// A comma groups in English prose alone, a comma in braces in English formulas.
			if strings.HasPrefix(r.text[end:], s) && (s != "," || !r.t.comma && !r.formula) && (s != "{,}" || !r.t.comma) {
				sep = s
			}
		}
		from := end + len(sep)
		if to := run(from); sep == "" || to-from != 3 {
			break
		}
		figures += r.text[from : from+3]
		end = from + 3
		at = from // the next group has three as well
	}
	for _, s := range []string{".", ",", "{,}"} {
		if s == "," && (!r.t.comma || r.formula) {
			continue
		}
		if from := end + len(s); strings.HasPrefix(r.text[end:], s) && run(from) > from {
			to := run(from)
			return figures + "." + r.text[from:to], to
		}
	}
	return figures, end
}

// decimal is the value of figures, and what one more in the last of them is worth.
func decimal(figures string) (value, unit float64) {
	value, err := strconv.ParseFloat(figures, 64)
	if err != nil {
		return math.NaN(), 1
	}
	_, decimals, _ := strings.Cut(figures, ".")
	return value, math.Pow10(-len(decimals))
}

// power reads what multiplies a number by a power of ten: ·10⁻³, \cdot10^{-3}, e-3.
func (r *numberReader) power(at int) (e, end int, ok bool) {
	rest := strings.TrimLeft(r.text[at:], " ")
	for _, times := range []string{"·", "×", `\cdot`, `\times`} {
		if behind, is := strings.CutPrefix(rest, times); is {
			behind = strings.TrimLeft(behind, " {}")
			if behind, is = strings.CutPrefix(behind, "10"); is {
				return r.exponent(len(r.text) - len(behind))
			}
		}
	}
	if behind, is := strings.CutPrefix(r.text[at:], "e"); is && !r.formula {
		n := 0
		for n < len(behind) && (isFigure(rune(behind[n])) || n == 0 && behind[n] == '-') {
			n++
		}
		if e, err := strconv.Atoi(behind[:n]); err == nil {
			return e, at + 1 + n, true
		}
	}
	return 0, at, false
}

// exponent reads that of 10⁻³ or 10^{-3}.
func (r *numberReader) exponent(at int) (e, end int, ok bool) {
	rest := r.text[at:]
	high := ""
	n := 0
	for n < len(rest) {
		c, size := utf8.DecodeRuneInString(rest[n:])
		i := strings.IndexRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", c)
		if i < 0 {
			break
		}
		high += string("0123456789-"[utf8.RuneCountInString("⁰¹²³⁴⁵⁶⁷⁸⁹⁻"[:i])])
		n += size
	}
	if behind, is := strings.CutPrefix(rest, "^"); is && n == 0 && behind != "" {
		if behind[0] == '{' {
			if inner, _, closed := strings.Cut(behind[1:], "}"); closed {
				high, n = inner, len(inner)+3
			}
		} else {
			high, n = behind[:1], 2
		}
	}
	e, err := strconv.Atoi(strings.Replace(high, "−", "-", 1))
	return e, at + n, n > 0 && err == nil && e > -300 && e < 300
}

// percent reads the % behind a number.
func (r *numberReader) percent(n *Numeral, at int) int {
	rest := r.text[at:]
	for _, space := range []string{"", " ", "\n", "\u00a0", "\u202f", `\,`, `\ `} {
		behind, is := strings.CutPrefix(rest, space)
		if !is {
			continue
		}
		for _, sign := range []string{"%", `\%`, "percent", "per cent", "pour cent"} {
			if strings.HasPrefix(behind, sign) {
				n.Percent = true
				return at + len(space) + len(sign)
			}
		}
	}
	return at
}

// words reads a number in words, and returns where it ends, or where the word ends that is none.
func (r *numberReader) words(n *Numeral, at int) (end int, is bool) {
	n.Unit = 1
	for _, percent := range []string{"pour ", "per ", "pour\u00a0"} {
		if strings.HasSuffix(r.text[:at], percent) && strings.HasPrefix(r.text[at:], "cent") {
			return r.nameEnd(at), false // "in percent"
		}
	}
	total, now := 0, 0
	end = at
	joined := false // the newest word follows a hyphen
	for from := at; ; {
		to := r.nameEnd(from)
		value, known := r.t.word(strings.ToLower(r.text[from:to]))
		next, fits := 0, false
		if known {
			next, fits = adds(now, value, r.t.comma, !is)
		}
		if !fits {
			if !is {
				return to, false
			}
			if joined && !known { // five-point
				return to, false
			}
			break
		}
		is, end, now = true, to, next
		if value >= 1000 && now%value == 0 {
			if now == value && 0 < total && total < value { // four thousand million
				total, now = total*value, 0
			}
			total, now = total+now, 0
		}
		sep, size := utf8.DecodeRuneInString(r.text[to:])
		joined = sep == '-' || sep == '\u2011'
		if !joined && sep != ' ' && sep != '\u00a0' {
			break
		}
		from = to + size
		for _, and := range []string{"and ", "et "} {
			if strings.HasPrefix(r.text[from:], and) && now != 0 {
				from += len(and)
			}
		}
	}
	n.Value = float64(total + now)
	return end, true
}

// adds is a number with one more word behind it: twenty, twenty-one; four, four hundred. false where they are two.
func adds(now, value int, french, first bool) (int, bool) {
	switch {
	case first:
		return value, true
	case french && value == 20 && now%100 == 4: // quatre-vingts
		return now + 76, true
	case value >= 100: // hundred, thousand, million
		return max(now, 1) * value, now < value
	case now%1000 == 0 || now%100 == 0:
		return now + value, true
	case value < 10 && now%10 == 0 && now%100 >= 20:
		return now + value, true
	case french && value < 10 && value >= 7 && now%20 == 10 && now%100 >= 10: // dix-sept
		return now + value, true
	case french && value < 20 && (now%100 == 60 || now%100 == 80):
		return now + value, true
	}
	return 0, false
}

// item reports whether a number is that of an item of a list.
func (r *numberReader) item(from, to int) bool {
	before := strings.TrimRight(r.text[:from], " ")
	return (before == "" || strings.HasSuffix(before, "\n")) && strings.HasPrefix(r.text[to:], ". ") && to-from < 4 &&
		strings.Trim(r.text[from:to], "0123456789") == ""
}

// year reports whether a number is a year, as it stands behind a name: "(1958)", "Cover, 1965;", "Cover 1965;",
// "in 1958".
func (r *numberReader) year(n *Numeral) bool {
	if n.Percent || n.To-n.From != 4 || n.Value < 1800 || n.Value > 2050 {
		return false
	}
	before, after := r.text[:n.From], r.text[n.To:]
	ends := after == "" || strings.IndexByte("),.;:", after[0]) >= 0 || strings.HasPrefix(after, " (")
	if strings.HasSuffix(before, "(") || strings.HasSuffix(before, ", ") {
		return ends
	}
	if words := strings.Fields(before); len(words) > 0 && ends {
		last := strings.TrimLeft(words[len(words)-1], "(")
		first, _ := utf8.DecodeRuneInString(last)
		if unicode.IsUpper(first) || last == "others" || last == "autres" || last == "al." { // Hamey 1998
			return true
		}
	}
	for _, in := range []string{"in ", "In ", "en ", "En "} {
		if strings.HasSuffix(before, in) {
			return int(n.Value)%100 != 0
		}
	}
	return false
}
