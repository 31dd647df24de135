package site

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Go-app as it is becomes one type with all methods; another one is refused by what is
// not as expected.
func TestOneElement(t *testing.T) {
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := goAppSource(context.Background(), root)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "pkg", "app", "html_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	source := string(data)
	out, err := oneElement(data)
	if err != nil {
		t.Fatal(err)
	}
	got := string(out)
	for _, want := range []string{"type HTMLDiv = *anyHTML", "type htmlDiv = anyHTML", "func Div() *anyHTML {",
		"func Elem(tag string) *anyHTML {", "func (e *anyHTML) OnClick(h EventHandler, scope ...any) *anyHTML {",
		"if e.tag == \"textarea\" {\n\te.setAttr(\"value\", v)"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is there %d times", want, strings.Count(got, want))
		}
	}
	if n := strings.Count(got, "\ntype HTML"); n != strings.Count(source, "\ntype HTML") || n < 90 {
		t.Errorf("there are %d elements", n)
	}
	for what, c := range map[string][2]string{
		"another body": {"func (e *htmlDiv) ID(format string, v ...any) HTMLDiv {\n",
			"func (e *htmlDiv) ID(format string, v ...any) HTMLDiv {\n\tprintln()\n"},
		"other parameters":   {"func (e *htmlDiv) TabIndex(v int)", "func (e *htmlDiv) TabIndex(v uint)"},
		"another function":   {"type htmlDiv struct {", "func helper() {\n}\n\ntype htmlDiv struct {"},
		"another receiver":   {"func (e *htmlDiv) TabIndex(", "func (d *htmlDiv) TabIndex("},
		"made in other ways": {"e := &htmlDiv{\n\t\thtmlElement: htmlElement{", "e := newDiv(htmlElement{"},
	} {
		if strings.Count(source, c[0]) != 1 {
			t.Fatalf("%s: %q is not there once", what, c[0])
		}
		if _, err := oneElement([]byte(strings.Replace(source, c[0], c[1], 1))); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := oneElement([]byte("package app\n")); err == nil {
		t.Error("without elements: no error")
	}
}
