// Pointscape's half of wasm_exec.js. The build joins it to the toolchain's copy,
// which defines Go, and serves both as one file. Between them it writes Go.mark.
//
// In a page and in the service worker it adds Go.stream, Go.load, Go.text, Go.fetch, Go.decoder,
// Go.prepare and Go.again, and does nothing else. In a dedicated worker it also boots the engine:
//
//   - The first message to a worker says what to run: {type: "run", module}, which the
//     page has compiled, or {type: "run", program}, as web/boot.js is told of it, to be fetched; with the mark of
//     this file that the page was made with. With another one it runs nothing.
//   - Messages out, before the engine can speak for itself and after it no longer
//     can: {type: "boot", head: '{"done": 0.37}'} while the program arrives, with a
//     "trouble" where that does not go well; {type: "compiled", module}, for others to run; {type: "unread"}, where
//     a message could not be read, as one with a module where the browser hands none over;
//     and {type: "fatal", head: '{"message": "..."}'}, once, when the
//     engine is dead. Until the engine listens, a {type: "ping"} is answered here:
//     {type: "pong"}, and {type: "again"} makes it try again at once.
//   - Messages in: Go calls pointscapeListen(f) once; f is then called with the
//     data of each message, in order, from the first that ever came.
//   - pointscapeSubworker() starts another engine, of the same compiled program, that
//     helps this one: a worker of this worker, named "helper". It returns null where
//     the browser has none, and after {type: "alone"}. A helper has no
//     pointscapeSubworker itself.
//   - {type: "files", files} are the bytes of files by their names, where the site is one
//     file: nothing can be fetched there.

"use strict";

