package words

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Language translates the texts of Pointscape from English.
//
// Programs compose English sentences. Readable, which all texts pass before they are shown, translates them: as whole
// texts, by their form ("%d of {} points", with its arguments), or part by part. So neither programs nor documents
// depend on languages, and English has no overhead.
//
// Texts maps the English texts in the sources to their translations. A verb of fmt, or {} between two literals, stands
// for a computed part; the translation may refer to it by its number, {2} or %[2]d, if the order changes. If a text
// depends on a number, both forms are given with a ¦ between them: "point": "point¦points". Such a name is also known
// by its regular English plural, or by the one after a ¦: "optimum¦optima".
type Language struct {
	Tag     string            `json:"tag"`     // as in HTML: fr
	Name    string            `json:"name"`    // in the language itself
	Decimal string            `json:"decimal"` // decimal mark
	Plural  int               `json:"plural"`  // the smallest number with the plural form
	Marks   map[string]string `json:"marks"`   // separators of parts, such as ": "
	Texts   map[string]string `json:"texts"`

	texts map[string]string
	ones  map[string]string  // singular in this language by plural in English
	many  map[string]string  // plural by singular, in this language
	forms map[string][]*form // by the longest of their words, or ""
	said  map[string]string
	parts map[string]reading // results for texts that were read as parts
	names []string
	work  int // number of steps spent on the present text
}

// part is a piece of a form: a literal, or the number of an argument, counted from 1.
type part struct {
	text   string
	arg    int
	figure bool // the argument is a number
	maybe  bool // the argument may be empty, because it directly follows a word or another argument
}

// reading is a result of say.
type reading struct {
	to string
	ok bool
}

type form struct {
	from  []part
	to    [2][]part // singular and plural
	first int       // the argument that decides between them, 0 = none
	size  int       // number of letters in literals
	long  string    // the longest literal
}

// spoken is the language of Say; nil is English.
var spoken *Language

// Speak sets the language of Say; nil is English. A program has one language.
func Speak(l *Language) {
	if l != nil && l.texts == nil {
		l.prepare()
	}
	spoken = l
}

// Speaks returns the language of Say, or nil for English.
func Speaks() *Language { return spoken }

// Say translates a text. Unknown texts stay unchanged.
func Say(s string) string {
	if spoken == nil || s == "" {
		return s
	}
	return spoken.Say(s)
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
	clear(spoken.parts)
}

func (l *Language) keeps(s string) bool { return slices.Contains(l.names, s) }

// prepare builds the indices of the texts.
func (l *Language) prepare() {
	l.texts, l.ones, l.said = map[string]string{}, map[string]string{}, map[string]string{}
	l.many = map[string]string{}
	l.forms, l.parts = map[string][]*form{}, map[string]reading{}
	keys := slices.Sorted(maps.Keys(l.Texts)) // sorted, so that conflicts are always resolved in the same way
	for _, from := range keys {
		l.add(from, l.Texts[from])
	}
	// Each of several sentences is also known by itself, because programs combine some of them in other ways.
	for _, from := range keys {
		to := l.Texts[from]
		if a, b := sentences(from), sentences(to); len(a) > 1 && len(a) == len(b) {
			for i := range a {
				if _, known := l.texts[a[i]]; !known {
					l.add(a[i], b[i])
				}
			}
		}
	}
	for _, from := range keys {
		to := l.Texts[from]
		one, many, _ := strings.Cut(to, "¦")
		for _, own := range []string{one, many} { // translated texts stay as they are
			if _, core, _ := trimmed(plainSpaces(own)); core != "" && l.texts[core] == "" {
				l.texts[core] = core
			}
		}
	}
}

func (l *Language) add(from, to string) {
	from, many, irregular := strings.Cut(from, "¦")
	one, more, counted := strings.Cut(to, "¦")
	if parts := partsOf(from); slices.ContainsFunc(parts, func(p part) bool { return p.arg > 0 }) {
		if !irregular {
			one = to
		} else if counted {
			l.addForm(partsOf(many), more)
		}
		l.addForm(parts, one)
		return
	}
	if counted && !irregular {
		many = regular(from)
	}
	l.addText(from, one)
	if counted {
		l.addText(many, more)
		l.ones[many] = one
		l.many[one] = more
	}
}

