//go:build !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong with files is told with its place, without compiling them.
func TestWritten(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"engine/neighbors/knn.go":                 "package neighbors\n\nvar x = 1 //" + strings.Repeat(" long", 30) + "\n",
		"engine/neighbors/flat.go":                "package neighbors\nvar  x = 1\n",
		"engine/neighbors/broken.go":              "package neighbors\n\nfunc f() {\n",
		"engine/neighbors/knn.jsonl":              "{\"method\": \"knn\"}\n{\"method\": \"svm\"}\n{\"method\": \"knn\",}\n",
		"engine/neighbors/other.jsonl":            "not of this method",
		"engine/catalog/catalog.go":               "package catalog\n",
		"app/tools/site/languages/fr/knn.json":    "{\n \"a\": \"b\"\n \"c\": \"d\"\n}\n",
		"engine/python/testdata/without/knn.json": "{\"why\": \"\"}",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := newChecks("knn", "engine/neighbors", root, &strings.Builder{}, nil)
	got := strings.Join(c.written(), "\n")
	for _, want := range []string{"engine/neighbors/knn.go:3: the line has more than 120 characters",
		"engine/neighbors/flat.go is not formatted", "engine/neighbors/broken.go:3:12: expected '}'",
		`engine/neighbors/knn.jsonl:2: the document is of the method "svm", not "knn"`,
		"engine/neighbors/knn.jsonl:3:18: invalid character '}'",
		"app/tools/site/languages/fr/knn.json:3:2: invalid character"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 6 {
		t.Errorf("%d faults:\n%s", n, got)
	}
}
