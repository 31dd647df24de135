package python_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/dataset"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/python"
	"pointscape/engine/session"
)

// The corpus is written anew, which needs scikit-learn 1.2, by
//
//	go test ./engine/python -run DifferentialRecord -python python3 -only knn
//
// for one method, without -only for all. Random documents, seeded by the id of the method, are exported as Python
// programs, which are run, and their results are stored. (With -v it prints how well they agree.) Left out are those
// without a program, those that the engine refuses, those that it has not solved to the end where scikit-learn would,
// and those
// for which scikit-learn prints a warning.
const (
	fewest = 20 // least number of documents of a method
	wanted = 22
)

// withoutFolder has a file for each method that has no documents, named by its id.
const withoutFolder = "testdata/without"

// aside are the methods that have no documents, by id: the reason, and the test that checks their numbers instead. Some
// have a counterpart nevertheless, but no numbers to compare.
var aside = sync.OnceValue(func() map[string]without {
	names, err := filepath.Glob(filepath.Join(withoutFolder, "*.json"))
	list := map[string]without{}
	for _, name := range names {
		var b []byte
		var x without
		if b, err = os.ReadFile(name); err == nil {
			err = json.Unmarshal(b, &x)
		}
		if err != nil {
			panic(fmt.Errorf("%s: %w", name, err))
		}
		list[strings.TrimSuffix(filepath.Base(name), ".json")] = x
	}
	if err != nil {
		panic(err)
	}
	return list
})

type without struct {
	Why  string `json:"why"`
	Held string `json:"held"` // a package and a test
}

// plan says what is random in a method's documents.
type plan struct {
	fixed map[string]any        // fixed parameters
	most  map[string][2]float64 // narrower ranges, for time
	among map[string][]string   // choices to draw from, if not all
	stay  string                // names, separated by spaces, of parameters of the display: they keep their defaults
	toEnd bool                  // only results that the engine has solved to the end are compared
	bound bool                  // the order of the rows matters
	n     int                   // greatest number of rows, 0 = 70
	apart bool                  // no equal rows and distances: which of them is taken is arbitrary
	// unique are numbers, separated by spaces, that the data determine only if no two rows are equal.
	unique string
	// answers is an expression of the program's variables to store instead of its predictions: NaN where there is none.
	answers string
}

type fixed = map[string]any

// Outside these ranges a kernel matrix is constant or the identity except for rounding, and the answers of a machine
// with C = 1e-9 are rounding errors: such data are tested by methodtest.Nasty.
var machine = map[string][2]float64{"gamma": {1e-3, 1e4}, "coef0": {-10, 10}, "C": {1e-4, 1e5}, "nu": {0.01, 1}}

// support are numbers of machines: either of two equal rows may be the support vector.
const support = "n_support n_support_per_class"

// Numbers of members, for time.
var (
	few   = map[string][2]float64{"n_estimators": {1, 20}}
	trees = map[string][2]float64{"n_estimators": {1, 6}}
)

