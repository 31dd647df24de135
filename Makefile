# Each target does its own set-up on a fresh Debian machine with Go; tests install Chromium and Node.js through apt where
# they are missing.

.DEFAULT_GOAL := help

# Compilers, linters and tests are short-lived: with garbage collected less often they take a fifth less time.
export GOGC ?= 400
run load: GOGC = 100
.PHONY: help run build test test-all release check method lint native site wasm browser setup bench engines latency sliders speed startup growth hosts latex walk fuzz load soak browsers words

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 18

run: ## build the playground and serve it at http://localhost:8000/
	go run . serve

build: ## write the static site to dist/
	go run . build

# What a part is, and which parts run side by side, app/tools/suite says.
test: ## run what every change has to pass, in minutes
	@go run ./app/tools/suite

test-all: ## run every test
	@go run ./app/tools/suite -all

release: ## run every test, other browsers, all pages of the courses, and random acts for ten minutes
	@go run ./app/tools/suite -release

# The program is started itself, not by go run, so that it learns when make is killed.
check: ## test one method, in minutes: make check M=kmeans; QUICK=1: in seconds; FIX=1: write what is recorded before
	@go build -buildvcs=false -o .build/tools/ ./app/tools/check
	@exec .build/tools/check $(if $(FIX),-fix) $(if $(QUICK),-quick) "$(M)"

method: ## begin a method of the task of another one: make method M=nearest_mean LIKE=knn
	@go run ./app/tools/method -like "$(LIKE)" "$(M)"

lint: ## check the formatting, and what go vet and staticcheck find
	@go run ./app/tools/suite -all -only lint

native: ## run the packages' own tests
	@go run ./app/tools/suite -all -only native

wasm: ## run the engine's tests compiled to WebAssembly, in Node.js
	@go run ./app/tools/suite -all -only wasm

site: ## test the site that is built, and its programs against their size budgets
	@go run ./app/tools/suite -all -only site

browser: ## run the tests in headless Chromium
	@go run ./app/tools/suite -all -only browser

bench: setup ## time the engine beside its peers from npm, in one browser
	@command -v npm >/dev/null || { echo "The peers come from npm, which is missing: apt-get install npm"; exit 1; }
	go run ./app/tools/bench

engines: setup ## time to draw slow pictures, by one engine and by several
	go run ./app/tools/bench engines

latency: setup ## time from moving a point to its picture, on the real page
	go run ./app/tools/bench latency

sliders: setup ## time from moving a slider to its picture, of every slider of every method
	go run ./app/tools/bench sliders

startup: setup ## bytes and time to the first picture, cold and warm
	go run ./app/tools/bench startup

speed: setup ## what each fast path of the engine gives
	go run ./app/tools/bench speed

growth: setup ## time against the number of points, by method
	go run ./app/tools/bench growth

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

# On two processors, where the system can hold a program to them.
two := $(shell command -v taskset >/dev/null && echo taskset -c 0,1)
load: ## hold ten thousand connections to the server, or as many as ulimit -n permits; have a class of 500 answer at once
	go test -c -vet=off -tags load -o .build/load/ ./app/tools/site ./app/tools/classroom
	cd app/tools/site && $(two) ../../../.build/load/site.test -test.run TestLoad -test.v
	cd app/tools/classroom && $(two) ../../../.build/load/classroom.test -test.run TestLoad -test.v

soak: setup ## send a monkey over the page, phones, frames, courses and decks: TIME=30m SEED=1, or STEPS=57 of one VISIT=frame
	go test -vet=off -count=1 -timeout 0 ./app/e2e -run TestMonkey -v -args \
		-soak=$(or $(TIME),30m) -seed=$(or $(SEED),1) -steps=$(or $(STEPS),0) -visit=$(VISIT)

words: ## list all that people read; with LANG_TAG=fr what that language lacks
	@go run ./app/tools/words $(if $(LANG_TAG),-lang $(LANG_TAG))

setup:
	@.ci/setup
