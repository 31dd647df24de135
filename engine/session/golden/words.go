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

// A golden file holds each text once, in its first section, under a name made of its role:
//
//	«n_iter»: Iterations. SMO steps
//	«key margin»: "margin, f = ±#"
//
// Lines refer to it by that name, with the numbers that stand at the #: key «key margin»(1). So a changed word changes
// one line. A text that is said once in all stands there as it is.
//
// A name stays with its text. A text that takes the place of another one of its role inherits the name; any other new
// one gets the next number, «key margin 2», and no other name changes.

const words = "words" // the name of the first section

// What Writer writes of a word: its role and its text, between marks.
const begin, middle, end = "\x02", "\x1f", "\x03"

var marked = regexp.MustCompile(begin + "([^" + middle + "]*)" + middle + "([^" + end + "]*)" + end)

// word marks a text in a line. A symbol says as much as a name would.
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

// plain is a line without marks.
func plain(line string) string { return marked.ReplaceAllString(line, "$2") }

// In texts a sign may be apart from its number, "0.4·x − 3", or in brackets with it, "2·(−3)".
var argument = regexp.MustCompile(`(?:[-+−] )?(?:\([-−]` + unsigned + `\)|[-+−]?` + unsigned + `)`)

var signs = strings.NewReplacer("− ", "-", "- ", "-", "+ ", "", "+", "", "−", "-", "(", "", ")", "")

// template divides a text into words and numbers. Digits of a name, as in "x1", are words.
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

// table has the names of the texts that are said.
type table struct {
	name map[string]string // of a text
	said map[string]bool   // the names
	// Names of which the file has another text, and those that it has not.
	changed, added []string
}

// use is how a text is used in a description.
type use struct {
	role, text string
	lines      int // in how many
}

// usesOf lists texts in the order in which they are said.
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
				u.lines++
			}
		}
	}
	return out
}

// names gives each text that needs one its name; those of the file stay.
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
		} else if u.lines > 1 {
			fresh = append(fresh, u)
		}
	}
	// Which text takes the place of which: the most similar first.
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

// texts has the texts that are said, by their names.
func (t *table) texts() map[string]string {
	out := map[string]string{}
	for text, name := range t.name {
		out[name] = text
	}
	return out
}

// refer writes a line with the names of its words.
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

// base is a name without its number.
func base(name string) string {
	if at := strings.LastIndex(name, " "); at > 0 && strings.Trim(name[at+1:], "0123456789") == "" {
		return name[:at]
	}
	return name
}

// natural sorts names, those of one role by their numbers.
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

// alike counts the words that two texts have in common, less those that they have not.
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
