package main

// setUp runs before all others: it installs Chromium and Node.js if they are missing.
var setUp = part{name: "set-up", what: "Chromium and Node.js", args: []string{".ci/setup"}}

// short is what every change must pass, on two cores in 9 minutes, and with nothing compiled in a quarter of an hour (8
// minutes are the aim). Tests that only the whole suite runs check testing.Short, and so do tests that go over many
// cases of one behaviour, of which the short suite has some: each method is still fitted, drawn and compared with its
// golden picture. Tests of the numbers that a method returns, its references, must not depend on it.
//
// Compiling takes as long as the tests. So all parts compile natively with the same flags, and to WebAssembly with
// those of the site's programs, and packages that half of the engine imports have no tests inside if their other tests
// import the catalogue: go test would compile all that lies between once more.
var short = [][]part{
	{programs, browser("-short"), site("-short")},
	{lint("fast"), native("-short"), wasm()},
}

var whole = [][]part{
	{programs, browser(), benches},
	{lint(), native(), plain, wasm("-all"), site()},
}

// forRelease are the parts of a release in addition to the whole suite.
var forRelease = []part{
	{name: "browsers", what: "what people do most, in Chromium, Firefox and WebKit", args: []string{"make", "browsers"}},
	{name: "walk", what: "all pages of all courses, in each language", args: []string{"make", "walk"}},
	{name: "soak", what: "ten minutes of random acts", args: []string{"make", "soak", "TIME=10m"}},
}

// programs are compiled once, for all parts that need them (site.Compiled).
var programs = part{name: "programs", what: "the site's programs, compiled to WebAssembly",
	args: []string{"go", "run", ".", "build", "-programs"}}

func lint(how ...string) part {
	return part{name: "lint", what: "gofmt, go vet, staticcheck", args: append([]string{".ci/lint"}, how...)}
}

// native returns the tests of all packages except those of the site and the browser. Lint has vetted them.
func native(flags ...string) part {
	return part{name: "native", what: "the packages' own tests", args: []string{"sh", "-c",
		"go test -json -vet=off -timeout 30m \"$@\" $(go list ./... | grep -v -e /app/e2e -e /tools/bench -e /tools/site)",
		"native"}}.with(flags)
}

// plain are tests of packages that have fast paths, without these.
var plain = part{name: "plain", what: "the plain ways, with the fast paths switched off",
	args: []string{"go", "run", "./app/tools/plain", "-json"}}

// wasm returns the tests of the engine, compiled to WebAssembly with the flags of the site's programs and run in
// Node.js.
func wasm(flags ...string) part {
	return part{name: "wasm", what: "the engine's numbers in WebAssembly, in Node.js",
		args: []string{"go", "run", "./app/tools/nodetest", "-json"}}.with(flags)
}

// site returns the tests of the built site. They are not cached, because go test does not know the files that the site
// is built from.
func site(flags ...string) part {
	return part{name: "site", what: "the site as it is built, and the sizes of its programs",
		args: []string{"go", "test", "-json", "-vet=off", "-count=1", "-timeout", "30m", "./app/tools/site"}}.with(flags)
}

// browser returns the tests in headless Chromium: two in parallel, because they wait half of the time.
func browser(flags ...string) part {
	return part{name: "browser", what: "the page in headless Chromium",
		args: []string{"go", "test", "-json", "-vet=off", "-count=1", "-timeout", "60m", "-parallel", "2",
			"./app/e2e"}}.with(flags)
}

// benches run one round each, so that they keep working.
var benches = part{name: "benches", what: "each benchmark for one round",
	args: []string{"go", "test", "-json", "-vet=off", "-count=1", "-timeout", "60m", "./app/tools/bench"}}

// with returns the part with additional arguments.
func (p part) with(args []string) part {
	p.args = append(p.args[:len(p.args):len(p.args)], args...)
	return p
}