// manyOf returns the plural of a name in this language; ok is false if the name is unknown.
func (l *Language) manyOf(one string) (many string, ok bool) {
	if l != nil {
		many, ok = l.many[one]
	}
	return many, ok
}

// sentences splits a text, or a form, at the ends of its sentences.
func sentences(s string) (list []string) {
	for i := 0; i < len(s)-1; i++ {
		if ends(s, i) {
			list = append(list, s[:i+1])
			if s[i] != '\n' {
				i++ // skips the blank
			}
			s, i = s[i+1:], -1
		}
	}
	return append(list, s)
}

// ends reports whether a sentence ends at s[i], and another one begins.
func ends(s string, i int) bool {
	if s[i] == '\n' {
		return true
	}
	if i+2 >= len(s) || s[i] != '.' && s[i] != '?' && s[i] != '!' || s[i+1] != ' ' {
		return false
	}
	r, size := utf8.DecodeRuneInString(s[i+2:])
	next, _ := utf8.DecodeRuneInString(s[i+2+size:])
	return !unicode.IsLower(r) || !unicode.IsLower(next) // a sentence may begin with a symbol in lower case
}

// several reports whether a text has more than one sentence or line.
func several(s string) bool {
	for i := range len(s) {
		if ends(s, i) {
			return true
		}
	}
	return false
}

func (l *Language) addText(from, to string) {
	from = plainSpaces(strings.ReplaceAll(from, "%%", "%"))
	_, core, _ := trimmed(from)
	_, said, _ := trimmed(plainSpaces(to))
	if _, own := l.Texts[core]; core != "" && !own {
		l.texts[core] = said
	}
	l.texts[from] = to
}

func (l *Language) addForm(from []part, to string) {
	f := &form{from: from}
	for _, p := range from {
		if p.figure && f.first == 0 {
			f.first = p.arg
		}
	}
	one, many, counted := strings.Cut(to, "¦")
	if !counted {
		many = one
	}
	// An argument before or after a sentence is a sentence itself, or empty.
	a, b := partsOf(one), partsOf(many)
	for len(from) > 1 && from[0].arg > 0 && begins(from[1].text) && begun(a, from[0]) && begun(b, from[0]) {
		from, a, b = from[1:], a[1:], b[1:]
	}
	for n := len(from) - 1; n > 0 && from[n].arg > 0 && ended(from) && ended(a) && ended(b); n-- {
		from, a, b = from[:n], a[:len(a)-1], b[:len(b)-1]
	}
	if !slices.ContainsFunc(from, func(p part) bool { return p.arg > 0 }) {
		if len(from) == 1 && len(a) == 1 {
			l.addText(from[0].text, a[0].text)
		}
		return
	}
	from, a, b = bare(from), bare(a), bare(b)
	f.size, f.long = 0, ""
	for _, p := range from {
		f.size += letters(p.text)
		if len(p.text) > len(f.long) {
			f.long = p.text
		}
	}
	if f.size == 0 {
		return // it would match everywhere
	}
	for i := range from {
		if i > 0 && from[i].arg > 0 && !from[i].figure {
			before := from[i-1].text
			r, _ := utf8.DecodeLastRuneInString(before)
			from[i].maybe = before == "" || unicode.IsLetter(r) || unicode.IsDigit(r)
		}
	}
	f.from = from
	f.to = [2][]part{a, b}
	if !counted {
		f.first = 0
	}
	head := ""
	for i, p := range from {
		for w := range ownWords(p.text, i == 0, i == len(from)-1) {
			if len(w) > len(head) {
				head = strings.ToLower(w)
			}
		}
	}
	l.forms[head] = append(l.forms[head], f)
}

// bare returns a form without blanks and punctuation at its ends, as texts are looked up.
func bare(list []part) []part {
	list = slices.Clone(list)
	if p := &list[0]; p.arg == 0 {
		p.text = strings.TrimLeft(p.text, marks)
	}
	if p := &list[len(list)-1]; p.arg == 0 {
		p.text = strings.TrimRight(p.text, marks)
	}
	return slices.DeleteFunc(list, func(p part) bool { return p.arg == 0 && p.text == "" })
}

