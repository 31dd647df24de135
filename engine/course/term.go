package course

import (
	"fmt"
	"strconv"
	"strings"

	"pointscape/engine/doc"
)

// This file finds the letters of a course's table of symbols in the formulas of its texts, so that the page can say
// what each stands for, and light that in the picture.

// TermAttribute is the attribute of an element of a formula that says which symbol of the course it is, counted from 0.
const TermAttribute = "data-term"

// terms are the letters of a course. The nil value knows none.
type terms []term

// term is a letter of a table of symbols.
type term struct {
	letter string // MathML, without what is set low and high at it
	low    string // what is set low, "" = nothing
	of     bool   // an argument in round brackets follows
	number int    // of the symbol
}

// add adds the letters of symbol number i, whose text holds formulas, with commas between several letters.
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
			if of { // letters of the argument have entries of their own
				p.at += strings.IndexByte(p.s[p.at:]+")", ')') + 1
				p.at = min(p.at, len(p.s))
			}
		}
	}
}

// isLetter reports whether an element is a letter, perhaps with an accent.
func isLetter(e string) bool {
	return strings.HasPrefix(e, "<mi") || strings.HasPrefix(e, "<mover") ||
		strings.HasPrefix(e, "<mrow><mi>") && strings.Count(e, "<m") == 2 // of another alphabet
}

// find returns the number of the symbol that a letter is: the same letter with the same index, else with another index,
// else the letter alone; among these, one with an argument where an argument follows. -1 = it is none.
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

// marked returns an element with the number of the symbol that it is.
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

// shows sees to it that what a symbol stands for are names.
func shows(at string, list []string) error {
	if len(list) > maxList {
		return doc.Errorf(at, fmt.Sprintf("at most %d names", maxList), strconv.Itoa(len(list)))
	}
	for _, name := range list {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			return doc.Errorf(at, "names of parameters, facts and layers", name)
		}
	}
	return nil
}
