package e2e

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"pointscape/app/courses"
	"pointscape/app/tools/browser"
	"pointscape/app/tools/site"
)

var (
	soakFor   = flag.Duration("soak", 0, "how long the monkey goes on; 0: it has a short visit of each kind")
	soakSeed  = flag.Uint64("seed", 1, "of the monkey's first visit; the next one has the next seed")
	soakSteps = flag.Int("steps", 0, "one visit of so many acts, to see again what went wrong; 0: as -soak says")
	soakVisit = flag.String("visit", "", "what the visits are of: playground, phone, frame, course, deck; empty: "+
		"all in turn")
)

// TestMonkey acts at random: it clicks, drags, types, chooses, sets documents and sends messages, on the page, on a
// phone, in frames, in courses and in decks. Whatever it does, there is no exception, no error in the console and no
// request to another host; the engine is never lost, the page always recovers, undo and redo restore the states, and
// memory does not grow during a long visit of the playground. After a failure it prints its last actions and a command
// that repeats the visit. "make soak" runs it for a long time.
func TestMonkey(t *testing.T) {
	long(t)
	sideBySide(t)
	kinds := []visit{
		// Short visits are the same each time: they check that the monkey itself works, and find faults that occur
		// everywhere.
		{"playground", 45, 500, (*monkey).playground},
		{"frame", 15, 120, (*monkey).frames},
		{"course", 15, 150, (*monkey).course},
		{"phone", 15, 150, (*monkey).phone},
		{"deck", 12, 80, (*monkey).deck},
	}
	if *soakVisit != "" {
		kinds = slices.DeleteFunc(kinds, func(v visit) bool { return v.name != *soakVisit })
	}
	if len(kinds) == 0 {
		t.Fatalf("there are no visits of a %s", *soakVisit)
	}
	visits := 0
	begun := time.Now() // determines only the number of visits
	for k := 0; ; k++ {
		v, seed := kinds[k%len(kinds)], *soakSeed+uint64(k)
		steps := v.short
		switch {
		case *soakSteps > 0:
			steps = *soakSteps
			if k > 0 {
				return
			}
		case *soakFor > 0:
			steps = v.long
			if time.Since(begun) > *soakFor {
				return
			}
		case k == len(kinds):
			return
		}
		ok := t.Run(fmt.Sprintf("%s seed %d", v.name, seed), func(t *testing.T) {
			m := &monkey{t: t, visit: v.name, seed: seed, steps: steps}
			defer m.told()
			v.run(m)
		})
		if visits++; !ok && *soakFor == 0 {
			return
		}
	}
}

// visit is a kind of visit, with the numbers of actions of a short and of a long one.
type visit struct {
	name        string
	short, long int
	run         func(*monkey)
}

// monkey is one visit. Each action depends on the seed, the step and the page's state, and not on earlier actions.
type monkey struct {
	*Page
	t     *testing.T
	visit string
	seed  uint64
	steps int

	step    int
	by      *rand.Rand
	did     []string
	edits   int // edits that were undone and redone
	figures []figures
}

// told prints a summary of the visit, and a command to repeat it if it has failed.
func (m *monkey) told() {
	if len(m.figures) > 0 {
		m.t.Logf("%d acts, of which undo has taken back %d and redo brought them again; in use, after each part:\n%s",
			m.step, m.edits, table(m.figures))
	}
	if m.t.Failed() {
		m.t.Logf("the last acts were\n  %s\nthey are done again by: make soak VISIT=%s SEED=%d STEPS=%d",
			strings.Join(m.did[max(0, len(m.did)-25):], "\n  "), m.visit, m.seed, m.step+1)
	}
}

// does records the next action.
func (m *monkey) does(format string, args ...any) {
	m.did = append(m.did, fmt.Sprintf("%d: ", m.step)+fmt.Sprintf(format, args...))
}

func (m *monkey) chance(share float64) bool { return m.by.Float64() < share }

func oneOf[T any](m *monkey, list ...T) T { return list[m.by.IntN(len(list))] }

// act is an action, chosen in proportion to its weight.
type act struct {
	weight int
	do     func()
}

// acts performs the visit's number of actions, or fewer if the test fails, and checks the page after each. rest is
// called before every 40th action.
func (m *monkey) acts(list []act, rest func()) {
	all := 0
	for _, a := range list {
		all += a.weight
	}
	for m.step = 0; m.step < m.steps && !m.t.Failed(); m.step++ {
		m.by = rand.New(rand.NewPCG(m.seed, uint64(m.step)))
		if m.step%40 == 39 {
			rest()
		}
		if m.step%100 == 99 {
			m.t.Logf("%d acts", m.step+1)
		}
		at := m.by.IntN(all)
		for _, a := range list {
			if at -= a.weight; at < 0 {
				a.do()
				break
			}
		}
		m.look()
	}
}

