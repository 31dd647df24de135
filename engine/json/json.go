// Package json encodes and decodes Go values as JSON by reflection, as encoding/json does, with a tenth of its code,
// for the page's program. It supports the types in the messages between page and worker, and returns an error for
// anything else:
//
//   - bool, integers, floats (no NaN, no infinity), strings, pointers, interfaces, slices, arrays, maps with string
//     keys, and structs, whose embedded structs are flattened;
//   - the tags `json:"name,omitempty"` and `json:"-"`;
//   - interfaces with methods, whose types have names (Variants);
//   - RawMessage, Marshaler and Reader.
//
// It differs from encoding/json mainly in this: names of members are case-sensitive, <, > and & are not escaped, and a
// slice of bytes that is not a RawMessage is a list of numbers.
//
// The programs were built with encoding/json in its place on 30 November 2026 (Go 1.26.8). By brotli, class.psm was
// 7.3 % larger (552 kB → 592 kB), pointscape.psm 1.5 % (1953 kB → 1982 kB) and engine.psm 0.8 % (3440 kB → 3469 kB),
// without a substitute for Variants and for null in place of NaN. encoding/json/v2 needs GOEXPERIMENT=jsonv2: with it,
// class.psm was 26.7 % larger, and pointscape.psm 6.6 %. In WebAssembly (Node.js, best of 6 runs on a busy machine),
// encoding/json decoded the answer to a study of 24 runs, the largest message with 1.4 MB, in 104 ms, this package in
// 75 ms; it encoded it in 30 to 39 ms, this package in 41 ms. A document of 2,000 points took it 11 ms to decode and
// 2.3 ms to encode, and package doc 2.9 ms and 1.8 ms.
//
// A Scanner has the grammar. Package doc uses it, too: its documents need errors with lines, columns and names of
// fields, and refuse names that occur twice.
package json

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// RawMessage is JSON text that is not decoded. It works with encoding/json, too.
type RawMessage []byte

func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

func (m *RawMessage) ReadJSON(b []byte) error {
	*m = append((*m)[:0], b...)
	return nil
}

// UnmarshalJSON is ReadJSON, for encoding/json.
func (m *RawMessage) UnmarshalJSON(b []byte) error { return m.ReadJSON(b) }

// Marshaler is a value that encodes itself.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Reader is a value that decodes itself. Its method is not that of encoding/json, which would link the decoder of
// time.Time into each program.
type Reader interface {
	ReadJSON([]byte) error
}

// member is a field of a struct as a member of an object.
type member struct {
	name string
	omit bool     // if empty
	at   int      // index of the field
	flat []member // members of an embedded struct, which become members of the outer one
}

var known sync.Map // []member by reflect.Type

// membersOf returns the members of a struct type.
func membersOf(t reflect.Type) []member {
	if list, ok := known.Load(t); ok {
		return list.([]member)
	}
	var list []member
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case f.Anonymous && !tagged && f.Type.Kind() == reflect.Struct:
			if flat := membersOf(f.Type); flat != nil {
				list = append(list, member{at: i, flat: flat})
			}
		case f.PkgPath == "" && tag != "-":
			if name == "" {
				name = f.Name
			}
			list = append(list, member{name: name, omit: options == "omitempty", at: i})
		}
	}
	known.Store(t, list)
	return list
}

// variants holds the types of the values of an interface, by name.
var variants = map[reflect.Type]map[string]reflect.Type{}

// Variants registers names for the types of an interface's values. A value is encoded as an object with one member,
// which has the name. The types must not be pointers. Variants must be called by init, before anything is encoded or
// decoded.
func Variants[T any](list map[string]T) {
	names := map[string]reflect.Type{}
	for name, v := range list {
		names[name] = reflect.TypeOf(v)
	}
	variants[reflect.TypeFor[T]()] = names
}

func unknown(t reflect.Type) error { return fmt.Errorf("json: the type %s has no JSON", t) }
