//go:build !js

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// homeOf returns the directory of the package that declares the method with an id, below the project's root.
func homeOf(root, id string) (string, error) {
	engine := filepath.Join(root, "engine")
	var homes []string
	err := filepath.WalkDir(engine, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil || !declares(path, src, id) {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if rel = filepath.ToSlash(rel); !slices.Contains(homes, rel) {
			homes = append(homes, rel)
		}
		return err
	})
	switch {
	case err != nil:
		return "", err
	case len(homes) == 0:
		return "", fmt.Errorf("there is no method %q: no package of engine has a method.Info with this ID", id)
	case len(homes) > 1:
		return "", fmt.Errorf("several packages declare the method %q: %s", id, strings.Join(homes, ", "))
	}
	return homes[0], nil
}

// declares reports whether a file declares the method with an id: by an Info with the field ID, or by an assignment to
// this field. A file that is not valid Go declares what stands before its first error.
func declares(path string, src []byte, id string) (found bool) {
	quoted := strconv.Quote(id)
	if !bytes.Contains(src, []byte(quoted)) {
		return false
	}
	file, _ := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution|parser.AllErrors)
	if file == nil {
		return false
	}
	is := func(e ast.Expr) bool {
		lit, ok := e.(*ast.BasicLit)
		return ok && lit.Value == quoted
	}
	named := func(e ast.Expr, name string) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return e.Name == name
		case *ast.SelectorExpr:
			return e.Sel.Name == name
		}
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				kv, ok := e.(*ast.KeyValueExpr)
				found = found || ok && named(n.Type, "Info") && named(kv.Key, "ID") && is(kv.Value)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				at, ok := to.(*ast.SelectorExpr)
				found = found || ok && named(at, "ID") && i < len(n.Rhs) && is(n.Rhs[i])
			}
		}
		return !found
	})
	return found
}