// look fails the test for anything that the page should never show.
func (m *monkey) look() {
	m.t.Helper()
	for _, f := range m.unexpected() {
		m.t.Errorf("after act %d: %s", m.step, f)
	}
	if m.t.Failed() {
		return
	}
	if bad := Eval[string](m.Page, `window.soak ? soak.bad() : ""`); bad != "" {
		m.t.Errorf("after act %d the page says: %s", m.step, bad)
	}
}

// soakHands is the monkey's script in the page and in its workers.
var soakHands = workerWith(`
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...a) => { const r = await real.apply(WebAssembly, a); self.soakMemory = (r.instance ?? r).exports.mem; return r; };
	addEventListener('message', (e) => { if (e.data?.soak) { e.stopImmediatePropagation(); e.ports[0].postMessage(self.soakMemory?.buffer.byteLength ?? 0); } });`,
	`(window.soakWorkers ??= []).push(new WeakRef(this));
	const end = this.terminate.bind(this);
	this.terminate = () => { this.soakEnded = true; end(); };`) + `
{
	const real = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...a) => { const r = await real.apply(WebAssembly, a); window.soakMemory = (r.instance ?? r).exports.mem; return r; };
	window.open = () => null; // as browsers do that let no window open
	// Another tab would hide this one, in which nothing is painted then.
	addEventListener("click", (e) => { if (e.target.closest?.("a[target=_blank]")) e.preventDefault(); }, true);
	window.print = () => { }; // whose dialog nobody would answer: until then a page rests
	HTMLAnchorElement.prototype.click = function () { }; // files are not saved
	const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
	// Controls, but not those that leave the page or load it anew.
	const controls = (css) => [...document.querySelectorAll(css)].filter((e) => seen(e) && !e.disabled && !e.closest("[inert]") &&
		!e.matches("a, a *, [data-lang], input[type=file]"));
	const name = (e) => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + (e.ariaLabel ? "[" + e.ariaLabel + "]" : "") + " " + JSON.stringify((e.textContent || "").trim().slice(0, 30));
	let held = null;
	window.soak = {
		bad() {
			const dialog = [...document.querySelectorAll("[role=alertdialog]")].find(seen);
			if (dialog) return dialog.innerText;
			const lost = (document.body?.innerText ?? "").match(/[^\n]*(engine stopped|could not be started|stopped answering|There was no response)[^\n]*/);
			return lost ? lost[0] : "";
		},
		// pick finds a control, and where it is.
		pick(css, at) {
			const list = controls(css);
			if (list.length === 0) return { X: -1 };
			held = list[Math.floor(at * list.length)];
			held.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
			const r = held.getBoundingClientRect();
			return { X: r.x + r.width / 2, Y: r.y + r.height / 2, Name: name(held), Type: held.type ?? "",
				Min: +(held.min ?? 0) || 0, Max: +(held.max ?? 1) || 1, Options: held.options?.length ?? 0 };
		},
		put(value) {
			const e = held;
			if (e.tagName === "SELECT") e.selectedIndex = value; else e.value = value;
			for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
		},
		press() { held.click() },
		// state is the document without what is looked at and what it is called, which are no steps of history.
		state() {
			const d = pointscape.get();
			delete d.view;
			delete d.title;
			if (d.wall?.over === "view.step") delete d.wall.values; // the player's step is one of them
			return JSON.stringify(d);
		},
		click(css) {
			const e = document.querySelector(css);
			if (!e || e.disabled) return false;
			e.click();
			return true;
		},
		// pressed presses a button, which may come to life with the next rendering.
		async pressed(css) {
			for (let n = 0; n < 100; n++) {
				if (soak.click(css)) {
					await new Promise(requestAnimationFrame);
					return true;
				}
				await new Promise(requestAnimationFrame);
			}
			return false;
		},
		async memories() {
			let all = 0, n = 0;
			for (const ref of window.soakWorkers ?? []) {
				const w = ref.deref();
				if (!w || w.soakEnded) continue;
				n++;
				all += await new Promise((done) => {
					const c = new MessageChannel();
					c.port1.onmessage = (e) => done(e.data);
					w.postMessage({ soak: true }, [c.port2]);
				});
			}
			return [window.soakMemory?.buffer.byteLength ?? 0, all, n];
		},
	};
}`

