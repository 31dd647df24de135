package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pointscape/app/site"
	"pointscape/engine/catalog"
)

// axe is axe-core's program, as npm has it at the version of axe/package-lock.json.
var axe = sync.OnceValues(func() (string, error) {
	root, err := site.Root(".")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, ".build", "axe")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	same := true
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
		want, err := os.ReadFile(filepath.Join(root, "app/e2e/axe", name))
		if err != nil {
			return "", err
		}
		to := filepath.Join(dir, name)
		if old, err := os.ReadFile(to); err != nil || string(old) != string(want) {
			same = false
			if err := os.WriteFile(to, want, 0o666); err != nil {
				return "", err
			}
		}
	}
	program := filepath.Join(dir, "node_modules/axe-core/axe.min.js")
	if _, err := os.Stat(program); err != nil || !same {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "npm", "ci", "--no-progress", "--loglevel=error")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("axe-core comes from npm (apt-get install npm, and a way to its registry): %w\n%s", err, out)
		}
	}
	b, err := os.ReadFile(program)
	return string(b), err
})

// A finding is one rule that axe-core finds broken, or can't decide.
type finding struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		Target  []any  `json:"target"`
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// looked are what axe-core leaves to people, by rule and reason, and what people saw.
var looked = []struct{ rule, reason, seen string }{
	{"color-contrast", "partially obscured by another element", "the last line of a list that scrolls, cut off: it has the ground of those before it"},
	{"color-contrast", "partially overlaps other elements", "a popover's foot, which has the popover's ground"},
	{"color-contrast", "contains an image node", "the readout, whose ground is nearly opaque in both themes"},
	{"color-contrast", "overlapped by another element", "the browser's own dialog, over all else, in the page's ink on its raised ground"},
	{"color-contrast", "only non-text characters", "the symbol ℓ, in the ink of the label beside it"},
	{"color-contrast", "background gradient", "a slider's track, which has no text"},
}

// Accessible fails for all that axe-core finds in the present state of the page.
func (p *Page) Accessible(state string) {
	p.t.Helper()
	program, err := axe()
	if err != nil {
		p.t.Fatal(err)
	}
	if !Eval[bool](p, `typeof axe !== "undefined"`) {
		p.Do(program)
	}
	text := Eval[string](p, `axe.run(document, {resultTypes: ["violations", "incomplete"]}).then((r) =>
		JSON.stringify({violations: r.violations, incomplete: r.incomplete}))`)
	var found struct{ Violations, Incomplete []finding }
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		p.t.Fatal(err)
	}
	for _, f := range found.Violations {
		for _, n := range f.Nodes {
			p.t.Errorf("%s: %s (%s): %.300s\n%s", state, f.Help, f.ID, n.HTML, n.Summary)
		}
	}
	for _, f := range found.Incomplete {
		for _, n := range f.Nodes {
			known := false
			for _, l := range looked {
				known = known || l.rule == f.ID && strings.Contains(n.Summary, l.reason)
			}
			if !known {
				p.t.Errorf("%s: somebody has to look at: %s (%s): %.300s\n%s", state, f.Help, f.ID, n.HTML, n.Summary)
			}
		}
	}
}

// axe-core finds nothing on any state of the page.
func TestAccessible(t *testing.T) {
	byID := map[string]string{}
	for _, m := range catalog.All() {
		byID[m.ID] = link(t, m.Example)
	}
	t.Run("desk", func(t *testing.T) {
		p := Start(t, Options{})
		p.WaitReady()
		p.Accessible("start")
		for _, menu := range []string{"method", "examples", "share", "export", "theme"} {
			p.Do(`document.getElementById("menu-` + menu + `").click()`)
			p.Wait(`document.querySelector("#pop-` + menu + `, .sheet, dialog[open]")`)
			p.Accessible(menu)
			p.Key("Escape")
			p.Wait(`!document.querySelector("#pop-` + menu + `, .sheet, dialog[open]")`)
		}
		p.ClickOn("#menu-export")
		p.Wait(`document.querySelector("[data-kind=svg]")`)
		p.ClickOn(`[data-kind="svg"]`)
		p.Wait(`document.querySelector("#figure").open && document.querySelector("#figure-image").naturalWidth > 0`)
		p.Accessible("saving a figure")
		p.Key("Escape")
		p.Wait(`!document.querySelector("#figure")?.open`)
		p.Drop("wide.csv", wide)
		p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
		p.Accessible("choosing columns")
		p.Key("Escape")
		p.Wait(`!document.getElementById("columns")`)
		p.ClickOn("#menu-data")
		p.Accessible("data")
		p.ClickOn("#menu-data")
		p.ClickOn(".explain")
		p.Accessible("explained")
		x, y := p.At(0.5, 0.5)
		p.Changed(func() { p.Click(x, y) })
		p.Accessible("a point is selected")
		p.Fill("#p-C", "-3")
		p.Wait(`document.querySelector(".wrong")`)
		p.Accessible("a wrong number")
	})
	for _, x := range []struct {
		name, path string
		window     Window
		dark       bool
	}{
		{"dark", byID["svm"], Desktop, true},
		{"player and plots", byID["logistic"], Window{Width: 1440, Height: 900}, false},
		{"curve", byID["gp"], Desktop, true},
		{"presenting", link(t, presented), Desktop, false},
		{"cells", byID["voronoi"], Desktop, false},
		{"frame", "?embed" + byID["svm"], Window{Width: 480, Height: 360}, false},
		{"frame with controls", "?embed&controls=C,gamma&legend&title" + byID["svm"], Window{Width: 480, Height: 360}, true},
		{"phone", byID["svm"], Phone, false},
		{"phone with a player", byID["perceptron"], Phone, true},
		{"phone held sideways", byID["knn"], Window{Width: 844, Height: 390, Touch: true}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			p := Start(t, Options{Path: x.path, Window: x.window, Dark: x.dark})
			p.WaitReady()
			p.Accessible(x.name)
			if !strings.HasPrefix(x.name, "phone") || x.name == "phone held sideways" {
				return
			}
			for _, tab := range []string{"data", "results"} {
				p.TapOn("#tab-" + tab)
				p.Accessible(x.name + ", " + tab)
			}
		})
	}
}
