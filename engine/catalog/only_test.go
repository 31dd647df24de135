package catalog

import (
	"cmp"
	"flag"
	"os"

	"pointscape/engine/method"
)

// only restricts the tests that go through all methods, and take seconds for it, to what is about one of them. What
// holds for all methods together, such as names and lists, is tested in any case. The environment variable
// POINTSCAPE_ONLY does the same: the go command keeps results of tests that read it, but none of tests with a flag that
// it does not know.
var only = flag.String("only", "", "of this `method` alone")

// one returns the id of the only method that is tested, "" = all are.
func one() string { return cmp.Or(*only, os.Getenv("POINTSCAPE_ONLY")) }

// Tested returns the methods that a test goes through.
func Tested() []method.Method {
	list := All()
	if TestsAll() {
		return list
	}
	for _, m := range list {
		if m.ID == one() {
			return []method.Method{m}
		}
	}
	panic("there is no method " + one())
}

// Tests reports whether a test goes through a method.
func Tests(id string) bool { return TestsAll() || id == one() }

// TestsAll reports whether a test goes through all methods, so that it finds as many as there are at least.
func TestsAll() bool { return one() == "" }
