package catalog

import (
	"encoding/json"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/methodtest"
	"pointscape/engine/session"
)

// exceptions lists the checks that a method may fail, each with its reason.
var exceptions = map[string][]methodtest.Exception{
	"svm":                 {smo},
	"feature_map":         {smo},
	"nu_svm":              {smo, deadTol},
	"logistic":            {fewSteps},
	"linear":              {atRest, noMargin},
	"svr":                 {smo},
	"object_svm":          {smo},
	"one_class_svm":       {smo},
	"gp":                  {search},
	"kernel_knn":          {unsound},
	"kernel_pca":          {unsound},
	"kernel_ridge":        {unsound},
	"kernel_discriminant": {unsound, oneDirection},
	"bayesian_linear":     {search},
	"mlp_regression":      {allAlike(`"activation":"step"`), allAlike(`"activation":"layers","activations":["step"]`)},
	"voronoi":             {outlines},
	"histogram":           {outlines},
	"kmeans": {outlines, rarelyEmpty(""), rarelyEmpty(`"init":"random"`), rarelyEmpty(`"init":"farthest"`),
		rarelyEmpty(`"hand":"given"`),
		stillFull},
	"cvt":             {outlines},
	"skip_gram":       {outlines},
	"gaussian":        {drawnOnly, pointByPoint},
	"dbscan":          {outlines, noEnd},
	"agglomerative":   {ofPoints, toTheCut},
	"mean_shift":      {uphill},
	"autoencoder":     {drawnOnly},
	"pca":             {drawnOnly},
	"pipeline":        {ofOthers},
	"sparse_coding":   {drawnOnly},
	"dictionary":      {drawnOnly},
	"representations": {drawnOnly, ofOthers},
	"isomap":          {drawnOnly},
	"lle":             {drawnOnly},
	"mds":             {drawnOnly, exactStart("eps"), exactStart("max_iter")},
	"rank_aggregation": {methodtest.Exception{Check: "raster equals predict",
		Reason: "voters and rankings are drawn, and " +
			"no part of the plane is one"}},
	"som":  {outlines},
	"tsne": {drawnOnly},
	"vote": {ofOthers, noProba("", 1), noProba("", 3), noProba(`,"params":{"norm":"l1"}`, 1)},

	"spectral_clustering": {ofPoints, toKMeans},
	"backpropagation":     {onePass},
	"constrained":         {atFree("forces"), atFree("touching")},
}

var (
	smo = methodtest.Exception{Check: "steps", Reason: "a step of SMO moves two coefficients: hundreds of " +
		"pictures that hardly differ"}
	search = methodtest.Exception{Check: "steps", Reason: "what is iterated is the search for hyperparameters, " +
		"whose way a panel can show; the fit itself is exact"}
	unsound = methodtest.Exception{Check: "steps", Reason: "with the sigmoid it is limited by a kernel that is not " +
		"positive semi-definite; nothing iterates"}
	oneDirection = methodtest.Exception{Check: "controls", Control: `n_components with {"priors":[0.3,0.7]}`,
		Reason: "two priors are of two classes, which have one direction"}
	deadTol = methodtest.Exception{Check: "controls", Control: `tol with {"kernel":"sigmoid"}`,
		Reason: "the sigmoid is not positive definite: here the solver ends where it can't go on, before any tolerance"}
	fewSteps = methodtest.Exception{Check: "controls",
		Control: `switch levels with {"schedule":"inverse","solver":"sgd"}`,
		Reason:  "steps of 0.01/k end before any place has probability 0.1; a larger learning rate shows the lines"}
	atRest = methodtest.Exception{Check: "controls", Control: `tol with {"loss":"perceptron"}`,
		Reason: "with a penalty, the weights 0 from which it starts are the answer"}
	noMargin = methodtest.Exception{Check: "controls", Control: `switch margins with {"loss":"perceptron"}`,
		Reason: "with a penalty, all weights are 0 and f has no margin"}
	drawnOnly = methodtest.Exception{Check: "raster equals predict", Reason: "lines and projections are drawn, no raster"}
	ofPoints  = methodtest.Exception{Check: "raster equals predict", Reason: "groups are of points: no part of the " +
		"plane is painted as theirs"}
	uphill = methodtest.Exception{Check: "raster equals predict", Reason: "the raster is the density that points go " +
		"up, and the answer the mode that a way leads to"}
	outlines = methodtest.Exception{Check: "raster equals predict", Reason: "cells are drawn as exact outlines, no raster"}
)

