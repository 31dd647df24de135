package python_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/python"
	"pointscape/engine/session"
)

// interpreter, if set, runs the programs anew, which needs scikit-learn:
//
//	go test ./engine/python -run Agreement -python python3 -only knn
//
// writes testdata/answers/knn.jsonl, the results of the programs of this method (without -only, of all methods), and
// testdata/agreement.md, how far all results that are kept deviate from the engine's.
var (
	interpreter = flag.String("python", "", "run the programs with this `interpreter`, and keep what they say")
	only        = flag.String("only", "", "of this `method` alone")
)

// answersFolder has a file for each method, named by its id.
const (
	answersFolder = "testdata/answers"
	agreementPage = "testdata/agreement.md"
)

// kept is a document, its program, and the program's results with scikit-learn 1.2; or why it has no program.
type kept struct {
	Method   string               `json:"method"`
	Title    string               `json:"title"`
	Document json.RawMessage      `json:"document"`
	None     string               `json:"none,omitempty"` // why there is no program
	Code     []string             `json:"code,omitempty"` // without the data
	Numbers  map[string][]float64 `json:"numbers,omitempty"`
	At       []float64            `json:"at,omitempty"` // rows of P
	Answers  []float64            `json:"answers,omitempty"`
	// Within are the tolerances: for each number as a fraction of the largest one in its list; for answers the same, or
	// the fraction that may differ.
	Within map[string]float64 `json:"within,omitempty"`
	Share  bool               `json:"share,omitempty"` // the tolerance of the answers is such a fraction
}

const grown = "rounding errors grow"

// loose are the methods whose numbers need not agree, and why. For all others numbers agree to 1e-3, and at most one
// answer in 50 differs.
var loose = map[string]string{
	"forest":                 "random numbers",
	"extra_trees":            "random numbers",
	"forest_regression":      "random numbers",
	"extra_trees_regression": "random numbers",
	"bagging":                "random numbers",
	"bagging_regression":     "random numbers",
	"mlp":                    "random numbers, of minibatches",
	"rbm":                    "random numbers",
	"tsne":                   grown,
	"lle":                    "eigenvalues that are nearly the same",
	"mds":                    "steps on the way to the optimum, and random starts",
	"nca":                    "steps on the way to the optimum",
	"svm_primal":             "steps on the way to the optimum",
	"linear":                 "steps on the way to the optimum",
	"logistic":               "steps on the way to the optimum",
	"sparse_coding":          "steps on the way to the optimum",
	"svm":                    "the engine's tolerance in the intercept",
	"nu_svm":                 "ρ is an interval where no point of a class is on the margin",
	"svm_dual":               "the engine's tolerance in the intercept",
	"feature_map":            "the engine's tolerance in the intercept",
	"one_class_svm":          "the engine's tolerance, and points on the border",
	"tree":                   "equally good splits",
	"gradient_boosting":      "equally good splits",
	"knn":                    "equally near points",
	"knn_regression":         "equally near points",
	"mean_shift":             "points go to the nearest mode",
	"spectral_clustering":    "random numbers, where the graph is in parts",
}

// runner is a Python program that runs the programs that it reads, one per line, and writes their results.
const runner = `
import io, json, sys, warnings, contextlib
warnings.filterwarnings("ignore")
import numpy as np
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
flat = lambda v: [float(x) for x in np.asarray(v, dtype=float).ravel()]
for line in sys.stdin:
    job, out = json.loads(line), {}
    try:
        space = {}
        with contextlib.redirect_stdout(io.StringIO()):
            exec(job["text"], space)
        plt.close("all")
        if job["at"]:
            space["P"] = np.array(job["at"]).reshape(-1, job["d"])
        out["numbers"] = {}
        for name, expr in job["numbers"].items():
            value = eval(expr, space)
            if value is not None:
                out["numbers"][name] = flat(value)
        out["answers"] = flat(eval(job["answers"], space)) if job["answers"] else []
    except Exception as e:
        out = {"error": "%s: %s" % (type(e).__name__, e)}
    print(json.dumps(out), flush=True)
`

