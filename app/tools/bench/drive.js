// The bench page: runs one workload at a time on contestants that each have a
// worker of their own, one at work at a time.

"use strict";

(() => {
	// A contestant answers one call at a time.
	class Contestant {
		constructor(script) {
			this.worker = new Worker(script);
			this.waiting = null;
			this.ready = new Promise((resolve, reject) => {
				this.waiting = { resolve, reject };
			});
			this.worker.onerror = (e) => this.settle("reject", new Error(e.message || "the worker failed"));
			this.worker.onmessage = (e) => this.receive(e.data);
		}
		settle(how, value) {
			const w = this.waiting;
			this.waiting = null;
			w?.[how](value);
		}
		ask(message, transfer) {
			return new Promise((resolve, reject) => {
				this.waiting = { resolve, reject };
				this.worker.postMessage(message, transfer);
			});
		}
		close() { this.worker.terminate(); }
	}

	// Peers speak the protocol of peers/serve.js.
	class Peer extends Contestant {
		receive(m) {
			if (m.error) {
				this.settle("reject", new Error(m.error));
				return;
			}
			this.settle("resolve", m);
		}
		async call({ op, args, send }, points) {
			const mine = send ? points.slice() : undefined;
			const start = performance.now();
			const { ms, values, info } = await this.ask({ op, args, points: mine }, mine ? [mine.buffer] : []);
			return { trip: performance.now() - start, inside: ms, values, info };
		}
	}

	// The engine, in the worker that the page gives it, told what to run as
	// web/boot.js tells it.
	class Engine extends Contestant {
		constructor({ worker, engine, mark }) {
			super("/" + worker);
			const absolute = (file) => ({ ...file, url: new URL(file.url, location.origin + "/").href });
			this.worker.postMessage({ type: "run", mark, program: { ...absolute(engine), packed: engine.packed.map(absolute) } });
			this.version = 0;
			this.id = 0;
		}
		receive(m) {
			switch (m.type) {
				case "boot":
				case "compiled":
				case "progress":
					return;
				case "error":
				case "fatal":
					this.settle("reject", new Error(JSON.parse(m.head).message));
					return;
			}
			this.settle("resolve", m);
		}
		async call({ args, send }, points) {
			const mine = send ? points.slice() : undefined;
			const start = performance.now();
			if (mine) {
				this.version++;
			}
			const head = JSON.stringify({ ...args, pointsVersion: this.version });
			const m = await this.ask({ type: "field", id: ++this.id, head, points: mine }, mine ? [mine.buffer] : []);
			const trip = performance.now() - start;
			const info = JSON.parse(m.head); // zeros are left out
			return { trip, inside: (info.fitMS ?? 0) + (info.fieldMS ?? 0), values: m.values, info };
		}
	}

	const contestants = new Map();

	const contestant = async (who) => {
		if (!contestants.has(who)) {
			let c;
			if (who === "engine") {
				const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
				c = new Engine(JSON.parse(page.getElementById("boot-config").textContent));
			} else {
				c = new Peer(`/bench/${who}.js`);
			}
			contestants.set(who, c);
			await c.ready;
		}
		return contestants.get(who);
	};

	const mulberry32 = (seed) => () => {
		seed = seed + 0x6D2B79F5 | 0;
		let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
		t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
		return ((t ^ t >>> 14) >>> 0) / 4294967296;
	};

	// edit moves one point a little, in its coordinates that are inputs, and its
	// target where it has one.
	const edit = (points, random) => {
		const i = 3 * Math.floor(random() * points.length / 3);
		for (const c of [0, 1]) {
			points[i + c] = Math.min(1, Math.max(0, points[i + c] + 0.1 * (random() - 0.5)));
		}
	};

	const send = async (workload, who, what, body) => {
		const r = await fetch(`/bench/answer?workload=${workload}&who=${who}&what=${what}`, { method: "POST", body });
		if (!r.ok) {
			throw new Error(`answer: ${r.status}`);
		}
	};

	// run measures a workload: {id, edit, warm, warmFor, min, max, budget, who: [{name,
	// prepare, between, call, examine, max}]}. Each round calls every contestant once, in
	// turned order every other round; a contestant whose own max is reached
	// rests. The answers of the last round are sent to the server.
	const run = async (w) => {
		const points = new Float64Array(await (await fetch(`/bench/points?workload=${w.id}`)).arrayBuffer());
		const random = mulberry32(20261121);
		const result = {};
		for (const p of w.who) {
			result[p.name] = { trips: [], insides: [] };
		}
		const attempt = async (p, what) => {
			try {
				return await what(await contestant(p.name));
			} catch (err) {
				result[p.name].error = String(err?.message ?? err);
				contestants.get(p.name)?.close();
				contestants.delete(p.name);
			}
		};
		const alive = () => w.who.filter((p) => !result[p.name].error);
		for (const p of w.who) {
			if (p.prepare) {
				await attempt(p, (c) => c.call(p.prepare, points));
			}
		}
		const last = {};
		let begun = performance.now();
		// Programs are compiled while they run, hot loops a second time: rounds
		// before round 0 warm up, at least warm of them and for warmFor ms.
		let round = -w.warm;
		for (; round < w.max && (round < w.min || performance.now() - begun < w.budget); round++) {
			if (round === 0 && performance.now() - begun < w.warmFor) {
				round = -1;
			} else if (round === 0) {
				begun = performance.now();
			}
			if (w.edit) {
				edit(points, random);
			}
			const order = alive();
			if (round % 2) {
				order.reverse();
			}
			for (const p of order) {
				const r = result[p.name];
				if (p.max && (r.trips.length >= p.max || round < 0 && last[p.name])) {
					continue; // it is slow, and knows by now what it does
				}
				if (p.between && !await attempt(p, (c) => c.call(p.between, points))) {
					continue;
				}
				await new Promise((resolve) => setTimeout(resolve, 4));
				const a = await attempt(p, (c) => c.call(p.call, points));
				if (!a) {
					continue;
				}
				last[p.name] = { ...a, points: w.edit ? points.slice() : points };
				if (round >= 0) {
					r.trips.push(a.trip);
					r.insides.push(a.inside);
				}
			}
		}
		for (const p of alive()) {
			let { values, info, points: of } = last[p.name];
			if (p.examine) {
				const more = await attempt(p, (c) => c.call(p.examine, of));
				if (!more) {
					continue;
				}
				info = more.info;
				values = more.values?.length ? more.values : values;
			}
			await send(w.id, p.name, "values", values ?? new Float32Array());
			await send(w.id, p.name, "info", JSON.stringify(info ?? {}));
			await send(w.id, p.name, "points", of);
		}
		return result;
	};

	const close = () => {
		for (const c of contestants.values()) {
			c.close();
		}
		contestants.clear();
	};

	window.bench = { run, close, isolated: crossOriginIsolated, agent: navigator.userAgent, cores: navigator.hardwareConcurrency };
})();
