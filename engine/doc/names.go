package doc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
		return "class " + strconv.Itoa(id+1)
	}
	name := n.Classes[id]
	if _, err := strconv.ParseFloat(name, 64); err == nil {
		return "class " + name
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

func (n *Names) validate(parent string) *Error {
	if len(n.Classes) > MaxClass+1 {
		return Errorf(parent+".classes", fmt.Sprintf("at most %d names", MaxClass+1), len(n.Classes))
	}
	check := func(field, s string) *Error {
		if c := utf8.RuneCountInString(s); c > MaxLabel {
			return Errorf(parent+"."+field, fmt.Sprintf("a name of at most %d characters", MaxLabel), c)
		}
		if !Seen(s) {
			return Errorf(parent+"."+field, "a name without control characters", s)
		}
		return nil
	}
	for _, f := range []struct{ field, s string }{{"x", n.X}, {"y", n.Y}, {"value", n.Value}} {
		if err := check(f.field, f.s); err != nil {
			return err
		}
	}
	for i, s := range n.Classes {
		if err := check(fmt.Sprintf("classes[%d]", i), s); err != nil {
			return err
		}
	}
	return nil
}

// appendNames writes names that validate has accepted, as the field "names".
func appendNames(b []byte, n Names) []byte {
	n = n.trim()
	b = append(b, `"names":{`...)
	comma := ""
	for _, f := range []struct{ field, s string }{{"x", n.X}, {"y", n.Y}, {"value", n.Value}} {
		if f.s != "" {
			b = appendText(fmt.Appendf(b, `%s"%s":`, comma, f.field), f.s)
			comma = ","
		}
	}
	if len(n.Classes) > 0 {
		b = append(append(b, comma...), `"classes":[`...)
		for i, s := range n.Classes {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendText(b, s)
		}
		b = append(b, ']')
	}
	return append(b, '}')
}

var namesNames = []string{"x", "y", "value", "classes"}

func readNames(parent, raw string) (n Names, err *Error) {
	list, err := readObject(parent, raw)
	if err != nil {
		return n, err
	}
	text := func(field, raw string) (s string) {
		if err == nil {
			s, err = readText(parent+"."+field, raw)
		}
		return strings.TrimSpace(s)
	}
	for _, m := range list {
		switch m.name {
		case "x":
			n.X = text("x", m.raw)
		case "y":
			n.Y = text("y", m.raw)
		case "value":
			n.Value = text("value", m.raw)
		case "classes":
			var entries []string
			if entries, err = readList(parent+".classes", "a list of names", m.raw, MaxClass+1); err == nil {
				for i, e := range entries {
					n.Classes = append(n.Classes, text(fmt.Sprintf("classes[%d]", i), e))
				}
			}
		default:
			err = unknown(parent, m.name, namesNames)
		}
		if err != nil {
			return Names{}, err
		}
	}
	return n.trim(), n.validate(parent)
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
