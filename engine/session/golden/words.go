package golden

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The first section of a golden file holds each text once, with # for numbers, under a name made from its role:
//
//	«n_iter»: Iterations. SMO steps
//	«key margin»: "margin, f = ±#"
//
// Other lines hold the name and the numbers, and fingerprints are made of both: key «key margin»(1). Thus a changed
// word changes one line of the file. A new text that occurs once in all has no name and stays in its line.
//
// Names are stable. A text keeps the name that it has in the file. A new text inherits the name of a text with the same
// role that no longer occurs, or gets the next free number, as in «key margin 2».

const words = "words" // the name of the first section

// Texts in a line are marked: role and text are between these characters.
const begin, middle, end = "\x02", "\x1f", "\x03"

var marked = regexp.MustCompile(begin + "([^" + middle + "]*)" + middle + "([^" + end + "]*)" + end)

// word marks a text in a line. Texts with fewer than three letters are not marked: a name would not be shorter.
func word(role, text string) string {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	if n < 3 {
		return text
	}
	return begin + role + middle + text + end
}

func quoted(role, text string) string { return word(role, strconv.Quote(text)) }

// plain removes the marks from a line.
func plain(line string) string {
	if !strings.Contains(line, begin) {
		return line
	}
	return marked.ReplaceAllString(line, "$2")
}

// argument matches a number in a text. Its sign may be separated by a blank, as in "0.4·x − 3", or both in parentheses,
// as in "2·(−3)".
var argument = regexp.MustCompile(`(?:[-+−] )?(?:\([-−]` + unsigned + `\)|[-+−]?` + unsigned + `)`)

var signs = strings.NewReplacer("− ", "-", "- ", "-", "+ ", "", "+", "", "−", "-", "(", "", ")", "")

// template replaces the numbers of a text by #, and returns them as args. Digits after letters, as in "x1", remain.
func template(text string) (words string, args []string) {
	var b strings.Builder
	from := 0
	for _, at := range argument.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		if unicode.IsLetter(before) || before == '_' {
			continue
		}
		b.WriteString(text[from:at[0]] + "#")
		args = append(args, signs.Replace(text[at[0]:at[1]]))
		from = at[1]
	}
	return b.String() + text[from:], args
}

// table holds the names of texts, which have # for numbers.
type table struct {
	name map[string]string // by text
	said map[string]bool   // names that are in use
	// Names that have another text in the file, and names that are not in the file.
	changed, added []string
}

// use is a text in a description, with the number of its occurrences.
type use struct {
	role, text string
	count      int
}

// usesOf returns the marked texts of the lines, with # for numbers, in the order of their first occurrence.
func usesOf(list []section) []*use {
	var out []*use
	known := map[string]*use{}
	for _, s := range list {
		for _, l := range s.lines {
			for _, at := range marked.FindAllStringSubmatch(l.text, -1) {
				text, _ := template(at[2])
				u := known[text]
				if u == nil {
					u = &use{role: at[1], text: text}
					known[text] = u
					out = append(out, u)
				}
				u.count++
			}
		}
	}
	return out
}

// names returns the names of all texts that need one. file has the names that exist.
func names(file map[string]string, uses []*use) *table {
	t := &table{name: map[string]string{}, said: map[string]bool{}}
	give := func(text, name string) { t.name[text], t.said[name] = name, true }
	old := map[string]string{} // names by their text
	for name, text := range file {
		old[text] = name
	}
	var fresh []*use
	for _, u := range uses {
		if name, ok := old[u.text]; ok {
			give(u.text, name)
		} else if u.count > 1 {
			fresh = append(fresh, u)
		}
	}
	// New texts inherit names, from the most similar texts first.
	type pair struct {
		u     *use
		name  string
		alike int
	}
	var pairs []pair
	for _, name := range natural(file) {
		for _, u := range fresh {
			if !t.said[name] && base(name) == u.role {
				pairs = append(pairs, pair{u, name, alike(file[name], u.text)})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.alike, a.alike) })
	for _, p := range pairs {
		if t.name[p.u.text] == "" && !t.said[p.name] {
			give(p.u.text, p.name)
			t.changed = append(t.changed, p.name)
		}
	}
	for _, u := range fresh {
		if t.name[u.text] != "" {
			continue
		}
		name := u.role
		for k := 2; t.said[name] || file[name] != ""; k++ {
			name = u.role + " " + strconv.Itoa(k)
		}
		give(u.text, name)
		t.added = append(t.added, name)
	}
	return t
}

// texts returns the texts by name.
func (t *table) texts() map[string]string {
	out := map[string]string{}
	for text, name := range t.name {
		out[name] = text
	}
	return out
}

// refer replaces the marked texts of a line by their names.
func (t *table) refer(line string) string {
	return marked.ReplaceAllStringFunc(line, func(m string) string {
		text := marked.FindStringSubmatch(m)[2]
		tmpl, args := template(text)
		name, ok := t.name[tmpl]
		if !ok {
			return text
		}
		out := "«" + name + "»"
		if len(args) > 0 {
			out += "(" + strings.Join(args, " ") + ")"
		}
		return out
	})
}

// base removes the number at the end of a name.
func base(name string) string {
	if at := strings.LastIndex(name, " "); at > 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		return name[:at]
	}
	return name
}

// natural returns sorted names, those with the same base in the order of their numbers.
func natural(file map[string]string) []string {
	var list []string
	for name := range file {
		list = append(list, name)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(base(a), base(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return list
}

// alike measures how similar two texts are, by their common words in order: larger is more similar.
func alike(a, b string) int {
	p, q := strings.Fields(a), strings.Fields(b)
	both := 0
	for _, x := range align(len(p), len(q), func(i, j int) bool { return p[i] == q[j] }) {
		if x.a >= 0 && x.b >= 0 {
			both++
		}
	}
	return 3*both - len(p) - len(q)
}
