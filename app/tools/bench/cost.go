//go:build !js

package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"pointscape/app/tools/browser"
)

// This file measures the processor time of a picture, thread by thread, in units of a fixed loop that runs in the same
// conditions, so that the result does not depend on the machine's present speed.

// thread identifies a thread of the browser by process and thread id.
type thread struct{ pid, tid int }

// spent has the kind of a thread, and its processor time in ms.
type spent struct {
	kind string
	ms   float64
}

// Kinds of threads. A renderer's pool compiles WebAssembly and collects garbage, for the page and its workers. Painting
// is done by the compositor, by the threads that fill tiles, and by the GPU process, which emulates a GPU on the
// processor if there is none.
const (
	onPage    = "page"
	onWorker  = "worker"
	onPool    = "pool"
	onPaint   = "paint"
	onBrowser = "browser"
)

// kind returns the kind of a thread, from the command line of its process, its name, and whether it is the first of its
// process.
func kind(process, name string, first bool) string {
	switch {
	case strings.Contains(process, "--type=gpu-process"):
		return onPaint
	case !strings.Contains(process, "--type=renderer"):
		return onBrowser
	case first:
		return onPage
	case strings.HasPrefix(name, "DedicatedWorker"):
		return onWorker
	case strings.HasPrefix(name, "Compositor"): // and CompositorTileWorker
		return onPaint
	case strings.HasPrefix(name, "ThreadPool"):
		return onPool
	}
	return onBrowser
}

// cost is processor time by kind of thread, in ms or in loops.
type cost struct {
	Page    float64 `json:"page"`
	Worker  float64 `json:"worker"`
	Pool    float64 `json:"pool"`
	Paint   float64 `json:"paint"`
	Browser float64 `json:"browser"`
}

// parts returns the fields of a cost, in order.
func (c *cost) parts() []*float64 {
	return []*float64{&c.Page, &c.Worker, &c.Pool, &c.Paint, &c.Browser}
}

// own returns the time of the page and its workers.
func (c cost) own() float64 { return c.Page + c.Worker }

// over divides a cost by x.
func (c cost) over(x float64) cost {
	for _, p := range c.parts() {
		*p /= x
	}
	return c
}

// since returns the processor time between two readings.
func since(before, after map[thread]spent) (c cost) {
	for t, s := range after {
		ms := s.ms - before[t].ms
		switch s.kind {
		case onPage:
			c.Page += ms
		case onWorker:
			c.Worker += ms
		case onPool:
			c.Pool += ms
		case onPaint:
			c.Paint += ms
		default:
			c.Browser += ms
		}
	}
	return c
}

// loopSteps is the number of steps of the loop.
const loopSteps = 2e7

// loopScript defines loops.run(k), which runs the loop in k workers at once and resolves to the longest time, in ms.
var loopScript = fmt.Sprintf(`window.loops = (() => {
	const trusted = window.pointscapeFirst?.trusted ?? { createScriptURL: (address) => address };
	const script = trusted.createScriptURL(URL.createObjectURL(new Blob([
		"onmessage = ({ data: n }) => {" +
		"  const start = performance.now(); let x = 1;" +
		"  for (let i = 0; i < n; i++) { x = Math.imul(x, 1664525) + 1013904223 | 0; }" +
		"  postMessage([performance.now() - start, x]);" +
		"}",
	], { type: "text/javascript" })));
	const workers = [new Worker(script), new Worker(script)];
	const one = (w) => new Promise((resolve, reject) => {
		w.onmessage = (e) => resolve(e.data[0]);
		w.onerror = (e) => reject(new Error(e.message));
		w.postMessage(%d);
	});
	return { run: async (k) => Math.max(...await Promise.all(workers.slice(0, k).map(one))) };
})()`, int(loopSteps))

// pulse has the loop's times at one moment, in ms: medians.
type pulse struct {
	CPU   float64 `json:"cpu"`   // processor time, if one worker runs it
	Alone float64 `json:"alone"` // wall time
	Both  float64 `json:"both"`  // wall time in two workers at once: the longer one
	Twice float64 `json:"twice"` // processor time for both of these, divided by two
}

