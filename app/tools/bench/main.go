//go:build !js

// Command bench measures speed as the user experiences it, in headless Chromium.
//
//	go run ./app/tools/bench            our engine beside its peers from npm: times, ratios, checked answers
//	go run ./app/tools/bench engines    pictures drawn by one engine and by several
//	go run ./app/tools/bench growth     time against the number of points, with the exponent
//	go run ./app/tools/bench latency    from a pointer's move to the picture of it, on the real page
//	go run ./app/tools/bench maps       cross-validated errors over two parameters, beside a peer's
//	go run ./app/tools/bench profile    where the time of a picture goes, on the page and in the worker
//	go run ./app/tools/bench sliders    the same of every slider of every method
//	go run ./app/tools/bench speed      what each fast path of the engine gives
//	go run ./app/tools/bench startup    bytes and time to the first picture
//
// Each prints a table and writes it as JSON and Markdown under .build/bench. It fails if an answer of the engine is
// wrong, but never because it is slow: that depends on the machine, and only the ratios within one run are reliable.
// With -quick it tests in a minute whether the benchmark works; the tests run each in this way.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pointscape/app/tools/site"
)

// options are the options of all commands.
type options struct {
	root     string
	json     string
	md       string
	only     *pattern
	quick    bool
	app      string // a program to measure instead of that of the sources
	engine   string
	names    bool                          // the programs are compiled with the names of their functions
	switches bool                          // fast paths can be switched off
	made     func() (site.Programs, error) // the compiled programs; nil: they are not compiled yet
	// For latency, sliders and startup:
	poor   string // the way in which the machine is slowed; "" = it is not
	keep   string // directory to which the measured site is written
	before string // a site written before, which is measured in turn with this one
	rounds int
	// For startup only:
	variants string  // of the page's program, by passes; "" = the published one
	slow     float64 // factor by which the page's thread is slowed
	// For speed only:
	all bool // fast paths are measured in further trials, too, if they have given enough in one
}

// A pattern is a regular expression of what to measure.
type pattern struct {
	*regexp.Regexp
	found bool // something matches it
}

// only compiles a pattern, and panics if it is not valid.
func only(expr string) *pattern { return &pattern{Regexp: regexp.MustCompile(expr)} }

func (p *pattern) MatchString(name string) bool {
	ok := p.Regexp.MatchString(name)
	p.found = p.found || ok
	return ok
}

func main() {
	if err := command(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

type bench struct {
	name   string
	run    func(options) error
	rounds int    // default number of rounds; 0 = not adjustable
	some   string // regular expression of what -quick measures: one of each kind
}

// benches are all commands; the first one is the default.
var benches = []bench{
	{name: "bench", run: compare, some: "^(svm-(train|edit|field)-200-1|gp-(line-50|plane-100)(-edit)?|" +
		"knn-1-200|voronoi-1000|mlp-300|kmeans-5000|lloyd-1000|forest-train)$"},
	{name: "engines", run: engines, some: "^(knn 1000|kernel_knn 200)$"},
	{name: "growth", run: growth},
	{name: "latency", run: latency, rounds: 1, some: "^(svm rbf(, leave-one-out|, map|, nine of them)?|mlp trains|" +
		"constraint) 50$|^(t-SNE grows, hover|logistic on rows, plane) 1797$"},
	{name: "maps", run: errorMaps},
	{name: "profile", run: profile, some: "^knn k=15 200$"},
	{name: "sliders", run: sliders, rounds: sliderRounds, some: "^(kernel_ridge|kmeans)$"},
	{name: "speed", run: speed, rounds: 1, some: "^engine/svm.fastWarm svm C=100 "},
	{name: "startup", run: startup, rounds: startupRounds, some: "^(cold|warm .*) unlimited br$"},
}

// measure runs a benchmark: with -quick once, and only some of it unless a pattern is given.
func (b *bench) measure(o options) error {
	if o.quick {
		o.rounds = 1
		if o.only == nil {
			o.only = only(b.some)
		}
	}
	if o.only == nil {
		o.only = only("")
	}
	if err := b.run(o); err != nil {
		return err
	}
	if !o.only.found {
		return fmt.Errorf("nothing that %s measures is called %s", b.name, o.only)
	}
	return nil
}

func command(args []string) error {
	b := benches[0]
	if len(args) > 0 {
		if i := slices.IndexFunc(benches, func(b bench) bool { return b.name == args[0] }); i >= 0 {
			b, args = benches[i], args[1:]
		}
	}
	root, err := site.Root(".")
	if err != nil {
		return err
	}
	o := options{root: root}
	dir := filepath.Join(root, ".build", "bench")
	f := flag.NewFlagSet("bench "+b.name, flag.ExitOnError)
	f.StringVar(&o.json, "json", filepath.Join(dir, b.name+".json"), "where to write the figures as JSON")
	f.StringVar(&o.md, "md", filepath.Join(dir, b.name+".md"), "where to write the table as Markdown")
	expr := f.String("only", "", "regular expression of what is to be measured")
	f.BoolVar(&o.quick, "quick", false, "few rounds, and where -only does not say of what, of some: does it work at all?")
	f.StringVar(&o.app, "app", "", "measure this WebAssembly as pointscape.psm instead of the sources'")
	f.StringVar(&o.engine, "engine", "", "measure this WebAssembly as engine.psm instead of the sources'")
	o.names = b.name == "profile"
	if b.rounds > 0 {
		f.StringVar(&o.poor, "poor", "",
			`make the machine poor: "one" holds the browser to one processor, "busy" keeps all but one busy`)
		f.StringVar(&o.keep, "keep", "", "write the site that is measured to this directory")
		f.StringVar(&o.before, "before", "", "measure the site that was kept in this directory, in turn with this one")
		f.IntVar(&o.rounds, "rounds", b.rounds, "how often everything is measured")
	}
	if b.name == "speed" {
		f.BoolVar(&o.all, "all", false, "do not leave out trials of what has given enough in another one")
	}
	if b.name == "startup" {
		f.StringVar(&o.variants, "variants", "", "measure variants of pointscape.psm in turn, separated by "+
			"semicolons: all, plain, or passes (go doc ./app/tools/site) with commas, such as all,-recode;all")
		f.Float64Var(&o.slow, "slow", 1, "make the thread of the page so many times slower (not its workers)")
	}
	f.Parse(args)
	if f.NArg() > 0 {
		var names []string
		for _, b := range benches {
			names = append(names, b.name)
		}
		return fmt.Errorf("%q is not one of %s", f.Arg(0), strings.Join(names, ", "))
	}
	if b.rounds > 0 && o.rounds < 1 {
		return fmt.Errorf("-rounds is %d, and must be 1 or more", o.rounds)
	}
	if _, ok := ways[o.poor]; !ok {
		return fmt.Errorf("-poor is %q, not one or busy", o.poor)
	}
	if *expr != "" {
		re, err := regexp.Compile(*expr)
		if err != nil {
			return err
		}
		o.only = &pattern{Regexp: re}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return b.measure(o)
}
