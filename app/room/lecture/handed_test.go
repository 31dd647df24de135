package lecture

import (
	"strings"
	"testing"

	"pointscape/engine/course"
	"pointscape/engine/json"
)

// Of an assignment it is noted what was tried, which help was given, and of which document a step was answered.
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
		p.Type("three") // is no answer
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
		p.at(t, 4, false)
		solved, asked := p.Asked()
		if solved != 4 || asked != 5 {
			t.Errorf("%d of %d are done, want 4 of 5", solved, asked)
		}
		b, err := json.Marshal(p.Handed()["one"])
		if err != nil {
			t.Fatal(err)
		}
		var g Progress
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(err)
		}
		if !assigned {
			if g.Tries != nil || g.Helped != nil || g.Documents != nil || g.Answers["4"] != "" {
				t.Errorf("of a page that nobody hands in, %s is kept", b)
			}
			continue
		}
		if got := strings.Join(g.Tries["0"], ",") + ";" + strings.Join(g.Tries["1"], ",") + ";" +
			strings.Join(g.Tries["3"], ","); got != "0;3;0.25 1" {
			t.Errorf("tries: %s", got)
		}
		if g.Answers["0"] != "1" || g.Answers["1"] != "4" || g.Answers["3"] != "0.75 1" ||
			g.Answers["4"] != "[[0,0],[1,1],[2,1]]" || g.Done || g.Step != 4 {
			t.Errorf("answers: %s", b)
		}
		if g.Helped["2"] != 3 { // two hints, and the solution
			t.Errorf("helped: %v", g.Helped)
		}
		for step, want := range map[string]string{"0": "", "1": `"n_neighbors":1`, "2": `"n_neighbors":9`, "4": `"n_neighbors"`} {
			if d := strings.ReplaceAll(string(g.Documents[step]), " ", ""); (d == "") != (want == "") || !strings.Contains(d, want) {
				t.Errorf("the document of step %s is %s", step, d)
			}
		}
	}
}
