//go:build !js

// Command bench measures what people feel, in headless Chromium.
//
//	go run ./app/bench            our engine beside its peers from npm: times, ratios, checked answers
//	go run ./app/bench engines    pictures drawn by one engine and by several
//	go run ./app/bench growth     time against the number of points, with the exponent
//	go run ./app/bench latency    from a pointer's move to the picture of it, on the real page
//	go run ./app/bench maps       cross-validated errors over two parameters, beside a peer's
//	go run ./app/bench profile    where the time of a picture goes, on the page and in the worker
//	go run ./app/bench sliders    the same of every slider of every method
//	go run ./app/bench startup    bytes and time to the first picture
//
// Each prints a table and writes it as JSON and Markdown under .build/bench. It
// fails when an answer of the engine is wrong, never for being slow: that
// depends on the machine, and only the ratios within one run say much.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"pointscape/app/site"
)

// options of all commands.
type options struct {
	root   string
	json   string
	md     string
	only   *regexp.Regexp
	quick  bool
	app    string // a program to be measured instead of the one of the sources
	engine string
	names  bool                          // the programs are compiled with the names of their functions
	made   func() (site.Programs, error) // the programs, where they have been compiled already; nil: they have not
	// Of latency, sliders and startup:
	poor   string // the way in which the machine is made poor; "" = it is not
	keep   string // where the site that is measured is written to
	before string // a site that was kept, to be measured in turn with this one
	rounds int
	slow   float64 // how many times slower the page's thread is made; of startup alone
}

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func command(args []string) error {
	name := "bench"
	commands := map[string]func(options) error{"bench": compare, "engines": engines, "growth": growth, "latency": latency,
		"maps":    errorMaps,
		"profile": profile, "sliders": sliders, "startup": startup}
	if len(args) > 0 && commands[args[0]] != nil {
		name, args = args[0], args[1:]
	}
	root, err := site.Root(".")
	if err != nil {
		return err
	}
	o := options{root: root}
	dir := filepath.Join(root, ".build", "bench")
	f := flag.NewFlagSet("bench "+name, flag.ExitOnError)
	f.StringVar(&o.json, "json", filepath.Join(dir, name+".json"), "where to write the figures as JSON")
	f.StringVar(&o.md, "md", filepath.Join(dir, name+".md"), "where to write the table as Markdown")
	only := f.String("only", "", "regular expression of what is to be measured")
	f.BoolVar(&o.quick, "quick", false, "few rounds: does it work at all?")
	f.StringVar(&o.app, "app", "", "measure this app.wasm instead of the sources'")
	f.StringVar(&o.engine, "engine", "", "measure this engine instead of the sources' two")
	o.names = name == "profile"
	if name == "latency" || name == "sliders" || name == "startup" {
		f.StringVar(&o.poor, "poor", "",
			`make the machine poor: "one" holds the browser to one processor, "busy" keeps all but one busy`)
		f.StringVar(&o.keep, "keep", "", "write the site that is measured to this directory")
		f.StringVar(&o.before, "before", "", "measure the site that was kept in this directory, in turn with this one")
		rounds := 1
		switch name {
		case "sliders":
			rounds = sliderRounds
		case "startup":
			rounds = startupRounds
			f.Float64Var(&o.slow, "slow", 1, "make the thread of the page so many times slower (not its workers)")
		}
		f.IntVar(&o.rounds, "rounds", rounds, "how often everything is measured")
	}
	f.Parse(args)
	if f.NArg() > 0 {
		return fmt.Errorf("%q is not one of engines, growth, latency, profile, sliders, startup", f.Arg(0))
	}
	if o.rounds < 1 && f.Lookup("rounds") != nil {
		return fmt.Errorf("-rounds is %d, and must be 1 or more", o.rounds)
	}
	if _, ok := ways[o.poor]; !ok {
		return fmt.Errorf("-poor is %q, not one or busy", o.poor)
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return commands[name](o)
}
