//go:build !js

package catalog

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// longest is how many characters a line of code has at most.
const longest = 120

// TestLinesAreShort reads the whole project. Longer than a line may be are raw texts, such as examples in JSON and
// scripts of browser tests, a text of one word, what an example of the documentation prints, and directives.
func TestLinesAreShort(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "dist") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, n := range longLines(src) {
			t.Errorf("%s:%d has more than %d characters", path, n, longest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// longLines are the numbers of the lines that are too long for no reason.
func longLines(src []byte) (list []int) {
	lines := strings.Split(string(src), "\n")
	excused := map[int]bool{}
	var s scanner.Scanner
	f := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(f, src, nil, scanner.ScanComments)
	output := false
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
	for i, line := range lines {
		if utf8.RuneCountInString(line) > longest && !excused[i+1] {
			list = append(list, i+1)
		}
	}
	return list
}

func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a b ", 40)
	for src, want := range map[string]int{
		"package p\n// " + long + "\n":                                 1,
		"package p\n\nvar x = \"" + long + "\"\n":                      1,
		"package p\n\nvar x = `" + long + "\n" + long + "`\n":          0,
		"package p\n\n// Output:\n// " + long + "\n":                   0,
		"package p\n\n// Output:\n// x\n\nvar x = 1 // " + long + "\n": 1,
	} {
		if got := longLines([]byte(src)); len(got) != want {
			t.Errorf("%q: long lines %v, want %d", src, got, want)
		}
	}
}
