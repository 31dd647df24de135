package course

import (
	"fmt"
	"strings"
	"testing"
)

// Everything in a course or a deck has a limit: the maximum is accepted, and one more is rejected with the field's
// name.
func TestEverythingHasALimit(t *testing.T) {
	times := func(n int, each string) string { return strings.TrimSuffix(strings.Repeat(each+",", n), ",") }
	many := func(n int, page func(id string) string) string {
		var s []string
		for i := range n {
			s = append(s, page(fmt.Sprint("p", i)))
		}
		return strings.Join(s, ",")
	}
	page := func(id, more string) string {
		return `{"id":"` + id + `","title":"t","text":"","document":{"method":"knn"}` + more + `}`
	}
	course := func(pages string) string { return `{"course":"c","title":"t","pages":[` + pages + `]}` }
	letters := func(n int) string { return strings.Repeat("é", n) }
	step := func(more string) string { return `,"steps":[{"kind":"note","text":"a"` + more + `}]` }
	for _, x := range []struct {
		field string
		most  int
		text  func(n int) string
	}{
		{"pages", MaxPages, func(n int) string { return course(many(n, func(id string) string { return page(id, "") })) }},
		{"pages[0].steps", MaxSteps, func(n int) string {
			return course(page("a", `,"steps":[`+times(n, `{"kind":"note","text":"a"}`)+`]`))
		}},
		{"title", MaxTitle, func(n int) string {
			return strings.Replace(course(page("a", "")), `"title":"t"`, `"title":"`+letters(n)+`"`, 1)
		}},
		{"course", maxID, func(n int) string {
			return strings.Replace(course(page("a", "")), `"c"`, `"`+strings.Repeat("c", n)+`"`, 1)
		}},
		{"pages[0].id", maxID, func(n int) string { return course(page(strings.Repeat("a", n), "")) }},
		{"pages[0].notes", MaxText, func(n int) string { return course(page("a", `,"notes":"`+letters(n)+`"`)) }},
		{"summary", MaxText, func(n int) string {
			return strings.Replace(course(page("a", "")), `"title":"t"`, `"title":"t","summary":"`+letters(n)+`"`, 1)
		}},
		{"line", MaxLine, func(n int) string {
			return strings.Replace(course(page("a", "")), `"title":"t"`, `"title":"t","line":"`+letters(n)+`"`, 1)
		}},
		{"pages[0].line", MaxLine, func(n int) string { return course(page("a", `,"line":"`+letters(n)+`"`)) }},
		{"pages[0].minutes", MaxMinutes, func(n int) string { return course(page("a", fmt.Sprint(`,"minutes":`, n))) }},
		{"symbols", MaxSymbols, func(n int) string {
			return strings.Replace(course(page("a", "")), `"title":"t"`, `"title":"t","symbols":[`+
				times(n, `{"symbol":"$w$","means":"a"}`)+`]`, 1)
		}},
		{"references", maxList, func(n int) string {
			return strings.Replace(course(page("a", "")), `"title":"t"`, `"title":"t","references":[`+times(n, `"a"`)+`]`, 1)
		}},
		{"pages[0].controls", maxList, func(n int) string { return course(page("a", `,"controls":[`+times(n, `"C"`)+`]`)) }},
		{"pages[0].lock", maxList, func(n int) string { return course(page("a", `,"lock":[`+times(n, `"C"`)+`]`)) }},
		{"pages[0].facts", maxList, func(n int) string { return course(page("a", `,"facts":[`+times(n, `"C"`)+`]`)) }},
		{"pages[0].steps[0].facts", maxList, func(n int) string { return course(page("a", step(`,"facts":[`+times(n, `"C"`)+`]`))) }},
		{"pages[0].steps[0].hints", maxList, func(n int) string { return course(page("a", step(`,"hints":[`+times(n, `"C"`)+`]`))) }},
		{"pages[0].steps[0].choices", MaxChoices, func(n int) string {
			return course(page("a", `,"steps":[{"kind":"choose","text":"a","choices":[{"text":"b","right":true},`+
				times(n-1, `{"text":"c"}`)+`]}]`))
		}},
	} {
		if _, err := Answer("set", x.text(x.most)); err != nil {
			t.Errorf("%s of %d: %v", x.field, x.most, err)
		}
		if _, err := Answer("set", x.text(x.most+1)); err == nil || !strings.HasPrefix(err.Error(), x.field+" must be") ||
			len(err.Error()) > 1000 {
			t.Errorf("%s of %d: %v", x.field, x.most+1, err)
		}
	}
	if _, err := Answer("set", course(page("a", ""))+strings.Repeat(" ", MaxBytes)); err == nil ||
		!strings.HasPrefix(err.Error(), "course must be at most") {
		t.Errorf("a file that is too long: %v", err)
	}
	nested := strings.Repeat("> ", maxNested+1) + "a"
	if _, err := Set(nested); err == nil {
		t.Errorf("%q is set", nested)
	}
	if _, err := Answer("set", strings.Repeat("[", 1<<20)); err == nil {
		t.Error("what nests without end is taken")
	}
}
