package site

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pointscape/engine/course"
)

const (
	ownCourse = `{"course": "streets", "title": "Streets", "pages": [{"id": "one", "title": "One street", "text": "Look.",
		"document": {"method": "svm", "dataset": {"name": "moons", "n": 40, "seed": 1}},
		"steps": [{"kind": "note", "text": "See."}]}]}`
	ownTranslation = `{"course": "streets", "lang": "fr", "title": "Rues", "pages": [
		{"id": "one", "title": "Une rue", "text": "Regardez.", "steps": [{"text": "Voyez."}]}]}`
)

// A site with an author's own course has it in each language of the site, in the original language if it is not
// translated.
func TestOwnCourses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	own, french := file("streets.json", ownCourse), file("streets.fr.json", ownTranslation)
	p := programs
	p.Tongues = append(tongues(t), tongues(t)[0])
	p.Tongues[0].Tag, p.Tongues[0].Name = "de", "Deutsch"
	o := Options{Web: "../../../web", Exec: "../../../wasm_exec.js", Quality: 1,
		Courses: []string{french, own}}
	if err := CheckCourses(o.Courses); err != nil {
		t.Fatal(err)
	}
	s, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string][3]string{
		"/courses/streets.json":    {"en", "One street", "Look."},
		"/courses/de/streets.json": {"en", "One street", "Look."},
		"/courses/fr/streets.json": {"fr", "Une rue", "Regardez."},
	} {
		var c course.Course
		if err := json.Unmarshal(body(t, get(s, "GET", path)), &c); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if p := c.Pages[0]; c.Lang != want[0] || p.Title != want[1] || !strings.Contains(p.Text, want[2]) ||
			!strings.Contains(p.Document, "moons") || len(p.Steps) != 1 {
			t.Errorf("%s: %+v", path, c)
		}
	}
	// The courses as they were written, for decks.
	for path, want := range map[string]string{"/courses/source/streets.json": "One street",
		"/courses/fr/source/streets.json": "Une rue"} {
		source, err := course.ReadSource(body(t, get(s, "GET", path)))
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if p := source.Pages[0]; p.Title != want || len(p.Steps) != 1 || len(p.Document) == 0 {
			t.Errorf("%s: %+v", path, p)
		}
	}
	if bytes.Contains(s.files["courses.html"].raw, []byte("<table")) {
		t.Error("there is an overview of one course")
	}
	if r := get(s, "GET", "/courses/kernels.json"); r.StatusCode != 404 {
		t.Errorf("the site still has the courses that it came with: %s", r.Status)
	}
	if err := CheckCourses([]string{french}); err == nil || !strings.Contains(err.Error(), "its course") {
		t.Errorf("a translation without its course: %v", err)
	}
}
