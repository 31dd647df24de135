package cli

import (
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/course/assignment"
	"pointscape/engine/json"
)

// "course -collect" prints a table of answers, and what could not be read.
func TestCollect(t *testing.T) {
	h, err := assignment.Hand(&assignment.Handing{Deck: streets, Name: "Ada", Pages: map[string]*assignment.Progress{
		"one": {Step: 1, Done: true, Answers: map[string]string{"0": "0"}, Noted: map[string][]string{
			"1": {strings.Replace(svmDoc, "[1,1,1]", "[1,1,1],[2,2,1]", 1)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	link := "https://example.org/?deck=answer#" + h.Link
	deck, answers := write(t, "streets.json", streets), write(t, "answers.txt", "Hello,\n"+link+"\n")
	code, out, errs := run(Course, "", "-collect", deck, answers)
	if code != Done || errs != "" || !strings.Contains(out, "\nAda,") || !strings.Contains(out, ",2,2,2,1,A,1,,") {
		t.Errorf("%d, %q, %q", code, out, errs)
	}
	// The deck may be a link, and the answers may come from standard input.
	packed, err := course.Pack(streets)
	if err != nil {
		t.Fatal(err)
	}
	at := write(t, "link.txt", "https://example.org/?deck=link#"+packed+"\n")
	code, out, errs = run(Course, link[:len(link)-5]+"\n"+link, "-collect", at, "-json", "-")
	var table assignment.Table
	if err := json.Unmarshal([]byte(out), &table); err != nil || code != Fault || len(table.Rows) != 1 ||
		!strings.Contains(errs, "-, line 1: The link is damaged") {
		t.Errorf("%d, %v, %q", code, err, errs)
	}
	if code, _, _ := run(Course, "", "-collect", deck); code != Usage {
		t.Errorf("without answers: %d", code)
	}
	if code, _, errs := run(Course, "", "-collect", answers, answers); code != Fault ||
		!strings.Contains(errs, "assignment") {
		t.Errorf("an assignment that is none: %d, %q", code, errs)
	}
}