// plans are the methods' plans; methods without one draw from everything that they declare.
var plans = map[string]plan{
	"svm":      {fixed: fixed{"tol": 1e-10}, most: machine, toEnd: true, unique: support, n: 50},
	"svm_dual": {fixed: fixed{"tol": 1e-10, "max_iter": 100000}, most: machine, toEnd: true, unique: support, n: 40},
	"nu_svm":   {fixed: fixed{"tol": 1e-10}, most: machine, toEnd: true, unique: support, n: 50},
	"feature_map": {fixed: fixed{"tol": 1e-10}, most: machine, stay: "azimuth elevation shown first_shown kept",
		toEnd: true, unique: support, n: 50},
	"svr": {fixed: fixed{"tol": 1e-10}, most: machine, toEnd: true, unique: support, n: 50},
	"one_class_svm": {fixed: fixed{"tol": 1e-10}, most: machine, toEnd: true, unique: support, n: 50,
		// Support vectors that are not at their limit lie on the boundary: on which side depends on rounding.
		answers: "np.where(abs(model.decision_function(X)) > 1e-6 * abs(model.offset_), labels, np.nan)"},
	"kernel_density": {
		// Where no kernel reaches, all densities are 0, and any class is right.
		answers: "np.where(np.max([d.score_samples(P) for d in densities], axis=0) > -np.inf, predict(P), np.nan)"},
	"svm_primal": {fixed: fixed{"max_iter": 2000, "tol": 1e-12}, stay: "axes", n: 30,
		most: map[string][2]float64{"C": {1e-3, 10}, "learning_rate": {0.01, 10}}},
	"logistic": {fixed: fixed{"solver": "newton", "max_iter": 10000, "tol": 1e-12, "stop": "gradient"},
		stay: "axes start", n: 40, toEnd: true},
	"linear": {fixed: fixed{"max_iter": 10000, "tol": 1e-12, "stop": "gradient"}, stay: "axes start", toEnd: true,
		// With the hinge loss and with absolute residuals the intercept may be any of an interval.
		among: map[string][]string{"loss": {"logistic", "squared"}, "regression_loss": {"squared"},
			"solver": {"newton", "gd", "proximal"}}},
	"perceptron": {fixed: fixed{"order": "cyclic", "n_starts": 1}, bound: true},
	"huber": {fixed: fixed{"max_iter": 10000}, toEnd: true,
		// Beyond, the descent of scikit-learn gets stuck: its columns and σ have very different sizes.
		most: map[string][2]float64{"degree": {1, 2}, "epsilon": {1.1, 5}, "alpha": {1e-6, 10}}},
	"lasso":       {fixed: fixed{"max_iter": 20000, "tol": 1e-14}, toEnd: true},
	"elastic_net": {fixed: fixed{"max_iter": 20000, "tol": 1e-14}, toEnd: true},
	"gp":          {stay: "samples map_x map_y prior", most: map[string][2]float64{"n_restarts": {0, 2}}, n: 40},

	"bayesian_linear": {stay: "samples"},
	"nca":             {fixed: fixed{"max_iter": 1000, "tol": 1e-10}, n: 40, toEnd: true},

	"forest":                       {fixed: fixed{"bootstrap": false, "max_features": "all"}, most: trees},
	"extra_trees":                  {fixed: fixed{"bootstrap": false, "max_features": "all"}, most: trees},
	"forest_regression":            {fixed: fixed{"bootstrap": false, "max_features": "all"}, most: trees},
	"extra_trees_regression":       {fixed: fixed{"bootstrap": false, "max_features": "all"}, most: trees},
	"adaboost":                     {fixed: fixed{"sampling": "weights"}, most: few},
	"gradient_boosting":            {fixed: fixed{"subsample": 1}, most: few},
	"gradient_boosting_regression": {fixed: fixed{"subsample": 1}, most: few},
	"bagging":                      {fixed: fixed{"bootstrap": false, "max_samples": 1}, most: trees, n: 50},
	"bagging_regression":           {fixed: fixed{"bootstrap": false, "max_samples": 1}, most: trees, n: 50},

	"mlp":            layers("log_loss"),
	"mlp_regression": layers(""),

	"local_outlier_factor": {apart: true,
		// Where a factor is the limit itself, rounding decides.
		answers: "np.where(abs(model.negative_outlier_factor_ - model.offset_) > 1e-9, labels, np.nan)"},

	"kmeans":              {stay: "hand hand_after hand_centers", n: 60},
	"gmm":                 {n: 60, apart: true},
	"dbscan":              {apart: true},
	"agglomerative":       {apart: true},
	"mean_shift":          {fixed: fixed{"kernel": "flat", "assign": "nearest"}, apart: true, n: 50},
	"spectral_clustering": {apart: true, n: 50},
	"kernel_pca":          {stay: "component pre_image alpha", apart: true, n: 50},
	"isomap":              {apart: true, n: 50},
	"lle":                 {apart: true, n: 50},
	"mds": {fixed: fixed{"init": "classical_mds"}, most: map[string][2]float64{"n_components": {1, 2}},
		apart: true, n: 40},
	"sparse_coding": {fixed: fixed{"max_iter": 1000}, stay: "sample", toEnd: true, n: 40},
}

