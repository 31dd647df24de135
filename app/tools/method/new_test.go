//go:build !js

package main

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
)

// copied returns a directory with the catalogue and a family of the project, in which methods can be begun.
func copied(t *testing.T, family string) string {
	t.Helper()
	from, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	for _, pattern := range []string{catalogFile, "engine/" + family + "/*.go"} {
		names, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(from, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(to, filepath.Dir(rel)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(to, rel), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(to, "engine", "python", "testdata", "without"), 0o755); err != nil {
		t.Fatal(err)
	}
	return to
}

// A new method has files of its own and one line in the catalogue, behind the method that it is like.
func TestBegin(t *testing.T) {
	for _, c := range []struct{ id, like, family, line string }{
		{"nearest_mean", "knn", "neighbors", "\t\tneighbors.NearestMean(),\n\t)\n"}, // knn has no line in this list
		{"local_mean", "knn_regression", "neighbors", "\t\tneighbors.KNNRegression(),\n\t\tneighbors.LocalMean(),\n"},
		{"far_points", "dbscan", "density", "\t\tdensity.DBSCAN(),\n\t\tdensity.FarPoints(),\n"},
	} {
		t.Run(c.id, func(t *testing.T) {
			root := copied(t, c.family)
			before, err := os.ReadFile(filepath.Join(root, catalogFile))
			if err != nil {
				t.Fatal(err)
			}
			written, err := begin(root, c.id, c.like)
			if err != nil {
				t.Fatal(err)
			}
			dir := "engine/" + c.family + "/"
			want := []string{catalogFile, dir + c.id + ".go", dir + c.id + ".jsonl", dir + c.id + "_test.go",
				"engine/python/testdata/without/" + c.id + ".json"}
			if strings.Join(written, " ") != strings.Join(want, " ") {
				t.Errorf("wrote %v, want %v", written, want)
			}
			after, err := os.ReadFile(filepath.Join(root, catalogFile))
			if err != nil {
				t.Fatal(err)
			}
			line := "\t\t" + c.family + "." + upper(c.id) + "(),\n"
			if !strings.Contains(string(after), c.line) || strings.Replace(string(after), line, "", 1) != string(before) {
				t.Errorf("the catalogue is\n%s", after)
			}
			for _, name := range []string{dir + c.id + ".go", dir + c.id + "_test.go"} {
				f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, 0)
				if err != nil {
					t.Fatal(err)
				}
				if f.Name.Name != c.family {
					t.Errorf("%s is of package %s", name, f.Name.Name)
				}
			}
			code, err := os.ReadFile(filepath.Join(root, dir+c.id+".go"))
			if err != nil {
				t.Fatal(err)
			}
			var family string
			for _, m := range catalog.All() {
				if m.ID == c.like {
					family = m.Family
				}
			}
			if s := string(code); strings.Contains(strings.ToLower(s), "skeleton") || !strings.Contains(s, `"`+family+`"`) ||
				!strings.Contains(s, "//go:embed "+c.id+".jsonl") {
				t.Errorf("the code is\n%s", s)
			}
			lines, err := os.ReadFile(filepath.Join(root, dir+c.id+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			in := method.Info{Examples: method.ExamplesIn(string(lines))}
			for _, text := range in.Documents() {
				if d, err := doc.Decode([]byte(text)); err != nil || d.Method != c.id {
					t.Errorf("%s is of %q: %v", text, d.Method, err)
				}
			}
			if _, err := begin(root, c.id, c.like); err == nil || !strings.Contains(err.Error(), "is there already") {
				t.Errorf("begun twice: %v", err)
			}
		})
	}
}

// What can't be begun is refused, and nothing is written.
func TestBeginRefuses(t *testing.T) {
	root := copied(t, "neighbors")
	for _, c := range []struct{ id, like, says string }{
		{"", "knn", "which method"}, {"x", "", "which method"}, {"Nearest", "knn", "is no id"}, {"a__b", "knn", "is no id"},
		{"svm", "knn", "there is a method svm already"}, {"x", "no_such", "no method"},
		{"x", "gaussian", "no skeleton for the task"},
	} {
		written, err := begin(root, c.id, c.like)
		if err == nil || !strings.Contains(err.Error(), c.says) || len(written) > 0 {
			t.Errorf("%s like %s: %v, %v", c.id, c.like, written, err)
		}
	}
}
