package main

// further are tests of other packages that are run without all fast paths of a package: those that compare them with
// the plain ways, and the suite of a method that uses them.
var further = map[string][]tests{
	"engine/boosting":           {{"engine/catalog", "^TestMethods$/^adaboost$"}},
	"engine/descent":            {{"engine/linear", "^(TestSparse|TestSparseSoftmax)$"}},
	"engine/ensemble":           {{"engine/catalog", "^TestMethods$/^bagging$"}},
	"engine/flats":              {{"engine/catalog", "^TestMethods$/^kernel_kflats$"}},
	"engine/kernel/kernelparam": {{"engine/session", "^(TestFitsForManyValues|TestReusedFits)$"}},
	"engine/lift":               {{"engine/catalog", "^TestMethods$/^feature_map$"}},
	"engine/picture":            {{"engine/session", "^TestPicturesFollowEdits$"}},
	"engine/svm":                {{"engine/catalog", "^TestMethods$/^svm$/^leave_one_out$"}},
	"engine/tree":               {{"engine/catalog", "^TestMethods$/^tree$"}},
	"engine/voronoi":            {{"engine/catalog", "^TestMethods$/^voronoi$"}},
	"engine/wire":               {{"app/workers", ""}},
}

// inBrowser says of packages why no test outside a browser reaches their fast paths.
var inBrowser = map[string]string{
	"app/stage": "files for the browser read the constants; app/e2e tests the page",
}

// A leaving is a test that is not run without a fast path, because it asserts that path as such, or because the plain
// way does less. (A test that compares results, and asserts something of the fast way beside, asks the constant there.)
// It must fail without the path; if it is long, this is not checked.
type leaving struct {
	without, test, why string
	long               bool
}

// alone are the tests of a package that are run without single fast paths, if all take long.
var alone = map[string]string{
	"engine/session": "^Test(Fits|Grow|Reused)",
}

