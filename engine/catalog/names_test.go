//go:build !js

package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestNamesThatAreRead reads the source code: every parameter name that is passed to a method of method.Values, in any
// branch, is declared by a method of the same package, or, in a package that declares none, by some method.
func TestNamesThatAreRead(t *testing.T) {
	t.Parallel()
	declared := map[string]map[string]bool{"": {}}
	for _, m := range All() {
		dir := home(m)
		if declared[dir] == nil {
			declared[dir] = map[string]bool{}
		}
		for _, p := range m.Params {
			declared[dir][p.Name], declared[""][p.Name] = true, true
		}
	}
	read := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		dir, err := filepath.Rel("..", filepath.Dir(path))
		if err != nil {
			return err
		}
		names := declared[filepath.ToSlash(dir)]
		if names == nil {
			names = declared[""]
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for at, name := range asked(file) {
			read++
			if !names[name] {
				t.Errorf("%s: parameter %q is read, and declared nowhere in %s", set.Position(at), name, dir)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if read < 100 {
		t.Errorf("only %d names were found: is it still called method.Values?", read)
	}
}

// asked finds the names that a file passes to method.Values: literals in calls of its methods.
func asked(file *ast.File) map[token.Pos]string {
	names := map[token.Pos]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		args := call.Args
		switch f.Sel.Name {
		case "Float", "Int", "Bool", "String", "Floats":
			if len(args) != 1 {
				return true
			}
		case "With":
			if len(args) != 2 {
				return true
			}
			args = args[:1]
		case "Equal":
			if len(args) < 2 {
				return true
			}
			args = args[1:]
		default:
			return true
		}
		for _, a := range args {
			if lit, ok := a.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					names[lit.Pos()] = s
				}
			}
		}
		return true
	})
	return names
}

// TestAsked checks that misspelt names are found, too.
func TestAsked(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f(v, w method.Values) {
	if v.String("a") == "x" && v.Equal(w, "b", "c") { v.With("d", "e").Float("f") }
	if x.Equal("g") { x.String("h", 1) }
}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, name := range asked(file) {
		all[name] = true
	}
	if want := map[string]bool{"a": true, "b": true, "c": true, "d": true, "f": true}; !reflect.DeepEqual(all, want) {
		t.Errorf("found %v", all)
	}
}
