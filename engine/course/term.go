package course

import (
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/words"
)

// This file finds the symbols of a course in the formulas of its texts, so that the page can explain each, and
// highlight what it stands for in the picture.

// TermAttribute is the attribute of an element of a formula that has the index, from 0, of the course's symbol.
const TermAttribute = "data-term"

// terms are the symbols of a course. The nil value has none.
type terms []term

// term is a letter of the table of symbols.
type term struct {
	letter string // MathML without subscripts and superscripts
	low    string // subscript, "" = none
	of     bool   // followed by an argument in round brackets
	number int    // index of the symbol
}

// add adds the letters of symbol i, whose text has formulas, with commas between several letters.
func (t *terms) add(i int, text Text) {
	for k, tex := range strings.Split(string(text), "$") {
		if k%2 == 0 {
			continue
		}
		p := &texParser{s: tex}
		for p.err == nil && p.at < len(p.s) {
			if p.space(); p.at >= len(p.s) || p.s[p.at] == '}' {
				break
			}
			letter, low, _, _ := p.parts()
			of := p.applied()
			if isLetter(letter) {
				*t = append(*t, term{letter, low, of, i})
			}
			if of { // letters of the argument have their own entries
				p.at += strings.IndexByte(p.s[p.at:]+")", ')') + 1
				p.at = min(p.at, len(p.s))
			}
		}
	}
}

// isLetter reports whether an element is a letter, perhaps with an accent.
func isLetter(e string) bool {
	return strings.HasPrefix(e, "<mi") || strings.HasPrefix(e, "<mover") ||
		strings.HasPrefix(e, "<mrow><mi>") && strings.Count(e, "<m") == 2 // of a special alphabet
}

// find returns the index of the symbol for a letter: preferably the same letter with the same subscript, then with
// another subscript, then without one; among these, one with an argument if an argument follows. It returns -1 if there
// is none.
func (t terms) find(letter, low string, of bool) int {
	found, best := -1, 0
	for _, s := range t {
		score := 0
		switch {
		case s.letter != letter || s.low != "" && low == "":
			continue
		case s.low == low:
			score = 6
		case s.low != "":
			score = 4
		default:
			score = 2
		}
		if s.of == of {
			score++
		}
		if score > best {
			found, best = s.number, score
		}
	}
	return found
}

// marked returns an element with the index of its symbol as an attribute.
func (t terms) marked(e, letter, low string, of bool) string {
	if len(t) == 0 || !isLetter(letter) {
		return e
	}
	i := t.find(letter, low, of)
	if i < 0 {
		return e
	}
	end := strings.IndexAny(e, " >")
	return e[:end] + " " + TermAttribute + `="` + strconv.Itoa(i) + `"` + e[end:]
}

// shows checks that the entries of SymbolSource.Shows are names.
func shows(at string, list []string) error {
	if len(list) > maxList {
		return doc.Errorf(at, words.Sprintf("at most %d names", maxList), strconv.Itoa(len(list)))
	}
	for _, name := range list {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			return doc.Errorf(at, "names of parameters, facts and layers", name)
		}
	}
	return nil
}
