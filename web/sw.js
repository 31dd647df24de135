// The service worker, which makes Pointscape work offline after the first visit. It is a template: the build fills in
// the version and the list of files.
//
// It answers from its cache first. Each version of the site has its own cache, whose name contains the site's folder,
// so that other projects (and other copies of this one) on the same host are not affected. The previous version's cache
// is kept, too: a page that is still open may have to restart its engine, and needs the engine of its version.

"use strict";

const prefix = `pointscape-${new URL(self.registration.scope).pathname}@`;
const own = async () => (await caches.keys()).filter((key) => key.startsWith(prefix));
{{- if .ServiceWorker}}

// Programs are fetched as the page fetches them: compressed, even if the host does not compress. They are stored as
// WebAssembly.
importScripts(self.trustedTypes?.createPolicy("pointscape", { createScriptURL: () => {{.Exec}} }).createScriptURL("") ?? {{.Exec}});

const current = prefix + "{{.Version}}";
const keep = {{.Keep}};
const programs = {{.Programs}};
const engine = {{.Engine}}; // of them, the one that the page can begin without
const languages = Object.values({{.Languages}}); // beside English: those that somebody reads are kept (web/boot.js)
const address = (path) => new URL(path, self.registration.scope).href;

// The response is marked, so that the page does not take it for an uncompressed response of the host.
const program = (p) => {
	const packed = p.packed.map((form) => ({ ...form, url: address(form.url) }));
	const bytes = (p.wasm ? Go.wasm : Go.stream)({ ...p, url: address(p.url), packed }, { tries: 3 });
	return new Response(bytes, { headers: { "Content-Type": p.wasm ? "application/wasm" : p.type, "Pointscape-Kept": "1" } });
};

// sound reports whether a response is of the version in its address: hosts ignore the version and send their current
// file.
const sound = async (response, path) => {
	const version = programs[path]?.wasm ?? /[?]v=(\w+)$/.exec(path)?.[1];
	if (!version) {
		return true;
	}
	const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
	return Array.from(sum, (b) => b.toString(16).padStart(2, "0")).join("").startsWith(version);
};

// install stores all files of this version.
const install = async () => {
	const cache = await caches.open(current);
	await Promise.all(keep.map(async (path) => {
		const url = address(path);
		// The content at an address with ?v= never changes: it is taken from any cache. All others are fetched again.
		const fixed = path.includes("?v=");
		let there = fixed && await caches.match(url);
		there = there && await sound(there.clone(), path) && there;
		if (!there && path === engine && navigator.connection?.saveData) {
			return; // it is kept when it is needed
		}
		const response = there || (programs[path] ? program(programs[path]) : await fetch(url, { cache: fixed ? "default" : "no-cache" }));
		if (!response.ok) {
			throw new Error(`${url}: ${response.status}`);
		}
		await cache.put(url, response);
	}));
	// A language that the previous version stored is stored again.
	await Promise.all(languages.map(async ({ offer, words, pages }) => {
		const found = await caches.match(address(words.url), { ignoreSearch: true });
		for (const file of found ? [offer, words] : []) {
			await cache.put(address(file.url), program(file));
		}
		await cache.addAll(found ? pages.map((path) => new Request(address(path), { cache: "no-cache" })) : []);
	}));
	for (const path of keep) {
		const kept = await cache.match(address(path));
		if (kept && !await sound(kept, path)) {
			throw new Error(`${path} is of another version`);
		}
	}
};

self.addEventListener("install", (event) => {
	event.waitUntil(install().then(() => self.skipWaiting(), async (err) => {
		await caches.delete(current); // all or nothing
		throw err;
	}));
});

self.addEventListener("activate", (event) => {
	event.waitUntil((async () => {
		const old = (await own()).filter((key) => key !== current); // in the order in which they were made
		await Promise.all(old.slice(0, -1).map((key) => caches.delete(key)));
	})());
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	const url = new URL(request.url);
	if (request.method !== "GET" || request.headers.has("range") || !url.href.startsWith(self.registration.scope)) {
		return;
	}
	event.respondWith((async () => {
		const page = url.pathname === new URL(address("./")).pathname || url.pathname === new URL(address("index.html")).pathname;
		if (page) { // whatever its parameters: they are for the program
			url.href = address("./");
		}
		// An address without a version means the file of this version.
		const newest = await (await caches.open(current)).match(url.href, { ignoreSearch: url.search === "" });
		if (newest || page) {
			return newest ?? fetch(request);
		}
		for (const key of await own()) {
			const found = await (await caches.open(key)).match(url.href);
			if (found) {
				return found;
			}
		}
		if (url.href === address(engine)) {
			const answer = program(programs[engine]);
			const cache = await caches.open(current);
			event.waitUntil((async () => {
				await cache.put(url.href, answer.clone());
				if (!await sound(await cache.match(url.href), engine)) {
					await cache.delete(url.href);
				}
			})().catch(() => { })); // or another time
			return answer;
		}
		return fetch(request);
	})());
});
{{- else}}

// This build has no service worker: unregister that of an earlier build.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
	event.waitUntil((async () => {
		await Promise.all((await own()).map((key) => caches.delete(key)));
		await self.registration.unregister();
	})());
});
{{- end}}
