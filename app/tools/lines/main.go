//go:build !js

// Command lines finds lines of Go code that are too long: it prints them, and fails if there are any. Raw strings, such
// as examples in JSON and scripts of browser tests, strings of more than 60 characters without a space, the output of
// documentation examples, and //go: directives may be longer.
package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// longest is the greatest number of characters in a line.
const longest = 120

func main() {
	failed := false
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, n := range longLines(src) {
			fmt.Printf("%s:%d: the line has more than %d characters\n", path, n, longest)
			failed = true
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

func longLines(src []byte) (list []int) {
	excused := map[int]bool{}
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(f, src, nil, scanner.ScanComments)
	output := false // in the comment with the output of an example
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		at := f.Line(pos)
		switch {
		case tok == token.STRING && lit[0] == '`':
			for k := range strings.Count(lit, "\n") + 1 {
				excused[at+k] = true
			}
		case tok == token.STRING && !strings.Contains(lit, " ") && utf8.RuneCountInString(lit) > longest/2:
			excused[at] = true
		case tok == token.COMMENT:
			output = strings.HasPrefix(lit, "// Output:") || output && strings.HasPrefix(lit, "//")
			if output || strings.HasPrefix(lit, "//go:") {
				excused[at] = true
			}
		case tok != token.SEMICOLON || lit != "\n":
			output = false
		}
	}
	for i, line := range strings.Split(string(src), "\n") {
		if utf8.RuneCountInString(line) > longest && !excused[i+1] {
			list = append(list, i+1)
		}
	}
	return list
}