(() => {
	// --- downloads that arrive in the end ---
	//
	// A program is {url, type, size, packed: [{url, size, format, bytes}], only}: where it is, of
	// what type and how many bytes, and where it lies compressed, the smallest first; only there, and with its
	// bytes, in a site in one file.
	// One whose type is application/json is no program, but comes by the same way. Hosts that know
	// how send it compressed by themselves, and then that is what is taken. From
	// all others the compressed file is fetched, and inflated while it arrives.
	// What a host says of a file does not count, but how the file begins: some
	// have inflated it on the way.

	const quiet = 4_000; // ms without a byte after which it is said that nothing comes
	const lost = 12_000; // and after which it is asked for anew
	const pauses = [1, 2, 4, 8, 15, 30]; // seconds between tries; the last one again and again

	// Trouble says why a try has failed: reason is a key of what people are told
	// (web/boot.js), about the file's name, detail what else is known.
	class Trouble extends Error {
		constructor(reason, about, detail = "") {
			super(`${about}: ${reason} ${detail}`);
			Object.assign(this, { reason, about, detail });
		}
	}
	Go.Trouble = Trouble;

	// Pass leaves a file for the next one that holds the same.
	class Pass extends Error { }

	const nameOf = (url) => new URL(url, self.location.href).pathname.split("/").pop();

	const sleepers = new Set();
	// again ends all pauses: somebody has mended something.
	Go.again = () => sleepers.forEach((wake) => wake());
	self.addEventListener("online", Go.again);

	// pause waits before try n+1, having told why.
	Go.pause = async (trouble, err, n) => {
		const wait = pauses[Math.min(n, pauses.length - 1)];
		const offline = err.reason === "broken" && navigator.onLine === false;
		trouble({ reason: offline ? "offline" : err.reason, about: err.about, detail: err.detail, wait });
		await new Promise((resolve) => {
			const wake = () => {
				clearTimeout(timer);
				sleepers.delete(wake);
				resolve();
			};
			const timer = setTimeout(wake, 1000 * wait);
			sleepers.add(wake);
		});
	};

	const json = "application/json";

	// kindOf tells by its first bytes what a file is: the program itself, or how it is
	// compressed.
	const kindOf = (b, program, format) => {
		const begins = (...bytes) => bytes.every((v, i) => b[i] === v);
		if (program.type === json ? begins(0x7b) : begins(0x00, 0x70, 0x73, 0x6d) || begins(0x00, 0x61, 0x73, 0x6d)) {
			return "plain";
		}
		if (begins(0x1f, 0x8b)) {
			return "gzip";
		}
		// Brotli has no mark of its own, but never begins as a page does.
		const text = /^(\xef\xbb\xbf)?\s*[<{]/.test(String.fromCharCode(...b.subarray(0, 64)));
		return format === "brotli" && !text ? "brotli" : "other";
	};

	// bare tells that a host sends a program as it is, which is long.
	const bare = (response, program) =>
		!response.headers.has("content-encoding") && !response.headers.has("pointscape-kept") &&
		(Number(response.headers.get("content-length")) || Infinity) >= program.size;

	// octets yields a file's bytes, as often as it has to be asked for. file is
	// {url, size, format}, with maybe: Pass unless it is what is wanted.
	const octets = async function* (program, file, on) {
		const about = nameOf(file.url);
		let got = 0; // bytes that were yielded
		let skip = 0; // of what comes now, bytes that were yielded before
		let whole = true; // what comes is the file, and not inflated on the way
		let n = 0;
		let first = file.first;
		for (; ;) {
			const abort = new AbortController();
			let hush, give;
			let late; // rejects when nothing comes
			let moved = false; // something new has come
			const listen = () => {
				clearTimeout(hush);
				clearTimeout(give);
				late = new Promise((_, reject) => {
					hush = setTimeout(() => on.trouble({ reason: "stalled", about }), quiet);
					give = setTimeout(() => reject(new Trouble("stalled", about)), lost);
				});
				late.catch(() => { });
			};
			try {
				listen();
				const from = whole ? got : 0;
				const asked = first?.response ?? (file.bytes && Promise.resolve(new Response(file.bytes))) ?? fetch(file.url, {
					signal: abort.signal,
					headers: from > 0 ? { Range: `bytes=${from}-` } : {},
					cache: n > 0 || on.reload ? "reload" : "default", // what is kept may be what was wrong
				});
				const stop = first?.abort ?? abort;
				first = undefined;
				try {
					const response = await Promise.race([asked, late]);
					if (!response.ok && !(response.status === 416 && from > 0)) {
						if (file.maybe && response.status >= 400 && response.status < 500) {
							throw new Pass();
						}
						throw new Trouble("status", about, `${response.status} ${response.statusText}`.trim());
					}
					if (response.status === 416) {
						throw new Trouble("short", about, `${got} of ${file.size} bytes`);
					}
					skip = response.status === 206 ? got - from : got;
					// What the service worker has decoded is no part of what a host sends: all of it is asked for again.
					whole = !response.headers.has("content-encoding") && !response.headers.has("pointscape-kept");
					const reader = response.body.getReader();
					let start = got === 0 ? new Uint8Array() : null; // until enough of it is there
					for (; ;) {
						let { done, value } = await Promise.race([reader.read(), late]);
						if (done) {
							break;
						}
						if (start) {
							const joined = new Uint8Array(start.length + value.length);
							joined.set(start);
							joined.set(value, start.length);
							start = value = joined;
							if (value.length < 8) {
								continue;
							}
							start = null;
							file.kind = kindOf(value, program, file.format);
							if (file.kind === "other") {
								if (file.maybe && file.format) {
									throw new Pass();
								}
								throw new Trouble("page", about);
							}
							if (file.maybe && !file.format && bare(response, program)) {
								throw new Pass();
							}
						}
						if (skip >= value.length) {
							skip -= value.length;
							listen();
							continue;
						}
						value = value.subarray(skip);
						skip = 0;
						got += value.length;
						moved = true;
						clearTimeout(hush);
						clearTimeout(give);
						on.trouble(null);
						yield value;
						listen();
					}
					const size = file.kind === "plain" ? program.size : file.size;
					if (got < size) {
						throw new Trouble("short", about, `${got} of ${size} bytes`);
					}
					return;
				} catch (err) {
					stop.abort();
					throw err;
				}
			} catch (err) {
				if (err instanceof Pass || on.tries !== undefined && n + 1 >= on.tries) {
					throw err;
				}
				if (err.reason === "short" && n > 0) {
					throw err; // not the line's fault: what was taken so far is of no use
				}
				// Where a frame has no origin of its own, a host has to allow it.
				const closed = self.origin === "null" && !(err instanceof Trouble) && got === 0;
				if (got > 0 && skip === 0 && !moved) {
					whole = false; // a part can't be had: all of it, then
				}
				await Go.pause(on.trouble, err instanceof Trouble ? err : new Trouble(closed ? "sandbox" : "broken", about, String(err?.message ?? err)), n++);
			} finally {
				clearTimeout(hush);
				clearTimeout(give);
			}
		}
	};

	const streamOf = (list) => new ReadableStream({
		pull: async (controller) => {
			const { done, value } = await list.next();
			if (done) {
				controller.close();
			} else {
				controller.enqueue(value);
			}
		},
		cancel: () => list.return(),
	});

	// bytes yields a program's own bytes.
	const bytes = async function* (program, on) {
		const packed = (program.packed ?? []).filter((file) => {
			try {
				return new DecompressionStream(file.format);
			} catch {
				return false; // this browser does not know it
			}
		});
		const plain = { url: program.url, size: program.size, format: "" };
		const plan = program.only ? packed : packed.length > 0
			? [{ ...plain, maybe: true, first: on.first }, ...packed.map((file) => ({ ...file, maybe: true })), plain]
			: [{ ...plain, first: on.first }];
		for (const file of plan) {
			let arrived = 0, made = 0;
			const counted = async function* () {
				for await (const chunk of octets(program, file, on)) {
					arrived += chunk.length;
					on.progress(Math.min(1, arrived / (file.kind === "plain" ? program.size : file.size)));
					yield chunk;
				}
			};
			let fault;
			try {
				const source = counted();
				const { value, done } = await source.next();
				const all = async function* () {
					try {
						if (!done) {
							yield value;
							yield* source;
						}
					} catch (err) {
						fault = err; // what a stream is told, it does not always tell
						throw err;
					}
				};
				let list = all();
				if (file.kind !== "plain") {
					list = values(streamOf(list).pipeThrough(new DecompressionStream(file.kind)));
				}
				for await (const chunk of list) {
					made += chunk.length;
					yield chunk;
				}
				if (made !== program.size) {
					throw new Trouble("damaged", nameOf(file.url), `${made} of ${program.size} bytes`);
				}
				return;
			} catch (err) {
				if (!(err instanceof Pass) || made > 0) {
					throw fault ?? (err instanceof Trouble || err instanceof Pass ? err : new Trouble("damaged", nameOf(file.url), String(err?.message ?? err)));
				}
			}
		}
		throw new Trouble("damaged", nameOf(program.url)); // the last one never passes
	};

	// values yields what a stream holds; not all browsers' streams do by themselves.
	const values = async function* (stream) {
		const reader = stream.getReader();
		for (; ;) {
			const { done, value } = await reader.read();
			if (done) {
				return;
			}
			yield value;
		}
	};

	const quietly = (on) => ({ progress: () => { }, trouble: () => { }, ...on });

	// stream returns a program's own bytes as a stream. on is {progress(share),
	// trouble(what is wrong, or null), first: {response, abort}, tries}: without
	// tries it goes on for ever, and says what it is waiting for.
	Go.stream = (program, on) => streamOf(bytes(program, quietly(on)));

	// take fetches a program and makes something of the stream of its bytes. Where that
	// fails with what damaged tells of, they are fetched anew.
	const take = async (program, on, make, damaged) => {
		on = quietly(on);
		let told = -1;
		const progress = (share) => {
			const percent = Math.floor(100 * share);
			if (percent !== told) {
				told = percent;
				on.progress(percent / 100);
			}
		};
		for (let n = 0; ; n++) {
			let fault;
			const list = async function* () {
				try {
					yield* bytes(program, { ...on, progress, reload: n > 0, first: n > 0 ? undefined : on.first });
				} catch (err) {
					fault = err;
					throw err;
				}
			};
			try {
				return await make(streamOf(list()));
			} catch (err) {
				if (!fault && !damaged(err) || n + 1 >= on.tries) {
					throw err; // it is not allowed, there is no memory, or nobody waits longer
				}
				const known = [fault, err].find((e) => e instanceof Trouble);
				await Go.pause(on.trouble, known ?? new Trouble("damaged", nameOf(program.url), String(err?.message ?? err)), n);
			}
		}
	};

	const broken = (err) => err instanceof WebAssembly.CompileError || err instanceof Trouble;

	const gather = (stream) => new Response(stream).arrayBuffer();

	// decoder writes the numbers of a program's code as they are, while its bytes, which b will have, arrive, unless it is
	// WebAssembly already: it returns
	// what is to be called with how many have, and returns how many of them will not change any more. app/tools/site/recode.go says which numbers are written by how much they differ
	// from what is expected, and where they are looked for.
	const decoder = Go.decoder = (b) => {
		let i = 8; // where the next section or function begins
		let encoded; // whether it is
		let left = -1; // functions that are still to come; -1 = sections before them
		let fn = 0;
		const number = () => {
			let v = 0, c, shift = 0;
			do {
				c = b[i++];
				v |= (c & 127) << shift;
				shift += 7;
			} while (c > 127);
			return v >>> 0;
		};
		const body = (end) => {
			for (let groups = number(); groups > 0 && i < end; groups--) {
				number();
				i++;
			}
			let place = 0, depth = 0;
			// The table of the places where the function goes on.
			if (b[i] === 0x23 && b[i + 2] === 0x21) {
				let k = i + 4;
				for (; (b[k] === 0x02 || b[k] === 0x03) && b[k + 1] === 0x40; k += 2) {
					depth++;
				}
				if (b[k] === 0x20 && b[k + 2] === 0x0e) {
					i = k + 3;
					for (let n = number(), last = 0; n > 0 && i < end && b[i] < 128; n--) {
						last = b[i] = b[i] + last & 127;
						i++;
					}
				}
			}
			for (; i + 6 <= end; i++) {
				if (b[i] === 0x42) {
					// A call: i64.const where to return to, i64.store, i32.const 0, call what; global.get 0, local.set x, br_if.
					if (b[i + 11] !== 0x10 || i + 12 > end || b[i + 6] !== 0x37 || b[i + 7] !== 3 || b[i + 8] !== 0 || b[i + 9] !== 0x41 || b[i + 10] !== 0 ||
						b[i + 1] < 128 || b[i + 2] < 128 || b[i + 3] < 128 || b[i + 4] < 128 || b[i + 5] > 127) {
						continue;
					}
					const low = b[i + 1] & 127 | (b[i + 2] & 127) << 7 | (b[i + 3] & 127) << 14 | (b[i + 4] & 127) << 21;
					place = place + low & 0xffff;
					fn = fn + (low >>> 16 | b[i + 5] << 12) & 0x7ffff;
					b[i + 1] = place & 127 | 128;
					b[i + 2] = place >>> 7 & 127 | 128;
					b[i + 3] = place >>> 14 | fn << 2 & 127 | 128;
					b[i + 4] = fn >>> 5 & 127 | 128;
					b[i + 5] = fn >>> 12;
					for (i += 12; i < end && b[i] > 127; i++);
					const n = i + 6;
					if (n < end && b[n - 5] === 0x23 && b[n - 4] === 0 && b[n - 3] === 0x21 && b[n - 2] < 128 && b[n - 1] === 0x0d && b[n] < 128) {
						b[n] = b[n] + depth - place & 127;
						depth = b[n] + place;
						i = n;
					}
				} else if (b[i] === 0x41) {
					// A jump: i32.const where to, in one byte or two, local.set 0, br.
					const wide = b[i + 1] > 127 ? 1 : 0;
					const n = i + 5 + wide;
					if (n >= end || b[i + 1 + wide] > 127 || b[n - 3] !== 0x21 || b[n - 2] !== 0 || b[n - 1] !== 0x0c || b[n] > 127) {
						continue;
					}
					b[n] = b[n] + depth - place & 127;
					place = depth - b[n];
					if (wide) {
						const to = (b[i + 1] & 127 | b[i + 2] << 7) + place;
						b[i + 1] = to & 127 | 128;
						b[i + 2] = to >>> 7 & 127;
					} else {
						b[i + 1] = b[i + 1] + place & 127;
					}
					i = n;
				}
			}
		};
		return (have) => {
			if (have < 2) {
				return 0;
			}
			encoded ??= b[1] === 0x70;
			if (!encoded) {
				return have;
			}
			const all = have === b.length;
			while (left !== 0 && (i + 16 <= have || all && i < have)) {
				const begin = i;
				if (left < 0) {
					const id = b[i++], size = number();
					left = id === 10 ? number() : left;
					i += id === 10 ? 0 : size;
					continue;
				}
				const end = Math.min(number() + i, b.length);
				if (end > have) {
					i = begin;
					break;
				}
				fn++;
				body(end);
				i = end;
				left--;
			}
			b[1] = 0x61;
			return all || left === 0 ? have : Math.min(i, have);
		};
	};

	// decoded yields a program's bytes, decoded, while they arrive.
	const decoded = async function* (stream, program) {
		const bytes = new Uint8Array(program.size);
		const decode = decoder(bytes);
		let have = 0, sent = 0;
		for await (const chunk of values(stream)) {
			const part = chunk.subarray(0, bytes.length - have); // of too many, those who read them tell at the end
			bytes.set(part, have);
			const ready = decode(have += part.length);
			if (ready > sent) {
				yield bytes.subarray(sent, ready);
				sent = ready;
			}
		}
	};

	const wasm = "application/wasm";
	const streams = self.document && WebAssembly.compileStreaming;

	// wasm fetches a program as WebAssembly: a stream, with on as stream has it.
	Go.wasm = (program, on) => streamOf(decoded(Go.stream(program, on), program));

	// marked is a compiled program that has the mark which is wanted. Else the host has another version of the site by now.
	const marked = (module, program) => {
		const [mark] = WebAssembly.Module.customSections(module, "pointscape");
		if (new TextDecoder().decode(mark) !== program.mark) {
			throw new Trouble("version", nameOf(program.url));
		}
		return module;
	};

	// compile compiles a program. A page compiles what has arrived, where the browser can. A worker waits for all:
	// Chromium ends the process of a page that is left while a worker begins to compile what arrives (156 does).
	const compile = async (stream, program) => {
		const response = new Response(streamOf(decoded(stream, program)), { headers: { "Content-Type": wasm } });
		return marked(await (streams ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then(WebAssembly.compile)), program);
	};

	// load fetches a program and compiles it. The service worker has it as WebAssembly: of such a response, as it is,
	// Chromium keeps the compiled code for the next visit.
	Go.load = async (program, on) => {
		const soon = streams && on.first && [on.first.response, new Promise((resolve) => setTimeout(resolve, 1_000))];
		const response = soon && await Promise.race(soon).catch(() => { });
		if (response?.headers.get("content-type") === wasm) {
			try {
				return marked(await WebAssembly.compileStreaming(response), program);
			} catch {
				on = { ...on, first: undefined }; // it is fetched anew
			}
		}
		return take(program, on, (stream) => compile(stream, program), broken);
	};

	// text fetches JSON, as bytes.
	Go.text = (program, on) => take(program, on, async (stream) => {
		const bytes = new Uint8Array(await gather(stream));
		JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
		return bytes;
	}, (err) => err instanceof SyntaxError || err instanceof TypeError);

	// fetch fetches the text of a file that is no program, once: it is given up when nothing of it comes.
	Go.fetch = async (url) => {
		const abort = new AbortController(), list = [];
		let give;
		const listen = () => {
			clearTimeout(give);
			give = setTimeout(() => abort.abort(), lost);
		};
		try {
			listen();
			const response = await fetch(url, { signal: abort.signal });
			if (!response.ok) {
				throw new Error(`${response.status}`);
			}
			for await (const chunk of values(response.body)) {
				list.push(chunk);
				listen();
			}
			return await new Blob(list).text();
		} finally {
			clearTimeout(give);
		}
	};

	// prepare makes a compiled program ready. It resolves to a function that runs it
	// and resolves, when that has ended, to its exit code and the line in which Go
	// said why.
	Go.prepare = async (module) => {
		const go = new Go();
		const instance = await WebAssembly.instantiate(module, go.importObject);
		// Of an engine: bytes of its memory, R, G, B, A, as they are.
		self.pointscapePixels = (at, width, height) => new ImageData(new Uint8ClampedArray(instance.exports.mem.buffer, at, 4 * width * height), width, height);
		return () => run(go, instance);
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
	const unread = () => self.postMessage({ type: "unread" });
	self.addEventListener("messageerror", unread); // until it is known what to run
	self.addEventListener("message", (e) => {
		switch (e.data.type) {
			case "run":
				self.removeEventListener("messageerror", unread);
				give(e.data);
				return;
			case "again":
				Go.again();
				return;
			case "files":
				self.pointscapeFiles = e.data.files;
				return;
			case "alone":
				self.pointscapeSubworker = () => null;
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

	// A built-in table, from the site that this program comes from: it is asked for when
	// somebody wants it, and the service worker has it for when there is no connection.
	self.pointscapeTable = async (name) => {
		const path = `web/tables/${name}.csv`;
		const kept = self.pointscapeFiles?.[path];
		return kept ? new TextDecoder().decode(kept) : Go.fetch(new URL(path, self.pointscapeBase ?? self.location.href));
	};

	self.addEventListener("error", (e) => {
		e.preventDefault(); // the page hears of it once, by our message
		console.warn(e.message);
		die(e.message || "the engine's script failed");
	});
	self.addEventListener("unhandledrejection", (e) => die(String(e.reason)));

	const boot = async () => {
		const { program, module: ready, mark } = await given;
		if (mark !== Go.mark) {
			throw new Error("The site has a new version. Reload the page to continue.");
		}
		let done = 0;
		const tell = (trouble) => post("boot", { done, trouble });
		const module = ready ?? await Go.load(program, {
			progress: (share) => {
				done = share;
				post("boot", { done });
			},
			trouble: (what) => {
				if (what || troubled) {
					troubled = what;
					tell(what);
				}
			},
		});
		if (self.name !== "helper") {
			if (ready) {
				post("boot", { done: 1 });
			} else {
				self.postMessage({ type: "compiled", module });
			}
			let here;
			self.pointscapeSubworker ??= () => {
				try {
					// From the address that this worker itself was made from; where that has only
					// its code, pointscapeBase is that of this file.
					here ??= self.trustedTypes?.createPolicy("pointscape-hand", { createScriptURL: () => self.location.href }).createScriptURL("") ?? self.location.href;
					const helper = new Worker(here, { name: "helper" });
					helper.postMessage({ type: "run", module, mark: Go.mark });
					return helper;
				} catch {
					return null;
				}
			};
		}
		const start = await Go.prepare(module);
		return start();
	};
	let troubled = null;

	boot()
		.then(({ code, reason }) => die(reason || `the engine ended with status ${code}`))
		.catch((err) => die(String(err?.message ?? err)));
})();
