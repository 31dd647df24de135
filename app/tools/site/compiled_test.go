package site

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// The hash of the sources changes with anything that the programs are made of, and does not change with a test or its
// data.
func TestSourcesHash(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "app/main.go", "app/main_test.go",
		"app/tools/site/languages/fr/words.json", "engine/svm/svm.go", "engine/svm/testdata/svm.json",
		"app/e2e/testdata/standin/app/main.go"} {
		write(name, "module x\n")
	}
	of := Sources{App: "./app/e2e/testdata/standin/app"}
	sum := func(of Sources) string {
		t.Helper()
		s, err := sourcesHash(context.Background(), root, of)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	was := sum(of)
	if sum(of) != was {
		t.Fatal("the same sources have two hashes")
	}
	if sum(Sources{App: of.App, Names: true}) == was {
		t.Error("programs with names have the hash of those without")
	}
	for _, name := range []string{"app/main_test.go", "engine/svm/testdata/svm.json"} {
		write(name, "module y\n")
		if sum(of) != was {
			t.Errorf("%s is no part of the programs, and changes the hash", name)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "app/main.go", "app/tools/site/languages/fr/words.json",
		"engine/svm/svm.go", "app/e2e/testdata/standin/app/main.go", "engine/svm/new.go"} {
		write(name, "module z\n")
		now := sum(of)
		if now == was {
			t.Errorf("%s changes no hash", name)
		}
		was = now
	}
}

// Cached programs are read back unchanged, and old ones are removed.
func TestCompiledIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := programs
	p.Tongues = []Tongue{{Tag: "fr", Pages: map[string]string{"a": "b"}}}
	p.Modules = []Module{{Path: "std", In: []string{"pointscape.psm"}}}
	for i, name := range []string{"a.gob", "b.gob", "c.gob"} {
		path := filepath.Join(dir, name)
		if err := writeCompiled(path, p); err != nil {
			t.Fatal(err)
		}
		long := time.Date(2001, 2, 3+i, 0, 0, 0, 0, time.UTC)
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeOldest(dir, 2); err != nil {
		t.Fatal(err)
	}
	if _, err := readCompiled(filepath.Join(dir, "a.gob")); !os.IsNotExist(err) {
		t.Errorf("the oldest is still there: %v", err)
	}
	q, err := readCompiled(filepath.Join(dir, "c.gob"))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p, q) {
		t.Error("what was kept is another one")
	}
}
