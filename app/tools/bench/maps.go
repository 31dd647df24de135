//go:build !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"pointscape/app/tools/browser"
	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// Parameters of the map that is timed: cross-validated errors of a support vector machine over C and gamma.
const (
	mapPoints = 200
	mapFolds  = 5
	mapRounds = 7
	// mapTarget is the least ratio of the fastest peer's time to ours.
	mapTarget = 3
	// mapApart is the greatest mean difference of both maps, as a fraction of the points: the folds differ.
	mapApart = 0.05
)

var mapOver = []float64{0.01, 0.0316, 0.1, 0.316, 1.0, 3.16, 10.0, 31.6, 100.0, 316.0}

// mapDoc has other points for each seed, so that no map comes from a cache.
func mapDoc(seed uint64, n, folds, repeats int) doc.Document {
	d := doc.Document(svmDoc(1))
	d.Dataset = &doc.Dataset{Name: "moons", N: n, Noise: moonsNoise, Seed: seed}
	d.Study = &doc.Study{Over: "C", Values: mapOver, And: "gamma", AndValues: mapOver, Folds: folds, Repeats: repeats}
	return d
}

// mapped has the results of timing maps, in milliseconds.
type mapped struct {
	Machine machineInfo `json:"machine"`
	Ours    Summary     `json:"ours"`  // from the document to the result on the page
	Peer    Summary     `json:"peer"`  // libsvm-wasm: fits and held-out predictions, in a loop of its worker
	Apart   float64     `json:"apart"` // mean absolute difference of both maps' errors
	Ratio   float64     `json:"ratio"`
	Target  float64     `json:"target"`
	Met     bool        `json:"met"`
}

// worked shows a document and resolves to the time until its error curve is there.
const worked = `(async (text) => {
	const over = () => document.querySelector("#take-error_curve-0") && !document.querySelector("#study-bar");
	const until = async (done) => {
		while (!done()) {
			await new Promise((resolve) => setTimeout(resolve, 2));
		}
	};
	const plain = JSON.parse(text);
	delete plain.study;
	await pointscape.set(plain);
	await until(() => !over() && document.documentElement.dataset.busy === "0");
	const start = performance.now();
	await pointscape.set(text);
	await until(over);
	return performance.now() - start;
})`

// errorMaps times the whole map on the real page, in turn with the peer on another page.
func errorMaps(o options) error {
	if !o.only.MatchString("svm") {
		return nil
	}
	out, err := makePeers(o.root)
	if err != nil {
		return err
	}
	s, err := o.site()
	if err != nil {
		return err
	}
	v, err := serve(s.Handler(), out)
	if err != nil {
		return err
	}
	defer v.close()
	b, err := openBrowser("")
	if err != nil {
		return err
	}
	defer b.Close()
	ours, err := b.NewPage()
	if err != nil {
		return err
	}
	if err := ours.Navigate(v.URL); err != nil {
		return err
	}
	if err := browser.Wait(ours, time.Minute, opened); err != nil {
		return err
	}
	peer, err := b.NewPage()
	if err != nil {
		return err
	}
	if err := peer.Navigate(v.URL + "bench/bench.html"); err != nil {
		return err
	}
	m := &mapped{Target: mapTarget}
	if m.Machine, err = readMachineInfo(peer); err != nil {
		return err
	}
	rounds := mapRounds
	if o.quick {
		rounds = 1
	}
	// The first round warms up both: programs are compiled while they run.
	var mine, theirs, apart []float64
	for round := range rounds + 1 {
		d := mapDoc(uint64(1+round), mapPoints, mapFolds, 0)
		text, err := doc.Encode(d)
		if err != nil {
			return err
		}
		took, err := browser.Eval[float64](ours, 2*time.Minute, worked+"("+string(must(json.Marshal(string(text))))+")")
		if err != nil {
			return err
		}
		full, err := session.New(catalog.All()).Resolve(method.Unstopped, d)
		if err != nil {
			return err
		}
		trip, errs, err := peerMap(v, peer, full.Points)
		if err != nil {
			return err
		}
		off, err := apartFrom(full, errs)
		if err != nil {
			return err
		}
		fmt.Printf("map %d of %d: %s on the page, %s by libsvm-wasm; errors %.3f apart\n", round, rounds, ms(took), ms(trip),
			off)
		if round > 0 {
			mine, theirs, apart = append(mine, took), append(theirs, trip), append(apart, off)
		}
	}
	m.Ours, m.Peer = summarize(mine), summarize(theirs)
	m.Apart = quantile(apart, 0.5)
	m.Ratio = m.Peer.Median / m.Ours.Median
	m.Met = m.Ratio >= mapTarget
	t := table{head: []string{fmt.Sprintf("%d x %d x %d fits, n=%d", len(mapOver), len(mapOver), mapFolds, mapPoints),
		"median", "least", "most"}}
	t.add("Pointscape, from the document to the result on the page", ms(m.Ours.Median), ms(m.Ours.Min), ms(m.Ours.Max))
	t.add("libsvm-wasm, fits and held-out answers in its worker", ms(m.Peer.Median), ms(m.Peer.Min), ms(m.Peer.Max))
	md := fmt.Sprintf("# The map over C and gamma\n\n%s.\n\nA map is %s as fast (target %s: %s). Each round "+
		"has points of "+
		"its own; both maps' errors are %.3f apart on average, for their folds are not the same.\n\n", m.Machine,
		times(m.Ratio), times(mapTarget), map[bool]string{true: "met", false: "missed"}[m.Met], m.Apart) + t.String()
	fmt.Println("\n" + md)
	return save(o, m, md)
}

