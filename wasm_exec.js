// Pointscape's part of wasm_exec.js. The build appends it to the toolchain's copy, which defines Go, and serves both as
// one file. Between them it writes Go.mark.
//
// In a page and in the service worker, this file only adds Go.stream, Go.load, Go.text, Go.fetch, Go.decoder,
// Go.prepare and Go.again. In a dedicated worker it also boots the engine:
//
//   - The first message to a worker says what to run: {type: "run", module} with a module that the page has compiled,
//     or {type: "run", program} with a program to fetch, in the form that web/boot.js gets; and the mark of the
//     wasm_exec.js that the page was built with. If that is not this file's mark, the worker runs nothing.
//   - Messages to the page, before the engine can send its own and after it no longer can: {type: "boot",
//     head: '{"done": 0.37}'} while the program arrives, with a "trouble" if there is a problem; {type: "compiled",
//     module}, for other workers to run; {type: "unread"} if a message could not be read, such as one with a module in
//     a browser that can't send modules; and {type: "fatal", head: '{"message": "..."}'}, once, when the engine has
//     died. Until the engine listens, this file answers {type: "ping"} with {type: "pong"}, and {type: "again"} makes
//     it retry at once.
//   - Messages to the engine: Go calls pointscapeListen(f) once; f is then called with the data of each message, in
//     order, beginning with the first message that arrived.
//   - pointscapeSubworker() starts another engine, of the same compiled program, that helps this one: a worker of this
//     worker, named "helper". It returns null if the browser has no nested workers, and after {type: "alone"}. A helper
//     has no pointscapeSubworker itself.
//   - {type: "files", files} gives the bytes of files by name, if the site is one file: nothing can be fetched there.

"use strict";

