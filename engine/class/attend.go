package class

import (
	"strings"

	"pointscape/engine/json"
)

// An engine attends a class for the page (package client), so that the page's program has as little of it as can be.
// The kinds of text are
//
//	class-attend  an Attend: it is not answered, but what happens comes as a News each time, as its progress
//	class-do      an Order
//	class-csv     all answers of a lecturer's class as a table, a row for each; class-json: the same as JSON
//
// The page keeps what the browser's storages have, shows the HTML, and turns to the pages.

// Keys of what the browser keeps: a student's member and answers, a lecturer's secret, and in the tab's storage which
// of them the tab is.
const (
	StudentKey  = "pointscape.class"
	LecturerKey = "pointscape.class.lead"
	TabKey      = "pointscape.class.tab"
)

// Attend says where the class's server is.
type Attend struct {
	Server string            `json:"server"` // its address
	Link   string            `json:"link"`   // the page's address up to a code
	Icons  map[string]string `json:"icons"`  // HTML by name: close, up, code
}

// Order is what an engine that attends a class is to do. Which fields it has depends on Do:
//
//	open, lead, join  a class, with what the browser's storages keep: Kept, Tab; open: Title, Where, Deck; join: Code
//	put               an answer: Step, Kind, Value (JSON)
//	turn              the lecturer's page is another one: Where, and a Deck that no address leads to
//	page              what the lecturer reads: Title, a Course that has changed, Page, At, Palette
//	show              the panel is open, or not: On
//	door              how to join is shown to all, or not: On
//	copied            the link has been copied: On
//	press             a control of the HTML was pressed or changed: ID; On, Text
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
	Page    int               `json:"page,omitempty"` // the number of its page, from 0; -1 = no course is read
	At      int               `json:"at,omitempty"`
	Palette string            `json:"palette,omitempty"`
	ID      string            `json:"id,omitempty"`
	On      bool              `json:"on,omitempty"`
	Text    string            `json:"text,omitempty"`
}

// News is how it stands with the class.
type News struct {
	There  bool   `json:"there,omitempty"` // there is a class, if only one that has ended
	On     bool   `json:"on,omitempty"`    // it goes on
	In     bool   `json:"in,omitempty"`    // the page is connected with it
	Leads  bool   `json:"leads,omitempty"` // as its lecturer's
	Code   string `json:"code,omitempty"`
	Where  string `json:"where,omitempty"` // as of State
	Follow bool   `json:"follow,omitempty"`
	Here   int    `json:"here,omitempty"` // students that are connected
	Link   string `json:"link,omitempty"` // the students' link
	State  string `json:"state,omitempty"`
	// Bar is HTML of a student's bar, Panel that of a lecturer's panel. The content of an element with data-own is not
	// part of it: Made is that of #class-made, QR that of #door-qr.
	Bar   string  `json:"bar,omitempty"`
	Panel string  `json:"panel,omitempty"`
	Made  *string `json:"made,omitempty"` // nil = what it was
	QR    *string `json:"qr,omitempty"`

	// Once: what the page does besides.
	Heard    string  `json:"heard,omitempty"`    // the type of a message that the server has sent
	Deck     string  `json:"deck,omitempty"`     // with room or joined: the deck that its lecturer has brought
	Document string  `json:"document,omitempty"` // a student's, to be opened
	Keep     []Entry `json:"keep,omitempty"`     // what the browser's storages are to keep
	Focus    string  `json:"focus,omitempty"`    // the id of what gets the focus
	Toast    string  `json:"toast,omitempty"`    // a text to be shown, that something is wrong
	Say      string  `json:"say,omitempty"`      // a text to be said
}

// Entry is an entry of a storage of the browser; "" = none.
type Entry struct {
	Key   string `json:"key"`
	Value string `json:"value,omitempty"`
}

// Found tells of which class an entry of a storage is, and whether it has its lecturer's secret; "" = of none, or of
// one that is over at a time in milliseconds.
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

// Clean is a code as people type it.
func Clean(code string) string { return strings.ToUpper(strings.Join(strings.Fields(code), "")) }
