package e2e

import (
	"strings"
	"testing"
)

// On a first visit on a phone, the title is not cut off, a line says what a tap does until something has been changed,
// and the number fields of a tapped point are wide enough.
func TestFirstVisitOnAPhone(t *testing.T) {
	p := Start(t, Options{Window: Phone, Path: link(t, strings.NewReplacer(
		`"version":1`, `"version":1,"title":"Two moons"`, "[0.2,0.2,0]", "[0.2514,0.2138,0]").Replace(twoClasses))})
	p.WaitReady()
	const hint = `document.querySelector(".dock-left .hint").checkVisibility()`
	if !Eval[bool](p, hint) || p.Text(".dock-left .hint") != "Tap adds, drag moves, tap a point to edit it" {
		t.Errorf("nothing says what a tap does: %q", p.Text(".dock-left .hint"))
	}
	if at := p.Box(".dock-left .hint"); at.X < 0 || at.X+at.W > float64(Phone.Width) || at.H > 40 {
		t.Errorf("the hint is at %+v", at)
	}
	fits := func(what string) {
		t.Helper()
		if cut := Eval[string](p, `[...document.querySelectorAll(`+quote(what)+`)].filter((e) =>
			e.checkVisibility() && e.scrollWidth > e.clientWidth).map((e) => e.value).join()`); cut != "" {
			t.Errorf("%s is cut: %s", what, cut)
		}
	}
	fits("#title")
	p.Tap(p.At(0.2514, 0.2138))
	p.Wait(`document.querySelector("#card-x")?.value === "0.2514"`)
	p.Wait(`document.querySelector(".readout.on") && !` + hint) // they would overlap
	p.Screenshot("tapped")
	fits(".card .num")
	p.TapOn(`.card [title^="Remove"]`)
	p.Wait(`!` + hint)
}

// No control of the panel is squeezed or extends beyond it.
func TestPanelHoldsItsControls(t *testing.T) {
	p := Start(t, Options{})
	p.WaitReady()
	for _, w := range []Window{Desktop, Phone} {
		p.Resize(w)
		if out := Eval[string](p, `(() => {
			const panel = document.querySelector(".panel").getBoundingClientRect();
			return [...document.querySelectorAll(".panel :is(select, input[type=text], button)")].filter((e) => {
				const r = e.getBoundingClientRect();
				return e.checkVisibility() && (r.left < panel.left || r.right > panel.right ||
					e.tagName === "SELECT" && r.width < 100);
			}).map((e) => e.id || e.textContent).join();
		})()`); out != "" {
			t.Errorf("%d pixels wide: out of the panel or too narrow: %s", w.Width, out)
		}
	}
}