// open starts the visit's page.
func (m *monkey) open(o Options) {
	m.t.Helper()
	path := o.Path
	o.Closed, o.Alone, o.Path = true, true, ""
	m.Page = Start(m.t, o)
	ctx, cancel := context.WithTimeout(m.ctx, patience)
	defer cancel()
	_, err := chromedp.CallBrowser(ctx, cdpbrowser.SetDownloadBehavior,
		cdpbrowser.SetDownloadBehaviorParams{Behavior: "deny",
			BrowserContextID: chromedp.FromContext(m.ctx).BrowserContextID})
	m.must(err)
	_, err = chromedp.Call(ctx, cdppage.SetInterceptFileChooserDialog,
		cdppage.SetInterceptFileChooserDialogParams{Enabled: true})
	m.must(err)
	m.Inject(soakHands)
	m.Open(path)
	m.WaitReady()
}

// settles waits for the picture, for a limited time. It reports whether everything is shown and the document is not
// changing by itself: no parameter is swept, since a sweep is one edit with all of its values.
func (m *monkey) settles() bool {
	return Eval[bool](m.Page, `(async () => {
		for (const end = performance.now() + 10000; performance.now() < end;) {
			if (document.documentElement.dataset.busy === "0") {
				const was = soak.state();
				for (let i = 0; i < 4; i++) await new Promise(requestAnimationFrame);
				if (document.documentElement.dataset.busy === "0" && soak.state() === was &&
					!document.querySelector('[id^="play-of-"].on')) return true;
			}
			await new Promise((done) => setTimeout(done, 10));
		}
		return false;
	})()`)
}

// undoes calls what, and in about half of the calls checks that undo reverts it and redo repeats it.
func (m *monkey) undoes(what func()) {
	m.t.Helper()
	if m.by.IntN(2) > 0 || !m.settles() {
		what()
		return
	}
	before := Eval[string](m.Page, `soak.state()`)
	what()
	if !m.settles() {
		return
	}
	after := Eval[string](m.Page, `soak.state()`)
	if after == before {
		return
	}
	m.does("undo that, and redo it")
	got := Eval[struct {
		N   int
		Was string
	}](m.Page, `(async () => {
		const want = `+quote(before)+`;
		let n = 0;
		for (; soak.state() !== want && n < 30 && await soak.pressed("#undo"); n++);
		return { N: n, Was: soak.state() };
	})()`)
	if got.Was != before && Eval[bool](m.Page, `(async () => {
		const want = `+quote(before)+`;
		for (let n = 0; soak.state() !== want && n < 60 && await soak.pressed("#redo"); n++);
		return soak.state() === want;
	})()`) {
		return // what was an undo itself
	}
	if got.Was != before {
		m.t.Errorf("act %d is not undone: before it\n%.1500s\nafter it\n%.1500s\nafter %d times undo\n%.1500s", m.step,
			before,
			after, got.N, got.Was)
		return
	}
	if again := Eval[string](m.Page, fmt.Sprintf(`(async () => {
		for (let n = 0; n < %d && await soak.pressed("#redo"); n++);
		return soak.state();
	})()`, got.N)); again != after {
		m.t.Errorf("act %d is not done again by %d times redo: it was\n%.1500s\nnow it is\n%.1500s", m.step, got.N, after,
			again)
		return
	}
	m.edits++
}

// --- actions ---

// somewhere returns a random position in an element.
func (m *monkey) somewhere(css string) (x, y float64, ok bool) {
	b := Eval[Box](m.Page, `(r => r ? { X: r.x, Y: r.y, W: r.width, H: r.height } : {})(document.querySelector(`+
		quote(css)+
		`)?.getBoundingClientRect())`)
	if b.W < 2 || b.H < 2 {
		return 0, 0, false
	}
	x, y = b.At(0.02+0.96*m.by.Float64(), 0.02+0.96*m.by.Float64())
	return x, y, true
}

// point returns the position of a random point, or any position if there are none.
func (m *monkey) point() (x, y float64, ok bool) {
	at := Eval[[]float64](m.Page, fmt.Sprintf(`(() => {
		const s = document.querySelector("#stage"), all = pointscape.points();
		if (!s || all.length === 0) return [];
		const r = s.getBoundingClientRect(), v = pointscape.view(), q = all[Math.floor(%g * all.length)];
		return [r.x + (q[0] - v.x[0]) / (v.x[1] - v.x[0]) * r.width, r.y + (v.y[1] - q[1]) / (v.y[1] - v.y[0]) * r.height];
	})()`, m.by.Float64()))
	if len(at) != 2 {
		return m.somewhere("#stage")
	}
	return at[0], at[1], true
}

