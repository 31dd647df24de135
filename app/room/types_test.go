//go:build !(js && wasm)

package room

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// No type has more methods, and no struct more pointers to other structs of app, than a reader can hold in mind.
const (
	mostMethods  = 60
	mostPointers = 15
)

// TestTypesAreSmall counts the methods of each type of app, with those that it gets by embedding, and the pointers of
// each struct to other structs of app. Tests and tools don't count, nor what is for the browser alone.
func TestTypesAreSmall(t *testing.T) {
	t.Parallel()
	from := &sources{t: t, known: map[string]*types.Package{}}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if slices.Contains([]string{"tools", "e2e", "testdata", "docs", "courses"}, d.Name()) {
			return fs.SkipDir
		}
		if files, _ := filepath.Glob(filepath.Join(path, "*.go")); len(files) == 0 || path == ".." {
			return nil
		}
		pkg, err := from.Import(ours + filepath.ToSlash(strings.TrimPrefix(path, "../")))
		if err != nil {
			t.Error(err)
			return nil
		}
		for _, name := range pkg.Scope().Names() {
			of, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || of.IsAlias() {
				continue
			}
			methods, pointers := 0, 0
			set := types.NewMethodSet(types.NewPointer(of.Type()))
			for i := range set.Len() {
				if set.At(i).Obj().Pkg() != nil && strings.HasPrefix(set.At(i).Obj().Pkg().Path(), "pointscape/app/") {
					methods++ // methods of go-app's Compo do not count
				}
			}
			if s, ok := of.Type().Underlying().(*types.Struct); ok {
				pointers = pointersOf(s)
			}
			if methods > mostMethods || pointers > mostPointers {
				t.Errorf("%s.%s has %d methods and %d pointers to other structs of app; at most %d and %d", pkg.Name(), name,
					methods, pointers, mostMethods, mostPointers)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

const ours = "pointscape/app/"

// sources imports packages of app from their sources, and others as the go command has compiled them: their own sources
// would take ten times as long.
type sources struct {
	t     *testing.T
	known map[string]*types.Package
	files token.FileSet
	rest  types.Importer
}

func (s *sources) Import(path string) (*types.Package, error) {
	if s.rest == nil {
		out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "../...").Output()
		if err != nil {
			s.t.Fatal(err)
		}
		compiled := map[string]string{}
		for line := range strings.Lines(string(out)) {
			path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
			compiled[path] = file
		}
		s.rest = importer.ForCompiler(&s.files, "gc", func(path string) (io.ReadCloser, error) {
			return os.Open(compiled[path])
		})
	}
	if !strings.HasPrefix(path, ours) {
		return s.rest.Import(path)
	}
	if p := s.known[path]; p != nil {
		return p, nil
	}
	of, err := build.ImportDir(filepath.Join("..", filepath.FromSlash(strings.TrimPrefix(path, ours))), 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range of.GoFiles {
		f, err := parser.ParseFile(&s.files, filepath.Join(of.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: s, IgnoreFuncBodies: true}
	s.known[path], err = config.Check(path, &s.files, files, nil)
	return s.known[path], err
}

// pointersOf counts the fields that point to a struct of app, with those of embedded structs.
func pointersOf(s *types.Struct) (n int) {
	for f := range s.Fields() {
		if inner, ok := f.Type().Underlying().(*types.Struct); ok && f.Embedded() {
			n += pointersOf(inner)
			continue
		}
		p, ok := f.Type().(*types.Pointer)
		if !ok {
			continue
		}
		if to, ok := p.Elem().(*types.Named); ok && to.Obj().Pkg() != nil {
			if _, ok := to.Underlying().(*types.Struct); ok && strings.HasPrefix(to.Obj().Pkg().Path(), "pointscape/app/") {
				n++
			}
		}
	}
	return n
}
