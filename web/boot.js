// Boots the page: starts the engine's worker and the page's own program side by
// side, shows how much of both has arrived, and says so when something breaks.
// JavaScript because nothing of Go is there yet.
//
// The handshake with the page's program (app/pool):
//
//   window.pointscapeBoot = {
//     worker,   the first engine, already booting
//     queued,   the data of its messages so far, oldest first: {type, head, ...}
//     spawn(),  makes another worker like it
//     version,  of the site, a hash
//     base,     the address of the site's folder, ending in a slash
//     fail(message, detail),   covers the page with a notice
//   }
//
// To adopt the worker: take everything from queued, then set worker.onmessage to
// a handler of your own. Nothing can arrive in between. (addEventListener would
// leave this file's handler, which queues, in place.)
//
// What go-app's client expects of a page is provided here too; see the package
// comment of app/site.

"use strict";

(() => {
	const config = JSON.parse(document.getElementById("boot-config").textContent);
	// This script is web/boot.js, so the site's folder is one up.
	const base = new URL("..", document.currentScript.src).href;

	// --- go-app's client ---

	const env = {
		// The whole path counts as the prefix, so that /, /index.html and any
		// folder lead to the one route "/".
		GOAPP_ROOT_PREFIX: location.pathname.replace(/\/$/, ""),
		GOAPP_STATIC_RESOURCES_URL: base.replace(/\/$/, ""),
		GOAPP_INTERNAL_URLS: "[]",
		GOAPP_VERSION: config.version,
	};
	window.goappGetenv = (key) => env[key];
	window.goappOnUpdate = () => { };
	window.goappOnAppInstallChange = () => { };

	// Where a browser refuses its storage, asking for it throws, or using it: then
	// go-app's client, and ours, get one that lasts as long as the page.
	let stored = true;
	for (const name of ["localStorage", "sessionStorage"]) {
		try {
			window[name].getItem("pointscape");
		} catch {
			stored = false;
			const items = new Map();
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

	// As the program will choose them (app/ui, setTheme), so that nothing flashes.
	const query = new URLSearchParams(location.search);
	const embedded = query.has("embed") && query.get("embed") !== "0";
	const theme = query.get("theme") ?? (embedded ? null : localStorage.getItem("pointscape.theme"));
	if (theme && theme !== "auto") {
		document.documentElement.dataset.theme = theme;
	}
	document.getElementById("boot").classList.toggle("embedded", embedded);

	// --- notice ---

	let failed = false;
	const fail = (message, detail) => {
		if (failed) {
			return; // what follows from the first failure explains nothing
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
		add(box, "h1", "Something went wrong", "boot-notice-title");
		add(box, "p", message, "boot-notice-text");
		if (detail) {
			add(box, "pre", detail);
		}
		const button = add(box, "button", "Reload");
		button.type = "button";
		button.addEventListener("click", () => location.reload());
		document.body.append(notice); // not first: that place is go-app's
		button.focus();
	};

	// --- progress ---

	const share = { app: 0, engine: 0 };
	const show = (what, done) => {
		share[what] = done;
		const { app, engine } = config;
		const percent = Math.floor(100 * (share.app * app.size + share.engine * engine.size) / (app.size + engine.size));
		const bar = document.getElementById("boot-progress");
		if (bar) { // until the program has taken its place
			bar.setAttribute("aria-valuenow", percent);
			bar.style.setProperty("--done", percent / 100);
			document.getElementById("boot-percent").textContent = `${percent} %`;
		}
	};

	// --- engine ---

	const spawn = () => {
		const script = new URL(config.worker, base).href;
		if (self.origin !== "null") {
			return new Worker(script, { name: "engine" });
		}
		// A sandboxed frame has no origin and may not start a worker from an
		// address, only from what it has made itself.
		const stub = `self.pointscapeScript = ${JSON.stringify(script)}; importScripts(${JSON.stringify(script)});`;
		return new Worker(URL.createObjectURL(new Blob([stub], { type: "text/javascript" })), { name: "engine" });
	};

	const boot = { queued: [], spawn, version: config.version, base, fail };
	window.pointscapeBoot = boot;

	// --- the page's program ---

	const saved = (stored ? "Your points are saved in this browser. " : "") + "Reload the page to go on.";

	const start = async () => {
		if (typeof WebAssembly === "undefined" || !WebAssembly.instantiateStreaming) {
			throw new Error("this browser cannot run WebAssembly");
		}
		boot.worker = spawn();
		boot.worker.onmessage = (e) => {
			boot.queued.push(e.data);
			if (e.data.type === "boot") {
				show("engine", JSON.parse(e.data.head).done);
			}
		};
		return Go.load(new URL(config.app.url, base).href, config.app.size, (done) => show("app", done));
	};

	start().then(
		(run) => {
			keepOffline();
			const ended = run();
			if (replaced) {
				window.goappOnUpdate();
			}
			ended.then(({ code, reason }) => fail(saved, reason || `The page's program ended with status ${code}.`));
		},
		(err) => fail(location.protocol === "file:"
			? "Pointscape has to come from a web server: run “go run . serve”, or any static file server in this folder."
			: "Pointscape could not be loaded. Check the connection, then reload the page.", String(err?.message ?? err)),
	);

	// A trap (stack overflow, out of memory) kills the program without its noticing.
	window.addEventListener("error", (e) => {
		if (e.error instanceof WebAssembly.RuntimeError) {
			fail(saved, e.message);
		}
	});

	// --- service worker ---

	const serviceWorkers = () => {
		try {
			return navigator.serviceWorker; // undefined when not over https
		} catch {
			return undefined; // a sandboxed frame may not ask
		}
	};

	// A new version of the site is there: a reload brings it. That may be found
	// out before the program listens.
	let replaced = false;
	serviceWorkers()?.addEventListener("controllerchange", () => {
		replaced = true;
		window.goappOnUpdate();
	});

	const keepOffline = async () => {
		const container = serviceWorkers();
		if (!container) {
			return;
		}
		try {
			if (config.serviceWorker) {
				await container.register(new URL("sw.js", base), { scope: base });
				return;
			}
			// One that an earlier build has installed would go on serving that build.
			const old = await container.getRegistration(base);
			if (old?.active?.scriptURL === new URL("sw.js", base).href) {
				await old.unregister();
			}
		} catch (err) {
			// In a frame of another site, most browsers refuse: nothing is wrong.
			if (window === window.top) {
				console.warn("Pointscape will not work offline:", err);
			}
		}
	};
})();
