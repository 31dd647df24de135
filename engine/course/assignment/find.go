package assignment

import (
	"strconv"
	"strings"

	"pointscape/engine/course"
	"pointscape/engine/json"
	"pointscape/engine/words"
)

// Text is a text in which Collect looks for answers.
type Text struct {
	Name string `json:"name"` // name of the file; "" = pasted text
	Text string `json:"text"`
}

// Problem is a fault of a text, or of an answer in it.
type Problem struct {
	File string `json:"file,omitempty"` // name of the text
	Line int    `json:"line,omitempty"` // from 1; 0 = the whole text
	Says string `json:"says"`           // sentence for the user
}

// handed is an answer with the position where it was found.
type handed struct {
	*Answer
	file string
	line int // from 1; 0 = in a JSON file
}

// mark finds the next address of an answer in line at or after index from. begin is the index of the address's
// "deck=answer", and end the index of the answer after "#". Mail programs may have encoded "=" and "#".
func mark(line string, from int) (begin, end int, ok bool) {
	for i := from; ; i++ {
		at := strings.IndexAny(line[i:], "dD")
		if at < 0 {
			return 0, 0, false
		}
		i += at
		rest, ok := cutFold(line[i:], "deck")
		if !ok {
			continue
		}
		if rest, ok = cutFold(rest, "=3D", "=", "%3D"); !ok {
			continue
		}
		if rest, ok = cutFold(rest, "answer"); !ok {
			continue
		}
		const most = 100 // characters of further parameters in the address
		for n := 0; n < most && rest != ""; n++ {
			if after, ok := cutFold(rest, "#", "%23"); ok {
				return i, len(line) - len(after), true
			}
			if c := rest[0]; n == 0 && c != '&' && c != '%' || c <= ' ' {
				break
			}
			rest = rest[1:]
		}
	}
}

// cutFold removes the first of the prefixes that s begins with, in upper or lower case. The prefixes must be ASCII.
func cutFold(s string, prefixes ...string) (rest string, ok bool) {
	for _, p := range prefixes {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			return s[len(p):], true
		}
	}
	return s, false
}

// foreign reports whether a line contains an address with a long fragment, as of a document, page or deck.
func foreign(line string) bool {
	for word := range strings.FieldsSeq(line) {
		_, rest, _ := strings.Cut(word, "://")
		_, behind, _ := strings.Cut(strings.Replace(rest, "%23", "#", 1), "#")
		if token(behind) >= 24 {
			return true
		}
	}
	return false
}

// finder finds answers in texts.
type finder struct {
	found    []handed
	problems []Problem
	full     bool // more than MaxAnswers answers were found
}

// wrong adds a problem.
func (f *finder) wrong(file string, line int, says string) {
	f.problems = append(f.problems, Problem{file, line, says})
}

// find finds all answers in a text: in JSON, or as links within any other text.
func (f *finder) find(t Text) {
	text := strings.TrimSpace(strings.TrimPrefix(t.Text, "\ufeff"))
	if text != "" && strings.Contains("{[", text[:1]) && f.json(t.Name, text) {
		return
	}
	lines := strings.Split(t.Text, "\n")
	before := len(f.found) + len(f.problems)
	for i := 0; i < len(lines) && !f.full; i++ {
		line := lines[i]
		_, at, some := mark(line, 0)
		for ok := some; ok && !f.full; {
			begin, next, more := mark(line, at)
			if !more {
				begin = len(line)
			}
			used := f.link(t.Name, i, line[at:begin], lines)
			if at, ok = next, more; !more {
				i += used
			}
		}
		if !some && foreign(line) {
			f.wrong(t.Name, i+1, words.Say("This is a link to a picture, a page or a deck, and not a handed-in answer."))
		}
	}
	if len(f.found)+len(f.problems) == before && text != "" {
		f.wrong(t.Name, 0, words.Say("There is no handed-in answer in this text."))
	}
}

// token returns the length of the prefix of s that only contains characters of a packed text: A-Z, a-z, 0-9, - and _.
func token(s string) int {
	n := 0
	for n < len(s) && (s[n]-'0' < 10 || s[n]|0x20-'a' < 26 || s[n] == '-' || s[n] == '_') {
		n++
	}
	return n
}

// link reads the packed answer at the beginning of rest, which is the end of lines[line] or a part of it. Mail programs
// break long links: if the packed text ends at the end of the line, the following lines that only contain characters of
// a packed text may belong to it, after quotation marks (>). link returns the number of following lines that do; 0 if
// the answer is damaged.
func (f *finder) link(file string, line int, rest string, lines []string) (more int) {
	n := token(rest)
	parts := []string{rest[:n]}
	if end := strings.TrimSpace(rest[n:]); end == "" || end == "=" {
		for size := n; line+len(parts) < len(lines) && size <= MaxLink; {
			next := strings.TrimSuffix(strings.TrimSpace(strings.TrimLeft(lines[line+len(parts)], "> \t")), "=")
			if next == "" || token(next) < len(next) {
				break
			}
			parts = append(parts, next)
			size += len(next)
		}
	}
	// The last lines may be words of a letter: up to three of them are left out, then all but the first part.
	var a *Answer
	err := error(nil)
	tried := 0
	for k := len(parts); k > 0; k-- {
		if k > 1 && k < len(parts)-3 {
			k = 1
		}
		link := strings.Join(parts[:k], "")
		var e error
		if len(link) > MaxLink {
			e = words.Errorf("an answer in a link has at most %d characters: open the file of the answer", MaxLink)
		} else {
			a, e = unpack(link)
		}
		if tried == 0 || e == nil {
			err = e
		}
		if tried++; e == nil {
			f.add(handed{a, file, line + 1})
			return k - 1
		}
	}
	f.wrong(file, line+1, said(err))
	return 0
}

// add adds an answer, or a problem if there are too many.
func (f *finder) add(h handed) {
	if len(f.found) == MaxAnswers {
		f.full = true
		f.wrong(h.file, h.line, filled("At most %s answers are read at a time: what follows was not read.",
			strconv.Itoa(MaxAnswers)))
		return
	}
	f.found = append(f.found, h)
}

// json reads the JSON of an answer, or of a list of answers. It returns false if the text is no JSON but has the mark
// of a link, such as a letter that begins with a bracket.
func (f *finder) json(file, text string) bool {
	list := []json.RawMessage{json.RawMessage(text)}
	var whole json.RawMessage
	err := json.Unmarshal([]byte(text), &whole)
	if err == nil && text[0] == '[' {
		err = json.Unmarshal([]byte(text), &list)
	}
	if err != nil {
		if _, _, ok := mark(text, 0); ok {
			return false
		}
		f.wrong(file, 0, said(err))
		return true
	}
	for _, one := range list {
		if f.full {
			break
		}
		a, err := read(one)
		if err != nil {
			f.wrong(file, 0, said(err))
			continue
		}
		f.add(handed{a, file, 0})
	}
	return true
}

// said returns an error as a sentence in the user's language.
func said(err error) string {
	return words.Say(words.Capital(strings.TrimSuffix(err.Error(), ".")) + ".")
}

// addressed returns the JSON of a deck; text is the JSON or a link to the deck.
func addressed(text string) (string, error) {
	if _, link, ok := strings.Cut(text, "deck=link"); ok && !strings.HasPrefix(strings.TrimSpace(text), "{") {
		if _, link, ok = strings.Cut(link, "#"); ok {
			return course.Unpack(strings.TrimSpace(link))
		}
	}
	return text, nil
}
