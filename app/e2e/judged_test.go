package e2e

import "testing"

// The line below the method shows the errors of the newest fit with their counts. From there, a click opens the form of
// a cross-validation, which Enter or a click on its button starts; the form and its result stay visible.
func TestCrossValidation(t *testing.T) {
	long(t)
	p := Start(t, Options{Window: Window{Width: 1440, Height: 900}, Path: link(t, `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":100,"noise":0.25,"seed":3},"split":{"test":0.3}}`)})
	p.WaitReady()
	p.Wait(`/^Training error [\d.]+ % \(\d+ of 70\) · test [\d.]+ % \(\d+ of 30\)$/.test(document.querySelector("#errors").textContent.replaceAll("\u00a0", " "))`)
	before := p.Text("#errors")
	p.Changed(func() { p.Fill("#p-gamma", "1000") })
	p.Wait(`document.querySelector("#errors").innerText !== ` + quote(before))
	p.ClickOn("#cross-validate")
	p.Wait(`document.activeElement.id === "start-error_curve"`)
	inView := func(when, said string) {
		t.Helper()
		p.Wait(`document.querySelector("#study-bar") === null && [...document.querySelector("#study-over").closest(".study").querySelectorAll(".said")].some((e) => e.textContent.startsWith(` + quote(said) + `))`)
		p.WaitReady()
		p.Wait(`(b => b.top >= 40 && b.top < innerHeight / 2)(document.querySelector("#study-over").closest(".study").getBoundingClientRect())`)
		if at := Eval[string](p, `document.activeElement.id`); at == "drop-error_curve" {
			t.Errorf("%s, the focus is on what takes the form away", when)
		}
	}
	p.Key("Enter")
	inView("by Enter", "Cross-validated error ")
	if d := p.Doc(); d.Study == nil || d.Study.Folds != 5 || d.Study.Over != "" {
		t.Errorf("asked is %+v", d.Study)
	}
	p.Changed(func() {
		p.Do(`(e => { e.value = "C"; e.dispatchEvent(new Event("change")); })(document.querySelector("#study-over"))`)
	})
	p.Do(`document.querySelector(".panel").scrollTop = 300`)
	p.ClickOn("#start-error_curve")
	inView("by a click", "Cross-validated error is least at C = ")
}
