//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"pointscape/app/tools/browser"
	"pointscape/engine/doc"
)

// lonely makes the page's engine believe that there is one processor.
const lonely = `{
	const Real = Worker;
	window.Worker = class extends Real {
		constructor(script, options) {
			// Code that the page has made follows; a script is imported.
			let code = "importScripts(trustedTypes.createPolicy('pointscape', { createScriptURL: (address) => address }).createScriptURL(" +
				JSON.stringify(String(script)) + "));";
			if (String(script).startsWith("blob:")) {
				const request = new XMLHttpRequest();
				request.open("GET", script, false);
				request.send();
				code = request.responseText;
			}
			super(pointscapeFirst.trusted.createScriptURL(URL.createObjectURL(new Blob([
				"Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });" + code,
			], { type: "text/javascript" }))), options);
		}
	};
}`

// drawn shows a document and resolves to the engine's times for its sharp picture, the time until it was there, and the
// number of engines that drew it. It listens to the engine that drew the picture before.
const drawn = `(async (text) => {
	const worker = pointscapeBoot.worker;
	let sharp = null;
	const listen = ({ data: { type, head } }) => {
		if (type === "picture") {
			const h = JSON.parse(head);
			sharp = h.last ? h : null;
		}
	};
	worker.addEventListener("message", listen);
	const begun = performance.now();
	await pointscape.set(text);
	while (!sharp || document.documentElement.dataset.busy !== "0") {
		await new Promise((done) => setTimeout(done, 2));
	}
	const whole = performance.now() - begun;
	worker.removeEventListener("message", listen);
	return { Fit: sharp.fitMS, Draw: sharp.drawMS, Whole: whole, Engines: sharp.engines };
})`

// shown is the result of drawn; times are in ms.
type shown struct {
	Fit, Draw, Whole float64
	Engines          int
}

// engines compares the drawing of sharp pictures by one engine with that by all engines that the page starts, on two
// pages in turn.
func engines(o options) error {
	v, b, end, err := o.stage()
	if err != nil {
		return err
	}
	defer end()
	open := func(script string) (*browser.Page, error) {
		p, err := b.NewPage()
		if err != nil {
			return nil, err
		}
		if err := p.Resize(browser.Window{Width: 1280, Height: 800, Scale: 2}); err != nil {
			return nil, err
		}
		if err := p.Inject(script); err != nil {
			return nil, err
		}
		if err := p.Navigate(v.URL); err != nil {
			return nil, err
		}
		return p, browser.Wait(p, time.Minute, opened)
	}
	pages := make([]*browser.Page, 2) // with one engine, with all
	for i, script := range []string{lonely, "{}"} {
		if pages[i], err = open(script); err != nil {
			return err
		}
	}
	info, err := readMachineInfo(pages[1])
	if err != nil {
		return err
	}

	type row struct {
		Method  string  `json:"method"`
		N       int     `json:"n"`
		Engines int     `json:"engines"` // greatest number that drew one picture
		Alone   Summary `json:"aloneMS"`
		All     Summary `json:"allMS"`
	}
	var rows []row
	t := table{head: []string{"method", "n", "engines", "one engine", "all", "ratio"}}
	for _, sub := range []struct {
		method string
		n      int
	}{
		{"knn", 1000}, {"knn", 3000}, {"kernel_knn", 200}, {"kernel_knn", 1000}, {"kernel_density", 1000},
		{"kernel_density", 3000}, {"kernel_logistic", 1000},
	} {
		if !o.only.MatchString(sub.method + " " + strconv.Itoa(sub.n)) {
			continue
		}
		r := row{Method: sub.method, N: sub.n}
		var took [2][]float64
		pts := moons(sub.n, moonsNoise, 1)
		rounds := 16
		if o.quick {
			rounds = 5
		}
		// The page may start another engine for this method.
		text, err := doc.Encode(doc.Document{Method: sub.method, Points: pts[:50]})
		if err != nil {
			return err
		}
		for _, p := range pages {
			if err := do(p, "pointscape.set("+string(text)+").then(() => {})"); err != nil {
				return fmt.Errorf("%s: %w", sub.method, err)
			}
			if err := browser.Wait(p, time.Minute, "document.documentElement.dataset.busy === '0'"); err != nil {
				return fmt.Errorf("%s: %w", sub.method, err)
			}
		}
		for round := range rounds {
			// The data differ in each round, so that nothing comes from a cache.
			pts[0].X += 0.001
			text, err := doc.Encode(doc.Document{Method: sub.method, Points: pts,
				View: doc.View{X: [2]float64{0, 1}, Y: [2]float64{0, 1}}, Seed: 1})
			if err != nil {
				return err
			}
			arg, err := json.Marshal(string(text))
			if err != nil {
				return err
			}
			for i := range pages {
				who := (i + round) % 2
				x, err := browser.Eval[shown](pages[who], time.Minute, drawn+"("+string(arg)+")")
				if err != nil {
					return fmt.Errorf("%s, n=%d: %w", sub.method, sub.n, err)
				}
				if round >= 4 || o.quick && round >= 2 { // programs and engines have warmed up
					took[who] = append(took[who], x.Draw)
					if who == 1 {
						r.Engines = max(r.Engines, x.Engines)
					}
				}
			}
		}
		r.Alone, r.All = summarize(took[0]), summarize(took[1])
		rows = append(rows, r)
		t.add(r.Method, strconv.Itoa(r.N), strconv.Itoa(r.Engines), ms(r.Alone.Median), ms(r.All.Median),
			times(r.Alone.Median/r.All.Median))
		fmt.Printf("%-16s n=%-5d %d engines: %.1f ms, one %.1f ms\n", r.Method, r.N, r.Engines, r.All.Median, r.Alone.Median)
	}
	md := "# One engine and several\n\n" + info.String() + `.

What the sharp picture of a page of 1280x800 at two device pixels a pixel takes
to draw, on two pages in turn: one whose engine works alone, and one whose engine
may share rasters. Contours and painting are not shared. "engines": most that
drew one picture; 1 means that sharing was not worth it or was given up.

` + t.String()
	fmt.Println("\n" + md)
	return save(o, struct {
		Machine machineInfo `json:"machine"`
		Engines []row       `json:"engines"`
	}{info, rows}, md)
}
