package e2e

import (
	"strings"
	"testing"
)

// Pictures stand side by side: all are of the points that are there, follow an edit made on any of them, say how good each
// is, and a click opens one.
func TestWall(t *testing.T) {
	sideBySide(t)
	const text = `{"version":1,"method":"knn","params":{"n_neighbors":1},"dataset":{"name":"moons","n":100,"noise":0.25,"seed":3},"split":{"test":0.3},"wall":{"over":"n_neighbors","values":[1,15]}}`
	p := Start(t, Options{})
	p.Open(link(t, text))
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-two")
	if told := p.Text("#wall-told-1"); !strings.Contains(told, "training") || !strings.Contains(told, "test") {
		t.Errorf("of the second picture it is said %q", told)
	}
	p.Open(link(t, `{"version":1,"method":"svm","params":{"kernel":"rbf","gamma":10,"C":1},"dataset":{"name":"moons","n":200,"noise":0.25,"seed":1},"wall":{"over":"gamma","values":[0.1,0.5,1,2,5,10,20,50,100]}}`))
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-nine")
	p.Dark(true)
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-nine-dark")
	p.Become(Phone)
	p.WaitReady()
	p.wallDone()
	p.Screenshot("wall-phone")
}

func (p *Page) wallDone() { p.Wait(`document.documentElement.dataset.wall === "done"`) }
