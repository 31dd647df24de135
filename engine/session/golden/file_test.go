package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// heard records the messages of Check.
type heard struct{ errors, logs []string }

func (h *heard) Helper()                      {}
func (h *heard) Errorf(f string, args ...any) { h.errors = append(h.errors, fmt.Sprintf(f, args...)) }
func (h *heard) Fatalf(f string, args ...any) { h.Errorf(f, args...) }
func (h *heard) Logf(format string, a ...any) { h.logs = append(h.logs, fmt.Sprintf(format, a...)) }
func (h *heard) all() string                  { return strings.Join(append(h.errors, h.logs...), "\n") }

// said makes lines from a text: the text between « and » is a word with the role before the colon, and indented lines
// are details. The kind of a block is its first two words.
func said(text string) (out []Line) {
	kind := ""
	for l := range strings.SplitSeq(text, "\n") {
		for {
			before, rest, ok := strings.Cut(l, "«")
			if !ok {
				break
			}
			inner, after, _ := strings.Cut(rest, "»")
			role, words, _ := strings.Cut(inner, ": ")
			l = before + word(role, words) + after
		}
		detail := strings.HasPrefix(l, "    ")
		if !detail {
			kind = strings.Join(strings.Fields(plain(l))[:2], " ")
		}
		out = append(out, Line{Text: l, Kind: kind, Detail: detail})
	}
	return out
}

const (
	example = `fact error = 0.5: «error: Error. Share of the points»
key «key: decision boundary»: line
layer path, 3.5 long
    1.0,2.0 3.0,4.0`
	lesson = `fact error = 0.25: «error: Error. Share of the points»
key «key: decision boundary»: line
layer path, 7.5 long
    1.0,2.0 3.0,4.0
layer marks: 3
    5.0,6.0
player at step 3 of «says: seven mighty steps»`
)