// noEnd is for a method whose steps end only when no point is left.
var noEnd = methodtest.Exception{Check: "steps", Reason: "a step is a point that comes into its cluster: no " +
	"parameter ends that before"}

// pointByPoint is for methods that learn from one point after the other.
var pointByPoint = methodtest.Exception{Check: "steps", Reason: "a step is one point more that is known: no " +
	"parameter ends it before"}

// onePass is for one example's forward and backward pass through a network.
var onePass = methodtest.Exception{Check: "steps", Reason: "a step is a part of one pass: no parameter ends it before"}

// atFree is for a control that shows why the constrained optimum is not the free one.
func atFree(show string) methodtest.Exception {
	return methodtest.Exception{Check: "controls", Control: "switch " + show + ` with {"f_center":[[0.3,0.7]]}`,
		Reason: "no constraint is active: the gradient is 0, and f = f* at the optimum alone"}
}

var toTheCut = methodtest.Exception{Check: "steps", Reason: "a step is a merge: more clusters are fewer of the same " +
	"merges, which the package's own tests hold"}

var toKMeans = methodtest.Exception{Check: "steps", Reason: "after the graph and the eigenvectors the steps are " +
	"those of k-means, which no parameter ends before"}

var ofOthers = methodtest.Exception{Check: "steps", Reason: "what iterates are its members, each on its own page"}

// noProba is for a vote of n support vector machines, each with the parameters in with.
func noProba(with string, n int) methodtest.Exception {
	list := strings.Repeat(`,{"method":"svm"`+with+`}`, n)[1:]
	return methodtest.Exception{Check: "controls", Control: `voting with {"estimators":[` + list + `]}`,
		Reason: "a support vector machine gives no probabilities: a soft vote asks for another member"}
}

// exactStart is for a control of scaling that starts at the exact answer.
func exactStart(control string) methodtest.Exception {
	return methodtest.Exception{Check: "controls", Control: control + ` with {"init":"classical_mds"}`,
		Reason: "of points of the plane classical scaling in two dimensions is exact"}
}

// allAlike is for units with a step activation.
func allAlike(setting string) methodtest.Exception {
	return methodtest.Exception{Check: "controls", Control: `plane_units with {` + setting +
		`,"domain":"plane","hidden_layer_sizes":[2,4]}`, Reason: "units with a step put all points into the corners of a " +
		"square: which two they are makes the same picture of ordinary data"}
}

// stillFull is for starting positions of k-means that the user sets, with their defaults.
var stillFull = methodtest.Exception{Check: "controls", Control: `empty_clusters with {"init":"given"}`,
	Reason: "each of the three starts is near some points of ordinary data; one that is put far away gets none"}

// rarelyEmpty is for settings in which no cluster of ordinary data becomes empty.
func rarelyEmpty(setting string) methodtest.Exception {
	return methodtest.Exception{Check: "controls", Control: "empty_clusters with {" + setting + "}",
		Reason: "centres that start at points keep points: a cluster gets empty where several points lie in one place, " +
			"and seldom else"}
}

// TestMethods runs the suite for every entry of the catalogue.
func TestMethods(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		if seen[m.ID] {
			t.Errorf("id %s is taken twice", m.ID)
		}
		seen[m.ID] = true
		t.Run(m.ID, func(t *testing.T) { methodtest.Run(t, m, exceptions[m.ID]...) })
	}
	for id := range exceptions {
		if !seen[id] {
			t.Errorf("exceptions for %s, which is not in the catalogue", id)
		}
	}
}

// The first engine has the first methods of the list, and what the start document needs.
func TestFirst(t *testing.T) {
	t.Parallel()
	all, first := All(), First()
	for i, m := range first {
		if all[i].ID != m.ID {
			t.Errorf("method %d is %s among the first, %s among all", i, m.ID, all[i].ID)
		}
	}
	d, err := doc.Decode([]byte(Start))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.New(first).Resolve(method.Unstopped, d); err != nil {
		t.Error(err)
	}
}

// TestDocuments decodes every example and lesson, which TestGolden opens, and opens the start document.
func TestDocuments(t *testing.T) {
	t.Parallel()
	read := func(t *testing.T, text string) doc.Document {
		t.Helper()
		if !json.Valid([]byte(text)) {
			t.Fatal("not JSON")
		}
		d, err := doc.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, m := range All() {
		t.Run(m.ID, func(t *testing.T) {
			for _, text := range append([]string{m.Example}, m.Lessons...) {
				read(t, text)
			}
		})
	}
	s := session.New(All())
	d, err := s.Resolve(method.Unstopped, read(t, Start))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fit(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}
