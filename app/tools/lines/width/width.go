// Package width finds lines of Go code that are too long. Raw strings, such as examples in JSON and scripts of browser
// tests, strings of more than 60 characters without a space, the output of documentation examples, and //go: directives
// may be longer.
package width

import (
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"
)

// Most is the greatest number of characters in a line.
const Most = 120

// Over returns the numbers of the lines of a Go file that are too long.
func Over(src []byte) (list []int) {
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
		case tok == token.STRING && !strings.Contains(lit, " ") && utf8.RuneCountInString(lit) > Most/2:
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
		if utf8.RuneCountInString(line) > Most && !excused[i+1] {
			list = append(list, i+1)
		}
	}
	return list
}
