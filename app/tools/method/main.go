//go:build !js

// Command method checks a method, and begins a new one. "make check" and "make method" call it.
//
//	go run ./app/tools/method check kmeans         everything that a merge asks of this method
//	go run ./app/tools/method check -fix kmeans    write what is recorded about it anew, then check it
//	go run ./app/tools/method new -like dbscan x   begin a method, of the task of another one, and register it
//
// A check that fails does not prevent the others. At the end all failures are listed, each with what can be done
// about it and the table or file that it is about.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"

	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
	"pointscape/engine/method"
)

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "method:", err)
		os.Exit(1)
	}
}

const usage = "say: method check [-fix] kmeans, or method new -like kmeans x"

func command(args []string) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	root, err := site.Root(".")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet("method "+args[0], flag.ExitOnError)
	switch args[0] {
	case "check":
		fix := flags.Bool("fix", false, "write goldens, links, pages and records of the method anew before")
		python := flags.String("python", "", "the `interpreter` that has scikit-learn; \"\" = look for one")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		return checkMethod(root, flags.Arg(0), *fix, *python)
	case "new":
		like := flags.String("like", "", "the `method` whose task, family and package the new one has")
		if err := flags.Parse(args[1:]); err != nil {
			return err
		}
		written, err := begin(root, flags.Arg(0), *like)
		for _, name := range written {
			fmt.Println(name)
		}
		if err == nil {
			fmt.Printf("Now make it yours. \"make check M=%s FIX=1\" records its pictures and links, and checks it.\n",
				flags.Arg(0))
		}
		return err
	}
	return errors.New(usage)
}

// checkMethod checks the method with an id.
func checkMethod(root, id string, fix bool, python string) error {
	if id == "" {
		return errors.New("which method? Say for instance: make check M=kmeans")
	}
	home, err := homeOf(id)
	if err != nil {
		return err
	}
	c := &checks{id: id, home: home, out: os.Stdout, run: commandIn(root)}
	if python == "" {
		python = interpreter(c.run)
	}
	if fix {
		c.all(c.fixes(python), "FIX")
		if out, err := c.run([]string{"git", "status", "--short"}); err == nil && len(out) > 0 {
			fmt.Printf("Changed, or not committed yet; read the diff of goldens before you commit them:\n%s", out)
		}
	}
	c.all(c.steps(), "check")
	fmt.Print(c.summary())
	if len(c.failed) > 0 {
		return fmt.Errorf("%s has not passed", id)
	}
	return nil
}

// homeOf returns the directory of a method's package, below the project's root.
func homeOf(id string) (string, error) {
	for _, m := range catalog.All() {
		if m.ID == id {
			return "engine/" + packageOf(&m), nil
		}
	}
	return "", fmt.Errorf("there is no method %q: a method is registered by a line in engine/catalog/catalog.go", id)
}

// packageOf returns the directory of a method's package, below engine/.
func packageOf(m *method.Method) string {
	name := runtime.FuncForPC(reflect.ValueOf(m.Fit).Pointer()).Name() // pointscape/engine/svm.fit
	dir, _, _ := strings.Cut(strings.TrimPrefix(name, "pointscape/engine/"), ".")
	return dir
}

// commandIn returns a function that runs a command in a directory and returns what it has printed.
func commandIn(dir string) func(args []string) ([]byte, error) {
	return func(args []string) ([]byte, error) {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		return cmd.CombinedOutput()
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
