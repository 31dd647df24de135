package e2e

import (
	"fmt"
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
	"pointscape/engine/words"
)

// studies records the requests for long work and its cancellations, in window.studies.
const studies = `
	const post = Worker.prototype.postMessage;
	window.studies = [];
	Worker.prototype.postMessage = function(m, ...rest) {
		window.studies.push(...(["study", "cancel"].includes(m.type) ? [m.type] : []));
		return post.call(this, m, ...rest);
	};`

const compute, cancel, bar = "#start-leave_one_out", "#cancel-leave_one_out", "#study-bar"

// Leave-one-out, in the engine for long work, equals the native result, and is restored by undo without another
// computation.
func TestLeaveOneOut(t *testing.T) {
	const text = `{"version":1,"method":"lda","dataset":{"name":"moons","n":60,"noise":0.3,"seed":3},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`
	s := session.New(catalog.All())
	d, err := doc.Decode([]byte(text))
	if err == nil {
		d, err = s.Resolve(method.Unstopped, d)
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Study(t.Context(), d, method.LeaveOneOut.ID)
	if err != nil {
		t.Fatal(err)
	}
	p := Start(t, Options{Closed: true})
	p.Inject(studies)
	p.Open(link(t, text))
	p.WaitReady()
	if n := Eval[int](p, `performance.getEntriesByType("resource").filter(e => e.name.includes("wasm_exec")).length`); n > 2 {
		t.Errorf("%d scripts of workers before anybody has asked", n)
	}
	p.ClickOn(compute)
	p.Wait(`document.querySelector("#show-leave_one_out")`)
	shown := p.Text(".study dl")
	percent := strings.ReplaceAll(words.Percent(r.Facts[0].Value.(float64)), " %", "\u00a0%")
	for _, want := range []string{fmt.Sprint(len(r.Points)), percent} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in %q", want, shown)
		}
	}
	p.ClickOn("#show-leave_one_out")
	p.Wait(`document.querySelector("#live").textContent.includes("` + fmt.Sprint(len(r.Points)) + ` points selected")`)
	if said := p.Text(".meanings"); !strings.Contains(said, "Misclassified when left out") {
		t.Errorf("the legend tells nothing of the points that are shown: %q", said)
	}
	// A chip selects the class of new points, and does not change the highlighted ones.
	p.ClickOn(`.chip[data-class="1"]`)
	p.Wait(`document.querySelector(".chip[data-class='1']").getAttribute("aria-checked") === "true"`)
	if now := p.Text(".meanings"); !strings.Contains(now, "Misclassified when left out") || p.Has(compute) {
		t.Errorf("after a click on a chip the legend says %q", now)
	}
	p.Screenshot("leave-one-out")
	x, y := p.Empty()
	p.Changed(func() { p.Click(x, y) })
	if p.Has("#show-leave_one_out") || !p.Has(compute) {
		t.Error("the result is shown beside another document")
	}
	p.Changed(func() { p.Key("Ctrl+z") })
	p.Wait(`document.querySelector("#show-leave_one_out")`)
	if again := p.Text(".study dl"); again != shown {
		t.Errorf("after undo %q, it was %q", again, shown)
	}
	if n := Eval[int](p, `studies.length`); n != 1 {
		t.Errorf("asked %d times", n)
	}
	// By keyboard, when no point is misclassified: there is no button that could keep the focus.
	p.Set(`{"version":1,"method":"knn","params":{"n_neighbors":1},"points":[[0.1,0.1,0],[0.2,0.1,0],[0.8,0.9,1],[0.9,0.9,1]]}`)
	p.Do(`document.querySelector("` + compute + `").focus()`)
	p.Key("Enter")
	p.Wait(`document.querySelector(".study dl")`)
	p.Wait(`document.activeElement.matches(".study")`)
}

// Long work continues while points are dragged and drawn; it can be cancelled by keyboard, and the next request is
// served by the same engine.
func TestLongWorkIsCancelled(t *testing.T) {
	long(t)
	p := Start(t, Options{Closed: true})
	p.Inject(studies)
	p.Open(link(t, `{"version":1,"method":"kernel_logistic","params":{"alpha":1e-5},"dataset":{"name":"moons","n":500,"noise":0.25,"seed":1},"view":{"x":[-0.1,1.1],"y":[-0.1,1.1]}}`))
	p.WaitReady()
	p.ClickOn(compute)
	p.Wait(`+document.querySelector("` + bar + `")?.getAttribute("aria-valuenow") > 0`)
	before, q := p.hash(), Eval[[]float64](p, `Array.from(pointscape.points()[0])`)
	x, y := p.At(q[0], q[1])
	p.Press(x, y)
	p.DragTo(x+30, y+20)
	p.Changed(func() { p.DragTo(x+80, y+60) })
	p.Lift()
	p.Wait(`document.documentElement.dataset.busy === "0"`)
	if p.hash() == before || !p.Has(bar) {
		t.Errorf("while it runs: the picture is the same %v, and it still runs %v", p.hash() == before, p.Has(bar))
	}
	at := Eval[int](p, `+document.querySelector("`+bar+`").getAttribute("aria-valuenow")`)
	p.Wait(fmt.Sprintf(`+document.querySelector("%s").getAttribute("aria-valuenow") > %d`, bar, at))
	p.Screenshot("long-work")
	p.Do(`document.querySelector("` + cancel + `").focus()`)
	p.Key("Enter")
	p.Wait(`!document.querySelector("` + bar + `")`)
	p.Wait(`document.activeElement.matches(".study")`) // to which the page scrolls
	p.Choose("knn")
	p.WaitReady()
	p.ClickOn(compute)
	p.Wait(`document.querySelector("#show-leave_one_out")`)
	if said := Eval[string](p, `studies.join(" ")`); said != "study cancel study" {
		t.Errorf("the lane heard %q", said)
	}
}
