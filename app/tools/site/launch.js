// A course in a learning platform. The course runs in a frame as it does elsewhere, and keeps in the browser's storage
// how far the student is. This script brings the storage to what the platform has kept, before the frame opens, and
// tells the platform what changes: by SCORM 1.2 or 2004 (4th edition), whichever the package was made for; by the other
// one where the platform has only that.
//
// What a student has done stays done: a page that is begun again, or another edition of the course, takes away neither
// the score nor the completion.
//
// JavaScript because platforms offer their API as an object of a window around this one.

"use strict";

{
	const course = JSON.parse(document.getElementById("course").textContent);
	const key = "pointscape.courses"; // app/room/lecture
	const player = document.getElementById("player");
	const show = (id, on) => { document.getElementById(id).hidden = !on; };

	// The API is an object of a window around this one, or around the one that has opened it or its frames.
	function find(name) {
		const seen = new Set();
		const starts = [() => window, () => window.opener, () => window.top.opener];
		for (const start of starts) {
			try {
				for (let w = start(); w && !seen.has(w); w = w.parent) {
					seen.add(w);
					try {
						const begins = name === "API" ? "LMSInitialize" : "Initialize";
						if (typeof w[name]?.[begins] === "function") { // not a frame of that name
							return w[name];
						}
					} catch {
						// of another origin: that of a window around it may be ours
					}
				}
			} catch {
				// of another origin
			}
		}
		return null;
	}

	const first = course.version === "1.2" ? ["API", "API_1484_11"] : ["API_1484_11", "API"];
	const has = first.find((name) => find(name));
	const api = has && find(has);
	const newer = has === "API_1484_11";

	// call asks the platform. Of one whose window is closed, or that fails, the answer is "".
	function call(now, before, ...args) {
		try {
			return String((newer ? api[now](...args) : api["LMS" + before](...args)) ?? "");
		} catch (err) {
			console.warn(`Pointscape: the learning platform's ${now} has failed:`, err);
			return "";
		}
	}

	const core = "cmi.core.";
	const names = newer ? {
		where: "cmi.location", raw: "cmi.score.raw", min: "cmi.score.min", max: "cmi.score.max", status: "cmi.completion_status",
		exit: "cmi.exit", time: "cmi.session_time", mode: "cmi.mode",
	} : {
		where: core + "lesson_location", raw: core + "score.raw", min: core + "score.min", max: core + "score.max",
		status: core + "lesson_status", exit: core + "exit", time: core + "session_time", mode: core + "lesson_mode",
	};
	const room = newer ? 64000 : 4096; // characters of suspend data
	const get = (name) => call("GetValue", "GetValue", name);
	const told = {}; // values that the platform has
	let failed = false;

	// set gives the platform a value. Without one that it need not have, such as the least score in 1.2, nothing is lost.
	function set(name, value, needed = true) {
		value = String(value);
		if (told[name] === value) {
			return;
		}
		if (call("SetValue", "SetValue", name, value) === "true") {
			told[name] = value;
		} else {
			failed ||= needed;
		}
	}

	// The browser's storage, or, where it is refused, one that the frame has from here (web/boot.js).
	let items = null;
	try {
		localStorage.getItem(key);
	} catch {
		items = window.pointscapeItems = new Map();
	}
	const text = () => items ? items.get(key) : localStorage.getItem(key);

	// read returns how far the student is in all courses that the browser knows, by course and page.
	function read() {
		try {
			return JSON.parse(text()) ?? {};
		} catch {
			return {};
		}
	}

	// most is how many steps of a page were done at most.
	const most = {};
	function count(kept) {
		for (const p of course.pages) {
			const had = kept[p.id];
			if (had) {
				const upTo = p.asks.length ? had.step + (had.done ? 1 : 0) : 1;
				most[p.id] = Math.max(most[p.id] ?? 0, Math.min(upTo, Math.max(p.asks.length, 1)));
			}
		}
	}

	// pack writes how far the student is as a text that has room: the steps, what a page that is under way began with,
	// and answers, those of the last pages first.
	function pack(kept) {
		const pages = course.pages.filter((p) => kept[p.id] || most[p.id]);
		const begun = (p, had) => had?.start && had.step > 0 && had.step + (had.done ? 1 : 0) < p.asks.length && Object.keys(had.start).length > 0;
		const write = (from, starts) => JSON.stringify({
			v: 1, pages: pages.map((p, i) => {
				const had = kept[p.id], more = {};
				if (i >= from && had?.answers && Object.keys(had.answers).length > 0) {
					more.a = had.answers;
				}
				if (starts && begun(p, had)) {
					more.s = had.start;
				}
				if (!starts && begun(p, had)) { // without that its tasks can't be judged
					return [p.sum, most[p.id] ?? 0, 0, 0];
				}
				return [p.sum, most[p.id] ?? 0, had?.step ?? null, had?.done ? 1 : 0, ...Object.keys(more).length ? [more] : []];
			}),
		});
		for (let from = 0; from <= pages.length; from++) {
			const packed = write(from, true);
			if (packed.length <= room) {
				return packed;
			}
		}
		return write(pages.length, false);
	}

	// unpack is the reverse. A page that has other steps now begins anew.
	function unpack(packed) {
		const kept = {};
		try {
			for (const [sum, done, step, last, more] of JSON.parse(packed).pages) {
				const p = course.pages.find((p) => p.sum === sum);
				if (!p) {
					continue;
				}
				most[p.id] = Number.isInteger(done) ? done : 0;
				if (Number.isInteger(step)) {
					kept[p.id] = { step, done: last === 1, answers: more?.a ?? {} };
					if (more?.s) {
						kept[p.id].start = more.s;
					}
				}
			}
		} catch {
			// nothing was kept, or by another program
		}
		return kept;
	}

	// sums counts the steps that are done and those that ask, of which the score is made.
	function sums() {
		let steps = 0, done = 0, asks = 0, solved = 0;
		for (const p of course.pages) {
			const upTo = most[p.id] ?? 0;
			steps += Math.max(p.asks.length, 1);
			done += upTo;
			asks += p.asks.filter((is) => is).length;
			solved += p.asks.filter((is, i) => is && i < upTo).length;
		}
		return { share: done / steps, score: asks ? solved / asks : done / steps, complete: done === steps };
	}

	// The time that the page is seen. What lies asleep does not count; the platform hears of it every five minutes.
	const tick = 60_000;
	let ticks = 0;
	let spent = 0, since = Date.now();
	function elapsed() {
		const now = Date.now();
		spent += Math.min(Math.max(now - since, 0), 2 * tick);
		since = now;
		return spent;
	}
	function session() {
		if (document.visibilityState !== "hidden") {
			elapsed();
		}
		const s = Math.round(spent / 1000), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
		const two = (n) => String(n).padStart(2, "0");
		return newer ? `PT${h}H${m}M${s % 60}S` : `${String(h).padStart(4, "0")}:${two(m)}:${two(s % 60)}`;
	}

	function page() {
		try {
			return new URLSearchParams(player.contentWindow.location.search).get("course")?.split("/")[1] ?? "";
		} catch {
			return "";
		}
	}

	// What the platform has said in the beginning: the score from which on it is passed, NaN = none.
	let least = NaN, passed = false;

	// tell tells the platform whether the course is done. Once that is so, it stays so.
	let complete = false;
	function tell(done, score) {
		complete ||= done;
		if (newer) {
			set(names.status, complete ? "completed" : "incomplete");
			if (score >= least || Number.isNaN(least) && complete) {
				set("cmi.success_status", "passed");
			} else if (complete) {
				set("cmi.success_status", "failed");
			}
		} else if (!complete) {
			set(names.status, "incomplete");
		} else if (Number.isNaN(least)) {
			set(names.status, passed ? "passed" : "completed");
		} else {
			set(names.status, score >= least ? "passed" : "failed");
		}
	}

	// report tells the platform what has changed.
	let open = false, looks = false, best = 0; // looks: what is only looked at changes nothing
	function report() {
		if (!open || looks) {
			return;
		}
		failed = false;
		const kept = read()[course.name] ?? {};
		count(kept);
		const { share, score, complete: done } = sums();
		best = Math.max(best, Math.round(100 * score));
		set("cmi.suspend_data", pack(kept));
		if (page()) {
			set(names.where, page());
		}
		set(names.min, 0, false);
		set(names.max, 100, false);
		set(names.raw, best);
		if (newer) {
			set("cmi.score.scaled", best / 100);
			set("cmi.progress_measure", Math.floor(100 * share) / 100, false);
		}
		tell(done, best / 100);
		set(names.exit, "suspend"); // so that it is gone on with; a new attempt begins from nothing
		set(names.time, session());
		failed ||= call("Commit", "Commit", "") !== "true";
		show("lost", failed);
	}

	function end() {
		report();
		if (open) {
			open = false;
			call("Terminate", "Finish", "");
		}
	}

	// resume brings the storage to what the platform has kept: another student may have used this browser.
	function resume() {
		const kept = unpack(get("cmi.suspend_data"));
		const had = parseFloat(get(names.raw));
		best = had >= 0 && had <= 100 ? had : 0;
		passed = get(names.status) === "passed";
		complete = passed || get(names.status) === "completed";
		least = parseFloat(get(newer ? "cmi.scaled_passing_score" : "cmi.student_data.mastery_score")) / (newer ? 1 : 100);
		const all = read(), mine = all[course.name] ??= {};
		for (const p of course.pages) {
			delete mine[p.id];
		}
		Object.assign(mine, kept);
		try {
			if (items) {
				items.set(key, JSON.stringify(all));
			} else {
				localStorage.setItem(key, JSON.stringify(all));
				sessionStorage.removeItem("pointscape.v1.tab"); // a picture that this tab has left (app/history)
			}
		} catch {
			show("lost", true);
		}
	}

	let start = course.pages[0].id;
	const begun = !!api && call("Initialize", "Initialize", "") === "true";
	if (begun) {
		resume();
		const where = get(names.where);
		if (course.pages.some((p) => p.id === where)) {
			start = where;
		}
		open = true;
		looks = ["review", "browse"].includes(get(names.mode));
		let last = text();
		const changed = () => {
			if (text() !== last) {
				last = text();
				report();
			}
		};
		addEventListener("storage", changed);
		if (items) {
			setInterval(changed, 1000); // nothing tells
		}
		addEventListener("pagehide", end);
		addEventListener("pageshow", (e) => {
			if (e.persisted) {
				location.reload(); // the platform has ended that session
			}
		});
		document.addEventListener("visibilitychange", () => {
			if (document.visibilityState === "hidden") {
				elapsed();
				report();
			} else {
				since = Date.now();
			}
		});
		setInterval(() => {
			if (document.visibilityState !== "hidden") {
				elapsed();
			}
			if (++ticks % 5 === 0) {
				report();
			}
		}, tick);
		report();
	} else {
		show(api ? "lost" : "alone", true);
	}
	player.src = `app/index.html?course=${course.name}/${start}&lang=${course.lang}`;
}