// layers is the plan of networks trained in one batch: then only the initial weights are drawn, which the program
// contains. With large learning rates rounding errors grow without bound.
func layers(loss string) plan {
	p := plan{fixed: fixed{"batch_size": 10000, "learning_rate": "constant", "early_stopping": false, "step": "epoch"},
		most: map[string][2]float64{"learning_rate_init": {1e-6, 0.1}},
		stay: "alphas l1 dropout clip_norm coefs plane_units init activations", bound: true, n: 40}
	if loss != "" {
		p.fixed["loss"] = loss
	}
	return p
}

// chance draws random values.
type chance struct{ *rand.Rand }

func (r chance) is(p float64) bool { return r.Float64() < p }

// within draws from a range, logarithmically if its slider is logarithmic.
func (r chance) within(lo, hi float64, log bool) float64 {
	if log && hi > 0 {
		if lo <= 0 {
			lo = min(1e-12, hi/10)
		}
		return lo * math.Pow(hi/lo, r.Float64())
	}
	return lo + (hi-lo)*r.Float64()
}

// short rounds to three digits, to keep documents readable.
func short(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(math.Abs(x))))
	if y := math.Round(x*scale) / scale; y-y == 0 {
		return y
	}
	return x
}

// number draws a value of a range: one of its ends, from the slider's range, or from the whole range.
func (r chance) number(p *method.Param, most [2]float64, capped, whole bool) float64 {
	span := p.Range()
	lo, hi := span.Min, span.Max
	if capped {
		lo, hi = max(lo, most[0]), min(hi, most[1])
	}
	var x float64
	switch low, high := span.Slider(); {
	case r.is(0.1):
		x = lo
	case r.is(0.1):
		x = hi
	case r.is(0.65) && max(low, lo) < min(high, hi):
		x = r.within(max(low, lo), min(high, hi), span.Log)
	default:
		x = r.within(lo, hi, span.Log)
	}
	if whole {
		return max(math.Ceil(lo), math.Round(x))
	}
	if y := short(x); y >= lo && y <= hi && (y > span.Min || !span.MinOpen) {
		return y
	}
	if x <= span.Min && span.MinOpen {
		return short(r.within(lo, hi, true))
	}
	return x
}

// leaf returns a random kernel of an expression.
func (r chance) leaf() string {
	l, g := short(r.within(0.05, 2, true)), short(r.within(0.1, 30, true))
	return []string{
		"linear()", fmt.Sprintf("poly(%g, %d, %g)", short(r.within(0.1, 3, true)), 1+r.IntN(3),
			short(r.within(0.1, 2, false))),
		fmt.Sprintf("rbf(%g)", l), fmt.Sprintf("rbf(gamma=%g)", g), fmt.Sprintf("matern12(%g)", l),
		fmt.Sprintf("matern32(%g)", l), fmt.Sprintf("matern52(%g)", l),
		fmt.Sprintf("rq(%g, %g)", l, short(r.within(0.1, 5, true))),
		fmt.Sprintf("periodic(%g, %g)", l, short(r.within(0.3, 2, true))),
		fmt.Sprintf("laplacian(%g)", g), fmt.Sprintf("constant(%g)", short(r.within(0.1, 5, true))),
	}[r.IntN(11)]
}

func (r chance) expression() string {
	s := r.leaf()
	for r.is(0.4) {
		switch r.IntN(3) {
		case 0:
			s += " + " + r.leaf()
		case 1:
			s = fmt.Sprintf("%g*(%s)", short(r.within(0.1, 5, true)), s)
		default:
			s = "(" + s + ") * " + r.leaf()
		}
	}
	return s
}

