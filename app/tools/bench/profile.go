//go:build !js

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"pointscape/app/tools/browser"
)

// This file shows where the time of a picture goes: Chromium's trace of a drag, of the functions that run on the page
// and in its workers, and of the browser's own work.

//go:embed touching.js
var touching string

// traced are the categories of events: samples of all isolates, events of Blink, the compositor and V8, and
// invalidations with their reasons.
var traced = []string{
	"disabled-by-default-v8.cpu_profiler", "devtools.timeline", "disabled-by-default-devtools.timeline",
	"devtools.timeline.frame",
	"v8", "disabled-by-default-v8.gc", "disabled-by-default-v8.compile", "v8.wasm", "disabled-by-default-v8.wasm.detailed",
	"toplevel", "blink", "cc", "viz", "gpu", "disabled-by-default-devtools.timeline.invalidationTracking",
}

// event is an event of a trace, in Chromium's "Trace Event Format": times are in microseconds, Dur is wall time, TDur
// processor time.
type event struct {
	Name string          `json:"name"`
	Ph   string          `json:"ph"`
	Pid  int             `json:"pid"`
	Tid  int             `json:"tid"`
	TS   float64         `json:"ts"`
	Dur  float64         `json:"dur"`
	TDur float64         `json:"tdur"`
	ID   json.RawMessage `json:"id"`
	Args json.RawMessage `json:"args"`
}

func (e *event) thread() thread { return thread{e.Pid, e.Tid} }

// trace collects events while run runs, in the order of their beginnings; outer ones first.
func trace(p *browser.Page, run func() error) ([]event, error) {
	ctx, cancel := context.WithCancel(p.Ctx)
	defer cancel()
	var mu sync.Mutex
	var list []event
	var wrong error
	done := make(chan bool, 1)
	if err := chromedp.Listen(ctx, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			for _, v := range ev.Value {
				var e event
				if err := json.Unmarshal(v, &e); err != nil {
					wrong = err
					continue
				}
				list = append(list, e)
			}
		case *tracing.EventTracingComplete:
			if ev.DataLossOccurred {
				wrong = errors.New("a part of the trace is lost")
			}
			done <- true
		}
	}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig: &tracing.TraceConfig{IncludedCategories: traced, ExcludedCategories: []string{"*"},
			TraceBufferSizeInKb: 500_000},
	}); err != nil {
		return nil, err
	}
	if err := run(); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
		return nil, err
	}
	select {
	case <-done:
	case <-time.After(time.Minute):
		return nil, errors.New("the trace has not ended")
	}
	mu.Lock()
	defer mu.Unlock()
	slices.SortStableFunc(list, func(a, b event) int {
		switch {
		case a.TS < b.TS || a.TS == b.TS && a.Dur > b.Dur:
			return -1
		case a.TS > b.TS || a.TS == b.TS && a.Dur < b.Dur:
			return 1
		}
		return 0
	})
	return list, wrong
}

// samples has the times of functions, in ms of wall time: own time, and total time including what they called.
type samples struct {
	busy      float64
	self, all map[string]float64
}

// native are samples in which no function of the page's programs ran.
var native = map[string]bool{"(root)": true, "(idle)": true, "(program)": true}

