package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pointscape/app/tools/site"
	"pointscape/engine/catalog"
)

// axe returns axe-core's script, from npm, in the version of axe/package-lock.json.
var axe = sync.OnceValues(func() (string, error) { return fromNpm("axe", "axe-core/axe.min.js") })

// fromNpm returns a file of an npm package that only tests need, in the version of package-lock.json in this folder of
// app/e2e. It installs the package into .build if that version is not there.
func fromNpm(folder, file string) (string, error) {
	root, err := site.Root(".")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, ".build", folder)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	same, files := true, map[string][]byte{}
	for _, name := range []string{".npmrc", "package.json", "package-lock.json"} {
		want, err := os.ReadFile(filepath.Join(root, "app/e2e", folder, name))
		if err != nil {
			return "", err
		}
		old, err := os.ReadFile(filepath.Join(dir, name))
		files[name], same = want, same && err == nil && string(old) == string(want)
	}
	program := filepath.Join(dir, "node_modules", file)
	if _, err := os.Stat(program); err != nil || !same {
		for name, want := range files {
			if err := os.WriteFile(filepath.Join(dir, name), want, 0o666); err != nil {
				return "", err
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "npm", "ci", "--no-progress", "--loglevel=error")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			os.Remove(filepath.Join(dir, "package.json")) // the next run tries again
			return "", fmt.Errorf("%s comes from npm (apt-get install npm, and a way to its registry): %w\n%s", file, err, out)
		}
	}
	b, err := os.ReadFile(program)
	return string(b), err
}

// A finding is a rule that axe-core finds violated, or can't decide.
type finding struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		Target  []any  `json:"target"`
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// looked lists what axe-core can't decide, by reason, place and state of the page (what comes before a comma in it; nil
// = any), and what a person found there.
var looked = []struct {
	reason, where string
	in            []string
	seen          string
}{
	{"partially obscured by another element", ".methods, .menu", []string{"examples", "method", "examples on a phone",
		"the way to the gallery"}, "the last line of a list that scrolls, cut off: it has the ground of those before it"},
	{"partially obscured by another element", "#data", nil, "a cell or a line at the edge of what scrolls, cut off: " +
		"likewise"},
	{"partially obscured by another element", "#lesson, .plots", nil, "the line of a course's text, or below a plot, at " +
		"the edge of what scrolls, cut off: it has the ground of those before it"},
	{"partially overlaps other elements", "#method-about", nil, "a popover's foot, which has the popover's ground"},
	{"partially overlaps other elements", "#pop-share", nil, "a popover's line over its own opaque ground; plane and " +
		"panel, of which it covers parts, lie below that"},
	{"contains an image node", "#readout", nil, "the readout, whose ground is nearly opaque in both themes"},
	{"overlapped by another element", "#readout", nil, "the readout over one of several pictures: likewise"},
	{"overlapped by another element", "#lesson", nil, "a sign of a formula that has been scrolled away"},
	{"overlapped by another element", "#player", nil, "the player beside plots that scroll: what they have below their " +
		"edge is cut off, and lies over nothing"},
	{"partially overlaps other elements", ".lesson-facts", nil, "the status below plots that scroll: likewise"},
	{"overlapped by another element", ".panel", []string{"export", "theme"}, "the panel, of which the open menu covers " +
		"parts"},
	{"too short to determine", "#l-C, #l-gamma", []string{"export", "theme"}, "a label of one letter, γ or C, in the " +
		"ink of the others"},
	{"overlapped by another element", "#figure", []string{"saving a figure"}, "the browser's own dialog, over all else, " +
		"in the page's ink on its raised ground"},
	{"overlapped by another element", ".dock", []string{"a point is selected", "a wrong number of a point",
		"a formula that does not end", "annotations"}, "what the card of a point or annotation lies over, and hides"},
	{"overlapped by another element", ".dock", []string{"examples on a phone", "the way to the gallery"}, "what the " +
		"list of examples lies over, and hides"},
	{"too short to determine", "math, sub, sup", nil, "a letter of a formula, an index or a power, in the ink of the " +
		"text around it"},
	{"only non-text characters", "math", nil, "signs of formulas, in the ink of the text around them"},
	{"only non-text characters", ".symbol", nil, "the symbol ℓ, in the ink of the label beside it"},
}

// Accessible fails for all findings of axe-core in a state of the page, for which it waits: the selector shows matches
// only in that state.
func (p *Page) Accessible(state, shows string) {
	p.t.Helper()
	p.accessible(state, shows, false)
}

// InBothThemes is Accessible, and checks in the dark theme only what differs there: contrast. That depends on the
// styles, which are the same in all browsers, so only Chromium checks it: not every driver can switch a system's
// preference.
func (p *Page) InBothThemes(state, shows string) {
	p.t.Helper()
	p.Accessible(state, shows)
	if p.ctx == nil {
		return
	}
	p.Dark(true)
	p.Wait(`matchMedia("(prefers-color-scheme: dark)").matches && (document.documentElement.dataset.theme ?? "dark") === "dark"`)
	p.accessible(state+", dark", shows, true)
	p.Dark(false)
	p.Wait(`(document.documentElement.dataset.theme ?? "light") === "light"`)
}

