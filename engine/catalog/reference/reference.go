// Package reference writes the list of methods from their declarations: as HTML for the site, and as Markdown for
// readers of the code.
package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// A Family is a heading of the method picker, with its methods.
type Family struct {
	Name    string
	ID      string // of its heading on the page
	Entries []Entry
}

// Entry is the description of a method. Its texts are Unicode, with _{..} for subscripts and ^{..} for superscripts.
type Entry struct {
	ID, Name                         string
	Number                           int // index in the catalogue
	Aliases, Data, Seen              string
	Summary, Formula, Source, Limits string
	Params                           []Param
	Shows                            []Show
	Examples                         []Example // the method's example comes first
}

type Param struct{ Name, Label, Values, Default, Help, When string }

// Show is a layer with a switch.
type Show struct {
	Name, Label, Help, When string
	On                      bool
}

// Example is a document, with the part of its link after #.
type Example struct{ Title, Link string }

// Of returns the descriptions of methods, by family, in their order.
func Of(list []method.Method) ([]Family, error) {
	infos := make([]method.Info, len(list))
	for i := range list {
		infos[i] = list[i].Info
	}
	return of(infos, English())
}

func of(list []method.Info, ed *Edition) (families []Family, err error) {
	for i := range list {
		e, err := ed.entry(&list[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list[i].ID, err)
		}
		e.Number = i
		name := list[i].Family
		k := slices.IndexFunc(families, func(f Family) bool { return f.Name == name })
		if k < 0 {
			k = len(families)
			families = append(families, Family{Name: name, ID: anchor(name)})
		}
		families[k].Entries = append(families[k].Entries, e)
	}
	return families, nil
}

