//go:build !(js && wasm)

package ui

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

func TestElements(t *testing.T) {
	for _, c := range []struct {
		x    app.UI
		want string
	}{
		{el("p"), `<p></p>`},
		{el("p|$ of $", "1", "2"), `<p>1 of 2</p>`},
		{el("p|a = b.c|d"), `<p>a = b.c|d</p>`},
		{el("p.a.b"), `<p class="a b"></p>`},
		{el("p class='a $'", ""), `<p class="a"></p>`},
		{el("p#x|$", "$"), `<p id="x">$</p>`},
		{el("p hidden"), `<p hidden></p>`},
		{el("p title='Back to $, at once'", "a | b"), `<p title="Back to a | b, at once"></p>`},
		{el("p title=''"), `<p title></p>`},
		{with(el("p.a"), ".b"), `<p class="a b"></p>`},
		{with(el("input"), "max=$", "3"), `<input max="3">`},
		{box("p", nil, el("hr"), nil), `<p><hr></p>`},
	} {
		if got := app.HTMLString(c.x); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// Every line has an argument for each $, and every argument its $.
func TestLinesHaveTheirArguments(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, name := range files {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, _ := call.Fun.(*ast.Ident)
			if f == nil || !slices.Contains([]string{"el", "with", "box"}, f.Name) {
				return true
			}
			args := call.Args
			if f.Name == "with" {
				args = args[1:]
			}
			line, err := types.Eval(set, nil, token.NoPos, types.ExprString(args[0]))
			if err != nil || line.Value == nil {
				if _, sum := args[0].(*ast.BinaryExpr); sum {
					t.Errorf("%s: a line is put together when the page runs", set.Position(n.Pos()))
				}
				return true // a variable
			}
			want := strings.Count(constant.StringVal(line.Value), "$")
			if f.Name == "box" {
				args = args[:1]
			}
			lines++
			if want != len(args)-1 {
				t.Errorf("%s: %s has %d $ and %d arguments", set.Position(n.Pos()), line.Value, want, len(args)-1)
			}
			return true
		})
	}
	if lines < 500 {
		t.Errorf("%d lines were found", lines)
	}
}