(() => {
	// --- downloads with retries ---
	//
	// A program is {url, type, size, packed: [{url, size, format, bytes}], only}: its address, type and size in bytes,
	// and its compressed forms, smallest first. In a site in one file, only these exist (only), and they have their
	// bytes. A file of type application/json is not a program, but is loaded in the same way. A host that compresses
	// files by itself is used as it is; from other hosts the compressed file is fetched, and decompressed while it
	// arrives. The form of a file is recognised by its first bytes, not by the host's headers: some hosts decompress it
	// before they send it.

	const quiet = 4_000; // ms without a byte after which it is said that nothing comes
	const lost = 12_000; // and after which it is asked for anew
	const pauses = [1, 2, 4, 8, 15, 30]; // seconds between tries; the last one again and again

	// Trouble is the reason why an attempt has failed: reason is a key of the messages in web/boot.js, about is the
	// file's name, detail is any further information.
	class Trouble extends Error {
		constructor(reason, about, detail = "") {
			super(`${about}: ${reason} ${detail}`);
			Object.assign(this, { reason, about, detail });
		}
	}
	Go.Trouble = Trouble;

	// Pass makes the download continue with the next form of the same content.
	class Pass extends Error { }

	const nameOf = (url) => new URL(url, self.location.href).pathname.split("/").pop();

	const sleepers = new Set();
	// again ends all pauses, because the cause of a failure may be gone.
	Go.again = () => sleepers.forEach((wake) => wake());
	self.addEventListener("online", Go.again);

	// pause reports a trouble and waits before attempt n+1.
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

	// kindOf determines the form of a file from its first bytes: the program itself, or a compression format.
	const kindOf = (b, program, format) => {
		const begins = (...bytes) => bytes.every((v, i) => b[i] === v);
		if (program.type === json ? begins(0x7b) : begins(0x00, 0x70, 0x73, 0x6d) || begins(0x00, 0x61, 0x73, 0x6d)) {
			return "plain";
		}
		if (begins(0x1f, 0x8b)) {
			return "gzip";
		}
		// Brotli has no magic number, but never begins like an HTML page.
		const text = /^(\xef\xbb\xbf)?\s*[<{]/.test(String.fromCharCode(...b.subarray(0, 64)));
		return format === "brotli" && !text ? "brotli" : "other";
	};

	// bare reports whether a host sends a program uncompressed.
	const bare = (response, program) =>
		!response.headers.has("content-encoding") && !response.headers.has("pointscape-kept") &&
		(Number(response.headers.get("content-length")) || Infinity) >= program.size;

	// octets yields a file's bytes, with as many requests as it takes. file is {url, size, format}, with maybe: throw
	// Pass if the content is not what is wanted.
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
					// A program that the service worker has decoded is not part of the host's file: a retry requests
					// all of it.
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
				// A frame without an origin can only fetch files if the host allows it.
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

	// bytes yields a program's uncompressed bytes.
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

	// values yields the chunks of a stream; not all browsers' streams are iterable.
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

	// stream returns a program's uncompressed bytes as a stream. on is {progress(share), trouble(problem, or null),
	// first: {response, abort}, tries}: without tries, it retries for ever and reports what it is waiting for.
	Go.stream = (program, on) => streamOf(bytes(program, quietly(on)));

	// take fetches a program and passes the stream of its bytes to make. If make fails with an error that damaged
	// recognises, it fetches the bytes again.
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

	// decoder restores the numbers in a program's code in place, while its bytes arrive in b, unless the program is
	// WebAssembly already. It returns a function that takes the number of bytes that have arrived and returns the
	// number of bytes that are final. app/tools/site/recode.go describes which numbers are written as differences, and
	// how they are found.
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
		// restore adds what is expected to the number at i and moves on; it returns -1 if the number has more than three
		// bytes.
		const restore = (expected, end) => {
			let v = 0, n = 0, c;
			do {
				if (n > 14 || i >= end) {
					i -= n / 7;
					return -1;
				}
				c = b[i++];
				v |= (c & 127) << n;
				n += 7;
			} while (c > 127);
			v = v + expected & (1 << n) - 1;
			c = v;
			for (let k = i - n / 7; k < i; k++) {
				b[k] = b[k] & 128 | c & 127;
				c >>= 7;
			}
			return v;
		};
		const elements = (end) => {
			if (b[i] !== 1 || b[i + 1] !== 0 || b[i + 2] !== 0x41) {
				return;
			}
			i += 3;
			number();
			if (b[i++] !== 0x0b) {
				return;
			}
			number();
			for (let last = -1; i < end && (last = restore(last + 1, end)) >= 0;);
		};
		let place, depth; // as in recode.go
		const blocks = [], first = [];
		let points = 0, known = 0; // how many of them
		const ended = () => place < points ? blocks[place] : points && blocks[points - 1];
		const from = (n) => (n = Math.max(n, 0)) < known ? first[n] : points;
		// A call at k: i64.const (return address), i64.store, i32.const 0, call (function); global.get 0, local.set x,
		// br_if. It returns the index of the last byte read.
		const call = (k, end) => {
			if (b[k + 11] !== 0x10 || k + 12 > end || b[k + 6] !== 0x37 || b[k + 7] !== 3 || b[k + 8] !== 0 || b[k + 9] !== 0x41 || b[k + 10] !== 0 ||
				b[k + 1] < 128 || b[k + 2] < 128 || b[k + 3] < 128 || b[k + 4] < 128 || b[k + 5] > 127) {
				return k;
			}
			const low = b[k + 1] & 127 | (b[k + 2] & 127) << 7 | (b[k + 3] & 127) << 14 | (b[k + 4] & 127) << 21;
			place = from(ended() + 1) + low & 0xffff;
			fn = fn + (low >>> 16 | b[k + 5] << 12) & 0x7ffff;
			b[k + 1] = place & 127 | 128;
			b[k + 2] = place >>> 7 & 127 | 128;
			b[k + 3] = place >>> 14 | fn << 2 & 127 | 128;
			b[k + 4] = fn >>> 5 & 127 | 128;
			b[k + 5] = fn >>> 12;
			for (k += 12; k < end && b[k] > 127; k++);
			i = k + 6;
			if (i < end && b[i - 5] === 0x23 && b[i - 4] === 0 && b[i - 3] === 0x21 && b[i - 2] < 128 && b[i - 1] === 0x0d) {
				const d = restore(depth - ended(), end);
				if (d >= 0) {
					depth = d + ended();
					return i - 1;
				}
			}
			return k;
		};
		// A jump at k, or at the beginning of an if at k: i32.const (resume point) in one byte or two, local.set 0, br. It
		// returns the index of the last byte read.
		const jump = (k, end) => {
			const at = b[k] === 0x04 ? k + 2 : k;
			const wide = b[at + 1] > 127 ? 1 : 0;
			i = at + 5 + wide;
			if (b[i - 3] !== 0x21 || i >= end || b[at + 1 + wide] > 127 || b[i - 2] !== 0 || b[i - 1] !== 0x0c) {
				return k;
			}
			const level = at === k ? depth - 1 : depth;
			const d = restore(level - ended(), end);
			if (d < 0) {
				return k;
			}
			const last = i - 1;
			if (level - d !== ended()) {
				place = from(level - d);
			}
			i = at + 1;
			restore(from(ended() + 1), end);
			return last;
		};
		const body = (end) => {
			for (let groups = number(); groups > 0 && i < end; groups--) {
				number();
				i++;
			}
			place = depth = 0;
			points = known = 0;
			// The table of the points at which the function resumes.
			if (b[i] === 0x23 && b[i + 2] === 0x21) {
				let k = i + 4;
				for (; (b[k] === 0x02 || b[k] === 0x03) && b[k + 1] === 0x40; k += 2) {
					depth++;
				}
				if (b[k] === 0x20 && b[k + 2] === 0x0e) {
					i = k + 3;
					const n = number();
					for (let last = 0; points <= n && (last = restore(last, end)) >= 0;) {
						if (last === known) {
							first[known++] = points;
						}
						blocks[points++] = last;
					}
				}
			}
			for (let k = i; k + 6 <= end; k++) {
				const op = b[k];
				if (op === 0x42) {
					if (b[k + 6] === 0x37) {
						k = call(k, end);
					}
				} else if (op === 0x41 || op === 0x04 && b[k + 1] === 0x40 && b[k + 2] === 0x41) {
					k = jump(k, end);
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
					const id = b[i++], size = number(), end = i + size;
					if (id === 10) {
						left = number();
						continue;
					}
					if (id === 9) {
						if (end > have) { // read at once
							i = begin;
							break;
						}
						elements(end);
					}
					i = end;
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

	// decoded yields a program's decoded bytes while they arrive.
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

	// wasm fetches a program and returns its WebAssembly as a stream; on is as in stream.
	Go.wasm = (program, on) => streamOf(decoded(Go.stream(program, on), program));

	// marked returns a compiled program if it has the expected mark, else throws: the host has another version of the
	// site now.
	const marked = (module, program) => {
		const [mark] = WebAssembly.Module.customSections(module, "pointscape");
		if (new TextDecoder().decode(mark) !== program.mark) {
			throw new Trouble("version", nameOf(program.url));
		}
		return module;
	};

	// compile compiles a program: a page compiles it while it arrives, if the browser can. A worker waits for all
	// bytes: Chromium (156) ends the process of a page that is left while a worker begins to compile a stream.
	const compile = async (stream, program) => {
		const response = new Response(streamOf(decoded(stream, program)), { headers: { "Content-Type": wasm } });
		return marked(await (streams ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then(WebAssembly.compile)), program);
	};

	// load fetches and compiles a program. If the service worker has it as WebAssembly, its response is compiled
	// directly, because Chromium then keeps the compiled code for the next visit.
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

	// text fetches JSON and returns its bytes.
	Go.text = (program, on) => take(program, on, async (stream) => {
		const bytes = new Uint8Array(await gather(stream));
		JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
		return bytes;
	}, (err) => err instanceof SyntaxError || err instanceof TypeError);

	// fetch fetches the text of a file other than a program, without retries: it gives up if no bytes arrive.
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

	// prepare instantiates a compiled program. It resolves to a function that runs the program; the promise of that
	// function resolves, when the program has ended, to its exit code and the line with Go's reason.
	Go.prepare = async (module) => {
		const go = new Go();
		const instance = await WebAssembly.instantiate(module, go.importObject);
		// For an engine: paints a part of an image (RGBA) that is in its memory. No Go runs between: it could make the memory
		// grow, which detaches all views of it.
		self.pointscapePut = (ctx, at, width, height, ...part) => {
			const pixels = new Uint8ClampedArray(instance.exports.mem.buffer, at, 4 * width * height);
			ctx.putImageData(new ImageData(pixels, width, height), 0, 0, ...part);
		};
		return () => run(go, instance);
	};

	const run = async (go, instance) => {
		let code = 0;
		go.exit = (c) => { code = c; };
		const lastWords = listenToOutput();
		await go.run(instance);
		return { code, reason: lastWords() };
	};

	// listenToOutput returns a function that returns the first line of a panic, or "". Go writes it to standard error
	// in pieces, followed by stack traces.
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

	// Messages are queued until Go listens; the queued ones are delivered before any others.
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

	// A built-in table of data, from the site of this program: it is fetched on demand, and the service worker keeps it
	// for offline use.
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
					// From the address of this worker's own script; if that only imports this file, pointscapeBase is
					// this file's address.
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
