//go:build !js

// Command method begins a new method, of the task of another one, and registers it. "make method" calls it.
//
//	go run ./app/tools/method -like dbscan x
//
// "make check" (app/tools/check) checks it.
package main

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"

	"pointscape/app/tools/site"
	"pointscape/engine/method"
)

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "method:", err)
		os.Exit(1)
	}
}

func command(args []string) error {
	flags := flag.NewFlagSet("method", flag.ExitOnError)
	like := flags.String("like", "", "the `method` whose task, family and package the new one has")
	if err := flags.Parse(args); err != nil {
		return err
	}
	root, err := site.Root(".")
	if err != nil {
		return err
	}
	written, err := begin(root, flags.Arg(0), *like)
	for _, name := range written {
		fmt.Println(name)
	}
	if err == nil {
		fmt.Printf("Now make it yours. \"make check M=%s FIX=1\" records its pictures, and checks it.\n", flags.Arg(0))
	}
	return err
}

// packageOf returns the directory of a method's package, below engine/.
func packageOf(m *method.Method) string {
	name := runtime.FuncForPC(reflect.ValueOf(m.Fit).Pointer()).Name() // pointscape/engine/svm.fit
	dir, _, _ := strings.Cut(strings.TrimPrefix(name, "pointscape/engine/"), ".")
	return dir
}
