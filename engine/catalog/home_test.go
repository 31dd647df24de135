//go:build !js

package catalog

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pointscape/engine/method"
)

// home returns the directory of a method's package, below engine/.
func home(m method.Method) string {
	name := runtime.FuncForPC(reflect.ValueOf(m.Fit).Pointer()).Name() // pointscape/engine/svm.fit
	dir, _, _ := strings.Cut(strings.TrimPrefix(name, "pointscape/engine/"), ".")
	return dir
}

// The package of each method has tests, and a file with its examples, named by its id.
func TestHome(t *testing.T) {
	t.Parallel()
	for _, m := range All() {
		dir := home(m)
		if list, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go")); err != nil ||
			len(list) == 0 {
			t.Errorf("%s is of %s, which has no tests: %v", m.ID, dir, err)
		}
		file := filepath.Join("..", filepath.FromSlash(dir), m.ID+".jsonl")
		if text, err := os.ReadFile(file); err != nil || string(text) != strings.Join(m.Documents(), "\n")+"\n" {
			t.Errorf("%s has not the examples in %s: %v", m.ID, file, err)
		}
	}
}
