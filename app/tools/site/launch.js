// The page of a package that a learning platform opens. The course runs in a frame, as it does elsewhere, and keeps the
// student's progress in the browser's storage. Before the frame opens, this script sets the storage to the progress
// that the platform has kept; afterwards it reports changes to the platform. It uses SCORM 1.2 or 2004 (4th edition),
// whichever the package was made for, or the other one if the platform offers only that.
//
// What a student has done stays done: the score does not fall, and a course that was reported as completed or passed
// stays completed, if the student starts a page again or continues with another edition of the course.
//
// This is JavaScript because platforms offer their API as an object of a window around this one.

"use strict";

{
	const course = JSON.parse(document.getElementById("course").textContent);
	const key = "pointscape.courses"; // of localStorage; see app/room/lecture
	const player = document.getElementById("player");
	const show = (id, on) => { document.getElementById(id).hidden = !on; };

	// find returns the API with this name, or null. It is an object of this window or one around it, of the window that
	// opened this one or the top one, or of a window around the opener.
	function find(name) {
		const seen = new Set();
		const starts = [() => window, () => window.opener, () => window.top.opener];
		for (const start of starts) {
			try {
				for (let w = start(); w && !seen.has(w); w = w.parent) {
					seen.add(w);
					try {
						const begins = name === "API" ? "LMSInitialize" : "Initialize";
						if (typeof w[name]?.[begins] === "function") { // else it is a frame with that name
							return w[name];
						}
					} catch {
						// a window of another origin; a window around it may have ours
					}
				}
			} catch {
				// a window of another origin
			}
		}
		return null;
	}

	const first = course.version === "1.2" ? ["API", "API_1484_11"] : ["API_1484_11", "API"];
	const has = first.find((name) => find(name));
	const api = has && find(has);
	const newer = has === "API_1484_11";

	// call calls a function of the API and returns its result as a string, "" if the call fails. now is the function's
	// name in SCORM 2004, before its name in SCORM 1.2 without LMS.
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
	const told = {}; // values that the platform has accepted in this session, by name
	let failed = false; // a needed value was refused in the present report

	// set sets a value of the platform, unless the platform has it already. A value that is not needed, such as the
	// smallest score in SCORM 1.2, may be refused.
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

	// null = localStorage is used. If the browser refuses that, items replaces it here and in the frame (web/boot.js).
	let items = null;
	try {
		localStorage.getItem(key);
	} catch {
		items = window.pointscapeItems = new Map();
	}
	const text = () => items ? items.get(key) : localStorage.getItem(key);

	// read returns the student's progress in all courses that the storage has, by course and page.
	function read() {
		try {
			return JSON.parse(text()) ?? {};
		} catch {
			return {};
		}
	}

	// most has the largest number of steps that were ever done, by page. A page without steps has one: reading it.
	const most = {};
	// count updates most with the progress in this course, by page.
	function count(kept) {
		for (const p of course.pages) {
			const had = kept[p.id];
			if (had) {
				const upTo = p.asks.length ? had.step + (had.done ? 1 : 0) : 1;
				most[p.id] = Math.max(most[p.id] ?? 0, Math.min(upTo, Math.max(p.asks.length, 1)));
			}
		}
	}

	// pack returns the progress as a text: for each page the steps, what a page that is not finished started with, and
	// the answers. If that has more than room characters, it leaves out the answers of the first pages, and at last all
	// answers; if that is not enough, also the starts, so that such pages begin anew.
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
				if (!starts && begun(p, had)) { // without its start, its tasks can't be judged
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

	// unpack returns the progress from a text of pack, and sets most. It leaves out pages whose steps have changed (sum),
	// so that they begin anew.
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
			// no progress was kept, or not by this program
		}
		return kept;
	}

	// sums returns the share of all steps that are done, the score, and whether all steps are done. The score is the
	// share of the questions and tasks that are done, or, if there are none, of all steps.
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

	// The time for which the page was visible. It is reported at least every five minutes.
	const tick = 60_000; // ms
	let ticks = 0;
	let spent = 0, since = Date.now(); // ms until since
	// elapsed adds the time since the last call, at most two ticks: more has passed only if the computer slept.
	function elapsed() {
		const now = Date.now();
		spent += Math.min(Math.max(now - since, 0), 2 * tick);
		since = now;
		return spent;
	}
	// session returns the time spent in the format of SCORM.
	function session() {
		if (document.visibilityState !== "hidden") {
			elapsed();
		}
		const s = Math.round(spent / 1000), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
		const two = (n) => String(n).padStart(2, "0");
		return newer ? `PT${h}H${m}M${s % 60}S` : `${String(h).padStart(4, "0")}:${two(m)}:${two(s % 60)}`;
	}

	// page returns the id of the page that the frame shows, "" if that is not known.
	function page() {
		try {
			return new URLSearchParams(player.contentWindow.location.search).get("course")?.split("/")[1] ?? "";
		} catch {
			return "";
		}
	}

	// From the platform, at the start: the passing score (0 to 1, NaN = none), and whether the status was "passed".
	let least = NaN, passed = false;

	// tell reports whether the course is completed and passed. Once completed, it stays completed.
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
			set(names.status, passed || score >= least ? "passed" : "failed");
		}
	}

	// report sends the progress to the platform.
	// open: the session has begun and not ended. looks: the course is only viewed (review or browse); nothing is reported.
	// best: the largest score so far, in percent.
	let open = false, looks = false, best = 0;
	function report() {
		if (!open || looks) {
			return;
		}
		failed = false;
		const kept = read()[course.name] ?? {};
		count(kept);
		const { share, score, complete: done } = sums();
		best = Math.max(best, Math.floor(100 * score + 1e-9)); // 79.5 % is not 80 %
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
		set(names.exit, "suspend"); // else the next visit is a new attempt, without data
		set(names.time, session());
		failed ||= call("Commit", "Commit", "") !== "true";
		show("lost", failed);
	}

	// end reports once more, and ends the session.
	function end() {
		report();
		if (open) {
			open = false;
			call("Terminate", "Finish", "");
		}
	}

	// resume sets the course's progress in the storage to the platform's: another student may have used this browser.
	function resume() {
		const kept = unpack(get("cmi.suspend_data"));
		const had = parseFloat(get(names.raw));
		best = had >= 0 && had <= 100 ? had : 0;
		passed = get(names.status) === "passed";
		complete = ["passed", "completed", "failed"].includes(get(names.status)); // in 1.2 they end the course
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
				sessionStorage.removeItem("pointscape.v1.tab"); // the last picture of this tab (app/history)
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
			setInterval(changed, 1000); // there is no event
		}
		addEventListener("pagehide", end);
		addEventListener("pageshow", (e) => {
			if (e.persisted) {
				location.reload(); // the session was ended on pagehide
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
