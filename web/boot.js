// Boots the page: fetches the page's program (if index.html has not begun to, see window.pointscapeFirst), runs it here
// and, as the first engine, in a worker, or starts the engine of all methods beside it. Meanwhile it shows a still of
// the first picture and the progress of the downloads, and reports failures. It is JavaScript because no Go program has
// arrived yet.
//
// The interface to the page's program (app/workers):
//
//   window.pointscapeBoot = {
//     worker,   the first engine, already booting
//     queued,   the data of its messages so far, oldest first: {type, head, ...}
//     spawn(name, whole),  starts another worker; the name "lane" is for long work, and "class" for the program of live
//               classes, class.psm. If whole, it runs engine.psm, which has all methods; else the page's program, or
//               engine.psm if that is already compiled
//     said(data),   a sentence for the data of a "boot" message that says why a program does not arrive
//     version,  a hash of the site
//     base,     the address of the site's folder, ending in a slash; that of the file if the site is one file
//     file(path),   the address of a file of the site; "" if there is none
//     html(text),  the text for an element's innerHTML; an error if it has elements that the page never writes
//     changed,  the control that the user has just changed, until its handlers have run
//     offer,    the declarations of the engines: bytes of JSON. Present when the program starts
//     words,    the texts of the language: JSON; undefined in English
//     language, the tag of the language
//     languages,  the names of all languages, by their tags
//     class,    the address of the server of live classes (ws: or wss:); undefined if the site has none
//     blend(element, text),  makes HTML the content of an element, and keeps the nodes that are in both
//     speak(tag),   switches to another language by a reload; it resolves to false if its texts can't be fetched
//   }
//
// To take over the worker: take everything from queued, then set worker.onmessage to your own handler. No message can
// arrive in between. (addEventListener would leave this file's handler, which queues, in place.)
//
// Frames of one page with the same origin share compiled modules and the offer: the first frame fetches them, and the
// others take them from its pointscapeBoot.
//
// This file also provides what go-app's client expects of a page; see the package comment of app/tools/site.

"use strict";

