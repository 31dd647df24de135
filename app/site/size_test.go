package site

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Budgets in bytes, by brotli: what a visitor's line has to carry.
const (
	appBudget    = 2_000_000
	engineBudget = 1_500_000
)

func TestSizeBudget(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(context.Background(), root, AppPackage, EnginePackage)
	if err != nil {
		t.Fatal(err)
	}
	// The toolchain's table of source lines is where it was looked for.
	if !bytes.Contains(p.Engine, []byte("main.(*worker).serve")) || bytes.Contains(p.Engine, []byte("pointscape/engine/worker/main.go")) {
		t.Error("engine.wasm should name its functions, but no source files")
	}
	s, err := New(p, Options{
		Web:     filepath.Join(root, "web"),
		Exec:    filepath.Join(root, "wasm_exec.js"),
		Quality: Best,
		Cache:   filepath.Join(root, ".build"),
	})
	if err != nil {
		t.Fatal(err)
	}
	budget := map[string]int{"app.wasm": appBudget, "engine.wasm": engineBudget}
	for _, f := range s.Sizes() {
		limit, ok := budget[f.Path]
		if !ok {
			continue
		}
		t.Logf("%s: %d bytes, %d by brotli, %d by gzip", f.Path, f.Raw, f.Brotli, f.Gzip)
		if f.Brotli > limit {
			t.Errorf("%s takes %d bytes by brotli; its budget is %d", f.Path, f.Brotli, limit)
		}
	}
}

// What keeps app.wasm small: it has none of the algorithms, and none of the
// large packages of the standard library by our own doing.
func TestAppImports(t *testing.T) {
	list, err := goCommand(context.Background(), filepath.Join("..", ".."), []string{"GOOS=js", "GOARCH=wasm"},
		"list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, AppPackage)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(list) {
		imports := strings.Fields(line)
		name := imports[0]
		if engine, ok := strings.CutPrefix(name, "pointscape/engine/"); ok {
			family, _, _ := strings.Cut(engine, "/")
			shared := slices.Contains([]string{"doc", "method", "picture", "wire"}, family) || engine == "worker/canvas2d"
			if !shared {
				t.Errorf("the page's program imports %s, which belongs to the engine", name)
			}
		}
		if strings.HasPrefix(name, "gonum.org/") {
			t.Errorf("the page's program imports %s", name)
		}
		if strings.HasPrefix(name, "pointscape/") {
			for _, large := range []string{"net/http", "text/template", "html/template", "regexp", "os/exec"} {
				if slices.Contains(imports[1:], large) {
					t.Errorf("%s imports %s", name, large)
				}
			}
		}
	}
}
