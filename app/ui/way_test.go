package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// step matches a line of the list, in app/docs/path.md, of the functions that run during a drag:
//
//	n. `file: function`, reached as ...: what it does
//
// "called as `Type.Field`" says that the function before calls a field to which this function was assigned; "by ..."
// says that it is reached by a message, in a frame, and so on.
var step = regexp.MustCompile("(?m)^[0-9]+\\. `([a-z0-9_/]+\\.go): ([A-Za-z.]+)`" +
	"(?:, called as `[A-Za-z]+\\.([A-Za-z]+)`|, (by) [^:]*)?:")

// Each function of the list exists, and is called by one before it.
func TestWayOfADrag(t *testing.T) {
	text, err := os.ReadFile("../docs/path.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## The way of a drag\n")
	section, _, _ = strings.Cut(section, "\n## ")
	steps := step.FindAllStringSubmatch(section, -1)
	if lines := regexp.MustCompile(`(?m)^[0-9]+\. `).FindAllString(section, -1); !ok || len(lines) == 0 ||
		len(lines) != len(steps) {
		t.Fatalf("%d numbered lines, of which %d name a file and a function", len(lines), len(steps))
	}
	files := map[string]*ast.File{}
	called := map[string]bool{} // names that the functions so far use
	for _, s := range steps {
		path, name, field, by := s[1], s[2], s[3], s[4]
		if _, ok := files[path]; !ok {
			full := filepath.Join("..", path)
			if strings.HasPrefix(path, "engine/") {
				full = filepath.Join("../..", path)
			}
			if files[path], err = parser.ParseFile(token.NewFileSet(), full, nil, parser.SkipObjectResolution); err != nil {
				t.Fatal(err)
			}
		}
		body := function(files[path], name)
		if body == nil {
			t.Errorf("%s has no function %s", path, name)
			continue
		}
		short := name[strings.LastIndexByte(name, '.')+1:]
		switch {
		case field != "":
			if !called[field] {
				t.Errorf("%s is called as %s, which nothing before it calls", name, field)
			}
			if !given(t, field, short) {
				t.Errorf("nothing is given %s as %s", name, field)
			}
		case by == "" && len(called) > 0 && !called[short]:
			t.Errorf("nothing before it calls %s", name)
		}
		ast.Inspect(body, func(n ast.Node) bool {
			if x, ok := n.(*ast.Ident); ok {
				called[x.Name] = true
			}
			return true
		})
	}
}

// function returns the body of a function, or of a method Type.Name; nil if it does not exist.
func function(f *ast.File, name string) *ast.BlockStmt {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		full := fn.Name.Name
		if fn.Recv != nil {
			of := fn.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			full = of.(*ast.Ident).Name + "." + full
		}
		if full == name {
			return fn.Body
		}
	}
	return nil
}

// given reports whether somewhere in app a field is assigned a function with that name.
func given(t *testing.T, field, function string) (found bool) {
	t.Helper()
	text := regexp.MustCompile(`\b` + field + `:\s+[A-Za-z.]+\.` + function + `\b`)
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || found || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		found = text.Match(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
