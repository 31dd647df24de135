package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"pointscape/app/tools/site"
	"pointscape/engine/course"
)

// violations makes a page record what its policies refuse.
const violations = `window.refused = []; document.addEventListener("securitypolicyviolation", (e) => {
	refused.push(e.effectiveDirective + " " + e.blockedURI + " " + e.sample) })`

// unrefused fails the test if the page's policies have refused something. Browsers also report this in the console, for
// workers as well, which fails a test that does not expect it.
func (p *Page) unrefused(where string) {
	p.t.Helper()
	if got := Eval[string](p, `window.refused ? refused.join("; ") : "nothing was noted"`); got != "" {
		p.t.Errorf("%s: its policy refuses %s", where, got)
	}
}

// The policy binds: no text becomes elements or code except by the page's own rules, which refuse everything that the
// page never writes.
func TestPolicyBinds(t *testing.T) {
	sideBySide(t)
	p := Start(t, Options{Closed: true, Expect: "Content Security Policy|Trusted|trusted|wasm_exec"})
	p.Inject(violations)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	p.unrefused("the page")
	for _, attack := range []string{`<img src=x onerror=alert(1)>`, `<script>alert(1)</script>`, `<p onclick="a">`,
		`<a href="javascript:alert(1)">`, `<a href="&#106;avascript:a">`, `<a href=" javascript:a">`, `<svg onload="a">`,
		`<iframe srcdoc="a">`, `<math><mglyph>`, `<style>a</style>`, `<p style="a">`, `<a href="//a.example">`, `<!-- a -->`,
		`<p class="a>b" onclick="c">`, `<svg xlink:href="a">`, `<p a='"' onclick=b>`, `<`, `<p`, "<p\nonclick=\"a\">",
		`<a href="https://a" href="javascript:a">`, `<form action="a">`, `<base href="//a">`, `<ONE>`} {
		if got := Eval[string](p, `(() => { try { return String(pointscapeBoot.html(`+quote(attack)+
			`)) } catch (e) { return "" } })()`); got != "" {
			t.Errorf("%s is taken: %s", attack, got)
		}
	}
	for _, js := range []string{`document.createElement("div").innerHTML = "<b>a</b>"`,
		`document.createElement("script").src = "web/boot.js"`, `new Worker("wasm_exec.js")`, `setTimeout("1")`,
		`document.write("a")`, `trustedTypes.createPolicy("pointscape", {})`,
		`trustedTypes.createPolicy("another", {})`, `document.createElement("iframe").srcdoc = "a"`,
		`pointscapeFirst.trusted.createScriptURL("https://a.example/a.js")`,
		`pointscapeFirst.trusted.createScriptURL("data:text/javascript,1")`} {
		if Eval[bool](p, `(() => { try { `+js+`; return true } catch { return false } })()`) {
			t.Errorf("%s is allowed", js)
		}
	}
	if got := Eval[string](p, `(() => {
		const notes = open("", "notes", "popup");
		try { notes.document.body.innerHTML = "<b>a</b>"; return "taken" } catch { return "refused" } finally { notes.close() }
	})()`); got != "refused" {
		t.Errorf("in a window of the page's a text is %s", got)
	}
	if n := Eval[int](p, `refused.length`); n < 8 {
		t.Errorf("%d violations were told", n)
	}
}

// The policy refuses nothing that the site does: page, worker, service worker, course, frame, and the pages without a
// program.
func TestNothingIsRefused(t *testing.T) {
	sideBySide(t)
	p := Start(t, Options{ServiceWorker: true, Closed: true})
	p.Inject(violations)
	p.Open(link(t, twoClasses))
	p.WaitReady()
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.Choose(further().ID)
	p.WaitReady()
	p.unrefused("the page")
	for _, at := range []string{"?course=ten-minutes", "?embed=1&controls=C&title=1&legend=1" + link(t, twoClasses)} {
		p.Open(at)
		p.WaitReady()
		p.unrefused(at)
	}
	for _, at := range []string{"methods.html", "courses.html", "gallery.html", "web/embed.html", "web/builder.fr.html",
		"404.html"} {
		p.Open(at)
		p.Wait(`location.pathname.endsWith(` + quote(at) + `) && document.readyState === "complete" && window.refused`)
		p.unrefused(at)
	}
}

// Hostile content in a deck's link is shown as text: nothing runs, and no other host is contacted, which the harness
// would report.
func TestHostileDeck(t *testing.T) {
	long(t)
	sideBySide(t)
	const attack = `</p><img src=https://a.example/x.png onerror=\"window.ran = 1\"><script>window.ran = 1</script>` +
		`<svg onload=\"window.ran = 1\"><a href=\"javascript:window.ran = 1\">a</a> [b](./#a) $\\text{<b onclick=\"window.ran = 1\">}$`
	const name = `<img src=x onerror=window.ran=1>`
	deck := fmt.Sprintf(`{"course":"a","title":%q,"lang":"en","basis":%q,"summary":"%s","pages":[{"id":"p","title":%q,"text":"%s","notes":"%s",
		"controls":[%q],"facts":[%q],"rows":[%q],"document":{"method":"svm","title":%q,"note":%q,"names":{"x":%q,"y":%q,"classes":[%q,%q]},
		"points":[[0,0,0],[1,1,1],[0.2,0.8,0]]},"steps":[{"kind":"choose","text":"%s","choices":[{"text":"%s","right":true,"why":"%s"},{"text":"b"}]}]}]}`,
		name, name, attack, name, attack, attack, name, name, name, name, name, name, name, name, name+" ", attack, attack,
		attack)
	packed, err := course.Pack(deck)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Closed: true})
	p.Inject(violations)
	p.Open("?deck=link#" + packed)
	p.WaitReady()
	p.Wait(`document.querySelector("#lesson-title")?.textContent.includes("<img")`)
	p.Wait(`document.querySelector("#lesson-text")?.textContent.includes("<script>")`)
	p.Do(`[...document.querySelectorAll(".lesson-step button, .lesson-step input, .lesson-nav button")].forEach((b) => b.click()); 0`)
	p.Wait(twoFrames)
	if got := Eval[string](p,
		`[window.ran, document.querySelectorAll(".lesson img, .lesson script, .lesson iframe, .lesson [onclick], .lesson a[href^=javascript]").length].join()`); got != ",0" {
		t.Errorf("ran, and elements: %s", got)
	}
	p.unrefused("a hostile deck")
}