type task struct {
	Text    string            `json:"text"`
	At      []float64         `json:"at"`
	D       int               `json:"d"`
	Numbers map[string]string `json:"numbers"`
	Answers string            `json:"answers"`
}

// fitted is a document fitted by the engine.
type fitted struct {
	fit     *session.Fit
	facts   map[string]any
	program *python.Program
}

func fit(t *testing.T, s *session.Session, text []byte) (f fitted, err error) {
	t.Helper()
	d, err := doc.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	if d, err = s.Resolve(method.Unstopped, d); err != nil {
		return f, err
	}
	if f.program, err = s.Python(context.Background(), d); err != nil {
		return f, err
	}
	if f.fit, err = s.Fit(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	f.facts = map[string]any{}
	facts := f.fit.Model.Facts()
	if m := f.fit.Model.Can(); m.Assess != nil {
		if facts, err = m.Assess(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range facts {
		f.facts[x.Name] = x.Value
	}
	return f, nil
}

// places returns the positions where predictions are compared: some of the model's rows, and twenty positions between
// them.
func (f *fitted) places() []float64 {
	p := f.fit.Problem
	var at []float64
	for i := 0; i < p.N; i += max(1, p.N/40) {
		at = append(at, p.At(i)...)
	}
	if p.Wide() {
		return at
	}
	low, high := slices.Clone(p.At(0)), slices.Clone(p.At(0))
	for i := range p.N {
		for j, x := range p.At(i) {
			low[j], high[j] = min(low[j], x), max(high[j], x)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		for j := range p.D {
			x := low[j] + (high[j]-low[j])*(1.2*rng.Float64()-0.1)
			at = append(at, math.Round(x*1e6)/1e6)
		}
	}
	return at
}

// answers returns the engine's predictions in the form of the program's.
func (f *fitted) answers(at []float64) []float64 {
	p := f.fit.Problem
	if f.program.At == python.Groups {
		g, _ := f.fit.Model.Can().Grouped(f.fit.Show)
		out := make([]float64, len(g.Of))
		for i, k := range g.Of {
			out[i] = float64(k)
		}
		if g.Of == nil { // a region: inside or outside
			out = make([]float64, p.N)
			f.fit.Model.Can().Predictor.Predict(p.X, out)
		}
		return out
	}
	if f.program.At != python.Classes && f.program.At != python.Values {
		return nil
	}
	out := make([]float64, len(at)/p.D)
	f.fit.Model.Can().Predictor.Predict(at, out)
	if f.program.At == python.Classes {
		for i, c := range out {
			out[i] = float64(p.ClassIDs[int(c)])
		}
	}
	return out
}

// flat returns the numbers in a fact.
func flat(v any) (list []float64) {
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Slice:
		for i := range r.Len() {
			list = append(list, flat(r.Index(i).Interface())...)
		}
	case reflect.Float64:
		list = append(list, r.Float())
	case reflect.Int:
		list = append(list, float64(r.Int()))
	}
	return list
}

// off returns the largest difference of two lists, as a fraction of the largest number. With d > 0 each row of d
// numbers may have the opposite sign.
func off(a, b []float64, d int) float64 {
	if n := min(len(a), len(b)); n > 0 {
		a, b = a[:n], b[:n]
	}
	if len(a) != len(b) {
		return math.Inf(1)
	}
	most, size := 0.0, 1e-6
	for i := range a {
		if !math.IsNaN(a[i]) {
			size = max(size, math.Abs(a[i]))
		}
	}
	for at := 0; at < len(a); at += max(d, 1) {
		to := min(len(a), at+max(d, 1))
		same, turned := 0.0, 0.0
		for i := at; i < to; i++ {
			if math.IsNaN(a[i]) {
				continue // the engine has no value
			}
			same, turned = max(same, math.Abs(a[i]-b[i])), max(turned, math.Abs(a[i]+b[i]))
		}
		if d > 0 {
			same = min(same, turned)
		}
		most = max(most, same)
	}
	return most / size
}

// differ returns the fraction of predictions that differ; groups may be numbered differently.
func differ(a, b []float64, groups bool) float64 {
	if len(a) != len(b) {
		return 1
	}
	called := map[float64]map[float64]int{}
	n := 0
	for i := range a {
		if !groups {
			if a[i] != b[i] {
				n++
			}
			continue
		}
		if called[a[i]] == nil {
			called[a[i]] = map[float64]int{}
		}
		called[a[i]][b[i]]++
	}
	for _, counts := range called {
		all, most := 0, 0
		for _, c := range counts {
			all, most = all+c, max(most, c)
		}
		n += all - most
	}
	return float64(n) / float64(len(a))
}

// deviations returns the differences between the engine's results and the program's.
func (f *fitted) deviations(k *kept) map[string]float64 {
	m := map[string]float64{}
	for name, x := range k.Numbers {
		d := 0
		if name == "components" {
			d = f.fit.Problem.D
		}
		m[name] = off(flat(f.facts[name]), x, d)
	}
	if len(k.Answers) == 0 {
		return m
	}
	own := f.answers(k.At)
	if f.program.At == python.Values {
		m["answers"] = off(own, k.Answers, 0)
	} else {
		m["answers"] = differ(own, k.Answers, f.program.At == python.Groups)
	}
	return m
}

// rounded returns a tolerance for a deviation: the next power of ten, or for a fraction of predictions the next
// percent.
func rounded(x float64, share bool) float64 {
	if share {
		return math.Ceil(x*100) / 100
	}
	if x < 1e-9 {
		return 1e-9
	}
	if math.IsInf(x, 1) {
		return 1e9
	}
	for b := 1e-9; ; b *= 10 {
		if x <= b {
			return b
		}
	}
}

// samples returns the documents of a method whose programs are run: its example, and two of its lessons.
func samples(m *method.Method) (list [][]byte) {
	found := 0
	for i, text := range m.Documents() {
		d, err := doc.Decode([]byte(text))
		if err != nil || d.Method != m.ID || found > 1 {
			continue
		}
		if i > 0 && (m.ID == "tsne" || d.Table != nil && d.Table.Name == "digits") {
			continue // they take seconds each
		}
		d.Wall, d.Study, d.Runs = nil, nil, nil
		d.View.Show, d.Note, d.View.Kernel, d.View.Truth, d.View.Scores, d.View.Part = nil, "", false, false, nil, 0
		if _, grows := growers[m.ID]; !grows {
			d.View.Step = nil
		}
		if i > 0 {
			found++
		}
		b, err := doc.Encode(d)
		if err == nil {
			list = append(list, b)
		}
	}
	for _, v := range variants {
		if name, rest, _ := strings.Cut(v[0], " "); name == m.ID {
			data := `"dataset":` + v[1]
			if v[1] == iris || v[1] == digits {
				data = `"table":` + v[1]
			}
			list = append(list, []byte(`{"version":1,"method":"`+name+`","title":"With other parameters","params":`+rest+`,`+
				data+`}`))
		}
	}
	return list
}

// Data of the variants.
const (
	twoClasses = `{"name":"moons","n":60,"noise":0.2,"seed":4}`
	lineNoisy  = `{"name":"linear_noisy","n":60,"noise":0.2,"seed":2}`
	fiveBlobs  = `{"name":"blobs5","n":80,"noise":0.2,"seed":1}`
	clusters   = `{"name":"clusters","n":80,"noise":0.06,"seed":3}`
	sine       = `{"name":"sine","n":40,"noise":0.15,"seed":2}`
	iris       = `{"name":"iris","standardize":true}`
	digits     = `{"name":"digits"}`
)

// variants are methods with parameters that differ from the examples', and data.
var variants = [][2]string{
	{`svm {"tol":1e-10,"kernel":"poly","degree":2,"gamma":2,"coef0":1}`, twoClasses},
	{`svm {"tol":1e-10,"kernel":"sigmoid","gamma":0.1,"coef0":-0.5}`, twoClasses},
	{`svm {"tol":1e-10,"kernel":"laplacian","gamma":3,"norm":"l1"}`, twoClasses},
	{`svm {"tol":1e-10,"kernel":"laplacian","gamma":3}`, twoClasses},
	{`svm {"tol":1e-10,"kernel":"matern32(0.3) * poly(1, 1, 2) + 0.5*rq(0.2, 1) + constant(2)"}`, twoClasses},
	{`svm {"tol":1e-10,"kernel":"rbf(0.2, 0.5)","C":1}`, fiveBlobs},
	{`knn {"weights":"distance","metric":"manhattan"}`, fiveBlobs},
	{`knn {"metric":"minkowski","p":3}`, twoClasses},
	{`knn {"metric":"chebyshev","inputs":"all"}`, iris},
	{`logistic {"solver":"newton","alpha":0.5}`, fiveBlobs},
	{`logistic {"solver":"newton","alpha":0.5,"features":"x1"}`, lineNoisy},
	{`logistic {"solver":"newton","alpha":1,"inputs":"all"}`, iris},
	{`logistic {"solver":"newton","penalty":"none"}`, lineNoisy},
	{`logistic {"solver":"newton","penalty":"l1","alpha":1}`, lineNoisy},
	{`linear {"loss":"logistic","solver":"newton","alpha":0.5}`, lineNoisy},
	{`linear {"loss":"logistic","solver":"newton","penalty":"elasticnet","alpha":0.5,"l1_ratio":0.3}`, lineNoisy},
	{`linear {"loss":"squared","solver":"newton","alpha":0.5}`, lineNoisy},
	{`linear {"domain":"line","solver":"newton","alpha":0.5}`, sine},
	{`linear {"domain":"line","solver":"newton","penalty":"none"}`, sine},
	{`linear {"domain":"line","solver":"newton","penalty":"l1","alpha":2}`, sine},
	{`linear {"domain":"line","solver":"newton","penalty":"elasticnet","alpha":2,"l1_ratio":0.3}`, sine},
	{`perceptron {"learning_rate":0.5}`, `{"name":"linear","n":60,"seed":4}`},
	{`lda {"shrinkage":0.3,"priors":[0.2,0.8]}`, twoClasses},
	{`lda {"covariance_divisor":"n"}`, fiveBlobs},
	{`qda {"reg_param":0.2,"priors":[0.2,0.2,0.2,0.1,0.3]}`, fiveBlobs},
	{`naive_bayes {"var_smoothing":0.1,"inputs":"all"}`, iris},
	{`nearest_centroid {"metric":"manhattan"}`, fiveBlobs},
	{`kernel_density {"bandwidth":0.1,"kernel":"epanechnikov","priors":[0.3,0.7]}`, twoClasses},
	{`kernel_knn {"kernel":"poly","gamma":2,"degree":2,"n_neighbors":5}`, twoClasses},
	{`feature_map {"tol":1e-10,"map":"quadratic","constant":2,"about_mean":true}`, twoClasses},
	{`tree {"criterion":"entropy","min_samples_leaf":3,"class_weight":"balanced"}`, fiveBlobs},
	{`tree {"max_leaf_nodes":5,"class_weight":"given","class_weights":[1,3]}`, twoClasses},
	{`tree_regression {"ccp_alpha":0.002,"min_samples_split":5}`, sine},
	{`gradient_boosting_regression {"loss":"huber","alpha":0.8,"n_estimators":20}`, sine},
	{`gradient_boosting_regression {"loss":"absolute_error","n_estimators":20}`, sine},
	{`adaboost {"max_depth":2,"learning_rate":0.5,"n_estimators":20}`, fiveBlobs},
	{`gradient_boosting {"n_estimators":10,"max_depth":2}`, fiveBlobs},
	{`vote {"estimators":[{"method":"lda"},{"method":"naive_bayes"},{"method":"tree"}],"voting":"soft","weights":[1,2,1]}`,
		fiveBlobs},
	{`gp {"kernel":"0.5*matern52(0.2) + white(0.01)","alpha":0.01,"optimize":true}`, sine},
	{`gp {"kernel":"rbf(0.3) * periodic(1, 0.7)","alpha":0.1,"mean":"constant","mean_constant":1}`, sine},
	{`gp {"kernel":"rbf(0.3) + linear()","alpha":0.1,"normalize_y":true}`, sine},
	{`svr {"tol":1e-10,"kernel":"rq(0.2, 1)","C":2,"epsilon":0.1}`, sine},
	{`kernel_ridge {"kernel":"matern32(0.2) + 2*linear()","alpha":0.1}`, sine},
	{`kernel_ridge {"kernel":"poly","gamma":1,"degree":3,"alpha":0.1}`, sine},
	{`bayesian_linear {"basis":"gaussian","n_basis":8,"width":0.15,"optimize":true}`, sine},
	{`bayesian_linear {"degree":4}`, sine},
	{`knn_regression {"n_neighbors":4,"weights":"distance"}`, sine},
	{`histogram_regression {"bins":7}`, sine},
	{`gmm {"n_components":3,"covariance_type":"tied"}`, clusters},
	{`gmm {"n_components":3,"covariance_type":"diag"}`, clusters},
	{`gmm {"n_components":3,"covariance_type":"spherical"}`, clusters},
	{`agglomerative {"linkage":"average","cut":"distance_threshold","distance_threshold":0.3}`, clusters},
	{`agglomerative {"linkage":"complete","n_clusters":4}`, clusters},
	{`mean_shift {"assign":"nearest","bandwidth_rule":"quantile","quantile":0.2}`, clusters},
	{`spectral_clustering {"n_clusters":5,"affinity":"rbf","gamma":50}`, clusters},
	{`kernel_pca {"kernel":"matern32(0.3) + linear()","n_components":3}`, twoClasses},
	{`pca {"subspace":"linear","n_components":2}`, iris},
	{`one_class_svm {"tol":1e-10,"kernel":"laplacian","gamma":2,"nu":0.2}`, clusters},
	{`nu_svm {"tol":1e-10,"kernel":"linear","nu":0.4}`, lineNoisy},
	{`rbm {"persistent":true,"n_components":16,"n_iter":5}`, digits},
	{`rbm {"persistent":true,"n_components":16,"n_iter":5,"binarize":true,"learning_rate":0.02}`, digits},
}

// growers are the methods that are trained without an end, by steps that the document counts.
var growers = map[string]bool{"mlp": true, "mlp_regression": true}

// record runs the programs of all methods, or of one, and keeps their results.
func record(t *testing.T) {
	s := session.New(catalog.All())
	var python running
	for _, m := range catalog.All() {
		if *only != "" && m.ID != *only {
			continue
		}
		var file bytes.Buffer
		for _, text := range samples(&m) {
			b, err := json.Marshal(answered(t, s, text, &python))
			if err != nil {
				t.Fatal(err)
			}
			file.Write(append(b, '\n'))
		}
		if err := os.WriteFile(filepath.Join(answersFolder, m.ID+".jsonl"), file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	python.stop()
	if err := os.WriteFile(agreementPage, []byte(pageOf(readAnswers(t))), 0o644); err != nil {
		t.Fatal(err)
	}
}

// running is the interpreter that runs programs. It is started for the first one, so that methods without programs need
// no Python.
type running struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	said *bufio.Reader
}

// ask has the interpreter run a program, and returns the line that it writes.
func (r *running) ask(job *task) (line []byte, err error) {
	if r.cmd == nil {
		r.cmd = exec.Command(*interpreter, "-c", runner)
		r.cmd.Stderr = os.Stderr
		if r.in, err = r.cmd.StdinPipe(); err != nil {
			return nil, err
		}
		out, err := r.cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		r.said = bufio.NewReader(out)
		if err := r.cmd.Start(); err != nil {
			return nil, err
		}
	}
	b, err := json.Marshal(job)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(r.in, "%s\n", b)
	return r.said.ReadBytes('\n')
}

func (r *running) stop() {
	if r.cmd != nil {
		r.in.Close()
		_ = r.cmd.Wait()
	}
}

// answered runs the program of a document, and returns what is kept of it.
func answered(t *testing.T, s *session.Session, text []byte, interpreter *running) *kept {
	t.Helper()
	d, err := doc.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	k := &kept{Method: d.Method, Title: d.Title, Document: text}
	f, err := fit(t, s, text)
	var need *method.Need
	if errors.As(err, &need) {
		k.None = need.Sentence
		t.Logf("%s | %s | %s", k.Method, k.Title, k.None)
		return k
	} else if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	k.Code = strings.Split(f.program.Code, "\n")
	job := task{Text: f.program.Text, D: f.fit.Problem.D, Answers: f.program.Answers, Numbers: map[string]string{}}
	if f.program.At == python.Classes || f.program.At == python.Values {
		k.At = f.places()
		job.At = k.At
	}
	for _, n := range f.program.Numbers {
		if n.Fact != "" && flat(f.facts[n.Fact]) != nil {
			job.Numbers[n.Fact] = n.Expr
		}
	}
	if f.program.At == python.Places {
		job.Answers = ""
	}
	line, err := interpreter.ask(&job)
	if err != nil {
		t.Fatal(err)
	}
	var said struct {
		Numbers map[string][]float64
		Answers []float64
		Error   string
	}
	if err := json.Unmarshal(line, &said); err != nil {
		t.Fatal(err)
	}
	if said.Error != "" {
		t.Fatalf("%s, %s: %s\n%s", k.Method, k.Title, said.Error, f.program.Code)
	}
	k.Numbers, k.Answers, k.Within = said.Numbers, said.Answers, map[string]float64{}
	for name, x := range f.deviations(k) {
		k.Within[name] = rounded(x, name == "answers" && f.program.At != python.Values)
	}
	k.Share = f.program.At != python.Values
	t.Logf("%s | %s | %s", k.Method, k.Title, k.told())
	return k
}

// told describes how far the results deviate from the engine's.
func (k *kept) told() string {
	var list []string
	for name, x := range k.Within {
		if name == "answers" && k.Share {
			list = append(list, fmt.Sprintf("%s %.3g %%", name, 100*x))
		} else {
			list = append(list, fmt.Sprintf("%s %.1g", name, x))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// tests reports whether a method is tested, "" = all are: -only and POINTSCAPE_ONLY name a single one
// (engine/catalog/only_test.go).
func tests(id string) bool {
	one := cmp.Or(*only, os.Getenv("POINTSCAPE_ONLY"))
	return one == "" || id == one
}

// readAnswers returns what is kept, by method in the order of the catalogue.
func readAnswers(t *testing.T) (list []kept) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(answersFolder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	all := catalog.All()
	for _, m := range all {
		name := filepath.Join(answersFolder, m.ID+".jsonl")
		b, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%s has no answers of its examples: go test ./engine/python -run Agreement -python python3 -only %s "+
				"(%v)", m.ID, m.ID, err)
		}
		for line := range bytes.Lines(b) {
			var k kept
			if err := json.Unmarshal(line, &k); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			list = append(list, k)
		}
	}
	for _, name := range files {
		id := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		if !slices.ContainsFunc(all, func(m method.Method) bool { return m.ID == id }) {
			t.Errorf("%s is of no method", name)
		}
	}
	return list
}

// pageOf returns the page that tells of the agreement.
func pageOf(list []kept) string {
	var table, refused strings.Builder
	table.WriteString("# Programs for scikit-learn 1.2: how far what they say is what the engine says\n\n" +
		"Of numbers the largest difference as a share of the largest number, of classes and groups the share of places " +
		"that\ndiffer, both rounded up. Written by `go test ./engine/python -run Agreement -python python3`.\n\n" +
		"| method | document | agreement |\n|---|---|---|\n")
	refused.WriteString("\nNo program:\n\n| method | document | why |\n|---|---|---|\n")
	for _, k := range list {
		if k.None != "" {
			fmt.Fprintf(&refused, "| %s | %s | %s |\n", k.Method, k.Title, k.None)
		} else {
			fmt.Fprintf(&table, "| %s | %s | %s |\n", k.Method, k.Title, k.told())
		}
	}
	return table.String() + refused.String()
}

var (
	programNumber = regexp.MustCompile(`\d+(?:\.\d+)?(?:e[-+]?\d+)?`)
	programFact   = regexp.MustCompile(`# here: .*`) // the engine's values are compared separately
)

// samePrograms reports whether two programs of a method are equal. Numbers in them may have been learned, and
// processors differ in the last digits: numbers are equal if they differ by at most a millionth. A Gaussian process
// learns which part of the noise belongs to the kernel, which the data do not determine.
func samePrograms(method, a, b string) bool {
	a, b = programFact.ReplaceAllString(a, ""), programFact.ReplaceAllString(b, "")
	x, y := programNumber.FindAllString(a, -1), programNumber.FindAllString(b, -1)
	if len(x) != len(y) || programNumber.ReplaceAllString(a, "0") != programNumber.ReplaceAllString(b, "0") {
		return false
	}
	for i := range x {
		u, errU := strconv.ParseFloat(x[i], 64)
		v, errV := strconv.ParseFloat(y[i], 64)
		if errU != nil || errV != nil || math.Abs(u-v) > 1e-6*max(u, v) && method != "gp" {
			return false
		}
	}
	return true
}

// The engine's results agree with the programs' within the stored tolerances, and the programs are unchanged. The page
// that tells of it is up to date.
func TestAgreement(t *testing.T) {
	if *interpreter != "" {
		record(t)
		return
	}
	s := session.New(catalog.All())
	list := readAnswers(t)
	if page, err := os.ReadFile(agreementPage); err != nil || string(page) != pageOf(list) {
		t.Errorf("%s is not up to date (%v): go test ./engine/python -run Agreement -python python3 -only ID writes it",
			agreementPage, err)
	}
	for _, k := range list {
		if !tests(k.Method) {
			continue
		}
		f, err := fit(t, s, k.Document)
		var need *method.Need
		if errors.As(err, &need) && need.Sentence == k.None {
			continue
		}
		if err != nil || k.None != "" {
			t.Errorf("%s, %s: %v, want %q", k.Method, k.Title, err, k.None)
			continue
		}
		if code := strings.Join(k.Code, "\n"); !samePrograms(k.Method, f.program.Code, code) {
			t.Errorf("%s, %s: the program is another one; run it anew with -python:\n%s\nwas\n%s", k.Method, k.Title,
				f.program.Code, code)
		}
		for name, x := range f.deviations(&k) {
			within, ok := k.Within[name]
			if loose[k.Method] == grown {
				within = max(within, 0.15) // another processor ends the iteration elsewhere
			}
			if !ok || x > 2*within+1e-6 {
				t.Errorf("%s, %s: %s is off by %.3g, want %.3g at most", k.Method, k.Title, name, x, within)
			}
		}
		for name, within := range k.Within {
			most := 1e-3
			if name == "answers" && f.program.At != python.Values {
				most = 0.02
			}
			if within > most && loose[k.Method] == "" {
				t.Errorf("%s, %s: the program's %s is off by %.3g, want %g at most, or a reason in loose in agreement_test.go",
					k.Method, k.Title, name, within, most)
			}
		}
	}
}
