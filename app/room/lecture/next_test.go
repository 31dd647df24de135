package lecture

import (
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/doc"
)

const ownWay = `{"course": "own", "title": "Own", "pages": [
 {"id": "one", "title": "One", "text": "t", "controls": ["n_neighbors", "metric"],
  "document": {"method": "knn", "params": {"n_neighbors": 3}, "points": [[0, 0, 0], [1, 1, 1]], "view": {"x": [0, 1], "y": [0, 1], "step": 4}},
  "steps": [
   {"kind": "task", "text": "t", "check": "n_neighbors > 5", "solution": [{"params": {"n_neighbors": 7}}]},
   {"kind": "number", "text": "n", "answer": "n_neighbors", "within": 0.5},
   {"kind": "task", "text": "t", "check": "n_points > 2", "solution": [{"points": [[0, 0, 0], [1, 1, 1], [2, 2, 1]]}]},
   {"kind": "note", "text": "n", "set": {"params": {"n_neighbors": 1}}},
   {"kind": "note", "text": "n"}]},
 {"id": "talk", "title": "Talk", "text": "t", "document": {"method": "knn", "points": [[0, 0, 0], [1, 1, 1]]},
  "steps": [{"kind": "note", "text": "n"}, {"kind": "note", "text": "n"}]}]}`

// A step begins with the course's settings and points, but for those that a task has asked people to change.
func TestStepsBeginAsTheCourseHasThem(t *testing.T) {
	c, err := course.Read([]byte(ownWay))
	if err != nil {
		t.Fatal(err)
	}
	p := &page{points: 2, final: true}
	p.Room = &Room{Needs: Needs{Shelf: p, Page: p}}
	p.doc = p.Begin(c, "one")
	goOn := func(mine, want, why string) {
		t.Helper()
		p.doc = mine
		p.now.Done = true
		p.Continue()
		got, err := doc.Decode([]byte(p.doc))
		if err != nil {
			t.Fatal(err)
		}
		wanted, err := doc.Decode([]byte(want))
		if err != nil {
			t.Fatal(err)
		}
		a, _ := doc.Encode(got)
		b, _ := doc.Encode(wanted)
		if string(a) != string(b) {
			t.Errorf("%s: the step begins with\n%s, want\n%s", why, a, b)
		}
	}
	const points = `"points":[[0,0,0],[1,1,1]]`
	const moved = `"points":[[0,0.5,0],[1,1,1],[2,2,0]]`
	opened := len(p.opened)
	goOn(`{"method":"knn","params":{"n_neighbors":9},`+points+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		`{"method":"knn","params":{"n_neighbors":9},`+points+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		"the task is solved in another way")
	if len(p.opened) != opened {
		t.Errorf("the same document is opened anew: %q", p.opened)
	}
	goOn(`{"method":"knn","params":{"n_neighbors":9,"metric":"manhattan"},`+moved+`,"title":"Mine","view":{"x":[0,2],"y":[0,2],"step":2}}`,
		`{"method":"knn","params":{"n_neighbors":9},`+points+`,"title":"Mine","view":{"x":[0,2],"y":[0,2],"step":4}}`,
		"a setting, points and a step were tried out")
	goOn(`{"method":"knn","params":{"n_neighbors":9},`+moved+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		`{"method":"knn","params":{"n_neighbors":1},`+moved+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		"points were asked for, and the step sets a parameter")
	goOn(`{"method":"knn","params":{"n_neighbors":4},`+moved+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		`{"method":"knn","params":{"n_neighbors":1},`+moved+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		"what was set after the task is the course's")

	if got, err := p.Now().Begins(2); err != nil || string(got) != p.startAt(2) {
		t.Errorf("after a reload the step begins with %s, %v; want %s", p.startAt(2), err, got)
	}

	p.Go(1)
	goOn(`{"method":"knn","params":{"n_neighbors":4},`+moved+`}`, `{"method":"knn","params":{"n_neighbors":4},`+moved+`}`,
		"a page that asks nothing")
}

func (p *page) startAt(step int) string {
	was := p.now.Step
	defer func() { p.now.Step = was }()
	p.now.Step = step
	return p.start()
}