// onPlane performs a mouse action in the plane.
func (m *monkey) onPlane() {
	x, y, ok := m.somewhere("#stage")
	if m.chance(0.4) {
		x, y, ok = m.point()
	}
	x1, y1, _ := m.somewhere("#stage")
	if !ok {
		m.does("nothing: there is no plane")
		return
	}
	held := oneOf(m, nil, nil, nil, []chromedp.Modifier{Shift}, []chromedp.Modifier{Ctrl}, []chromedp.Modifier{Alt})
	switch m.by.IntN(7) {
	case 0, 1:
		m.does("click at %.0f, %.0f with %v", x, y, held)
		m.Click(x, y, held...)
	case 2, 3:
		m.does("drag from %.0f, %.0f to %.0f, %.0f with %v", x, y, x1, y1, held)
		m.Drag(x, y, x1, y1, held...)
	case 4:
		m.does("right-click at %.0f, %.0f", x, y)
		m.RightClick(x, y)
	case 5:
		m.does("double-click at %.0f, %.0f with %v", x, y, held)
		m.DoubleClick(x, y, held...)
	case 6:
		by := oneOf(m, -400.0, -100, 100, 400, 3000)
		m.does("wheel at %.0f, %.0f by %g", x, y, by)
		m.Wheel(x, y, by)
	}
}

var monkeysKeys = []string{"1", "2", "3", "9", "a", "b", "c", "0", "n", "p", "r", "h", "f", "?", "+", "-", "]", "[",
	"q",
	"Enter", "Enter", "Delete", "Escape", "Escape", "Tab", "Shift+Tab", "F2", "Space", "Home", "End", "PageUp", "PageDown",
	"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Shift+ArrowLeft", "Shift+ArrowUp", "Ctrl+z", "Ctrl+Shift+z",
	"Ctrl+y", "Backspace", "x", "é"}

// byKeys presses random keys.
func (m *monkey) byKeys() {
	if m.chance(0.4) {
		m.Do(`document.getElementById("stage")?.focus()`)
	}
	var list []string
	for range 1 + m.by.IntN(4) {
		list = append(list, oneOf(m, monkeysKeys...))
	}
	m.does("keys %v", list)
	for _, k := range list {
		m.Key(k)
	}
}

// Texts for fields, most of them invalid.
var monkeysTexts = []string{"", "0", "-1", "1e9", "1e308", "-1e-308", "NaN", "Infinity", "abc", "0.5", "3", "1,2,3",
	"2; 5", "∞",
	"<b>x</b>", "' or 1", "rbf(gamma=2) + linear", "rbf(", "poly(degree=99)", "exp(-d^2)", "x1^2, x2, x1*x2", "  7  ",
	"1000000", "0.000001", "5,5", "\x00", "ﷺﷺ", strings.Repeat("9", 400)}

type control struct {
	X, Y       float64
	Name, Type string
	Min, Max   float64
	Options    int
}

// onControl clicks or changes one of the controls that match a CSS selector.
func (m *monkey) onControl(css string) {
	c := Eval[control](m.Page, fmt.Sprintf(`soak.pick(%s, %g)`, quote(css), m.by.Float64()))
	if c.X < 0 {
		m.does("nothing: there is no %s", css)
		return
	}
	value := ""
	switch c.Type {
	case "range":
		value = fmt.Sprint(oneOf(m, c.Min, c.Max, c.Min+(c.Max-c.Min)*m.by.Float64()))
	case "text", "number", "search", "textarea":
		value = quote(oneOf(m, monkeysTexts...))
	case "select-one":
		value = fmt.Sprint(m.by.IntN(max(c.Options, 1)))
	default:
		m.does("press %s", c.Name)
		if m.chance(0.5) {
			m.Do(`soak.press()`)
		} else {
			m.Click(c.X, c.Y)
		}
		return
	}
	m.does("set %s to %.60s", c.Name, value)
	m.Do(`soak.put(` + value + `)`)
}

const (
	allControls  = "button, input, select, textarea, summary, [role=tab], [role=option], [role=button]"
	rowsControls = "#sheet input, #sheet select, .player input, .player button, #sheet [role=radio], #sheet button"
)

// chooses opens a menu and chooses an item.
func (m *monkey) chooses(menu, item string) {
	m.does("choose in the menu %s", menu)
	m.Do(`document.querySelector("#menu-` + menu + `")?.ariaExpanded === "true" || soak.click("#menu-` + menu + `")`)
	m.Do(`new Promise((done) => { let n = 0; const look = () => document.querySelector(` + quote(item) +
		`) || ++n > 30 ? done() : requestAnimationFrame(look); look(); })`)
	m.onControl(item)
}

// documents returns documents that links have contained.
func (m *monkey) documents() []string {
	m.t.Helper()
	root, err := site.Root(".")
	if err != nil {
		m.t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(root, "engine", "catalog", "testdata", "permalinks.jsonl"))
	if err != nil {
		m.t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(b)) {
		var of struct{ Text string }
		if err := json.Unmarshal([]byte(line), &of); err != nil {
			m.t.Fatal(err)
		}
		list = append(list, of.Text)
	}
	return list
}

