package reference

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Edition is the edition of a page of a site in a language. The English one has no translations, because templates are
// in English.
type Edition struct {
	Tag       string              // in the form of HTML: en
	Texts     func(string) string // translates a text
	Words     *words.Language     // the language's rules for numbers and punctuation; nil = unchanged
	Thousands string              // thousands separator
	Suffix    string              // of the page's file name: "" or ".fr"
	Open      string              // address of the playground in that language: "./"
	Others    []Other             // the page's other languages
}

type Other struct{ Tag, Name, Suffix string }

// English returns the English edition of a site that may have others.
func English(others ...Other) *Edition {
	return &Edition{Tag: "en", Thousands: ",", Open: "./", Others: others}
}

// Say translates a text of a template, or of this package, and inserts its arguments.
func (ed *Edition) Say(text string, args ...any) string {
	if ed.Texts != nil {
		text = ed.Texts(text)
	}
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	return ed.Set(text)
}

// Set formats numbers and punctuation by the rules of the language.
func (ed *Edition) Set(text string) string {
	if ed.Words == nil {
		return text
	}
	return ed.Words.Set(text)
}

// Funcs returns the functions of page templates: Say translates a text, at returns another page's address, address one
// within the playground, and set formats a text that is already in the language.
func (ed *Edition) Funcs() template.FuncMap {
	return template.FuncMap{
		"Say":     ed.Say,
		"set":     ed.Set,
		"at":      func(page string) string { return page + ed.Suffix + ".html" },
		"address": ed.Address,
	}
}

// Address returns the address of the playground with a query or a fragment, "course=margins" or "#...".
func (ed *Edition) Address(to string) string {
	query, fragment, _ := strings.Cut(to, "#")
	_, own, _ := strings.Cut(ed.Open, "?")
	var list []string
	for _, q := range []string{own, query} {
		if q != "" {
			list = append(list, q)
		}
	}
	at := "./"
	if len(list) > 0 {
		at += "?" + strings.Join(list, "&")
	}
	if fragment != "" {
		at += "#" + fragment
	}
	return at
}

// number formats a number in the shortest form.
func (ed *Edition) number(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if x >= 1e5 && x < 1e9 {
		s = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return ed.Set(words.Readable(strings.ReplaceAll(s, "-", "−")))
}

// amount formats a number for a reader, an integer with thousands separators.
func (ed *Edition) amount(x float64) string {
	if x < 1000 || x >= 1e9 || x != math.Trunc(x) {
		return ed.number(x)
	}
	s := strconv.Itoa(int(x))
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + ed.Thousands + s[i:]
	}
	return s
}
