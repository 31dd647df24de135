package tree

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/cart/diagram"
	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// weather returns table 2.1 of Quinlan (C4.5, 1993); if missing is set, without the outlook of the sixth day, as in his
// chapter 3.
func weather(missing bool) *method.Problem {
	x := []float64{0, 75, 70, 1, 0, 80, 90, 1, 0, 85, 85, 0, 0, 72, 95, 0, 0, 69, 70, 0, 1, 72, 90, 1, 1, 83, 78, 0, 1, 64,
		65, 1, 1, 81, 75, 0, 2, 71, 80, 1, 2, 65, 70, 1, 2, 75, 80, 0, 2, 68, 80, 0, 2, 70, 96, 0}
	p := &method.Problem{N: 14, D: 4, X: x, Class: []int{0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0}, ClassIDs: []int{0, 1},
		Task: method.Classify, Names: doc.Names{Classes: []string{"play", "stay"}}, Placed: method.Placed{Along: []int{1, 2}},
		Columns: method.Columns{Inputs: []string{"outlook", "temperature", "humidity", "windy"},
			Categories: [][]string{{"sunny", "overcast", "rain", "fog"}, nil, nil, {"false", "true"}}}}
	if missing {
		x[20], x[22] = math.NaN(), math.NaN()
	}
	for i := range p.N {
		p.Shown = append(p.Shown, x[4*i+1], 80)
	}
	return p
}

// Questions about categories, and the branch of missing values, read the same in the diagram, in explanations, in
// readouts and in the facts.
func TestMixedWords(t *testing.T) {
	p := weather(true)
	m := fitWith(t, p, map[string]any{"inputs": "all", "criterion": "entropy", "max_depth": 100.0})
	if got := m.question(&m.nodes[0]); got != "outlook = overcast or missing" {
		t.Fatalf("the root asks %q", got)
	}
	told := m.chart().Draw(500, 400).Alt
	for _, want := range []string{"outlook = overcast or missing: yes, play, 4 of 4; no, asked further."} {
		if !strings.Contains(told, want) {
			t.Errorf("%q lacks %q", told, want)
		}
	}
	v := picture.Viewport{X1: 100, Y1: 100, W: 400, H: 400, Scale: 1}
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{[]float64{0, 75, 70, 1}, "outlook = sunny, in {sunny, rain}: right"},
		{[]float64{1, 75, 70, 1}, "outlook = overcast: left"},
		{[]float64{3, 75, 70, 1}, "outlook = fog, which no row of the node has: right, where more rows went"},
		{[]float64{math.NaN(), 75, 70, 1}, "outlook missing: left, which makes the sides purer"},
	} {
		if got := m.Explain(c.x, v, nil).Lines[0]; got != c.want {
			t.Errorf("%v: %q, want %q", c.x, got, c.want)
		}
	}
	asks := m.nodes[0].Right()
	if got := m.tellNode(asks).Lines[0]; got != "outlook in {sunny, rain}" {
		t.Errorf("the way to the right is %q", got)
	}
	facts := fmt.Sprint(m.Facts())
	if !strings.Contains(facts, "outlook = overcast or missing") {
		t.Errorf("no fact has the question: %s", facts)
	}
	if s := m.Status().Sentence; !strings.Contains(s, "One row has no value for an axis of the plane: it is drawn "+
		"at the mean") {
		t.Errorf("where is the row without humidity? %s", s)
	}
	// A node below the root whose rows have no missing values sends rows with missing ones to the larger child.
	x := []float64{0, math.NaN(), math.NaN(), math.NaN()}
	for _, line := range m.Explain(x, v, nil).Lines[1:] {
		if strings.Contains(line, "missing") && !strings.Contains(line, "where more rows went") {
			t.Errorf("%q", line)
		}
	}
}

