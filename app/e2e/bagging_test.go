package e2e

import (
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
)

const bagged = `{"version":1,"method":"bagging","params":{"estimator":{"method":"tree","params":{"max_depth":100}},"n_estimators":20},
	"dataset":{"name":"moons","n":120,"noise":0.3,"seed":6},"split":{"test":0.4,"seed":1},"view":{"x":[-0.2,1.2],"y":[-0.1,1.1]}}`

// factValue returns the value of a fact in the panel of facts.
func factValue(p *Page, name string) string { return p.Text(`.fact[data-fact="` + name + `"] dd`) }

// A bagging ensemble opens complete, shows its out-of-bag error, its base method is selected and changed by the
// controls of its own declaration, and the player steps back and forth through its members.
func TestBagging(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, bagged)})
	whole := p.Look()
	if whole.Step != 20 || whole.Steps != 20 {
		t.Fatalf("it opens like this: %+v", whole)
	}
	p.Screenshot("bagging")
	trees := factValue(p, "oob_error")
	if trees == "" {
		t.Fatal("no out-of-bag error is read out")
	}
	if p.Has(`[aria-label="Remove base"]`) || p.Has(`.button.small[data-param="estimator"]`) {
		t.Error("one base is offered to be removed, or another to be added")
	}
	p.walk("a member less", func() { p.ClickOn("#play-back") }, 19)
	if again := p.walk("the last member", func() { p.ClickOn("#play-step") }, 20); again.Hash != whole.Hash {
		t.Error("the whole bag looks different after a step back and forth")
	}
	p.ClickOn(`#f-m-estimator-0`)
	depth := `[data-row="estimator.params.max_depth"] input.num`
	p.Wait(`document.querySelector('` + depth + `')?.value === "100"`)
	p.Changed(func() { p.Fill(depth, "1") })
	if one := factValue(p, "oob_error"); one == trees || one == "" {
		t.Errorf("of stumps the out-of-bag error is %q, of deep trees %q", one, trees)
	}
	p.Changed(func() {
		p.Do(`(() => { const s = document.querySelector("#m-estimator-0"); s.value = "lda"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	if e, ok := p.Doc().Params["estimator"].(doc.Estimator); !ok || e.Method != "lda" {
		t.Errorf("the document holds %v", p.Doc().Params)
	}
	p.Screenshot("bagging-lda")
	for range 2 {
		p.Changed(func() { p.Key("Ctrl+z") })
	}
	if got := factValue(p, "oob_error"); got != trees || p.Look().Hash != whole.Hash {
		t.Errorf("two steps back the out-of-bag error is %q, it was %q", got, trees)
	}
	p.Click(p.At(1, 1)) // adds a point, so that the address must change
	if d, err := doc.DecodeLink(p.followed()); err != nil ||
		!method.SameValue(d.Params["estimator"], p.Doc().Params["estimator"]) {
		t.Errorf("the link holds %v, %v", d.Params, err)
	}
	p.Resize(Phone)
	p.Dark(true)
	p.Screenshot("bagging-phone-dark")
}
