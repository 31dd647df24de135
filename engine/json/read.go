package json

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Unmarshal decodes JSON into what v points to. Members of objects without a field are skipped; null only changes
// pointers, interfaces, slices and maps. The text is checked while it is decoded: after an error v may have been
// changed partly.
func Unmarshal(text []byte, v any) error {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("json: the target must be a non-nil pointer")
	}
	r := reader{b: text}
	if err := r.value(p.Elem(), deepest); err != nil {
		return err
	}
	return r.end()
}

// check returns an error if a text is not valid JSON.
func check(text []byte) error {
	r := reader{b: text}
	if err := r.value(reflect.Value{}, deepest); err != nil {
		return err
	}
	return r.end()
}

// deepest is the largest depth of nested values.
const deepest = 200

type reader struct {
	b  []byte
	at int
}

// fail returns an error at the reader's position.
func (r *reader) fail(want string) error {
	got := "the end"
	if r.at < len(r.b) {
		got = strconv.Quote(string(r.b[r.at:min(r.at+20, len(r.b))]))
	}
	return fmt.Errorf("json: byte %d: expected %s, got %s", r.at, want, got)
}

// next skips white space and returns the byte after it, 0 at the end.
func (r *reader) next() byte {
	for ; r.at < len(r.b); r.at++ {
		switch c := r.b[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

func (r *reader) end() error {
	if r.next(); r.at < len(r.b) {
		return r.fail("the end")
	}
	return nil
}

// value decodes one value into v, or skips it if v is invalid.
func (r *reader) value(v reflect.Value, depth int) error {
	c := r.next()
	if depth == 0 {
		return r.fail("fewer nested values")
	}
	if v.IsValid() {
		switch {
		case c == 'n':
			switch v.Kind() {
			case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map:
				v.SetZero()
			}
			return r.word("null")
		case v.Kind() == reflect.Pointer:
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			return r.value(v.Elem(), depth)
		case v.CanAddr() && reflect.PointerTo(v.Type()).NumMethod() > 0:
			if u, ok := v.Addr().Interface().(Reader); ok {
				from := r.at
				if err := r.value(reflect.Value{}, depth); err != nil {
					return err
				}
				return u.ReadJSON(r.b[from:r.at])
			}
		}
		if v.Kind() == reflect.Interface {
			if v.NumMethod() > 0 {
				return r.variant(v, depth)
			}
			x, err := r.any(depth)
			if err == nil {
				v.Set(reflect.ValueOf(&x).Elem())
			}
			return err
		}
	}
	switch {
	case c == '{':
		return r.object(v, depth)
	case c == '[':
		return r.list(v, depth)
	case c == '"':
		if v.IsValid() && v.Kind() != reflect.String {
			return r.fail("a value of type " + v.Type().String())
		}
		s, err := r.text(v.IsValid())
		if err == nil && v.IsValid() {
			v.SetString(s)
		}
		return err
	case c == 't' || c == 'f':
		if v.IsValid() {
			if v.Kind() != reflect.Bool {
				return r.fail("a value of type " + v.Type().String())
			}
			v.SetBool(c == 't')
		}
		if c == 't' {
			return r.word("true")
		}
		return r.word("false")
	case c == 'n':
		return r.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return r.number(v)
	}
	return r.fail("a value")
}

// any decodes one value for an interface without methods.
func (r *reader) any(depth int) (any, error) {
	switch c := r.next(); {
	case c == '{':
		var x map[string]any
		err := r.object(reflect.ValueOf(&x).Elem(), depth)
		return x, err
	case c == '[':
		var x []any
		err := r.list(reflect.ValueOf(&x).Elem(), depth)
		return x, err
	case c == '"':
		return r.text(true)
	case c == 't' || c == 'f':
		var x bool
		err := r.value(reflect.ValueOf(&x).Elem(), depth)
		return x, err
	}
	var x float64
	err := r.value(reflect.ValueOf(&x).Elem(), depth)
	return x, err
}

// variant decodes an object with one member into an interface: the member's name determines the type of the value.
func (r *reader) variant(v reflect.Value, depth int) error {
	names := variants[v.Type()]
	if names == nil {
		return unknown(v.Type())
	}
	if r.next() != '{' {
		return r.fail("a " + v.Type().String())
	}
	r.at++
	if r.next() != '"' {
		return r.fail("a name in quotes")
	}
	name, err := r.text(true)
	if err != nil {
		return err
	}
	t, ok := names[name]
	if !ok {
		return r.fail("a name of a " + v.Type().String())
	}
	if r.next() != ':' {
		return r.fail("a colon")
	}
	r.at++
	x := reflect.New(t).Elem()
	if err := r.value(x, depth-1); err != nil {
		return err
	}
	v.Set(x)
	if r.next() != '}' {
		return r.fail("}")
	}
	r.at++
	return nil
}

func (r *reader) word(w string) error {
	if len(r.b)-r.at < len(w) || string(r.b[r.at:r.at+len(w)]) != w {
		return r.fail(w)
	}
	r.at += len(w)
	return nil
}

// object decodes an object into a struct or a map.
func (r *reader) object(v reflect.Value, depth int) error {
	var list []member
	var elem reflect.Type
	switch {
	case !v.IsValid():
	case v.Kind() == reflect.Struct:
		list = membersOf(v.Type())
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		elem = v.Type().Elem()
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
	default:
		return r.fail("a value of type " + v.Type().String())
	}
	r.at++
	if r.next() == '}' {
		r.at++
		return nil
	}
	for {
		if r.next() != '"' {
			return r.fail("a name in quotes")
		}
		name, err := r.text(v.IsValid())
		if err != nil {
			return err
		}
		if r.next() != ':' {
			return r.fail("a colon")
		}
		r.at++
		if elem != nil {
			x := reflect.New(elem).Elem()
			if err := r.value(x, depth-1); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), x)
		} else if err := r.value(field(v, list, name), depth-1); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.at++
		case '}':
			r.at++
			return nil
		default:
			return r.fail("a comma or }")
		}
	}
}

