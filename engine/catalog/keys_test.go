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

	"pointscape/engine/picture"
)

// The packages whose keys a session adds to the pictures of models.
var adding = []string{"assess", "kernelview", "session"}

// What a session adds to a model's picture has keys that begin with picture.Added, and no model has such keys, so that
// the session, which asks itself first what a key stands for, never hides a shape of the model.
func TestNoModelHasKeysOfTheSession(t *testing.T) {
	added, models := map[string]string{}, 0
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
			begins := beginning(n)
			if begins == nil {
				return true
			}
			rest, ok := afterAdded(begins)
			at := set.Position(begins.Pos())
			switch {
			case !slices.Contains(adding, dir):
				text, _ := begins.(*ast.BasicLit)
				if models++; ok || text != nil && strings.HasPrefix(text.Value, `"`+picture.Added) {
					t.Errorf("%v: a model has keys that begin like those of the session", at)
				}
			case !ok:
				t.Errorf("%v: keys of the session begin without picture.Added", at)
			case rest == "":
			case added[rest] != "":
				t.Errorf("%v: keys begin like those of %s", at, added[rest])
			default:
				added[rest] = at.String()
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(added) < 8 || models < 30 {
		t.Errorf("found %d kinds of keys of the session and %d of models", len(added), models)
	}
}

// beginning returns the expression with which the keys begin that n declares, a KeyKind or bins; nil = it declares
// none.
func beginning(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if called(n.Type) == "KeyKind" {
			for _, e := range n.Elts {
				if e, ok := e.(*ast.KeyValueExpr); ok && called(e.Key) == "Begins" {
					return e.Value
				}
			}
		}
	case *ast.CallExpr:
		if called(n.Fun) == "NewBins" {
			return n.Args[0]
		}
	}
	return nil
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

// afterAdded returns the text that an expression adds to picture.Added; "" = it is computed. ok is false for any other
// expression.
func afterAdded(e ast.Expr) (rest string, ok bool) {
	sum, ok := e.(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || called(sum.X) != "Added" {
		return "", false
	}
	if text, is := sum.Y.(*ast.BasicLit); is {
		return text.Value, true
	}
	return "", true
}