// members returns methods for a list of methods that scikit-learn has within its own, and that draw nothing at random.
func (r chance) members(task method.Task) map[string]any {
	type p = map[string]any
	list := []p{
		{"method": "lda"}, {"method": "naive_bayes"}, {"method": "nearest_centroid"},
		{"method": "qda", "params": p{"reg_param": 0.1}},
		{"method": "knn", "params": p{"n_neighbors": 1 + r.IntN(9)}},
		{"method": "tree", "params": p{"max_depth": 1 + r.IntN(3)}},
		{"method": "logistic", "params": p{"alpha": short(r.within(0.01, 10, true))}},
		{"method": "svm", "params": p{"C": short(r.within(0.1, 10, true)), "tol": 1e-10}},
	}
	if task != method.Classify {
		list = []p{
			{"method": "least_squares", "params": p{"degree": 1 + r.IntN(3)}}, {"method": "ridge"},
			{"method": "knn_regression", "params": p{"n_neighbors": 1 + r.IntN(5)}},
			{"method": "tree_regression", "params": p{"max_depth": 1 + r.IntN(4)}},
			{"method": "kernel_ridge", "params": p{"gamma": short(r.within(1, 30, true))}},
		}
	}
	return list[r.IntN(len(list))]
}

// param draws a parameter; ok is false if it keeps its default.
func (r chance) param(p *method.Param, plan *plan, classes int) (value any, ok bool) {
	most, capped := plan.most[p.Name]
	x, isNumber := p.Default.(float64)
	if beyond := capped && isNumber && x > most[1]; r.is(0.4) && plan.among[p.Name] == nil && !beyond {
		return nil, false
	}
	switch k := p.Kind.(type) {
	case method.Number:
		return r.number(p, most, capped, false), true
	case method.Integer:
		return r.number(p, most, capped, true), true
	case method.Bool:
		return r.is(0.5), true
	case method.Choose:
		if list := plan.among[p.Name]; list != nil {
			return list[r.IntN(len(list))], true
		}
		return k.Choices[r.IntN(len(k.Choices))].Value, true
	case method.Kernel:
		if r.is(0.4) {
			return r.expression(), true
		}
		return k.Choices[r.IntN(len(k.Choices))].Value, true
	case method.Numbers:
		list := []float64{}
		switch p.Name {
		case "priors", "class_weights":
			for range classes {
				list = append(list, short(r.within(0.05, 1, true)))
			}
		case "hidden_layer_sizes":
			for range 1 + r.IntN(3) {
				list = append(list, float64(1+r.IntN(8)))
			}
		default:
			return nil, false
		}
		return list, true
	case method.Places:
		list := [][]float64{}
		for range 1 + r.IntN(5) {
			list = append(list, []float64{short(2*r.Float64() - 1), short(2*r.Float64() - 1)})
		}
		return list, true
	case method.Options:
		list := []string{}
		for _, c := range k.Choices {
			if r.is(0.4) {
				list = append(list, c.Value)
			}
		}
		if len(list) == 0 {
			list = append(list, k.Choices[r.IntN(len(k.Choices))].Value)
		}
		return list, true
	}
	return nil, false
}

