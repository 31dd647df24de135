//go:build !js

package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The packages whose keys a session adds to the pictures of models.
var adding = []string{"assess", "kernelview", "session"}

// No model has keys that begin like those that a session adds to its picture: the session, which asks itself first what
// a key stands for, would hide the shapes of the model. Beginnings that are computed are not compared.
func TestNoModelHasKeysOfTheSession(t *testing.T) {
	added, models := map[string]string{}, map[string][]string{}
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(name, ".."+string(filepath.Separator))))
		ast.Inspect(f, func(n ast.Node) bool {
			for _, text := range beginnings(n) {
				at := set.Position(n.Pos()).String()
				switch {
				case !slices.Contains(adding, dir):
					models[text] = append(models[text], at)
				case added[text] != "":
					t.Errorf("keys begin with %s at %s and at %s", text, added[text], at)
				default:
					added[text] = at
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for text, at := range added {
		if of := models[text]; of != nil {
			t.Errorf("keys begin with %s at %s, and those of models at %v", text, at, of)
		}
	}
	if len(added) < 10 || len(models) < 25 {
		t.Errorf("found %d kinds of keys of the session and %d of models", len(added), len(models))
	}
}

// beginnings returns the texts with which the keys begin that n declares: a KeyKind, bins, or the map of those of the
// session's histograms.
func beginnings(n ast.Node) (list []string) {
	add := func(e ast.Expr) {
		if text, ok := e.(*ast.BasicLit); ok && text.Kind == token.STRING {
			list = append(list, text.Value)
		}
	}
	values := func(e ast.Expr, each func(key, value ast.Expr)) {
		if c, ok := e.(*ast.CompositeLit); ok {
			for _, e := range c.Elts {
				if e, ok := e.(*ast.KeyValueExpr); ok {
					each(e.Key, e.Value)
				}
			}
		}
	}
	switch n := n.(type) {
	case *ast.CompositeLit:
		if called(n.Type) == "KeyKind" {
			values(n, func(key, value ast.Expr) {
				if called(key) == "Begins" {
					add(value)
				}
			})
		}
	case *ast.CallExpr:
		if called(n.Fun) == "NewBins" {
			add(n.Args[0])
		}
	case *ast.ValueSpec:
		if n.Names[0].Name == "barKeys" {
			values(n.Values[0], func(_, value ast.Expr) { add(value) })
		}
	}
	return list
}

// called returns the name of a variable, type or function, without its package.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}
