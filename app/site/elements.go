package site

import (
	"bytes"
	"fmt"
	"regexp"
)

// go-app has a type and an interface for each of a hundred HTML elements, and each of
// them has all methods that there are, which only set an attribute or a handler. What
// an element is, its tag says. The page's go-app has one type instead, of which all
// others are names: a call of Div().Class() is a plain one, and of 36 types' methods one is
// linked. By brotli the page is 5.5 % smaller for it.

var (
	elementType    = regexp.MustCompile(`(?m)^type (HTML\w+) interface \{$`)
	elementMaker   = regexp.MustCompile(`(?ms)^func (\w+)\(([^()]*)\) HTML\w+ \{\n(.*?)^\}\n`)
	elementMethod  = regexp.MustCompile(`(?ms)^func \(e \*html(\w+)\) (\w+\([^()]*\)) HTML\w+ \{\n(.*?)^\}\n`)
	elementLiteral = regexp.MustCompile(`&html\w+\{\n\s*htmlElement: `)
	anyFunc        = regexp.MustCompile(`(?m)^func `)
)

// oneElement returns go-app's html_gen.go with one type for all elements. Where
// elements do not have the same method of a name it fails; it knows of one that has its
// text as an attribute.
func oneElement(source []byte) ([]byte, error) {
	const own = "Textarea" // of its own: methods Text and Textf
	var b bytes.Buffer
	b.WriteString("package app\n\nimport \"strings\"\n\ntype anyHTML struct {\n\thtmlElement\n}\n\n")
	types := elementType.FindAllSubmatch(source, -1)
	for _, m := range types {
		if name := string(m[1]); name == "HTMLBody" { // go-app asks what is behind it
			fmt.Fprintf(&b, "type %s interface {\n\tUI\n\tprivateBody(...UI) *anyHTML\n}\n\n", name)
		} else {
			fmt.Fprintf(&b, "type %s = *anyHTML\n\n", name)
		}
		fmt.Fprintf(&b, "type html%s = anyHTML\n\n", m[1][len("HTML"):])
	}
	makers := elementMaker.FindAllSubmatch(source, -1)
	for _, m := range makers {
		if len(elementLiteral.FindAll(m[3], -1)) != 1 {
			return nil, fmt.Errorf("go-app's html_gen.go: %s does not make an element as expected (app/site/elements.go)", m[1])
		}
		fmt.Fprintf(&b, "func %s(%s) *anyHTML {\n%s}\n\n", m[1], m[2],
			elementLiteral.ReplaceAll(m[3], []byte("&anyHTML{\nhtmlElement: ")))
	}
	methods := elementMethod.FindAllSubmatch(source, -1)
	bodies, others := map[string]string{}, map[string]string{}
	var order []string
	for _, m := range methods {
		of, head, body := string(m[1]), string(m[2]), string(m[3])
		if of == own && len(head) > 4 && head[:4] == "Text" {
			others[head] = body
			continue
		}
		if was, ok := bodies[head]; !ok {
			order = append(order, head)
			bodies[head] = body
		} else if was != body {
			return nil, fmt.Errorf("go-app's html_gen.go: %s of %s is not that of the elements before (app/site/elements.go)",
				head, of)
		}
	}
	names := map[string]bool{}
	for _, head := range order {
		if name, _, _ := bytes.Cut([]byte(head), []byte("(")); names[string(name)] {
			return nil, fmt.Errorf("go-app's html_gen.go: elements have different methods %s (app/site/elements.go)", name)
		} else {
			names[string(name)] = true
		}
		fmt.Fprintf(&b, "func (e *anyHTML) %s *anyHTML {\n", head)
		if other, ok := others[head]; ok {
			fmt.Fprintf(&b, "if e.tag == \"textarea\" {\n%s}\n", other)
			delete(others, head)
		}
		fmt.Fprintf(&b, "%s}\n\n", bodies[head])
	}
	if n := len(makers) + len(methods); len(others) > 0 || n != len(anyFunc.FindAll(source, -1)) || len(types) < 50 {
		return nil, fmt.Errorf("go-app's html_gen.go: of its functions %d are makers and methods of %d elements, but "+
			"there are others (app/site/elements.go)", n, len(types))
	}
	return b.Bytes(), nil
}
