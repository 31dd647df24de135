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
	{"app/workers.fastOvertaking", "app/workers.TestFlights", overtaking},
	{"app/workers.fastOvertaking", "app/workers.TestPreempt", overtaking},
	{"app/workers.fastOvertaking", "app/workers.TestWaitsNotForeverForALongDraw", overtaking},
	{"app/workers.fastOvertaking", "app/workers.TestAWaitingDrawLeavesWhateverEndsTheOneBefore", overtaking},
	{"engine/convolution.fastStart", "engine/convolution.TestStartTakenOver", "counts what is taken over"},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestInBall", similar},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLassoOfAlikeAtoms", similar},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLeapsAgreeWithSweeps", similar},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuse", "counts the members that are kept"},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuseOfOtherClasses", "counts the members that are kept"},
	{"engine/gp.fastLattice", "engine/gp.TestColumnsServeSeveralGrids", "compares lattices, of which there are none"},
	{"engine/histogram.fastLive", "engine/histogram.TestLiveRasters", "no raster follows an edit"},
	{"engine/histogram.fastProduct", "engine/histogram.TestLiveRasters", "no raster follows an edit"},
	{"engine/linalg.fastKrylov", "engine/linalg.TestLargestEigenStops", "LAPACK cannot be stopped"},
	{"engine/neighbors.fastFollow", "engine/neighbors.TestRastersFollowEdits", "no raster follows an edit"},
	{"engine/neighbors.fastTiles", "engine/neighbors.TestRastersFollowEdits", "no raster follows an edit"},
	{"engine/network.fastLoops", "engine/network.TestLoopsHaveTheBitsOfPlainOnes", "plain loops add in another order"},
	{"engine/picture.fastDraft", "engine/picture.TestDraft", "asserts that four pixels have one colour"},
	{"engine/picture.fastPiles", "engine/picture.TestPiles", "counts the calls"},
	{"engine/picture.fastPiles", "engine/picture.TestLooks", "records the calls"},
	{"engine/picture.fastStamps", "engine/picture.TestManyPointsAreStamped", "counts the stamps"},
	{"engine/picture.fastThin", "engine/picture.TestThin", "counts the points that are left"},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestStillRastersAreKept", refused},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestLikeThePNG", refused},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestCan", refused},
	{"engine/regression.fastLevel", "engine/regression.TestLassoOfMixedScales", sweeps},
	{"engine/regression.fastLevel", "engine/regression.TestDrownedPenalty", sweeps},
	{"engine/regression.fastLevel", "engine/regression.TestReferenceLasso", sweeps},
	{"engine/regression.fastLevel", "engine/regression.TestLassoConditions", sweeps},
	{"engine/regression.fastLevel", "engine/regression.TestLassoOfManyPowers", sweeps},
}

// Reasons for several tests.
const (
	overtaking = "asserts that a draw overtakes another"
	refused    = "every picture is refused"
	similar    = "of similar atoms, sweeps alone end at their limit"
	sweeps     = "sweeps alone end at their limit, or where rounding errors hide their progress"
)
