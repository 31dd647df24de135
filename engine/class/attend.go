package class

import (
	"strings"

	"pointscape/engine/json"
)

// A program of its own attends a class for the page (package program), to keep the page's program small. The page sends
// it these kinds of text:
//
//	class-attend  an Attend. It has no answer, but each event is reported as progress: JSON of a News, or a question to
//	              an engine, one at a time, which the page answers by the order told
//	class-do      an Order. Its answer is empty.
//	class-csv     "": the answer is a table of all answers in the lecturer's class; class-json: the same as JSON
//
// The page accesses the browser's storages, shows the HTML, and navigates to the pages.

// Keys in the browser's storages. The local storage has a student's class, member and pending answers, and a lecturer's
// class and secret; the tab's session storage has the class that the tab attends.
const (
	StudentKey  = "pointscape.class"
	LecturerKey = "pointscape.class.lead"
	TabKey      = "pointscape.class.tab"
)

// Attend is the configuration of a program that attends a class.
type Attend struct {
	Server string            `json:"server"` // address of the server's WebSocket
	Link   string            `json:"link"`   // the page's address for students, without the room's code at its end
	Icons  map[string]string `json:"icons"`  // HTML of the icons close, up and code
}

// Order is an instruction for a program that attends a class. Do determines which other fields are set:
//
//	open, lead, join  enter a class: Kept (local storage, by key) and Tab (session storage of the tab, TabKey); for open
//	                  also Title, Where and Deck, for join Code
//	put               a student has answered: Step, Kind, Value
//	turn              the lecturer has turned to another page: Where; Deck, if the page's deck has no address
//	page              the lecturer's page: Title, Page, At, Palette; Course, if it is another one than before
//	show              the lecturer has opened (On) or closed the panel
//	door              the lecturer shows (On) or hides how to join
//	copied            the user has tried to copy the students' link: On = it was copied
//	press             the user has used the control of the HTML with the id ID: On of a checkbox, Text of an input
//	told              the engine has answered: On = Text is its answer, else Text says why there is none
type Order struct {
	Do      string            `json:"do"`
	Kept    map[string]string `json:"kept,omitempty"`
	Tab     string            `json:"tab,omitempty"`
	Title   string            `json:"title,omitempty"`
	Where   string            `json:"where,omitempty"`
	Deck    string            `json:"deck,omitempty"`
	Code    string            `json:"code,omitempty"`
	Step    *Step             `json:"step,omitempty"`
	Kind    string            `json:"kind,omitempty"`
	Value   string            `json:"value,omitempty"`
	Course  json.RawMessage   `json:"course,omitempty"`
	Page    int               `json:"page,omitempty"` // index of the course's page; -1 = the page shows no course
	At      int               `json:"at,omitempty"`   // index of the present step
	Palette string            `json:"palette,omitempty"`
	ID      string            `json:"id,omitempty"`
	On      bool              `json:"on,omitempty"`
	Text    string            `json:"text,omitempty"`
}

// News is the present state of the class, with what the page has to do now.
type News struct {
	There  bool   `json:"there,omitempty"`  // there is a class, perhaps one that has ended
	On     bool   `json:"on,omitempty"`     // the page is connected, or trying to connect
	In     bool   `json:"in,omitempty"`     // the page is connected
	Leads  bool   `json:"leads,omitempty"`  // the page is a lecturer's
	Code   string `json:"code,omitempty"`   // code of the room
	Where  string `json:"where,omitempty"`  // State.Where
	Follow bool   `json:"follow,omitempty"` // State.Follow
	Here   int    `json:"here,omitempty"`   // number of connected students; for a lecturer
	Link   string `json:"link,omitempty"`   // the students' link; for a lecturer
	State  string `json:"state,omitempty"`  // for the style of a student's bar: "in" = connected, "on" = connecting
	// Bar is the HTML of a student's bar, Panel that of a lecturer's panel. It lacks the content of elements with
	// data-own: Made is the content of #class-made, QR that of #door-qr.
	Bar   string  `json:"bar,omitempty"`
	Panel string  `json:"panel,omitempty"`
	Made  *string `json:"made,omitempty"` // nil = unchanged
	QR    *string `json:"qr,omitempty"`   // nil = not shown, or not made yet

	// The other fields are each sent once, for the page to act on.
	Heard    string  `json:"heard,omitempty"`    // type of the message that the server has sent
	Deck     string  `json:"deck,omitempty"`     // with Heard "room" or "joined": the room's deck
	Document string  `json:"document,omitempty"` // JSON of a student's document, to open
	Keep     []Entry `json:"keep,omitempty"`     // entries to set in the browser's storages
	Focus    string  `json:"focus,omitempty"`    // id of the element to focus
	Toast    string  `json:"toast,omitempty"`    // message about a fault, to show
	Say      string  `json:"say,omitempty"`      // message for screen readers
}

// Entry is an entry of a storage of the browser. The Value "" removes it.
type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value,omitempty"`
}

// Found returns the code of the room in an entry of a storage, and whether the entry has the lecturer's secret. The
// code is "" if there is no room, or if it closed before now, in milliseconds since 1970.
func Found(text string, now int64) (code string, leads bool) {
	var k struct {
		Code   string `json:"code"`
		Secret string `json:"secret"`
		Ends   int64  `json:"ends"`
	}
	if text == "" || json.Unmarshal([]byte(text), &k) != nil || k.Ends != 0 && k.Ends < now {
		return "", false
	}
	return k.Code, k.Secret != ""
}

// Clean returns a code, as a user has typed it, in upper case without white space.
func Clean(code string) string { return strings.ToUpper(strings.Join(strings.Fields(code), "")) }
