package e2e

import (
	"fmt"
	"time"
)

// clock lets a test control the clock of a page and its frames (Options.Clock) or of a worker: performance.now and
// setTimeout. Timers of a second or longer fire only when the test advances the time: so waiting takes no time, and
// what is shown for some seconds stays as long as the test needs, however slow the machine is. A slow clock runs at a
// twentieth of the speed: a playing run advances only by the steps that the test asks for, and a moving pointer never
// counts as resting. (The clock does not stop, because go-app renders by it.)
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

// workersClock controls the clocks of the page's workers: passInWorkers advances the time in all of them, and waits
// until they have sent the messages that result. They start no further workers, which the page would not know. The
// script made runs with each worker as "this".
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

// Pass advances the page's clock (Options.Clock).
func (p *Page) Pass(d time.Duration) {
	p.t.Helper()
	p.Do(pass(d))
}

// pass returns the script that advances the page's clock by d.
func pass(d time.Duration) string { return fmt.Sprintf("clock.pass(%d)", d.Milliseconds()) }

// PassUntil advances the time in steps of d until a JavaScript expression is true.
func (p *Page) PassUntil(expr string, d time.Duration) {
	p.t.Helper()
	p.Wait(expr + " || (" + pass(d) + ", " + twoFrames + ", " + expr + ")")
}
