// Pointscape's half of wasm_exec.js. The build joins it to the toolchain's copy,
// which defines Go, and serves both as one file.
//
// In a page it adds Go.load and does nothing else. In a dedicated worker it also
// boots the engine:
//
//   - The worker's address may say which engine, and of how many bytes:
//     wasm_exec.js?engine=engine.wasm%3Fv%3Dabc&size=123. Otherwise it is the
//     engine.wasm beside this script.
//   - Messages out, before the engine can speak for itself and after it no longer
//     can: {type: "boot", head: '{"done": 0.37}'} while engine.wasm arrives, and
//     {type: "fatal", head: '{"message": "..."}'}, once, when the engine is dead.
//     Until the engine listens, a {type: "ping"} is answered here: {type: "pong"}.
//   - Messages in: Go calls pointscapeListen(f) once; f is then called with the
//     data of each message, in order, from the first that ever came.
//   - pointscapeHand() starts another engine, of the same compiled program, that
//     helps this one: a worker of this worker, named "hand". It returns null where
//     the browser has none. A hand has no pointscapeHand itself.

"use strict";

(() => {
	// load fetches a program and compiles it while it arrives. size is the number
	// of its bytes, which no header tells when it comes compressed; onProgress is
	// called with the share that has arrived, 0 to 1. It resolves to a function
	// that runs the program and resolves, when that has ended, to its exit code
	// and the line in which Go said why. The compiled program is its module.
	Go.load = async (url, size, onProgress) => {
		const response = await fetch(url);
		if (!response.ok) {
			throw new Error(`${url} could not be fetched: ${response.status} ${response.statusText}`);
		}
		let arrived = 0, told = -1;
		const counted = response.body.pipeThrough(new TransformStream({
			transform(chunk, controller) {
				arrived += chunk.byteLength;
				const percent = Math.min(100, Math.floor(100 * arrived / size));
				if (percent > told) {
					told = percent;
					onProgress(percent / 100);
				}
				controller.enqueue(chunk);
			},
		}));
		// Its own type, whatever the host thinks it is: compiling while streaming
		// asks for this one.
		const wasm = new Response(counted, { headers: { "Content-Type": "application/wasm" } });
		const go = new Go();
		const { module, instance } = await WebAssembly.instantiateStreaming(wasm, go.importObject);
		return Object.assign(() => run(go, instance), { module });
	};

	const run = async (go, instance) => {
		let code = 0;
		go.exit = (c) => { code = c; };
		const lastWords = listenToOutput();
		await go.run(instance);
		return { code, reason: lastWords() };
	};

	// listenToOutput returns a function that gives the line of a panic, or "".
	// Go writes it to standard error a piece at a time and goes on with stacks.
	const listenToOutput = () => {
		const write = globalThis.fs.writeSync;
		const decoder = new TextDecoder();
		let line = "", reason = "";
		globalThis.fs.writeSync = function (fd, buf) {
			if (reason === "" && fd === 2) {
				const lines = (line + decoder.decode(buf, { stream: true })).split("\n");
				line = lines.pop().slice(-1000);
				reason = lines.find((l) => /^(panic|fatal error): /.test(l)) ?? "";
			}
			return write.call(this, fd, buf);
		};
		return () => reason;
	};

	if (typeof DedicatedWorkerGlobalScope === "undefined" || !(self instanceof DedicatedWorkerGlobalScope)) {
		return;
	}

	const post = (type, head) => self.postMessage({ type, head: JSON.stringify(head) });

	let dead = false;
	const die = (message) => {
		if (!dead) {
			dead = true;
			listener = () => { }; // whoever asks now gets no answer: the page has been told
			waiting.length = 0;
			post("fatal", { message });
		}
	};

	// Messages wait for Go, and those that waited are delivered before any other.
	const waiting = [];
	let listener = null;
	const deliver = () => {
		while (listener && waiting.length > 0) {
			listener(waiting.shift());
		}
	};
	let give;
	const given = new Promise((resolve) => { give = resolve; });
	self.addEventListener("message", (e) => {
		if (e.data.type === "module") {
			give(e.data.module); // a hand's first message
			return;
		}
		if (e.data.type === "ping" && !listener) {
			post("pong", {}); // it is still being loaded, which may take its time
			return;
		}
		waiting.push(e.data);
		deliver();
	});
	self.pointscapeListen = (f) => {
		listener = f;
		queueMicrotask(deliver); // not from inside Go's call
	};

	self.addEventListener("error", (e) => {
		e.preventDefault(); // the page hears of it once, by our message
		console.warn(e.message);
		die(e.message || "the engine's script failed");
	});
	self.addEventListener("unhandledrejection", (e) => die(String(e.reason)));

	// A worker made from a blob (see web/boot.js) says where this script is.
	const here = new URL(self.pointscapeScript ?? self.location.href);

	const boot = async () => {
		if (self.name === "hand") {
			const go = new Go();
			return run(go, await WebAssembly.instantiate(await given, go.importObject));
		}
		const engine = new URL(here.searchParams.get("engine") ?? "engine.wasm", here);
		const size = Number(here.searchParams.get("size")) || Infinity;
		const start = await Go.load(engine.href, size, (done) => post("boot", { done }));
		self.pointscapeHand = () => {
			try {
				// From the address that this worker itself was made from.
				const hand = new Worker(self.location.href, { name: "hand" });
				hand.postMessage({ type: "module", module: start.module });
				return hand;
			} catch {
				return null;
			}
		};
		return start();
	};

	boot()
		.then(({ code, reason }) => die(reason || `the engine ended with status ${code}`))
		.catch((err) => die(String(err?.message ?? err)));
})();
