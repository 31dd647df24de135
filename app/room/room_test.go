package room

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// may lists for each room which other rooms and which packages of the page it may import, besides the standard library
// and what all of app/ may import (see site.TestAppImports).
var may = map[string][]string{
	"annotate":      {},
	"catalogue":     {"clock"},
	"clock":         {},
	"collecting":    {"clock", "app/workers"},
	"deck":          {},
	"editor":        {"catalogue", "app/history"},
	"export":        {"clock"},
	"methodsearch":  {},
	"frame":         {"catalogue", "clock", "app/workers"},
	"persistence":   {"clock", "importer", "app/history"},
	"importer":      {"app/workers"},
	"ink":           {},
	"notifications": {"clock"},
	"panels":        {"clock", "app/workers"},
	"player":        {"clock"},
	"inspector":     {"clock"},
	"lecture":       {},
	"present":       {},
	"printing":      {"clock", "app/workers"},
	"hittest":       {},
	"study":         {"clock", "app/workers"},
	"client":        {"clock", "importer", "app/workers"},
	"runs":          {},
	"sound":         {"clock"},
	"theme":         {},
	"sweep":         {"clock"},
	"wall":          {"clock", "app/workers"},
	"tuning":        {},
}

func TestRoomsKnowOnlyWhatTheyMay(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range files {
		room := filepath.Dir(name)
		known, ok := may[room]
		if !ok && !seen[room] {
			t.Errorf("%s is a new room: say here what it may know, and in app/README.md what it owns", room)
		}
		seen[room] = true
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if strings.HasSuffix(name, "_js.go") {
			t.Errorf("%s is for the browser only", name)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			short := strings.TrimPrefix(strings.TrimPrefix(path, "pointscape/"), "app/room/")
			foreign := strings.Contains(path, ".") || path == "syscall/js"
			ours := strings.HasPrefix(path, "pointscape/app/")
			if foreign || ours && !slices.Contains(known, short) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for room := range may {
		if !seen[room] {
			t.Errorf("there is no room %s", room)
		}
		if !bytes.Contains(text, []byte("\n| `"+room+"` | ")) {
			t.Errorf("app/README.md does not say what the room %s owns", room)
		}
	}
}

// Rooms have no time of their own: a test turns the clock.
func TestRoomsAskTheirClock(t *testing.T) {
	files, err := filepath.Glob("*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if filepath.Dir(name) == "clock" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"time.Now", "time.After", "time.Since", "time.Sleep", "time.NewTimer", "time.Tick"} {
			if bytes.Contains(text, []byte(call)) {
				t.Errorf("%s calls %s", name, call)
			}
		}
	}
}
