// Package class defines the messages between the pages of a live class and their server. Package client attends a class
// for a page; package results makes distributions, densities, histograms and tables of the answers.
//
// A room belongs to one lecture. The server sends the lecturer who opens it a code, which students type or scan, and a
// secret, which gives the rights of a lecturer. Members (students) have numbers, and nicknames only if they like; with
// a member's key the same browser returns as the same member.
//
// A page numbers a member's answers 1, 2, ... and sends them in that order until the server has acknowledged them; the
// server ignores numbers that it has already received. So an answer that is sent again after a broken connection counts
// once. The server keeps one answer of each kind for each step of each page, and one document of each member: a newer
// one replaces it.
package class

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Types of messages from pages to the server, with the fields that they use:
const (
	Open   = "open"   // a lecturer opens a room: Title, Where, Deck
	Lead   = "lead"   // a lecturer enters an open room: Code, Secret
	Join   = "join"   // a student enters, or returns with Member and Key: Code, Nick
	Put    = "put"    // a member answers: N, Answer
	Turn   = "turn"   // the lecturer reads another page, or changes Follow: Where, Follow; Deck if it is another one
	Reveal = "reveal" // the lecturer shows or hides the answers to a step: Step, On
	Look   = "look"   // the lecturer asks for a member's document: Member
	End    = "end"    // the lecturer closes the room
)

// Types of messages from the server to pages, with the fields that they use:
const (
	Room    = "room"    // to a lecturer, the whole room: State, People, All, Deck; after Open also Secret
	Joined  = "joined"  // to a student who has entered: State, Member, Key, N (last answer received), Deck
	Changed = "changed" // to students and lecturers: the new State
	Members = "members" // to a lecturer, new or changed members: People
	Answers = "answers" // to a lecturer, new or changed answers: All
	Kept    = "kept"    // to a student, the answers up to number N have been received: N
	Looked  = "looked"  // to a lecturer, a member's document: Answer
	Refused = "refused" // a message was not accepted: Field, Text; N of the message
	Ended   = "ended"   // the room is closed; with Text "replaced", the member has connected anew elsewhere instead
)

// Kinds of answers, each with the JSON of its Value.
const (
	Choice   = "choice"   // index of the choice, 0 to 99
	Number   = "number"   // a number
	Place    = "place"    // [x, y], in data coordinates
	Line     = "line"     // [[x, y], ...]: the vertices of a drawn line, in data coordinates
	Solved   = "solved"   // true: the member's page says that the task or question is solved
	Document = "document" // a string that contains a document's JSON; a lecturer's Answers have true instead
)

// Limits of messages.
const (
	MaxText     = 200      // runes of a title or of a page's address
	MaxNick     = 30       // runes of a nickname
	MaxVertices = 500      // vertices of a line
	MaxDocument = 32 << 10 // bytes of a document's JSON
	MaxDeck     = 32 << 10 // bytes of a packed deck
	MaxMessage  = 48 << 10 // bytes of a message from a page
	MaxSteps    = 1000     // steps of a page: their indices are smaller
)

// Message is a message in either direction. Its Type determines which other fields are set.
type Message struct {
	Type   string   `json:"type"`
	Code   string   `json:"code,omitempty"`
	Secret string   `json:"secret,omitempty"`
	Title  string   `json:"title,omitempty"`
	Where  string   `json:"where,omitempty"`
	Deck   string   `json:"deck,omitempty"`
	Follow bool     `json:"follow,omitempty"`
	Step   *Step    `json:"step,omitempty"`
	On     bool     `json:"on,omitempty"`
	Member int      `json:"member,omitempty"`
	Key    string   `json:"key,omitempty"`
	Nick   string   `json:"nick,omitempty"`
	N      int      `json:"n,omitempty"`
	Answer *Answer  `json:"answer,omitempty"`
	State  *State   `json:"state,omitempty"`
	People []Member `json:"members,omitempty"`
	All    []Answer `json:"answers,omitempty"`
	Field  string   `json:"field,omitempty"`
	Text   string   `json:"text,omitempty"`
}

// Step identifies a step of a course or deck: the page as "course/page", and the index of the step on it.
type Step struct {
	Page string `json:"page"`
	Step int    `json:"step"`
}

// Answer is a member's answer at a step.
type Answer struct {
	Member int `json:"member,omitempty"` // number of the member, from 1; 0 in Put, because the server knows it
	Step
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value"`
	At    int64           `json:"at,omitempty"` // time of arrival, in milliseconds since the room was opened
}

