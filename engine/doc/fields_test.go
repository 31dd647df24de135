//go:build !js

package doc

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of the pages of the format")

// described are the objects of a document, by the names of their tables in the pages.
var described = []struct {
	name, page string
	of         object
}{
	{"document", "documents.md", &Document{}},
	{"dataset", "documents.md", &Dataset{}},
	{"names", "documents.md", &Names{}},
	{"split", "documents.md", &Split{}},
	{"study", "documents.md", &Study{}},
	{"wall", "documents.md", &Wall{}},
	{"runs", "documents.md", &Runs{}},
	{"runs.of", "documents.md", &Run{}},
	{"annotations", "documents.md", &Annotation{}},
	{"view", "documents.md", &View{}},
	{"view.scores", "documents.md", &Scores{}},
	{"view.sweep", "documents.md", &Sweep{}},
	{"table", "tables.md", &Table{}},
	{"table.data", "tables.md", &Rows{}},
}

// The tables in engine/docs are made from the fields' lines and the comments behind or above them:
//
//	go test ./engine/doc -run TestTables -update
func TestTables(t *testing.T) {
	said := comments(t)
	for _, x := range described {
		path := filepath.Join("..", "docs", x.page)
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		mark := "<!-- " + x.name + " -->\n"
		before, rest, found := strings.Cut(string(page), mark)
		at := strings.Index(rest, "\n\n")
		if !found || at < 0 || strings.Contains(rest, mark) {
			t.Fatalf("%s has no place, or several, for the table of %s", path, x.name)
		}
		is, after := rest[:at+1], rest[at+1:]
		want := tableOf(t, x.name, x.of, said)
		if is == want {
			continue
		}
		if !*update {
			t.Errorf("%s: the table of %s is out of date:\n%s\nRun: go test ./engine/doc -run TestTables -update", path,
				x.name, want)
			continue
		}
		if err := os.WriteFile(path, []byte(before+mark+want+after), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tableOf returns the table of an object's fields.
func tableOf(t *testing.T, name string, o object, said map[string]string) string {
	f := fields{do: listing}
	o.fields(&f)
	kind := reflect.TypeOf(o).Elem().Name()
	var b strings.Builder
	b.WriteString("| field | value | what it is |\n|---|---|---|\n")
	for _, l := range f.list {
		field := l.name
		says, ok := said[kind+"."+field]
		if !ok {
			says, ok = said["recipe."+field]
		}
		if !ok {
			t.Errorf("the field %s of %s has no comment", field, kind)
		}
		value := valueOf(t, o, field)
		text := value == "a text in double quotes"
		switch {
		case l.most == 0:
		case text && l.from > 0:
			value = fmt.Sprintf("a text of %d to %d characters", l.from, l.most)
		case text:
			value = fmt.Sprintf("a text of at most %d characters", l.most)
		case strings.HasPrefix(value, "a whole number from 0 ") && l.from > 0:
			value = fmt.Sprintf("a whole number from %d to %d", l.from, l.most)
		}
		value = strings.TrimSuffix(strings.TrimSuffix(value, " in double quotes"), " in braces")
		value = strings.Replace(value, strconv.Itoa(MaxSeed), "2^53", 1)
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", field, value, says)
	}
	return b.String()
}

// valueOf returns what the reader wants a field to be.
func valueOf(t *testing.T, o object, field string) string {
	var err *Error
	if _, ok := o.(*Document); ok {
		text := `{"method":"m","` + field + `":null}`
		if field == "method" {
			text = `{"method":null}`
		}
		_, err = parse([]byte(text), true, nil)
	} else {
		f := fields{do: reading}
		f.read(reflect.New(reflect.TypeOf(o).Elem()).Interface().(object), "", `{"`+field+`":null}`)
		err = f.err
	}
	if err == nil {
		t.Fatalf("%s of %T may be null", field, o)
	}
	return err.Want
}

// comments returns the comments of the fields in the methods named fields, by type and name.
func comments(t *testing.T) map[string]string {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(source, []byte(") fields(f *fields")) {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		line := func(at token.Pos) int { return set.Position(at).Line }
		ends := map[int]string{} // comments by their last lines
		for _, c := range file.Comments {
			ends[line(c.End())] = strings.Join(strings.Fields(c.Text()), " ")
		}
		for _, d := range file.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Name.Name != "fields" || method.Recv == nil {
				continue
			}
			kind := method.Recv.List[0].Type
			if star, ok := kind.(*ast.StarExpr); ok {
				kind = star.X
			}
			ast.Inspect(method.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				for _, arg := range call.Args[:min(len(call.Args), 2)] {
					lit, ok := arg.(*ast.BasicLit)
					if !ok {
						continue
					}
					field, _ := strconv.Unquote(lit.Value)
					says := ends[line(call.End())]
					if says == "" {
						says = ends[line(call.Pos())-1]
					}
					if says != "" && said[kind.(*ast.Ident).Name+"."+field] == "" {
						said[kind.(*ast.Ident).Name+"."+field] = says
					}
					break
				}
				return true
			})
		}
	}
	return said
}

// Errors tell all fields of an object, and those of three objects in an order of their own.
func TestToldInOrder(t *testing.T) {
	rest := maps.Clone(inOrder)
	for _, x := range described {
		in := x.name
		if in == "document" {
			in = ""
		}
		names := slices.Sorted(slices.Values(fieldNames(x.of, in)))
		all := slices.Sorted(slices.Values(fieldNames(x.of, "all")))
		if !slices.Equal(names, all) {
			t.Errorf("%s: errors tell of %q, but the fields are %q", x.name, names, all)
		}
		delete(rest, in)
	}
	if len(rest) > 0 {
		t.Errorf("no objects are %v", rest)
	}
}
