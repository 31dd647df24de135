package reference

import (
	"fmt"
	"strings"

	"pointscape/engine/method"
	"pointscape/engine/words"
)

// Markdown returns the page for readers of the code. Its examples are links to the playground at an address.
func Markdown(list []method.Method, at string) ([]byte, error) {
	families, err := Of(list)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# The %s

This page is made of what the methods declare, by

    go test ./engine/catalog -run TestMethodsPage -update

The site has the same page with pictures, methods.html. Examples open in the playground that `+"`make run`"+` serves.
Parameters have scikit-learn's names and meanings wherever it has the method.

| | methods |
|---|---|
`, words.Count(len(list), "method"))
	for _, f := range families {
		var names []string
		for _, e := range f.Entries {
			names = append(names, fmt.Sprintf("[%s](#%s)", cellText(e.Name), e.ID))
		}
		fmt.Fprintf(&b, "| %s | %s |\n", f.Name, strings.Join(names, ", "))
	}
	for _, f := range families {
		fmt.Fprintf(&b, "\n## %s\n", f.Name)
		for _, e := range f.Entries {
			e.markdown(&b, at)
		}
	}
	return []byte(b.String()), nil
}

func (e *Entry) markdown(b *strings.Builder, at string) {
	fmt.Fprintf(b, "\n<a id=%q></a>\n\n### %s `%s`\n\n%s\n\n", e.ID, cellText(e.Name), e.ID, inline(e.Summary, false))
	fmt.Fprintf(b, "%s\n\n", inline(e.Formula, true))
	if e.Seen != "" {
		fmt.Fprintf(b, "%s\n\n", inline(e.Seen, false))
	}
	fmt.Fprintf(b, "- Data: %s\n", strings.TrimSpace(e.Data+". "+e.Limits))
	if e.Aliases != "" {
		fmt.Fprintf(b, "- Also called: %s.\n", inline(e.Aliases, false))
	}
	var links []string
	for _, x := range e.Examples {
		links = append(links, fmt.Sprintf("[%s](%s#%s)", inline(x.Title, false), at, x.Link))
	}
	fmt.Fprintf(b, "- Examples: %s\n- Source: %s\n", strings.Join(links, "; "), inline(e.Source, false))
	if len(e.Params) > 0 {
		b.WriteString("\n| parameter | values | default | |\n|---|---|---|---|\n")
		for _, p := range e.Params {
			text := told(p.Label, p.Help, p.When)
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", p.Name, cellText(p.Values), cellText(p.Default), cellText(text))
		}
	}
	if len(e.Shows) > 0 {
		b.WriteString("\n| drawn | by default | |\n|---|---|---|\n")
		for _, s := range e.Shows {
			on := "off"
			if s.On {
				on = "on"
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", s.Name, on, cellText(told(s.Label, s.Help, s.When)))
		}
	}
}

// told returns the last cell of a row.
func told(label, help, when string) string {
	text := label + "."
	if help != "" {
		text += " " + ended(help)
	}
	if when != "" {
		text += " Where " + when + "."
	}
	return text
}

var signs = strings.NewReplacer("*", "&#42;", "_", "&#95;", "[", "&#91;", "]", "&#93;",
	"`", "&#96;", "~", "&#126;", "\n", " ")

// inline formats a text within a line of Markdown, with Markdown's special characters as numeric references.
func inline(text string, formula bool) string {
	return signs.Replace(set(text, formula))
}

// cellText is inline for a cell of a table.
func cellText(text string) string {
	return strings.ReplaceAll(inline(strings.TrimSpace(text), false), "|", "&#124;")
}
