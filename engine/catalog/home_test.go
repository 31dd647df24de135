//go:build !js

package catalog

import (
	"flag"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pointscape/engine/method"
)

var homeOf = flag.String("home", "", "write the package of the method with this id")

// home returns the directory of a method's package, below engine/.
func home(m method.Method) string {
	name := runtime.FuncForPC(reflect.ValueOf(m.Fit).Pointer()).Name() // pointscape/engine/svm.fit
	dir, _, _ := strings.Cut(strings.TrimPrefix(name, "pointscape/engine/"), ".")
	return dir
}

// TestHome finds the package of each method, which must have tests. "make check" uses it to find the package of one
// method.
func TestHome(t *testing.T) {
	known := *homeOf == ""
	for _, m := range All() {
		dir := home(m)
		if list, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go")); err != nil ||
			len(list) == 0 {
			t.Errorf("%s is of %s, which has no tests: %v", m.ID, dir, err)
		}
		if m.ID == *homeOf {
			known = true
			t.Logf("home: ./engine/%s", dir)
		}
	}
	if !known {
		t.Errorf("there is no method %q", *homeOf)
	}
}
