package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/words"
)

// el makes an element from a line: its tag, classes and id as in a CSS selector, its attributes, and its text after a
// bar.
//
//	el("button.reset type=button data-param=$ title='Back to $'|Reset", name, value)
//
// Each $ is replaced by the next argument; in a text for users it is the %s of a format (words.Text). A value with
// spaces is between apostrophes; an attribute without a value is true. In the compiled program a line is one call,
// whereas go-app needs a call for each attribute. Texts for users are translated.
func el(line string, args ...string) app.UI {
	tag, rest := cutAt(line, ".# |")
	switch tag {
	case "input", "img", "hr": // elements without content
		return with(app.ElemSelfClosing(tag), rest, args...)
	case "code": // for programs, so not translated
		e := app.Elem(tag)
		text, _ := read(rest, args, verbatim, func(name, value string) { e.Attr(name, value) })
		return e.Text(text)
	}
	return with(app.Elem(tag), rest, args...)
}

// with adds the attributes and the text of a line without a tag to x, and returns x.
func with(x app.UI, line string, args ...string) app.UI {
	e, ok := x.(app.HTMLElem)
	if !ok {
		e := x.(app.HTMLElemSelfClosing)
		read(line, args, isText, func(name, value string) { e.Attr(name, value) })
	} else if text, some := read(line, args, isText, func(name, value string) { e.Attr(name, value) }); some {
		e.Text(text)
	}
	return x
}

// isText reports whether users read an attribute, or the text of an element, whose name is "".
func isText(name string) bool {
	switch name {
	case "", "title", "placeholder", "alt", "label", "aria-label", "aria-description", "aria-roledescription",
		"aria-valuetext":
		return true
	}
	return false
}

func verbatim(string) bool { return false }

// own returns a text that is not translated, because it is its author's, such as the title of a course.
func own(text string) app.UI { return app.Text(text) }

// say returns a translated text for a place between elements.
func say(text string) app.UI { return app.Text(words.Say(text)) }

// listen has x call a handler for an event, and returns x.
func listen(x app.UI, event string, handle app.EventHandler) app.UI {
	if e, ok := x.(app.HTMLElem); ok {
		return e.On(event, handle)
	}
	return x.(app.HTMLElemSelfClosing).On(event, handle)
}

func click(x app.UI, handle app.EventHandler) app.UI { return listen(x, "click", handle) }

// box makes an element from a line without arguments, with other elements in it.
func box(line string, list ...app.UI) app.UI { return nest(el(line), list...) }

// nest puts elements into another one, without those that are nil, and returns it. It copies the list, so that no call
// needs to put its list on the heap, which takes more machine code than the call.
func nest(in app.UI, list ...app.UI) app.UI {
	return in.(app.HTMLElem).Body(append([]app.UI(nil), list...)...)
}

// nodes are elements to be put into another one.
type nodes []app.UI

func (n *nodes) add(more ...app.UI) { *n = append(*n, more...) }

// read calls set with the attributes of a line without its tag, and returns its text; some is false if it has none. The
// values of names for which say is true are translated, and the text, whose name is "".
func read(line string, args []string, say func(name string) bool, set func(name, value string)) (text string,
	some bool) {
	// fill replaces each $ by the next argument.
	fill := func(name, s string) string {
		said, filled := say(name), s
		switch n := strings.Count(s, "$"); {
		case s == "$":
			filled, args = args[0], args[1:]
		case n > 0 && said:
			format := strings.ReplaceAll(strings.ReplaceAll(s, "%", "%%"), "$", "%s")
			filled, args = words.Text(format, args[:n]...), args[n:]
		case n > 0:
			filled = ""
			for range n {
				before, after, _ := strings.Cut(s, "$")
				filled += before + args[0]
				s, args = after, args[1:]
			}
			filled += s
		}
		if said {
			return words.Say(filled)
		}
		return filled
	}
	for line != "" {
		value := "true"
		switch line[0] {
		case ' ':
			line = line[1:]
		case '|':
			return fill("", line[1:]), true
		case '.':
			value, line = cutAt(line[1:], "# |")
			set("class", strings.ReplaceAll(value, ".", " "))
		case '#':
			value, line = cutAt(line[1:], ". |")
			set("id", value)
		default:
			var name string
			if name, line = cutAt(line, "= |"); strings.HasPrefix(line, "='") {
				value, line, _ = strings.Cut(line[2:], "'")
			} else if strings.HasPrefix(line, "=") {
				value, line = cutAt(line[1:], " |")
			}
			set(name, fill(name, value))
		}
	}
	return "", false
}

// cutAt cuts s before the first of the characters; without any, before is s.
func cutAt(s, chars string) (before, after string) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
