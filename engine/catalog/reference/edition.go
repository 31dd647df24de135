package reference

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"pointscape/engine/words"
)

// Edition is a page of a site in a language. English has no texts: it is what templates have.
type Edition struct {
	Tag       string              // as HTML has it: en
	Texts     func(string) string // what a text is called in that language
	Words     *words.Language     // how it sets numbers and marks; nil = as they are
	Thousands string              // what stands between them
	Suffix    string              // of the page's name: "" or ".fr"
	Open      string              // what opens the playground in that language: "./"
	Others    []Other             // the page's other languages
}

// Other is a page's other language.
type Other struct{ Tag, Name, Suffix string }

// English is the edition of a site that may have others.
func English(others ...Other) *Edition {
	return &Edition{Tag: "en", Thousands: ",", Open: "./", Others: others}
}

// Say says a text of a template, or of this package, with what belongs into it.
func (ed *Edition) Say(text string, args ...any) string {
	if ed.Texts != nil {
		text = ed.Texts(text)
	}
	if len(args) > 0 {
		text = fmt.Sprintf(text, args...)
	}
	return ed.Set(text)
}

// Set writes numbers and marks as the language does.
func (ed *Edition) Set(text string) string {
	if ed.Words == nil {
		return text
	}
	return ed.Words.Set(text)
}

// Funcs are what templates of pages call: Say has words of a page, at is another page's address, address one within
// the playground; set sets what is in the language already.
func (ed *Edition) Funcs() template.FuncMap {
	return template.FuncMap{
		"Say":     ed.Say,
		"set":     ed.Set,
		"at":      func(page string) string { return page + ed.Suffix + ".html" },
		"address": ed.Address,
	}
}

// Address is the playground with a query or a fragment, "course=margins" or "#...".
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

// number is one in the shortest form.
func (ed *Edition) number(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if x >= 1e5 && x < 1e9 {
		s = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return ed.Set(words.Readable(strings.ReplaceAll(s, "-", "−")))
}

// amount is a number as people read it, whole ones with a mark between thousands.
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