// accessible is Accessible, optionally for contrast only.
func (p *Page) accessible(state, shows string, contrast bool) {
	p.t.Helper()
	p.Wait(`[...document.querySelectorAll(` + quote(shows) + `)].some(e => e.checkVisibility({visibilityProperty: true}))`)
	// Contrast is different during a fade-in.
	p.Wait(`document.getAnimations().every(a => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity)`)
	program, err := axe()
	if err != nil {
		p.t.Fatal(err)
	}
	if !Eval[bool](p, `typeof axe !== "undefined"`) {
		p.Do(program)
	}
	// The shades at the ends of wide tables and rows hide the background from axe-core.
	p.Do(`window.plain = new CSSStyleSheet(); plain.replaceSync(".fact-table, .chips { background: none !important }"); document.adoptedStyleSheets = [plain]; 0`)
	only := ""
	if contrast {
		only = `runOnly: ["color-contrast", "link-in-text-block"], `
	}
	// Frames are separate pages, which are checked separately.
	text := Eval[string](p, `axe.run(document, {`+only+`resultTypes: ["violations", "incomplete"], rules: {
		"frame-tested": {enabled: false}, "target-size": {enabled: true}, "label-content-name-mismatch": {enabled: true}}}).then((r) =>
		JSON.stringify({violations: r.violations, incomplete: r.incomplete}))`)
	if !contrast {
		p.namesAreSeen(state)
	}
	p.Do(`document.adoptedStyleSheets = []; 0`)
	var found struct{ Violations, Incomplete []finding }
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		p.t.Fatal(err)
	}
	for _, f := range found.Violations {
		for _, n := range f.Nodes {
			p.t.Errorf("%s: %s (%s): %.300s\n%s", state, f.Help, f.ID, n.HTML, n.Summary)
		}
	}
	page, _, _ := strings.Cut(state, ", ")
	for _, f := range found.Incomplete {
		for _, n := range f.Nodes {
			known := false
			for _, l := range looked {
				known = known || f.ID == "color-contrast" && strings.Contains(n.Summary, l.reason) && len(n.Target) == 1 &&
					(l.in == nil || slices.Contains(l.in, page)) &&
					Eval[bool](p, `!!document.querySelector(`+quote(fmt.Sprint(n.Target[0]))+`)?.closest(`+quote(l.where)+`)`)
			}
			if !known {
				p.t.Errorf("%s: somebody has to look at %v: %s (%s): %.300s\n%s", state, n.Target, f.Help, f.ID, n.HTML, n.Summary)
			}
		}
	}
}

// namesAreSeen checks WCAG 2.5.3 (label in name): a field's accessible name contains the text beside it. (axe-core's
// rule covers only buttons and links.)
func (p *Page) namesAreSeen(state string) {
	p.t.Helper()
	for _, c := range Eval[[]string](p, `(() => {
		const plain = (s) => s.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
		axe.setup(document);
		try {
			return [...document.querySelectorAll("input, select, textarea")].filter((e) =>
				e.checkVisibility({visibilityProperty: true}) && axe.commons.dom.isVisibleToScreenReaders(e) &&
				!e.closest("[inert]") && !(document.querySelector("dialog:modal") && !e.closest("dialog:modal"))).flatMap((e) => {
				const name = plain(axe.commons.text.accessibleText(e));
				return [...e.labels].filter((l) => l.checkVisibility()).map((l) => {
					const seen = l.cloneNode(true);
					seen.querySelectorAll(".help, .sr, input, select").forEach((x) => x.remove());
					return plain(seen.textContent);
				}).filter((text) => !name.includes(text)).map((text) => text + " is called " + name);
			});
		} finally { axe.teardown() }
	})()`) {
		p.t.Errorf("%s: a field beside which stands %s", state, c)
	}
}