// pulses measures the machine's speed with a browser's idle page.
type pulses struct {
	b    *browser.Chromium
	p    *browser.Page
	list []pulse
}

// loopRuns is the number of runs per pulse.
const loopRuns = 5

func newPulses(b *browser.Chromium) (*pulses, error) {
	p, err := b.NewPage()
	if err != nil {
		return nil, err
	}
	s := &pulses{b: b, p: p}
	if err := do(p, loopScript+", 0"); err != nil {
		p.Close()
		return nil, err
	}
	for range 3 { // it is compiled while it runs
		if _, err := s.run(2); err != nil {
			p.Close()
			return nil, err
		}
	}
	return s, nil
}

func (s *pulses) close() { s.p.Close() }

func (s *pulses) run(k int) (ms float64, err error) {
	return browser.Eval[float64](s.p, time.Minute, fmt.Sprintf("loops.run(%d)", k))
}

// timed is run, and also returns the workers' processor time: the sum over the k that worked most.
func (s *pulses) timed(k int) (ms, worked float64, err error) {
	before, err := usage(s.b.PID())
	if err != nil {
		return 0, 0, err
	}
	if ms, err = s.run(k); err != nil {
		return 0, 0, err
	}
	after, err := usage(s.b.PID())
	if err != nil {
		return 0, 0, err
	}
	var all []float64
	for t, s := range after {
		if s.kind == onWorker {
			all = append(all, s.ms-before[t].ms)
		}
	}
	slices.Sort(all)
	for _, x := range all[max(0, len(all)-k):] {
		worked += x
	}
	return ms, worked, nil
}

// beat measures a pulse. The browser must have no other work.
func (s *pulses) beat() (u pulse, err error) {
	var cpu, alone, both, twice []float64
	for range loopRuns {
		ms, worked, err := s.timed(1)
		if err != nil {
			return u, err
		}
		alone, cpu = append(alone, ms), append(cpu, worked)
		if ms, worked, err = s.timed(2); err != nil {
			return u, err
		}
		both, twice = append(both, ms), append(twice, worked/2)
	}
	u = pulse{quantile(cpu, 0.5), quantile(alone, 0.5), quantile(both, 0.5), quantile(twice, 0.5)}
	s.list = append(s.list, u)
	return u, nil
}

// count computes the cost of a drag in loops, between two pulses.
func (d *drag) count(before, after pulse) {
	d.Loop = (before.CPU + after.CPU) / 2
	d.Loops = d.CPU.over(d.Loop)
}

// told describes how fast the machine was, and whether its two processors were really available.
func told(list []pulse) string {
	if len(list) == 0 {
		return ""
	}
	var cpu, alone, ratio, share []float64
	for _, u := range list {
		cpu, alone, ratio, share = append(cpu, u.CPU), append(alone, u.Alone), append(ratio, u.Both/u.Alone),
			append(share, u.Twice/u.CPU)
	}
	r, s := quantile(ratio, 0.5), quantile(share, 0.5)
	are := "there were really two processors"
	switch {
	case s > 1.3:
		are = "the processors are two, but share what they have"
	case r > 1.7:
		are = "there was one processor for both"
	case r > 1.2:
		are = "there were less than two processors, as other programs run here"
	}
	return fmt.Sprintf(`The loop of %.0e steps of x = imul(x, 1664525) + 1013904223 takes %s of a processor
here (%s to %s in %d measurements between the others), %s by the clock, and twice at once %.2f times as long
(%.2f to %.2f) and each %.2f times as much of a processor: %s.`, loopSteps, ms(quantile(cpu, 0.5)), ms(slices.Min(cpu)),
		ms(slices.Max(cpu)), len(list),
		ms(quantile(alone, 0.5)), r, slices.Min(ratio), slices.Max(ratio), s, are)
}

// Ways to slow the machine.
const (
	poorOne  = "one"  // the browser is restricted to one processor
	poorBusy = "busy" // endless loops on all processors but one
)

