package e2e

import (
	"fmt"
	"testing"
	"time"
)

// points waits until the page's document has n points.
func (p *Page) points(n int) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`pointscape.points().length === %d`, n))
}

// slowAddress prevents the address of the page from changing, as happens for half a second after an edit, and for half
// a minute when the browser finds that it has changed too often.
const slowAddress = `history.replaceState = () => { throw new DOMException("too often", "SecurityError") }`

// TestLeaveBeforeTheAddressFollows: a user who edits and leaves before the address has changed finds the edit again,
// and the address opened elsewhere shows what it contains.
func TestLeaveBeforeTheAddressFollows(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true})
	p.WaitReady()
	edit := func() {
		t.Helper()
		n := len(p.Doc().Points)
		p.Do(slowAddress)
		x, y := p.Empty()
		p.Click(x, y)
		p.points(n + 1)
	}
	edit()
	p.Reload()
	p.WaitReady()
	p.points(5)
	p.Wait(`location.hash !== ` + quote(link(t, twoClasses))) // now the address follows
	was := Eval[string](p, `location.hash`)

	// Back from another page.
	edit()
	p.OpenURL("about:blank")
	p.Back()
	p.WaitReady()
	p.points(6)
	p.Do(`delete history.replaceState`) // the browser may have kept the page in its back/forward cache
	p.PassUntil(`location.hash !== `+quote(was), 10*time.Second)

	// The address opened again, as from a bookmark: the page shows its content, and undo brings the newer points.
	was = Eval[string](p, `location.hash`)
	edit()
	p.OpenURL("about:blank")
	p.Open(was)
	p.WaitReady()
	p.points(6)
	p.Notice("Undo brings back")
	p.Changed(func() { p.Key("Ctrl+z") })
	p.points(7)
	p.Changed(func() { p.Key("Ctrl+Shift+z") })
	p.points(6)
	// The bookmark has replaced the tab's own state: a reload shows the bookmark.
	p.Reload()
	p.WaitReady()
	p.points(6)
}

// TestAddressRefused: a page that may not change its address for a while turns pages all the same, and switches to
// another language.
func TestAddressRefused(t *testing.T) {
	p := Start(t, Options{Path: "?lang=es&course=ten-minutes/memory"})
	p.WaitReady()
	p.Do(slowAddress + `; history.pushState = history.replaceState`)
	was, title := Eval[string](p, `location.href`), p.Text("#lesson-title")
	p.ClickOn("#lesson-next")
	p.Wait(`document.querySelector("#lesson-title").textContent !== ` + quote(title))
	p.WaitReady()
	if now := Eval[string](p, `location.href`); now != was {
		t.Errorf("the address is %s", now)
	}
	p.ClickOn("#lesson-next") // the page goes on
	p.Wait(`document.querySelector(".lesson-nav .count").textContent.startsWith("4 ")`)
	p.WaitReady()
	p.ClickOn("#menu-theme")
	p.ClickOn("[data-lang=en]")
	p.Wait(`document.documentElement.lang === "en" && window.pointscape`)
	p.WaitReady()
	if now := Eval[string](p, `location.search`); now != "?course=ten-minutes%2Fmemory" {
		t.Errorf("in English, the address is %s", now)
	}
}

// TestReloadAtOnce: an edit is found again although the page is reloaded long before its timer would have saved it.
func TestReloadAtOnce(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	x, y := p.Empty()
	p.Click(x, y)
	p.points(5)
	p.Reload()
	p.WaitReady()
	p.points(5)
	// After a reload during a drag, the state before the drag is found.
	px, py := p.At(0.2, 0.2)
	p.Press(px, py)
	p.DragTo(px+60, py-40)
	p.Reload()
	p.mouse.down = false
	p.WaitReady()
	if d := p.Doc(); len(d.Points) != 5 || d.Points[0].X != 0.2 {
		t.Errorf("after a reload in the middle of a drag: %+v", d.Points)
	}
}

// TestForeignLinkKeepsMyPoints: a link replaces what was saved in this browser, which undo brings back.
func TestForeignLinkKeepsMyPoints(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses), Clock: true})
	p.WaitReady()
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	p.Wait(`localStorage.getItem("pointscape.v1")`)
	mine := p.followed()
	p.OpenURL("about:blank")
	const other = `{"version":1,"method":"knn","points":[[0.1,0.1,0],[0.9,0.9,1]]}`
	p.Open(link(t, other))
	p.WaitReady()
	p.points(2)
	p.Notice("Undo brings back")
	p.Changed(func() { p.Key("Ctrl+z") })
	if d := p.Doc(); d.Method != "svm" || len(d.Points) != 5 {
		t.Errorf("undo brought %s with %d points", d.Method, len(d.Points))
	}
	// The user's own link again: nothing was lost, and there is no notice.
	p.Wait(`location.hash === ` + quote(mine))
	p.OpenURL("about:blank")
	p.Open(mine)
	p.WaitReady()
	p.points(5)
	if Eval[bool](p, `/Undo brings back/.test(document.body.innerText)`) ||
		!Eval[bool](p, `document.querySelector("#undo").disabled`) {
		t.Error("my own link is taken for another's")
	}
	// Another tab has saved meanwhile: each tab shows the document of its own address.
	p.Do(`localStorage.setItem("pointscape.v1", ` + quote(other) + `)`)
	p.Reload()
	p.WaitReady()
	p.points(5)
}

// TestLeaveWhileItStarts: a page whose frames begin to fetch and compile can be left at any moment. If a page compiles
// from a stream, Chromium ends its process about once in ten times.
func TestLeaveWhileItStarts(t *testing.T) {
	long(t)
	sideBySide(t)
	p := Start(t, Options{Closed: true})
	for range 12 {
		for _, at := range []string{"web/embed.html", "web/builder.html"} {
			p.Open(at)
			p.Wait(`location.pathname.endsWith(` + quote(at) + `)`)
		}
	}
	p.Open("")
	p.WaitReady()
}
