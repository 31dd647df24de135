package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// Core is a list of rooms and controllers and says who works with whom. What the page does
// belongs to one of them.
func TestCoreIsAList(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var methods []string
	for _, x := range files {
		if !strings.HasSuffix(x.Name(), ".go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), x.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			of := fn.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if name, ok := of.(*ast.Ident); ok && name.Name == "Core" {
				methods = append(methods, fn.Name.Name)
			}
		}
	}
	slices.Sort(methods)
	if want := []string{"Connect", "FrameAsks"}; !slices.Equal(methods, want) {
		t.Errorf("Core's methods are %v, want %v: another one is a room's or a controller's", methods, want)
	}
}
