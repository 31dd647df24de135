package doc

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/words"
)

// MaxLabel is the maximum length of each of the Names, in characters.
const MaxLabel = 60

// Names are the names of a document's axes and classes. All of them are optional: "" means the default name (x1, class
// 2).
//
// Names are the user's text. They are shown as they are, and never parsed.
type Names struct {
	// X and Y are the names of the axes, with their units: "petal length (cm)".
	X string `json:"x,omitempty"`
	Y string `json:"y,omitempty"`
	// Value is the name of the third column: the value, or what the classes are ("species").
	Value string `json:"value,omitempty"`
	// Classes has the classes' names by id: "" for none. The last entry is not "".
	Classes []string `json:"classes,omitempty"`
}

// Class returns the name of the class with an id, or "class" and its number, counted from 1, if it has none. For a name
// that is itself a number it returns for example "class -1".
func (n Names) Class(id int) string {
	if id < 0 {
		return "no class"
	}
	if !n.Named(id) {
		return words.Text("class %s", strconv.Itoa(id+1))
	}
	name := n.Classes[id]
	if _, err := strconv.ParseFloat(name, 64); err == nil {
		return words.Text("class %s", name)
	}
	return name
}

// Named reports whether the class with an id has a name.
func (n Names) Named(id int) bool { return id >= 0 && id < len(n.Classes) && n.Classes[id] != "" }

// IsZero reports whether there are no names.
func (n Names) IsZero() bool {
	return n.X == "" && n.Y == "" && n.Value == "" && len(n.Classes) == 0
}

// Equal reports whether n and m are the same.
func (n Names) Equal(m Names) bool {
	return n.X == m.X && n.Y == m.Y && n.Value == m.Value && slices.Equal(n.Classes, m.Classes)
}

// WithClass returns n with another name for a class, "" for none.
func (n Names) WithClass(id int, name string) Names {
	list := make([]string, max(len(n.Classes), id+1))
	copy(list, n.Classes)
	list[id] = name
	n.Classes = list
	return n.trim()
}

// Over returns n with missing names taken from under.
func (n Names) Over(under Names) Names {
	return n.each(under, func(name, under string) string {
		if name != "" {
			return name
		}
		return under
	})
}

// Beyond returns those names of n that differ from under: n.Beyond(under).Over(under) equals n.Over(under).
func (n Names) Beyond(under Names) Names {
	return n.each(under, func(name, under string) string {
		if name == under {
			return ""
		}
		return name
	})
}

func (n Names) each(m Names, f func(a, b string) string) Names {
	r := Names{X: f(n.X, m.X), Y: f(n.Y, m.Y), Value: f(n.Value, m.Value)}
	r.Classes = make([]string, max(len(n.Classes), len(m.Classes)))
	at := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return ""
	}
	for i := range r.Classes {
		r.Classes[i] = f(at(n.Classes, i), at(m.Classes, i))
	}
	return r.trim()
}

// trim removes empty names at the end of Classes.
func (n Names) trim() Names {
	for len(n.Classes) > 0 && n.Classes[len(n.Classes)-1] == "" {
		n.Classes = n.Classes[:len(n.Classes)-1]
	}
	if len(n.Classes) == 0 {
		n.Classes = nil
	}
	return n
}

// Label converts any text to a name: one line without invisible characters, at most MaxLabel characters long.
func Label(s string) string {
	s = strings.Join(strings.Fields(Clean(strings.ToValidUTF8(s, "\uFFFD"), false)), " ")
	if utf8.RuneCountInString(s) > MaxLabel {
		s = strings.TrimSpace(string([]rune(s)[:MaxLabel-1])) + "…"
	}
	return s
}

func (n *Names) fields(f *fields) {
	f.label("x", &n.X)         // the horizontal axis, with its unit
	f.label("y", &n.Y)         // the vertical axis, with its unit
	f.label("value", &n.Value) // the third column: the value, or what the classes are ("species")
	list := n.trim().Classes
	if f.do == checking {
		list = n.Classes
	}
	// the classes, by id; `""` for none
	value(f, "classes", &n.Classes, len(list) > 0, readClasses, appendClasses, checkClasses)
}

// label is one of the Names.
func (f *fields) label(name string, s *string) {
	value(f, name, s, *s != "", readLabel, appendText, checkLabel)
	f.limit(0, MaxLabel)
}

func readClasses(raw string) ([]string, *Error) {
	entries, err := readList("a list of names", raw, MaxClass+1)
	if err != nil {
		return nil, err
	}
	return readEach(entries, readLabel)
}

func appendClasses(b []byte, list []string) []byte {
	return appendTexts(b, Names{Classes: list}.trim().Classes)
}

func checkClasses(list []string) *Error {
	if len(list) > MaxClass+1 {
		return Errorf("", words.Sprintf("at most %d names", MaxClass+1), len(list))
	}
	for i, s := range list {
		if err := checkLabel(s); err != nil {
			return err.of(at("", i))
		}
	}
	return nil
}

func (n *Names) finish(f *fields) *Error {
	*n = n.trim()
	return check(n, f.path)
}

func readLabel(raw string) (string, *Error) {
	s, err := readText(raw)
	return strings.TrimSpace(s), err
}

func checkLabel(s string) *Error {
	if c := utf8.RuneCountInString(s); c > MaxLabel {
		return Errorf("", words.Sprintf("a name of at most %d characters", MaxLabel), c)
	}
	if !Seen(s) {
		return Errorf("", "a name without control characters", s)
	}
	return nil
}

// Own returns the names and the texts of annotations that the user has given, without the names of the recipe or of a
// built-in table.
func (d *Document) Own() (list []string) {
	n := d.Names.Beyond(d.Given())
	for _, name := range append([]string{n.X, n.Y, n.Value}, n.Classes...) {
		if name != "" {
			list = append(list, name)
		}
	}
	for i := range d.Annotations {
		if text := d.Annotations[i].Set(); text != "" {
			list = append(list, text)
		}
	}
	return list
}