// ways are the sentences about these ways in reports.
var ways = map[string]string{
	"":       "",
	poorOne:  "Made poor on purpose: the browser, all of it, is held to one processor by taskset.\n",
	poorBusy: "Made poor on purpose: an endless loop runs on each processor but one.\n",
}

// burden keeps all processors but the first busy until end is called.
func burden() (end func(), err error) {
	var all []*exec.Cmd
	end = func() {
		for _, c := range all {
			c.Process.Kill()
			c.Wait() // by the signal
		}
	}
	if runtime.NumCPU() < 2 {
		return end, fmt.Errorf("-poor %s needs two processors; use -poor %s", poorBusy, poorOne)
	}
	for k := 1; k < runtime.NumCPU(); k++ {
		c := exec.Command("sh", "-c", "while :; do :; done")
		if err = hold(c, k); err == nil {
			err = c.Start()
		}
		if err != nil {
			end()
			return end, err
		}
		all = append(all, c)
	}
	return end, nil
}

// costHead has the heads of costCells' columns.
var costHead = []string{"loops: page", "worker", "both", "pool", "painting", "browser", "both"}

// costWords explains these columns.
const costWords = `What a move and its picture cost: time of processors by threads, in loops (of which the time is told above). The page's main thread,
per move, its workers', per picture, and both; the rest per move: "pool": of the same process those that compile and collect garbage; "painting": the
compositor, tiles and the GPU process; "browser": the rest, most of which takes the mouse's events and the bench's questions. The last "both" is in ms. `

// costCells returns the cells of a picture's cost.
func (d *drag) costCells() []string {
	u := d.Loops
	return []string{inLoops(u.Page), inLoops(u.Worker), inLoops(u.own()), inLoops(u.Pool), inLoops(u.Paint),
		inLoops(u.Browser), ms(d.CPU.own())}
}

// inLoops formats a number of loops.
func inLoops(x float64) string { return fmt.Sprintf("%.3f", x) }

// tile formats the width of samples.
func tile(x float64) string {
	if x == 0 {
		return "none"
	}
	return fmt.Sprintf("%.3g", x)
}

// pair is the same drag in two builds.
type pair struct {
	name          string
	before, after *drag
}

// compared compares two builds, with the geometric means of the ratios.
func compared(pairs []pair) string {
	t := table{head: []string{"before → after", "p50", "p95", "ratio", "first second: p95", "ratio", "loops: page",
		"worker", "both", "ratio", "all else", "ratio", "tile"}}
	var p95s, firsts, owns, others []float64
	for _, p := range pairs {
		a, b := p.before, p.after
		u, v := a.Loops, b.Loops
		else1, else2 := u.Pool+u.Paint+u.Browser, v.Pool+v.Paint+v.Browser
		p95, first, own, other := b.P95/a.P95, b.FirstP95/a.FirstP95, v.own()/u.own(), else2/else1
		begun, began := "", ""
		if a.FirstP95 > 0 && b.FirstP95 > 0 {
			begun, began = ms(a.FirstP95)+" → "+ms(b.FirstP95), inLoops(first)
			firsts = append(firsts, first)
		}
		p95s, owns, others = append(p95s, p95), append(owns, own), append(others, other)
		to := func(a, b float64) string { return inLoops(a) + " → " + inLoops(b) }
		t.add(p.name, ms(a.P50)+" → "+ms(b.P50), ms(a.P95)+" → "+ms(b.P95), inLoops(p95), begun, began,
			to(u.Page, v.Page), to(u.Worker, v.Worker), to(u.own(), v.own()), inLoops(own), to(else1, else2), inLoops(other),
			tile(a.Tile)+" → "+tile(b.Tile))
	}
	mean := func(list []float64) string {
		if len(list) == 0 {
			return ""
		}
		return inLoops(geometric(list))
	}
	t.add("geometric mean", "", "", mean(p95s), "", mean(firsts), "", "", "", mean(owns), "", mean(others), "")
	return "Both builds in turn; ratios are of after to before, below 1 = better.\n\n" + t.String()
}