// points draws rows: a data set, or clouds of any size and position, some on a lattice, on a line or with duplicates.
func (r chance) points(task method.Task, p *plan, into map[string]any) {
	most := p.n
	if most == 0 {
		most = 70
	}
	n := 4 + r.IntN(most-3)
	if r.is(0.15) {
		n = 4 + r.IntN(8)
	}
	if r.is(0.5) {
		var sets []method.Dataset
		for _, s := range dataset.All() {
			if s.Task == task && !s.Fixed && n <= s.MaxN {
				sets = append(sets, s)
			}
		}
		s := sets[r.IntN(len(sets))]
		d := map[string]any{"name": s.Name, "n": n, "seed": 1 + r.IntN(999)}
		if s.MaxNoise > 0 && r.is(0.8) {
			d["noise"] = short(s.MaxNoise * r.Float64())
		}
		into["dataset"] = d
		return
	}
	size, at := 1.0, 0.0
	if r.is(0.3) {
		size = short(r.within(1e-3, 1e3, true))
	}
	if r.is(0.2) {
		at = short(size * (20*r.Float64() - 10))
	}
	tall := 1.0
	if r.is(0.2) {
		tall = short(r.within(0.01, 100, true))
	}
	groups := 2 + r.IntN(4)
	if r.is(0.1) {
		groups = 2 + r.IntN(11)
	}
	var centers [][2]float64
	for range groups {
		centers = append(centers, [2]float64{r.Float64(), r.Float64()})
	}
	width := r.within(0.03, 0.5, true)
	lattice := !p.apart && r.is(0.15)
	twice := !p.apart && r.is(0.15)
	round := func(x float64) float64 { return math.Round(x*1e5/size) / 1e5 * size }
	rows := make([][]any, n)
	for i := range rows {
		g := i % groups
		x, y := centers[g][0]+width*r.NormFloat64(), centers[g][1]+width*r.NormFloat64()
		if lattice {
			x, y = math.Round(4*x)/4, math.Round(4*y)/4
		}
		z := float64(g)
		switch task {
		case method.Regress:
			y = math.Sin(5*x) + x + width*r.NormFloat64()
		case method.Regress2D:
			z = short(math.Sin(4*x)*y + width*r.NormFloat64())
		}
		fix := func(x float64) float64 { return math.Round(x*1e6) / 1e6 }
		a, b := fix(at+size*x), fix(at+size*tall*y)
		if size < 0.1 {
			a, b = at+round(size*x), at+round(size*tall*y)
		}
		rows[i] = []any{a, b, z}
		if task == method.Regress || task == method.Cluster {
			rows[i] = rows[i][:2]
		}
		if twice && i > 1 && r.is(0.3) {
			rows[i] = rows[r.IntN(i)]
		}
	}
	into["points"] = rows
}

func (r chance) document(m *method.Method, p *plan) ([]byte, error) {
	params := maps.Clone(p.fixed)
	if params == nil {
		params = map[string]any{}
	}
	into := map[string]any{"version": 1, "method": m.ID, "params": params}
	for i := range m.Params { // the task's parameter first
		q := &m.Params[i]
		for _, c := range q.Choices() {
			if c.Task != "" && params[q.Name] == nil {
				if list := q.Choices(); r.is(0.5) {
					params[q.Name] = list[r.IntN(len(list))].Value
				}
				break
			}
		}
	}
	task := m.TaskOf(params)
	classes := 0
	if whole := m.Param("inputs"); task == method.Classify && whole != nil && !p.apart && r.is(0.1) {
		into["table"] = map[string]any{"name": "iris", "standardize": r.is(0.5)}
		params["inputs"] = "all"
		classes = 3
	} else {
		r.points(task, p, into)
		text, err := json.Marshal(into)
		if err != nil {
			return nil, err
		}
		d, err := doc.Decode(text)
		if err != nil {
			return nil, err
		}
		if d.Dataset != nil {
			if d.Points, err = dataset.Make(*d.Dataset); err != nil {
				return nil, err
			}
		}
		seen := map[float64]bool{}
		for _, q := range d.Points {
			seen[q.Z] = true
		}
		classes = len(seen)
	}
	for i := range m.Params {
		q := &m.Params[i]
		if _, set := params[q.Name]; set || slices.Contains(strings.Fields(p.stay), q.Name) ||
			slices.ContainsFunc(q.Choices(), func(c method.Choice) bool { return c.Task != "" }) ||
			q.When != nil && !m.Applies(q.When, params) {
			continue
		}
		if method.Is[method.Estimators](q.Kind) {
			if q.One() {
				params[q.Name] = r.members(task)
			} else {
				list := []any{}
				for range 2 + r.IntN(3) {
					list = append(list, r.members(task))
				}
				params[q.Name] = list
			}
			continue
		}
		if x, ok := r.param(q, p, classes); ok {
			params[q.Name] = x
		}
	}
	if growers[m.ID] {
		into["view"] = map[string]any{"step": 1 + r.IntN(40)}
	}
	text, err := json.Marshal(into)
	if err != nil {
		return nil, err
	}
	d, err := doc.Decode(text)
	if err != nil {
		return nil, err
	}
	return doc.Encode(d)
}

