//go:build !(js && wasm)

package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"pointscape/app/stage"
	"pointscape/app/workers"
	"pointscape/engine/doc"
	"pointscape/engine/json"
	"pointscape/engine/method"
	"pointscape/engine/wire"
)

// worker is an engine for studies.
type worker struct {
	recv   func(workers.Reply)
	posted []workers.Request
}

func (w *worker) Post(q workers.Request) { w.posted = append(w.posted, q) }
func (w *worker) Close()                 {}

func (w *worker) say(typ string, head any) {
	b, err := json.Marshal(head)
	if err != nil {
		panic(err)
	}
	id := 0
	if n := len(w.posted); n > 0 {
		id = w.posted[n-1].ID
	}
	w.recv(workers.Reply{Type: typ, ID: id, Head: b})
}

func TestLongWorkOnThePage(t *testing.T) {
	c, e := open(t)
	w := &worker{}
	c.study.Dial = func(_ bool, recv func(workers.Reply)) (workers.Port, error) {
		w.recv = recv
		return w, nil
	}
	shown := ""
	has := func(what string, wants ...string) {
		t.Helper()
		shown = app.HTMLString(&Facts{core: c})
		for _, s := range wants {
			not := strings.HasPrefix(s, "!")
			if s = strings.TrimPrefix(s, "!"); strings.Contains(shown, s) == not {
				t.Errorf("%s: %q is or is not there: %s", what, s, shown)
			}
		}
	}
	id := method.LeaveOneOut.ID
	c.editor.Info().Unjudged = true
	has("of what is not judged", "!leave_one_out")
	c.editor.Info().Unjudged = false
	has("before", `id="start-leave_one_out"`, "!progressbar", "!Show points")
	c.studies.do("start", id)
	w.say(wire.TypeHelper, wire.Progress{})
	var q wire.Study
	if err := json.Unmarshal(w.posted[0].Head, &q); err != nil || len(w.posted[0].Points) != 12 ||
		q.PointsVersion != c.editor.Version() {
		t.Fatalf("asked %+v with %v", q, w.posted[0].Points)
	}
	w.say(wire.TypeProgress, wire.Progress{Done: 0.4})
	has("while it runs", `role="progressbar"`, `aria-valuenow="40"`, `id="cancel-leave_one_out"`, "!start-leave")

	// The user drags a point: pictures go on, and the study pauses.
	draws := e.draws
	from, view := c.editor.Now().Points[0], c.editor.View.Now()
	at := func(dx float64) stage.Pointer {
		return stage.Pointer{ID: 1, X: view.PX(from.X) + dx, Y: view.PY(from.Y), Left: true}
	}
	c.gesture.Down(at(0))
	for dx := 1.0; dx < 20; dx++ {
		c.gesture.Move(at(dx))
	}
	if last := w.posted[len(w.posted)-1]; last.Type != wire.TypeYield || e.draws == draws {
		t.Errorf("while a hand moves: %+v, %d pictures", last, e.draws-draws)
	}
	c.gesture.Up(at(20))
	has("after a change", "parameters", `role="progressbar"`, `id="cancel-leave_one_out"`,
		`id="start-leave_one_out"`)
	w.posted = w.posted[:1]
	answer := wire.Studied{Study: id, Says: "Half.", Points: []int{2, 0}, PointsSay: "Misclassified when left out",
		Notes: []string{"A fit for each."},
		Facts: []method.Fact{{Name: "leave_one_out_error", Label: "Leave-one-out error", Value: 0.4321},
			{Name: "quiet", Value: 0.7654, Quiet: true}}}
	w.say(wire.TypeStudied, answer)
	has("done, of before", "Computed for other points", "!Half", "!0.4321", "!progressbar")
	c.edits.undo()
	has("undone", "0.4321", "Misclassified when left out: points 3, 1.", "A fit for each.", "Show points", "!0.7654",
		"!progressbar")
	c.studies.do("show", id)
	if !slices.Equal(c.picked.points, []int{0, 2}) {
		t.Errorf("picked %v", c.picked.points)
	}
	legend := func() string { return app.HTMLString(&Controls{core: c}) }
	if html := legend(); !strings.Contains(html, ">Misclassified when left out<") {
		t.Errorf("the legend tells nothing of what is shown: %s", html)
	}
	c.picked.toggle([]int{1}, "selected")
	if html := legend(); strings.Contains(html, ">Misclassified when left out<") || !strings.Contains(html, ">Selected<") {
		t.Errorf("other points in the legend: %s", html)
	}
	c.studies.do("show", id)
	c.studies.do("show", id)
	if len(c.picked.points) > 0 {
		t.Errorf("still picked %v", c.picked.points)
	}
	if html := legend(); strings.Contains(html, ">Misclassified when left out<") || strings.Contains(html, ">Selected<") {
		t.Errorf("the legend still tells of points: %s", html)
	}
	c.edits.redo()
	has("redone", "!Wrong when", `id="start-leave_one_out"`, "!Done for other")
	if len(w.posted) != 1 {
		t.Errorf("asked again: %v", w.posted)
	}
	c.studies.do("start", id)
	c.studies.do("cancel", id)
	has("cancelled", `id="start-leave_one_out"`, "!progressbar")
}

// Of a cross-validation with many repetitions, the first folds are listed, the one that is shown, and the number of
// folds.
func TestPartsAreListedInPart(t *testing.T) {
	c, _ := open(t)
	c.editor.Split.SetStudy(&doc.Study{Folds: 2, Repeats: 100})
	if n := c.editor.Split.Parts(); n != 200 {
		t.Fatalf("%d parts", n)
	}
	parts := func() (n int, html string) {
		html = app.HTMLString(&Facts{core: c})
		return strings.Count(html, " held out</option>") + strings.Count(html, " held out\n"), html
	}
	if n, html := parts(); n != partsListed || !strings.Contains(html, "total 200 folds") {
		t.Errorf("%d parts are listed: %s", n, html)
	}
	c.editor.Split.LookAtPart(150)
	if n, html := parts(); n != partsListed+1 || !strings.Contains(html, "fold 150 held out") {
		t.Errorf("%d folds are listed beside fold 150", n)
	}
	c.editor.Split.SetStudy(&doc.Study{Folds: 2, Repeats: 3})
	if n, html := parts(); n != 6 || strings.Contains(html, "folds in all") {
		t.Errorf("of 6 parts %d are listed", n)
	}
}
