package results

import (
	"strings"
	"testing"

	"pointscape/engine/class"
	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/method"
)

// For any panel there is an error, or HTML with only the allowed elements, and files with all answers.
func FuzzPanel(f *testing.F) {
	for kind, value := range map[string]string{course.Choose: "1", course.Number: "-3.25e9", course.Place: "[0.25, 0.75]",
		course.Draw: upright(0.3), course.Task: "true", "": "true"} {
		p := panel(kind, 4, func(i int) string { return []string{value, value, value, ""}[i] })
		p.Page, p.Choices, p.Right, p.Check = parted, []string{"a", "b"}, []int{1}, "true"
		p.Members[1].Nick = "<b>"
		b, err := json.Marshal(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(`{"kind":"number","revealed":true,"answers":[{"member":1,"kind":"number","value":1e308},` +
		`{"member":2,"kind":"number","value":-1e308},{"member":3,"kind":"number","value":5e-324}]}`))
	f.Add([]byte(`{"kind":"place","revealed":true,"page":"{}","answers":[{"member":1,"kind":"place",` +
		`"value":[1e308,-1e308]}]}`))
	answer := newAnswers()
	f.Fuzz(func(t *testing.T, text []byte) {
		var p class.Panel
		if len(text) > 4000 || json.Unmarshal(text, &p) != nil {
			return
		}
		if p.Page != "" { // other documents would only test fits, which have their own tests
			p.Page = parted
		}
		p.Text = ""
		for i := range p.Choices {
			p.Choices[i] = "c"
		}
		b, err := json.Marshal(&p)
		if err != nil {
			return
		}
		for _, kind := range []string{"class", "class-csv", "class-json"} {
			made, err := answer(method.Unstopped, kind, string(b))
			if err == nil && kind == "class" {
				wellFormed(t, made)
			}
			if err == nil && kind == "class-json" {
				var list []Result
				if err := json.Unmarshal([]byte(made), &list); err != nil || len(list) != len(p.Answers) {
					t.Errorf("%d of %d answers, %v", len(list), len(p.Answers), err)
				}
			}
			if err == nil && kind == "class-csv" && !strings.HasPrefix(made, "member,") {
				t.Errorf("a table %.40q", made)
			}
		}
	})
}
