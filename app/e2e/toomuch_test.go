package e2e

import (
	"strings"
	"testing"
	"time"
)

// counted records what costs time: crossed is the length, in characters, of the longest text copied into the page's
// program, filesRead the number of files read, loads the lengths of the requests to load that the engines were sent.
var counted = workerWith("", `
			window.loads ??= [];
			const post = this.postMessage.bind(this);
			this.postMessage = (m, ...rest) => {
				if (m.type === "load") loads.push((m.text ?? m.head).length);
				post(m, ...rest);
			};`) + `
	window.loads ??= [];
	window.crossed = 0;
	window.filesRead = 0;
	const encode = TextEncoder.prototype.encode;
	TextEncoder.prototype.encode = function (s) { crossed = Math.max(crossed, (s ?? "").length); return encode.call(this, s); };
	const encodeInto = TextEncoder.prototype.encodeInto;
	TextEncoder.prototype.encodeInto = function (s, to) { crossed = Math.max(crossed, s.length); return encodeInto.call(this, s, to); };
	const bytes = Blob.prototype.arrayBuffer;
	Blob.prototype.arrayBuffer = function () { filesRead++; return bytes.call(this); };
	window.drop = (file) => {
		const data = new DataTransfer();
		data.items.add(file);
		document.getElementById("stage").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
	};
	window.paste = (text) => {
		const data = new DataTransfer(), to = document.getElementById("table");
		data.setData("text/plain", text);
		return to.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	};`

// TestTooMuch: an oversized input is refused by its size, before the page or the engine has copied anything of it; what
// the engine must check bypasses the page's program, which stays responsive.
func TestTooMuch(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Alone: true, Clock: true})
	p.Inject(counted)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	before := Eval[string](p, `JSON.stringify(pointscape.get())`)
	set := func(js string) string {
		return `(async () => { try { await pointscape.set(` + js +
			`); return "it was taken" } catch (e) { return (e.field ?? "") + ": " + e.message } })()`
	}
	toast := func(js string) string {
		return `(async () => { ` + js +
			`; for (;;) { const t = document.querySelector(".toast.bad span"); if (t) return t.textContent; await new Promise(requestAnimationFrame) } })()`
	}
	wrong := func(js string) string {
		return `(async () => { const said = () => document.getElementById("d-wrong-table")?.textContent, was = said(); ` +
			js + `; for (;;) { const t = said(); if (t && t !== was) return t; await new Promise(requestAnimationFrame) } })()`
	}
	// offer returns a script that runs js, waits for the dialog that offers a sample of too many rows, returns its text,
	// and cancels it.
	offer := func(js string) string {
		return `(async () => { ` + js + `; for (;;) {
			if (document.querySelector("#columns-use:not([disabled])")) break;
			await new Promise(requestAnimationFrame);
		}
			const says = document.querySelector("#columns p.keep-all").textContent;
			[...document.querySelectorAll("#columns button")].find(b => b.textContent === "Cancel").click();
			return says;
		})()`
	}
	p.Do(`document.getElementById("menu-data")?.click()`)
	p.Wait(`document.getElementById("table")`)
	for _, c := range []struct {
		name, js, says string
		loads          int
	}{
		{"a script's text", set(`"x".repeat(200e6)`), "document: document must be at most 16 MB long; got 190.8 MB", 0},
		{"a script's points", set(
			`{method: "svm", points: Array.from({length: 1e6}, () => [Math.random(), Math.random(), 1])}`),
			"points: points must be at most 100000 rows; got 1000000", 0},
		{"a script's long title", set(`{method: "svm", title: "x".repeat(50e6)}`),
			"document: document must be at most 16 MB long", 0},
		{"a file", toast(`drop(new File([new Uint8Array(40 << 20)], "big.csv"))`),
			"big.csv must be at most 16 MB long; got 40.0 MB", 0},
		{"a table beyond the limit", wrong(`paste("0.1,0.2,1\n".repeat(2e6))`),
			"text must be at most 16 MB long; got 19.1 MB", 0},
		// The first engine passes it to the other one.
		{"a pasted table", offer(`paste("0.1,0.2,1\n".repeat(1.6e6))`),
			"At most 5000 of the 1600000 rows can be used.", 3},
		{"a line without end", wrong(`paste("1,".repeat(7e6))`), "line 1 must be", 1},
		{"a file of rows", offer(`drop(new File(["0.1,0.2,1\n".repeat(1.6e6)], "rows.csv"))`),
			"At most 5000 of the 1600000 rows can be used.", 2},
		{"a file that holds nothing of it", toast(`drop(new File([" ".repeat(15e6)], "blank.csv"))`),
			"blank.csv: text must be at least one line of numbers", 1},
		{"a script's document", set(`JSON.stringify({method: "svm", title: "x".repeat(15e6)})`),
			"title: title must be at most 2000 characters long", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.t = t
			p.Dismiss()
			p.Do(`loads.length = crossed = filesRead = 0`)
			if got := Eval[string](p, c.js); !strings.HasPrefix(got, c.says) {
				t.Errorf("%.200s; want %s", got, c.says)
			}
			if n := Eval[int](p, `crossed`); n > 100_000 {
				t.Errorf("%d characters were copied into the page's program", n)
			}
			if n := Eval[int](p, `loads.length`); n != c.loads {
				t.Errorf("the engine was asked %d times, want %d", n, c.loads)
			}
			if n := Eval[int](p, `filesRead`); n > c.loads {
				t.Error("the file was read")
			}
			if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
				t.Errorf("the page now holds %.200s", after)
			}
		})
	}
	p.t = t
	// A table with much white space is read at once, and not put into the field.
	p.Do(`pointscape.set({method: "voronoi", points: [[0, 0]]})`)
	p.Do(`loads.length = crossed = 0; paste(Array.from({length: 30000}, (_, i) => [i % 317, i / 317 | 0, 1 + i % 2].join(",")).join("\n") + "\n".repeat(1e5))`)
	p.Wait(`/opened directly: 30000 points/.test(document.body.innerText)`)
	p.points(30000)
	if s := Eval[string](p, `document.getElementById("table").value`); s != "" {
		t.Errorf("the field holds %d characters", len(s))
	}
	if n := Eval[int](p, `crossed`); n > 100_000 {
		t.Errorf("%d characters were copied into the page's program", n)
	}
	// A short text is pasted as usual.
	if !Eval[bool](p, `paste("1,2,1\n3,4,2")`) {
		t.Error("a short text does not reach the field")
	}
}

