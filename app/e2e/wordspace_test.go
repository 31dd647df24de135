package e2e

import (
	"strings"
	"testing"

	"pointscape/engine/catalog"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/session"
)

// kingdom is skip-gram on a text that is read repeatedly: step 0 is before the first reading.
const kingdom = `{"version":1,"method":"skip_gram","params":{"query":"king − man + woman"},"view":{"x":[-4,4],"y":[-3,3],"step":0}}`

// word returns the position of a word, in the window, at the document's step.
func (p *Page) word(name string) (x, y float64) {
	p.t.Helper()
	d := p.Doc()
	s := session.New(catalog.All())
	d, err := s.Resolve(method.Unstopped, d)
	p.must(err)
	f, err := s.Fit(method.Unstopped, d)
	p.must(err)
	found := [2]float64{}
	p.must(s.DrawFit(method.Unstopped, f, session.Request{Doc: d, View: session.Viewport(d, f.Task, 900, 600, 1),
		Fine: true}, func(r *session.Result) error {
		for _, spot := range r.Info.Spots[0].List {
			if told, _, ok := f.Told(spot.Key, r.Picture.View); ok && strings.HasPrefix(told.Answer, "“"+name+"”") &&
				len(spot.XY) == 2 {
				found = [2]float64{spot.XY[0], spot.XY[1]}
			}
		}
		return nil
	}))
	if found == [2]float64{} {
		p.t.Fatalf("the word %q is not on the stage", name)
	}
	return p.At(found[0], found[1])
}

// Word vectors are learned while the text is read: played, paused, stepped back and forth. The answer to a sum of words
// is in the plot and among the facts; pointing at a word shows similar words and where it occurs, a Ctrl-click makes it
// the query, and so does the field. The user's own text is used as written, and is in the link.
func TestWords(t *testing.T) {
	long(t)
	p := Start(t, Options{Clock: true, Path: link(t, kingdom)})
	p.Wait(`document.querySelector("#step-of")?.textContent === "50"`)
	start := p.Look()
	p.playTo(12)
	at := p.Look()
	if at.Step < 12 || at.Hash == start.Hash {
		t.Errorf("played to step %d, the picture is another one: %v", at.Step, at.Hash != start.Hash)
	}
	p.walk("a step back", func() { p.ClickOn("#play-back") }, at.Step-1)
	if again := p.walk("a step", func() { p.ClickOn("#play-step") }, at.Step); again.Hash != at.Hash {
		t.Errorf("step %d looks different when one comes back to it", at.Step)
	}
	p.Set(strings.Replace(kingdom, `,"step":0`, ``, 1))
	p.Wait(`document.querySelector("#step-at").textContent === "50"`)
	p.WaitReady()
	p.Wait(`document.querySelector("[data-fact=nearest]")?.closest("table").textContent.includes("queen")`)
	p.Wait(`[...document.querySelectorAll(".panel")].some(e => e.textContent.includes("Nearest to king − man + woman"))`)
	p.Screenshot("king")

	x, y := p.word("story")
	p.Move(x, y)
	p.saysThere("“story”, 5 times in the text")
	p.saysThere("Most similar: ")
	p.saysThere("told the prince a story.")
	p.saysThere("Ctrl-click: ")
	p.Screenshot("story")
	p.Changed(func() { p.Click(x, y, Ctrl) })
	if q := p.Doc().Params["query"]; q != "story" {
		t.Errorf("a click on a word asks for %v", q)
	}
	p.Wait(`[...document.querySelectorAll(".panel")].some(e => e.textContent.includes("Nearest to story"))`)
	p.Changed(func() { p.Fill("#p-query", "prince - boy + girl") })
	p.Wait(`document.querySelector("[data-fact=nearest]")?.closest("table").textContent.includes("princess")`)

	p.Changed(func() {
		p.Do(`(() => { const s = document.getElementById("p-text"); s.value = "own"; s.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	})
	p.Wait(`document.querySelector("textarea#p-own_text")?.value.startsWith("The cat chases the mouse.")`)
	const own = "The sun is red. The moon is pale. The sun is hot. The moon is cold. The sun is high. The moon is low."
	p.Changed(func() {
		p.Do(`(() => { const e = document.getElementById("p-own_text"); e.value = ` + quote(own) +
			`; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	})
	p.Wait(`document.querySelector("[data-fact=n_words] dd")?.textContent === "4"`)
	p.Screenshot("own")
	d, err := doc.DecodeLink(p.followed())
	if err != nil || d.Params["own_text"] != own {
		t.Errorf("the address has %v, %v", d.Params["own_text"], err)
	}
}
