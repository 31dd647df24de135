package linear

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// The entries in the panels must be the derivatives of the objective by formula, Xᵀ(P − Y) and the blocks Xᵀ diag(δp −
// pq) X with the penalty, at a step with two and with three classes; a point's readout has its P − y and P(1 − P); the
// eigenvalues in the title must be gonum's.
func TestHessianByFormula(t *testing.T) {
	v := picture.Viewport{X1: 1, Y1: 1, W: 100, H: 100, Scale: 1}
	shown := method.Shown{"hessian": true}
	const lambda = 0.7
	for _, data := range []struct{ classes, steps int }{{2, 1}, {2, 4}, {3, 2}} {
		p := problem(t, method.Classify, 30, 3)
		if data.classes == 3 {
			for i := range p.Class {
				p.Class[i] = i % 3
			}
			p.ClassIDs = []int{0, 1, 2}
		}
		m := fit(t, Logistic(), p, map[string]any{"alpha": lambda, "max_iter": float64(data.steps)})
		rows := data.classes
		if rows == 2 {
			rows = 1
		}
		const e = 3
		want, g := make([]float64, rows*e*rows*e), make([]float64, rows*e)
		prob := m.Can().PointScorer.PointScores(p.X)
		theta := m.(interface{ parameters() []float64 }).parameters()
		for i := range p.N {
			x := append(slices.Clone(p.At(i)), 1)
			share := prob[i]
			if rows == 1 {
				share = prob[i][1:]
			}
			for r := range rows {
				y := 0.0
				if p.Class[i] == r && rows > 1 || rows == 1 && p.Class[i] == 1 {
					y = 1
				}
				for a := range e {
					g[r*e+a] += (share[r] - y) * x[a]
					for s := range rows {
						for b := range e {
							d := -share[r] * share[s]
							if r == s {
								d += share[r]
							}
							want[(r*e+a)*rows*e+s*e+b] += d * x[a] * x[b]
						}
					}
				}
				told, ok := m.Can().Tell(pointKey(i), v, shown)
				text := strings.Join(told.Lines, "\n")
				for _, z := range []float64{share[r] - y, share[r] * (1 - share[r])} {
					if !ok || !strings.Contains(text, "= "+words.Number(z)+", times") {
						t.Errorf("%d classes, point %d does not say %g: %q", data.classes, i, z, text)
					}
				}
			}
		}
		losses := slices.Clone(want)
		for r := range rows {
			for a := range e - 1 {
				want[(r*e+a)*rows*e+r*e+a] += lambda
				g[r*e+a] += lambda * theta[r*e+a]
			}
		}
		says := func(key string, value float64, lines ...float64) {
			t.Helper()
			told, ok := m.Can().Tell(key, v, shown)
			_, number, _ := strings.Cut(told.Answer, " = ")
			if !ok || !reads(number, value) {
				t.Errorf("%d classes, %s says %q, want %v", data.classes, key, told.Answer, value)
			}
			for k, z := range lines {
				_, number, _ := strings.Cut(told.Lines[k], [...]string{"losses ", "penalty "}[k])
				if !reads(number, z) {
					t.Errorf("%d classes, %s says %q, want %v", data.classes, key, told.Lines[k], z)
				}
			}
		}
		for k := range g {
			says(fmt.Sprintf("gradient/%d/%d", k%e, k/e), g[k])
		}
		for k := range want {
			says(fmt.Sprintf("hessian/%d/%d", k/(rows*e), k%(rows*e)), want[k], losses[k], want[k]-losses[k])
		}
		var eig mat.EigenSym
		eig.Factorize(mat.NewSymDense(rows*e, want), false)
		all := eig.Values(nil)
		for _, panel := range m.Can().Panels(shown) {
			pic, err := panel.Draw(context.Background(), 300, 200)
			if err != nil {
				t.Fatal(err)
			}
			spots := pic.Hits
			if len(spots) != 1 || spots[0].Kind != picture.Cells || spots[0].Key != panel.ID {
				t.Errorf("the cells of %s are %+v", panel.ID, spots)
			}
			if panel.ID != "hessian" {
				continue
			}
			for _, l := range []float64{all[0], all[len(all)-1]} {
				if math.Abs(l) < 1e-9 {
					l = 0
				}
				if text := words.Number(words.Significant(l, 3)); !strings.Contains(panel.Title, text) {
					t.Errorf("%d classes: %q does not name the eigenvalue %s", data.classes, panel.Title, text)
				}
			}
		}
	}
	// A loss with corners has no second derivatives, and the panel must say so.
	p := problem(t, method.Classify, 30, 3)
	lab := fit(t, Lab(), p, map[string]any{"loss": "hinge"}).Can()
	if list := lab.Panels(shown); len(list) != 1 || list[0].ID != "hessian" {
		t.Errorf("the hinge loss has the panels %v", list)
	}
}

// reads compares a number with its text.
func reads(text string, want float64) bool {
	var x float64
	_, err := fmt.Sscan(strings.ReplaceAll(text, "−", "-"), &x)
	return err == nil && math.Abs(x-want) <= 1e-3*math.Abs(want)+1e-9
}

func (s *stage) parameters() []float64 { return s.theta }
