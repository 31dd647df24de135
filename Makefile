# Each target does its own set-up on a fresh Debian machine with Go; "make test"
# installs Chromium and Node.js through apt when they are missing.

.DEFAULT_GOAL := help

# Compilers, linters and tests are short-lived, and collect garbage less often than Go thinks: a fifth of their time.
export GOGC ?= 400
run load: GOGC = 100
.PHONY: help run build test check lint native site wasm browser setup bench engines latency sliders startup growth hosts latex walk fuzz load soak browsers words

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## build the playground and serve it at http://localhost:8000/
	go run . serve

build: ## write the static site to dist/
	go run . build

# Two parts at a time. The longest comes first, and beside it one after the other of the rest: tests in a browser wait for
# half of their time, and nobody else works on one processor alone for long but those in WebAssembly. What comes last uses
# both. (Parts call the set-up by themselves: a part with a prerequisite would come last.)
test: ## run all tests
	-@.ci/setup
	$(MAKE) --no-print-directory -j2 --output-sync=target browser lint wasm site native

check: ## test one method, in some minutes: make check M=kmeans
	@.ci/check "$(M)" '$(CHECKS)'

# What staticcheck looks for: all that it knows, but not refactorings that it only
# offers (QF), nor that each comment begins with the name it is about (ST1020 to
# ST1022): one comment may be about three functions.
CHECKS = all,-QF*,-ST1020,-ST1021,-ST1022
WASM = GOOS=js GOARCH=wasm
# Packages that are compiled to WASM, too.
WASM_PACKAGES = ./engine/... $$($(WASM) go list -deps ./app | grep ^pointscape/app)

lint: ## check the formatting, and what go vet and staticcheck find
	@unformatted=$$(gofmt -l server.go server_test.go app engine); \
	if [ -n "$$unformatted" ]; then echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	@# Compiled to WASM, a package is looked at once more where it is made of other files there. Both findings are
	@# merged: what only one of the two uses is used.
	@found=$$(mktemp -d) && trap 'rm -r "$$found"' EXIT && check=$$(go tool -n staticcheck) && \
	files='{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' && \
	go list -e -f "$$files" $(WASM_PACKAGES) >"$$found/files" && \
	others=$$($(WASM) go list -f "$$files" $(WASM_PACKAGES) | grep -vxFf "$$found/files" | cut -d' ' -f1) && \
	echo $(WASM) go vet $$others && $(WASM) go vet $$others && \
	echo "staticcheck -checks $(CHECKS)" && \
	"$$check" -checks '$(CHECKS)' -f binary ./... >"$$found/native" && \
	$(WASM) "$$check" -checks '$(CHECKS)' -f binary $$others >"$$found/wasm" && \
	"$$check" -checks '$(CHECKS)' -merge "$$found/native" "$$found/wasm"

# lint has vetted all: tests are not vetted once more.
native: ## run the native tests
	go test -vet=off -timeout 30m $$(go list ./... | grep -v -e /app/e2e -e /app/bench -e /app/site)

# Tests that build the site themselves run anew each time (-count=1): go test does not
# know what the site is made of, and would show what it found last time.
# In the package's directory, so that the warning of a budget nearly used up is seen where all tests pass.
site: ## test the site that is built, and its programs against their size budgets
	@.ci/setup
	cd app/site && go test -vet=off -count=1

# What may be other there: the catalogue's suite, which fits and draws every method and compares the numbers and pictures
# with those from here (a kernel that is wrong by a billionth, there alone, fails it), the messages, and what has files of
# its own there. All else is the same code, which the native tests hold. -short leaves out long tests that are the same.
WASM_TESTS = ./engine/catalog ./engine/worker/... ./engine/wire ./engine/json ./engine/doc
wasm: ## run the engine's tests compiled to WASM, in Node.js
	@.ci/setup
	$(WASM) go test -vet=off -short -timeout 30m -tags tables -exec="$(CURDIR)/.ci/go_js_wasm_exec" $(WASM_TESTS)

# Three tests side by side, each in a browser of its own: they wait more than they work.
browser: ## run the tests in headless Chromium
	@.ci/setup
	go test -vet=off -count=1 -timeout 60m -parallel 3 ./app/e2e ./app/bench

bench: setup ## time the engine beside its peers from npm, in one browser
	@command -v npm >/dev/null || { echo "The peers come from npm, which is missing: apt-get install npm"; exit 1; }
	go run ./app/bench

engines: setup ## time to draw slow pictures, by one engine and by several
	go run ./app/bench engines

latency: setup ## time from moving a point to its picture, on the real page
	go run ./app/bench latency

sliders: setup ## time from moving a slider to its picture, of every slider of every method
	go run ./app/bench sliders

startup: setup ## bytes and time to the first picture, cold and warm
	go run ./app/bench startup

growth: setup ## time against the number of points, by method
	go run ./app/bench growth

hosts: setup ## try the site on nginx and Apache, as Debian packs them
	@PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null && command -v apache2 >/dev/null || \
	{ echo "This needs both hosts: apt-get install nginx apache2"; exit 1; }
	go test -count=1 -tags hosts ./app/e2e -run TestHostsOfDebian

browsers: setup ## try what people do most in Chromium, Firefox and WebKit, as Debian packs them
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb && command -v xdotool; } >/dev/null || \
	{ echo "This needs all browsers: apt-get install firefox-esr webkit2gtk-driver xvfb xdotool"; exit 1; }
	go test -vet=off -count=1 -timeout 2h -tags browsers ./app/e2e -run "TestBrowsers|TestTrees"

latex: ## compile figures by pdflatex with pgfplots
	@command -v pdflatex >/dev/null && kpsewhich pgfplots.sty >/dev/null || \
	{ echo "This needs LaTeX: apt-get install texlive-latex-base texlive-pictures"; exit 1; }
	go test -count=1 -tags latex ./engine/picture/tikz -run TestCompiles

walk: setup ## follow all pages of all courses in a browser, in each language
	go test -vet=off -count=1 -timeout 3h -tags walk ./app/e2e -run TestWalk

fuzz: ## feed the readers random texts: make fuzz FUZZ_TIME=10m, each for so long
	@.ci/fuzz "$(or $(FUZZ_TIME),1m)" "$(FUZZ)"

load: ## hold ten thousand connections to the server, or as many as ulimit -n permits
	go test -vet=off -count=1 -tags load ./app/site -run TestLoad -v

soak: setup ## send a monkey over the page, phones, frames, courses and decks: TIME=30m SEED=1, or STEPS=57 of one VISIT=frame
	go test -vet=off -count=1 -timeout 0 ./app/e2e -run TestMonkey -v -args \
		-soak=$(or $(TIME),30m) -seed=$(or $(SEED),1) -steps=$(or $(STEPS),0) -visit=$(VISIT)

words: ## list all that people read; with LANG_TAG=fr what that language lacks
	@go run ./app/words $(if $(LANG_TAG),-lang $(LANG_TAG))

setup:
	@.ci/setup