// begins reports whether a literal after an argument begins a sentence.
func begins(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(s, " "))
	return unicode.IsUpper(r)
}

func begun(list []part, with part) bool {
	return len(list) > 1 && list[0].arg == with.arg && begins(list[1].text)
}

// ended reports whether a form ends a sentence, apart from arguments at its end.
func ended(list []part) bool {
	i := len(list) - 1
	for i > 0 && list[i].arg > 0 {
		i--
	}
	return i >= 0 && i < len(list)-1 && list[i].arg == 0 &&
		strings.IndexByte(".?!", list[i].text[len(list[i].text)-1]) >= 0
}

// ownWords iterates over the words of a literal, leaving out a first or last word that may continue in the adjacent
// argument.
func ownWords(s string, first, last bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		from := -1
		for i, r := range s + " " {
			switch letter := unicode.IsLetter(r); {
			case letter && from < 0:
				from = i
			case !letter && from >= 0:
				if (from > 0 || first) && (i < len(s) || last) && !yield(s[from:i]) {
					return
				}
				from = -1
			}
		}
	}
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// partsOf parses a form.
func partsOf(s string) (list []part) {
	s = plainSpaces(s)
	args, from := 0, 0
	put := func(i, end int, number string, figure bool) {
		args++
		n, err := strconv.Atoi(number)
		if err != nil {
			n = args
		}
		if from < i {
			list = append(list, part{text: strings.ReplaceAll(s[from:i], "%%", "%")})
		}
		list = append(list, part{arg: n, figure: figure})
		from = end
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			if end := i + strings.IndexByte(s[i:], '}'); end == i+1 || end == i+2 && s[i+1] >= '1' && s[i+1] <= '9' {
				put(i, end+1, s[i+1:end], false)
				i = end
			}
		case '%':
			k, number := i+1, ""
			for k < len(s) && strings.IndexByte("+-#0123456789.[]*", s[k]) >= 0 {
				if s[k] == '[' {
					if end := strings.IndexByte(s[k:], ']'); end > 0 {
						number = s[k+1 : k+end]
						k += end
					}
				}
				k++
			}
			if k < len(s) && k == i+1 && s[k] == '%' {
				i = k
			} else if k < len(s) && strings.IndexByte("dgfesvqtcTxw", s[k]) >= 0 {
				put(i, k+1, number, strings.IndexByte("dgfe", s[k]) >= 0)
				i = k
			}
		}
	}
	if from < len(s) {
		list = append(list, part{text: strings.ReplaceAll(s[from:], "%%", "%")})
	}
	return list
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
	l.work = 0
	to, _ := l.say(s, 0)
	if !l.keeps(s) {
		to = l.figures(to)
	}
	if len(l.said) > 5000 {
		clear(l.said)
		clear(l.parts)
	}
	l.said[s] = to
	l.said[to] = to // translations stay as they are
	return to
}

// deepest is the largest depth of parts within parts that are translated, and hardest the largest number of parts that
// are read for one text.
const deepest, hardest = 5, 300

// say translates a text that may be part of another one; ok reports whether it is known, or needs no translation.
func (l *Language) say(s string, depth int) (to string, ok bool) {
	if r, ok := l.parts[s]; ok {
		return r.to, r.ok
	}
	if l.work++; l.work > hardest || depth > deepest {
		return s, false
	}
	to, ok = l.read(s, depth)
	if ok || depth < 2 && l.work < hardest {
		l.parts[s] = reading{to, ok}
	}
	return to, ok
}

