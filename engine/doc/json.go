package doc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file reads JSON in two steps: a scanner that checks the grammar of the whole text once and knows line and
// column, and readers of single values that know the name of the field. encoding/json can do neither, is several times
// slower on long lists of points, and accepts duplicate names.
//
// In addition to RFC 8259 the scanner accepts NaN, Infinity and -Infinity as numbers, as several languages write them,
// so that an error can name their field: they are rejected when the field is read or validated.

// maxDepth limits nested lists and objects; documents need fewer.
const maxDepth = 32

// maxMembers limits the members of an object; no object of a document needs as many.
const maxMembers = 1000

// maxName is the maximum length of ids and names, in characters.
const maxName = 100

// scanner scans JSON text.
type scanner struct {
	s   string
	pos int
}

// member is one entry of an object; raw is its value as written.
type member struct{ name, raw string }

func (sc *scanner) space() {
	for sc.pos < len(sc.s) {
		switch sc.s[sc.pos] {
		case ' ', '\t', '\n', '\r':
			sc.pos++
		default:
			return
		}
	}
}

// peek returns the next byte, or 0 at the end (a NUL is never valid in JSON).
func (sc *scanner) peek() byte {
	if sc.pos < len(sc.s) {
		return sc.s[sc.pos]
	}
	return 0
}

