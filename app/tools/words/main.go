//go:build !js

// Command words lists all texts for the user, as a basis for editing and translating them.
//
//	go run ./app/tools/words > words.tsv
//	go run ./app/tools/words -lang fr
//
// With a language it lists the texts whose translation is missing or too long.
//
// Each line is one text with its place and its kind, separated by tabs. The texts of methods and data sets come from
// the catalogue itself. All others are read from the sources: literals of Go and JavaScript that look like texts for
// the user, and the text of HTML. If a text is put together, {} stands for each computed part. Texts of tests,
// benchmarks and the build are left out, because they are not on the page.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"pointscape/app/tools/site"
)

func main() {
	tag := flag.String("lang", "", "list what is missing, or too long, in this language")
	flag.Parse()
	root, err := site.Root(".")
	if err == nil {
		var list []text
		if list, err = all(root); err == nil && *tag != "" {
			list, err = faults(root, *tag, list)
		}
		if err == nil {
			for _, t := range list {
				if _, err = fmt.Println(t.line()); err != nil {
					break
				}
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

// faults lists the texts whose translation to a language is missing or too long.
func faults(root, tag string, list []text) (out []text, err error) {
	skip, err := unseen(root)
	if err != nil {
		return nil, err
	}
	tongues, err := site.Translations(root)
	if err != nil {
		return nil, err
	}
	for _, l := range tongues {
		if l.Tag == tag {
			missing, long := check(list, l, skip)
			for _, f := range append(missing, long...) {
				out = append(out, text{f.where, f.what, f.says + "  " + f.wrong})
			}
			return out, nil
		}
	}
	return nil, fmt.Errorf("there is no language %q in %s", tag, languages)
}

// text is a text for the user in one place.
type text struct {
	where string // "svm params.C", "engine/svm/svm.go:40"
	what  string // "label", "help"; for a literal in Go the field or the function that it is passed to
	says  string
}

// all returns the texts of the project at root: the catalogue's in its order, then those of the sources by file.
func all(root string) ([]text, error) {
	list := declared()
	known := map[string]bool{}
	for _, t := range list {
		known[t.says] = true
	}
	for _, read := range []func(string) ([]text, error){readGo, readWeb} {
		found, err := read(root)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			if !known[t.says] { // a declared text is in the list already
				list = append(list, t)
			}
		}
	}
	return list, nil
}

// line returns the text as a line of the list: its line breaks and tabs are escaped as in Go.
func (t text) line() string {
	return t.where + "\t" + t.what + "\t" + escapes.Replace(t.says)
}

var escapes = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`)
