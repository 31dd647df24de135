package class

// Panel is what a client that attends a lecturer's class asks of its engine: what a class has answered at a step. Of
// the kinds of text
//
//	class       HTML: how many have answered; once it is Revealed also the distribution of the answers, over the picture
//	            and beside the method's own where there is one; and the list of members
//	class-csv   all Answers as a table, a row for each
//	class-json  the same as JSON
//
// the first one shows the answers at Step alone, the others all Answers. A button in the HTML with the attribute
// data-look="3" opens the document of member 3; the page adds no other meaning to it, and keeps the focus on a button
// with a data-look, and a <details> with an id open, when newer HTML takes its place. Texts of members are escaped.
// The page imports this package, so what makes the HTML, with the models that it needs, stands in another one.
type Panel struct {
	Page     string   `json:"page,omitempty"`    // the document with which the step begins, as JSON; "" = there is none
	Title    string   `json:"title,omitempty"`   // of the page; plain text
	Step     Step     `json:"step"`              // the lecturer's present one
	Kind     string   `json:"kind,omitempty"`    // of course.Step; "" = no course: members have sent documents at most
	Text     string   `json:"text,omitempty"`    // what the step asks, as HTML of a course
	Choices  []string `json:"choices,omitempty"` // HTML of a course
	Right    []int    `json:"right,omitempty"`   // numbers of the choices that are right
	Answer   string   `json:"answer,omitempty"`  // as of course.Step
	Within   float64  `json:"within,omitempty"`
	Check    string   `json:"check,omitempty"`
	Answers  []Answer `json:"answers"` // of all steps, as the server has sent them; the Value of a Document is true
	Members  []Member `json:"members"`
	Here     int      `json:"here"` // members that are connected
	Revealed bool     `json:"revealed,omitempty"`
	Ends     int64    `json:"ends,omitempty"` // as of State
	// Palette is that of pictures, one of picture.PaletteNames: the page's own; "" = light. What is drawn over them takes
	// its colours from the page's style.
	Palette string `json:"palette,omitempty"`
	// Steps are, of class-csv and class-json, the other steps that have been answered, so that their answers are judged,
	// too: what they ask, without Answers and Members.
	Steps []Panel `json:"steps,omitempty"`
}
