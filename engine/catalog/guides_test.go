//go:build !js

package catalog

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pointscape/engine/doc"
)

// guides are the page of the engine's architecture and the guides beside it, by their paths, with how many lines each
// may have.
func guides(t *testing.T) map[string]int {
	t.Helper()
	names, err := filepath.Glob("../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no guides: %v", err)
	}
	lines := map[string]int{"../README.md": 250}
	for _, name := range names {
		lines[name] = 150
	}
	return lines
}

// The guides are short, and their links, the files that they name and the names from packages exist.
func TestGuides(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^):#]*)(?:#[^)]*)?\)`)
	quoted := regexp.MustCompile("`([^`\n]+)`")
	path := regexp.MustCompile(`^[a-z0-9_]+(/[a-zA-Z0-9_]+)*/[a-zA-Z0-9_]+(\.(go|md|html|json|jsonl|txt))?$`)
	name := regexp.MustCompile(`^\*?([a-z0-9]+)\.([A-Za-z]\w*)(?:\.([A-Z]\w*))?`)
	packages := sources(t)
	for guide, most := range guides(t) {
		b, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		for i, line := range strings.Split(text, "\n") {
			if i >= most && line != "" {
				t.Errorf("%s has more than %d lines", guide, most)
				break
			}
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "  ")); n > 120 {
				t.Errorf("%s:%d has %d characters: at most 120", guide, i+1, n)
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(guide), m[1])); err != nil {
				t.Errorf("%s links to %s, which does not exist", guide, m[1])
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			if path.MatchString(m[1]) && !exists("..", m[1]) && !exists("../..", m[1]) {
				t.Errorf("%s names %s: there is no such file or package", guide, m[1])
			}
			if n := name.FindStringSubmatch(m[1]); n != nil && packages[n[1]] != "" && !strings.HasSuffix(m[1], ".go") {
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

// sources returns the code of each of the engine's packages, tests left out, by the package's name.
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

// Each line of a guide that is a field of a document, indented, is one that opens: "study": {"folds": 10}.
func TestDocumentsInGuides(t *testing.T) {
	t.Parallel()
	field := regexp.MustCompile(`^    "(dataset|names|split|study|wall|runs|view|table)": `)
	tried := 0
	for guide := range guides(t) {
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