// aTable returns a random table: of numbers, of words, with empty cells, malformed.
func (m *monkey) aTable() string {
	var b strings.Builder
	rows, columns := 1+m.by.IntN(40), 1+m.by.IntN(7)
	sep := oneOf(m, ",", ";", "\t", ", ")
	for i := range rows {
		for j := range columns {
			if j > 0 {
				b.WriteString(sep)
			}
			switch {
			case m.chance(0.02):
				b.WriteString(oneOf(m, "", "NA", "NaN", "red", "1e400", `"a;b"`, "<i>"))
			case i == 0 && m.seed%2 == 0:
				fmt.Fprintf(&b, "column %d", j)
			case j == columns-1:
				fmt.Fprint(&b, m.by.IntN(4))
			default:
				fmt.Fprintf(&b, "%.3g", 3*m.by.NormFloat64())
			}
		}
		b.WriteString(oneOf(m, "\n", "\n", "\n", "\r\n"))
	}
	return b.String()
}

// --- visits ---

const calmDocument = `{"version":1,"method":"svm","points":[[0.2,0.2,0],[0.3,0.6,0],[0.7,0.3,1],[0.8,0.7,1]]}`

// rest closes what is open and sets a small document, which must succeed.
func (m *monkey) rest() {
	m.does("rest")
	for range 3 {
		m.Key("Escape")
	}
	m.Do(`document.querySelectorAll("dialog[open]").forEach((e) => e.close()); ` + dismissAll)
	m.Do(`pointscape.set(` + quote(calmDocument) + `)`)
	m.WaitReady()
	m.points(4)
}

func (m *monkey) playground() {
	m.open(Options{})
	list := m.documents()
	m.acts([]act{
		{30, func() { m.undoes(m.onPlane) }},
		{14, m.byKeys},
		{16, func() { m.undoes(func() { m.onControl(rowsControls) }) }},
		{14, func() { m.undoes(func() { m.onControl(allControls) }) }},
		{8, func() { m.undoes(func() { m.chooses("method", `[id^="m-"][role=option]`) }) }},
		{6, func() { m.undoes(func() { m.chooses("examples", `[id^="x-"][role=option]`) }) }},
		{4, func() { m.chooses("share", "#pop-share input, #pop-share button") }},
		{3, func() { m.chooses("theme", "#pop-theme button") }},
		{3, func() { m.chooses("export", "#pop-export button") }},
		{6, m.undoRedo},
		{3, func() {
			m.undoes(func() {
				text := m.aTable()
				m.does("paste a table %.80q", text)
				m.Do(`{
					const open = document.getElementById("table") || soak.click("#menu-data");
					const data = new DataTransfer();
					data.setData("text/plain", ` + quote(text) + `);
					(document.getElementById("table") ?? document.body).dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
				}`)
			})
		}},
		{3, func() {
			text := m.aTable()
			m.does("drop a file %.80q", text)
			m.Do(`{
				const data = new DataTransfer();
				data.items.add(new File([` + quote(text) + `], "some.csv"));
				document.getElementById("stage").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
			}`)
		}},
		{4, func() {
			text := oneOf(m, list...)
			m.does("set by a script: %.100s", text)
			m.Do(`pointscape.set(` + quote(text) + `).catch((e) => { if (!(e.message > "")) throw e })`)
		}},
		{4, func() {
			to := pack(m.t, oneOf(m, list...))
			if m.chance(0.2) {
				to = to[:len(to)/2]
			}
			m.does("go to %.60s", to)
			m.Do(`location.hash = ` + quote(to))
		}},
		{2, func() {
			w := oneOf(m, Desktop, Desktop, Window{Width: 1900, Height: 1000}, Window{Width: 700, Height: 500},
				Window{Width: 320, Height: 480})
			m.does("a window of %d x %d", w.Width, w.Height)
			m.Resize(w)
		}},
		{1, func() {
			dark := m.chance(0.5)
			m.does("the system is dark: %v", dark)
			m.Dark(dark)
		}},
		{1, func() {
			if m.steps >= 200 {
				return // the memory of a page is measured over the whole visit
			}
			m.does("reload")
			settled := m.settles()
			before := Eval[string](m.Page, `soak.state()`)
			m.Reload()
			m.WaitReady()
			if after := Eval[string](m.Page, `soak.state()`); settled && after != before {
				m.t.Errorf("act %d, a reload, has made of\n%.1500s\nthis:\n%.1500s", m.step, before, after)
			}
		}},
	}, func() {
		m.rest()
		if n := m.step + 1; n%160 == 0 && m.steps >= 200 {
			m.measure()
		}
	})
	if !m.t.Failed() {
		m.rest()
		m.look()
		m.measure()
		m.flat()
	}
}

