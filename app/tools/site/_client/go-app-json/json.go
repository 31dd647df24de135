// Package json takes the place of encoding/json in go-app (see app/tools/site/overlay.go).
package json

import (
	"errors"

	"pointscape/engine/json"
)

var errNoIndent = errors.New("this build of go-app does not indent JSON: see app/tools/site/overlay.go")

// RawMessage is JSON that is kept as it was written.
type RawMessage = json.RawMessage

// Marshal writes a value as JSON.
func Marshal(v any) ([]byte, error) { return json.Marshal(v) }

// MarshalIndent fails: the page shows no JSON.
func MarshalIndent(any, string, string) ([]byte, error) { return nil, errNoIndent }

// Unmarshal reads JSON into what v points to.
func Unmarshal(b []byte, v any) error { return json.Unmarshal(b, v) }