// axe-core finds nothing in many states of the page.
func TestAccessible(t *testing.T) {
	sideBySide(t)
	byID := map[string]string{}
	for _, m := range catalog.All() {
		byID[m.ID] = link(t, m.Example)
	}
	t.Run("desk", func(t *testing.T) {
		long(t)
		p := Start(t, Options{})
		p.WaitReady()
		for _, menu := range []string{"method", "examples", "share", "export", "theme"} {
			p.Do(`document.getElementById("menu-` + menu + `").click()`)
			p.InBothThemes(menu, "#pop-"+menu)
			p.Key("Escape")
			p.Wait(`!document.querySelector("#pop-` + menu + `")`)
		}
		p.ClickOn("#menu-help")
		p.InBothThemes("help", "#help")
		p.Key("Escape")
		p.ClickOn("#menu-export")
		p.Wait(`document.querySelector("[data-kind=svg]")`)
		p.ClickOn(`[data-kind="svg"]`)
		p.Wait(`document.querySelector("#figure-image").naturalWidth > 0`)
		p.InBothThemes("saving a figure", "#figure[open]")
		p.Key("Escape")
		p.Wait(`!document.querySelector("#figure")?.open`)
		p.Drop("wide.csv", wide)
		p.InBothThemes("choosing columns", "#columns-use:not([disabled])")
		p.Key("Escape")
		p.Wait(`!document.getElementById("columns")`)
		p.ClickOn("#menu-data")
		p.InBothThemes("data", "#data .names")
		p.ClickOn("#menu-data")
		p.ClickOn(".explain")
		p.InBothThemes("explained", ".app.told .panel")
		x, y := p.At(0.5, 0.5)
		p.Changed(func() { p.Click(x, y) })
		p.Key("n")
		p.InBothThemes("a point is selected", ".card")
		p.Fill("#card-x", "1..")
		p.InBothThemes("a wrong number of a point", ".card .wrong")
		p.Key("Escape")
		p.Fill("#p-C", "-3")
		p.InBothThemes("a wrong number", ".panel .wrong")
	})
	// Six states are checked even in short tests.
	atOnce := []string{"start", "player and plots", "curve", "presenting", "frame with controls", "phone"}
	for _, x := range []struct {
		name, path, shows string
		window            Window
		dark              bool
	}{
		{"start", "", ".app.tab-method:not(.told) .bar", Desktop, false},
		{"dark", byID["svm"], `[data-theme="dark"] .bar`, Desktop, true},
		{"player and plots", byID["logistic"], ".app:has(.player:not([hidden])) #plots .plot-keys .swatch",
			Window{Width: 1440, Height: 900}, false},
		{"curve", byID["gp"], ".panel .hyper", Desktop, true},
		{"presenting", presentLink(t), ".app.presenting .stage-frame", Desktop, false},
		{"cells", byID["voronoi"], ".bar", Desktop, false},
		{"frame", "?embed" + byID["svm"], ".app.embed .chips", Window{Width: 480, Height: 360}, false},
		{"frame with controls", "?embed&controls=C,gamma&legend&title" + byID["svm"], ".strip .meanings",
			Window{Width: 480, Height: 360}, true},
		{"frame with what is locked", "?embed&controls=C,gamma,margins&lock=all" + byID["svm"],
			".strip fieldset:disabled .slider",
			Window{Width: 480, Height: 360}, false},
		{"phone", byID["svm"], "#tab-method", Phone, false},
		{"phone with a player", byID["perceptron"], ".player", Phone, true},
		{"phone held sideways", byID["knn"], "#call-panel", Window{Width: 844, Height: 390, Touch: true}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if !slices.Contains(atOnce, x.name) {
				long(t)
			}
			p := Start(t, Options{Path: x.path, Window: x.window, Dark: x.dark})
			p.WaitReady()
			if x.dark { // the system prefers dark from the beginning
				p.Accessible(x.name, x.shows)
			} else {
				p.InBothThemes(x.name, x.shows)
			}
			if x.window != Phone {
				return
			}
			for tab, shows := range map[string]string{"data": "#data .names", "results": ".results"} {
				if said := p.Text("#tab-" + tab); !strings.EqualFold(said, tab) {
					t.Errorf("the tab of %s is called %q", shows, said)
				}
				p.TapOn("#tab-" + tab)
				p.Accessible(x.name+", "+tab, ".app.tab-"+tab+" "+shows)
			}
		})
	}
}

// axe-core finds nothing in the pictures that some methods have beside the plane, in both themes.
func TestAccessiblePictures(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{})
	for _, x := range []struct{ name, doc, shows string }{
		{"kernel", kernelled, "#panel-kernel_matrix"},
		{"feature space", lifted, "#panel-space"},
		{"dual", eightPoints, "#panel-alpha"},
		{"constraints", onAPad, "#panel-dual"},
		{"Gaussian", gaussianPair, "#panel-densities"},
		{"codes", piped, "#panel-space"},
		{"scores and truth", `{"version":1,"method":"logistic","dataset":{"name":"moons","n":60,"noise":0.3,"seed":1},` +
			`"view":{"scores":{},"truth":true}}`, "#plots canvas"},
	} {
		p.Open(link(t, x.doc))
		p.WaitReady()
		p.InBothThemes(x.name, x.shows)
	}
}

// axe-core finds nothing in the pages for authors and in the page for missing addresses, in each language and both
// themes.
func TestAccessiblePages(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Closed: true})
	for _, x := range []struct{ path, shows string }{
		{"web/builder.html", "#controls input"}, {"web/builder.fr.html", "#controls input"}, {"web/embed.html", "#log"},
		{"web/embed.fr.html", "#log"}, {"404.html", "section[lang=en]"}, {"404.html?lang=fr", "section[lang=fr]"},
	} {
		p.Open(x.path)
		p.InBothThemes(x.path, x.shows)
	}
}
