//go:build !js

package main

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/wire"
)

func TestQuantile(t *testing.T) {
	v := []float64{4, 1, 3, 2}
	for q, want := range map[float64]float64{0: 1, 0.5: 2.5, 1: 4, 0.25: 1.75} {
		if got := quantile(v, q); math.Abs(got-want) > 1e-12 {
			t.Errorf("quantile %g: %g, want %g", q, got, want)
		}
	}
	if v[0] != 4 {
		t.Error("the values were sorted in place")
	}
	if !math.IsNaN(quantile(nil, 0.5)) {
		t.Error("the median of nothing is a number")
	}
}

func TestSummarize(t *testing.T) {
	if got, want := summarize([]float64{5, 1, 2}), (Summary{3, 2, 1, 5}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := summarize(nil); got != (Summary{}) {
		t.Errorf("nothing: %+v", got)
	}
}

func TestExponent(t *testing.T) {
	n, ms := []float64{10, 100, 1000}, make([]float64, 3)
	for i, x := range n {
		ms[i] = 0.3 * math.Pow(x, 1.7)
	}
	if e := exponent(n, ms); math.Abs(e-1.7) > 1e-9 {
		t.Errorf("exponent %g, want 1.7", e)
	}
}

func TestLateness(t *testing.T) {
	late, lost := lateness([]float64{16.7, 16.6, 18, 33.3})
	if late != 0.5 || lost != 0.25 {
		t.Errorf("late %g, lost %g; want 0.5, 0.25", late, lost)
	}
}

// TestMulberry compares with the values of JavaScript's mulberry32(1).
func TestMulberry(t *testing.T) {
	r := random(1)
	for i, want := range []float64{0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741,
		0.9683778982143849} {
		if got := r.float(); got != want {
			t.Errorf("number %d: %.16g, want %.16g", i, got, want)
		}
	}
}

func TestData(t *testing.T) {
	pts := moons(200, moonsNoise, 1)
	x0, x1, y0, y1, _ := doc.Bounds(pts)
	if x0 != 0 || x1 != 1 || y0 != 0 || y1 != 1 {
		t.Errorf("moons cover %g..%g, %g..%g", x0, x1, y0, y1)
	}
	ones := 0.0
	for _, p := range pts {
		ones += p.Z
	}
	if ones != 100 {
		t.Errorf("%g of 200 points are of class 1", ones)
	}
}

func TestJudge(t *testing.T) {
	took := func(name string, ms float64, wrong bool) score {
		s := Summary{5, ms, ms / 2, 2 * ms}
		return score{Name: name, Label: name, Trip: s, Inside: s, Wrong: wrong}
	}
	met := func(f figure, w workload) bool {
		f.judge(&w)
		return *f.Met
	}
	f := figure{Who: []score{took(engine, 2, false), took("a", 30, false), took("b", 10, true), took("c", 20, false)}}
	f.judge(&workload{target: 8})
	if f.Best != "c" || f.Ratio != 10 || !*f.Met {
		t.Errorf("best %s by %g, met %v: a wrong answer must not win", f.Best, f.Ratio, *f.Met)
	}
	for name, c := range map[string]struct {
		w    workload
		want bool
	}{
		"missed":      {workload{target: 11}, false},
		"against":     {workload{target: 11, against: "a"}, true},
		"limit":       {workload{limit: 2}, true},
		"above limit": {workload{limit: 1.9}, false},
	} {
		if got := met(f, c.w); got != c.want {
			t.Errorf("%s: met %v", name, got)
		}
	}
	if f := (figure{Who: []score{took(engine, 2, true), took("a", 30, false)}}); met(f, workload{target: 1}) {
		t.Error("a wrong answer meets a target")
	}
}

func TestTable(t *testing.T) {
	x := table{head: []string{"what", "n"}}
	x.add("é", "1000")
	want := "| what |    n |\n|:---- | ----:|\n| é    | 1000 |\n"
	if got := x.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0.5: "0.50 ms", 12.34: "12.3 ms", 123.4: "123 ms", 1234: "1.23 s"} {
		if got := ms(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0.5: "0.5x", 1.26: "1.3x", 14.6: "15x"} {
		if got := times(x); got != want {
			t.Errorf("%g: %s, want %s", x, got, want)
		}
	}
}

// ours returns the answer that the engine's worker would give.
func ours(t *testing.T, w *workload) *answer {
	t.Helper()
	var f wire.Tabulate
	for _, e := range w.Who {
		if e.Name == engine {
			f = e.Call.Args.(wire.Tabulate)
		}
	}
	d, err := doc.DecodeHead(f.Doc)
	if err != nil {
		t.Fatal(err)
	}
	d.Points = w.points
	s := session.New(catalog.All())
	fit, err := s.Fit(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	v := wire.Table{Status: fit.Model.Status(), Facts: fit.Facts(f.View)}
	a := &answer{points: w.points}
	if f.W > 0 {
		planes, _, err := session.Tabulate(t.Context(), fit, f.View, f.W, f.H)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range planes {
			v.Planes = append(v.Planes, p.Plane)
			a.values = append(a.values, p.Values...)
		}
	}
	if a.info, err = json.Marshal(v); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestChecks passes a right answer and wrong ones to each check.
func TestChecks(t *testing.T) {
	all := workloads()
	for id, spoil := range map[string]map[string]func(a *answer){
		"svm-train-200-1": {
			"coefficients": func(a *answer) { editFact(a, "dual_coef", func(v any) any { v.([]any)[0] = 0.5; return v }) },
			"objective":    func(a *answer) { editFact(a, "objective", func(v any) any { return v.(float64) * 1.01 }) },
			"intercept":    func(a *answer) { editFact(a, "intercept", func(v any) any { return v.(float64) + 0.3 }) },
			"diverged":     func(a *answer) { editStatus(a, method.Diverged) },
		},
		"svm-field-200-1": {
			"value": func(a *answer) { a.values[777] += 1e-4 },
			"short": func(a *answer) { a.values = a.values[1:] },
			"NaN":   func(a *answer) { a.values[777] = float32(math.NaN()) },
		},
		"gp-line-50": {
			"mean":      func(a *answer) { a.values[100] += 2e-4 },
			"deviation": func(a *answer) { a.values[gridW+100] += 2e-4 },
		},
		"gp-plane-100": {
			"mean": func(a *answer) { a.values[67*1000] += 2e-4 },
		},
		"knn-5-200": {
			"class": func(a *answer) {
				m := gridW * gridH
				a.values[5000], a.values[m+5000] = a.values[m+5000], a.values[5000]
			},
		},
		"mlp-300": {
			"weight": func(a *answer) {
				editFact(a, "coefs_2", func(v any) any { v.([]any)[3].([]any)[2] = 0.5; return v })
			},
			"number of epochs": func(a *answer) { editFact(a, "n_iter", func(any) any { return 999 }) },
			"diverged":         func(a *answer) { editStatus(a, method.Diverged) },
		},
		"voronoi-1000": {
			"area":  func(a *answer) { editFact(a, "cell_areas", func(v any) any { v.([]any)[3] = 0.5; return v }) },
			"cells": func(a *answer) { a.values = a.values[:len(a.values)/2] },
		},
	} {
		var w *workload
		for i := range all {
			if all[i].ID == id {
				w = &all[i]
			}
		}
		if w == nil {
			t.Fatalf("there is no workload %s", id)
		}
		e := &w.Who[0]
		right := ours(t, w)
		memo := &sync.Map{}
		c := &checker{w: w, who: engine, mine: right, ours: right, memo: memo}
		if said, err := e.check(c); err != nil {
			t.Errorf("%s: %v", id, err)
		} else {
			t.Logf("%s: %s", id, said)
		}
		for what, change := range spoil {
			bad := &answer{values: append([]float32(nil), right.values...), info: right.info, points: right.points}
			change(bad)
			// The reference is the right answer, computed before.
			c := &checker{w: w, who: engine, mine: bad, ours: right, memo: memo}
			if said, err := e.check(c); err == nil {
				t.Errorf("%s: a wrong %s passed: %s", id, what, said)
			} else if strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %s: %q", id, what, err)
			}
		}
	}
}

func editInfo(a *answer, edit func(v *wire.Table)) {
	var v wire.Table
	if err := json.Unmarshal(a.info, &v); err != nil {
		panic(err)
	}
	edit(&v)
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	a.info = b
}

func editFact(a *answer, name string, edit func(v any) any) {
	editInfo(a, func(v *wire.Table) {
		for i, f := range v.Facts {
			if f.Name == name {
				v.Facts[i].Value = edit(f.Value)
			}
		}
	})
}

func editStatus(a *answer, s method.State) {
	editInfo(a, func(v *wire.Table) { v.Status.State = s })
}

func TestPeerLabels(t *testing.T) {
	w := &workload{ID: "x", group: "kNN", points: moons(200, moonsNoise, 4),
		Who: []entrant{{Call: call{Args: grid{K: 1}}}}}
	values := make([]float32, gridW*gridH)
	for p := range values {
		values[p] = float32(max(0, majority(w.points, 1, p)))
	}
	a := &answer{values: values, points: w.points}
	c := &checker{w: w, who: "peer", mine: a, ours: a, memo: &sync.Map{}}
	if _, err := c.knn(); err != nil {
		t.Error(err)
	}
	values[12345] = 1 - values[12345]
	if _, err := c.knn(); err == nil {
		t.Error("a wrong class passed")
	}
}

func TestGeometric(t *testing.T) {
	if got := geometric([]float64{0.5, 2, 8}); math.Abs(got-2) > 1e-12 {
		t.Errorf("%g, want 2", got)
	}
}

// Threads are classified by their process and name.
func TestKindsOfThreads(t *testing.T) {
	for _, c := range []struct {
		process, name string
		first         bool
		want          string
	}{
		{"chromium --type=renderer --x", "chromium", true, onPage},
		{"chromium --type=renderer", "DedicatedWorker", false, onWorker},
		{"chromium --type=renderer", "ThreadPoolForeg", false, onPool},
		{"chromium --type=renderer", "Compositor", false, onPaint},
		{"chromium --type=renderer", "CompositorTileW", false, onPaint},
		{"chromium --type=renderer", "Chrome_ChildIOT", false, onBrowser},
		{"chromium --type=gpu-process", "chromium", true, onPaint},
		{"chromium --type=gpu-process", "ThreadPoolForeg", false, onPaint},
		{"chromium --type=utility", "chromium", true, onBrowser},
		{"chromium --headless", "chromium", true, onBrowser},
	} {
		if got := kind(c.process, c.name, c.first); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.name, c.process, got, c.want)
		}
	}
}

