package e2e

import (
	"strings"
	"testing"
)

// TestBadLinkAtStart: an invalid link leads to a notice and a working page.
func TestBadLinkAtStart(t *testing.T) {
	p := Start(t, Options{Closed: true})
	for _, c := range some(2, []struct{ name, path, says string }{
		{"value out of range", link(t, strings.Replace(twoClasses, `"C":10`, `"C":-7`, 1)), `C must be.*-7`},
		{"cut off", link(t, twoClasses)[:20], `The link could not be opened: link must be`},
		{"embedded", "?embed=1" + link(t, twoClasses)[:20], `The link could not be opened: link must be`},
	}) {
		p.OpenURL("about:blank") // a change of the fragment alone does not load the page
		p.Open(c.path)
		p.WaitReady()
		p.Wait(`/` + c.says + `/.test(document.body.innerText)`)
		if n := len(p.Doc().Points) + p.Doc().Dataset.N; n == 0 {
			t.Errorf("%s: the page has no points", c.name)
		}
	}
}