func (m *monkey) undoRedo() {
	for range 1 + m.by.IntN(6) {
		key := oneOf(m, "#undo", "#undo", "#redo")
		m.does("press %s", key)
		m.Do(`soak.click(` + quote(key) + `)`)
	}
}

func (m *monkey) phone() {
	m.open(Options{Window: oneOf2(m.seed, Phone, Small)})
	finger := func() {
		x, y, ok := m.somewhere("#stage")
		if m.chance(0.4) {
			x, y, ok = m.point()
		}
		x1, y1, _ := m.somewhere("#stage")
		if !ok || y < 0 || x < 0 {
			return
		}
		switch m.by.IntN(4) {
		case 0, 1:
			m.does("tap %.0f, %.0f", x, y)
			m.Tap(x, y)
		case 2:
			m.does("swipe from %.0f, %.0f to %.0f, %.0f", x, y, x1, y1)
			m.Swipe(x, y, x1, y1)
		case 3:
			to := oneOf(m, 20.0, 60, 200, 300)
			m.does("pinch at %.0f, %.0f to %g", x, y, to)
			m.Pinch(x, y, 120, to)
		}
	}
	m.acts([]act{
		{30, func() { m.undoes(finger) }},
		{12, func() { m.onControl("[role=tab]") }},
		{20, func() { m.undoes(func() { m.onControl(rowsControls) }) }},
		{20, func() { m.undoes(func() { m.onControl(allControls) }) }},
		{5, func() { m.undoes(func() { m.chooses("method", `[id^="m-"][role=option]`) }) }},
		{5, func() { m.undoes(func() { m.chooses("examples", `[id^="x-"][role=option]`) }) }},
		{6, m.undoRedo},
		{2, func() {
			w := oneOf(m, Phone, Small, Tablet, Window{Width: 844, Height: 390, Scale: 3, Touch: true})
			m.does("a window of %d x %d", w.Width, w.Height)
			m.Resize(w)
		}},
	}, m.rest)
	if !m.t.Failed() {
		m.rest()
		m.look()
	}
}

// oneOf2 returns one of two values, by the seed.
func oneOf2[T any](seed uint64, a, b T) T {
	if seed%2 == 0 {
		return a
	}
	return b
}

func (m *monkey) course() {
	all, err := courses.All()
	if err != nil {
		m.t.Fatal(err)
	}
	m.by = rand.New(rand.NewPCG(m.seed, 1<<32))
	page := func() string {
		c := oneOf(m, all...)
		return c.Course + "/" + c.Pages[m.by.IntN(len(c.Pages))].ID
	}
	first := page()
	m.open(Options{Path: "?course=" + first})
	m.does("open %s", first)
	m.acts([]act{
		{20, func() { m.undoes(m.onPlane) }},
		{20, func() { m.onControl("[data-choice]") }},
		{20, func() { m.onControl("#lesson button, #lesson input") }},
		{12, func() { m.onControl("#lesson-continue, #lesson-hint, #lesson-solve, #lesson-again, #lesson-reset") }},
		{8, func() { m.onControl("#lesson-next, #lesson-previous, .film button") }},
		{10, func() { m.undoes(func() { m.onControl(".panel input, .panel select, .panel button, .player button") }) }},
		{8, func() { m.undoes(func() { m.onControl(allControls) }) }},
		{8, m.byKeys},
		{6, m.undoRedo},
		{2, func() {
			m.does("go back")
			// Going back within the document sets window.went; another document does not have it.
			m.Do(`window.went = !navigation.canGoBack;
				if (!went) {
					addEventListener("popstate", () => { window.went = true }, {once: true});
					setTimeout(() => history.back());
				}`)
			m.Wait(`window.went !== false`)
		}},
		{3, func() {
			to := page()
			m.does("open %s", to)
			m.Open("?course=" + to)
			m.Wait(`document.querySelector("#lesson-text")`)
			m.WaitReady()
		}},
	}, m.calm)
}

// calm closes all that is open, and waits until the page has its picture.
func (m *monkey) calm() {
	m.does("rest")
	for range 3 {
		m.Key("Escape")
	}
	m.WaitReady()
}

