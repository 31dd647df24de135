package method_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The guide docs/optional-interfaces.md lists the optional interfaces of this package under the files that hold them,
// and says how many there are. Interfaces in other files are not optional interfaces of models.
func TestGuideListsInterfaces(t *testing.T) {
	text, err := os.ReadFile("../docs/optional-interfaces.md")
	if err != nil {
		t.Fatal(err)
	}
	said, file := map[string][]string{}, ""
	of := regexp.MustCompile("^\\| \\*\\*`method/(\\w+\\.go)`\\*\\* \\|")
	row := regexp.MustCompile("^\\| `(\\w+)` \\| .+ \\|$")
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := of.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if m := row.FindStringSubmatch(line); m != nil && file != "" {
			said[file] = append(said[file], m[1])
		} else if line == "" {
			file = ""
		}
	}
	none := []string{"Model", "Job", "Watched", "Kind"} // all models implement the first; the others are not about models
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var held []string
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				s := s.(*ast.TypeSpec)
				if _, is := s.Type.(*ast.InterfaceType); is && s.Name.IsExported() && !slices.Contains(none, s.Name.Name) {
					held = append(held, s.Name.Name)
				}
			}
		}
		slices.Sort(held)
		slices.Sort(said[name])
		if !slices.Equal(held, said[name]) {
			t.Errorf("%s has %v, and the guide lists %v there", name, held, said[name])
		}
		sum += len(held)
	}
	if !strings.Contains(string(text), "There are "+strconv.Itoa(sum)+" optional interfaces") {
		t.Errorf("the guide counts other than %d optional interfaces", sum)
	}
}