// peerMap returns libsvm-wasm's map, and its time from the request to the answer.
func peerMap(v *server, p *browser.Page, pts []doc.Point) (took float64, errs []float64, err error) {
	const id = "svm-map"
	v.mu.Lock()
	v.points[id] = pts
	v.mu.Unlock()
	w := workload{ID: id, Min: 1, Max: 1, Who: []entrant{{Name: "libsvm", Call: call{Op: "map", Send: true,
		Args: map[string]any{"C": mapOver, "gamma": mapOver, "folds": mapFolds}}}}}
	spec, err := json.Marshal(&w)
	if err != nil {
		return 0, nil, err
	}
	got, err := browser.Eval[map[string]timing](p, 5*time.Minute, "bench.run("+string(spec)+")")
	if err != nil {
		return 0, nil, err
	}
	t, a := got["libsvm"], v.answer(id, "libsvm")
	if t.Error != "" || len(t.Trips) != 1 || a == nil || len(a.values) != len(mapOver)*len(mapOver) {
		return 0, nil, fmt.Errorf("libsvm-wasm has made no map: %s", t.Error)
	}
	for _, e := range a.values {
		errs = append(errs, float64(e))
	}
	return t.Trips[0], errs, nil
}

// apartFrom compares errors, for each C and each gamma, with those of the engine, computed natively. It fails if they
// are too different to belong to the same machines.
func apartFrom(d doc.Document, errs []float64) (off float64, err error) {
	c, _, err := session.New(catalog.All()).Survey(context.Background(), d)
	if err != nil {
		return 0, err
	}
	l := c.Line(c.By)
	if l == nil || len(l.Mean) != len(errs) {
		return 0, errors.New("the engine's map is of another size")
	}
	for i, e := range l.Mean {
		off += math.Abs(e-errs[i]) / float64(len(errs))
	}
	if !(off <= mapApart) {
		return off, fmt.Errorf("the errors of both maps are %.3f apart", off)
	}
	return off, nil
}

// keepBusy starts work that takes minutes; it continues when another document is opened.
func keepBusy(p *browser.Page, with string) error {
	slow, start, study := `{version: 1, method: "kernel_logistic", params: {alpha: 1e-6}, dataset: {name: "moons", n: 500, noise: 0.25, seed: 1}}`,
		"#start-leave_one_out", false
	if with == "map" {
		text, err := doc.Encode(mapDoc(1, 1000, 10, 10))
		if err != nil {
			return err
		}
		slow, start, study = string(text), "#start-error_curve", true
	}
	if err := do(p, "pointscape.set("+slow+").then(() => {})"); err != nil {
		return err
	}
	if study { // a study that only the document asks for is cancelled after a while
		const cancel = "document.querySelector('#cancel-error_curve')"
		if err := browser.Wait(p, time.Minute, cancel+" || document.querySelector('"+start+"')"); err != nil {
			return err
		}
		if err := do(p, cancel+"?.click()"); err != nil {
			return err
		}
	}
	if err := browser.Wait(p, time.Minute,
		"document.documentElement.dataset.busy === '0' && document.querySelector('"+start+"')"); err != nil {
		return err
	}
	if err := do(p, "document.querySelector('"+start+"').click()"); err != nil {
		return err
	}
	return browser.Wait(p, time.Minute, "document.getElementById('study-bar')?.getAttribute('aria-valuenow') > 0")
}