func (m *monkey) deck() {
	m.open(Options{Path: pack(m.t, calmDocument)})
	for range 2 {
		m.does("add to the deck")
		m.Do(`soak.click("#menu-slides")`)
		m.Wait(`document.querySelector("#deck-collect")`)
		m.Do(`soak.click("#deck-collect")`)
		m.Wait(`document.body.textContent.includes("Added to your slides")`)
		m.Key("Escape")
	}
	m.Open("?deck=mine")
	m.WaitReady()
	m.Wait(`document.querySelector("#deck-title")`)
	m.acts([]act{
		{20, func() { m.undoes(m.onPlane) }},
		{25, func() { m.onControl(".deck button, .deck input, .deck textarea") }},
		{15, func() { m.onControl("#lesson button, #lesson input, #lesson textarea") }},
		{10, func() { m.onControl("#lesson-next, #lesson-previous, .film button") }},
		{10, func() { m.undoes(func() { m.onControl(".panel input, .panel select, .panel button, .player button") }) }},
		{10, func() { m.onControl(allControls) }},
		{12, m.byKeys},
		{5, m.undoRedo},
		{2, func() {
			m.does("reload")
			m.Reload()
			m.WaitReady()
		}},
	}, m.calm)
}

// frames opens two frames in a page of another origin, clicks on them and sends them messages of all kinds. Every
// message with an id must be answered.
func (m *monkey) frames() {
	m.open(Options{Path: "?embed=1"})
	list := m.documents()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>host</title><link rel="icon" href="data:,"><body style="margin: 0">
			<script>
				const asked = new Map(), ready = new Set();
				let last = 0;
				onmessage = (e) => { if (e.data?.type === "ready") ready.add(e.source); asked.get(e.data?.id)?.(e.data); asked.delete(e.data?.id) };
				const say = (k, m) => frames[k].postMessage(m, "*");
				const ask = (k, m) => new Promise((done) => { asked.set(++last, done); say(k, { pointscape: 1, id: last, ...m }) });
			</script>
			<iframe src="%[1]s?embed=1&controls=C,kernel,degree&title=1&legend=1&sweep=1%[2]s" style="border: 0; width: 600px; height: 460px" allowfullscreen></iframe>
			<iframe src="%[1]s?embed=1&lock=points,method&hide=player%[2]s" style="border: 0; width: 600px; height: 460px"></iframe>`,
			m.URL, pack(m.t, calmDocument))
	}))
	m.t.Cleanup(host.Close)
	m.OpenURL(host.URL)
	answered := func(k int, message string) string {
		m.does("ask frame %d %.120s", k, message)
		return Eval[string](m.Page, fmt.Sprintf(`ask(%d, %s).then(JSON.stringify)`, k, message))
	}
	m.Wait(`ready.size === 2`)
	locked := func() string {
		return Eval[string](m.Page,
			`ask(1, {type: "get"}).then((a) => JSON.stringify([JSON.parse(a.document).points, JSON.parse(a.document).method]))`)
	}
	was := locked()
	m.acts([]act{
		{30, func() {
			x, y, ok := m.somewhere(oneOf(m, "iframe", "iframe", "iframe + iframe"))
			if !ok {
				return
			}
			x1, y1 := x+200*(m.by.Float64()-0.5), y+200*(m.by.Float64()-0.5)
			switch m.by.IntN(4) {
			case 0, 1:
				m.does("click at %.0f, %.0f", x, y)
				m.Click(x, y)
			case 2:
				m.does("drag from %.0f, %.0f to %.0f, %.0f", x, y, x1, y1)
				m.Drag(x, y, x1, y1)
			case 3:
				m.does("right-click at %.0f, %.0f", x, y)
				m.RightClick(x, y)
			}
		}},
		{10, func() {
			list := []string{oneOf(m, monkeysKeys...), oneOf(m, monkeysKeys...)}
			m.does("keys %v", list)
			for _, k := range list {
				m.Key(k)
			}
		}},
		{8, func() {
			text := oneOf(m, list...)
			answered(0, `{type: "set", document: `+quote(text)+`}`)
		}},
		{10, func() {
			answered(m.by.IntN(2), `{type: "set", params: {C: `+oneOf(m, "1", "0.001", "1e6", "-1", "1e400", "null", `"x"`,
				"[1, 2]", "{}")+`}}`)
		}},
		{8, func() {
			answered(0, `{type: "step", `+oneOf(m, "by: 1", "by: -3", "by: 1e9", `to: "end"`, "to: 0", "to: -1", `by: "x"`,
				"by: NaN", "")+`}`)
		}},
		{4, func() { answered(m.by.IntN(2), `{type: "get"}`) }},
		{8, func() {
			message := oneOf(m, "null", `"pointscape"`, "7", "[]", "{}", "{pointscape: 1}", "{pointscape: 1, type: 7}",
				`{pointscape: 1, type: "set"}`, `{pointscape: 1, type: "set", document: new ArrayBuffer(9)}`,
				`{pointscape: 1, type: "set", params: (a => { a.a = a; return a })({})}`, `{pointscape: 2, type: "get"}`,
				`{pointscape: 1, type: "set", params: {C: new Map([[1, 2]])}}`, `new Error("x")`,
				`{pointscape: 1, type: "toString"}`, `{pointscape: 1, type: "set", params: {__proto__: null, constructor: 1}}`,
				`{type: "draw", head: "{}"}`, `{pointscape: 1, type: "set", document: "x".repeat(1e6)}`)
			m.does("say %s", message)
			m.Do(fmt.Sprintf(`say(%d, %s)`, m.by.IntN(2), message))
		}},
		{3, func() {
			w, h := oneOf(m, 600, 320, 160, 40), oneOf(m, 460, 300, 120, 0)
			m.does("frame 0 becomes %d x %d", w, h)
			m.Do(fmt.Sprintf(`(s => { s.width = "%dpx"; s.height = "%dpx" })(document.querySelector("iframe").style)`, w, h))
		}},
	}, func() {
		m.does("rest")
		answered(0, `{type: "set", document: `+quote(calmDocument)+`}`)
		if a := answered(0, `{type: "get"}`); !strings.Contains(a, `"points":4`) {
			m.t.Errorf("act %d: a frame that was set says %s", m.step, a)
		}
		if now := locked(); now != was {
			m.t.Errorf("act %d: what is locked was\n%s\nand is\n%s", m.step, was, now)
		}
	})
}

// --- memory ---

// figures are numbers of objects, or amounts of memory, by kind.
type figures map[string]float64

// counted2 lists the names of the classes whose objects are counted.
var counted2 = []string{"HTMLCanvasElement", "OffscreenCanvas", "ImageBitmap", "ImageData", "Worker", "MessagePort",
	"Blob"}

// measure records the page's memory and objects at rest.
func (m *monkey) measure() {
	m.t.Helper()
	m.WaitReady()
	for range 3 {
		_, err := browser.Call(m.ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		m.must(err)
	}
	f := figures{}
	heap, err := browser.Call(m.ctx, runtime.GetHeapUsage, cdp.Empty{})
	m.must(err)
	f["heap MB"] = heap.UsedSize / 1e6
	dom, err := browser.Call(m.ctx, memory.GetDOMCounters, cdp.Empty{})
	m.must(err)
	f["nodes of the page"] = Eval[float64](m.Page, `document.querySelectorAll("*").length`)
	f["documents"], f["nodes"], f["listeners"] = float64(dom.Documents), float64(dom.Nodes), float64(dom.JsEventListeners)
	for _, name := range counted2 {
		proto, err := browser.Call(m.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: name + ".prototype"})
		m.must(err)
		all, err := browser.Call(m.ctx, runtime.QueryObjects,
			runtime.QueryObjectsParams{PrototypeObjectID: proto.Result.ObjectID})
		m.must(err)
		n, err := browser.Call(m.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
			FunctionDeclaration: "function () { return this.length }", ObjectID: all.Objects.ObjectID})
		m.must(err)
		var x float64
		m.must(json.Unmarshal(n.Result.Value, &x))
		f[name] = x
		for _, id := range []runtime.RemoteObjectID{proto.Result.ObjectID, all.Objects.ObjectID} {
			_, err := browser.Call(m.ctx, runtime.ReleaseObject, runtime.ReleaseObjectParams{ObjectID: id})
			m.must(err)
		}
	}
	wasm := Eval[[3]float64](m.Page, `soak.memories()`)
	f["page's WASM MB"], f["workers' WASM MB"], f["live workers"] = wasm[0]/1e6, wasm[1]/1e6, wasm[2]
	m.figures = append(m.figures, f)
}

// table formats figures, one kind per line.
func table(list []figures) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(list[0])) {
		fmt.Fprintf(&b, "  %-20s", name)
		for _, f := range list {
			fmt.Fprintf(&b, "%9.4g", f[name])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// flat compares the last measurement with the first, made when everything had been used once, and fails the test if a
// figure has grown by more than its allowance. Of fewer than three measurements it says nothing.
func (m *monkey) flat() {
	if len(m.figures) < 3 {
		return
	}
	first, last := m.figures[0], m.figures[len(m.figures)-1]
	for name, more := range map[string]float64{"heap MB": 8, "nodes": 6000, "nodes of the page": 1000, "listeners": 600,
		"documents": 2, "HTMLCanvasElement": 40, "OffscreenCanvas": 20, "ImageBitmap": 60, "Worker": 6,
		"page's WASM MB": 120} {
		if last[name] > first[name]+more {
			m.t.Errorf("%s: %.4g at first, %.4g in the end", name, first[name], last[name])
		}
	}
}
