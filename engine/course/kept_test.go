package course

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
)

// Users have courses, decks and links to decks of their own: testdata/kept.jsonl has some as they were written, one per
// line, with their content when opened. Lines are added (go test ./engine/course -run TestKept -keep FILE) and never
// changed: if one fails, the program is wrong.
var keep = flag.String("keep", "", "add the deck of this `file` to testdata/kept.jsonl")

const keptFile = "testdata/kept.jsonl"

type keptDeck struct {
	Text   string          `json:"text"`   // content of a file
	Link   string          `json:"link"`   // link in a URL
	Source json.RawMessage `json:"source"` // source that both open to
}

func sourceOf(t *testing.T, text string) json.RawMessage {
	t.Helper()
	s, err := ReadSource([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, err := s.Set(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

func TestKept(t *testing.T) {
	if *keep != "" {
		text, err := os.ReadFile(*keep)
		if err != nil {
			t.Fatal(err)
		}
		d := keptDeck{Text: string(text), Source: sourceOf(t, string(text))}
		if d.Link, err = Pack(d.Text); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(keptFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		enc := json.NewEncoder(f)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(d); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(keptFile)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]bool{}
	n := 0
	for line := range bytes.Lines(b) {
		var d keptDeck
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		text, err := Unpack(d.Link)
		if err != nil || text != d.Text {
			t.Errorf("line %d: the link opens to %q, %v", n+1, text, err)
		}
		if got := sourceOf(t, d.Text); !bytes.Equal(got, d.Source) {
			t.Errorf("line %d opens to\n%s\nand did to\n%s", n+1, got, d.Source)
		}
		var s Source
		if err := json.Unmarshal(d.Source, &s); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Pages {
			for _, q := range p.Steps {
				kinds[q.Kind] = true
			}
		}
		n++
	}
	for _, k := range []string{Note, Choose, Number, Place, Draw, Task} {
		if !kinds[k] {
			t.Errorf("no step of the kind %s is kept", k)
		}
	}
}

// A course of a newer version is rejected with a message.
func TestNewerCourse(t *testing.T) {
	text := `{"version":2,"course":"a","title":"A",` +
		`"pages":[{"id":"p","title":"P","text":"x","document":{"method":"knn"}}]}`
	if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), "newer Pointscape") {
		t.Errorf("got %v", err)
	}
	if _, err := Read([]byte(strings.Replace(text, `"version":2`, `"version":1`, 1))); err != nil {
		t.Error(err)
	}
}
