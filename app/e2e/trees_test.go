//go:build browsers

package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"

	"pointscape/app/tools/browser"
)

// spokenRoles maps the roles with which Chromium and Firefox describe operable elements to those of ARIA. Texts and
// containers are left out: browsers divide them differently, and Firefox has an extra list in each combobox.
var spokenRoles = map[string]string{
	"button": "button", "pushbutton": "button", "toggle button": "button", "ToggleButton": "button",
	"link": "link", "textbox": "textbox", "entry": "textbox", "searchbox": "textbox", "searchBox": "textbox",
	"combobox": "combobox", "ComboBoxMenuButton": "combobox", "PopUpButton": "combobox",
	"checkbox": "checkbox", "checkBox": "checkbox", "checkbutton": "checkbox", "switch": "switch",
	"radio": "radio", "radioButton": "radio", "radiobutton": "radio", "slider": "slider", "heading": "heading",
	"dialog": "dialog", "tab": "tab", "page tab": "tab", "pagetab": "tab",
}

// chromiumTree returns a line, with role and name, for each element that can be operated or navigated to, in reading
// order.
func chromiumTree(p *Page) []string {
	p.t.Helper()
	got, err := browser.Call(p.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	p.must(err)
	byID := map[accessibility.NodeID]*accessibility.Node{}
	var root *accessibility.Node
	for _, n := range got.Nodes {
		byID[n.NodeID] = n
		if n.ParentID == "" {
			root = n
		}
	}
	text := func(v *accessibility.Value) (s string) {
		if v != nil {
			json.Unmarshal(v.Value, &s)
		}
		return s
	}
	var list []string
	var walk func(n *accessibility.Node)
	walk = func(n *accessibility.Node) {
		if role, ok := spokenRoles[text(n.Role)]; ok && !n.Ignored {
			list = append(list, role+" "+strings.Join(strings.Fields(text(n.Name)), " "))
		}
		for _, id := range n.ChildIDs {
			if c := byID[id]; c != nil {
				walk(c)
			}
		}
	}
	walk(root)
	return list
}

// firefoxTree returns these lines for Firefox, from its accessibility service, which screen readers use.
func firefoxTree(p *Page) []string {
	p.t.Helper()
	tab := p.tab.(*browser.FirefoxTab)
	const read = `(() => {
		const acc = Components.classes["@mozilla.org/accessibilityService;1"].getService(Components.interfaces.nsIAccessibilityService);
		const win = Services.wm.getMostRecentWindow("navigator:browser"), out = [];
		const browser = win.gBrowser.browsers.find((b) => b.currentURI.spec.startsWith("%s"));
		const walk = (a) => {
			out.push(acc.getStringRole(a.role) + "\n" + (a.name ?? ""));
			for (let c = a.firstChild; c; c = c.nextSibling) walk(c);
		};
		const root = browser && acc.getAccessibleFor(browser);
		if (root) walk(root); // the first question only wakes the service
		return JSON.stringify(out);
	})()`
	var last []string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
		b, err := tab.Privileged(fmt.Sprintf(read, p.URL))
		p.must(err)
		var text string
		if err := json.Unmarshal(b, &text); err != nil {
			p.t.Fatal(err)
		}
		var all, list []string
		p.must(json.Unmarshal([]byte(text), &all))
		for _, s := range all {
			role, name, _ := strings.Cut(s, "\n")
			if role, ok := spokenRoles[role]; ok {
				list = append(list, role+" "+strings.Join(strings.Fields(name), " "))
			}
		}
		if len(list) > 10 && slices.Equal(list, last) { // the service builds its tree gradually
			return list
		}
		last = list
	}
	p.t.Fatalf("Firefox's tree does not hold still: %d things", len(last))
	return nil
}

// TestTrees compares the accessibility trees of Chromium and Firefox for the page, a dialog and a page of a course: the
// same elements with the same names in the same order, and none without a name.
func TestTrees(t *testing.T) {
	states := []struct {
		name string
		path string
		open string
	}{
		{"page", link(t, twoClasses), ""},
		{"dialog", link(t, twoClasses), `document.querySelector("#menu-export").click()`},
		{"course", lesson(t, "neuron"), ""},
	}
	read := func(tree func(*Page) []string) (all [][]string) {
		for _, s := range states {
			p := Start(t, Options{Path: s.path})
			p.WaitReady()
			if s.open != "" {
				p.Do(s.open)
				p.Wait(`document.querySelector("[data-kind=svg]")`)
				p.ClickOn(`[data-kind="svg"]`)
				p.Wait(`document.querySelector("#figure-image").naturalWidth > 0`)
			}
			all = append(all, tree(p))
		}
		return all
	}
	chromium := read(chromiumTree)
	f, err := browser.OpenFirefox()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	openRemote = func(log *browser.Log, _ Options) (remote, error) { return f.NewTab(log) }
	t.Cleanup(func() { openRemote = nil })
	firefox := read(firefoxTree)
	for i, s := range states {
		t.Logf("%s: %d things\n%s", s.name, len(chromium[i]), strings.Join(chromium[i], "\n"))
		for _, line := range chromium[i] {
			if role, name, _ := strings.Cut(line, " "); name == "" {
				t.Errorf("%s: a %s has no name", s.name, role)
			}
		}
		if slices.Equal(chromium[i], firefox[i]) {
			continue
		}
		for k := range max(len(chromium[i]), len(firefox[i])) {
			at := func(list []string) string {
				if k < len(list) {
					return list[k]
				}
				return "nothing"
			}
			if a, b := at(chromium[i]), at(firefox[i]); a != b {
				t.Errorf("%s: thing %d is %q in Chromium and %q in Firefox (%d and %d things)\nFirefox: %s", s.name, k, a, b,
					len(chromium[i]), len(firefox[i]), strings.Join(firefox[i], "\n"))
				break
			}
		}
	}
}
