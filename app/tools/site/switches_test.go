package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestFastPaths(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("app/fast.go", "package app\n\nconst fastFrame = true\n")
	write("engine/b/c/fast.go", "package c\n\nconst (\n\t// above\n\tfastTwo = true // beside\n\tfastOne = true\n)\n")
	write("engine/b/slow.go", "package b\n\nconst slow = false\n")
	list, err := FastPaths(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []FastPath{{"app.fastFrame", ""}, {"engine/b/c.fastOne", ""}, {"engine/b/c.fastTwo", "beside"}}
	if !slices.Equal(list, want) {
		t.Error(list)
	}

	replaced, err := switchable(root, t.TempDir(), switchboard)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"engine/b/c/fast.go":          "package c\n\nvar (\n\t// above\n\tfastTwo = true // beside\n\tfastOne = true\n)\n",
		"engine/b/c/fast_switches.go": `fastpath.Add("engine/b/c.fastTwo", &fastTwo)`,
		"app/fast.go":                 "var fastFrame = true",
		"engine/fastpath/fastpath.go": "package fastpath",
	} {
		text, err := os.ReadFile(replaced[filepath.Join(root, filepath.FromSlash(name))])
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}

	write("engine/b/fast.go", "package b\n\nconst fastNone = false\n")
	if _, err := FastPaths(root); err == nil {
		t.Error("a fast path that is off is no error")
	}
}
