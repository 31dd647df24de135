package json

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unmarshal decodes JSON into what v points to. Members of objects without a field are skipped; null only changes
// pointers, interfaces, slices and maps. The text is checked while it is decoded: after an error v may have been
// changed partly.
func Unmarshal(text []byte, v any) error { return UnmarshalString(string(text), v) }

// UnmarshalString is Unmarshal of a string.
func UnmarshalString(text string, v any) error {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return errors.New("json: the target must be a non-nil pointer")
	}
	r := reader{Scanner{Text: text}}
	if err := r.value(p.Elem(), deepest); err != nil {
		return err
	}
	return r.end()
}

// check returns an error if a text is not valid JSON.
func check(text []byte) error {
	r := reader{Scanner{Text: string(text)}}
	if err := r.value(reflect.Value{}, deepest); err != nil {
		return err
	}
	return r.end()
}

// deepest is the largest depth of nested values.
const deepest = 200

type reader struct{ Scanner }

// fail returns an error at the reader's position.
func (r *reader) fail(want string) error {
	got := "the end"
	if r.At < len(r.Text) {
		got = strconv.Quote(r.Text[r.At:min(r.At+20, len(r.Text))])
	}
	return fmt.Errorf("json: byte %d: expected %s, got %s", r.At, want, got)
}

// found returns the error of what the Scanner wants, nil if it is "".
func (r *reader) found(want string) error {
	if want == "" {
		return nil
	}
	return r.fail(want)
}

func (r *reader) end() error {
	if r.Next(); r.At < len(r.Text) {
		return r.fail("the end")
	}
	return nil
}

// value decodes one value into v, or skips it if v is invalid.
func (r *reader) value(v reflect.Value, depth int) error {
	c := r.Next()
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
			return r.found(r.Word("null"))
		case v.Kind() == reflect.Pointer:
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			return r.value(v.Elem(), depth)
		case v.CanAddr() && reflect.PointerTo(v.Type()).NumMethod() > 0:
			if u, ok := v.Addr().Interface().(Reader); ok {
				from := r.At
				if err := r.value(reflect.Value{}, depth); err != nil {
					return err
				}
				return u.ReadJSON([]byte(r.Text[from:r.At]))
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
			v.SetString(strings.Clone(s)) // the whole text need not be kept
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
			return r.found(r.Word("true"))
		}
		return r.found(r.Word("false"))
	case c == 'n':
		return r.found(r.Word("null"))
	case c == '-' || c >= '0' && c <= '9':
		return r.number(v)
	}
	return r.fail("a value")
}

// any decodes one value for an interface without methods.
func (r *reader) any(depth int) (any, error) {
	switch c := r.Next(); {
	case c == '{':
		var x map[string]any
		err := r.object(reflect.ValueOf(&x).Elem(), depth)
		return x, err
	case c == '[':
		var x []any
		err := r.list(reflect.ValueOf(&x).Elem(), depth)
		return x, err
	case c == '"':
		s, err := r.text(true)
		return strings.Clone(s), err
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
	if r.Next() != '{' {
		return r.fail("a " + v.Type().String())
	}
	r.At++
	if r.Next() != '"' {
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
	if r.Next() != ':' {
		return r.fail("a colon")
	}
	r.At++
	x := reflect.New(t).Elem()
	if err := r.value(x, depth-1); err != nil {
		return err
	}
	v.Set(x)
	if r.Next() != '}' {
		return r.fail("}")
	}
	r.At++
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
	r.At++
	if r.Next() == '}' {
		r.At++
		return nil
	}
	for {
		if r.Next() != '"' {
			return r.fail("a name in quotes")
		}
		name, err := r.text(v.IsValid())
		if err != nil {
			return err
		}
		if r.Next() != ':' {
			return r.fail("a colon")
		}
		r.At++
		if elem != nil {
			x := reflect.New(elem).Elem()
			if err := r.value(x, depth-1); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(strings.Clone(name)).Convert(v.Type().Key()), x)
		} else if err := r.value(field(v, list, name), depth-1); err != nil {
			return err
		}
		switch r.Next() {
		case ',':
			r.At++
		case '}':
			r.At++
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
	r.At++
	if r.Next() == ']' {
		r.At++
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
		switch r.Next() {
		case ',':
			r.At++
		case ']':
			r.At++
			return nil
		default:
			return r.fail("a comma or ]")
		}
	}
}

func (r *reader) number(v reflect.Value) error {
	from := r.At
	if err := r.found(r.Number()); err != nil || !v.IsValid() {
		return err
	}
	s := r.Text[from:r.At]
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
		r.At = from
		return r.fail("a value of type " + v.Type().String())
	}
	if err != nil {
		r.At = from
		return r.fail("a number of a " + v.Type().String())
	}
	return nil
}

// text decodes a quoted text, which may share memory with the whole. Each byte that is not UTF-8 becomes U+FFFD.
// Unwanted texts are only skipped: most of the page's offer is text that is not needed yet.
func (r *reader) text(wanted bool) (string, error) {
	from := r.At
	if err := r.found(r.Quoted()); err != nil || !wanted {
		return "", err
	}
	s := Unquote(r.Text[from:r.At])
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return s, nil
}