func (l *Language) read(s string, depth int) (to string, ok bool) {
	if n := len(s) - 1; n > 0 && s[0] == '"' && strings.IndexByte(s[1:], '"') == n-1 {
		return s, true // quoted from the user
	}
	lead, core, tail := trimmed(plainSpaces(s))
	if core == "" || l.keeps(s) || l.keeps(core) {
		return s, true
	}
	if to, ok := l.exact(lead + core + tail); ok {
		return to, true
	}
	if to, ok := l.exact(core); ok {
		return lead + to + l.mark(tail), true
	}
	if !worded(core) || strings.Contains(core, ".") && !strings.Contains(core, " ") {
		return s, true // there is no word, or it is a field of a document: params.C
	}
	if core[0] == '(' && core[len(core)-1] == ')' {
		to, ok := l.say(core[1:len(core)-1], depth)
		return lead + "(" + to + ")" + l.mark(tail), ok
	}
	if n, thing, found := strings.Cut(core, " "); found && isFigure(n) {
		if to, ok := l.exact(thing); ok {
			if one := l.ones[thing]; one != "" && l.one(n) {
				to = one // zero of some things, in the singular where the language wants it
			}
			return lead + n + " " + to + l.mark(tail), true
		}
	}
	if several(core) {
		every := true
		list := sentences(core)
		for i, p := range list {
			between := ""
			if i+1 < len(list) && p[len(p)-1] != '\n' {
				between = " "
			}
			said, ok := l.say(p, depth+1)
			list[i], every = said+between, every && ok
		}
		return lead + strings.Join(list, "") + l.mark(tail), every
	}
	rough := ""
	if to, ok := l.form(core, depth, telling); ok {
		return lead + to + l.mark(tail), true
	} else if to != "" {
		rough = lead + to + l.mark(tail)
	}
	// A name followed by a number and its unit.
	for i := 0; i < len(core); i++ {
		if core[i] != ' ' {
			continue
		}
		n, unit, _ := strings.Cut(strings.TrimLeft(core[i:], " "), " ")
		if !isFigure(n) {
			continue
		}
		if to, ok := l.form(core, depth, 0); ok { // for example, "line 3" of a text is not a straight line
			return lead + to + l.mark(tail), true
		}
		if name, ok := l.say(core[:i], depth+1); ok {
			if unit == "" || unit == "%" {
				return lead + name + core[i:] + l.mark(tail), true
			}
			if u, ok := l.exact(unit); ok {
				return lead + name + " " + n + " " + u + l.mark(tail), true
			}
		}
		break
	}
	if before, in, ok := strings.Cut(core, " ("); ok && strings.HasSuffix(in, ")") {
		if a, ok := l.say(before, depth+1); ok {
			if b, ok := l.say(in[:len(in)-1], depth+1); ok {
				return lead + a + " (" + b + ")" + l.mark(tail), true
			}
		}
	}
	// Part by part. Parts separated by " · " may be translated one by one, those separated by other marks only if all are
	// known, or at ": " if there is nothing better (rough).
	for _, mark := range []string{" · ", ": ", " — ", " – ", "; ", ", ", " = ", " + ", " and "} {
		list := strings.Split(core, mark)
		if len(list) == 1 {
			continue
		}
		every, some := true, false
		for i, p := range list {
			said, ok := l.say(p, depth+1)
			list[i] = said
			every, some = every && ok, some || ok && worded(p)
		}
		if every || some && mark == " · " {
			return lead + strings.Join(list, l.mark(mark)) + l.mark(tail), every
		}
		if some && rough == "" && mark == ": " {
			rough = lead + strings.Join(list, l.mark(mark)) + l.mark(tail)
		}
	}
	if to, ok := l.form(core, depth, 0); ok {
		return lead + to + l.mark(tail), true
	}
	if rough != "" {
		return rough, false
	}
	return s, false
}

// telling is the number of letters in literals from which a form is tried before the text is split at marks.
const telling = 8

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

