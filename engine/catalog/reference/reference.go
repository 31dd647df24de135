// Package reference writes the list of methods as a page to read, made of their declarations: as HTML for
// the site, and as Markdown for those who read the code.
package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/words"
)

// A Family is a heading of the method picker, and the methods below it.
type Family struct {
	Name    string
	ID      string // of its place on the page
	Entries []Entry
}

// Entry is what is told of a method. Its texts are Unicode, with _{..} for what is set low and ^{..}
// for what is set high.
type Entry struct {
	ID, Name                         string
	Number                           int // in the catalogue
	Aliases, Data, Seen              string
	Summary, Formula, Source, Limits string
	Params                           []Param
	Shows                            []Show
	Examples                         []Example // the one that shows it best comes first
}

// Param is a row of the table of parameters.
type Param struct{ Name, Label, Values, Default, Help, When string }

// Show is a part of the picture with a switch.
type Show struct {
	Name, Label, Help, When string
	On                      bool
}

// Example is a document, and what stands behind the # of its link.
type Example struct{ Title, Link string }

// Of is what is to be told of methods, by family, in their order.
func Of(list []method.Method) (families []Family, err error) {
	for i := range list {
		e, err := entry(&list[i].Info)
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

// anchor is the id of a heading, as code hosts make it of its text.
func anchor(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

func entry(in *method.Info) (e Entry, err error) {
	e = Entry{ID: in.ID, Name: in.Name, Aliases: strings.Join(in.Aliases, ", "), Data: dataOf(in), Seen: seen[in.ID],
		Summary: in.Summary, Formula: in.Formula, Source: in.Source}
	if in.Limit() != doc.MaxPoints {
		e.Limits = fmt.Sprintf("At most %s points.", amount(float64(in.Limit())))
	}
	for i := range in.Params {
		p := &in.Params[i]
		e.Params = append(e.Params, Param{p.Name, p.Label, values(p), value(p, p.Default), help(p), when(in, p.When)})
	}
	for _, s := range in.Shows {
		e.Shows = append(e.Shows, Show{string(s.Name), s.Label, s.Help, when(in, s.When), s.On})
	}
	for _, text := range append([]string{in.Example}, in.Lessons...) {
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

// dataOf says what a method takes.
func dataOf(in *method.Info) string {
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
		return "Rows of a table that are pictures"
	}
	var list []string
	reads := slices.ContainsFunc(in.Params, func(p method.Param) bool { return method.Is[method.Text](p.Kind) })
	for _, t := range tasks {
		if t == method.Embed && !reads {
			list = append(list, "shapes that are dragged, and points")
			continue
		}
		list = append(list, map[method.Task]string{
			method.Classify: "points of classes", method.Regress: "values on the line",
			method.Regress2D: "values over the plane", method.Cluster: "points, with or without classes",
			method.Embed: "what it makes of a text",
		}[t])
	}
	if len(in.Range) > 0 && in.Task == method.Cluster {
		list = []string{"what is painted or chosen"}
	}
	if rows {
		list = append(list, "rows of a table")
	}
	return words.Capital(strings.Join(list, "; "))
}

// number is one in the shortest form.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	if x >= 1e5 && x < 1e9 {
		s = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return words.Readable(strings.ReplaceAll(s, "-", "−"))
}

// amount is a number as people read it, whole ones with commas between thousands.
func amount(x float64) string {
	if x < 1000 || x >= 1e9 || x != math.Trunc(x) {
		return number(x)
	}
	s := strconv.Itoa(int(x))
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// values says what a parameter may be.
func values(p *method.Param) string {
	switch p.Kind.(type) {
	case method.Number, method.Integer:
		whole := ""
		if method.Is[method.Integer](p.Kind) {
			whole = "whole, "
		}
		switch {
		case p.Range().Min == 0 && p.Range().Max == 0:
			return strings.TrimSuffix(whole+"any number", ", any number")
		case p.Range().MinOpen:
			return fmt.Sprintf("%sover %s to %s", whole, amount(p.Range().Min), amount(p.Range().Max))
		}
		return fmt.Sprintf("%s%s to %s", whole, amount(p.Range().Min), amount(p.Range().Max))
	case method.Bool:
		return "true or false"
	case method.Choose, method.Kernel:
		var list []string
		for _, c := range p.Choices() {
			list = append(list, c.Value)
		}
		if method.Is[method.Kernel](p.Kind) {
			list = append(list, "or an expression such as rbf(0.2) + linear()")
		}
		return strings.Join(list, ", ")
	}
	return p.Wants()
}

// value is a parameter's default, as documents write it.
func value(p *method.Param, x any) string {
	switch x := x.(type) {
	case string:
		if x == "" {
			return "empty"
		}
		if len([]rune(x)) > 40 {
			return "a text of its own"
		}
		return x
	case float64:
		return number(x)
	}
	b, err := json.Marshal(x)
	if err != nil || len(b) > 60 || string(b) == "null" {
		return "several"
	}
	return strings.ReplaceAll(string(b), ",", ", ")
}

// help is what a parameter's control says, with what its choices say.
func help(p *method.Param) string {
	text := p.Help
	for _, c := range p.Choices() {
		if c.Help != "" {
			text = ended(text) + " " + c.Label + ": " + strings.TrimSuffix(c.Help, ".") + "."
		}
	}
	return strings.TrimSpace(text)
}

// ended is a text with a full stop.
func ended(text string) string {
	if text == "" {
		return ""
	}
	return strings.TrimSuffix(text, ".") + "."
}

// when says on what other parameters it depends whether something applies.
func when(in *method.Info, w *method.When) string {
	if w == nil {
		return ""
	}
	name := w.Name
	var list []string
	for _, v := range w.In {
		switch v {
		case "*":
			v = "an expression"
		case "":
			v = "empty"
		}
		list = append(list, v)
	}
	is := " is "
	if w.Not {
		is = " is not "
	}
	text := name + is + strings.Join(list, " or ")
	if w.And != nil {
		text += ", and " + when(in, w.And)
	}
	if w.Or != nil {
		text += "; or " + when(in, w.Or)
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

// set writes a text as HTML, with what stands low and high; of a formula, x_i and x^2, too.
func set(text string, formula bool) string {
	s := escaper.Replace(words.Readable(text))
	s = high.ReplaceAllString(low.ReplaceAllString(s, "<sub>$1</sub>"), "<sup>$1</sup>")
	if formula {
		s = highOne.ReplaceAllString(lowOne.ReplaceAllString(s, "<sub>$1</sub>"), "<sup>$1</sup>")
		s = twoSpace.ReplaceAllString(s, " &emsp;")
	}
	return s
}
