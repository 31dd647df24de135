// A course in a learning platform. The course runs in a frame as it does elsewhere, and keeps in the browser's storage
// how far the student is. This script brings the storage to what the platform has kept, before the frame opens, and
// tells the platform what changes: by SCORM 2004 (4th edition), or by SCORM 1.2, whichever the platform has.
//
// JavaScript because platforms offer their API as an object of a window around this one.

"use strict";

{
	const course = JSON.parse(document.getElementById("course").textContent);
	const key = "pointscape.courses"; // app/room/lecture
	const player = document.getElementById("player");

	// The API is an object of a window around this one, or around the one that has opened it.
	function find(name) {
		const seen = new Set();
		for (const start of [window, window.opener]) {
			for (let w = start; w && !seen.has(w); w = w.parent) {
				seen.add(w);
				try {
					if (w[name]) {
						return w[name];
					}
				} catch {
					break; // of another origin
				}
			}
			try {
				if (start?.parent && start === window && window.top.opener?.[name]) {
					return window.top.opener[name];
				}
			} catch {
				// of another origin
			}
		}
		return null;
	}

	const newer = find("API_1484_11");
	const api = newer ?? find("API");
	const call = (now, before, ...args) => newer ? api[now](...args) : api["LMS" + before](...args);
	const names = newer ? {
		where: "cmi.location", kept: "cmi.suspend_data", raw: "cmi.score.raw", min: "cmi.score.min", max: "cmi.score.max",
		exit: "cmi.exit", time: "cmi.session_time",
	} : {
		where: "cmi.core.lesson_location", kept: "cmi.suspend_data", raw: "cmi.core.score.raw", min: "cmi.core.score.min",
		max: "cmi.core.score.max", exit: "cmi.core.exit", time: "cmi.core.session_time",
	};
	const get = (name) => String(call("GetValue", "GetValue", name) ?? "");
	const told = {}; // values that the platform has
	let failed = false;
	function set(name, value) {
		value = String(value);
		if (told[name] !== value) {
			if (String(call("SetValue", "SetValue", name, value)) === "true") {
				told[name] = value;
			} else {
				failed = true;
			}
		}
	}

	// read returns how far the student is, by page.
	function read() {
		try {
			return JSON.parse(localStorage.getItem(key))?.[course.name] ?? {};
		} catch {
			return {};
		}
	}

	// pack writes that as text of at most so many characters: the steps, and answers as long as there is room for them.
	function pack(kept, most) {
		const pages = course.pages.map((p, i) => [i, kept[p.id]]).filter(([, had]) => had);
		for (let from = 0; ; from++) {
			const text = JSON.stringify({ v: 1, sum: course.sum, pages: pages.map(([i, had], k) =>
				[i, had.step, had.done ? 1 : 0, ...k >= from && had.answers && Object.keys(had.answers).length ? [had.answers] : []]) });
			if (text.length <= most || from >= pages.length) {
				return text;
			}
		}
	}

	// unpack is the reverse. What another edition of the course has kept says nothing of this one's steps.
	function unpack(text) {
		const kept = {};
		try {
			const had = JSON.parse(text);
			if (had.v === 1 && had.sum === course.sum) {
				for (const [i, step, done, answers] of had.pages) {
					if (course.pages[i] && Number.isInteger(step)) {
						kept[course.pages[i].id] = { step, done: done === 1, answers: answers ?? {} };
					}
				}
			}
		} catch {
			// nothing was kept, or by another program
		}
		return kept;
	}

	// sums counts the steps that are done and those that ask, of which the score is made.
	function sums(kept) {
		let steps = 0, done = 0, asks = 0, solved = 0, complete = true;
		for (const p of course.pages) {
			const had = kept[p.id];
			const upTo = had ? had.step + (had.done ? 1 : 0) : 0;
			if (p.asks.length === 0) {
				steps++;
				done += had ? 1 : 0;
				complete &&= !!had;
				continue;
			}
			steps += p.asks.length;
			done += Math.min(upTo, p.asks.length);
			asks += p.asks.filter((is) => is).length;
			solved += p.asks.filter((is, i) => is && i < upTo).length;
			complete &&= upTo >= p.asks.length;
		}
		return { share: steps ? done / steps : 1, score: asks ? solved / asks : steps ? done / steps : 1, complete };
	}

	const started = Date.now();
	function elapsed() {
		const s = Math.max(0, Math.round((Date.now() - started) / 1000));
		const h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
		if (newer) {
			return `PT${h}H${m}M${s % 60}S`;
		}
		const two = (n) => String(n).padStart(2, "0");
		return `${String(h).padStart(4, "0")}:${two(m)}:${two(s % 60)}`;
	}

	function page() {
		try {
			return new URLSearchParams(player.contentWindow.location.search).get("course")?.split("/")[1] ?? "";
		} catch {
			return "";
		}
	}

	// report tells the platform what has changed.
	let open = false;
	function report() {
		if (!open) {
			return;
		}
		failed = false;
		const kept = read(), { share, score, complete } = sums(kept);
		set(names.kept, pack(kept, newer ? 64000 : 4096));
		if (page()) {
			set(names.where, page());
		}
		set(names.min, 0);
		set(names.max, 100);
		set(names.raw, Math.round(100 * score));
		if (newer) {
			set("cmi.score.scaled", (Math.round(100 * score) / 100).toString());
			set("cmi.progress_measure", (Math.floor(100 * share) / 100).toString());
			set("cmi.completion_status", complete ? "completed" : "incomplete");
			set("cmi.success_status", complete ? "passed" : "unknown");
		} else {
			set("cmi.core.lesson_status", complete ? "completed" : "incomplete");
		}
		set(names.exit, "suspend");
		set(names.time, elapsed());
		if (String(call("Commit", "Commit", "")) !== "true") {
			failed = true;
		}
		document.getElementById("lost").hidden = !failed;
	}

	function end() {
		report();
		if (open) {
			open = false;
			call("Terminate", "Finish", "");
		}
	}

	let start = course.pages[0].id;
	if (api) {
		open = String(call("Initialize", "Initialize", "")) === "true";
	}
	if (open) {
		const kept = unpack(get(names.kept));
		try { // another student may have used this browser
			const all = JSON.parse(localStorage.getItem(key)) ?? {};
			all[course.name] = kept;
			localStorage.setItem(key, JSON.stringify(all));
		} catch {
			document.getElementById("lost").hidden = false;
		}
		if (course.pages.some((p) => p.id === get(names.where))) {
			start = get(names.where);
		}
		addEventListener("storage", (e) => {
			if (e.key === key) {
				report();
			}
		});
		addEventListener("pagehide", end);
		document.addEventListener("visibilitychange", () => {
			if (document.visibilityState === "hidden") {
				report();
			}
		});
		setInterval(report, 60_000); // the time
	} else {
		document.getElementById("alone").hidden = false;
	}
	player.src = `app/index.html?course=${course.name}/${start}&lang=${course.lang}`;
}
