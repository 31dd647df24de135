package course

import "fmt"

// Written is one of the texts of a page, with its position.
type Written struct {
	At   string // the field, as errors name it: "steps[2].then"
	Step int    // index of the step; -1 = the page's own text
	Text Text
	// Late says that the text is shown after an answer, and that its numbers belong to the document at the step's end.
	Late bool
	// Wrong marks a wrong answer: its statements need not hold.
	Wrong bool
}

// Texts returns the texts of a page, the page's own first.
func (s *PageSource) Texts() []Written {
	list := []Written{{At: "title", Step: -1, Text: Text(s.Title)}, {At: "line", Step: -1, Text: Text(s.Line)},
		{At: "text", Step: -1, Text: s.Text}, {At: "notice", Step: -1, Text: s.Notice},
		{At: "summary", Step: -1, Text: s.Summary}, {At: "notes", Step: -1, Text: s.Notes}}
	for i := range s.Steps {
		step := &s.Steps[i]
		at := fmt.Sprintf("steps[%d].", i)
		list = append(list, Written{At: at + "text", Step: i, Text: step.Text})
		for j, h := range step.Hints {
			list = append(list, Written{At: fmt.Sprintf("%shints[%d]", at, j), Step: i, Text: h})
		}
		for j, c := range step.Choices {
			field := fmt.Sprintf("%schoices[%d].", at, j)
			list = append(list, Written{At: field + "text", Step: i, Text: c.Text, Wrong: !c.Right},
				Written{At: field + "why", Step: i, Text: c.Why, Late: true})
		}
		list = append(list, Written{At: at + "then", Step: i, Text: step.Then, Late: true})
	}
	return list
}
