package courses

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/catalog"
)

var update = flag.Bool("update", false, "write down the methods that wait for a page")

// waitingFile lists the methods that are on no page yet, one in each line; it is there only if there are any.
const waitingFile = "testdata/waiting.txt"

// Every method is on a page of a course: in its document, or in a step or the solution of a task. Exactly the methods
// that wait for a page are listed as waiting.
func TestEveryMethodHasAPage(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	for _, c := range all {
		for i := range c.Pages {
			p := &c.Pages[i]
			shown.WriteString(p.Document)
			for j := range p.Steps {
				s := &p.Steps[j]
				shown.WriteString(s.Set + strings.Join(s.Solution, "") + strings.Join(s.Wrong, ""))
			}
		}
	}
	// Documents and walls name methods; a parameter may have a method's ID as a value, such as the loss "huber".
	found := map[string]bool{}
	named := regexp.MustCompile(`"method"\s*:\s*("\w+")|"over"\s*:\s*"methods"\s*,\s*"values"\s*:\s*\[([^\]]*)\]`)
	for _, names := range named.FindAllStringSubmatch(shown.String(), -1) {
		for _, id := range strings.Split(names[1]+names[2], ",") {
			found[strings.Trim(id, "\" \n")] = true
		}
	}
	var without []string
	for _, m := range catalog.All() {
		if !found[m.ID] {
			without = append(without, m.ID)
		}
	}
	if *update {
		if err := writeWaiting(without); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(waitingFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	waits := strings.Fields(string(text))
	for _, id := range without {
		if !slices.Contains(waits, id) {
			t.Errorf("%s is on no page. Show it on one, or let it wait: go test ./app/courses -run TestEveryMethod -update", id)
		}
	}
	for _, id := range waits {
		if !slices.Contains(without, id) {
			t.Errorf("%s no longer waits for a page: go test ./app/courses -run TestEveryMethod -update", id)
		}
	}
}

func writeWaiting(ids []string) error {
	if len(ids) == 0 {
		if err := os.Remove(waitingFile); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return os.WriteFile(waitingFile, []byte(strings.Join(ids, "\n")+"\n"), 0o644)
}
