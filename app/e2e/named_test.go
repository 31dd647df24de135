package e2e

// Of several things of a kind, a test names the one that it presses or reads: what stands first on one machine stands
// second on another.

// named is a JavaScript expression: the element of a kind, within what a CSS selector finds, that is called so: by its
// label, else by its text.
func named(kind, name string) string {
	return `[...document.querySelectorAll(` + quote(kind) + `)].find((e) => e.checkVisibility() &&
		(e.ariaLabel ?? e.innerText).replaceAll("\u00a0", " ").trim() === ` + quote(name) + `)`
}

// ClickNamed clicks the button, or what else a CSS selector finds, that is called so.
func (p *Page) ClickNamed(kind, name string) {
	p.t.Helper()
	p.Click(p.boxOf(named(kind, name)).Center())
}

// notice is what the page tells people over the plane: a toast, a notice or an offer.
type notice struct {
	p  *Page
	js string // finds it
}

// told is a JavaScript expression: the notice that says so.
func told(says string) string {
	return `[...document.querySelectorAll(".over > *")].find((e) => e.textContent.replaceAll("\u00a0", " ").includes(` +
		quote(says) + `))`
}

// Notice waits until the page says so over the plane, where it is seen: neither cut off nor covered.
func (p *Page) Notice(says string) notice {
	p.t.Helper()
	n := notice{p, told(says)}
	p.Wait(n.js)
	p.Wait(`((e) => { if (!e || document.querySelector("dialog:modal")) return !!e;
		const b = e.getBoundingClientRect();
		return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)) })(` + n.js + `)`)
	return n
}

// Text is all of it.
func (n notice) Text() string {
	n.p.t.Helper()
	return Eval[string](n.p, n.js+".innerText")
}

// button is where its button of that name is: "Dismiss", "Try again".
func (n notice) button(name string) Box {
	n.p.t.Helper()
	return n.p.boxOf(`[...` + n.js + `?.querySelectorAll("button") ?? []].find((e) => e.checkVisibility() &&
		(e.ariaLabel ?? e.innerText).trim() === ` + quote(name) + `)`)
}

// Click clicks its button of that name.
func (n notice) Click(name string) {
	n.p.t.Helper()
	n.p.Click(n.button(name).Center())
}

// Gone waits until it is not shown any more.
func (n notice) Gone() {
	n.p.t.Helper()
	n.p.Wait("!" + n.js)
}

// Dismiss takes away all toasts.
func (p *Page) Dismiss() {
	p.t.Helper()
	p.Wait(`(` + dismissAll + `, !document.querySelector(".toast"))`) // one is shown at a time
}

const dismissAll = `document.querySelectorAll(".toast button[aria-label=Dismiss]").forEach((e) => e.click())`
