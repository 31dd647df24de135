//go:build !js

// Command lines finds lines of Go code that are too long (package width): it prints them, and fails if there are any.
//
// It also counts the engine's long functions, and prints all and fails if there are too many. Some are to stay: tables,
// declarations, and inner loops. With -functions it prints them in any case.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pointscape/app/tools/lines/width"
)

const (
	tallest  = 80 // greatest number of lines of a function, from func to the brace that ends it
	mostTall = 40 // greatest number of functions in engine/, without tests and generated files, that have more
)

func main() {
	list := flag.Bool("functions", false, "print the functions of the engine that have too many lines")
	flag.Parse()
	failed := false
	var tall []function
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
		for _, n := range width.Over(src) {
			fmt.Printf("%s:%d: the line has more than %d characters\n", path, n, width.Most)
			failed = true
		}
		if strings.HasPrefix(path, "engine"+string(filepath.Separator)) && !strings.HasSuffix(path, "_test.go") {
			found, err := tallFunctions(path, src)
			if err != nil {
				return err
			}
			tall = append(tall, found...)
		}
		return nil
	})
	if *list || len(tall) > mostTall {
		slices.SortStableFunc(tall, func(a, b function) int { return cmp.Compare(b.lines, a.lines) })
		for _, f := range tall {
			fmt.Printf("%s:%d: %s has %d lines\n", f.path, f.line, f.name, f.lines)
		}
	}
	if len(tall) > mostTall {
		fmt.Printf("%d functions of the engine have more than %d lines, and at most %d may: split one at what a reader "+
			"wants to see by itself\n", len(tall), tallest, mostTall)
		failed = true
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "lines:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// function is a function or method, at a line of a file.
type function struct {
	path  string
	line  int
	name  string
	lines int
}

// tallFunctions returns the functions of a file that have more lines than tallest, unless the file is generated. Lines
// are counted from func to the closing brace.
func tallFunctions(path string, src []byte) (list []function, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		from, to := files.Position(f.Pos()).Line, files.Position(f.End()).Line
		if n := to - from + 1; n > tallest {
			list = append(list, function{path, from, f.Name.Name, n})
		}
	}
	return list, nil
}
