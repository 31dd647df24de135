package golden

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Section is a named part of a golden file.
type Section struct {
	Name  string
	Lines []Line
	// Whole: all of it is kept in full. Of another section a block is (a line with its details) whose kind no section has
	// before it; of the rest, a fingerprint of each line.
	Whole bool
	// Brief: of blocks that are not kept in full, the details are left out.
	Brief bool
}

// Always is the kind of a block that is kept in full in each section.
const Always = "always"

// label is the kind of a line that stands among fingerprints as it is.
const label = "label"

// Label is a line that says what those after it are about.
func Label(text string) Line { return Line{Text: "(" + text + ")", Kind: label} }

// section is one as it is compared.
type section struct {
	name  string
	lines []line
}

type line struct {
	text string // with words marked; in a file, with their names
	full bool   // else the text is a label or, in a file, a fingerprint
	told *told  // of a line in full
	// Of a line that is drawn:
	named string // with the names of its words
	print print
}

func (l line) label() bool { return !l.full && strings.HasPrefix(l.text, "(") }

// sorted tells what is kept in full.
func sorted(list []Section) []section {
	known := map[string]bool{} // kinds that have been shown
	var out []section
	for _, s := range list {
		now := section{name: s.Name}
		showing := "" // the kind of the block that is shown
		for _, l := range s.Lines {
			if l.Kind == label {
				now.lines = append(now.lines, line{text: l.Text})
				continue
			}
			if !l.Detail {
				showing = ""
				if l.Kind == Always || l.Kind != "" && !known[l.Kind] {
					showing = l.Kind
				}
				known[l.Kind] = true
			}
			full := s.Whole || l.Kind != "" && l.Kind == showing
			if l.Detail && s.Brief && !full {
				continue
			}
			now.lines = append(now.lines, line{text: l.Text, full: full})
		}
		out = append(out, now)
	}
	return out
}

const (
	mark    = "=== "
	prints  = "~ " // before fingerprints
	widest  = 120
	between = " ~ " // a section's name and its fingerprints
)

// kept finds labels and fingerprints.
var kept = regexp.MustCompile(`\([^)]*\)|\S+`)

// read reads a golden file: its words by name, and its sections.
func read(text string) (map[string]string, []section, error) {
	file := map[string]string{}
	var out []section
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		name, ok := strings.CutPrefix(l, mark)
		switch {
		case l == "":
			continue
		case ok:
			name, list, _ := strings.Cut(name, between)
			out = append(out, section{name: name})
			l = prints + list
		case len(out) == 0:
			return nil, nil, fmt.Errorf("not in a section: %s", l)
		case out[0].name == words && len(out) == 1:
			name, text, ok := strings.Cut(strings.TrimPrefix(l, "«"), "»: ")
			if !ok {
				return nil, nil, fmt.Errorf("not a word: %s", l)
			}
			file[name] = text
			continue
		}
		s := &out[len(out)-1]
		if list, ok := strings.CutPrefix(l, prints); ok {
			for _, p := range kept.FindAllString(list, -1) {
				s.lines = append(s.lines, line{text: p})
			}
			continue
		}
		s.lines = append(s.lines, line{text: l, full: true, told: tell(l)})
	}
	if len(out) > 0 && out[0].name == words {
		out = out[1:]
	}
	return file, out, nil
}

