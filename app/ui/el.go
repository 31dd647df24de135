package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/engine/words"
)

// el makes an element of a line: its tag, classes and id as in a selector, its attributes, and
// behind a bar its text.
//
//	el("button.reset type=button data-param=$ title='Back to $'|Reset", name, value)
//
// Each $ is the next argument. A value with blanks stands between apostrophes; an attribute without
// one is true. To the page's program a line is a call, where go-app has one for each attribute.
// What people read of it is said in their language.
func el(line string, args ...string) app.UI {
	tag, rest := cutAt(line, ".# |")
	switch tag {
	case "input", "img", "hr": // in which there is nothing
		return with(app.ElemSelfClosing(tag), rest, args...)
	case "code": // what programs read
		e := app.Elem(tag)
		text, _ := read(rest, args, func(name, value string) { e.Attr(name, value) })
		return e.Text(text)
	}
	return with(app.Elem(tag), rest, args...)
}

// with gives an element the attributes and the text of a line without a tag.
func with(x app.UI, line string, args ...string) app.UI {
	e, ok := x.(app.HTMLElem)
	if !ok {
		e := x.(app.HTMLElemSelfClosing)
		read(line, args, func(name, value string) { e.Attr(name, said(name, value)) })
	} else if text, some := read(line, args, func(name, value string) { e.Attr(name, said(name, value)) }); some {
		e.Text(words.Say(text))
	}
	return x
}

// said is the value of an attribute, in their language where people read it.
func said(name, value string) string {
	switch name {
	case "title", "placeholder", "alt", "label", "aria-label", "aria-description", "aria-roledescription",
		"aria-valuetext":
		return words.Say(value)
	}
	return value
}

// own is a text that is somebody's, a course's title: it is in its own language.
func own(text string) app.UI { return app.Text(text) }

// say is a text between elements.
func say(text string) app.UI { return app.Text(words.Say(text)) }

// listen has an element call a handler for an event.
func listen(x app.UI, event string, handle app.EventHandler) app.UI {
	if e, ok := x.(app.HTMLElem); ok {
		return e.On(event, handle)
	}
	return x.(app.HTMLElemSelfClosing).On(event, handle)
}

func click(x app.UI, handle app.EventHandler) app.UI { return listen(x, "click", handle) }

// box makes an element of a line without arguments, with others in it.
func box(line string, list ...app.UI) app.UI { return nest(el(line), list...) }

// nest puts elements into another one, without those that are nil. Its list is copied, so that
// calls need not make theirs on the heap, which takes more machine code than the call.
func nest(in app.UI, list ...app.UI) app.UI {
	return in.(app.HTMLElem).Body(append([]app.UI(nil), list...)...)
}

// nodes are elements that will stand in another one.
type nodes []app.UI

func (n *nodes) add(more ...app.UI) { *n = append(*n, more...) }

// read tells set the attributes of a line without its tag, and returns its text if it has one.
func read(line string, args []string, set func(name, value string)) (text string, some bool) {
	// fill puts arguments in the place of each $.
	fill := func(s string) string {
		if s == "$" {
			s, args = args[0], args[1:]
			return s
		}
		filled := ""
		for before, after, found := strings.Cut(s, "$"); found; before, after, found = strings.Cut(s, "$") {
			filled += before + args[0]
			s, args = after, args[1:]
		}
		return filled + s
	}
	for line != "" {
		value := "true"
		switch line[0] {
		case ' ':
			line = line[1:]
		case '|':
			return fill(line[1:]), true
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
			set(name, fill(value))
		}
	}
	return "", false
}

// cutAt cuts a text before the first of several characters.
func cutAt(s, chars string) (before, after string) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}
