package courses

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/check"
	"pointscape/engine/course"
	"pointscape/engine/course/trial"
)

// The guide for authors of courses lists every field of the file, and every function of conditions.
func TestGuideListsAllFields(t *testing.T) {
	b, err := os.ReadFile("../docs/course.md")
	if err != nil {
		t.Fatal(err)
	}
	// The tables of a course, of a page and of a step; the first column of their rows has the fields.
	var tables []map[string]bool
	for line := range strings.Lines(string(b)) {
		cells := strings.Split(line, "|")
		switch {
		case strings.HasPrefix(line, "| Of "):
			tables = append(tables, map[string]bool{})
		case len(cells) > 2 && strings.Contains(cells[1], "`") && len(tables) > 0:
			for i, name := range strings.Split(cells[1], "`") {
				if i%2 == 1 {
					tables[len(tables)-1][name] = true
				}
			}
		}
		if strings.HasPrefix(line, "## Conditions") {
			break
		}
	}
	types := []reflect.Type{reflect.TypeFor[course.Source](), reflect.TypeFor[course.PageSource](),
		reflect.TypeFor[course.StepSource]()}
	if len(tables) != len(types) {
		t.Fatalf("%d tables", len(tables))
	}
	for i, of := range types {
		var fields []string
		for f := range of.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if fields = append(fields, name); !tables[i][name] {
				t.Errorf("app/docs/course.md does not list %s of %s", name, of.Name())
			}
		}
		for name := range tables[i] {
			if !slices.Contains(fields, name) {
				t.Errorf("app/docs/course.md lists %s, which %s has not", name, of.Name())
			}
		}
	}
	if says := "`" + strings.Join(inOrder(check.Functions()), " ") + "`"; !strings.Contains(string(b), says) {
		t.Errorf("app/docs/course.md does not list the functions of conditions, %s", says)
	}
}

// inOrder sorts functions into the order of the guide.
func inOrder(names []string) []string {
	order := strings.Fields("abs exp ln sqrt round min max sum count")
	slices.SortFunc(names, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	return names
}

// The example in the guide is a valid course.
func TestGuideHasACourse(t *testing.T) {
	b, err := os.ReadFile("../docs/course.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(b), "1. Write a file like this one.\n")
	example, _, found := strings.Cut(example, "\n2. ")
	if !found {
		t.Fatal("the guide has no example")
	}
	c, err := course.Read([]byte(example))
	if err != nil {
		t.Fatal(err)
	}
	if err := trial.New().Course(t.Context(), c); err != nil {
		t.Error(err)
	}
}