// Member is a student who has joined a room. ID counts from 1.
type Member struct {
	ID   int    `json:"id"`
	Nick string `json:"nick,omitempty"`
	Here bool   `json:"here,omitempty"` // the member is connected
}

// State is the part of a room that its lecturers and students know.
type State struct {
	Code     string `json:"code"`
	Title    string `json:"title,omitempty"`
	Where    string `json:"where,omitempty"`    // query string of the address that the lecturer's page has
	Follow   bool   `json:"follow,omitempty"`   // the students' pages follow the lecturer's
	Revealed []Step `json:"revealed,omitempty"` // steps whose answers are shown
	Ends     int64  `json:"ends"`               // latest time of closing, in milliseconds since 1970
}

// Fault is the error of a field of a message. Text says what the field must be.
type Fault struct{ Field, Text string }

func (f *Fault) Error() string { return f.Field + " " + f.Text }

// CheckText checks that a text from a user is printable UTF-8 of at most most runes. The error is a *Fault of field.
func CheckText(field, text string, most int) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable) {
		return &Fault{field, "must be printable text in UTF-8"}
	}
	if utf8.RuneCountInString(text) > most {
		return &Fault{field, words.Text("must have at most %s characters", decimal(most))}
	}
	return nil
}

// unprintable reports whether r is a control character, a mark that changes the text direction, a blank other than a
// space, or no character.
func unprintable(r rune) bool {
	switch r {
	case '\u00a0', '\u202f', '\u200d': // spaces that do not break, as in French; joiner of emoji
		return false
	}
	return !strconv.IsPrint(r)
}

// CheckDeck checks the length and the characters of a packed deck (course.Pack), without unpacking it. The error is a
// *Fault.
func CheckDeck(deck string) error {
	if len(deck) > MaxDeck {
		return &Fault{"deck", words.Text("must have at most %s characters", decimal(MaxDeck))}
	}
	if strings.ContainsFunc(deck, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &Fault{"deck", "must be one as links hold it"}
	}
	return nil
}

// Check checks an answer from a member. Of a document it checks only the length, not the JSON. The error is a *Fault.
func (a *Answer) Check() error {
	if err := CheckText("answer.page", a.Page, MaxText); err != nil {
		return err
	}
	if a.Step.Step < 0 || a.Step.Step >= MaxSteps {
		return &Fault{"answer.step", words.Text("must be a number from 0 to %s", decimal(MaxSteps-1))}
	}
	wrong := func(want string) error { return &Fault{"answer.value", words.Text("must be %s", want)} }
	switch a.Kind {
	case Choice:
		var k int
		if json.Unmarshal(a.Value, &k) != nil || k < 0 || k > 99 {
			return wrong("the number of a choice, 0 to 99")
		}
	case Number:
		var x float64
		if json.Unmarshal(a.Value, &x) != nil || !finite(x) {
			return wrong("a number")
		}
	case Place:
		var xy []float64
		if json.Unmarshal(a.Value, &xy) != nil || len(xy) != 2 || !finite(xy...) {
			return wrong("a position [x, y]")
		}
	case Line:
		var line [][]float64
		if json.Unmarshal(a.Value, &line) != nil || len(line) < 2 || len(line) > MaxVertices {
			return wrong(words.Text("2 to %s positions [x, y]", decimal(MaxVertices)))
		}
		for _, xy := range line {
			if len(xy) != 2 || !finite(xy...) {
				return wrong(words.Text("2 to %s positions [x, y]", decimal(MaxVertices)))
			}
		}
	case Solved:
		if string(a.Value) != "true" {
			return wrong("true")
		}
	case Document:
		var text string
		if json.Unmarshal(a.Value, &text) != nil || len(text) > MaxDocument {
			return wrong(words.Text("a document in at most %s bytes of JSON", decimal(MaxDocument)))
		}
	default:
		return &Fault{"answer.kind", "must be choice, number, place, line, solved or document"}
	}
	return nil
}

func finite(list ...float64) bool {
	for _, x := range list {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// decimal formats a number from 0 to 999,999 with a comma before the last three digits.
func decimal(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	rest := strconv.Itoa(n % 1000)
	return strconv.Itoa(n/1000) + "," + strings.Repeat("0", 3-len(rest)) + rest
}