var left = []leaving{
	{"app/workers.fastOvertaking", "app/workers.TestFlights", overtaking, false},
	{"app/workers.fastOvertaking", "app/workers.TestPreempt", overtaking, false},
	{"app/workers.fastOvertaking", "app/workers.TestWaitsNotForeverForALongDraw", overtaking, false},
	{"app/workers.fastOvertaking", "app/workers.TestAWaitingDrawLeavesWhateverEndsTheOneBefore",
		overtaking, false},
	{"engine/convolution.fastStart", "engine/convolution.TestStartTakenOver", "counts what is taken over", false},
	{"engine/descent.fastLevel", "engine/linear.TestSparseSoftmax", "counts the steps", false},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestInBall", similar, false},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLassoOfAlikeAtoms", similar, false},
	{"engine/dictionary.fastLeap", "engine/dictionary.TestLeapsAgreeWithSweeps", similar, false},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuse", "counts the members that are kept", false},
	{"engine/ensemble.fastPool", "engine/ensemble.TestReuseOfOtherClasses", "counts the members that are kept", false},
	{"engine/gp.fastLattice", "engine/gp.TestColumnsServeSeveralGrids", "there is no lattice", false},
	{"engine/histogram.fastLive", "engine/histogram.TestLiveRasters", "no raster follows an edit", false},
	{"engine/histogram.fastProduct", "engine/histogram.TestLiveRasters", "no raster follows an edit", false},
	{"engine/linalg.fastKrylov", "engine/linalg.TestLargestEigenStops", "LAPACK cannot be stopped", false},
	{"engine/neighbors.fastFollow", "engine/neighbors.TestRastersFollowEdits", "no raster follows an edit", false},
	{"engine/neighbors.fastTiles", "engine/neighbors.TestRastersFollowEdits", "no raster follows an edit", false},
	{"engine/network.fastLoops", "engine/network.TestLoopsHaveTheBitsOfPlainOnes",
		"plain loops add in another order", false},
	{"engine/picture.fastDraft", "engine/picture.TestDraft", "four pixels have one colour", false},
	{"engine/picture.fastPiles", "engine/picture.TestPiles", "counts the calls", false},
	{"engine/picture.fastStamps", "engine/picture.TestManyPointsAreStamped", "counts the stamps", false},
	{"engine/picture.fastThin", "engine/picture.TestThin", "counts the points that are left", false},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestStillRastersAreKept", refused, false},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestLikeThePNG", refused, false},
	{"engine/picture/pixels.fastPixels", "engine/picture/pixels.TestCan", refused, false},
	{"engine/regression.fastLevel", "engine/regression.TestElasticNet", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestElasticNetOfEqualColumns", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestLassoOfMixedScales", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestDrownedPenalty", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestReferenceLasso", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestLassoConditions", sweeps, false},
	{"engine/regression.fastLevel", "engine/regression.TestLassoOfManyPowers", sweeps, false},
	{"engine/session.fastFollow", "engine/session.TestPicturesFollowEdits", "counts the pictures that follow", false},
	{"engine/session.fastKept", "engine/session.TestGrowthGoesBackFromTheKeptOne", "counts the steps", false},
	{"engine/session.fastKept", "engine/session.TestGrowerInASession",
		"going back takes more than a picture's time", false},
	{"engine/session.fastOnce", "engine/session.TestOneFitForAllK", "counts the fits", false},
	{"engine/session.fastPace", "engine/session.TestCoarseThenFine", "asserts that a coarse picture comes first", false},
	{"engine/session.fastPace", "engine/session.TestDrawStopsWhenNobodyWaits", "stops after a coarse picture", false},
	{"engine/session.fastPace", "engine/session.TestPace", "asserts how coarse a grid becomes", false},
	{"engine/session.fastRehearsal", "engine/session.TestRehearse", rehearsed, false},
	{"engine/session.fastRehearsal", "engine/session.TestRehearseFew", rehearsed, false},
	{"engine/session.fastRowPool", "engine/session.TestRowPool", undivided, false},
	{"engine/session.fastRowPool", "engine/session.TestRowPoolIsLeft", undivided, false},
	{"engine/session.fastRowPool", "engine/session.TestRowPoolOfNeighbors", undivided, false},
	{"engine/session.fastStudyPool", "engine/session.TestDividedStudies", undivided, false},
	{"engine/session.fastStudyPool", "engine/session.TestDividedStudyIsGivenUp", undivided, false},
	{"engine/svm.fastWarm", "engine/svm.TestFitLinear", "counts the steps", false},
	{"engine/svm.fastFollow", "engine/svm.TestCancelKeepsTheRows", "no rows are kept", false},
	{"engine/svm.fastNewton", "engine/svm.TestMKL", smo, false},
	{"engine/svm.fastNewton", "engine/svm.TestWarmEqualsCold", slowly, true},
	{"engine/svm.fastNewton", "engine/svm.TestPartsAreWhatTheyAreAlone", slowly, true},
	{"engine/svm.fastNewton", "engine/svm.TestConvergedIsNotSaidOfRoundingErrors", slowly, true},
	{"engine/svm.fastNewton", "engine/svm.TestHardMargin", "without stages, too, SMO ends at its limit of steps", true},
	{"engine/svm.fastNewton", "engine/svm.TestPolynomialFarFromTheOrigin", smo, true},
	{"engine/svm.fastNewton", "engine/svm.TestNarrowMarginIsOne", smo, true},
	{"engine/svm.fastNewton", "engine/svm.TestEndsWhereUpdatesBlur", smo, true},
	{"engine/svm.fastNewton", "engine/svm.TestNoHardMarginKnowsNoAnswersLeftOut", smo, true},
	{"engine/svm.fastNewton", "engine/svm.TestNuIsC", smo, true},
	{"engine/svm.fastNewton", "engine/svm.TestOptimalityConditions", smo, true},
	{"engine/voronoi.fastJoin", "engine/voronoi.Example", "the cell begins at another corner", false},
}

// Reasons for several tests.
const (
	overtaking = "asserts that a draw overtakes another"
	refused    = "every picture is refused"
	rehearsed  = "nothing is rehearsed"
	similar    = "of similar atoms, sweeps alone end at their limit"
	slowly     = "SMO alone takes up to minutes"
	smo        = "SMO alone ends at its limit of steps"
	undivided  = "nothing is divided among workers"
	sweeps     = "sweeps alone end at their limit, or where rounding errors hide their progress"
)