// anchor returns the id of a heading, in the form that code hosts derive from its text.
func anchor(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

func (ed *Edition) entry(in *method.Info) (e Entry, err error) {
	e = Entry{ID: in.ID, Name: in.Name, Aliases: strings.Join(in.Aliases, ", "), Data: ed.dataOf(in),
		Summary: in.Summary, Formula: in.Formula, Source: in.Source}
	if in.Seen != "" {
		e.Seen = ed.Say(in.Seen)
	}
	if in.Limit() != doc.MaxPoints {
		e.Limits = ed.Say("At most %s points.", ed.amount(float64(in.Limit())))
	}
	for i := range in.Params {
		p := &in.Params[i]
		e.Params = append(e.Params, Param{p.Name, p.Label, ed.values(p), ed.value(p, p.Default), help(p),
			ed.when(in, p.When)})
	}
	for _, s := range in.Shows {
		e.Shows = append(e.Shows, Show{string(s.Name), s.Label, s.Help, ed.when(in, s.When), s.On})
	}
	for _, text := range in.Documents() {
		d, err := doc.Decode([]byte(text))
		if err != nil {
			return e, err
		}
		link, err := doc.EncodeLink(d)
		if err != nil {
			return e, err
		}
		e.Examples = append(e.Examples, Example{cmp.Or(d.Title, in.Name), link})
	}
	return e, nil
}

// dataOf describes the data that a method takes.
func (ed *Edition) dataOf(in *method.Info) string {
	tasks := []method.Task{in.Task}
	rows := in.Wide
	for _, p := range in.Params {
		for _, c := range p.Choices() {
			if c.Task != "" && !slices.Contains(tasks, c.Task) {
				tasks = append(tasks, c.Task)
			}
			rows = rows || c.Whole
		}
	}
	if in.Pictures {
		return ed.Say("Rows of a table that are pictures")
	}
	if in.Objects {
		return ed.Say("Words or graphs in a column of a table")
	}
	var list []string
	reads := slices.ContainsFunc(in.Params, func(p method.Param) bool { return method.Is[method.Text](p.Kind) })
	for _, t := range tasks {
		if t == method.Embed && !reads {
			list = append(list, ed.Say("shapes that are dragged, and points"))
			continue
		}
		list = append(list, ed.Say(map[method.Task]string{
			method.Classify: "points of classes", method.Regress: "values on the line",
			method.Regress2D: "values over the plane", method.Cluster: "points, with or without classes",
			method.Embed: "its output for a text",
		}[t]))
	}
	if len(in.Range) > 0 && in.Task == method.Cluster {
		list = []string{ed.Say("the painted or chosen density")}
	}
	if rows {
		list = append(list, ed.Say("rows of a table"))
	}
	return ed.Set(words.Capital(strings.Join(list, "; ")))
}

// values describes the values of a parameter.
func (ed *Edition) values(p *method.Param) string {
	switch p.Kind.(type) {
	case method.Number, method.Integer:
		whole := method.Is[method.Integer](p.Kind)
		least, most := ed.amount(p.Range().Min), ed.amount(p.Range().Max)
		switch {
		case p.Range().Min == 0 && p.Range().Max == 0:
			if whole {
				return ed.Say("whole")
			}
			return ed.Say("any number")
		case whole && p.Range().MinOpen:
			return ed.Say("whole, over %s to %s", least, most)
		case whole:
			return ed.Say("whole, %s to %s", least, most)
		case p.Range().MinOpen:
			return ed.Say("over %s to %s", least, most)
		}
		return ed.Say("%s to %s", least, most)
	case method.Bool:
		return ed.Say("true or false")
	case method.Choose, method.Kernel:
		var list []string
		for _, c := range p.Choices() {
			list = append(list, c.Value)
		}
		if method.Is[method.Kernel](p.Kind) {
			list = append(list, ed.Say("or an expression such as rbf(0.2) + linear()"))
		}
		return strings.Join(list, ", ")
	}
	return ed.Say(p.Wants())
}

// value returns a parameter's default in the form of documents, or words for an empty or long one.
func (ed *Edition) value(p *method.Param, x any) string {
	switch x := x.(type) {
	case string:
		if x == "" {
			return ed.Say("empty")
		}
		if len([]rune(x)) > 40 {
			return ed.Say("a text of its own")
		}
		return x
	case float64:
		return ed.number(x)
	}
	b, err := json.Marshal(x)
	if err != nil || len(b) > 60 || string(b) == "null" {
		return ed.Say("several")
	}
	return strings.ReplaceAll(string(b), ",", ", ")
}

// help returns the help of a parameter and of its choices.
func help(p *method.Param) string {
	text := p.Help
	for _, c := range p.Choices() {
		if c.Help != "" {
			text = ended(text) + " " + c.Label + ": " + strings.TrimSuffix(c.Help, ".") + "."
		}
	}
	return strings.TrimSpace(text)
}

// ended returns a text with a full stop.
func ended(text string) string {
	if text == "" {
		return ""
	}
	return strings.TrimSuffix(text, ".") + "."
}

// when describes the parameters on which it depends whether something applies.
func (ed *Edition) when(in *method.Info, w *method.When) string {
	if w == nil {
		return ""
	}
	var list []string
	for _, v := range w.In {
		switch v {
		case "*":
			v = ed.Say("an expression")
		case "":
			v = ed.Say("empty")
		}
		list = append(list, v)
	}
	is := "%s is %s"
	if w.Not {
		is = "%s is not %s"
	}
	text := ed.Say(is, w.Name, strings.Join(list, ed.Say(" or ")))
	if w.And != nil {
		text += ed.Say(", and ") + ed.when(in, w.And)
	}
	if w.Or != nil {
		text += ed.Say("; or ") + ed.when(in, w.Or)
	}
	return text
}

var (
	low      = regexp.MustCompile(`_\{([^{}]*)\}`)
	high     = regexp.MustCompile(`\^\{([^{}]*)\}`)
	lowOne   = regexp.MustCompile(`_([\pL\pN])`)
	highOne  = regexp.MustCompile(`\^([\pL\pN])`)
	twoSpace = regexp.MustCompile(` {2,}`)
	escaper  = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;") // of a text between tags
)

// set converts a text to HTML, with subscripts and superscripts; in a formula also x_i and x^2.
func set(text string, formula bool) string {
	s := escaper.Replace(words.Readable(text))
	s = high.ReplaceAllString(low.ReplaceAllString(s, "<sub>$1</sub>"), "<sup>$1</sup>")
	if formula {
		s = highOne.ReplaceAllString(lowOne.ReplaceAllString(s, "<sub>$1</sub>"), "<sup>$1</sup>")
		s = twoSpace.ReplaceAllString(s, " &emsp;")
	}
	return s
}