// several is a Python program that also runs each program with another seed and another order of the rows, and writes
// null for results that differ.
const several = `
import contextlib, io, json, os, re, signal, sys, warnings
sys.stdout = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what libraries print is no answer
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np, scipy, sklearn, platform
from sklearn.exceptions import ConvergenceWarning
print(json.dumps({"python": platform.python_version(), "scikit-learn": sklearn.__version__, "numpy": np.__version__,
                  "scipy": scipy.__version__}), flush=True)
flat = lambda v: [float(x) for x in np.asarray(v, dtype=float).ravel()]

def run(text, job):
    space, out = {}, {}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        exec(text.split("\ntry:\n    import matplotlib")[0], space)
        if job["at"]:
            space["P"] = np.array(job["at"]).reshape(-1, job["d"])
        numbers = {name: eval(expr, space) for name, expr in job["numbers"].items()}
        out["numbers"] = {name: flat(x) for name, x in numbers.items() if x is not None}
        out["answers"] = flat(eval(job["answers"], space)) if job["answers"] else []
    if job["groups"]:  # by their first rows, as their numbers are chance
        seen = {}
        out["answers"] = [x if x < 0 or x != x else float(seen.setdefault(x, len(seen))) for x in out["answers"]]
    if not job["stopped"]:
        for w in told:
            if issubclass(w.category, ConvergenceWarning):
                raise RuntimeError("not converged: " + str(w.message))
    return out

def common(lists):
    out = []
    lists = [[x if abs(x) < 1e300 else np.nan for x in xs] for xs in lists]
    size = max([abs(x) for x in lists[0] if x == x] + [1e-9])
    if any(len(x) != len(lists[0]) for x in lists):
        return None
    for xs in zip(*lists):
        fine = all(np.isfinite(xs)) and max(xs) - min(xs) <= 1e-7 * size
        out.append(float("%.10g" % xs[0]) if fine else None)
    return out

def late(*args):
    raise TimeoutError("more than 20 seconds")

signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    job, out = json.loads(line), {}
    try:
        signal.alarm(20)
        texts = [job["text"].replace("random_state=0", "random_state=%d" % k) for k in range(8)]
        if not job["bound"]:
            texts.append(re.sub(r"(?s)(\ny = np\.array\(\[\n.*?\n\]\)\n)",
                                r"\1X, y = X[::-1].copy(), y[::-1].copy()\n", texts[0], count=1))
        said = [run(t, job) for t in dict.fromkeys(texts)]
        out["answers"] = common([s["answers"] for s in said])
        out["numbers"] = {n: common([s["numbers"][n] for s in said]) for n in said[0]["numbers"]}
    except Exception as e:
        out = {"error": "%s: %s" % (type(e).__name__, e)}
    signal.alarm(0)
    print(json.dumps(out), flush=True)
`

