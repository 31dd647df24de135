package e2e

// If there are several elements of a kind, a test names the one that it clicks or reads: their order may differ between
// machines.

// named returns a JavaScript expression for the visible element, among those matching a CSS selector, with this name:
// its label, or else its text.
func named(kind, name string) string {
	return `[...document.querySelectorAll(` + quote(kind) + `)].find((e) => e.checkVisibility() &&
		(e.ariaLabel ?? e.innerText).replaceAll("\u00a0", " ").trim() === ` + quote(name) + `)`
}

// ClickNamed clicks the element matching a CSS selector, such as a button, with this name.
func (p *Page) ClickNamed(kind, name string) {
	p.t.Helper()
	p.Click(p.boxOf(named(kind, name)).Center())
}

// notice is a message that the page shows over the plane: a toast, a notice or an offer.
type notice struct {
	p  *Page
	js string // expression that finds it
}

// told returns a JavaScript expression for the notice that contains a text.
func told(says string) string {
	return `[...document.querySelectorAll(".over > *")].find((e) => e.textContent.replaceAll("\u00a0", " ").includes(` +
		quote(says) + `))`
}

// Notice waits until a notice with this text is over the plane, and its middle is neither cut off nor covered, except
// by a modal dialog.
func (p *Page) Notice(says string) notice {
	p.t.Helper()
	n := notice{p, told(says)}
	p.Wait(n.js)
	p.Wait(`((e) => { if (!e || document.querySelector("dialog:modal")) return !!e;
		const b = e.getBoundingClientRect();
		return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)) })(` + n.js + `)`)
	return n
}

// Text returns the notice's whole text.
func (n notice) Text() string {
	n.p.t.Helper()
	return Eval[string](n.p, n.js+".innerText")
}

// button returns the box of the notice's button with this name, such as "Dismiss" or "Try again".
func (n notice) button(name string) Box {
	n.p.t.Helper()
	return n.p.boxOf(`[...` + n.js + `?.querySelectorAll("button") ?? []].find((e) => e.checkVisibility() &&
		(e.ariaLabel ?? e.innerText).trim() === ` + quote(name) + `)`)
}

// Click clicks the notice's button with this name.
func (n notice) Click(name string) {
	n.p.t.Helper()
	n.p.Click(n.button(name).Center())
}

// Gone waits until the notice has disappeared.
func (n notice) Gone() {
	n.p.t.Helper()
	n.p.Wait("!" + n.js)
}

// Dismiss closes all toasts.
func (p *Page) Dismiss() {
	p.t.Helper()
	p.Wait(`(` + dismissAll + `, !document.querySelector(".toast"))`) // toasts are shown one at a time
}

const dismissAll = `document.querySelectorAll(".toast button[aria-label=Dismiss]").forEach((e) => e.click())`