// form translates a text by a form with at least least letters in literals. Of the matching forms it tries the four
// with most such letters, and returns the translation by the first one whose arguments are all known. If there is none,
// ok is false, and best is the translation by the first one that leaves not too much untranslated, or "".
func (l *Language) form(s string, depth, least int) (best string, ok bool) {
	var list []*form
	other := flipped(s)
	add := func(word string) {
		for _, f := range l.forms[word] {
			if f.size >= least && (strings.Contains(s, f.long) || strings.Contains(other, f.long)) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	add("")
	for w := range ownWords(s, true, true) {
		add(strings.ToLower(w))
	}
	slices.SortStableFunc(list, func(a, b *form) int { return b.size - a.size })
	tried := 0
	for _, f := range list {
		args := make([]string, len(f.from)+1)
		direct := match(f.from, s, args)
		if !direct && !match(f.from, other, args) {
			continue
		}
		if tried++; tried > 4 {
			break
		}
		every := true
		for i := range args {
			if args[i] == "" {
				continue
			}
			said, known := l.say(args[i], depth+1)
			args[i] = said
			every = every && known
		}
		if !every && (best != "" || 3*f.size < letters(s)) {
			continue // most of it would stay untranslated
		}
		many := 1
		if f.first > 0 && l.one(args[f.first]) {
			many = 0
		}
		var b strings.Builder
		for _, p := range f.to[many] {
			if p.arg == 0 {
				b.WriteString(p.text)
			} else if p.arg < len(args) {
				b.WriteString(args[p.arg])
			}
		}
		best = b.String()
		if !direct {
			best = asIn(s, best)
		}
		if every {
			return best, true
		}
	}
	return best, false
}

// one reports whether a number takes the singular.
func (l *Language) one(figure string) bool {
	x, err := strconv.ParseFloat(strings.Replace(strings.Replace(figure, "−", "-", 1), ",", ".", 1), 64)
	return err == nil && x < float64(l.Plural) && x > -float64(l.Plural)
}

// match matches a text with a form, and sets its arguments.
func match(form []part, s string, args []string) bool {
	if len(form) == 0 {
		return s == ""
	}
	p := form[0]
	if p.arg == 0 {
		rest, ok := strings.CutPrefix(s, p.text)
		return ok && match(form[1:], rest, args)
	}
	fits := func(arg string) bool { return (arg != "" || p.maybe) && (!p.figure || isFigure(arg)) && !several(arg) }
	if len(form) == 1 {
		args[p.arg] = s
		return fits(s)
	}
	next := form[1]
	if next.arg != 0 { // two arguments side by side: a number and its unit, or one that may be empty
		i := len(s)
		if p.figure {
			if end := strings.IndexFunc(s, func(r rune) bool { return !strings.ContainsRune(figures, r) }); end >= 0 {
				i = end
			}
		} else if next.maybe && len(form) > 2 && form[2].arg == 0 {
			i = strings.Index(s, form[2].text)
		}
		if i < 0 || !fits(s[:i]) {
			return false
		}
		args[p.arg] = s[:i]
		return match(form[1:], s[i:], args)
	}
	for from := 0; ; {
		i := strings.Index(s[from:], next.text)
		if i < 0 {
			return false
		}
		args[p.arg] = s[:from+i]
		if fits(s[:from+i]) && match(form[1:], s[from+i:], args) {
			args[p.arg] = s[:from+i]
			return true
		}
		from += i + 1
	}
}

// isFigure reports whether a text is a number in the notation of programs or people.
func isFigure(s string) bool {
	return s == "∞" || s == "−∞" || s == "NaN" || strings.ContainsAny(s, "0123456789") &&
		strings.Trim(s, figures) == ""
}

// figures are the characters of numbers.
const figures = "0123456789.,-−+e×⁰¹²³⁴⁵⁶⁷⁸⁹⁻<>≈%"

// worded reports whether a text contains a word: three successive Latin letters that are not the name of a function, or
// one of short.
func worded(s string) bool {
	n := 0
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			n++
			continue
		case n > 2 && r != '(' && r != '_':
			return true
		}
		n = 0
	}
	if n > 2 {
		return true
	}
	for w := range ownWords(s, true, true) {
		if slices.Contains(short, w) {
			return true
		}
	}
	return false
}

// short are words of two letters that occur only in sentences.
var short = []string{"as", "at", "by", "in", "is", "no", "of", "on", "or", "sd", "to"}

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
	return w == "…" || isFigure(strings.TrimRight(strings.Trim(w, ",()"), "."))
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
	if i := strings.IndexByte(w, '('); i > 1 && worded(w[:i]) {
		return false
	}
	return point && !strings.ContainsAny(w, "_/*")
}
