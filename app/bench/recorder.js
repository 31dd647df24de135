// Watches the real page from outside while a point or a slider is dragged. The page tells on
// <html>: data-state-version, raised by each edit, and data-picture-version, the
// state that the painted picture shows.

"use strict";

window.recorder = (() => {
	const root = document.documentElement;
	const state = () => Number(root.dataset.stateVersion);
	let on = "", moves = [], pending = [], frames = [], long = [], pictures = 0, heads = [], marks = [];

	// First of all listeners: what state was there before this move is handled. A
	// slider tells of its moves by "input".
	for (const type of ["pointermove", "input"]) {
		addEventListener(type, (e) => {
			if (on === type) {
				const move = { stamp: e.timeStamp, seen: performance.now(), wants: state() + 1, shown: 0 };
				moves.push(move);
				pending.push(move);
			}
		}, { capture: true, passive: true });
	}

	// Last of all: a slider's move that was handled and has changed nothing, because
	// the value it rounds to is still the same, has no picture to wait for.
	addEventListener("input", () => {
		if (on === "input" && moves.length > 0 && moves.at(-1).wants > state()) {
			pending = pending.filter((move) => move !== moves.at(-1));
			moves.pop();
		}
	}, { passive: true });

	// A picture is painted when the frame that shows it has been: a message
	// posted in the frame arrives after it.
	let newest = 0;
	const after = new MessageChannel(), painted = [];
	after.port1.onmessage = () => {
		const now = performance.now(), version = painted.shift();
		pending = pending.filter((move) => {
			if (move.wants > version) {
				return true;
			}
			move.shown = now;
			return false;
		});
	};
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

	// What the engine says of its own work; read in the end, as the page's thread is measured.
	pointscapeBoot.worker.addEventListener("message", ({ data: { type, head } }) => {
		if (on && type === "picture") {
			heads.push(head);
		}
	});

	const counts = () => ({ moves: moves.length, frames: frames.length, long: long.length, pictures, heads: heads.length });

	return {
		start(type = "pointermove") {
			moves = []; pending = []; frames = []; long = []; heads = []; pictures = 0; on = type;
			marks = [counts()];
			requestAnimationFrame(frame);
		},
		// mark begins another part of the record.
		mark() {
			marks.push(counts());
		},
		// stop returns the parts.
		stop() {
			on = "";
			const last = state();
			marks.push(counts());
			return marks.slice(1).map((to, i) => {
				const from = marks[i];
				const part = (list, of) => list.slice(from[of], to[of]);
				return {
					// A move that changed nothing has no picture of its own.
					moves: part(moves, "moves").filter((m) => m.wants <= last).map((m) => [m.stamp, m.seen, m.shown]),
					intervals: part(frames.slice(1).map((t, i) => t - frames[i]), "frames"),
					long: part(long, "long"),
					pictures: to.pictures - from.pictures,
					engine: part(heads, "heads").map((head) => {
						const { fitMS = 0, drawMS = 0, tile = 0 } = JSON.parse(head);
						return [fitMS, drawMS, tile];
					}),
				};
			});
		},
	};
})();
