// Command suite runs the project's tests, part by part, and reports its progress. "make test", "make test-all" and
// "make release" call it.
//
//	go run ./app/tools/suite                   the short suite: what every change has to pass
//	go run ./app/tools/suite -all              everything
//	go run ./app/tools/suite -release          everything, other browsers, all course pages, a long random walk
//	go run ./app/tools/suite -only lint,wasm   some of the parts
//
// Each part is a command. Parts of one lane run one after the other; lanes run in parallel, two of them or, for a
// release, three. A part that fails does not prevent the others from running. At the end it prints a table of the
// parts and their times; the exit status is 1 if one has failed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	all := flag.Bool("all", false, "run everything, not only what takes minutes")
	release := flag.Bool("release", false, "run everything, and what a release asks for beside it")
	only := flag.String("only", "", "run only these `parts`, with commas between them")
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "Runs the tests. Parts: %s.\n\nFlags:\n", strings.Join(partNames(), ", "))
		flag.PrintDefaults()
	}
	flag.Parse()
	lanes, err := chosen(*all, *release, *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "suite:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r := newRun(os.Stdout, time.Now)
	beat := time.NewTicker(time.Second)
	go func() {
		for range beat.C {
			r.beat()
		}
	}()
	ok := r.run(ctx, [][]part{{setUp}})
	ok = r.run(ctx, lanes) && ok
	beat.Stop()
	fmt.Print(r.table())
	if !ok {
		os.Exit(1)
	}
}

// chosen returns the lanes to run.
func chosen(all, release bool, only string) ([][]part, error) {
	lanes := short
	switch {
	case release:
		lanes = append(slices.Clone(whole), forRelease)
	case all:
		lanes = whole
	}
	if only == "" {
		return lanes, nil
	}
	var lane []part
	for _, wanted := range strings.Split(only, ",") {
		found := false
		for _, l := range slices.Concat(lanes, whole, [][]part{forRelease}) {
			for _, p := range l {
				if p.name == wanted && !found {
					lane, found = append(lane, p), true
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("there is no part %q: there are %s", wanted, strings.Join(partNames(), ", "))
		}
	}
	return [][]part{lane}, nil
}

// partNames returns the names of all parts, each once.
func partNames() (list []string) {
	for _, lanes := range [][][]part{short, whole, {forRelease}} {
		for _, l := range lanes {
			for _, p := range l {
				if !slices.Contains(list, p.name) {
					list = append(list, p.name)
				}
			}
		}
	}
	return list
}
