package e2e

import (
	"strconv"
	"testing"
	"time"
)

// Inject runs JavaScript in every page and frame opened from now on, before its own scripts.
func (p *Page) Inject(js string) {
	p.t.Helper()
	p.must(p.tab.Inject(js))
}

// trusting makes a worker run its own script from an address.
const trusting = `importScripts(trustedTypes.createPolicy("pointscape", { createScriptURL: (address) => address })
	.createScriptURL(self.pointscapeScript));`

// workerWith makes the page's workers run a script before their own; the script made runs with each worker as "this".
func workerWith(script, made string) string {
	return `{
	const Real = Worker;
	window.Worker = class extends Real {
		constructor(script, options) {
			// Code that the page has made is no script to import: it follows the test's.
			let code = ` + strconv.Quote(trusting) + `;
			if (String(script).startsWith("blob:")) {
				const request = new XMLHttpRequest();
				request.open("GET", script, false);
				request.send();
				code = request.responseText;
			} else {
				code = "self.pointscapeBase = " + JSON.stringify(new URL(script, document.baseURI).href) + ";" + code;
			}
			super(pointscapeFirst.trusted.createScriptURL(URL.createObjectURL(new Blob([
				` + strconv.Quote(script) + ` + "self.pointscapeScript = " + JSON.stringify(String(script)) + ";" + code,
			], { type: "text/javascript" }))), options);
			` + made + `
		}
	};
}`
}

// mortal lets a test end a worker from within ({end: "close"}), like a browser that is short of memory, or put it into
// an endless loop ({end: "hang"}): neither causes an event.
var mortal = workerWith(
	`addEventListener('message', (e) => { if (e.data.end) { e.stopImmediatePropagation(); if (e.data.end === 'close') { close(); } else { for (;;); } } });`, "")

// late delays the start of each worker's program, as on a slow machine, until the worker is sent {begin: true}.
var late = workerWith(`{ let run, begun = false;
	addEventListener("message", (e) => {
		if (e.data.type === "run" && !begun) { run = e.data; e.stopImmediatePropagation(); }
		if (e.data.begin) { begun = true; e.stopImmediatePropagation(); dispatchEvent(new MessageEvent("message", { data: run })); }
	}); }`, "")

// TestSilentEngine: an engine that ends without a message, or never answers, is replaced. The user's changes in the
// meantime are drawn.
func TestSilentEngine(t *testing.T) {
	sideBySide(t)
	for _, end := range some(1, []string{"hang", "close"}) { // who hangs must be ended, too
		t.Run(end, func(t *testing.T) {
			p := Start(t, Options{Closed: true, Clock: true})
			p.Inject(mortal)
			p.Open(link(t, twoClasses))
			p.WaitReady()
			was := p.hash()
			p.Do(`pointscapeBoot.worker.postMessage({end: ` + quote(end) + `})`)
			x, y := p.At(0.5, 0.9)
			p.Click(x, y)
			p.points(5)
			p.PassUntil(told("The engine stopped and was restarted"), 5*time.Second)
			p.WaitReady()
			if p.hash() == was {
				t.Error("what was changed meanwhile is not drawn")
			}
			if n := len(p.Doc().Points); n != 5 {
				t.Errorf("%d points", n)
			}
		})
	}
}