// sampled adds up a trace's samples, by thread.
func sampled(list []event) map[thread]*samples {
	type frame struct {
		ID        int `json:"id"`
		Parent    int `json:"parent"`
		CallFrame struct {
			FunctionName string `json:"functionName"`
			URL          string `json:"url"`
			LineNumber   int    `json:"lineNumber"`
		} `json:"callFrame"`
		name string
	}
	var chunk struct {
		Data struct {
			CPUProfile struct {
				Nodes   []frame `json:"nodes"`
				Samples []int   `json:"samples"`
			} `json:"cpuProfile"`
			TimeDeltas []float64 `json:"timeDeltas"`
		} `json:"data"`
	}
	type key struct {
		pid int
		id  string
	}
	// A profile's chunks come from another thread than its head.
	owner, frames := map[key]thread{}, map[key]map[int]frame{}
	for _, e := range list {
		if e.Name == "Profile" {
			owner[key{e.Pid, string(e.ID)}] = e.thread()
		}
	}
	out := map[thread]*samples{}
	for _, e := range list {
		k := key{e.Pid, string(e.ID)}
		t, ok := owner[k]
		if !ok || e.Name != "ProfileChunk" {
			continue
		}
		chunk.Data.CPUProfile.Nodes, chunk.Data.CPUProfile.Samples, chunk.Data.TimeDeltas = nil, nil, nil
		if json.Unmarshal(e.Args, &chunk) != nil {
			continue
		}
		if frames[k] == nil {
			frames[k] = map[int]frame{}
		}
		for _, f := range chunk.Data.CPUProfile.Nodes {
			f.name = f.CallFrame.FunctionName
			if u := f.CallFrame.URL; u != "" && !strings.HasPrefix(u, "wasm:") {
				u, _, _ = strings.Cut(u[strings.LastIndexByte(u, '/')+1:], "?")
				f.name = strings.TrimSpace(f.name + " " + u + ":" + strconv.Itoa(f.CallFrame.LineNumber+1))
			}
			frames[k][f.ID] = f
		}
		s := out[t]
		if s == nil {
			s = &samples{self: map[string]float64{}, all: map[string]float64{}}
			out[t] = s
		}
		for i, id := range chunk.Data.CPUProfile.Samples {
			if i >= len(chunk.Data.TimeDeltas) || native[frames[k][id].name] {
				continue
			}
			ms := chunk.Data.TimeDeltas[i] / 1000
			s.busy += ms
			s.self[frames[k][id].name] += ms
			seen := map[string]bool{}
			for f, ok := frames[k][id]; ok; f, ok = frames[k][f.Parent] {
				if !seen[f.name] && !native[f.name] {
					seen[f.name] = true
					s.all[f.name] += ms
				}
			}
		}
	}
	return out
}

// span has the number of times that something was done, and its processor time in ms.
type span struct {
	n         int
	self, all float64
}

// spans adds up a trace's events that have a duration, by thread and name.
func spans(list []event) map[thread]map[string]*span {
	out := map[thread]map[string]*span{}
	open := map[thread][]event{}
	for _, e := range list {
		if e.Ph != "X" {
			continue
		}
		t := e.thread()
		if out[t] == nil {
			out[t] = map[string]*span{}
		}
		stack := open[t]
		for len(stack) > 0 && stack[len(stack)-1].TS+stack[len(stack)-1].Dur <= e.TS {
			stack = stack[:len(stack)-1]
		}
		if len(stack) > 0 {
			out[t][stack[len(stack)-1].Name].self -= e.TDur / 1000
		}
		open[t] = append(stack, e)
		s := out[t][e.Name]
		if s == nil {
			s = &span{}
			out[t][e.Name] = s
		}
		s.n++
		s.self += e.TDur / 1000
		s.all += e.TDur / 1000
	}
	return out
}

// invalidated counts invalidations by object and reason.
func invalidated(list []event) map[string]float64 {
	out := map[string]float64{}
	for _, e := range list {
		if !strings.HasSuffix(e.Name, "InvalidationTracking") {
			continue
		}
		var a struct {
			Data struct {
				NodeName string `json:"nodeName"`
				Reason   string `json:"reason"`
			} `json:"data"`
		}
		if json.Unmarshal(e.Args, &a) == nil {
			out[strings.TrimSuffix(e.Name, "InvalidationTracking")+" of "+a.Data.NodeName+": "+a.Data.Reason]++
		}
	}
	return out
}

// most returns the names of the greatest values.
func most(values map[string]float64, n int) []string {
	names := slices.Sorted(maps.Keys(values))
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case values[a] > values[b]:
			return -1
		case values[a] < values[b]:
			return 1
		}
		return 0
	})
	return names[:min(n, len(names))]
}

// profileTop is the number of lines of each kind.
const profileTop = 100

func profile(o options) error {
	v, b, end, err := o.stage()
	if err != nil {
		return err
	}
	defer end()
	var md strings.Builder
	md.WriteString("# Where the time of a picture goes\n")
	for _, sub := range subjects() {
		sizes := []int{200, 1000}
		switch {
		case sub.rows > 0:
			sizes = []int{sub.rows}
		case sub.most > 0 && sub.most < sizes[0]:
			sizes = []int{sub.most}
		}
		for _, n := range sizes {
			if sub.most > 0 && n > sub.most || !o.only.MatchString(sub.name+" "+strconv.Itoa(n)) {
				continue
			}
			p, err := b.NewPage()
			if err != nil {
				return err
			}
			text, err := profileOn(p, v.URL, sub, n)
			p.Close()
			if err != nil {
				return fmt.Errorf("%s, n=%d: %w", sub.name, n, err)
			}
			md.WriteString(text)
			fmt.Println(text)
		}
	}
	if err := os.WriteFile(o.md, []byte(md.String()), 0o666); err != nil {
		return err
	}
	fmt.Printf("Written to %s\n", o.md)
	return nil
}

