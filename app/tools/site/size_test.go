package site

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
)

// A file close to its budget gives a warning, and a missing file an error.
func TestWeigh(t *testing.T) {
	budgets := []Budget{{"a", 1000}, {"b", 1000}, {"c", 1000}, {"d", 1000}, {"e", 1000}}
	near, over := Weigh([]Size{{Path: "a", Brotli: 949}, {Path: "b", Brotli: 950}, {Path: "c", Brotli: 999},
		{Path: "d", Brotli: 1000}}, budgets)
	if len(near) != 2 || !strings.HasPrefix(near[0], "b takes 950 ") || !strings.HasPrefix(near[1], "c takes 999 ") {
		t.Errorf("warned of %q", near)
	}
	if len(over) != 2 || !strings.HasPrefix(over[0], "d takes 1000 ") || over[1] != "e is missing" {
		t.Errorf("refused %q", over)
	}
}

// app/README.md lists the budgets correctly.
func TestBudgetsAreListed(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range Budgets {
		row := fmt.Sprintf("| `%s` | %s MB |\n", b.Path, strconv.FormatFloat(float64(b.Bytes)/1e6, 'f', -1, 64))
		if !strings.Contains(string(text), row) {
			t.Errorf("app/README.md has no row %s", row)
		}
	}
}

// best is the ratio of a file's size with the best compression, as built, to its size with the fast compression used
// here: the best one takes 40 times as long. Measured with a build of 1,931,907 bytes of pointscape.psm; the ratios
// vary by half a percent between programs.
var best = map[string]float64{appFile: .8522, engineFile: .8468, classFile: .8717, offerFile: .8969}

func TestSizeBudget(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	p, err := real()
	if err != nil {
		t.Fatal(err)
	}
	// The toolchain's tables were found, and source positions dropped. The function of the runtime exists only inlined
	// into others.
	if !bytes.Contains(p.Engine, []byte("worker.(*worker).serve")) ||
		bytes.Contains(p.Engine, []byte("pointscape/engine/worker/worker.go")) ||
		bytes.Contains(p.Engine, []byte("runtime.(*mspan).base\x00")) {
		t.Error("engine.psm should name the functions that are called, but no source files")
	}
	for name, program := range map[string][]byte{appFile: p.App, engineFile: p.Engine, classFile: p.Class} {
		sections, err := readSections(program)
		if err != nil || !slices.ContainsFunc(sections, func(s section) bool { return s.id == sectionStart }) {
			t.Errorf("the tables of %s are not packed: %v", name, err)
		}
	}
	// The first engine links only the methods that it offers. The example of a declaration is a text that occurs
	// nowhere else.
	for i, m := range catalog.All() {
		if bytes.Contains(p.App, []byte(m.Example)) != (i < len(catalog.First())) ||
			!bytes.Contains(p.Engine, []byte(m.Example)) || bytes.Contains(p.Class, []byte(m.Example)) {
			t.Errorf("%s is in the wrong program", m.ID)
		}
	}
	// go-app's store of states is not linked, nothing looks up methods by name, and the first engine writes no programs
	// for scikit-learn.
	for _, name := range []string{"app.(*store).Set", "python.(*Writer).Call",
		"reflect.Value.MethodByName", "time.LoadLocation"} {
		if bytes.Contains(p.App, []byte(name)) {
			t.Errorf("%s has %s", appFile, name)
		}
	}
	if !bytes.Contains(p.App, []byte("app.(*htmlElement).")) ||
		!bytes.Contains(p.Engine, []byte("python.(*Writer).Call")) {
		t.Error("this test does not see the names of methods in the page")
	}
	s, err := New(p, Options{
		Web:     filepath.Join(root, "web"),
		Exec:    filepath.Join(root, "wasm_exec.js"),
		Quality: Good,
		Cache:   filepath.Join(root, ".build"),
		Class:   "class",
	})
	if err != nil {
		t.Fatal(err)
	}
	sizes := s.Sizes()
	for i := range sizes {
		f := &sizes[i]
		if share := best[f.Path]; share > 0 {
			f.Brotli = int(share * float64(f.Brotli))
			t.Logf("%s: %d bytes, about %d by brotli, %d by gzip", f.Path, f.Raw, f.Brotli, f.Gzip)
		}
	}
	near, over := Weigh(sizes, Budgets)
	for _, what := range over {
		t.Error(what)
	}
	for _, what := range near { // shown even if the test passes (see the Makefile)
		fmt.Fprintln(os.Stderr, "warning:", what)
	}
}

// large lists packages that neither program may import: servers, ciphers, templates; JSON is engine/json.
var large = []string{"encoding/json", "encoding/xml", "encoding/gob", "net/http", "crypto", "text/template",
	"html/template", "regexp", "os/exec", "database", "mime", "log", "testing", "math/big", "go"}

func isLarge(name string, besides ...string) bool {
	return name == "net" || slices.ContainsFunc(append(besides, large...),
		func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
}

// The engine imports no large packages.
func TestEngineImports(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := goCommand(context.Background(), root, wasmEnv, "list", "-deps", Pointscape.Engine)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(list)
	for _, name := range names {
		if isLarge(name, "net", "compress/gzip") {
			t.Errorf("the engine's program imports %s", name)
		}
	}
	if !slices.Contains(names, "pointscape/engine/json") {
		t.Errorf("the engine's program has %d packages: this test does not see them", len(names))
	}
}

// The page links no large package and no algorithm. The first engine is imported only by the program's main package,
// and has its own limits.
func TestAppImports(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	flags, err := overlay(context.Background(), root, t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"list", "-deps", "-f", "{{.ImportPath}} {{.Dir}}"}, flags...)
	list, err := goCommand(context.Background(), root, wasmEnv, append(args, "./app/ui", "./app/workers")...)
	if err != nil {
		t.Fatal(err)
	}
	packages := 0
	for line := range strings.Lines(list) {
		packages++
		name, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if engine, ok := strings.CutPrefix(name, "pointscape/engine/"); ok {
			// The test of layers in engine/catalog has the same list.
			if !slices.Contains([]string{"check", "class", "course", "doc", "html", "json", "method", "picture", "wire",
				"words", "worker/canvas2d"}, engine) {
				t.Errorf("the page imports %s, which belongs to the engine", name)
			}
		}
		if isLarge(name, "gonum.org") {
			t.Errorf("the page imports %s", name)
		}
		if name == uuid && dir != filepath.Join(root, filepath.FromSlash(clientDir), "uuid") {
			t.Errorf("%s is that of %s, not ours", uuid, dir)
		}
	}
	if packages < 50 {
		t.Errorf("the page has %d packages: this test does not see them", packages)
	}
}
