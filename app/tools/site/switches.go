package site

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A fast path is code that is there for speed alone: the result without it is the same. Constants switch fast paths, so
// that the switches cost the programs nothing; they are true, and declared in a package's fast.go. Programs that are
// compiled with Sources.Switches have variables instead, by an overlay, so that fast paths can be measured.

// fastFile is the name of the files that declare switches.
const fastFile = "fast.go"

// FastPath is the switch of a fast path.
type FastPath struct {
	Name  string // as engine/kernel.fastTable
	About string // the comment beside it
}

// FastPaths returns all switches of the project at root, ordered by name.
func FastPaths(root string) (list []FastPath, err error) {
	files, err := fastFiles(root)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		list = append(list, f.switches...)
	}
	slices.SortFunc(list, func(a, b FastPath) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// switchFile is a parsed fast.go.
type switchFile struct {
	path     string
	text     []byte
	pkg      string
	consts   []int // offsets of the word const before switches
	switches []FastPath
}

func fastFiles(root string) (list []switchFile, err error) {
	for _, top := range []string{"engine", "app"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.Name() != fastFile {
				return err
			}
			rel, err := filepath.Rel(root, filepath.Dir(name))
			if err != nil {
				return err
			}
			f, err := readFast(name, filepath.ToSlash(rel))
			list = append(list, f)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readFast reads the switches of the file with the given name in the package at dir.
func readFast(name, dir string) (f switchFile, err error) {
	if f.text, err = os.ReadFile(name); err != nil {
		return f, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, f.text, parser.ParseComments)
	if err != nil {
		return f, err
	}
	f.path, f.pkg = name, tree.Name.Name
	for _, decl := range tree.Decls {
		g, ok := decl.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue // what belongs to the switches
		}
		f.consts = append(f.consts, set.Position(g.Pos()).Offset)
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if len(v.Names) != 1 || len(v.Values) != 1 {
				return f, fmt.Errorf("%s: one constant a line", name)
			}
			if value, ok := v.Values[0].(*ast.Ident); !ok || value.Name != "true" {
				return f, fmt.Errorf("%s: %s is not true", name, v.Names[0].Name)
			}
			f.switches = append(f.switches, FastPath{dir + "." + v.Names[0].Name, strings.TrimSpace(v.Comment.Text())})
		}
	}
	return f, nil
}

// PlainTests writes to dir what makes the go command compile tests whose fast paths can be switched off, and returns
// the flag. Such a test runs without the fast paths that the variable of the environment PlainPaths names, with spaces
// between them.
func PlainTests(root, dir string) (flag string, err error) {
	files, err := switchable(root, dir, testboard)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return "-overlay=" + name, os.WriteFile(name, text, 0o666)
}

// PlainPaths is read by programs that are compiled with the flag of PlainTests.
const PlainPaths = "POINTSCAPE_PLAIN"

// switchable writes files to dir that replace those of the project at root, so that its fast paths can be switched by a
// package fastpath with the text of board. It returns the new files by the names of those that they replace.
func switchable(root, dir, board string) (map[string]string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	files, err := fastFiles(root)
	if err != nil {
		return nil, err
	}
	replaced := map[string]string{}
	put := func(at, text string) error {
		name := filepath.Join(dir, fmt.Sprintf("switch-%d.go", len(replaced)))
		replaced[at] = name
		return os.WriteFile(name, []byte(text), 0o666)
	}
	for _, f := range files {
		text := string(f.text)
		for _, at := range slices.Backward(f.consts) {
			text = text[:at] + "var" + text[at+len("const"):]
		}
		if err := put(f.path, text); err != nil {
			return nil, err
		}
		added := "package " + f.pkg + "\n\nimport \"pointscape/engine/fastpath\"\n\nfunc init() {\n"
		for _, s := range f.switches {
			added += fmt.Sprintf("\tfastpath.Add(%s, &%s)\n", strconv.Quote(s.Name), path.Ext(s.Name)[1:])
		}
		if err := put(filepath.Join(filepath.Dir(f.path), "fast_switches.go"), added+"}\n"); err != nil {
			return nil, err
		}
	}
	return replaced, put(filepath.Join(root, "engine", "fastpath", "fastpath.go"), board)
}

// switchboard is a package that only such programs have. All fast paths are on but the one that pointscapeSlow names
// when a program starts, and then the one that the last message of a channel names. Who has it answers.
const switchboard = `package fastpath

import (
	"strings"
	"syscall/js"
)

var switches = map[string]*bool{}

func Add(name string, on *bool) {
	switches[name] = on
	*on = name != off
}

var off string

func init() {
	if name := js.Global().Get("pointscapeSlow"); name.Type() == js.TypeString {
		off = name.String()
	}
	channel := js.Global().Get("BroadcastChannel").New("fast paths")
	channel.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		to := args[0].Get("data").String()
		if strings.HasPrefix(to, "switched ") {
			return nil // the answer of another program
		}
		off = to
		for name, on := range switches {
			*on = name != off
		}
		if _, ok := switches[off]; ok || off == "" {
			channel.Call("postMessage", "switched "+off)
		}
		return nil
	}))
}
`

// testboard is the same package for tests: nothing is switched while they run.
const testboard = `package fastpath

import (
	"os"
	"slices"
	"strings"
)

var off = strings.Fields(os.Getenv("` + PlainPaths + `"))

func Add(name string, on *bool) { *on = !slices.Contains(off, name) }
`
