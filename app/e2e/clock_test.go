package e2e

import (
	"fmt"
	"time"
)

// clock gives a test the clock of a page and its frames (Options.Clock), or of a worker: performance.now and
// setTimeout. Timers of a second and more never ring by themselves, but when the test lets time pass: so what people
// wait for takes no time, and what is shown for some seconds is there as long as the test looks, however slow the
// machine is. A slow clock goes at a twentieth of its pace: what plays takes the steps that the test asks for, and a
// hand that moves never rests. (It does not stand still, because go-app renders by it.)
const clock = `{
	const now = performance.now.bind(performance), set = self.setTimeout.bind(self), clear = self.clearTimeout.bind(self);
	let pace = 1, since = now(), was = since; // it was so late then, by the browser's clock
	let passed = 0; // by the test
	const time = () => was + pace * (now() - since);
	const turn = (to) => { // until the test has let so much pass
		was += to - passed;
		passed = to;
	};
	const waiting = new Map();
	let last = 1e9;
	const long = (timer) => timer.delay >= 1000;
	const left = (timer) => Math.max(0, timer.at - (long(timer) ? passed : time()));
	const ring = (id) => {
		const timer = waiting.get(id);
		waiting.delete(id);
		timer?.ring();
	};
	const wind = (id, timer) => { // has the browser ring what is due soon
		clear(timer.real);
		if (!long(timer)) timer.real = set(ring, left(timer) / pace, id);
	};
	performance.now = time;
	self.setTimeout = (f, delay = 0, ...rest) => {
		if (!(delay > 0)) return set(f, delay, ...rest);
		const timer = { delay, at: (delay >= 1000 ? passed : time()) + delay, ring: () => f(...rest) };
		waiting.set(++last, timer);
		wind(last, timer);
		return last;
	};
	self.clearTimeout = (id) => {
		clear(waiting.get(id)?.real ?? id);
		waiting.delete(id);
	};
	self.clock = {
		slow(on) {
			[was, since, pace] = [time(), now(), on ? 1 / 20 : 1];
			waiting.forEach((timer, id) => wind(id, timer));
		},
		// pass lets milliseconds pass: timers ring in their order, each at its time. Times are compared as they were set:
		// what is left of two, after the same steps, may differ by an error of rounding.
		pass(ms) {
			const end = passed + ms, due = (timer) => long(timer) ? timer.at : passed + left(timer);
			for (;;) {
				const [id, timer] = [...waiting].sort(([, a], [, b]) => due(a) - due(b))[0] ?? [];
				if (!timer || due(timer) > end) break;
				clear(timer.real);
				turn(Math.max(passed, due(timer)));
				ring(id);
			}
			turn(end);
			waiting.forEach((timer, id) => wind(id, timer));
		},
	};
}`

// workersClock is that of the page's workers: passInWorkers lets time pass in all of them, and waits until they have
// said what comes of it. They hire no others, of which the page would not know. made is run with each as "this".
func workersClock(made string) string {
	return workerWith(clock+`addEventListener("message", (e) => {
	if (!e.data.pass) return;
	e.stopImmediatePropagation();
	clock.pass(e.data.pass);
	setTimeout(() => e.ports[0].postMessage("passed"));
});
self.pointscapeSubworker = () => null;`, `
	(window.clocked ??= new Set()).add(this);
	const gone = () => clocked.delete(this), end = this.terminate.bind(this);
	this.terminate = () => { gone(); end(); };
	this.addEventListener("error", gone);`+made) + `
window.passInWorkers = (ms) => Promise.all([...window.clocked ?? []].map((w) => new Promise((done) => {
	const c = new MessageChannel();
	c.port1.onmessage = done;
	w.addEventListener("error", done);
	w.postMessage({ pass: ms }, [c.port2]);
})));`
}

// Pass lets time pass on the page (Options.Clock).
func (p *Page) Pass(d time.Duration) {
	p.t.Helper()
	p.Do(pass(d))
}

// pass is the script that does.
func pass(d time.Duration) string { return fmt.Sprintf("clock.pass(%d)", d.Milliseconds()) }

// PassUntil lets time pass, so much at once and as little as can be, until a JavaScript expression holds.
func (p *Page) PassUntil(expr string, d time.Duration) {
	p.t.Helper()
	p.Wait(expr + " || (" + pass(d) + ", " + twoFrames + ", " + expr + ")")
}