// write is the other way round.
func write(file map[string]string, list []section) string {
	var b strings.Builder
	if len(file) > 0 {
		b.WriteString(mark + words + "\n")
		for _, name := range natural(file) {
			b.WriteString("«" + name + "»: " + file[name] + "\n")
		}
	}
	apart := len(file) > 0 // a section that is in full stands apart
	for _, s := range list {
		full := len(s.lines) > 0 && !slices.ContainsFunc(s.lines, func(l line) bool { return !l.full })
		if apart || full && b.Len() > 0 {
			b.WriteString("\n")
		}
		apart = full
		row := mark + s.name
		sep := between
		for _, l := range s.lines {
			switch {
			case l.full:
				if row != "" {
					b.WriteString(row + "\n")
				}
				b.WriteString(l.text + "\n")
				row, sep = "", prints
			case row != "" && len(row)+len(sep)+len(l.text) > widest:
				b.WriteString(row + "\n")
				row, sep = prints+l.text, " "
			default:
				row += sep + l.text
				sep = " "
			}
		}
		if row != "" {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// T is what File.Check needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// File is a golden file, and how it is compared.
type File struct {
	Path   string
	Again  string // the command that writes it anew
	Update bool   // write it anew: what is the same within its tolerance stays as it is, so that the diff shows what has changed
	Part   bool   // it may have sections that are not drawn now
}

// Check compares sections with those of the file, and says in which lines they differ.
func (f File) Check(t T, got []Section) {
	t.Helper()
	if f.Update && f.Part {
		t.Fatalf("a part of %s is not enough to write it anew", f.Path)
	}
	text, err := os.ReadFile(f.Path)
	if err != nil && !(f.Update && os.IsNotExist(err)) {
		t.Fatalf("%v\nTo write it: %s", err, f.Again)
	}
	file, old, err := read(string(text))
	if err != nil {
		t.Fatalf("%s: %v", f.Path, err)
	}
	drawn := sorted(got)
	tab := names(file, usesOf(drawn))
	for _, s := range drawn {
		for i := range s.lines {
			l := &s.lines[i]
			l.named = tab.refer(l.text)
			if l.full {
				l.told = tell(l.named)
			} else if !l.label() {
				l.print = fingerprint(l.named)
			}
		}
	}
	if f.Update {
		f.write(t, tab.texts(), old, drawn)
		return
	}
	r := report{t: t, file: f, texts: file, old: old, drawn: drawn}
	r.words(tab)
	for _, s := range drawn {
		at := slices.IndexFunc(old, func(o section) bool { return o.name == s.name })
		if at < 0 {
			r.fault("%q is new: it is not in the file", s.name)
			continue
		}
		r.compare(old[at], s)
	}
	for _, o := range old {
		if !f.Part && !slices.ContainsFunc(drawn, func(s section) bool { return s.name == o.name }) {
			r.fault("%q is no longer drawn", o.name)
		}
	}
	r.end()
}

// is tells whether a line of a file says what is drawn.
func (l line) is(drawn line) bool {
	switch {
	case l.full != drawn.full || l.label() != drawn.label():
		return false
	case l.full:
		return l.told.same(drawn.told)
	case l.label():
		return l.text == drawn.text
	}
	return signOf(drawn.named) == strings.TrimRight(l.text, letters) && drawn.print.is(strings.TrimLeft(l.text, "+-"))
}

// signOf is what stands before the fingerprint of a line of a change.
func signOf(text string) string {
	switch {
	case strings.HasPrefix(text, New):
		return "+"
	case strings.HasPrefix(text, Gone):
		return "-"
	}
	return ""
}

// kept is a line as it is written.
func (l line) kept() line {
	switch {
	case l.full:
		return line{text: l.named, full: true}
	case l.label():
		return line{text: l.text}
	}
	return line{text: signOf(l.named) + l.print.String()}
}

func both(old, drawn section) []pair {
	return align(len(old.lines), len(drawn.lines), func(i, j int) bool { return old.lines[i].is(drawn.lines[j]) })
}

func (f File) write(t T, file map[string]string, old, drawn []section) {
	t.Helper()
	var list []section
	for _, s := range drawn {
		now := section{name: s.name}
		at := slices.IndexFunc(old, func(o section) bool { return o.name == s.name })
		if at < 0 {
			at = len(old)
			old = append(old, section{})
		}
		for _, p := range both(old[at], s) {
			switch {
			case p.b < 0:
			case p.a < 0:
				now.lines = append(now.lines, s.lines[p.b].kept())
			default:
				now.lines = append(now.lines, old[at].lines[p.a])
			}
		}
		list = append(list, now)
	}
	text := write(file, list)
	if again, sections, err := read(text); err != nil || !maps.Equal(again, file) || !slices.EqualFunc(sections, list,
		func(a, b section) bool {
			return a.name == b.name && slices.EqualFunc(a.lines, b.lines, func(a, b line) bool {
				return a.text == b.text && a.full == b.full
			})
		}) {
		t.Fatalf("%s can't be written so that it reads as it was: %v", f.Path, err)
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
		t.Fatalf("%v", err)
	}
	if err := os.WriteFile(f.Path, []byte(text), 0o666); err != nil {
		t.Fatalf("%v", err)
	}
}

// Command is how golden files of a package are written anew.
func Command(pkg, test string) string { return fmt.Sprintf("go test %s -run %s -update", pkg, test) }