func pairOf(first, second string) []Section {
	return []Section{{Name: "example", Lines: said(first), Whole: true}, {Name: "lesson", Lines: said(second)}}
}

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deeper", "x.txt")
	check := func(f File, list ...Section) string {
		var h heard
		f.Path, f.Again = path, "the command"
		f.Check(&h, list)
		return h.all()
	}
	file := func() string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := check(File{}, pairOf(example, lesson)...); !strings.Contains(got, "the command") {
		t.Errorf("without a file: %q", got)
	}
	if got := check(File{Update: true}, pairOf(example, lesson)...); got != "" {
		t.Fatalf("written: %q", got)
	}
	first := file()
	token := func(line string) string { return fingerprint(line).String() }
	if want := "=== words\n«error»: Error. Share of the points\n«key»: decision boundary\n\n" +
		"=== example\nfact error = 0.5: «error»\nkey «key»: line\nlayer path, 3.5 long\n    1.0,2.0 3.0,4.0\n\n" +
		"=== lesson ~ " + token("fact error = 0.25: «error»") + " " + token("key «key»: line") + " " +
		token("layer path, 7.5 long") + " " + token("    1.0,2.0 3.0,4.0") + "\nlayer marks: 3\n    5.0,6.0\n" +
		"player at step 3 of seven mighty steps\n"; first != want {
		t.Errorf("written:\n%s\nwanted:\n%s", first, want)
	}
	if got := check(File{}, pairOf(example, lesson)...); got != "" {
		t.Errorf("unchanged: %q", got)
	}
	for _, c := range []struct {
		what, old, new string // in both
		says           []string
		not            string
		diff           int // number of lines that differ after the file is written anew
	}{
		{"a word", "decision", "divine", []string{"- «key»: decision boundary", "+ «key»: divine boundary"}, "lesson", 1},
		{"a word that is said once", "mighty", "weak", []string{`x.txt: "lesson" has changed: 1 of 7 lines are gone, 1 are new`,
			"- player at step 3 of seven mighty steps", "+ player at step 3 of seven weak steps"}, `"example"`, 1},
		{"a number of the example", "= 0.5:", "= 0.505:", []string{`"example" has changed`,
			"- fact error = 0.5: Error. Share of the points", "+ fact error = 0.505: Error. Share of the points"}, "", 1},
		{"a number of the lesson", "= 0.25:", "= 0.2525:", []string{
			`"lesson" has changed: 1 of 7 lines are gone, 1 are new`,
			"- (lines of which the file has only fingerprints: 1)",
			"+ fact error = 0.2525: Error. Share of the points"}, `"example"`, 1},
		{"a number, by a little", "= 0.5:", "= 0.5001:", nil, "x.txt", 0},
		{"a number of the lesson, by a little", "= 0.25:", "= 0.25005:", nil, "x.txt", 0},
		{"a position of both", "3.0,4.0", "3.0,9.0", []string{"-     1.0,2.0 3.0,4.0", "+     1.0,2.0 3.0,9.0"}, "", 2},
		{"what the lesson alone shows", "\nlayer marks: 3\n    5.0,6.0", "", []string{"- layer marks: 3", "-     5.0,6.0"},
			`"example"`, 2},
	} {
		changed := pairOf(strings.ReplaceAll(example, c.old, c.new), strings.ReplaceAll(lesson, c.old, c.new))
		got := check(File{}, changed...)
		for _, says := range c.says {
			if !strings.Contains(got, says) {
				t.Errorf("%s: %q is not in\n%s", c.what, says, got)
			}
		}
		if c.not != "" && strings.Contains(got, c.not) || c.says == nil && got != "" {
			t.Errorf("%s: it says\n%s", c.what, got)
		}
		if got := check(File{Update: true}, changed...); got != "" {
			t.Errorf("%s: %q", c.what, got)
		}
		now := strings.Split(file(), "\n")
		n := 0
		old := strings.Split(first, "\n")
		for _, p := range align(len(old), len(now), func(i, j int) bool { return old[i] == now[j] }) {
			if p.a >= 0 && p.b < 0 {
				n++
			}
		}
		if n != c.diff {
			t.Errorf("%s: %d lines of the file are others:\n%s", c.what, n, strings.Join(now, "\n"))
		}
		if err := os.WriteFile(path, []byte(first), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// A line of which there is only a fingerprint is printed if it is in full elsewhere.
	less := strings.Replace(lesson, "\n    1.0,2.0 3.0,4.0", "", 1)
	if got := check(File{}, pairOf(example, less)...); !strings.Contains(got, "  layer path, 7.5 long\n"+
		"-     1.0,2.0 3.0,4.0") {
		t.Errorf("a line less: %q", got)
	}
	// The same holds for one that is gone.
	gone := append(pairOf(example, lesson), Section{Name: "changed", Lines: []Line{{Text: Gone + "layer path, # long"}}})
	check(File{Update: true}, gone...)
	gone[2].Lines = nil
	if got := check(File{}, gone...); !strings.Contains(got, "- gone: layer path, # long") {
		t.Errorf("a change less: %q", got)
	}
	if err := os.WriteFile(path, []byte(first), 0o666); err != nil {
		t.Fatal(err)
	}
	// No section may be missing, unless only a part is compared.
	if got := check(File{}, pairOf(example, lesson)[0]); !strings.Contains(got, `"lesson" is no longer drawn`) {
		t.Errorf("with a section less: %q", got)
	}
	if got := check(File{Part: true}, pairOf(example, lesson)[0]); got != "" {
		t.Errorf("a part: %q", got)
	}
	if got := check(File{Part: true}, pairOf(strings.ReplaceAll(example, "3.5", "4.5"), lesson)[0]); !strings.Contains(got,
		"+ layer path, 4.5 long") {
		t.Errorf("a part that has changed: %q", got)
	}
	// The file has the first block of a kind in full, although a part may be without it.
	three := append(pairOf("status done", "layer path, 3.5 long\n    1.0,2.0 3.0,4.0"),
		Section{Name: "later", Lines: said("layer path, 7.5 long\n    5.0,6.0 7.0,8.0"), Brief: true})
	check(File{Update: true}, three...)
	if got := check(File{Part: true}, three[0], three[2]); got != "" {
		t.Errorf("a part without the first path: %q", got)
	}
	three[2].Lines = said("layer path, 9.5 long\n    5.0,6.0 7.0,8.0")
	if got := check(File{Part: true}, three[0], three[2]); !strings.Contains(got, "+ layer path, 9.5 long") {
		t.Errorf("a part without the first path, with a changed one: %q", got)
	}
	if err := os.WriteFile(path, []byte(first), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := check(File{Part: true, Update: true}, pairOf(example, lesson)...); !strings.Contains(got,
		"only from all of its sections") {
		t.Errorf("a part is written: %q", got)
	}
	if got := check(File{}, append(pairOf(example, lesson), Section{Name: "more"})...); !strings.Contains(got,
		`"more" is new`) {
		t.Errorf("with a section more: %q", got)
	}
}

// Changes are kept with labels between their fingerprints, and long lists in several lines.
func TestChangesInFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	list := []Section{{Name: "example, changed", Lines: []Line{Label(`without "a"`), {Text: Gone + "layer path, # long"},
		Label(`with "b"`), {Text: New + "layer path, 3.5 long"}, Label("half-way")}}, {Name: "nothing"}, {Name: "long"}}
	for i := range 60 {
		list[2].Lines = append(list[2].Lines, Line{Text: fmt.Sprint("line ", i)})
	}
	var h heard
	File{Path: path, Update: true}.Check(&h, list)
	File{Path: path}.Check(&h, list)
	if h.all() != "" {
		t.Fatal(h.all())
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	if want := `=== example, changed ~ (without "a") -` + fingerprint("gone: layer path, # long").String() +
		` (with "b") +` + fingerprint("new: layer path, 3.5 long").String() + " (half-way)"; lines[0] != want ||
		lines[1] != "=== nothing" || len(lines) != 5 {
		t.Errorf("written:\n%s", b)
	}
	for _, l := range lines {
		if len(l) > widest {
			t.Errorf("a line of %d characters: %s", len(l), l)
		}
	}
	// A layer that is gone now, but was not before.
	list[0].Lines = append(list[0].Lines, Line{Text: Gone + "layer path, # long"})
	File{Path: path}.Check(&h, list)
	if got := h.all(); !strings.Contains(got, "  (half-way)\n+ gone: layer path, # long") {
		t.Errorf("it says:\n%s", got)
	}
}

// Only some of many changes are printed.
func TestLongReports(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	make := func(what string) (list []Section) {
		for k := range 10 {
			s := Section{Name: fmt.Sprint("section ", k)}
			for i := range 40 {
				s.Lines = append(s.Lines, Line{Text: fmt.Sprint(what, " ", i)})
			}
			list = append(list, s)
		}
		return list
	}
	var h heard
	File{Path: path, Update: true}.Check(&h, make("old"))
	File{Path: path}.Check(&h, make("new"))
	if len(h.errors) != 10 || len(h.logs) > mostLines+12 {
		t.Errorf("%d errors and %d lines", len(h.errors), len(h.logs))
	}
}

func TestReadsNothingElse(t *testing.T) {
	for _, text := range []string{"=== words\nno name: a text\n", "a line of no section\n"} {
		if _, _, err := read(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
