package tree

import (
	"strings"
	"testing"

	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// table returns a problem of rows with five columns, two of which are shown.
func table(across, up int) *method.Problem {
	p := cloud(90, 3, 5, false, 21)
	p.Inputs, p.Along = []string{"a", "b", "c", "d", "e"}, []int{across, up}
	for i := range p.N {
		p.Shown = append(p.Shown, p.At(i)[across], p.At(i)[up])
	}
	return p
}

// For rows of a table, the plane shows the cuts by its own columns, each with rows of its node on both sides and none
// beyond its ends; each row has the key of its leaf.
func TestWholeRows(t *testing.T) {
	v := picture.Viewport{X0: -9, X1: 9, Y0: -9, Y1: 9, W: 400, H: 400, Scale: 1}
	for _, shown := range [][2]int{{0, 1}, {4, 2}, {3, 0}} {
		p := table(shown[0], shown[1])
		m := fitWith(t, p, map[string]any{"max_depth": 100.0, "inputs": "all"})
		for _, k := range []int{1, m.Steps() / 2, m.Steps()} {
			s := m.stage(k)
			want := 0
			s.preorder(func(_ int32, q *node) {
				if s.asks(q) && axis(q, shown[:]) >= 0 {
					want++
				}
			})
			hits := s.Hits(v, nil)
			rows, cuts := hits[:p.N], hits[p.N:]
			under, _, err := s.Layers(t.Context(), v, nil,
				method.Shown{"cuts": true, method.Regions: true, method.Boundary: true, "step": true})
			if err != nil || len(cuts) != want || want > 0 != (len(under) == 1) {
				t.Fatalf("%v: %d cuts, want %d; drawn are %d layers", err, len(cuts), want, len(under))
			}
			for i, row := range rows {
				if row.Key != nodeKey(s.leaf(p.At(i))) || row.XY[0] != p.At(i)[shown[0]] || row.XY[1] != p.At(i)[shown[1]] {
					t.Fatalf("row %d has the key %s at %v", i, row.Key, row.XY)
				}
			}
			for _, cut := range cuts {
				xy := cut.XY
				var i int32
				for i = range int32(len(s.nodes)) {
					if nodeKey(i) == cut.Key {
						break
					}
				}
				q := &s.nodes[i]
				a := axis(q, shown[:])
				if xy[a] != q.At || xy[2+a] != q.At {
					t.Errorf("the cut of node %d is at %v", i, xy)
				}
				side := map[bool]int{}
				for _, row := range s.rows(q) {
					x, y := p.Drawn(int(row))
					place := [2]float64{x, y}
					if o := place[1-a]; o < xy[1-a] || o > xy[3-a] {
						t.Errorf("row %d of node %d is at %v, beyond the ends of its cut %v", row, i, place, xy)
					}
					side[place[a] <= q.At]++
				}
				if side[true] != int(s.nodes[q.Left()].N) || side[false] != int(s.nodes[q.Right()].N) {
					t.Errorf("the cut of node %d has %v rows on its sides", i, side)
				}
			}
			if k == m.Steps() && !strings.Contains(s.Status().Sentence, "questions") {
				t.Errorf("where are the other questions? %s", s.Status().Sentence)
			}
		}
	}
	// In a plane of no columns no cut can be drawn, and the status says so.
	p := table(0, 1)
	p.Along = nil
	for i := range p.Shown {
		p.Shown[i] += 0.5
	}
	m := fitWith(t, p, map[string]any{"inputs": "all"})
	if under, _, _ := m.Layers(t.Context(), v, nil, method.Shown{"cuts": true}); len(under) > 0 ||
		!strings.Contains(m.Status().Sentence, "None of its") {
		t.Errorf("%d layers; %s", len(under), m.Status().Sentence)
	}
}
