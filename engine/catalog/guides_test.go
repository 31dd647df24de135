//go:build !js

package catalog

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
)

// guides returns the paths of the engine's README and guides.
func guides(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	return append(names, "../README.md")
}

// The files and the exported names of packages that the guides mention exist.
func TestGuides(t *testing.T) {
	t.Parallel()
	quoted := regexp.MustCompile("`([^`\n]+)`")
	path := regexp.MustCompile(`^[a-z0-9_]+(/[a-zA-Z0-9_]+)*/[a-zA-Z0-9_]+(\.(go|md|html|json|jsonl|txt))?$`)
	name := regexp.MustCompile(`^\*?([a-z0-9]+)\.([A-Za-z]\w*)(?:\.([A-Z]\w*))?`)
	packages := sources(t)
	for _, guide := range guides(t) {
		b, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range quoted.FindAllStringSubmatch(string(b), -1) {
			if path.MatchString(m[1]) && !exists("..", m[1]) && !exists("../..", m[1]) {
				t.Errorf("%s names %s: there is no such file or package", guide, m[1])
			}
			if n := name.FindStringSubmatch(m[1]); n != nil && packages[n[1]] != "" &&
				!slices.Contains([]string{".go", ".psm"}, filepath.Ext(m[1])) {
				for _, part := range n[2:] {
					if part != "" && !regexp.MustCompile(`\b`+part+`\b`).MatchString(packages[n[1]]) {
						t.Errorf("%s names %s, and package %s has no %s", guide, m[1], n[1], part)
					}
				}
			}
		}
	}
}

func exists(root, name string) bool {
	_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
	return err == nil
}

// sources returns the code of each of the engine's packages without tests, by package name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for dir := range imported(t, "..") {
		names, err := filepath.Glob(filepath.Join("..", dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.Base(dir)] += string(b)
		}
	}
	return all
}

// Each indented line of a guide that is a field of a document, such as "study": {"folds": 10}, makes a valid document.
func TestDocumentsInGuides(t *testing.T) {
	t.Parallel()
	field := regexp.MustCompile(`^    "(dataset|names|split|study|wall|runs|view|table)": `)
	tried := 0
	for _, guide := range guides(t) {
		b, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(b), "\n") {
			m := field.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			tried++
			var value json.RawMessage
			if err := json.NewDecoder(strings.NewReader(line[len(m[0]):])).Decode(&value); err != nil {
				t.Errorf("%s:%d is no JSON: %v", guide, i+1, err)
				continue
			}
			if _, err := doc.Decode(fmt.Appendf(nil, `{"version":1,"method":"svm",%q:%s}`, m[1], value)); err != nil {
				t.Errorf("%s:%d: %v", guide, i+1, err)
			}
		}
	}
	if tried < 20 {
		t.Errorf("the guides have %d fields of documents: are they indented by four spaces?", tried)
	}
}
