package catalog

import (
	"flag"

	"pointscape/engine/method"
)

// only restricts the tests that go through all methods, and take seconds for it, to what is about one of them. What
// holds for all methods together, such as names and lists, is tested in any case.
var only = flag.String("only", "", "of this `method` alone")

// Tested returns the methods that a test goes through.
func Tested() []method.Method {
	list := All()
	if *only == "" {
		return list
	}
	for _, m := range list {
		if m.ID == *only {
			return []method.Method{m}
		}
	}
	panic("there is no method " + *only)
}

// Tests reports whether a test goes through a method.
func Tests(id string) bool { return *only == "" || id == *only }

// TestsAll reports whether a test goes through all methods, so that it finds as many as there are at least.
func TestsAll() bool { return *only == "" }