// profileOn drags, three seconds after the first move, once while it traces, and once more while it counts changes on
// the page.
func profileOn(p *browser.Page, url string, sub subject, n int) (string, error) {
	at, err := show(p, url, sub, n)
	if err != nil {
		return "", err
	}
	if err := do(p, recorder); err != nil {
		return "", err
	}
	h := &hand{p: p, cx: at.X, cy: at.Y, r: at.R, hovers: sub.hovers}
	if err := h.press(); err != nil {
		return "", err
	}
	if err := h.circle(3); err != nil {
		return "", err
	}
	record := func(run func() error) (float64, error) {
		if err := do(p, "recorder.start()"); err != nil {
			return 0, err
		}
		if err := run(); err != nil {
			return 0, err
		}
		parts, err := browser.Eval[[]record](p, time.Minute, "recorder.stop()")
		if err != nil {
			return 0, err
		}
		if parts[0].Pictures == 0 {
			return 0, errors.New("no picture has come while the hand moved")
		}
		return float64(parts[0].Pictures), nil
	}
	var list []event
	pictures, err := record(func() (err error) {
		list, err = trace(p, func() error { return h.circle(dragSeconds) })
		return err
	})
	if err != nil {
		return "", err
	}
	if err := do(p, touching); err != nil {
		return "", err
	}
	touched, err := record(func() error { return h.circle(dragSeconds / 2) })
	if err != nil {
		return "", err
	}
	counts, err := browser.Eval[map[string]map[string]float64](p, time.Minute, "touching")
	if err != nil {
		return "", err
	}
	if err := h.lift(); err != nil {
		return "", err
	}

	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s, n=%d: %.0f pictures in %d s\n", sub.name, n, pictures, dragSeconds)
	tally := func(title string, values map[string]float64, pictures float64) {
		fmt.Fprintf(&b, "\n%s, times a picture:\n\n", title)
		for _, name := range most(values, profileTop/2) {
			fmt.Fprintf(&b, "    %6.2f  %s\n", values[name]/pictures, name)
		}
	}
	tally("Canvases of the page that were painted on", counts["canvases"], touched)
	tally("Calls that painted", counts["calls"], touched)
	tally("What the page changed", counts["changed"], touched)
	tally("What was invalidated", invalidated(list), pictures)

	names := map[thread]string{}
	for _, e := range list {
		if e.Name == "thread_name" {
			var a struct {
				Name string `json:"name"`
			}
			json.Unmarshal(e.Args, &a)
			names[e.thread()] = a.Name
		}
	}
	order := func(m map[thread]float64) []thread {
		all := slices.Collect(maps.Keys(m))
		slices.SortFunc(all, func(a, b thread) int { return int(m[b]*1000) - int(m[a]*1000) })
		return all
	}
	functions, busy := sampled(list), map[thread]float64{}
	for t, s := range functions {
		busy[t] = s.busy
	}
	for _, t := range order(busy) {
		s := functions[t]
		if s.busy < 0.1*pictures {
			continue
		}
		for _, x := range []struct {
			title  string
			values map[string]float64
		}{{"by themselves", s.self}, {"with what they call", s.all}} {
			fmt.Fprintf(&b, "\n%s: functions %s, of %.2f ms a picture by the clock:\n\n", names[t], x.title, s.busy/pictures)
			for _, name := range most(x.values, profileTop) {
				fmt.Fprintf(&b, "    %5.1f %%  %6.3f ms  %s\n", 100*x.values[name]/s.busy, x.values[name]/pictures, name)
			}
		}
	}
	events, worked := spans(list), map[thread]float64{}
	for t, m := range events {
		for _, s := range m {
			worked[t] += s.self
		}
	}
	for _, t := range order(worked) {
		if worked[t] < 0.1*pictures {
			continue
		}
		self := map[string]float64{}
		for name, s := range events[t] {
			self[name] = s.self
		}
		fmt.Fprintf(&b, "\n%s: what the browser did, of %.2f ms a picture of a processor (by itself, in all, times):\n\n",
			names[t], worked[t]/pictures)
		for _, name := range most(self, profileTop/2) {
			s := events[t][name]
			fmt.Fprintf(&b, "    %5.1f %%  %6.3f ms  %6.3f ms  %6.2f  %s\n", 100*s.self/worked[t], s.self/pictures,
				s.all/pictures, float64(s.n)/pictures, name)
		}
	}
	return b.String(), nil
}