// In a site in one file, a meta element has the policy, since there is no header; the policy refuses nothing that the
// site does.
func TestNothingIsRefusedInOneFile(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.Inject(violations)
	s, err := siteOf(Options{})
	if err != nil {
		t.Fatal(err)
	}
	root, err := site.Root(".")
	if err != nil {
		t.Fatal(err)
	}
	page, err := s.Single(filepath.Join(root, "web"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "one.html")
	p.log.Allow(file)
	p.must(os.WriteFile(file, page, 0o600))
	p.OpenURL("file://" + filepath.ToSlash(file) + link(t, twoClasses))
	p.WaitReady()
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	if !Eval[bool](p, `document.querySelector("meta[http-equiv]").content.includes("require-trusted-types-for 'script'")`) {
		t.Error("a text may become elements")
	}
	p.Choose("tree")
	p.WaitReady()
	p.unrefused("a site in one file")
}

// A frame is attacked by the page around it and by others: floods, huge and deep messages, other windows of the same
// origin. It answers each message meant for it once, obeys no other sender, and continues to work.
func TestFrameUnderAttack(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Closed: true})
	p.Host("?embed=1&controls=C" + link(t, twoClasses))
	p.Wait(`heard.some(m => m.type === "ready")`)
	p.Wait(`heard.some(m => m.status === "converged" || m.status === "exact")`)
	get := func() string { return Eval[string](p, `ask({type: "get"}).then((m) => m.document)`) }
	before := get()
	// Messages of windows of the same origin other than the surrounding page: a neighbouring frame, one in a frame, and
	// an opened window.
	p.Do(`heard = []; window.others = 0;
		for (const make of [
			() => { const f = document.createElement("iframe"); document.body.append(f); return f.contentWindow },
			() => { const f = document.createElement("iframe"); document.body.append(f); const g = f.contentDocument.createElement("iframe"); f.contentDocument.body.append(g); return g.contentWindow },
			() => open("about:blank", "", "popup"),
		]) {
			const w = make(), top = window;
			w.eval("(to) => to.postMessage({pointscape: 1, type: 'set', id: 'other', params: {C: 7}}, '*')")(frame());
			others++;
		}`)
	p.Wait(`others === 3`)
	if after := get(); after != before || Eval[bool](p, `heard.some(m => m.id === "other")`) {
		t.Errorf("others have changed it to %s", after)
	}
	// Huge, deep, and strange messages: refused without being processed.
	p.Do(`heard = [];
		let deep = 1;
		for (let i = 0; i < 1000; i++) deep = {a: deep};
		const wide = Object.fromEntries(Array.from({length: 100_000}, (_, i) => ["k" + i, i]));
		[{document: "x".repeat(40e6)}, {params: {C: "x".repeat(30e6)}}, {params: deep}, {params: wide}, {params: {["x".repeat(5e6)]: 1}},
			{params: {C: new ArrayBuffer(50e6)}}, {params: {C: new Map([[1, 2]])}}, {params: {C: new Date()}}, {params: JSON.parse('{"__proto__": {"C": 7}}')},
			{params: {constructor: 1}}, {["x".repeat(5e6)]: 1}].forEach((m) => say({pointscape: 1, type: "set", ...m}));
		say({pointscape: 1, type: "get", id: "x".repeat(5e6)}); 0`)
	p.Wait(`heard.filter(m => m.type === "error").length === 12`)
	if after := get(); after != before {
		t.Errorf("it has changed to %s", after)
	}
	if n := Eval[int](p, `Math.max(...heard.map((m) => JSON.stringify(m).length))`); n > 5000 {
		t.Errorf("an answer has %d characters", n)
	}
	// A flood: each message is answered once, and the last one takes effect.
	p.Do(`heard = [];
		for (let i = 0; i < 2000; i++) {
			say({pointscape: 1, type: "set", id: "s" + i, params: {C: 1 + i % 7}});
			say({pointscape: 1, type: "get", id: "g" + i});
			say({pointscape: 1, type: "nonsense", id: "n" + i});
		} 0`)
	p.Wait(`heard.filter(m => m.to || m.type === "error").length === 6000`)
	if got := Eval[string](p,
		`[new Set(heard.filter(m => m.id).map(m => m.id)).size, heard.filter(m => /^g/.test(m.id) && m.type === "reply").length,
		heard.find(m => m.id === "s1999").type, heard.find(m => m.id === "s1999").params.C].join()`); got != "6000,2000,reply,5" {
		t.Errorf("of a flood came %s", got)
	}
	if got := Eval[float64](p, `ask({type: "get"}).then((m) => m.params.C)`); got != 5 {
		t.Errorf("C is %g", got)
	}
}
