package course

import (
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// This file reads the steps in a page's text, for authors who write a deck in the page's editor instead of JSON:
//
//	? Which boundary is straight?
//	- [ ] The one on the left
//	- [x] The one on the right
//	  It is a line: what goes on below an answer is said of it.
//	?? How many of the 60 points are wrong? Two ? hide the picture until that is answered.
//	number: 60*training_error ± 0.5
//	? Make no mistake.
//	task: training_error == 0
//	hint: Raise gamma.
//	then: What to notice.
//
// "place:" and "draw:" are conditions of a click and of a drawing, as "task:" is one of the fit. A line that begins
// with none of these continues the text above it; a step without a question is a remark. These steps follow the page's
// other steps.

// inText splits a text into the part before the first question, and the steps.
func inText(text Text) (before Text, steps []StepSource, err error) {
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	var s *StepSource
	var into *Text // text that the next line continues
	fenced, head := false, len(lines)
	ends := func() {
		if s != nil {
			steps = append(steps, *s)
		}
	}
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if mark, rest, _ := strings.Cut(line, " "); !fenced && (mark == "?" || mark == "??") {
			ends()
			head = min(head, i)
			s = &StepSource{Kind: Note, Text: Text(rest), Veil: mark == "??"}
			into = &s.Text
			continue
		}
		if s == nil {
			continue
		}
		if into, err = s.line(line, into, fenced); err != nil {
			return "", nil, words.Errorf("line %d: %w", i+1, err)
		}
	}
	ends()
	return Text(strings.TrimRight(strings.Join(lines[:head], "\n"), "\n ")), steps, nil
}

// line adds a line to a step, and returns the text that the next line may continue.
func (s *StepSource) line(line string, into *Text, fenced bool) (*Text, error) {
	name, rest, _ := strings.Cut(line, ":")
	name, rest = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(rest) // "Number :" is accepted, too
	kind := ""
	lower := strings.ToLower(line)
	right := strings.HasPrefix(lower, "- [x] ")
	switch {
	case fenced:
	case right || strings.HasPrefix(lower, "- [ ] "):
		kind = Choose
	case name == Number || name == Task || name == Place || name == Draw:
		kind = name
	case name == "hint":
		s.Hints = append(s.Hints, Text(rest))
		return &s.Hints[len(s.Hints)-1], nil
	case name == "then":
		s.Then = Text(rest)
		return &s.Then, nil
	}
	if kind == "" {
		*into = Text(strings.TrimSpace(string(*into) + "\n" + line))
		return into, nil
	}
	if s.Kind != Note && (s.Kind != Choose || kind != Choose) {
		return nil, words.Errorf("a question has one answer; got %q below %q", kind, s.Kind)
	}
	s.Kind = kind
	switch kind {
	case Choose:
		s.Choices = append(s.Choices, ChoiceSource{Text: Text(strings.TrimSpace(line[len("- [x] "):])), Right: right})
		return &s.Choices[len(s.Choices)-1].Why, nil
	case Number:
		answer, within, some := strings.Cut(strings.Replace(rest, "+-", "±", 1), "±")
		s.Answer = strings.TrimSpace(answer)
		if some {
			x, err := strconv.ParseFloat(strings.TrimSpace(within), 64)
			if err != nil {
				return nil, words.Errorf("%q is no number", strings.TrimSpace(within))
			}
			s.Within = x
		}
	default:
		s.Check = rest
	}
	return &s.Text, nil
}
