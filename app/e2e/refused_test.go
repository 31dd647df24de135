package e2e

import (
	"strings"
	"testing"
)

// refuse simulates browsers that deny a page, or a frame of another site, storage and service workers: access throws.
const (
	refuse = `for (const [owner, name] of [[window, "localStorage"], [window, "sessionStorage"], [Navigator.prototype, "serviceWorker"], [window, "caches"], [window, "indexedDB"]]) {
		Object.defineProperty(owner, name, { configurable: true, get() { throw new DOMException("The operation is insecure.", "SecurityError") } });
	}`
	// refuseUse simulates browsers that allow access but deny use.
	refuseUse = `for (const name of ["getItem", "setItem", "removeItem", "key"]) {
		Storage.prototype[name] = () => { throw new DOMException("The operation is insecure.", "SecurityError") };
	}
	ServiceWorkerContainer.prototype.register = ServiceWorkerContainer.prototype.getRegistration = async () => { throw new DOMException("Storage is blocked.", "SecurityError") };`
	// full simulates full storage, which can be read.
	full = `Storage.prototype.setItem = () => { throw new DOMException("The quota has been exceeded.", "QuotaExceededError") }`
	// lacking simulates browsers that have no such objects.
	lacking = `for (const [owner, name] of [[window, "localStorage"], [window, "sessionStorage"], [Navigator.prototype, "serviceWorker"]]) {
		Object.defineProperty(owner, name, { configurable: true, value: null });
	}`
)

// TestStorageRefused: the page works without storage and service worker. In a frame it logs no warning; full storage is
// reported on the page itself.
func TestStorageRefused(t *testing.T) {
	sideBySide(t)
	for _, c := range []struct{ name, how string }{{"refused", refuse}, {"use refused", refuseUse}, {"full", full},
		{"lacking", lacking}} {
		t.Run(c.name, func(t *testing.T) {
			if c.how != refuse {
				long(t)
			}
			p := Start(t, Options{Closed: true, ServiceWorker: c.how != full})
			p.Inject(c.how)
			p.Inject(tell)
			p.Course("?embed=1"+link(t, twoClasses), "")
			p.Click(300, 100)
			p.Wait(`told.points.length === 5`)
			for _, line := range p.Console() {
				if strings.HasPrefix(line, "warn") || strings.HasPrefix(line, "error") {
					t.Error("in a frame: ", line)
				}
			}
			p.OpenURL(p.URL + link(t, twoClasses))
			p.WaitReady()
			x, y := p.Empty()
			p.Changed(func() { p.Click(x, y) })
			p.Wait(`location.hash !== ` + quote(link(t, twoClasses)))
			if c.how == full {
				p.Wait(`/keeps no more data/.test(document.body.innerText)`)
			}
			p.Reload()
			p.WaitReady()
			p.points(5)
			p.Open("")
			p.WaitReady()
		})
	}
}
