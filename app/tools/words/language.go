//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"pointscape/app/tools/site"
)

// room is the greatest number of characters of a text in another language, for texts with limited space. English has 28
// for a label and 110 for a help (engine/catalog/words_test.go); other languages need a fifth to a third more, for
// which the panel has space: a label may take a second line, and a help is set in lines.
var room = map[string]int{"label": 36, "choice": 36, "help": 150, "title": 88}

// languages is the directory of the translations, below the project's root.
var languages = filepath.Join("app", "tools", "site", "languages")

// unseen returns listed texts that no user reads: names, styles, texts of tests.
func unseen(root string) (list []string, err error) {
	return list, readList(filepath.Join(root, languages, "unread.json"), &list)
}

func readList(path string, into *[]string) error {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil
	} else if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// said are the kinds of declared texts that are not translated: search terms, formulas and sources.
var said = []string{"alias", "formula", "source"}

// elsewhere are files whose texts no page shows: those of commands, of the tests and handouts of courses, of programs
// and figures exported to other languages, of words that numbers are read from, and errors and examples for
// programmers. Some texts of the generator of static pages are read (onPages).
var elsewhere = []string{"engine/cli/", "server.go", "engine/methodtest/", "engine/program/", "engine/python/",
	"engine/json/json.go", "engine/json/read.go", "engine/json/write.go",
	"engine/catalog/", "engine/course/trial/", "engine/course/handout/", "engine/course/library.go",
	"engine/course/translation.go", "engine/course/numeral.go",
	"engine/picture/pdf/", "engine/picture/tikz/",
	"app/courses/", "app/tools/site/", "web/embed.js", "web/manifest", "web/point-scape.js",
	"wasm_exec.js"}

var (
	spelled = regexp.MustCompile(`[A-Za-z]{3}|[A-Z][a-z] [a-z]{2}`)
	small   = regexp.MustCompile(`(?:^|[^\w%])(?:as|at|by|in|is|no|of|on|or|to)(?:\W|$)`) // words of a format
)

// needs reports whether a text must be translated.
func needs(t text) bool {
	word := spelled.MatchString(t.says) || strings.Contains(t.says, "%s") && small.MatchString(t.says)
	return word && !slices.Contains(said, t.what) && (onPages(t) ||
		!slices.ContainsFunc(elsewhere, func(at string) bool { return strings.HasPrefix(t.where, at) }))
}

// onPages reports whether a text is on a page that the build generates: by Say, or in the list of methods, as what the
// pictures of a method show.
func onPages(t text) bool {
	template := slices.ContainsFunc([]string{"app/tools/site/", "web/", reference},
		func(at string) bool { return strings.HasPrefix(t.where, at) })
	return t.what == "Say" && template || t.what == "seen"
}

// reference is the generator of the list of methods.
const reference = "engine/catalog/reference/"

// fault is an error in the translation of a text.
type fault struct {
	text
	wrong string
}

// check compares the texts with their translations to a language: it returns those that are missing, and those that are
// too long.
func check(list []text, t *site.Translation, skip []string) (missing, long []fault) {
	seen := map[string]bool{}
	for _, x := range list {
		if !needs(x) || slices.Contains(skip, x.says) {
			continue
		}
		to, ok := t.Says(x.where, x.what, x.says)
		if !ok || t.OnlyOnPages(x.says) && !onPages(x) {
			if !seen[x.says] {
				missing = append(missing, fault{x, "is missing"})
			}
			seen[x.says] = true
			continue
		}
		to, _, _ = strings.Cut(to, "¦")
		if n := utf8.RuneCountInString(to); room[x.what] > 0 && n > room[x.what] && !strings.Contains(x.where, ".go:") {
			long = append(long, fault{x, fmt.Sprintf("takes %d characters of %d: %s", n, room[x.what], to)})
		}
	}
	return missing, long
}

var verb = regexp.MustCompile(`%(?:\[\d\])?[-+#0-9.*]*[a-zA-Z]|\{\d?\}`)

// parts returns the placeholders in a text, sorted, without argument indices and widths.
func parts(s string) []string {
	list := verb.FindAllString(strings.ReplaceAll(s, "%%", ""), -1)
	for i, v := range list {
		list[i] = strings.Trim(regexp.MustCompile(`\[\d\]|\d`).ReplaceAllString(v, ""), ".")
	}
	slices.Sort(list)
	return list
}