// TestMemoryGoesBack: an engine that has grown for a huge document is restarted when it no longer needs the memory,
// without an interruption for the user.
func TestMemoryGoesBack(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true, Alone: true, Clock: true})
	p.Inject(workerWith("", `
			window.engines = (window.engines ?? 0) + 1;
			this.addEventListener("message", (e) => { if (e.data.type === "bulky") window.bulky = engines; });`))
	p.Open(link(t, twoClasses))
	p.WaitReady()
	for _, seed := range []string{"12.9898", "78.233"} { // the session caches both, which takes enough memory
		p.Do(`pointscape.set({method: "voronoi", points: Array.from({length: 100000}, (_, i) => [Math.sin(i * ` + seed +
			`) * 43758.5453 % 1, Math.sin(i * 37.719) * 12345.678 % 1])})`)
		p.points(100000)
		p.WaitReady()
	}
	const small = `{"method":"knn","points":[[0.1,0.2,0],[0.8,0.3,1],[0.4,0.9,1],[0.6,0.6,0]]}`
	p.Do(`pointscape.set(` + quote(small) + `)`)
	p.WaitReady()
	before := Eval[string](p, `JSON.stringify(pointscape.get())`)
	p.Wait(`window.bulky === 1`)
	if n := Eval[int](p, `engines`); n != 1 {
		t.Fatalf("%d engines", n)
	}
	p.PassUntil(`engines === 2`, 3*time.Second)
	p.WaitReady()
	if after := Eval[string](p, `JSON.stringify(pointscape.get())`); after != before {
		t.Errorf("the page now holds %.200s", after)
	}
	if s := Eval[string](p, `document.querySelector(".toast")?.textContent ?? ""`); s != "" {
		t.Errorf("people were told %q", s)
	}
	// The new engine has the displayed model.
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.points(5)
}
