package lecture

import (
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/json"
)

// In an assignment, the room notes wrong answers, hints, drawings, and the documents at answers; in other courses it
// notes nothing.
func TestHanded(t *testing.T) {
	for _, assigned := range []bool{false, true} {
		deck := text
		if assigned {
			deck = strings.Replace(text, `"title": "A"`, `"title": "A", "assignment": true`, 1)
		}
		c, err := course.Read([]byte(deck))
		if err != nil {
			t.Fatal(err)
		}
		p := open(t, "", "")
		p.doc = p.Begin(c, "")
		p.Settled()
		p.Choose(0)
		p.Choose(1)
		p.Continue()
		p.Type("three") // not an answer
		p.Type("3")
		p.Type("4")
		p.Continue()
		p.Hint()
		p.Hint()
		p.Solve()
		p.facts[0].Value = 5
		p.Settled()
		p.at(t, 2, true)
		p.Continue()
		p.Click(0.25, 1)
		p.Click(0.75, 1)
		p.Continue()
		p.verdict = &Judged{Mine: []float64{0.5}}
		p.Drawing.Stroke(0, 0)
		p.Drawing.Stroke(1, 1)
		p.Drawing.Stroke(2, 1)
		p.Drawing.EndStroke(true)
		p.Drawing.Stroke(0, 0) // replaces the drawing before
		p.Drawing.Stroke(1, 1)
		p.Drawing.Stroke(3, 1)
		p.Drawing.EndStroke(true)
		p.at(t, 4, false)
		b, err := json.Marshal(p.Handed()["one"])
		if err != nil {
			t.Fatal(err)
		}
		var g Progress
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(err)
		}
		if !assigned {
			if g.Noted != nil {
				t.Errorf("of a page that nobody hands in, %s is kept", b)
			}
			continue
		}
		if g.Answers["0"] != "1" || g.Answers["1"] != "4" || g.Answers["3"] != "0.75 1" || g.Done || g.Step != 4 {
			t.Errorf("answers: %s", b)
		}
		for step, want := range map[string][]string{"0": {"!0"}, "1": {"!3", `{"n_neighbors":1}`},
			"2": {"?1", "?2", "?3", `{"n_neighbors":9}`}, // two hints, then the solution
			"3": {"!0.25 1", "{"}, "4": {"[[0,0],[1,1],[3,1]]", "{"}} {
			got := g.Noted[step]
			if len(got) != len(want) {
				t.Errorf("of step %s, %q is noted; want %q", step, got, want)
				continue
			}
			for i := range want {
				if x := strings.ReplaceAll(got[i], " ", ""); !strings.HasPrefix(x, strings.ReplaceAll(want[i], " ", "")) &&
					!strings.Contains(x, want[i]) {
					t.Errorf("of step %s, %q is noted; want %q", step, got, want)
				}
			}
		}
	}
}
