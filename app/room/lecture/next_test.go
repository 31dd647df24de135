package lecture

import (
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/doc"
	"pointscape/engine/method"
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

// A step begins with the course's settings and points, except those that a task has asked the user to change.
func TestStepsBeginAsTheCourseHasThem(t *testing.T) {
	c, err := course.Read([]byte(ownWay))
	if err != nil {
		t.Fatal(err)
	}
	p := &page{points: 2, final: true}
	p.Room = &Room{}
	p.Init(Needs{Shelf: p, Page: p})
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
	p.info.Params = []method.Param{{Name: "n_neighbors", Default: 5.0}, {Name: "metric", Default: "euclidean"}}
	goOn(`{"method":"knn","params":{"n_neighbors":9,"metric":"euclidean"},`+points+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
		`{"method":"knn","params":{"n_neighbors":9,"metric":"euclidean"},`+points+`,"view":{"x":[0,1],"y":[0,1],"step":4}}`,
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

// A task that asks for a parameter is not done with other points than it began with.
func TestTaskWithOtherPoints(t *testing.T) {
	c, err := course.Read([]byte(ownWay))
	if err != nil {
		t.Fatal(err)
	}
	const asked = `{"method":"knn","params":{"n_neighbors":7},"points":[[0,0,0],[1,1,1]],"view":{"x":[0,1],"y":[0,1],"step":4}}`
	const moved = `{"method":"knn","params":{"n_neighbors":7},"points":[[0,1,0],[1,1,1]],"view":{"x":[0,1],"y":[0,1],"step":4}}`
	for _, task := range []struct {
		step  int
		facts string
		right bool
	}{{0, "n_neighbors", false}, {2, "n_points", true}} { // the second one asks for points
		p := &page{points: 2, final: true}
		p.Room = &Room{}
		p.Init(Needs{Shelf: p, Page: p})
		d, err := doc.Decode([]byte(p.Begin(c, "one")))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := doc.Encode(d)
		p.doc = string(b)
		p.now.Step = task.step
		p.info.Params = []method.Param{{Name: "n_neighbors", Label: "k", Default: 3.0}}
		p.Settled()
		p.doc, p.facts, p.points = moved, []method.Fact{{Name: "n_neighbors", Value: 7}}, 3
		p.Settled()
		if p.at(t, task.step, task.right); !task.right && !strings.Contains(p.Wrong(), "points as they were") {
			t.Errorf("step %d: %q", task.step, p.Wrong())
		}
		if p.doc = asked; !task.right { // after undo, the points are those of the beginning
			p.Settled()
			p.at(t, task.step, true)
		}
	}
}

func (p *page) startAt(step int) string {
	was := p.now.Step
	defer func() { p.now.Step = was }()
	p.now.Step = step
	return p.start()
}
