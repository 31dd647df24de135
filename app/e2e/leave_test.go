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

// slowAddress makes the address of the page that is opened next stay as it is,
// as it does for half a second after an edit, and for half a minute when the
// browser finds that it has changed too often.
const slowAddress = `history.replaceState = () => { throw new DOMException("too often", "SecurityError") }`

// TestLeaveBeforeTheAddressFollows: whoever edits and is away before the address
// has followed finds the edit again, and whoever opens the address elsewhere
// gets what it says.
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
	p.Wait(`location.hash !== ` + quote(link(t, twoClasses))) // now it follows
	was := Eval[string](p, `location.hash`)

	// Back from another page.
	edit()
	p.OpenURL("about:blank")
	p.Back()
	p.WaitReady()
	p.points(6)
	p.Do(`delete history.replaceState`) // the browser may have kept the page as it was
	p.PassUntil(`location.hash !== `+quote(was), 10*time.Second)

	// The address anew, as from a bookmark: what it says, and the newer points
	// under it.
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
	// The bookmark has ended the tab's memory: a reload is a reload of it.
	p.Reload()
	p.WaitReady()
	p.points(6)
}

// TestReloadAtOnce is the same with nothing held back: the page is gone long
// before its timer would have saved.
func TestReloadAtOnce(t *testing.T) {
	p := Start(t, Options{Path: link(t, twoClasses)})
	p.WaitReady()
	x, y := p.Empty()
	p.Click(x, y)
	p.points(5)
	p.Reload()
	p.WaitReady()
	p.points(5)
	// In the middle of a drag, what was before it.
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

// TestForeignLinkKeepsMyPoints: a link wins over what was saved here, which is
// one undo away.
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
	// My own link again: nothing was lost, and nothing is said.
	p.Wait(`location.hash === ` + quote(mine))
	p.OpenURL("about:blank")
	p.Open(mine)
	p.WaitReady()
	p.points(5)
	if Eval[bool](p, `/Undo brings back/.test(document.body.innerText)`) ||
		!Eval[bool](p, `document.querySelector("#undo").disabled`) {
		t.Error("my own link is taken for another's")
	}
	// Another tab has saved meanwhile: each tab is about its own address.
	p.Do(`localStorage.setItem("pointscape.v1", ` + quote(other) + `)`)
	p.Reload()
	p.WaitReady()
	p.points(5)
}

// TestLeaveWhileItStarts: a page whose frames begin to fetch and compile can be left at any moment. Chromium ends the
// process of one that compiles as a stream, about once in ten times.
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
