// Watches the real page from outside while a point or a slider is dragged. The page tells on
// <html>: data-state-version, raised by each edit, and data-picture-version, the
// state that the painted picture shows. Pictures that the engine paints on a canvas of its own
// are shown by the worker's frames, which frames.js notes.

"use strict";

window.recorder = (() => {
	const root = document.documentElement;
	const state = () => Number(root.dataset.stateVersion);
	let on = "", moves = [], frames = [], long = [], pictures = 0, heads = [], marks = [];
	let shown = []; // [state, time] of what the page has painted
	let staging = false; // the worker has painted a picture on a canvas of its own
	const asked = new Map(); // the state that was asked for, by the request's id
	const cells = new Map(); // of pictures that stand beside the stage: by which one of them, [state, time] of what it has shown

	// First of all listeners: what state was there before this move is handled. A
	// slider reports its moves by "input".
	for (const type of ["pointermove", "input"]) {
		addEventListener(type, (e) => {
			if (on === type) {
				drop();
				moves.push({ stamp: e.timeStamp, seen: performance.now(), wants: state() + 1 });
			}
		}, { capture: true, passive: true });
	}

	// drop forgets the last move of a slider if it has changed nothing until now, because the value that it rounds to is
	// still the same: it has no picture to wait for. Some parameters change a moment after the event.
	const drop = () => {
		if (on === "input" && moves.length > 0 && moves.at(-1).wants > state()) {
			moves.pop();
		}
	};

	// What the page paints is shown when its frame has been: a message
	// posted in the frame arrives after it.
	let newest = 0;
	const after = new MessageChannel(), painted = [];
	after.port1.onmessage = () => shown.push([painted.shift(), performance.now()]);
	new MutationObserver(() => {
		const version = Number(root.dataset.pictureVersion);
		if (on && version > newest) {
			newest = version;
			pictures++;
			painted.push(version);
			after.port2.postMessage(0);
		}
	}).observe(root, { attributeFilter: ["data-picture-version"] });

	const frame = (t) => {
		if (on) {
			frames.push(t);
			requestAnimationFrame(frame);
		}
	};
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) {
			if (on) {
				long.push(e.duration);
			}
		}
	}).observe({ type: "longtask" });

	// What the engine says of its own work; read in the end, as the page's thread is measured. The page may start another
	// engine meanwhile: whichever is asked for a picture is listened to.
	const engines = new Set();
	const hear = (engine) => {
		if (engines.has(engine)) {
			return;
		}
		engines.add(engine);
		engine.addEventListener("message", ({ data: { type, head, pixels, bitmap } }) => {
			if (on && type === "picture") {
				heads.push(head);
				staging ||= !pixels && !bitmap;
			}
		});
	};

	// Pictures beside the stage are drawn by an engine of their own. The page paints one when its answer is there, before
	// the listener that is added here hears of it; it is shown when the next frame has been.
	const lanes = new Set(), beside = new Map();
	const listen = (lane) => {
		lanes.add(lane);
		lane.addEventListener("message", ({ data: { type, id } }) => {
			const of = beside.get(id);
			if (!on || type !== "celled" || !of) {
				return;
			}
			beside.delete(id);
			const c = new MessageChannel();
			c.port1.onmessage = () => {
				c.port1.close();
				cells.set(of.cell, [...cells.get(of.cell) ?? [], [of.state, performance.now()]]);
			};
			requestAnimationFrame(() => c.port2.postMessage(0));
		});
	};

	const { postMessage } = Worker.prototype;
	Worker.prototype.postMessage = function (m, ...rest) {
		if (on && m?.type === "draw") {
			hear(this);
			queueMicrotask(() => asked.set(m.id, state())); // when the page has told it
		}
		if (on && m?.type === "cell") {
			if (!lanes.has(this)) {
				listen(this);
			}
			const of = { cell: JSON.parse(m.head).cell ?? 0, state: state() };
			beside.set(m.id, of);
			queueMicrotask(() => of.state = state());
		}
		return postMessage.call(this, m, ...rest);
	};

	// staged returns [state, time] of what the worker's frames have shown.
	const channel = new BroadcastChannel("bench");
	const staged = async () => {
		const told = new Promise((resolve) => {
			channel.onmessage = ({ data }) => resolve(data.frames);
			setTimeout(resolve, 30000, []); // that worker has ended
		});
		channel.postMessage("frames");
		return (await told).flatMap(([ids, time]) => ids.filter((id) => asked.has(id)).map((id) => [asked.get(id), time - performance.timeOrigin]));
	};

	const counts = () => ({ moves: moves.length, frames: frames.length, long: long.length, pictures, heads: heads.length });

	return {
		start(type = "pointermove") {
			moves = []; shown = []; asked.clear(); cells.clear(); beside.clear(); frames = []; long = []; heads = []; pictures = 0; staging = false; on = type;
			marks = [counts()];
			requestAnimationFrame(frame);
		},
		// mark begins another part of the record.
		mark() {
			drop();
			marks.push(counts());
		},
		// followed is how many moves there are since the last mark: none before a picture has come, and its engine's word.
		followed() {
			const from = marks.at(-1);
			return pictures > from.pictures && heads.length > from.heads ? moves.length - from.moves : 0;
		},
		// answered tells whether every move has its pictures, on the stage and beside it. The page's own word is another one:
		// as long as a network trains, it is busy.
		answered() {
			const now = state(), last = moves.findLast((m) => m.wants <= now)?.wants ?? 0;
			return newest >= last && painted.length === 0 && [...cells.values()].every((list) => list.at(-1)[0] >= last);
		},
		// stop returns the parts.
		async stop() {
			drop();
			on = "";
			const last = state();
			marks.push(counts());
			// A picture's frame is the page's only where the page has painted it.
			const worker = staging ? await staged() : [], theirs = new Set(worker.map(([version]) => version));
			const seen = shown.filter(([version]) => !theirs.has(version)).concat(worker).sort((a, b) => a[1] - b[1]);
			const when = (wants) => seen.find(([version]) => version >= wants)?.[1] ?? 0;
			return marks.slice(1).map((to, i) => {
				const from = marks[i];
				const part = (list, of) => list.slice(from[of], to[of]);
				return {
					// A move that changed nothing has no picture of its own.
					moves: part(moves, "moves").filter((m) => m.wants <= last).map((m) => [m.stamp, m.seen, when(m.wants)]),
					intervals: part(frames.slice(1).map((t, i) => t - frames[i]), "frames"),
					long: part(long, "long"),
					// The same of each picture beside the stage, one after the other: seen, shown.
					cells: part(moves, "moves").filter((m) => m.wants <= last).flatMap((m) => [...cells.values()].map((list) =>
						[m.seen, list.find(([version]) => version >= m.wants)?.[1] ?? 0])),
					pictures: to.pictures - from.pictures,
					staged: worker.length, // of all parts
					engine: part(heads, "heads").map((head) => {
						const { fitMS = 0, drawMS = 0, tile = 0, player } = JSON.parse(head);
						return [fitMS, drawMS, tile, player?.step ?? 0];
					}),
				};
			});
		},
	};
})();
