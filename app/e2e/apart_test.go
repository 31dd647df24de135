package e2e

import (
	"slices"
	"testing"

	"pointscape/app/courses"
	"pointscape/engine/catalog"
)

// touching lists, one per line, the parts of controls in the strip that are less than a pixel apart or extend beyond
// their row on the right, and the rows that extend beyond the window. Play buttons are left out: they may come near the
// name beside them, since their icon is smaller than their clickable area.
const touching = `(() => {
	const bad = [], parts = [];
	const name = (r) => (r.querySelector(".label") ?? r).textContent.trim();
	for (const row of document.querySelectorAll("#strip :is(.row, .show)")) {
		const all = row.getBoundingClientRect();
		if (all.right > innerWidth) bad.push(name(row) + " is wider than the page");
		for (const e of row.querySelectorAll(".label, .unit, .num, .slider, .select, .segments, .switch, .expr")) {
			if (!e.checkVisibility()) continue;
			const b = e.getBoundingClientRect(), r = document.createRange();
			r.selectNodeContents(e);
			const text = e.matches(".label, .unit") ? r.getBoundingClientRect().right : 0; // drawn out of its box, too
			const right = getComputedStyle(e).overflowX === "visible" ? Math.max(b.right, text) : b.right;
			const out = right - all.right;
			if (out > .5) bad.push(name(row) + ": " + e.className + " sticks out by " + out.toFixed(1));
			parts.push({e, of: name(row), left: b.left, right, top: b.top, bottom: b.bottom});
		}
	}
	for (const [i, a] of parts.entries()) for (const b of parts.slice(i + 1)) {
		if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
		const apart = Math.max(a.left, b.left) - Math.min(a.right, b.right);
		const common = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
		if (common <= 2 || apart >= 1) continue;
		bad.push(a.of + ": " + a.e.className + " and " + b.e.className + " of " + b.of + ": " + apart.toFixed(1));
	}
	return bad.join("\n");
})()`

// No control touches its neighbour, on all pages of courses with four or more controls, or with one that has a unit.
func TestControlsOfCoursesStandApart(t *testing.T) {
	long(t)
	all, err := courses.All()
	if err != nil {
		t.Fatal(err)
	}
	unit := map[string]bool{}
	for _, m := range catalog.All() {
		for i := range m.Params {
			if m.Params[i].Unit != "" {
				unit[m.Params[i].Name] = true
			}
		}
	}
	windows := []Window{Desktop, Phone}
	for _, c := range all {
		var p *Page
		for i := range c.Pages {
			now := &c.Pages[i]
			if len(now.Controls) < 4 && !slices.ContainsFunc(now.Controls, func(s string) bool { return unit[s] }) {
				continue
			}
			if p == nil {
				p = Start(t, Options{Path: "?course=" + c.Course + "/" + now.ID})
				p.WaitReady()
				p.Do(`document.querySelector("[aria-controls=lesson-contents]").click()`)
				p.Wait(`document.querySelector("#lesson-contents a")`)
			}
			p.Do(`document.querySelector('#lesson-contents a[href$="/` + now.ID + `"]').click()`)
			p.Wait(`document.querySelector("#lesson-title").textContent === ` + quote(now.Title))
			p.WaitReady()
			for k, w := range windows { // the page has the first one already
				if k > 0 {
					p.Resize(w)
					p.Wait(twoFrames)
				}
				if bad := Eval[string](p, touching); bad != "" {
					p.Screenshot(now.ID)
					t.Errorf("%d pixels, %s/%s:\n%s", w.Width, c.Course, now.ID, bad)
				}
			}
			slices.Reverse(windows)
		}
	}
}
