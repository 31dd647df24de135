// Package json writes and reads Go's values as JSON by reflection, as encoding/json
// does, in a tenth of its code: the page holds this one. It knows what the messages
// between page and worker are made of, and says so of anything else:
//
//   - bool, integers, floats (no NaN, no infinity), strings, pointers, interfaces,
//     slices, arrays, maps from strings, and structs, whose embedded ones lie flat;
//   - the tags `json:"name,omitempty"` and `json:"-"`;
//   - interfaces with methods, whose types have names (Variants);
//   - RawMessage, Marshaler and Reader.
//
// It differs from encoding/json in this: names of members must be the same in upper
// and lower case, <, > and & are written as they are, and a slice of bytes that is no
// RawMessage is a list of numbers.
package json

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// RawMessage is JSON that is kept as it was written. It is one for encoding/json, too.
type RawMessage []byte

// MarshalJSON implements Marshaler.
func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

// ReadJSON implements Reader.
func (m *RawMessage) ReadJSON(b []byte) error {
	*m = append((*m)[:0], b...)
	return nil
}

// UnmarshalJSON implements encoding/json's Unmarshaler.
func (m *RawMessage) UnmarshalJSON(b []byte) error { return m.ReadJSON(b) }

// Marshaler is a value that writes itself.
type Marshaler interface {
	MarshalJSON() ([]byte, error)
}

// Reader is a value that reads itself. Its method is not that of encoding/json, which would link
// what reads a time.Time into each program.
type Reader interface {
	ReadJSON([]byte) error
}

// member is a field of a struct as a member of an object.
type member struct {
	name string
	omit bool     // when empty
	at   int      // of the fields
	flat []member // of an embedded struct, whose members lie among the others
}

var known sync.Map // list of members by reflect.Type

// membersOf returns the members of a type of structs.
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

// variants are the types of the values of an interface, by name.
var variants = map[reflect.Type]map[string]reflect.Type{}

// Variants says by which names the values of an interface are written: as an object with one member, which has the
// name. The types are no pointers. It is called before anything is written or read, by init.
func Variants[T any](list map[string]T) {
	names := map[string]reflect.Type{}
	for name, v := range list {
		names[name] = reflect.TypeOf(v)
	}
	variants[reflect.TypeFor[T]()] = names
}

func unknown(t reflect.Type) error { return fmt.Errorf("json: the type %s has no JSON", t) }
