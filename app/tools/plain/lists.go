package main

// further are tests of other packages that are run without the fast paths of a package: those that compare them with
// the plain ways, and the suite of a method that uses them.
var further = map[string][]tests{}

// inBrowser says of packages why no test outside a browser reaches their fast paths.
var inBrowser = map[string]string{
	"app/stage": "files for the browser read the constants; app/e2e tests the page",
}

// A leaving is a test that is not run without the fast paths of a package, because it asserts a fast way as such.
type leaving struct{ without, test, why string }

var left = []leaving{}
