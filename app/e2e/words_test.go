package e2e

import (
	"testing"
)

// TestWordsAsPoints opens the classifier of words, reads the user's own words from a file, and opens a table of graphs.
func TestWordsAsPoints(t *testing.T) {
	long(t)
	p := Start(t, Options{Path: link(t, `{"method":"object_svm","table":{"name":"words"},"view":{"kernel":true}}`)})
	p.WaitReady()
	p.Screenshot("words")
	p.Dark(true)
	p.Still()
	p.Screenshot("words-dark")
	p.Dark(false)
	p.Drop("own.csv", "word,language\ncavallo,Italian\nvino,Italian\nacqua,Italian\npferd,German\nwein,German\n"+
		"wasser,German\n")
	p.Wait(`document.querySelector("#columns-use:not([disabled])")`)
	p.Screenshot("words-columns")
	p.Changed(func() { p.ClickOn("#columns-use") })
	p.Screenshot("words-own")
	d := p.Doc()
	if d.Method != "object_svm" || d.Table == nil || d.Table.Rows == nil || d.Table.Rows.N != 6 ||
		len(d.Table.Rows.Categories) == 0 || d.Table.Rows.Categories[0][0] != "cavallo" {
		t.Errorf("the words of a file became %+v", d.Table)
	}
	p.Changed(func() {
		p.Set(`{"method":"object_svm","params":{"kernel":"random_walk","C":100,"lambda":0.15},"table":{"name":"graphs"}}`)
	})
	p.Screenshot("graphs")
	x, y := p.At(0, 0)
	p.Move(x, y)
	p.Still()
	p.Screenshot("graphs-pointed")
}
