package trial

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/method"
)

// numbered is a course of one page with placeholders for its texts: %[1]s is the page's text, %[2]s the step's, %[3]s
// the text after the step is done.
const numbered = `{"course": "numbered", "title": "Numbered", "summary": "One page.", "pages": [
	{"id": "a", "title": "A", "text": "%[1]s",
	 "document": {"method": "knn", "params": {"n_neighbors": 1},
	  "points": [[0.1, 0.1, 0], [0.2, 0.3, 0], [0.3, 0.1, 0], [0.25, 0.15, 1], [0.7, 0.7, 1], [0.8, 0.9, 1], [0.9, 0.7, 1]]},
	 "settings": {"three": {"params": {"n_neighbors": 3}}},
	 "steps": [{"kind": "task", "text": "%[2]s", "set": {"params": {"n_neighbors": 5}}, "check": "n_neighbors == 7",
	  "then": "%[3]s", "settings": {"six": {"params": {"n_neighbors": 6}}, "far": {"params": {"weights": "distance"}}},
	  "solution": [{"params": {"n_neighbors": 7}}], "wrong": [{"params": {"n_neighbors": 2}}]},
	  {"kind": "number", "text": "How many?", "answer": "n_points + 5", "within": 0, "then": "%[4]s"}]}]}`

