//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"os"
	"path/filepath"
	"strings"

	"pointscape/app/tools/lines/width"
)

// tables are the packages with tables that a method may need an entry in.
var tables = []string{"engine/catalog", "engine/python"}

// written returns what is wrong with how the files of the method are written: Go files of its package and of those with
// tables, its examples, its record, and translations. Nothing is compiled for it.
func (c *checks) written() (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	each := func(pattern string, check func(name string, text []byte)) {
		paths, err := filepath.Glob(filepath.Join(c.root, filepath.FromSlash(pattern)))
		if err != nil {
			say("%v", err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				say("%v", err)
				continue
			}
			name, err := filepath.Rel(c.root, path)
			if err != nil {
				name = path
			}
			check(filepath.ToSlash(name), text)
		}
	}
	goFile := func(name string, text []byte) {
		formatted, err := format.Source(text)
		var list scanner.ErrorList
		switch {
		case errors.As(err, &list):
			for _, e := range list {
				say("%s:%d:%d: %s", name, e.Pos.Line, e.Pos.Column, e.Msg)
			}
			return
		case err != nil:
			say("%s: %v", name, err)
			return
		case !bytes.Equal(formatted, text):
			say("%s is not formatted by gofmt", name)
		}
		for _, n := range width.Over(text) {
			say("%s:%d: the line has more than %d characters", name, n, width.Most)
		}
	}
	each(c.home+"/*.go", goFile)
	for _, dir := range tables {
		each(dir+"/*.go", goFile)
	}
	each(c.home+"/"+c.id+".jsonl", func(name string, text []byte) {
		for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
			var d struct{ Method string }
			if err := json.Unmarshal(line, &d); err != nil {
				_, column := inJSON(line, err)
				say("%s:%d:%d: %v", name, i+1, column, err)
			} else if d.Method != c.id {
				say("%s:%d: the document is of the method %q, not %q", name, i+1, d.Method, c.id)
			}
		}
	})
	whole := func(name string, text []byte) {
		var x any
		if err := json.Unmarshal(text, &x); err != nil {
			line, column := inJSON(text, err)
			say("%s:%d:%d: %v", name, line, column, err)
		}
	}
	each("app/tools/site/languages/*/*.json", whole)
	each("engine/python/testdata/without/"+c.id+".json", whole)
	return faults
}

// inJSON returns the line and the column at which a text is no valid JSON.
func inJSON(text []byte, err error) (line, column int) {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	at := len(text)
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	before := string(text[:min(at, len(text))])
	return strings.Count(before, "\n") + 1, len(before) - (strings.LastIndex(before, "\n") + 1)
}
