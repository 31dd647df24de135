// The element <point-scape>: a frame of Pointscape that sets its own height and has properties, methods and events
// instead of messages. web/embed.html documents it.
//
//   <script src="https://your.host/web/point-scape.js" async></script>
//   <point-scape src="https://your.host/#..." controls="C,gamma" lock="C"></point-scape>

"use strict";

(() => {
	if (customElements.get("point-scape")) {
		return;
	}
	// The playground is in the parent of this script's folder.
	const script = document.currentScript?.src;
	const home = script ? new URL("..", script).href : "";
	const texts = ["controls", "lock", "hide", "theme", "lang"];
	const switches = ["title", "legend", "sweep", "keys"];
	const codes = { " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
	const inLink = 30_000; // characters of a document's link; a longer document is sent when the frame is ready

	// Smaller changes of the height are ignored. A scroll bar that appears or disappears changes the width, and so the
	// height: both could alternate for ever.
	const slack = 16;
	const lowest = 200;

	const sheet = new CSSStyleSheet();
	sheet.replaceSync(":host { display: block } :host([hidden]) { display: none } iframe { display: block; width: 100%; height: 440px; border: 0 }");

	const textOf = (what) => typeof what === "string" ? what : JSON.stringify(what);

	// linked returns the fragment of a link: the document, deflated.
	const linked = async (text) => {
		const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
		const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
		let s = "";
		for (const b of bytes) {
			s += String.fromCharCode(b);
		}
		return btoa(s).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	};

	class PointScape extends HTMLElement {
		static observedAttributes = ["src", "document", "course", "deck", "page", "height", ...texts, ...switches];

		#frame = document.createElement("iframe");
		#origin = ""; // of the frame's page
		#document = null; // the newest document that was set or read
		#available = []; // the controls that the frame can have, as the last get has read them
		#begun = false; // the element is in a page
		#kept = null; // the document that the next frame begins with
		#other = false; // the next frame shows something else
		#changing = false; // the next frame starts when all attributes are set
		#late = ""; // a document that is too long for an address
		#ready = false;
		#starts = 0;
		#asked = 0;
		#waiting = new Map(); // promises of replies, by the ids of their messages
		#queue = []; // messages until the frame is ready

		constructor() {
			super();
			const root = this.attachShadow({ mode: "open" });
			root.adoptedStyleSheets = [sheet];
			this.#frame.allowFullscreen = true;
			this.#frame.loading = "lazy"; // in a slide that is not shown there is none
			root.append(this.#frame);
		}

		connectedCallback() {
			addEventListener("message", this.#hear);
			this.#begun = true;
			this.#start();
		}

		disconnectedCallback() {
			removeEventListener("message", this.#hear);
			this.#begun = false;
			this.#stop("The element has left its page.");
		}

		attributeChangedCallback(name, was, now) {
			if (!this.#begun || was === now) {
				return;
			}
			if (name === "height") {
				this.#size();
			} else if (name === "document" && this.#ready && now) {
				this.document = now;
			} else {
				this.#again(texts.concat(switches).includes(name));
			}
		}

		// #again starts a new frame when all attribute changes are done. It opens the current document, unless the
		// attributes name another one.
		#again(same) {
			this.#other ||= !same;
			if (this.#changing) {
				return;
			}
			this.#changing = true;
			queueMicrotask(async () => {
				this.#changing = false;
				if (this.#other) {
					this.#kept = null;
				} else if (this.#ready) {
					this.#kept = await this.get().catch(() => this.#kept);
				}
				this.#other = false;
				if (this.#begun) {
					this.#start();
				}
			});
		}

		// document is the document that was set last, or read last by get.
		get document() {
			return this.#document;
		}

		set document(what) {
			this.set({ document: what }).catch((err) => this.#tell("error", { message: err.message, field: err.field, to: "set" }));
		}

		// available lists the controls that a frame of the current method can have: { name, label }.
		get available() {
			return this.#available;
		}

		// get reads the document that is currently shown.
		async get() {
			const { document, controls } = await this.#ask({ type: "get" });
			this.#available = controls;
			return this.#document = JSON.parse(document);
		}

		// address returns the address of a frame like this one that opens the current document.
		async address() {
			const address = this.#plain();
			address.hash = await linked(textOf(await this.get()));
			return address.href;
		}

		// set takes { document } or { params }; step takes { to }, { by } or { play }. Each resolves, when the result
		// is drawn, to what is shown then.
		async set({ document, params }) {
			const text = document === undefined ? undefined : textOf(document);
			const reply = await this.#ask({ type: "set", ...text !== undefined && { document: text }, ...params !== undefined && { params } });
			if (text !== undefined) {
				this.#document = JSON.parse(text);
			}
			return reply;
		}

		step(how) {
			return this.#ask({ ...how, type: "step" });
		}

		#ask(message) {
			return new Promise((done, fail) => {
				const id = ++this.#asked;
				this.#waiting.set(id, { done, fail });
				this.#queue.push({ pointscape: 1, ...message, id });
				this.#send();
			});
		}

		#send() {
			while (this.#ready && this.#queue.length > 0) {
				this.#frame.contentWindow?.postMessage(this.#queue.shift(), self.origin === "null" ? "*" : this.#origin);
			}
		}

		#stop(why) {
			this.#ready = false;
			this.#queue = [];
			for (const { fail } of this.#waiting.values()) {
				fail(new Error(why));
			}
			this.#waiting.clear();
		}

		// #plain returns the address that the attributes describe.
		#plain() {
			const src = this.getAttribute("src") ?? home;
			const address = new URL(src.replaceAll("&amp;", "&"), document.baseURI); // escaped once more than they should be
			const q = address.searchParams;
			q.set("embed", "1");
			for (const name of texts) {
				if (this.getAttribute(name)) {
					q.set(name, this.getAttribute(name));
				}
			}
			for (const name of switches) {
				if (this.hasAttribute(name) && this.getAttribute(name) !== "0") {
					q.set(name, "1");
				}
			}
			if (this.hasAttribute("course")) {
				q.set("course", [this.getAttribute("course"), this.getAttribute("page")].filter(Boolean).join("/"));
			} else if (this.hasAttribute("deck")) {
				q.set("deck", this.getAttribute("deck"));
				if (this.getAttribute("page")) {
					q.set("page", this.getAttribute("page"));
				}
			}
			return address;
		}

		async #start() {
			const mine = ++this.#starts;
			const address = this.#plain();
			if (/^https?:/.test(self.origin)) {
				address.searchParams.set("origin", self.origin); // nobody else may talk with it
			}
			const text = this.#kept ? textOf(this.#kept) : this.getAttribute("document");
			if (text) {
				const link = await linked(text);
				if (mine !== this.#starts || !this.#begun) {
					return; // another start has come
				}
				this.#late = link.length > inLink ? text : "";
				address.hash = this.#late ? "" : link;
				try {
					this.#document = JSON.parse(text);
				} catch {
					// the frame says what is wrong
				}
			}
			if (this.#frame.src) {
				this.#stop("The frame starts again.");
			}
			this.#origin = address.origin;
			const title = this.getAttribute("title");
			this.#frame.title = this.getAttribute("aria-label") || (/^[01]?$/.test(title ?? "") ? "Pointscape" : title);
			this.#size();
			this.#frame.remove(); // of two addresses that differ behind # alone, a frame loads nothing
			this.#frame.src = address.href;
			this.shadowRoot.append(this.#frame);
		}

		#size(ideal) {
			const asked = parseFloat(this.getAttribute("height"));
			const most = Math.max(lowest, 0.9 * innerHeight);
			const now = this.#frame.style.height;
			const to = asked > 0 ? asked : ideal && Math.max(lowest, Math.min(ideal, most));
			if (to && !(Math.abs(parseFloat(now) - to) < slack && !(asked > 0))) {
				this.#frame.style.height = `${to}px`;
			}
		}

		#tell(name, detail) {
			this.dispatchEvent(new CustomEvent(name, { detail }));
		}

		#hear = ({ source, origin, data }) => {
			// If this page is sandboxed without an origin, its frame has no origin either.
			const theirs = origin === this.#origin || origin === "null" && self.origin === "null";
			if (source !== this.#frame.contentWindow || !theirs || data?.pointscape !== 1) {
				return;
			}
			const waits = this.#waiting.get(data.id);
			if (data.ideal) {
				this.#size(data.ideal);
			}
			if (waits && ["reply", "error"].includes(data.type)) {
				this.#waiting.delete(data.id);
				if (data.type === "reply") {
					waits.done(data);
				} else {
					waits.fail(Object.assign(new Error(data.message), { field: data.field }));
				}
				return;
			}
			switch (data.type) {
				case "ready":
					this.#ready = true;
					if (this.#late) {
						this.document = this.#late;
						this.#late = "";
					}
					this.#send();
					this.#tell("ready", data);
					break;
				case "changed":
					this.#tell("change", data);
					break;
				case "key": {
					// Dispatch the key as if it had been pressed here, for a slide deck that listens to its page.
					const { key, shift } = data, keyCode = codes[key];
					if (keyCode) {
						this.#tell("key", data);
						this.dispatchEvent(new KeyboardEvent("keydown", { key, code: key === " " ? "Space" : key, keyCode, which: keyCode, shiftKey: shift === true, bubbles: true, composed: true, cancelable: true }));
					}
					break;
				}
				case "error":
				case "task":
					this.#tell(data.type, data);
			}
		};
	}

	customElements.define("point-scape", PointScape);
})();
