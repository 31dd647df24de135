package main

// further are tests of other packages that are run without the fast paths of a package: those that compare them with
// the plain ways, and the suite of a method that uses them.
var further = map[string][]tests{}

// inBrowser says of packages why no test outside a browser reaches their fast paths.
var inBrowser = map[string]string{
	"app/stage": "files for the browser read the constants; app/e2e tests the page",
}

// A leaving is a test that is not run without a fast path, because it asserts that path as such, or because the plain
// way does less. (A test that compares results, and asserts something of the fast way beside, asks the constant there.)
type leaving struct{ without, test, why string }

var left = []leaving{
	{"app/workers.fastOvertaking", "app/workers.TestFlights", "states of a lane in which a draw overtakes another"},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestInBall", similar},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLassoOfAlikeAtoms", similar},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLeapsAgreeWithSweeps", similar},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuse", "counts the members that are kept"},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuseOfOtherClasses", "counts the members that are kept"},
	{"engine/linalg.fastKrylov", "engine/linalg.TestLargestEigenStops", "LAPACK cannot be stopped"},
	{"engine/picture.fastDraft", "engine/picture.TestDraft", "four pixels have one colour"},
	{"engine/picture.fastPiles", "engine/picture.TestPiles", "counts the calls"},
	{"engine/picture.fastPiles", "engine/picture.TestLooks", "records the calls"},
	{"engine/picture.fastStamps", "engine/picture.TestManyPointsAreStamped", "counts the stamps"},
	{"engine/picture.fastThin", "engine/picture.TestThin", "counts the points that are left"},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestStillRastersAreKept", refused},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestLikeThePNG", refused},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestCan", refused},
}

const (
	similar = "of similar atoms, sweeps alone end at their limit"
	refused = "every picture is refused"
)
