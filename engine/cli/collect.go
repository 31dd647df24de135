package cli

import (
	"fmt"
	"io"
	"time"

	"pointscape/engine/catalog"
	"pointscape/engine/course/assignment"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// collectAnswers prints the table of the answers in the files paths to the assignment in the file deck, and problems to
// stderr. A file "-" is stdin. It returns the exit code: Fault also if there are problems.
func collectAnswers(job method.Job, deck string, paths []string, asJSON bool, stdin io.Reader, stdout,
	stderr io.Writer) int {
	if len(paths) == 0 {
		fmt.Fprintln(stderr, "course -collect: name one or more files with answers; for example course -collect "+
			"homework.json answers.txt")
		return Usage
	}
	b, err := read("assignment", deck, stdin)
	var texts []assignment.Text
	for _, path := range paths {
		if err != nil {
			break
		}
		var text []byte
		text, err = read("answers", path, stdin)
		texts = append(texts, assignment.Text{Name: path, Text: string(text)})
	}
	var t *assignment.Table
	if err == nil {
		t, err = assignment.Collect(job, session.New(catalog.All()), string(b), texts, time.Now)
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return Fault
	}
	for _, p := range t.Problems {
		fmt.Fprintf(stderr, "%s: %s\n", p.Where(), p.Says)
	}
	out := t.CSV()
	if asJSON {
		if b, err = json.Marshal(t); err != nil {
			fmt.Fprintln(stderr, err)
			return Fault
		}
		out = string(b) + "\n"
	}
	fmt.Fprint(stdout, out)
	if len(t.Problems) > 0 {
		return Fault
	}
	return Done
}
