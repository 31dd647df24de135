package linear

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pointscape/engine/doc"
	"pointscape/engine/method"
	"pointscape/engine/picture"
)

// at returns the box of a label in pixels.
func at(l *picture.Label, v picture.Viewport) picture.Box {
	return l.Box(v.PX(l.X), v.PY(l.Y), picture.LabelSize)
}

// clearOf checks that labels lie inside the plane, on no point and on no other label.
func clearOf(t *testing.T, what string, v picture.Viewport, x []float64, over []picture.Layer) (
	labels []*picture.Label) {
	t.Helper()
	for _, l := range over {
		l, ok := l.(*picture.Label)
		if !ok {
			continue
		}
		b := at(l, v)
		if !b.Within(v.W, v.H, 1) {
			t.Errorf("%s: %q is cut off", what, l.Text)
		}
		for i := 0; i < len(x); i += 2 {
			px, py := v.PX(x[i]), v.PY(x[i+1])
			if b.Meets(picture.Box{X0: px - 4, Y0: py - 4, X1: px + 4, Y1: py + 4}) {
				t.Errorf("%s: %q stands on a point", what, l.Text)
			}
		}
		for _, o := range labels {
			if b.Grown(3, 0).Meets(at(o, v)) {
				t.Errorf("%s: %q reads as one with %q", what, l.Text, o.Text)
			}
		}
		labels = append(labels, l)
	}
	return labels
}

// The probabilities must be on their lines, clear of the points, each other and the numbers of the axes; if there is
// room, they must be labelled as probabilities.
func TestNamesOfLevels(t *testing.T) {
	p := problem(t, method.Classify, 60, 5)
	p.X = append([]float64(nil), p.X...)
	long, short := 0, 0
	for _, steep := range []float64{2, 6, 15, 40} {
		for _, slope := range []float64{-3, -1, -0.2, 0.3, 1} {
			for _, size := range [][2]int{{440, 217}, {360, 400}, {340, 150}, {900, 600}} {
				v := picture.FitViewport([2]float64{-0.1, 1.1}, [2]float64{-0.1, 1.1}, true, size[0], size[1], 1)
				c := &stage{whole: &whole{p: p}}
				c.f = []float64{-slope * steep, steep, -steep * (0.5 - slope*0.5)}
				under, _, err := c.classLayers(context.Background(), v, nil, method.Shown{"levels": true})
				if err != nil {
					t.Fatal(err)
				}
				names := clearOf(t, "levels", v, p.X, under)
				for _, n := range names {
					b := at(n, v)
					if b.Y1 > float64(v.H)-17 || b.X0 < 17 {
						t.Errorf("%q stands among the numbers of the axes", n.Text)
					}
					if strings.HasPrefix(n.Text, "p = ") {
						long++
					} else {
						short++
					}
				}
			}
		}
	}
	if long < 20 || short < 20 {
		t.Errorf("%d names with a word, %d without", long, short)
	}
}

// Lines of equal probability are those of the second class; for one class against the rest, those of that class, and
// the readout must agree.
func TestLevelsOfAClassAgainstTheRest(t *testing.T) {
	v := picture.FitViewport([2]float64{-0.1, 1.1}, [2]float64{-0.1, 1.1}, true, 440, 400, 1)
	for sought, names := range []doc.Names{doc.Names{}.WithClass(1, doc.Rest), doc.Names{}.WithClass(0, doc.Rest)} {
		p := problem(t, method.Classify, 60, 5)
		p.Names = names
		c := fit(t, Logistic(), p, nil).(*stage)
		under, _, err := c.classLayers(t.Context(), v, nil, method.Shown{"levels": true})
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, l := range under {
			line, ok := l.(*picture.Path)
			if !ok {
				continue
			}
			seen++
			if want := "lines of equal probability of " + p.ClassName(sought); line.Says != want {
				t.Errorf("they are called %q, want %q", line.Says, want)
			}
			x := []float64{(line.XY[0] + line.XY[2]) / 2, (line.XY[1] + line.XY[3]) / 2}
			prob := 1 / (1 + math.Exp(-(c.f[0]*x[0] + c.f[1]*x[1] + c.f[2])))
			if sought == 0 {
				prob = 1 - prob
			}
			if math.Abs(prob-line.Level) > 1e-6 {
				t.Errorf("on the line of %g, %s has the probability %g", line.Level, p.ClassName(sought), prob)
			}
			want := fmt.Sprintf("P(%s) = 1/(1 + e^{%sf}) = %.4f", p.ClassName(sought), [2]string{"", "−"}[sought], prob)
			if lines := c.explainClass(x, v, nil).Lines; !slices.Contains(lines, want) {
				t.Errorf("the readout says %q, want %q", lines, want)
			}
		}
		if seen == 0 {
			t.Error("no line is drawn")
		}
	}
}