// field returns the field of a struct for a member, or an invalid value. A struct's own fields take precedence over
// those of embedded ones.
func field(v reflect.Value, list []member, name string) reflect.Value {
	for _, m := range list {
		if m.flat == nil && m.name == name {
			return v.Field(m.at)
		}
	}
	for _, m := range list {
		if m.flat != nil {
			if f := field(v.Field(m.at), m.flat, name); f.IsValid() {
				return f
			}
		}
	}
	return reflect.Value{}
}

// list decodes a list into a slice or an array. Missing elements of an array become zero, and additional ones are
// skipped.
func (r *reader) list(v reflect.Value, depth int) error {
	slice := false
	if v.IsValid() {
		switch slice = v.Kind() == reflect.Slice; {
		case slice:
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		case v.Kind() == reflect.Array:
			v.SetZero()
		default:
			return r.fail("a value of type " + v.Type().String())
		}
	}
	r.at++
	if r.next() == ']' {
		r.at++
		return nil
	}
	for i := 0; ; i++ {
		var x reflect.Value
		if slice {
			if i == v.Cap() {
				v.Grow(1)
			}
			v.SetLen(i + 1)
		}
		if v.IsValid() && i < v.Len() {
			x = v.Index(i)
		}
		if err := r.value(x, depth-1); err != nil {
			return err
		}
		switch r.next() {
		case ',':
			r.at++
		case ']':
			r.at++
			return nil
		default:
			return r.fail("a comma or ]")
		}
	}
}

func (r *reader) digits() bool {
	from := r.at
	for r.at < len(r.b) && r.b[r.at]-'0' <= 9 {
		r.at++
	}
	return r.at > from
}

// is skips a byte if it is one of two.
func (r *reader) is(a, b byte) bool {
	if r.at < len(r.b) && (r.b[r.at] == a || r.b[r.at] == b) {
		r.at++
		return true
	}
	return false
}

func (r *reader) number(v reflect.Value) error {
	from := r.at
	r.is('-', '-')
	if !r.is('0', '0') && !r.digits() || r.is('.', '.') && !r.digits() {
		return r.fail("a digit")
	}
	if r.is('e', 'E') {
		r.is('+', '-')
		if !r.digits() {
			return r.fail("a digit of the exponent")
		}
	}
	if !v.IsValid() {
		return nil
	}
	s := string(r.b[from:r.at])
	var err error
	switch k := v.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(s, 10, v.Type().Bits())
		v.SetInt(n)
	case k >= reflect.Uint && k <= reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(s, 10, v.Type().Bits())
		v.SetUint(n)
	case k == reflect.Float32 || k == reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(s, v.Type().Bits())
		v.SetFloat(x)
	default:
		r.at = from
		return r.fail("a value of type " + v.Type().String())
	}
	if err != nil {
		r.at = from
		return r.fail("a number of a " + v.Type().String())
	}
	return nil
}

// text decodes a quoted text. Invalid UTF-8, and half a surrogate pair, become U+FFFD. Unwanted texts are only skipped:
// most of the page's offer is text that is not needed yet.
func (r *reader) text(wanted bool) (string, error) {
	r.at++
	from := r.at
	var b []byte // set once the text differs from its encoding
	for r.at < len(r.b) {
		switch c := r.b[r.at]; {
		case c == '"':
			s := ""
			if wanted {
				s = string(b) + string(r.b[from:r.at])
			}
			r.at++
			return s, nil
		case c < ' ':
			return "", r.fail("a character of a text")
		case c == '\\':
			b = append(b, r.b[from:r.at]...)
			r.at++
			x, err := r.escaped()
			if err != nil {
				return "", err
			}
			b = utf8.AppendRune(b, x)
			from = r.at
		case c < utf8.RuneSelf:
			r.at++
		default:
			x, n := utf8.DecodeRune(r.b[r.at:])
			if x == utf8.RuneError && n == 1 {
				b = utf8.AppendRune(append(b, r.b[from:r.at]...), x)
				from = r.at + 1
			}
			r.at += n
		}
	}
	return "", r.fail("a closing quote")
}

// escaped decodes the character after a backslash.
func (r *reader) escaped() (rune, error) {
	if r.at == len(r.b) {
		return 0, r.fail("a character after a backslash")
	}
	c := r.b[r.at]
	r.at++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		x, err := r.hex()
		if err != nil || !utf16.IsSurrogate(x) {
			return x, err
		}
		if at := r.at; r.is('\\', '\\') && r.is('u', 'u') {
			if y, err := r.hex(); err == nil {
				if x = utf16.DecodeRune(x, y); x != utf8.RuneError {
					return x, nil
				}
			}
			r.at = at // the next escape is separate
		} else {
			r.at = at
		}
		return utf8.RuneError, nil
	}
	r.at--
	return 0, r.fail(`one of " \ / b f n r t u after a backslash`)
}

func (r *reader) hex() (rune, error) {
	if len(r.b)-r.at >= 4 {
		if n, err := strconv.ParseUint(string(r.b[r.at:r.at+4]), 16, 32); err == nil {
			r.at += 4
			return rune(n), nil
		}
	}
	return 0, r.fail("four hexadecimal digits")
}
