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

// Of a text that has no place for more: how many characters another language may take. English has 28 for a label
// and 110 for a help (engine/catalog/words_test.go); others need a fifth to a third more, for which the panel has
// room: a label may take a second line, and a help is set in lines.
var room = map[string]int{"label": 36, "choice": 36, "help": 150, "title": 88}

// languages is where they are, below the project's root.
var languages = filepath.Join("app", "tools", "site", "languages")

// unseen are listed texts that nobody reads: names, styles, what only tests are told.
func unseen(root string) (list []string, err error) {
	return list, readList(filepath.Join(root, languages, "unread.json"), &list)
}

// pending are the texts that wait for somebody to say them in a language.
func pending(root, tag string) (list []string, err error) {
	return list, readList(filepath.Join(root, languages, tag, "pending.list"), &list)
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

// said are the kinds of declared texts that are said in no other language: what is found by them, and where it comes
// from.
var said = []string{"alias", "formula", "source"}

// elsewhere are files whose texts no page shows: the commands', what checks courses and sets their handouts, programs
// and figures that are written for other languages, words that numbers are read of, and errors and examples for who
// programs a page. Of what makes the static pages some texts are read (onPages).
var elsewhere = []string{"engine/cli/", "server.go", "engine/methodtest/", "engine/program/", "engine/python/",
	"engine/json/", "engine/catalog/", "engine/course/trial/", "engine/course/handout/", "engine/course/library.go",
	"engine/course/translation.go", "engine/course/numeral.go",
	"engine/picture/pdf/", "engine/picture/tikz/",
	"app/courses/", "app/tools/site/", "web/embed.js", "web/manifest", "web/point-scape.js",
	"wasm_exec.js"}

var spelled = regexp.MustCompile(`[A-Za-z]{3}|[A-Z][a-z] [a-z]{2}`)

// needs tells whether people read a text in their language.
func needs(t text) bool {
	return spelled.MatchString(t.says) && !slices.Contains(said, t.what) && (onPages(t) ||
		!slices.ContainsFunc(elsewhere, func(at string) bool { return strings.HasPrefix(t.where, at) }))
}

// onPages tells whether a text stands on a page that the build makes: what Say says there, and what the list of methods
// tells of their pictures.
func onPages(t text) bool {
	template := slices.ContainsFunc([]string{"app/tools/site/", "web/", reference},
		func(at string) bool { return strings.HasPrefix(t.where, at) })
	return t.what == "Say" && template || strings.HasPrefix(t.where, reference+"seen.go")
}

// reference makes the list of methods.
const reference = "engine/catalog/reference/"

// fault is what is wrong with a text in a language.
type fault struct {
	text
	wrong string
}

// check compares what people read with what a language has for it: what is missing, and what is too long for its
// place.
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

// parts are what is put into a text, in no order.
func parts(s string) []string {
	list := verb.FindAllString(strings.ReplaceAll(s, "%%", ""), -1)
	for i, v := range list {
		list[i] = strings.Trim(regexp.MustCompile(`\[\d\]|\d`).ReplaceAllString(v, ""), ".")
	}
	slices.Sort(list)
	return list
}