// Counts of mistakes must be next to their rings, clear of points, rings and each other, in both forms of the
// perceptron.
func TestCountsOfMistakes(t *testing.T) {
	shown, left := 0, 0
	for seed := range uint64(8) {
		p := problem(t, method.Classify, 40, seed+1)
		m := fit(t, Perceptron(), p, map[string]any{"form": "dual", "max_iter": 20.0}).(*lineSnapshot)
		for k := 1; k <= len(m.Rows); k += 5 {
			for _, size := range [][2]int{{440, 217}, {320, 180}, {1000, 700}} {
				v := picture.FitViewport([2]float64{-0.2, 1.2}, [2]float64{-0.2, 1.2}, true, size[0], size[1], 1)
				_, over, err := m.Stage(k).(*lineSnapshot).Layers(context.Background(), v, nil, method.Shown{"counts": true})
				if err != nil {
					t.Fatal(err)
				}
				labels := clearOf(t, "counts", v, p.X, over)
				on := 0
				for i, c := range m.counts(k) {
					if c == 0 {
						continue
					}
					on++
					px, py := v.PX(p.X[2*i]), v.PY(p.X[2*i+1])
					reach, _ := picture.RoundReach(picture.RoleSupport, p.ClassIDs[p.Class[i]])
					ring := picture.Box{X0: px, Y0: py, X1: px, Y1: py}.Grown(reach, reach)
					for _, l := range labels {
						if at(l, v).Meets(ring) {
							t.Errorf("%q stands on a ring", l.Text)
						}
					}
				}
				if on <= 60 {
					shown, left = shown+len(labels), left+on-len(labels)
				}
			}
		}
	}
	if shown < 100 || left > shown {
		t.Errorf("%d counts are shown, %d are not", shown, left)
	}
}

// For each point that an explanation lists, α must be the learning rate times the number of mistakes at the point, and
// the amount that it adds must be α y k.
func TestKernelPerceptronExplainsByItsMistakes(t *testing.T) {
	p := problem(t, method.Classify, 40, 5)
	m := fit(t, KernelPerceptron(), p, map[string]any{"kernel": "rbf", "gamma": 5.0, "learning_rate": 0.5,
		"max_iter": 7.0}).(*kernelSnapshot)
	x := []float64{0.4, 0.6}
	e, counts := m.Explain(x, picture.Viewport{}, nil), m.counts(m.k)
	if len(e.Layers) < 3 {
		t.Fatalf("%d points are named", len(e.Layers))
	}
	for k, line := range e.Lines[len(e.Lines)-len(e.Layers):] {
		var number int
		var name string
		var alpha, adds float64
		if _, err := fmt.Sscanf(strings.NewReplacer(" (", " ", "),", "", "class ", "").Replace(line),
			"point %d %s α = %g: adds %g", &number, &name, &alpha, &adds); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		i := number - 1
		want := alpha * float64(2*p.Class[i]-1) * m.kernel.Eval(p.At(i), x)
		if alpha != 0.5*float64(counts[i]) || math.Abs(adds-want) > 0.01*math.Abs(want) {
			t.Errorf("%q of a point with %d mistakes, which adds %g", line, counts[i], want)
		}
		if xy := e.Layers[k].(*picture.Path).XY; [4]float64(xy) != [4]float64{x[0], x[1], p.X[2*i], p.X[2*i+1]} {
			t.Errorf("the line to point %d is %v", i+1, xy)
		}
	}
}
