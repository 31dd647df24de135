package handout

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

func TestHandout(t *testing.T) {
	c, err := course.Read([]byte(
		`{"course": "a", "title": "A <b>", "pages": [{"id": "one", "title": "One & two", "text": "Let $x$ be.",
		"document": {"method": "knn", "points": [[0,0,0],[1,1,1]]}, "steps": [{"kind": "choose", "text": "Which?",
		"choices": [{"text": "this", "right": true, "why": "so"}, {"text": "that"}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := HTML(method.Unstopped, session.New(catalog.All()), c, "https://host.example/")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A &lt;b&gt;", "One &amp; two", "<mi>x</mi>", "<li><p>that</p></li>",
		"https://host.example/?course=a/one", "<p>so</p>"} {
		if !bytes.Contains(b, []byte(want)) {
			t.Errorf("%q is not in the handout", want)
		}
	}
	b, err = HTML(method.Unstopped, session.New(catalog.All()), c, "https://host.example/?lang=fr")
	if err != nil || !bytes.Contains(b, []byte("https://host.example/?lang=fr&amp;course=a/one")) {
		t.Errorf("the figures of a site in another language have no address: %v", err)
	}
	_, rest, _ := strings.Cut(string(b), "data:image/svg+xml;base64,")
	code, _, _ := strings.Cut(rest, `"`)
	svg, err := base64.StdEncoding.DecodeString(code)
	if err != nil || !bytes.Contains(svg, []byte("<svg")) || !bytes.Contains(svg, []byte("<path")) {
		t.Errorf("the figure is no drawing of lines: %.80s, %v", svg, err)
	}
}

// The engine's answers to the page are what the command writes: the sheets with places for figures, and each figure
// with its alternative text. A figure that cannot be drawn is an error, and so is a cancelled one.
func TestAnswer(t *testing.T) {
	c, err := course.Read([]byte(`{"course": "a", "title": "A", "summary": "Of *it*.", "pages": [
		{"id": "one", "title": "One", "text": "t", "document": {"method": "knn", "points": [[0,0,0],[1,1,1]]},
		 "steps": [{"kind": "number", "text": "n", "answer": "3", "then": "Three."}]},
		{"id": "two", "title": "Two", "text": "t", "document": {"method": "pca", "points": [[0,0,0],[1,1,1],[2,1,0]]},
		 "steps": [{"kind": "note", "text": "n"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	answer := Answer(session.New(catalog.All()))
	ask, err := json.Marshal(Ask{Course: c, Before: "https://host.example/?course=a/"})
	if err != nil {
		t.Fatal(err)
	}
	sheets, err := answer(method.Unstopped, "sheets", string(ask))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := HTML(method.Unstopped, session.New(catalog.All()), c, "https://host.example/")
	if err != nil {
		t.Fatal(err)
	}
	bare := regexp.MustCompile(` src="[^"]*" alt="[^"]*"`).ReplaceAllString(string(whole), "")
	if !strings.Contains(bare, sheets) || len(bare) == len(whole) {
		t.Errorf("the page's sheets are others than the command's:\n%s\n%s", sheets, bare)
	}
	for i, want := range []string{`<h1>A</h1><p>Of <em>it</em>.</p>`, `<img id="handout-0">`, `<img id="handout-1">`,
		"?course=a/two</figcaption>", `<h2 lang="en">Answers</h2>`, "Three."} {
		if n := strings.Count(sheets, want); n != 1 {
			t.Errorf("%d: %q is there %d times", i, want, n)
		}
	}
	svg, err := answer(method.Unstopped, "figure", c.Pages[0].Document)
	if shows, drawn, _ := strings.Cut(svg, "\n"); err != nil || !strings.HasPrefix(drawn, "<svg") ||
		!strings.Contains(shows, "2 points") {
		t.Errorf("the figure is %.300q, %v", svg, err)
	}
	if _, err := answer(method.Unstopped, "figure", `{"method": "nosuch"}`); err == nil {
		t.Error("a figure of no method")
	}
	if _, err := answer(stopped{}, "figure", `{"method": "mlp", "dataset": {"name": "moons"}, "view": {"step": 500}}`); !method.Stopped(err) {
		t.Errorf("a figure that is given up: %v", err)
	}
	if _, err := answer(method.Unstopped, "sheets", "{}"); err == nil {
		t.Error("sheets of no course")
	}
	if text, err := answer(method.Unstopped, "code", "a"); err != nil || !strings.Contains(text, "M") {
		t.Errorf("a code: %q, %v", text, err)
	}
}

// stopped is a cancelled job.
type stopped struct{ method.Job }

func (stopped) Err() error { return method.ErrStopped }

// A figure is as wide as the text, with the plots beside the plane; three steps of an iterative fit are below it. A
// small figure contains only the plane.
func TestFigureHasAll(t *testing.T) {
	answer := Answer(session.New(catalog.All()))
	figure := func(kind, document string) string {
		t.Helper()
		text, err := answer(method.Unstopped, kind, document)
		if err != nil {
			t.Fatalf("%s of %s: %v", kind, document, err)
		}
		return text
	}
	kmeans := `{"method":"kmeans","params":{"n_clusters":3},"dataset":{"name":"blobs","n":60,"seed":2}}`
	gp := `{"method":"gp","params":{"optimize":true},"dataset":{"name":"sine","n":20,"seed":2}}`
	svm := `{"method":"svm","dataset":{"name":"moons","n":60,"noise":0.2,"seed":2}}`
	steps := regexp.MustCompile(`>\([abc]\)[^<]*Step (\d+)<`)
	got := steps.FindAllStringSubmatch(figure("figure", kmeans), -1)
	if len(got) != 3 || got[0][1] != "0" || got[1][1] != "3" || got[2][1] != "8" {
		t.Errorf("the steps are %q", got)
	}
	for document, words := range map[string][]string{kmeans: {`width="178mm"`, ">Border: two centres"},
		gp: {`width="178mm"`, ">Log marginal likelihood<", ">Path of a search"}, svm: {`width="178mm"`}} {
		big, small := figure("figure", document), figure("thumb", document)
		for _, w := range words {
			if !strings.Contains(big, w) {
				t.Errorf("%q is not in the figure of %s", w, document)
			}
			if strings.Contains(small, w) {
				t.Errorf("%q is in the small figure of %s", w, document)
			}
		}
		if steps.MatchString(small) || document == svm && steps.MatchString(big) {
			t.Errorf("steps are in the figure of %s", document)
		}
	}
	// Its legend has two columns: its texts begin at two horizontal positions.
	at := regexp.MustCompile(`<text[^>]* x="([\d.]+)"[^>]*>(?:Class 1|Class 2|Decision boundary[^<]*|Support vector[^<]*)<`)
	columns := map[string]bool{}
	for _, m := range at.FindAllStringSubmatch(figure("figure", svm), -1) {
		columns[m[1]] = true
	}
	if len(columns) != 2 {
		t.Errorf("the legend's words begin at %v", columns)
	}
}
