package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	streets = `{"course": "streets", "title": "Streets", "pages": [{"id": "one", "title": "One street", "text": "Look.",
		"document": ` + svmDoc + `, "facts": ["margin"], "steps": [
		{"kind": "choose", "text": "Which?", "choices": [{"text": "This", "right": true}, {"text": "That"}]},
		{"kind": "task", "text": "A third class.", "check": "n_points > 4", "then": "So.",
		 "solution": [{"points": [[0,0,0],[0,1,0],[1,0,1],[1,1,1],[2,2,1]]}], "wrong": [{"params": {"C": 1}}]}]}]}`
	rues = `{"course": "streets", "lang": "fr", "title": "Rues", "pages": [{"id": "one", "title": "Une rue", "text": "Voyez.",
		"steps": [{"text": "Laquelle ?", "choices": [{"text": "Celle-ci"}, {"text": "Celle-là"}]},
		{"text": "Encore un point.", "then": "Voilà."}]}]}`
)

// "course" tries tasks, reports errors by course, and checks translations.
func TestCourse(t *testing.T) {
	own, french := write(t, "streets.json", streets), write(t, "streets.fr.json", rues)
	code, out, errs := run(Course, "", french, own)
	if want := "streets: 1 pages, 2 questions and tasks, also in fr: no faults\n"; code != Done ||
		out != want {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	for what, c := range map[string]struct {
		files []string
		want  string
	}{
		"a task that its solution does not solve": {
			[]string{write(t, "a.json", strings.Replace(streets, "n_points > 4", "n_points > 5", 1))},
			"streets/one: steps[1]: check"},
		"a task that is solved at first": {
			[]string{write(t, "b.json", strings.Replace(streets, "n_points > 4", "n_points > 3", 1))},
			"streets/one: steps[1]: check"},
		"a task without a solution": {
			[]string{write(t, "e.json", strings.Replace(streets, `"text": "Look."`,
				`"text": "Look.\n? A third class.\ntask: n_points > 4"`, 1))},
			"streets/one: steps[2]: check"},
		"a task that cannot be tried": {
			[]string{write(t, "f.json", strings.Replace(streets, `"text": "Look."`,
				`"text": "Look.\n? A fourth class.\ntask: n_points > 5"`, 1))},
			"streets/one: steps[2]: solution must be a solution"},
		"a task that a wrong change solves": {
			[]string{write(t, "c.json", strings.Replace(streets, `{"C": 1}`,
				`{"C": 1}, "points": [[0,0,0],[0,1,0],[1,0,1],[1,1,1],[2,0,1]]`, 1))}, "streets/one: steps[1]: check"},
		"a translation without its course": {[]string{french}, `its course "streets" is not there`},
		"a translation that lacks a text": {
			[]string{own, write(t, "d.json", strings.Replace(rues, `, "then": "Voilà."`, "", 1))}, "steps[1].then"},
		"two courses of one name": {[]string{own, own}, `has a course called "streets", too`},
	} {
		code, _, errs := run(Course, "", c.files...)
		if code != Fault || !strings.Contains(errs, c.want) {
			t.Errorf("%s: %d, %q; want %q", what, code, errs, c.want)
		}
	}
	if code, out, _ := run(Course, "", "-names", write(t, "doc.json", svmDoc)); code != Done ||
		!strings.Contains(out, "n_points = 4") {
		t.Errorf("-names: %d, %s", code, out)
	}
	into := filepath.Join(t.TempDir(), "sheets.html")
	// An unknown language is reported.
	if code, _, errs := run(Course, "", "-handout", into, own, french); code != Done ||
		!strings.Contains(errs, `keep English words: there is no language "fr"`) {
		t.Fatalf("-handout: %d, %s", code, errs)
	}
	sheets, err := os.ReadFile(into)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`lang="fr"`, "Une rue", "Laquelle", "data:image/svg"} {
		if !strings.Contains(string(sheets), want) {
			t.Errorf("the handout has no %s", want)
		}
	}
}

// "course -numbers" lists numbers with their conditions, and -rewrite corrects wrong ones.
func TestCourseNumbers(t *testing.T) {
	text := strings.Replace(streets, `"text": "Look."`, `"text": "Look at [[5 = n_points]] of 77 points, 12 and [[8 : Cover]]."`, 1)
	own := write(t, "numbers.json", text)
	french := write(t, "nombres.json", strings.Replace(rues, "Voyez.", "Voyez 5 de 77 points, 13 et 8.", 1))
	code, out, errs := run(Course, "", "-numbers", own, french)
	if code != Fault || !strings.Contains(errs, `one: text: the text says "5", and n_points is 4`) {
		t.Errorf("%d, %q", code, errs)
	}
	for _, want := range []string{"streets/one text: 5: = n_points\n", "streets/one text: 77: not marked\n",
		"streets/one text: 8: : Cover\n", "streets/one text (fr): 13: not marked\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in %q", want, out)
		}
	}
	if strings.Contains(out, "(fr): 77") {
		t.Errorf("a number that the original has is listed: %q", out)
	}
	code, out, errs = run(Course, "", "-rewrite", own, french)
	if code != Done || !strings.Contains(out, "streets/one text: 5 -> 4") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	for path, want := range map[string]string{own: "Look at [[4 = n_points]] of 77", french: "Voyez 4 de 77"} {
		if b, err := os.ReadFile(path); err != nil || !strings.Contains(string(b), want) {
			t.Errorf("%s is %s, %v", path, b, err)
		}
	}
	if code, _, errs = run(Course, "", own, french); code != Done {
		t.Errorf("once it is rewritten: %d, %q", code, errs)
	}
}
