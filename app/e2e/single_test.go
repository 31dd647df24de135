package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"pointscape/app/tools/site"
)

// A site in one file opens from a disk: the initial document, a method of the whole engine, a point that is added, the
// state saved for the next visit, a table that is not linked into a program, and a link to a document. It requests
// nothing else.
func TestSiteInOneFile(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
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
	again, err := s.Single(filepath.Join(root, "web"))
	if err != nil || string(again) != string(page) {
		t.Errorf("the same site makes other bytes (%v)", err)
	}
	if len(page) > 14_000_000 { // it contains the first engine twice: in the page's program, and in the whole engine
		t.Errorf("it has %d bytes", len(page))
	}
	file := filepath.Join(t.TempDir(), "playground one.html")
	p.log.Allow(file)
	p.must(os.WriteFile(file, page, 0o600))
	address := "file://" + filepath.ToSlash(filepath.Dir(file)) + "/playground%20one.html"
	p.OpenURL(address)
	p.WaitReady()
	p.Screenshot("single")
	p.Choose("tree")
	p.WaitReady()
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.WaitReady()
	n := len(p.Doc().Points)
	p.Reload()
	p.WaitReady()
	if d := p.Doc(); d.Method != "tree" || len(d.Points) != n {
		t.Errorf("after a reload there are %d points of %d, method %s", len(d.Points), n, d.Method)
	}
	p.Set(`{"version":1,"method":"logistic","params":{"inputs":"all"},"table":{"name":"digits"}}`)
	if got := p.Doc().Table; got == nil || got.Name != "digits" {
		t.Errorf("the table is %v", got)
	}
	p.ClickOn("#menu-help")
	p.Wait(`document.querySelector("#help-title")`)
	if p.Has(`a[href*="methods.html"], a[href*="courses.html"], a[href*="gallery.html"]`) {
		t.Error("a link leads to a page that is not there")
	}
	p.Key("Escape")
	p.OpenURL(address + link(t, `{"version":1,"method":"kmeans","dataset":{"name":"blobs","n":40}}`))
	p.WaitReady()
	if d := p.Doc(); d.Method != "kmeans" {
		t.Errorf("the address holds kmeans, the page %s", d.Method)
	}
}