// fail returns an error in the grammar at the current position.
func (sc *scanner) fail(want string) *Error {
	line, column := 1, 1
	for _, r := range sc.s[:sc.pos] {
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	got := "the end of the text"
	if sc.pos < len(sc.s) {
		r, _ := utf8.DecodeRuneInString(sc.s[sc.pos:])
		got = strconv.Quote(string(r))
	}
	return &Error{Field: fmt.Sprintf("line %d, column %d", line, column), Want: want, Got: got}
}

// value skips one value and returns it as written.
func (sc *scanner) value(depth int) (string, *Error) {
	start := sc.pos
	var err *Error
	switch c := sc.peek(); {
	case c == '[':
		err = sc.list(depth)
	case c == '{':
		_, err = sc.object(depth, false)
	case c == '"':
		err = sc.text()
	case c == '-' || c >= '0' && c <= '9' || c == 'N' || c == 'I':
		err = sc.number()
	case c == 't':
		err = sc.word("true")
	case c == 'f':
		err = sc.word("false")
	case c == 'n':
		err = sc.word("null")
	default:
		err = sc.fail("a value")
	}
	if err != nil {
		return "", err
	}
	return sc.s[start:sc.pos], nil
}

func (sc *scanner) word(w string) *Error {
	if !strings.HasPrefix(sc.s[sc.pos:], w) {
		return sc.fail("a value (" + w + "?)")
	}
	sc.pos += len(w)
	return nil
}

func (sc *scanner) list(depth int) *Error {
	if depth == 0 {
		return sc.fail("fewer nested values")
	}
	sc.pos++
	sc.space()
	if sc.peek() == ']' {
		sc.pos++
		return nil
	}
	for {
		sc.space()
		if _, err := sc.value(depth - 1); err != nil {
			return err
		}
		sc.space()
		switch sc.peek() {
		case ',':
			sc.pos++
		case ']':
			sc.pos++
			return nil
		default:
			return sc.fail("a comma or ]")
		}
	}
}

// object skips an object, and returns its members if keep is set. Names must be unique.
func (sc *scanner) object(depth int, keep bool) ([]member, *Error) {
	if depth == 0 {
		return nil, sc.fail("fewer nested values")
	}
	var list []member
	seen := map[string]bool{}
	sc.pos++
	sc.space()
	if sc.peek() == '}' {
		sc.pos++
		return nil, nil
	}
	for {
		sc.space()
		start := sc.pos
		if sc.peek() != '"' {
			return nil, sc.fail("a name in double quotes")
		}
		if err := sc.text(); err != nil {
			return nil, err
		}
		name := unquote(sc.s[start:sc.pos])
		if seen[name] {
			sc.pos = start
			return nil, sc.fail("a name that has not been given already (" + short(name) + ")")
		}
		if len(seen) == maxMembers {
			sc.pos = start
			return nil, sc.fail(fmt.Sprintf("the end of the object after %d names", maxMembers))
		}
		seen[name] = true
		sc.space()
		if sc.peek() != ':' {
			return nil, sc.fail("a colon")
		}
		sc.pos++
		sc.space()
		raw, err := sc.value(depth - 1)
		if err != nil {
			return nil, err
		}
		if keep {
			list = append(list, member{name, raw})
		}
		sc.space()
		switch sc.peek() {
		case ',':
			sc.pos++
		case '}':
			sc.pos++
			return list, nil
		default:
			return nil, sc.fail("a comma or }")
		}
	}
}

func (sc *scanner) text() *Error {
	sc.pos++
	for sc.pos < len(sc.s) {
		switch c := sc.s[sc.pos]; {
		case c == '"':
			sc.pos++
			return nil
		case c < ' ':
			return sc.fail(`a character of a text (line breaks are written \n)`)
		case c == '\\':
			sc.pos++
			switch sc.peek() {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					sc.pos++
					if !isHex(sc.peek()) {
						return sc.fail("a hexadecimal digit")
					}
				}
			default:
				return sc.fail(`one of " \ / b f n r t u after a backslash`)
			}
		}
		sc.pos++
	}
	return sc.fail("a closing double quote")
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

func (sc *scanner) number() *Error {
	if sc.peek() == '-' {
		sc.pos++
	}
	switch sc.peek() {
	case 'N':
		return sc.word("NaN")
	case 'I':
		return sc.word("Infinity")
	case '0':
		sc.pos++
		if n := sc.digits(); n > 0 {
			sc.pos -= n + 1
			return sc.fail("a number without leading zeros")
		}
	default:
		if sc.digits() == 0 {
			return sc.fail("a digit")
		}
	}
	if sc.peek() == '.' {
		sc.pos++
		if sc.digits() == 0 {
			return sc.fail("a digit after the decimal point")
		}
	}
	if c := sc.peek(); c == 'e' || c == 'E' {
		sc.pos++
		if c := sc.peek(); c == '+' || c == '-' {
			sc.pos++
		}
		if sc.digits() == 0 {
			return sc.fail("a digit of the exponent")
		}
	}
	return nil
}

func (sc *scanner) digits() int {
	start := sc.pos
	for sc.pos < len(sc.s) && sc.s[sc.pos]-'0' <= 9 {
		sc.pos++
	}
	return sc.pos - start
}

// unquote returns the text that a scanned JSON string represents. Bytes that are not UTF-8 become U+FFFD.
func unquote(raw string) string {
	if s := raw[1 : len(raw)-1]; strings.IndexByte(s, '\\') < 0 {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	b := make([]byte, 0, len(raw))
	s := raw[1 : len(raw)-1]
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b = append(b, s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			r := hex4(s[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if strings.HasPrefix(s[i+1:], `\u`) {
					low = hex4(s[i+3:])
				}
				// Half a surrogate pair is no character: DecodeRune returns U+FFFD, and what follows is read on its
				// own.
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			b = utf8.AppendRune(b, r)
		default: // a quote, a backslash, a slash
			b = append(b, c)
		}
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

// hex4 parses four hexadecimal digits, which the scanner has checked.
func hex4(s string) rune {
	n, _ := strconv.ParseUint(s[:4], 16, 32)
	return rune(n)
}

// short shortens s for a message.
func short(s string) string {
	const most = 60
	n := 0
	for i := range s {
		if n++; n == most {
			return strings.ToValidUTF8(s[:i], "\uFFFD") + "…"
		}
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// The readers below take a value that the scanner has accepted. The field of their errors is a place in the value, such
// as "[2]" or "": the caller puts the name of the field before it.

// of puts the name of a field before that of an error, which may be nil.
func (e *Error) of(field string) *Error {
	if e != nil {
		e.Field = field + e.Field
	}
	return e
}

func at(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }

func wrong(want, raw string) *Error { return &Error{Want: want, Got: short(raw)} }

func readObject(raw string) ([]member, *Error) {
	if raw[0] != '{' {
		return nil, wrong("an object in braces", raw)
	}
	sc := scanner{s: raw}
	return sc.object(maxDepth, true)
}

// readList returns the entries of a list; more than limit are an error.
func readList(want, raw string, limit int) ([]string, *Error) {
	if raw[0] != '[' {
		return nil, wrong(want, raw)
	}
	list := []string{}
	sc := scanner{s: raw, pos: 1}
	for sc.space(); sc.peek() != ']'; sc.space() {
		if len(list) == limit {
			return nil, wrong(fmt.Sprintf("%s, at most %d", want, limit), raw)
		}
		v, err := sc.value(maxDepth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if sc.space(); sc.peek() == ',' {
			sc.pos++
		}
	}
	return list, nil
}

// readEach reads the entries of a list.
func readEach[T any](entries []string, read func(raw string) (T, *Error)) ([]T, *Error) {
	list := make([]T, len(entries))
	for i, raw := range entries {
		var err *Error
		if list[i], err = read(raw); err != nil {
			return nil, err.of(at("", i))
		}
	}
	return list, nil
}

func readText(raw string) (string, *Error) {
	if raw[0] != '"' {
		return "", wrong("a text in double quotes", raw)
	}
	return unquote(raw), nil
}

func readBool(raw string) (bool, *Error) {
	if raw != "true" && raw != "false" {
		return false, wrong("true or false", raw)
	}
	return raw == "true", nil
}

// readNumber may return NaN and Inf, which the validation of the field rejects.
func readNumber(want, raw string) (float64, *Error) {
	switch c := raw[0]; {
	case c >= '0' && c <= '9':
	case c == '-' || c == 'N' || c == 'I':
		if raw == "NaN" || raw == "-NaN" {
			return math.NaN(), nil
		}
	default:
		return 0, wrong(want, raw)
	}
	// The only possible error is a number beyond float64, which is returned as Inf; ParseFloat knows the word Infinity.
	x, _ := strconv.ParseFloat(raw, 64)
	return x, nil
}

// readWhole reads a whole number from 0 to most.
func readWhole(most int, raw string) (int, *Error) {
	x, err := readNumber("", raw)
	// !(x >= 0) also catches NaN.
	if err != nil || !(x >= 0) || x > float64(most) || x != math.Trunc(x) {
		return 0, wrong(wantWhole(most), raw)
	}
	return int(x), nil
}

// upTo returns the reader of whole numbers from 0 to most.
func upTo(most int) func(raw string) (int, *Error) {
	return func(raw string) (int, *Error) { return readWhole(most, raw) }
}

func wantWhole(most int) string { return fmt.Sprintf("a whole number from 0 to %d", most) }

// readNumbers reads a list of numbers.
func readNumbers(want, raw string) ([]float64, *Error) {
	entries, err := readList(want, raw, MaxFloats)
	if err != nil {
		return nil, err
	}
	return readEach(entries, func(raw string) (float64, *Error) { return readNumber("a finite number", raw) })
}

// readWholes reads a list of whole numbers.
func readWholes(want string, limit int, raw string) ([]int, *Error) {
	entries, err := readList(want, raw, limit)
	if err != nil {
		return nil, err
	}
	return readEach(entries, func(raw string) (int, *Error) {
		x, err := readNumber("a whole number", raw)
		if n := int(x); err == nil && float64(n) != x {
			return 0, wrong("a whole number", raw)
		}
		return int(x), err
	})
}

// readNames reads a list of names, without blanks around them; nil if it is empty.
func readNames(raw string, limit int) ([]string, *Error) {
	entries, err := readList("a list of names", raw, limit)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	return readEach(entries, readLabel)
}

// AppendNumber appends x with the fewest digits that read back as exactly x; very small and very large numbers have an
// exponent.
func AppendNumber(b []byte, x float64) []byte {
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.AppendFloat(b, x, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, x, 'f', -1, 64)
}

// appendText writes a JSON string. "<" is escaped so that a document can be embedded in a page's <script> element.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s { // range yields U+FFFD for bytes that are not UTF-8
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, '\\', 'n')
		case r < ' ' || r == '<' || r == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

func appendNumbers(b []byte, list []float64) []byte { return appendList(b, list, AppendNumber) }
func appendTexts(b []byte, list []string) []byte    { return appendList(b, list, appendText) }
func appendWholes(b []byte, list []int) []byte      { return appendList(b, list, appendWhole) }
func appendWhole(b []byte, n int) []byte            { return strconv.AppendInt(b, int64(n), 10) }

func appendList[T any](b []byte, list []T, add func(b []byte, x T) []byte) []byte {
	b = append(b, '[')
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, x)
	}
	return append(b, ']')
}