// Drawings and readouts of such trees are finite at each step, and each row is in the leaf that its inputs lead to.
func TestMixedTreesAreDrawn(t *testing.T) {
	for _, missing := range []bool{false, true} {
		for _, c := range []string{"gini", "entropy", "gain_ratio", "misclassification"} {
			p := weather(missing)
			m := fitWith(t, p, map[string]any{"inputs": "all", "criterion": c, "max_depth": 100.0})
			show := method.Shown{"diagram": true, "candidates": true, "importance": true, "pruning": true, "cuts": true}
			v := picture.Viewport{X0: 60, X1: 90, Y0: 60, Y1: 100, W: 400, H: 400, Scale: 1}
			for k := range m.Steps() + 1 {
				s := m.stage(k)
				for _, panel := range s.Panels(show) {
					pic, err := panel.Draw(t.Context(), 400, 300)
					if err != nil || strings.Contains(pic.Alt, "NaN") {
						t.Fatalf("%s, step %d: %s: %v", c, k, panel.ID, err)
					}
				}
				for i := range p.N {
					if leaf := s.leaf(p.At(i)); !strings.Contains(fmt.Sprint(s.rows(&s.nodes[leaf])), fmt.Sprint(i)) {
						t.Fatalf("row %d is not in its leaf %d", i, leaf)
					}
				}
				for i := range s.nodes {
					if told, ok := s.Tell(nodeKey(int32(i)), v, show); ok && strings.Contains(fmt.Sprint(told), "NaN") {
						t.Errorf("%s: node %d: %v", c, i, told)
					}
				}
				for j := range p.D {
					if _, ok := s.Tell(diagram.InputKey(j), v, show); !ok {
						t.Errorf("nothing is told of the input %d", j)
					}
				}
				if text := s.Formula() + s.Status().Sentence + fmt.Sprint(s.Facts()); strings.Contains(text, "NaN") {
					t.Errorf("%s: %s", c, text)
				}
			}
			if _, err := m.cross(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}

// The formula shows the gain ratio with its numbers: overcast, 4 of 14 days, gains 0.226 bits; its split has −(4/14)
// log₂ (4/14) − (10/14) log₂ (10/14) = 0.863.
func TestGainRatioIsWritten(t *testing.T) {
	m := fitWith(t, weather(false), map[string]any{"inputs": "all", "criterion": "gain_ratio"})
	const want = "Δ ∕ split information = 0.226 ∕ (−(4/14) log₂(4/14) − (10/14) log₂(10/14)) = 0.226 ∕ 0.8631 = 0.2618"
	if got := m.Formula(); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nlacks %s", got, want)
	}
	if got := m.criterion.said(1); got != "entropy 1" || m.unit() != "bits" {
		t.Errorf("%s, in %s", got, m.unit())
	}
	// The gain ratio chooses between inputs, so there are no oblique splits.
	both := fitWith(t, cloud(60, 2, 2, false, 3), map[string]any{"criterion": "gain_ratio", "splits": "oblique"})
	for i := range both.nodes {
		if both.nodes[i].Tilt != 0 {
			t.Errorf("node %d is oblique", i)
		}
	}
}

// The level line of a categorical column describes its best groups, and C4.5's split by all categories with Quinlan's
// numbers.
func TestTellGroups(t *testing.T) {
	m := fitWith(t, weather(false), map[string]any{"inputs": "all", "criterion": "entropy"})
	told, ok := m.Tell(groupKind.Key(0), picture.Viewport{}, nil)
	const want = "[both sides entropy 0.7143: Δ = 0.226 C4.5, a part for each of the words: gain 0.2467 of 1.577 bits, " +
		"ratio 0.1564]"
	if got := fmt.Sprint(told.Lines); !ok || told.Answer != "outlook = overcast, the best groups" || got != want {
		t.Errorf("%v: %s, %s", ok, told.Answer, got)
	}
	for _, feature := range []int{1, 2} { // numeric columns
		if _, ok := m.Tell(groupKind.Key(feature), picture.Viewport{}, nil); ok {
			t.Errorf("column %d has groups", feature)
		}
	}
}
