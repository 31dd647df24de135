package site

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// The key of a program changes with anything that it is made of, and with nothing else.
func TestKeysOfPrograms(t *testing.T) {
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
	for name, text := range map[string]string{
		"go.mod":               "module pointscape\n\ngo 1.26\n",
		"go.sum":               "",
		"app/main.go":          "package main\n\nimport _ \"pointscape/engine/svm\"\n\nfunc main() {}\n",
		"app/main_test.go":     "package main\n",
		"engine/whole/main.go": "package main\n\nimport _ \"pointscape/engine/all\"\n\nfunc main() {}\n",
		"engine/all/all.go": "package all\n\nimport (\n\t_ \"pointscape/engine/svm\"\n" +
			"\t_ \"pointscape/engine/tree\"\n)\n",
		"engine/tree/tree.go":      "package tree\n\nimport _ \"embed\"\n\n//go:embed tree.jsonl\nvar text string\n",
		"engine/tree/tree.jsonl":   "{}\n",
		"engine/svm/svm.go":        "package svm\n",
		"engine/svm/README.md":     "words\n",
		"engine/svm/testdata/a":    "1\n",
		"engine/other/other.go":    "package other\n",
		clientDir + "/client.go":   "package client\n",
		"app/tools/site/x/fr.json": "{}\n",
	} {
		write(name, text)
	}
	of := Sources{App: "./app", Engine: "./engine/whole", Without: Overlay}
	key := func(of Sources) keys {
		t.Helper()
		k, err := keysOf(context.Background(), root, of)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	was := key(of)
	if key(of) != was || was.App == "" || was.Engine == "" || was.Class != "" {
		t.Fatalf("the keys are %+v and %+v", was, key(of))
	}
	if k := key(Sources{App: of.App, Engine: of.Engine, Without: Overlay, Names: true}); k.App == was.App {
		t.Error("programs with names have the key of those without")
	}
	for _, c := range []struct {
		name, text  string
		app, engine bool // which change
	}{
		{"app/main_test.go", "package main\n\n// x\n", false, false},
		{"engine/svm/README.md", "other words\n", false, false},
		{"engine/svm/testdata/a", "2\n", false, false},
		{"engine/other/other.go", "package other\n\n// x\n", false, false},
		{"app/tools/site/x/fr.json", "[]\n", false, false},
		{"engine/tree/tree.jsonl", "{\"a\": 1}\n", false, true},
		{"engine/tree/new.go", "package tree\n", false, true},
		{"engine/svm/svm.go", "package svm\n\n// x\n", true, true},
		{"app/main.go", "package main\n\nfunc main() {}\n", true, false},
		{clientDir + "/client.go", "package client\n\n// x\n", true, true},
		{"go.mod", "module pointscape\n\ngo 1.25\n", true, true},
	} {
		write(c.name, c.text)
		now := key(of)
		if app, engine := now.App != was.App, now.Engine != was.Engine; app != c.app || engine != c.engine {
			t.Errorf("%s changes the page %v, the engine %v", c.name, app, engine)
		}
		if (now.name() != was.name()) != (c.app || c.engine) {
			t.Errorf("%s: the name of both is %s and was %s", c.name, now.name(), was.name())
		}
		was = now
	}
}

// Of programs that were compiled together, those that are made of the same are taken.
func TestAlike(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, c := range map[string]compiled{
		"a.gob": {keys{"a1", "e1", "c1"},
			Programs{App: []byte("app 1"), Engine: []byte("engine 1"), Class: []byte("class 1")}},
		"b.gob": {keys{"a2", "e2", ""}, Programs{App: []byte("app 2"), Engine: []byte("engine 2")}},
	} {
		if err := writeCompiled(filepath.Join(dir, name), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "c.gob"), []byte("not one"), 0o666); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[keys]Programs{
		{"a1", "e2", "c1"}: {App: []byte("app 1"), Engine: []byte("engine 2"), Class: []byte("class 1")},
		{"a2", "e3", ""}:   {App: []byte("app 2")},
		{"a3", "", ""}:     {},
	} {
		if got, err := alike(dir, k); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: %+v, %v, want %+v", k, got, err, want)
		}
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
		if err := writeCompiled(path, compiled{keys{App: name}, p}); err != nil {
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
	if !reflect.DeepEqual(compiled{keys{App: "c.gob"}, p}, q) {
		t.Error("what was kept is another one")
	}
}