// TestDifferentialRecord writes the corpus anew; without an interpreter it checks that the same documents are drawn
// again.
func TestDifferentialRecord(t *testing.T) {
	if *interpreter == "" {
		m := catalog.All()[0]
		draw := func() []byte {
			p := plans[m.ID]
			b, err := chance{rand.New(rand.NewPCG(1, 2))}.document(&m, &p)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		if a, b := draw(), draw(); !bytes.Equal(a, b) {
			t.Errorf("the same seed draws %s and %s", a, b)
		}
		return
	}
	cmd := exec.Command(*interpreter, "-c", several)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	head, err := said.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range catalog.All() {
		if _, none := aside()[m.ID]; *only != "" && m.ID != *only || none || !hasCounterpart(&m) {
			continue
		}
		lines := recordMethod(t, m, in, said)
		if err := os.WriteFile(documentsOf(m.ID), slices.Concat(head, lines), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	in.Close()
	_ = cmd.Wait()
}

// documentsOf returns the path of a method's documents.
func documentsOf(id string) string { return filepath.Join(differentialFolder, id+".jsonl") }

// alike reports whether some two rows of a problem are equal.
func alike(p *method.Problem) bool {
	seen := map[string]bool{}
	for i := range p.N {
		seen[fmt.Sprint(p.At(i))] = true
	}
	return len(seen) < p.N
}

// recordMethod draws documents of a method until there are enough, and returns the lines of its file.
func recordMethod(t *testing.T, m method.Method, in io.Writer, said *bufio.Reader) []byte {
	h := fnv.New64a()
	h.Write([]byte(m.ID))
	r := chance{rand.New(rand.NewPCG(h.Sum64(), 12))}
	p := plans[m.ID]
	s := session.New(catalog.All())
	var file bytes.Buffer
	left := map[string]int{}
	found, tried, but := 0, 0, 0
	most := map[string]float64{}
	for ; found < wanted && tried < 40*wanted; tried++ {
		text, err := r.document(&m, &p)
		if err != nil {
			left["no document"]++
			if left["no document"] < 3 {
				t.Logf("%s: %v", m.ID, err)
			}
			continue
		}
		f, err := fit(t, s, text)
		if err != nil {
			var need *method.Need
			var de *doc.Error
			if !errors.As(err, &need) && !errors.As(err, &de) {
				t.Errorf("%s: %v", text, err)
			}
			left["no program"]++
			if *only != "" {
				t.Logf("no program: %v", err)
			}
			continue
		}
		if st := f.fit.Model.Status().State; st == method.Diverged || p.toEnd && st != method.Exact &&
			st != method.Converged {
			left["engine: "+string(st)]++
			continue
		}
		c := compared{Document: text}
		job := struct {
			task
			Stopped bool `json:"stopped"`
			Bound   bool `json:"bound"`
			Groups  bool `json:"groups"`
		}{task{Text: f.program.Text, D: f.fit.Problem.D, Answers: f.program.Answers, Numbers: map[string]string{}},
			growers[m.ID] || !p.toEnd, p.bound, f.program.At == python.Groups}
		if p.answers != "" {
			job.Answers = p.answers
		}
		for name, k := range kinds {
			if k == f.program.At {
				c.Kind = name
			}
		}
		switch f.program.At {
		case python.Classes, python.Values:
			job.At = f.places()
		case python.Groups:
		default:
			job.Answers = ""
		}
		for _, n := range f.program.Numbers {
			if n.Fact != "" && flat(f.facts[n.Fact]) != nil {
				job.Numbers[n.Fact] = n.Expr
			}
		}
		b, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(in, "%s\n", b)
		line, err := said.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var back struct {
			Numbers map[string][]*float64
			Answers []*float64
			Error   string
		}
		if err := json.Unmarshal(line, &back); err != nil {
			t.Fatal(err)
		}
		if back.Error != "" {
			kind, _, _ := strings.Cut(back.Error, ":")
			left["scikit-learn: "+kind]++
			if !strings.HasPrefix(back.Error, "RuntimeError: not conv") {
				t.Logf("%s\n%s", back.Error, text)
			}
			continue
		}
		twice := alike(f.fit.Problem)
		maps.DeleteFunc(back.Numbers, func(name string, x []*float64) bool {
			return x == nil || twice && slices.Contains(strings.Fields(p.unique), name)
		})
		c.Numbers, c.Answers = back.Numbers, back.Answers
		if c.Answers == nil {
			c.Kind = ""
		}
		for name, x := range c.compare(&f) {
			most[name] = max(most[name], x)
		}
		if far := c.farther(&f, m.ID); far != "" {
			but++
			t.Logf("%s\n%s", far, text)
			if *only != "" {
				for name := range c.Numbers {
					t.Logf("here %s %v", name, f.facts[name])
				}
				t.Logf("there %s", line)
			}
		}
		if b, err = json.Marshal(c); err != nil {
			t.Fatal(err)
		}
		file.Write(append(b, '\n'))
		found++
	}
	t.Logf("%s: %d documents of %d; left out %v; %d farther off; off by %v", m.ID, found, tried, left, but, most)
	if but > agreements[m.ID].but {
		t.Errorf("%s: %d documents are farther off than they may be: see agreements in differential_test.go", m.ID, but)
	}
	return file.Bytes()
}

// hasCounterpart reports whether scikit-learn has a counterpart of a method. (The package has no test inside: with one,
// all packages between it and the catalogue would be compiled once more.)
func hasCounterpart(m *method.Method) bool {
	c, ok := m.Python.(*python.Counterpart)
	return ok && c.None == ""
}
