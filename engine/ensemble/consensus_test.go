package ensemble_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
	"pointscape/engine/words"
)

// families lists members of three families.
var families = []string{"lda", "knn", "tree"}

func familiesVote(t *testing.T, p *method.Problem, weights []float64) (whole method.Model, each []method.Model) {
	t.Helper()
	m := vote(t)
	var list []doc.Estimator
	for _, id := range families {
		list = append(list, doc.Estimator{Method: id})
		each = append(each, fitted(t, m.Param("estimators").Choose(id), p, nil, nil))
	}
	return fitted(t, m, p, map[string]any{"estimators": list, "weights": weights}, nil), each
}

// The hatching covers exactly the area where the members disagree, and the facts count the same at the points.
func TestDisagreement(t *testing.T) {
	p := problem(t, threeClasses(45))
	model, each := familiesVote(t, p, nil)
	split := func(x []float64) (n int) {
		first := answers(each[0], x)
		for i := range first {
			for _, one := range each[1:] {
				if answers(one, x[2*i:2*i+2])[0] != first[i] {
					n++
					break
				}
			}
		}
		return n
	}
	v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 280, H: 210, Scale: 1}
	raster, err := model.Can().ScoreRaster(t.Context(), v.Grid(280, 210), nil)
	if err != nil {
		t.Fatal(err)
	}
	under, _, err := model.Can().Layers(t.Context(), v, raster, method.Shown{"disagreement": true})
	if err != nil || len(under) != 1 {
		t.Fatalf("%d layers: %v", len(under), err)
	}
	var on []float64
	length := 0.0
	under[0].(*picture.Path).Lines(func(xy []float64) {
		length += math.Hypot(v.PX(xy[0])-v.PX(xy[2]), v.PY(xy[1])-v.PY(xy[3]))
		for _, f := range []float64{0.2, 0.5, 0.8} {
			on = append(on, xy[0]+f*(xy[2]-xy[0]), xy[1]+f*(xy[3]-xy[1]))
		}
	})
	if n := split(on); n < len(on)/2*95/100 || n == 0 {
		t.Errorf("of %d places on the hatching the members disagree at %d", len(on)/2, n)
	}
	var all []float64
	for j := range 60 {
		for i := range 60 {
			all = append(all, (float64(i)+0.5)/60, (float64(j)+0.5)/60)
		}
	}
	// Hatching lines 7 pixels apart along an axis are 7/√2 apart.
	share, want := length*7/math.Sqrt2/(280*210), float64(split(all))/3600
	if math.Abs(share-want) > 0.03 {
		t.Errorf("%.3f of the view is hatched, the members disagree in %.3f", share, want)
	}
	at := float64(split(p.X)) / float64(p.N)
	for _, f := range model.Facts() {
		switch f.Name {
		case "disagreement":
			if math.Abs(f.Value.(float64)-at) > 1e-12 {
				t.Errorf("the members disagree at %v, want %g", f.Value, at)
			}
		case "pairwise_disagreement":
			rows := f.Value.([][]float64)
			a, b := answers(each[0], p.X), answers(each[2], p.X)
			n := 0.0
			for i := range a {
				if a[i] != b[i] {
					n++
				}
			}
			if n == 0 || rows[0][2] != n/float64(p.N) || rows[2][0] != rows[0][2] || rows[1][1] != 0 {
				t.Errorf("pairs disagree %v; the first and the third at %g of %d", rows, n, p.N)
			}
		}
	}
}

// At the pointer, each member's own prediction, its confidence and the distance to its boundary are shown.
func TestWhoVotedWhat(t *testing.T) {
	p := problem(t, threeClasses(45))
	model, each := familiesVote(t, p, []float64{1, 2, 0.5})
	v := picture.Viewport{X0: 0, X1: 1, Y0: 0, Y1: 1, W: 280, H: 280, Scale: 1}
	ways := 0
	for k := range 30 {
		x := places(30)[2*k : 2*k+2]
		ex := model.Can().Explain(x, v, nil)
		for i, one := range each {
			c := int(answers(one, x)[0])
			want := p.ClassName(c) + ", " + words.Percent(one.Can().PointScorer.PointScores(x)[0][c])
			if !strings.Contains(ex.Lines[i], want) || !strings.HasPrefix(ex.Lines[i], fmt.Sprint(i+1, " ")) {
				t.Errorf("at %v member %d says %q, want %q", x, i+1, ex.Lines[i], want)
			}
		}
		for _, l := range ex.Layers {
			path := l.(*picture.Path)
			one := each[path.Class]
			if path.Keys[0] != fmt.Sprint("member", path.Class+1) {
				t.Errorf("the way of member %d has the key %s", path.Class+1, path.Keys[0])
			}
			ways++
			to := path.XY[2:]
			if answers(one, to)[0] == answers(one, x)[0] {
				t.Errorf("at %v member %d is said to change at %v", x, path.Class+1, to)
			}
			// Half-way there, the prediction is the one here.
			if half := []float64{(x[0] + to[0]) / 2, (x[1] + to[1]) / 2}; answers(one, half)[0] != answers(one, x)[0] &&
				math.Hypot(to[0]-x[0], to[1]-x[1]) > 0.05 {
				t.Errorf("at %v member %d changes nearer than at %v", x, path.Class+1, to)
			}
		}
	}
	if ways < 30 {
		t.Errorf("%d ways to boundaries", ways)
	}
}