// The time between two readings includes the whole time of threads that began in between. The worker's time is divided
// by pictures, all others by moves; both are in loops.
func TestCostOfAPicture(t *testing.T) {
	begun := map[thread]spent{{1, 1}: {onPage, 100}, {1, 2}: {onWorker, 50}, {9, 9}: {onPaint, 7}}
	ended := map[thread]spent{{1, 1}: {onPage, 160}, {1, 2}: {onWorker, 80}, {1, 3}: {onWorker, 10}, {1, 4}: {onPool, 5},
		{2, 2}: {onBrowser, 1}}
	work := since(begun, ended)
	if want := (cost{Page: 60, Worker: 40, Pool: 5, Browser: 1}); work != want {
		t.Fatalf("%+v, want %+v", work, want)
	}
	var d drag
	rec := record{Moves: [][3]float64{{0, 2, 12}, {10, 11, 51}}, Pictures: 10,
		Engine: [][4]float64{{1, 2, 4}, {3, 4, 4}, {1, 9, 8}}}
	if err := d.read(rec, work); err != nil {
		t.Fatal(err)
	}
	d.count(pulse{CPU: 15}, pulse{CPU: 25})
	if d.Loop != 20 || d.Loops != (cost{Page: 1.5, Worker: 0.2, Pool: 0.125, Browser: 0.025}) || d.CPU.own() != 34 ||
		d.Tile != 4 || d.P50 != 25 {
		t.Errorf("%+v", d)
	}
	if d.read(record{Moves: rec.Moves}, work) == nil {
		t.Error("a drag without a picture has a cost")
	}
	rec.Moves = append(rec.Moves, [3]float64{20, 21, 0})
	if d.read(rec, work) != errLost {
		t.Error("a move without a picture passed")
	}
	if _, _, err := beginning(rec); err != errLost {
		t.Error("a move without a picture passed in the first second")
	}
}

