package class

// Panel is a request for a text about a class's answers. The client of a lecturer passes it to package results,
// with the kind
//
//	class       HTML about the answers at Step: how many members have answered; if Revealed, also the distribution of
//	            the answers, for positions and lines over the page's picture; and the list of members
//	class-csv   all Answers as a table, one row for each
//	class-json  the same as JSON
//
// A button in the HTML with the attribute data-look="3" opens the document of member 3. When the page replaces the HTML
// by newer HTML, it keeps the focus on a button with data-look, and a <details> with an id open. Texts of members are
// escaped. The code that makes the HTML is in another package, because the page's program imports this one and must not
// contain the models that the HTML needs.
type Panel struct {
	Page     string   `json:"page,omitempty"`     // JSON of the document with which the step begins; "" = none
	Title    string   `json:"title,omitempty"`    // title of the page, plain text
	Step     Step     `json:"step"`               // step that the panel shows
	Kind     string   `json:"kind,omitempty"`     // course.Step.Kind; "" = no step: members can only send documents
	Text     string   `json:"text,omitempty"`     // course.Step.Text, HTML
	Choices  []string `json:"choices,omitempty"`  // texts of the choices, HTML
	Right    []int    `json:"right,omitempty"`    // indices of the right choices
	Answer   string   `json:"answer,omitempty"`   // course.Step.Answer, an expression
	Within   float64  `json:"within,omitempty"`   // course.Step.Within, the tolerance of a number
	Check    string   `json:"check,omitempty"`    // course.Step.Check, a condition
	Answers  []Answer `json:"answers"`            // answers at all steps; the Value of a Document is true
	Members  []Member `json:"members"`            // all members of the room
	Here     int      `json:"here"`               // number of connected members
	Revealed bool     `json:"revealed,omitempty"` // the answers at Step are shown
	Ends     int64    `json:"ends,omitempty"`     // State.Ends
	// Palette names the palette of the picture and of the answers drawn over it, one of picture.PaletteNames; "" = light.
	Palette string `json:"palette,omitempty"`
	// Steps describes the other answered steps, without Answers and Members: class-csv and class-json use it to judge
	// their answers.
	Steps []Panel `json:"steps,omitempty"`
}
