package course

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file finds the numbers in a text, so that each of them can be verified: digits in prose and in formulas, and
// words such as "fifteen" or "quatre-vingt-dix".

// Numeral is a number in a text.
type Numeral struct {
	From, To int     // byte range in the text, including sign and %
	Value    float64 // as shown: 18 for "18 %"
	Unit     float64 // value of one unit of its last digit: 0.01 for "0.53", 1 for "18 %"
	Percent  bool    // followed by % or "percent"
	Power    bool    // written with a power of ten
	Free     bool    // no claim by its position: a subscript, an exponent, the number of a list item, a year
	Mark     *Mark   // the mark that contains it; nil = none
}

// tongue describes how a language writes numbers.
type tongue struct {
	comma bool // decimal comma, and no comma between thousands
	word  func(word string) (value int, is bool)
}

func tongueOf(lang string) tongue {
	switch lang {
	case "", "en":
		return tongue{word: englishNumber}
	case "fr":
		return tongue{comma: true, word: frenchNumber}
	case "es":
		return tongue{comma: true, word: spanishNumber}
	}
	return tongue{comma: true, word: func(string) (int, bool) { return 0, false }}
}

// englishNumber returns the value of a word; hundred, thousand and million multiply the number before them.
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

func spanishNumber(word string) (int, bool) {
	return lookUp(word, "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "+
		"dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco "+
		"veintiséis veintisiete veintiocho veintinueve", "un=1 una=1 veintiún=21 veintiuna=21 treinta=30 cuarenta=40 "+
		"cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 doscientos=200 doscientas=200 "+
		"trescientos=300 trescientas=300 cuatrocientos=400 cuatrocientas=400 quinientos=500 quinientas=500 "+
		"seiscientos=600 seiscientas=600 setecientos=700 setecientas=700 ochocientos=800 ochocientas=800 "+
		"novecientos=900 novecientas=900 mil=1000 millón=1000000 millones=1000000 decena=10 docena=12 veintena=20 "+
		"treintena=30 centena=100 centenar=100 millar=1000")
}

// lookUp returns the index of word in row (words for 0, 1, 2, ...), or its value in others (word=value pairs).
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

// Numerals returns the numbers in a text, in their order. Code between backquotes and the addresses of links are
// skipped; digits that belong to a name, as in x1 or 2D, are not numbers. Nor are ordinal numbers, fractions ("tenths")
// and words joined to another word by a hyphen ("five-point").
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
	code    string // closing backquotes, while inside code
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

// escaped reports whether the character at a position is escaped by a backslash.
func escaped(text string, at int) bool {
	before := text[:at]
	return (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1
}

// command skips a LaTeX command, or a character after a backslash. After \frac, two single digits are two numbers.
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

// script reads a subscript or superscript in braces: its numbers are free. A single digit without braces is skipped.
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

// number reads the number at the current position and advances past it. If there is none, it does not advance; n.To is
// then the end of the name at that position, 0 if there is no name.
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
		n.To = at + utf8.RuneLen(c) // a letter in a formula
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

// nameEnd returns the end of the letters, digits and underscores that begin at a position. A point between digits is
// part of the name, as in C4.5.
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

// figures reads digits with decimals and a power of ten, and returns their end.
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

// plain reads digits and decimals, and returns them with a decimal point and without separators of thousands.
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
			// A comma separates thousands in English prose only, a comma in braces in English formulas only.
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
		at = from // the next group must have three digits, too
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

// decimal returns the value of a string of digits, and the value of one unit of the last digit.
func decimal(figures string) (value, unit float64) {
	value, err := strconv.ParseFloat(figures, 64)
	if err != nil {
		return math.NaN(), 1
	}
	_, decimals, _ := strings.Cut(figures, ".")
	return value, math.Pow10(-len(decimals))
}

// power reads the power of ten that a number is multiplied by: ·10⁻³, \cdot10^{-3}, e-3.
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

// exponent reads the exponent of 10⁻³ or 10^{-3}.
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

// percent reads the % after a number.
func (r *numberReader) percent(n *Numeral, at int) int {
	rest := r.text[at:]
	for _, space := range []string{"", " ", "\n", "\u00a0", "\u202f", `\,`, `\ `} {
		behind, is := strings.CutPrefix(rest, space)
		if !is {
			continue
		}
		for _, sign := range []string{"%", `\%`, "percent", "per cent", "pour cent", "por ciento"} {
			if strings.HasPrefix(behind, sign) {
				n.Percent = true
				return at + len(space) + len(sign)
			}
		}
	}
	return at
}

// words reads a number in words, and returns its end, or the end of the word if it is no number.
func (r *numberReader) words(n *Numeral, at int) (end int, is bool) {
	n.Unit = 1
	for _, percent := range []string{"pour ", "per ", "pour\u00a0", "por ", "por\u00a0"} {
		rest := r.text[at:]
		if strings.HasSuffix(r.text[:at], percent) && (strings.HasPrefix(rest, "cent") || strings.HasPrefix(rest, "ciento")) {
			return r.nameEnd(at), false // "per cent", "pour cent", "por ciento": not the number 100
		}
	}
	total, now := 0, 0
	end = at
	joined := false // the latest word follows a hyphen
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
		for _, and := range []string{"and ", "et ", "y "} {
			if strings.HasPrefix(r.text[from:], and) && now != 0 {
				from += len(and)
			}
		}
	}
	n.Value = float64(total + now)
	return end, true
}

// adds appends a word to a number: twenty, twenty-one; four, four hundred. It returns false if they are two numbers.
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

// item reports whether a number is that of a list item.
func (r *numberReader) item(from, to int) bool {
	before := strings.TrimRight(r.text[:from], " ")
	return (before == "" || strings.HasSuffix(before, "\n")) && strings.HasPrefix(r.text[to:], ". ") && to-from < 4 &&
		strings.Trim(r.text[from:to], "0123456789") == ""
}

// year reports whether a number is a year, as after a name or "in": "(1958)", "Cover, 1965;", "Cover 1965;", "in 1958".
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