(() => {
	if (window.pointscapeBoot) {
		return; // an earlier request for this script, which was given up, has succeeded after all
	}
	const { dataset: { packed }, textContent } = document.getElementById("boot-config");
	const config = JSON.parse(packed ?? textContent); // a site in one file has filled in its addresses
	// This script is web/boot.js, so the site's folder is its parent; the base of a site in one file is the file's own
	// address.
	const base = config.single ? location.href.replace(/[?#].*/, "") : new URL("..", document.currentScript.src).href;
	const address = (path) => new URL(path, base).href;
	const first = window.pointscapeFirst; // what index.html has chosen and begun
	const { language, trusted, embedded } = first; // trusted: rules for texts of elements and addresses of scripts
	Object.assign(config, config.languages[language]);
	// say returns a sentence of this file in the page's language, as soon as its texts have arrived.
	let texts = {};
	const say = (text, ...parts) => {
		let i = 0;
		return (texts[text] ?? text).replace(/\{\}/g, () => parts[i++]);
	};
	const pack = window.pointscapePack; // the files of a site in one file, by their names
	const find = (id) => document.getElementById(id);
	find("boot-late")?.remove();
	// The addresses of the pictures in the list of methods (app.css), which are loaded when they are first shown.
	for (const [theme, file] of Object.entries(config.gallery)) {
		document.documentElement.style.setProperty(`--gallery-${theme}`, `url("${address(file)}")`);
	}

	// --- go-app's client ---

	// go-app compares the prefix with a decoded path: a folder's name may contain spaces.
	let prefix = location.pathname;
	try {
		prefix = decodeURIComponent(prefix);
	} catch {
		// not encoded
	}
	const env = {
		// The whole path is the prefix, so that /, /index.html and every folder lead to the only route, "/".
		GOAPP_ROOT_PREFIX: prefix.replace(/\/$/, ""),
		GOAPP_STATIC_RESOURCES_URL: base.replace(/\/$/, ""),
		GOAPP_INTERNAL_URLS: "[]",
		GOAPP_VERSION: config.version,
	};
	window.goappGetenv = (key) => env[key];
	window.goappOnUpdate = () => { };
	window.goappOnAppInstallChange = () => { };

	// A browser that refuses its storage throws an error when it is read or used. Then the page gets a storage that
	// lasts as long as the page. In a package for learning platforms, localStorage is that of the package's page around
	// this one (app/tools/site/launch.js).
	let stored = true;
	for (const name of ["localStorage", "sessionStorage"]) {
		try {
			window[name].getItem("pointscape");
		} catch {
			stored = false;
			let items = new Map();
			try {
				items = config.packaged && name === "localStorage" && window.parent.pointscapeItems || items;
			} catch {
				// the page around this one has another origin
			}
			Object.defineProperty(window, name, {
				value: {
					get length() { return items.size; },
					key: (i) => [...items.keys()][i] ?? null,
					getItem: (key) => items.get(String(key)) ?? null,
					setItem: (key, value) => { items.set(String(key), String(value)); },
					removeItem: (key) => { items.delete(String(key)); },
					clear: () => { items.clear(); },
				},
			});
		}
	}

	// --- appearance ---

	// The same choice as in the program (app/ui, setTheme), so that nothing flashes.
	const query = new URLSearchParams(first.search);
	const theme = query.get("theme") ?? (embedded ? null : localStorage.getItem("pointscape.theme"));
	if (theme && theme !== "auto") {
		document.documentElement.dataset.theme = theme;
	}
	for (const id of ["boot", "boot-over"]) {
		find(id).classList.toggle("embedded", embedded);
	}

	// --- the still ---

	// The first picture of the page, painted before its program has arrived, in the position and style of the program
	// (app/tools/site, Still), if the page opens the initial document.
	const over = find("boot-over"), canvas = find("boot-still");
	const prefersDark = matchMedia("(prefers-color-scheme: dark)");
	// Pages of a course or of a deck have pictures of their own.
	const starts = location.hash.length <= 1 && !query.has("course") && !query.has("deck") &&
		["light", "dark", "auto", "", null].includes(theme) &&
		(embedded || !localStorage.getItem("pointscape.v1") && !sessionStorage.getItem("pointscape.v1.tab"));
	const still = starts && JSON.parse(find("boot-still-data").textContent);

	// niceTicks is LinearTicks of engine/picture, for steps of moderate size.
	const niceTicks = (lo, hi, n) => {
		const raw = (hi - lo) / n, mag = 10 ** Math.floor(Math.log10(raw)), r = raw / mag;
		const step = mag * (r < Math.SQRT2 ? 1 : r < Math.sqrt(10) ? 2 : r < Math.sqrt(50) ? 5 : 10);
		const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
		const ticks = [];
		for (let k = Math.ceil(lo / step - 1e-9); k <= Math.floor(hi / step + 1e-9); k++) {
			ticks.push([k * step, (k * step).toFixed(digits).replace("-", "\u2212").replace(".", config.decimal ?? ".")]);
		}
		return ticks;
	};

	// gutter is frameOf of app/stage: the margins for numbers on the left and below.
	const gutter = (w, h) => {
		const { least, gutters } = still.axes;
		if (embedded && (w < least[0] || h < least[1])) {
			return [0, 0];
		}
		const [, left, below] = gutters.find(([from]) => w >= from);
		return [left, below];
	};

	const paintStill = (width, height) => {
		const [left, below] = gutter(width, height);
		const [w, h] = [width - left, height - below];
		const scale = Math.min(Math.max(devicePixelRatio, 1), 4);
		const [sx, sy] = [still.x[1] - still.x[0], still.y[1] - still.y[0]];
		const unit = Math.max(sx / w, sy / h); // units of data per pixel
		const k = still.unit / unit; // pixels per unit of the drawing
		const on = !document.documentElement.dataset.edited && w > 0 && h > 0 && w <= still.w * k && h <= still.h * k;
		canvas.classList.toggle("on", on);
		if (!on) {
			return;
		}
		canvas.width = Math.round(width * scale);
		canvas.height = Math.round(height * scale);
		const c = canvas.getContext("2d");
		const colors = still.colors[theme === "dark" || theme !== "light" && prefersDark.matches ? 1 : 0];
		c.lineCap = c.lineJoin = "round";
		// at moves the drawing's origin to a pixel of the plane and scales the drawing by f.
		const at = (x, y, f) => c.setTransform(scale * f, 0, 0, scale * f, scale * (x + left), scale * y);
		c.fillStyle = colors[still.axes.ground];
		c.fillRect(0, 0, canvas.width, canvas.height);
		at(0, 0, 1);
		c.save();
		c.beginPath();
		c.rect(0, 0, w, h);
		c.clip();
		const paint = (s, f) => {
			const path = s.path ??= new Path2D(s.d);
			if (s.f >= 0) {
				c.fillStyle = colors[s.f];
				c.fill(path, s.e ? "evenodd" : "nonzero");
			}
			if (s.l >= 0) {
				c.strokeStyle = colors[s.l];
				c.lineWidth = s.w / f;
				c.setLineDash((s.h ?? []).map((d) => d / f));
				c.stroke(path);
			}
		};
		// Points are smaller if there are many (PointRadius in engine/picture).
		const own = 0.25 * Math.sqrt(w * h / still.points);
		const crowd = 1 / (1 + (still.radius / own) ** 4) ** 0.25;
		const numbers = axes(w, h, unit, left);
		let ticked = false;
		for (const layer of still.layers) {
			if (!layer.at) {
				at(w / 2, h / 2, k / still.drawn);
				layer.s.forEach((s) => paint(s, k / still.drawn));
				continue;
			}
			if (layer.p && !ticked) {
				ticked = true;
				at(0, 0, 1);
				if (left) {
					paintMarks(c, w, h, numbers.marks, true, colors);
				}
			}
			const mark = (s, i) => {
				const f = layer.p || layer.r ? crowd : 1;
				at(w / 2 + layer.at[2 * i] * k - f * still.edge / 2, h / 2 + layer.at[2 * i + 1] * k - f * still.edge / 2, f);
				paint(s, f);
			};
			for (let i = 0; layer.p && i < layer.at.length / 2; i++) { // each point whole: later ones cover earlier ones
				layer.s.forEach((s) => mark(s, i));
			}
			for (const s of layer.p ? [] : layer.s) {
				for (let i = 0; i < layer.at.length / 2; i++) {
					mark(s, i);
				}
			}
		}
		at(0, 0, 1);
		if (left) {
			c.restore();
			paintTexts(c, numbers.texts, colors);
			return;
		}
		// In the plane, numbers are painted over the points, and marks over the numbers' backgrounds.
		paintTexts(c, numbers.texts, colors, [w, h]);
		paintMarks(c, w, h, numbers.marks, false, colors);
		c.restore();
	};

	// axes is Axes of engine/picture: the positions of tick marks and texts. A text is [text, x, y of its baseline,
	// align, colour, size, box].
	const axes = (w, h, unit, left) => {
		const { size, larger, names, widths, number, title, marks: [long, short], each: [across, up] } = still.axes;
		const [cx, cy] = [(still.x[0] + still.x[1]) / 2, (still.y[0] + still.y[1]) / 2];
		const marks = [];
		let texts = [];
		const put = (text, x, y, align, colour, font, box, [x0, y0, x1, y1]) => {
			const near = ([a0, b0, a1, b1]) => box[0] - 0.35 * size < a1 && box[2] + 0.35 * size > a0 && box[1] < b1 && box[3] > b0;
			const stands = box[0] >= x0 && box[1] >= y0 && box[2] <= x1 && box[3] <= y1 && !texts.some((t) => near(t[6]));
			if (stands) {
				texts.push([text, x, y, align, colour, font, box]);
			}
			return stands;
		};
		const wide = (text) => size * [...text].reduce((sum, s) => sum + (s === "." || s === "," ? 0.38 : s === "\u2212" ? 0.84 : 0.64), 0);
		const row = [-left, 0, w, 1e9], column = [-left, 0, 0, h], plane = [0, 0, w, h];
		const top = h + 1.5 + 0.21 * size, gap = 1.5 + 0.35 * size;
		if (left) {
			const end = w - 1 - 0.2 * larger, middle = h + 1.5 + 0.66 * size;
			put(names[0], end, middle + 0.35 * larger, "right", title, larger, [end - widths[0], middle - larger / 2, end, middle + larger / 2], row);
			put(names[1], -1.5 - 0.35 * larger, 1.1 * larger, "right", title, larger, [-1.5 - 0.35 * larger - widths[1], 0.25 * larger, -1.5 - 0.35 * larger, 1.25 * larger], column);
		}
		const xNumber = (t, px) => {
			const half = wide(t) / 2;
			return px >= -0.5 && px <= w + 0.5 && (left
				? put(t, px, top + 0.8 * size, "center", number, size, [px - half, top, px + half, top + size], row)
				: put(t, px, h - long - 0.41 * size, "center", number, size, [px - half, h - long - 1.21 * size, px + half, h - long - 0.21 * size], plane));
		};
		const yNumber = (t, py) => py >= -0.5 && py <= h + 0.5 && (left
			? put(t, -gap, py + 0.35 * size, "right", number, size, [-gap - wide(t), py - size / 2, -gap, py + size / 2], column)
			: put(t, 0.35 * size, py + 0.35 * size, "left", number, size, [0.35 * size, py - size / 2, 0.35 * size + wide(t), py + size / 2], plane));
		// ticks returns [pixel, number] pairs, as many as there is room for.
		const ticks = (lo, hi, length, each, pixel, extent, number) => {
			const make = (n) => {
				const list = niceTicks(lo, hi, n).map(([v, t]) => [pixel(v), t]);
				const clear = list.every(([p, t], i) => i === 0 || Math.abs(p - list[i - 1][0]) >= (extent(t) + extent(list[i - 1][1])) / 2);
				return [list, clear];
			};
			const standing = (list) => {
				const before = [...texts];
				const count = list.filter(([p, t]) => number(t, p)).length;
				texts = before;
				return count;
			};
			for (let n = Math.min(Math.max(Math.trunc(length / each), 3), 12); n > 1; n--) {
				let [list, clear] = make(n);
				if (!clear) {
					continue;
				}
				for (let more = n + 1, stand = standing(list); stand < 2 && more <= n + 4; more++) {
					const [finer, clear] = make(more);
					if (clear && standing(finer) > stand) {
						list = finer;
						stand = standing(finer);
					}
				}
				return list;
			}
			return make(1)[0];
		};
		const xs = ticks(cx - unit * w / 2, cx + unit * w / 2, w, across, (x) => w / 2 + (x - cx) / unit, (t) => wide(t) + 0.9 * size, xNumber);
		const ys = ticks(cy - unit * h / 2, cy + unit * h / 2, h, up, (y) => h / 2 - (y - cy) / unit, () => 1.7 * size, yNumber);
		// A tick whose number has no room gets a short mark.
		for (const [px, t] of xs) {
			const length = xNumber(t, px) ? long : short;
			if (px >= 0.5 && px <= w - 0.5) {
				marks.push([px, h, px, h - length]);
			}
		}
		for (const [py, t] of ys) {
			const length = yNumber(t, py) ? long : short;
			if (left && py >= 0.5 && py <= h - 0.5) {
				marks.push([0, py, length, py]);
			}
		}
		return { marks, texts };
	};

	const paintMarks = (c, w, h, marks, edges, colors) => {
		c.strokeStyle = colors[still.axes.line];
		c.lineWidth = 1;
		c.setLineDash([]);
		c.beginPath();
		if (edges) {
			c.moveTo(0.5, 0);
			c.lineTo(0.5, h - 0.5);
			c.lineTo(w, h - 0.5);
		}
		for (const [x0, y0, x1, y1] of marks) {
			c.moveTo(x0, y0);
			c.lineTo(x1, y1);
		}
		c.stroke();
	};

	// paintTexts paints the numbers. Numbers in the plane, whose size [w, h] is then given, have backgrounds, which
	// extend to the plane's edges if these are near.
	const paintTexts = (c, texts, colors, [w, h] = []) => {
		for (const [t, x, y, align, colour, size, box] of texts) {
			if (w) {
				const [x0, y0] = [box[0] - 0.3 * size, box[1] - 0.15 * size].map((v) => v < 0.6 * size ? 0 : v);
				const [x1, y1] = [[box[2] + 0.3 * size, w], [box[3] + 0.15 * size, h]].map(([v, end]) => v > end - 0.6 * size ? end : v);
				c.fillStyle = colors[still.axes.ground];
				c.fillRect(x0, y0, x1 - x0, y1 - y0);
			}
			c.font = `${size}px ${still.axes.font}`;
			c.textAlign = align;
			c.fillStyle = colors[colour];
			c.fillText(t, x, y);
		}
	};

	// place positions the still and the notices over the stage: first the skeleton's, then the program's.
	const place = () => {
		const box = find("stage-frame") ?? document.querySelector("#boot .boot-stage");
		if (!box) {
			return;
		}
		const r = box.getBoundingClientRect();
		Object.assign(over.style, { left: `${r.left}px`, top: `${r.top}px`, width: `${r.width}px`, height: `${r.height}px`, right: "auto", bottom: "auto" });
		const size = `${r.width} ${r.height} ${devicePixelRatio}`;
		if (starts && !pictured && r.width >= 1 && r.height >= 1 && canvas.dataset.size !== size) {
			canvas.dataset.size = size;
			paintStill(Math.round(r.width), Math.round(r.height));
		}
	};
	// Hide the overlay when it shows neither a still nor a notice: otherwise document.elementFromPoint and the like
	// would find it.
	const uncover = () => { over.hidden = pictured && find("boot-loading").hidden; };
	// The still disappears in the frame in which the first picture appears, or earlier if the user has changed what it
	// shows.
	let pictured = false, seeFirst;
	const firstPicture = new Promise((resolve) => { seeFirst = resolve; });
	const watch = new MutationObserver(() => {
		if (Number(document.documentElement.dataset.pictureVersion) > 0) {
			pictured = true;
			seeFirst();
			canvas.classList.remove("on");
			canvas.width = canvas.height = 0;
			watch.disconnect();
			uncover();
		}
		if (document.documentElement.dataset.edited) {
			canvas.classList.remove("on");
		}
		place();
	});
	watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-picture-version", "data-state-version", "data-edited"] });
	watch.observe(document.body, { childList: true });
	addEventListener("resize", place);
	place();

	// --- notice ---

	let failed = false;
	const fail = (message, detail) => {
		if (failed) {
			return; // later failures follow from the first
		}
		failed = true;
		const notice = document.createElement("div");
		notice.id = "boot-notice";
		notice.setAttribute("role", "alertdialog");
		notice.setAttribute("aria-labelledby", "boot-notice-title");
		notice.setAttribute("aria-describedby", "boot-notice-text");
		const add = (parent, tag, text, id) => {
			const e = document.createElement(tag);
			e.textContent = text;
			if (id) {
				e.id = id;
			}
			parent.append(e);
			return e;
		};
		const box = add(notice, "div", "");
		add(box, "h1", say("Something went wrong"), "boot-notice-title");
		add(box, "p", say(message), "boot-notice-text");
		if (detail) {
			add(box, "pre", detail);
		}
		const button = add(box, "button", say("Reload"));
		button.type = "button";
		button.addEventListener("click", () => location.reload());
		document.body.append(notice); // not as the first element, which is go-app's
		button.focus();
	};

	// --- progress, and what delays it ---

	// For each file, the share that has arrived, and the trouble that keeps it from arriving; null = none.
	const state = {};
	for (const what of ["app", "offer", "words", "engine", "class", "page"]) {
		state[what] = { share: 0, trouble: null };
	}
	const watchers = new Set(); // functions of frames that wait for files that this one fetches
	const label = find("boot-label"), said = find("boot-trouble"), next = find("boot-next"), again = find("boot-again");
	let shown = ""; // the newest text of show
	let ran = false; // the page's program has started
	let waits = false; // the frame has not been seen yet
	const note = (what, change) => {
		Object.assign(state[what], change);
		watchers.forEach((watch) => watch(what, change));
	};
	const tell = (what, change) => {
		note(what, change);
		show();
	};
	const show = () => {
		const needed = [...new Set(["app", "offer", ...config.words ? ["words"] : [], boot.program])];
		const sum = (of) => needed.reduce((all, what) => all + of(what), 0);
		const percent = Math.floor(100 * sum((what) => state[what].share * config[what].size) / sum((what) => config[what].size));
		const trouble = state.page.trouble ?? state.app.trouble ?? state.offer.trouble ?? state.words.trouble ?? state[boot.program].trouble;
		const news = `${percent} ${waits} ${ran} ${says(trouble)}`;
		if (news === shown && trouble === until) {
			return;
		}
		shown = news;
		label.textContent = say(waits ? "Starts when it is seen" : "Loading");
		find("boot-percent").hidden = find("boot-progress").hidden = waits;
		const bar = find("boot-progress");
		bar.setAttribute("aria-valuenow", percent);
		bar.style.setProperty("--done", percent / 100);
		find("boot-percent").textContent = `${percent} %`;
		const text = says(trouble);
		if (said.textContent !== text) {
			said.textContent = text;
		}
		find("boot-loading").classList.toggle("troubled", text !== "");
		again.hidden = !trouble?.wait;
		again.textContent = say("Try now");
		countDown(trouble?.wait ? trouble : null);
		find("boot-loading").hidden = ran && percent === 100 && !trouble;
		uncover();
	};

	const uploaded = "If that does not help, whoever runs this site has to upload it again.";
	// If the page is already running, the file may be that of a newer version.
	const mended = () => (ran ? say("The site may have a new version: reload the page.") + " " : "") + say(uploaded);
	const reasons = {
		offline: () => say("There is no connection. Pointscape continues by itself when there is one."),
		broken: ({ about }) => say("The connection was lost while {} was loading. Check the connection.", about),
		stalled: ({ about }) => say("{} has not arrived for some seconds. The connection may be slow or interrupted. If nothing arrives, the file is requested again.", about),
		status: ({ about, detail }) => say("This server does not serve {}: the response is {}.", about, detail) + " " + say(uploaded),
		page: ({ about }) => say("{} has unexpected content. Your network may require you to sign in: open any other site in a new tab.", about),
		short: ({ about, detail }) => say("{} ended too early, after {}.", about, detail) + " " + mended(),
		version: ({ about }) => say("The site has a new version, with another {}. Reload the page to continue; your work is kept.", about),
		damaged: ({ about }) => say("{} arrived damaged.", about) + " " + mended(),
		sandbox: () => say("This frame stands in a sandbox that keeps it from its own files. The page around it has to allow them: sandbox=\"allow-scripts allow-same-origin\"."),
	};

	const says = (trouble) => trouble ? reasons[trouble.reason](trouble) : "";

	let counting = null, until = null;
	const countDown = (trouble) => {
		if (trouble === until) {
			return;
		}
		clearInterval(counting);
		until = trouble;
		next.textContent = "";
		if (trouble) {
			let left = trouble.wait;
			const write = () => { next.textContent = say("Next try in {} s.", left); };
			write();
			counting = setInterval(() => {
				left = Math.max(1, left - 1);
				write();
			}, 1000);
		}
	};

	// repeat retries an attempt until it succeeds, with growing pauses.
	const repeat = async (what, attempt) => {
		for (let n = 0; ; n++) {
			try {
				const value = await attempt(n);
				tell(what, { trouble: null });
				return value;
			} catch (err) {
				await (globalThis.Go?.pause ?? pause)((trouble) => tell(what, { trouble }), err, n);
			}
		}
	};
	// pause replaces Go.pause until the script with that has arrived.
	let wake = () => { };
	const pause = (trouble, err, n) => {
		const wait = [1, 2, 4, 8, 15, 30][Math.min(n, 5)];
		trouble({ reason: navigator.onLine === false ? "offline" : err.reason, about: err.about, detail: err.detail, wait });
		return new Promise((resolve) => {
			wake = resolve;
			setTimeout(resolve, 1000 * wait);
		});
	};
	again.addEventListener("click", () => boot.again());
	addEventListener("online", () => wake());

	// element adds a script or a style sheet. Its failures have the same reasons as those of downloads.
	const element = (tag, attributes, path, n, check) => new Promise((resolve, reject) => {
		const e = Object.assign(document.createElement(tag), attributes(address(path + (n > 0 ? `&again=${n}` : ""))));
		const about = new URL(path, base).pathname.split("/").pop();
		const end = (reason) => {
			clearTimeout(quiet);
			clearTimeout(lost);
			if (reason) {
				e.remove();
				reject({ reason, about, detail: "" });
			} else {
				resolve();
			}
		};
		const quiet = setTimeout(() => tell("page", { trouble: { reason: "stalled", about } }), 4_000);
		const lost = setTimeout(end, 12_000, "stalled");
		e.onload = () => end(check());
		e.onerror = () => end("broken");
		document.head.append(e);
	});

	// --- frames ---

	// seen resolves when the frame is visible. A page that is not in a frame is always visible.
	const seen = () => new Promise((resolve) => {
		if (window === window.top || typeof IntersectionObserver === "undefined") {
			resolve();
			return;
		}
		const observer = new IntersectionObserver((list) => {
			if (list.some((e) => e.isIntersecting)) {
				observer.disconnect();
				resolve();
			}
		}, { rootMargin: "25%" });
		observer.observe(document.documentElement);
		waits = true;
		show();
	});

	// peers returns the other frames of this version in the same page that this frame may access.
	const peers = () => {
		const list = [];
		const look = (w) => {
			try {
				if (w !== window && w.pointscapeBoot?.version === config.version && w.pointscapeBoot.base === base) {
					list.push(w);
				}
			} catch {
				// of another origin
			}
			for (let i = 0; i < Math.min(w.length, 100); i++) {
				look(w[i]);
			}
		};
		look(window.top);
		return list;
	};

	// borrow takes a compiled program or the offer from the first frame that has it, or waits for it as long as that
	// frame exists; hear is called with its progress. It resolves to undefined if there is no such frame.
	const borrow = async (what, hear = () => { }) => {
		for (const peer of peers()) {
			const other = peer.pointscapeBoot;
			if (!other.modules?.[what] || other.lenders[what] || ["offer", "words"].includes(what) && other.language !== language) {
				continue; // it has not got the file, waits for it as well, or has another language
			}
			boot.lenders[what] = other;
			let gone;
			const left = new Promise((resolve) => { gone = () => resolve(undefined); });
			const watch = (which, change) => {
				if (which === what) {
					tell(what, change);
					hear();
				}
			};
			peer.addEventListener("pagehide", gone);
			other.watchers.add(watch);
			watch(what, { ...other.state[what] });
			queueMicrotask(hear); // after the caller has set its handler
			try {
				const module = await Promise.race([other.modules[what], left]);
				if (module) {
					// A structured clone, which keeps nothing of that frame alive. Compiled modules are shared, not
					// copied.
					return structuredClone(module);
				}
			} catch {
				// it could not be loaded there, or not be cloned
			} finally {
				peer.removeEventListener("pagehide", gone);
				other.watchers.delete(watch);
				delete boot.lenders[what];
			}
		}
		return undefined;
	};
	// --- engine ---

	const serviceWorkers = () => {
		try {
			return navigator.serviceWorker; // undefined when not over https
		} catch {
			return undefined; // a sandboxed frame may not ask, nor a page whose browser refuses storage
		}
	};

	// make starts a worker. A worker that inherits gets the page's policy, whatever headers the host sends.
	const make = (name, inherits) => {
		const script = address(config.worker);
		if (config.single) { // it can't fetch files: it is given the tables, and starts no other workers
			const worker = new Worker(trusted.createScriptURL(script), { name });
			worker.postMessage({ type: "alone" });
			const tables = Object.entries(pack).filter(([name]) => name.startsWith("web/tables/"));
			worker.postMessage({ type: "files", files: Object.fromEntries(tables.map(([name, file]) => [name, file.bytes])) });
			return worker;
		}
		if (self.origin !== "null" && !inherits) {
			return new Worker(trusted.createScriptURL(script), { name });
		}
		// A worker started from a blob has this page's policy. A sandboxed frame has no origin and can start no other
		// worker.
		const stub = `self.pointscapeBase = ${JSON.stringify(script)};
			importScripts(self.trustedTypes?.createPolicy("pointscape", { createScriptURL: () => self.pointscapeBase }).createScriptURL("") ?? self.pointscapeBase);`;
		return new Worker(trusted.createScriptURL(URL.createObjectURL(new Blob([stub], { type: "text/javascript" }))), { name });
	};

	const absolute = (program) => ({ ...program, url: address(program.url), packed: program.packed.map((p) => ({ ...p, url: address(p.url), bytes: pack?.[p.url]?.bytes })) });

	// localized returns HTML whose links keep the language: links to this page name it if the page's address does, and
	// links to the list of methods lead to that of the language.
	const localized = (text) => {
		if (language !== "en") {
			text = text.replaceAll('<a href="methods.html', `<a href="./methods.${language}.html`);
		}
		return !query.has("lang") ? text
			: text.replace(/(<a [^>]*href=")(?:\.\/)?\?/g, `$1?lang=${language}&amp;`).replace(/(<a [^>]*href=")\.\/(?=[#"])/g, `$1?lang=${language}`);
	};

	// reach makes formulas that are wider than their text scrollable by keyboard.
	const reach = () => {
		for (const formula of document.querySelectorAll(".display")) {
			if (formula.scrollWidth > formula.clientWidth) {
				formula.tabIndex = 0;
			}
		}
	};

	let page; // the page's program, compiled: a promise
	let compiled = null; // engine.psm, once a worker has compiled it
	let settle; // boot.modules.engine, which other frames wait for while it is on its way
	const taken = (module) => {
		compiled = module;
		settle(module);
		boot.modules.engine ??= module;
	};
	const spawn = (name = "engine", whole = false) => {
		const which = name === "class" ? name : whole || compiled ? "engine" : boot.program;
		// If a service worker answers requests, it must see those of the worker.
		const worker = make(name, which === "app" && !serviceWorkers()?.controller);
		const fetches = which === "engine" && !compiled;
		if (fetches) {
			boot.modules.engine ??= new Promise((resolve) => { settle = resolve; });
		}
		const end = worker.terminate.bind(worker);
		worker.terminate = () => {
			if (fetches && !compiled) { // frames that wait for the download must fetch the engine themselves
				settle();
				delete boot.modules.engine;
			}
			end();
		};
		const run = (what) => worker.postMessage({ type: "run", mark: config.mark, ...what });
		const fetchIt = () => run({ program: absolute(config[which]) });
		// A compiled program is passed to the worker, so that nothing is compiled twice. All known browsers support
		// that.
		const refused = (why) => {
			console.warn(`Pointscape: this browser hands no compiled program to a worker (${why}): it is fetched and compiled once more.`);
			fetchIt();
		};
		const hand = (module) => {
			try {
				run({ module });
			} catch (err) {
				refused(err.message);
			}
		};
		worker.addEventListener("message", ({ data }) => {
			if (data.type === "unread") {
				refused("messageerror");
			} else if (data.type === "boot") {
				const { done, trouble } = JSON.parse(data.head);
				tell(which, { share: done, trouble: trouble ?? null });
			} else if (data.type === "compiled") {
				if (which === "engine") {
					taken(data.module);
				}
				tell(which, { share: 1, trouble: null });
			}
		});
		if (which === "app") {
			page.then(hand, () => { }); // a failure is reported by program
		} else if (which === "class") {
			fetchIt();
		} else if (compiled) {
			hand(compiled);
		} else {
			// Progress of another frame's download is reported to the page like that of its own worker.
			const hear = () => worker.onmessage?.({ data: { type: "boot", head: JSON.stringify({ done: state.engine.share, trouble: state.engine.trouble }) } });
			borrow("engine", hear).then((module) => {
				if (module) {
					taken(module);
					hand(module);
				} else {
					fetchIt();
				}
			});
		}
		// A worker that can't start is replaced, unless the page's program has taken it over and handles that.
		worker.addEventListener("error", async (e) => {
			if (worker.onmessage !== listen) {
				return;
			}
			e.preventDefault();
			worker.terminate();
			boot.worker = null;
			await (globalThis.Go?.pause ?? pause)((trouble) => tell(which, { trouble }), { reason: "broken", about: "wasm_exec.js" }, deaths++);
			if (!boot.worker) {
				boot.worker = spawn();
				boot.worker.onmessage = listen;
			}
		});
		// If several frames compute, each does so without helpers.
		for (const peer of peers()) {
			if (peer.pointscapeBoot.worker) {
				peer.pointscapeBoot.worker.postMessage({ type: "alone" });
				worker.postMessage({ type: "alone" });
			}
		}
		return worker;
	};

	let deaths = 0;
	const listen = (e) => boot.queued.push(e.data);

	const boot = {
		queued: [], spawn, version: config.version, base, language,
		languages: { en: "English", ...Object.fromEntries(Object.entries(config.languages).map(([tag, { name }]) => [tag, name])) },
		speak: (tag) => speak(tag).then(() => true, () => false),
		// file returns the address of a file of the site, "" if the site is one file or a package without that file.
		file: (path) => config.packaged && /^[^/]*\.json$|\.html$/.test(path) ? "" : !config.single ? address(path) : path === "web/icon.svg" ? config.icon : "",
		program: config.single ? "engine" : "app", // the program that contains the first engine
		class: config.classes && address(config.classes).replace("http", "ws"),
		said: ({ head }) => says(JSON.parse(head).trouble),
		hello: config.hello, // the message that the first engine will send first (wire.Hello)
		html: (text) => {
			requestAnimationFrame(reach);
			return trusted.createHTML(localized(text));
		},
		// blend makes an HTML text the content of an element. Nodes that are in both stay, with the focus and typed values.
		blend: (to, text) => {
			if (!to || (to.blended ?? "") === text) {
				return;
			}
			to.blended = text;
			const from = document.createElement("template"), look = document.activeElement?.dataset?.look;
			from.innerHTML = boot.html(text);
			blend(to, from.content);
			if (look && document.activeElement === document.body) {
				to.querySelector(`[data-look="${look}"]`)?.focus();
			}
		},
		lenders: {}, // the frames that fetch for this one, by what they fetch
		again: (asked = new Set()) => {
			if (asked.has(boot)) {
				return; // frames may wait for each other, each for something else
			}
			asked.add(boot);
			wake();
			globalThis.Go?.again?.();
			boot.worker?.postMessage({ type: "again" });
			for (const other of Object.values(boot.lenders)) {
				other.again(asked);
			}
		},
		state, watchers,
	};
	window.pointscapeBoot = boot;

	// blend changes the children of to into those of from. A node stays if it has the same type and id, or data-look, as
	// the node of from; then only its attributes, text and children are changed.
	function blend(to, from) {
		const name = (e) => e.nodeName + (e.id || e.dataset?.look || "");
		const list = [...from.childNodes];
		let at = to.firstChild;
		const skip = () => {
			const old = at;
			at = old.nextSibling;
			return old;
		};
		for (const e of list) {
			// If an element with this id is among the children, remove those before it.
			while (at && name(at) !== name(e) && [...to.children].some((x) => e.id && x.id === e.id)) {
				skip().remove();
			}
			if (!at || name(at) !== name(e)) {
				to.insertBefore(e, at);
				continue;
			}
			const old = skip();
			if (old.nodeType !== Node.ELEMENT_NODE) {
				if (old.data !== e.data) {
					old.data = e.data;
				}
				continue;
			}
			for (const { name } of [...old.attributes]) {
				if (!e.hasAttribute(name) && (name !== "open" || !e.id)) {
					old.removeAttribute(name);
				}
			}
			for (const { name, value } of e.attributes) {
				if (old.getAttribute(name) !== value) {
					old.setAttribute(name, value);
					if (name === "value" && old !== document.activeElement) {
						old.value = value;
					}
				}
			}
			if (!e.hasAttribute("data-own")) {
				blend(old, e);
			}
		}
		while (at) {
			skip().remove();
		}
	}

	// Before a change is handled, a clicked checkbox has its new state, and a list its new value. The timer runs after
	// the handlers. (Moves of a slider are read at once.)
	for (const name of ["click", "input", "change"]) {
		addEventListener(name, ({ target }) => {
			if (target.type !== "range") {
				boot.changed = target;
				setTimeout(() => { boot.changed = null; });
			}
		}, true);
	}

	// --- the page's program, and what it knows of the engines ---

	// bring takes a file from another frame, or fetches it.
	const bring = async (what, load) => {
		const got = await borrow(what) ?? await (boot.modules[what] = load(absolute(config[what]), {
			first: first[what],
			progress: (share) => tell(what, { share }),
			trouble: (trouble) => {
				if (trouble !== state[what].trouble) {
					tell(what, { trouble });
				}
			},
		}));
		boot.modules[what] ??= got;
		tell(what, { share: 1, trouble: null });
		return got;
	};

	const notStarted = "Pointscape could not be started. Try a newer browser, or reload the page.";
	const saved = stored ? "Your points are saved in this browser. Reload the page to continue." : "Reload the page to continue.";

	// hear stores the texts of a language other than English, for the page's program and for this file.
	const hear = (bytes) => {
		boot.words = new TextDecoder().decode(bytes);
		texts = JSON.parse(boot.words).texts;
		shown = "";
		show();
	};

	// speak switches to another language by a reload, if the language's files can be fetched.
	const speak = async (tag) => {
		const { offer, words } = config.languages[tag] ?? {};
		if (offer) {
			await Promise.all([offer, words].map((file) => Go.text(absolute(file), { tries: 1 })));
		}
		localStorage.setItem("pointscape.lang", tag);
		const here = new URL(location.href);
		if (here.searchParams.has("lang")) {
			here.searchParams.delete("lang");
			try {
				history.replaceState(history.state, "", here);
			} catch { // the browser refuses it for a while after many changes of the address
				location.assign(here);
				return;
			}
		}
		location.reload();
	};

	const program = async () => {
		await seen();
		waits = false;
		show();
		if (location.protocol === "file:" && !config.single) {
			throw new Error("a browser does not run programs from files");
		}
		if (typeof WebAssembly === "undefined") {
			throw new Error("this browser cannot run WebAssembly");
		}
		const style = repeat("page", (n) => element("link", (href) => ({ rel: "stylesheet", href }), config.style, n, () => ""));
		await repeat("page", (n) => element("script", (src) => ({ src: trusted.createScriptURL(src) }), config.worker, n, () => !globalThis.Go?.load ? "page" : Go.mark === config.mark ? "" : "version"));
		boot.program = await first.wanted;
		boot.modules = {};
		page = bring("app", Go.load);
		boot.worker = spawn();
		boot.worker.onmessage = listen;
		const words = config.words && bring("words", Go.text).then(hear);
		const [offer, run] = await Promise.all([bring("offer", Go.text), page.then(Go.prepare), words]);
		boot.offer = offer;
		await style;
		return run;
	};

	program().then(
		(run) => {
			later();
			const ended = run();
			ran = true;
			show();
			if (replaced) {
				window.goappOnUpdate();
			}
			ended.then(({ code, reason }) => fail(saved, reason || say("The page's program ended with status {}.", code)));
		},
		(err) => fail(location.protocol === "file:" && !config.single
			? "Pointscape must be loaded from a web server: run “go run . serve”, or any static file server in this folder."
			: notStarted, String(err?.message ?? err)),
	);

	// A typed value takes effect when its field loses the focus. The page may be left before that.
	window.addEventListener("pagehide", () => document.activeElement?.blur());

	// A trap (stack overflow, out of memory) ends the program, which cannot report it.
	window.addEventListener("error", (e) => {
		if (e.error instanceof WebAssembly.RuntimeError) {
			fail(saved, e.message);
		}
	});

	// --- service worker ---

	// The site has a new version, which a reload shows. This may be known before the program listens.
	let replaced = false;
	serviceWorkers()?.addEventListener("controllerchange", () => {
		replaced = true;
		window.goappOnUpdate();
	});

	// later does work that would delay the first picture: it waits for the programs and, for up to five seconds, for
	// the picture.
	const later = async () => {
		await Promise.all([boot.modules.app, boot.modules[boot.program]]);
		await Promise.race([firstPicture, new Promise((resolve) => setTimeout(resolve, 5_000))]);
		await new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
		// A new service worker fetches everything itself. One that was once told to save data lacks the engine of all
		// methods, and keeps it when it is fetched.
		const kept = await keepOffline();
		if (kept && config.words) {
			keepWords();
		}
		if (!kept || navigator.serviceWorker.controller && !await caches.match(address(config.engine.url))) {
			fetchAhead();
		}
	};

	// keepWords stores the files of the page's language for offline use. The service worker itself stores only English.
	const keepWords = async () => {
		try {
			const cache = await caches.open(`pointscape-${new URL(base).pathname}@${config.version}`);
			for (const [{ url, type }, file] of [[config.offer, boot.offer], [config.words, boot.words]]) {
				await cache.put(address(url), new Response(file, { headers: { "Content-Type": type, "Pointscape-Kept": "1" } }));
			}
			await cache.addAll(config.pages.map((path) => new Request(address(path), { cache: "no-cache" })));
		} catch {
			// the page still works online
		}
	};

	// fetchAhead makes the browser cache the engine of all methods, so that choosing one of them does not wait for a
	// download. The service worker stores it, too.
	const fetchAhead = async () => {
		if (window !== window.top || compiled || boot.program === "engine" || navigator.connection?.saveData) {
			return;
		}
		try {
			const reader = Go.stream(absolute(config.engine), { tries: 1 }).getReader();
			while (!(await reader.read()).done);
		} catch {
			// It will be fetched again when it is needed.
		}
	};

	// keepOffline reports whether a service worker stores the site.
	const keepOffline = async () => {
		const container = serviceWorkers();
		if (!container || config.single) {
			return false;
		}
		try {
			if (config.serviceWorker && window !== window.top) {
				return false; // a frame, such as one in a slide, does not install the playground
			}
			if (config.serviceWorker) {
				const registration = await container.register(trusted.createScriptURL(new URL("sw.js", base).href), { scope: base });
				// A page that has been open for a long time checks for a new version when the user returns to it.
				document.addEventListener("visibilitychange", () => {
					if (document.visibilityState === "visible") {
						registration.update().catch(() => { }); // it will be tried again
					}
				});
				return true;
			}
			// The service worker of an earlier build would go on serving that build.
			const old = await container.getRegistration(base);
			if (old?.active?.scriptURL === new URL("sw.js", base).href) {
				await old.unregister();
			}
		} catch (err) {
			// Most browsers refuse this in a frame of another site; that is not an error.
			if (window === window.top) {
				console.warn("Pointscape will not work offline:", err);
			}
		}
		return false;
	};
})();
