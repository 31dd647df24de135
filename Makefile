# Each target does its own set-up on a fresh Debian machine with Go; "make test"
# installs Chromium and Node.js through apt when they are missing.

.DEFAULT_GOAL := help
.PHONY: help run build test check lint native site wasm browser setup bench engines latency sliders startup growth words

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
	cd app/site && go test -vet=off -count=1

# What the programs are made of, and the catalogue's suite. -short leaves out long tests that are the same there.
wasm: ## run the engine's tests compiled to WASM, in Node.js
	@.ci/setup
	$(WASM) go test -vet=off -short -timeout 30m -tags tables -exec="$(CURDIR)/.ci/go_js_wasm_exec" \
		$$($(WASM) go list -deps ./engine/worker/whole ./app | grep ^pointscape/engine/)

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

words: ## list all that people read, for editing and for translations
	@go run ./app/words

setup:
	@.ci/setup
