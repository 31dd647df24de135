package golden

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// report prints the differences between a file and what is drawn. Lines are printed with their texts, not with the
// names of these.
type report struct {
	t     T
	file  File
	texts map[string]string // texts of the file, by name
	names *table            // names of the texts in the drawn lines
	old   []section
	drawn []section

	known   map[string]string // lines by fingerprint, see find
	printed int
	faults  int
}

// Limits on what is printed.
const (
	mostLines = 80 // for a file
	mostOf    = 24 // for a section
)

func (r *report) fault(format string, args ...any) {
	r.t.Helper()
	r.faults++
	r.t.Errorf("%s: "+format, append([]any{filepath.Base(r.file.Path)}, args...)...)
}

// words compares the texts.
func (r *report) words() {
	r.t.Helper()
	var out []string
	now := r.names.texts()
	for _, name := range natural(r.texts) {
		was, is := r.texts[name], now[name]
		switch {
		case is == "" && !r.file.Part:
			out = append(out, "- «"+name+"»: "+was)
		case is != "" && is != was:
			out = append(out, "- «"+name+"»: "+was, "+ «"+name+"»: "+is)
		}
	}
	for _, name := range r.names.added {
		out = append(out, "+ «"+name+"»: "+now[name])
	}
	if len(out) > 0 {
		r.fault("texts have changed (# stands for a number)")
		r.print(out)
	}
}

// compare compares a section. Each change is printed with the unchanged line before it.
func (r *report) compare(old, drawn section) {
	r.t.Helper()
	var out []string
	fresh, lost, unknown := 0, 0, 0
	before := ""
	flush := func() {
		if unknown > 0 {
			out = append(out, fmt.Sprintf("- (lines of which the file has only fingerprints: %d)", unknown))
		}
		unknown = 0
	}
	for _, p := range both(old, drawn) {
		if p.a >= 0 && p.b >= 0 {
			flush()
			before = plain(drawn.lines[p.b].text)
			continue
		}
		if before != "" {
			out = append(out, "  "+before)
			before = ""
		}
		switch {
		case p.a < 0:
			flush()
			fresh++
			out = append(out, "+ "+plain(drawn.lines[p.b].text))
			continue
		case old.lines[p.a].full || old.lines[p.a].label():
			flush()
			out = append(out, "- "+r.spell(old.lines[p.a].text))
		default:
			if text, ok := r.find(old.lines[p.a].text); ok {
				flush()
				out = append(out, "- "+text)
			} else {
				unknown++
			}
		}
		lost++
	}
	flush()
	if fresh+lost == 0 {
		return
	}
	r.fault("%q has changed: %d of %d lines are gone, %d are new", drawn.name, lost, len(old.lines), fresh)
	r.print(out)
}

// find returns the line of a fingerprint in the file, if that line is in full elsewhere in the file, or is drawn
// elsewhere.
func (r *report) find(kept string) (string, bool) {
	if r.known == nil {
		r.known = map[string]string{}
		note := func(line, text string) { r.known[signOf(line)+fingerprint(line).String()] = text }
		for _, s := range r.drawn {
			for _, l := range s.lines {
				note(l.named, plain(l.text))
				bare := strings.TrimPrefix(l.text, New)
				for _, gone := range []string{Gone + bare, Gone + numberless(bare)} {
					note(r.names.refer(gone), plain(gone))
				}
			}
		}
		for _, s := range r.old {
			for _, l := range s.lines {
				if l.full {
					note(l.text, r.spell(l.text))
					gone := Gone + strings.TrimPrefix(l.text, New)
					note(gone, r.spell(gone))
				}
			}
		}
	}
	text, ok := r.known[kept]
	return text, ok
}

// print prints lines up to the limits mostOf and mostLines.
func (r *report) print(list []string) {
	r.t.Helper()
	for i, l := range list {
		if i == mostOf || r.printed == mostLines {
			r.t.Logf("... and %d lines more", len(list)-i)
			break
		}
		r.t.Logf("%s", l)
		r.printed++
	}
}

// end prints how to accept the changes, if there are some.
func (r *report) end() {
	r.t.Helper()
	if r.faults > 0 {
		r.t.Logf("If this is intended, write the file anew and read its diff: %s", r.file.Again)
	}
}

var reference = regexp.MustCompile(`«([^«»]+)»(?:\(([^()]*)\))?`)

// spell replaces names by their texts in a line of the file.
func (r *report) spell(line string) string {
	return reference.ReplaceAllStringFunc(line, func(ref string) string {
		at := reference.FindStringSubmatch(ref)
		text, ok := r.texts[at[1]]
		if !ok {
			return ref
		}
		for _, arg := range strings.Fields(at[2]) {
			text = strings.Replace(text, "#", arg, 1)
		}
		return text
	})
}
