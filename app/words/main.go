//go:build !js

// Command words lists all that people read: the ground for an editor and for translations.
//
//	go run ./app/words > words.tsv
//
// Each line is one text with what it is and where it stands, separated by tabs. What methods and data sets
// declare is told by the catalogue itself. All else is read from the sources: literals of Go and JavaScript that
// look like words for people, and the text of HTML. Where such a text is put together, {} stands for each part
// that is computed. Texts of tests, measuring and building are left out: nobody reads them on the page.
package main

import (
	"fmt"
	"os"
	"strings"

	"pointscape/app/site"
)

func main() {
	root, err := site.Root(".")
	if err == nil {
		var list []text
		if list, err = all(root); err == nil {
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

// text is what people read in one place.
type text struct {
	where string // "svm params.C", "engine/svm/svm.go:40"
	what  string // "label", "help"; of a literal in Go the field or the function that it is given to
	says  string
}

// all lists the texts of the project at root: the catalogue's in its order, then those of the sources by file.
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
			if !known[t.says] { // it is in the list as a declaration
				list = append(list, t)
			}
		}
	}
	return list, nil
}

// line is the text as a line of the list: its line breaks and tabs are written as in Go.
func (t text) line() string {
	return t.where + "\t" + t.what + "\t" + escapes.Replace(t.says)
}

var escapes = strings.NewReplacer("\\", `\\`, "\n", `\n`, "\t", `\t`)