func readNumbered(t *testing.T, texts ...any) *course.Course {
	t.Helper()
	for len(texts) < 4 {
		texts = append(texts, "-")
	}
	c, err := course.Read(fmt.Appendf(nil, numbered, texts...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A number is tested on the document of its place, or of the settings that it names.
func TestNumbersAreTried(t *testing.T) {
	tr := New()
	right := readNumbered(t, "[[1 = n_neighbors]], [[7 = n_points]] [[14 % = training_error @ three]] "+
		"[[0.25 = points.x[3]]] [[0.15 = points.y[3]]] [[1 = points.z[3]]]",
		"[[5 = n_neighbors]] [[7 = n_neighbors @ end]] [[1 = start.n_neighbors]] [[2 = n_neighbors @ wrong[0]]]",
		"[[7 = n_neighbors]] [[5 = n_neighbors @ begin]] [[6 = n_neighbors @ six]] "+
			"[[5 = n_neighbors @ far]] [[3 = n_neighbors @ three]]",
		"[[Twelve = answer]] of [[7 = loo.leave_one_out_wrong]]")
	if err := tr.Course(method.Unstopped, right); err != nil {
		t.Error(err)
	}
	wrong := readNumbered(t, "[[2 = n_neighbors]]", "[[7 = n_neighbors]] [[15 % = training_error @ three]]",
		"[[5 = n_neighbors]] [[1 = n_neighbors @ four]] [[1 = n_neighbours]]", "[[Eleven = answer]]")
	err := tr.Course(method.Unstopped, wrong)
	got := strings.Split(fmt.Sprint(err), "\n")
	want := []string{
		`numbered/a: text: the text says "2", and n_neighbors is 1`,
		`steps[0].text: the text says "7", and n_neighbors is 5`,
		`steps[0].text: the text says "15 %", and training_error @ three is 14.285714 %`,
		`steps[0].then: the text says "5", and n_neighbors is 7`,
		`steps[0].then: "1": n_neighbors @ four: there are no settings "four" here; there are begin, end, far, six, three`,
		`steps[0].then: "1": n_neighbours: there is no fact, parameter or other name "n_neighbours"`,
		`steps[1].then: the text says "Eleven", and answer is 12`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The results of a study have names, too.
func TestNumbersOfStudies(t *testing.T) {
	document := []byte(`{"method": "knn", "params": {"n_neighbors": 1},
		"dataset": {"name": "moons", "n": 60, "noise": 0.3, "seed": 1}, "split": {"test": 0.5, "seed": 1},
		"study": {"over": "n_neighbors", "values": [1, 5, 15], "folds": 5, "seed": 1}}`)
	tr := New()
	k, err := tr.known.Of(method.Unstopped, document, nil)
	if err != nil {
		t.Fatal(err)
	}
	value := func(expr string) float64 {
		t.Helper()
		x, err := tr.value(method.Unstopped, &course.Mark{Is: '=', Expr: expr}, false, &place{begin: moment{document, k},
			source: &course.PageSource{}})
		if err != nil {
			t.Errorf("%s: %v", expr, err)
		}
		return x
	}
	if got := value("study.at[2]"); got != 15 {
		t.Errorf("the last value is %v", got)
	}
	// The test error for one value is the fact of a document with that value.
	other, err := course.Patch(document, []byte(`{"params": {"n_neighbors": 5}}`))
	if err != nil {
		t.Fatal(err)
	}
	if k, err = tr.known.Of(method.Unstopped, other, nil); err != nil {
		t.Fatal(err)
	}
	errors, err := k.Name("error_by_role")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := value("study.test[1]"), errors.([]float64)[1]; got != want {
		t.Errorf("the study's test error is %v, and that of the document %v", got, want)
	}
	if cv := value("min(study.cross_validated)"); !(cv > 0 && cv < 0.5) {
		t.Errorf("the least cross-validated error is %v", cv)
	}
}

// LooseOf finds unsupported numbers: in the original by the rules in claims.go, in a translation by the original.
func TestLooseNumbers(t *testing.T) {
	read := func(text string) *course.Source {
		t.Helper()
		s, err := course.ReadSource(fmt.Appendf(nil, numbered, "-", text, "-", "-"))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for text, want := range map[string]string{
		"Four, 3 and 0 are small; 5 and 7 and 2 are given.": "",
		"[[9 : Cover 1965]] and [[8 = n_points + 1]]":       "",
		"Nine of 12, 14 %, 3 %, 0.5, 0.7 and $x^{12}=13$":   `"Nine" "12" "14 %" "3 %" "0.5" "0.7" "13"`,
	} {
		got := ""
		for _, l := range LooseOf(read(text)) {
			got += fmt.Sprintf(" %q", l.Shown)
		}
		if got = strings.TrimSpace(got); got != want {
			t.Errorf("%q: got %s; want %s", text, got, want)
		}
	}
	s := read("[[12 = n_points + 5]] of [[0.25 = points.x[3]]]; [[9 : Cover 1965]]")
	for text, want := range map[string]string{
		"Douze de 0,25 ; neuf": "",
		"12 de 0,26":           `"0,26" does not occur in the same text of the original; "0.25" is a number of the original that is missing here`,
		"de 0,25":              `"12" is a number of the original that is missing here`,
	} {
		other := read(text)
		other.Lang = "fr"
		var got []string
		for _, l := range LooseOf(s, other) {
			got = append(got, fmt.Sprintf("%q %s", l.Shown, l.Why))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q: got %s; want %s", text, s, want)
		}
	}
}

// The only name in a summary is the number of pages.
func TestNumbersOfSummaries(t *testing.T) {
	for summary, want := range map[string]string{
		"[[One = n_pages]]": "", "[[Two = n_pages]]": `summary: the text says "Two", and n_pages is 1`,
		"[[Two = n]]": `summary: a course has n_pages, and no "n"`,
	} {
		c := readNumbered(t)
		c.Source.Summary = course.Text(summary)
		if err := Front(c); (err != nil || want != "") && fmt.Sprint(err) != want {
			t.Errorf("%s: got %v; want %q", summary, err, want)
		}
	}
}

// A number that is no longer right is rewritten in its language, and nothing else in the file changes.
func TestNumbersAreRewritten(t *testing.T) {
	texts := []any{"[[12 % = training_error @ three]] of 12, $[[0{,}26 = points.x[3]]]$: [[−2 = -n_neighbors]]",
		"[[4 = n_neighbors]] [[4 = n_neighbors]]", "[[Six = n_neighbors]]", "[[0.2 < n_points]]"}
	file := fmt.Appendf(nil, numbered, texts...)
	c, err := course.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	french := fmt.Appendf(nil, numbered, "12\u00a0% de 12, 0,26 et 2", "4 et 4", "six", "-")
	in, err := course.Read(french)
	if err != nil {
		t.Fatal(err)
	}
	in.Pages[0].Lang = "fr"
	changes := map[string][]Change{}
	for _, x := range New().Changes(method.Unstopped, &c.Pages[0], &in.Pages[0]) {
		changes[x.Lang] = append(changes[x.Lang], x)
	}
	for lang, want := range map[string]string{
		"": fmt.Sprintf(numbered, "[[14 % = training_error @ three]] of 12, $[[0{,}25 = points.x[3]]]$: "+
			"[[−1 = -n_neighbors]]", "[[5 = n_neighbors]] [[5 = n_neighbors]]", texts[2], texts[3]),
		"fr": fmt.Sprintf(numbered, "14\u00a0% de 12, 0,25 et 1", "5 et 5", "six", "-"),
	} {
		old := map[string][]byte{"": file, "fr": french}[lang]
		got, left := Rewrite(old, changes[lang])
		if string(got) != want {
			t.Errorf("%s: got %s; want %s", lang, got, want)
		}
		if len(left) != 1 || !strings.EqualFold(left[0].Shown, "six") || left[0].Right != "7" {
			t.Errorf("%s: what is left is %+v", lang, left)
		}
	}
}
