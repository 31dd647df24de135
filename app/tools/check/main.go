//go:build !js

// Command check checks one method. "make check" calls it.
//
//	go run ./app/tools/check kmeans           everything that a merge asks of this method
//	go run ./app/tools/check -quick kmeans    what takes seconds, and is wrong most often
//	go run ./app/tools/check -fix kmeans      write what is recorded about it anew, then check it
//
// A check that fails does not prevent the others. At the end all failures are listed, each with what can be done
// about it and the table or file that it is about. Only code that does not compile ends it.
//
// The program imports no method, so that it is there at once, and speaks also when a method does not compile.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == guardArg {
		guard()
	}
	fix := flag.Bool("fix", false, "write goldens, links, pages and records of the method anew before")
	quick := flag.Bool("quick", false, "only what takes seconds")
	python := flag.String("python", "", "the `interpreter` that has scikit-learn; \"\" = look for one")
	flag.Parse()
	if err := checkMethod(flag.Arg(0), *fix, *quick, *python); err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

// checkMethod checks the method with an id.
func checkMethod(id string, fix, quick bool, python string) error {
	if id == "" {
		return errors.New("which method? Say for instance: make check M=kmeans")
	}
	root, err := projectRoot()
	if err != nil {
		return err
	}
	home, err := homeOf(root, id)
	if err != nil {
		return err
	}
	run, err := commandsIn(root)
	if err != nil {
		return err
	}
	c := newChecks(id, home, root, os.Stdout, run)
	if fix {
		if python == "" {
			python = interpreter(run)
		}
		c.all("FIX", c.fixes(python))
		if out, err := run([]string{"git", "status", "--short"}); err == nil && len(out) > 0 {
			fmt.Printf("Changed, or not committed yet; read the diff of goldens before you commit them:\n%s", out)
		}
	}
	if quick {
		c.all("check", c.quick())
	} else {
		c.all("check", c.quick(), c.rest())
	}
	fmt.Print(c.summary(quick))
	if len(c.failed) > 0 {
		return fmt.Errorf("%s has not passed", id)
	}
	return nil
}

// projectRoot returns the nearest directory upwards that is the project's root.
func projectRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		if mod, err := os.ReadFile(filepath.Join(d, "go.mod")); err == nil &&
			strings.HasPrefix(string(mod), "module pointscape\n") {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("%s is not inside a checkout of pointscape", dir)
		}
	}
}

// interpreter returns a Python that has scikit-learn, "" if there is none.
func interpreter(run func([]string) ([]byte, error)) string {
	for _, name := range []string{"python3", filepath.FromSlash("/usr/bin/python3")} {
		if _, err := run([]string{name, "-c", "import sklearn"}); err == nil {
			return name
		}
	}
	return ""
}
