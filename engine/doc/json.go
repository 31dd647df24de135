package doc

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/json"
	"pointscape/engine/words"
)

// This file reads JSON in two steps: a scanner that checks the grammar of the whole text once and knows line and
// column, and readers of single values whose errors get the name of the field. encoding/json can do neither, is several
// times slower on long lists of points, and accepts duplicate names.
//
// In addition to RFC 8259 the scanner accepts NaN, Infinity and -Infinity as numbers, so that an error can name their
// field: they are rejected when the field is read or validated.

// maxDepth limits nested lists and objects; documents need fewer.
const maxDepth = 32

// maxMembers limits the members of an object; no object of a document needs as many.
const maxMembers = 1000

// maxName is the maximum length of ids and names, in characters.
const maxName = 100

// scanner scans the values of JSON text.
type scanner struct{ json.Scanner }

func scan(text string) scanner { return scanner{json.Scanner{Text: text, NaN: true}} }

// member is one entry of an object; raw is its value as written.
type member struct{ name, raw string }

// fail returns an error in the grammar at the current position.
func (sc *scanner) fail(want string) *Error {
	line, column := 1, 1
	for _, r := range sc.Text[:sc.At] {
		column++
		if r == '\n' {
			line, column = line+1, 1
		}
	}
	got := "the end of the text"
	if sc.At < len(sc.Text) {
		r, _ := utf8.DecodeRuneInString(sc.Text[sc.At:])
		got = strconv.Quote(string(r))
	}
	return &Error{Field: words.Sprintf("line %d, column %d", line, column), Want: want, Got: got, syntax: true}
}

// value skips one value and returns it as written.
func (sc *scanner) value(depth int) (string, *Error) {
	start := sc.At
	var err *Error
	want := ""
	switch c := sc.Peek(); {
	case c == '[':
		err = sc.list(depth)
	case c == '{':
		_, err = sc.object(depth, false)
	case c == '"':
		want = sc.Quoted()
	case c == '-' || c >= '0' && c <= '9' || c == 'N' || c == 'I':
		want = sc.Number()
	case c == 't':
		want = sc.Word("true")
	case c == 'f':
		want = sc.Word("false")
	case c == 'n':
		want = sc.Word("null")
	default:
		want = "a value"
	}
	if want != "" {
		err = sc.fail(want)
	}
	if err != nil {
		return "", err
	}
	return sc.Text[start:sc.At], nil
}

func (sc *scanner) list(depth int) *Error {
	if depth == 0 {
		return sc.fail("fewer nested values")
	}
	sc.At++
	if sc.Next() == ']' {
		sc.At++
		return nil
	}
	for {
		sc.Next()
		if _, err := sc.value(depth - 1); err != nil {
			return err
		}
		switch sc.Next() {
		case ',':
			sc.At++
		case ']':
			sc.At++
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
	sc.At++
	if sc.Next() == '}' {
		sc.At++
		return nil, nil
	}
	for {
		if sc.Next() != '"' {
			return nil, sc.fail("a name in double quotes")
		}
		start := sc.At
		if want := sc.Quoted(); want != "" {
			return nil, sc.fail(want)
		}
		name := unquote(sc.Text[start:sc.At])
		if seen[name] {
			sc.At = start
			return nil, sc.fail(words.Text("a name that has not been given already (%s)", short(name)))
		}
		if len(seen) == maxMembers {
			sc.At = start
			return nil, sc.fail(words.Sprintf("the end of the object after %d names", maxMembers))
		}
		seen[name] = true
		if sc.Next() != ':' {
			return nil, sc.fail("a colon")
		}
		sc.At++
		sc.Next()
		raw, err := sc.value(depth - 1)
		if err != nil {
			return nil, err
		}
		if keep {
			list = append(list, member{name, raw})
		}
		switch sc.Next() {
		case ',':
			sc.At++
		case '}':
			sc.At++
			return list, nil
		default:
			return nil, sc.fail("a comma or }")
		}
	}
}

// unquote returns the text that a scanned text represents. Bytes that are not UTF-8 become U+FFFD.
func unquote(raw string) string { return strings.ToValidUTF8(json.Unquote(raw), "\uFFFD") }

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
	sc := scan(raw)
	return sc.object(maxDepth, true)
}

// readList returns the entries of a list; more than limit are an error.
func readList(want, raw string, limit int) ([]string, *Error) {
	if raw[0] != '[' {
		return nil, wrong(want, raw)
	}
	list := []string{}
	sc := scan(raw)
	for sc.At++; sc.Next() != ']'; {
		if len(list) == limit {
			return nil, wrong(words.Sprintf("%s, at most %d", want, limit), raw)
		}
		v, err := sc.value(maxDepth)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		if sc.Next() == ',' {
			sc.At++
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

func wantWhole(most int) string { return words.Sprintf("a whole number from 0 to %d", most) }

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
