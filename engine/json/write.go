package json

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Marshal returns a value as JSON. The error names what can't be encoded.
func Marshal(v any) ([]byte, error) { return writer{}.write(nil, reflect.ValueOf(v)) }

// AppendNull appends a value as JSON, with null for NaN and infinities, which JSON does not have. Decoding null leaves
// the target unchanged.
func AppendNull(b []byte, v any) ([]byte, error) {
	return writer{null: true}.write(b, reflect.ValueOf(v))
}

type writer struct {
	null bool // write null for NaN and infinities
}

func (w writer) write(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	k := v.Kind()
	if (k == reflect.Pointer || k == reflect.Interface) && v.IsNil() {
		return append(b, "null"...), nil
	}
	if v.Type().NumMethod() > 0 && v.CanInterface() {
		if m, ok := v.Interface().(Marshaler); ok {
			raw, err := m.MarshalJSON()
			if err == nil {
				err = check(raw)
			}
			return append(b, raw...), err
		}
	}
	switch k {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float32, reflect.Float64:
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			if w.null {
				return append(b, "null"...), nil
			}
			return b, fmt.Errorf("json: %v is not a number of JSON", x)
		}
		return strconv.AppendFloat(b, x, 'g', -1, v.Type().Bits()), nil
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Interface:
		for name, t := range variants[v.Type()] {
			if t == v.Elem().Type() {
				b, err := w.write(append(appendText(append(b, '{'), name), ':'), v.Elem())
				return append(b, '}'), err
			}
		}
		return w.write(b, v.Elem())
	case reflect.Pointer:
		return w.write(b, v.Elem())
	case reflect.Struct:
		b, _, err := w.writeMembers(append(b, '{'), v, membersOf(v.Type()), false)
		return append(b, '}'), err
	case reflect.Map:
		return w.writeMap(b, v)
	case reflect.Slice, reflect.Array:
		if k == reflect.Slice && v.IsNil() {
			return append(b, "null"...), nil
		}
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = w.write(b, v.Index(i)); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
	return b, unknown(v.Type())
}

// writeMembers appends the members of a struct; some says whether there was one before.
func (w writer) writeMembers(b []byte, v reflect.Value, list []member, some bool) ([]byte, bool, error) {
	for _, m := range list {
		f := v.Field(m.at)
		var err error
		if m.flat != nil {
			b, some, err = w.writeMembers(b, f, m.flat, some)
		} else if !m.omit || !empty(f) {
			if some {
				b = append(b, ',')
			}
			some = true
			b, err = w.write(append(appendText(b, m.name), ':'), f)
		}
		if err != nil {
			return b, some, err
		}
	}
	return b, some, nil
}

func (w writer) writeMap(b []byte, v reflect.Value) ([]byte, error) {
	if v.Type().Key().Kind() != reflect.String {
		return b, unknown(v.Type())
	}
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	names, values := []string{}, map[string]reflect.Value{}
	for it := v.MapRange(); it.Next(); {
		name := it.Key().String()
		names, values[name] = append(names, name), it.Value()
	}
	slices.Sort(names)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = w.write(append(appendText(b, name), ':'), values[name]); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// empty reports whether a member with omitempty is left out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// appendText appends a quoted text. Invalid UTF-8 becomes U+FFFD.
func appendText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029':
			b = append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