func TestMiddleOfRounds(t *testing.T) {
	of := func(p95, page float64, long int) *drag {
		d := &drag{Method: "m", P95: p95, Long: long}
		d.CPU.Page = page
		d.count(pulse{CPU: 10}, pulse{CPU: 10})
		return d
	}
	rounds := []*drag{of(30, 1, 0), of(10, 2, 2), of(20, 9, 1)}
	if d := middle(rounds); d.P95 != 20 || d.CPU.Page != 2 || d.Loops.Page != 0.2 || d.Long != 2 || d.Method != "m" {
		t.Errorf("%+v", d)
	}
	if rounds[2].P95 != 20 || rounds[2].CPU.Page != 9 {
		t.Error("a round was changed")
	}
}

func TestCompared(t *testing.T) {
	of := func(p95, page float64) *drag {
		d := &drag{P50: 1, P95: p95, FirstP95: 2 * p95, Tile: 6}
		d.CPU = cost{Page: page, Worker: page, Pool: 1}
		d.count(pulse{CPU: 10}, pulse{CPU: 10})
		return d
	}
	got := compared([]pair{{"a", of(40, 8), of(20, 2)}, {"b", of(40, 8), of(40, 8)}})
	for _, want := range []string{"40.0 ms → 20.0 ms", "1.600 → 0.400", "0.250", "0.707", "6 → 6"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestTold(t *testing.T) {
	for want, p := range map[string]pulse{
		"really two": {10, 10, 11, 10}, "was one processor": {10, 10, 20, 10.5}, "less than two": {10, 10, 14, 11},
		"share": {10, 10, 20, 19},
	} {
		if got := told([]pulse{p}); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, s := range subjects() {
		if s.name != "knn k=15" {
			continue
		}
		for _, c := range []struct {
			n    int
			poor string
			want float64
		}{{200, "", 20}, {200, poorOne, 50}, {1000, "", 33}, {1000, poorBusy, 0}, {50, "", 0}} {
			if got := s.limit(c.n, c.poor); got != c.want {
				t.Errorf("n=%d %q: %g, want %g", c.n, c.poor, got, c.want)
			}
		}
	}
}

// The dragged documents can be fitted, and have the handle that the subject names.
func TestSubjectsAreDocuments(t *testing.T) {
	for _, sub := range subjects() {
		d := sub.doc
		if sub.rows == 0 {
			d.Points = sub.points(50)
		}
		if _, err := session.New(catalog.All()).Resolve(method.Unstopped, d); err != nil {
			t.Errorf("%s: %v", sub.name, err)
		}
		if at, ok := d.Params[sub.handle].([][]float64); sub.handle != "" && (!ok || len(at) == 0) {
			t.Errorf("%s has no handle %s", sub.name, sub.handle)
		}
		if sub.most > 0 && sub.target && sub.most < 200 || sub.large > 0 && sub.most > 0 && sub.large > sub.most {
			t.Errorf("%s has a target for points that it does not take", sub.name)
		}
	}
}

// A trace's samples and events are added up by thread: own time, and total time including what they contain.
func TestTraceIsAddedUp(t *testing.T) {
	list := []event{
		{Name: "Profile", Pid: 1, Tid: 2, ID: json.RawMessage(`"0x1"`)},
		{Name: "ProfileChunk", Pid: 1, Tid: 9, ID: json.RawMessage(`"0x1"`),
			Args: json.RawMessage(`{"data": {"cpuProfile": {"nodes": [
			{"id": 1, "callFrame": {"functionName": "(root)"}}, {"id": 2, "parent": 1, "callFrame": {"functionName": "(program)"}},
			{"id": 3, "parent": 1, "callFrame": {"functionName": "outer", "url": "http://x/a.js?v=1", "lineNumber": 4}},
			{"id": 4, "parent": 3, "callFrame": {"functionName": "inner", "url": "wasm://w"}},
			{"id": 5, "parent": 4, "callFrame": {"functionName": "inner", "url": "wasm://w"}}], "samples": [3, 4]}, "timeDeltas": [1000, 2000]}}`)},
		{Name: "ProfileChunk", Pid: 1, Tid: 9, ID: json.RawMessage(`"0x1"`),
			Args: json.RawMessage(`{"data": {"cpuProfile": {"samples": [5, 2]}, "timeDeltas": [4000, 50000]}}`)},
		{Name: "task", Ph: "X", Pid: 1, Tid: 2, TS: 0, Dur: 100, TDur: 9000},
		{Name: "style", Ph: "X", Pid: 1, Tid: 2, TS: 10, Dur: 20, TDur: 2000},
		{Name: "style", Ph: "X", Pid: 1, Tid: 2, TS: 30, Dur: 20, TDur: 1000},
		{Name: "task", Ph: "X", Pid: 1, Tid: 2, TS: 100, Dur: 5, TDur: 500},
		{Name: "LayoutInvalidationTracking", Args: json.RawMessage(
			`{"data": {"nodeName": "DIV", "reason": "Text changed"}}`)},
	}
	s := sampled(list)[thread{1, 2}]
	if s == nil || s.busy != 7 || s.self["outer a.js:5"] != 1 || s.self["inner"] != 6 || s.all["outer a.js:5"] != 7 ||
		s.all["inner"] != 6 || len(s.all) != 2 {
		t.Errorf("samples: %+v", s)
	}
	m := spans(list)[thread{1, 2}]
	if a := *m["task"]; a != (span{2, 6.5, 9.5}) {
		t.Errorf("tasks: %+v", a)
	}
	if a := *m["style"]; a != (span{2, 3, 3}) {
		t.Errorf("styles: %+v", a)
	}
	if got := invalidated(list); len(got) != 1 || got["Layout of DIV: Text changed"] != 1 {
		t.Error(got)
	}
	if got := most(map[string]float64{"a": 1, "b": 3, "c": 1}, 2); !slices.Equal(got, []string{"b", "a"}) {
		t.Error(got)
	}
}
