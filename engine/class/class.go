// Package class has the messages between the pages of a live class and their server, and what a lecturer's page makes
// of the answers: distributions, densities, histograms, tables.
//
// A room belongs to one lecture. Whoever opens it gets its code, which students type or scan, and a secret, which makes
// a lecturer of whoever has it. Members have numbers, and names only if they like; a member's key lets the same browser
// come back as the same member.
//
// A member's answers are numbered 1, 2, ... by the page and sent in that order until the server has acknowledged them;
// the server ignores numbers that it has had. So an answer that is sent again after a broken connection arrives once.
// There is one answer of each kind for each step of each page: a newer one takes its place.
package class

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"pointscape/engine/json"
)

// Types of messages. Pages send:
const (
	Open   = "open"   // a lecturer opens a room: Title, Where, Deck
	Lead   = "lead"   // a lecturer comes to a room: Code, Secret
	Join   = "join"   // a student comes, or comes back: Code, Nick; Member, Key
	Put    = "put"    // a member answers: N, Answer
	Turn   = "turn"   // the lecturer reads another page, or has all follow or not: Where, Follow; another Deck
	Reveal = "reveal" // the lecturer shows the answers of a step, or hides them: Step, On
	Look   = "look"   // the lecturer opens a member's document: Member
	End    = "end"    // the lecturer ends the room
)

// The server sends:
const (
	Room    = "room"    // to a lecturer, all of a room: State, Members, Answers, Deck; Secret after Open
	Joined  = "joined"  // to a student who has come: State, Member, Key, N, Deck
	Changed = "changed" // to students: State
	Members = "members" // to a lecturer: members that are new or have changed
	Answers = "answers" // to a lecturer: answers that are new or have changed
	Kept    = "kept"    // to a student: answers up to N are kept
	Looked  = "looked"  // to a lecturer: Answer, a member's document
	Refused = "refused" // Field, Text: what was wrong with a message
	Ended   = "ended"   // the room is closed
)

// Kinds of answers, by what Value is.
const (
	Choice   = "choice"   // a number from 0
	Number   = "number"   // a number
	Place    = "place"    // [x, y]
	Line     = "line"     // [[x, y], ...]: a curve that was drawn
	Solved   = "solved"   // true: a task, or a question, is solved
	Document = "document" // a document as JSON, in a string
)

// Limits of what a message may hold.
const (
	MaxText     = 200      // runes of a title or an address of a page
	MaxNick     = 30       // runes of a nickname
	MaxVertices = 500      // of a line
	MaxDocument = 32 << 10 // bytes
	MaxDeck     = 32 << 10 // characters of a deck that no address leads to, as links hold it
	MaxMessage  = 48 << 10 // bytes of a message that a page sends
	MaxSteps    = 1000     // steps of a page are numbered below it
)

// Message is a message in either direction. Which fields it has depends on its Type.
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

// Step is a step of a page of the course or the deck.
type Step struct {
	Page string `json:"page"`
	Step int    `json:"step"`
}

// Answer is what a member has answered at a step.
type Answer struct {
	Member int `json:"member,omitempty"` // 0 in a message to the server, which knows
	Step
	Kind  string          `json:"kind"`
	Value json.RawMessage `json:"value"`
	At    int64           `json:"at,omitempty"` // when it came, in milliseconds since the room was opened
}

// Member is who has joined.
type Member struct {
	ID   int    `json:"id"`
	Nick string `json:"nick,omitempty"`
	Here bool   `json:"here,omitempty"` // connected
}

// State is what all who are in a room know of it.
type State struct {
	Code     string `json:"code"`
	Title    string `json:"title,omitempty"`
	Where    string `json:"where,omitempty"`  // the page that the lecturer reads
	Follow   bool   `json:"follow,omitempty"` // all read that page
	Revealed []Step `json:"revealed,omitempty"`
	Ends     int64  `json:"ends"` // when it closes at the latest, in milliseconds since 1970
}

// Fault is what is wrong with a field of a message.
type Fault struct{ Field, Text string }

func (f *Fault) Error() string { return f.Field + " " + f.Text }

// CheckText checks a text that people have typed.
//
// Errors: a *Fault that names field and limit.
func CheckText(field, text string, most int) error {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable) {
		return &Fault{field, "must be printable text in UTF-8"}
	}
	if utf8.RuneCountInString(text) > most {
		return &Fault{field, "must have at most " + decimal(most) + " characters"}
	}
	return nil
}

// unprintable tells whether a character moves others about, or is none.
func unprintable(r rune) bool { return !strconv.IsPrint(r) }

// CheckDeck checks a deck as links hold it.
//
// Errors: a *Fault that names the field and the limit.
func CheckDeck(deck string) error {
	if len(deck) > MaxDeck {
		return &Fault{"deck", "must have at most " + decimal(MaxDeck) + " characters"}
	}
	if strings.ContainsFunc(deck, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &Fault{"deck", "must be one as links hold it"}
	}
	return nil
}

// Check checks an answer as it comes from a member.
//
// Errors: a *Fault that names the field and the limit.
func (a *Answer) Check() error {
	if err := CheckText("answer.page", a.Page, MaxText); err != nil {
		return err
	}
	if a.Step.Step < 0 || a.Step.Step >= MaxSteps {
		return &Fault{"answer.step", "must be a number from 0 to " + decimal(MaxSteps-1)}
	}
	wrong := func(want string) error { return &Fault{"answer.value", "must be " + want} }
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
			return wrong("2 to " + decimal(MaxVertices) + " positions [x, y]")
		}
		for _, xy := range line {
			if len(xy) != 2 || !finite(xy...) {
				return wrong("2 to " + decimal(MaxVertices) + " positions [x, y]")
			}
		}
	case Solved:
		if string(a.Value) != "true" {
			return wrong("true")
		}
	case Document:
		var text string
		if json.Unmarshal(a.Value, &text) != nil || len(text) > MaxDocument {
			return wrong("a document in at most " + decimal(MaxDocument) + " bytes of JSON")
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

// decimal writes a number with a comma at the thousands.
func decimal(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	rest := strconv.Itoa(n % 1000)
	return strconv.Itoa(n/1000) + "," + strings.Repeat("0", 3-len(rest)) + rest
}
