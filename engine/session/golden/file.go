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

// A golden file begins with the texts (see words.go). Its other sections hold lines in full, and fingerprints of lines
// (see fingerprint.go) behind a tilde, in the order in which they were drawn:
//
//	=== words
//	«key margin»: "margin, f = ±#"
//
//	=== example
//	key «key margin»(1): line of margin
//	layer path margin, 2 lines, 600.4 long, about 196.7,150.0
//	    286.0,300.0 274.7,0.0 | 118.8,300.0 107.4,0.0
//
//	=== lesson A wide margin ~ htQ AvW c0AaNcctL
//	layer path truth, 300.2 long, about 200.0,150.0
//	~ JDT aMH
//	=== lesson A wide margin, changed ~ (without "margin") -6lc -GF8 (half-way) +k2L
//
// The lines of a change have + or - before their fingerprints, and labels in parentheses between them.

// Section is a named part of a golden file.
type Section struct {
	Name  string
	Lines []Line
	// Whole sections are kept in full. In other sections, blocks (a line and its details) are kept in full if no block
	// before them, in any section, has the same kind, or the kind is Always; of other lines the file has fingerprints.
	Whole bool
	// Brief sections omit the details of blocks that are not kept in full.
	Brief bool
}

// Always is the kind of blocks that are kept in full wherever they occur.
const Always = "always"

// label is the kind of lines made by Label.
const label = "label"

// Label makes a line that is kept as it is among the fingerprints of the lines that follow.
func Label(text string) Line { return Line{Text: "(" + text + ")", Kind: label} }

// section is a section of a file, or one that is compared with it.
type section struct {
	name  string
	lines []line
}

type line struct {
	text string // as drawn; in a file, the line with names, the label or the fingerprint
	full bool   // kept in full
	told *told  // for full lines
	// For lines that are drawn:
	named string // the text with names for words
	print print
	first bool // in full because it belongs to the first block of its kind
	below bool // a detail of its block
	brief bool // a detail that is left out where it is not in full
}

func (l line) label() bool { return !l.full && strings.HasPrefix(l.text, "(") }

// choose decides which lines are kept in full, and leaves out details of Brief sections that are not.
func choose(list []Section) []section {
	known := map[string]bool{} // kinds of the blocks before
	var out []section
	for _, s := range list {
		now := section{name: s.Name}
		showing := "" // the kind of the present block if it is kept in full
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
			now.lines = append(now.lines, line{text: l.Text, full: full, first: full && !s.Whole && l.Kind != Always,
				below: l.Detail, brief: l.Detail && s.Brief})
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

// entry matches a label or a fingerprint.
var entry = regexp.MustCompile(`\([^)]*\)|\S+`)

// read parses a golden file. It returns the texts of its first section by name, and the other sections.
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
				return nil, nil, fmt.Errorf("not a text: %s", l)
			}
			file[name] = text
			continue
		}
		s := &out[len(out)-1]
		if list, ok := strings.CutPrefix(l, prints); ok {
			for _, p := range entry.FindAllString(list, -1) {
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

// format is the inverse of read.
func format(file map[string]string, list []section) string {
	var b strings.Builder
	if len(file) > 0 {
		b.WriteString(mark + words + "\n")
		for _, name := range natural(file) {
			b.WriteString("«" + name + "»: " + file[name] + "\n")
		}
	}
	apart := len(file) > 0 // an empty line follows; whole sections have one before and after them
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

// File is a golden file.
type File struct {
	Path   string
	Again  string // the command that rewrites it
	Update bool   // rewrite it
	Part   bool   // the sections to compare may be some of those in the file
}

// Check compares sections with those in the file and reports the lines that differ. With Update it writes the
// file instead; lines that are the same within their tolerance are written as they were, so that the diff shows
// what changed.
func (f File) Check(t T, got []Section) {
	t.Helper()
	if f.Update && f.Part {
		t.Fatalf("%s can be written only from all of its sections, not in the short run", f.Path)
	}
	text, err := os.ReadFile(f.Path)
	if err != nil && !(f.Update && os.IsNotExist(err)) {
		t.Fatalf("%v\nTo write it: %s", err, f.Again)
	}
	file, old, err := read(string(text))
	if err != nil {
		t.Fatalf("%s: %v", f.Path, err)
	}
	drawn := choose(got)
	for i, s := range drawn {
		if slices.ContainsFunc(drawn[:i], func(o section) bool { return o.name == s.name }) {
			t.Fatalf("%s: two sections are called %q", f.Path, s.name)
		}
	}
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
		f.update(t, tab.texts(), old, drawn)
		return
	}
	if f.Part {
		for i := range drawn {
			drawn[i].lessInFull(old, drawn)
		}
	}
	r := report{t: t, file: f, texts: file, names: tab, old: old, drawn: drawn}
	r.words()
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

// lessInFull makes fingerprints of those blocks that are the first ones of their kind among the drawn sections, but not
// in the file, because a section before them is not drawn: the file does not have them in full.
func (s *section) lessInFull(old, drawn []section) {
	at := slices.IndexFunc(old, func(o section) bool { return o.name == s.name })
	if at < 0 || !slices.ContainsFunc(old[:at], func(o section) bool {
		return !slices.ContainsFunc(drawn, func(d section) bool { return d.name == o.name })
	}) {
		return
	}
	var lines []line
	less := false // in a block of which the file has fingerprints
	for _, l := range s.lines {
		if !l.below {
			less = l.first && !slices.ContainsFunc(old[at].lines, func(o line) bool { return o.full && o.told.same(l.told) })
		}
		if less {
			if l.brief {
				continue
			}
			l.full, l.told, l.print = false, nil, fingerprint(l.named)
		}
		lines = append(lines, l)
	}
	s.lines = lines
}

// is reports whether a line of the file matches a drawn one.
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

// signOf returns the sign before the fingerprint of a line of a change, else "".
func signOf(text string) string {
	switch {
	case strings.HasPrefix(text, New):
		return "+"
	case strings.HasPrefix(text, Gone):
		return "-"
	}
	return ""
}

// kept returns a line that is drawn as the file keeps it.
func (l line) kept() line {
	switch {
	case l.full:
		return line{text: l.named, full: true}
	case l.label():
		return line{text: l.text}
	}
	return line{text: signOf(l.named) + l.print.String()}
}

// both aligns the lines of a section in the file (a of each pair) with those that are drawn (b).
func both(old, drawn section) []pair {
	return align(len(old.lines), len(drawn.lines), func(i, j int) bool { return old.lines[i].is(drawn.lines[j]) })
}

// update rewrites the file with the texts in file and the drawn sections, keeping the lines of old that match.
func (f File) update(t T, file map[string]string, old, drawn []section) {
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
	text := format(file, list)
	if again, sections, err := read(text); err != nil || !maps.Equal(again, file) || !slices.EqualFunc(sections, list,
		func(a, b section) bool {
			return a.name == b.name && slices.EqualFunc(a.lines, b.lines, func(a, b line) bool {
				return a.text == b.text && a.full == b.full
			})
		}) {
		t.Fatalf("%s would not read as it was written: %v", f.Path, err)
	}
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o777); err != nil {
		t.Fatalf("%v", err)
	}
	if err := os.WriteFile(f.Path, []byte(text), 0o666); err != nil {
		t.Fatalf("%v", err)
	}
}

// Command returns the command that rewrites the golden files of a test in a package.
func Command(pkg, test string) string { return fmt.Sprintf("go test %s -run %s -update", pkg, test) }
